"""Cards, suits and calls as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens.faces import card_face, sign, suit_face, with_labels
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
_COLON_WORDS = {Group.ACES: "colon-grand-words", Group.FACES: "colon-royal-words", Group.SPOTS: "colon-little-words"}
_SHORT_COLONS = {
    Group.ACES: "colon-grand-short",
    Group.FACES: "colon-royal-short",
    Group.SPOTS: "colon-little-short",
}
_DOUBLED = ("", " X", " XX")

SUIT_KEYS = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}
"""What the texts know the suits by, so that each language can choose the form that its sentence needs."""


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


def card_told(t: Texts, card: Card) -> str:
    """The card within a sentence of a message: its face; a colon with its name, since few know its face at first.

    Without emoji it is :func:`card_name`.
    """
    return card_sign(t, card) if card.suit is not None else f"{card_name(t, card)}{sign(card_face(card), '')}"


def suit_lines(t: Texts, cards: Iterable[Card]) -> str:
    """A hand in a message's text, a line for each suit that is held; the colons end the last of them.

    The faces stand close together, as cards in a hand do; with labels a line reads ``♠ A K 2``.
    """
    cards, found = tuple(cards), []
    for suit in Suit:
        if held := [card for card in cards if card.suit is suit]:
            starts = [f"{_SUITS[suit]} ", *[" "] * (len(held) - 1)]
            found.append("".join(map(_bold, held, starts, map(rank_symbol, held))))
    if colons := [card for card in cards if card.is_colon]:
        starts, names = ["", *[t("joiner-list")] * len(colons)], [t(_SHORT_COLONS[card.group]) for card in colons]
        told = t("hand-colons", colons="".join(map(_bold, colons, starts, names)))
        found[-1:] = [t("joiner-parts").join([*found[-1:], told])]
    return "\n".join(found)


def _bold(card: Card, before: str, label: str) -> str:
    """A face, or a label that is bold by itself, so that faces may take the place of any of those around it."""
    return sign(card_face(card), f"{before}**{label}**")


def hand_line(t: Texts, cards: Iterable[Card]) -> str:
    """A hand on one line, suit by suit."""
    return t("joiner-parts").join(suit_lines(t, cards).split("\n"))


def hand_symbols(t: Texts, cards: Iterable[Card]) -> str:
    """A hand on one line, suit by suit, without faces and plain: where the faces are buttons."""
    return with_labels(hand_line(t, cards)).replace("**", "")


def strain_symbol(t: Texts, strain: Strain) -> str:
    """The strain's sign, or the letters for no trump."""
    return t("strain-no-trump") if strain.suit is None else _SUITS[strain.suit]


def call_symbol(t: Texts, call: Call) -> str:
    """The call, such as ``4♠``, or its word."""
    if isinstance(call, Bid):
        return f"{call.level}{strain_symbol(t, call.strain)}"
    return t({PlainCall.PASS: "call-pass", PlainCall.DOUBLE: "call-double", PlainCall.REDOUBLE: "call-redouble"}[call])


def bid_sign(t: Texts, bid: Bid) -> str:
    """The bid as a message's text shows it: its level, and its strain's face or :func:`strain_symbol`."""
    symbol = strain_symbol(t, bid.strain)
    return f"{bid.level}{symbol if bid.strain.suit is None else sign(suit_face(bid.strain.suit), symbol)}"


def contract_symbol(t: Texts, contract: Contract) -> str:
    """The contract, such as ``4♠ X`` when it is doubled."""
    return f"{call_symbol(t, contract.bid)}{_DOUBLED[contract.doubling]}"


def contract_sign(t: Texts, contract: Contract) -> str:
    """The contract as a message's text shows it."""
    return f"{bid_sign(t, contract.bid)}{_DOUBLED[contract.doubling]}"


def card_words(t: Texts, card: Card) -> str:
    """The card in words, such as "10 of spades" or "Grand Colon": for buttons and options of whoever wants that."""
    if card.suit is None:
        return t(_COLON_WORDS[card.group])
    return t("card-words", rank=rank_symbol(card), suit=SUIT_KEYS[card.suit])


def call_words(t: Texts, call: Call) -> str:
    """The call in words, such as "2 spades": for buttons and options of whoever wants that."""
    if not isinstance(call, Bid):
        return call_symbol(t, call)
    suit = call.strain.suit
    return t("bid-words", level=call.level, strain="no-trump" if suit is None else SUIT_KEYS[suit])


def card_label(t: Texts, card: Card, words: bool) -> str:
    """The card on a button or an option, in words or as a symbol."""
    return card_words(t, card) if words else card_symbol(t, card)


def call_label(t: Texts, call: Call, words: bool) -> str:
    """The call on a button or an option, in words or as a symbol."""
    return call_words(t, call) if words else call_symbol(t, call)
