"""The queue of what is thought elsewhere: what is asked, who thinks, and the answers that come back.

Its jobs are Procrastinate's, in a schema of their own beside the bot's. Two tables of ours stand next to them: which
thinkers live, and answers. Nothing in it has to last: what is lost is asked again, or thought by the bot itself. So it
is made anew, not migrated, when a newer Procrastinate wants it otherwise. A job holds ids and no cards. An answer,
which may name cards, is deleted when it is read, and in any case after a while.

PostgreSQL alone has one. Who asks needs none of Procrastinate's code; who thinks does (`thinkers.py`).
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from importlib.util import find_spec
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .errors import Conflict, StoreError, StoreUnavailable
from .locks import Lock

SCHEMA = "procrastinate"
"""Of the database: Procrastinate's tables and ours."""

MARK = "bridgette"
"""How the schema's comment begins, so that one that is somebody else's is left alone."""

REVISION = 1
"""Of our two tables: raised when they, a job or an answer become different."""

TASK = "think"

STALLED = 8.0
"""Seconds without a beat after which a thinker is taken for dead."""

KEPT = timedelta(minutes=10)
"""How long a job may stand: nobody waits for it so long."""

ANSWERED = timedelta(minutes=2)
"""How long an answer waits for whoever asked."""

_tables = sa.MetaData(schema=SCHEMA)

thinkers = sa.Table(
    "thinkers",
    _tables,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("beat", sa.DateTime(timezone=True), nullable=False),
)

answers = sa.Table(
    "answers",
    _tables,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("is_last", sa.Boolean, nullable=False),
    sa.Column("value", sa.Text, nullable=False),
    prefixes=["UNLOGGED"],
)

_jobs = sa.table("procrastinate_jobs", sa.column("id"), schema=SCHEMA)
_events = sa.table("procrastinate_events", sa.column("job_id"), sa.column("type"), sa.column("at"), schema=SCHEMA)

_DEFER = sa.text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(CAST(:queue AS text), CAST(:task AS text), CAST(:priority AS int),"
    " NULL, CAST(:lock AS text), CAST(:arguments AS jsonb), NULL)::procrastinate_job_to_defer_v1])"
)


class Work(StrEnum):
    """What there is to think about."""

    DECISION = "decision"
    HINT = "hint"
    HINDSIGHT = "hindsight"
    LOOK = "look"

    @property
    def priority(self) -> int:
        """Decisions go before hints, those before analyses."""
        return {Work.DECISION: 2, Work.HINT: 1}.get(self, 0)


@dataclass(frozen=True, slots=True)
class Job:
    """Something to think about: ids and nothing else.

    `at` is the number of a decision, the house's or a player's, and for an analysis a deal. `seat` is that from whose
    view it is thought. `answer`: under which id the answer is kept; a decision's is an act of the match.
    """

    work: Work
    match_id: int
    at: int
    seat: int = 0
    answer: str = ""

    @classmethod
    def read(cls, arguments: dict[str, object]) -> Job:
        """The job of such arguments. Raises TypeError and ValueError for those of no job."""
        job = cls(**arguments)  # type: ignore[arg-type]
        return cls(Work(job.work), int(job.match_id), int(job.at), int(job.seat), str(job.answer))


class Later(Exception):
    """A job could not be done now; somebody is to try again."""


class Answer(NamedTuple):
    """What was thought so far, as text; `is_last`: nothing more comes."""

    value: str
    is_last: bool


def new_answer() -> str:
    """The id of an answer that is to come, which nobody can guess."""
    return secrets.token_hex(16)


def queue_of(work: Work, kind: str) -> str:
    """The queue of a work for thinkers of a kind: decisions wait for nothing else."""
    return f"{'decisions' if work is Work.DECISION else 'beside'} {kind}"


class Queue:
    """The queue of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_possible(self) -> bool:
        """Whether this kind of database can have one."""
        return self._database.has_news

    @property
    def is_installed(self) -> bool:
        """Whether Procrastinate is there, which makes it and takes its jobs."""
        return find_spec("procrastinate") is not None

    # ------------------------------------------------------------------ making it

    async def prepare(self) -> None:
        """Make the queue where it is missing or older than what is installed. Raises StoreError.

        Only for a database that can have one, and where Procrastinate is installed.
        """
        script, version = _procrastinate()
        async with self._database.write() as connection:
            await self._database.alone(connection, Lock.QUEUE)
            found = await _mark_of(connection)
            if found is not None and found >= (version, REVISION):
                return
            await connection.execute(sa.text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"))
            await connection.execute(sa.schema.CreateSchema(SCHEMA))
            await _look_there(connection)
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await driver.execute(script)  # many statements, which only the driver takes at once
            await connection.run_sync(_tables.create_all)
            words = f"{MARK} {'.'.join(map(str, version))} {REVISION}"
            await connection.execute(sa.text(f"COMMENT ON SCHEMA {SCHEMA} IS '{words}'"))

    # ------------------------------------------------------------------ asking

    async def has_thinkers(self, kind: str) -> bool:
        """Whether thinkers of that kind live. Raises StoreUnavailable."""
        alive = sa.and_(thinkers.c.kind == kind, thinkers.c.beat > _ago(timedelta(seconds=STALLED)))
        async with self._database.read() as connection:
            name = f"{SCHEMA}.{thinkers.name}"
            if not await connection.scalar(sa.select(sa.func.to_regclass(name).is_not(None))):
                return False
            return bool(await connection.scalar(sa.select(sa.exists().where(alive))))

    async def ask(self, job: Job, kind: str) -> None:
        """Let a thinker of that kind do the job; what waits already is not asked twice. Raises StoreUnavailable."""
        lock = f"{job.work}:{job.match_id}:{job.at}:{job.answer}"
        arguments = json.dumps(asdict(job))
        row = {"queue": queue_of(job.work, kind), "task": TASK, "priority": job.work.priority, "lock": lock}
        try:
            async with self._database.write() as connection:
                await _look_there(connection)
                await connection.execute(_DEFER, row | {"arguments": arguments})
        except Conflict:
            pass  # it waits already
        except exc.ProgrammingError:
            raise StoreUnavailable("The queue is not there any more.") from None

    async def answer_to(self, answer: str) -> Answer | None:
        """What was thought so far; the last answer is deleted as it is read. Raises StoreUnavailable."""
        this = answers.c.id == answer
        async with self._database.read() as connection:
            row = (await connection.execute(sa.select(answers.c.value, answers.c.is_last).where(this))).one_or_none()
        if row is None:
            return None
        if row.is_last:
            async with self._database.write() as connection:
                await connection.execute(sa.delete(answers).where(this))
        return Answer(row.value, row.is_last)

    # ------------------------------------------------------------------ thinking

    async def put(self, answer: str, value: str, *, is_last: bool) -> None:
        """Keep an answer, in the place of the one before. Raises StoreUnavailable."""
        row = self._database.insert(answers).values(id=answer, at=sa.func.now(), is_last=is_last, value=value)
        changes = {name: row.excluded[name] for name in ("at", "is_last", "value")}
        async with self._database.write() as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=[answers.c.id], set_=changes))

    async def beat(self, thinker: str, kind: str) -> None:
        """A thinker lives. Raises StoreUnavailable."""
        row = self._database.insert(thinkers).values(id=thinker, kind=kind, beat=sa.func.now())
        async with self._database.write() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=[thinkers.c.id], set_={"beat": row.excluded.beat})
            )

    async def leave(self, thinker: str) -> None:
        """A thinker takes nothing more. Raises StoreUnavailable."""
        async with self._database.write() as connection:
            await connection.execute(sa.delete(thinkers).where(thinkers.c.id == thinker))

    async def tidy(self) -> None:
        """Take away what nobody waits for any more. Raises StoreUnavailable."""
        old = sa.select(_events.c.job_id).where(
            sa.cast(_events.c.type, sa.Text) == "deferred", _events.c.at < _ago(KEPT)
        )
        async with self._database.write() as connection:
            await connection.execute(sa.delete(answers).where(answers.c.at < _ago(ANSWERED)))
            await connection.execute(sa.delete(thinkers).where(thinkers.c.beat < _ago(KEPT)))
            await _look_there(connection)
            await connection.execute(sa.delete(_jobs).where(_jobs.c.id.in_(old)))


def _ago(time: timedelta) -> sa.ColumnElement[datetime]:
    return sa.func.now() - time


async def _look_there(connection: AsyncConnection) -> None:
    """Procrastinate's functions name its tables alone: until the transaction ends, they are looked for there."""
    await connection.execute(sa.select(sa.func.set_config("search_path", SCHEMA, True)))


async def _mark_of(connection: AsyncConnection) -> tuple[tuple[int, ...], int] | None:
    """By which version of Procrastinate the schema was made, and our revision. Raises StoreError for another's."""
    schemas = sa.table("pg_namespace", sa.column("oid", sa.Integer), sa.column("nspname", sa.Text), schema="pg_catalog")
    words = sa.func.coalesce(sa.func.obj_description(schemas.c.oid, "pg_namespace"), "")
    found = await connection.scalar(sa.select(words).where(schemas.c.nspname == SCHEMA))
    if found is None:
        return None
    mark, _, version = str(found).partition(" ")
    if mark != MARK:
        raise StoreError(f"The database has a schema {SCHEMA} that is not this bot's: give it a database of its own.")

    of, _, revision = version.partition(" ")
    return _numbers(of), int(revision)


def _procrastinate() -> tuple[str, tuple[int, ...]]:
    """The script that makes Procrastinate's tables, and its version. Raises StoreError where it is not installed."""
    try:
        import procrastinate
        from procrastinate.schema import SchemaManager
    except ImportError:
        raise StoreError('The queue needs the extra "postgres": pip install ".[postgres]".') from None
    return str(SchemaManager.get_schema()), _numbers(procrastinate.__version__)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
