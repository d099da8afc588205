"""Processes that think beside the bot, killed, stopped, cut off, asked twice: a decision is one act, and the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import pytest

from bot.games import Resignation, record_of
from bot.games import elsewhere as elsewheres
from bot.games.deciding import seat_of_house
from bot.games.elsewhere import kind_of_thinker
from bot.store.queue import Job, Work
from bridgette import Phase
from bridgette.computer.advice.hindsight import hindsight
from bridgette.computer.advice.hint import hint
from bridgette.computer.advice.regret import regrets
from bridgette.computer.players import own_form
from bridgette.computer.solver.solve import is_native
from tests.bot.conftest import error_log
from tests.bot.test_secrecy import cards_in
from tests.support.databases import Databases
from tests.support.postgres import Server
from tests.support.proxy import proxy
from tests.support.thinkers import (
    ANN,
    ROOT,
    Bot,
    Process,
    a_bot,
    a_thinker,
    everything_queued,
    jobs,
    until,
    until_job,
)

__all__ = ["error_log"]

KIND = kind_of_thinker(own_form())

pytestmark = pytest.mark.usefixtures("postgres")


@pytest.fixture
def url(databases: Databases) -> str:
    return databases()


@pytest.fixture
async def bot(url: str) -> AsyncIterator[Bot]:
    async with a_bot(url) as found:
        yield found


@pytest.fixture
def thinker(bot: Bot, url: str, tmp_path: Path) -> Iterator[Process]:
    """One process, with one decision at a time."""
    with a_thinker(url, tmp_path, "--threads", "1") as found:
        yield found


async def at_house(bot: Bot) -> Job:
    """The job of the house's next decision."""
    game = await bot.game()
    seat = seat_of_house(game)
    assert seat is not None
    return Job(Work.DECISION, game.id, game.decisions[seat], seat)


async def acts(bot: Bot) -> list[str]:
    """The kinds of the acts that are stored."""
    stored = await bot.store.matches.load(bot.id)
    assert stored is not None
    return [one.kind for one in stored.acts]


async def until_acts(bot: Bot, count: int) -> None:
    async def are() -> bool:
        return len(await acts(bot)) >= count

    await until(are)


async def lives(bot: Bot) -> None:
    async def is_there() -> bool:
        await bot.elsewhere.look()
        return bot.elsewhere.is_there

    await until(is_there)


# ------------------------------------------------------------------------------------------------ the same decisions


async def test_a_match_thought_elsewhere_is_the_same_as_in_the_bot(databases: Databases, tmp_path: Path) -> None:
    records = []
    for name in ("here", "elsewhere"):
        async with a_bot(databases(name), strength="expert") as bot:
            if name == "here":
                await bot.house.go_round()
                game = await bot.play(lambda _: False)
            else:
                with a_thinker(databases(name), tmp_path, "--threads", "1") as thinker:
                    await lives(bot)
                    await bot.house.go_round()
                    game = await bot.play(lambda _: False)
                    said = thinker.log
                assert said.count("bot.games.commits: act match=") > 10, said
                assert not cards_in(said)
            assert not game.is_open
            records.append(await record_of(bot.store, game))
    assert records[0] == records[1]


@pytest.mark.skipif(not is_native(), reason="what could be known is looked at with the C form alone")
async def test_hints_and_analyses_from_elsewhere_are_the_same(url: str, tmp_path: Path) -> None:
    async with a_bot(url, strength="novice", deals=2, solo=True) as bot:
        await bot.house.go_round()
        with a_thinker(url, tmp_path, "--threads", "1", level="DEBUG") as thinker:
            await lives(bot)
            for phase in (Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY):
                game = await bot.play(lambda game, phase=phase: game.match.deals[-1].phase is phase)  # type: ignore[misc]
                assert await bot.elsewhere.hint(game, 0) == hint(game.view(0))
            game = await bot.play(lambda game: game.match.counted == 1 and game.match.deals[-1].phase is Phase.PLAY)
            deal = len(game.match.deals) - 2
            assert await bot.elsewhere.judged(game, deal) == hindsight(game.view(None).deals[deal])
            looked = [one async for one in bot.elsewhere.look_at(game, deal, 0)]
            assert looked[-1] == list(regrets(game.match, deal, 0))[-1]
            assert jobs(url) == [], "what is done does not stay"
            assert not cards_in(everything_queued(url)), "nor does an answer"
            assert not cards_in(thinker.log)


async def test_a_hint_that_is_asked_for_too_late_is_answered_by_nothing(url: str, tmp_path: Path) -> None:
    async with a_bot(url, strength="novice", solo=True) as bot:
        await bot.house.go_round()
        game = await bot.play(lambda game: game.match.deals[-1].phase is Phase.AUCTION)
        late = await bot.play(lambda game: game.match.deals[-1].phase is Phase.PLAY)
        assert late.number > game.number
        with a_thinker(url, tmp_path, "--threads", "1"):
            await lives(bot)
            began = monotonic()
            assert await bot.elsewhere.hint(game, 0) is None
            assert monotonic() - began < elsewheres.PATIENCE, "it is told so, and not waited for"


# ------------------------------------------------------------------------------------------------ what goes wrong


async def test_of_a_killed_thinker_another_does_the_job_once(
    bot: Bot, thinker: Process, url: str, tmp_path: Path
) -> None:
    job = await at_house(bot)
    thinker.hold()
    await bot.store.queue.ask(job, KIND)
    await until_job(url, "doing")
    with a_thinker(url, tmp_path, "--threads", "1") as other:
        thinker.tell(signal.SIGKILL)
        killed = monotonic()
        await until_acts(bot, 1)
        assert monotonic() - killed < 15, other.log
        await until_job(url)
    assert len(await acts(bot)) == 1


async def test_a_thinker_that_is_told_to_stop_finishes_its_job(bot: Bot, thinker: Process, url: str) -> None:
    job = await at_house(bot)
    thinker.hold()
    await bot.store.queue.ask(job, KIND)
    await until_job(url, "doing")
    await lives(bot)
    thinker.tell(signal.SIGTERM)

    async def is_gone() -> bool:
        return not await bot.store.queue.has_thinkers(KIND)

    await until(is_gone)
    assert thinker.is_alive, "it takes nothing more, and is not done yet"
    thinker.go_on()
    assert thinker.ended() == 0
    assert len(await acts(bot)) == 1
    assert jobs(url) == []


async def test_a_thinker_that_is_told_to_stop_gives_back_what_takes_long(
    bot: Bot, thinker: Process, url: str, tmp_path: Path
) -> None:
    job = await at_house(bot)
    thinker.hold()
    await bot.store.queue.ask(job, KIND)
    await until_job(url, "doing")
    thinker.tell(signal.SIGTERM)
    await until_job(url, "todo")
    thinker.go_on()
    assert thinker.ended() == 0
    assert await acts(bot) == []
    with a_thinker(url, tmp_path, "--threads", "1"):
        await until_acts(bot, 1)


async def test_what_is_asked_twice_is_done_once(bot: Bot, thinker: Process, url: str) -> None:
    job = await at_house(bot)
    thinker.hold()
    await bot.store.queue.ask(job, KIND)
    await until_job(url, "doing")
    for _ in range(2):
        await bot.store.queue.ask(job, KIND)
    assert [one["status"] for one in jobs(url)] == ["doing", "todo"]
    thinker.go_on()
    await until_job(url)
    assert len(await acts(bot)) == 1


async def test_a_match_that_ends_while_it_is_thought_about_has_ended(bot: Bot, thinker: Process, url: str) -> None:
    job = await at_house(bot)
    thinker.hold()
    await bot.store.queue.ask(job, KIND)
    await until_job(url, "doing")
    await bot.games.do(bot.id, Resignation(0), datetime.now(UTC))
    thinker.go_on()
    await until_job(url)
    assert await acts(bot) == ["resign"]


async def test_a_job_that_the_server_does_not_tell_of_is_found(bot: Bot, thinker: Process, url: str) -> None:
    from tests.support.databases import beside

    with beside(url) as connection:
        connection.execute("ALTER TABLE procrastinate.procrastinate_jobs DISABLE TRIGGER USER")
    await bot.store.queue.ask(await at_house(bot), KIND)
    await until_acts(bot, 1)


async def test_the_bot_finds_what_was_done_though_nobody_tells_it(bot: Bot, thinker: Process) -> None:
    """Its ears are closed here."""
    await lives(bot)
    told: list[object] = []

    class Follower:
        def happened(self, what: object) -> None:
            told.append(what)

        async def catch_up(self, match_id: int) -> None:
            raise AssertionError

    bot.games.followers.add(Follower())
    await bot.house.go_round()
    await bot.play(lambda game: game.number >= 1)
    assert len(told) == (await bot.game()).number >= 1
    assert "act match=" in thinker.log


@pytest.mark.parametrize("known", [True, False], ids=["known to be dead", "not known to be dead"])
async def test_without_a_living_thinker_the_bot_thinks(
    bot: Bot, thinker: Process, url: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewheres, "PATIENCE", 2.0)
    await lives(bot)
    thinker.tell(signal.SIGKILL)
    thinker.ended()
    if known:

        async def is_gone() -> bool:
            await bot.elsewhere.look()
            return not bot.elsewhere.is_there

        await until(is_gone)
    await bot.house.go_round()
    await bot.play(lambda game: game.number >= 1)
    assert len(jobs(url)) == (0 if known else 1)
    await until_acts(bot, 1)


async def test_a_thinker_outlives_a_database_that_is_away(bot: Bot, postgres: Server, url: str, tmp_path: Path) -> None:
    with (
        proxy(postgres.port) as between,
        a_thinker(postgres.url(url.rpartition("/")[2], between.port), tmp_path, "--threads", "1") as thinker,
    ):
        await lives(bot)
        between.cut()

        async def is_noted() -> bool:
            return "cannot be reached" in thinker.log

        await until(is_noted)
        await bot.store.queue.ask(await at_house(bot), KIND)
        between.open()
        await until_acts(bot, 1)
        assert thinker.is_alive
        assert "Traceback" not in thinker.log
        assert "fan" not in thinker.log, "nor the password"


async def test_a_database_that_goes_away_under_a_job_in_hand(
    bot: Bot, postgres: Server, url: str, tmp_path: Path
) -> None:
    with (
        proxy(postgres.port) as between,
        a_thinker(postgres.url(url.rpartition("/")[2], between.port), tmp_path, "--threads", "1") as thinker,
    ):
        thinker.hold()
        await bot.store.queue.ask(await at_house(bot), KIND)
        await until_job(url, "doing")
        between.cut()
        thinker.go_on()

        async def is_noted() -> bool:
            return "a job waits" in thinker.log

        await until(is_noted)
        between.open()
        await until_acts(bot, 1)
        await until_job(url)
        assert "Traceback" not in thinker.log
    assert len(await acts(bot)) == 1


# ------------------------------------------------------------------------------------------------ what is seen of it


async def test_a_job_holds_ids_and_nothing_else(bot: Bot, thinker: Process, url: str) -> None:
    job = await at_house(bot)
    thinker.hold()
    await bot.store.queue.ask(job, KIND)
    await until_job(url, "doing")
    (one,) = jobs(url)
    assert one["args"] == {"work": "decision", "match_id": bot.id, "at": job.at, "seat": 1, "answer": ""}
    assert not cards_in(everything_queued(url))
    assert ANN.name not in everything_queued(url)
    thinker.go_on()
    await until_acts(bot, 1)
    assert not cards_in(thinker.log)


async def test_a_thinker_of_another_release_is_asked_nothing(
    bot: Bot, thinker: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lives(bot)
    monkeypatch.setattr(bot.elsewhere, "_kind", "1/c/0001/1")
    await bot.elsewhere.look()
    assert not bot.elsewhere.is_there


@pytest.mark.parametrize(("count", "says"), [("0", "it is a number from 1 to 1000"), ("many", "it is a number")])
def test_a_wrong_number_of_threads_is_refused(count: str, says: str, tmp_path: Path) -> None:
    assert says in refused(tmp_path, 2, "postgresql://127.0.0.1:1/none", "--threads", count)


def test_thinking_needs_postgresql(tmp_path: Path) -> None:
    assert "need PostgreSQL" in refused(tmp_path, 2, f"sqlite:///{tmp_path}/a.db")


def test_without_the_extra_it_says_which_is_missing(tmp_path: Path) -> None:
    (tmp_path / "procrastinate.py").write_text("raise ImportError")
    assert '"postgres"' in refused(tmp_path, 2, "postgresql://127.0.0.1:1/none")


def test_a_server_that_is_away_is_one_sentence(tmp_path: Path) -> None:
    refused(tmp_path, 1, "postgresql://127.0.0.1:1/none")


def test_a_database_without_a_bot_is_one_sentence(url: str, tmp_path: Path) -> None:
    assert "There is no database of this bot" in refused(tmp_path, 1, url)


def refused(folder: Path, code: int, url: str, *arguments: str) -> str:
    """What the command complains of, in one line."""
    environment = {"PATH": "", "DATABASE_URL": url, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "bot", "think", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr
