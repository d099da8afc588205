"""What Discord does to a bot, and SimCord offers no public way for.

An event may come twice, at once or much later, or never; two people may press at the same moment; a stranger may
send a click that no client would; a server may be lost for a while; the session may begin anew. All of it goes
through `Wire._emit`, which stands in for the gateway's outgoing end.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord
from simcord import Env, GuildHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.http import router
from simcord.interactions import base_payload

from .seen import BUTTON, STRING_SELECT, Payload, Seen, seen

MessageLike = Seen | discord.Message | ResponseMessage

COMPONENT_INTERACTION = 3
SILENT = 1 << 12  # the flag of a message that notifies nobody
REMEMBERED = 100  # interactions that can be delivered once more
NONCE_LIFE = timedelta(minutes=3)
"""How long Discord is taken to remember a nonce: "the past few minutes", it says."""
BETWEEN_CLICKS = 1.0
"""Seconds that pass before each thing that a member does. SimCord's own clock stands still."""

IDLE = 0.004
"""Seconds between two looks at whether the bot has come to rest. SimCord's own 0.05 makes a match five times longer."""


@dataclass(frozen=True)
class Ping:
    """A notification that a message caused when it was sent; an edit never pings."""

    user_id: int
    channel_id: int
    message_id: int


class Wire:
    """The gateway's outgoing end between one SimCord and the bot."""

    guild: GuildHandle

    def __init__(self, env: Env) -> None:
        self.env = env
        self.pings: list[Ping] = []
        self.locales: dict[int, str] = {}
        """The locale of a member (by id) where it is not en-US."""
        self.guild_locale: str | None = None
        self._rewrite: Callable[[Payload], Payload | None] | None = None
        self._copies = 1
        self._payloads: dict[int, Payload] = {}
        settle = functools.partial(env._settle_internal, idle=IDLE)
        env._settle_internal = settle  # type: ignore[method-assign]
        self._between = BETWEEN_CLICKS
        new_interaction = env.backend.new_interaction

        def later(*arguments: Any, **options: Any) -> Any:
            env.backend.clock.advance(self._between)
            return new_interaction(*arguments, **options)

        env.backend.new_interaction = later  # type: ignore[method-assign]
        self._send = env.backend.emit
        env.backend.emit = self._emit  # type: ignore[method-assign]
        env.backend.subscribers.append(self._note_pings)

    async def settle(self) -> None:
        """Wait until the bot has come to rest."""
        await self.env.settle(idle=IDLE)

    def look(self, message: MessageLike) -> Seen:
        """The message as it is now."""
        if isinstance(message, Seen):
            message = message.handle
        channel_id = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
        return seen(self.env, self.env.backend.get_message(channel_id, message.id))

    async def forge(
        self,
        member: MemberActor,
        message: MessageLike,
        custom_id: str,
        values: Sequence[str] | None = None,
        *,
        component_type: int | None = None,
    ) -> InteractionResult:
        """A click that no client would send: any custom_id or values, on any message, disabled or not."""
        result = self._queue(member, message, custom_id, values, component_type)
        await self.settle()
        return result

    async def together(self, *clicks: tuple[MemberActor, MessageLike, str]) -> tuple[InteractionResult, ...]:
        """Several clicks (member, message, custom_id) that reach the bot at the same moment."""
        self.env.backend.clock.advance(self._between)
        with self.hurrying():
            results = tuple(self._queue(member, message, custom_id) for member, message, custom_id in clicks)
        await self.settle()
        return results

    def _queue(
        self,
        member: MemberActor,
        message: MessageLike,
        custom_id: str,
        values: Sequence[str] | None = None,
        component_type: int | None = None,
    ) -> InteractionResult:
        target = self.look(message)
        data: Payload = {
            "custom_id": custom_id,
            "component_type": component_type or (BUTTON if values is None else STRING_SELECT),
        }
        if values is not None:
            data["values"] = list(values)
        backend = self.env.backend
        stored = backend.get_message(target.handle.channel_id, target.id)
        record, payload = base_payload(
            backend,
            type=COMPONENT_INTERACTION,
            channel_id=stored.channel_id,
            guild_id=backend.get_channel(stored.channel_id).guild_id,
            user_id=member.id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)

    # ----------------------------------------------------------- Discord's own ways

    @contextmanager
    def hurrying(self, seconds: float = 0.0) -> Iterator[None]:
        """Inside, so much time passes before each thing that a member does."""
        before, self._between = self._between, seconds
        try:
            yield
        finally:
            self._between = before

    @contextmanager
    def copies(self, count: int) -> Iterator[None]:
        """Every interaction inside is delivered this many times at once (0: it never arrives)."""
        before, self._copies = self._copies, count
        try:
            yield
        finally:
            self._copies = before

    @contextmanager
    def rewriting(self, change: Callable[[Payload], Payload | None]) -> Iterator[None]:
        """Every interaction inside passes through `change` before it is delivered; None drops it."""
        before, self._rewrite = self._rewrite, change
        try:
            yield
        finally:
            self._rewrite = before

    async def deliver_again(self, result: InteractionResult) -> None:
        """The interaction behind a result reaches the bot once more, unchanged: same id, same token."""
        self._send("INTERACTION_CREATE", self._payloads[result._interaction.id])
        await self.settle()

    async def deliver_twice(self, member: MemberActor, message: MessageLike, custom_id: str) -> InteractionResult:
        """One click that reaches the bot twice at once."""
        with self.copies(2):
            return await self.forge(member, message, custom_id)

    @asynccontextmanager
    async def outage(self) -> AsyncIterator[None]:
        """Discord loses the server for a while: it is unavailable, not gone."""
        backend = self.env.backend
        self._send("GUILD_DELETE", {"id": str(self.guild.id), "unavailable": True})
        await self.settle()
        yield
        self._send("GUILD_CREATE", serializers.guild_create_payload(backend, backend.get_guild(self.guild.id)))
        await self.settle()

    @contextmanager
    def enforced_nonces(self) -> Iterator[None]:
        """Posts with an enforced nonce appear once inside, however often they are sent: SimCord ignores nonces."""
        backend, real = self.env.backend, router.dispatch
        known: dict[tuple[str, str], tuple[int, int, datetime]] = {}

        def dispatch(backend_: Any, method: str, path: str, **options: Any) -> Any:
            body = options.get("json")
            if (
                backend_ is not backend
                or method != "POST"
                or not isinstance(body, dict)
                or not body.get("enforce_nonce")
            ):
                return real(backend_, method, path, **options)
            now, key = self.env.now(), (path, str(body["nonce"]))
            channel_id, message_id, at = known.get(key, (0, 0, now))
            if message_id in backend.messages.get(channel_id, {}) and now - at < NONCE_LIFE:
                return dict(serializers.message_payload(backend, backend.get_message(channel_id, message_id)))
            made = real(backend_, method, path, **options)
            known[key] = (int(made["channel_id"]), int(made["id"]), now)
            return made

        patched: Any = router
        patched.dispatch = dispatch
        try:
            yield
        finally:
            patched.dispatch = real

    async def own_member_update(self) -> None:
        """The bot itself has another role: Discord tells it of that, with or without the intent; SimCord does not."""
        backend, guild_id = self.env.backend, self.guild.id
        guild = backend.get_guild(guild_id)
        payload = dict(serializers.member_payload(backend, guild, guild.members[backend.bot_user.id]))
        client: Any = self.env.bot
        with self.env._bot_scope():
            client._connection.parsers["GUILD_MEMBER_UPDATE"](payload | {"guild_id": str(guild_id)})
        await self.settle()

    async def reconnect(self) -> None:
        """The gateway session ends and begins anew in the same process: READY comes again."""
        client = self.env.bot
        assert isinstance(client, discord.AutoShardedClient)
        shard = client.get_shard(0)
        assert shard is not None
        with self.env._bot_scope():
            await shard.disconnect()
            await shard.reconnect()
        await self.settle()

    def _emit(self, event: str, payload: Any) -> None:
        if event != "INTERACTION_CREATE":
            self._send(event, payload)
            return
        changed: Payload | None = self._as_discord(payload)
        if changed is not None and self._rewrite is not None:
            changed = self._rewrite(changed)
        if changed is None:
            return
        self._payloads[int(changed["id"])] = changed
        if len(self._payloads) > REMEMBERED:
            del self._payloads[min(self._payloads)]
        for _ in range(self._copies):
            self._send(event, changed)

    def _as_discord(self, payload: Payload) -> Payload:
        """Fill in what SimCord leaves out: locales, and the permissions of members that an option names."""
        changed = dict(payload)
        author = payload.get("member", payload).get("user", {})
        changed["locale"] = self.locales.get(int(author.get("id", 0)), payload["locale"])
        if "guild_id" in payload:
            changed["guild_locale"] = self.guild_locale or payload["guild_locale"]
            for user_id, member in payload["data"].get("resolved", {}).get("members", {}).items():
                allowed = self.env.backend.compute_permissions(
                    int(payload["guild_id"]), int(user_id), int(payload["channel_id"])
                )
                member["permissions"] = str(allowed)
        return changed

    # ------------------------------------------------------------------- notifications

    def _note_pings(self, event: str, payload: Any) -> None:
        if event != "MESSAGE_CREATE" or int(payload.get("flags", 0)) & SILENT:
            return
        channel_id, message_id = int(payload["channel_id"]), int(payload["id"])
        message = self.env.backend.get_message(channel_id, message_id)
        self.pings += [Ping(user, channel_id, message_id) for user in message.ping_user_ids]

    def pinged(self, member: MemberActor) -> list[Ping]:
        """The notifications that this member has got so far."""
        return [ping for ping in self.pings if ping.user_id == member.id]
