"""Pieces of text that several screens share: seats, deals, tricks, outcomes and refusals."""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.screens.names import shown_name
from bot.screens.symbols import call_symbol, card_symbol, contract_symbol, suit_symbol
from bot.texts import Texts
from bridgette import (
    Bid,
    Card,
    DealView,
    Discard,
    MatchView,
    Objection,
    Pair,
    PlainCall,
    Result,
    Seat,
    Suit,
    Trick,
)

MARKS: Pair[str] = ("①", "②")
"""Stand for the two seats where a name would be too long."""

DEALS = 6

_SUIT_KEYS = {
    Suit.SPADES: "suit-spades",
    Suit.HEARTS: "suit-hearts",
    Suit.DIAMONDS: "suit-diamonds",
    Suit.CLUBS: "suit-clubs",
}


class Words(NamedTuple):
    """A language with the names of a match's players, ready for a message's text."""

    t: Texts
    names: Pair[str]

    @classmethod
    def of(cls, t: Texts, view: MatchView) -> Words:
        """The words for a match."""
        return cls(t, (shown_name(view.players[0]), shown_name(view.players[1])))

    def versus(self) -> str:
        """Both players with their marks."""
        first, second = self.names
        return self.t("versus", first=first, second=second)

    def seat(self, seat: Seat) -> dict[str, str]:
        """The mark and name of a seat, as arguments of a text."""
        return {"mark": MARKS[seat], "name": self.names[seat]}

    def deal_number(self, view: MatchView, index: int) -> int:
        """Which deal it is, as players count: passed-out ones are dealt again (R18)."""
        return 1 + sum(1 for deal in view.deals[:index] if deal.result and deal.result.contract)

    def deal_title(self, view: MatchView, index: int) -> str:
        """Its number, whether it breaks a tie, and how often it was passed out before."""
        earlier, number = view.deals[:index], self.deal_number(view, index)
        title = self.t("deal-of" if number <= DEALS else "deal-tie-break", number=number)
        again = 0
        for deal in reversed(earlier):
            if deal.result is None or deal.result.contract:
                break
            again += 1
        return self.t("deal-again", deal=title, times=again) if again else title

    def up_card(self, deal: DealView) -> str:
        """Who deals, the up-card, and what it makes the dealer draw (R8, R10)."""
        count = deal.drawn[deal.dealer]
        return self.t("dealer-is", **self.seat(deal.dealer), card=card_symbol(self.t, deal.up_card), count=count)

    def auction(self, deal: DealView) -> str:
        """The calls so far."""
        if not deal.calls:
            return self.t("auction-none")
        calls = [
            self.t("call-by", mark=MARKS[(deal.dealer + number) % 2], call=call_symbol(self.t, call))
            for number, call in enumerate(deal.calls)
        ]
        return self.t("auction-line", calls=" · ".join(calls))

    def pair(self, key: str, values: Pair[object], first: str, second: str = "other") -> str:
        """A line with something for each player, by name."""
        return self.t(key, first=self.names[0], second=self.names[1], **{first: values[0], second: values[1]})

    def totals(self, totals: Pair[int]) -> str:
        """The points of both."""
        return self.pair("totals-line", totals, "points")

    def trick(self, trick: Trick) -> str:
        """A whole trick and who won it."""
        if trick.follow is None or trick.winner is None:
            return ""
        return self.t(
            "trick-cards",
            leader=MARKS[trick.leader],
            lead=card_symbol(self.t, trick.lead),
            follower=MARKS[1 - trick.leader],
            follow=card_symbol(self.t, trick.follow),
            winner=MARKS[trick.winner],
        )

    def outcome(self, result: Result) -> str:
        """How a played deal came out, without the points."""
        if result.contract is None or result.declarer is None:
            return ""
        margin = result.margin
        key = "outcome-short" if margin < 0 else "outcome-over" if margin else "outcome-exact"
        return self.t(
            key,
            contract=contract_symbol(self.t, result.contract),
            name=self.names[result.declarer],
            tricks=result.tricks[result.declarer],
            over=margin,
            short=-margin,
        )

    def suit(self, suit: Suit | None) -> str:
        """A suit in a sentence."""
        return "" if suit is None else f"{suit_symbol(suit)} {self.t(_SUIT_KEYS[suit])}"

    def todo(self, deal: DealView) -> str:
        """Whose turn it is, and to do what."""
        if len(deal.to_act) == 2:
            return self.t("todo-both", first=self.names[0], second=self.names[1])
        for seat in deal.to_act:
            return self.t(todo_key(deal), name=self.names[seat])
        return ""


def todo_key(deal: DealView) -> str:
    """The text that says what the seat whose turn it is must do."""
    match deal.phase.value:
        case "exchange":
            return "todo-discard"
        case "auction":
            return "todo-call"
    return "todo-lead" if deal.lead is None else "todo-follow"


def refusal(t: Texts, key: str, arguments: dict[str, Any]) -> str:
    """The sentence of a refused use case; what people wrote themselves among its arguments is made harmless."""
    return t(key, **{name: shown_name(value) if name in _BY_PEOPLE else value for name, value in arguments.items()})


_BY_PEOPLE = frozenset(("name", "first", "second", "text"))
"""The arguments of refusals that hold names of people, or what they typed."""


def objection_text(t: Texts, objection: Objection) -> str:
    """What the rules say against an action, with the rule's number."""

    def shown(what: object) -> object:
        if isinstance(what, Card):
            return card_symbol(t, what)
        if isinstance(what, Suit):
            return f"{suit_symbol(what)} {t(_SUIT_KEYS[what])}"
        if isinstance(what, Bid | PlainCall):
            return call_symbol(t, what)
        return "" if what is None or isinstance(what, Discard) else what

    key = "objection-" + objection.reason.name.lower().replace("_", "-")
    sentence = t(key, action=shown(objection.action), about=shown(objection.about))
    return t("objection-with-rule", sentence=sentence, rule=objection.rule)
