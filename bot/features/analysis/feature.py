"""The button **Analysis** below a deal's result: private to whoever presses it, page by page, and growing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import WeakValueDictionary

from bot.discord.core import Core
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.analysis import verbs
from bot.features.analysis.growing import Growing
from bot.features.analysis.looks import Look, Looks
from bot.features.analysis.screens import Analysed, Told, analysis_screen
from bot.games import Game, Refused, check_told
from bot.games.kinds import Kind, kind_of
from bot.games.thinker import TooMuch
from bot.ids import ComponentId
from bot.screens.message import Button, Screen
from bot.screens.spots import Addition, Spot, Subject
from bot.texts import Texts
from bridgette import DealView


class AnalysisFeature(Feature):
    """Tells what was right in a deal that is over: to anybody with all cards known, to a player what could be known."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._looks = Looks(core.thinker, core.elsewhere, core.tasks)
        self._growing: WeakValueDictionary[int, Growing] = WeakValueDictionary()
        """Answers that grow, by message: another page takes the place of the one before."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The button, and those that turn the page."""
        return [Verb(verbs.ANALYSE, self._open), Verb(verbs.ANALYSIS_PAGE, self._turn)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The button, below every finished deal that may be analysed, and on a day that is opened."""
        return {Spot.DEAL_RESULT: _button, Spot.DAY: _opened_button}

    async def _open(self, reply: Reply, press: ComponentId) -> None:
        """A message of its own, whatever message was clicked."""
        await self._show(reply, press.subject, press.at, 0, is_first=True)

    async def _turn(self, reply: Reply, press: ComponentId) -> None:
        """Another page, in the place of the one that was clicked if that is the clicker's own."""
        page = int(press.detail) if press.detail.isdecimal() and len(press.detail) < 3 else 0
        is_own = reply.is_on_private and reply.shows(verbs.ANALYSIS_PAGE)
        await self._show(reply, press.subject, press.at, page, is_first=not is_own)

    async def _show(self, reply: Reply, match_id: int, deal: int, page: int, *, is_first: bool) -> None:
        game = await self.core.games.find(match_id)
        await check_told(self.core.store, game, reply.user_id, reply.channel_id)
        self._check(game, deal)
        try:
            found = await self._looks.judged(game, deal)
        except TooMuch:
            raise Refused("refused-thinking") from None
        seat = game.seat_of(reply.user_id)
        look = None if seat is None else self._looks.of(game, deal, seat)
        analysed = Analysed(game.id, game.view(None), deal, found, seat, None)

        def drawn() -> Screen:
            return analysis_screen(reply.texts, analysed._replace(look=_told(look)), page)

        screen = drawn()
        sent = await (reply.apart(screen) if is_first else reply.private(screen))
        message = sent.message_id or 0
        before = self._growing.pop(message, None)
        if before is not None:
            before.is_over = True
        if look is None or look.is_over:
            return
        growing = Growing(self.core, reply.interaction.token, sent, screen, drawn)
        self._growing[message] = look.growing[message] = growing
        growing.stir()  # something may have come up while the answer was on its way

    @staticmethod
    def _check(game: Game, deal: int) -> None:
        """Refuse a deal that is not over, or is none to analyse. Raises :class:`Refused`."""
        kind, deals = kind_of(game), game.view(None).deals
        if deal >= len(deals) or deals[deal].reveal is None:
            raise Refused("refused-deal-open")
        if not kind.may_analyse or not _was_chosen(deals[deal]):
            raise Refused("refused-analysis")


def _told(look: Look | None) -> Told | None:
    return None if look is None else Told(look.progress, look.has_failed)


def _was_chosen(deal: DealView) -> bool:
    """Whether the deal got as far as that both had discarded."""
    return deal.reveal is not None and None not in deal.reveal.discards


def _button(t: Texts, subject: Subject) -> Button | None:
    """Below a deal that is over; of a day's deal nothing is given to analyse before its day is over."""
    kind = Kind(subject.kind)
    return None if not kind.may_analyse or kind.waits_for_day else _opened_button(t, subject)


def _opened_button(t: Texts, subject: Subject) -> Button | None:
    """Below a deal that got so far that there is something to analyse."""
    view, deal = subject.view, subject.deal
    if view is None or deal is None or not _was_chosen(view.deals[deal]):
        return None
    return Button(t("button-analysis"), ComponentId(verbs.ANALYSE, subject.id, deal))
