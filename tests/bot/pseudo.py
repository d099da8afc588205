"""A pseudo-language: English with accents on every letter, and a third longer. What shows a bare letter escaped it.

Whoever reads it can still read English, so a picture of it shows at a glance what does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Transformer

import bot.texts
from bot.texts import DEFAULT_LANGUAGE, Texts

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒğĥíĵķļɱñóƥɋŕšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓƤɊŔŠŤÚṼŴẊÝŽ",
)
KEPT = re.compile(r"(`[^`]*`|<[^>]*>|https?://\S+)")
"""What is the same in every language: commands, mentions and moments, addresses."""
LONGER = 3
"""A letter more for so many letters."""


def accented(text: str) -> str:
    """The text as the pseudo-language has it."""
    parts = KEPT.split(text)
    shown = "".join(part if place % 2 else part.translate(ACCENTED) for place, part in enumerate(parts))
    letters = sum(char.isalpha() for place, part in enumerate(parts) if not place % 2 for char in part)
    more = "~" * (letters // LONGER) if letters > LONGER else ""
    body = shown.rstrip()
    return body + more + shown[len(body) :]


class _Accents(Transformer):
    """Puts accents on all that is written in a message, and on none of the words it is chosen by."""

    def visit_TextElement(self, node: fluent.TextElement) -> fluent.TextElement:  # noqa: N802
        return fluent.TextElement(accented(node.value))

    def visit_Placeable(self, node: fluent.Placeable) -> fluent.Placeable:  # noqa: N802
        if isinstance(node.expression, fluent.StringLiteral):
            return fluent.Placeable(fluent.StringLiteral(node.expression.value.translate(ACCENTED)))
        return self.generic_visit(node)


def pseudo_texts() -> Texts:
    """The texts of the pseudo-language."""
    folder = files(bot.texts).joinpath(DEFAULT_LANGUAGE)
    sources = []
    for file in sorted((one for one in folder.iterdir() if one.name.endswith(".ftl")), key=lambda one: one.name):
        resource = FluentParser().parse(file.read_text("utf-8"))
        for entry in resource.body:
            # Discord knows commands by their English names; so does whoever reads of them.
            if isinstance(entry, fluent.Message) and not entry.id.name.startswith("command-"):
                _Accents().visit(entry)
        sources.append(FluentSerializer().serialize(resource))
    return Texts(sources, DEFAULT_LANGUAGE)


@contextmanager
def spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Texts]:
    """Everybody reads the pseudo-language."""
    t = pseudo_texts()
    with monkeypatch.context() as patch:
        patch.setattr(bot.texts, "_texts", lambda language: t)
        yield t
