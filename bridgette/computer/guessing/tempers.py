"""The people that an opponent may be in an auction: nobody knows which, so each drawn hand is given one of them.

Whoever takes every opponent for the baseline doubles and redoubles on a picture that fits few others, and is doubled
in turn.
"""

from __future__ import annotations

from bridgette.computer.guessing.bids import EVEN, Temper

LIKE_US = Temper(opening=0.3, later=0.3, doubled=-1.2, defence=0.45, double=200.0, redouble=200.0, sharp=True)
"""A quick imitation of the sampling players' own calls, fitted to those of experts among themselves."""
OURS = LIKE_US
"""How the own part of an auction is imagined."""
BOLD = Temper(opening=0.7, later=0.7, doubled=0.8, defence=0.5, double=60.0, redouble=60.0)
"""Bids high, stays when doubled, doubles and redoubles lightly."""
TIMID = Temper(opening=-0.7, later=-0.7, defence=-0.5, double=-60.0, redouble=-60.0)
"""The opposite."""

TEMPERS = (LIKE_US, EVEN, LIKE_US, BOLD, LIKE_US, TIMID, LIKE_US, EVEN)
"""The opponents, each as often as it is taken to be met; hands that are drawn one after another take turns."""
