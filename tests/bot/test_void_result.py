"""A moderator lets a result count nowhere, and again; never that of a match of one's own."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from bot.features.results.screens import choice_of
from bot.results import MatchResult
from bot.store import Player, StoreUnavailable
from bot.texts import ENGLISH
from tests.bot.conftest import ErrorLog, NewWorld
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, core_of, plain_deals, rows, start
from .stored import everything
from .test_my_data import finished
from .test_secrecy import Everything, logged  # noqa: F401
from .test_shuffles import failing

NEEDS = "you need the permission “Manage Messages”"


def office(world: World, *moderators: MemberActor) -> ChannelHandle:
    """A channel in which these may manage messages."""
    allow = discord.PermissionOverwrite(manage_messages=True)
    return world.guild.create_text_channel("office", overwrites=dict.fromkeys(moderators, allow))


async def asked(world: World, who: MemberActor, where: ChannelHandle, match: object) -> Seen:
    """The question, which nobody else sees."""
    result = world.assert_answered(await who.slash(where, "bridgette void-result", match=str(match)))
    assert result.ephemeral
    return world.panel(who, where)


async def voided(world: World, scene: Scene) -> ChannelHandle:
    """carol has voided the result, in the channel that is returned."""
    where = office(world, world["carol"], world["alice"])
    question = await asked(world, world["carol"], where, scene.id)
    world.assert_answered(await world.press(world["carol"], "Void the result", on=question), contains="counts nowhere")
    return where


async def figures(world: World, name: str) -> str:
    return world.answer(await world["carol"].slash(world.channel, "bridgette stats", member=world[name]))


async def board(world: World) -> str:
    return world.answer(await world["carol"].slash(world.channel, "bridgette leaderboard"))


async def rebuilt(world: World) -> None:
    kept = rows(world)["standings"]
    await core_of(world).store.standings.rebuild()
    assert rows(world)["standings"] == kept


# ------------------------------------------------------------------------------------ voided, and restored


async def test_the_question_names_players_and_result_and_no_changes_nothing(world: World) -> None:
    scene = await finished(world)
    where, before = office(world, world["carol"]), rows(world)
    question = await asked(world, world["carol"], where, f"#{scene.id}")
    for words in ("alice", "bob", "won", "resigned", "same command takes this back"):
        assert words in question.text
    world.assert_answered(await world.press(world["carol"], "Leave it", on=question), contains="nothing has changed")
    assert rows(world) == before


async def test_it_counts_nowhere_at_once_and_again_when_it_is_restored(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene, other = await finished(world), await finished(world, "bob", "alice")
        await scene.tell()
        before = rows(world)["standings"], await board(world), await figures(world, "bob")
        stored = everything(world)
        where = await voided(world, scene)
        assert not [one for one in world.sees(world["alice"], where) if "void" in one.text]
        stats = await figures(world, "bob")
        assert "matches 1" in stats
        assert "wins 0" in stats
        assert "alice\u2069: 0 won, 1 lost" in stats
        await rebuilt(world)
        after = everything(world)
        changed = {name for name in stored if stored[name] != after[name]}
        assert changed == {"results", "standings"} | ({"members"} & changed), "the record stays as it ended"
        question = await asked(world, world["carol"], where, scene.id)
        assert "count again" in question.text
        world.assert_answered(await world.press(world["carol"], "Let it count", on=question), contains="counts again")
        assert (rows(world)["standings"], await board(world), await figures(world, "bob")) == before
        await rebuilt(world)
        assert (await other.match()).ended is not None


async def test_contracts_and_best_deals_of_a_voided_match_count_nowhere(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await scene.until(lambda match: match.counted == 2 and match.is_under_way)
        await scene.resign(world["alice"])
        await scene.tell()
        assert "Best deal" in (await figures(world, "alice")) + (await figures(world, "bob"))
        await voided(world, scene)
        for name in ("alice", "bob"):
            assert "has not finished a match" in await figures(world, name)
        assert "Nobody has finished a match here yet" in await board(world)
        assert rows(world)["standings"] == []
        await rebuilt(world)


async def test_a_voided_result_stays_voided_after_a_restart_and_its_match_replays(world: World) -> None:
    scene = await finished(world)
    await voided(world, scene)
    before = await scene.match()
    await world.restart()
    assert await scene.match() == before
    assert "has not finished a match" in await figures(world, "bob")
    world.assert_answered(await world.press(world["carol"], "Match record"))
    (attachment,) = json.loads(world.panel(world["carol"]).raw.partition("\n")[0])["attachments"]
    data = world.env.backend.cdn.get(attachment["url"])
    assert data is not None
    assert json.loads(data)["ended"] == {"how": "resigned", "by": 0, "winner": 1}


async def test_it_is_logged_with_the_match_and_nobodys_id(world: World, logged: Everything) -> None:  # noqa: F811
    scene = await finished(world)
    await voided(world, scene)
    lines = logged.take()
    assert f"bot.features.results.feature INFO result voided match={scene.id} server={world.guild.id}" in lines
    assert not [line for line in lines for name in ("alice", "bob", "carol") if str(world[name].id) in line]


async def test_the_result_of_somebody_who_was_forgotten(world: World) -> None:
    scene = await finished(world)
    assert await core_of(world).store.erasure.forget_person(world["alice"].id)
    where = office(world, world["carol"])
    assert "somebody" in (await asked(world, world["carol"], where, scene.id)).text
    world.assert_answered(await world.press(world["carol"], "Void the result", channel=where))
    assert rows(world)["standings"] == []
    await asked(world, world["carol"], where, scene.id)
    world.assert_answered(await world.press(world["carol"], "Let it count", channel=where))
    assert [row[1] for row in rows(world)["standings"]] == [world["bob"].id]
    await rebuilt(world)


# ------------------------------------------------------------------------------------ who may not


async def test_without_the_permission_nothing_is_told_or_changed(world: World) -> None:
    scene = await finished(world)
    before = rows(world)
    carol = world["carol"]
    result = await carol.slash(world.channel, "bridgette void-result", match=str(scene.id))
    world.assert_answered(result, contains=NEEDS)
    assert await carol.autocomplete(world.channel, "bridgette void-result", "match", "") == []
    on = world.find(carol, "Match record")
    for at in (0, 1):
        forged = await world.forge(carol, on, button_id(Verb.VOID, scene.id, at))
        world.assert_answered(forged, contains=NEEDS)
    assert rows(world) == before


async def test_a_permission_that_is_taken_away_meanwhile_changes_nothing(world: World) -> None:
    scene = await finished(world)
    carol, before = world["carol"], rows(world)
    where = office(world, carol)
    question = await asked(world, carol, where, scene.id)
    channel = world.env.backend.get_channel(where.id)
    channel.overwrites.clear()
    world.assert_answered(await world.press(carol, "Void the result", on=question), contains=NEEDS)
    assert rows(world) == before


async def test_a_match_of_ones_own_is_another_moderators(world: World) -> None:
    scene = await finished(world)
    where, before = office(world, world["alice"], world["carol"]), rows(world)
    result = await world["alice"].slash(where, "bridgette void-result", match=str(scene.id))
    world.assert_answered(result, contains="a match of your own")
    question = await asked(world, world["carol"], where, scene.id)
    forged = await world.forge(world["alice"], question, question.buttons[0].custom_id)
    world.assert_answered(forged, contains="a match of your own")
    assert rows(world) == before


@pytest.mark.parametrize("typed", ["0", "999", "-1", "abc", "1" * 25, "", "１"])
async def test_what_is_no_finished_match_is_refused(typed: str, world: World) -> None:
    where = office(world, world["carol"])
    result = await world["carol"].slash(where, "bridgette void-result", match=typed)
    world.assert_answered(result, contains="No finished match")


async def test_open_and_void_matches_and_those_of_other_servers_have_no_result_here(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        carol, where = world["carol"], office(world, world["carol"])
        scene = await start(world)
        for _ in range(2):
            result = await carol.slash(where, "bridgette void-result", match=str(scene.id))
            world.assert_answered(result, contains="No finished match")
            if (await scene.match()).ended is None:
                await scene.resign(world["bob"])  # void, before the first lead
        await scene.tell()
        elsewhere = await finished(world)
        results = core_of(world).store.results
        assert await results.get(world.guild.id + 1, elsewhere.id) is None
        assert not await results.void(world.guild.id + 1, elsewhere.id, is_voided=True)
        forged = await world.forge(carol, world.panel(carol, where), button_id(Verb.VOID, scene.id, 1))
        world.assert_answered(forged, contains="No finished match")


# ------------------------------------------------------------------------------------ twice, at once, late


async def test_pressed_twice_and_by_two_at_once_it_is_voided_once(world: World) -> None:
    scene = await finished(world)
    world.join("dave")
    carol, dave = world["carol"], world["dave"]
    where = office(world, carol, dave)
    questions = [await asked(world, one, where, scene.id) for one in (carol, dave)]
    custom_id = questions[0].buttons[0].custom_id
    presses = [(carol, questions[0], custom_id), (dave, questions[1], custom_id), (carol, questions[0], custom_id)]
    said = [world.answer(world.assert_answered(one)) for one in await world.together(*presses)]
    assert sum("counts nowhere" in one for one in said) == 1
    assert sum("is void already" in one for one in said) == 2
    assert rows(world)["standings"] == []
    await rebuilt(world)


async def test_an_old_question_does_what_it_says_or_nothing(world: World) -> None:
    scene = await finished(world)
    carol, where = world["carol"], office(world, world["carol"])
    old = await asked(world, carol, where, scene.id)
    await world.restart()
    world.assert_answered(await world.press(carol, "Void the result", on=old), contains="counts nowhere")
    question = await asked(world, carol, where, scene.id)
    result = await world.forge(carol, question, button_id(Verb.VOID, scene.id, 1))
    world.assert_answered(result, contains="is void already")
    assert rows(world)["standings"] == []
    world.assert_answered(await world.press(carol, "Let it count", on=question), contains="counts again")
    result = await world.forge(carol, question, button_id(Verb.VOID, scene.id, 0))
    world.assert_answered(result, contains="counts already")


async def test_a_database_that_fails_changes_nothing(world: World, error_log: ErrorLog) -> None:
    scene = await finished(world)
    carol, where = world["carol"], office(world, world["carol"])
    question = await asked(world, carol, where, scene.id)
    before = rows(world)
    for what in ("BEFORE UPDATE ON results", "BEFORE DELETE ON standings"):
        with failing(world, what):
            result = await world.press(carol, "Void the result", on=question)
            world.assert_answered(result, contains="nothing has changed")
        assert rows(world) == before, "the result and the leaderboard change together"
    error_log.take()
    world.assert_answered(await world.press(carol, "Void the result", on=question), contains="counts nowhere")


# ------------------------------------------------------------------------------------ while typing


async def test_the_newest_finished_matches_are_offered(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async with new_world(below=plain_deals()) as world:
        carol, where = world["carol"], office(world, world["carol"])
        first, second = await finished(world), await finished(world, "bob", "carol")
        await voided_directly(world, first)

        async def offered(text: str) -> list[tuple[str, str]]:
            found = await carol.autocomplete(where, "bridgette void-result", "match", text)
            return [(one["name"], one["value"]) for one in found]

        day = f"{world.now():%Y-%m-%d}"
        newest = (f"#{second.id} · bob – carol · {day}", str(second.id))
        assert await offered("") == [newest, (f"#{first.id} · alice – bob · {day} · voided", str(first.id))]
        assert await offered(" CAROL ") == [newest]
        assert [value for _, value in await offered(f"#{first.id}")] == [str(first.id)]
        assert await offered("nobody") == []

        async def fails(*_: Any) -> None:
            raise StoreUnavailable("no")

        monkeypatch.setattr(core_of(world).store.results, "newest", fails)
        assert await offered("") == []


async def voided_directly(world: World, scene: Scene) -> None:
    assert await core_of(world).store.results.void(world.guild.id, scene.id, is_voided=True)


def test_a_choice_fits_with_the_longest_names() -> None:
    players = Player("person", 1, "W" * 32), Player("person", 2, "M" * 32)
    for number, is_whole in ((9_999_999, True), (2**63 - 1, False)):
        result = MatchResult(number, 1, players, "played", 0, (0, 0), datetime(2027, 1, 31, tzinfo=UTC), is_voided=True)
        offered = choice_of(ENGLISH, result)
        assert len(offered) <= 100
        assert offered.endswith(" · 2027-01-31 · voided") == is_whole
