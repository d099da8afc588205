"""The baseline's auction: each legal call rated by its expected points.

The tricks of a bid are taken as spread normally about the estimate of the own hand, corrected by what the opponent's
bids say. No call looks further ahead than the contract that it would make, but for a charge for being doubled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bridgette.auction import HIGHEST_LEVEL, Lengths, highest_level, lowest_level
from bridgette.calls import Bid, Call, Contract, PlainCall, Strain
from bridgette.computer.guessing.estimate import SPREAD, Outlook
from bridgette.computer.guessing.points import ladder, mean_points, tenths_of

_SPREAD_AFTER_BIDS = 13
"""Tenths: standard deviation of the tricks once the opponent has described the hand by a bid."""
_SPREAD_WHEN_DOUBLING = 18
"""The same for a double, which must be sure."""
_THEIRS = (2.91, 0.47, 0.57)
"""Tricks of an opponent who declares: constant, a level, 13 less the own estimate of the defence."""
_OPTIMISM = -0.55
"""What the own estimate loses, before the opponent has bid: the strain was chosen because it looked best."""
_SHADE = (-0.8, 0.17)
"""The same after a bid of theirs: constant, a level."""
_TOP_OF_SHADE = 4
"""The level above which their bids are taken for sacrifices."""
_DOUBLED_SHADE = -1.5
"""What a double takes from the declarer's estimate."""
_DOUBLE_MARGIN = 60.0
"""Points by which a double or redouble must be better than a pass."""
_NEVER = -1e9
_STRAINS = tuple(Strain)
_PASS_FIRST = -150.0
"""Points of passing as dealer: the opponent bids first then."""


class Temper(NamedTuple):
    """How somebody's calls depart from the baseline's. Tricks: ``opening`` and ``later``, added to what the own hand is
    thought to take before and after the opponent has bid, ``doubled`` besides once the own bid is doubled; ``defence``,
    taken from what the opponent is thought to take. Points: ``double`` and ``redouble``, added to what these are
    thought to be worth. ``sharp``: sees by sampling what goes down; its doubles and redoubles in an imagined auction
    then go by the tricks that the contract takes, and not by rule."""

    opening: float = 0.0
    later: float = 0.0
    doubled: float = 0.0
    defence: float = 0.0
    double: float = 0.0
    redouble: float = 0.0
    sharp: bool = False


EVEN = Temper()
"""The baseline's own temper."""


class Standing(NamedTuple):
    """What stands in an auction for the player who is to call: bid, whose, how often doubled; the last bid of the
    opponent and the own one; how many calls were made."""

    bid: Bid | None
    mine: bool
    doubling: int
    theirs: Bid | None
    ours: Bid | None
    calls: int

    def after(self, call: Call) -> Standing:
        """What stands after the call, for the other player."""
        if isinstance(call, Bid):
            return Standing(call, False, 0, call, self.theirs, self.calls + 1)
        doubling = self.doubling if call is PlainCall.PASS else self.doubling + 1
        return Standing(
            self.bid, not self.mine and self.bid is not None, doubling, self.ours, self.theirs, self.calls + 1
        )

    @property
    def may_double(self) -> bool:
        """Whether the player may double (R16)."""
        return self.bid is not None and not self.mine and self.doubling == 0

    @property
    def may_redouble(self) -> bool:
        """Whether the player may redouble (R16)."""
        return self.mine and self.doubling == 1


NOTHING = Standing(None, False, 0, None, None, 0)
"""Before the first call."""


def standing_of(calls: Iterable[Call]) -> Standing:
    """What stands after these calls, for the player who is to call next."""
    standing = NOTHING
    for call in calls:
        standing = standing.after(call)
    return standing


def their_tricks(outlook: Outlook, bid: Bid) -> float:
    """The tricks that an opponent takes who declares this bid, as the hand of ``outlook`` sees it."""
    constant, level, defence = _THEIRS
    return constant + level * min(bid.level, _TOP_OF_SHADE + 1) + defence * (13 - outlook.defending[bid.strain])


def my_shade(standing: Standing, temper: Temper = EVEN) -> float:
    """What the opponent's bids and doubles take from the own estimates, in tricks."""
    shade = _DOUBLED_SHADE + temper.doubled if standing.mine and standing.doubling else 0.0
    if standing.theirs is None:
        return shade + (_OPTIMISM + temper.opening)
    constant, level = _SHADE
    return shade + (constant + temper.later) + level * min(standing.theirs.level, _TOP_OF_SHADE)


def rate_bids(outlook: Outlook, standing: Standing, temper: Temper = EVEN) -> list[tuple[float, ...]]:
    """By strain, then by level from 0 to 7, the expected points of a bid; legal or not."""
    shade, spread = my_shade(standing, temper), _spread(standing)
    doubted = standing.mine and standing.doubling > 0
    return [
        ladder(strain, tenths_of(mean + shade), spread, doubted)
        for strain, mean in zip(_STRAINS, outlook.declaring, strict=True)
    ]


def rate_double(outlook: Outlook, standing: Standing, temper: Temper = EVEN) -> float:
    """The expected points of a double or redouble, less a margin."""
    points = rate_staying(outlook, standing, temper, more=1) - _DOUBLE_MARGIN
    if standing.mine:
        return points + temper.redouble
    # Who doubles must bear a redouble.
    return min(points, rate_staying(outlook, standing, temper, more=2)) + temper.double


def rate_calls(outlook: Outlook, legal: Iterable[Call], standing: Standing) -> list[tuple[float, Call]]:
    """Every legal call behind its expected points for the caller, in the order given."""
    ladders = rate_bids(outlook, standing)
    found: list[tuple[float, Call]] = []
    for call in legal:
        if isinstance(call, Bid):
            points = ladders[call.strain][call.level]
        elif call is PlainCall.PASS:
            points = rate_staying(outlook, standing)
        else:
            points = rate_double(outlook, standing)
        found.append((points, call))
    return found


def rate_staying(outlook: Outlook, standing: Standing, temper: Temper = EVEN, *, more: int = 0) -> float:
    """The caller's expected points if the standing bid becomes the contract, doubled ``more`` times more."""
    bid = standing.bid
    if bid is None:
        return 0.0 if standing.calls else _PASS_FIRST
    contract = Contract(bid, standing.doubling + more)
    if standing.mine:
        mean = outlook.declaring[bid.strain] + my_shade(standing, temper)
        return mean_points(contract, tenths_of(mean), _spread(standing))
    spread = _SPREAD_WHEN_DOUBLING if more else _SPREAD_AFTER_BIDS
    return -mean_points(contract, tenths_of(their_tricks(outlook, bid) - temper.defence), spread)


def _spread(standing: Standing) -> int:
    return SPREAD if standing.theirs is None else _SPREAD_AFTER_BIDS


def levels_open(lengths: Lengths, bid: Bid | None) -> list[tuple[int, int]]:
    """By strain, the lowest and the highest level that a hand of these lengths may bid over the standing bid; the
    lowest is above the highest where it may bid none (R13 to R15)."""
    return [
        (
            0 if bid is None and strain is Strain.NO_TRUMP else lowest_level(strain, bid),
            min(HIGHEST_LEVEL, highest_level(strain, lengths, bid)),
        )
        for strain in _STRAINS
    ]


def best_call(outlook: Outlook, standing: Standing, temper: Temper = EVEN) -> Call:
    """The legal call with the most expected points; of equal ones the lowest bid, and a bid before a pass.

    The same as the best of :func:`rate_calls`, but quick: whole auctions are imagined with it.
    """
    best, points = (-1, 0), _NEVER
    ladders = rate_bids(outlook, standing, temper)
    for strain, (low, high) in enumerate(levels_open(outlook.lengths, standing.bid)):
        for level in range(low, high + 1):
            worth = ladders[strain][level]
            if worth > points or (worth == points and (level, strain) < best):
                best, points = (level, strain), worth
    staying = rate_staying(outlook, standing, temper)
    doubling = standing.may_double or standing.may_redouble
    if doubling and rate_double(outlook, standing, temper) > max(staying, points):
        return PlainCall.REDOUBLE if standing.mine else PlainCall.DOUBLE
    return PlainCall.PASS if staying > points else Bid(best[0], _STRAINS[best[1]])
