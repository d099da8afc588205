"""Whom a challenge may ping, and who may take one up: limits, blocks, and who wants none.

Where it lies with the other person the sentence is one and the same, and tells nothing of why.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from bot.games import Refused
from bot.store import Person, PingRefused, Store

UNWELCOME = "refused-ping-unwelcome"
"""The one sentence."""


async def check_may_ping(
    store: Store, guild_id: int, challenger: Person, opponent: Person | None, now: datetime
) -> None:
    """Refuse before anything is made for a challenge that would be refused. Raises :class:`Refused`."""
    if opponent is not None:
        with refusing_pings(opponent):
            await store.pings.check(await store.pings.of(guild_id, challenger.user_id, opponent.user_id), now)


@contextmanager
def refusing_pings(opponent: Person | None) -> Iterator[None]:
    """Say why a challenge may not ping the opponent now. Raises :class:`Refused`."""
    try:
        yield
    except PingRefused as error:
        name = "" if opponent is None else opponent.name
        if error.until is None:
            raise Refused(f"refused-ping-{error.reason}", name=name) from None
        # In whole seconds, none too early.
        until = math.ceil(error.until.timestamp())
        raise Refused(f"refused-ping-{error.reason}", name=name, when=f"<t:{until}:R>") from None


async def check_welcome(store: Store, challenger: Person, person: Person) -> None:
    """Refuse whoever the challenger has blocked. Raises :class:`Refused`."""
    if await store.persons.is_blocked(challenger.user_id, person.user_id):
        raise Refused(UNWELCOME, name=challenger.name)
