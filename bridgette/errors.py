"""What can go wrong, by kind, and the one form in which the rules say no."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class BridgetteError(Exception):
    """The base of everything this package raises on purpose; its text is one sentence for a person."""


class Unreadable(BridgetteError):
    """A text that is not the notation of a card or a call."""


class NotAllowed(BridgetteError):
    """An action that the rules refuse now; ``objection`` says why."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(str(objection))
        self.objection = objection


class BadMatch(BridgetteError, ValueError):
    """What can be no part of a match: a deck, a dealer, a number of deals or an ending that does not fit.

    Nothing that a player does brings it about: whoever meets it has called wrongly, or was given damaged data.
    """


class BadRecord(BridgetteError):
    """A record that breaks the format or a rule.

    ``deal`` and ``step`` number the place from 0 (``None``: no definite one); ``rule`` is ``R12`` or the
    like, ``format``, or ``ended``, ``shuffle`` and ``house`` for what the record says in these keys.
    """

    def __init__(self, what: str, *, rule: str = "format", deal: int | None = None, step: int | None = None):
        place = "" if deal is None else f"deal {deal}: " if step is None else f"deal {deal}, step {step}: "
        super().__init__(f"{place}{what} ({rule})")
        self.rule, self.deal, self.step = rule, deal, step


class Reason(Enum):
    """Why an action is refused. The value is the English sentence, with the action and what it is about."""

    MATCH_OVER = "{action}: the match is over"
    NO_DEAL = "{action}: no deal has begun"
    DEAL_OVER = "{action} after the end of the deal"
    EXCHANGE_OPEN = "{action} before the end of the exchange"
    EXCHANGE_OVER = "{action}: the exchange is over"
    AUCTION_OPEN = "{action} before the end of the auction"
    AUCTION_OVER = "{action} after the end of the auction"
    NOT_YOUR_TURN = "{action}: it is the other player's turn"
    DISCARDED_ALREADY = "{action}: the discards have been chosen already"
    DISCARD_COUNT = "{action}: exactly {about} cards must go"
    DISCARD_NOT_HELD = "{action}: {about} is not held, or is named twice"
    BID_TOO_LOW = "{action} does not rank above {about}"
    SUIT_TOO_SHORT = "{action} needs at least 2 cards of {about}"
    SUIT_MISSING = "{action} needs a card of each suit; none of {about} is held"
    JUMP_TOO_SHORT = "{action} is a jump, which needs at least 4 cards of {about}"
    NOTHING_TO_DOUBLE = "{action}: only the opponent's undoubled standing bid can be doubled"
    NOTHING_TO_REDOUBLE = "{action}: only one's own doubled standing bid can be redoubled"
    CARD_NOT_HELD = "{action} is not in the hand of the player whose turn it is"
    MUST_FOLLOW = "{action} does not follow {about}"
    COLON_DOES_NOT_MATCH = "{action} does not match the group of {about}"
    COLON_MUST_MATCH = "{action} may not be played while the colon that matches {about} is held"
    SUIT_BARRED = "{action} leads {about}, which is barred for this trick"


class Objection(NamedTuple):
    """The rules' no to an action: which rule, why, to what, and what it is about (a card, bid, suit or number)."""

    rule: str
    reason: Reason
    action: object
    about: object = None

    def __str__(self) -> str:
        return f"{self.reason.value.format(action=self.action, about=self.about)} ({self.rule})"
