"""Cards, suits and calls as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens.faces import card_face, sign
from bot.texts import Texts
from bridgette import Bid, Call, Card, Contract, Group, PlainCall, Strain, Suit

# The variation selector keeps clients from drawing dark emoji on a dark ground.
_TEXT_STYLE = "\ufe0e"
_SUITS = {
    Suit.SPADES: "♠" + _TEXT_STYLE,
    Suit.HEARTS: "♥" + _TEXT_STYLE,
    Suit.DIAMONDS: "♦" + _TEXT_STYLE,
    Suit.CLUBS: "♣" + _TEXT_STYLE,
}
_COLONS = {Group.ACES: "colon-grand", Group.FACES: "colon-royal", Group.SPOTS: "colon-little"}
_SHORT_COLONS = {
    Group.ACES: "colon-grand-short",
    Group.FACES: "colon-royal-short",
    Group.SPOTS: "colon-little-short",
}
_DOUBLED = ("", " X", " XX")


def rank_symbol(card: Card) -> str:
    """The rank of a card that has one; ten in figures."""
    return "10" if str(card.rank) == "T" else str(card.rank)


def card_symbol(t: Texts, card: Card) -> str:
    """The card, such as ``♠A``, or the colon's short name: for buttons and lists."""
    if card.suit is None:
        return t(_SHORT_COLONS[card.group])
    return f"{_SUITS[card.suit]}{rank_symbol(card)}"


def card_name(t: Texts, card: Card) -> str:
    """The card, such as ``♠A``, or the colon's full name: for sentences."""
    return card_symbol(t, card) if card.suit is not None else t(_COLONS[card.group])


def card_sign(t: Texts, card: Card) -> str:
    """The card as a message's text shows it: its face, or :func:`card_symbol` where there is no emoji."""
    return sign(card_face(card), card_symbol(t, card))


def name_sign(t: Texts, card: Card) -> str:
    """The card as a sentence of a message shows it: its face, or :func:`card_name` where there is no emoji."""
    return sign(card_face(card), card_name(t, card))


def card_list(t: Texts, cards: Iterable[Card]) -> str:
    """The cards after one another, in a message's text."""
    return " ".join(card_sign(t, card) for card in cards)


def suit_lines(t: Texts, cards: Iterable[Card], marked: Iterable[Card] = ()) -> str:
    """A hand, a line for each suit that is held, then the colons; ``marked`` cards are underlined."""
    cards, marked = tuple(cards), frozenset(marked)

    def shown(card: Card) -> str:
        text = card_symbol(t, card) if card.suit is None else rank_symbol(card)
        return f"__{text}__" if card in marked else text

    found = [
        f"{_SUITS[suit]} **{' '.join(held)}**"
        for suit in Suit
        if (held := [shown(card) for card in cards if card.suit is suit])
    ]
    if colons := [shown(card) for card in cards if card.is_colon]:
        found.append(t("hand-colons", colons=t("joiner-list").join(colons)))
    return "\n".join(found)


def strain_symbol(t: Texts, strain: Strain) -> str:
    """The strain's sign, or the letters for no trump."""
    return t("strain-no-trump") if strain.suit is None else _SUITS[strain.suit]


def call_symbol(t: Texts, call: Call) -> str:
    """The call, such as ``4♠``, or its word."""
    if isinstance(call, Bid):
        return f"{call.level}{strain_symbol(t, call.strain)}"
    return t({PlainCall.PASS: "call-pass", PlainCall.DOUBLE: "call-double", PlainCall.REDOUBLE: "call-redouble"}[call])


def contract_symbol(t: Texts, contract: Contract) -> str:
    """The contract, such as ``4♠ X`` when it is doubled."""
    return f"{call_symbol(t, contract.bid)}{_DOUBLED[contract.doubling]}"
