"""What the opponent's bids and plays say about the hand behind them, as weights on the hands that were drawn.

The weight of a hand is how likely somebody with it is to have made just these calls and plays, taking the opponent
for a sensible player who is often a little wrong. It is no model of one particular player: the odds fall off slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

from bridgette.calls import Bid, Call, PlainCall
from bridgette.cards import COLON_OF, Rank, Seat, Suit
from bridgette.computer.guessing.bids import (
    NOTHING,
    Standing,
    Temper,
    levels_open,
    rate_bids,
    rate_double,
    rate_staying,
)
from bridgette.computer.guessing.estimate import outlook
from bridgette.computer.guessing.evidence import SUIT_MASKS, Evidence
from bridgette.computer.guessing.points import TRICKS
from bridgette.computer.guessing.sampling import INDIFFERENT, Liking
from bridgette.play import Trick, follower_wins
from bridgette.views import DealView

_TEMPERATURE = 120.0
"""Points: a call that is so much worse than another is made e times less often."""
_LEAST = 0.002
"""No call is less likely than this, whatever the hand."""
_NEVER = -1e9
_LIKED = 0.8
"""Tricks by which a player favours a strain bid later, when choosing what to keep."""
_KEPT_COLON = 0.6
"""How much less likely a hand with the matching colon is when a small card was given up instead."""
_LOST_HONOUR = 0.3
"""The same when an honour was."""
_DUCKED = 0.5
"""How likely it is that a card that could have won was not played."""
_DUCKED_AT = {1: 0.02, 2: 0.25}
"""The same when the player lacked so few tricks to make the contract, or to beat it."""
_WASTED = 0.35
"""How likely it is that a trick was won with a higher card than was needed."""


class Guessed(NamedTuple):
    """A hand that the opponent may have kept, the 13 cards as a mask, and in what temper it may bid."""

    hand: int
    temper: Temper


class Weighted(NamedTuple):
    """A hand of the opponent with its temper, and how often it counts."""

    hand: int
    weight: int
    temper: Temper


def liking_of(calls: Sequence[Call], dealer: Seat, seat: Seat) -> Liking:
    """By strain, how much the seat is taken to have favoured it when it chose its cards, after its bids."""
    found = list(INDIFFERENT)
    for index, call in enumerate(calls):
        if isinstance(call, Bid) and (dealer + index) % 2 == seat:
            found[call.strain] = INDIFFERENT[call.strain] + _LIKED
    return found[0], found[1], found[2], found[3], found[4]


def likelihoods(hands: Sequence[Guessed], deal: DealView, seat: Seat, evidence: Evidence) -> list[float]:
    """How likely somebody with each of the hands is to have called and played as the opponent of ``seat`` did."""
    other = 1 - seat
    moments = _moments(deal.calls, deal.dealer, other)
    stakes = _stakes(deal, other)
    return [
        _of_calls(hand, evidence.place, moments, temper) * _of_plays(hand, deal.tricks, other, _trump(deal), stakes)
        for hand, temper in hands
    ]


def effective_size(weights: Sequence[float]) -> float:
    """How many equally likely hands the weighted ones are worth (Kish)."""
    return sum(weights) ** 2 / sum([weight * weight for weight in weights])


def resample(hands: Sequence[Guessed], weights: Sequence[float], count: int, rng: Random) -> list[Weighted]:
    """``count`` hands in proportion to their weights, in an order of chance."""
    step = sum(weights) / count
    at = rng.random() * step
    below = 0.0
    found = []
    for (hand, temper), weight in zip(hands, weights, strict=True):
        below += weight
        times = 0
        while at < below:
            times += 1
            at += step
        if times:
            found.append(Weighted(hand, times, temper))
    rng.shuffle(found)
    return found


def _trump(deal: DealView) -> Suit | None:
    return deal.contract.bid.strain.suit if deal.contract else None


def _moments(calls: Sequence[Call], dealer: Seat, seat: Seat) -> list[tuple[Call, Standing]]:
    """The calls of the seat, with what stood."""
    found = []
    standing = NOTHING
    for index, call in enumerate(calls):
        if (dealer + index) % 2 == seat:
            found.append((call, standing))
        standing = standing.after(call)
    return found


def _of_calls(hand: int, place: int, moments: Sequence[tuple[Call, Standing]], temper: Temper) -> float:
    """How likely the hand was to make these calls."""
    likelihood = 1.0
    promise = outlook(hand, place)
    for call, standing in moments:
        ladders = rate_bids(promise, standing, temper)
        points = [rate_staying(promise, standing, temper)]
        for ladder, (low, high) in zip(ladders, levels_open(promise.lengths, standing.bid), strict=True):
            points += ladder[low : high + 1]
        may_double = standing.may_double or standing.may_redouble
        doubling = rate_double(promise, standing, temper) if may_double else _NEVER
        made = points[0] if call is PlainCall.PASS else doubling
        if isinstance(call, Bid):
            made = ladders[call.strain][call.level]
        best = max(doubling, *points)
        total = sum([exp((one - best) / _TEMPERATURE) for one in points]) + exp((doubling - best) / _TEMPERATURE)
        likelihood *= max(_LEAST, exp((made - best) / _TEMPERATURE) / total)
    return likelihood


def _stakes(deal: DealView, seat: Seat) -> list[int]:
    """By trick, how many tricks the seat lacked before it to make the contract or to beat it; 0 when that was done."""
    if deal.contract is None or deal.declarer is None:
        return []
    goal = deal.contract.bid.goal
    lacks = goal if deal.declarer == seat else TRICKS + 1 - goal
    found = []
    for trick in deal.tricks:
        found.append(max(0, lacks))
        lacks -= trick.winner == seat
    return found


def _of_plays(hand: int, tricks: Sequence[Trick], seat: Seat, trump: Suit | None, stakes: Sequence[int]) -> float:
    """How likely the hand was to follow as it did: winning as cheaply as it could, and colons not wasted."""
    likelihood = 1.0
    for trick, lacks in zip(tricks, stakes, strict=True):
        lead, follow = trick.lead, trick.follow
        if follow is None:
            break
        if trick.leader == seat:
            hand &= ~(1 << lead.index)
            continue
        hand &= ~(1 << follow.index)
        if lead.suit is None or follow.is_colon:
            continue
        in_suit = hand & SUIT_MASKS[lead.suit]
        if follower_wins(lead, follow, trump):
            # Cards of the suit that would have won more cheaply rank between the two.
            between = (1 << lead.index) - (2 << follow.index) if follow.suit is lead.suit else 0
            if _apart(in_suit & between, follow.index):
                likelihood *= _WASTED
            continue
        if hand >> COLON_OF[lead].index & 1:
            likelihood *= _LOST_HONOUR if follow.rank is not None and follow.rank >= Rank.JACK else _KEPT_COLON
        if follow.suit is lead.suit and in_suit & ((1 << lead.index) - 1):
            likelihood *= _DUCKED_AT.get(lacks, _DUCKED)
    return likelihood


def _apart(cheaper: int, index: int) -> bool:
    """Whether a cheaper winner was not just the next card in rank, which is as good."""
    return bool(cheaper & ~(2 << index))
