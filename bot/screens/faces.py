"""Card faces and suits in texts and on buttons: which ones there are, and how a text holds them.

A text does not know whether Discord has the faces as emoji. It holds each as a *sign*: a mark for the face, then the
label that stands in its place where there is no emoji. ``bot.discord.send`` makes one or the other of it; whatever is
no message's text (buttons, options, alternative texts, files) holds labels alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bridgette import Card, Group, Suit

_RANKS = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
_SUITS = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}
_COLONS = {Group.ACES: "grand_colon", Group.FACES: "royal_colon", Group.SPOTS: "little_colon"}

FACES: tuple[str, ...] = (
    *(f"{rank}_of_{suit}" for suit in _SUITS.values() for rank in _RANKS.values()),
    *_COLONS.values(),
    *_SUITS.values(),
)
"""The names of the 55 cards and the 4 suits: of the emoji, and of the files they are made from."""

_FIRST, _END = 0xE000, "\ue0ff"
# Characters for private use, which no name holds: bot.screens.names takes them out.
_MARKS = {name: chr(_FIRST + place) for place, name in enumerate(FACES)}
_NAMES = {mark: name for name, mark in _MARKS.items()}
_SIGN = re.compile(f"([{chr(_FIRST)}-{chr(_FIRST + len(FACES) - 1)}])([^{_END}]*){_END}")


def card_face(card: Card) -> str:
    """The name of a card's face, such as ``ace_of_spades`` or ``grand_colon``."""
    if card.suit is None:
        return _COLONS[card.group]
    return f"{_RANKS[str(card.rank)]}_of_{_SUITS[card.suit]}"


def suit_face(suit: Suit) -> str:
    """The name of a suit's sign, such as ``spades``."""
    return _SUITS[suit]


def sign(face: str, label: str) -> str:
    """A face as a message's text holds it; ``label`` stands where there is no emoji."""
    return f"{_MARKS[face]}{label}{_END}"


def with_emoji(text: str, emoji: Mapping[str, str]) -> str:
    """The text with the emoji that there are, by the names of their faces, and labels in the place of the others."""
    return _SIGN.sub(lambda found: emoji.get(_NAMES[found[1]]) or found[2], text)


def with_labels(text: str) -> str:
    """The text with labels alone."""
    return with_emoji(text, {})


def faces_in(text: str) -> list[str]:
    """The faces that a text holds, in order."""
    return [_NAMES[found[1]] for found in _SIGN.finditer(text)]
