"""Hypothesis draws the same examples on every run here too, and has no deadline."""

import tests.game.conftest  # noqa: F401
