"""Figures for Prometheus, where a host asks for them: how much is done, how long it takes, what waits.

Nothing in them names anybody: no name and no id of a person, a server, a channel or a match. What others keep anyway is
read when somebody asks; only what would be lost by then is noted as it happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from math import isfinite

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from bot.app import App
from bot.games.followers import Happened
from bot.health import Shard
from bot.store import StoreError
from bot.texts import HOST

ANSWERS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""Seconds at which answers are told apart; Discord gives up after three."""

COMMITS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0)
"""Seconds at which commits are told apart."""

LAGS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Seconds at which pauses of the event loop are told apart."""

LAG_EVERY = 1.0
"""Seconds between two looks at how late the event loop is."""


class Metrics(Collector):
    """The figures of one process."""

    def __init__(self) -> None:
        self._shards: Callable[[], Mapping[int, Shard]] = dict
        self._app: App | None = None
        self._open: int | None = None
        self._registry = CollectorRegistry()
        self._acts = Counter(*_named("acts"), registry=self._registry)
        self._answers = Histogram(*_named("click-seconds"), buckets=ANSWERS, registry=self._registry)
        self._commits = Histogram(*_named("commit-seconds"), buckets=COMMITS, registry=self._registry)
        self._lags = Histogram(*_named("loop-lag-seconds"), buckets=LAGS, registry=self._registry)
        ProcessCollector(registry=self._registry)
        self._registry.register(self)

    def watch(self, app: App, shards: Callable[[], Mapping[int, Shard]]) -> None:
        """From now on count what this bot does, which has these shards, by number."""
        self._app, self._shards = app, shards
        app.core.games.followers.add(self)
        app.core.counters.listener = self._answers.observe
        app.core.store.listen(self._commits.observe)

    def happened(self, what: Happened) -> None:
        """Count the acts of a commit; the beginning of a match is none."""
        if what.before is not None:
            self._acts.inc(what.after.number - what.before.number)

    async def catch_up(self, match_id: int) -> None:
        """What was not heard of is not counted."""

    async def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        self._open = None
        if self._app is not None:
            with suppress(StoreError):  # the other figures say why
                self._open = await self._app.core.store.matches.count_open()
        return generate_latest(self._registry)

    @asynccontextmanager
    async def served(self, host: str, port: int) -> AsyncIterator[None]:
        """Within, the figures are at ``/metrics``. Raises OSError, and UnicodeError for what is no machine's name."""
        served = web.Application()
        served.router.add_get("/metrics", self._answer)
        runner = web.AppRunner(served, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
            lags = asyncio.create_task(self._watch_loop())
            try:
                yield
            finally:
                lags.cancel()
        finally:
            await runner.cleanup()

    async def _answer(self, _: web.Request) -> web.Response:
        return web.Response(body=await self.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _watch_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._lags.observe(max(0.0, loop.time() - due))

    # ------------------------------------------------------------------ what is read when somebody asks

    def collect(self) -> Iterable[Metric]:
        """The figures that others keep."""
        if self._app is not None:
            yield from self._of_discord(self._app)
            yield from self._of_matches(self._app)
        latency = GaugeMetricFamily(*_named("shard-latency-seconds"), labels=["shard"])
        up = GaugeMetricFamily(*_named("shard-up"), labels=["shard"])
        for number, shard in self._shards().items():
            up.add_metric([str(number)], not shard.is_closed())
            if isfinite(shard.latency):
                latency.add_metric([str(number)], shard.latency)
        yield from (latency, up)

    def _of_discord(self, app: App) -> Iterable[Metric]:
        budget, counters = app.core.budget, app.core.counters
        yield GaugeMetricFamily(*_named("budget-waiting"), budget.waiting)
        yield GaugeMetricFamily(*_named("budget-oldest-seconds"), budget.age)
        backlogs = [feature.backlog for feature in app.features]
        yield GaugeMetricFamily(*_named("tables-behind"), sum(count for count, _ in backlogs))
        yield GaugeMetricFamily(*_named("tables-oldest-seconds"), max(age for _, age in backlogs))
        yield _counts("too-many-requests", "limit", budget.refusals)
        yield _counts("failures", "what", counters.failures)
        yield CounterMetricFamily(*_named("clicks-dropped"), counters.dropped)

    def _of_matches(self, app: App) -> Iterable[Metric]:
        if self._open is not None:
            yield GaugeMetricFamily(*_named("matches-open"), self._open)
        yield GaugeMetricFamily(*_named("matches-held"), len(app.core.games.held))
        decisions, others = app.core.thinker.in_hand
        yield GaugeMetricFamily(*_named("decisions-in-hand"), decisions)
        yield GaugeMetricFamily(*_named("analyses-in-hand"), others)


def _counts(key: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(*_named(key), labels=[label])
    for what, count in sorted(counts.items()):
        family.add_metric([what], count)
    return family


def _named(key: str) -> tuple[str, str]:
    """The name of a figure, and what it tells."""
    return f"bridgette_{key.replace('-', '_')}", HOST(f"metric-{key}")
