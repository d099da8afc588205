"""An earlier version of the computer player as an opponent, taken from the history of this repository.

It is built in a folder for the time and plays in a process of its own (``earlier_seat.py``), so that nothing of it is
in the tree and no name of its code meets one of today's.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from random import Random

from bridgette import Discard, MatchView, Phase, parse_call, parse_card
from bridgette.computer.players.player import Decision, Strength
from bridgette.views import DealView

COMMIT = "47f9b84"
"""The first version of the computer player, its sampling players tuned and measured."""
_ROOT = Path(__file__).resolve().parent.parent


class NoHistory(Exception):
    """The earlier version cannot be had; the message says why."""


class Earlier:
    """A player of that version; leave the context to end its process and to remove its folder."""

    def __init__(self, strength: Strength = Strength.EXPERT, commit: str = COMMIT) -> None:
        self._strength = strength
        self._commit = commit

    def __enter__(self) -> Earlier:
        self._folder = tempfile.TemporaryDirectory()
        try:
            _build(self._commit, Path(self._folder.name))
        except NoHistory:
            self._folder.cleanup()
            raise
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("earlier_seat.py"))],
            env=os.environ | {"PYTHONPATH": self._folder.name},
            cwd=self._folder.name,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()
        self._folder.cleanup()

    def choose(self, view: MatchView, rng: Random) -> Decision:
        """What it does in this view, as any player."""
        asked = {
            "strength": self._strength.value,
            "seat": view.seat,
            "seed": rng.getrandbits(64),
            "deal": _plain(view.deal),
        }
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if view.deal.phase is Phase.EXCHANGE:
            return Decision(Discard(tuple(parse_card(word) for word in answer)))
        return Decision(parse_call(answer) if view.deal.phase is Phase.AUCTION else parse_card(answer))


def _build(commit: str, folder: Path) -> None:
    found = subprocess.run(
        ["git", "archive", commit, "bridgette", "setup.py"], cwd=_ROOT, capture_output=True, check=False
    )
    if found.returncode:
        raise NoHistory(
            f"The expert of commit {commit} is not to be had: this needs a clone of the repository with its history."
        )
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extractall(folder, filter="data")
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if not list(folder.rglob("_solver*.so")) and not list(folder.rglob("_solver*.pyd")):
        raise NoHistory(f"The solver of commit {commit} could not be built: this needs a C compiler.")


def _plain(deal: DealView) -> dict[str, object]:
    """A deal as the seat sees it, in words and numbers."""
    own = deal.own
    return {
        "dealer": deal.dealer,
        "up_card": str(deal.up_card),
        "phase": deal.phase.value,
        "to_act": sorted(deal.to_act),
        "drawn": deal.drawn,
        "chosen": deal.chosen,
        "calls": [str(call) for call in deal.calls],
        "bidder": deal.bidder,
        "doubling": deal.doubling,
        "contract": str(deal.contract.bid) if deal.contract else None,
        "declarer": deal.declarer,
        "tricks": [
            (trick.leader, str(trick.lead), str(trick.follow) if trick.follow else None, trick.winner)
            for trick in deal.tricks
        ],
        "won": deal.won,
        "barred": deal.barred.value if deal.barred else None,
        "own": {
            "hand": _words(own.hand),
            "drawn": _words(own.drawn),
            "discards": None if own.discards is None else _words(own.discards),
            "to_discard": own.to_discard,
            "calls": [str(call) for call in own.calls],
            "cards": _words(own.cards),
        },
    }


def _words(cards: object) -> list[str]:
    return [str(card) for card in cards]
