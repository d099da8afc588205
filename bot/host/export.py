"""``python -m bot export``: all matches as records, one JSON object a line."""

from __future__ import annotations

import json
from typing import TextIO

from bot.games.game import rebuild
from bot.store import Store
from bridgette.record import write_record


async def export(url: str, output: TextIO) -> int:
    """Write the record of every match, open ones too, in their order; returns how many. Raises ``StoreError``."""
    store = await Store.open(url)
    try:
        ids = await store.matches.all_ids()
        for match_id in ids:
            stored = await store.matches.load(match_id)
            if stored is not None:
                output.write(json.dumps(write_record(rebuild(stored).match)) + "\n")
        return len(ids)
    finally:
        await store.close()
