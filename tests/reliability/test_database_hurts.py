"""A database locked, full, read-only, newer or older: the player is told, nothing is half done, play goes on."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.features.table import verbs
from bot.games.acts import LAST_TRICK
from bot.games.game import rebuild
from bot.store import Store, StoreError, StoreUnavailable, sqlite
from bridgette import Match
from bridgette.record import write_record
from tests.bot import scene as scenes
from tests.bot.conftest import ErrorLog, error_log, new_world, world
from tests.bot.scene import Scene
from tests.game import playouts
from tests.reliability import driver, torture
from tests.test_store_database import make

__all__ = ["error_log", "new_world", "world"]

NOT_SAVED = "The database did not take that just now, so nothing has changed. Please try again in a moment."
SEED = 2


def path_of(scene: Scene) -> Path:
    client: Any = scene.world.client
    return Path(client._settings.database_url.removeprefix("sqlite:///"))


def one_act_from_the_end(match: Match) -> bool:
    """Whether the next card ends the match, since the last trick plays itself."""
    play = match.deals[-1].play
    if play is None or len(play.plays) != LAST_TRICK - 1:
        return False
    for _ in range(3):
        (seat,) = match.to_act
        match = match.after(seat, match.deals[-1].legal_cards(seat)[0])
    return match.ended is not None


async def pragma_everywhere(store: Store, statement: str) -> None:
    """Run a PRAGMA on every connection that the store has."""
    from contextlib import AsyncExitStack

    async with AsyncExitStack() as stack:
        for _ in range(sqlite.POOL_SIZE):
            connection = await stack.enter_async_context(store._database.read())
            await connection.exec_driver_sql(statement)


class Hurt:
    """Something that is wrong with the database for a while."""

    async def begin(self, scene: Scene) -> None: ...

    async def end(self, scene: Scene) -> None: ...


class Locked(Hurt):
    """A second connection holds the lock longer than the bot waits: seconds in truth, no time here."""

    async def begin(self, scene: Scene) -> None:
        await pragma_everywhere(scene.core.store, "PRAGMA busy_timeout=20")
        self.other = sqlite3.connect(path_of(scene), isolation_level=None)
        self.other.execute("BEGIN IMMEDIATE")

    async def end(self, scene: Scene) -> None:
        self.other.execute("ROLLBACK")
        self.other.close()


class Full(Hurt):
    """No page more fits on the disk; the free ones are used up."""

    async def begin(self, scene: Scene) -> None:
        store = scene.core.store
        async with store._database.write() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
        await pragma_everywhere(store, f"PRAGMA max_page_count={pages}")
        with pytest.raises(StoreUnavailable, match="full"):
            await store.meta.set("ballast", "x" * 10_000_000)
        # Migrating an empty database leaves free pages behind.
        size, number = 4000, 0
        while size:
            number += 1
            try:
                await store.meta.set(f"ballast{number}", "x" * size)
            except StoreUnavailable:
                size //= 2

    async def end(self, scene: Scene) -> None:
        await pragma_everywhere(scene.core.store, "PRAGMA max_page_count=1000000")


class ReadOnly(Hurt):
    """The file takes no writes."""

    async def begin(self, scene: Scene) -> None:
        await pragma_everywhere(scene.core.store, "PRAGMA query_only=ON")

    async def end(self, scene: Scene) -> None:
        await pragma_everywhere(scene.core.store, "PRAGMA query_only=OFF")


@pytest.mark.parametrize("hurt", [Locked, ReadOnly])
async def test_a_match_that_ends_just_then_ends_at_the_next_try(
    hurt: Callable[[], Hurt], new_world: Any, error_log: ErrorLog
) -> None:
    async with new_world(below=scenes.plain_deal()) as world:
        scene = await scenes.start(world)
        await scene.until(one_act_from_the_end)
        await scene.show()
        seat = await scene.turn()
        kept, match, shown = scenes.rows(world), await scene.match(), scene.public()
        trouble, panel = hurt(), scene.panel(seat)
        await trouble.begin(scene)
        for _ in range(2):
            result = await world.press(scene.players[seat], scenes.enabled(panel, verbs.PLAY)[0].custom_id, on=panel)
            world.assert_answered(result, contains=NOT_SAVED)
        assert scenes.rows(world) == kept, "nothing is half done"
        assert scene.public() == shown, "nobody was told of what was not saved"
        assert "not saved" in error_log.take()[0]
        looks = world.assert_answered(await world.press(scene.players[1 - seat], "My hand", channel=scene.channel))
        assert NOT_SAVED not in world.answer(looks), "reading goes on"
        error_log.take()
        await trouble.end(scene)
        assert await scene.match() == match
        world.assert_answered(
            await world.press(scene.players[seat], scenes.enabled(panel, verbs.PLAY)[0].custom_id, on=panel)
        )
        ended = await scene.stored()
        assert ended.ended is not None
        found = scenes.rows(world)
        assert len(found["results"]) == 1
        assert len(found["acts"]) == len(kept["acts"]) + 3, "the card and the last trick"
        assert not scene.tables() or "won" in scene.world.reads(world["carol"])


async def test_a_disk_that_is_full_takes_a_move_later(new_world: Any) -> None:
    async with new_world(below=scenes.plain_deal()) as world:
        scene = await scenes.start(world)
        await scene.to_play()
        trouble, refused, rng = Full(), None, Random(1)
        await trouble.begin(scene)
        # What little room the pages have left takes some acts.
        while refused is None:
            match, kept = await scene.match(), scenes.rows(world)
            assert match.ended is None, "it never got full"
            seat, action = playouts.action(rng, match.deals[-1], playouts.modest)
            try:
                await scene.act(seat, action)
            except StoreUnavailable as error:
                refused = error
        assert "full" in str(refused)
        assert scenes.rows(world) == kept
        assert await scene.match() == match
        await trouble.end(scene)
        await scene.act(seat, action)
        assert len(scenes.rows(world)["acts"]) == len(kept["acts"]) + 1


FULL = """
import asyncio, resource, signal, sys
from tests.game import playouts
from tests.reliability import driver
from bot.store import Store, StoreError

async def main():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = await Store.open("sqlite:///" + sys.argv[1])
    size = int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        await driver.play(store, int(sys.argv[3]), print)
    except StoreError as error:
        print("refused:", error)
    await store.close()

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no such limit here")
def test_a_system_that_gives_no_more_room_costs_nothing_saved(tmp_path: Path) -> None:
    wanted = torture.undisturbed(SEED, f"sqlite:///{tmp_path}/undisturbed.db")
    file = tmp_path / "a.db"
    told: list[str] = []
    for size in (220_000, 400_000, 700_000):
        arguments = [sys.executable, "-c", FULL, str(file), str(size), str(SEED)]
        ended = subprocess.run(arguments, cwd=torture.ROOT, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr) == (0, "")
        *more, last = ended.stdout.splitlines()
        told += more
        if not last.startswith("refused: "):
            break
        assert "The database cannot be used now" in last
        found = torture.rows_of(f"sqlite:///{file}")
        assert found == wanted.states[1 + len(told)], "all that was told, and nothing else"
    assert told, "some of it fitted"
    ended = subprocess.run(
        [sys.executable, "-m", "tests.reliability.driver", f"sqlite:///{file}", str(SEED)],
        cwd=torture.ROOT,
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert torture.record_of(f"sqlite:///{file}") == wanted.record


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs to become another user")
def test_a_file_that_became_read_only_is_refused_in_one_sentence_by_the_system(tmp_path: Path) -> None:
    torture.undisturbed(SEED, f"sqlite:///{tmp_path}/undisturbed.db")
    file = tmp_path / "undisturbed.db"
    kept = file.read_bytes()
    file.chmod(0o444)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    program = (
        "import os, sys, asyncio\nfrom bot.store import Store, StoreError\nos.setuid(65534)\n"
        "try:\n    asyncio.run(Store.open('sqlite:///' + sys.argv[1]))\nexcept StoreError as error:\n    print(error)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(file)], cwd=torture.ROOT, capture_output=True, text=True)
    assert ended.stdout == f"The database file {file} cannot be written: Permission denied.\n", ended.stderr
    assert file.read_bytes() == kept


# Older and newer databases


def rows_between_versions(match_id: int, new: sqlite3.Connection, old: sqlite3.Connection) -> None:
    """Write a match of this version as the version before the last one did, with the tables of that one."""
    columns = "id, guild_id, channel_id, started_at, ended_how, ended_by, winner, ended_at, result_message_id"
    (match,) = new.execute(f"SELECT {columns} FROM matches WHERE id = ?", (match_id,))
    seats = new.execute("SELECT user_id, name FROM seats WHERE match_id = ? ORDER BY seat", (match_id,)).fetchall()
    (user0, name0), (user1, name1) = seats
    old.execute(
        f"INSERT INTO matches ({columns}, user0, user1, name0, name1) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*match, user0, user1, name0, name1),
    )
    for table in ("deals", "deal_results"):
        for row in new.execute(f"SELECT * FROM {table} WHERE match_id = ?", (match_id,)).fetchall():
            old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    for row in new.execute(
        "SELECT match_id, number, deal, seat, kind, value, at FROM acts WHERE match_id = ?", (match_id,)
    ):
        # Each act but the last had a step of its own then.
        old.execute(
            "INSERT INTO actions (match_id, number, deal, step, seat, kind, value, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*row[:3], row[1], *row[3:]),
        )
    for row in new.execute("SELECT guild_id, user_id, name, seen_at FROM members").fetchall():
        old.execute("INSERT INTO members VALUES (?, ?, ?, ?)", row)


class Stop(Exception):
    pass


async def part_of_a_match(file: Path, acts: int | None = 70) -> None:
    """Play the match of the seed to the act of that number, or to its end."""

    def tell(what: str) -> None:
        if what == str(acts):
            raise Stop

    store = await Store.open(f"sqlite:///{file}")
    with suppress(Stop):
        await driver.play(store, SEED, tell)
    await store.close()


@pytest.mark.parametrize("revision", ["0001", "0002"])
@pytest.mark.parametrize("acts", [70, None])
async def test_a_match_of_every_earlier_version_has_the_same_record_and_goes_on_to_the_same_end(
    acts: int | None, revision: str, tmp_path: Path
) -> None:
    source, old = tmp_path / "source.db", tmp_path / "old.db"
    await part_of_a_match(source, acts)
    make(old, revision)
    with closing(sqlite3.connect(source)) as new, closing(sqlite3.connect(old)) as connection, connection:
        rows_between_versions(1, new, connection)
    stores = [await Store.open(f"sqlite:///{file}") for file in (source, old)]
    loaded = [await store.matches.load(1) for store in stores]
    assert loaded[0] is not None
    assert loaded[1] is not None
    assert loaded[0].acts == loaded[1].acts
    records = [write_record(rebuild(one).match) for one in loaded if one is not None]
    assert records[0] == records[1]
    if acts is not None:
        await stores[1].lease.take(driver.BEGIN)
        for store in stores:
            await driver.play(store, SEED, lambda _: None)
        ended = [await store.matches.load(1) for store in stores]
        assert ended[0] is not None
        assert not ended[0].match.is_open
        assert ended[0] == ended[1]
    for store in stores:
        await store.close()


async def test_an_upgrade_that_cannot_be_written_leaves_the_old_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old.db"
    make(old, "0001")
    kept = old.read_bytes()
    monkeypatch.setattr(sqlite, "PRAGMAS", (sqlite.PRAGMAS[0], "PRAGMA query_only=ON"))
    with pytest.raises(StoreError, match=r"^Opening \S+ failed: attempt to write a readonly database\.$"):
        await Store.open(f"sqlite:///{old}")
    assert old.read_bytes() == kept


async def test_a_newer_database_is_refused_with_the_reason_and_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    await part_of_a_match(file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    kept = file.read_bytes()
    with pytest.raises(StoreError, match=r"made by a newer version of the bot .*schema 9999.*: update the bot"):
        await Store.open(f"sqlite:///{file}")
    assert file.read_bytes() == kept
