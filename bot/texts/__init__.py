"""The one catalogue of texts for people: Fluent files, a folder for each language and in it a file for each feature.

English comes first; what a translation lacks is said in English. What only a host reads stands in a folder of its
own that nobody translates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

DEFAULT_LANGUAGE = "en"
HOST_TEXTS = "host"
"""The folder of what is read at the terminal."""

REMEMBERED = 8192
"""Texts with their arguments that each language remembers: those of the deals in play of a few dozen matches."""


class Texts:
    """The texts of one language; ``texts("late-answer")`` gives one, with its arguments filled in.

    Raises ``LookupError`` for a text that no language has, and ``ValueError``, which names the text, for one with an
    argument that is missing or that Fluent does not take (no text or number, or longer than 2,500 characters). Both
    are bugs.
    """

    def __init__(self, sources: list[str], locale: str, fallback: Texts | None = None) -> None:
        self.locale = locale
        self._fallback = fallback
        # A language that Babel does not know gets the plurals and numbers of English, and not those of the machine.
        # No isolation marks around every argument: names bring their own (bot.screens.names), the rest is ours.
        self._bundle = FluentBundle([locale, DEFAULT_LANGUAGE], use_isolating=False)
        for source in sources:
            self._bundle.add_resource(FluentResource(source))
        self._own = frozenset(key for key in _keys(sources))
        self._sources = sources
        if fallback is not None:
            # For what a text here refers to and only the other language has; what is there already stays.
            for source in fallback._sources:
                self._bundle.add_resource(FluentResource(source))
        # Every act draws anew what mostly stays as it was, and Fluent is slow, with numbers above all.
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._tell)

    @classmethod
    def of_folder(cls, folder: Traversable, locale: str, fallback: Texts | None = None) -> Texts:
        """The texts of all ``.ftl`` files in a folder; ``fallback`` has those that it lacks."""
        sources = sorted((file for file in folder.iterdir() if file.name.endswith(".ftl")), key=lambda file: file.name)
        return cls([file.read_text("utf-8") for file in sources], locale, fallback)

    def __call__(self, key: str, /, **arguments: Any) -> str:
        """The text with its arguments filled in."""
        if self._fallback is not None and key not in self._own:
            return self._fallback(key, **arguments)
        try:
            return self._remembered(key, **arguments)
        except TypeError:  # an argument that cannot be remembered is none that Fluent takes
            return self._tell(key, **arguments)

    def _tell(self, key: str, /, **arguments: Any) -> str:
        pattern = self._bundle.get_message(key).value if self._bundle.has_message(key) else None
        if pattern is None:
            raise LookupError(key)
        text, errors = self._bundle.format_pattern(pattern, arguments)
        if errors:
            raise ValueError(f"{key}: {errors[0]}")
        return str(text)


def _keys(sources: list[str]) -> Iterator[str]:
    """The keys of all messages."""
    for source in sources:
        yield from _KEY.findall(source)


_KEY = re.compile(r"^([a-z][a-z0-9-]*) =", re.MULTILINE)


@cache
def languages() -> frozenset[str]:
    """The languages that there are texts in, by the names of their folders."""
    folders = (one for one in files(__package__).iterdir() if one.is_dir() and one.name != HOST_TEXTS)
    return frozenset(one.name for one in folders if any(file.name.endswith(".ftl") for file in one.iterdir()))


def texts_for(locale: str) -> Texts:
    """The texts for a locale as Discord writes it: those of ``zh-TW`` itself, else of ``zh``, else English.

    A language written in several scripts must not be shown in the wrong one, so ``zh-TW`` never gets ``zh-CN``.
    """
    for language in (locale, locale.partition("-")[0]):
        if language in languages():
            return _texts(language)
    return ENGLISH


@cache
def _texts(language: str) -> Texts:
    return Texts.of_folder(
        files(__package__).joinpath(language), language, None if language == DEFAULT_LANGUAGE else ENGLISH
    )


ENGLISH = _texts(DEFAULT_LANGUAGE)
"""English, for the names of commands and wherever no locale is known."""

HOST = Texts.of_folder(files(__package__).joinpath(HOST_TEXTS), DEFAULT_LANGUAGE)
"""What a host reads at the terminal and in the log, and what the demo says."""
