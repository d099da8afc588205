"""The rest of an auction, imagined: both hands are called by rule, each in a temper."""

from __future__ import annotations

from typing import NamedTuple

from bridgette.calls import Call, Contract, PlainCall
from bridgette.cards import Pair, Seat
from bridgette.computer.guessing.bids import EVEN, Standing, Temper, best_call
from bridgette.computer.guessing.estimate import Outlook


class Outcome(NamedTuple):
    """How an auction ended: the contract, ``None`` for passed out, and its declarer."""

    contract: Contract | None
    declarer: Seat


def play_out(
    standing: Standing,
    caller: Seat,
    outlooks: Pair[Outlook],
    call: Call | None = None,
    tempers: Pair[Temper] = (EVEN, EVEN),
) -> Outcome:
    """How the auction ends from what stands for ``caller``, when both call by rule in these tempers.

    ``call``, if given, is the first call. A sharp player is let pass where it would double or redouble by rule: whether
    it does depends on what the contract takes, see
    :meth:`~bridgette.computer.players.contracts.Contracts.figures`.
    """
    while True:
        if call is None:
            call = best_call(outlooks[caller], standing, tempers[caller])
            if tempers[caller].sharp and (call is PlainCall.DOUBLE or call is PlainCall.REDOUBLE):
                call = PlainCall.PASS
        if call is PlainCall.PASS and standing.bid is not None:
            declarer = caller if standing.mine else 1 - caller
            return Outcome(Contract(standing.bid, standing.doubling), declarer)
        if call is PlainCall.PASS and standing.calls:
            return Outcome(None, caller)
        standing, caller, call = standing.after(call), 1 - caller, None
