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


class FairnessFeature(Feature):
    """Tells how to check the cards of a match that is over."""

    @property
    def verbs(self) -> Sequence[Verb]:
        """The button."""
        return [Verb(verbs.CHECK, self._check)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The button, where the match ends, however that came."""
        return {Spot.MATCH_RESULT: _button, Spot.VOID: _button}

    async def _check(self, reply: Reply, press: ComponentId) -> None:
        """Show the shuffle to whoever asks; nothing of it before the end."""
        # Not by way of the game: a match whose rows are damaged has its shuffle all the same.
        seal = await seal_of(self.core.store, press.subject)
        if seal is not None and seal.secret is None:
            raise Refused("refused-match-open")
        await reply.private(shuffle_screen(reply.texts, seal))


def _button(t: Texts, subject: Subject) -> Button | None:
    """Nothing in a lesson, which is prepared and was never shuffled."""
    return (
        None
        if subject.kind == Kind.LESSON.value
        else Button(t("button-check-shuffle"), ComponentId(verbs.CHECK, subject.id))
    )
