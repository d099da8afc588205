"""A match alone where it is not plain sailing: two presses, strangers, restarts, failures, thirty days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.features.fairness.verbs import CHECK
from bot.features.solo import verbs as solo_verbs
from bot.features.table import verbs
from bot.store import StoreUnavailable
from bridgette import Phase
from tests.support.world import World

from .alone import Direct, click, is_over, message_ids, play, solo
from .conftest import Club, ErrorLog, NewWorld
from .house import choose
from .scene import Scene, button_id, controls, core_of, in_phase, public, rows, start, under_way


async def ask(world: World, name: str = "alice", channel: Any = None, **options: Any) -> str:
    """``/bridgette solo``; what it says."""
    where = channel or world.channel
    return world.answer(world.assert_answered(await world[name].slash(where, "bridgette solo", **options)))


def matches(world: World) -> int:
    return len(rows(world)["matches"])


# ------------------------------------------------------------------------------------ one open match, and its offer


async def test_an_old_offer_says_so_and_the_newest_is_dealt(world: World) -> None:
    alice = world["alice"]
    await ask(world)
    old = world.panel(alice)
    await ask(world, strength="expert", deals=1)
    world.assert_answered(await world.press(alice, "Deal", on=old), contains="a later `/bridgette solo`")
    assert matches(world) == 0
    world.assert_answered(await world.press(alice, "Deal"))
    game = await core_of(world).games.find((await core_of(world).store.solos.of(alice.id)).match_id)  # type: ignore[union-attr,arg-type]
    assert game.players[1].strength == "expert"


async def test_two_presses_at_once_deal_once(world: Club) -> None:
    await ask(world)
    offer = world.panel(world["alice"])
    (button,) = offer.buttons
    press = world["alice"], offer, button.custom_id
    one, two = await world.together(press, press)
    world.excuse(one, two)
    assert matches(world) == 1
    assert "Pick" in world.look(offer).text
    assert len(message_ids(Scene(world, 1, (world["alice"],) * 2, world.channel))) == 1


async def test_pressed_again_later_it_shows_the_match(world: World) -> None:
    scene = await solo(world)
    offer = await core_of(world).store.solos.of(world["alice"].id)
    assert offer is not None
    forged = await scene.forge(world["alice"], scene.panel(0), "deal", 0, "")
    again = await world.forge(world["alice"], scene.panel(0), button_id(solo_verbs.DEAL, offer.id))
    world.assert_answered(again, contains="Pick")
    assert matches(world) == 1
    assert forged.acknowledged


@pytest.mark.parametrize("strength", [None, "expert"])
async def test_the_command_brings_the_open_match_back_whatever_was_asked(strength: str | None, world: World) -> None:
    scene = await solo(world, strength="novice")
    said = await ask(world, channel=world.channels["lounge"], **({} if strength is None else {"strength": strength}))
    assert "You are still playing this match against the house (novice);" in said
    assert "Pick" in said
    assert matches(world) == 1
    assert message_ids(scene) == set(), "the message of before is gone"


async def test_it_comes_back_as_it_was_left(world: World) -> None:
    scene = await solo(world, strength="novice", deals=2)
    panel = scene.panel(0)
    cards = [one.custom_id for one in controls(panel, verbs.MARK)]
    world.assert_answered(await world["alice"].click(panel.handle, custom_id=cards[0]))
    assert "(1, red)" in await ask(world), "the card that was picked is picked still"
    await play(scene, in_phase(Phase.AUCTION))
    assert "### " in await ask(world)
    await play(scene, lambda match: len(match.deals) > 1)
    assert "Next deal" in await ask(world), "what the deal came to, until its player goes on"
    await play(scene)
    assert "2 deals" not in (said := await ask(world))
    assert "6 deals against the house (club)" in said, "the next one"


async def test_hand_brings_it_back_too(world: World) -> None:
    scene = await solo(world)
    result = await world["alice"].slash(world.channels["lounge"], "bridgette hand")
    assert "Pick" in world.answer(world.assert_answered(result))
    assert message_ids(scene) == set()


async def test_the_channel_stays_free_and_a_server_s_settings_do_not_apply(world: World) -> None:
    await choose(world, channels=frozenset([world.channels["lounge"].id]), own_threads=True)
    scene = await solo(world, strength="novice")
    assert "Pick" in scene.panel(0).text
    await choose(world, channels=frozenset(), own_threads=False)
    table = await start(world)
    assert table.id != scene.id
    assert (await scene.game()).is_open
    result = await world["alice"].slash(world.channel, "bridgette hand")
    assert "⁨bob⁩" in world.answer(result), "this channel's match comes first"


async def test_others_play_theirs_at_the_same_time(world: World) -> None:
    one, two = await solo(world, "alice"), await solo(world, "bob")
    assert one.id != two.id
    assert (await one.game()).seat_of(world["bob"].id) is None


async def test_play_again_is_the_same_once_more_and_the_end_stays(world: World) -> None:
    scene = await solo(world, strength="novice", deals=1)
    await play(scene)
    end = scene.panel(0)
    world.assert_answered(await world.press(world["alice"], "Play again", on=end))
    offer = scene.panel(0)
    assert "One deal against the house (novice)" in offer.text
    assert is_over(world.look(end)), "what the match came to stays"
    world.assert_answered(await world.press(world["alice"], "Deal", on=offer))
    world.assert_answered(await world.press(world["alice"], "Play again", on=end), contains="You are still playing")
    assert matches(world) == 2


async def test_the_play_of_every_deal_can_be_seen_from_the_end(world: World) -> None:
    scene = await solo(world, strength="novice", deals=2)
    await play(scene)
    end, alice = scene.panel(0), world["alice"]
    world.assert_answered(await world.press(alice, "Show the play", on=end))
    last, count = scene.panel(0), len((await scene.match()).deals)
    assert "Deal 2 of 2" in last.text
    assert [one.label for one in last.buttons] == ["◀ Deal before"]
    for _ in range(count - 1):
        world.assert_answered(await world.press(alice, "◀ Deal before", on=last))
    first = world.look(last)
    assert "Deal 1 of 2" in first.text
    assert [one.label for one in first.buttons] == ["Deal after ▶"]
    assert is_over(world.look(end)), "the pages are turned in a message of their own"
    beyond = await scene.forge(alice, first, verbs.SHOW, 99, "t")
    world.assert_answered(beyond, contains="not over yet")


# ------------------------------------------------------------------------------------ typed, resigned


@pytest.mark.parametrize("direct", [False, True])
async def test_typed_acts_are_done_at_once(direct: bool, world: World) -> None:
    alice: Any = Direct(world["alice"]) if direct else world["alice"]
    channel = alice.channel if direct else world.channels["lounge"]
    scene = await solo(world, strength="novice", deals=1)
    deal = (await scene.match()).deals[-1]
    cards = " ".join(map(str, deal.drawn(0)))
    result = await alice.slash(channel, "bridgette discard", cards=cards)
    assert "You discarded" in world.answer(world.assert_answered(result))
    assert (await scene.match()).deals[-1].discards[0] is not None
    await play(scene, in_phase(Phase.PLAY))
    card = (await scene.match()).deals[-1].legal_cards(0)[0]
    result = await alice.slash(channel, "bridgette play", card=str(card))
    world.assert_answered(result, contains="You played")
    plays = (await scene.match()).deals[-1].play.plays  # type: ignore[union-attr]
    assert card in plays
    assert not public(world)


async def test_in_direct_messages_the_private_match_is_meant_on_a_server_it_is_asked(world: World) -> None:
    await start(world)
    scene = await solo(world)
    cards = " ".join(map(str, (await scene.match()).deals[-1].drawn(0)))
    lounge = world.channels["lounge"]
    result = await world["alice"].slash(lounge, "bridgette discard", cards=cards)
    world.assert_answered(result, contains="You are playing several matches")
    result = await Direct(world["alice"]).slash(None, "bridgette discard", cards=cards)
    world.assert_answered(result, contains="You discarded")
    assert (await scene.match()).deals[-1].discards[0] is not None


@pytest.mark.parametrize("is_late", [False, True])
async def test_resigning_ends_it_in_its_message(is_late: bool, world: World) -> None:
    scene = await solo(world, strength="novice")
    if is_late:
        await play(scene, under_way)
    result = world.assert_answered(await world["alice"].slash(world.channel, "bridgette resign"))
    asked = world.answer(result)
    assert ("House⁩ wins it" if is_late else "so it is void") in asked
    assert "counts as lost" not in asked
    label = "Resign the match"
    ended = world.assert_answered(await world.press(world["alice"], label))
    said = world.answer(ended)
    assert ("You resigned, so ⁨House⁩ wins." if is_late else "The match is void") in said
    assert "Play again" in said
    assert len(message_ids(scene)) == 1
    assert await core_of(world).store.solos.of(world["alice"].id) is None
    assert not rows(world)["standings"]
    assert "6 deals against" in await ask(world)


async def test_other_commands_know_nothing_of_it(world: World) -> None:
    await solo(world)
    for command in ("stop", "takeback", "table"):
        result = await world["alice"].slash(world.channel, f"bridgette {command}")
        world.assert_answered(result, contains="There is no open match in this channel")


# ------------------------------------------------------------------------------------ strangers


async def test_a_stranger_learns_and_does_nothing(world: World) -> None:
    scene = await solo(world, strength="novice", deals=1)
    await play(scene, in_phase(Phase.PLAY))
    before = rows(world)
    panel, carol = scene.panel(0), world["carol"]
    at = (await scene.game()).decisions[0]
    card = str((await scene.match()).deals[-1].legal_cards(0)[0])
    forged = [
        (verbs.HAND, 0, ""),
        (verbs.PLAY, at, card),
        (verbs.THERE, at, f"p.{card}"),
        (verbs.NEXT, at, ""),
        (verbs.RESIGN, 1, ""),
        (verbs.STAY, 1, ""),
        (verbs.SHOW, 0, ""),
        (verbs.RECORD, 0, ""),
        (solo_verbs.AGAIN, 0, ""),
        ("follow", 0, ""),
        ("stopmatch", 1, ""),
    ]
    for verb, number, detail in forged:
        result = await scene.forge(carol, panel, verb, number, detail)
        said = world.answer(world.assert_answered(result))
        assert "alice" not in said, verb
        assert "There is no such match any more." in said or "does not belong" in said, (verb, said)
    offer = await core_of(world).store.solos.of(world["alice"].id)
    assert offer is not None
    deal = await world.forge(carol, panel, button_id(solo_verbs.DEAL, offer.id))
    world.assert_answered(deal, contains="give the command again")
    assert rows(world) == before


async def test_a_stranger_learns_nothing_of_one_that_is_over(world: World) -> None:
    scene = await solo(world, strength="novice", deals=1)
    await play(scene)
    for verb in (verbs.SHOW, verbs.RECORD, verbs.HAND, solo_verbs.AGAIN, CHECK):
        result = await scene.forge(world["carol"], scene.panel(0), verb, 0, "")
        world.assert_answered(result, contains="There is no such match any more.")


async def test_made_up_options_are_refused(world: Club) -> None:
    def strange(payload: dict[str, Any]) -> dict[str, Any]:
        options = payload["data"]["options"][0]["options"]
        for option in options:
            option["value"] = {"strength": "champion", "deals": 3}[option["name"]]
        return payload

    with world.rewriting(strange):
        assert "novice, club or expert" in await ask(world, strength="expert")
        await ask(world, deals=6)
    assert await core_of(world).store.solos.of(world["alice"].id) is None


async def test_nothing_of_the_deal_in_play_is_shown_by_forged_presses(new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        scene = await solo(world, strength="novice")
        await play(scene, in_phase(Phase.PLAY))
        panel = scene.panel(0)
        for verb, detail, said in (
            (verbs.SHOW, "t", "This deal is not over yet"),
            (verbs.RECORD, "", "still being played"),
            (CHECK, "", "still being played"),
        ):
            world.assert_answered(await scene.forge(world["alice"], panel, verb, 0, detail), contains=said)


# ------------------------------------------------------------------------------------ restarts, age, failures


@pytest.mark.parametrize("crash", [False, True])
async def test_after_a_restart_the_buttons_of_before_work(crash: bool, new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        await ask(world, strength="novice", deals=1)
        await world.restart(crash=crash)
        world.assert_answered(await world.press(world["alice"], "Deal"))
        offer = await core_of(world).store.solos.of(world["alice"].id)
        assert offer is not None
        assert offer.match_id is not None
        scene = Scene(world, offer.match_id, (world["alice"],) * 2, world.channel)  # type: ignore[arg-type]
        for phase in (Phase.AUCTION, Phase.PLAY):
            await play(scene, in_phase(phase))
            await world.restart(crash=crash)
        await play(scene)
        await world.restart(crash=crash)
        assert is_over(scene.panel(0))
        assert len(message_ids(scene)) == 1
        world.assert_answered(await world.press(world["alice"], "Play again"), contains="One deal")


async def test_after_a_quarter_of_an_hour_its_own_buttons_work(world: World) -> None:
    scene = await solo(world, strength="novice", deals=1)
    await play(scene, in_phase(Phase.AUCTION))
    await world.advance(40 * 60)
    await play(scene)
    assert is_over(scene.panel(0))
    assert not world.pinged(world["alice"]), "nobody is told anything in a channel"


async def test_what_discord_does_not_take_is_saved_and_comes_back(world: Club) -> None:
    await ask(world, strength="novice")
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=5)
    world.excuse(await world.press(world["alice"], "Deal"))
    world.env.backend.faults.clear()
    await world.settle()
    assert matches(world) == 1
    assert "Pick" in await ask(world)


async def test_an_offer_that_the_database_does_not_take_is_none(
    world: World, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable("full")

    store, before = core_of(world).store, rows(world)
    with monkeypatch.context() as patched:
        patched.setattr(store.solos, "offer", fails)
        assert "so nothing has changed" in await ask(world)
    await ask(world)
    with monkeypatch.context() as patched:
        patched.setattr(store.matches, "begin", fails)
        result = await world.press(world["alice"], "Deal")
        world.assert_answered(result, contains="so nothing has changed")
    assert rows(world) == before
    assert len(error_log.take()) == 2
    world.assert_answered(await world.press(world["alice"], "Deal"))
    assert matches(world) == 1


async def passed(world: World, time: timedelta) -> None:
    """Running time goes by, without all that happens in it, and then what is due is looked at."""
    core_of(world).games.running._confirmed += int(time.total_seconds() * 1000)
    await world.advance(16)


async def test_after_thirty_days_without_an_act_it_is_void_and_its_player_is_told(world: World) -> None:
    scene = await solo(world, strength="novice")
    await play(scene, under_way)
    assert (await scene.game()).clock.length is None
    await passed(world, timedelta(days=29))
    assert (await scene.game()).is_open
    await play(scene, lambda match: sum(map(len, (deal.play.plays for deal in match.deals if deal.play))) > 4)
    await passed(world, timedelta(days=29))
    assert (await scene.game()).is_open, "an act begins them anew"
    await passed(world, timedelta(days=2))
    assert not (await scene.game()).is_open
    said = await ask(world)
    assert "is void and counts for nobody: nothing was played in it for 30 days" in said
    assert "6 deals against the house" in said
    assert "nothing was played" not in await ask(world), "told once"
    shown = world.find(world["alice"], text="The match is void")
    result = await scene.forge(world["alice"], shown, verbs.PLAY, 1, "SA")
    world.assert_answered(result, contains="The match is void")


# ------------------------------------------------------------------------------------ a person's data


async def test_a_person_is_given_and_forgotten_what_was_played_alone(new_world: NewWorld) -> None:
    from bot.features.data.files import personal_file

    async with new_world(shuffles=True) as world:
        alice, core = world["alice"], core_of(world)
        await ask(world, deals=2)
        file = await personal_file(core.store, alice.id, world.now())
        assert b'"solo": {"strength": "club", "length": 2' in file.content
        scene = await solo(world, strength="novice", deals=1)
        await click(scene, (await discards(scene)))
        file = await personal_file(core.store, alice.id, world.now())
        assert b'"server": null, "channel": null' in file.content
        assert b'"secret"' not in file.content
        world.assert_answered(await alice.slash(world.channel, "bridgette forget-me"))
        world.assert_answered(await world.press(alice, "Forget me"))
        assert (await core.store.personal.of(alice.id)).matches == []
        row = await core.store.matches.get(scene.id)
        assert row is not None
        assert not row.is_open
        assert row.players[0].user_id is None
        await ask(world)
        world.assert_answered(await alice.slash(world.channel, "bridgette forget-me"))
        world.assert_answered(await world.press(alice, "Forget me"))
        assert await core.store.solos.of(alice.id) is None


async def discards(scene: Scene) -> Any:
    """What was drawn."""
    from bridgette import Discard

    return Discard((await scene.match()).deals[-1].drawn(0))
