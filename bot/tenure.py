"""How a process comes to serve and how it ends: alone by the usual lease, or with others by ranges of the shards.

With others: it waits until a range of the shards is free. Or until another process is told to stop, as in a rolling
deploy: then it connects to that one's shards and listens, and takes over at a moment that both agree on through the
database, so that no click is lost and none answered twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.discord.budget import MOST_PARTS
from bot.store import LIFE, RESERVE, LeaseHeld, OtherPlan, Plan, Ranges, Store, StoreError, TooManyStarts

if TYPE_CHECKING:
    from bot.client import BridgetteClient
    from bot.host.shards import Shared

LOOK = 1.0
"""Seconds between two looks of who waits for a range."""

FOLLOW = 0.1
"""Seconds between two looks of who listens, and of who waits for somebody to listen."""

A_SHARD = 6.0
"""Seconds that the start of one shard may take where all are in the same bucket."""

TO_CONNECT = 60.0
"""And the seconds for connecting it."""

AFTER_REFUSAL = 60.0
"""Seconds between two looks whether there are session starts again."""

log = logging.getLogger(__name__)


class Tenure:
    """By the usual lease: one process serves everything."""

    renewal = 20.0
    """Seconds between two renewals of the lease on the database, which lasts sixty."""

    is_serving = True
    """Whether it is this process that acts and answers; else it only listens."""

    stands_by = False
    """Whether this process waits until something is free."""

    others_answer = False
    """Whether another process answers what this one still hears."""

    async def begin(self, client: BridgetteClient, store: Store, clock: Callable[[], datetime]) -> None:
        """Come to serve, or to listen. Raises ``StoreError``."""
        await _patiently(store, clock)

    async def identify(self, store: Store, shard_id: int) -> bool:
        """Wait for the turn of a shard to identify; ``False`` where Discord's library sees to that."""
        return False

    def opened(self, client: BridgetteClient, clock: Callable[[], datetime]) -> None:
        """All parts of the bot are there."""

    def is_ready(self) -> None:
        """Discord has told everything about the shards."""

    async def hand_over(self) -> None:
        """Wait until another process listens to what this one serves, if there is one; at most for a while."""


class SharedTenure(Tenure):
    """By ranges of shards: some of them are this process's."""

    renewal = 5.0
    """Seconds between two renewals of the ranges, which last fifteen."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._ranges: Ranges | None = None
        self._buckets = 1
        self._is_ready = self._is_heard = False
        self._following: asyncio.Task[None] | None = None

    @property
    def is_serving(self) -> bool:  # type: ignore[override]
        """Whether this process holds ranges; else it waits or listens."""
        return self._ranges is not None and bool(self._ranges.held)

    @property
    def stands_by(self) -> bool:  # type: ignore[override]
        """Whether all ranges are others', and none of those is to be handed over."""
        return self._ranges is not None and not self._ranges.held and not self._ranges.inherits

    @property
    def others_answer(self) -> bool:  # type: ignore[override]
        """Whether another process listens, or has the shards, or is about to."""
        return self._is_heard or not self.is_serving

    async def begin(self, client: BridgetteClient, store: Store, clock: Callable[[], datetime]) -> None:
        """Wait for ranges, or for some to listen to. Raises ``StoreError``."""
        client.budget.divide(MOST_PARTS)
        recommended, _, limits = await client.http.get_bot_gateway()
        self._buckets = max(1, limits["max_concurrency"])
        await store.identify.told(limits["remaining"], limits["reset_after"])
        if limits["remaining"] < RESERVE:
            raise TooManyStarts(limits["remaining"], clock() + timedelta(milliseconds=limits["reset_after"]))
        plan = await store.plans.add(Plan.usual(self._shared.shard_count or recommended))
        if self._shared.shard_count not in (None, plan.shard_count):
            raise OtherPlan(plan.shard_count, plan.ranges)
        if plan.shard_count < recommended:
            log.warning("discord recommends more shards recommended=%s planned=%s", recommended, plan.shard_count)
        self._ranges = ranges = store.share(plan, self._shared.most)
        ranges.lately = client.gate.lately
        ranges.session.on_lost = client.lost
        await ranges.stand_by()
        is_told = False
        while not (await _patiently(store, clock) or await ranges.inherit()):
            if not is_told:
                log.info("standing by shards=%s ranges=%s", plan.shard_count, plan.ranges)
                is_told = True
            await asyncio.sleep(LOOK)
        client.shard_ids, client.shard_count = ranges.shards, plan.shard_count
        client.shard_connect_timeout = TO_CONNECT + A_SHARD * plan.shard_count
        client.budget.divide(plan.ranges, len(ranges.held or ranges.inherits))
        if ranges.inherits:
            client.gate.listen()
            log.info("listening ranges=%s", _listed(ranges.inherits))
        else:
            log.info("serving ranges=%s", _listed(ranges.held))

    async def _follow(self, client: BridgetteClient, ranges: Ranges, clock: Callable[[], datetime]) -> None:
        """Listen until the shards are this process's own."""
        inherited, looks = ranges.inherits, 0
        try:
            while True:
                is_free = await ranges.go_on_inheriting(listens=self._is_ready and client.is_connected)
                looks += 1
                # Also where the holder has died without giving it up.
                if (is_free or looks * FOLLOW % LOOK < FOLLOW) and await ranges.take(clock()):
                    break
                await asyncio.sleep(FOLLOW)
            log.info("taken over ranges=%s", _listed(inherited))
            await client.take_over(ranges.taken)
        except Exception as error:
            # Whatever it is: who holds shards and does not answer would keep others from them.
            log.error("not taken over reason=%s", type(error).__name__)
            client.lost(error if isinstance(error, StoreError) else None)

    async def identify(self, store: Store, shard_id: int) -> bool:
        """Wait for the turn of a shard among those of all processes."""
        while True:
            try:
                wait = await store.identify.turn(shard_id, self._buckets)
            except TooManyStarts as error:
                log.critical("%s", error)
                wait = AFTER_REFUSAL
            except StoreError as error:
                log.warning("no turn to identify yet shard=%s reason=%s", shard_id, error)
                wait = LOOK
            if not wait:
                return True
            await asyncio.sleep(wait)

    def opened(self, client: BridgetteClient, clock: Callable[[], datetime]) -> None:
        """All parts of the bot are there: it may take over."""
        if self._ranges is not None and self._ranges.inherits:
            self._following = asyncio.create_task(self._follow(client, self._ranges, clock))

    def is_ready(self) -> None:
        """Discord has told everything about the shards: whoever listens hears all."""
        self._is_ready = True

    async def hand_over(self) -> None:
        """Go on until another process listens to the same shards, if one stands by."""
        ranges, loop = self._ranges, asyncio.get_running_loop()
        if self._following is not None:
            if not self.is_serving:
                self._following.cancel()
            # Who has taken over answers first what has come meanwhile.
            await asyncio.wait({self._following}, timeout=A_SHARD)
        if ranges is None or not ranges.held or self._shared.patience <= 0:
            return
        until = loop.time() + self._shared.patience
        try:
            if not await ranges.announce():
                return
            log.info("waiting for another process to listen seconds=%.0f", self._shared.patience)
            while ranges.held and loop.time() < until:
                if await ranges.is_heard():
                    self._is_heard = True
                    log.info("another process listens")
                    return
                await asyncio.sleep(FOLLOW)
        except StoreError as error:
            log.warning("not handed over reason=%s", error)


async def _patiently(store: Store, clock: Callable[[], datetime]) -> bool:
    """Take what is free, or will be in a moment; a lease left behind elsewhere is watched until it is known to be."""
    take: Callable[..., Awaitable[bool]] = store.lease.take
    try:
        return await take(clock())
    except LeaseHeld as held:
        first = held.held
    log.warning("another process has this database; looking for %.0f s whether it is alive", LIFE.total_seconds())
    for _ in range(int(LIFE.total_seconds() / LOOK) - 1):
        await asyncio.sleep(LOOK)
        with contextlib.suppress(LeaseHeld):
            return await take(clock())  # it has ended, as at a deploy
    await asyncio.sleep(LOOK)
    return await take(clock(), abandoned=first)


def _listed(ranges: frozenset[int]) -> str:
    return ",".join(map(str, sorted(ranges)))
