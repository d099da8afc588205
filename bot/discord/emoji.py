"""The application's emoji of cards and suits, as far as Discord has them at the moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class Emoji:
    """Which faces can be shown as emoji. Empty at first, and again once Discord has refused one of them."""

    def __init__(self) -> None:
        self._markup: dict[str, str] = {}
        self._listeners: list[Callable[[], object]] = []

    @property
    def markup(self) -> Mapping[str, str]:
        """What a message's text holds for each face, by the face's name."""
        return self._markup

    def have(self, face: str, markup: str) -> None:
        """A face can be shown."""
        self._markup[face] = markup

    def lack(self, face: str) -> None:
        """A face cannot be shown: its emoji is gone."""
        self._markup.pop(face, None)

    def listen(self, listener: Callable[[], object]) -> None:
        """Tell whoever uploads them when they have been refused."""
        self._listeners.append(listener)

    def refused(self) -> None:
        """Discord did not take a message because of an emoji: labels stand for all until it is known what there is."""
        self._markup.clear()
        for listener in self._listeners:
            listener()
