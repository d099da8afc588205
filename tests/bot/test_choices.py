"""Every choice can be made in every way: by buttons, with the menu, typed with autocomplete."""

from __future__ import annotations

import re

import pytest

from bridgette import Call, Card, Deal, Match, Phase, PlainCall, Reason
from tests.bot.conftest import Club, NewWorld
from tests.bot.driver import BY_SYMBOL, CALLS, SUIT_SIGNS, Chance, Player, call_word, rank, start, symbol
from tests.game.notation import deck, words

CHOICES = 25
"""What Discord shows of an autocomplete."""

WIDE = "AKQ2.K543.7654.2"
"""A hand of 4-4-4-1 without a colon."""
OTHER = "J3.AQ7.AKQ3.AK+RL"


class Table:
    """A match of which the first deal is given; both have their panels, nobody has acted."""

    def __init__(self, world: Club) -> None:
        self.world = world
        self.players = Player(world, world["alice"]), Player(world, world["bob"])

    async def begin(self) -> Table:
        await start(self.world, *self.players)
        return self

    async def match(self) -> Match:
        (game,) = self.world.client.app.core.games.held  # type: ignore[attr-defined]
        return game.match

    async def deal(self) -> Deal:
        return (await self.match()).deals[-1]

    async def exchange(self) -> None:
        """Both throw away what they drew."""
        deal = await self.deal()
        for seat in (0, 1):
            await self.players[seat].discard_by_select(deal.drawn(seat))

    async def act(self, *actions: Call | Card) -> None:
        """The players whose turn it is do these."""
        for action in actions:
            (seat,) = (await self.match()).to_act
            await self.players[seat].click(action)


def hands(first: str, second: str, *, dealer: int = 0, stock: str = "") -> Chance:
    return Chance(dealer, [deck((first, second), dealer=dealer, stock=stock)])


def bids(*texts: str) -> list[Call]:
    by_notation = {str(call): call for call in CALLS.values()}
    return [by_notation[text] for text in texts]


# ----------------------------------------------------------------------------- the auction


def offered(player: Player) -> set[str]:
    """The calls that can be pressed now, with the levels that are shown."""
    return {label for label in player.enabled() if label in CALLS}


async def reached_by_buttons(player: Player) -> set[str]:
    """Every call that can be pressed, three levels at once, from the lowest up."""
    found = offered(player)
    while "Higher bids" in player.enabled():
        before = offered(player)
        await player.press("Higher bids")
        shown = offered(player)
        assert {word for word in shown if word[0].isdigit()}, "there are higher bids, and none can be pressed"
        assert not {word for word in shown & before if word[0].isdigit()}
        found |= shown
    return found


async def reached_by_typing(player: Player, legal: tuple[Call, ...]) -> set[str]:
    """Every call that autocomplete offers, when what is wanted is typed further and further."""
    found = set()
    for typed in ("", *{str(call)[:1] for call in legal}, *map(str, legal), *map(call_word, legal)):
        choices = await player.member.autocomplete(player.world.channel, "bridgette call", "call", typed)
        assert len(choices) <= CHOICES
        assert {choice["value"] for choice in choices} <= set(words(legal)), "an illegal call is offered"
        found |= {choice["value"] for choice in choices}
    return found


async def test_the_auction_of_a_hand_with_thirty_legal_calls(new_world: NewWorld) -> None:
    async with new_world(below=hands(WIDE, OTHER)) as world:
        table = await Table(world).begin()
        await table.exchange()
        alice, bob = table.players
        legal = (await table.deal()).legal_calls(0)
        assert len(legal) == 30
        assert await reached_by_buttons(alice) == {call_word(call) for call in legal}
        assert await reached_by_typing(alice, legal) == set(words(legal))
        assert bob.enabled().keys() == {"Refresh", "Take back"}, "his discards, as long as alice has not called"


@pytest.mark.parametrize("number", [0, 1, 6, 9, 14, 17, 22, 25, 28, 29])
async def test_calls_of_every_level_can_be_made(number: int, new_world: NewWorld) -> None:
    """Even ones by buttons, odd ones typed as autocomplete offers them."""
    async with new_world(below=hands(WIDE, OTHER)) as world:
        table = await Table(world).begin()
        await table.exchange()
        alice = table.players[0]
        call = (await table.deal()).legal_calls(0)[number]
        if number % 2:
            # As autocomplete offers it.
            choices = await alice.member.autocomplete(world.channel, "bridgette call", "call", str(call))
            assert str(call) in [choice["value"] for choice in choices]
            await alice.type(call)
        else:
            await alice.click(call)
        deal = await table.deal()
        assert deal.auction is not None
        assert deal.auction.calls == (call,)


async def test_doubles_and_redoubles_by_button_and_typed(new_world: NewWorld) -> None:
    async with new_world(below=hands(WIDE, OTHER)) as world:
        table = await Table(world).begin()
        await table.exchange()
        alice, bob = table.players
        one, two = bids("1S", "2D")
        await alice.click(one)
        assert "Double" in offered(bob)
        assert await reached_by_typing(bob, (await table.deal()).legal_calls(1)) >= {"X", "Pass"}
        await bob.click(PlainCall.DOUBLE)
        assert "Redouble" in offered(alice)
        assert await reached_by_typing(alice, (await table.deal()).legal_calls(0)) >= {"XX", "Pass"}
        await alice.type(PlainCall.REDOUBLE)
        await table.act(two)
        await alice.type(PlainCall.DOUBLE)
        await bob.press("Redouble")
        assert offered(alice) == set(), "a press of a costly call is a question"
        await bob.press("Really redouble?")
        await alice.press("Pass")
        deal = await table.deal()
        assert deal.auction is not None
        assert str(deal.auction.contract) == "2DXX"


async def test_pass_and_double_are_neither_alike_nor_side_by_side(new_world: NewWorld) -> None:
    async with new_world(below=hands(WIDE, OTHER)) as world:
        table = await Table(world).begin()
        await table.exchange()
        alice, bob = table.players
        await alice.click(bids("1S")[0])
        rows = [part["components"] for part in bob.panel().components[0]["components"] if part["type"] == 1]
        (passing,) = (row for row in rows if any(button.get("label") == "Pass" for button in row))
        (doubling,) = (row for row in rows if any(button.get("label") == "Double" for button in row))
        assert passing is not doubling
        assert len(passing) == len(doubling) == 1
        assert passing[0]["style"] != doubling[0]["style"]
        kinds = [part["type"] for part in bob.panel().components[0]["components"]]
        order = bob.panel().components[0]["components"]
        places = [
            next(n for n, part in enumerate(order) if part.get("components") is row) for row in (passing, doubling)
        ]
        assert kinds[min(places) + 1 : max(places)] == [10], "a text stands between the two"


# ---------------------------------------------------------------------------- the exchange


def exchange_of_twelve() -> Chance:
    """The up-card is an ace, so that the dealer chooses 12 of 25 cards."""
    return hands("KQ2.K543.7654.2+G", "J3.Q76.AK3.K43+RL", dealer=0, stock="HA CQ")


@pytest.mark.parametrize("way", ["buttons", "select", "autocomplete"])
async def test_an_exchange_of_twelve_from_twenty_five_cards(way: str, new_world: NewWorld) -> None:
    async with new_world(below=exchange_of_twelve()) as world:
        table = await Table(world).begin()
        alice = table.players[0]
        deal = await table.deal()
        hand = deal.hand(0)
        assert (len(hand), deal.to_discard(0)) == (25, 12)
        gone = hand[::2][:12]
        if way == "buttons":
            await by_buttons(alice, hand, gone)
        elif way == "select":
            assert len(alice.panel().selects[0]["options"]) == 25
            await alice.select(hand[:5])
            await alice.select(gone)
            check_choice(alice, hand, gone)
            await alice.confirm()
        else:
            await by_autocomplete(alice, gone)
        assert set((await table.deal()).discards[0] or ()) == set(gone)
        assert f"Your discards: {' '.join(symbol(card) for card in gone)}" in alice.panel().text


async def by_buttons(player: Player, hand: tuple[Card, ...], gone: tuple[Card, ...]) -> None:
    """Pick, take one back, start again, pick: then what goes and stays is shown, and only then can it be confirmed."""
    await player.mark(hand[:3])
    await player.press(f"✗ {symbol(hand[1])}")
    check_choice(player, hand, (hand[0], hand[2]))
    await player.press("Clear")
    check_choice(player, hand, ())
    await player.mark(gone)
    check_choice(player, hand, gone)
    extra = next(card for card in hand if card not in gone)
    await player.press(symbol(extra))
    check_choice(player, hand, (*gone, extra))
    await player.press(f"✗ {symbol(extra)}")
    await player.confirm()


def check_choice(player: Player, hand: tuple[Card, ...], picked: tuple[Card, ...]) -> None:
    """The panel shows what was picked and what would remain, and can be confirmed only when the number is right."""
    panel = player.panel()
    text = re.sub(r"\*\*", "", panel.text)
    going = " ".join(symbol(card) for card in hand if card in picked)
    told = f"{going} ({len(picked)}, red)" if picked else "none yet"
    if len(picked) > 12:
        told = f"One too many, press a red card to keep it: {going}"
    assert (told if len(picked) > 12 else f"Pick 12 cards to discard: {told}") in text.splitlines()
    (staying,) = (line for line in text.splitlines() if line.startswith("-# Stays: "))
    suits = (" ".join(rank(card) for card in hand if card not in picked and str(card)[0] == suit) for suit in "SHDC")
    for sign, ranks in zip(SUIT_SIGNS.values(), suits, strict=True):
        assert (f"{sign} {ranks} · " in f"{staying} · ") if ranks else sign not in staying
    confirm = panel.button("Discard these 12")
    assert confirm is not None
    assert confirm.disabled == (len(picked) != 12)
    chosen = {option["label"] for option in panel.selects[0]["options"] if option.get("default")}
    # The menu can show no more than may be chosen in it.
    assert len(picked) > 12 or chosen == {symbol(card) for card in picked}


async def by_autocomplete(player: Player, gone: tuple[Card, ...]) -> None:
    """Nothing but choosing from what is offered, a card at a time."""
    typed = ""
    for number, card in enumerate(gone, 1):
        choices = await player.member.autocomplete(player.world.channel, "bridgette discard", "cards", typed)
        assert len(choices) <= CHOICES
        assert all(len(choice["name"]) <= 100 for choice in choices)
        fitting = [choice for choice in choices if choice["value"].split()[-1] == str(card)]
        assert len(fitting) == 1, f"card {number}, {card}, is not offered among {choices}"
        typed = fitting[0]["value"] + (" " if number < len(gone) else "")
    (last,) = await player.member.autocomplete(player.world.channel, "bridgette discard", "cards", typed)
    assert f"{len(gone)} of {len(gone)}" in last["name"]
    result = await player.member.slash(player.world.channel, "bridgette discard", cards=last["value"])
    player.world.assert_answered(result, contains=f"You discarded {' '.join(symbol(card) for card in gone)}.")


async def test_discards_typed_as_people_type(new_world: NewWorld) -> None:
    async with new_world(below=hands(WIDE, OTHER, stock="C9 C8 D2 D8 S6 H9")) as world:
        table = await Table(world).begin()
        alice, bob = table.players
        for player, text in ((bob, "♠j, grand"), (alice, "d8")):
            result = await player.member.slash(world.channel, "bridgette discard", cards=text)
            world.assert_answered(result)
        assert (await table.deal()).discards == (None, None)
        result = await bob.member.slash(world.channel, "bridgette discard", cards="j♠ , royal")
        world.assert_answered(result)
        assert set(words((await table.deal()).discards[1] or ())) == {"SJ", "RC"}


# -------------------------------------------------------------------------------- the play


async def in_play(table: Table) -> None:
    await table.exchange()
    await table.act(*bids("1S", "Pass"))


@pytest.mark.parametrize("number", [0, 1, 4, 5, 8, 11, 12])
async def test_cards_can_be_led_and_followed_by_button_or_typed(number: int, new_world: NewWorld) -> None:
    """The leader's card by a button where the number is even, else typed; the follower's the other way."""
    async with new_world(below=hands(WIDE, OTHER)) as world:
        table = await Table(world).begin()
        await in_play(table)
        leader, follower = table.players[1], table.players[0]
        ways = (leader.click, follower.type) if number % 2 == 0 else (leader.type, follower.click)
        lead = (await table.deal()).legal_cards(1)[number]
        await ways[0](lead)
        legal = (await table.deal()).legal_cards(0)
        assert {label for label in follower.enabled() if label in BY_SYMBOL} == {symbol(card) for card in legal}
        card = legal[number % len(legal)]
        offered_cards = await follower.member.autocomplete(world.channel, "bridgette play", "card", "")
        assert {choice["value"] for choice in offered_cards} == set(words(legal))
        await ways[1](card)
        deal = await table.deal()
        assert deal.play is not None
        assert deal.play.plays == (lead, card)


async def test_cards_that_may_not_be_played_are_off_and_the_text_says_why(new_world: NewWorld) -> None:
    """R21 and R22 to a follower, R23 to a leader."""
    follow_hand, lead_hand = "AKQ2.K543.765.2+L", "J3.AQ7.AKQ3.AK+GR"
    async with new_world(below=hands(follow_hand, lead_hand)) as world:
        table = await Table(world).begin()
        await in_play(table)
        leader, follower = table.players[1], table.players[0]
        by_name = {str(card): card for card in BY_SYMBOL.values()}
        await leader.play(by_name["D3"])
        off = {one.label for one in follower.panel().buttons if one.disabled and one.label in BY_SYMBOL}
        assert off == {
            symbol(card) for card in (await table.deal()).hand(0) if str(card) not in ("D7", "D6", "D5", "LC")
        }
        assert "You must follow ♦︎ diamonds, or play the Little Colon, which matches." in follower.panel().text
        refused = await follower.member.slash(world.channel, "bridgette play", card="SA")
        world.assert_answered(refused, contains="(R21)")
        await follower.play(by_name["LC"])
        text = leader.panel().text
        assert "♦︎ diamonds are barred from this lead" in text
        off = {one.label for one in leader.panel().buttons if one.disabled and one.label in BY_SYMBOL}
        assert off == {"♦︎A", "♦︎K", "♦︎Q"}
        refused = await leader.member.slash(world.channel, "bridgette play", card="DA")
        world.assert_answered(refused, contains="(R23)")
        assert (await table.deal()).objection(1, by_name["DA"]).reason is Reason.SUIT_BARRED  # type: ignore[union-attr]
        assert (await table.deal()).phase is Phase.PLAY
