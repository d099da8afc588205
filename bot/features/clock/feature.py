"""Shows the clock of each match, does what is due about it, and lets the opponent claim or give time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from bot.clock import Clock
from bot.discord.core import Core
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.clock import verbs
from bot.features.clock.screens import clock_buttons, clock_line, reminder_line
from bot.features.clock.timekeeper import Timekeeper
from bot.games import Follower
from bot.games.asides import Claim, MoreTime
from bot.games.kinds import kind_of
from bot.ids import ComponentId
from bot.running import SHOWN_PARTS
from bot.screens.message import plain_screen
from bot.screens.names import shown_name
from bot.screens.spots import Addition, Piece, Spot, Subject
from bot.texts import Texts
from bridgette import How, MatchView

Line = Callable[[Texts, Clock, MatchView, str, str, bool], str | None]


class ClockFeature(Feature):
    """No match can get stuck because somebody stops answering."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.timekeeper = Timekeeper(core)

    @property
    def verbs(self) -> Sequence[Verb]:
        """What the opponent may do when the time has run out."""
        return [Verb(verbs.CLAIM, self._claim), Verb(verbs.MORE, self._give)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The clock, wherever a match is shown."""
        return {
            Spot.TABLE: self._at_table,
            Spot.PANEL: self._on_panel,
            Spot.NOTICE: self._on_notice,
        }

    @property
    def follower(self) -> Follower:
        """The timekeeper."""
        return self.timekeeper

    async def go_round(self) -> None:
        """What the alarm has missed, since the database failed, say."""
        if self.timekeeper.is_due:
            await self.timekeeper.look()

    async def access_changed(self, guild_id: int) -> None:
        """A clock may stand still no longer."""
        self.timekeeper.look_again(guild_id)

    async def server_changed(self, guild_id: int) -> None:
        """Whether there is a clock at all is the server's to say."""
        await self.timekeeper.settings_changed(guild_id)

    async def clocks_shifted(self, by: timedelta) -> None:
        """The countdowns are shown anew where they are far from the truth."""
        await self.timekeeper.shifted(by, SHOWN_PARTS)

    async def ending(self) -> None:
        """Nothing more is begun."""
        self.timekeeper.stop()

    # ------------------------------------------------------------------ what is shown

    def _at_table(self, t: Texts, subject: Subject) -> list[Piece]:
        return self._shown(t, subject, clock_line)

    def _on_notice(self, t: Texts, subject: Subject) -> list[Piece]:
        return self._shown(t, subject, reminder_line)

    def _on_panel(self, t: Texts, subject: Subject) -> list[Piece]:
        """Its own clock to whoever must act, the buttons to whoever waits."""
        view = subject.view
        clock = self._clock(subject)
        if view is None or clock is None or (view.seat not in view.deal.to_act and not clock.is_run_out):
            return []
        pieces = self._shown(t, subject, clock_line)
        return [piece for piece in pieces if isinstance(piece, str)] if view.seat in view.deal.to_act else pieces

    def _shown(self, t: Texts, subject: Subject, draw: Line) -> list[Piece]:
        clock, view = self._clock(subject), subject.view
        if clock is None or view is None or view.ended is not None:
            return []
        is_void = (game := self.core.games.peek(subject.id)) is not None and kind_of(game).has_house
        line = draw(t, clock, view, self._countdown(clock.due), self._countdown(clock.end), is_void)
        return [*([] if line is None else [line]), *clock_buttons(t, clock, view, subject.id)]

    def _clock(self, subject: Subject) -> Clock | None:
        game = self.core.games.peek(subject.id)
        return None if game is None else game.clock

    def _countdown(self, at: int) -> str:
        moment = self.core.games.running.moment_of(at, self.core.clock())
        return f"<t:{round(moment.timestamp())}:R>"

    # ------------------------------------------------------------------ what may be done

    async def _claim(self, reply: Reply, press: ComponentId) -> None:
        """The match is claimed from an opponent whose time has run out."""
        game = await self.core.games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        self.core.pace.check(reply)
        after = (await self.core.games.do(game.id, Claim(seat), self.core.clock())).after
        self.core.pace.note(reply)
        ended = after.match.ended
        is_void = ended is not None and ended.how is How.VOID
        await reply.apart(plain_screen(reply.texts("clock-claimed-void" if is_void else "clock-claimed")))
        self.core.tasks.spawn(self.core.panels.refresh(after, seat), f"panel {game.id}")

    async def _give(self, reply: Reply, press: ComponentId) -> None:
        """The opponent gets one whole clock more."""
        game = await self.core.games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        self.core.pace.check(reply)
        after = (await self.core.games.do(game.id, MoreTime(seat), self.core.clock())).after
        self.core.pace.note(reply)
        name = shown_name(game.players[1 - seat].name)
        await reply.apart(plain_screen(reply.texts("clock-gave-more", name=name)))
        self.core.tasks.spawn(self.core.panels.refresh(after, seat, again=True), f"panel {game.id}")
