"""An open match in a person's file: what that person's seat may know, from its view, which can hold nothing else."""

from __future__ import annotations

from typing import Any

from bridgette import Call, Card, DealView, MatchView, OwnCards, Reveal, Trick


def view_of(view: MatchView) -> dict[str, Any]:
    """The view as a JSON object, with cards and calls in the notation of the match record."""
    return {"totals": list(view.totals), "deals": [_deal(deal) for deal in view.deals]}


def _deal(deal: DealView) -> dict[str, Any]:
    return {
        "dealer": deal.dealer,
        "up_card": str(deal.up_card),
        "phase": deal.phase.name.lower(),
        "to_act": sorted(deal.to_act),
        "drawn": list(deal.drawn),
        "chosen": list(deal.chosen),
        "calls": _words(deal.calls),
        "contract": None if deal.contract is None else str(deal.contract),
        "declarer": deal.declarer,
        "tricks": [_trick(trick) for trick in deal.tricks],
        "own": None if deal.own is None else _own(deal.own),
        "revealed": None if deal.reveal is None else _revealed(deal.reveal),
        "score": None if deal.result is None else list(deal.result.score),
    }


def _own(own: OwnCards) -> dict[str, Any]:
    return {
        "hand": _words(own.hand),
        "drawn": _words(own.drawn),
        "discards": None if own.discards is None else _words(own.discards),
    }


def _revealed(reveal: Reveal) -> dict[str, Any]:
    """Both hands of a finished deal, which everybody was shown (R11)."""
    return {
        "hands": [_words(hand) for hand in reveal.hands],
        "discards": [None if gone is None else _words(gone) for gone in reveal.discards],
    }


def _trick(trick: Trick) -> dict[str, Any]:
    follow = None if trick.follow is None else str(trick.follow)
    return {"leader": trick.leader, "lead": str(trick.lead), "follow": follow, "winner": trick.winner}


def _words(items: tuple[Card, ...] | tuple[Call, ...]) -> list[str]:
    return [str(item) for item in items]
