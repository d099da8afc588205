"""``Follow`` at the table, and the messages that tell watchers of each deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.discord.core import Core
from bot.discord.feature import Feature, Verb
from bot.discord.reply import Reply
from bot.features.watching import verbs
from bot.features.watching.herald import Herald
from bot.features.watching.screens import follow_button, followed_screen
from bot.games import Follower, Game, Refused
from bot.ids import ComponentId
from bot.screens.message import Button, plain_screen
from bot.screens.spots import Addition, Spot, Subject
from bot.texts import Texts

MOST = 50
"""Watchers of one match: so many mentions a message pings at most."""


class WatchingFeature(Feature):
    """Lets people follow a match."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._herald = Herald(core)

    @property
    def verbs(self) -> Sequence[Verb]:
        """The table's button, and the one of its answer."""
        return [Verb(verbs.FOLLOW, self._follow), Verb(verbs.UNFOLLOW, self._unfollow)]

    @property
    def additions(self) -> Mapping[Spot, Addition]:
        """The button, under the table."""
        return {Spot.TABLE: _button}

    @property
    def follower(self) -> Follower:
        """The herald."""
        return self._herald

    async def go_round(self) -> None:
        """What is still to be told."""
        await self._herald.go_round()

    async def access_changed(self, guild_id: int) -> None:
        """What was refused may work now."""
        self._herald.hurry()

    async def _follow(self, reply: Reply, press: ComponentId) -> None:
        """Follow a match from its next deal on; whoever does so already follows it no more."""
        game = await self._game(reply, press)
        if game.seat_of(reply.user_id) is not None:
            raise Refused("refused-watch-own")
        self.core.pace.check(reply)
        self.core.pace.note(reply)  # the second half of a double click would undo the first
        deal = len(game.match.deals) - 1
        match await self.core.store.watchers.follow(game.id, reply.user_id, deal, MOST):
            case "now":
                await reply.private(followed_screen(reply.texts, game.id, game.view(None)))
                if (now := self.core.games.peek(game.id)) is not None and now.match.deals[deal + 1 :]:
                    self._herald.tell_soon(game.id)  # a deal has started meanwhile
            case "already":
                await self._leave(reply, game)
            case "full":
                raise Refused("refused-watch-full", most=MOST)
            case "over":
                raise Refused("refused-match-over")

    async def _unfollow(self, reply: Reply, press: ComponentId) -> None:
        """Follow it no more; pressed again it says the same."""
        await self._leave(reply, await self._game(reply, press))

    async def _leave(self, reply: Reply, game: Game) -> None:
        await self.core.store.watchers.unfollow(game.id, reply.user_id)
        await reply.private(plain_screen(reply.texts("watch-left")))

    async def _game(self, reply: Reply, press: ComponentId) -> Game:
        """The match of the press, which must be the one of this channel: whoever can press there can see it."""
        game = await self.core.games.find(press.subject)
        if (game.place.guild_id, game.place.channel_id) != (reply.guild_id, reply.channel_id):
            raise Refused("refused-unknown-button")
        return game


def _button(t: Texts, subject: Subject) -> Button:
    return follow_button(t, subject.id)
