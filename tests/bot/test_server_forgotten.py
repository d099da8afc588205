"""A server that removes the bot waits thirty days, whole; then all that is stored of it goes, if Discord agrees."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.catch_up import CatchUp
from bot.departures import KEPT
from bot.games import Agreement, Resignation
from bot.preferences import PersonSettings, ServerSettings
from bot.store import Person, Place, Player
from bot.store.erasure import AT_ONCE
from bot.store.schema_choices import servers
from bridgette import How
from tests.bot.conftest import NewWorld
from tests.support.world import World

from .scene import Scene, core_of, plain_deals, rows, start
from .stored import database, everything
from .test_my_data import finished
from .test_places import Invitation
from .test_shuffles import failing

SECOND = timedelta(seconds=1)
OTHER = 4242
"""Another server of which something is stored."""


def of_server(world: World, guild_id: int) -> dict[str, int]:
    """How many rows of each table hold something of a server."""
    found = {}
    with closing(database(world)) as file:
        for table in everything(world):
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            if "guild_id" in columns:
                where = f"guild_id = {guild_id}"
            elif "match_id" in columns:
                where = f"match_id IN (SELECT id FROM matches WHERE guild_id = {guild_id})"
            else:
                continue
            (found[table],) = file.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone()
    return {table: count for table, count in found.items() if count}


def left_at(world: World) -> datetime | None:
    with closing(database(world)) as file:
        row = file.execute("SELECT left_at FROM servers WHERE guild_id = ?", (world.guild.id,)).fetchone()
    return None if row is None or row[0] is None else datetime.fromtimestamp(row[0] / 1000, tz=world.now().tzinfo)


async def played(world: World) -> Scene:
    """A server with something in every table, and an open match."""
    core = core_of(world)
    await finished(world)
    scene = await start(world)
    await scene.led()
    await scene.tell()
    lounge = world.channels["lounge"]
    await core.store.servers.set(world.guild.id, ServerSettings(channels=frozenset((lounge.id,)), own_threads=True))
    await world["carol"].slash(lounge, "bridgette challenge")
    with closing(database(world)) as file, file:
        what = (world.guild.id, "a", "b", 1)
        file.execute("INSERT INTO pings (guild_id, sender, receiver, at) VALUES (?, ?, ?, ?)", what)
    return scene


async def elsewhere(world: World) -> None:
    """A match that has ended on another server, where the bot is."""
    core = core_of(world)
    players = Player.of(Person(world["alice"].id, "alice")), Player.of(Person(world["bob"].id, "bob"))
    game = await core.games.begin(Agreement(players, Place(OTHER, 99)), world.now())
    scene = Scene(world, game.id, (world["alice"], world["bob"]), world.channel)
    await scene.led()
    await scene.do(Resignation(0))


async def removed(world: World) -> Invitation:
    """The bot is removed, by an event that it hears."""
    invitation = Invitation(world)
    invitation.remove()
    await world.settle()
    return invitation


async def round_at(world: World, moment: datetime) -> None:
    """A round of the bot when Discord says that it is this moment."""
    client: Any = world.client
    core_of(world).latency.discord_time = moment
    with world.env._bot_scope():
        await client._catch_up.go_round()
    await world.settle()


# ------------------------------------------------------------------------------------ noted


async def test_the_moment_is_stored_also_without_open_matches_and_cleared_when_it_is_back(world: World) -> None:
    await finished(world)
    assert left_at(world) is None
    invitation = await removed(world)
    moment = core_of(world).latency.discord_time
    assert left_at(world) == moment
    await invitation.invite()
    assert left_at(world) is None
    assert of_server(world, world.guild.id)["results"] == 1


@pytest.mark.parametrize("back", ["while it runs", "while it is off"])
async def test_before_thirty_days_it_comes_back_whole(back: str, new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await played(world)
        before, settings = everything(world), await core_of(world).store.servers.get(world.guild.id)
        invitation = await removed(world)
        moment = left_at(world)
        assert moment is not None
        await round_at(world, moment + KEPT - SECOND)
        if back == "while it runs":
            await invitation.invite()
        else:
            await world.client.close()
            invitation.restore()
            await world.restart()
        await world.settle()
        await round_at(world, moment + KEPT + timedelta(days=1))
        after = everything(world)
        for table in ("matches", "challenges"):  # how far people were told, and what expired meanwhile
            assert len(after[table]) == len(before[table])
            del after[table], before[table]
        del after["pings"], before["pings"]  # of the last hour
        assert after == before
        assert await core_of(world).store.servers.get(world.guild.id) == settings
        assert (await scene.match()).ended is None


async def test_a_server_that_was_left_while_the_bot_was_off_is_noted_at_the_start(world: World) -> None:
    await finished(world)
    invitation = Invitation(world)
    await world.client.close()
    invitation.remove()
    await world.restart()
    await world.settle()
    assert left_at(world) is None, "nobody knows yet what time it is at Discord"
    now = world.now()
    await round_at(world, now)
    assert left_at(world) == now
    await round_at(world, now + timedelta(days=3))
    assert left_at(world) == now, "the first moment counts"


@pytest.mark.parametrize("code", [500, 401, 403])
async def test_a_server_that_is_missing_and_of_which_discord_says_nothing_is_not_noted(code: int, world: World) -> None:
    """A refusal without Discord's own code comes from what stands before it."""
    await finished(world)
    invitation = Invitation(world)
    await world.client.close()
    invitation.remove()
    world.env.inject_error("GET", f"/guilds/{world.guild.id}", status=code, code=0, times=None)
    await world.restart()
    await round_at(world, world.now())
    await round_at(world, world.now() + 2 * KEPT)
    assert left_at(world) is None
    assert of_server(world, world.guild.id)["results"] == 1


async def test_a_database_that_fails_at_that_moment_notes_it_later(world: World) -> None:
    await finished(world)
    with failing(world, "BEFORE INSERT ON servers"):
        await removed(world)
        assert left_at(world) is None
    now = world.now()
    await round_at(world, now)
    assert left_at(world) == now


# ------------------------------------------------------------------------------------ forgotten


async def test_after_thirty_days_all_of_it_goes_and_nothing_of_others(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await played(world)
        await elsewhere(world)
        core = core_of(world)
        await core.store.persons.set(world["alice"].id, PersonSettings(asks=True))
        others = of_server(world, OTHER)
        assert others
        before = of_server(world, world.guild.id)
        wanted = "acts challenges deals matches members pings results seats server_channels servers standings"
        assert before.keys() >= set(wanted.split())
        await removed(world)
        moment = left_at(world)
        assert moment is not None
        await round_at(world, moment + KEPT - SECOND)
        assert of_server(world, world.guild.id).keys() == before.keys()
        await round_at(world, moment + KEPT)
        assert of_server(world, world.guild.id) == {}
        assert core.games.peek(scene.id) is None
        assert of_server(world, OTHER) == others
        assert (await core.store.persons.get(world["alice"].id)).asks, "a person's own settings are the person's"
        assert not [row for row in everything(world)["seats"] if row[0] == scene.id]
        with closing(database(world)) as file:
            assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        kept = rows(world)["standings"]
        await core.store.standings.rebuild()
        assert rows(world)["standings"] == kept


async def test_open_matches_are_void_first_and_their_followers_are_told(new_world: NewWorld) -> None:
    """What holds a match in memory lets go of it before its rows are gone."""
    async with new_world(below=plain_deals()) as world:
        scene = await played(world)
        await removed(world)
        moment, ended = left_at(world), []
        assert moment is not None

        class Note:
            def happened(self, what: Any) -> None:
                ended.append((what.after.id, what.after.match.ended.how))

            async def catch_up(self, match_id: int) -> None: ...

        core_of(world).games.followers.add(Note())
        # As if its suspension had never been noted.
        with closing(database(world)) as file, file:
            file.execute("UPDATE matches SET suspended_at = NULL")
        await round_at(world, moment + KEPT)
        assert ended == [(scene.id, How.VOID)]
        assert of_server(world, world.guild.id) == {}


async def test_a_server_that_begins_anew_is_a_new_one(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await played(world)
        invitation = await removed(world)
        moment = left_at(world)
        assert moment is not None
        await round_at(world, moment + KEPT)
        await invitation.invite()
        assert await core_of(world).store.servers.get(world.guild.id) == ServerSettings()
        again = await start(world)
        assert again.tables()
        board = world.answer(await world["carol"].slash(world.channel, "bridgette leaderboard"))
        assert "Nobody has finished a match here yet" in board


async def test_many_matches_go_in_parts_and_the_rest_is_whole_after_each(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert AT_ONCE >= 10
    monkeypatch.setattr("bot.store.erasure.AT_ONCE", 1)
    for _ in range(3):
        await finished(world)
    await removed(world)
    moment = left_at(world)
    assert moment is not None
    with failing(world, "BEFORE DELETE ON matches WHEN OLD.id = 3"):
        await round_at(world, moment + KEPT)
    assert of_server(world, world.guild.id)["matches"] == 1
    kept = rows(world)["standings"]
    assert {row[2] for row in kept} == {1}
    await core_of(world).store.standings.rebuild()
    assert rows(world)["standings"] == kept
    await world.advance(60)
    await round_at(world, moment + KEPT)
    assert of_server(world, world.guild.id) == {}


async def test_a_voided_result_takes_nothing_from_the_leaderboard_when_it_goes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.erasure.AT_ONCE", 1)
    first, _ = await finished(world), await finished(world)
    assert await core_of(world).store.results.void(world.guild.id, first.id, is_voided=True)
    await removed(world)
    moment = left_at(world)
    assert moment is not None
    kept = rows(world)["standings"]
    with failing(world, "BEFORE DELETE ON matches WHEN OLD.id = 2"):
        await round_at(world, moment + KEPT)
    assert rows(world)["standings"] == kept


# ------------------------------------------------------------------------------------ never by mistake


@pytest.mark.parametrize("days", [-400, 40, 4000])
async def test_no_clock_of_the_host_forgets_a_server(days: int, world: World) -> None:
    await finished(world)
    await removed(world)
    moment = left_at(world)
    assert moment is not None
    core = core_of(world)
    jumped = CatchUp(replace(core, clock=lambda: world.now() + timedelta(days=days)))
    for _ in range(2):
        with world.env._bot_scope():
            await jumped.go_round()
        await world.settle()
        assert of_server(world, world.guild.id)["results"] == 1
        assert left_at(world) == moment
    core.latency.discord_time = moment + KEPT
    with world.env._bot_scope():
        await jumped.go_round()
    await world.settle()
    assert of_server(world, world.guild.id) == {}


async def test_a_clock_that_was_behind_when_it_was_left_makes_it_no_older(world: World) -> None:
    """Without Discord's time nothing is noted; with it the host's clock has no part in it."""
    await finished(world)
    await world.restart()
    assert core_of(world).latency.discord_time is None
    await removed(world)
    assert left_at(world) is None
    now = world.now() + timedelta(days=365)
    await round_at(world, now)
    assert left_at(world) == now
    assert of_server(world, world.guild.id)["results"] == 1


@pytest.mark.parametrize(("status", "code"), [(500, 0), (401, 0), (403, 0), (403, 40001), (404, 0)])
async def test_only_what_discord_itself_confirms_is_forgotten_and_it_is_not_asked_all_the_time(
    status: int, code: int, world: World
) -> None:
    await finished(world)
    await removed(world)
    moment = left_at(world)
    assert moment is not None
    world.env.inject_error("GET", f"/guilds/{world.guild.id}", status=status, code=code, times=None)
    since = len(world.env.http_requests)
    for _ in range(10):
        await round_at(world, moment + KEPT)
    asked = [one for one in world.env.http_requests[since:] if one.path == f"/guilds/{world.guild.id}"]
    assert 1 <= len(asked) <= 6
    assert of_server(world, world.guild.id)["results"] == 1
    assert left_at(world) == moment, "nor is it taken for one that is back"


async def test_a_server_that_is_there_after_all_is_taken_back(world: World) -> None:
    """Noted as left, and of its return no event came."""
    scene = await finished(world)
    await core_of(world).store.departures.note(world.guild.id, world.now())
    await round_at(world, world.now() + 2 * KEPT)
    assert left_at(world) is None
    assert of_server(world, world.guild.id)["results"] == 1
    assert (await scene.match()).ended is not None


async def test_an_outage_forgets_nothing(world: World) -> None:
    await finished(world)
    async with world.outage():
        await round_at(world, world.now() + 2 * KEPT)
        assert left_at(world) is None
    await round_at(world, world.now() + 4 * KEPT)
    assert of_server(world, world.guild.id)["results"] == 1


async def test_one_server_a_round(world: World) -> None:
    core = core_of(world)
    long_ago = world.now() - 2 * KEPT
    for guild_id in (OTHER, OTHER + 1, OTHER + 2):
        await core.store.members.see(guild_id, 1, "Ann", long_ago)
        await core.store.departures.note(guild_id, long_ago + timedelta(days=guild_id - OTHER))
    for left in (2, 1, 0):
        await round_at(world, world.now())
        assert len(await core.store.departures.all()) == left
    assert not [row for row in everything(world)["members"] if row[0] >= OTHER and row[0] < OTHER + 3]


async def test_one_that_cannot_be_confirmed_keeps_no_other_from_being_forgotten(world: World) -> None:
    core = core_of(world)
    long_ago = world.now() - 2 * KEPT
    for guild_id in (OTHER, OTHER + 1):
        await core.store.departures.note(guild_id, long_ago + timedelta(days=guild_id - OTHER))
    world.env.inject_error("GET", f"/guilds/{OTHER}", status=403, code=0, times=None)
    for _ in range(2):
        await round_at(world, world.now())
    assert await core.store.departures.all() == [OTHER]


async def test_a_server_that_is_back_in_the_middle_keeps_what_is_left(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.erasure.AT_ONCE", 1)
    await finished(world)
    await finished(world)
    core = core_of(world)
    await core.store.departures.note(world.guild.id, world.now() - 2 * KEPT)
    erasure = core.store.erasure
    remove = erasure._remove_matches

    async def remove_and_return(connection: Any, ids: list[int]) -> None:
        await remove(connection, ids)
        await connection.execute(servers.update().values(left_at=None))

    monkeypatch.setattr(erasure, "_remove_matches", remove_and_return)
    assert not await erasure.forget_server(world.guild.id)
    assert of_server(world, world.guild.id)["results"] == 1
