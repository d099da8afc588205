"""The leaderboard and figures: in private first, in columns that fit a phone, shown to all by whoever may write."""

from __future__ import annotations

import discord
import pytest

from bot.features.leaderboard.screens import leaderboard_screen
from bot.results import Page, Standing
from bot.screens.columns import WIDTH, cut
from bot.texts import ENGLISH
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import button_id, public, start
from .test_commands import fill


def standing(name: str, rank: int = 1, scale: int = 1) -> Standing:
    return Standing(rank, 7, name, 12 * scale, 7 * scale, 5 * scale, 21_500 * scale, 20_900 * scale, 72 * scale)


NAMES = [
    "Al",
    "W" * 32,
    "名前が長い人の名前です" * 3,
    "e\u0301" * 32,
    "```\n> # x",
    "👩\u200d👩\u200d👧\u200d👦" * 8,
    "@everyone <@1>",
    "أ" * 32,
]


@pytest.mark.parametrize("scale", [1, 40])
@pytest.mark.parametrize("rank", [2, 999, 1_000, 12_345])
@pytest.mark.parametrize("name", NAMES)
def test_columns_line_up_as_wide_as_a_phone_with_the_name_cut(name: str, rank: int, scale: int) -> None:
    rows = [standing("Somebody", 1, scale), standing(name, rank, scale)]
    (_, block, *_) = leaderboard_screen(ENGLISH, Page(rows, 2), 0, can_show=True).blocks
    assert isinstance(block, str)
    lines = block.split("\n")
    assert lines[0] == lines[-1] == "```"
    assert "```" not in "".join(lines[1:-1])
    assert all(cut(line, WIDTH) == line for line in lines), "no line is wider than a phone shows"
    player, head, first_name, first, _, second_name, second, points = lines[1:-1]
    for column in ("played", "won", "lost", "%"):
        end = head.index(column) + len(column)
        assert head[end - 1] != " "
        assert first[end - 1] != " "
        assert second[end - 1] != " "
        assert first[end : end + 1].strip() == second[end : end + 1].strip() == ""
    at = player.index("player")
    assert first_name[at:] == "Somebody"
    assert second_name[:at].strip() == str(rank)
    assert second_name[at:].strip(), "something of the name is left"
    assert f"{21_500 * scale:,} : {20_900 * scale:,}" in points


def test_a_name_is_cut_by_columns_not_letters() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdefg", 6) == "abcde…"
    assert cut("名前名前", 8) == "名前名前"
    assert cut("名前名前名", 8) == "名前名…"
    assert cut("e\u0301e\u0301e\u0301", 3) == "e\u0301e\u0301e\u0301"


async def test_both_are_private_and_can_be_shown_to_all(world: World) -> None:
    await fill(world, 2)
    alice, carol = world["alice"], world["carol"]
    for command, text in (("leaderboard", "Bridgette on this server"), ("stats", "has not finished a match")):
        result = world.assert_answered(await alice.slash(world.channel, f"bridgette {command}"), contains=text)
        assert result.ephemeral
    assert not public(world)
    assert not world.sees(carol)
    world.assert_answered(await world.press(alice, "Show to all"))
    (shown,) = world.sees(carol)
    assert "p00" in shown.text
    assert not shown.button("Show to all")
    assert not world.pings


async def test_the_page_that_is_looked_at_is_shown(world: World) -> None:
    await fill(world, 24)
    alice = world["alice"]
    await alice.slash(world.channel, "bridgette leaderboard")
    world.assert_answered(await world.press(alice, "Next ▶"), contains="Page 2 of 3")
    world.assert_answered(await world.press(alice, "Show to all"))
    (shown,) = world.sees(world["carol"])
    assert "Page 2 of 3" in shown.text
    world.assert_answered(await world.press(world["carol"], "Next ▶", on=shown), contains="Page 3 of 3")


async def test_figures_are_shown_to_all(world: World) -> None:
    scene = await start(world)
    await scene.led()
    await scene.resign(world["alice"])
    await scene.tell()
    before = len(world.sees(world["carol"]))
    await world["alice"].slash(world.channel, "bridgette stats", member=world["bob"])
    assert len(world.sees(world["carol"])) == before
    world.assert_answered(await world.press(world["alice"], "Show to all"))
    shown = world.sees(world["carol"])[-1]
    assert "bob" in shown.text
    assert "wins 1" in shown.text
    assert not shown.buttons


async def test_nobody_posts_by_the_bot_where_they_may_not_write(world: World) -> None:
    await fill(world, 2)
    carol = world["carol"]
    deny = discord.PermissionOverwrite(send_messages=False)
    quiet = world.guild.create_text_channel("quiet", overwrites={carol: deny})
    for command, verb in (("leaderboard", Verb.SHOW), ("stats", Verb.SHOW_FIGURES)):
        options = {"member": world["alice"]} if command == "stats" else {}
        world.assert_answered(await carol.slash(quiet, f"bridgette {command}", **options))
        result = await world.forge(carol, world.panel(carol, quiet), button_id(verb, world["alice"].id))
        world.assert_answered(result, contains="You may not write in this channel")
    assert not public(world, quiet)


@pytest.mark.parametrize(("permission", "is_shown"), [("send_messages_in_threads", False), ("send_messages", True)])
async def test_in_a_thread_the_permission_for_threads_decides(permission: str, is_shown: bool, world: World) -> None:
    await fill(world, 2)
    carol = world["carol"]
    deny = discord.PermissionOverwrite(**{permission: False})
    where = world.guild.create_text_channel("quiet", overwrites={carol: deny})
    await start(world, channel=where)
    await world["bob"].slash(where, "bridgette challenge")
    world.assert_answered(await world.press(world["bob"], "Play in a new thread", channel=where))
    (thread,) = where.threads
    before = len(public(world, thread))
    world.assert_answered(await carol.slash(thread, "bridgette leaderboard"))
    panel = world.panel(carol, thread)
    assert bool(panel.button("Show to all")) == is_shown
    result = world.assert_answered(await world.forge(carol, panel, button_id(Verb.SHOW)))
    assert ("You may not write" not in world.answer(result)) == is_shown
    assert len(public(world, thread)) == before + is_shown


async def test_show_to_all_of_somebody_unknown_is_refused(world: World) -> None:
    await fill(world, 2)
    await world["alice"].slash(world.channel, "bridgette leaderboard")
    forged = await world.forge(world["alice"], world.panel(world["alice"]), button_id(Verb.SHOW_FIGURES, 424242))
    world.assert_answered(forged, contains="does not belong to anything")
    assert not public(world)
