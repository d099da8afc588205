"""Records read: played through the rules, so that what was read is a match that obeys them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from reprlib import repr as brief
from typing import Any

from bridgette.deal import Action, Deal, Discard
from bridgette.errors import BadRecord, NotAllowed
from bridgette.match import How, Match, Tally, dealer_after
from bridgette.record.parse import parse_json
from bridgette.record.shapes import DealShape, read_ending, read_head


def read_record(data: bytes) -> Match:
    """The match in a record file, ended as its ``ended`` says. Raises :class:`BadRecord`."""
    reading = Reading(parse_json(data))
    for _ in reading:
        pass
    return reading.finish()


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """A deal of a record as far as it keeps the rules, and the fault at which it stops if it does not."""

    index: int
    deal: Deal
    fault: BadRecord | None


class Reading:
    """A record on its way through the rules: to be iterated to the end, deal by deal, then finished.

    ``document`` is the record's JSON value. Raises :class:`BadRecord` for a fault of its head at once, for any other in
    the order of play: for one within a deal after the deal was given as far as it goes.
    """

    def __init__(self, document: Any) -> None:
        self._head = read_head(document)
        self._document = document
        self._deals: list[Deal] = []
        self.players = self._head.players
        self.format = self._head.format

    def __iter__(self) -> Iterator[ReadDeal]:
        tally, items = Tally(), self._head.deals
        for index, item in enumerate(items):
            shape = DealShape(item, index)
            if tally.winner(self.format) is not None:
                raise BadRecord("a deal after the end of the match", rule="R6", deal=index)
            if self._deals and shape.dealer != dealer_after(self._deals[-1]):
                raise BadRecord("the wrong dealer (R18 after a passed-out deal)", rule="R5", deal=index)
            read = _play(shape, index)
            if read.fault is None:
                read = replace(read, fault=_fault_of_score(shape, read, is_last=index == len(items) - 1))
            yield read
            if read.fault is not None:
                raise read.fault
            tally = tally.plus(read.deal)
            self._deals.append(read.deal)

    @property
    def match(self) -> Match:
        """The match of all deals, before ``ended`` is looked at."""
        return Match(self.players, tuple(self._deals), format=self.format)

    def finish(self) -> Match:
        """The match, cut short if its ``ended`` says so. Raises :class:`BadRecord` if that contradicts the deals."""
        match = self.match
        if "ended" not in self._document:
            return match
        ending, decided = read_ending(self._document["ended"]), match.ended
        if ending.how is How.PLAYED:
            if decided is None:
                raise BadRecord("in ended, played, but the deals do not decide", rule="ended")
            if ending != decided:
                raise BadRecord("in ended, another winner than the deals give", rule="ended")
            return match
        if decided is not None:
            raise BadRecord(f"in ended, {ending.how.value}, but the deals decide", rule="ended")
        return match.cut(ending)


def _play(shape: DealShape, index: int) -> ReadDeal:
    """The deal, as far as its discards, calls and plays keep the rules."""
    deal = Deal.begin(shape.dealer, shape.deck)
    for seat in (1 - shape.dealer, shape.dealer):
        if (gone := shape.discards[seat]) is not None:
            try:
                deal = deal.after(seat, Discard(gone))
            except NotAllowed as refused:
                return ReadDeal(index, deal, _fault_at(index, deal.step_of(seat), refused))
    deal = deal.after_all(shape.calls, shape.plays)
    done = (len(deal.auction.calls) if deal.auction else 0) + (len(deal.play.plays) if deal.play else 0)
    actions: tuple[Action, ...] = (*shape.calls, *shape.plays)
    if done == len(actions):
        return ReadDeal(index, deal, None)
    try:
        deal.after(next(iter(deal.to_act), shape.dealer), actions[done])
    except NotAllowed as refused:
        return ReadDeal(index, deal, _fault_at(index, 2 + done, refused))
    raise AssertionError("an action that is allowed was not taken")


def _fault_at(index: int, step: int, refused: NotAllowed) -> BadRecord:
    rule = refused.objection.rule
    return BadRecord(str(refused).removesuffix(f" ({rule})"), rule=rule, deal=index, step=step)


def _fault_of_score(shape: DealShape, read: ReadDeal, *, is_last: bool) -> BadRecord | None:
    """What is wrong with the end of a deal: it is missing, or the score is not what the rules give."""
    index, deal, score = read.index, read.deal, shape.score
    result = deal.result
    if result is None:
        if score is not None:
            return BadRecord(f"a score before the end of the {deal.phase.value}", rule="R26", deal=index)
        if not is_last:
            return BadRecord(f"another deal follows before the end of the {deal.phase.value}", rule="R5", deal=index)
    elif score is None:
        if not is_last:
            return BadRecord("the score is missing", deal=index)
    elif score != result.score:
        return BadRecord(f"the score is {list(result.score)}, not {brief(list(score))}", rule="R26", deal=index)
    return None
