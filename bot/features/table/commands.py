"""The table's commands: my hand, the table again, typed acts, giving up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import describe, rename

from bot.discord.reply import Reply
from bot.discord.servers import missing_permission, permission_name
from bot.features.table import completion
from bot.features.table.buttons import show_act
from bot.features.table.direct import confess
from bot.features.table.notation import typed_call, typed_card, typed_cards
from bot.features.table.publisher import Publisher
from bot.features.table.small_screens import Listed, Turn, did, elsewhere_screen, matches_screen, resign_screen
from bot.games import Game, Mine, Move, Refused
from bot.games.kinds import kind_of
from bot.ids import ComponentId
from bot.screens.message import plain_screen
from bot.texts import ENGLISH, Texts
from bridgette import Action, Discard, Seat

if TYPE_CHECKING:
    from bot.features.table.feature import TableFeature


class TableCommands:
    """The commands, and what they do."""

    def __init__(self, feature: TableFeature, publisher: Publisher) -> None:
        self._feature = feature
        self._core = feature.core
        self._publisher = publisher

    @property
    def commands(self) -> Sequence[app_commands.Command[Any, ..., Any]]:
        """All of them, for the tree."""
        run = self._feature.run

        async def hand(interaction: discord.Interaction) -> None:
            await run(interaction, "hand", self._hand)

        async def table(interaction: discord.Interaction) -> None:
            await run(interaction, "table", self._table, on_server=True)

        @rename(cards=ENGLISH("command-discard-cards"))
        @describe(cards=ENGLISH("command-discard-cards-about"))
        async def discard(interaction: discord.Interaction, cards: str) -> None:
            await run(interaction, "discard", lambda reply: self._type(reply, lambda: Discard(typed_cards(cards))))

        @rename(call=ENGLISH("command-call-call"))
        @describe(call=ENGLISH("command-call-call-about"))
        async def make_call(interaction: discord.Interaction, call: str) -> None:
            await run(interaction, "call", lambda reply: self._type(reply, lambda: typed_call(call)))

        @rename(card=ENGLISH("command-play-card"))
        @describe(card=ENGLISH("command-play-card-about"))
        async def play(interaction: discord.Interaction, card: str) -> None:
            await run(interaction, "play", lambda reply: self._type(reply, lambda: typed_card(card)))

        async def resign(interaction: discord.Interaction) -> None:
            await run(interaction, "resign", self._resign)

        add = self._feature.command
        return [
            add("hand", hand),
            add("table", table),
            add("discard", discard, cards=self._offering(completion.discard_choices)),
            add("call", make_call, call=self._offering(completion.call_choices)),
            add("play", play, card=self._offering(completion.card_choices)),
            add("resign", resign),
        ]

    # ------------------------------------------------------------------ what they do

    async def _hand(self, reply: Reply) -> None:
        """This channel's match, else the only one, else a list of all."""
        await self._show_or_list(reply, await self._my_games(reply), 0)
        await confess(self._core, reply)

    async def turn_list(self, reply: Reply, press: ComponentId) -> None:
        """Another page of one's matches; of several nothing may be left meanwhile, or a single one."""
        await self._show_or_list(reply, await self._all_my_games(reply), press.at)

    async def _show_or_list(self, reply: Reply, mine: Mine, page: int) -> None:
        if len(mine.games) > 1:
            is_here = self._core.servers.get(reply.guild_id) is not None
            matches = [self._listed(game, seat, is_here=is_here) for game, seat in mine.games]
            await reply.private(matches_screen(reply.texts, matches, page))
            return
        game, seat = _only(mine)
        await self._core.panels.show(reply, game, seat)

    def _listed(self, game: Game, seat: Seat, *, is_here: bool) -> Listed:
        """A match in the list; ``is_here``: the list is read on the match's own server, or else anywhere."""
        place, turn = game.place, Turn.MINE if seat in game.match.to_act else Turn.OTHERS
        name, link = game.players[1 - seat].name, f"https://discord.com/channels/{place.guild_id}/{place.channel_id}"
        if place.channel_id is None:
            return Listed(game.id, name, None, turn, kind_of(game).value)
        if self._core.servers.get(place.guild_id) is None and self._core.store.lease.covers(place.guild_id):
            turn = Turn.NOBODYS
        return Listed(game.id, name, f"<#{place.channel_id}>" if is_here else link, turn)

    async def _table(self, reply: Reply) -> None:
        """The table anew, at the bottom of the channel, or why it could not be posted."""
        game = await self._core.games.in_channel(reply.channel_id)
        if game is None:
            raise Refused("table-none")
        t = reply.texts
        in_thread = isinstance(reply.interaction.channel, discord.Thread)
        missing = missing_permission(reply.interaction.app_permissions, in_thread=in_thread)
        if missing is not None:
            raise Refused("refused-bot-permission", permission=permission_name(t, missing))
        await reply.private(plain_screen(t("table-here")))
        # Not as work in hand, of which nobody may have much: a channel may keep the bot waiting for long.
        self._core.tasks.spawn(self._move_table(reply, game), f"table {game.id}")

    async def _move_table(self, reply: Reply, game: Game) -> None:
        t, before = reply.texts, game.shown.table
        await self._publisher.publish(game.id, fresh_table=True)
        if game.is_open and game.shown.table is before:
            await reply.tell(self._not_posted(t, game))
            return
        game = self._core.games.peek(game.id) or game
        seat = game.seat_of(reply.user_id)
        if seat is not None and game.is_open:
            await self._core.panels.show_below(reply, game, seat)  # the panel stays by the table

    def _not_posted(self, t: Texts, game: Game) -> str:
        """That the table could not be posted, with the likely permission where one is known to be missing."""
        server = self._core.servers.get(game.place.guild_id)
        missing = None if server is None else server.missing_permission(game.place.channel_id or 0)
        if missing is None:
            return t("table-not-posted-plain")
        return t("table-not-posted", permission=permission_name(t, missing))

    async def _type(self, reply: Reply, read: Callable[[], Action]) -> None:
        """An action typed in notation; one for a match elsewhere is asked about first."""
        game, seat = _meant(await self._my_games(reply), reply)
        action = read()
        if game.place.channel_id not in (reply.channel_id, None):
            Move(seat, action).apply(game.match)  # what cannot be done is refused at once, with its reason
            channel = f"<#{game.place.channel_id}>"
            await reply.private(
                elsewhere_screen(reply.texts, game.id, game.decisions[seat], game.view(seat), action, channel)
            )
            return
        self._core.pace.check(reply)
        happened = await self._core.games.do(game.id, Move(seat, action), self._core.clock())
        self._core.pace.note(reply)
        await show_act(self._core, reply, happened, seat, said=did(reply.texts, action))

    async def _resign(self, reply: Reply) -> None:
        game, seat = _meant(await self._my_games(reply), reply)
        channel = None if game.place.channel_id in (reply.channel_id, None) else f"<#{game.place.channel_id}>"
        counts = kind_of(game).counts
        await reply.private(resign_screen(reply.texts, game.id, game.view(seat), channel, counts=counts))

    async def _my_games(self, reply: Reply) -> Mine:
        """The open games of whoever asks: this channel's alone if they play in it, else all of them."""
        here = await self._core.store.matches.open_in(reply.channel_id)
        if here is not None and any(player.user_id == reply.user_id for player in here.players):
            game = await self._core.games.find(here.id)
            return Mine([(game, game.own_seat(reply.user_id))], [])
        return await self._all_my_games(reply)

    async def _all_my_games(self, reply: Reply) -> Mine:
        """The open games of whoever asks: on a server those there and the private ones; elsewhere all of them."""
        is_here = self._core.servers.get(reply.guild_id) is not None
        return await self._core.games.of_player(reply.user_id, reply.guild_id if is_here else None)

    def _offering(self, choices: completion.Choices) -> Any:
        """The autocompletion for the match that a command means."""

        async def complete(reply: Reply, current: str) -> list[app_commands.Choice[str]]:
            game, seat = _meant(await self._my_games(reply), reply)
            return choices(reply.texts, game, seat, current, await self._core.readers.of(game, seat))

        return complete


def _meant(mine: Mine, reply: Reply) -> tuple[Game, Seat]:
    """The game that a command means: where there is no server, the one that is private is at home. Raises as below."""
    private = [one for one in mine.games if one[0].place.channel_id is None]
    return _only(Mine(private, []) if len(private) == 1 and not reply.guild_id else mine)


def _only(mine: Mine) -> tuple[Game, Seat]:
    """The one game that a command means. Raises :class:`Refused` when there is none, or several elsewhere."""
    if len(mine.games) > 1:
        raise Refused("refused-several-matches")
    if mine.games:
        return mine.games[0]
    if mine.damaged:
        raise Refused("refused-damaged-match", match=str(mine.damaged[0]))
    raise Refused("hand-none")
