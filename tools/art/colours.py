"""The colours of the drawings. Suits differ by shape first; the colours are far apart for colour-blind eyes too."""

from __future__ import annotations

from bridgette import Suit

INK = {Suit.SPADES: "#14161c", Suit.HEARTS: "#d51238", Suit.DIAMONDS: "#0f62d6", Suit.CLUBS: "#06560d"}
"""Of ranks and pips, on paper."""

PAPER = "#ffffff"

LIGHT = {Suit.SPADES: "#ffffff", Suit.HEARTS: "#ff8391", Suit.DIAMONDS: "#6fa6ff", Suit.CLUBS: "#9af58c"}
"""Of pips that stand on the dark ground of pictures."""

EDGE = "#6b7180"
"""Around a tile: seen on light grounds and on dark ones."""

CARD_EDGE = "#c3c8d0"
"""Around a card of the pictures, whose ground is dark."""

COLON_PAPER, COLON_INK = "#4a1a86", "#ffd75a"
"""Of the colons."""

BACK_EDGE = "#e9e4f5"
"""Around the back of a card."""
