"""A thinker's end of the queue: takes jobs, tells that it lives, and hands on what dead thinkers have left.

The one module that runs Procrastinate, which takes, counts and gives back the jobs; it is loaded by a thinker alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from procrastinate import App, PsycopgConnector, RetryStrategy, exceptions
from procrastinate.jobs import Status
from psycopg import Error

from .database import parse_url
from .errors import StoreError, StoreUnavailable
from .postgres import libpq_of
from .queue import SCHEMA, STALLED, TASK, Job, Queue, Work, queue_of

BEAT = 2.0
"""Seconds between two signs of life."""

LOOK = 1.0
"""Seconds between two looks at jobs: the server's own word that there is one may be lost, and what is given back comes
without any."""

TIDY = 60
"""Beats between two looks at what nobody waits for any more."""

LAST_JOB = 4.0
"""Seconds that a job in hand may take when the thinker is told to stop; then it is given back."""

AGAIN = 2.0
"""Seconds after which the queue is tried again when it could not be reached."""

ATTEMPTS = 3
"""How often a job is begun at the most: one that kills whoever takes it must not go on killing."""

BESIDE = 4
"""Hints and analyses in hand at once, however many processes work at them."""

FAILS = (exceptions.ProcrastinateException, Error, OSError, StoreUnavailable)

Take = Callable[[Job], Awaitable[None]]

log = logging.getLogger(__name__)


class Thinkers:
    """The jobs of a queue for thinkers of a kind, as many at once as there are ``threads``; ``take`` does one.

    What ``take`` lets out as ``Later`` is tried again in a moment.
    """

    def __init__(self, url: str, queue: Queue, kind: str, threads: int, take: Take) -> None:
        self._url, self._queue, self._kind, self._threads, self._take = url, queue, kind, threads, take
        self._name = secrets.token_hex(8)
        self._is_leaving = False
        # Its lines name the arguments of jobs, and the address of the database where that is away.
        for name in ("procrastinate", "psycopg"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)

    async def work(self, stop: asyncio.Event) -> None:
        """Take jobs until told to stop, whatever becomes of the database meanwhile.

        A job in hand is then finished if that is soon, or given back.
        """
        stopping = asyncio.ensure_future(stop.wait())
        while not stop.is_set():
            serving = asyncio.ensure_future(self._serve())
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                await self._leave()
            serving.cancel()
            try:
                await serving
            except asyncio.CancelledError:
                pass
            except FAILS as error:
                log.warning("the queue cannot be reached reason=%s", type(error).__name__)
            await asyncio.wait({stopping}, timeout=AGAIN)

    async def _serve(self) -> None:
        """Take jobs until cancelled; raises what keeps it from that."""
        arguments = libpq_of(parse_url(self._url), search_path=SCHEMA)
        app = App(connector=PsycopgConnector(kwargs=arguments, min_size=1, max_size=4, timeout=5.0))
        app.task(name=TASK, retry=RetryStrategy(max_attempts=ATTEMPTS, wait=1))(self._do)
        async with app.open_async():
            tasks = [
                asyncio.ensure_future(self._work_at(app, Work.DECISION, self._threads)),
                asyncio.ensure_future(self._work_at(app, Work.HINT, BESIDE)),
                asyncio.ensure_future(self._keep(app)),
            ]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
            for task in tasks:
                if not task.cancelled() and (error := task.exception()) is not None:
                    raise error

    async def _work_at(self, app: App, work: Work, at_once: int) -> None:
        await app.run_worker_async(
            queues=[queue_of(work, self._kind)],
            concurrency=at_once,
            fetch_job_polling_interval=LOOK,
            shutdown_graceful_timeout=LAST_JOB,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=BEAT,
            stalled_worker_timeout=STALLED,
        )

    async def _do(self, **arguments: Any) -> None:
        try:
            job = Job.read(arguments)
        except (TypeError, ValueError):
            log.warning("a job cannot be read")
            return
        await self._take(job)

    async def _keep(self, app: App) -> None:
        """Tell that this thinker lives, and hand on the jobs of those that do not."""
        beats = 0
        while True:
            if not self._is_leaving:
                await self._queue.beat(self._name, self._kind)
            if beats % TIDY == 0:
                await self._queue.tidy()
            beats += 1
            for _ in range(int(BEAT / LOOK)):
                await self._hand_on(app)
                await asyncio.sleep(LOOK)

    @staticmethod
    async def _hand_on(app: App) -> None:
        for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED):
            # Another thinker may have been quicker.
            with contextlib.suppress(exceptions.ConnectorException):
                if job.attempts + 1 < ATTEMPTS:
                    await app.job_manager.retry_job(job)
                else:
                    await app.job_manager.finish_job(job, Status.FAILED, delete_job=True)
                log.info("a job of a dead thinker is handed on job=%s", job.id)

    async def _leave(self) -> None:
        self._is_leaving = True
        with contextlib.suppress(StoreError):
            await self._queue.leave(self._name)
