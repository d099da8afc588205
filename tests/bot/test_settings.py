"""A server's settings: who may change them, how, what is refused, and what follows for challenges and leaderboard."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.features.settings import verbs
from bot.preferences import CLOCKS, USUAL_CLOCK, ServerSettings
from bot.store import StoreError
from bridgette import Phase
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club
from .house import CHANNEL_SELECT, ROLE_SELECT, choose, give, managers, open_panel, pick, stored, take
from .scene import Scene, button_id, controls, in_phase, plain_deals, public, rows, start
from .test_commands import fill

USUAL = ServerSettings()
NO = "The settings are for members with the permission “Manage Server”."


def setting(detail: str, at: int = 0) -> str:
    return button_id(Verb.SETTING, at=at, detail=detail)


@pytest.fixture
async def club(new_world: Any) -> AsyncIterator[Club]:
    """A server that alice and bob manage, with plain deals."""
    async with new_world(below=plain_deals()) as world:
        managers(world, "alice", "bob")
        yield world


async def press(world: World, panel: Seen, button: str, who: str = "alice") -> str:
    """Press a button of the panel, which then shows how things stand."""
    world.assert_answered(await world.press(world[who], button, on=panel))
    return world.look(panel).text


# ------------------------------------------------------------------------------- who may


async def test_whoever_does_not_manage_the_server_is_told_so_alone(club: Club) -> None:
    before = public(club)
    result = await club["carol"].slash(club.channel, "bridgette settings")
    club.assert_answered(result)
    assert result.ephemeral
    assert club.answer(result) == NO
    assert public(club) == before


async def test_an_administrator_manages_the_server_too(club: Club) -> None:
    managers(club, "carol", permission="administrator")
    assert "Bridgette on this server" in (await open_panel(club, "carol")).text


async def test_every_press_is_checked_anew(club: Club) -> None:
    """The permission is gone since the panel was opened, or was never there: nothing changes by any of its parts."""
    role = managers(club, "carol")
    panel = await open_panel(club, "carol")
    assert len(panel.buttons) == 8
    take(club, "carol", role)
    for button in panel.buttons:
        result = club.assert_answered(await club.forge(club["carol"], panel, button.custom_id), contains=NO)
        assert result.ephemeral
    for kind, chosen in ((CHANNEL_SELECT, club.channel), (ROLE_SELECT, role)):
        club.assert_answered(await pick(club["carol"], panel, kind, chosen), contains=NO)
    assert await stored(club) == USUAL
    assert club.look(panel).text == panel.text


async def test_a_message_that_anybody_sees_never_becomes_the_panel(club: Club) -> None:
    club.assert_answered(await club["carol"].slash(club.channel, "bridgette challenge"))
    offer = club.find(club["carol"], "Join")
    result = await club.forge(club["alice"], offer, setting(verbs.LEADERBOARD))
    assert club.assert_answered(result).ephemeral
    assert club.look(offer).text == offer.text


# ------------------------------------------------------------------- what the panel changes


async def test_the_panel_shows_what_is_usual(club: Club) -> None:
    shown = (await open_panel(club)).text
    for said in (
        "**Where**: in every channel",
        "**Who may challenge**: everybody",
        "**Longest clock**: 24 hours for each decision.",
        "**A thread for each match**: no",
        "**Leaderboard and figures**: shown",
    ):
        assert said in shown


async def test_the_clock_is_stepped_through_and_switched_off(club: Club) -> None:
    panel = await open_panel(club)
    walked = [USUAL_CLOCK]
    for arrow in ("▶", "◀"):
        while True:
            (step,) = (one for one in club.look(panel).buttons if arrow in one.label)
            if step.disabled:
                break
            await press(club, panel, step.custom_id)
            now = (await stored(club)).clock
            assert now is not None
            walked.append(now)
    assert walked == [*CLOCKS[5:], *reversed(CLOCKS[:-1])]
    assert "**Longest clock**: 5 minutes for each decision." in club.look(panel).text
    assert "waits for its players for as long as they like" in await press(club, panel, "Off")
    assert (await stored(club)).clock is None
    await press(club, panel, "Clock of 24 hours")
    assert (await stored(club)).clock == USUAL_CLOCK


async def test_the_switches(club: Club) -> None:
    panel = await open_panel(club)
    assert "**A thread for each match**: yes" in await press(club, panel, "With threads")
    assert (await stored(club)).own_threads
    assert "**A thread for each match**: no" in await press(club, panel, "Without threads")
    assert not (await stored(club)).own_threads
    assert "hidden; results still count" in await press(club, panel, "Hide the leaderboard")
    assert not (await stored(club)).has_leaderboard
    assert "**Leaderboard and figures**: shown" in await press(club, panel, "Show the leaderboard")
    assert await stored(club) == USUAL


async def test_the_channel_of_the_panel_is_added_and_removed_by_buttons(club: Club) -> None:
    lounge = club.channels["lounge"]
    panel = await open_panel(club)
    assert f"**Where**: <#{club.channel.id}> and the threads there" in await press(club, panel, "Only here")
    other = await open_panel(club, channel=lounge)
    await press(club, other, "Also here")
    assert (await stored(club)).channels == {club.channel.id, lounge.id}
    shown = await press(club, other, "Not here")
    assert f"<#{club.channel.id}>" in shown
    assert f"<#{lounge.id}>" not in shown
    await press(club, other, "Also here")
    assert "in every channel" in await press(club, other, "Everywhere")
    assert (await stored(club)).channels == frozenset()


async def test_in_a_thread_the_panel_is_about_its_channel(club: Club) -> None:
    thread = a_thread(club)
    panel = await open_panel(club, channel=thread)
    await press(club, panel, "Only here")
    assert (await stored(club)).channels == {club.channel.id}


async def test_channels_and_a_role_are_chosen_in_menus_and_cleared(club: Club) -> None:
    lounge, role = club.channels["lounge"], club.guild.create_role("players")
    forum = club.guild.create_forum_channel("games")
    await club.settle()
    panel = await open_panel(club)
    club.assert_answered(await pick(club["alice"], panel, CHANNEL_SELECT, lounge, forum))
    assert (await stored(club)).channels == {lounge.id, forum.id}
    (menu, roles) = club.look(panel).selects
    assert {int(one["id"]) for one in menu["default_values"]} == {lounge.id, forum.id}
    club.assert_answered(await pick(club["alice"], panel, ROLE_SELECT, role))
    assert (await stored(club)).challenge_role == role.id
    (menu, roles) = club.look(panel).selects
    assert [int(one["id"]) for one in roles["default_values"]] == [role.id]
    assert f"members with the role <@&{role.id}>" in club.look(panel).text
    assert "**Who may challenge**: everybody" in await press(club, panel, "Everybody")
    club.assert_answered(await pick(club["alice"], panel, ROLE_SELECT, role))
    for kind in (CHANNEL_SELECT, ROLE_SELECT):
        club.assert_answered(await pick(club["alice"], panel, kind))
    assert await stored(club) == USUAL
    club.assert_answered(await pick(club["alice"], panel, ROLE_SELECT, club.guild.default_role))
    assert (await stored(club)).challenge_role is None, "the role that everybody has"
    assert not club.pings


async def test_what_was_chosen_outlives_a_restart(club: Club) -> None:
    panel = await open_panel(club)
    for button in ("Only here", "3 days ▶", "With threads", "Hide the leaderboard"):
        await press(club, panel, button)
    before, chosen = club.look(panel).text, await stored(club)
    await club.restart()
    assert (
        await stored(club)
        == chosen
        == ServerSettings(timedelta(days=3), frozenset((club.channel.id,)), own_threads=True, has_leaderboard=False)
    )
    assert (await open_panel(club)).text == before
    assert "7 days for each" in await press(club, panel, "7 days ▶"), "the old panel works on"


async def test_two_panels_show_what_is_stored_and_undo_nothing_of_each_other(club: Club) -> None:
    mine, theirs = await open_panel(club), await open_panel(club, "bob")
    await press(club, mine, "Only here")
    await press(club, mine, "3 days ▶")
    shown = await press(club, theirs, "Hide the leaderboard", "bob")
    for said in (f"<#{club.channel.id}>", "3 days for each", "hidden"):
        assert said in shown
    both = await club.together(
        (club["alice"], mine, setting(verbs.OWN_THREADS, 1)), (club["bob"], theirs, setting(verbs.CLOCK, 300))
    )
    for result in both:
        club.assert_answered(result)
    now = await stored(club)
    assert (now.own_threads, now.clock, now.has_leaderboard) == (True, timedelta(minutes=5), False)


# ---------------------------------------------------------------------------- what is gone


async def test_channels_that_are_gone_are_told_of(club: Club) -> None:
    lounge = club.channels["lounge"]
    await choose(club, channels=frozenset((club.channel.id, lounge.id)))
    club.env.backend.delete_channel(lounge.id)
    await club.settle()
    panel = await open_panel(club)
    assert "One more was chosen and is gone." in panel.text
    assert [int(one["id"]) for one in panel.selects[0]["default_values"]] == [club.channel.id]
    elsewhere = club.guild.create_text_channel("elsewhere")
    await club.settle()
    club.env.backend.delete_channel(club.channel.id)
    await club.settle()
    panel = await open_panel(club, channel=elsewhere)
    assert "in every channel, since those that were chosen are gone" in panel.text
    club.assert_answered(await club["carol"].slash(elsewhere, "bridgette challenge"), contains="carol")
    await press(club, panel, "Everywhere")
    assert (await stored(club)).channels == frozenset()


async def test_a_role_that_is_gone_means_everybody_and_is_told_of(club: Club) -> None:
    role = club.guild.create_role("players")
    await choose(club, challenge_role=role.id)
    club.env.backend.delete_role(club.guild.id, role.id)
    await club.settle()
    panel = await open_panel(club)
    assert "everybody, since the role that was chosen is gone" in panel.text
    club.assert_answered(await club["carol"].slash(club.channel, "bridgette challenge"), contains="carol")
    await press(club, panel, "Everybody")
    assert (await stored(club)).challenge_role is None


# ------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("detail", "at"),
    [
        ("nothing", 0),
        ("", 0),
        (verbs.CLOCK, 299),
        (verbs.CLOCK, 999_999_999),
        (verbs.OWN_THREADS, 2),
        (verbs.LEADERBOARD, 9),
        (verbs.HERE, 2),
    ],
)
async def test_a_press_that_no_panel_has_is_refused(detail: str, at: int, club: Club) -> None:
    panel = await open_panel(club)
    result = await club.forge(club["alice"], panel, setting(detail, at))
    club.assert_answered(result, contains="does not belong to anything that I know")
    assert await stored(club) == USUAL


async def test_what_is_no_channel_or_role_of_this_server_is_refused(club: Club) -> None:
    panel = await open_panel(club)
    other = club.env.create_guild("Elsewhere")
    foreign, foreign_role = other.create_text_channel("far"), other.create_role("far")
    category, thread = club.guild.create_category("group"), a_thread(club)
    await club.settle()
    channels = [[str(one)] for one in (foreign.id, category.id, thread.id, club["bob"].id, 0, 2**64, "x", "-1", "١")]
    channels.append([str(club.channel.id), str(foreign.id)])
    for values in channels:
        result = await club.forge(club["alice"], panel, setting(verbs.CHANNELS), values, component_type=CHANNEL_SELECT)
        club.assert_answered(result, contains="does not belong to anything that I know")
    mine = [str(role.id) for role in club.guild.roles.values()]
    for values in ([str(foreign_role.id)], [str(club.channel.id)], ["x"], mine[:2]):
        result = await club.forge(club["alice"], panel, setting(verbs.ROLE), values, component_type=ROLE_SELECT)
        club.assert_answered(result, contains="does not belong to anything that I know")
    assert await stored(club) == USUAL


async def test_twenty_five_channels_can_be_chosen(club: Club) -> None:
    many = [club.guild.create_text_channel(f"c{number}") for number in range(25)]
    await club.settle()
    panel = await open_panel(club)
    club.assert_answered(await pick(club["alice"], panel, CHANNEL_SELECT, *many))
    assert len((await stored(club)).channels) == 25
    result = await club.press(club["alice"], "Also here", on=panel)
    club.assert_answered(result, contains="25 channels can be chosen at most")
    values = [str(one.id) for one in (*many, club.channel)]
    forged = await club.forge(club["alice"], panel, setting(verbs.CHANNELS), values, component_type=CHANNEL_SELECT)
    club.assert_answered(forged, contains="does not belong")
    assert (await stored(club)).channels == {one.id for one in many}


# ---------------------------------------------------------------------------- what goes wrong


async def test_the_log_names_server_and_setting_and_nobody(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    panel, role = await open_panel(club), club.guild.create_role("players")
    await club.settle()
    with caplog.at_level(logging.INFO):
        await press(club, panel, "Hide the leaderboard")
        club.assert_answered(await pick(club["alice"], panel, ROLE_SELECT, role))
    lines = [one.getMessage() for one in caplog.records if one.name.startswith("bot.features.settings")]
    assert f"setting server={club.guild.id} name=leaderboard" in lines
    assert f"setting server={club.guild.id} name=role" in lines
    assert not any(str(one.id) in line for one in club.members.values() for line in lines)


async def test_a_database_that_fails_changes_nothing_and_says_so(club: Club, error_log: Any) -> None:
    panel, database = await open_panel(club), club.client.app.core.store.servers._database  # type: ignore[attr-defined]
    write = database.write

    def fail() -> Any:
        raise StoreError("full")

    database.write = fail
    result = await club.press(club["alice"], "Hide the leaderboard", on=panel)
    database.write = write
    assert club.assert_answered(result, contains="nothing has changed").ephemeral
    assert club.look(panel).text == panel.text
    assert await stored(club) == USUAL
    assert error_log.take()
    assert "hidden" in await press(club, panel, "Hide the leaderboard")


async def test_an_answer_that_fails_leaves_the_setting_as_it_was_chosen(club: Club) -> None:
    panel = await open_panel(club)
    club.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    club.excuse(await club.press(club["alice"], "Hide the leaderboard", on=panel))
    assert not (await stored(club)).has_leaderboard
    assert "hidden" in (await open_panel(club)).text


async def test_while_discord_has_lost_the_server_no_channel_counts_as_gone(club: Club) -> None:
    from bot.discord.servers import Server

    await choose(club, channels=frozenset((club.channel.id, 1)), challenge_role=2)
    guild = club.client.get_guild(club.guild.id)
    assert guild is not None
    server, settings = Server(guild), await stored(club)
    assert (server.playable(settings), server.challenge_role(settings)) == ((club.channel.id,), None)
    async with club.outage():
        assert (server.playable(settings), server.challenge_role(settings)) == ((1, club.channel.id), 2)


# ---------------------------------------------------------------- where matches may begin


def a_thread(world: World, parent: ChannelHandle | None = None) -> ChannelHandle:
    backend = world.env.backend
    made = backend.create_thread((parent or world.channel).id, "game", world["carol"].id)
    return ChannelHandle(world.env, world.guild, made)


async def over(world: World) -> Scene:
    """A match that alice has given up."""
    scene = await start(world)
    await scene.led()
    await scene.resign(world["alice"])
    await scene.tell()
    return scene


async def test_elsewhere_every_way_to_a_match_is_refused_and_told_where_one_may_play(club: Club) -> None:
    lounge = club.channels["lounge"]
    await over(club)
    await start(club, "carol", "alice")  # the channel is busy
    busy = club.assert_answered(await club["bob"].slash(club.channel, "bridgette challenge"))
    club.assert_answered(await club["carol"].slash(lounge, "bridgette challenge", opponent=club["bob"]))
    club.assert_answered(await club["carol"].slash(lounge, "bridgette challenge"))
    attic = club.guild.create_text_channel("attic")
    await choose(club, channels=frozenset((attic.id,)))
    before, channels = rows(club), [public(club), public(club, lounge)]
    assert busy.response is not None
    refused = [
        await club["alice"].slash(club.channel, "bridgette challenge"),
        await club["alice"].context_menu(lounge, "Challenge to Bridgette", target=club["bob"]),
        await club["alice"].slash(a_thread(club), "bridgette challenge"),
        await club.press(club["bob"], "Rematch"),
        await club.press(club["bob"], "Play in a new thread", on=club.look(busy.response)),
        await club.press(club["bob"], "Accept", channel=lounge),
        await club.press(club["alice"], "Join", channel=lounge),
    ]
    for result in refused:
        club.assert_answered(result, contains=f"On this server Bridgette is played in: <#{attic.id}>")
        shown = [*([result.response] if result.response else []), *result.followups]
        assert all(one.ephemeral for one in shown)
    assert rows(club) == before
    assert [public(club)[: len(channels[0])], public(club, lounge)] == channels
    club.assert_answered(await club["carol"].slash(attic, "bridgette challenge", opponent=club["bob"]))
    club.assert_answered(await club.press(club["bob"], "Accept", channel=attic), contains="accepted")


async def test_a_thread_counts_as_its_channel(club: Club) -> None:
    await choose(club, channels=frozenset((club.channel.id,)))
    await start(club, channel=a_thread(club))
    elsewhere = a_thread(club, club.channels["lounge"])
    result = await club["alice"].slash(elsewhere, "bridgette challenge")
    club.assert_answered(result, contains=f"played in: <#{club.channel.id}>")


async def test_channels_that_a_member_cannot_see_are_not_named(club: Club) -> None:
    hide = discord.PermissionOverwrite(view_channel=False)
    secret = club.guild.create_text_channel("secret", overwrites={club["carol"]: hide})
    await club.settle()
    await choose(club, channels=frozenset((secret.id,)))
    result = await club["carol"].slash(club.channel, "bridgette challenge")
    club.assert_answered(result, contains="whoever manages this server can tell you")
    assert str(secret.id) not in club.answer(result)
    result = await club["bob"].slash(club.channel, "bridgette challenge")
    club.assert_answered(result, contains=f"<#{secret.id}>")


async def test_a_match_in_a_channel_that_is_taken_off_the_list_goes_on(club: Club) -> None:
    scene = await start(club)
    await scene.open_panels()
    await choose(club, channels=frozenset((club.channels["lounge"].id,)))
    await scene.discard(0)
    await scene.discard(1)
    await scene.press(0, Verb.CALL, "1S")
    await scene.press(1, Verb.CALL, "Pass")
    assert in_phase(Phase.PLAY)(await scene.match())
    assert controls(scene.panel(1), Verb.PLAY)


# -------------------------------------------------------------------------- who may challenge


async def test_without_the_role_nobody_challenges_and_anybody_accepts(club: Club) -> None:
    await over(club)
    role = club.guild.create_role("players")
    give(club, "carol", role)
    await club.settle()
    await choose(club, challenge_role=role.id)
    before = rows(club)
    for result in (
        await club["alice"].slash(club.channel, "bridgette challenge"),
        await club["alice"].context_menu(club.channel, "Challenge to Bridgette", target=club["bob"]),
        await club.press(club["bob"], "Rematch"),
    ):
        said = f"only members with the role <@&{role.id}> may challenge. You may still accept"
        assert club.assert_answered(result, contains=said).ephemeral
    assert rows(club) == before
    club.assert_answered(await club["carol"].slash(club.channel, "bridgette challenge"), contains="carol")
    club.assert_answered(await club.press(club["bob"], "Join"), contains="accepted")


async def test_the_button_that_opens_a_thread_asks_for_the_role_too(club: Club) -> None:
    await start(club)
    busy = club.assert_answered(await club["carol"].slash(club.channel, "bridgette challenge"))
    role = club.guild.create_role("players")
    await club.settle()
    await choose(club, challenge_role=role.id)
    assert busy.response is not None
    result = await club.press(club["carol"], "Play in a new thread", on=club.look(busy.response))
    club.assert_answered(result, contains=f"<@&{role.id}>")
    assert not club.channel.threads


# ------------------------------------------------------------------------------ the leaderboard


async def test_a_hidden_leaderboard_answers_with_one_sentence_and_results_count_on(club: Club) -> None:
    no = "This server does not show a leaderboard."
    await fill(club, 24)
    club.assert_answered(await club["carol"].slash(club.channel, "bridgette leaderboard"), contains="p00")
    board = club.panel(club["carol"])
    club.assert_answered(await club["carol"].slash(club.channel, "bridgette stats"))
    await choose(club, has_leaderboard=False)
    before = public(club)
    for result in (
        await club["carol"].slash(club.channel, "bridgette leaderboard"),
        await club["carol"].slash(club.channel, "bridgette stats"),
        await club["carol"].slash(club.channel, "bridgette stats", member=club["alice"]),
        await club.press(club["carol"], "Next ▶", on=board),
        await club.press(club["carol"], "Show to all", on=board),
        await club.forge(club["carol"], board, button_id(Verb.SHOW_FIGURES, 1000)),
    ):
        assert club.assert_answered(result).ephemeral
        assert club.answer(result) == no
    assert public(club) == before
    results = len(rows(club)["results"])
    await over(club)
    assert len(rows(club)["results"]) == results + 1
    await choose(club, has_leaderboard=True)
    assert "bob" in club.answer(await club["carol"].slash(club.channel, "bridgette stats", member=club["bob"]))
    assert "has not finished" not in club.answer(
        await club["carol"].slash(club.channel, "bridgette stats", member=club["bob"])
    )
