"""What a host sees in the log: lines of key=value, figures at an interval; no names, no cards, no tokens."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import psycopg
import pytest

from bot.discord.counters import INTERVAL, Counters
from bot.host.logs import set_up_logging
from bot.host.loop import prepare
from bot.settings import LOG_LEVELS
from bridgette import DECK
from tests.bot import scene as scenes
from tests.bot.conftest import ErrorLog, error_log, new_world, world
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "new_world", "world"]

INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OkFiQ2RFZkdo.x-y_z%3D"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def lines() -> Iterator[Any]:
    """What is written to standard error once the log is set up: call it to begin, call it again to read."""
    root, bot, output = logging.getLogger(), logging.getLogger("bot"), io.StringIO()
    handlers, levels = list(root.handlers), (root.level, bot.level)

    def begin(level: str) -> io.StringIO:
        root.handlers.clear()  # those of pytest, which come with each phase of a test
        set_up_logging(level)
        (handler,) = root.handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(output)
        return output

    yield begin
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    bot.setLevel(levels[1])


RATE_LIMIT = (
    "We are being rate limited. %s %s responded with 429. Retrying in %.2f seconds.",
    ("POST", f"https://discord.com/api/v10/webhooks/123456789012345678/{INTERACTION_TOKEN}", 1.5),
)
LIKELY = [
    RATE_LIMIT,
    (
        "%s %s has received %s, retry in %.2f",
        ("PATCH", f"/webhooks/123456789012345678/{INTERACTION_TOKEN}/messages/@original", 500, 1.0),
    ),
    ("bucket %s", (f"https://discord.com/api/v10/interactions/1/{INTERACTION_TOKEN}/callback?with_response=1",)),
    (
        "Cannot connect: %s",
        (f"https://discord.com/api/v10/webhooks/1/{INTERACTION_TOKEN}/messages/@original 'Server disconnected'",),
    ),
]


@pytest.mark.parametrize(("text", "arguments"), LIKELY)
def test_no_token_of_an_interaction_is_logged(text: str, arguments: tuple[object, ...], lines: Any) -> None:
    output = lines("DEBUG")
    logging.getLogger("discord.http").warning(text, *arguments)
    written = output.getvalue()
    assert INTERACTION_TOKEN not in written
    for part in re.split(r"[.%]", INTERACTION_TOKEN):
        assert len(part) < 4 or part not in written
    assert "WARNING discord.http: " in written
    assert written.count("\n") == 1


def test_no_token_is_logged_in_a_traceback(lines: Any) -> None:
    output = lines("INFO")
    try:
        raise OSError(f"https://discord.com/api/v10/webhooks/1/{INTERACTION_TOKEN}/messages/@original")
    except OSError:
        logging.getLogger("bot").exception("bug")
    assert "Traceback" in output.getvalue()
    assert INTERACTION_TOKEN not in output.getvalue()


@pytest.mark.parametrize("level", LOG_LEVELS)
def test_the_level_is_that_of_the_settings_and_libraries_never_debug(level: str, lines: Any) -> None:
    output = lines(level)
    for name in ("bot.games", "discord.http", "sqlalchemy.engine"):
        for each in LOG_LEVELS:
            logging.getLogger(name).log(getattr(logging, each), "a line")
    written = [tuple(line.split()[2:4]) for line in output.getvalue().splitlines()]
    wanted = LOG_LEVELS[LOG_LEVELS.index(level) :]
    assert [each for each, name in written if name == "bot.games:"] == list(wanted)
    others = [each for each in wanted if each != "DEBUG"]
    assert [each for each, name in written if name == "discord.http:"] == others


async def test_each_act_is_a_line_with_match_channel_and_step_and_without_names_or_cards(
    new_world: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    async with new_world(below=scenes.plain_deal()) as world:
        scene = await scenes.start(world)
        await scene.open_panels()
        for seat in (0, 1):
            await scene.discard(seat)
        await scene.press(0, Verb.CALL, "1S")
        await scene.press(1, Verb.CALL, "Pass")
        panel = scene.panel(1)
        card = scenes.enabled(panel, Verb.PLAY)[0]
        for _ in range(2):
            await world.forge(scene.players[1], panel, card.custom_id)
        await world.press(world["carol"], "My hand", channel=scene.channel)
        channel, match = scene.channel.id, scene.id
    messages = [one.getMessage() for one in caplog.records if one.name.startswith("bot")]
    acts = [message for message in messages if message.startswith("act ")]
    form = rf"act match={match} channel={channel} number=(\d) deal=0 step=(\d)"
    numbers = [tuple(map(int, found.groups())) for found in (re.fullmatch(form, act) for act in acts) if found]
    assert [number for number, _ in numbers] == [1, 2, 3, 4, 5]
    assert sorted(step for _, step in numbers) == [0, 1, 2, 3, 4]
    for message in messages:
        for name in ("alice", "bob", "carol"):
            assert name not in message.lower(), message
        words = re.findall(r"\w+", message)
        assert not {str(one) for one in DECK} & set(words), message
        assert not re.search(r"[♠♥♦♣]", message)


async def test_a_match_whose_place_is_gone_is_a_line(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot")
    scene = await scenes.start(world)
    await scene.core.games.void(scene.id, world.now(), place_is_gone=True)
    assert f"void match={scene.id} channel={scene.channel.id}" in caplog.messages


def test_the_figures_come_at_the_interval_and_are_right(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.counters")
    counters = Counters()
    counters.tell(NOW, 3)
    assert caplog.messages == []
    counters.actions += 7
    counters.slow_answers += 2
    for what in (10008, 50013, 10008, "StoreUnavailable", 500):
        counters.failed(what)
    counters.tell(NOW + INTERVAL - timedelta(seconds=1), 3)
    assert caplog.messages == []
    counters.tell(NOW + INTERVAL, 4)
    wanted = (
        "counters open_matches=4 actions=7 slow_answers=2 dropped=0 failures=10008:2,500:1,50013:1,StoreUnavailable:1"
    )
    assert caplog.messages == [wanted]
    counters.tell(NOW + INTERVAL + timedelta(seconds=15), 4)
    assert len(caplog.messages) == 1
    counters.tell(NOW + 2 * INTERVAL, 4)
    assert caplog.messages == [wanted] * 2


def test_without_a_failure_the_line_says_none(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.counters")
    counters = Counters()
    counters.tell(NOW, 0)
    counters.tell(NOW + INTERVAL, 0)
    assert caplog.messages == ["counters open_matches=0 actions=0 slow_answers=0 dropped=0 failures=none"]


async def test_what_people_do_is_counted(new_world: Any) -> None:
    async with new_world(below=scenes.plain_deal()) as world:
        scene = await scenes.start(world)
        counters = scene.core.counters
        before = counters.actions
        await scene.open_panels()
        assert counters.actions == before, "looking is no action"
        for seat in (0, 1):
            await scene.discard(seat)
        await scene.press(0, Verb.CALL, "1S")
        assert counters.actions == before + 3
        scene.world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
        with scene.world.env._bot_scope():
            await scenes.publisher_of(scene.world).publish(scene.id, fresh_table=True)
        assert counters.failures["50013"] == 1
        assert counters.slow_answers == 0


async def test_the_running_bot_tells_its_figures(new_world: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.counters")
    async with new_world() as world:
        await scenes.start(world)
        client: Any = world.client
        for minutes in (0, 11):
            client.app.core.counters.tell(NOW + timedelta(minutes=minutes), len(client.app.core.games.held))
    assert [one for one in caplog.messages if one.startswith("counters open_matches=1 ")]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ConnectionError("unexpected connection_lost() call"), "WARNING something was not finished"),
        (asyncpg.ConnectionDoesNotExistError("Bob"), "WARNING something was not finished"),
        (psycopg.OperationalError("Bob"), "WARNING something was not finished"),
        (ValueError("a mistake of the bot's own"), "ERROR Future exception was never retrieved"),
    ],
    ids=lambda of: type(of).__name__,
)
def test_what_a_lost_connection_leaves_unfinished_is_a_line_and_a_mistake_is_shown_whole(
    error: Exception, said: str, caplog: pytest.LogCaptureFixture, error_log: ErrorLog
) -> None:
    async def work() -> None:
        prepare(lambda: None)
        asyncio.get_running_loop().create_future().set_exception(error)
        gc.collect()

    asyncio.run(work())
    (record,) = caplog.records
    assert f"{record.levelname} {record.getMessage()}".startswith(said)
    assert (record.exc_info is not None) == (record.levelname == "ERROR") == bool(error_log.take())
    assert "Bob" not in caplog.text
