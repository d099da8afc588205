"""The colours of the drawings. Suits differ by shape first; the colours are far apart for colour-blind eyes too."""

from __future__ import annotations

from bridgette import Suit

INK = {Suit.SPADES: "#14161c", Suit.HEARTS: "#de183c", Suit.DIAMONDS: "#0f62d6", Suit.CLUBS: "#0a641e"}
"""Of ranks and pips, on paper."""

PAPER = "#ffffff"

LIGHT = {Suit.SPADES: "#ffffff", Suit.HEARTS: "#ff8a97", Suit.DIAMONDS: "#8fc1ff", Suit.CLUBS: "#7fe3a6"}
"""Of pips that stand on the dark ground of pictures."""

EDGE = "#7b8190"
"""Around a tile: seen on light grounds and on dark ones."""

CARD_EDGE = "#c3c8d0"
"""Around a card of the pictures, whose ground is dark."""

COLON_PAPER, COLON_INK = "#4a1a86", "#ffd75a"
"""Of the colons."""

BACK_EDGE = "#e9e4f5"
"""Around the back of a card."""
