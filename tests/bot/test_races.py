"""Two things at the same moment: one outcome, one row, and each click exactly one answer."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.features.challenges.challenges import Challenges
from bot.games import GameManager, Move, Refused, Resignation
from bot.store import Challenge, NewChallenge, Person, Store
from bridgette import Discard, Match, NotAllowed
from tests.game import playouts
from tests.game.notation import deck
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import FIRST, SECOND, Scene, button_id, chance, controls, core_of, enabled, plain_deal, public, rows, start

OLD = ("earlier moment", "not your turn", "chosen your discards already", "is over")


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match before its first lead, in which bob (seat 1) leads."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.to_play()
        await found.show()
        yield found


def acts(scene: Scene) -> list[Any]:
    return rows(scene.world)["acts"]


def said(scene: Scene, results: Any) -> str:
    """What the answers say; each interaction has one."""
    for result in results:
        scene.world.assert_answered(result)
    return "\n".join(scene.world.answer(result) for result in results)


# -------------------------------------------------------------------- the same click twice


@pytest.mark.parametrize("copies", [2, 3])
async def test_one_click_that_is_delivered_several_times_acts_once(copies: int, scene: Scene) -> None:
    world, before = scene.world, len(acts(scene))
    (first, *_) = enabled(scene.panel(1), Verb.PLAY)
    with world.copies(copies):
        result = await world.forge(scene.players[1], scene.panel(1), first.custom_id)
    world.assert_answered(result)
    assert len(acts(scene)) == before + 1
    shown = world.look(scene.panel(1)).text
    await world.deliver_again(result)
    assert len(acts(scene)) == before + 1
    assert world.look(scene.panel(1)).text == shown
    assert len(scene.tables()) == 1


async def test_a_command_that_is_delivered_twice_acts_once(scene: Scene) -> None:
    before, messages = len(acts(scene)), len(scene.public())
    with scene.world.copies(2):
        result = await scene.players[1].slash(scene.channel, "bridgette play", card="DQ")
    scene.world.assert_answered(result)
    assert len(acts(scene)) == before + 1
    assert len(scene.public()) == messages


async def test_an_accepting_click_that_is_delivered_three_times_begins_one_match(world: World) -> None:
    await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])
    offer = world.find(world["bob"], "Accept")
    with world.copies(3):
        result = await world.forge(world["bob"], offer, button_id(Verb.ACCEPT, 1))
    world.assert_answered(result)
    assert len(rows(world)["matches"]) == 1
    assert "accepted. Good luck" in world.look(offer).text
    assert sum(bool(one.button("My hand") and one.button("Rules")) for one in world.sees(world["carol"])) == 1
    assert len([one for one in world.sees(world["bob"]) if one.ephemeral]) == 1


async def test_a_challenge_that_is_delivered_twice_is_posted_once(world: World) -> None:
    with world.copies(2):
        result = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])
    world.assert_answered(result)
    assert len(rows(world)["challenges"]) == 1
    assert len(world.pinged(world["bob"])) == 1
    assert len(public(world)) == 1


async def test_a_double_click_plays_one_card(scene: Scene) -> None:
    before = len(acts(scene))
    panel, (first, *_) = scene.panel(1), enabled(scene.panel(1), Verb.PLAY)
    both = await scene.world.together(*[(scene.players[1], panel, first.custom_id)] * 2)
    assert len(acts(scene)) == before + 1
    assert any(one in said(scene, both) for one in OLD)


# ------------------------------------------------------------------- different clicks at once


async def test_of_two_cards_clicked_at_once_one_is_played(scene: Scene) -> None:
    before = len(acts(scene))
    panel, (first, second, *_) = scene.panel(1), enabled(scene.panel(1), Verb.PLAY)
    player = scene.players[1]
    both = await scene.world.together((player, panel, first.custom_id), (player, panel, second.custom_id))
    assert len(acts(scene)) == before + 1
    assert any(one in said(scene, both) for one in OLD)
    assert (await scene.match()).deals[-1].play.plays[0] in (await scene.stored()).deals[-1].play.plays  # type: ignore[union-attr]


async def test_a_winner_who_clicks_twice_does_not_lead_with_the_second_click(scene: Scene) -> None:
    """The follower who wins is to act again at once: a click drawn for the trick before must not count as a lead."""
    await scene.press(1, Verb.PLAY, "DQ")
    panel, alice, before = scene.panel(0), scene.players[0], len(acts(scene))
    number = (await scene.game()).number
    ace, king = (button_id(Verb.PLAY, scene.id, number, card) for card in ("DA", "DK"))
    both = await scene.world.together((alice, panel, ace), (alice, panel, king))
    assert len(acts(scene)) == before + 1
    assert "earlier moment" in said(scene, both)
    late = scene.world.assert_answered(await scene.world.forge(alice, scene.panel(0), king))
    assert "earlier moment" in scene.world.answer(late)
    assert len(acts(scene)) == before + 1
    assert await scene.turn() == 0


async def test_whoever_passed_and_is_to_lead_has_a_new_panel(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.exchange()
        await scene.calls("1S")
        await scene.show()
        number = (await scene.game()).number
        await scene.press(1, Verb.CALL, "Pass")
        result = world.assert_answered(await scene.forge(scene.players[1], scene.panel(1), Verb.PLAY, number, "DQ"))
        assert "earlier moment" in world.answer(result)
        await scene.press(1, Verb.PLAY, "DQ")


async def test_both_discard_at_the_same_moment(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.open_panels()
        clicks = []
        for seat in (0, 1):
            panel = scene.panel(seat)
            drawn = [str(card) for card in (await scene.match()).deals[-1].drawn(seat)]
            (select,) = panel.selects
            await scene.players[seat].select(panel.handle, drawn, custom_id=select["custom_id"])
            (confirm,) = controls(scene.panel(seat), Verb.DISCARD)
            clicks.append((scene.players[seat], scene.panel(seat), confirm.custom_id))
        said(scene, await world.together(*clicks, clicks[0]))
        assert len(acts(scene)) == 2
        assert {row[3] for row in acts(scene)} == {0, 1}, "the exchange reserves its steps"
        assert "no call yet" in scene.table().text
        assert "your call" in scene.table().text
        assert "Your call" in scene.panel(0).text
        assert "Waiting for" in scene.panel(1).text


async def test_the_opening_lead_against_leaving(scene: Scene) -> None:
    """Whoever was asked about a void match does not lose it, not even at the very moment of the lead."""
    bob, alice = scene.players[1], scene.players[0]
    await alice.slash(scene.channel, "bridgette resign")
    asked, panel, before = scene.world.panel(alice), scene.panel(1), len(acts(scene))
    (yes,) = controls(asked, Verb.RESIGN)
    card = enabled(panel, Verb.PLAY)[0].custom_id
    both = await scene.world.together((bob, panel, card), (alice, asked, yes.custom_id), (alice, asked, yes.custom_id))
    assert said(scene, both).count("from an earlier moment") == 2
    assert [row[4] for row in acts(scene)[before:]] == ["play"]
    assert not rows(scene.world)["results"]
    assert (await scene.stored()).ended is None
    assert "led" in scene.table().text


async def test_a_card_against_a_resignation(scene: Scene) -> None:
    await scene.plays("DQ D2")
    await scene.show()
    bob, alice = scene.players[1], scene.players[0]
    await alice.slash(scene.channel, "bridgette resign")
    asked, panel = scene.world.panel(alice), scene.panel(1)
    (yes,) = controls(asked, Verb.RESIGN)
    card = enabled(panel, Verb.PLAY)[0].custom_id
    both = await scene.world.together((bob, panel, card), (alice, asked, yes.custom_id), (alice, asked, yes.custom_id))
    said(scene, both)
    stored = rows(scene.world)
    assert len(stored["results"]) == 1
    assert Counter(row[4] for row in stored["acts"])["resign"] == 1
    assert sum(bool(one.button("Rematch")) for one in scene.world.sees(bob)) == 1
    assert not scene.tables()


@pytest.mark.parametrize("card_first", [True, False])
async def test_the_last_card_against_a_resignation(card_first: bool, world: World) -> None:
    scene = await start(world)
    await scene.until(is_last_card)
    await scene.show()
    seat = await scene.turn()
    other = scene.players[1 - seat]
    await other.slash(scene.channel, "bridgette resign")
    panel, asked = scene.panel(seat), world.panel(other)
    clicks = [
        (scene.players[seat], panel, enabled(panel, Verb.PLAY)[0].custom_id),
        (other, asked, controls(asked, Verb.RESIGN)[0].custom_id),
    ]
    said(scene, await world.together(*(clicks if card_first else clicks[::-1])))
    (result,) = rows(world)["results"]
    assert result[2] in ("played", "resigned")
    (ended,) = [one for one in world.sees(world["carol"]) if one.button("Rematch")]
    assert ("resigned" in ended.text.split("{")[0]) == (result[2] == "resigned")
    assert {one.text.count("The match is over") for one in (scene.panel(seat),)} == {1}
    board = world.assert_answered(await other.slash(scene.channel, "bridgette leaderboard"))
    played = re.findall(r"^ +(\d+) +\d+ +\d+ +\d+%", world.answer(board), re.MULTILINE)
    assert played == ["1", "1"]


def is_last_card(match: Match) -> bool:
    """Whether the next card is the last that somebody plays in the match; the last trick plays itself."""
    play = match.deals[-1].play
    decided = match.counted >= 5 and match.totals[0] != match.totals[1]
    return decided and play is not None and len(play.plays) == 23 and match.counted == 5


# -------------------------------------------------------------------------------- challenges


async def test_accept_and_withdraw_at_once(world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    offer = world.find(bob, "Accept")
    accept, withdraw = button_id(Verb.ACCEPT, 1), button_id(Verb.WITHDRAW, 1)
    both = await world.together(
        (bob, offer, accept), (alice, offer, withdraw), (bob, offer, button_id(Verb.DECLINE, 1))
    )
    for result in both:
        world.assert_answered(result)
    stored = rows(world)
    (state,) = {row[10] for row in stored["challenges"]}
    assert len(stored["matches"]) == (1 if state == "accepted" else 0)
    assert not world.look(offer).buttons
    assert {"accepted": "accepted. Good", "withdrawn": "withdrew", "declined": "rather not"}[state] in world.look(
        offer
    ).text


async def test_two_people_join_at_once(world: World) -> None:
    alice, bob, carol = (world[name] for name in ("alice", "bob", "carol"))
    await alice.slash(world.channel, "bridgette challenge")
    offer, join = world.find(bob, "Join"), button_id(Verb.ACCEPT, 1)
    both = await world.together((bob, offer, join), (carol, offer, join))
    for result in both:
        world.assert_answered(result)
    assert len(rows(world)["matches"]) == 1
    game = await core_of(world).games.in_channel(world.channel.id)
    assert game is not None
    loser = carol if game.seat_of(bob.id) is not None else bob
    winner = bob if loser is carol else carol
    assert "accepted already" in world.panel(loser).text
    assert "Pick" in world.panel(winner).text
    assert len([one for one in world.sees(loser) if one.ephemeral]) == 1


async def test_two_challenges_of_a_channel_accepted_at_once(new_world: Any) -> None:
    async with new_world(members=("alice", "bob", "carol", "dave")) as world:
        alice, bob, carol, dave = (world[name] for name in ("alice", "bob", "carol", "dave"))
        await alice.slash(world.channel, "bridgette challenge", opponent=bob)
        await carol.slash(world.channel, "bridgette challenge", opponent=dave)
        one, two = world.find(alice, text="alice"), world.find(alice, text="carol")
        both = await world.together((bob, one, button_id(Verb.ACCEPT, 1)), (dave, two, button_id(Verb.ACCEPT, 2)))
        for result in both:
            world.assert_answered(result)
        stored = rows(world)
        assert len(stored["matches"]) == 1
        assert sorted(row[10] for row in stored["challenges"]) == ["accepted", "open"]
        loser, offer = (dave, two) if world.look(one).buttons == [] else (bob, one)
        assert "are playing in this channel" in world.panel(loser).text
        assert world.look(offer).button("Accept"), "the other stays until it expires"
        await world.advance(16 * 60)
        assert "expired" in world.look(offer).text


# ------------------------------------------------------- two processes on one database


NOW = datetime(2026, 1, 1, tzinfo=UTC)
ALICE, BOB = Person(1, "alice"), Person(2, "bob")


@pytest.fixture
async def managers(tmp_path: Path) -> AsyncIterator[tuple[GameManager, GameManager, Store]]:
    """Two game managers, each with its own store, on one file."""
    stores = [await Store.open(f"sqlite:///{tmp_path / 'two.db'}") for _ in range(2)]
    below = chance(deck((FIRST, SECOND)))
    yield GameManager(stores[0], below), GameManager(stores[1], random.Random(2).randrange), stores[0]
    for store in stores:
        await store.close()


async def begin(manager: GameManager, store: Store) -> int:
    challenges = challenges_of(store, manager)
    made = await challenges.make(NewChallenge(10, 20, ALICE, BOB), NOW)
    return (await challenges.accept(made.id, BOB, NOW, interaction_id=77)).id


def challenges_of(store: Store, manager: GameManager) -> Challenges:
    async def is_gone(_: Challenge) -> bool:
        return False

    return Challenges(store, manager, is_gone)


async def test_of_two_processes_one_takes_the_act_and_the_other_then_sees_it(
    managers: tuple[GameManager, GameManager, Store],
) -> None:
    one, two, store = managers
    match_id = await begin(one, store)
    await two.find(match_id)  # both hold the match in memory now
    deal = (await one.find(match_id)).match.deals[-1]
    first, second = (Discard(cards) for cards in (deal.drawn(1), deal.hand(1)[:2]))
    outcomes = await asyncio.gather(
        one.do(match_id, Move(1, first), NOW, decision=0),
        two.do(match_id, Move(1, second), NOW, decision=0),
        return_exceptions=True,
    )
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert isinstance(refused, Refused)
    assert refused.key == "refused-old-panel"
    assert await one.find(match_id) == await two.find(match_id)
    stored = await store.matches.load(match_id)
    assert stored is not None
    assert [act.number for act in stored.acts] == [1]


async def test_both_discards_in_two_processes(managers: tuple[GameManager, GameManager, Store]) -> None:
    one, two, store = managers
    match_id = await begin(one, store)
    deal = (await two.find(match_id)).match.deals[-1]
    await one.do(match_id, Move(1, Discard(deal.drawn(1))), NOW, decision=0)
    # The number that it would have had is taken; the act itself is fine, and is done after the other one.
    await two.do(match_id, Move(0, Discard(deal.drawn(0))), NOW, decision=0)
    assert (await two.find(match_id)).number == 2


async def test_two_processes_drive_two_deals_and_no_act_counts_twice(
    managers: tuple[GameManager, GameManager, Store],
) -> None:
    one, two, store = managers
    match_id, rng, taken, refused = await begin(one, store), random.Random(3), 0, 0
    while len((game := await one.find(match_id)).match.deals) < 3:
        seat, action = playouts.action(rng, game.match.deals[-1], playouts.uniform)
        play, number = game.match.deals[-1].play, game.number
        ends_trick_12 = play is not None and len(play.plays) == 23
        outcomes = await asyncio.gather(
            *(manager.do(match_id, Move(seat, action), NOW, decision=game.decisions[seat]) for manager in (one, two)),
            return_exceptions=True,
        )
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                assert isinstance(outcome, Refused | NotAllowed), outcome
                refused += 1
            else:
                taken += 1
        assert taken == refused
        last = (await one.find(match_id)).number
        assert last == (await two.find(match_id)).number
        assert last - number == (3 if ends_trick_12 else 1), "the last trick plays itself, once"
    stored = await store.matches.load(match_id)
    assert stored is not None
    assert [act.number for act in stored.acts] == list(range(1, last + 1))
    assert await one.find(match_id) == await two.find(match_id)


async def test_two_processes_begin_one_match_of_one_challenge(
    managers: tuple[GameManager, GameManager, Store],
) -> None:
    one, two, store = managers
    made = await challenges_of(store, one).make(NewChallenge(10, 20, ALICE, None), NOW)
    joiners = (Person(3, "carol"), Person(4, "dave"))
    outcomes = await asyncio.gather(
        *(
            challenges_of(store, manager).accept(made.id, person, NOW, interaction_id=person.user_id)
            for manager, person in zip((one, two), joiners, strict=True)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
    assert len(await store.matches.open_ids()) == 1


async def test_two_processes_resign_once(managers: tuple[GameManager, GameManager, Store]) -> None:
    one, two, store = managers
    match_id, rng = await begin(one, store), random.Random(3)
    while not (game := await one.find(match_id)).match.is_under_way:
        seat, action = playouts.action(rng, game.match.deals[-1], playouts.uniform)
        await one.do(match_id, Move(seat, action), NOW)
    outcomes = await asyncio.gather(
        one.do(match_id, Resignation(0), NOW), two.do(match_id, Resignation(1), NOW), return_exceptions=True
    )
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1
    for manager in (one, two):
        assert (await manager.find(match_id)).match.ended is not None
        with pytest.raises(Refused, match="refused-match-over"):
            await manager.do(match_id, Resignation(0), NOW)
    page = await store.standings.page(10, 0, 10)
    assert [row.matches for row in page.rows] == [1, 1]
