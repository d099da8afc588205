"""The sessions of a bot at the gateway, and the moments at which they began."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import NamedTuple

from aiohttp import web

from .payloads import Payload

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
"""Kinds of what is sent."""

SPACING = 5.0
"""Seconds between two identifies in one bucket."""
SLACK = 1.0
"""Of these so many may get lost on the way from the bot, where the machine is busy."""


class Identify(NamedTuple):
    """When a session was begun, by the loop's clock, and for which shard."""

    at: float
    shard: int
    shards: int


@dataclass(eq=False)
class Session:
    """A connection of a bot that gets a shard's events."""

    id: str
    shard: int
    shards: int
    socket: web.WebSocketResponse
    sent: count[int] = field(default_factory=lambda: count(1))

    def gets(self, guild_id: int | None) -> bool:
        """Whether a server's events, or those of no server, come this way."""
        return self.shard == ((guild_id or 0) >> 22) % self.shards

    async def send(self, event: str, data: Payload) -> None:
        """One event; what the bot's side has closed takes none."""
        with contextlib.suppress(ConnectionError):
            await self.socket.send_json({"op": DISPATCH, "t": event, "s": next(self.sent), "d": data})

    async def reconnect(self) -> None:
        """Discord's wish that the bot connects anew, as for each time that it has work to do on a machine."""
        await self.socket.send_json({"op": RECONNECT, "d": None})


def too_close(identifies: Iterable[Identify], max_concurrency: int) -> list[tuple[Identify, Identify]]:
    """Those in one bucket, a shard's number modulo ``max_concurrency``, with less than five seconds between them."""
    buckets: dict[int, list[Identify]] = {}
    for one in sorted(identifies):
        buckets.setdefault(one.shard % max_concurrency, []).append(one)
    return [
        (one, other)
        for found in buckets.values()
        for one, other in pairwise(found)
        if other.at - one.at < SPACING - SLACK
    ]
