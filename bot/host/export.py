"""``python -m bot export``: all matches as records, one JSON object a line."""

from __future__ import annotations

import json
from typing import NamedTuple, TextIO

from bot.host.database import existing
from bot.store import DamagedRow, Store
from bridgette.record import write_record


class Exported(NamedTuple):
    """How many matches were written, and the ids of those whose rows are damaged and were left out."""

    written: int
    damaged: list[int]


async def export(url: str, output: TextIO) -> Exported:
    """Write the record of every match, open ones too, in their order. Raises ``StoreError``."""
    written, damaged = 0, []
    async with existing(url) as store:
        for match_id in await store.matches.all_ids():
            line = await _record(store, match_id)
            if line is None:
                damaged.append(match_id)
                continue
            output.write(line + "\n")
            written += 1
    return Exported(written, damaged)


async def damaged_of(store: Store, ids: list[int]) -> list[int]:
    """Those of the matches whose rows are damaged."""
    return [match_id for match_id in ids if await _record(store, match_id) is None]


async def _record(store: Store, match_id: int) -> str | None:
    """The record of a match; None for one whose rows are damaged."""
    from bot.games.game import DamagedMatch, rebuild  # the game, which most commands need not load

    try:
        stored = await store.matches.load(match_id)
        return None if stored is None else json.dumps(write_record(rebuild(stored).match))
    except (DamagedMatch, DamagedRow):
        return None
