"""A player has one panel; it comes by itself, stays by the table, and shows each deal's result before the next deal."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.support.seen import Seen
from tests.support.verbs import Verb

from .scene import Scene, controls, core_of, plain_deal, plain_deals, start

MINUTE = 60
TOKEN = 15 * MINUTE


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match at its exchange, just accepted; alice, at seat 0, deals."""
    async with new_world(below=plain_deals()) as world:
        yield await start(world)


def the_panel(scene: Scene, seat: int) -> Seen:
    """The one panel of the seat: nothing else that its player sees alone can be pressed."""
    (one,) = (one for one in scene.private(seat) if {button.label for button in one.buttons} - {"My hand"})
    return one


# ------------------------------------------------------------------------ the first ones


async def test_both_panels_come_by_themselves_below_the_table(scene: Scene) -> None:
    for seat in (0, 1):
        (panel,) = scene.private(seat)
        assert controls(panel, Verb.MARK)
        assert panel.id > scene.table().id
    third = scene.world["carol"]
    assert not [one for one in scene.world.sees(third, scene.channel) if one.ephemeral]
    # Whoever accepted is there. The challenger may have gone away meanwhile, and is pinged all the same.
    assert len(scene.notices(0)) == 1
    assert not [one for one in scene.notices(1) if one.button("My hand")]


async def test_a_first_panel_that_nobody_asked_for_follows_and_can_be_used(scene: Scene) -> None:
    first = the_panel(scene, 0)
    await scene.discard(0)
    assert the_panel(scene, 0).id == first.id
    await scene.discard(1)
    assert "Your call" in the_panel(scene, 0).text
    assert not scene.notices(0), "the panel was used"


async def test_the_first_panels_come_although_the_table_does_not(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob))
        world.env.inject_error("POST", f"/channels/{world.channel.id}/messages*", status=403, code=50013, times=None)
        world.assert_answered(await world.press(bob, "Accept"))
        for member in (alice, bob):
            panel = world.panel(member)
            assert controls(panel, Verb.MARK)
            assert "could not be posted" in panel.text


async def test_a_challenger_whose_token_is_dead_is_told_by_the_notice(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob))
        await world.restart()
        world.assert_answered(await world.press(bob, "Accept"))
        assert not [one for one in world.sees(alice) if one.ephemeral]
        assert any(alice.mention in one.text and one.button("My hand") for one in world.sees(alice))


# ------------------------------------------------------------------------------ only one


async def test_my_hand_takes_the_place_of_the_panel_before(scene: Scene) -> None:
    before = the_panel(scene, 1)
    await scene.open_panels()
    now = the_panel(scene, 1)
    assert now.id > before.id
    scene.world.assert_answered(await scene.players[1].slash(scene.channel, "bridgette hand"))
    assert the_panel(scene, 1).id > now.id


async def test_typed_acts_leave_no_panel_each(scene: Scene) -> None:
    await scene.to_play()
    await scene.show()
    panels = [the_panel(scene, seat).id for seat in (0, 1)]
    for seat, card in ((1, "DQ"), (0, "DK"), (0, "SA"), (1, "ST")):
        result = await scene.players[seat].slash(scene.channel, "bridgette play", card=card)
        scene.world.assert_answered(result, contains="You played")
        assert controls(the_panel(scene, seat), Verb.PLAY) or "Waiting" in the_panel(scene, seat).text
        assert [the_panel(scene, one).id for one in (0, 1)] == panels
    assert "⁨alice⁩ won trick 2: ♠︎A over your ♠︎10" in the_panel(scene, 1).text


async def test_a_typed_act_without_a_live_panel_is_answered_with_one(scene: Scene) -> None:
    await scene.to_play()
    await scene.tell()
    await scene.world.advance(TOKEN + MINUTE)
    scene.world.assert_answered(await scene.players[1].slash(scene.channel, "bridgette play", card="DQ"))
    assert "Waiting for" in scene.panel(1).text


async def test_after_the_token_is_dead_the_older_panel_answers_and_the_newer_one_goes(scene: Scene) -> None:
    old = the_panel(scene, 1)
    await scene.world.advance(TOKEN + MINUTE)
    scene.world.assert_answered(await scene.world.press(scene.players[1], "My hand", on=scene.table()))
    new = scene.panel(1)
    assert {old.id, new.id} <= {one.id for one in scene.private(1)}, "an old one cannot be taken away"
    card = controls(old, Verb.MARK)[0]
    scene.world.assert_answered(await scene.players[1].click(old.handle, custom_id=card.custom_id))
    assert the_panel(scene, 1).id == old.id
    assert "(1, red)" in the_panel(scene, 1).text.replace("*", "")


async def test_after_a_restart_the_panel_that_is_pressed_is_the_one(scene: Scene) -> None:
    old = the_panel(scene, 1)
    await scene.world.restart(crash=True)
    scene.world.assert_answered(await scene.world.press(scene.players[1], "My hand", on=scene.table()))
    card = controls(old, Verb.MARK)[0]
    scene.world.assert_answered(await scene.players[1].click(old.handle, custom_id=card.custom_id))
    assert the_panel(scene, 1).id == old.id


async def test_of_two_matches_each_has_its_own_panel(new_world: Any) -> None:
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol")) as world:
        here = await start(world)
        there = await start(world, "carol", "alice", channel=world.guild.create_text_channel("there"))
        for scene, seat in ((here, 0), (there, 1)):
            assert controls(the_panel(scene, seat), Verb.MARK)


# --------------------------------------------------------------------------------- picks


async def test_picks_are_shown_on_a_panel_that_is_opened_again(scene: Scene) -> None:
    hand = [one.label for one in controls(the_panel(scene, 1), Verb.MARK)]
    for label in hand[:2]:
        scene.world.assert_answered(await scene.world.press(scene.players[1], label, on=the_panel(scene, 1)))
    await scene.open_panels()
    again = the_panel(scene, 1)
    assert [one.label for one in controls(again, Verb.MARK)][:3] == [f"✗ {hand[0]}", f"✗ {hand[1]}", hand[2]]
    scene.world.assert_answered(await scene.world.press(scene.players[1], f"✗ {hand[0]}", on=again))
    scene.world.assert_answered(await scene.world.press(scene.players[1], hand[2], on=again))
    shown = [one.label for one in controls(the_panel(scene, 1), Verb.MARK)]
    assert shown[:3] == [hand[0], f"✗ {hand[1]}", f"✗ {hand[2]}"]
    scene.world.assert_answered(await scene.world.press(scene.players[1], "Clear", on=the_panel(scene, 1)))
    await scene.open_panels()
    assert [one.label for one in controls(the_panel(scene, 1), Verb.MARK)] == hand


# ---------------------------------------------------------------------- the end of a deal


async def to_the_last_click(scene: Scene) -> None:
    """To the card that ends trick 12, with both panels on the screen."""
    await scene.to_play()
    await scene.until(lambda match: match.deals[-1].play is not None and len(match.deals[-1].play.plays) == 23)
    await scene.show()


async def end_the_deal(scene: Scene) -> int:
    """Press that card; who did."""
    seat = await scene.turn()
    card = next(one for one in controls(the_panel(scene, seat), Verb.PLAY) if not one.disabled)
    scene.world.assert_answered(await scene.world.press(scene.players[seat], card.custom_id, on=the_panel(scene, seat)))
    return seat


async def test_the_last_trick_plays_itself_and_both_see_who_won_it(scene: Scene) -> None:
    await to_the_last_click(scene)
    before = (await scene.stored()).deals[-1]
    last = [card for seat in (0, 1) for card in before.hand(seat)]
    assert len(last) == 3, "the card that ends trick 12, and one each"
    await end_the_deal(scene)
    match = await scene.stored()
    assert len(match.deals) == 2
    deal = match.deals[0]
    assert deal.play is not None
    assert len(deal.play.plays) == 26
    trick = deal.play.tricks()[-1]
    for seat in (0, 1):
        first_line = the_panel(scene, seat).text.splitlines()[0]
        assert re.match("You won trick 13: " if seat == trick.winner else ".+ won trick 13: ", first_line)


async def test_no_other_forced_card_plays_itself(new_world: Any) -> None:
    """Both hold one card of the suit that is led, and nobody may see that from how quickly it comes."""
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await scene.to_play()
        await scene.until(lambda match: match.deals[-1].play is not None and len(match.deals[-1].play.plays) == 22)
        while len((await scene.match()).deals) == 1:
            count = len((await scene.stored()).deals[0].play.plays)  # type: ignore[union-attr]
            assert count < 24
            seat = await scene.turn()
            play = (await scene.match()).deals[0].play
            assert play is not None
            await scene.act(seat, play.legal[0])


async def test_at_the_end_of_a_deal_the_panel_is_its_result_until_next_deal(scene: Scene) -> None:
    await to_the_last_click(scene)
    old = [the_panel(scene, seat) for seat in (0, 1)]
    await end_the_deal(scene)
    for seat in (0, 1):
        result = the_panel(scene, seat)
        assert result.id == old[seat].id, "at once, and in its place"
        assert "Deal 1 of 6 · totals: " in result.text
        assert [one.label for one in result.buttons] == ["Next deal"]
        assert " makes " in result.text or " short in " in result.text
        assert "totals" in result.text
    # Nobody waits: the other goes on, discards, and the result stays.
    first = the_panel(scene, 0)
    await scene.on_the_deal(1)
    table, panel = scene.table(), the_panel(scene, 1)
    assert panel.id > table.id > old[1].id, "below the new table"
    assert old[1].id not in {one.id for one in scene.private(1)}
    await scene.discard(1)
    assert scene.world.look(first).raw == first.raw
    await scene.on_the_deal(0)
    assert the_panel(scene, 0).id > scene.table().id
    assert "Deal 2 of 6" in the_panel(scene, 0).text
    await scene.discard(0)
    assert "Your call" in the_panel(scene, (await scene.match()).deals[-1].dealer).text


async def test_a_passed_out_deal_is_shown_as_a_result_too(scene: Scene) -> None:
    await scene.exchange()
    await scene.calls("Pass")
    await scene.show()
    await scene.press(1, Verb.CALL, "Pass")
    for seat in (0, 1):
        assert "Passed out: nobody scores" in the_panel(scene, seat).text
        await scene.on_the_deal(seat)
        assert "Deal 1 of 6" in the_panel(scene, seat).text
        assert controls(the_panel(scene, seat), Verb.MARK)


async def test_a_typed_discard_leads_on_from_the_result(scene: Scene) -> None:
    await to_the_last_click(scene)
    await end_the_deal(scene)
    drawn = (await scene.match()).deals[-1].drawn(0)
    text = " ".join(map(str, drawn))
    result = await scene.players[0].slash(scene.channel, "bridgette discard", cards=text)
    scene.world.assert_answered(result, contains="You discarded")
    assert "Deal 2 of 6" in the_panel(scene, 0).text
    assert " · totals: " not in the_panel(scene, 0).text


async def test_next_deal_pressed_twice_leaves_one_panel(scene: Scene) -> None:
    await to_the_last_click(scene)
    await end_the_deal(scene)
    panel = the_panel(scene, 0)
    (button,) = controls(panel, Verb.NEXT)
    for result in await scene.world.together(*[(scene.players[0], panel, button.custom_id)] * 2):
        assert result.acknowledged
    assert "Deal 2 of 6" in the_panel(scene, 0).text


async def test_the_end_of_the_match_is_shown_on_the_panel_with_the_last_trick(new_world: Any) -> None:
    async with new_world(below=plain_deals()) as world:
        alice, bob = world["alice"], world["bob"]
        world.assert_answered(await alice.slash(world.channel, "bridgette challenge", opponent=bob, deals=1))
        world.assert_answered(await world.press(bob, "Accept"))
        (game,) = core_of(world).games.held
        scene = Scene(world, game.id, (alice, bob), world.channel)
        await to_the_last_click(scene)
        panels = [the_panel(scene, seat) for seat in (0, 1)]
        await end_the_deal(scene)
        for panel in panels:
            now = scene.world.look(panel)
            assert " won trick 13: " in now.text.splitlines()[0]
            assert "The match is over" in now.text
            assert not now.buttons
        assert not (await scene.stored()).to_act
