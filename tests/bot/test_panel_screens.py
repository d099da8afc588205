"""Panels made for a thumb: what can be pressed, what it means, and why the rest cannot; in signs and in words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.features.table import verbs
from bot.features.table.panel_screen import panel_screen
from bot.features.table.stakes import points, points_short, stakes_lines
from bot.screens.faces import FACES, faces_in, with_emoji, with_labels
from bot.screens.message import Button, Screen, Select, Style
from bot.screens.panel import PanelState
from bot.screens.reader import PLAIN_READER, Reader
from bot.screens.symbols import bid_sign, call_words, card_words, suit_lines
from bot.texts import ENGLISH as T
from bridgette import BIDS, DECK, Bid, Contract, Deal, Match, MatchView, Phase, PlainCall, parse_call, parse_card, view
from tests.bot.conftest import Club, NewWorld
from tests.bot.test_screens import ANN, BOB, LONG, SHORT, after, labels, match_of, text
from tests.game import playouts
from tests.game.notation import auction, cards, dealt, deck
from tests.support.seen import Seen

from .scene import Scene, button_id, chance, controls, core_of, plain_deal, start

WORDS = Reader(words=True)
EMOJI = {name: f"<:{name}:1>" for name in FACES}


def panel(match: Match, seat: int, reader: Reader = PLAIN_READER, **state: Any) -> Screen:
    return panel_screen(T, PanelState(1, 1, **state), view(match, seat), reader)


def rows_of(screen: Screen) -> list[list[Button]]:
    return [list(block) for block in screen.blocks if isinstance(block, tuple)]


def buttons_of(screen: Screen, *wanted: str) -> list[Button]:
    return [one for row in rows_of(screen) for one in row if not wanted or one.id.verb in wanted]


# ------------------------------------------------------------------------------- what is shown


def test_a_hand_of_faces_stands_close_and_reads_as_before_without_them() -> None:
    hand = cards("SA SK S2 HT GC LC")
    told = suit_lines(T, hand)
    assert with_labels(told) == "♠︎ **A** **K** **2**\n♥︎ **10** · Colons: **Grand**, **Little**"
    faces = "<:ace_of_spades:1><:king_of_spades:1><:two_of_spades:1>\n<:ten_of_hearts:1> · Colons: "
    assert with_emoji(told, EMOJI) == f"{faces}<:grand_colon:1><:little_colon:1>"
    some = {name: EMOJI[name] for name in ("king_of_spades", "grand_colon")}
    assert with_emoji(told, some).split("\n")[0] == "♠︎ **A**<:king_of_spades:1> **2**", "card by card"
    assert suit_lines(T, cards("GC")) == T("hand-colons", colons=suit_lines(T, cards("GC")).removeprefix("Colons: "))
    bid = parse_call("4S")
    assert isinstance(bid, Bid)
    assert with_emoji(bid_sign(T, bid), EMOJI) == "4<:spades:1>"


def test_the_cards_of_the_exchange_are_faces_alone_in_rows_of_five() -> None:
    match = match_of(dealt(ANN, BOB, dealer=1, stock="GC S9"))
    marks = buttons_of(panel(match, 0, marked=1), verbs.MARK)
    assert len(marks) == 15
    assert [len(row) for row in rows_of(panel(match, 0))][:3] == [5, 5, 5]
    assert all(one.face and one.short == "" for one in marks)
    drawn = {str(card) for card in match.deals[0].drawn(0)}
    by_card = dict(zip(map(str, match.deals[0].hand(0)), marks, strict=True))
    assert by_card.pop("SA").style is Style.GRAVE, "picked"
    assert {card for card, one in by_card.items() if one.style is Style.MAIN} == drawn
    assert all(one.style is Style.PLAIN for card, one in by_card.items() if card not in drawn)


def test_the_cards_of_the_play_are_the_hand_with_face_and_label() -> None:
    match = match_of(after(auction(ANN, BOB, "1H Pass"), "RC S2 SQ"))
    shown = panel(match, 0)
    assert [card.label.replace("\ufe0e", "") for card in buttons_of(shown)] == [
        *("♠A", "♠K", "♥Q", "♥J", "♥4", "♦A", "♦10", "♦9", "♣A", "♣6", "♣5", "Little")
    ]
    assert all(one.face and one.short is None for one in buttons_of(shown))
    assert all((one.style is Style.PLAIN) == one.off for one in buttons_of(shown))
    told = [face for block in shown.blocks if isinstance(block, str) for face in faces_in(block)]
    held = {one.face for one in buttons_of(shown)}
    assert not held & set(told), "no second copy of the hand"
    assert "Auction" not in text(shown)
    assert "Up-card" not in text(shown)


def test_the_play_says_whose_card_and_what_is_needed() -> None:
    deal = after(auction(ANN, BOB, "1H Pass"), "RC S2 SQ")
    assert text(panel(match_of(deal), 0)).split("\n")[:3] == [
        "Bob won trick 1: Royal over your ♠2",
        "### Play to trick 2: Bob led ♠Q",
        "**1♥** by you, needs 7 tricks · won: you **0**, Bob **1**",
    ]
    waiting = text(panel(match_of(deal), 1)).split("\n")
    assert waiting[1:4] == [
        "### Waiting for Ann",
        "You led ♠Q to trick 2.",
        "**1♥** by Ann, needs 7 tricks · won: you **1**, Ann **0**",
    ]
    assert "Bob leads to trick 2." in text(panel(match_of(after(auction(ANN, BOB, "1H Pass"), "RC S2")), 0))


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("1H", "You bid 1♥."),
        ("1H X", "You doubled 1♥."),
        ("1H X XX", "You redoubled 1♥."),
        ("Pass", "You passed."),
        ("", "Ann opens the auction."),
    ],
)
def test_whoever_waits_sees_what_was_called(calls: str, said: str) -> None:
    deal = auction(ANN, BOB, calls)
    (seat,) = deal.to_act
    assert f"\n{said}\n" in text(panel(match_of(deal), 1 - seat))


# ------------------------------------------------------------------------------------ the stakes


def bid(notation: str) -> Bid:
    found = parse_call(notation)
    assert isinstance(found, Bid)
    return found


EARNED = {  # R26, as it stands in the rules
    150: "0NT 1C 1D 1H 1S",
    250: "1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 4C 4D",
    750: "3NT 4H 4S 4NT 5C 5D 5H 5S",
    1500: "5NT 6C 6D 6H 6S",
    2200: "6NT 7C 7D 7H 7S",
    2500: "7NT",
}
SIGNS = {"NT": "NT", "C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def test_every_level_says_what_its_bids_need_and_earn() -> None:
    """What the line says for each bid is what the rules' table says."""
    seen = set()
    for level in range(8):
        said = with_labels(stakes_lines(T, [level], "Bob")[0]).replace("\ufe0e", "").replace(",", "")
        found = re.fullmatch(r"-# \*\*(?:0NT|[1-7])\*\* \((\d+) tricks\): (.*?)(?: exactly \+(\d+))?", said)
        assert found is not None, said
        assert int(found[1]) == 6 + level
        assert found[3] == ("250" if level < 6 else "100" if level == 6 else None), "R27"
        lowest, *others = re.findall(r"([♣♦♥♠NT ]*?) ?(\d+)", found[2])
        told = {sign: int(lowest[1]) for sign in SIGNS.values()}
        told |= {sign: int(earned) for signs, earned in others for sign in signs.split()}
        for earned, notations in EARNED.items():
            for one in notations.split():
                if one[0] == str(level):
                    assert told[SIGNS[one[1:]]] == earned, one
                    seen.add(one)
    assert seen == set(map(str, BIDS))


def test_what_a_shortfall_costs_and_three_overtricks_earn() -> None:
    last = stakes_lines(T, [1], "Bob")[-1]
    assert last == "-# Three over +350. 1, 2 … short: 100, 200, 300, 400, 700, 1,000 for Bob."
    doubled = {"4S X": "200, 500, 800, 1,100, 2,000, 3,000", "0NT XX": "300, 700, 1,100, 1,500, 2,700, 4,000"}
    for notation, costs in doubled.items():
        name, doubling = notation.split()
        assert points_short(T, Contract(bid(name), len(doubling))) == costs, "R31"
    assert points(Contract(bid("4S"), 1), 0) == 2800, "a worked example of the rules"
    assert points(Contract(bid("0NT"), 2), 3) == 6000


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("1H", "Double: 1, 2, 3 short: 200, 500, 800 for you. Made exactly: 1,600 for Ann."),
        ("1H X", "Redouble: made exactly: 5,600 for you. 1, 2, 3 short: 300, 700, 1,100 for Bob."),
        ("7NT", "Double: 1, 2, 3 short: 200, 500, 800 for you. Made exactly: 5,800 for Ann."),
    ],
)
def test_a_double_and_a_redouble_are_red_with_their_price_right_above(calls: str, said: str) -> None:
    deal = auction(ANN, BOB, calls)
    (seat,) = deal.to_act
    shown = panel(match_of(deal), seat)
    (row,) = (row for row in rows_of(shown) if row[0].label in ("Double", "Redouble"))
    assert len(row) == 1
    assert row[0].style is Style.GRAVE
    above = shown.blocks[shown.blocks.index(tuple(row)) - 1]
    assert text(Screen((above,))) == f"-# {said}"


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("", "Pass: Bob may still bid."),
        ("Pass", "Pass: nobody scores, and Ann deals again."),
        ("1H", "Pass: Ann plays 1♥."),
        ("1H X", "Pass: you play 1♥ X."),
        ("1H X XX", "Pass: Ann plays 1♥ XX."),
    ],
)
def test_what_comes_of_a_pass_is_said(calls: str, said: str) -> None:
    deal = auction(ANN, BOB, calls)
    (seat,) = deal.to_act
    first, *_ = panel(match_of(deal), seat).blocks
    assert text(Screen((first,))).endswith(f" {said}")


# -------------------------------------------------------------------------- over whole matches


def in_auction(seed: int) -> Iterator[tuple[MatchView, Deal, int]]:
    """Every state of the auctions of a random match, from the view of whoever calls."""
    rng = random.Random(seed)
    for match in playouts.match_states(rng, playouts.TEMPERS[seed % len(playouts.TEMPERS)], ("Ann", "Bob")):
        if match.deals and match.ended is None and match.deals[-1].phase is Phase.AUCTION:
            (seat,) = match.deals[-1].to_act
            yield view(match, seat), match.deals[-1], seat


REASONS = {
    "BID_TOO_LOW": "Must rank above ",
    "SUIT_TOO_SHORT": "A suit needs 2 cards.",
    "SUIT_MISSING": "NT needs all four suits.",
    "JUMP_TOO_SHORT": "A jump needs 4.",
}


@pytest.mark.parametrize("seed", range(10))
def test_every_call_is_reached_and_every_one_that_is_off_has_its_reason(seed: int) -> None:
    for own, deal, seat in in_auction(seed):
        legal, pressed, level = set(map(str, deal.legal_calls(seat))), set(), None
        while True:
            shown = panel_screen(T, PanelState(1, 1, level=level), own)
            calls = buttons_of(shown, verbs.CALL)
            pressed |= {one.id.detail for one in calls if not one.off}
            wanted = {
                REASONS[objection.reason.name]
                for one in calls
                if one.off and (objection := deal.objection(seat, parse_call(one.id.detail))) is not None
            }
            said = text(shown)
            assert wanted == {reason for reason in REASONS.values() if reason in said}
            bids = [one for one in calls if one.id.detail[0].isdigit()]
            assert {one.style for one in bids} <= {Style.MAIN, Style.PLAIN}, "none is green, so none is green alone"
            assert rows_of(shown)[-1][0].id.detail not in ("X", "XX"), "there Refresh was a moment ago"
            assert len({one.id.detail[0] for one in bids if one.face}) <= 3
            (higher,) = [
                one for one in buttons_of(shown, verbs.LEVEL) if one.label == "Higher bids" and not one.off
            ] or [None]
            if higher is None:
                break
            level = int(higher.id.detail)
        assert pressed == legal


def test_three_levels_from_the_lowest_that_is_legal() -> None:
    def levels(calls: str, hands: tuple[str, str] = (LONG, SHORT), level: int | None = None) -> str:
        deal = auction(*hands, calls)
        (seat,) = deal.to_act
        shown = panel(match_of(deal), seat, level=level)
        calls = {one.id.detail[0] for one in buttons_of(shown, verbs.CALL)}
        return "".join(sorted(one for one in calls if one.isdigit()))

    assert levels("") == "0123"
    assert levels("", level=5) == "456"
    assert levels("", level=7) == "7"
    assert levels("", level=0) == "0123"
    assert levels("1H", (ANN, BOB)) == "123", "0NT is too low"
    assert levels("1NT", (ANN, BOB)) == "234"
    assert levels("4NT", (ANN, BOB), level=1) == "567", "a level that is gone shows the lowest"


# -------------------------------------------------------------------------------------- in words


def test_cards_and_calls_in_words() -> None:
    assert [card_words(T, parse_card(card)) for card in ("ST", "H2", "DQ", "CA", "GC", "RC", "LC")] == [
        *("10 of spades", "2 of hearts", "Queen of diamonds", "Ace of clubs"),
        *("Grand Colon", "Royal Colon", "Little Colon"),
    ]
    assert len({card_words(T, card) for card in DECK}) == 55
    said = [call_words(T, parse_call(call)) for call in ("2S", "1S", "1H", "1D", "1C", "0NT", "3NT", "Pass", "X", "XX")]
    assert said == [
        *("2 spades", "1 spade", "1 heart", "1 diamond", "1 club", "0 no trump", "3 no trump"),
        *("Pass", "Double", "Redouble"),
    ]
    assert len({call_words(T, call) for call in (*BIDS, *PlainCall)}) == 39


def test_with_words_no_button_and_no_text_holds_a_face() -> None:
    for number, match in enumerate(playouts.match_states(random.Random(4), playouts.modest, ("Ann", "Bob"))):
        if not match.deals or match.ended is not None or match.needs_deck or number % 3:
            continue
        for seat in (0, 1):
            shown = panel(match, seat, WORDS)
            assert not any(one.face for one in buttons_of(shown))
            assert not any(faces_in(block) for block in shown.blocks if isinstance(block, str))
            said = " ".join(one.label for one in buttons_of(shown, verbs.MARK, verbs.PLAY, verbs.CALL))
            assert not re.search("[♠♥♦♣]", said)


def test_the_menu_and_a_question_are_in_words_too() -> None:
    match = match_of(dealt(ANN, BOB, dealer=1, stock="GC S9"))
    (menu,) = (block for block in panel(match, 0, WORDS).blocks if isinstance(block, Select))
    assert [option.label for option in menu.options][:2] == ["Ace of spades", "King of spades"]
    assert labels(panel(match, 0, WORDS, marked=1))[0] == "✗ Ace of spades"
    assert "Really 5 clubs?" in labels(panel(match_of(auction(LONG, SHORT)), 0, WORDS, level=5, asks="5C"))
    led = match_of(after(auction(ANN, BOB, "1H Pass"), "ST"))
    assert "Play Ace of spades?" in labels(panel(led, 0, WORDS, asks="SA"))


def test_a_hand_of_25_in_words_is_shown_in_two_parts() -> None:
    match = match_of(dealt(ANN, BOB, dealer=0, stock="GC S9"))
    hand = match.deals[0].hand(0)
    assert len(hand) == 25
    found: list[str] = []
    for place in (0, 13, 24, 12):
        shown = panel(match, 0, WORDS, marked=0b101, place=place)
        marks = buttons_of(shown, verbs.MARK)
        assert str(place) in [one.id.detail.split(".")[1] for one in marks]
        found += [one.id.detail.split(".")[1] for one in marks]
        (turner,) = buttons_of(shown, verbs.OTHERS)
        assert turner.label == f"The other {25 - len(marks)} cards"
        marked, other = turner.id.detail.split(".")
        assert marked == "5"
        assert other not in [one.id.detail.split(".")[1] for one in marks]
    assert set(found) == set(map(str, range(25))), "every card has its button"
    assert not buttons_of(panel(match, 1, WORDS), verbs.OTHERS), "15 fit"


# -------------------------------------------------------------------------------- through Discord


async def with_words(world: Club, who: str = "alice") -> None:
    """That member chooses words on buttons, in another channel."""
    member, lounge = world[who], world.channels["lounge"]
    world.assert_answered(await member.slash(lounge, "bridgette me"))
    world.assert_answered(await world.press(member, "Words on buttons", channel=lounge))


async def press(scene: Scene, seat: int, label: str) -> Seen:
    scene.world.assert_answered(await scene.world.press(scene.players[seat], label, on=scene.panel(seat)))
    return scene.panel(seat)


async def test_a_deal_is_played_with_words_on_buttons(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal(), members=("alice", "bob", "carol")) as world:
        await with_words(world)
        scene = await start(world)
        await scene.open_panels()
        assert "✗" not in scene.panel(0).text
        for label in ("2 of spades", "3 of spades", "2 of diamonds", "Grand Colon"):
            await press(scene, 0, label)
        assert "♠︎3 ♠︎2 ♦︎2 Grand (4, red)" in scene.panel(0).text
        await press(scene, 0, "Discard these 4")
        assert controls(scene.panel(1), verbs.MARK)[0].label == "♠︎Q", "bob reads signs"
        await scene.discard(1)
        offered = await scene.players[0].autocomplete(scene.channel, "bridgette call", "call", "1 no")
        assert [choice["name"] for choice in offered] == ["1 no trump"]
        await press(scene, 0, "1 no trump")
        await press(scene, 1, "Pass")
        await scene.press(1, verbs.PLAY, "DQ")
        offered = await scene.players[0].autocomplete(scene.channel, "bridgette play", "card", "king")
        assert [(choice["name"], choice["value"]) for choice in offered] == [("King of diamonds", "DK")]
        await press(scene, 0, "King of diamonds")
        play = (await scene.match()).deals[-1].play
        assert play is not None
        assert list(map(str, play.plays)) == ["DQ", "DK"]


def twelve() -> Any:
    """Chance by which seat 0 deals and has 25 cards."""
    return chance(deck((ANN, BOB), dealer=0, stock="GC S9"), dealer=0)


async def test_all_of_25_cards_are_picked_by_their_words(new_world: NewWorld) -> None:
    """The choice lasts as one turns to the other cards and back, and what is typed is offered in words as well."""
    async with new_world(below=twelve(), members=("alice", "bob", "carol")) as world:
        await with_words(world)
        scene = await start(world)
        await scene.open_panels()
        hand = (await scene.match()).deals[-1].hand(0)
        assert len(hand) == 25
        await press(scene, 0, card_words(T, hand[0]))
        (other,) = controls(scene.panel(0), verbs.OTHERS)
        await press(scene, 0, other.label)
        for card in hand[-11:]:
            await press(scene, 0, card_words(T, card))
        assert "(12, red)" in scene.panel(0).text
        typed = " ".join(map(str, hand[:11]))
        offered = await scene.players[0].autocomplete(scene.channel, "bridgette discard", "cards", f"{typed} ")
        assert all(len(choice["name"]) <= 100 for choice in offered)
        names = [choice["name"] for choice in offered]
        assert f"{card_words(T, hand[10])}, {card_words(T, hand[11])} (12 of 12)" in names[0]
        assert names[0].startswith("…, ")
        for unfinished in ("queen", "SA queen of ", "SA, Queen of hearts"):
            offered = await scene.players[0].autocomplete(scene.channel, "bridgette discard", "cards", unfinished)
            assert "HQ" in [choice["value"].split()[-1] for choice in offered], unfinished
        await press(scene, 0, "Discard these 12")
        gone = (await scene.match()).deals[-1].discards[0]
        assert set(gone or ()) == {hand[0], *hand[-11:]}


@pytest.mark.parametrize("detail", ["", "0", "0.25", "0.-1", "fffffffff.1", "g.1", "1.1.1", "0.٣"])
async def test_the_other_cards_cannot_be_asked_for_by_a_made_up_id(detail: str, new_world: NewWorld) -> None:
    async with new_world(below=twelve(), members=("alice", "bob", "carol")) as world:
        scene = await start(world)
        await scene.open_panels()
        result = await scene.forge(scene.players[0], scene.panel(0), verbs.OTHERS, 0, detail)
        assert "earlier moment" in world.answer(result) or "does not belong" in world.answer(result)
        stranger = await scene.forge(world["carol"], scene.table(), verbs.OTHERS, 0, "0.1")
        said = world.answer(stranger)
        assert "only they can do that" in said
        assert not re.search("[♠♥♦♣]", said)
        # Bits beyond the hand are dropped, and what is shown is one's own hand.
        bits = await scene.forge(scene.players[0], scene.panel(0), verbs.OTHERS, 0, "7ffffff.3")
        assert "13 too many" in world.answer(bits)
        assert (await scene.match()).deals[-1].discards == (None, None)
        assert button_id(verbs.OTHERS, scene.id, 0, "7ffffff.24") == f"b1:others:{scene.id}:0:7ffffff.24"


async def test_faces_are_emoji_on_buttons_and_in_the_hand(new_world: NewWorld) -> None:
    """Where Discord has them: alone in the exchange, beside a label in the play, with the level in the auction."""
    async with new_world(below=plain_deal(), members=("alice", "bob", "carol")) as world:
        for place, name in enumerate(FACES):
            core_of(world).emoji.have(name, f"<:{name}:{10**18 + place}>")
        scene = await start(world)
        await scene.open_panels()
        cards_shown = parts(scene.panel(1), verbs.MARK)
        assert all(one["emoji"]["name"] in FACES and not one.get("label") for one in cards_shown)
        await scene.exchange()
        await scene.show()
        assert "<:ace_of_spades:" in scene.panel(0).text
        bids = {one["custom_id"].split(":")[4]: one for one in parts(scene.panel(0), verbs.CALL)}
        assert (bids["1S"]["emoji"]["name"], bids["1S"]["label"]) == ("spades", "1")
        assert "emoji" not in bids["0NT"]
        await scene.calls("1S Pass")
        await scene.show()
        led = {one["custom_id"].split(":")[4]: one for one in parts(scene.panel(1), verbs.PLAY)}
        assert (led["DQ"]["emoji"]["name"], led["DQ"]["label"]) == ("queen_of_diamonds", "♦︎Q")


def parts(seen: Seen, verb: str) -> list[dict[str, Any]]:
    """The buttons that do this, as Discord was sent them."""
    found = [one for row in seen.components[0]["components"] for one in row.get("components", [])]
    return [one for one in found if one["custom_id"].split(":")[1] == verb]
