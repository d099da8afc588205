"""Whole matches through Discord, from the challenge to the leaderboard, played by two members who click.

Ten follow a sample record, so that between them they meet every rule; the others are random.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from simcord import MemberActor

from bridgette import Deal, Match, Pair, Phase, Trick
from bridgette.record import read_record
from tests.bot.conftest import Club, NewWorld
from tests.bot.driver import (
    SUIT_SIGNS,
    Action,
    Chance,
    Player,
    RandomPlayer,
    Way,
    call_word,
    follow,
    rank,
    spoken,
    start,
    symbol,
)
from tests.bot.features import ALL, features
from tests.support.openapi import needs_openapi
from tests.support.seen import Seen

VECTORS = Path(__file__).parents[1] / "vectors"
MARKS = "①②"
NAMES = ("alice", "bob")


async def anyhow(player: Player, action: Action) -> object:
    """Now with the menu, now by buttons, now typed."""
    way = random.Random(str(action)).choice((Player.choose, Player.click, Player.type))
    return await way(player, action)


WAYS: dict[str, Way] = {
    "0000": Player.choose,
    "0001": Player.click,
    "0003": anyhow,
    "0005": Player.choose,
    "0006": Player.click,
    "0008": anyhow,
    "0010": Player.choose,
    "0011": Player.click,
    "0012": Player.type,
    "0013": anyhow,
}
"""The sample records that are played, and how."""


def sample(number: str) -> Match:
    return read_record((VECTORS / f"legal-{number}.json").read_bytes())


def test_the_matches_meet_every_rule() -> None:
    """What is stored equals the sample, as the tests below find, so the samples tell what is met."""
    met = frozenset[str]().union(*(features(sample(number)) for number in WAYS))
    assert met >= ALL, sorted(ALL - met)
    assert len(WAYS) >= 10


@pytest.mark.parametrize("number", WAYS)
async def test_a_sample_match_is_played_to_the_leaderboard(number: str, new_world: NewWorld) -> None:
    record = sample(number)
    chance = Chance(record.deals[0].dealer, [deal.deck for deal in record.deals])
    async with new_world(below=chance) as world:
        players = Player(world, world["alice"]), Player(world, world["bob"])
        await start(world, *players)
        check_table(world, Match(record.players).begin_deal(record.deals[0].deck, record.deals[0].dealer))
        steps = 0
        async for match, _, _ in follow(players, record, WAYS[number], dealer_first=number in ("0001", "0008")):
            steps += 1
            deal = match.deals[-1]
            if match.ended is None and (steps % 4 == 0 or (deal.play is not None and deal.play.barred)):
                check_table(world, match)
        stored = await check_end(world, players)
        assert stored.deals == record.deals
        assert stored.ended == record.ended


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_random_match_is_played_to_the_leaderboard(seed: int, new_world: NewWorld) -> None:
    rng = random.Random(seed)
    async with new_world(below=rng.randrange) as world:
        players = RandomPlayer(world, world["alice"], rng), RandomPlayer(world, world["bob"], rng)
        await start(world, *players)
        while not any("The match is over" in player.panel().text for player in players):
            assert any([await player.act() for player in players]), world.reads(world["carol"])
        await check_end(world, players)


@needs_openapi
def test_every_request_is_held_against_discords_description() -> None:
    """Every test with a world does so where the description is there; this one shows, skipped, where it is not."""


# ------------------------------------------------------------------------------ the table


def plain(text: str) -> str:
    """What is said, without how it looks: no bold, no underline, no marks around names."""
    return re.sub("\\*\\*|__|[\u2068\u2069]", "", text)


def table_of(world: Club) -> Seen:
    """The one table of the channel with buttons, as somebody who watches sees it."""
    tables = [one for one in world.sees(world["carol"]) if one.button("My hand") and "Up-card" in one.text]
    assert len(tables) == 1, [one.text for one in tables]
    return tables[0]


def check_table(world: Club, match: Match) -> None:
    """The table says how things stand: whose turn, what was called, tricks won, the trick, what is barred."""
    text, deal = plain(table_of(world).text), match.deals[-1]
    for wanted in expected_table(match, deal):
        assert wanted in text, f"{wanted!r} is missing in:\n{text}"
    assert ("Barred:" in text) == (deal.play is not None and deal.play.lead is None and deal.play.barred is not None)
    assert ("Last trick:" in text) == (deal.play is not None and len(deal.play.plays) > 1)


def expected_table(match: Match, deal: Deal) -> list[str]:
    first, second = match.totals
    found = [
        f"Dealer: {MARKS[deal.dealer]} {NAMES[deal.dealer]}. Up-card: {spoken(deal.up_card)}, ",
        f"Drawn from the stock: ① {deal.to_discard(0)} cards · ② {deal.to_discard(1)} cards",
        f"Totals: alice {first:,} · bob {second:,}",
        expected_turn(deal),
    ]
    if deal.phase is Phase.EXCHANGE:
        states = ["still has to choose" if gone is None else "has chosen" for gone in deal.discards]
        found.append(f"Discards: alice {states[0]} · bob {states[1]}")
    if deal.auction is not None:
        found.append(expected_auction(deal))
    play = deal.play
    if play is not None and deal.auction is not None and deal.auction.contract is not None:
        bid, doubling = deal.auction.contract
        contract = call_word(bid) + ("", " X", " XX")[doubling]
        declarer = play.declarer
        found += [
            f"Contract: {contract} · declarer: {MARKS[declarer]} {NAMES[declarer]}"
            f" · needs {6 + bid.level} of 13 tricks",
            f"Tricks won: alice {play.won[0]} · bob {play.won[1]}",
        ]
        if play.lead is not None:
            found.append(f"{NAMES[1 - play.turn]} led {spoken(play.lead)}")
        elif play.barred is not None:
            suit = SUIT_SIGNS[str(play.barred)]
            found.append(f"Barred: {NAMES[play.turn]} may not lead {suit} {play.barred.name.lower()}")
        last = [trick for trick in play.tricks() if trick.follow is not None][-1:]
        found += [f"Last trick: {expected_trick(trick)}" for trick in last]
    return found


def expected_trick(trick: Trick) -> str:
    assert trick.follow is not None
    assert trick.winner is not None
    leader, winner = MARKS[trick.leader], MARKS[trick.winner]
    return f"{leader} {symbol(trick.lead)} · {MARKS[1 - trick.leader]} {symbol(trick.follow)} → {winner} wins"


def expected_turn(deal: Deal) -> str:
    if len(deal.to_act) == 2:
        return "alice · bob: choose your discards."
    (seat,) = deal.to_act
    if deal.phase is Phase.EXCHANGE:
        return f"{NAMES[seat]}: choose your discards."
    if deal.phase is Phase.AUCTION:
        return f"{NAMES[seat]}: your call."
    return f"{NAMES[seat]}: {'lead' if deal.play and deal.play.lead is None else 'play'} to the trick."


def expected_auction(deal: Deal) -> str:
    calls = deal.auction.calls if deal.auction else ()
    if not calls:
        return "Auction: no call yet"
    words = [f"{MARKS[(deal.dealer + n) % 2]} {call_word(call)}" for n, call in enumerate(calls)]
    return f"Auction: {' · '.join(words)}"


# -------------------------------------------------------------------------------- the end


async def check_end(world: Club, players: Pair[Player]) -> Match:
    """All that must hold once a match was played out; the stored match, read from the file that anybody may take."""
    carol = world["carol"]
    last = world.find(carol, "Rematch")
    assert not json.loads(last.raw.partition("\n")[0])["attachments"], "the file comes when it is asked for"
    world.assert_answered(await world.press(carol, "Match record"))
    (attachment,) = json.loads(world.panel(carol).raw.partition("\n")[0])["attachments"]
    assert re.fullmatch(r"bridgette-match-\d+\.json", attachment["filename"])
    data = world.env.backend.cdn.get(attachment["url"])
    assert data is not None
    match = read_record(data)
    document = json.loads(data)
    ended = match.ended
    assert ended is not None
    assert document["ended"] == {"how": "played", "by": None, "winner": ended.winner}
    assert document["players"] == ["alice", "bob"]
    assert document["deals"][-1]["score"] == list(match.deals[-1].result.score if match.deals[-1].result else ())
    check_replay(data, match)
    check_results(world, match, last)
    for player in players:
        panel = player.panel()
        assert "The match is over" in panel.text
        assert panel.buttons == []
    await check_standings(world, players, match)
    return match


def check_replay(data: bytes, match: Match) -> None:
    """The command line replays the file, and finds the same totals."""
    command = [sys.executable, "-m", "bridgette", "replay", "-", "--trace"]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    final = json.loads(done.stdout.splitlines()[-1])
    assert match.ended is not None
    assert final == {"phase": "match", "totals": list(match.totals), "winner": match.ended.winner}


def check_results(world: Club, match: Match, last: Seen) -> None:
    """A message for each deal, which shows all that was hidden, and one for the match."""
    shown = [one for one in world.sees(world["carol"]) if ": the result" in one.text]
    assert len(shown) == len(match.deals)
    totals = [0, 0]
    for number, (deal, message) in enumerate(zip(match.deals, shown, strict=True)):
        assert message.buttons == []
        assert deal.result is not None
        totals = [total + points for total, points in zip(totals, deal.result.score, strict=True)]
        for wanted in [*expected_result(deal), f"Totals: alice {totals[0]:,} · bob {totals[1]:,}"]:
            assert wanted in plain(message.text), f"deal {number}: {wanted!r} is missing in:\n{message.text}"
    assert match.ended is not None
    assert match.ended.winner is not None
    winner = match.ended.winner
    winners = (NAMES[winner], f"<@{world[NAMES[winner]].id}>")
    said = [f"{name} wins, {totals[winner]:,} to {totals[1 - winner]:,}!" for name in winners]
    assert any(one in plain(last.text) for one in said), last.text
    assert re.findall(r"^Deal \d+: .*$", plain(last.text), re.MULTILINE) == [*expected_deals(match)]


def expected_deals(match: Match) -> Iterator[str]:
    """The line for each deal, numbered as people count; those passed out before it share one."""
    number, passed_out, totals = 1, 0, [0, 0]
    for deal in match.deals:
        result = deal.result
        assert result is not None
        if result.contract is None or result.declarer is None:
            passed_out += 1
            continue
        if passed_out:
            yield f"Deal {number}: passed out {'once' if passed_out == 1 else f'{passed_out} times'}, dealt again"
        passed_out = 0
        totals = [total + points for total, points in zip(totals, result.score, strict=True)]
        scorer = int(result.score[1] > 0)
        over, tricks = result.margin, result.tricks[result.declarer]
        how = "made exactly" if over == 0 else f"made with {over} over" if over > 0 else f"{-over} short"
        contract = call_word(result.contract.bid) + ("", " X", " XX")[result.contract.doubling]
        yield (
            f"Deal {number}: {contract} · {NAMES[result.declarer]}: {how}, "
            f"{tricks} {'trick' if tricks == 1 else 'tricks'}"
            f" · {NAMES[scorer]} +{result.score[scorer]:,}"
            f" · totals ① {totals[0]:,} · ② {totals[1]:,}"
        )
        number += 1


def expected_result(deal: Deal) -> list[str]:
    result = deal.result
    assert result is not None
    found = [expected_auction(deal)]
    for seat in (0, 1):
        found.append(f"{MARKS[seat]} {NAMES[seat]}\n{expected_hand(deal, seat)}")
        found.append(f"Discards: {' '.join(symbol(card) for card in deal.discards[seat] or ())}")
    if result.contract is None:
        return [*found, f"Passed out; nobody scores, and {NAMES[deal.dealer]} deals again."]
    scorer = int(result.score[1] > 0)
    found.append(f"{NAMES[scorer]} scores {result.score[scorer]:,}.")
    if deal.play is not None:
        for number, trick in enumerate(deal.play.tricks(), 1):
            assert trick.follow is not None
            leader, follower = MARKS[trick.leader], MARKS[1 - trick.leader]
            winner = MARKS[trick.winner] if trick.winner is not None else ""
            found.append(f"{number}: {leader}{symbol(trick.lead)} {follower}{symbol(trick.follow)} → {winner}")
    return found


def expected_hand(deal: Deal, seat: int) -> str:
    hand = deal.kept(seat)
    suits = [
        f"{sign} {' '.join(held)}"
        for letter, sign in SUIT_SIGNS.items()
        if (held := [rank(card) for card in hand if str(card.suit) == letter])
    ]
    colons = [symbol(card) for card in hand if card.is_colon]
    return " · ".join([*suits, *([f"Colons: {', '.join(colons)}"] if colons else [])])


async def check_standings(world: Club, players: Pair[Player], match: Match) -> None:
    """The leaderboard and both players' figures, as the record gives them."""
    carol = world["carol"]
    answer = world.assert_answered(await carol.slash(world.channel, "bridgette leaderboard"))
    board = plain(world.answer(answer))
    assert match.ended is not None
    winner = match.ended.winner
    assert winner is not None
    for place, seat in enumerate((winner, 1 - winner)):
        won = int(seat == winner)
        mine, theirs = match.totals[seat], match.totals[1 - seat]
        average = round(mine / match.counted)
        line = [str(place + 1), "1", str(won), str(1 - won), f"{100 * won}%", NAMES[seat]]
        shown = board.splitlines()
        at = next(at for at, one in enumerate(shown) if one.split() == line)
        assert shown[at + 1].strip() == f"{mine:,} : {theirs:,} · {average:,} a deal"
        assert all(len(one) <= 36 for one in shown[at - 1 : at + 2])
        stats = await figures_of(world, players[seat].member)
        declared = [deal.result for deal in match.deals if deal.result and deal.result.declarer == seat]
        made = sum(1 for result in declared if result.margin >= 0)
        best = max(deal.result.score[seat] for deal in match.deals if deal.result)
        for wanted in (
            f"Rank {place + 1} on this server · matches 1 · wins {won} · losses {1 - won} · share won {100 * won}%",
            f"Points {mine:,} for, {theirs:,} against · {average:,} a deal over {match.counted} deals",
            f"Contracts bid {len(declared)} · made {made}",
            f"{NAMES[1 - seat]}: {won} won, {1 - won} lost",
            f"Best deal: {best:,} points" if best else NAMES[seat],
        ):
            assert wanted in stats, f"{wanted!r} is missing in:\n{stats}"


async def figures_of(world: Club, member: MemberActor) -> str:
    result = await world["carol"].slash(world.channel, "bridgette stats", member=member)
    return plain(world.answer(world.assert_answered(result)))
