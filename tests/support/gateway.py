"""Discord for bots in processes of their own: its HTTP side and its gateway, on one port of 127.0.0.1.

As there, an interaction goes to every session of its shard that is connected at that moment. Where there is none it is
lost: whoever clicked is told by Discord that this interaction failed, and no bot ever hears of it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import discord
from aiohttp import web

from . import payloads
from .discord_http import Discord, listening, reply
from .interactions import (
    ANSWER_IN,
    ANSWERED,
    IN_PLACE,
    LATER,
    MESSAGE,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Interaction,
    Refusal,
)
from .payloads import PRIVATE, Payload
from .postgres import free_port
from .sessions import ACK, HEARTBEAT, HELLO, IDENTIFY, INVALID, RESUME, Identify, Session, too_close

HURRY = timedelta(seconds=0.8)
"""How long somebody looks before they act again, at least. Discord's clock goes ahead where tests do not wait."""


class Gateway(Discord):
    """Discord with some servers, by the ids of their channels."""

    def __init__(self, guilds: Mapping[int, Sequence[int]], *, shards: int = 1, max_concurrency: int = 1) -> None:
        super().__init__()
        self.address = ""
        self.guilds, self.shards, self.max_concurrency = guilds, shards, max_concurrency
        self.identifies: list[Identify] = []
        self.sessions: list[Session] = []
        self.interactions: dict[str, Interaction] = {}
        self.syncs = 0
        self.emoji: dict[str, Payload] = {}
        self.uploads: list[str] = []
        self.strange: list[str] = []
        """Requests that this Discord does not know."""
        self.takes_emoji = False
        """Whether cards may be shown as emoji; else what is shown is the same early and late."""
        self.resumes = True
        self.takes_sessions = asyncio.Event()
        """Until it is set new sessions wait, as in a long queue at Discord; they do not at first."""
        self.takes_sessions.set()
        self._commands: list[Payload] = []
        self._broken: dict[str, Session] = {}
        self._ahead = timedelta()
        self._acted: dict[int, datetime] = {}
        self._numbers = count(1)

    # ------------------------------------------------------------------ time and ids

    def now(self) -> datetime:
        """The present by Discord's clock."""
        return discord.utils.utcnow() + self._ahead

    def new_id(self) -> int:
        """An id that tells when it was given."""
        return discord.utils.time_snowflake(self.now()) + next(self._numbers) % 2**22

    def command_id(self, name: str) -> str:
        """The id of one of the commands that Discord was sent."""
        return next(str(one["id"]) for one in self._commands if one["name"] == name)

    def too_close(self) -> list[tuple[Identify, Identify]]:
        """Identifies that came too soon after another one in their bucket."""
        return too_close(self.identifies, self.max_concurrency)

    # ------------------------------------------------------------------ what people do

    async def act(
        self,
        who: Payload,
        channel_id: int,
        guild_id: int | None,
        data: Payload,
        pressed: int | None = None,
    ) -> Interaction:
        """Somebody does something; returns once it was answered, or has failed."""
        user_id = int(who["id"])
        self._hurry(user_id, pressed)
        number = self.new_id()
        token, now = f"token-{number}", asyncio.get_running_loop().time()
        one = self.interactions[token] = Interaction(number, user_id, channel_id, pressed, now)
        shown = None if pressed is None else self.message(pressed, str(channel_id))
        payload = payloads.interaction(number, token, who, channel_id, guild_id, data, shown)
        for session in [session for session in self.sessions if session.gets(guild_id)]:
            one.reached += 1
            await session.send("INTERACTION_CREATE", payload)
        await one.end()
        return one

    def _hurry(self, user_id: int, pressed: int | None) -> None:
        """Let so much time pass at Discord that nobody acts sooner than people do."""
        moments = [self._acted.get(user_id)]
        if pressed is not None:
            moments.append(self.messages[pressed]["changed"])
        due = max((moment + HURRY for moment in moments if moment is not None), default=self.now())
        self._ahead += max(timedelta(), due - self.now())
        self._acted[user_id] = self.now()

    def shown(self, channel: int) -> list[Payload]:
        """The messages in a channel that everybody sees."""
        return [one for one in super().shown(channel) if one["to"] is None]

    def private(self, user_id: int, channel: int) -> list[Payload]:
        """The messages in a channel that this person alone sees."""
        return [one for one in super().shown(channel) if one["to"] == user_id]

    def message(self, message_id: int, channel: str, flags: int = 0) -> Payload:
        """A message as it stands now."""
        one = self.messages[message_id]
        edited = one["changed"] if one["is_edited"] else None
        return payloads.message(message_id, channel, one.get("flags") or flags, one.get("components") or (), edited)

    # ------------------------------------------------------------------ HTTP

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Any request."""
        if request.path == "/gateway":
            return await self._serve(request)
        try:
            return await super().handle(request)
        except Refusal as refusal:
            return reply({"message": "no", "code": refusal.code}, refusal.status)

    def take(self, request: web.Request, body: Any) -> Any:
        """Do what is asked, as Discord does."""
        match request.method, request.path.strip("/").split("/"):
            case "GET", ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": 1000 - len(self.identifies), "reset_after": 3_600_000}
                limit["max_concurrency"] = self.max_concurrency
                return {"url": self.url, "shards": self.shards, "session_start_limit": limit}
            case "GET", ["applications", _, "commands"]:
                return self._commands
            case "PUT", ["applications", application, "commands"]:
                self.syncs += 1
                known = {"application_id": application, "description": ""}
                self._commands = [known | one | {"id": str(self.new_id())} for one in body]
                return self._commands
            case _, ["applications", _, "emojis"] if not self.takes_emoji:
                raise Refusal(403, 0)
            case "GET", ["applications", _, "emojis"]:
                return {"items": list(self.emoji.values())}
            case "POST", ["applications", _, "emojis"]:
                self.uploads.append(body["name"])
                made = {"id": str(self.new_id()), "name": body["name"], "user": payloads.BOT, "available": True}
                self.emoji[made["id"]] = made | dict.fromkeys(("animated", "managed"), False) | {"require_colons": True}
                return self.emoji[made["id"]]
            case "GET", ["channels", channel]:
                return payloads.channel(int(channel), self._guild_of(int(channel)))
            case "GET", ["guilds", guild]:
                return payloads.guild(int(guild), self.guilds[int(guild)])
            case "GET", ["guilds", _, "members", member]:
                return payloads.member(payloads.user(int(member), f"user{member}"))
            case (("PATCH" | "DELETE"), ["channels", channel, "messages", message]):
                return self._change(request.method, int(message), channel, body)
            case "POST", ["interactions", number, token, "callback"]:
                return self._first(self._by(token, int(number)), body)
            case method, ["webhooks", _, token, *rest]:
                return self._by_token(method, self._by(token), rest, body)
        try:
            return super().take(request, body)
        except AssertionError as unknown:
            self.strange.append(str(unknown))
            raise Refusal(404, 0) from None

    def _guild_of(self, channel_id: int) -> int:
        return next((guild for guild, channels in self.guilds.items() if channel_id in channels), 0)

    def keep(self, message_id: int, channel: int, body: Payload, to: int | None = None) -> None:
        """A message was posted, for everybody or for one person alone."""
        super().keep(message_id, channel, body | {"to": to, "changed": self.now(), "is_edited": False})

    def _change(self, method: str, message_id: int, channel: str, body: Payload) -> Payload | None:
        if message_id not in self.messages or message_id in self.deleted:
            raise Refusal(404, UNKNOWN_MESSAGE)
        if method == "DELETE":
            self.deleted.add(message_id)
            return None
        body = body | {"flags": (body.get("flags") or 0) | (self.messages[message_id].get("flags") or 0) & PRIVATE}
        self.messages[message_id] |= body | {"changed": self.now(), "is_edited": True}
        return self.message(message_id, channel)

    # ------------------------------------------------------------------ answers

    def _by(self, token: str, number: int | None = None) -> Interaction:
        one = self.interactions.get(token)
        if one is None or number not in (None, one.id):
            raise Refusal(404, UNKNOWN_WEBHOOK if number is None else UNKNOWN_INTERACTION)
        return one

    def _first(self, one: Interaction, body: Payload) -> Payload:
        """The first answer to an interaction, of which there is one."""
        now, kind, data = asyncio.get_running_loop().time(), body["type"], body.get("data") or {}
        if one.kinds or now - one.begun > ANSWER_IN:
            one.refused += 1
            raise Refusal(400, ANSWERED) if one.kinds else Refusal(404, UNKNOWN_INTERACTION)
        if kind in (MESSAGE, LATER):
            to = one.user_id if (data.get("flags") or 0) & PRIVATE else None
            one.original = self._new(one, to, data)
        elif kind == IN_PLACE and one.original is not None:
            self._change("PATCH", one.original, str(one.channel_id), data)
        one.kinds.append(kind)
        one.taken.set()
        if kind in (MESSAGE, IN_PLACE):
            one.show(one.original, now)
        told: Payload = {"interaction": {"id": str(one.id), "type": 3, "response_message_id": str(one.original)}}
        if kind in (MESSAGE, IN_PLACE):
            told["resource"] = {"type": kind, "message": self.message(one.original or 0, str(one.channel_id))}
        return told

    def _new(self, one: Interaction, to: int | None, body: Payload) -> int:
        message_id = self.new_id()
        self.keep(message_id, one.channel_id, body, to)
        return message_id

    def _by_token(self, method: str, one: Interaction, rest: list[str], body: Payload) -> Payload | None:
        """What comes by the token of an interaction that was answered."""
        if not one.kinds:
            raise Refusal(404, UNKNOWN_WEBHOOK)
        now = asyncio.get_running_loop().time()
        if not rest:
            message_id = self._new(one, one.user_id if (body.get("flags") or 0) & PRIVATE else None, body)
            one.show(message_id, now)
            return self.message(message_id, str(one.channel_id))
        message_id = (one.original or 0) if rest[1] == "@original" else int(rest[1])
        if method != "GET":
            self._change(method, message_id, str(one.channel_id), body)
            if method == "PATCH":
                one.show(message_id, now)
        return None if method == "DELETE" else self.message(message_id, str(one.channel_id))

    # ------------------------------------------------------------------ the gateway

    @property
    def url(self) -> str:
        """The gateway's address."""
        return self.address.replace("http", "ws", 1) + "/gateway"

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41_250}})
        session: Session | None = None
        try:
            async for message in socket:
                said = json.loads(message.data)
                if said["op"] == HEARTBEAT:
                    await socket.send_json({"op": ACK})
                elif said["op"] == IDENTIFY:
                    session = await self._begin(socket, said["d"].get("shard", [0, 1]))
                elif said["op"] == RESUME:
                    session = await self._resume(socket, said["d"]["session_id"])
        finally:
            if session is not None:
                self.sessions.remove(session)
                if socket.close_code not in (1000, 1001):
                    self._broken[session.id] = session
        return socket

    async def _begin(self, socket: web.WebSocketResponse, shard: Sequence[int]) -> Session:
        now = asyncio.get_running_loop().time()
        self.identifies.append(Identify(now, *shard))
        await self.takes_sessions.wait()
        session = Session(f"session-{next(self._numbers)}", shard[0], shard[1], socket)
        guilds = [guild for guild in self.guilds if session.gets(guild)]
        await session.send(
            "READY",
            {"v": 10, "user": payloads.BOT, "session_id": session.id, "resume_gateway_url": self.url}
            | {"shard": list(shard), "application": {"id": str(payloads.APPLICATION), "flags": 0}}
            | {"guilds": [{"id": str(guild), "unavailable": True} for guild in guilds]},
        )
        self.sessions.append(session)
        for guild in guilds:
            await session.send("GUILD_CREATE", payloads.guild(guild, self.guilds[guild]))
        return session

    async def _resume(self, socket: web.WebSocketResponse, session_id: str) -> Session | None:
        session = self._broken.pop(session_id, None)
        if session is None or not self.resumes:
            await socket.send_json({"op": INVALID, "d": False})
            return None
        session.socket = socket
        self.sessions.append(session)
        await session.send("RESUMED", {})
        return session


@asynccontextmanager
async def serving(gateway: Gateway) -> AsyncIterator[Gateway]:
    """That Discord, at a free port."""
    async with listening(gateway, free_port()) as address:
        gateway.address = address
        yield gateway
