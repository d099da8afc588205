"""The one catalogue of texts for people: Fluent files, one for each language, English first."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

DEFAULT_LOCALE = "en"


class Texts:
    """The texts of one language; ``texts("deal-of", number=2)`` formats one.

    Raises ``LookupError`` for a text that does not exist and ``ValueError`` for an argument it lacks, both of
    them bugs.
    """

    def __init__(self, locale: str) -> None:
        self.locale = locale
        # No isolation marks around every argument: names bring their own (bot.screens.names), the rest is ours.
        self._bundle = FluentBundle([locale], use_isolating=False)
        source = files(__package__).joinpath(f"{locale}.ftl").read_text("utf-8")
        self._bundle.add_resource(FluentResource(source))

    def __call__(self, key: str, /, **arguments: Any) -> str:
        """The text with its arguments filled in."""
        message = self._bundle.get_message(key)
        if message.value is None:
            raise LookupError(key)
        text, errors = self._bundle.format_pattern(message.value, arguments)
        if errors:
            raise ValueError(f"{key}: {errors[0]}")
        return str(text)


@cache
def _texts(locale: str) -> Texts:
    return Texts(locale)


@cache
def texts_for(locale: str) -> Texts:
    """The texts in the language of a Discord locale such as ``en-GB``, else in English."""
    language = locale.partition("-")[0]
    available = files(__package__).joinpath(f"{language}.ftl")
    return _texts(language if language.isalpha() and available.is_file() else DEFAULT_LOCALE)


ENGLISH = _texts(DEFAULT_LOCALE)
"""English, for the host's terminal and wherever no locale is known."""
