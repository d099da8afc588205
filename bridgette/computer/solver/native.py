"""The C form of the solver's search, if it was built and fits this version."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TypeAlias, cast

from bridgette.computer.solver.search import Found, search

Engine: TypeAlias = Callable[[int, int, int, int, int, int, Sequence[int], bool, int], tuple[Found | None, int]]
"""A form of :func:`bridgette.computer.solver.search.search`."""

MODULE = "bridgette.computer.solver._solver"
API_VERSION = 1
"""To be raised here and in the C source when what the two say to each other changes."""

TRIAL = (0x15580010008000, 0x202024C8000100, 2, 0, -1, -1, (511, 509, 505, 504, 144, 128), True, -1)
TRIAL_ANSWER: tuple[Found, int] = ([(15, 0), (28, 1), (50, 0), (48, 0), (46, 0), (44, 1), (43, 1), (52, 1)], 466)
"""A position with its answer and count of nodes: what an extension built from other sources would hardly match."""

_log = logging.getLogger(__name__)


def load() -> Engine | None:
    """The C form, or ``None`` with a line in the log that says why."""
    try:
        module = import_module(MODULE)
    except ModuleNotFoundError:
        _log.info("The solver's extension was not built; it runs in pure Python.")
        return None
    except (ImportError, SystemError) as error:
        _log.warning("The solver's extension cannot be loaded (%s); it runs in pure Python.", error)
        return None
    version = getattr(module, "API_VERSION", None)
    if version != API_VERSION:
        _log.warning("The solver's extension is version %s, not %s; it runs in pure Python.", version, API_VERSION)
        return None
    try:
        native = cast(Engine, module.search)
        fits = native(*TRIAL) == TRIAL_ANSWER
    except (AttributeError, TypeError, ValueError):
        fits = False
    if not fits:
        _log.warning("The solver's extension was built from other sources; it runs in pure Python.")
        return None
    return native


def choose() -> Engine:
    """The C form if it can be had, else the pure Python one."""
    return load() or search
