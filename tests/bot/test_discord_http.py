"""What Discord's server does to discord.py itself: rate limits, server errors, cut connections and late answers.

A small server in the same loop stands in for Discord under discord.py's own HTTP client; there is no gateway, and what
people do comes in as the payload of an interaction. Nothing here waits in real time.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.client import BridgetteClient
from bot.features.table.feature import TableFeature
from bot.features.table.publisher import Publisher
from bot.games import Agreement, Game, Move, Resignation
from bot.settings import Settings
from bot.store import Person, Place, Player
from bridgette import Discard, Seat, parse_call, parse_card
from tests.support.seen import texts
from tests.support.verbs import Verb

from .scene import button_id, feature_of, plain_deal, table_text, untold

GUILD, CHANNELS, PEOPLE = 10, (20, 21), (30, 31)
PANEL = 40
Payload = dict[str, Any]


class Fault:
    """What becomes of the next requests that match: lost before they arrive, or after; or held until released."""

    def __init__(
        self, what: str, status: int | None = None, times: int = 1, *, arrives: bool = True, held: bool = False
    ) -> None:
        self.pattern, self.status, self.times, self.arrives = re.compile(what), status, times, arrives
        self.held, self.released = held, asyncio.Event()
        self.hits = 0
        self.reached = asyncio.Event()


def is_table(message: Payload) -> bool:
    """Whether the message has the table's two buttons."""
    written = json.dumps(message["components"])
    return '"label": "My hand"' in written and '"label": "Rules"' in written


def reply(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """As Discord sends it; discord.py takes no other content type."""
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers, content_type="application/json")


class Discord:
    """Discord's messages and what was asked of it."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, Payload]] = []
        self.messages: dict[int, Payload] = {}
        self.deleted: set[int] = set()
        self.answers: list[tuple[str, Payload]] = []
        self.faults: list[Fault] = []
        self.enforces = True
        self._nonces: dict[tuple[str, str], int] = {}
        self._last = 1000

    def fail(self, what: str, status: int | None = None, times: int = 1, **options: bool) -> Fault:
        """``status`` ``None``: the connection is cut."""
        fault = Fault(what, status, times, **options)
        self.faults.append(fault)
        return fault

    def asked(self, what: str) -> list[Payload]:
        """The bodies of the requests that match."""
        return [body for line, body in self.requests if re.search(what, line)]

    def shown(self, channel: int) -> list[Payload]:
        """The messages that stand in a channel."""
        return [one for one in self.messages.values() if one["channel"] == channel and one["id"] not in self.deleted]

    def table(self, channel: int) -> str:
        """The text of the one message in a channel that has the table's buttons."""
        (one,) = [one for one in self.shown(channel) if is_table(one)]
        return "\n".join(texts(one["components"]))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body: Payload = {}
        if request.content_type == "multipart/form-data":
            form = await request.post()
            body = json.loads(str(form["payload_json"]))
            body["sizes"] = [len(one.file.read()) for one in form.values() if isinstance(one, web.FileField)]
        elif request.can_read_body:
            body = await request.json()
        line = f"{request.method} {request.path}"
        self.requests.append((line, body))
        fault = next((one for one in self.faults if one.times and one.pattern.search(line)), None)
        if fault is None:
            return reply(self.take(request, body))
        fault.times -= 1
        fault.hits += 1
        fault.reached.set()
        answer = self.take(request, body) if fault.arrives and fault.status != 429 else None
        if fault.held:
            await fault.released.wait()
            return reply(answer)
        if fault.status is None:
            assert request.transport is not None
            request.transport.close()
            return web.Response()
        headers = {"Via": "1.1 google"} if fault.status == 429 else {}
        gone = {"message": "no", "code": 0, "retry_after": 0.3, "global": False}
        return reply(gone, status=fault.status, headers=headers)

    def take(self, request: web.Request, body: Payload) -> Any:
        """Do what is asked, as Discord does."""
        parts = request.path.strip("/").split("/")
        match request.method, parts:
            case "GET", ["users", "@me"]:
                return {"id": "1", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
            case "GET", [*_, "applications", "@me"]:
                keys = ("name", "description", "icon", "summary", "verify_key")
                return (
                    dict.fromkeys(keys, "")
                    | {"id": "1", "bot_public": True, "bot_require_code_grant": False}
                    | {
                        "owner": {"id": "2", "username": "host", "discriminator": "0", "avatar": None},
                        "team": None,
                        "flags": 0,
                    }
                )
            case _, ["applications", *_]:
                return []
            case "POST", ["channels", channel, "messages"]:
                key = (channel, str(body.get("nonce")))
                if self.enforces and body.get("enforce_nonce") and key in self._nonces:
                    return self.message(self._nonces[key], channel)
                self._last += 1
                self._nonces[key] = self._last
                self.messages[self._last] = body | {"id": self._last, "channel": int(channel)}
                return self.message(self._last, channel)
            case "PATCH", ["channels", channel, "messages", message]:
                self.messages[int(message)] |= body
                return self.message(int(message), channel)
            case "DELETE", ["channels", _, "messages", message]:
                self.deleted.add(int(message))
                return None
            case "POST", ["interactions", interaction, *_]:
                self.answers.append((interaction, body))
                return {
                    "interaction": {"id": interaction, "type": 3, "response_message_id": str(PANEL)},
                    "resource": {"type": body["type"], "message": self.message(PANEL, str(CHANNELS[0]), 64)},
                }
            case _, ["webhooks", *_]:
                return self.message(PANEL, str(CHANNELS[0]), 64)
        raise AssertionError(f"{request.method} {request.path}")

    @staticmethod
    def message(message_id: int, channel: str, flags: int = 0) -> Payload:
        author = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
        moment = "2026-01-01T00:00:00+00:00"
        return {"id": str(message_id), "channel_id": channel, "author": author, "timestamp": moment, "content": ""} | {
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "pinned": False,
            "type": 0,
            "flags": flags,
            **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds", "components")},
        }


class QuickAsyncio:
    """asyncio as discord.py's HTTP client sees it, where nobody sleeps."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)


class Table:
    """The bot under test, two matches, and their players' clicks."""

    def __init__(self, client: BridgetteClient, server: Discord, quick: QuickAsyncio) -> None:
        self.client, self.server, self.quick = client, server, quick
        self.now = datetime.now(UTC)
        self.matches: list[int] = []
        self._clicks = 0

    async def begin(self, channel: int) -> int:
        """A match before its first lead, published."""
        core = self.client.app.core
        players = (Player.of(Person(PEOPLE[0], "alice")), Player.of(Person(PEOPLE[1], "bob")))
        with untold(core):
            game = await core.games.begin(Agreement(players, Place(GUILD, channel)), self.now)
            for seat in (0, 1):
                cards = (await self.game(game.id)).match.deals[-1].drawn(seat)
                await core.games.do(game.id, Move(seat, Discard(cards)), self.now)
            for call in ("1S", "Pass"):
                await core.games.do(game.id, Move(await self.turn(game.id), parse_call(call)), self.now)
        await core.games.followers.catch_up(game.id)
        self.matches.append(game.id)
        return game.id

    @property
    def publisher(self) -> Publisher:
        return feature_of(self.client, TableFeature).publisher

    async def retry(self) -> None:
        """A round of the table: what is due is tried again."""
        self.publisher.remind()
        await self.quiet()

    async def quiet(self, *match_ids: int) -> None:
        """Wait until nothing is under way: for these matches, or at all."""
        core = self.client.app.core
        while any(one in self.publisher._runs for one in match_ids) or not (match_ids or core.tasks.is_idle):  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    async def game(self, match_id: int) -> Game:
        return await self.client.app.core.games.find(match_id)

    async def turn(self, match_id: int) -> Seat:
        (seat,) = (await self.game(match_id)).match.to_act
        return seat

    async def click(self, match_id: int, card: str, seat: Seat | None = None, *, waits: bool = True) -> None:
        """A card, clicked on a private panel; ``waits``: until all of it has been told."""
        game = await self.game(match_id)
        if seat is None:
            (seat,) = game.match.to_act
        self._clicks += 1
        custom_id = button_id(Verb.PLAY, match_id, game.decisions[seat], card)
        user = {"id": str(PEOPLE[seat]), "username": "u", "discriminator": "0", "avatar": None}
        payload: Payload = {
            "id": str(discord.utils.time_snowflake(self.now) + self._clicks),
            "application_id": "1",
            "type": 3,
            "token": f"token-{self._clicks}",
            "version": 1,
            "data": {"custom_id": custom_id, "component_type": 2},
            "channel_id": str(game.place.channel_id),
            "channel": {"id": str(game.place.channel_id), "type": 0, "name": "c", "position": 0, "permissions": "0"},
            "guild_id": str(GUILD),
            "member": {"user": user, "roles": [], "joined_at": None, "permissions": "0", "flags": 0},
            "message": self.server.message(PANEL, str(game.place.channel_id), 64),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": str(discord.Permissions.all().value),
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
            "attachment_size_limit": 10_000_000,
        }
        await self.client.on_interaction(discord.Interaction(data=payload, state=self.client._connection))  # type: ignore[arg-type]
        if waits:
            await self.quiet(match_id)

    async def rendered(self, match_id: int) -> str:
        return table_text(self.client.app.core, await self.game(match_id))

    async def is_right(self, match_id: int) -> bool:
        """Whether the one table shows the last state, and that is stored."""
        from bot.games.game import rebuild

        stored = await self.client.app.core.store.matches.load(match_id)
        game = await self.game(match_id)
        assert stored is not None
        assert rebuild(stored).match == game.match
        return self.server.table(game.place.channel_id) == await self.rendered(match_id)


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port_factory: Any) -> AsyncIterator[Table]:
    server, quick = Discord(), QuickAsyncio()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    port = unused_tcp_port_factory()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    monkeypatch.setattr("discord.http.asyncio", quick)
    monkeypatch.setattr("discord.webhook.async_.asyncio", quick)
    holder: list[Table] = []
    client = BridgetteClient(
        Settings(database_url=f"sqlite:///{tmp_path / 'http.db'}"),
        below=plain_deal(),
        clock=lambda: holder[0].now if holder else datetime.now(UTC),
    )
    await client.login("token")
    guild = {"id": str(GUILD), "name": "Bridge Club", "channels": [], "roles": [], "members": [], "threads": []}
    client._connection._add_guild_from_data(guild)  # type: ignore[arg-type]
    holder.append(Table(client, server, quick))
    try:
        yield holder[0]
    finally:
        for fault in server.faults:
            fault.released.set()
        await client.close()
        await runner.cleanup()


POST, EDIT = r"^POST /channels/\d+/messages$", r"^PATCH /channels/\d+/messages/\d+$"
ANSWER = "^POST /interactions/"
REPEATED: dict[str, tuple[int, int]] = {"429": (429, 2), "500": (500, 1), "502": (502, 3)}


@pytest.mark.parametrize("failure", REPEATED)
async def test_a_post_that_is_repeated_appears_once(failure: str, table: Table) -> None:
    status, times = REPEATED[failure]
    fault = table.server.fail(POST, status, times)
    match_id = await table.begin(CHANNELS[0])
    assert fault.hits == times
    posts = table.server.asked(POST)
    assert len(posts) >= times + 1
    assert all(one["enforce_nonce"] and 0 < len(one["nonce"]) <= 25 for one in posts)
    assert await table.is_right(match_id)
    kept = {one["nonce"] for one in table.server.shown(CHANNELS[0])}
    assert len(kept) == len(table.server.shown(CHANNELS[0])), "each once"


async def test_without_an_enforced_nonce_it_would_appear_twice(table: Table) -> None:
    """The counter-proof: what the test above looks at is the nonce's doing."""
    table.server.enforces = False
    table.server.fail(POST, 500)
    await table.begin(CHANNELS[0])
    nonces = [one["nonce"] for one in table.server.shown(CHANNELS[0])]
    assert len(nonces) > len(set(nonces))


async def test_a_post_whose_answer_never_came_is_not_made_twice(table: Table) -> None:
    """The connection is cut after the table has arrived: the bot tries again, by then there is more to show."""
    table.server.fail(POST, None)
    match_id = await table.begin(CHANNELS[0])
    (lost,) = [one for one in table.server.shown(CHANNELS[0]) if is_table(one)]
    await table.click(match_id, "DQ")
    await table.click(match_id, "DK")
    table.now += timedelta(minutes=1)
    await table.retry()
    assert await table.is_right(match_id)
    row = await table.client.app.core.store.matches.get(match_id)
    assert row is not None
    assert row.table is not None
    assert row.table.message_id == lost["id"]


@pytest.mark.parametrize("acts", [1, 2])
async def test_a_table_whose_first_post_was_lost_on_the_way_shows_the_last_act(acts: int, table: Table) -> None:
    """The post that is sent again is the old one to Discord, with the old state: the bot edits it, and at once."""
    table.server.fail(POST, None)
    match_id = await table.begin(CHANNELS[0])
    other = await table.begin(CHANNELS[1])
    core = table.client.app.core
    with untold(core):
        for card in ("DQ", "DK")[:acts]:
            await core.games.do(match_id, Move(await table.turn(match_id), parse_card(card)), table.now)
    before = len(table.server.asked(EDIT))
    table.now += timedelta(minutes=1)
    await table.retry()
    assert await table.is_right(match_id), "though nobody has done anything since"
    assert len(table.server.asked(EDIT)) == before + 1
    assert len([one for one in table.server.shown(CHANNELS[0]) if is_table(one)]) == 1
    assert await table.is_right(other)


async def test_a_result_that_is_sent_again_has_its_file_again(table: Table) -> None:
    match_id = await table.begin(CHANNELS[0])
    table.server.fail(POST, 502, 2)
    await table.client.app.core.games.do(match_id, Resignation(0), table.now)
    await table.quiet()
    posts = [one for one in table.server.asked(POST) if one.get("sizes")]
    assert len(posts) == 3
    assert posts[0]["sizes"] == posts[2]["sizes"] != [0]
    results = [one for one in table.server.shown(CHANNELS[0]) if "Rematch" in json.dumps(one)]
    assert len(results) == 1


@pytest.mark.parametrize("what", [ANSWER, EDIT], ids=["the answer", "the table"])
async def test_nothing_that_waits_for_discord_stops_anybody(what: str, table: Table) -> None:
    """Discord takes seconds: the opponent acts meanwhile, and so does another match."""
    one, two = [await table.begin(channel) for channel in CHANNELS]
    held = table.server.fail(what, held=True)
    slow = asyncio.create_task(table.click(one, "DQ"))
    await held.reached.wait()
    assert not slow.done()
    assert (await table.game(one)).match.deals[-1].play.plays, "saved before anybody is told"  # type: ignore[union-attr]
    await asyncio.wait_for(table.click(one, "DK", waits=False), 5)
    await asyncio.wait_for(table.click(two, "DQ"), 5)
    assert await table.is_right(two)
    assert len(table.server.answers) >= 2
    held.released.set()
    await slow
    await table.quiet()
    assert await table.is_right(one)


async def test_a_rate_limit_holds_no_lock(table: Table) -> None:
    one, two = [await table.begin(channel) for channel in CHANNELS]
    gate = asyncio.Event()

    async def sleep(seconds: float) -> None:
        table.quick.slept.append(seconds)
        if seconds:
            await gate.wait()

    table.quick.sleep = sleep  # type: ignore[method-assign]
    fault = table.server.fail(f"^PATCH /channels/{CHANNELS[0]}/", 429)
    slow = asyncio.create_task(table.click(one, "DQ"))
    await fault.reached.wait()
    await asyncio.wait_for(table.click(one, "DK", waits=False), 5)
    await asyncio.wait_for(table.click(two, "DQ"), 5)
    assert await table.is_right(two)
    gate.set()
    await slow
    await table.quiet()
    assert [one for one in table.quick.slept if one] == [0.3], "as long as Discord says"
    assert await table.is_right(one)


async def test_edits_of_one_table_coalesce(table: Table) -> None:
    """Ten acts while one edit is on its way: one more edit, and it shows the last."""
    match_id = await table.begin(CHANNELS[0])
    before = len(table.server.asked(EDIT))
    held = table.server.fail(EDIT, held=True)
    slow = asyncio.create_task(table.click(match_id, "DQ"))
    await held.reached.wait()
    for _ in range(10):
        deal = (await table.game(match_id)).match.deals[-1]
        (seat,) = deal.to_act
        for card in deal.hand(seat):
            if deal.objection(seat, card) is None:
                await asyncio.wait_for(table.click(match_id, str(card), waits=False), 5)
                break
    held.released.set()
    await slow
    await table.quiet()
    assert await table.is_right(match_id)
    assert len(table.server.asked(EDIT)) == before + 2, "nine states were never sent"


FAILED: dict[str, Callable[[Discord, str], Fault]] = {
    "500": lambda server, what: server.fail(what, 500, 5),
    "502": lambda server, what: server.fail(what, 502, 5),
    "429": lambda server, what: server.fail(what, 429, 5),
    "dropped before": lambda server, what: server.fail(what, None, 5, arrives=False),
    "dropped after": lambda server, what: server.fail(what, None, 5),
}


@pytest.mark.parametrize("failure", FAILED)
@pytest.mark.parametrize("what", [ANSWER, EDIT], ids=["answer", "edit"])
async def test_a_request_that_fails_for_good_loses_nothing(failure: str, what: str, table: Table) -> None:
    one, two = [await table.begin(channel) for channel in CHANNELS]
    fault = FAILED[failure](table.server, what)
    await table.click(one, "DQ")
    assert fault.hits
    table.server.faults.clear()
    await table.click(two, "DQ")
    assert await table.is_right(two)
    for _ in range(8):
        table.now += timedelta(minutes=1)
        await table.retry()
    assert await table.is_right(one)
    before = len(table.server.requests)
    for _ in range(60):
        table.now += timedelta(minutes=1)
        await table.retry()
    assert len(table.server.requests) == before, "what is up to date is left alone"
    await table.click(one, "DK")
    assert await table.is_right(one)


async def test_a_server_that_fails_for_hours_is_asked_less_and_less(table: Table) -> None:
    match_id = await table.begin(CHANNELS[0])
    table.server.fail(EDIT, 500, 10_000)
    await table.click(match_id, "DQ")
    asked: list[int] = []
    for _ in range(8):
        before = len(table.server.asked(EDIT))
        for _ in range(60):
            table.now += timedelta(minutes=1)
            await table.retry()
        asked.append((len(table.server.asked(EDIT)) - before) // 5)
    assert asked[0] <= 8
    assert max(asked[2:]) <= 1
    table.server.faults.clear()
    await table.click(match_id, "DK")
    assert await table.is_right(match_id)


async def test_an_answer_that_is_repeated_after_it_arrived(table: Table) -> None:
    """discord.py sends the answer again after a 502: the act is done once."""
    match_id = await table.begin(CHANNELS[0])
    table.server.fail(ANSWER, 502)
    await table.click(match_id, "DQ")
    assert len(table.server.asked(ANSWER)) == 2
    stored = await table.client.app.core.store.matches.load(match_id)
    assert stored is not None
    assert [act.value for act in stored.acts].count("DQ") == 1
    assert await table.is_right(match_id)
