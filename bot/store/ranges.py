"""The ranges of the bot's shards that this process serves, where several processes share the bot.

A range is held twice over. A lock of the database lasts as long as one connection: who is killed loses it at once. And
a row says until when, so that a process that hangs, whose connection lives, is overdue one day; whoever stands by for
its range ends that connection and takes over. Each time a range changes hands its token grows, and every transaction
that writes looks first whether the token is still the one that it was given: who was cut off without noticing, or wakes
up, can write nothing.

A holder that is told to stop has an heir where somebody stands by: one that connects to the same shards and listens,
until the holder gives the range up and says which interactions it has taken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .dialects import kept, seized
from .errors import Held, LeaseLost, PlanChanged, RangeLost, StoreUnavailable
from .lease import Lease
from .locks import Lock, holders
from .plan import Plan, plan_of
from .process import this_process
from .schema import lease
from .schema_shards import NOW, shard_lease, shard_plan
from .session import Session

LIFE = 15.0
"""Seconds after which a holder that has not renewed its ranges is taken as hung."""

HEIRS_LIFE = 3.0
"""Seconds after which an heir that has not said so again is none any more."""

IN_THE_WAY = 0.5
"""Seconds that a transaction of the holder before may take to end, once its range is taken over."""

_ROW = shard_lease.c
_IS_FREE_FOR_HEIRS = sa.or_(_ROW.heir.is_(None), _ROW.heir_until < NOW)


def _later(seconds: float) -> sa.ColumnElement[int]:
    return NOW + int(seconds * 1000)


class Ranges(Lease):
    """This process's claim on some ranges of a plan, at most ``most`` of them."""

    is_shared = True
    """Whether other processes may act in the same database's matches."""

    def __init__(self, database: Database, plan: Plan, most: int = 1) -> None:
        super().__init__(database)
        self.plan = plan
        self.most = most
        self.inherits: frozenset[int] = frozenset()
        """The ranges to whose shards it listens, without serving them yet."""
        self.taken: frozenset[int] | None = frozenset()
        """The interactions that whoever held the ranges before has taken last; None of who died and could not say."""
        self.lately: Callable[[], Iterable[int]] = tuple
        """Gives the interactions that this process has taken last."""
        self.session = Session(database)
        self._tokens: dict[int, int] = {}
        self._sure_until = 0.0
        database.fence = self._check

    # ------------------------------------------------------------------ to be asked

    @property
    def held(self) -> frozenset[int]:
        """The ranges that this process serves."""
        return frozenset() if self.session.is_lost else frozenset(self._tokens)

    @property
    def shards(self) -> list[int]:
        """The shards that this process serves, or listens to."""
        return [shard for of in sorted({*self._tokens, *self.inherits}) for shard in self.plan.shards(of)]

    def covers(self, guild_id: int | None) -> bool:
        """Whether what is done once for a server is this process's work; for private matches, None, range 0's."""
        return self.plan.range_of(guild_id) in self.held

    def holds(self, guild_id: int | None) -> bool:
        """Whether no other process acts in the matches of a server; in private ones (None) any may."""
        return guild_id is not None and self.covers(guild_id)

    @property
    def parts(self) -> tuple[str, ...]:
        """The ranges that this process serves, by names that stay for as long as the plan does."""
        return tuple(self._name(one) for one in sorted(self.held))

    def part_of(self, guild_id: int | None) -> str:
        """The name of the range that a server belongs to."""
        return self._name(self.plan.range_of(guild_id))

    def _name(self, of: int) -> str:
        return f"{of}/{self.plan.ranges}/{self.plan.shard_count}"

    # ------------------------------------------------------------------ coming to hold

    async def stand_by(self) -> None:
        """Begin to wait for a range. Raises StoreUnavailable."""
        await self.session.open()
        await self.session.lock(Lock.STANDBY, shared=True)

    async def take(self, now: datetime, *, abandoned: Held | None = None) -> bool:
        """Take the ranges that are free, up to the most; returns whether there was any.

        Holders that are overdue are ended, so that theirs will be free. Raises LeaseHeld while one process serves all
        by the usual lease (`abandoned` is as for that), PlanChanged, RangeLost, StoreUnavailable. The time is the
        database's, and not `now`.
        """
        asked, most = asyncio.get_running_loop().time(), len(self.inherits) or self.most
        locked: list[int] = []
        for row in await self._rows():
            if row.range not in self.inherits if self.inherits else row.has_heir:
                continue
            if await self.session.lock(Lock.RANGE, row.range):
                locked.append(row.range)
                if self.inherits:
                    continue  # all or none: the holder lets go of one after the other
                try:
                    await self._claim(row.range, abandoned)
                except BaseException:
                    if not self.session.is_lost:
                        await self.session.unlock(Lock.RANGE, row.range)
                    raise
                if len(self._tokens) == most:
                    break
            elif row.is_overdue:
                # Only its holder of that time: somebody else may have the lock by now, and be about to claim.
                has_lock = holders(Lock.RANGE, row.range).scalar_subquery()
                overdue = sa.and_(_ROW.range == row.range, _ROW.until < NOW, _ROW.backend == has_lock)
                await self.session.run(sa.select(sa.func.pg_terminate_backend(_ROW.backend)).where(overdue))
        if self.inherits:
            if len(locked) < len(self.inherits):
                for of in locked:
                    await self.session.unlock(Lock.RANGE, of)
                return False
            for of in locked:
                await self._claim(of, abandoned)  # what fails here ends this process, and its locks with it
        if self._tokens:
            self.inherits = frozenset()
            self._sure_until = asked + LIFE
            await self.session.unlock(Lock.STANDBY, shared=True)
        return bool(self._tokens)

    async def inherit(self) -> bool:
        """Become the heir of a process that is told to stop; returns whether there was one without an heir."""
        for holder in {row.holder for row in await self._rows() if row.is_closing and row.holder is not None}:
            claim = sa.update(shard_lease).where(_ROW.holder == holder, _ROW.is_closing, _IS_FREE_FOR_HEIRS)
            values = {"heir": self._holder, "heir_until": _later(HEIRS_LIFE), "heir_listens": False}
            found = await self.session.run(claim.values(values).returning(_ROW.range))
            self.inherits = frozenset(found.scalars())
            if self.inherits:
                return True
        return False

    async def go_on_inheriting(self, *, listens: bool) -> bool:
        """Stay the heir, and say whether it `listens` to all of the shards by now. Returns whether the range is free.

        It is free once the holder has given it up, and also where it died. Raises RangeLost when somebody else has it.
        """
        mine = sa.update(shard_lease).where(_ROW.range.in_(self.inherits), _ROW.heir == self._holder)
        values = {"heir_until": _later(HEIRS_LIFE), "heir_listens": listens}
        found = (await self.session.run(mine.values(values).returning(_ROW.holder))).scalars().all()
        if len(found) < len(self.inherits):
            raise RangeLost
        return not any(found)

    async def _rows(self) -> list[Any]:
        """What is known of the ranges; the plan is still the same."""
        await self._same_plan()
        told = [
            _ROW.range,
            _ROW.holder,
            _ROW.is_closing,
            sa.and_(_ROW.heir.is_not(None), _ROW.heir_until >= NOW).label("has_heir"),
            sa.and_(_ROW.holder.is_not(None), _ROW.until < NOW).label("is_overdue"),
        ]
        query = sa.select(*told).where(_ROW.range < self.plan.ranges).order_by(_ROW.range)
        rows = (await self.session.run(query)).all()
        if len(rows) < self.plan.ranges:
            await self._add_rows()
            rows = (await self.session.run(query)).all()
        return list(rows)

    async def _same_plan(self) -> None:
        found = (await self.session.run(sa.select(shard_plan.c.shard_count, shard_plan.c.ranges))).one_or_none()
        if found is None or Plan(*found) != self.plan:
            raise PlanChanged

    async def _add_rows(self) -> None:
        nobody = {"token": 0, "host": "", "pid": 0, "born": "", "backend": 0, "since": 0, "until": 0}
        free = {**nobody, "is_closing": False, "heir_until": 0, "heir_listens": False, "taken": ""}
        rows = [{"range": of, **free} for of in range(self.plan.ranges)]
        await self.session.run(self._database.insert(shard_lease).values(rows).on_conflict_do_nothing())

    async def _claim(self, of: int, abandoned: Held | None) -> None:
        """Give the range, whose lock this process has, a new token; nobody can write by the old one any more."""
        behind: list[int] = []
        claim = asyncio.ensure_future(self._write_claim(of, abandoned, behind))
        try:
            while not (await asyncio.wait({claim}, timeout=IN_THE_WAY))[0]:
                await self._clear_the_way(behind)
        except BaseException:
            claim.cancel()
            raise
        self._tokens[of], taken = claim.result()
        known = self.taken if taken is not None else None
        self.taken = None if known is None else known | frozenset(map(int, (taken or "").split()))

    async def _write_claim(self, of: int, abandoned: Held | None, behind: list[int]) -> tuple[int, str | None]:
        me = this_process()
        backend = (await self.session.run(sa.select(sa.func.pg_backend_pid()))).scalar()
        async with self._database.write(fenced=False) as connection:
            await self._database.alone(connection, Lock.SERVE)
            # Not before: who is ahead in that queue is in nobody's way.
            behind.append(int(await connection.scalar(sa.select(sa.func.pg_backend_pid())) or 0))
            if await plan_of(connection) != self.plan:
                raise PlanChanged
            if await self._found(connection, abandoned) is not None:
                await connection.execute(sa.delete(lease))
            row = (await connection.execute(seized(sa.select(shard_lease).where(_ROW.range == of)))).one()
            values = {
                "token": row.token + 1,
                "holder": self._holder,
                "host": me.host,
                "pid": me.pid,
                "born": me.born,
                "backend": backend,
                "since": NOW,
                "until": _later(LIFE),
                "is_closing": False,
                "heir": None,
                "heir_listens": False,
                "taken": "",
            }
            await connection.execute(sa.update(shard_lease).where(_ROW.range == of).values(values))
            return row.token + 1, row.taken if row.holder is None else None

    async def _clear_the_way(self, behind: Iterable[int]) -> None:
        """End the transactions that keep the claim waiting: of a process that does not hold the range any more."""
        for pid in behind:
            blocking = sa.func.unnest(sa.func.pg_blocking_pids(pid)).column_valued("blocking")
            await self.session.run(sa.select(sa.func.pg_terminate_backend(blocking)))

    # ------------------------------------------------------------------ staying, and giving up

    async def renew(self, now: datetime) -> None:
        """Go on holding. Raises RangeLost when that is not sure any more, PlanChanged, StoreUnavailable."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        try:
            await self._same_plan()
            mine = sa.update(shard_lease).where(_ROW.holder == self._holder).values(until=_later(LIFE))
            found = dict((await self.session.run(mine.returning(_ROW.range, _ROW.token))).all())
        except StoreUnavailable:
            if loop.time() >= self._sure_until:
                await self.lose()
                raise RangeLost from None
            raise
        except LeaseLost:
            await self.lose()
            raise
        if found != self._tokens:
            await self.lose()
            raise RangeLost
        self._sure_until = asked + LIFE

    async def announce(self) -> bool:
        """Say that this process is told to stop. Returns whether somebody stands by, who may listen first."""
        await self.session.run(sa.update(shard_lease).where(_ROW.holder == self._holder).values(is_closing=True))
        standing_by = sa.select(sa.func.count()).select_from(holders(Lock.STANDBY).subquery())
        return bool((await self.session.run(standing_by)).scalar())

    async def is_heard(self) -> bool:
        """Whether an heir listens to all that this process serves."""
        mine = sa.select(sa.func.bool_and(sa.and_(_ROW.heir_listens, _ROW.heir_until >= NOW)))
        return bool((await self.session.run(mine.where(_ROW.holder == self._holder))).scalar())

    async def drop(self) -> None:
        """Give the ranges up at once, and say which interactions came last and are answered here.

        This store writes nothing any more.
        """
        held, self._tokens = self.held, {}
        try:
            if not self.session.is_lost:
                mine = sa.update(shard_lease).where(_ROW.holder == self._holder, _ROW.range.in_(held))
                await self.session.run(
                    mine.values(holder=None, is_closing=False, taken=" ".join(map(str, self.lately())))
                )
                for of in held:
                    await self.session.unlock(Lock.RANGE, of)
                mine = sa.update(shard_lease).where(_ROW.heir == self._holder)
                await self.session.run(mine.values(heir=None, heir_listens=False))
        finally:
            await self.session.close()

    async def lose(self) -> None:
        """Hold nothing any more, without a word to the database: it may be another's by now."""
        self._tokens = {}
        await self.session.close()

    async def _check(self, connection: AsyncConnection) -> None:
        """The fence: raises RangeLost unless all ranges are this process's own, and stay it until the commit."""
        tokens = {**self._tokens}
        if not tokens or self.session.is_lost:
            raise RangeLost
        query = kept(sa.select(_ROW.range, _ROW.token).where(_ROW.range.in_(tokens)))
        if dict((await connection.execute(query)).all()) != tokens:
            raise RangeLost
