"""The bot as a host runs it, in a process that is killed: what was answered is there again, and no click acts twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.clicks import Pair
from tests.support.databases import Databases, watching
from tests.support.gateway import Gateway, serving
from tests.support.processes import Processes, processes, until

GUILD, CHANNEL = 900 << 22, 101


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    async with serving(Gateway({GUILD: (CHANNEL,)})) as found:
        yield found


async def in_play(pair: Pair) -> list[str]:
    """A match begun and played until cards are on the table; what both are shown."""
    await pair.begin()
    while not any(one.kind == "play" for one in pair.acts()):
        await pair.play(1)
    return await hands(pair)


async def hands(pair: Pair) -> list[str]:
    """The panels of both when they ask for their hands: the cards and all else."""
    found = []
    for who in (0, 1):
        assert await pair.hand(who) is not None, "My hand was not answered"
        found.append(pair.read(who))
    return found


async def begun(bots: Processes, gateway: Gateway) -> None:
    """A process that people can reach."""
    before = len(gateway.sessions)
    one = bots.start("run")
    await until(lambda: len(gateway.sessions) > before, what=f"a session begins; it said:\n{one.said}")


async def test_a_process_that_is_killed_comes_back_with_the_same_cards(
    gateway: Gateway, databases: Databases, tmp_path: Path
) -> None:
    url = databases()
    with processes(tmp_path, gateway.address, url) as bots, ExitStack() as stack:
        await begun(bots, gateway)
        pair = Pair(gateway, stack.enter_context(watching(url)), GUILD, CHANNEL)
        held = await in_play(pair)
        panel, saved = pair.read(0), pair.acts()
        bots.all[-1].kill()
        await until(lambda: not gateway.sessions, what="Discord notices that the process is gone")

        table = gateway.table(CHANNEL)
        for who in (0, 1):
            assert await pair.hand(who) is None, "nobody is there who could answer"
        assert (pair.read(0), gateway.table(CHANNEL), pair.acts()) == (panel, table, saved)
        assert pair.tally.failed == 2

        await begun(bots, gateway)
        assert await hands(pair) == held
        assert pair.acts() == saved
        await pair.play(12)
        assert len(pair.acts()) >= len(saved) + 12
        assert (pair.tally.lost, pair.tally.twice, pair.tally.repeated, pair.tally.failed) == (0, 0, 0, 2)
        assert gateway.syncs == 1, "Discord is sent the commands once"
        assert (gateway.strange, bots.complaints()) == ([], [])
