"""A small server in the same loop that stands in for Discord under discord.py's own HTTP client.

There is no gateway, and what people do comes in as the payload of an interaction. Nothing here waits in real time.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import web

from bot.client import BridgetteClient
from bot.discord.budget import LIMIT, Budget
from bot.features.table.feature import TableFeature
from bot.features.table.publisher import Publisher
from bot.games import Agreement, Game, Move
from bot.preferences import Pictures
from bot.settings import Settings
from bot.store import Person, Place, Player
from bridgette import Discard, Seat, parse_call, parse_card
from tests.bot.scene import button_id, feature_of, plain_deals, table_text, untold
from tests.support import payloads
from tests.support.payloads import Payload
from tests.support.seen import texts
from tests.support.verbs import Verb
from tests.support.wire import BETWEEN_CLICKS

GUILD, CHANNELS, PEOPLE = 10, (20, 21), (30, 31)
PANEL = 40


class Fault:
    """What becomes of the next requests that match: lost before they arrive, or after; or held until released."""

    def __init__(
        self,
        what: str,
        status: int | None = None,
        times: int = 1,
        *,
        arrives: bool = True,
        held: bool = False,
        code: int = 0,
    ) -> None:
        self.pattern, self.status, self.times, self.arrives = re.compile(what), status, times, arrives
        self.code = code
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

    def fail(self, what: str, status: int | None = None, times: int = 1, **options: Any) -> Fault:
        """``status`` ``None``: the connection is cut."""
        fault = Fault(what, status, times, **options)
        self.faults.append(fault)
        return fault

    def watch(self, what: str) -> Fault:
        """Tells, by ``reached``, of the next request that matches; it is answered as any other."""
        fault = self.fail(what, held=True)
        fault.released.set()
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
            if fault.status is None:
                return reply(answer)
        if fault.status is None:
            assert request.transport is not None
            request.transport.close()
            return web.Response()
        headers = {"Via": "1.1 google"} if fault.status == 429 else {}
        gone = {"message": "no", "code": fault.code, "retry_after": 0.3, "global": False}
        return reply(gone, status=fault.status, headers=headers)

    def take(self, request: web.Request, body: Payload) -> Any:
        """Do what is asked, as Discord does."""
        parts = request.path.strip("/").split("/")
        match request.method, parts:
            case "GET", ["users", "@me"]:
                return payloads.BOT
            case "GET", [*_, "applications", "@me"]:
                return payloads.application()
            case "GET", ["channels", channel]:
                return payloads.channel(int(channel), GUILD)
            case _, ["applications", *_]:
                return []
            case "POST", ["channels", channel, "messages"]:
                key = (channel, str(body.get("nonce")))
                if self.enforces and body.get("enforce_nonce") and key in self._nonces:
                    return self.message(self._nonces[key], channel)
                self._nonces[key] = message_id = self.new_id()
                self.keep(message_id, int(channel), body)
                return self.message(message_id, channel)
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

    def new_id(self) -> int:
        """The id of a new message."""
        self._last += 1
        return self._last

    def keep(self, message_id: int, channel: int, body: Payload) -> None:
        """A message was posted."""
        self.messages[message_id] = body | {"id": message_id, "channel": channel}

    def message(self, message_id: int, channel: str, flags: int = 0) -> Payload:
        """A message as Discord tells of it; whoever asks here never looks at what it says."""
        return payloads.message(message_id, channel, flags)


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

    async def act(self, match_id: int, card: str) -> None:
        """A card that is saved and not told."""
        core = self.client.app.core
        with untold(core):
            await core.games.do(match_id, Move(await self.turn(match_id), parse_card(card)), self.now)

    async def go_round(self) -> None:
        """A round of every feature, as it comes every few seconds; what it begins goes on beside."""
        for feature in self.client.app.features:
            await feature.go_round()

    async def retry(self) -> None:
        """A round of the table: what is due is tried again."""
        self.publisher.remind()
        await self.quiet()

    async def quiet(self, *match_ids: int) -> None:
        """Wait until nothing is under way: for these matches, or at all."""
        core = self.client.app.core
        while any(one in self.publisher._runs for one in match_ids) or not (match_ids or core.tasks.is_idle):  # noqa: ASYNC110
            await asyncio.sleep(0.001)  # the bot offers no event for this

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
        await self.press(match_id, seat, button_id(Verb.PLAY, match_id, game.decisions[seat], card))
        if waits:
            await self.quiet(match_id)

    async def press(self, match_id: int, seat: Seat, custom_id: str) -> None:
        """Any button of a private panel, a second after what was clicked before."""
        channel = (await self.game(match_id)).place.channel_id or 0
        await self.client.on_interaction(self.interaction(seat, custom_id, channel))

    def interaction(self, seat: Seat, custom_id: str, channel: int) -> discord.Interaction:
        """What Discord says of such a press."""
        self._clicks += 1
        self.now += timedelta(seconds=BETWEEN_CLICKS)
        payload = payloads.interaction(
            discord.utils.time_snowflake(self.now) + self._clicks,
            f"token-{self._clicks}",
            payloads.user(PEOPLE[seat], "u"),
            channel,
            GUILD,
            {"custom_id": custom_id, "component_type": 2},
            self.server.message(PANEL, str(channel), payloads.PRIVATE),
        )
        return discord.Interaction(data=payload, state=self.client._connection)  # type: ignore[arg-type]

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


class Limited(Discord):
    """Takes so many requests in any one second, interactions and their tokens apart, and refuses all others."""

    def __init__(self) -> None:
        super().__init__()
        self.most = self.refused = 0
        self._taken: deque[float] = deque()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Refuse, or answer."""
        if not request.path.startswith(("/interactions/", "/webhooks/")):
            now = asyncio.get_running_loop().time()
            while self._taken and self._taken[0] <= now - 1:
                self._taken.popleft()
            if len(self._taken) >= LIMIT:
                self.refused += 1
                headers = {"Via": "1.1 google", "X-RateLimit-Global": "true", "Retry-After": "0.3"}
                return reply({"message": "no", "retry_after": 0.3, "global": True}, 429, headers)
            self._taken.append(now)
            self.most = max(self.most, len(self._taken))
        return await super().handle(request)


@asynccontextmanager
async def listening(server: Discord, port: int) -> AsyncIterator[str]:
    """The server at a port of this machine; its address."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()


def always_room() -> Budget:
    """Under which nothing waits for its turn."""
    return Budget(now=count(step=10.0).__next__)


@asynccontextmanager
async def serving(
    server: Discord, budget: Budget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: int
) -> AsyncIterator[Table]:
    """The bot, logged in at that server."""
    quick = QuickAsyncio()
    holder: list[Table] = []
    client = BridgetteClient(
        Settings(database_url=f"sqlite:///{tmp_path / 'http.db'}", pictures=Pictures.NONE),
        below=plain_deals(20),
        clock=lambda: holder[0].now if holder else datetime.now(UTC),
        budget=budget,
    )
    async with listening(server, port) as address:
        monkeypatch.setattr(discord.http.Route, "BASE", address)
        monkeypatch.setattr("discord.http.asyncio", quick)
        monkeypatch.setattr("discord.webhook.async_.asyncio", quick)
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


@pytest.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unused_tcp_port_factory: Any) -> AsyncIterator[Table]:
    """The bot at a server where there is always room."""
    async with serving(Discord(), always_room(), tmp_path, monkeypatch, unused_tcp_port_factory()) as found:
        yield found


POST, EDIT = r"^POST /channels/\d+/messages$", r"^PATCH /channels/\d+/messages/\d+$"
ANSWER = "^POST /interactions/"
