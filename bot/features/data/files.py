"""The file with all that is stored about a person, put together a match at a time."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from datetime import datetime
from typing import Any, NamedTuple

from bot.features.data.rows import match_of, moments_of, person_of
from bot.features.data.views import view_of
from bot.games import DamagedMatch, record_of
from bot.games.game import rebuild
from bot.games.kinds import kind_of
from bot.store import DamagedRow, Row, Store

LARGEST = 8 * 1024 * 1024
"""Bytes of a file that is sent: Discord takes 10 MB. A larger one comes zipped."""

NAME = "bridgette-my-data"


class PersonalFile(NamedTuple):
    """The file to be sent, and how many matches it holds without their record, since their rows are damaged."""

    name: str
    content: bytes
    damaged: int

    @property
    def is_too_large(self) -> bool:
        """Whether it is, even zipped."""
        return len(self.content) > LARGEST


async def personal_file(store: Store, user_id: int, now: datetime) -> PersonalFile:
    """All of it. Raises ``StoreError``.

    The matches are read one by one, and whatever takes long is done in a thread: meanwhile others play.
    """
    traces = await store.personal.of(user_id)
    written, damaged = [], 0
    for match_id in traces.matches:
        match: dict[str, Any] = {"match": match_id}
        try:
            row = await store.personal.match(user_id, match_id)
            if row is None:
                continue  # the person was forgotten meanwhile
            match = match_of(row) | {"hints": await store.hints.of(match_id, row["seat"])}
            match |= await _played(store, row)
        except (DamagedMatch, DamagedRow):
            damaged += 1
            match["damaged"] = True
        written.append(await asyncio.to_thread(_json, match))
    return await asyncio.to_thread(_packed, person_of(user_id, traces, now), written, damaged)


async def _played(store: Store, row: Row) -> dict[str, Any]:
    """What was done in a match: its record once it has ended; before, what the person's own seat may know.

    Of a day's deal that has ended but is not opened, no more than when something was done.
    """
    stored = await store.matches.load(row["id"])
    if stored is None:
        return {}
    game, seat = await asyncio.to_thread(rebuild, stored), row["seat"]
    acts = moments_of(stored.acts, seat)
    if not game.is_open and kind_of(game).waits_for_day and not await store.dailies.is_opened(game.id):
        return {"acts": acts}  # everybody plays the same deal: the rest follows when its day is over
    if not game.is_open:
        return {"acts": acts, "record": await record_of(store, game)}
    return {"acts": acts, "view": view_of(game.view(seat))}


def _packed(person: dict[str, Any], matches: list[str], damaged: int) -> PersonalFile:
    """One JSON object, with a line for each match; zipped where it is too large."""
    lines = [_json(value) for value in person.values()]
    parts = [f"{_json(key)}: {line}" for key, line in zip(person, lines, strict=True)]
    listed = ",\n".join(matches)
    content = ("{\n" + ",\n".join([*parts, f'"matches": [\n{listed}\n]']) + "\n}\n").encode()
    if len(content) <= LARGEST:
        return PersonalFile(f"{NAME}.json", content, damaged)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        file.writestr(f"{NAME}.json", content)
    return PersonalFile(f"{NAME}.zip", packed.getvalue(), damaged)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
