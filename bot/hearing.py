"""What follows from the news of other processes: what is kept and shown here is looked at again."""

from __future__ import annotations

from bot.catch_up import CatchUp
from bot.discord.core import Core


class Hearing:
    """The ears of a bot that is not alone (:class:`bot.store.news.Ears`)."""

    def __init__(self, core: Core, catch_up: CatchUp) -> None:
        self._core, self._catch_up = core, catch_up

    def listen(self) -> None:
        """Hear the news of others from now on, where there are such."""
        self._core.store.news.listen(self)

    async def look_for_thinkers(self) -> None:
        """Look whether thinkers live: they commit too, so that from then on there are others."""
        await self._core.elsewhere.look()
        self.listen()

    def heard(self, match_id: int, guild_id: int | None) -> None:
        """A match that is kept or shown here, or whose table is this process's work, is looked at again."""
        games, lease = self._core.games, self._core.store.lease
        if self._core.elsewhere.heard(match_id):
            return  # the house waits for it
        if games.peek(match_id) is not None or (guild_id is not None and lease.holds(guild_id)):
            games.lose_track(match_id)

    def chosen(self, user_id: int) -> None:
        """What somebody has chosen is read anew, and their panels follow."""
        self._core.store.persons.forget(user_id)
        self._core.redraw(user_id)

    def forgotten(self, user_id: int) -> None:
        """Nothing is kept of somebody whom another process has forgotten."""
        self._core.store.erasure.keep_nothing(user_id)
        self._core.forget_person(user_id)

    def missed(self) -> None:
        """All that was kept may be out of date."""
        core = self._core
        core.store.keep_nothing()
        core.readers.forget_all()
        core.tasks.spawn(self._catch_up.missed(), "compare")
