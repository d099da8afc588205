"""Whether something has been committed in the work that is under way.

Once something has, nobody may be told that nothing has changed, whatever fails afterwards. The note is the work's own:
each interaction's work runs in a context of its own.
"""

from __future__ import annotations

from contextvars import ContextVar

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
