"""A button below every match's result: how anybody can check its shuffle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.fairness import verbs
from bot.features.fairness.screens import shuffle_screen
from bot.games import Refused, seal_of
from bot.games.kinds import Kind
from bot.ids import ComponentId
from bot.screens.message import Button
from bot.screens.spots import Addition, Spot, Subject
from bot.texts import Texts
from bridgette.shuffle import DAILY


class FairnessFeature(Feature):
    """Tells how to check the cards of a match that is over."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The button."""
        return [Verb(verbs.CHECK, self._check)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The button, where the match ends, however that came."""
        return {Spot.MATCH_RESULT: _button, Spot.VOID: _button, Spot.DAY: _opened_button}

    async def _check(self, reply: Reply, press: ComponentId) -> None:
        """Show the shuffle to whoever asks, that of a private match to its player; nothing of it before the end."""
        row = await self.core.store.matches.get(press.subject)
        if row is not None and row.place.channel_id is None:
            people = [player.user_id for player in row.players if not player.is_house]
            if people and reply.user_id not in people:
                raise Refused("refused-no-such-match")
        # Not by way of the game: a match whose rows are damaged has its shuffle all the same.
        seal = await seal_of(self.core.store, press.subject)
        if seal is not None and seal.secret is None:
            raise Refused("refused-day-sealed" if seal.method == DAILY else "refused-match-open")
        await reply.apart(shuffle_screen(reply.texts, seal))  # beside the result, which may be private as well


def _button(t: Texts, subject: Subject) -> Button | None:
    """Below a match's end; a day has its own place, since it is opened later, and a lesson was never shuffled."""
    return None if subject.kind in (Kind.DAILY.value, Kind.LESSON.value) else _opened_button(t, subject)


def _opened_button(t: Texts, subject: Subject) -> Button:
    return Button(t("button-check-shuffle"), ComponentId(verbs.CHECK, subject.id))
