"""The button **Hint** of a match alone: what the expert would do, from the player's own view.

Never in a match against a person, nor at a public table, nor in the deal of the day, whoever asks and however.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.hints import verbs
from bot.features.hints.screens import hint_note
from bot.games import Refused, note_commit
from bot.games.kinds import Kind, kind_of
from bot.games.thinker import TooMuch
from bot.ids import ComponentId
from bot.screens.message import Button
from bot.screens.spots import Addition, Spot, Subject
from bot.texts import Texts
from bridgette.computer.advice.hint import hint


class HintsFeature(Feature):
    """Tells what the expert would do."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The button."""
        return [Verb(verbs.HINT, self._hint)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The button, where something is to be decided; and at the match's end that there were hints."""
        return {Spot.PANEL: _button, Spot.MATCH_RESULT: _used}

    async def _hint(self, reply: Reply, press: ComponentId) -> None:
        """Think, note that a hint is given, and only then give it; the deal counts apart from then on."""
        games = self.core.games
        game = await games.find(press.subject)
        seat = game.own_seat(reply.user_id)
        if not kind_of(game).may_hint:
            raise Refused("refused-hint")
        decision = game.decisions[seat]
        game.check_decision(seat, decision)
        view = game.view(seat)
        try:
            found = await self.core.elsewhere.hint(game, seat)
            if found is None:
                found = await self.core.thinker.run(hint, view, match_id=game.id)
        except TooMuch:
            raise Refused("refused-thinking") from None
        game = await games.find(press.subject)
        game.check_decision(seat, decision)  # or what was thought about is over
        await self.core.store.hints.note(game.id, len(view.deals) - 1, seat)
        note_commit()
        state = self.core.panels.choice(game, seat)
        await self.core.panels.show(reply, game, seat, state=state, note=hint_note(reply.texts, view, found))
        self.core.pace.note(reply)  # the buttons have moved


def _button(t: Texts, subject: Subject) -> Button | None:
    view = subject.view
    if view is None or view.ended is not None or view.seat not in view.to_act or subject.deal is not None:
        return None
    return Button(t("button-hint"), ComponentId(verbs.HINT, subject.id)) if Kind(subject.kind).may_hint else None


def _used(t: Texts, subject: Subject) -> str | None:
    deals = subject.reader.hinted
    return f"-# {t('hints-used', deals=deals)}" if deals else None
