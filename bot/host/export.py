"""``python -m bot export``: all matches as records, one JSON object a line.

But for those of a day that is not opened: whoever reads the file could still play the same cards.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from bot.daily import close_of
from bot.host.database import existing
from bot.store import DamagedRow, Store, new_file


class Exported(NamedTuple):
    """How many matches were written, and the ids of those that were left out.

    ``damaged``: their rows are. ``sealed``: others may still play their deal, that of a day, until ``sealed_until`` at
    the earliest; None without any.
    """

    written: int
    damaged: list[int]
    sealed: list[int]
    sealed_until: datetime | None


async def export(url: str, write: Callable[[str], bool]) -> Exported:
    """Write the records of matches, open ones too, in their order, until ``write`` says that nobody reads on.

    Raises ``StoreError``, and what ``write`` raises.
    """
    written, damaged, sealed = 0, [], []
    async with existing(url) as store:
        ids = await store.matches.all_ids()
        days = await store.dailies.sealed_matches()  # looked up last, so that no match of a day is missed
        for match_id in ids:
            if match_id in days:
                sealed.append(match_id)
                continue
            line = await _record(store, match_id)
            if line is None:
                damaged.append(match_id)
            elif write(line):
                written += 1
            else:
                break
    return Exported(written, damaged, sealed, close_of(max(days.values())) if sealed else None)


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
