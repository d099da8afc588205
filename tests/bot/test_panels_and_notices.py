"""Panels that follow by themselves, notices that ping once, and the one table with buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bridgette import Discard, How
from tests.support.verbs import Verb

from .scene import Scene, controls, core_of, enabled, plain_deal, rows, start

MINUTE = 60
TOKEN = 15 * MINUTE


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match at its exchange; alice deals. Both have a panel."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.open_panels()
        yield found


async def to_play(scene: Scene) -> Scene:
    """To bob's first lead, with both panels shown anew."""
    await scene.to_play()
    await scene.show()
    return scene


def posts(scene: Scene, method: str, path: str) -> int:
    """How many requests of this kind the bot made in the channel so far."""
    start = f"/channels/{scene.channel.id}/{path}"
    return sum(one.method == method and one.path.startswith(start) for one in scene.world.env.http_requests)


# ------------------------------------------------------------------------------- panels


async def test_a_waiting_panel_follows_when_the_opponent_acts(scene: Scene) -> None:
    await to_play(scene)
    waiting = scene.panel(0)
    assert "Waiting for" in waiting.text
    await scene.press(1, Verb.PLAY, "DQ")
    now = scene.world.look(waiting)
    assert now.id == scene.panel(0).id
    assert "⁨bob⁩ led ♦︎Q" in now.text
    assert enabled(now, Verb.PLAY)
    await scene.press(0, Verb.PLAY, "D2")
    assert "won" in scene.panel(1).text
    assert enabled(scene.panel(1), Verb.PLAY)
    assert not scene.world.pings[len(scene.world.pings) :]


async def test_a_panel_of_somebody_who_chooses_is_not_touched_from_outside(scene: Scene) -> None:
    (first, *_) = controls(scene.panel(1), Verb.MARK)
    scene.world.assert_answered(await scene.world.press(scene.players[1], first.custom_id))
    choosing = scene.panel(1)
    await scene.discard(0)
    assert scene.world.look(choosing).raw == choosing.raw
    assert "still has to choose" in scene.table().text
    assert len(scene.world.pinged(scene.players[1])) == 1, "the challenge, and nothing else"
    await scene.discard(1)
    assert "Your call" in scene.panel(0).text


async def test_a_panel_in_the_auction_is_not_touched_by_the_clock(scene: Scene) -> None:
    await scene.exchange()
    await scene.show()
    await scene.press(0, Verb.LEVEL, "4")
    choosing = scene.panel(0)
    await scene.world.advance(6 * MINUTE)
    assert scene.world.look(choosing).raw == choosing.raw
    await scene.press(0, Verb.CALL, "2S")


async def test_a_panel_that_cannot_be_edited_is_no_live_one(scene: Scene) -> None:
    await to_play(scene)
    pings = len(scene.world.pinged(scene.players[0]))
    scene.world.env.inject_error("PATCH", "/webhooks/*/messages/*", status=404, code=10015)
    await scene.press(1, Verb.PLAY, "DQ")
    assert "Waiting for" in scene.panel(0).text
    assert len(scene.world.pinged(scene.players[0])) == pings + 1
    assert len(scene.notices(0)) == 1
    await scene.world.press(scene.players[0], "My hand", on=scene.notices(0)[0])
    await scene.press(0, Verb.PLAY, "D2")
    assert not scene.notices(0)


@pytest.mark.parametrize("is_led", [False, True])
async def test_the_panels_say_that_the_match_is_over(is_led: bool, scene: Scene) -> None:
    """Also the panel of whoever resigned: nothing can be pressed on it any more."""
    if is_led:
        await to_play(scene)
        await scene.press(1, Verb.PLAY, "DQ")
    panels, pings = [scene.panel(seat) for seat in (0, 1)], [len(scene.world.pinged(one)) for one in scene.players]
    await scene.players[0].slash(scene.channel, "bridgette resign")
    said = "You have resigned." if is_led else "You have left the match before it was under way."
    scene.world.assert_answered(await scene.world.press(scene.players[0], "Resign the match"), contains=said)
    outcome = "⁨bob⁩ wins!** ⁨alice⁩ resigned." if is_led else "The match is void: it counts for nobody."
    for panel in map(scene.world.look, panels):
        assert "The match is over. " in panel.text
        assert outcome in panel.text
        assert not panel.buttons
    assert [len(scene.world.pinged(one)) for one in scene.players] == [pings[0], pings[1] + is_led], (
        "the winner is told"
    )


# ------------------------------------------------------------------------------ notices


async def test_with_a_dead_token_a_notice_pings_once_a_turn_and_goes(scene: Scene) -> None:
    await to_play(scene)
    alice, world = scene.players[0], scene.world
    await world.advance(TOKEN - 2 * MINUTE)
    await world.press(scene.players[1], "My hand")  # bob is there, alice is not
    await world.advance(3 * MINUTE)
    pings = len(world.pinged(alice))
    await scene.press(1, Verb.PLAY, "DQ")
    assert len(world.pinged(alice)) == pings + 1
    (notice,) = scene.notices(0)
    assert not notice.ephemeral
    assert "your turn to play a card" in notice.text
    await world.advance(15 * MINUTE)
    assert len(world.pinged(alice)) == pings + 1, "once a turn"
    world.assert_answered(await world.press(alice, "My hand", on=notice))
    assert scene.notices(0), "it stays until the turn is over"
    await scene.press(0, Verb.PLAY, "D2")
    assert not scene.notices(0)
    assert not rows(world)["notices"] or all(row[1] == 1 for row in rows(world)["notices"])


async def test_with_a_live_panel_a_notice_comes_after_five_minutes_only(scene: Scene) -> None:
    await to_play(scene)
    world, bob = scene.world, scene.players[1]
    pings = len(world.pinged(bob))
    await world.advance(4 * MINUTE)
    assert len(world.pinged(bob)) == pings
    assert not scene.notices(1)
    await world.advance(2 * MINUTE)
    assert len(world.pinged(bob)) == pings + 1
    assert len(scene.notices(1)) == 1
    await world.advance(20 * MINUTE)
    assert len(world.pinged(bob)) == pings + 1
    await world.press(bob, "My hand")
    await scene.press(1, Verb.PLAY, "DQ")
    assert not scene.notices(1)
    assert len(scene.notices(0)) == 1, "alice's panel is dead by now"


async def test_whoever_goes_on_after_winning_is_told_of_the_new_turn_as_well(scene: Scene) -> None:
    await to_play(scene)
    world, alice = scene.world, scene.players[0]
    await scene.press(1, Verb.PLAY, "DQ")
    await world.advance(6 * MINUTE)
    pings = len(world.pinged(alice))
    (notice,) = scene.notices(0)
    await scene.press(0, Verb.PLAY, "DK")  # wins, and is to lead
    assert not scene.notices(0), "the turn of the notice is over"
    await world.advance(6 * MINUTE)
    assert len(world.pinged(alice)) == pings + 1
    assert scene.notices(0)[0].id != notice.id


async def test_only_those_who_have_not_discarded_are_told(scene: Scene) -> None:
    await scene.discard(0)
    pings = [len(scene.world.pinged(player)) for player in scene.players]
    await scene.world.advance(6 * MINUTE)
    assert [len(scene.world.pinged(player)) for player in scene.players] == [pings[0], pings[1] + 1]
    await scene.world.press(scene.players[1], "My hand")
    await scene.discard(1)
    assert not scene.notices(1)


async def test_a_whole_match_between_two_who_are_there_pings_for_the_start_alone(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.open_panels()
        for _ in range(2):
            await play_a_trick_or_call(scene)
        await scene.until(lambda match: False)
        await scene.tell()
        pings = {name: [ping.message_id for ping in world.pinged(world[name])] for name in world.members}
        assert [len(pings[name]) for name in ("alice", "bob", "carol")] == [1, 1, 0]
        everyone = [one for one in world.sees(world["carol"]) if "@everyone" in one.text or "@here" in one.text]
        assert not everyone
        assert not scene.notices(0)


@pytest.mark.parametrize(("calls", "winner"), [("1S Pass", 0), ("7NT Pass", 1)])
async def test_the_winner_is_pinged_unless_they_made_the_last_act(calls: str, winner: int, new_world: Any) -> None:
    """Whoever clicked last reads the result at once; the other may be away."""
    async with new_world(below=plain_deal()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob, deals=1))
        world.assert_answered(await world.press(bob, "Accept"))
        (game,) = core_of(world).games.held
        scene = Scene(world, game.id, (alice, bob), world.channel)
        await scene.to_play(calls)
        await scene.until(lambda match: match.deals[-1].play is not None and len(match.deals[-1].play.plays) == 23)
        await scene.show()
        last, before = await scene.turn(), [len(world.pinged(member)) for member in (alice, bob)]
        assert last == 1
        await scene.press(last, Verb.PLAY, str((await scene.match()).deals[-1].legal_cards(last)[0]))
        ended = (await scene.stored()).ended
        assert ended is not None
        assert ended.winner == winner
        pings = [len(world.pinged(member)) - before[seat] for seat, member in enumerate((alice, bob))]
        assert pings == [int(winner != last), 0]
        name = alice.mention if winner != last else "\u2068bob\u2069"
        assert f"🏆 **{name} wins, " in world.find(alice, "Rematch").text


async def play_a_trick_or_call(scene: Scene) -> None:
    """One act of each player by clicking."""
    deal = (await scene.match()).deals[-1]
    if len(deal.to_act) == 2:
        await scene.discard(0)
        await scene.discard(1)
        return
    await scene.press(0, Verb.CALL, "1S")
    await scene.press(1, Verb.CALL, "Pass")


async def test_the_table_and_the_results_notify_nobody(scene: Scene) -> None:
    await to_play(scene)
    await scene.until(lambda match: len(match.deals) == 2)
    await scene.tell()
    backend = scene.world.env.backend
    table = backend.get_message(scene.channel.id, scene.table().id)
    assert table.flags & discord.MessageFlags(suppress_notifications=True).value
    assert len(scene.world.pings) == 2, "the challenge and its acceptance"


# -------------------------------------------------------------------------------- table


async def test_one_table_a_deal_edited_in_place(scene: Scene) -> None:
    table = scene.table()
    before = len(scene.public())
    await scene.discard(0)
    await scene.discard(1)
    await scene.press(0, Verb.CALL, "1S")
    await scene.press(1, Verb.CALL, "Pass")
    await scene.press(1, Verb.PLAY, "DQ")
    await scene.press(0, Verb.PLAY, "D2")
    assert scene.table().id == table.id
    assert len(scene.public()) <= before
    await scene.until(lambda match: len(match.deals) == 2)
    await scene.tell()
    result = scene.world.look(table)
    assert "Deal 1 of 6 · totals: " in result.text, "the table of a deal turns into its result"
    assert [one.label for one in result.buttons] == ["Show the play", "Analysis"]
    assert scene.table().id != table.id
    assert "Deal 2 of 6" in scene.table().text


async def test_the_results_of_all_deals_stay(scene: Scene) -> None:
    await scene.until(lambda match: False)
    await scene.tell()
    texts = [one.text for one in scene.world.sees(scene.world["carol"])]
    match = await scene.match()
    for number in range(1, match.counted + 1):
        assert sum(
            f"Deal {number} of 6 · totals: " in text or f"Deal {number}: the tie-break · totals: " in text
            for text in texts
        )
    assert not scene.tables()


async def test_a_deleted_table_is_posted_anew_quietly(scene: Scene) -> None:
    await to_play(scene)
    old = scene.table()
    moderator = scene.world.guild.add_member(scene.world.env.create_user("mod"))
    scene.world.env.backend.delete_message(scene.channel.id, old.id)
    pings = len(scene.world.pings)
    await scene.press(1, Verb.PLAY, "DQ")
    assert scene.table().id != old.id
    assert "♦︎Q" in scene.table().text
    assert len(scene.world.pings) == pings
    assert "♦︎Q" in scene.world.reads(moderator)


async def test_an_old_table_is_replaced_and_deleted(scene: Scene) -> None:
    await to_play(scene)
    old = scene.table()
    await scene.world.advance(59 * MINUTE)
    await scene.world.press(scene.players[1], "My hand")
    await scene.press(1, Verb.PLAY, "DQ")
    assert scene.table().id == old.id
    await scene.world.advance(2 * MINUTE)
    await scene.world.press(scene.players[0], "My hand", on=scene.table())
    await scene.press(0, Verb.PLAY, "D2")
    new = scene.table()
    assert new.id != old.id
    assert all(one.id != old.id for one in scene.world.sees(scene.world["carol"]))
    await scene.world.advance(30 * MINUTE)
    await scene.world.press(scene.players[0], "My hand", on=new)
    assert scene.table().id == new.id


async def test_the_table_command_moves_it(scene: Scene) -> None:
    await to_play(scene)
    old = scene.table()
    await scene.world["carol"].send(scene.channel, "so much talk")
    result = await scene.world["carol"].slash(scene.channel, "bridgette table")
    scene.world.assert_answered(result, contains="to the bottom")
    assert result.ephemeral
    assert scene.table().id != old.id
    last = [one for one in scene.world.sees(scene.players[0]) if not one.ephemeral][-1]
    assert last.id == scene.table().id
    await scene.press(1, Verb.PLAY, "DQ")
    assert scene.table().id == last.id


# ------------------------------------------------------------------------------- errors

ERRORS = [(404, 10008), (400, 30046), (403, 50001), (403, 50013), (400, 50083), (503, 0)]


@pytest.mark.parametrize(("status", "code"), ERRORS)
async def test_an_error_at_the_table_loses_no_move_and_is_not_repeated(status: int, code: int, scene: Scene) -> None:
    await to_play(scene)
    world, channel = scene.world, scene.channel.id
    before = (posts(scene, "PATCH", "messages"), posts(scene, "POST", "messages"))
    number = (await scene.game()).number
    world.env.inject_error("*", f"/channels/{channel}/messages*", status=status, code=code, times=None)
    await scene.press(1, Verb.PLAY, "DQ")
    await scene.press(0, Verb.PLAY, "D2")
    assert (await scene.game()).number == number + 2
    assert await scene.stored() == await scene.match()
    assert "won" in scene.panel(0).text
    after = (posts(scene, "PATCH", "messages"), posts(scene, "POST", "messages"))
    tries = sum(after) - sum(before)
    assert tries <= (20 if status >= 500 else 4), "discord.py itself tries 5xx five times"
    await world.advance(4 * MINUTE)
    later = posts(scene, "PATCH", "messages") + posts(scene, "POST", "messages") - sum(after)
    # What Discord refuses is not asked again until the next act; what may pass is, with growing pauses.
    assert later <= (40 if status >= 500 else 0), "no loop"
    world.env.backend.faults.clear()
    await scene.press(1, Verb.PLAY, "DJ")
    assert "♦︎J" in scene.table().text
    assert len(scene.tables()) == 1


async def test_what_discord_could_not_take_is_shown_later_without_an_act(scene: Scene) -> None:
    await to_play(scene)
    scene.world.env.inject_error("*", f"/channels/{scene.channel.id}/messages*", status=503, code=0, times=None)
    await scene.press(1, Verb.PLAY, "DQ")
    scene.world.env.backend.faults.clear()
    assert "♦︎Q" not in scene.table().text
    await scene.world.advance(MINUTE)
    assert "♦︎Q" in scene.table().text


async def test_a_match_whose_channel_is_gone_is_void_and_its_players_are_free(scene: Scene) -> None:
    await to_play(scene)
    scene.world.env.inject_error("*", f"/channels/{scene.channel.id}/messages*", status=404, code=10003, times=None)
    await scene.press(1, Verb.PLAY, "DQ")
    scene.world.env.backend.faults.clear()
    result = await scene.players[0].slash(scene.channel, "bridgette hand")
    scene.world.assert_answered(result, contains="no open match")
    ended = (await scene.game()).match.ended
    assert ended is not None
    assert ended.how is How.VOID


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (400, 30046)])
async def test_a_table_that_takes_no_edit_is_replaced_at_once(status: int, code: int, scene: Scene) -> None:
    await to_play(scene)
    old = scene.table()
    path = f"/channels/{scene.channel.id}/messages/{old.id}"
    scene.world.env.inject_error("PATCH", path, status=status, code=code)
    await scene.press(1, Verb.PLAY, "DQ")
    assert scene.table().id != old.id
    assert "♦︎Q" in scene.table().text


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001)])
async def test_a_notice_that_cannot_be_posted_is_tried_once_a_turn(status: int, code: int, scene: Scene) -> None:
    await to_play(scene)
    world = scene.world
    world.env.inject_error("POST", f"/channels/{scene.channel.id}/messages", status=status, code=code, times=None)
    before = posts(scene, "POST", "messages")
    await world.advance(16 * MINUTE)
    assert posts(scene, "POST", "messages") - before <= 2
    await world.press(scene.players[1], "My hand")
    world.env.backend.faults.clear()
    await scene.press(1, Verb.PLAY, "DQ")
    assert len(scene.tables()) == 1


async def test_an_answer_that_fails_loses_no_move(scene: Scene) -> None:
    await to_play(scene)
    scene.world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    panel = scene.panel(1)
    result = await scene.players[1].click(panel.handle, custom_id=controls(panel, Verb.PLAY)[0].custom_id)
    scene.world.excuse(result)  # type: ignore[attr-defined]
    assert not result.acknowledged
    assert "led" in scene.table().text
    assert "Play to trick 1" in scene.panel(0).text
    await scene.world.press(scene.players[1], "My hand")
    assert "Waiting for" in scene.panel(1).text


async def test_a_result_that_cannot_be_posted_comes_later(scene: Scene) -> None:
    """A match that ends while Discord fails: its result is not lost, and posted once."""
    world = scene.world
    await to_play(scene)
    await scene.press(1, Verb.PLAY, "DQ")
    world.env.inject_error("*", f"/channels/{scene.channel.id}/messages*", status=403, code=50013, times=None)
    await scene.players[0].slash(scene.channel, "bridgette resign")
    world.assert_answered(await world.press(scene.players[0], "Resign the match"), contains="You have resigned")
    assert rows(world)["results"]
    world.env.backend.faults.clear()
    await world.restart()
    assert len([one for one in world.sees(world["carol"]) if one.button("Rematch")]) == 1
    assert "Broken off: this deal does not count\n" in world.reads(world["carol"])


async def test_a_match_that_was_void_while_discord_failed_is_shown_as_void_later(scene: Scene) -> None:
    world, channel = scene.world, f"/channels/{scene.channel.id}/messages*"
    table = scene.table()
    world.env.inject_error("*", channel, status=403, code=50013, times=None)
    await scene.players[0].slash(scene.channel, "bridgette resign")
    result = await world.press(scene.players[0], "Resign the match")
    world.assert_answered(result, contains="void and counts for nobody")
    assert "The match is void" in scene.panel(1).text
    assert "your discards" in world.look(table).text
    world.env.backend.faults.clear()
    await world.restart()
    assert "## This match is void" in world.look(table).text
    assert [button.label for button in world.look(table).buttons] == ["Check the shuffle", "Match record"]
    assert not [one for one in world.sees(world["carol"]) if one.button("Rematch")]
    assert not rows(world)["standings"]


async def test_a_deleted_channel_stops_nothing(scene: Scene) -> None:
    await scene.act(1, Discard((await scene.match()).deals[-1].drawn(1)))
    there = await start(scene.world, channel=scene.world.channels["lounge"])
    scene.world.env.backend.delete_channel(scene.channel.id)
    await scene.world.settle()
    await scene.world.restart()
    await there.open_panels()
    await there.discard(0)
    await there.discard(1)
    assert "your call" in there.table().text
