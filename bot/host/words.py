"""How long lists are told in one sentence."""

from __future__ import annotations

from bot.texts import HOST

MOST = 20
"""Ids that are named; a text that is longer than a page helps nobody, and Fluent does not take it."""


def listed(ids: list[int]) -> str:
    """The ids, with commas; of many only the first, and how many more there are."""
    named = ", ".join(map(str, ids[:MOST]))
    return named if len(ids) <= MOST else HOST("ids-and-more", ids=named, count=len(ids) - MOST)
