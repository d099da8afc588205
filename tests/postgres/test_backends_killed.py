"""The server's side of a connection is killed between any two statements: no act is lost, none is there twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.store import Store, StoreUnavailable
from tests.reliability import driver, torture
from tests.support.databases import Databases
from tests.support.postgres import Server

SEEDS = (2, 5)
EVERY = 31
"""A kill before each so-manieth statement, one further at each try, so that every kind of statement has its turn."""


class Killer:
    """Ends the backend of a connection before some of its statements, commits included."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._left = EVERY
        self.kills = 0
        self.is_at_work = False

    def listen(self) -> None:
        event.listen(Engine, "commit", self._statement)
        event.listen(Engine, "before_cursor_execute", self._before)

    def rest(self) -> None:
        event.remove(Engine, "commit", self._statement)
        event.remove(Engine, "before_cursor_execute", self._before)

    def _before(self, connection: Any, *_: Any) -> None:
        self._statement(connection)

    def _statement(self, connection: Any) -> None:
        if not self.is_at_work:
            return
        self._left -= 1
        if self._left == 0:
            self.kills += 1
            self._left = EVERY + self.kills % 11
            pid = connection.connection.driver_connection.get_server_pid()
            with self._server.connect("postgres") as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))


@pytest.fixture
def killer(postgres: Server) -> Iterator[Killer]:
    found = Killer(postgres)
    found.listen()
    yield found
    found.rest()


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_match_whose_backends_are_killed_ends_as_it_would_have(
    databases: Databases, killer: Killer, seed: int
) -> None:
    wanted = await asyncio.to_thread(torture.undisturbed, seed, databases("undisturbed.db"))
    store = await Store.open(databases("tortured.db"))
    told: list[str] = []
    killer.is_at_work = True
    for _ in range(len(wanted.told)):
        try:
            await driver.play(store, seed, told.append)
        except StoreUnavailable:
            continue  # as the bot: it looks at the rows again, and goes on from there
        break
    killer.is_at_work = False
    await store.close()
    assert killer.kills >= 8
    assert len(told) == len(set(told)), "an act was done twice"
    assert torture.rows_of(databases("tortured.db")) == wanted.states[-1]
    assert await asyncio.to_thread(torture.record_of, databases("tortured.db")) == wanted.record
