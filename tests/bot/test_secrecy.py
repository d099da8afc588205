"""R8 and R11: nobody is shown, by any way through Discord, what is hidden from them; nor does any log tell.

Two proofs. Over whole random matches all that a member can see is searched for hidden cards, after every act. And
deals are played twice with what is hidden dealt anew: whoever watches must see the same to the last character.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from simcord import MemberActor

from bot.discord import painter
from bot.discord.send import layout
from bot.features.rules.pages import PAGES
from bot.features.rules.screens import guide_screen
from bot.features.table import display
from bot.features.table.table_screen import table_screen
from bot.games import GameManager
from bot.host.logs import set_up_logging
from bot.pictures.table import table_picture
from bot.preferences import Pictures
from bot.texts import ENGLISH
from bridgette import DECK, Card, Deal, Match, MatchView, Phase
from tests.bot.conftest import Club, NewWorld
from tests.bot.driver import Chance, Player, RandomPlayer, follow, start
from tests.game import playouts
from tests.game.test_secrecy import redealt
from tests.support.seen import Seen, texts

FIRST, SECOND, WATCHER = "Zaphira", "Quillon", "Tamsin"
MEMBERS = (FIRST, SECOND, WATCHER)
SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))
COLONS = {"Grand": "GC", "Royal": "RC", "Little": "LC"}
BY_NAME = {str(card): card for card in DECK}

PUBLIC_BUTTONS = {
    "My hand",
    "Rules",
    "Follow",
    "Match record",
    "Show the play",
    "Analysis",
    "Rematch",
    "Check the shuffle",
    "Accept",
    "Decline",
    "Withdraw",
    "Join",
}

GUIDE = {
    "\n".join(texts(layout(guide_screen(ENGLISH, page, with_pictures=False), {}).to_components())) for page in PAGES
}
"""Each page of the guide as it is seen: its examples name cards, and it is the same in every match."""

PUBLIC_BUTTONS |= {ENGLISH(f"guide-go-{page.value}") for page in PAGES}
PUBLIC_BUTTONS |= {ENGLISH("guide-previous"), ENGLISH("guide-next")}

# Words that name cards and tell nothing: the examples in a refusal, the group of the up-card, the page of rules.
EXAMPLES = re.compile(r"write SA for the ace of spades, HT or H10 for the ten of hearts, GC, RC or LC for a colon")
PICTURE = re.compile(r"\w+\.png\n.*?IEND", re.DOTALL)
NOTATION = re.compile(r"(?<![A-Za-z0-9])(?:[SHDC][AKQJT2-9]|[GRL]C)(?![A-Za-z0-9])")
SYMBOLS = re.compile(r"([♠♥♦♣])((?:,? ?(?:10|[AKQJ2-9])(?![A-Za-z0-9]))+)")


def cards_in(text: str) -> set[Card]:
    """Every card that the text names: in notation, by symbol, in a list after its suit, or a colon by its word."""
    plain = re.sub(r"[*_\ufe0e\ufe0f]", "", EXAMPLES.sub("", text))
    names = set(NOTATION.findall(plain))
    for sign, ranks in SYMBOLS.findall(plain):
        names |= {SUITS[sign] + rank.replace("10", "T") for rank in re.findall(r"10|[AKQJ2-9]", ranks)}
    names |= {colon for word, colon in COLONS.items() if re.search(rf"\b{word}\b", plain)}
    return {BY_NAME[name] for name in names}


def test_the_search_finds_cards_in_every_dress() -> None:
    def found(text: str) -> str:
        return " ".join(sorted(map(str, cards_in(text))))

    assert found("♠︎ **A __10__ 2**\n♦︎ K") == "DK S2 SA ST"
    assert found('{"custom_id": "b1:play:1:12:HQ", "label": "✗ ♣︎10", "value": "GC"}') == "CT GC HQ"
    assert found("Colons: **Grand, Little**") == "GC LC"
    assert found("Up-card: ♦︎9, so the dealer draws 4 cards") == "D9"
    assert found("① 4♠︎ · ② 5♦︎ · ① Double, made exactly by X, 10 tricks; b1:call:1:7:3NT b1:mark:1:5:1a.3.1") == ""


def hidden(match: Match, seat: int | None) -> set[Card]:
    """The cards of the last deal whose places this seat, or somebody who watches, may not know."""
    if match.ended is not None:
        return set()
    deal = match.deals[-1]
    known = {deal.up_card, *(deal.play.plays if deal.play else ())}
    return set(DECK) - known - set(deal.drawn_hands[seat] if seat is not None else ())


class Everything(logging.Handler):
    """Keeps all that is logged, as it would be written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def take(self) -> list[str]:
        taken, self.lines = self.lines, []
        return taken


@pytest.fixture
def logged() -> Iterator[Everything]:
    """All that the bot logs when the host asks for everything."""
    root, bot, handler = logging.getLogger(), logging.getLogger("bot"), Everything()
    handler.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
    levels = root.level, bot.level
    set_up_logging("DEBUG")
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    root.setLevel(levels[0])
    bot.setLevel(levels[1])


@dataclass
class Watch:
    """Looks through a member's eyes after every act, and remembers what was there before the deal began."""

    world: Club
    member: MemberActor
    seat: int | None
    deals: int = 0
    seen: dict[int, str] = field(default_factory=dict)
    old: dict[int, str] = field(default_factory=dict)
    passing: list[str] = field(default_factory=list)
    """What every client in the channel was sent since the last look, also if it did not stay."""
    messages: list[Seen] = field(default_factory=list)
    """What the last look found."""
    looks: int = 0

    def __post_init__(self) -> None:
        self.world.env.backend.subscribers.append(self._note)

    def _note(self, event: str, payload: Any) -> None:
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not int(payload.get("flags", 0)) & 64:
            self.passing.append(json.dumps(payload, ensure_ascii=False, default=str))

    def leaks(self, match: Match) -> list[str]:
        """Hidden cards that the member can see now."""
        self.messages = self.world.sees(self.member)
        now = {one.id: one.raw for one in self.messages if one.text not in GUIDE}
        if len(match.deals) != self.deals:
            # What is known of the deals before stays in the channel.
            self.deals = len(match.deals)
            self.old = dict(self.seen)
        self.seen = now
        secret = hidden(match, self.seat)
        new = [raw for number, raw in now.items() if self.old.get(number) != raw]
        found = []
        for raw in [*new, *self.passing]:
            if " · totals: " in raw:
                continue  # the deal that it shows is over; and what it says is checked elsewhere
            self.looks += 1
            if leaked := cards_in(raw) & secret:
                found.append(f"{self.member.name} can see {leaked} in {raw}")
        self.passing.clear()
        return found


class Party:
    """Two random players, somebody who watches, and all three look for what they should not see."""

    def __init__(self, world: Club, rng: random.Random) -> None:
        self.world, self.rng = world, rng
        self.watcher = world[WATCHER]
        self.players = RandomPlayer(world, world[FIRST], rng), RandomPlayer(world, world[SECOND], rng)
        self.watches = [Watch(world, world[name], seat) for name, seat in zip(MEMBERS, (0, 1, None), strict=True)]

    async def begin(self) -> None:
        await start(self.world, *self.players)
        self.game_id = self.world.client.app.core.games.held[0].id  # type: ignore[attr-defined]

    async def match(self) -> Match:
        """The match as the bot holds it: the truth of what is hidden."""
        game = await self.world.client.app.core.games.find(self.game_id)  # type: ignore[attr-defined]
        return game.match

    async def act(self) -> bool:
        """One act of a player; whether there was one."""
        players = list(self.players)
        self.rng.shuffle(players)
        for player in players:
            if await player.act() is not None:
                return True
        return False

    async def leaks(self) -> list[str]:
        match = await self.match()
        return [leak for watch in self.watches for leak in watch.leaks(match)]

    def pressable(self) -> set[str]:
        """What somebody who watches could press, at the last look: nothing that tells what is legal for a player."""
        return {one.label for message in self.watches[2].messages for one in message.buttons if not one.disabled}

    async def nuisance(self) -> None:
        """Something that is refused, or is no act: by the watcher, or by a player whose turn it is not."""
        world, channel, watcher = self.world, self.world.channel, self.watcher
        match = await self.match()
        deal = match.deals[-1]
        waiting = [self.players[seat] for seat in (0, 1) if seat not in match.to_act]
        secret = self.rng.choice(self.players).panel()
        trick = self.rng.randrange(8)
        if trick == 0:
            world.assert_answered(await watcher.slash(channel, "bridgette table"))
        elif trick == 1:
            world.assert_answered(await world.press(watcher, "My hand"))
        elif trick == 2 and secret.buttons:
            # A stranger presses what is on a player's panel.
            button = self.rng.choice(secret.buttons)
            world.assert_answered(await world.forge(watcher, world.find(watcher, "My hand"), button.custom_id))
        elif trick == 3:
            for who in (watcher, *(player.member for player in waiting)):
                for command, option in (("discard", "cards"), ("call", "call"), ("play", "card")):
                    assert await who.autocomplete(channel, f"bridgette {command}", option, "") == []
        elif trick == 4 and waiting:
            # A player presses what is on the opponent's panel.
            player = waiting[0]
            theirs = self.players[1 - self.players.index(player)].panel()
            free = [one for one in theirs.buttons if not cards_in(one.custom_id)]
            if free:
                button = self.rng.choice(free)
                world.assert_answered(await world.forge(player.member, player.panel(), button.custom_id))
        elif trick == 5 and waiting:
            result = await waiting[0].member.slash(channel, "bridgette play", card=str(deal.up_card))
            world.assert_answered(result)
        elif trick == 6:
            player = self.rng.choice(self.players)
            result = await player.member.slash(channel, "bridgette call", call="eight of everything")
            world.assert_answered(result)
        else:
            await self.rng.choice(self.players).take_hand()


@pytest.mark.parametrize("seed", [11, 12, 13])
async def test_nobody_sees_a_hidden_card_in_a_whole_match(seed: int, new_world: NewWorld, logged: Everything) -> None:
    rng = random.Random(seed)
    async with new_world(below=rng.randrange, members=MEMBERS) as world:
        party = Party(world, rng)
        await party.begin()
        lines, ended = 0, False
        while not ended:
            if rng.random() < 0.25:
                await party.nuisance()
            else:
                assert await party.act(), world.reads(party.watcher)
            assert await party.leaks() == []
            assert party.pressable() <= PUBLIC_BUTTONS
            for line in logged.take():
                lines += 1
                assert not cards_in(line), line
                assert not [name for name in MEMBERS if name.lower() in line.lower()], line
            ended = (await party.match()).ended is not None
        assert min(watch.looks for watch in party.watches) > 300
        assert lines, "the bot's own log was not heard"


# ------------------------------------------------------------------------- dealing anew


def alike(text: str, names: dict[str, str]) -> str:
    """The text with Discord's ids numbered as they come, and without moments."""
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+|<t:\d+:R>", "(moment)", text)
    return re.sub(r"(?<!\d)\d{15,}", lambda found: names.setdefault(found[0], f"#{len(names)}"), text)


async def watched(
    new_world: NewWorld,
    deal: Deal,
    viewer: int | None,
    logged: Everything,
    run: int,
    pictures: Pictures = Pictures.NONE,
) -> list[str]:
    """Play the deal as far as it goes; after every act, what the viewer sees and what was logged."""
    chance = Chance(deal.dealer, [deal.deck], seed=run)
    names: dict[str, str] = {}
    pages = []
    async with new_world(below=chance, members=MEMBERS, database=f"{run}.db", pictures=pictures) as world:
        logged.take()  # what is said at the start differs: some of it is said once in a process
        players = Player(world, world[FIRST]), Player(world, world[SECOND])
        await start(world, *players)
        member = world[WATCHER] if viewer is None else players[viewer].member
        async for _ in follow(players, Match((FIRST, SECOND), (deal,)), Player.choose):
            page = [one.raw for one in world.sees(member)] + logged.take()
            pages.append(alike("\n".join(page), names))
    return pages


def in_play(seed: int) -> Deal:
    """A random deal in which some tricks were played."""
    rng = random.Random(seed)
    while True:
        states = [one for one in playouts.deal_states(rng, playouts.modest) if one.phase is Phase.PLAY]
        if states:
            return states[rng.randrange(8, 18)]


def dealt_anew(deal: Deal, viewer: int | None, seed: int) -> Deal:
    """A deal that this viewer cannot tell from the other, as far from it as can be had."""
    rng, other = random.Random(seed), deal
    for _ in range(20):
        for found in redealt(other, viewer, rng):
            other = found
    return other


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("seed", [21, 22])
async def test_all_that_is_seen_is_the_same_when_what_is_hidden_is_dealt_anew(
    viewer: int | None, seed: int, new_world: NewWorld, logged: Everything
) -> None:
    deal = in_play(seed)
    other = dealt_anew(deal, viewer, seed)
    for seat in {0, 1} - {viewer}:
        assert len(set(deal.hand(seat)) ^ set(other.hand(seat))) >= 4, "too much alike to prove anything"
        assert deal.discards[seat] != other.discards[seat]
    first = await watched(new_world, deal, viewer, logged, 1)
    second = await watched(new_world, other, viewer, logged, 2)
    assert len(first) == len(second) > 12
    for page, same in zip(first, second, strict=True):
        assert page == same


async def test_so_are_the_bytes_of_every_picture_that_is_uploaded(new_world: NewWorld, logged: Everything) -> None:
    """They come with a message's raw form; whoever watches gets the same to the last one."""
    deal = in_play(23)
    other = dealt_anew(deal, None, 23)
    first = await watched(new_world, deal, None, logged, 1, Pictures.ALL)
    second = await watched(new_world, other, None, logged, 2, Pictures.ALL)
    assert first == second
    assert len({picture for page in first for picture in PICTURE.findall(page)}) > 12


async def test_a_card_planted_in_a_picture_is_found_by_dealing_anew(
    new_world: NewWorld, logged: Everything, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = in_play(23)
    other = dealt_anew(deal, None, 23)
    pages = []
    for run, (played, another) in enumerate(((deal, other), (other, deal)), 1):
        secret = min(set(played.hand(0)) - set(another.hand(0)), key=str)

        def leaky(_: Any, view: MatchView, __: int, secret: Card = secret) -> bytes:
            board = table_picture(view)
            board.card(secret, (0, 0), 30)
            return board.png()

        with monkeypatch.context() as patch:
            patch.setattr(painter, "_draw", leaky)
            pages.append(await watched(new_world, played, None, logged, run, Pictures.ALL))
    assert pages[0] != pages[1]


# ------------------------------------------------------------------------------- power


def leaky_table(game: Any) -> Any:
    """A table that tells very little of the first player's hand: one digit. (From its view alone, no table could.)"""

    def screen(t: Any, match_id: int, view: MatchView, added: Any, picture: Any) -> Any:
        digit = sum(card.index for card in game().match.deals[-1].hand(0)) % 10
        return table_screen(t, match_id, view, added, picture).with_note(str(digit))

    return screen


async def test_dealing_anew_finds_a_small_leak(
    new_world: NewWorld, logged: Everything, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = in_play(21)
    other = dealt_anew(deal, None, 21)
    pages = []
    for run, played in enumerate((deal, other), 1):
        holder: list[Any] = []
        find = GameManager.find

        async def noted(self: Any, match_id: int, holder: list[Any] = holder, find: Any = find) -> Any:
            holder[:] = [await find(self, match_id)]
            return holder[0]

        with monkeypatch.context() as patch:
            patch.setattr(GameManager, "find", noted)
            patch.setattr(display, "table_screen", leaky_table(lambda holder=holder: holder[0]))
            pages.append(await watched(new_world, played, None, logged, run))
    assert pages[0] != pages[1]


LEAKS = {
    "in a text": lambda screen, card: screen.with_note(f"psst: {card}"),
    "in an id": lambda screen, card: type(screen)((*screen.blocks[:-1], _marked(screen.blocks[-1], card))),
}


def _marked(row: Any, card: Card) -> Any:
    first = row[0]
    return (type(first)(first.label, type(first.id)(first.id.verb, first.id.subject, 0, str(card))), *row[1:])


@pytest.mark.parametrize("where", LEAKS)
async def test_the_search_finds_one_card(where: str, new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    async with new_world(below=rng.randrange, members=MEMBERS) as world:
        party = Party(world, rng)
        await party.begin()
        assert await party.leaks() == []
        card = sorted(hidden(await party.match(), None) - hidden(await party.match(), 0), key=str)[0]

        def screen(t: Any, match_id: int, view: MatchView, added: Any, picture: Any) -> Any:
            return LEAKS[where](table_screen(t, match_id, view, added, picture), card)

        monkeypatch.setattr(display, "table_screen", screen)
        world.assert_answered(await party.watcher.slash(world.channel, "bridgette table"))
        leaks = await party.leaks()
        assert any(leak.startswith(SECOND) for leak in leaks)
        assert any(leak.startswith(WATCHER) for leak in leaks)
        assert not any(leak.startswith(FIRST) for leak in leaks), "it is this player's own card"


def test_the_libraries_stay_quiet_when_the_host_asks_for_everything(logged: Everything) -> None:
    """They would log requests and statements whole."""
    for name in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite", "sqlalchemy.engine"):
        logging.getLogger(name).debug("SA")
    logging.getLogger("bot.discord").debug("heard")
    assert logged.take() == ["bot.discord DEBUG heard"]
