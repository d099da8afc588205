"""What was committed: a line in the log, and whether it was in the work that is under way.

Once something has, nobody may be told that nothing has changed, whatever fails afterwards. The note is the work's own:
each interaction's work runs in a context of its own.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar

from bot.games.acts import Act, Move
from bot.games.game import Game
from bot.store import NewAct

log = logging.getLogger(__name__)

_committed: ContextVar[bool] = ContextVar("committed", default=False)


def begin_work() -> None:
    """From here on nothing has been committed."""
    _committed.set(False)


def note_commit() -> None:
    """Something has been committed."""
    _committed.set(True)


def has_committed() -> bool:
    """Whether something has been committed since the work began."""
    return _committed.get()


def log_acts(before: Game, acts: list[Act], rows: list[NewAct]) -> None:
    """Let the log tell of acts that were saved together; never what they were."""
    deal, first = before.match.deals[-1], acts[0]
    for passed, (act, row) in enumerate(zip(acts, rows, strict=True)):
        step = deal.step_of(first.seat) + passed if isinstance(act, Move) and first.seat is not None else None
        what = (before.id, before.place.channel_id, row.number, row.deal, step)
        log.info("act match=%s channel=%s number=%s deal=%s step=%s", *what)
