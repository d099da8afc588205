"""Matches written as records."""

from __future__ import annotations

from typing import Any

from bridgette.calls import Call
from bridgette.cards import Card
from bridgette.deal import Deal
from bridgette.format import USUAL
from bridgette.match import Match
from bridgette.record.house import HouseSeat, write_house
from bridgette.record.shapes import FORMAT
from bridgette.shuffle import Seal


def write_record(match: Match, seal: Seal | None = None, house: tuple[HouseSeat, ...] = ()) -> dict[str, Any]:
    """The match as the record's JSON object: ``length`` unless it is six deals, ``ended`` once it has ended.

    ``seal``: its shuffle, if it has one that can be checked; whatever is known of the secret, it is written only once
    the match has ended. ``house``: the seats that the computer holds.
    """
    record: dict[str, Any] = {
        "format": FORMAT,
        "players": list(match.players),
    }
    if match.format != USUAL:
        record["length"] = match.format.deals
    record["deals"] = [_write_deal(deal) for deal in match.deals]
    if (ended := match.ended) is not None:
        record["ended"] = {"how": ended.how.value, "by": ended.by, "winner": ended.winner}
    if seal is not None:
        shuffle = {"method": seal.method, "commitment": seal.commitment}
        if ended is not None and seal.secret is not None:
            shuffle["secret"] = seal.secret
        record["shuffle"] = shuffle | {"public": seal.public}
    if house:
        record["house"] = write_house(house)
    return record


def _write_deal(deal: Deal) -> dict[str, Any]:
    def words(items: tuple[Card, ...] | tuple[Call, ...]) -> list[str]:
        return [str(item) for item in items]

    written: dict[str, Any] = {
        "dealer": deal.dealer,
        "deck": words(deal.deck),
        "discards": [None if gone is None else words(gone) for gone in deal.discards],
        "calls": words(deal.auction.calls if deal.auction else ()),
    }
    if deal.play is not None:
        written["plays"] = words(deal.play.plays)
    if (result := deal.result) is not None:
        written["score"] = list(result.score)
    return written
