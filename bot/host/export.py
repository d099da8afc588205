"""``python -m bot export``: all matches as records, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bot.host.database import existing
from bot.store import DamagedRow, Store, new_file


class Exported(NamedTuple):
    """How many matches were written, and the ids of those whose rows are damaged and were left out."""

    written: int
    damaged: list[int]


async def export(url: str, write: Callable[[str], bool]) -> Exported:
    """Write the record of every match, open ones too, in their order, until ``write`` says that nobody reads on.

    Raises ``StoreError``, and what ``write`` raises.
    """
    written, damaged = 0, []
    async with existing(url) as store:
        for match_id in await store.matches.all_ids():
            line = await _record(store, match_id)
            if line is None:
                damaged.append(match_id)
            elif write(line):
                written += 1
            else:
                break
    return Exported(written, damaged)


async def export_to_file(url: str, name: Path) -> Exported:
    """Write all records to a new file; part of them would look like all, so without an end there is no file.

    Raises ``StoreError`` and ``OSError``.
    """
    with new_file(name) as made, made.open("w", encoding="ascii") as file:

        def write(line: str) -> bool:
            file.write(line + "\n")
            return True

        found = await export(url, write)
        file.flush()
        return found


async def damaged_of(store: Store, ids: list[int]) -> list[int]:
    """Those of the matches whose rows are damaged."""
    return [match_id for match_id in ids if await _record(store, match_id) is None]


async def _record(store: Store, match_id: int) -> str | None:
    """The record of a match; None for one whose rows are damaged."""
    from bot.games.game import DamagedMatch, rebuild  # the game, which most commands need not load
    from bot.games.records import record_of

    try:
        stored = await store.matches.load(match_id)
        return None if stored is None else json.dumps(await record_of(store, rebuild(stored)))
    except (DamagedMatch, DamagedRow):
        return None
