"""Turn notices: a new message that pings a player who does not see that it is their turn.

When half of the clock has run, another one reminds, and pings once more; when it has run out, that one tells so.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial

from bot.clock import Stage
from bot.discord.core import Core
from bot.discord.failures import DISCORD_FAILS, Hope, hope_for, name_of
from bot.discord.send import NO_PINGS, only
from bot.features.table.direct import Direct
from bot.features.table.small_screens import notice_screen
from bot.games import Game
from bot.screens.message import Screen
from bot.screens.spots import NOTHING_ADDED, Spot, Subject
from bot.store import Notice, Place
from bot.texts import Texts
from bridgette import Seat

PATIENCE = timedelta(minutes=5)
"""How long a player with a live panel may take before a notice."""

log = logging.getLogger(__name__)


class Notices:
    """Keeps at most one notice for each turn, and removes it when the turn is over."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._direct = Direct(core)

    def is_waited_for(self, game: Game, seat: Seat) -> bool:
        """Whether somebody at the seat must act and has no notice of it. The house, and who was forgotten, get none."""
        has_reader = game.players[seat].user_id is not None
        return has_reader and seat in game.match.to_act and not self._tells_all(game, seat)

    def are_all_told(self, game: Game) -> bool:
        """Whether whoever must act has been told by a notice, so that nothing more is to come."""
        return not any(self.is_waited_for(game, seat) for seat in (0, 1))

    def may_be_due(self, game: Game) -> bool:
        """Whether time has made a notice due that is not there."""
        return (self._is_late(game) or game.clock.stage is not Stage.RUNNING) and not self.are_all_told(game)

    async def update(self, texts: Texts, game: Game) -> None:
        """Remove the notices of turns that are over, post those that are due, and let the others follow the clock."""
        for seat in (0, 1):
            notice = game.shown.notices.get(seat)
            if notice is not None and not self._stands(game, seat):
                await self.remove(game.place, notice)
                game.shown.notices.pop(seat, None)
                game.shown.stale_notices.discard(seat)
                notice = None
            if not self.is_waited_for(game, seat):
                continue
            stage = game.clock.stage
            if notice is None:
                is_due = stage is not Stage.RUNNING or self._is_late(game)
                if is_due or not self._core.panels.is_live(game, seat):
                    await self._post(texts, game, seat, pings=stage is not Stage.RUN_OUT)
            elif (notice.stage, stage) == (Stage.RUNNING, Stage.REMINDED):
                await self._post(texts, game, seat, pings=True)
                await self._delete(game.place, notice)
            else:
                await self._follow(texts, game, seat, notice)

    def _stands(self, game: Game, seat: Seat) -> bool:
        """Whether the seat's notice is there and is about what it has to do now."""
        notice = game.shown.notices.get(seat)
        return notice is not None and seat in game.match.to_act and notice.decision == game.decisions[seat]

    def _tells_all(self, game: Game, seat: Seat) -> bool:
        """Whether the notice stands, and shows how far the clock has come."""
        notice = game.shown.notices.get(seat)
        is_right = notice is not None and notice.stage is game.clock.stage and seat not in game.shown.stale_notices
        return is_right and self._stands(game, seat)

    def _is_late(self, game: Game) -> bool:
        # A turn that began in the future tells that the clock was set back; nobody need wait until then.
        return abs(self._core.clock() - game.since) > PATIENCE

    def _screen(self, texts: Texts, game: Game, seat: Seat) -> Screen:
        view = game.view(None)
        added = self._core.spots.at(Spot.NOTICE, texts, Subject(game.id, view))
        mention = f"<@{game.players[seat].user_id or 0}>"
        if game.clock.stage is Stage.RUNNING:
            added = NOTHING_ADDED
        return notice_screen(texts, game.id, view, seat, mention, added)

    async def _post(self, texts: Texts, game: Game, seat: Seat, *, pings: bool) -> None:
        """A new notice; a reminder of the clock pings nobody who does not want that."""
        user_id, decision, stage = game.players[seat].user_id or 0, game.decisions[seat], game.clock.stage
        if pings and stage is Stage.REMINDED:
            pings = (await self._core.store.persons.get(user_id)).reminders
        channel = self._core.client.get_partial_messageable(game.place.channel_id or 0, guild_id=game.place.guild_id)
        nonce = f"n{game.id}.{seat}.{decision}"
        if stage is not Stage.RUNNING:
            # The same decision may see several of these, once there was more time for it.
            nonce += f"{stage.value[-1]}{game.number}"
        message = await self._core.sender.send(
            channel.send,
            self._screen(texts, game, seat),
            only(user_id) if pings else NO_PINGS,
            nonce=nonce,
            silent=not pings or await self._core.readers.is_quiet(user_id),
        )
        if pings:
            self._direct.tell_soon(texts, game, seat, message.id)
        await self._note(game, Notice(game.id, seat, decision, message.id, self._core.clock(), stage))

    async def _note(self, game: Game, notice: Notice) -> None:
        game.shown.notices[notice.seat] = notice
        game.shown.stale_notices.discard(notice.seat)
        note = partial(
            self._core.store.matches.set_notice,
            notice.match_id,
            notice.seat,
            notice.decision,
            notice.message_id,
            notice.posted_at,
            notice.stage,
        )
        game.shown.unnoted.append(note)
        await note()
        game.shown.unnoted.remove(note)

    async def _follow(self, texts: Texts, game: Game, seat: Seat, notice: Notice) -> None:
        """Let a notice that stands tell how far the clock has come; one that takes no edit is replaced, quietly."""
        channel = self._core.client.get_partial_messageable(game.place.channel_id or 0, guild_id=game.place.guild_id)
        try:
            await self._core.sender.edit(
                channel.get_partial_message(notice.message_id).edit, self._screen(texts, game, seat)
            )
        except DISCORD_FAILS as error:
            if hope_for(error) is not Hope.NONE:
                raise
            await self._post(texts, game, seat, pings=False)
            await self._delete(game.place, notice)
            return
        await self._note(game, replace(notice, stage=game.clock.stage))

    async def _delete(self, place: Place, notice: Notice) -> None:
        channel = self._core.client.get_partial_messageable(place.channel_id or 0, guild_id=place.guild_id)
        try:
            await channel.get_partial_message(notice.message_id).delete()
        except DISCORD_FAILS as error:
            log.info("notice stays match=%s failure=%s", notice.match_id, name_of(error))

    async def remove(self, place: Place, notice: Notice) -> None:
        """Forget a notice, and delete its message if that can be done."""
        await self._core.store.matches.drop_notice(notice.match_id, notice.seat)
        await self._delete(place, notice)
