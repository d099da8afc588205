"""The arguments by which processes share a bot."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from bot.settings import Settings
from bot.store import MOST_RANGES, MOST_SHARDS, file_of
from bot.texts import HOST
from bridgette.cli.arguments import whole_number

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Shared:
    """How a process shares the bot.

    ``shard_count``: ``None`` as Discord recommends; ``most``: ranges that it may take; ``patience``: seconds that it
    goes on when it is told to stop, until another one listens to its shards.
    """

    shard_count: int | None
    most: int
    patience: float


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Let ``run`` be told to share."""
    parser.add_argument("--shards", type=_shards, metavar="COUNT", help=HOST("cli-run-shards"))
    parser.add_argument("--ranges", type=_ranges, metavar="N", help=HOST("cli-run-ranges"))


def add_plan(parser: argparse.ArgumentParser) -> None:
    """Let ``shards set`` be told the plan."""
    parser.add_argument("count", type=_count, metavar="COUNT", help=HOST("cli-shards-count"))
    parser.add_argument("ranges", type=_ranges, metavar="RANGES", help=HOST("cli-shards-ranges"))


def shared_by(settings: Settings, options: argparse.Namespace) -> Shared | str | None:
    """How to share the bot; ``None``: not at all. Or a sentence, where that cannot be. Raises ``StoreError``."""
    asked = getattr(options, "shards", None)
    if asked is None:
        return HOST("shards-ranges-alone") if getattr(options, "ranges", None) else None
    if file_of(settings.database_url) is not None:
        return HOST("shards-need-postgres")
    return Shared(None if asked == AUTO else asked, options.ranges or 1, settings.hand_over)


def _shards(text: str) -> int | str:
    return AUTO if text == AUTO else _count(text)


def _count(text: str) -> int:
    found = whole_number(text, largest=MOST_SHARDS)
    if found is None:
        raise argparse.ArgumentTypeError(HOST("shards-count-bad", most=str(MOST_SHARDS)))
    return found


def _ranges(text: str) -> int:
    found = whole_number(text, largest=MOST_RANGES)
    if found is None:
        raise argparse.ArgumentTypeError(HOST("shards-ranges-bad", most=str(MOST_RANGES)))
    return found
