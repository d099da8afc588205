"""One's own settings: seen and changed by oneself alone, kept, and at once in force; the block list."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from simcord import InteractionResult

from bot.features.me.feature import MOST_BLOCKED
from bot.preferences import PersonSettings
from bot.store import StoreUnavailable
from bot.store.schema_choices import blocks
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club, ErrorLog
from .scene import button_id, controls, core_of, plain_deal, public, start

SETTINGS = [
    ("No reminders", "Remind me", "reminders", "**Reminders: off.**"),
    ("Write to me", "No messages", "direct", "**Direct messages: on.**"),
    ("Without a push", "With a push", "quiet", "**Quiet: on.**"),
    ("Ask me first", "No questions", "asks", "**Questions: on.**"),
    ("Words on buttons", "Signs on buttons", "words", "**Words on buttons: on.**"),
    ("I know the game", "Explain the game", "knows_game", "**I know the game: yes.**"),
    ("No challenges", "Allow challenges", "is_challengeable", "**Challenges: off.**"),
]


async def me(world: World, who: str = "alice", **options: Any) -> Seen:
    """The panel."""
    result = world.assert_answered(await world[who].slash(world.channel, "bridgette me", **options))
    assert result.ephemeral
    assert result.response is not None
    return world.look(result.response)


async def chosen(world: World, who: str = "alice") -> PersonSettings:
    """What is stored."""
    store = core_of(world).store
    store.persons.forget(world[who].id)
    return await store.persons.get(world[who].id)


async def blocked(world: World, who: str = "alice") -> list[str | None]:
    return [one.name for one in await core_of(world).store.persons.blocked_by(world[who].id)]


async def choose(world: World, who: str, on: Seen, whom: Any) -> InteractionResult:
    """Choose somebody in the select."""
    (select,) = on.selects
    return world.assert_answered(await world[who].select(on.handle, [whom], custom_id=select["custom_id"]))


# ------------------------------------------------------------------------ the settings


async def test_what_somebody_has_chosen_is_shown_in_private(world: Club) -> None:
    before = public(world)
    panel = await me(world)
    assert panel.ephemeral
    for sentence in ("Reminders: on", "Direct messages: off", "Questions: off", "Challenges: on", "Blocked: nobody"):
        assert sentence in panel.text
    assert [one.label for one in panel.buttons] == [setting[0] for setting in SETTINGS]
    assert public(world) == before


@pytest.mark.parametrize(("label", "back", "field", "sentence"), SETTINGS)
async def test_a_setting_is_changed_kept_and_changed_back(
    label: str, back: str, field: str, sentence: str, world: Club
) -> None:
    usual = PersonSettings()
    panel = await me(world)
    world.assert_answered(await world.press(world["alice"], label, on=panel))
    shown = world.look(panel)
    assert sentence in shown.text
    assert shown.button(back)
    assert not shown.button(label)
    now = await chosen(world)
    assert getattr(now, field) is not getattr(usual, field)
    assert await chosen(world, "bob") == usual
    await world.restart()
    assert sentence in (await me(world)).text
    world.assert_answered(await world.press(world["alice"], back, on=panel))  # after the restart, on the old one
    assert sentence not in world.look(panel).text
    assert await chosen(world) == usual


async def test_a_press_that_comes_twice_or_from_an_old_panel_says_the_same(world: Club) -> None:
    first, second = await me(world), await me(world)
    for panel in (first, second):
        world.assert_answered(await world.press(world["alice"], "Ask me first", on=panel))
        assert "Questions: on" in world.look(panel).text
    assert (await chosen(world)).asks


async def test_two_switches_at_once_are_both_kept(world: Club) -> None:
    panel, alice = await me(world), world["alice"]
    found = [panel.button(label) for label in ("Ask me first", "No challenges")]
    both = await world.together(*((alice, panel, one.custom_id) for one in found if one))
    for result in both:
        world.assert_answered(result)
    assert await chosen(world) == PersonSettings(asks=True, is_challengeable=False)


async def test_the_settings_are_those_of_whoever_presses(world: Club) -> None:
    """A made-up press of somebody else, on any message, changes nothing of alice's."""
    panel = await me(world)
    offer = world.assert_answered(await world["bob"].slash(world.channel, "bridgette challenge"))
    assert offer.response is not None
    ids = [one.custom_id for one in panel.buttons]
    for custom_id in ids:
        result = await world.forge(world["bob"], offer.response, custom_id)
        world.assert_answered(result, contains="does not belong to anything")
        world.assert_answered(await world.forge(world["bob"], panel, custom_id))
    assert await chosen(world) == PersonSettings()
    assert await chosen(world, "bob") == PersonSettings(
        False, True, True, False, words=True, knows_game=True, quiet=True
    ), "at most one's own"
    assert world.look(offer.response).button("Join")


@pytest.mark.parametrize(
    ("verb", "detail"),
    [
        (Verb.SWITCH, ""),
        (Verb.SWITCH, "asks"),
        (Verb.SWITCH, "asks.2"),
        (Verb.SWITCH, "directfailed.1"),
        (Verb.SWITCH, "userid.1"),
        (Verb.UNBLOCK, ""),
        (Verb.UNBLOCK, "ff"),
        (Verb.UNBLOCK, "A" * 64),
        (Verb.BLOCK, ""),
    ],
)
async def test_made_up_presses_change_nothing(verb: str, detail: str, world: Club) -> None:
    panel = await me(world, block=world["bob"])
    result = await world.forge(world["alice"], panel, button_id(verb, 0, 0, detail))
    world.assert_answered(result, contains="does not belong to anything")
    assert await chosen(world) == PersonSettings()
    assert await blocked(world) == ["bob"]


async def test_a_page_beyond_the_last_is_the_last(world: Club) -> None:
    panel = await me(world, block=world["bob"])
    world.assert_answered(await world.forge(world["alice"], panel, button_id(Verb.SWITCH, 7, 999_999_999, "asks.1")))
    assert world.look(panel).button("Unblock bob")
    assert (await chosen(world)).asks


async def test_while_the_database_fails_nothing_changes(
    world: Club, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    panel = await me(world)

    def gone(**_options: Any) -> Any:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(core_of(world).store._database, "write", gone)
        result = await world.press(world["alice"], "Ask me first", on=panel)
        world.assert_answered(result, contains="nothing has changed")
    error_log.take()
    assert "Questions: off" in world.look(panel).text
    assert await chosen(world) == PersonSettings()


async def test_what_was_saved_and_not_shown_is_said_to_be_saved(world: Club) -> None:
    panel = await me(world)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    result = await world.press(world["alice"], "Ask me first", on=panel)
    world.excuse(result)
    assert (await chosen(world)).asks
    assert "Questions: on" in (await me(world)).text


# ------------------------------------------------------------------------ the block list


async def test_block_by_the_select_and_unblock(world: Club) -> None:
    panel = await me(world)
    await choose(world, "alice", panel, world["bob"])
    shown = world.look(panel)
    assert "⁨bob⁩ is blocked, and is not told so." in shown.text
    assert "Blocked: one person" in shown.text
    assert shown.button("Unblock bob")
    assert await blocked(world) == ["bob"]
    await choose(world, "alice", shown, world["bob"])
    assert await blocked(world) == ["bob"], "once"
    world.assert_answered(await world.press(world["alice"], "Unblock bob", on=panel))
    assert "Blocked: nobody" in world.look(panel).text
    assert await blocked(world) == []


async def test_block_without_a_select(world: Club) -> None:
    panel = await me(world, block=world["bob"])
    assert "⁨bob⁩ is blocked" in panel.text
    assert await blocked(world) == ["bob"]
    assert await blocked(world, "bob") == []


async def test_nobody_is_told_of_a_block(world: Club) -> None:
    before = public(world), world.sees(world["bob"])
    await me(world, block=world["bob"])
    assert (public(world), world.sees(world["bob"])) == before
    assert not world.pinged(world["bob"])
    assert "bob" not in (await me(world, "bob")).text


async def test_oneself_and_bots_are_not_blocked(world: Club) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    panel = await me(world)
    for whom, sentence in ((world["alice"], "You cannot block yourself."), (robot, "⁨robot⁩ is a bot")):
        result = await world["alice"].slash(world.channel, "bridgette me", block=whom)
        world.assert_answered(result, contains=sentence)
        assert sentence in world.answer(await choose(world, "alice", panel, whom))
    assert await blocked(world) == []


@pytest.mark.parametrize("values", [[], ["1"], ["bob"], ["1", "2"], [str(2**63)], ["-1"]])
async def test_a_made_up_choice_blocks_nobody(values: list[str], world: Club) -> None:
    """Only whom Discord tells of is somebody."""
    panel = await me(world)
    result = await world.forge(world["alice"], panel, panel.selects[0]["custom_id"], values)
    world.assert_answered(result, contains="does not belong to anything")
    assert await blocked(world) == []


@pytest.mark.parametrize("resolved", [None, [], {}, {"users": []}, {"users": {"7": None}}, {"users": {"7": {}}}])
async def test_a_choice_told_in_another_shape_blocks_nobody(resolved: Any, world: Club) -> None:
    panel = await me(world)

    def change(payload: Any) -> Any:
        payload["data"] = {**payload["data"], "values": ["7"], "resolved": resolved}
        return payload

    with world.rewriting(change):
        result = await world.forge(world["alice"], panel, panel.selects[0]["custom_id"], ["7"])
    world.assert_answered(result, contains="does not belong to anything")
    assert await blocked(world) == []


async def test_a_long_list_has_pages(world: Club) -> None:
    names = [f"guest{number:02}" for number in range(12)]
    store = core_of(world).store
    for number, name in enumerate(names):
        await store.persons.block(world["alice"].id, 1000 + number, name, world.now())
    panel, alice = await me(world), world["alice"]
    assert "Blocked: 12 people" in panel.text
    assert "Page 1 of 3" in panel.text
    shown = [one.label for one in controls(panel, Verb.UNBLOCK)]
    assert shown == [f"Unblock {name}" for name in names[:5]]
    for page, last in ((2, 10), (3, 12)):
        world.assert_answered(await world.press(alice, "Next ▶", on=panel))
        shown = [one.label for one in controls(world.look(panel), Verb.UNBLOCK)]
        assert shown == [f"Unblock {name}" for name in names[page * 5 - 5 : last]]
    for name in names[10:]:
        world.assert_answered(await world.press(alice, f"Unblock {name}", on=panel))
    assert "Page 2 of 2" in world.look(panel).text, "the last page went with its people"
    world.assert_answered(await world.press(alice, "Ask me first", on=panel))
    assert "Page 2 of 2" in world.look(panel).text, "and stays as it is"
    world.assert_answered(await world.press(alice, "◀ Previous", on=panel))
    assert "Page 1 of 2" in world.look(panel).text


async def test_somebody_who_was_forgotten_can_be_unblocked(world: Club) -> None:
    """Their name is gone; that they are blocked is not."""
    await me(world, block=world["bob"])
    async with core_of(world).store._database.write() as connection:
        await connection.execute(sa.update(blocks).values(name=None))
    panel = await me(world)
    assert "bob" not in panel.text
    world.assert_answered(await world.press(world["alice"], "Unblock somebody", on=panel))
    assert await blocked(world) == []


async def test_a_name_does_nothing_but_stand_there(world: Club) -> None:
    odd = world.join("dave", nick="**@everyone** `x`\n# y")
    panel = await me(world, block=odd)
    assert "⁨\\*\\*\\@everyone\\*\\* \\`x\\` \\# y⁩ is blocked" in panel.text
    assert panel.button("Unblock **@everyone** `x` # y")


async def test_there_is_an_end_to_the_list(world: Club) -> None:
    store = core_of(world).store
    for number in range(MOST_BLOCKED):
        await store.persons.block(world["alice"].id, 1000 + number, f"p{number}", world.now())
    result = await world["alice"].slash(world.channel, "bridgette me", block=world["bob"])
    world.assert_answered(result, contains=f"You have blocked {MOST_BLOCKED} people")
    assert "bob" not in await blocked(world)


async def test_settings_hold_in_the_middle_of_a_match(new_world: Any) -> None:
    """The panel of one's settings is no panel of the match: both stay, and the match goes on."""
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.open_panels()
        hand = scene.panel(0)
        panel = await me(world)
        assert panel.id != hand.id
        world.assert_answered(await world.press(world["alice"], "Ask me first", on=panel))
        assert "Pick" in world.look(hand).text
        assert controls(world.look(hand), Verb.MARK)
