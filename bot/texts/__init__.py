"""The one catalogue of texts for people: Fluent files, a folder for each language and in it a file for each feature.

English comes first; what a translation lacks is said in English. What only a host reads stands in a folder of its
own that nobody translates.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from babel.numbers import format_decimal
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.resolver import Pattern, SelectExpression

DEFAULT_LANGUAGE = "en"
HOST_TEXTS = "host"
"""The folder of what is read at the terminal."""

_LOCALE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", re.ASCII)


class Texts:
    """The texts of one language; ``texts("deal-of", deal=2)`` formats one.

    Raises ``LookupError`` for a text that no language has and ``ValueError`` for an argument that it lacks, both of
    them bugs.
    """

    def __init__(self, folder: str, locale: str, fallback: Texts | None = None) -> None:
        self.locale = locale
        self._fallback = fallback
        # No isolation marks around every argument: names bring their own (bot.screens.names), the rest is ours.
        self._bundle = FluentBundle([locale], use_isolating=False)
        self._counted: dict[str, frozenset[str]] = {}
        for file in sorted(files(__package__).joinpath(folder).iterdir(), key=lambda file: file.name):
            if file.name.endswith(".ftl"):
                self._bundle.add_resource(FluentResource(file.read_text("utf-8")))

    def __call__(self, key: str, /, **arguments: Any) -> str:
        """The text with its arguments filled in."""
        if not self._bundle.has_message(key) and self._fallback is not None:
            return self._fallback(key, **arguments)
        message = self._bundle.get_message(key)
        if message.value is None:
            raise LookupError(key)
        counted = self._counted.get(key)
        if counted is None:
            counted = self._counted[key] = _counted(message.value)
        for name, value in arguments.items():
            if type(value) is int and name not in counted:
                arguments[name] = _figure(self.locale, value)
        text, errors = self._bundle.format_pattern(message.value, arguments)
        if errors:
            raise ValueError(f"{key}: {errors[0]}")
        return str(text)


@lru_cache(maxsize=4096)
def _figure(locale: str, number: int) -> str:
    """A whole number as the language writes it. Fluent does the same, but looks everything up anew for each one."""
    return str(format_decimal(number, locale=locale.replace("-", "_")))


def _counted(pattern: Pattern) -> frozenset[str]:
    """The arguments on which a text makes a choice, such as that of a plural: they must stay numbers."""
    found: set[str] = set()
    parts: list[Any] = [pattern]
    while parts:
        part = parts.pop()
        if isinstance(part, SelectExpression):
            found |= set(_names(part.selector))
            parts.extend(variant.value for variant in part.variants)
        parts.extend(getattr(part, "elements", ()))
        if (inner := getattr(part, "expression", None)) is not None:
            parts.append(inner)
    return frozenset(found)


def _names(selector: Any) -> list[str]:
    """The arguments in a selector, also those inside a function such as ``NUMBER``."""
    call = getattr(selector, "arguments", None)
    if call is not None:
        return [name for argument in call.positional for name in _names(argument)]
    return [selector.id.name]


@cache
def _texts(language: str) -> Texts:
    return Texts(language, language, None if language == DEFAULT_LANGUAGE else _texts(DEFAULT_LANGUAGE))


@cache
def texts_for(locale: str) -> Texts:
    """The texts for a Discord locale: those of ``zh-TW`` itself, else of ``zh``, else English.

    A language written in several scripts must not be shown in the wrong one, so ``zh-TW`` never gets ``zh-CN``.
    """
    if _LOCALE.fullmatch(locale):
        for language in (locale, locale.partition("-")[0]):
            if _has(files(__package__).joinpath(language)):
                return _texts(language)
    return _texts(DEFAULT_LANGUAGE)


def _has(folder: Traversable) -> bool:
    return (
        folder.name != HOST_TEXTS and folder.is_dir() and any(file.name.endswith(".ftl") for file in folder.iterdir())
    )


ENGLISH = _texts(DEFAULT_LANGUAGE)
"""English, for the names of commands and wherever no locale is known."""

HOST = Texts(HOST_TEXTS, DEFAULT_LANGUAGE)
"""What a host reads at the terminal and in the log, and what the demo says."""
