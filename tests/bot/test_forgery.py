"""Strangers, and ids and values that no client would send: refused in private, and nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bridgette import Phase
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, in_phase, plain_deal, public, rows, start


@dataclass
class Unchanged:
    """What was stored and what others see, at the beginning: it must be the same afterwards."""

    world: World
    who: MemberActor
    before: Any = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.now()

    def now(self) -> Any:
        others = [one for one in self.world.members.values() if one.id != self.who.id]
        channels = list(self.world.channels.values())
        return (
            rows(self.world),
            [public(self.world, channel) for channel in channels],
            [[seen.raw for seen in self.world.sees(other, channel)] for other in others for channel in channels],
            len(self.world.pings),
        )

    def check(self, result: InteractionResult, *said: str) -> None:
        """One private answer, with one of these sentences, and all else as before."""
        self.world.assert_answered(result)
        answer = self.world.answer(result)
        shown = [*([result.response] if result.response else []), *result.followups]
        assert shown, "a silent answer"
        assert all(one.ephemeral for one in shown), answer
        assert any(one in answer for one in said), answer
        assert self.now() == self.before


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match before its first lead, in which bob (seat 1) leads; carol watches."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.to_play()
        await found.show()
        yield found


STRANGER = ("Only ", "it is their match", "is for ", "can withdraw")


# --------------------------------------------------------------------------- strangers


@pytest.mark.parametrize("phase", [Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY])
async def test_a_stranger_may_watch_and_press_nothing(phase: Phase, new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene, carol = await start(world), world["carol"]
        await scene.until(in_phase(phase))
        await scene.show()
        unchanged = Unchanged(world, carol)
        unchanged.check(await world.press(carol, "My hand", on=scene.table()), "You are welcome to watch")
        unchanged.check(await world.press(carol, "Rules", on=scene.table()), "two people", "for two")
        for seat in (0, 1):
            for button in [*scene.panel(seat).buttons]:
                result = await world.forge(carol, scene.table(), button.custom_id)
                unchanged.check(result, "You are welcome to watch")
            for select in scene.panel(seat).selects:
                values = [option["value"] for option in select["options"]][:2]
                result = await world.forge(carol, scene.table(), select["custom_id"], values)
                unchanged.check(result, "You are welcome to watch")


async def test_a_stranger_cannot_use_a_notice_or_a_resignation(scene: Scene) -> None:
    world, carol = scene.world, scene.world["carol"]
    await scene.led()
    await scene.show()
    await world.advance(16 * 60)
    (seat,) = (await scene.match()).to_act
    (notice,) = scene.notices(seat)
    result = await scene.players[0].slash(scene.channel, "bridgette resign")
    asked = world.answer(world.assert_answered(result))
    assert "Resign this match?" in asked
    unchanged = Unchanged(world, carol)
    unchanged.check(await world.press(carol, "My hand", on=notice), "You are welcome to watch")
    for verb in (Verb.RESIGN, Verb.STAY):
        result = await scene.forge(carol, scene.table(), verb, (await scene.game()).number, "")
        unchanged.check(result, "You are welcome to watch")


async def test_a_stranger_sees_no_rematch(world: World) -> None:
    scene, carol = await start(world), world["carol"]
    await scene.until(lambda match: False)
    await scene.tell()
    unchanged = Unchanged(world, carol)
    unchanged.check(await world.press(carol, "Rematch"), "You are welcome to watch")


# ------------------------------------------------------------------------- challenges


async def test_challenges_of_others_cannot_be_accepted_declined_or_withdrawn(world: World) -> None:
    alice, bob, carol = (world[name] for name in ("alice", "bob", "carol"))
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    await bob.slash(world.channel, "bridgette challenge")
    to_bob, to_all = world.find(carol, "Accept"), world.find(carol, "Join")
    for who, button, on, said in (
        (carol, "Accept", to_bob, "is for"),
        (carol, "Decline", to_bob, "is for"),
        (carol, "Withdraw", to_bob, "Only"),
        (bob, "Withdraw", to_bob, "Only"),
        (alice, "Accept", to_bob, "your own challenge"),
        (alice, "Decline", to_bob, "is for"),
        (carol, "Withdraw", to_all, "Only"),
        (bob, "Join", to_all, "your own challenge"),
    ):
        unchanged = Unchanged(world, who)
        unchanged.check(await world.press(who, button, on=on), said)
    unchanged = Unchanged(world, carol)
    unchanged.check(await world.forge(carol, to_all, button_id(Verb.DECLINE, 2)), "is for", "own", "nobody to decline")


@pytest.mark.parametrize("end", ["Decline", "Withdraw", "Accept"])
async def test_a_closed_challenge_stays_closed(end: str, world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    offer = world.find(bob, "Accept")
    world.assert_answered(await world.press(alice if end == "Withdraw" else bob, end))
    said = {"Decline": "was declined", "Withdraw": "was withdrawn", "Accept": "accepted already"}[end]
    for who, verb in ((bob, Verb.ACCEPT), (bob, Verb.DECLINE), (alice, Verb.WITHDRAW)):
        unchanged = Unchanged(world, who)
        unchanged.check(await world.forge(who, offer, button_id(verb, 1)), said)
    unchanged = Unchanged(world, bob)
    unchanged.check(await world.forge(bob, offer, button_id(Verb.ACCEPT, 77)), "no such challenge")


async def test_an_expired_challenge_cannot_be_accepted_even_before_it_shows_so(world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    offer = world.find(bob, "Accept")
    await world.advance(15 * 60 - 1)
    assert world.look(offer).button("Accept")
    await world.advance(2 * 60)
    for who, verb in ((bob, Verb.ACCEPT), (bob, Verb.DECLINE), (alice, Verb.WITHDRAW)):
        unchanged = Unchanged(world, who)
        unchanged.check(await world.forge(who, offer, button_id(verb, 1)), "has expired")


# --------------------------------------------------------------------- forged ids, play


NONSENSE = [
    "x",
    "b1",
    "b1:",
    "b1:play",
    "b1:play:1",
    "b1:play:1:4",
    "b1:play:1:4:SA:",
    "b1:play:1:4:S A",
    "b2:play:1:4:SA",
    "b1:PLAY:1:4:SA",
    "b1:nothing:1:4:SA",
    "b1:play:-1:4:SA",
    "b1:play:1:-4:SA",
    "b1:play:+1:4:SA",
    "b1:play:1.0:4:SA",
    "b1:play:0x1:4:SA",
    "b1:play::4:SA",
    "b1:play:1::SA",
    "b1:play:1:4:♠A",
    "b1:play:1:4:SA\n",
    "b1:play:1:4:SA\x00",
    "b1:play:01:4:DQ",
    "b1:play:1:04:DQ",
    "b1:play:1:00000000000004:DQ",
    "b1:play:１:4:SA",
    "b1:play:1:٤:DQ",
    "b1:play:9223372036854775808:4:SA",
    "b1:play:" + "9" * 80 + ":4:SA",
    "b1:play:1:4:" + "S" * 88,
    "b1:play:1:" + "9" * 80 + ":S",
    "'; DROP TABLE matches; --",
    "@everyone <@&1>",
    "\u202eb1:play:1:4:SA",
]


async def test_nonsense_is_no_button(scene: Scene) -> None:
    bob, table = scene.players[1], scene.table()
    unchanged = Unchanged(scene.world, bob)
    for text in NONSENSE:
        result = await scene.world.forge(bob, table, text)
        unchanged.check(result, "does not belong to anything", "earlier moment")


async def test_a_card_needs_the_right_player_number_and_card(scene: Scene) -> None:
    alice, bob = scene.players
    number = (await scene.game()).number
    later = number + 1
    for who, wrong, detail, said in (
        (alice, number, "SA", "It is not your turn"),  # the declarer waits for bob's lead
        (alice, later, "SA", "earlier moment"),
        (bob, number - 1, "DQ", "earlier moment"),
        (bob, later, "DQ", "earlier moment"),
        (bob, 0, "DQ", "earlier moment"),
        (bob, 999_999_999, "DQ", "earlier moment"),
        (bob, number, "SA", "You do not hold"),
        (bob, number, "GC", "You do not hold"),
        (bob, number, "", "earlier moment"),
        (bob, number, "1S", "earlier moment"),
        (bob, number, "Pass", "earlier moment"),
        (bob, number, "dq", "earlier moment"),
        (bob, number, "D11", "earlier moment"),
        (bob, number, "DQ.", "earlier moment"),
        (bob, number, "3f", "earlier moment"),
    ):
        unchanged = Unchanged(scene.world, who)
        unchanged.check(await scene.forge(who, scene.table(), Verb.PLAY, wrong, detail), said)
    await scene.press(1, Verb.PLAY, "DQ")  # the panel answers all the same


async def test_verbs_of_other_phases_are_refused(scene: Scene) -> None:
    bob, number = scene.players[1], (await scene.game()).number
    unchanged = Unchanged(scene.world, bob)
    for verb, detail in (
        (Verb.CALL, "2S"),
        (Verb.CALL, "Pass"),
        (Verb.CALL, "X"),
        (Verb.CALL, "8S"),
        (Verb.CALL, "0S"),
        (Verb.LEVEL, "3"),
        (Verb.LEVEL, ""),
        (Verb.DISCARD, "3"),
        (Verb.MARK, "0.1.1"),
        (Verb.CLEAR, ""),
    ):
        result = await scene.forge(bob, scene.table(), verb, number, detail)
        unchanged.check(result, "earlier moment", "auction of this deal is over")
    result = await scene.world.forge(bob, scene.table(), button_id(Verb.PICK, scene.id, number), ["DQ", "DJ"])
    unchanged.check(result, "earlier moment")


async def test_a_disabled_card_is_refused_by_the_rules(scene: Scene) -> None:
    await scene.press(1, Verb.PLAY, "DQ")
    panel = scene.panel(0)
    assert panel.button(button_id(Verb.PLAY, scene.id, 5, "SA")).disabled  # type: ignore[union-attr]
    unchanged = Unchanged(scene.world, scene.players[0])
    result = await scene.forge(scene.players[0], panel, Verb.PLAY, 5, "SA")
    unchanged.check(result, "You must follow suit")
    assert "R21" in scene.world.answer(result)
    result = await scene.forge(scene.players[0], panel, Verb.PLAY, 5, "GC")
    unchanged.check(result, "does not match")


# ---------------------------------------------------------------- forged ids, auction


async def test_calls_that_are_off_are_refused_by_the_rules(new_world: Any) -> None:
    async with new_world(below=plain_deal(second="QJT987.QJT8.QJT.")) as world:
        scene = await start(world)
        await scene.exchange()
        await scene.calls("1S")
        await scene.show()
        bob, number = scene.players[1], (await scene.game()).number
        for who, sent, detail, said in (
            (bob, number, "1H", "does not rank above"),
            (bob, number, "1S", "does not rank above"),
            (bob, number, "2C", "needs at least 2 cards"),
            (bob, number, "1NT", "needs a card of each suit"),
            (bob, number, "4D", "jump"),
            (bob, number, "XX", "You can redouble only"),
            (bob, number, "0C", "earlier moment"),
            (bob, number, "8NT", "earlier moment"),
            (bob, number, "pass", "earlier moment"),
            (bob, number, "XXX", "earlier moment"),
            (bob, number, "", "earlier moment"),
            (scene.players[0], number, "2S", "It is not your turn"),
            (bob, number - 1, "2S", "earlier moment"),
            (bob, number + 1, "2S", "earlier moment"),
        ):
            unchanged = Unchanged(world, who)
            unchanged.check(await scene.forge(who, scene.table(), Verb.CALL, sent, detail), said)
        unchanged = Unchanged(world, bob)
        for detail in ("8", "-1", "", "1S", "٣", "03", "9" * 60):
            result = await scene.forge(bob, scene.panel(1), Verb.LEVEL, number, detail)
            unchanged.check(result, "earlier moment", "does not belong to anything")
        assert rows(world) == unchanged.before[0]


# --------------------------------------------------------------- forged ids, exchange


@pytest.fixture
async def exchange(new_world: Any) -> AsyncIterator[Scene]:
    """The exchange: alice deals and draws 4 of 17, bob 2 of 15."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.open_panels()
        yield found


MASKS = [
    "",
    "0",
    "1",
    "7",
    "7fff",
    "1ffff",
    "fffffff",
    "1fffffff",
    "g",
    "-3",
    "3.",
    "0x3",
    "8000",
    "18000",
    "٣",
    "3" * 60,
]


async def test_a_mask_of_the_wrong_size_discards_nothing(exchange: Scene) -> None:
    bob = exchange.players[1]
    unchanged = Unchanged(exchange.world, bob)
    for detail in MASKS:
        result = await exchange.forge(bob, exchange.panel(1), Verb.DISCARD, 0, detail)
        unchanged.check(result, "Exactly 2 cards", "earlier moment", "does not belong to anything")


async def test_marks_beyond_the_hand_mark_nothing(exchange: Scene) -> None:
    bob = exchange.players[1]
    unchanged = Unchanged(exchange.world, bob)
    for detail in ("0.15.1", "0.99.1", "0.-1.1", "0.1.2", "0.1", "..", "0.1.1.1", "fffffffff.1.1", "zz.1.1", ""):
        result = await exchange.forge(bob, exchange.panel(1), Verb.MARK, 0, detail)
        unchanged.check(result, "earlier moment", "does not belong to anything")
    await exchange.forge(bob, exchange.panel(1), Verb.MARK, 0, "fffffff.1.1")
    assert "13 too many" in exchange.panel(1).text, "bits beyond the hand are dropped"
    await exchange.discard(1)


NOT_OFFERED = ["SA SK", "S2 S2", "XX", "", "GC GC RC LC", "@everyone", "x" * 100, "ＳＱ", "sq", "SQ SA"]


async def test_select_values_that_were_not_offered_are_refused(exchange: Scene) -> None:
    bob = exchange.players[1]
    unchanged = Unchanged(exchange.world, bob)
    for values in NOT_OFFERED:
        pick = button_id(Verb.PICK, exchange.id, 0)
        result = await exchange.world.forge(bob, exchange.panel(1), pick, values.split(" "))
        unchanged.check(result, "earlier moment")


async def test_select_values_given_twice_or_too_many_discard_nothing_by_themselves(exchange: Scene) -> None:
    bob, panel = exchange.players[1], exchange.panel(1)
    unchanged = Unchanged(exchange.world, bob)
    pick = button_id(Verb.PICK, exchange.id, 0)
    for values, count in ((["SQ", "SQ"], 1), (["SQ", "SJ", "ST"], 3), ([], 0)):
        result = exchange.world.assert_answered(await exchange.world.forge(bob, panel, pick, values))
        picked = "One too many" if count > 2 else f"({count}, red)" if count else "none yet"
        assert picked in exchange.world.answer(result)
        assert unchanged.now() == unchanged.before
        (confirm,) = [one for one in exchange.panel(1).buttons if one.label == "Discard these 2"]
        assert confirm.disabled
        unchanged.check(await exchange.world.forge(bob, panel, confirm.custom_id), "Exactly 2 cards")
    unchanged.check(await exchange.world.forge(bob, panel, pick), "Pick 2 cards")  # a button instead of a select


async def test_discards_are_chosen_once_for_ones_own_hand(exchange: Scene) -> None:
    alice, bob = exchange.players
    await exchange.discard(1)
    for who, number, verb, detail, said in (
        (bob, 0, Verb.DISCARD, "3", "earlier moment"),
        (bob, 1, Verb.DISCARD, "3", "chosen your discards already"),
        (bob, 1, Verb.MARK, "0.1.1", "chosen your discards already"),
        (bob, 1, Verb.CLEAR, "", "chosen your discards already"),
        (alice, 1, Verb.DISCARD, "f", "earlier moment"),
        (alice, 0, Verb.CALL, "1S", "The exchange is still going on"),
        (alice, 0, Verb.PLAY, "SA", "The exchange is still going on"),
        (alice, 0, Verb.LEVEL, "1", "earlier moment"),
    ):
        unchanged = Unchanged(exchange.world, who)
        unchanged.check(await exchange.forge(who, exchange.table(), verb, number, detail), said)


# ------------------------------------------------------- forged where they do not belong


async def test_an_id_forged_on_another_message_cannot_overwrite_that_message(scene: Scene) -> None:
    """Handlers that edit the clicked message in place must make sure that it is theirs."""
    world, (alice, bob), carol = scene.world, scene.players, scene.world["carol"]
    lounge = world.channels["lounge"]
    await carol.slash(lounge, "bridgette challenge", opponent=bob)
    await carol.slash(lounge, "bridgette challenge")
    await alice.slash(lounge, "bridgette leaderboard")
    for who, verb, subject in (
        (carol, Verb.PAGE, 0),
        (carol, Verb.WITHDRAW, 2),
        (bob, Verb.DECLINE, 2),
        (bob, Verb.ACCEPT, 2),
        (alice, Verb.ACCEPT, 3),
        (carol, Verb.THREAD, 0),
        (carol, Verb.THREAD, bob.id),
        (carol, Verb.THREAD, carol.id),
    ):
        unchanged = Unchanged(world, who)
        result = await world.forge(who, scene.table(), button_id(verb, subject, 0, "n" if verb is Verb.PAGE else ""))
        unchanged.check(result, "does not belong to anything")


async def test_a_rematch_is_asked_for_where_the_match_was_played(world: World) -> None:
    scene, lounge = await start(world), world.channels["lounge"]
    await scene.led()
    await scene.resign(scene.players[0])
    await scene.tell()
    await world["carol"].slash(lounge, "bridgette challenge")
    unchanged = Unchanged(world, scene.players[0])
    on = world.find(world["carol"], "Join", channel=lounge)
    result = await world.forge(scene.players[0], on, button_id(Verb.REMATCH, scene.id))
    unchanged.check(result, "does not belong to anything")


async def test_a_rematch_of_an_open_or_unknown_match_is_refused(scene: Scene) -> None:
    unchanged = Unchanged(scene.world, scene.players[0])
    for subject, said in ((scene.id, "still being played"), (99, "no such match"), (0, "no such match")):
        result = await scene.world.forge(scene.players[0], scene.table(), button_id(Verb.REMATCH, subject))
        unchanged.check(result, said)


async def test_the_thread_button_opens_one_thread_for_a_busy_channel_only(scene: Scene) -> None:
    world, carol, bob = scene.world, scene.world["carol"], scene.players[1]
    result = await carol.slash(scene.channel, "bridgette challenge", opponent=bob)
    busy: Seen = world.panel(carol)
    world.assert_answered(result, contains="are playing in this channel")
    (button,) = busy.buttons
    unchanged = Unchanged(world, carol)
    for subject in (carol.id, 12345):
        result = await world.forge(carol, busy, button_id(Verb.THREAD, subject))
        unchanged.check(result, "cannot challenge yourself", "no such challenge")
        assert not scene.channel.threads
    await world.together((carol, busy, button.custom_id), (carol, busy, button.custom_id))
    assert len(scene.channel.threads) == 1
    assert len(rows(world)["challenges"]) == 2


# --------------------------------------------------------------- two matches, crossed


@pytest.mark.parametrize("others", [("carol", "dave"), ("bob", "alice"), ("alice", "carol")])
async def test_clicks_that_cross_over_between_two_matches(others: tuple[str, str], new_world: Any) -> None:
    async with new_world(members=("alice", "bob", "carol", "dave")) as world:
        here = await start(world)
        there = await start(world, *others, channel=world.channels["lounge"])
        for scene in (here, there):
            await scene.until(in_phase(Phase.PLAY))
        await here.act(await here.turn(), (await here.match()).deals[-1].legal_cards(await here.turn())[0])
        for scene in (here, there):
            await scene.show()
        for mine, other in ((here, there), (there, here)):
            number, turn = (await other.game()).number, await other.turn()
            card = str((await other.match()).deals[-1].legal_cards(turn)[0])
            for member in mine.players:
                unchanged = Unchanged(world, member)
                result = await other.forge(member, mine.table(), Verb.PLAY, number - 1, card)
                unchanged.check(result, "earlier moment", "You are welcome to watch")
                if member.id != other.players[turn].id:
                    result = await other.forge(member, mine.table(), Verb.PLAY, number, card)
                    unchanged.check(result, "not your turn", "You are welcome to watch")
        for scene in (here, there):
            await scene.open_panels()  # where a match was played in another channel, the panel went there
            turn = await scene.turn()
            card = str((await scene.match()).deals[-1].legal_cards(turn)[0])
            before, number = await (there if scene is here else here).match(), (await scene.game()).number
            button = button_id(Verb.PLAY, scene.id, number, card)
            world.assert_answered(await world.press(scene.players[turn], button, channel=scene.channel))
            assert (await scene.game()).number == number + 1
            assert await (there if scene is here else here).match() == before


async def test_a_panel_of_one_match_asked_for_in_another_channel_acts_on_its_own(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene, lounge = await start(world), world.channels["lounge"]
        await scene.to_play()
        await scene.tell()
        await scene.players[1].slash(lounge, "bridgette hand")
        panel = world.panel(scene.players[1], lounge)
        result = await scene.players[1].click(panel.handle, label="♦︎Q")
        world.assert_answered(result)
        assert "♦︎Q" in scene.table().text
        assert public(world, lounge) == []
