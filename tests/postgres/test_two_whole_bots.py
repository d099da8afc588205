"""Two whole bots on one database: what is to be told once is told once, and what one has not heard is made good."""

from __future__ import annotations

import random

import pytest

from bot.features.challenges.challenges import LIFETIME
from tests.bot.alone import click, solo
from tests.bot.conftest import error_log
from tests.bot.test_challenges import challenge
from tests.game import playouts
from tests.postgres.test_private_matches import both, elsewhere, numbers, shows_the_present
from tests.support.databases import Databases, beside
from tests.support.processes_apart import Process

__all__ = ["both", "error_log"]

pytestmark = pytest.mark.usefixtures("postgres")

DEAFEN = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN %' OR query = 'SELECT 1')
"""
"""Ends the connections by which news come: what these have done last is to listen, or to look whether they can."""


def test_a_challenge_expires_once_by_the_process_of_its_server(databases: Databases, both: tuple[Process, ...]) -> None:
    one, two = both
    offer = one(challenge(one.world))
    since = len(two.world.env.http_requests)
    two(two.world.advance(LIFETIME.total_seconds() + 60))
    two(two.world.settle())
    assert states(databases) == ["open"], "its own process's clock says when"
    assert not here(two, since, one), "the other one asks nothing about a server that is not its own"

    since = len(one.world.env.http_requests)
    passing = [process.begin(process.world.advance(LIFETIME.total_seconds() + 60)) for process in both]
    for one_passing in passing:
        one_passing.result(60)
    one(one.world.settle())
    assert states(databases) == ["expired"]
    assert "has expired" in one.world.look(offer).text
    assert edits(one, since, offer.id) == 1
    for process in both:
        process(process.world.advance(10 * 60))
    assert edits(one, since, offer.id) == 1
    assert not here(two, 0, one)


def edits(process: Process, since: int, message_id: int) -> int:
    """How often a process has edited a message."""
    asked = process.world.env.http_requests[since:]
    return sum(entry.method == "PATCH" and str(message_id) in entry.path for entry in asked)


def states(databases: Databases) -> list[str]:
    """Of all challenges."""
    with beside(databases("bridgette.db")) as connection:
        return [row["state"] for row in connection.rows("SELECT state FROM challenges ORDER BY id")]


def here(process: Process, since: int, other: Process) -> list[str]:
    """What a process has asked of Discord about the server of another one."""
    ids = str(other.world.guild.id), *(str(channel.id) for channel in other.world.channels.values())
    return [entry.path for entry in process.world.env.http_requests[since:] if any(one in entry.path for one in ids)]


def test_the_house_replies_once_to_an_act_that_both_know_of(databases: Databases, both: tuple[Process, ...]) -> None:
    one, two = both
    first = one(solo(one.world, deals=2))
    second = elsewhere(first, two)
    turns, rng = [(one, first), (two, second)], random.Random(5)
    for count in range(8):
        process, scene = turns[count % 2]
        shows_the_present(process, scene)
        match = process(scene.match())
        process(click(scene, playouts.action(rng, match.deals[-1], playouts.modest)[1]))
        for passing in [each.begin(each.world.advance(40)) for each in both]:
            passing.result(60)
    found = numbers(databases)
    assert found == list(range(1, len(found) + 1))
    with beside(databases("bridgette.db")) as connection:
        seats = [row["seat"] for row in connection.rows("SELECT seat FROM acts ORDER BY number")]
    assert seats.count(0) >= 8
    assert seats.count(1) >= 6
    for process, scene in turns:
        shows_the_present(process, scene)


def test_news_that_were_lost_are_made_good(databases: Databases, both: tuple[Process, ...]) -> None:
    one, two = both
    first = one(solo(one.world, deals=2))
    second = elsewhere(first, two)
    shows_the_present(one, first)
    with beside(databases("bridgette.db")) as connection:
        cut = connection.rows(DEAFEN)
    assert len(cut) >= 2, "both listened"
    match = two(second.match())
    two(click(second, playouts.action(random.Random(2), match.deals[-1], playouts.modest)[1]))
    shows_the_present(one, first)
