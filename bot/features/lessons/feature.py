"""A newcomer's panel explains what comes up: in the first deals, and until the person says that they know the game."""

from __future__ import annotations

from collections.abc import Mapping

from bot.discord.feature import Feature
from bot.discord.readers import Readers
from bot.features.lessons.screens import lesson
from bot.games import Follower, Happened
from bot.screens.spots import Addition, Spot, Subject
from bot.texts import Texts


class LessonsFeature(Feature):
    """Adds one line to the panel."""

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The line."""
        return {Spot.PANEL: self._line}

    @property
    def follower(self) -> Follower:
        """Whoever notes that a match is over."""
        return Ends(self.core.readers)

    @staticmethod
    def _line(t: Texts, subject: Subject) -> str | None:
        view, reader = subject.view, subject.reader
        return lesson(t, view) if view is not None and reader.learns(view) and not reader.noted else None


class Ends:
    """A follower by which the deals of a match that is over are counted among those that its players have played."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    def happened(self, what: Happened) -> None:
        """Let what is remembered of the players be looked up anew."""
        if not what.after.is_open:
            for player in what.after.players:
                if player.user_id is not None:
                    self._readers.forget(player.user_id)

    async def catch_up(self, match_id: int) -> None:
        """Nothing: what this process does not remember it looks up."""
