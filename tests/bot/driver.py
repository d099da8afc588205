"""Players who act as people do: they look at what they are shown, and click, choose or type.

Nothing here knows how the bot names its buttons inside: a player finds a card by its symbol and a call by its word.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence

from simcord import InteractionResult, MemberActor

from bridgette import BIDS, DECK, Bid, Call, Card, Discard, Match, Pair, PlainCall, Seat
from tests.support.seen import Button, Seen
from tests.support.world import World

SUIT_SIGNS = {"S": "♠︎", "H": "♥︎", "D": "♦︎", "C": "♣︎"}
COLON_NAMES = {"GC": "Grand", "RC": "Royal", "LC": "Little"}
CALL_WORDS = {PlainCall.PASS: "Pass", PlainCall.DOUBLE: "Double", PlainCall.REDOUBLE: "Redouble"}

Action = Discard | Call | Card

CLICKED = 24
"""Cards of a deal that somebody plays; the two of the last trick are forced, and play themselves."""


def symbol(card: Card) -> str:
    """The card as people read it."""
    name = str(card)
    return COLON_NAMES.get(name) or SUIT_SIGNS[name[0]] + rank(card)


def spoken(card: Card) -> str:
    """The card as it stands in a sentence."""
    return f"the {symbol(card)} Colon" if card.is_colon else symbol(card)


def rank(card: Card) -> str:
    """The card's rank as people read it."""
    return str(card)[1].replace("T", "10")


def call_word(call: Call) -> str:
    """The call as people read it."""
    if not isinstance(call, Bid):
        return CALL_WORDS[call]
    strain = str(call.strain)
    return f"{call.level}{SUIT_SIGNS.get(strain, strain)}"


BY_SYMBOL = {symbol(card): card for card in DECK}
CALLS: dict[str, Call] = {call_word(call): call for call in (*BIDS, *PlainCall)}
"""Every call by its word."""


class Chance:
    """The bot's chance, so arranged that these first dealer and decks come of it; after them it is random."""

    def __init__(self, dealer: Seat, decks: Iterable[Sequence[Card]], seed: int = 0) -> None:
        self._due = [dealer]
        for deck in decks:
            self._due += draws(deck)
        self._rng = random.Random(seed)

    def __call__(self, n: int) -> int:
        if not self._due:
            return self._rng.randrange(n)
        value = self._due.pop(0)
        assert value < n, "the bot draws in another order than the driver expects"
        return value


def draws(deck: Sequence[Card]) -> list[int]:
    """The numbers for which the shuffle gives this deck: it is a Fisher-Yates from the last card down."""
    cards, found = list(DECK), []
    for k in range(len(cards) - 1, 0, -1):
        j = cards.index(deck[k])
        cards[k], cards[j] = cards[j], cards[k]
        found.append(j)
    return found


class Player:
    """A member at the table."""

    def __init__(self, world: World, member: MemberActor) -> None:
        self.world, self.member = world, member
        self._panel: Seen | None = None

    # ------------------------------------------------------------------ looking

    def panel(self) -> Seen:
        """My panel as it is now; the newest where the one that I had was replaced."""
        seen = self.world.sees(self.member)
        if self._panel is None or self._panel.id not in {one.id for one in seen}:
            # A sentence that only tells something, at most with a way to the panel, is none.
            panels = [one for one in seen if one.ephemeral and {button.label for button in one.buttons} - {"My hand"}]
            self._panel = panels[-1] if panels else self.world.panel(self.member)
        return self.world.look(self._panel)

    def take(self, panel: Seen) -> None:
        """From now on this message is my panel."""
        self._panel = panel

    async def take_hand(self) -> None:
        """Ask for my hand under the table."""
        self.world.assert_answered(await self.world.press(self.member, "My hand"))
        self._panel = None  # another one has come, wherever the button was
        self.panel()

    def enabled(self) -> dict[str, Button]:
        """What I can press now, by its label."""
        return {one.label: one for one in self.panel().buttons if not one.disabled}

    # ------------------------------------------------------------------- acting

    async def press(self, label: str) -> InteractionResult:
        """Press a button of my panel, which must be one that can be pressed."""
        panel = self.panel()
        found = panel.button(label)
        assert found is not None, f"no {label!r} among {panel.buttons} below:\n{panel.text}"
        assert not found.disabled, f"{label!r} is off:\n{panel.text}"
        return self.world.assert_answered(await self.member.click(panel.handle, custom_id=found.custom_id))

    async def go_on(self) -> None:
        """From a deal's result on to the next deal, whose panel is another message."""
        if "Next deal" in self.enabled():
            await self.press("Next deal")
            self._panel = self.world.panel(self.member)

    async def mark(self, cards: Iterable[Card]) -> None:
        """Pick cards to go, a button each."""
        for card in cards:
            await self.press(symbol(card))

    async def select(self, cards: Iterable[Card]) -> None:
        """Pick all the cards to go in the menu."""
        panel = self.panel()
        (menu,) = panel.selects
        values = {option["label"]: option["value"] for option in menu["options"]}
        chosen = [values[symbol(card)] for card in cards]
        result = await self.member.select(panel.handle, values=chosen, custom_id=menu["custom_id"])
        self.world.assert_answered(result)

    async def confirm(self) -> InteractionResult:
        """Let the picked cards go."""
        return await self.press(next(label for label in self.enabled() if label.startswith("Discard these ")))

    async def discard_by_buttons(self, cards: Sequence[Card]) -> InteractionResult:
        """Discard, a button a card."""
        await self.go_on()
        await self.mark(cards)
        return await self.confirm()

    async def discard_by_select(self, cards: Sequence[Card]) -> InteractionResult:
        """Discard with the menu."""
        await self.go_on()
        await self.select(cards)
        return await self.confirm()

    async def call(self, call: Call) -> InteractionResult:
        """Call: after going to its level where that is not shown; a costly call is asked about."""
        if isinstance(call, Bid):
            while self.panel().button(call_word(call)) is None:
                shown = next(label for label in (one.label for one in self.panel().buttons) if label in CALLS)
                await self.press("Higher bids" if call_word(call) > shown else "Lower bids")
        result = await self.press(call_word(call))
        sure = f"Really {call_word(call) if isinstance(call, Bid) else call_word(call).lower()}?"
        return await self.press(sure) if sure in self.enabled() else result

    async def play(self, card: Card) -> InteractionResult:
        """Play a card."""
        return await self.press(symbol(card))

    async def type(self, action: Action) -> InteractionResult:
        """Do it by a typed command; my panel follows."""
        if isinstance(action, Discard):
            command, option, text = "discard", "cards", " ".join(map(str, action.cards))
        elif isinstance(action, Card):
            command, option, text = "play", "card", str(action)
        else:
            command, option, text = "call", "call", str(action)
        result = await self.member.slash(self.world.channel, f"bridgette {command}", **{option: text})
        self.world.assert_answered(result)
        if self._panel is None:
            assert result.response is not None
            self._panel = self.world.look(result.response)
        return result

    async def click(self, action: Action) -> InteractionResult:
        """Do it by buttons alone."""
        if isinstance(action, Discard):
            return await self.discard_by_buttons(action.cards)
        return await (self.play(action) if isinstance(action, Card) else self.call(action))

    async def choose(self, action: Action) -> InteractionResult:
        """Do it with the menu where there is one, else by buttons."""
        return await (self.discard_by_select(action.cards) if isinstance(action, Discard) else self.click(action))


class RandomPlayer(Player):
    """A player who does anything that their panel lets them do."""

    def __init__(self, world: World, member: MemberActor, rng: random.Random) -> None:
        super().__init__(world, member)
        self.rng = rng

    async def act(self) -> Action | None:
        """One whole action, if there is something to do; the action."""
        await self.go_on()
        panel, on = self.panel(), self.enabled()
        if panel.selects:
            return await self._discard(panel)
        if cards := [BY_SYMBOL[label] for label in on if label in BY_SYMBOL]:
            card = self.rng.choice(cards)
            await self.play(card)
            return card
        if "Pass" in on:
            return await self._call()
        return None

    async def _discard(self, panel: Seen) -> Discard:
        hand = [BY_SYMBOL[option["label"]] for option in panel.selects[0]["options"]]
        found = re.search(r"Pick (\d+) cards", panel.text)
        assert found is not None, panel.text
        action = Discard(tuple(self.rng.sample(hand, int(found[1]))))
        await self.rng.choice((self.choose, self.click, self.type) if len(action.cards) < 5 else (self.choose,))(action)
        return action

    async def _call(self) -> Call:
        turners = [label for label in self.enabled() if label.endswith(" bids")]
        if turners and self.rng.random() < 0.2:
            await self.press(self.rng.choice(turners))
        words = {word: call for word, call in CALLS.items() if word in self.enabled()}
        doubles = [word for word in ("Double", "Redouble") if word in words]
        word = self.rng.choice(doubles if doubles and self.rng.random() < 0.4 else list(words))
        await self.call(words[word])
        return words[word]


async def start(world: World, first: Player, second: Player) -> None:
    """A challenge, accepted; both have their panels."""
    challenge = await first.member.slash(world.channel, "bridgette challenge", opponent=second.member)
    world.assert_answered(challenge)
    world.assert_answered(await world.press(second.member, "Accept"))
    second.take(world.panel(second.member))
    await first.take_hand()


Way = Callable[[Player, Action], Awaitable[InteractionResult]]
"""How a player does what is to be done: ``Player.click``, ``Player.choose`` or ``Player.type``."""


async def follow(
    players: Pair[Player], record: Match, way: Way, *, dealer_first: bool = False
) -> AsyncIterator[tuple[Match, Seat, Action]]:
    """Play what a record says; after each act comes the match as it must be now, who acted and what they did.

    ``dealer_first``: the dealer is the first of the two to discard, who may choose in either order (R11).
    """
    match = Match(record.players).begin_deal(record.deals[0].deck, record.deals[0].dealer)
    for index, deal in enumerate(record.deals):
        order = (deal.dealer, 1 - deal.dealer) if dealer_first else (1 - deal.dealer, deal.dealer)
        actions: list[Action] = [Discard(deal.discards[seat] or ()) for seat in order]
        actions += deal.auction.calls if deal.auction else ()
        plays = deal.play.plays if deal.play else ()
        actions += plays[:CLICKED]
        for number, action in enumerate(actions):
            seat = order[number] if number < 2 else next(iter(match.to_act))
            await way(players[seat], action)
            match = match.after(seat, action)
            for forced in plays[CLICKED:] if number == len(actions) - 1 else ():
                match = match.after(next(iter(match.to_act)), forced)
            if match.needs_deck:
                match = match.begin_deal(record.deals[index + 1].deck)
            yield match, seat, action
