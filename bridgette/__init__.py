"""Bridgette, the bridge game for two: its cards, rules, score, views and record.

Pure: no Discord, no database, no clock, no hidden randomness. A match is a frozen value; an action
gives a new value or raises :class:`NotAllowed`, nothing in between. ``R12`` and the like cite the rules
in ``docs/rules.md``.
"""

from bridgette.auction import Auction
from bridgette.calls import BIDS, Bid, Call, Contract, PlainCall, Strain, parse_call, parse_calls
from bridgette.cards import (
    DECK,
    Card,
    Group,
    Pair,
    Rank,
    Seat,
    Suit,
    parse_card,
    parse_cards,
    shuffled_deck,
    sort_cards,
)
from bridgette.deal import Action, Deal, Discard, Phase
from bridgette.errors import BadMatch, BadRecord, BridgetteError, NotAllowed, Objection, Reason, Unreadable
from bridgette.format import Format
from bridgette.match import Ending, How, Match
from bridgette.play import Play, Trick
from bridgette.score import Result, ScoreItem, ScoreLine, score_deal
from bridgette.views import DealView, MatchView, OwnCards, Reveal, view

__all__ = [
    "BIDS",
    "DECK",
    "Action",
    "Auction",
    "BadMatch",
    "BadRecord",
    "Bid",
    "BridgetteError",
    "Call",
    "Card",
    "Contract",
    "Deal",
    "DealView",
    "Discard",
    "Ending",
    "Format",
    "Group",
    "How",
    "Match",
    "MatchView",
    "NotAllowed",
    "Objection",
    "OwnCards",
    "Pair",
    "Phase",
    "PlainCall",
    "Play",
    "Rank",
    "Reason",
    "Result",
    "Reveal",
    "ScoreItem",
    "ScoreLine",
    "Seat",
    "Strain",
    "Suit",
    "Trick",
    "Unreadable",
    "parse_call",
    "parse_calls",
    "parse_card",
    "parse_cards",
    "score_deal",
    "shuffled_deck",
    "sort_cards",
    "view",
]
