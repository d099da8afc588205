"""What the panels of several phases are made of. They speak to their player: "you", and the opponent's name."""

from __future__ import annotations

from typing import NamedTuple

from bot.features.table import verbs
from bot.ids import ComponentId
from bot.screens.faces import card_face
from bot.screens.message import Button, Row, Style
from bot.screens.panel import PanelState
from bot.screens.reader import Reader
from bot.screens.symbols import bid_sign, card_label, card_list, card_sign, contract_sign
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import Bid, Card, DealView, MatchView, OwnCards, PlainCall, Seat


class Drawn(NamedTuple):
    """All that the panel of somebody in a deal is drawn from: a player's own view, and what it shows beyond that."""

    w: Words
    state: PanelState
    view: MatchView
    deal: DealView
    own: OwnCards
    reader: Reader

    @property
    def t(self) -> Texts:
        """The language."""
        return self.w.t

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return self.view.seat or 0

    @property
    def other(self) -> str:
        """The opponent's name, ready for a message's text."""
        return self.w.names[1 - self.seat]

    def who(self, seat: Seat) -> dict[str, str]:
        """A seat as arguments of a text: whether it is "you" or the "other", and in both cases the opponent's name."""
        return who(self.w, self.view, seat)


def who(w: Words, view: MatchView, seat: Seat) -> dict[str, str]:
    """The same as :meth:`Drawn.who` for a view alone."""
    mine = view.seat or 0
    return {"who": "you" if seat == mine else "other", "name": w.names[1 - mine]}


def status_line(p: Drawn) -> str:
    """Which deal it is, and the points of both."""
    deal = p.w.deal_title(p.view, len(p.view.deals) - 1)
    return p.t("panel-status", deal=deal, name=p.other, **own_points(p.view))


def own_points(view: MatchView) -> dict[str, int]:
    """The points of both as arguments of a text: the player's own, and the other's."""
    seat = view.seat or 0
    return {"own-points": view.totals[seat], "other-points": view.totals[1 - seat]}


def last_trick_line(w: Words, view: MatchView, deal: DealView) -> str | None:
    """The last whole trick of a deal and who won it, if there is one: it stands first, to be seen before it is gone."""
    finished = [trick for trick in deal.tricks if trick.winner is not None]
    if not finished:
        return None
    trick, last = len(finished), finished[-1]
    winner = last.leader if last.winner is None else last.winner
    cards = {"lead": card_sign(w.t, last.lead), "follow": "" if last.follow is None else card_sign(w.t, last.follow)}
    key = "panel-won-leading" if winner == last.leader else "panel-won-following"
    return w.t(key, trick=trick, **who(w, view, winner), **cards)


def contract_line(p: Drawn) -> str | None:
    """The contract, the tricks that it needs and those won so far; nothing before the play."""
    deal = p.deal
    if deal.contract is None or deal.declarer is None:
        return None
    return p.t(
        "panel-contract",
        contract=contract_sign(p.t, deal.contract),
        needed=deal.contract.bid.goal,
        **{"own-tricks": deal.won[p.seat], "other-tricks": deal.won[1 - p.seat]},
        **p.who(deal.declarer),
    )


def discards_line(p: Drawn) -> str | None:
    """The player's own discards, once chosen."""
    return p.t("panel-my-discards", cards=card_list(p.t, p.own.discards)) if p.own.discards else None


def bid_told(p: Drawn) -> str:
    """The standing bid within a sentence, if there is one."""
    return "" if p.deal.standing is None else bid_sign(p.t, p.deal.standing)


def call_key(call: object) -> str:
    """What the texts know a call by."""
    return "bid" if isinstance(call, Bid) else call.name.lower() if isinstance(call, PlainCall) else "none"


def card_button(
    p: Drawn, card: Card, at: ComponentId, style: Style, *, off: bool = False, bare: bool = False
) -> Button:
    """A card's button; ``bare``: its face is enough where there is one."""
    label = card_label(p.t, card, p.reader.words)
    if p.reader.words:
        return Button(label, at, style, off)
    return Button(label, at, style, off, card_face(card), "" if bare else None)


def back_row(p: Drawn) -> list[Row]:
    """The way back from a question."""
    state = p.state
    if state.asks is None:
        return []
    level = "" if state.level is None else str(state.level)
    return [(Button(p.t("panel-back"), state.id(verbs.BACK, level)),)]
