"""What the thinker lets its child processes do; a child loads no more of the bot than this."""

from __future__ import annotations

import os
import signal
import threading
from functools import cache
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter

from bridgette import MatchView
from bridgette.computer.players import Decision, Form, Player, Strength, computer_player

NICE = 19
"""By how much a child process stands back where there is too little of the machine for all: as far as it can."""


def decided(view: MatchView, strength: Strength, source: Random, form: Form) -> tuple[Decision, float]:
    """What a player does, and the seconds that it took."""
    begun = perf_counter()
    decision = _player(strength, form).choose(view, source)
    return decision, perf_counter() - begun


def load(form: Form) -> None:
    """Have all ready that a decision needs."""
    for strength in Strength:
        _player(strength, form)


@cache
def _player(strength: Strength, form: Form) -> Player:
    return computer_player(strength, form=form)


def begin_child(lifeline: Connection) -> None:
    """In a child process, first of all: Ctrl-C is its parent's business, with which it ends, and others go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
