"""Pieces of text that several screens share: seats, deals, tricks, outcomes and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.screens.names import known_name, look_alike, shown_name
from bot.screens.symbols import SUIT_KEYS, call_symbol, card_name, card_sign, name_sign
from bot.texts import Texts
from bridgette import (
    Bid,
    Card,
    Contract,
    DealView,
    Discard,
    Group,
    MatchView,
    Objection,
    Pair,
    Phase,
    Result,
    Seat,
    Suit,
    Trick,
)

MARKS: Pair[str] = ("①", "②")
"""Stand for the two seats where a name would be too long."""

GROUP_KEYS = {Group.ACES: "aces", Group.FACES: "faces", Group.SPOTS: "spots"}
"""What the texts know the groups of cards by."""

DOUBLING_KEYS = ("none", "doubled", "redoubled")
"""What the texts know the doubling of a bid by."""


class Words(NamedTuple):
    """A language with the names of a match's players, ready for a message's text.

    ``bare`` are the names alone, for where the mark of the seat stands beside them; ``names`` are for everywhere else,
    and have it with them where the two could not be told apart. ``known`` are as people write them, for what makes
    them fit to be shown by itself.
    """

    t: Texts
    bare: Pair[str]
    names: Pair[str]
    known: Pair[str]

    @classmethod
    def of(cls, t: Texts, view: MatchView, shown: Callable[[str], str] = shown_name) -> Words:
        """The words for a match; ``shown`` makes names fit for where they stand, usually a message's text."""
        one, other = known = known_name(t, view.players[0]), known_name(t, view.players[1])
        first, second = bare = shown(one), shown(other)
        if not look_alike(one, other):
            return cls(t, bare, bare, known)
        return cls(t, bare, (f"{MARKS[0]} {first}", f"{MARKS[1]} {second}"), known)

    def versus(self) -> str:
        """Both players with their marks."""
        return self.t("versus", **self.both("name", self.bare))

    @staticmethod
    def both(what: str, values: Pair[object]) -> dict[str, object]:
        """Something of each player's as arguments of a text, such as ``first-points`` and ``second-points``."""
        return {f"first-{what}": values[0], f"second-{what}": values[1]}

    def seat(self, seat: Seat) -> dict[str, str]:
        """The mark and name of a seat, as arguments of a text."""
        return {"mark": MARKS[seat], "name": self.bare[seat]}

    def deal_title(self, view: MatchView, index: int) -> str:
        """Which deal it is, and whether it breaks a tie."""
        deal, deals = which_deal(view, index), view.format.deals
        return self.t("deal-of", deal=deal, of=deals) if deal <= deals else self.t("deal-tie-break", deal=deal)

    def dealt_again(self, view: MatchView, index: int) -> str | None:
        """How often the deal was passed out before, if it was (R18)."""
        times = 0
        while times < index and (result := view.deals[index - times - 1].result) and result.contract is None:
            times += 1
        return self.t("deal-again", times=times) if times else None

    def up_card(self, deal: DealView) -> str:
        """Who deals, the up-card, and what it makes the dealer draw (R8, R10)."""
        name, card = self.names[deal.dealer], name_sign(self.t, deal.up_card)
        return self.t("dealer-is", name=name, card=card, count=deal.drawn[deal.dealer])

    def auction(self, deal: DealView) -> str:
        """The calls so far."""
        if not deal.calls:
            return self.t("auction-none")
        calls = [
            self.t("call-by", mark=MARKS[(deal.dealer + place) % 2], call=call_symbol(self.t, call))
            for place, call in enumerate(deal.calls)
        ]
        return self.t("auction-line", calls=self.t("joiner-parts").join(calls))

    def totals(self, totals: Pair[int]) -> str:
        """The points of both."""
        return self.t("totals-line", **self.both("name", self.names), **self.both("points", totals))

    def trick(self, trick: Trick) -> str:
        """A whole trick in the order in which it was played, and who won it."""
        if trick.follow is None or trick.winner is None:
            return ""
        names = {"leader": trick.leader, "follower": 1 - trick.leader, "winner": trick.winner}
        said = {f"{what}-name": self.names[seat] for what, seat in names.items()}
        cards = {"lead": card_sign(self.t, trick.lead), "follow": card_sign(self.t, trick.follow)}
        return self.t("trick-cards", **said, **cards)

    def contract(self, contract: Contract) -> str:
        """The contract in a sentence, such as ``4♠ doubled``."""
        return self.t("contract-said", bid=call_symbol(self.t, contract.bid), doubling=DOUBLING_KEYS[contract.doubling])

    def outcome(self, result: Result) -> str:
        """How a played deal came out, without the points."""
        if result.contract is None or result.declarer is None:
            return ""
        said = {"contract": self.contract(result.contract), "name": self.names[result.declarer]}
        if (margin := result.margin) < 0:
            return self.t("outcome-short", **said, short=-margin)
        return self.t("outcome-over", **said, over=margin) if margin else self.t("outcome-exact", **said)

    def todo(self, deal: DealView) -> str:
        """Whose turn it is, and to do what."""
        if len(deal.to_act) == 2:
            return self.t("todo-both", **self.both("name", self.names))
        for seat in deal.to_act:
            return self.t(todo_key(deal), name=self.names[seat])
        return ""


def which_deal(view: MatchView, index: int) -> int:
    """Which deal it is, as players count: passed-out ones are dealt again (R18)."""
    return 1 + sum(1 for deal in view.deals[:index] if deal.result and deal.result.contract)


def todo_key(deal: DealView) -> str:
    """The text that says what the seat whose turn it is must do."""
    match deal.phase:
        case Phase.EXCHANGE:
            return "todo-discard"
        case Phase.AUCTION:
            return "todo-call"
    return "todo-lead" if deal.lead is None else "todo-follow"


def refusal(t: Texts, key: str, arguments: dict[str, Any]) -> str:
    """The sentence of a refused use case; what people wrote themselves among its arguments is made harmless."""
    shown = {}
    for name, value in arguments.items():
        if name in _BY_PEOPLE:
            shown[_BY_PEOPLE[name]] = shown_name(value if name == "text" else known_name(t, value))
        else:
            shown[name] = value
    return t(key, **shown)


_BY_PEOPLE = {"name": "name", "first": "first-name", "second": "second-name", "text": "text"}
"""The arguments of refusals that hold names of people, or what they typed, with their names in the texts."""


def objection_text(t: Texts, objection: Objection) -> str:
    """What the rules say against an action, with the rule's number."""
    key = "objection-" + objection.reason.name.lower().replace("_", "-")
    return t(key, rule=objection.rule, **_action_said(t, objection.action), **_about_said(t, objection))


def _action_said(t: Texts, action: object) -> dict[str, str]:
    """The card or bid that somebody wanted, as an argument of an objection."""
    if isinstance(action, Card):
        return {"card": card_name(t, action)}
    return {"bid": call_symbol(t, action)} if isinstance(action, Bid) else {}


def _about_said(t: Texts, objection: Objection) -> dict[str, object]:
    """What the action clashed with, as an argument of an objection."""
    match objection.about:
        case Card() as card:
            return {"card" if isinstance(objection.action, Discard) else "lead": card_name(t, card)}
        case Bid() as bid:
            return {"standing": call_symbol(t, bid)}
        case Suit() as suit:
            return {"suit": SUIT_KEYS[suit]}
        case int() as count:
            return {"count": count}
    return {}
