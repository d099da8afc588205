"""Bring a match quickly to the point where a test begins; what is tested is then done by clicking.

The acts before that point go straight to the bot's own game manager, which is a hundred times quicker than a click.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy as sa
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.app import App
from bot.discord.core import Core
from bot.discord.feature import Feature
from bot.discord.send import layout
from bot.features.table import verbs
from bot.features.table.feature import TableFeature
from bot.features.table.publisher import Publisher
from bot.features.table.table_screen import table_screen
from bot.games import Act, Followers, Game, Move, Resignation
from bot.ids import ComponentId
from bot.screens.spots import Spot, Subject
from bot.store.schema_choices import pings
from bot.texts import ENGLISH
from bridgette import DECK, Action, Card, Discard, Match, Phase, parse_call, parse_card
from tests.game import playouts
from tests.game.notation import deck
from tests.support.databases import beside
from tests.support.seen import Button, Seen, texts
from tests.support.world import World

F = TypeVar("F", bound=Feature)

FIRST = "AK32.AK3.AK32.A+G"
SECOND = "QJT9.QJT.QJT9.K+R"
"""Two plain hands, which both have again when they discard what they drew."""


def chance(*decks: Iterable[Card], dealer: int = 0, seed: int = 1) -> Callable[[int], int]:
    """The bot's chance: this dealer and these decks first, a fixed seed after them."""
    draws = deque([dealer])
    for cards in decks:
        wanted, left, swaps = list(cards), list(DECK), []
        for k in range(len(DECK) - 1, 0, -1):
            j = left.index(wanted[k])
            swaps.append(j)
            left[k], left[j] = left[j], left[k]
        draws.extend(swaps)
    rng = random.Random(seed)
    return lambda n: draws.popleft() if draws else rng.randrange(n)


def plain_deal(dealer: int = 0, first: str = FIRST, second: str = SECOND, stock: str = "") -> Callable[[int], int]:
    """Chance by which seat 0 is dealt ``first`` and seat 1 ``second``."""
    return chance(deck((first, second), dealer=dealer, stock=stock), dealer=dealer)


def plain_deals(count: int | None = None) -> Callable[[int], int]:
    """Chance by which each of the first matches, or every one, is dealt the plain hands.

    With a ``count`` they must all begin before a second deal; without one every deal is that one.
    """
    one, drawn = plain_deal(), 0

    def below(n: int) -> int:
        nonlocal one, drawn
        if drawn % len(DECK) == 0 and (count is None or drawn < count * len(DECK)):
            one = plain_deal()
        drawn += 1
        return one(n)

    return below


def button_id(verb: str, subject: int = 0, at: int = 0, detail: str = "") -> str:
    """A button's custom_id."""
    return str(ComponentId(verb, subject, at, detail))


@dataclass
class Scene:
    """A match in a channel: who plays, and what the bot and its database hold of it."""

    world: World
    id: int
    players: tuple[MemberActor, MemberActor]
    channel: ChannelHandle
    _rng: random.Random = field(default_factory=lambda: random.Random(7))

    @property
    def core(self) -> Core:
        """What the running bot's features share."""
        return core_of(self.world)

    async def game(self) -> Game:
        """The match as the bot knows it."""
        return await self.core.games.find(self.id)

    async def match(self) -> Match:
        """The match's value."""
        return (await self.game()).match

    async def stored(self) -> Match:
        """The match as its rows tell it."""
        from bot.games.game import rebuild

        found = await self.core.store.matches.load(self.id)
        assert found is not None
        return rebuild(found).match

    async def turn(self) -> int:
        """The one seat that is to act."""
        (seat,) = (await self.match()).to_act
        return seat

    # -- quick, without Discord

    async def act(self, seat: int, action: Action) -> None:
        """An act that is saved and not told, as if the process died in between."""
        await self.do(Move(seat, action))

    async def do(self, act: Act) -> None:
        """Any act, saved and not told."""
        with untold(self.core), self.world.env._bot_scope():
            await self.core.games.do(self.id, act, self.world.now())

    async def resign(self, member: MemberActor) -> None:
        """A player gives up; saved and not told."""
        await self.do(Resignation(self.players.index(member)))

    async def exchange(self) -> None:
        """Both discard what they drew."""
        deal = (await self.match()).deals[-1]
        for seat in (0, 1):
            await self.act(seat, Discard(deal.drawn(seat)))

    async def calls(self, text: str) -> None:
        """These calls, each by whoever is to call."""
        for word in text.split():
            await self.act(await self.turn(), parse_call(word))

    async def plays(self, text: str) -> None:
        """These cards, each by whoever is to play."""
        for word in text.split():
            await self.act(await self.turn(), parse_card(word))

    async def until(self, stop: Callable[[Match], bool]) -> None:
        """Random acts until the match is as wanted, or over."""
        match = await self.match()
        while match.ended is None and not stop(match):
            seat, action = playouts.action(self._rng, match.deals[-1], playouts.modest)
            await self.act(seat, action)
            match = await self.match()

    async def to_play(self, calls: str = "1S Pass") -> None:
        """To the first lead."""
        await self.exchange()
        await self.calls(calls)

    async def led(self) -> None:
        """To a match that is under way: before the opening lead of its first contract, giving it up would void it."""
        await self.until(lambda match: match.is_under_way)

    async def tell(self) -> None:
        """Publish what was done quickly."""
        with self.world.env._bot_scope():
            await publisher_of(self.world).publish(self.id)
        await self.world.settle()

    # -- as people do it

    async def open_panels(self) -> None:
        """Both press My hand under the table."""
        for member in self.players:
            self.world.assert_answered(await self.world.press(member, "My hand", channel=self.channel))

    async def show(self) -> None:
        """Publish, and both open their panels."""
        await self.tell()
        await self.open_panels()

    def private(self, seat: int) -> list[Seen]:
        """All that the seat's player sees alone in the match's channel, oldest first."""
        return [one for one in self.world.sees(self.players[seat], self.channel) if one.ephemeral]

    def panel(self, seat: int) -> Seen:
        """The seat's newest private message."""
        return self.world.panel(self.players[seat], self.channel)

    async def press(self, seat: int, verb: str, detail: str = "", *, on: Seen | None = None) -> InteractionResult:
        """Press the button of the seat's panel that does this; the number is whatever the panel says."""
        panel = self.world.look(on or await self.on_the_deal(seat))
        found = [one for one in controls(panel, verb) if one.custom_id.split(":")[4] == detail]
        if not found and verb == verbs.CALL and detail[0].isdigit():
            shown = next(one.custom_id.split(":")[4] for one in controls(panel, verbs.CALL))
            turners = controls(panel, verbs.LEVEL)
            turner = turners[-1] if detail > shown else turners[0]  # the bids of other levels
            await self.press(seat, verbs.LEVEL, turner.custom_id.split(":")[4], on=panel)
            return await self.press(seat, verb, detail, on=panel)
        assert found, f"no {verb} {detail} among {panel.buttons}"
        result = await self.players[seat].click(panel.handle, custom_id=found[0].custom_id)
        self.world.assert_answered(result)
        if verb == verbs.CALL and controls(self.world.look(panel), verbs.SURE):
            return await self.press(seat, verbs.SURE, detail, on=panel)
        return result

    async def on_the_deal(self, seat: int) -> Seen:
        """The seat's panel, after going on from the result of a deal."""
        panel = self.panel(seat)
        (button, *_) = controls(panel, verbs.NEXT) or [None]
        if button is None:
            return panel
        self.world.assert_answered(await self.players[seat].click(panel.handle, custom_id=button.custom_id))
        return self.panel(seat)

    async def forge(self, member: MemberActor, on: Seen, verb: str, at: int, detail: str) -> InteractionResult:
        """A click with a made-up id for this match."""
        return await self.world.forge(member, on, button_id(verb, self.id, at, detail))

    async def discard(self, seat: int) -> InteractionResult:
        """Choose what was drawn in the select, and confirm."""
        panel = await self.on_the_deal(seat)
        drawn = (await self.match()).deals[-1].drawn(seat)
        (select,) = panel.selects
        result = await self.players[seat].select(panel.handle, list(map(str, drawn)), custom_id=select["custom_id"])
        self.world.assert_answered(result)
        return await self.confirm(seat)

    async def confirm(self, seat: int) -> InteractionResult:
        """Press the button that sends the discards."""
        panel = self.panel(seat)
        (button,) = controls(panel, verbs.DISCARD)
        result = await self.players[seat].click(panel.handle, custom_id=button.custom_id)
        return self.world.assert_answered(result)

    # -- what must not change

    def public(self) -> list[str]:
        """All that anybody can see in the channel."""
        return public(self.world, self.channel)

    def tables(self) -> list[Seen]:
        """The public messages with the table's buttons."""
        onlooker = self.world.members.get("carol", self.players[0])
        return [
            one
            for one in self.world.sees(onlooker, self.channel)
            if not one.ephemeral and one.button("My hand") and one.button("Rules")
        ]

    def table(self) -> Seen:
        """The one table."""
        (one,) = self.tables()
        return one

    def notices(self, seat: int) -> list[Seen]:
        """The notices for a seat that stand in the channel."""
        mention = self.players[seat].mention
        return [one for one in self.world.sees(self.players[seat], self.channel) if mention in one.text]


@contextmanager
def untold(core: Core) -> Iterator[None]:
    """What is committed inside is told to no follower, as if the process died in between."""
    followers = core.games.followers
    core.games.followers = Followers()
    try:
        yield
    finally:
        core.games.followers = followers


def core_of(world: World) -> Core:
    """What the running bot's features share."""
    return app_of(world).core


def app_of(world: World) -> App:
    """The running bot's parts."""
    client: Any = world.client
    app: App = client.app
    return app


def feature_of(client: Any, kind: type[F]) -> F:
    """The running bot's feature of that kind."""
    (feature,) = (one for one in client.app.features if isinstance(one, kind))
    return feature


def publisher_of(world: World) -> Publisher:
    """Who shows matches in their channels."""
    return publisher_of_client(world.client)


def publisher_of_client(client: Any) -> Publisher:
    """The same, of a bot without a world."""
    return feature_of(client, TableFeature).publisher


def controls(seen: Seen, verb: str) -> list[Button]:
    """The buttons of a message that do this."""
    return [one for one in seen.buttons if one.custom_id.split(":")[1:2] == [verb]]


def enabled(seen: Seen, *wanted: str) -> list[Button]:
    """The buttons of a message that do one of these and are on."""
    return [one for verb in wanted for one in controls(seen, verb) if not one.disabled]


def public(world: World, channel: ChannelHandle | None = None) -> list[str]:
    """All that anybody can see in a channel."""
    messages = world.env.backend.messages.get((channel or world.channel).id, {}).values()
    handles = [world.look(_handle(world, one)) for one in sorted(messages, key=lambda one: one.id)]
    return [one.raw for one in handles if not one.ephemeral]


def _handle(world: World, message: Any) -> Any:
    from simcord import ResponseMessage

    return ResponseMessage(world.env, message)


class Timeless(str):
    """A text that is equal to another one but for the moments that are counted down to."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and _without_moments(self) == _without_moments(other)

    __hash__ = str.__hash__


def _without_moments(text: str) -> str:
    return re.sub(r"<t:\d+:R>", "<t>", str(text))


def table_text(core: Core, game: Game) -> Timeless:
    """The table's text as it must be now, with what all features add."""
    view = game.view(None)
    added = core.spots.at(Spot.TABLE, ENGLISH, Subject(game.id, view))
    return Timeless("\n".join(texts(layout(table_screen(ENGLISH, game.id, view, added), {}).to_components())))


TOLD = ("table_act", "settled")
"""How far people have been told, which is noted some time later."""


def rows(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the database, but for the names last seen and for how far people have been told."""
    client: Any = world.client
    tables = ("matches", "seats", "deals", "acts", "results", "deal_results", "standings", "challenges", "notices")
    with beside(client._settings.database_url) as connection:
        return {
            name: sorted(
                (
                    tuple(value for column, value in row.items() if column not in TOLD)
                    for row in connection.rows(f"SELECT * FROM {name}")
                ),
                key=str,
            )
            for name in tables
        }


async def start(world: World, first: str = "alice", second: str = "bob", channel: ChannelHandle | None = None) -> Scene:
    """A match begun as people do it: seat 0 challenges, seat 1 accepts."""
    where = channel or world.channel
    one, two = world[first], world[second]
    world.assert_answered(await one.slash(where, "bridgette challenge", opponent=two))
    result = world.assert_answered(await world.press(two, "Accept", channel=where))
    game = await core_of(world).games.in_channel(where.id)
    assert game is not None, world.answer(result)
    return Scene(world, game.id, (one, two), where)


async def forget_pings(world: World) -> None:
    """Whom anybody has challenged so far counts for nothing: for tests that begin more matches than people may."""
    async with core_of(world).store._database.write() as connection:
        await connection.execute(sa.delete(pings))


def in_phase(phase: Phase) -> Callable[[Match], bool]:
    """Whether the deal in play is in this phase."""
    return lambda match: match.deals[-1].phase is phase


def under_way(match: Match) -> bool:
    """Whether a resignation is a loss: before, it leaves the match void."""
    return match.is_under_way
