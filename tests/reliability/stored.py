"""A match of random play written through the store alone, without the bot's games: for tests of what is around it.

What happens next is derived from the seed and the number of the act, so a match that is taken up again goes on as it
would have.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from bot.store import Ending, FinishedDeal, NewAct, NewChallenge, NewDeal, NewMatch, Person, Place, Player, Store
from bridgette import Action, Card, Discard, Match, parse_call, parse_card, shuffled_deck
from tests.game import playouts

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLACE = Place(1000, 2000)
PEOPLE = (Person(2**62 + 1, "Ann"), Person(2**62 + 2, "Bob"))
SEED = 2


def deck_of(seed: int, number: int) -> str:
    """The deck that the act of that number brings up."""
    return " ".join(map(str, shuffled_deck(Random(f"{seed}/deck/{number}").randrange)))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def written(action: Action) -> tuple[str, str]:
    """Kind and value of an act."""
    if isinstance(action, Discard):
        return "discard", " ".join(map(str, action.cards))
    return "play" if isinstance(action, Card) else "call", str(action)


def read(kind: str, value: str) -> Action:
    if kind == "discard":
        return Discard(cards(value))
    return parse_card(value) if kind == "play" else parse_call(value)


async def begin(store: Store, seed: int = SEED, place: Place = PLACE) -> int:
    players = (Player.of(PEOPLE[0]), Player.of(PEOPLE[1]))
    return (await store.matches.begin(None, NewMatch(place, 6, "chance", players, 0, deck_of(seed, 0)), BEGIN)).id


async def match_of(store: Store, match_id: int) -> tuple[Match, int]:
    """The match as its rows tell of it, and the number of its last act."""
    stored = await store.matches.load(match_id)
    assert stored is not None
    decks = [cards(deal.deck) for deal in stored.deals]
    match = Match((stored.match.players[0].name, stored.match.players[1].name)).begin_deal(decks[0], 0)
    for act in stored.acts:
        assert act.seat is not None
        match = match.after(act.seat, read(act.kind, act.value))
        if match.needs_deck:
            match = match.begin_deal(decks[len(match.deals)])
    return match, len(stored.acts)


async def play(store: Store, match_id: int, seed: int = SEED, until: int | None = None) -> None:
    """Go on with the match, to the act of that number or to its end."""
    match, number = await match_of(store, match_id)
    while match.ended is None and number != until:
        number += 1
        index = len(match.deals) - 1
        seat, action = playouts.action(Random(f"{seed}/act/{number}"), match.deals[-1], playouts.modest)
        match = match.after(seat, action)
        finished, next_deal, ending = None, None, None
        result = match.deals[index].result
        if result is not None and result.contract and result.declarer is not None:
            made, tricks = result.margin >= 0, result.tricks[result.declarer]
            finished = FinishedDeal(result.declarer, str(result.contract), made, result.score, tricks)
        if match.needs_deck:
            deck = deck_of(seed, number)
            match = match.begin_deal(cards(deck))
            next_deal = NewDeal(match.deals[-1].dealer, deck)
        if match.ended is not None:
            ending = Ending("played", None, match.ended.winner, match.totals, match.counted)
        act = NewAct(number, index, seat, *written(action))
        at = BEGIN + timedelta(seconds=number)
        await store.matches.append(match_id, [act], at, finished, next_deal, ending)


async def half_a_match(file: Path, acts: int = 70) -> None:
    """A database with an open match and something in every other table."""
    store = await Store.open(f"sqlite:///{file}")
    match_id = await begin(store)
    await play(store, match_id, until=acts)
    here = PLACE.guild_id or 0, PLACE.channel_id or 0
    await store.challenges.add(NewChallenge(*here, PEOPLE[0], None), BEGIN, BEGIN + timedelta(hours=1))
    await store.meta.set("commands", "fingerprint")
    await store.matches.set_notice(match_id, 0, acts, 77, BEGIN)
    await store.close()
