"""``python -m bot export``: all matches as records, one JSON object a line."""

from __future__ import annotations

import json
from typing import NamedTuple, TextIO

from bot.games.game import rebuild
from bot.store import Store
from bridgette import BridgetteError
from bridgette.record import write_record


class Exported(NamedTuple):
    """How many matches were written, and the ids of those whose rows break the rules and were left out."""

    written: int
    damaged: list[int]


async def export(url: str, output: TextIO) -> Exported:
    """Write the record of every match, open ones too, in their order. Raises ``StoreError``."""
    store = await Store.open(url)
    written, damaged = 0, []
    try:
        for match_id in await store.matches.all_ids():
            stored = await store.matches.load(match_id)
            if stored is None:
                continue
            try:
                record = write_record(rebuild(stored).match)
            except (BridgetteError, IndexError):
                damaged.append(match_id)
                continue
            output.write(json.dumps(record) + "\n")
            written += 1
        return Exported(written, damaged)
    finally:
        await store.close()
