"""`python -m bot shards`: who serves which shards, and the plan by which they do."""

from __future__ import annotations

import argparse
import asyncio

import discord

from bot.host.database import existing
from bot.settings import Settings
from bot.store import Plan, file_of
from bot.texts import HOST
from bridgette.cli.output import Output, complain, shown


def shards(settings: Settings, options: argparse.Namespace) -> int:
    """Show the plan and who serves by it, or make another plan. Returns the exit code; raises ``StoreError``."""
    if file_of(settings.database_url) is not None:
        return complain(HOST("shards-need-postgres"), 2)
    if not hasattr(options, "count"):
        lines = asyncio.run(_told(settings))
    elif options.ranges > options.count:
        return complain(HOST("shards-more-ranges"), 2)
    else:
        lines = [asyncio.run(_set(settings, Plan(options.count, options.ranges)))]
    output = Output()
    for line in lines:
        output.line(line)
    return 0


async def _set(settings: Settings, plan: Plan) -> str:
    async with existing(settings.database_url) as store:
        await store.plans.set(plan)
    return HOST("shards-set", shards=plan.shard_count, ranges=plan.ranges)


async def _told(settings: Settings) -> list[str]:
    async with existing(settings.database_url) as store:
        plan = await store.plans.get()
        if plan is None:
            return [HOST("shards-none")]
        alone = await store.lease.serving_alone(discord.utils.utcnow())
        if alone is not None:
            return [HOST("shards-alone", host=shown(alone.host), pid=str(alone.pid))]
        holders, standing_by = await store.plans.holders(plan)
        remaining = await store.identify.remaining()
    lines = [HOST("shards-plan", shards=plan.shard_count, ranges=plan.ranges)]
    for of in range(plan.ranges):
        place = {"range": str(of), "first": str(plan.shards(of)[0]), "last": str(plan.shards(of)[-1])}
        holder = holders.get(of)
        if holder is None:
            lines.append(HOST("shards-free", **place))
            continue
        state = "overdue" if holder.is_overdue else "closing" if holder.is_closing else "well"
        by = {"host": shown(holder.process.host), "pid": str(holder.process.pid), "token": str(holder.token)}
        lines.append(HOST("shards-held", **place, **by, state=state, since=f"{holder.since:%Y-%m-%d %H:%M} UTC"))
    lines.append(HOST("shards-standing-by", count=standing_by))
    lines.append(HOST("shards-starts-unknown") if remaining is None else HOST("shards-starts", count=remaining))
    return lines
