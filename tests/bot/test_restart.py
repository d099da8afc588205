"""The process stops, cleanly or not, at any point; a new one goes on, and the old buttons answer."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.features.challenges.feature import ChallengesFeature
from bridgette import Discard, Match, Phase
from tests.game.notation import deck
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import (
    FIRST,
    SECOND,
    Scene,
    chance,
    controls,
    core_of,
    enabled,
    feature_of,
    plain_deal,
    public,
    rows,
    start,
    under_way,
)

Setup = Callable[[Scene], Awaitable[None]]
crashing = pytest.mark.parametrize("crash", [False, True], ids=["clean", "crash"])


async def nothing_chosen(scene: Scene) -> None:
    await scene.open_panels()


async def half_marked(scene: Scene) -> None:
    await scene.open_panels()
    for _ in range(2):
        scene.world.assert_answered(await scene.world.press(scene.players[0], controls_on(scene, 0)))


async def one_chosen(scene: Scene) -> None:
    await scene.act(1, Discard((await scene.match()).deals[-1].drawn(1)))
    await scene.show()


async def auction_begins(scene: Scene) -> None:
    await scene.exchange()
    await scene.show()


async def after_a_bid(scene: Scene) -> None:
    await auction_begins(scene)
    await scene.press(0, Verb.CALL, "1S")


async def after_a_double(scene: Scene) -> None:
    await scene.exchange()
    await scene.calls("1S X")
    await scene.show()


async def level_chosen(scene: Scene) -> None:
    await auction_begins(scene)
    await scene.press(0, Verb.LEVEL, "4")


async def trick_begins(scene: Scene) -> None:
    await scene.to_play()
    await scene.show()


async def mid_trick(scene: Scene) -> None:
    await trick_begins(scene)
    await scene.press(1, Verb.PLAY, "DQ")


async def between_tricks(scene: Scene) -> None:
    await scene.to_play()
    await scene.plays("DQ DK SA")
    await scene.show()
    await scene.press(1, Verb.PLAY, "ST")


async def next_deal(scene: Scene) -> None:
    await scene.to_play()
    await scene.until(lambda match: len(match.deals) == 2)
    await scene.show()


async def passed_out(scene: Scene) -> None:
    await scene.exchange()
    await scene.calls("Pass Pass")
    await scene.show()


PHASES: dict[str, Setup] = {
    setup.__name__: setup
    for setup in (
        nothing_chosen,
        half_marked,
        one_chosen,
        auction_begins,
        after_a_bid,
        after_a_double,
        level_chosen,
        trick_begins,
        mid_trick,
        between_tricks,
        next_deal,
        passed_out,
    )
}


def controls_on(scene: Scene, seat: int) -> str:
    """A card of the seat's panel that is not picked yet."""
    return next(one.custom_id for one in controls(scene.panel(seat), Verb.MARK) if one.custom_id.endswith(".1"))


def plain(text: str) -> str:
    """A panel's text without the sentence on top."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(">"))


@pytest.mark.parametrize("phase", PHASES)
async def test_a_match_goes_on_after_a_clean_restart_and_a_crash(phase: str, new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await PHASES[phase](scene)
        match, number = await scene.match(), (await scene.game()).number
        kept = rows(world)
        before = [len(scene.notices(seat)) for seat in (0, 1)]
        table, panels = scene.table(), [scene.panel(seat) for seat in (0, 1)]
        await world.restart()

        assert await scene.match() == match, "cards, turn and totals are as before"
        assert (await scene.game()).number == number
        assert scene.table().id == table.id
        assert scene.table().text == table.text
        for name in ("matches", "deals", "acts", "results", "challenges"):
            assert rows(world)[name] == kept[name], name
        acted = (await scene.game()).acted
        told = {seat: len(scene.notices(seat)) for seat in (0, 1)}
        at_once = {seat: int(seat in match.to_act and (acted[seat] is None or before[seat] > 0)) for seat in (0, 1)}
        assert told == at_once, "whose turn it is, but for those who did something a moment ago and have a panel"
        await world.advance(6 * 60)
        told = {seat: len(scene.notices(seat)) for seat in (0, 1)}
        assert told == {seat: int(seat in match.to_act) for seat in (0, 1)}, "whose turn it is: they are told once"
        await world.restart(crash=True)
        assert {seat: len(scene.notices(seat)) for seat in (0, 1)} == told, "and not again"

        for seat in sorted((0, 1), key=lambda seat: seat in match.to_act):  # whoever waits first
            old = world.look(panels[seat])
            if seat not in match.to_act:
                result = await world.press(scene.players[seat], "Refresh", on=old)
                assert plain(world.answer(world.assert_answered(result))) == plain(old.text)
                continue
            await the_old_panel_acts(scene, seat, match)
        assert (await scene.game()).number > number
        assert await scene.stored() == await scene.match()
        assert all(not scene.notices(seat) for seat in match.to_act - (await scene.match()).to_act)


async def the_old_panel_acts(scene: Scene, seat: int, match: Match) -> None:
    """The seat goes on with the panel that it had before the restart."""
    deal, old = match.deals[-1], scene.panel(seat)
    if deal.phase is Phase.EXCHANGE:
        await the_old_panel_discards(scene, seat, match)
        return
    button = enabled(old, Verb.CALL, Verb.PLAY)[0]
    assert button.custom_id.startswith(("b1:call", "b1:play"))
    scene.world.assert_answered(await scene.world.press(scene.players[seat], button.custom_id, on=old))


async def the_old_panel_discards(scene: Scene, seat: int, match: Match) -> None:
    deal = match.deals[-1]
    picked = [one.label for one in scene.panel(seat).buttons if one.label.startswith("✗")]
    for _ in range(deal.to_discard(seat) - len(picked)):
        scene.world.assert_answered(await scene.world.press(scene.players[seat], controls_on(scene, seat)))
    now = [one.label for one in scene.panel(seat).buttons if one.label.startswith("✗")]
    assert set(picked) <= set(now), "what was picked before the restart is still picked"
    await scene.confirm(seat)
    assert re.search("Your call|Waiting for", scene.panel(seat).text), "the panel goes on"
    assert (await scene.match()).deals[-1].discards[seat] is not None


@crashing
async def test_an_open_challenge_can_be_accepted_after_a_restart(crash: bool, world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    before = public(world)
    await world.restart(crash=crash)
    assert public(world) == before
    assert len(world.pinged(bob)) == 1
    world.assert_answered(await world.press(bob, "Accept"), contains="accepted")
    assert "to discard" in world.panel(bob).text
    assert len([one for one in world.sees(alice) if one.button("My hand") and one.button("Rules")]) == 1


async def test_an_open_challenge_can_be_declined_or_withdrawn_after_a_restart(world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    await bob.slash(world.channel, "bridgette challenge")
    await world.restart()
    world.assert_answered(await world.press(bob, "Decline"), contains="would rather not play")
    world.assert_answered(await world.press(bob, "Withdraw"), contains="withdrew")
    assert not rows(world)["matches"]


@crashing
async def test_a_challenge_that_expired_while_the_bot_was_down_shows_so(crash: bool, world: World) -> None:
    alice, bob = world["alice"], world["bob"]
    await alice.slash(world.channel, "bridgette challenge", opponent=bob)
    offer = world.find(bob, "Accept")
    if not crash:
        await world.client.close()
    else:
        feature_of(world.client, ChallengesFeature).challenges.expire = never  # type: ignore[method-assign]
    await world.advance(16 * 60)
    assert world.look(offer).button("Accept")
    await world.restart(crash=crash)
    assert "expired" in world.look(offer).text
    assert not world.look(offer).buttons
    assert len(world.pinged(bob)) == 1


async def never(now: object) -> list[Any]:
    """Background work of a process that hangs."""
    return []


async def test_the_buttons_of_a_finished_match_answer(world: World) -> None:
    scene = await start(world)
    await scene.until(lambda match: False)
    await scene.tell()
    before, kept = public(world), rows(world)
    old_panel = scene.panel(1)
    await world.restart(crash=True)
    assert public(world) == before, "nothing is posted twice"
    assert rows(world) == kept
    result = await world.forge(scene.players[1], old_panel, f"b1:play:{scene.id}:1:SA")
    world.assert_answered(result, contains="The match is over")
    world.assert_answered(await world.press(scene.players[1], "Rematch"), contains="another match")
    world.assert_answered(await world.press(scene.players[0], "Accept"))
    assert (await core_of(world).games.in_channel(scene.channel.id)) is not None


async def test_the_leaderboard_pages_turn_after_a_restart(new_world: Any) -> None:
    names = [f"player{number}" for number in range(12)]
    async with new_world(members=names) as world:
        for number in range(0, 12, 2):
            scene = await start(world, names[number], names[number + 1])
            await scene.until(under_way)
            await scene.resign(scene.players[0])
        await world["player0"].slash(world.channel, "bridgette leaderboard")
        private = world.panel(world["player0"])
        await world.restart()
        world.assert_answered(await world.press(world["player0"], "Next ▶", on=private), contains="Page 2 of 2")
        assert not [one for one in world.sees(world["player5"]) if "Page" in one.text]
        world.assert_answered(await world.press(world["player0"], "Show to all", on=private), contains="Page 2 of 2")
        await world.restart()
        world.assert_answered(await world.press(world["player6"], "◀ Previous"), contains="Page 1 of 2")
        world.assert_answered(await world.press(world["player5"], "Next ▶"), contains="Page 2 of 2")


@pytest.mark.parametrize("told", [1, 0], ids=["opened", "never opened"])
async def test_what_was_saved_and_not_told_is_told_after_a_crash(told: int, new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.to_play()
        if told:
            await scene.show()
        await scene.plays("DQ DK")
        stale = scene.table().text
        await world.restart(crash=True)
        assert scene.table().text != stale
        assert "Trick 2" in scene.table().text
        assert len(world.pinged(scene.players[0])) == 2, "when the match began, and now"
        assert len(scene.notices(0)) == 1
        assert not scene.notices(1)
        await world.press(scene.players[0], "My hand")
        await scene.press(0, Verb.PLAY, "SA")


async def test_the_end_of_a_deal_that_was_not_told_is_told_after_a_crash(new_world: Any) -> None:
    first = deck((FIRST, SECOND))
    async with new_world(below=chance(first, first)) as world:
        scene = await start(world)
        await scene.exchange()
        await scene.calls("Pass Pass")
        await world.restart(crash=True)
        assert "Passed out" in world.reads(world["carol"])
        assert "dealt again" in scene.table().text
        await scene.to_play()
        await scene.until(lambda match: len(match.deals) == 4)
        await world.restart(crash=True)
        texts = [one.text for one in world.sees(world["carol"])]
        assert sum(" · totals: " in text for text in texts) == 3
        assert "Deal 3 of 6" in scene.table().text
        assert len(rows(world)["acts"]) == (await scene.game()).number


async def test_the_end_of_a_match_that_was_not_told_is_told_once_after_a_crash(world: World) -> None:
    scene = await start(world)
    await scene.until(lambda match: False)
    for _ in range(2):
        await world.restart(crash=True)
        shown = [one for one in world.sees(world["carol"]) if one.button("Rematch")]
        assert len(shown) == 1
        assert "The match is over" in shown[0].text
        assert not scene.tables()
        assert not scene.notices(0)
        assert not scene.notices(1)


async def test_a_table_that_was_deleted_while_down_is_posted_anew(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await auction_begins(scene)
        old, result_of = scene.table(), rows(world)["acts"]
        await world.client.close()
        world.env.backend.delete_message(scene.channel.id, old.id)
        await world.restart()
        assert not scene.tables(), "nothing has happened, so nothing is sent"
        assert rows(world)["acts"] == result_of
        await scene.press(0, Verb.CALL, "1S")
        assert scene.table().id != old.id
        assert "1♠" in scene.table().text


async def test_a_failed_post_is_made_good_at_the_next_start(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await auction_begins(scene)
        world.env.inject_error("PATCH", f"/channels/{scene.channel.id}/messages/*", status=403, code=50013)
        await scene.press(0, Verb.CALL, "1S")
        assert "no call yet" in scene.table().text
        assert "1♠" in scene.panel(1).text, "the opponent's panel needs no permission"
        await world.restart()
        assert "1♠" in scene.table().text
        assert "Your call" in scene.panel(1).text
