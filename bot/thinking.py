"""What the thinker lets its threads, or its child process, do; a child loads no more of the bot than this."""

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


def decided(view: MatchView, strength: Strength, source: Random, form: Form) -> tuple[Decision, float]:
    """In the thread or the process: what a player does, and the seconds that it took."""
    begun = perf_counter()
    decision = _player(strength, form).choose(view, source)
    return decision, perf_counter() - begun


@cache
def _player(strength: Strength, form: Form) -> Player:
    return computer_player(strength, form=form)


def begin_child(lifeline: Connection) -> None:
    """In the child process, first of all: Ctrl-C is the parent's business, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
