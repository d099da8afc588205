"""``/bridgette learn``: the lesson by clicks, wrong clicks explained, left and brought back, and who may touch it."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from simcord import InteractionResult
from simcord.interactions import base_payload

from bot.features.solo import verbs as solo_verbs
from bot.features.table import verbs
from bot.games import record_of
from bot.games.kinds import Kind, kind_of
from bot.lesson.script import LESSON, NEWCOMER
from bot.lesson.steps import Step
from bot.store import StoreUnavailable
from bot.texts import ENGLISH
from bridgette import Action, Card, Discard, Match, Phase, PlainCall, parse_call, parse_card
from tests.support.seen import Seen
from tests.support.world import World

from .alone import Direct, between_people, click, installed_by, message_ids, on_another_server
from .conftest import Club, ErrorLog, NewWorld
from .scene import Scene, button_id, controls, core_of, in_phase, public, rows, start

COMMAND = 2
"""Discord's number for an interaction that gives a command."""

STEPS = [step for step in LESSON.steps if step.seat == NEWCOMER]


async def learn(world: World, name: str = "alice", where: Any = None) -> Scene:
    """The lesson, begun or brought back by its command."""
    who, channel = where or (world[name], world.channel)
    world.assert_answered(await who.slash(channel, "bridgette learn"))
    mine = (await core_of(world).games.of_player(who.id, None)).games
    (game,) = (game for game, _ in mine if kind_of(game) is Kind.LESSON)
    return Scene(world, game.id, (who, who), channel)


async def due(scene: Scene) -> Step:
    """The newcomer's step."""
    step = LESSON.due((await scene.game()).view(NEWCOMER))
    assert step is not None
    return step


async def right(scene: Scene) -> Action:
    """What the step's text says to do."""
    match = await scene.match()
    return next(one for one in (await due(scene)).right if match.objection(NEWCOMER, one) is None)


async def go_on(scene: Scene, stop: Any = lambda _: False) -> list[Seen]:
    """Do what is right until the match is as wanted, or over; what is shown after each click."""
    shown = []
    while (match := await scene.match()).ended is None and not stop(match):
        shown.append(await click(scene, await right(scene)))
    return shown


def tricks(count: int) -> Any:
    """Whether so many tricks are over."""
    return lambda match: match.deals[-1].play is not None and sum(match.deals[-1].play.won) >= count


def says(seen: Seen, key: str) -> bool:
    """Whether a message says what a text of the lesson does."""
    return ENGLISH(key) in seen.text


def lessons(world: World) -> int:
    return len(rows(world)["matches"])


# ------------------------------------------------------------------------------------ the whole of it


async def test_the_whole_lesson_by_clicks_in_one_message_which_nobody_else_sees(new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        scene = await learn(world)
        shown = message_ids(scene)
        seen = [scene.panel(0), *(await go_on(scene))]
        assert len(seen) == len(STEPS) + 1 == 16
        for number, (panel, step) in enumerate(zip(seen, STEPS, strict=False), 1):
            assert f"Lesson, step {number} of 15" in panel.text
            assert all(says(panel, key) for key in (*step.ideas, step.todo)), number
            assert "💡" not in panel.text
            assert "-# " not in panel.text, "no small print beside what is explained"
        end = seen[-1]
        assert says(end, "learn-done")
        assert says(end, "learn-done-next")
        assert "1,000" in end.text
        assert [one.label for one in end.buttons] == ["Play the house", "Show the play", "Match record"]
        assert message_ids(scene) == shown
        assert len(shown) == 1
        assert public(world) == []
        assert not world.sees(world["carol"])
        assert await core_of(world).store.matches.open_in(world.channel.id) is None
        assert not world.pinged(world["alice"])


async def test_at_its_end_a_button_begins_a_match_against_the_house(world: World) -> None:
    scene = await learn(world)
    await go_on(scene)
    end = scene.panel(0)
    world.assert_answered(await world.press(world["alice"], "Play the house", on=end), contains="One deal")
    world.assert_answered(await world.press(world["alice"], "Deal"))
    solo = await core_of(world).store.solos.of(world["alice"].id)
    assert solo is not None
    assert solo.match_id is not None
    game = await core_of(world).games.find(solo.match_id)
    assert kind_of(game) is Kind.SOLO
    assert game.players[1].strength == "novice"
    assert says(world.look(end), "learn-done"), "what the lesson came to stays"
    assert "Lesson, step" not in scene.panel(0).text


async def test_it_counts_nowhere_and_has_neither_clock_nor_shuffle(world: World) -> None:
    scene = await learn(world)
    game = await scene.game()
    assert game.clock.length is None
    kind = kind_of(game)
    assert kind is Kind.LESSON
    assert not any((kind.counts, kind.has_clock, kind.may_hint, kind.may_analyse, kind.may_take_back))
    await go_on(scene)
    record = await record_of(core_of(world).store, await scene.game())
    assert "shuffle" not in record
    assert "house" not in record
    store = core_of(world).store
    assert not rows(world)["standings"]
    assert await store.standings.figures(world.guild.id, world["alice"].id) is None
    result = await world["alice"].slash(world.channel, "bridgette stats")
    assert "1,000" not in world.answer(world.assert_answered(result))
    table = await start(world)
    await table.open_panels()
    assert "💡" in table.panel(0).text, "in the first deals of a match that counts everything is explained as ever"
    assert (await core_of(world).readers.of(await table.game(), 0)).lessons == 3


PLACES = ("direct", "another server", "group")


@pytest.mark.parametrize("place", PLACES)
async def test_it_works_everywhere(place: str, world: World) -> None:
    alice = world["alice"]
    direct = Direct(alice)
    where = (direct, direct.channel) if place == "direct" else None
    change = {"another server": on_another_server, "group": between_people}.get(place)
    with nullcontext() if change is None else installed_by(world, alice, change):
        scene = await learn(world, where=where)
        await go_on(scene)
    assert says(scene.panel(0), "learn-done")
    assert public(world) == []


async def test_equal_cards_may_come_in_any_order(world: World) -> None:
    scene = await learn(world)
    while (match := await scene.match()).ended is None:
        options = [one for one in (await due(scene)).right if match.objection(NEWCOMER, one) is None]
        await click(scene, options[-1])
    assert says(scene.panel(0), "learn-done")


# ------------------------------------------------------------------------------------ wrong clicks


async def explained(scene: Scene, action: Action) -> None:
    """After a wrong click nothing has changed, and the message says why another one is meant, and what is."""
    panel, step = scene.panel(0), await due(scene)
    key = step.fault(action)
    assert key is not None
    assert f"> {ENGLISH(key)}" in panel.text, (str(action), panel.text)
    assert says(panel, step.todo)
    assert not any(says(panel, idea) for idea in step.ideas), "both would not fit a phone"
    assert "Really" not in " ".join(one.label for one in panel.buttons)


async def wrong_ones(scene: Scene) -> list[Action]:
    """What the rules allow the newcomer now, and the lesson does not mean."""
    step, deal = await due(scene), (await scene.match()).deals[-1]
    allowed = [*deal.legal_calls(NEWCOMER), *deal.legal_cards(NEWCOMER)]
    return [one for one in allowed if step.fault(one) is not None]


async def test_every_wrong_call_and_card_of_every_step_is_explained(world: World) -> None:
    scene = await learn(world)
    count, message = 0, message_ids(scene)
    while (match := await scene.match()).ended is None:
        number = (await scene.game()).number
        for action in await wrong_ones(scene):
            await click(scene, action)
            await explained(scene, action)
            assert (await scene.game()).number == number
            count += 1
        assert await scene.match() == match
        await click(scene, await right(scene))
    assert count > 60
    assert says(scene.panel(0), "learn-done"), "however often one was wrong"
    assert message_ids(scene) == message


async def test_what_was_explained_is_there_again_after_the_next_press(world: World) -> None:
    scene = await learn(world)
    await go_on(scene, in_phase(Phase.AUCTION))
    await click(scene, PlainCall.PASS)
    assert not says(scene.panel(0), "learn-bid")
    panel = scene.panel(0)
    world.assert_answered(await world.press(world["alice"], "Higher bids", on=panel))
    assert says(scene.panel(0), "learn-bid")


async def test_a_double_and_a_high_bid_are_explained_by_one_press(world: World) -> None:
    """Elsewhere they are asked about first."""
    scene = await learn(world)
    await go_on(scene, in_phase(Phase.AUCTION))
    at = (await scene.game()).decisions[NEWCOMER]
    for call in (PlainCall.DOUBLE, parse_call("7S")):
        world.assert_answered(await scene.forge(world["alice"], scene.panel(0), verbs.CALL, at, str(call)))
        await explained(scene, call)


async def test_every_wrong_choice_of_discards_is_explained(world: World) -> None:
    scene = await learn(world)
    hand = (await scene.match()).deals[-1].hand(NEWCOMER)
    wanted = {parse_card("C6"), parse_card("C3")}
    for one, other in combinations(range(len(hand)), 2):
        cards = hand[one], hand[other]
        if set(cards) == wanted:
            continue
        marked = f"{1 << one | 1 << other:x}"
        result = await scene.forge(world["alice"], scene.panel(0), verbs.DISCARD, 0, marked)
        world.assert_answered(result)
        await explained(scene, Discard(cards))
    assert (await scene.match()).deals[-1].discards[NEWCOMER] is None
    await go_on(scene, in_phase(Phase.AUCTION))
    assert says(scene.panel(0), "learn-bid")


async def test_a_wrong_choice_by_hand_is_explained_and_stays_to_be_changed(world: World) -> None:
    scene = await learn(world)
    panel = scene.panel(0)
    (select,) = panel.selects
    alice = world["alice"]
    world.assert_answered(await alice.select(panel.handle, ["SA", "RC"], custom_id=select["custom_id"]))
    await scene.confirm(0)
    assert says(scene.panel(0), "learn-discard-colon")
    await click(scene, await right(scene))
    assert (await scene.match()).deals[-1].discards[NEWCOMER] is not None


async def test_what_the_rules_forbid_is_refused_by_them(world: World) -> None:
    scene = await learn(world)
    await go_on(scene, tricks(2))
    at = (await scene.game()).decisions[NEWCOMER]
    result = await scene.forge(world["alice"], scene.panel(0), verbs.PLAY, at, "SQ")
    world.assert_answered(result)
    assert "> " in scene.panel(0).text
    assert "barred" in scene.panel(0).text.split("> ")[-1]
    result = await scene.forge(world["alice"], scene.panel(0), verbs.PLAY, at, "HA")
    assert "learn" not in world.answer(result)
    assert sum((await scene.match()).deals[-1].play.won) == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(("command", "options"), [("call", {"call": "Pass"}), ("call", {"call": "1S"})])
async def test_typed_acts_are_judged_alike(command: str, options: dict[str, str], world: World) -> None:
    scene = await learn(world)
    await go_on(scene, in_phase(Phase.AUCTION))
    result = await world["alice"].slash(world.channel, f"bridgette {command}", **options)
    said = world.answer(world.assert_answered(result))
    is_wrong = options["call"] == "Pass"
    assert (ENGLISH("learn-bid-pass") in said) == is_wrong
    assert len((await scene.match()).deals[-1].auction.calls) == (1 if is_wrong else 3)  # type: ignore[union-attr]


async def test_somebody_who_is_asked_before_each_act_is_asked_and_then_told(world: World) -> None:
    await core_of(world).store.persons.change(world["alice"].id, asks=True)
    scene = await learn(world)
    await go_on(scene, in_phase(Phase.AUCTION))
    await click(scene, PlainCall.PASS)
    await explained(scene, PlainCall.PASS)
    await click(scene, await right(scene))
    assert says(scene.panel(0), "learn-raise")


# ------------------------------------------------------------------------------------ left, and brought back


@pytest.mark.parametrize("phase", ["exchange", "auction", "play"])
@pytest.mark.parametrize("how", ["at once", "restart", "crash", "late"])
async def test_left_and_brought_back_where_it_was(phase: str, how: str, new_world: NewWorld) -> None:
    async with new_world(channels=("bridge", "lounge")) as world:
        scene = await learn(world)
        stops: dict[str, Any] = {
            "exchange": in_phase(Phase.EXCHANGE),
            "auction": in_phase(Phase.AUCTION),
            "play": tricks(4),
        }
        await go_on(scene, stops[phase])
        before, text = await scene.match(), scene.panel(0).text
        if how == "late":
            await world.advance(40 * 60)
        elif how != "at once":
            await world.restart(crash=how == "crash")
        lounge = world.channels["lounge"]
        again = await learn(world, where=(world["alice"], lounge))
        assert again.id == scene.id
        assert await again.match() == before
        assert text.splitlines()[-1] in again.panel(0).text
        await go_on(again)
        assert says(again.panel(0), "learn-done")
        assert lessons(world) == 1


async def test_the_buttons_of_before_go_on_after_a_restart(world: World) -> None:
    scene = await learn(world)
    for stop in (in_phase(Phase.AUCTION), in_phase(Phase.PLAY), tricks(7)):
        await go_on(scene, stop)
        await world.restart(crash=True)
    await go_on(scene)
    assert says(scene.panel(0), "learn-done")


async def test_cards_that_were_picked_are_picked_still(world: World) -> None:
    scene = await learn(world)
    panel = scene.panel(0)
    world.assert_answered(await world["alice"].click(panel.handle, custom_id=controls(panel, verbs.MARK)[0].custom_id))
    scene = await learn(world)
    assert "(1, red)" in scene.panel(0).text


async def test_hand_brings_it_back_too(world: World) -> None:
    scene = await learn(world)
    result = await world["alice"].slash(world.channels["lounge"], "bridgette hand")
    assert "Lesson, step 1" in world.answer(world.assert_answered(result))
    await start(world)
    result = await Direct(world["alice"]).slash(None, "bridgette hand")
    assert "lesson" in world.answer(result).lower()
    assert (await scene.game()).is_open


async def test_it_begins_again_once_it_is_over(world: World) -> None:
    scene = await learn(world)
    await go_on(scene)
    again = await learn(world)
    assert again.id != scene.id
    assert "Lesson, step 1 of 15" in again.panel(0).text
    assert says(world.find(world["alice"], "Play the house"), "learn-done")


async def test_given_up_it_ends_and_counts_for_nobody(world: World) -> None:
    scene = await learn(world)
    await go_on(scene, tricks(3))
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette resign"))
    world.assert_answered(await world.press(world["alice"], "Resign the match"))
    await world.settle()
    assert not (await scene.game()).is_open
    assert says(world.find(world["alice"], "Play the house"), "learn-stopped")
    assert not rows(world)["standings"]
    assert (await learn(world)).id != scene.id


async def test_after_thirty_days_it_is_void(world: World) -> None:
    scene = await learn(world)
    core_of(world).games.running._confirmed += int(timedelta(days=31).total_seconds() * 1000)
    await world.advance(16)
    assert not (await scene.game()).is_open
    assert (await learn(world)).id != scene.id


async def test_a_lesson_beside_a_match_alone_and_one_of_another_person(world: World) -> None:
    one, two = await learn(world), await learn(world, "bob")
    assert one.id != two.id
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette solo"), contains="6 deals")
    table = await start(world)
    assert table.id not in (one.id, two.id)
    assert (await learn(world)).id == one.id


# ------------------------------------------------------------------------------------ two devices, strangers, forgeries


async def test_two_devices_begin_one_lesson(world: Club) -> None:
    """The command, given at the same moment on a phone and on a desk."""
    alice, backend, asked = world["alice"], world.env.backend, list[Any]()
    with world.rewriting(asked.append):  # it does not arrive
        world.excuse(await alice.slash(world.channel, "bridgette learn"))
    place = {"channel_id": world.channel.id, "guild_id": world.guild.id, "user_id": alice.id}
    results = []
    for _ in range(2):
        record, payload = base_payload(backend, type=COMMAND, data=asked[0]["data"], **place)
        backend.emit("INTERACTION_CREATE", payload)
        results.append(InteractionResult(world.env, record))
    await world.settle()
    for result in results:
        world.assert_answered(result)
        assert "Lesson, step 1 of 15" in world.answer(result) or not result.response
    assert lessons(world) == 1


async def test_two_clicks_at_once_count_once(world: Club) -> None:
    scene = await learn(world)
    await go_on(scene, tricks(1))
    panel = scene.panel(0)
    ace, king = (next(one for one in panel.buttons if one.custom_id.endswith(f":{card}")) for card in ("SA", "HK"))
    alice = world["alice"]
    results = await world.together(*((alice, panel, one.custom_id) for one in (king, ace, ace)))
    world.excuse(*results)
    play = (await scene.match()).deals[-1].play
    assert play is not None
    assert play.plays[2:4] == (parse_card("SA"), parse_card("GC"))
    assert len(play.plays) == 4


async def test_an_old_message_of_another_device_shows_how_things_stand(world: World) -> None:
    scene = await learn(world)
    old = scene.panel(0)
    confirm = button_id(verbs.DISCARD, scene.id, 0, "3")
    await go_on(scene, in_phase(Phase.AUCTION))
    world.assert_answered(await world.forge(world["alice"], old, confirm))
    assert "step 2 of 15" in scene.panel(0).text
    assert (await scene.match()).deals[-1].phase is Phase.AUCTION


async def test_a_stranger_learns_and_does_nothing(world: World) -> None:
    scene = await learn(world)
    await go_on(scene, tricks(1))
    before, carol, panel = rows(world), world["carol"], scene.panel(0)
    at = (await scene.game()).decisions[NEWCOMER]
    for verb, number, detail in (
        (verbs.HAND, 0, ""),
        (verbs.PLAY, at, "SA"),
        (verbs.THERE, at, "p.SA"),
        (verbs.RESIGN, 1, ""),
        (verbs.SHOW, 0, ""),
        (verbs.RECORD, 0, ""),
        (solo_verbs.AGAIN, 0, ""),
    ):
        said = world.answer(world.assert_answered(await scene.forge(carol, panel, verb, number, detail)))
        assert "There is no such match any more." in said, verb
    assert rows(world) == before
    assert (await learn(world, "carol")).id != scene.id


async def test_forged_ids_do_nothing(world: World) -> None:
    scene = await learn(world)
    await go_on(scene, tricks(1))
    before = await scene.match()
    at = (await scene.game()).decisions[NEWCOMER]
    for verb, number, detail in (
        (verbs.PLAY, at, "GC"),  # the house's card
        (verbs.PLAY, at, "XX"),
        (verbs.PLAY, at + 1, "SA"),
        (verbs.CALL, at, "4S"),
        (verbs.DISCARD, at, "3"),
        (verbs.DISCARD, at, "fffffff"),
        (verbs.NEXT, at, ""),
        (verbs.SHOW, 0, ""),
        (verbs.RECORD, 0, ""),
        ("takeback", at, ""),
    ):
        world.assert_answered(await scene.forge(world["alice"], scene.panel(0), verb, number, detail))
    assert await scene.match() == before
    scene = await learn(world)
    await go_on(scene)
    assert says(scene.panel(0), "learn-done")


async def test_nothing_shows_the_house_s_cards_before_the_end(world: World) -> None:
    scene = await learn(world)
    kept = set((await scene.match()).deals[-1].hand(1))
    shown = [scene.panel(0)]
    while (match := await scene.match()).ended is None:
        deal = match.deals[-1]
        hidden = {card for card in deal.hand(1) if card in kept} if deal.play else kept
        buttons = {one.custom_id.rsplit(":", 1)[-1] for one in shown[-1].buttons}
        assert not buttons & {str(card) for card in hidden}
        shown.append(await click(scene, await right(scene)))


# ------------------------------------------------------------------------------------ failures


async def test_what_discord_does_not_take_is_there_at_the_next_command(world: Club) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=5)
    world.excuse(await world["alice"].slash(world.channel, "bridgette learn"))
    world.env.backend.faults.clear()
    await world.settle()
    assert lessons(world) == 1
    scene = await learn(world)
    assert lessons(world) == 1
    await go_on(scene)
    assert says(scene.panel(0), "learn-done")


async def test_a_lesson_that_the_database_does_not_take_is_none(
    world: World, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable("full")

    with monkeypatch.context() as patched:
        patched.setattr(core_of(world).store.matches, "begin", fails)
        result = await world["alice"].slash(world.channel, "bridgette learn")
        world.assert_answered(result, contains="so nothing has changed")
    assert lessons(world) == 0
    assert len(error_log.take()) == 1
    assert "Lesson, step 1 of 15" in (await learn(world)).panel(0).text


async def test_an_act_that_the_database_does_not_take_has_not_happened(
    world: World, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable("full")

    scene = await learn(world)
    await go_on(scene, tricks(1))
    before: Match = await scene.match()
    card = await right(scene)
    assert isinstance(card, Card)
    with monkeypatch.context() as patched:
        patched.setattr(core_of(world).store.matches, "append", fails)
        await click(scene, card)
        assert "so nothing has changed" in scene.panel(0).text
    error_log.take()
    assert await scene.match() == before
    scene = await learn(world)
    await go_on(scene)
    assert says(scene.panel(0), "learn-done")
