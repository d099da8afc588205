"""Reading a language's Fluent files as they are written, to compare languages and to find what is never used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

Catalogue = dict[str, fluent.Message]


def read(folder: Path) -> Catalogue:
    """Every message of a language. Raises ``ValueError`` for what Fluent cannot read and for one there twice."""
    found: Catalogue = {}
    for file in sorted(folder.glob("*.ftl")):
        for entry in FluentParser().parse(file.read_text("utf-8")).body:
            if isinstance(entry, fluent.Junk):
                raise ValueError(f"{file.name}: cannot be read: {entry.content!r}")
            if isinstance(entry, fluent.Message):
                if entry.id.name in found:
                    raise ValueError(f"{file.name}: {entry.id.name} is there twice")
                found[entry.id.name] = entry
    return found


class _Parts(Visitor):
    """Collects what a message refers to."""

    def __init__(self) -> None:
        self.arguments: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:  # noqa: N802
        self.arguments.add(node.id.name)

    def visit_MessageReference(self, node: fluent.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


def parts(message: fluent.Message) -> _Parts:
    """The arguments and the other messages that a message names itself."""
    found = _Parts()
    found.visit(message)
    return found


def arguments(catalogue: Catalogue, key: str) -> set[str]:
    """The arguments that a message needs, also through the messages that it names."""
    own = parts(catalogue[key])
    return own.arguments.union(*(arguments(catalogue, name) for name in own.messages if name in catalogue))


def differences(english: Catalogue, other: Catalogue) -> Iterator[str]:
    """What is wrong with a translation: messages that only one of the two has, and arguments that differ."""
    for key in sorted(english.keys() ^ other.keys()):
        yield f"{key} is {'missing' if key in english else 'not in English'}"
    for key in sorted(english.keys() & other.keys()):
        wanted, found = arguments(english, key), arguments(other, key)
        for name in sorted(wanted ^ found):
            yield f"{key}: ${name} is {'missing' if name in wanted else 'not in English'}"
