"""The open games that are kept in memory, and which of them are the truth.

Of a server that this process holds nobody else acts in a match, so that what is kept is what the rows say. Others, such
as a match that is played in private, may be acted in by any process: what is kept of them is what was last seen, for
whoever draws it, and the rows are loaded again before anything is decided.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.games.game import Game

MOST_SEEN = 1000
"""Games of others that are kept as they were last seen; those seen longest ago go first."""


class Memory:
    """Open games by the number of their match. ``holds(guild_id)``: whether only this process acts in a server's."""

    def __init__(self, holds: Callable[[int | None], bool]) -> None:
        self._holds = holds
        self._games: dict[int, Game] = {}
        self._seen: dict[int, None] = {}
        """Those of the games that are not held."""
        self.doubts = 0
        """How often something was doubted: what was read before that may be wrong by now."""

    @property
    def all(self) -> tuple[Game, ...]:
        """Everything that is kept."""
        return tuple(self._games.values())

    def last_seen(self, match_id: int) -> Game | None:
        """The game as it was last seen here."""
        return self._games.get(match_id)

    def current(self, match_id: int) -> Game | None:
        """The game, if nobody else can have changed it."""
        game = self._games.get(match_id)
        return game if game is not None and self._holds(game.place.guild_id) else None

    def keep(self, game: Game, doubts: int) -> bool:
        """This is how the game is now; returns whether one was kept before. One that is over is not kept.

        ``doubts``: how many there were when it was read. Of one that is held nothing is kept if there are more by now.
        """
        was_kept = game.id in self._games
        self.drop(game.id)
        is_held = self._holds(game.place.guild_id)
        if not game.is_open or (is_held and doubts != self.doubts):
            return was_kept
        self._games[game.id] = game
        if not is_held:
            self._seen[game.id] = None
            if len(self._seen) > MOST_SEEN:
                self.drop(next(iter(self._seen)))
        return was_kept

    def drop(self, match_id: int) -> None:
        """Keep nothing of a match."""
        self._games.pop(match_id, None)
        self._seen.pop(match_id, None)

    def doubt(self, match_id: int) -> None:
        """What is kept may be wrong. What was only seen is never trusted, and stays: it says what is shown here."""
        self.doubts += 1
        if self.current(match_id) is not None:
            self.drop(match_id)

    def doubt_all(self) -> None:
        """Anything that is kept may be wrong."""
        for match_id in list(self._games):
            self.doubt(match_id)
