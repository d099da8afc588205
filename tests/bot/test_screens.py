"""What the screens say, word for word, in states chosen for it; whole matches are read in test_whole_matches."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.features.challenges.screens import closed_challenge_screen, open_challenge_screen
from bot.features.leaderboard.screens import figures_screen, leaderboard_screen
from bot.features.table import verbs
from bot.features.table.panel_screen import panel_screen
from bot.features.table.play_screen import play_screen
from bot.features.table.presses import read_action
from bot.features.table.result_screens import deal_screen, match_screen, record_screen, result_words, score_lines
from bot.features.table.small_screens import (
    Listed,
    Turn,
    did,
    did_screen,
    elsewhere_screen,
    matches_screen,
    notice_screen,
    resign_screen,
)
from bot.features.table.table_screen import table_screen, table_words, void_screen
from bot.ids import ComponentId
from bot.results import BestDeal, Figures, Opponent, Page, Standing
from bot.screens.faces import with_labels
from bot.screens.message import MOST_COMPONENTS, Attachment, Button, Picture, Screen, Select, plain_screen
from bot.screens.names import look_alike, plain_name, shown_name
from bot.screens.panel import PanelState
from bot.screens.spots import Added, Spot, Spots, Subject
from bot.screens.symbols import card_name, card_symbol, contract_symbol
from bot.screens.words import Words, objection_text, refusal
from bot.texts import ENGLISH as T
from bot.values import Challenge, ChallengeState, Person
from bridgette import (
    Action,
    Contract,
    Deal,
    Discard,
    Ending,
    Format,
    How,
    Match,
    Objection,
    PlainCall,
    Reason,
    Suit,
    parse_call,
    parse_card,
    score_deal,
    view,
)
from bridgette.calls import Bid
from tests.game import playouts
from tests.game.notation import auction, call, cards, dealt

# Hands of 13, by seat; the colons are shared out so that all of them can be seen.
ANN, BOB = "AK2.QJ4.AT9.A65+L", "QJT.AK9.KQJ.KQJ+R"

# Hands of which the first may bid anything but spades, and the second nothing high.
LONG, SHORT = "A.AKQJ.AKQJ.AKQJ", "KQJT98765432.2.."


def bid(text: str) -> Bid:
    found = parse_call(text)
    assert isinstance(found, Bid)
    return found


def match_of(*deals: Deal) -> Match:
    return Match(("Ann", "Bob"), deals)


def after(deal: Deal, plays: str) -> Deal:
    """The deal after these cards, each played by the seat whose turn it is."""
    for card in cards(plays):
        (seat,) = deal.to_act
        deal = deal.after(seat, card)
    return deal


def text(screen: Screen) -> str:
    """All that the screen says, without the marks around names and after signs."""
    said = with_labels("\n".join(block for block in screen.blocks if isinstance(block, str)))
    return re.sub("[\u2068\u2069\ufe0e]", "", said)


def labels(screen: Screen) -> list[str]:
    """The labels of all buttons, those that are off in brackets."""
    return [
        (f"({one.label})" if isinstance(one, Button) and one.off else one.label).replace("\ufe0e", "")
        for row in screen.blocks
        if isinstance(row, tuple)
        for one in row
    ]


def menus(screen: Screen) -> list[str]:
    """What stands in the select menus while nothing is chosen."""
    return [block.placeholder for block in screen.blocks if isinstance(block, Select)]


def panel(match: Match, seat: int, **state: Any) -> Screen:
    return panel_screen(T, PanelState(1, 1, **state), view(match, seat))


def table(deal: Deal) -> str:
    return text(table_screen(T, 1, view(match_of(deal), None)))


# ------------------------------------------------------------------------------- the exchange


def test_the_exchange() -> None:
    match = match_of(dealt(ANN, BOB, dealer=1, stock="GC S9"))
    shown = table(match.deals[0])
    assert shown.startswith("### Deal 1 of 6\n① Ann against ② Bob\n")
    assert shown.endswith(
        "\n**Ann · Bob: choose your discards.**\n"
        "Dealer: Bob. Up-card: the Grand Colon, so the dealer draws 12 cards\n"
        "Ann drew 2 cards and still has to choose\nBob drew 12 cards and still has to choose\n"
        "-# Totals: Ann 0 · Bob 0"
    )
    chosen = match.after(0, Discard(match.deals[0].drawn(0)))
    assert "Ann drew 2 cards and has chosen what goes\nBob drew 12 cards and still" in table(chosen.deals[0])
    waiting = text(panel(chosen, 0))
    assert waiting.startswith(
        "-# Deal 1 of 6 · you 0 · Bob 0\n### Waiting for Bob\nYou have discarded; Bob still has to ch"
    )
    assert (
        "\n♠ **A** **K** **2**\n♥ **Q** **J** **4**\n♦ **A** **10** **9**\n♣ **A** **6** **5** · Colons: **Little**\n"
        in waiting
    )
    assert "Your discards: ♠9 Grand" in waiting


def test_picking_discards() -> None:
    match = match_of(dealt(ANN, BOB, dealer=1, stock="GC S9"))
    nothing, one, both = (panel(match, 0, marked=marked) for marked in (0, 1, 3))
    assert text(nothing).split("\n") == [
        "-# Deal 1 of 6 · up-card the Grand Colon: Bob deals and draws 12, you draw 2.",
        "You drew: Grand ♠9 (blue)",
        "**Pick 2 cards to discard:** none yet",
        "-# Stays: ♠ A K 9 2 · ♥ Q J 4 · ♦ A 10 9 · ♣ A 6 5 · Colons: Grand, Little",
    ]
    assert labels(nothing)[-2:] == ["(Discard these 2)", "(Clear)"]
    assert "\n**Pick 2 cards to discard:** ♠A (1, red)\n-# Stays: ♠ K 9 2 · ♥ Q" in text(one)
    assert "\n**Pick 2 cards to discard:** ♠A ♠K (2, red)\n-# Stays: ♠ 9 2 · ♥ Q" in text(both)
    assert labels(one)[0] == "✗ ♠A"
    assert labels(one)[-2:] == ["(Discard these 2)", "Clear"]
    assert labels(both)[-2:] == ["Discard these 2", "Clear"]
    assert "\n**One too many**, press a red card to keep it: ♠A ♠K ♠9\n" in text(panel(match, 0, marked=7))
    everything = text(panel(match, 0, marked=(1 << 15) - 1))
    assert "**13 too many**, press red cards to keep them: ♠A ♠K" in everything
    assert "Stays" not in everything
    assert "-# Deal 1 of 6 · up-card the Grand Colon: you deal and draw 12, Ann draws 2.\n" in text(panel(match, 1))
    assert menus(nothing) == ["Or choose both at once"]
    assert menus(panel(match, 1)) == ["Or choose all 12 at once"]


def test_a_passed_out_deal_is_dealt_again() -> None:
    passed = call(auction(ANN, BOB), "Pass Pass")
    for times, said in ((1, "Passed out once and dealt again"), (2, "Passed out 2 times and dealt again")):
        match = match_of(*[passed] * times, dealt(ANN, BOB))
        shown = text(table_screen(T, 1, view(match, None)))
        assert shown.startswith(f"### Deal 1 of 6\n① Ann against ② Bob\n{said}\n")
        assert said in text(panel(match, 0))


# -------------------------------------------------------------------------------- the auction


@pytest.mark.parametrize(
    ("calls", "standing"),
    [
        ("", "### Your call: you open"),
        ("Pass", "### Your call: Ann passed"),
        ("1H", "### Your call: Ann bid 1♥"),
        ("1H X", "### Your call: Bob doubled your 1♥"),
        ("1H X XX", "### Your call: Ann redoubled 1♥"),
    ],
)
def test_what_is_to_be_answered_comes_first(calls: str, standing: str) -> None:
    deal = auction(ANN, BOB, calls)
    (seat,) = deal.to_act
    assert text(panel(match_of(deal), seat)).startswith(f"{standing}\n♠ **")


def test_the_choice_of_a_call() -> None:
    shown = panel(match_of(auction(ANN, BOB, "1H")), 1)
    assert labels(shown) == [
        *("(1♣)", "(1♦)", "(1♥)", "1♠"),
        *("2♣", "2♦", "2♥", "(2♠)"),
        *("(3♣)", "(3♦)", "(3♥)", "(3♠)"),
        *("1NT", "2NT", "3NT"),
        *("Pass", "Double", "Higher bids"),
    ]
    redouble = panel(match_of(auction(ANN, BOB, "1H X")), 0)
    assert labels(redouble)[-3:] == ["Pass", "Redouble", "Higher bids"]
    opening = panel(match_of(auction(ANN, BOB)), 0)
    assert labels(opening)[-6:] == ["0NT", "1NT", "2NT", "3NT", "Pass", "Higher bids"]
    at_the_end = panel(match_of(auction(ANN, BOB, "7NT")), 1)
    assert "No bid is open to you now." in text(at_the_end)
    assert labels(at_the_end) == ["Pass", "Double", "(Higher bids)"]


@pytest.mark.parametrize(("contract", "shown"), [("1H", "1♥"), ("1H X", "1♥ doubled"), ("1H X XX", "1♥ redoubled")])
def test_the_contract(contract: str, shown: str) -> None:
    deal = auction(ANN, BOB, f"{contract} Pass")
    assert f"Contract: {shown} · Ann needs 7 tricks" in table(deal)


@pytest.mark.parametrize("costly", ["5C", "7NT", "X", "XX"])
def test_a_costly_call_asks_in_its_place(costly: str) -> None:
    calls = {"X": "1H", "XX": "1H X"}.get(costly, "")
    deal = auction(LONG, SHORT, calls)
    (seat,) = deal.to_act
    level = int(costly[0]) if costly[0].isdigit() else None
    before, asking = (panel(match_of(deal), seat, level=level, asks=asks) for asks in (None, costly))
    said = {"5C": "5♣", "7NT": "7NT", "X": "Double", "XX": "Redouble"}[costly]
    place = labels(before).index(said)
    assert labels(asking)[place] == f"Really {said.lower() if level is None else said}?"
    assert labels(asking) == [*labels(before)[:place], labels(asking)[place], *labels(before)[place + 1 :], "Back"]
    (sure,) = (one.id for one in buttons_of(asking) if one.label.startswith("Really"))
    assert (sure.verb, sure.detail) == (verbs.SURE, costly)


def buttons_of(screen: Screen) -> list[Button]:
    return [one for row in screen.blocks if isinstance(row, tuple) for one in row if isinstance(one, Button)]


# ----------------------------------------------------------------------------------- the play


def test_a_colon_in_a_sentence_and_in_a_list() -> None:
    deal = auction(ANN, BOB, "1H Pass")
    led = after(deal, "RC")
    assert "Trick 1: Bob led the Royal Colon" in table(led)
    assert text(panel(match_of(led), 0)).startswith("### Play to trick 1: Bob led the Royal Colon\n")
    assert "Last trick: Bob Royal, Ann ♠2; Bob won" in table(after(led, "S2"))
    assert [card_name(T, parse_card(colon)) for colon in ("GC", "RC", "LC")] == [
        "the Grand Colon",
        "the Royal Colon",
        "the Little Colon",
    ]
    assert [card_symbol(T, parse_card(colon)) for colon in ("GC", "RC", "LC")] == ["Grand", "Royal", "Little"]


def test_why_cards_are_off() -> None:
    deal = auction(ANN, BOB, "1H Pass")
    shown = panel(match_of(after(deal, "ST")), 0)
    assert text(shown).endswith("\n-# You must follow ♠ spades, or play the Little Colon, which matches.")
    assert "(♥Q)" in labels(shown)
    shown = panel(match_of(after(deal, "SQ")), 0)
    assert text(shown).endswith(
        "\n-# You must follow ♠ spades.\n-# A colon may be played only to a lead of its own group."
    )
    barred = after(deal, "ST LC")
    assert "Barred: Bob may not lead ♠ spades to this trick, since a colon was played to that suit" in table(barred)
    assert "♠ spades are barred from this lead, since a colon was played to that suit." in text(
        panel(match_of(barred), 1)
    )
    assert "(♠Q)" in labels(panel(match_of(barred), 1))


def test_the_last_trick_and_who_won_it_is_the_first_line() -> None:
    deal = auction(ANN, BOB, "1H Pass")
    assert not any(
        "won trick" in text(panel(match_of(after(deal, plays)), seat)) for plays in ("", "RC") for seat in (0, 1)
    )
    once = match_of(after(deal, "RC S2"))
    twice = match_of(after(deal, "RC S2 SQ SA"))
    answered = match_of(after(deal, "RC S2 SQ"))
    for match in (once, answered):
        assert text(panel(match, 0)).startswith("Bob won trick 1: Royal over your ♠2\n###")
        assert text(panel(match, 1)).startswith("You won trick 1: Royal over Ann's ♠2\n###")
    assert text(panel(twice, 0)).startswith("You won trick 2: ♠A on Bob's ♠Q\n### Lead to trick 3\n")
    assert text(panel(twice, 1)).startswith("Ann won trick 2: ♠A on your ♠Q\n### Waiting for Ann\n")


@pytest.mark.parametrize("length", [1, 6])
def test_the_thirteenth_trick_is_seen_too(length: int) -> None:
    deal = auction(ANN, BOB, "1H Pass")
    while deal.to_act:
        (seat,) = deal.to_act
        deal = deal.after(seat, deal.legal_cards(seat)[0])
    assert deal.play is not None
    last = deal.play.tricks()[-1]
    assert last.follow is not None
    assert last.winner == last.leader
    match = Match(("Ann", "Bob"), (deal,), format=Format(length))
    state: dict[str, Any] = {"result": 0} if length > 1 else {}
    for seat in (0, 1):
        shown = text(panel(match, seat, **state))
        whose, name = (
            ("You", f"{match.players[1 - seat]}'s") if seat == last.winner else (match.players[1 - seat], "your")
        )
        cards = f"{card_symbol(T, last.lead)} over {name} {card_symbol(T, last.follow)}"
        assert shown.startswith(f"{whose} won trick 13: {cards}\n".replace("\ufe0e", ""))


# -------------------------------------------------------------------------------- the results


def test_a_deal_that_has_ended_is_its_result_until_its_player_goes_on() -> None:
    match = finished()
    deals = [place for place, deal in enumerate(match.deals) if deal.result and deal.result.contract][:2]
    first, second = deals
    going_on = match_of(*match.deals[: second + 1], dealt(ANN, BOB))
    result = match.deals[second].result
    assert result is not None
    scorer = 0 if result.score[0] else 1
    shown = panel(going_on, 0, result=second)
    said = text(shown)
    assert re.match("(You|Bob) won trick 13: ", said)
    declarer = match.players[result.declarer]
    head = f"\n### {declarer} is " if result.margin < 0 else f"\n### {declarer} makes "
    lost = f" for {match.players[scorer]}" if result.margin < 0 else ""
    assert head in said
    assert f": {max(result.score):,}{lost}\n-# " in said
    totals = [sum(match.deals[place].result.score[seat] for place in deals) for seat in (0, 1)]  # type: ignore[union-attr]
    assert said.endswith(f"-# Deal 2 of 6 · totals: Ann {totals[0]:,} · Bob {totals[1]:,}")
    assert labels(shown) == ["Next deal"]
    earlier = text(panel(going_on, 0, result=first))
    assert "\n-# Deal 1 of 6 · totals: " in earlier


def test_a_passed_out_deal_has_a_result_too() -> None:
    passed = call(auction(ANN, BOB), "Pass Pass")
    shown = panel(match_of(passed, dealt(ANN, BOB)), 0, result=0)
    assert text(shown) == ("### Passed out: nobody scores, and Ann deals again\n-# Deal 1 of 6 · totals: Ann 0 · Bob 0")
    assert labels(shown) == ["Next deal"]


def test_all_of_the_play_of_a_deal() -> None:
    """Also of one that was broken off, whose last trick is not whole."""
    deal = after(auction(ANN, BOB, "1H X Pass"), "RC S2 SQ SA LC DK")
    broken_off = view(match_of(after(deal, "HQ")).resign(1), None)
    assert text(play_screen(T, broken_off, 0)).split("\n") == [
        "### Broken off: this deal does not count",
        "Ann: ♠A ♠K ♠2 ♥Q ♥J ♥4 ♦A ♦10 ♦9 ♣A ♣6 ♣5 Little",
        f"Ann discarded {shown(deal, 0)}",
        "Bob: ♠Q ♠J ♠10 ♥A ♥K ♥9 ♦K ♦Q ♦J ♣K ♣Q ♣J Royal",
        f"Bob discarded {shown(deal, 1)}",
        f"Dealer: Ann. Up-card: {card_name(T, deal.up_card)}, so the dealer draws 4 cards".replace("\ufe0e", ""),
        "Auction",
        "```",
        "① \u2066Ann         ② \u2066Bob",
        "1♥            Double",
        "Pass",
        "```",
        "Tricks: Bob led first, then whoever won. The card led stands first.",
        "1: Royal ♠2 → Bob",
        "2: ♠Q ♠A → Ann",
        "3: Little ♦K → Ann",
        "4: ♥Q",
        "-# Deal 1 of 6 · totals: Ann 0 · Bob 0",
    ]
    with pytest.raises(ValueError, match="not over"):
        play_screen(T, view(match_of(deal), None), 0)


def shown(deal: Deal, seat: int) -> str:
    """A seat's discards, as they are shown."""
    return " ".join(card_symbol(T, card) for card in deal.discards[seat] or ()).replace("\ufe0e", "")


def test_the_play_of_a_deal_that_was_passed_out_or_hardly_begun() -> None:
    passed = text(play_screen(T, view(match_of(call(auction(ANN, BOB), "Pass Pass")), None), 0))
    assert "### Passed out: nobody scores" in passed
    assert "Pass          Pass" in passed
    assert "Tricks" not in passed
    begun = text(play_screen(T, view(match_of(dealt(ANN, BOB)).resign(0), None), 0))
    assert "Ann had not chosen discards" in begun
    assert "Bob had not chosen discards" in begun
    assert "Auction" not in begun


def test_the_result_of_a_deal() -> None:
    deal = played_out(dealer=0)[0]
    result = deal.result
    assert result is not None
    screen = deal_screen(T, 1, view(match_of(deal), None), 0)
    head, *hands, score, after_it = text(screen).split("\n")
    assert re.fullmatch(r"### Ann (makes|is) .+: [\d,]+( for Bob)?", head)
    assert hands == [
        "Ann: ♠A ♠K ♠2 ♥Q ♥J ♥4 ♦A ♦10 ♦9 ♣A ♣6 ♣5 Little",
        "Bob: ♠Q ♠J ♠10 ♥A ♥K ♥9 ♦K ♦Q ♦J ♣K ♣Q ♣J Royal",
    ]
    assert score.startswith("-# ")
    first, second = result.score
    assert after_it == f"-# Deal 1 of 6 · totals: Ann {first:,} · Bob {second:,}"
    assert labels(screen) == ["Show the play"]
    said = result_words(T, view(match_of(deal), None), 0).split("\n")
    assert [re.sub("\ufe0e", "", line) for line in said] == ["Deal 1 of 6", head.removeprefix("### "), *hands]


def test_a_picture_stands_in_the_place_of_the_hands_and_below_the_heading_of_a_table() -> None:
    picture = Picture("p.png", b"", "what it shows")
    over, playing = view(match_of(*played_out(dealer=0)), None), view(match_of(auction(ANN, BOB, "1H")), None)
    for shown, place in (
        (deal_screen(T, 1, over, 0, picture=picture), 1),
        (play_screen(T, over, 0, picture), 1),
        (table_screen(T, 1, playing, picture=picture), 1),
    ):
        found = shown.blocks[place]
        assert isinstance(found, Picture)
        assert found.said, "in words for those who do not see it"
        assert replace(found, said="what it shows", instead="") == picture
    assert "♠" not in text(deal_screen(T, 1, over, 0, picture=picture))


def test_the_words_of_the_table_without_markup() -> None:
    deal = after(auction(ANN, BOB, "1H Pass"), "RC S2 SQ")
    said = table_words(T, view(Match(("*Ann*", "Bob"), (deal,)), None))
    assert re.sub("\ufe0e", "", said).split("\n") == [
        "Deal 1 of 6",
        "① *Ann* against ② Bob",
        "*Ann*: play to the trick.",
        "Trick 2: Bob led ♠Q",
        "Contract: 1♥ · *Ann* needs 7 tricks",
        "Tricks won: *Ann* 0 · Bob 1",
        "Last trick: Bob Royal, *Ann* ♠2; Bob won",
        "Auction",
        "*Ann* · Bob; 1♥ · Pass",
        "Totals: *Ann* 0 · Bob 0",
        f"Dealer: *Ann*. Up-card: {card_name(T, deal.up_card)}, so the dealer draws 4 cards".replace("\ufe0e", ""),
        "Cards exchanged: *Ann* 4 · Bob 2",
    ]


BOTH = "① Ann         ② Bob"
LONG_AUCTION = "1C 1D 1H 2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H"


@pytest.mark.parametrize(
    ("dealer", "calls", "said"),
    [
        (0, "", "Auction: no call yet"),
        (0, "1C", f"Auction|{BOTH}|1♣            ?"),
        (1, "1C", f"Auction|{BOTH}|–             1♣|?"),
        (0, LONG_AUCTION, f"Auction|{BOTH}|1♣            1♦|1♥            2♣"),
        (1, LONG_AUCTION, f"Auction: … and one call before|{BOTH}|1♦            1♥"),
        (0, f"{LONG_AUCTION} 6C", f"Auction: … and 2 calls before|{BOTH}|1♥            2♣"),
    ],
)
def test_the_auction_in_two_columns(dealer: int, calls: str, said: str) -> None:
    deal = auction("AK2.QJ4.AT9.A65+L", "QJT.AK9.KQJ.KQJ+R", calls, dealer=dealer)
    rows = [line.rstrip() for line in table(deal).replace("\u2066", "").split("\n") if line != "```"]
    at = next(place for place, line in enumerate(rows) if line.startswith("Auction"))
    end = next(place for place, line in enumerate(rows) if line.startswith("-# Totals"))
    assert "|".join(rows[at:end]).startswith(said)
    assert end - at <= 10, "the heading, the names and eight rows"
    assert all(width(row) <= 26 for row in rows[at + 1 : end])


def scored(contract: str, tricks: int) -> list[str]:
    """How a deal came out for Ann as declarer, and its score."""
    plain = contract.rstrip("X ")
    result = score_deal(Contract(bid(plain), contract.count("X")), 0, (tricks, 13 - tricks))
    w = Words.of(T, view(match_of(dealt(ANN, BOB)), None))
    return [re.sub("[\u2068\u2069\ufe0e]", "", one) for one in (w.outcome(result), score_lines(w, result))]


@pytest.mark.parametrize(
    ("contract", "tricks", "outcome", "score"),
    [
        ("1H", 8, "Ann makes 1♥ with one over", "150 contract"),
        ("1H", 9, "Ann makes 1♥ with 2 over", "150 contract"),
        ("2H", 8, "Ann makes 2♥ exactly", "250 contract + 250 exactly as bid"),
        (
            "0NT XX",
            9,
            "Ann makes 0NT redoubled with 3 over",
            "150 contract + 350 three over|+ 1,000 redoubled, all × 4",
        ),
        ("7NT X", 13, "Ann makes 7NT doubled exactly", "2,500 contract|+ 400 doubled, all × 2"),
        ("7C", 1, "Ann is 12 short in 7♣", "1,000 for 12 short"),
        ("7C X", 0, "Ann is 13 short in 7♣ doubled", "3,000 for 13 short, doubled"),
        ("1S XX", 6, "Ann is one short in 1♠ redoubled", "300 for 1 short, redoubled"),
    ],
)
def test_outcome_and_score(contract: str, tricks: int, outcome: str, score: str) -> None:
    assert scored(contract, tricks) == [outcome, "\n".join(f"-# {line}" for line in score.split("|"))]


def under_way() -> Match:
    """A match whose first card was led."""
    return match_of(after(auction(ANN, BOB, "1H Pass"), "RC"))


def finished(seed: int = 3) -> Match:
    """A match that was played to its end, some deals of it passed out."""
    *_, match = playouts.match_states(random.Random(seed), playouts.shy, ("Ann", "Bob"))
    return match


def test_the_end_of_a_match() -> None:
    match = finished()
    screen = match_screen(T, 1, view(match, None), None)
    shown = text(screen)
    high, low = sorted(match.totals, reverse=True)
    winner = match.players[match.totals.index(high)]
    assert shown.startswith("-# The match is over\n")
    assert f"\n🏆 **{winner} wins, {high:,} to {low:,}!** Well played, both.\n" in shown
    assert "passed out once, dealt again" in shown
    assert labels(screen) == ["Match record"]
    assert not [block for block in screen.blocks if isinstance(block, Attachment)]
    own = text(panel(match, 0))
    assert f"\nThe match is over. 🏆 **{winner} wins, {high:,} to {low:,}!** Well played, both." in own
    assert own.count("over.") == 1


def test_the_points_of_each_deal_stand_in_the_list() -> None:
    match = finished()
    shown = text(match_screen(T, 1, view(match, None), None)).split("\n")
    played = [deal.result for deal in match.deals if deal.result and deal.result.contract]
    lines = [line for line in shown if re.match(r"-# \d\. ", line) and "passed out" not in line]
    assert len(lines) == len(played) == 6
    for number, (line, result) in enumerate(zip(lines, played, strict=True), start=1):
        assert result.contract is not None
        assert result.declarer is not None
        declarer, margin = match.players[result.declarer], result.margin
        how = f", {margin} over" if margin > 0 else f", {-margin} short" if margin else " exactly"
        scorer = f" for {match.players[1 - result.declarer]}" if margin < 0 else ""
        contract = contract_symbol(T, result.contract).replace("\ufe0e", "")
        assert line == f"-# {number}. {declarer} {contract}{how}: {max(result.score):,}{scorer}"


def test_the_winner_is_pinged_by_the_mention_alone() -> None:
    match = finished()
    shown = text(match_screen(T, 1, view(match, None), "<@7>"))
    high, low = sorted(match.totals, reverse=True)
    assert f"🏆 **<@7> wins, {high:,} to {low:,}!**" in shown
    resigned = under_way().resign(1)
    assert "🏆 **<@7> wins!** Bob resigned." in text(match_screen(T, 1, view(resigned, None), "<@7>"))


def test_the_record_is_a_file_on_a_screen_of_its_own() -> None:
    screen = record_screen(T, 12, {"format": "bridgette"})
    assert text(screen) == "The record of the match as a file: every deck, call and card."
    (file,) = (block for block in screen.blocks if isinstance(block, Attachment))
    assert (file.name, file.content) == ("bridgette-match-12.json", b'{"format": "bridgette"}')


def test_a_match_that_nobody_led_in_is_void() -> None:
    match = match_of(dealt(ANN, BOB)).cut(Ending(How.VOID))
    assert text(panel(match, 0)) == "The match is over. The match is void: it counts for nobody."


def test_a_broken_off_deal() -> None:
    match = match_of(dealt(ANN, BOB)).resign(1)
    shown = view(match, None)
    assert "Broken off: this deal does not count\n" in text(deal_screen(T, 1, shown, 0))
    said = text(match_screen(T, 1, shown, None))
    assert "\n🏆 **Ann wins!** Bob resigned. Totals of the finished deals: Ann 0 · Bob 0\n-# 1. broken off" in said
    assert text(panel(match, 0)).startswith("The match is over. 🏆 **Ann wins!** Bob resigned.")


def test_small_screens() -> None:
    match = match_of(dealt(ANN, BOB))
    assert text(resign_screen(T, 1, view(match, 0))) == (
        "**Leave this match?** Nobody has led to a contract yet, so it is void and counts for nobody."
        " This cannot be taken back."
    )
    ask = resign_screen(T, 1, view(under_way(), 0))
    assert "counts as lost for you and won by Bob, whatever the totals (now you 0, Bob 0)" in text(ask)
    assert labels(ask) == ["Resign the match", "Keep playing"]
    elsewhere = text(resign_screen(T, 1, view(under_way(), 0), "<#5>"))
    assert elsewhere.startswith("Your match against Bob is in <#5>.\n**Resign this match?**")
    assert text(notice_screen(T, 1, view(match, None), 0, "<@1>")) == (
        "<@1>, your challenge was accepted: choose your discards."
    )
    assert text(void_screen(T, 5, "a_b", "c")) == (
        "## This match is void\na\\_b · c: the match did not get under way, or could not go on. It counts for nobody."
    )


def test_the_waiting_text_speaks_of_the_game() -> None:
    match = match_of(auction(ANN, BOB, "1H"))
    shown = panel(match, 0)
    said = text(shown)
    assert said.startswith("-# Deal 1 of 6 · you 0 · Bob 0\n### Waiting for Bob\nYou bid 1♥.\n♠ **A**")
    assert said.endswith("\n-# This follows by itself for a quarter of an hour; after that, press Refresh.")
    assert labels(shown) == ["Refresh"]


def test_what_was_typed_is_said_in_one_sentence() -> None:
    typed: list[tuple[Action, str]] = [
        (Discard(cards("C2 D4")), "You discarded ♣2 ♦4."),
        (bid("1S"), "Your call: 1♠."),
        (PlainCall.REDOUBLE, "Your call: Redouble."),
        (parse_card("SA"), "You played ♠A."),
        (parse_card("RC"), "You played the Royal Colon."),
    ]
    for action, said in typed:
        shown = did_screen(T, 1, did(T, action))
        assert text(shown) == said
        assert labels(shown) == ["My hand"]


def test_what_is_typed_elsewhere_is_asked_about() -> None:
    exchange, calling = match_of(dealt(ANN, BOB)), match_of(auction(ANN, BOB))
    lead = match_of(auction(ANN, BOB, "1H Pass"))
    drawn = exchange.deals[0].drawn(0)
    typed: list[tuple[Match, int, Action, str]] = [
        (exchange, 0, Discard(drawn), f"Discard {' '.join(card_symbol(T, card) for card in drawn)} there?"),
        (calling, 0, bid("1S"), "Call 1♠ there?"),
        (calling, 0, PlainCall.PASS, "Call Pass there?"),
        (lead, 1, parse_card("RC"), "Play the Royal Colon there?"),
    ]
    for match, seat, action, asked in typed:
        shown = elsewhere_screen(T, 1, 4, view(match, seat), action, "<#5>")
        other = match.players[1 - seat]
        assert text(shown) == f"Your match against {other} is in <#5>. {asked}".replace("\ufe0e", "")
        assert labels(shown) == ["Yes, there", "No"]
        yes = buttons_of(shown)[0].id
        hand = match.deals[-1].hand(seat)
        assert (yes.verb, yes.at, read_action(yes.detail, hand)) == (verbs.THERE, 4, action)


def test_the_list_of_ones_matches_shows_all_of_them() -> None:
    def matches(count: int) -> list[Listed]:
        return [Listed(place, f"Bob {place}", f"<#{place}>", Turn.OTHERS) for place in range(1, count + 1)]

    few = matches_screen(T, matches(20), 0)
    assert text(few).split("\n") == [
        "You are playing several matches:",
        *(f"<#{place}> · against Bob {place} · waiting for them" for place in range(1, 21)),
    ]
    assert labels(few) == []
    seen = []
    for page, buttons in enumerate((["(◀ Previous)", "Next ▶"], ["◀ Previous", "Next ▶"], ["◀ Previous", "(Next ▶)"])):
        shown = matches_screen(T, matches(53), page)
        assert labels(shown) == buttons
        assert text(shown).endswith(f"Page {page + 1} of 3")
        seen += re.findall(r"<#(\d+)> · against Bob \1 ·", text(shown))
    assert seen == [str(place) for place in range(1, 54)]
    assert text(matches_screen(T, matches(3), 9)).endswith("<#3> · against Bob 3 · waiting for them")  # a page is gone


def test_the_list_of_ones_matches_says_whose_turn_it_is_and_leads_to_the_private_ones() -> None:
    mine = [
        Listed(1, "Bob", "<#1>", Turn.MINE),
        Listed(2, "Cy", "<#2>", Turn.NOBODYS),
        Listed(3, "Dee", None, Turn.MINE, "solo"),
        Listed(4, "Ed", None, Turn.OTHERS, "daily"),
    ]
    shown = matches_screen(T, mine, 0)
    assert text(shown).split("\n")[1:] == [
        "<#1> · against Bob · **your turn**",
        "<#2> · against Cy · rests, since I am not on that server",
        "Alone against the house · **your turn**",
        "The deal of the day · waiting for the house",
    ]
    assert labels(shown) == ["Alone against the house", "The deal of the day"]
    assert [(one.id.verb, one.id.subject) for one in buttons_of(shown)] == [(verbs.HAND, 3), (verbs.HAND, 4)]


# ------------------------------------------------------------------------ names that look alike

ALIKE = [
    ("Sam", "Sam"),
    ("Sam", "SAM"),
    ("Sam", "Sám"),
    ("Sam", "S\u0430m"),  # a Cyrillic letter
    ("TOM", "\u0422\u041e\u041c"),  # Cyrillic capitals, of which the small ones look different
    ("NIKO", "\u039d\u0399\u039a\u039f"),  # Greek ones
    ("Sam", "\uff33\uff41\uff4d"),  # of full width
    ("Sam", "Sam\u3164"),
    ("Sam", "\u2800S\u00adam\ufe0f"),
    ("Ill", "lIl"),
    ("\u3164", "\u115f\u2800"),  # nothing at all
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_told_apart_by_their_marks(one: str, other: str) -> None:
    first, second = (text(plain_screen(shown_name(name))) for name in (one, other))
    one_said, other_said = f"① {first}", f"② {second}"

    def match_(*deals: Deal) -> Match:
        return Match((one, other), deals)

    def table_(deal: Deal) -> str:
        return text(table_screen(T, 1, view(match_(deal), None)))

    totals = f"Totals: {one_said} 0 · {other_said} 0"
    exchange = match_(dealt(ANN, BOB))
    shown = table_(exchange.deals[0])
    assert f"\n{one_said} against {other_said}\n" in shown
    assert f"{one_said} drew 4 cards and still has to choose\n{other_said} drew 2 cards and still" in shown
    assert f"**{one_said} · {other_said}: choose your discards.**" in shown
    assert totals in shown
    assert f"Dealer: {one_said}." in shown
    chosen = text(panel(exchange.after(0, Discard(exchange.deals[0].drawn(0))), 0))
    assert f"You have discarded; {other_said} still has to choose." in chosen
    assert f"you 0 · {other_said} 0\n### Waiting for {other_said}\n" in chosen

    called = match_(auction(ANN, BOB, "1H"))
    assert f"**{other_said}: your call.**" in table_(called.deals[0])
    assert f"### Waiting for {other_said}\n" in text(panel(called, 0))
    assert f"### Your call: {one_said} bid 1♥\n" in text(panel(called, 1))

    led = match_(after(auction(ANN, BOB, "1H Pass"), "RC"))
    shown = table_(led.deals[0])
    assert f"Contract: 1♥ · {one_said} needs" in shown
    assert f"Tricks won: {one_said} 0 · {other_said} 0" in shown
    assert f"Trick 1: {other_said} led" in shown
    assert f"**{one_said}: play to the trick.**" in shown
    assert f"### Play to trick 1: {other_said} led" in text(panel(led, 0))
    assert f"### Waiting for {one_said}\n" in text(panel(led, 1))
    assert f"Barred: {other_said} may not lead" in table_(after(auction(ANN, BOB, "1H Pass"), "ST LC"))

    over = match_(*played_out(dealer=0), dealt(ANN, BOB))
    shown = text(panel(over, 0, result=0))
    assert re.search(rf"### {re.escape(one_said)} (?:makes|is) ", shown)
    assert re.search(rf"totals: {re.escape(one_said)} [\d,]+ · {re.escape(other_said)} [\d,]+", shown)
    assert f"\n{one_said}: " in text(deal_screen(T, 1, view(over, None), 0))
    ended = text(match_screen(T, 1, view(led.resign(0), None), None))
    assert f"🏆 **{other_said} wins!** {one_said} resigned." in ended
    assert f"won by {other_said}, whatever" in text(resign_screen(T, 1, view(led, 0)))
    assert "① ①" not in shown + ended
    assert "② ②" not in shown + ended


def test_names_that_differ_need_no_marks() -> None:
    for one, other in (("Sam", "Pam"), ("Sam", "Sam 2"), ("Анна", "Ann")):
        match = Match((one, other), (auction(ANN, BOB, "1H"),))
        assert f"**{other}: your call.**" in text(table_screen(T, 1, view(match, None)))


def played_out(dealer: int) -> tuple[Deal]:
    """A deal of one heart by the dealer, played to its end."""
    deal = auction(ANN, BOB, "1H Pass", dealer=dealer)
    while deal.to_act:
        (seat,) = deal.to_act
        deal = deal.after(seat, deal.legal_cards(seat)[0])
    return (deal,)


DEFAULT_IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Unicode's Default_Ignorable_Code_Point, as DerivedCoreProperties.txt lists it."""

JOINERS = "\u200d\ufe0e\ufe0f"
"""Those of them that many emoji need."""


def test_letters_that_show_nothing_count_as_blanks() -> None:
    nothing = [chr(code) for first, last in DEFAULT_IGNORABLE for code in range(first, last + 1)]
    for char in (*nothing, "\u2800"):
        about = f"U+{ord(char):04X}"
        assert plain_name(char) == plain_name(char * 40) == plain_name(f"{char} {char}") == "?", about
        assert look_alike("Sam", f"{char}Sam{char}"), about
        assert look_alike("Sam", f"S{char}am"), about
        if char not in JOINERS:
            assert plain_name(f"{char}Sam{char * 3}Jo{char}") == "Sam Jo", about
    assert plain_name("\u3164\uffa0\u115f\u1160\u2800x") == "x"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert plain_name(f"{family} \u2764\ufe0f") == f"{family} \u2764\ufe0f"


# ------------------------------------------------------------------ challenges, leaderboard


WHEN = datetime(2030, 1, 1, tzinfo=UTC)


def challenge(**changed: Any) -> Challenge:
    """Ann's to Bob, open."""
    people = {"challenger": Person(1, "Ann"), "opponent": Person(2, "Bob")}
    where = {"id": 1, "guild_id": 1, "channel_id": 1, "message_id": 1, "match_id": None}
    times = {"created_at": WHEN, "expires_at": WHEN}
    rest = {"state": "open", "shown": "open", "length": 6, "is_rematch": False}
    return Challenge(**{**people, **where, **times, **rest, **changed})


def test_a_challenge() -> None:
    shown = open_challenge_screen(T, challenge(), Added())
    assert text(shown).split("\n") == [
        "### Bridgette: a challenge",
        "Ann challenges <@2> to a match of 6 deals.",
        f"Expires: <t:{int(WHEN.timestamp())}:R>",
    ]
    assert labels(shown) == ["Accept", "Decline", "Withdraw"]
    assert labels(open_challenge_screen(T, challenge(opponent=None), Added())) == ["Join", "Withdraw"]
    closed = closed_challenge_screen(T, challenge(state="accepted"), "Bob")
    assert text(closed).endswith("Bob accepted. Good luck to both!")
    assert labels(closed) == []
    assert "has expired" in text(closed_challenge_screen(T, challenge(opponent=None, state="expired"), None))


@pytest.mark.parametrize(("deals", "said"), [(1, "one deal"), (2, "2 deals"), (4, "4 deals"), (6, "6 deals")])
def test_a_challenge_names_its_length(deals: int, said: str) -> None:
    def line(**changed: Any) -> str:
        shown = open_challenge_screen(T, challenge(length=deals, **changed), Added())
        return text(shown).split("\n")[1]

    assert line() == f"Ann challenges <@2> to a match of {said}."
    assert line(opponent=None) == f"Ann is looking for somebody to play a match of {said}."
    assert line(is_rematch=True) == f"Ann asks <@2> for another match of {said}. The first dealer is drawn anew."


@pytest.mark.parametrize("state", ["accepted", "declined", "withdrawn", "expired"])
def test_a_rematch_is_called_one_to_its_end(state: ChallengeState) -> None:
    rematch = challenge(state=state, is_rematch=True)
    shown = text(closed_challenge_screen(T, rematch, None if state == "expired" else "Bob"))
    assert shown.startswith("### Bridgette: a rematch\nAnn asks Bob for another match of 6 deals.")


def test_leaderboard_and_figures() -> None:
    row = Standing(1, 1, "Ann", matches=3, wins=2, losses=1, points_for=12345, points_against=900, deals=18)
    screen = leaderboard_screen(T, Page([row], 1), 0, can_show=True)
    assert text(screen).split("\n") == [
        "## Bridgette on this server",
        "```",
        "  # player",
        "   played   won  lost    %",
        "  1 Ann",
        "        3     2     1  67%",
        "        12,345 : 900 · 686",
        "```",
        "-# Page 1 of 1 · points for : against · average a deal",
        "-# Ranked by wins, then share won, then average a deal",
    ]
    assert labels(screen) == ["Show to all"]
    turning = leaderboard_screen(T, Page([row], 11), 0, can_show=True)
    assert labels(turning) == ["(◀ Previous)", "Next ▶", "Show to all"]
    assert labels(leaderboard_screen(T, Page([row], 11), 0, can_show=False)) == ["(◀ Previous)", "Next ▶"]
    best = BestDeal(400, "4SX", False, 1, 1, "Bob")
    figures = Figures(row, 5, 3, best, [Opponent(2, "Bob", 3, 2, 1)])
    assert labels(figures_screen(T, "Ann", figures, can_show=True)) == ["Show to all"]
    assert labels(figures_screen(T, "Ann", figures, can_show=False)) == []
    assert labels(figures_screen(T, "Ann", None, can_show=True)) == []
    shown = text(figures_screen(T, "Ann", figures, can_show=True))
    assert "share won 67%" in shown
    assert "Points 12,345 for, 900 against · 686 a deal over 18 deals" in shown
    assert "Best deal: 400 points when Bob fell short in 4♠ X" in shown
    assert "Bob: 2 won, 1 lost" in shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("x" * 22, "x" * 22),
        ("x" * 23, "x" * 21 + "…"),
        ("橋" * 11, "橋" * 11),  # each as wide as two letters
        ("橋" * 12, "橋" * 10 + "…"),
        ("e\u0301" * 16, "e\u0301" * 16),  # a mark above a letter takes no room
        ("abcdefghijklmnopqrs" + "e\u0323\u0301" * 4, "abcdefghijklmnopqrs" + "e\u0323\u0301" * 2 + "…"),
        ("```js", "'''js"),
        ("*_<@1>_*", "*_<@1>_*"),  # a block of code shows markup as it is
        ("\u3164", "?"),
    ],
)
def test_the_columns_of_the_leaderboard_fit_a_phone(name: str, shown: str) -> None:
    row = Standing(100, 1, name, 9999, 4999, 5000, points_for=999999, points_against=999999, deals=59994)
    said = text(leaderboard_screen(T, Page([row], 1), 0, can_show=False)).split("\n")
    player, head, who, columns, points = said[2:7]
    assert who == f"100 {shown}"
    assert player.index("player") == who.index(shown)
    assert columns == "     9999  4999  5000  50%"
    assert points == "    999,999 : 999,999 · 17"
    assert all(width(line) <= 26 for line in said[2:7])
    for label, value in (("played", "9999"), ("won", "4999"), ("lost", "5000"), ("%", "%")):
        assert head.index(label) + len(label) == columns.index(value) + len(value)


def width(line: str) -> int:
    """The columns that a line takes."""
    return sum(0 if unicodedata.combining(char) else 2 if char == "橋" else 1 for char in line)


# ------------------------------------------------------------------------------- refusals

OBJECTIONS = {
    Reason.DISCARD_COUNT: (Discard(()), 4, "Exactly 4 cards must be discarded (R1)."),
    Reason.DISCARD_NOT_HELD: (
        Discard(()),
        parse_card("GC"),
        "You do not hold the Grand Colon, or you named it twice (R1).",
    ),
    Reason.BID_TOO_LOW: (bid("1H"), bid("2C"), "1♥ does not rank above 2♣ (R1)."),
    Reason.SUIT_TOO_SHORT: (bid("1H"), Suit.HEARTS, "1♥ needs at least 2 cards of ♥ hearts (R1)."),
    Reason.SUIT_MISSING: (bid("1NT"), Suit.CLUBS, "1NT needs a card of each suit, and you hold no ♣ clubs (R1)."),
    Reason.JUMP_TOO_SHORT: (
        bid("3S"),
        Suit.SPADES,
        "3♠ is a jump, which needs at least 4 cards of ♠ spades (R1).",
    ),
    Reason.CARD_NOT_HELD: (parse_card("LC"), None, "You do not hold the Little Colon (R1)."),
    Reason.MUST_FOLLOW: (
        parse_card("S2"),
        parse_card("HT"),
        "You must follow suit: ♠2 cannot be played to ♥10 (R1).",
    ),
    Reason.COLON_DOES_NOT_MATCH: (
        parse_card("GC"),
        parse_card("HT"),
        "You cannot play the Grand Colon to ♥10, since it does not match that card (R1).",
    ),
    Reason.COLON_MUST_MATCH: (
        parse_card("GC"),
        parse_card("HT"),
        "You must play the colon that matches ♥10 (R1).",
    ),
    Reason.SUIT_BARRED: (
        parse_card("D2"),
        Suit.DIAMONDS,
        "♦ diamonds are barred from this lead; lead something else (R1).",
    ),
}


@pytest.mark.parametrize("reason", list(Reason))
def test_every_objection_is_a_sentence_with_its_rule(reason: Reason) -> None:
    if reason in OBJECTIONS:
        action, about, wanted = OBJECTIONS[reason]
        said = objection_text(T, Objection("R1", reason, action, about))
        assert said.replace("\ufe0e", "") == wanted
        return
    for action in (PlainCall.PASS, PlainCall.DOUBLE, bid("1H"), parse_card("GC"), Discard(())):
        assert re.fullmatch(r"[A-Z][^{}]+ \(R1\)\.", objection_text(T, Objection("R1", reason, action)))


def test_what_people_wrote_is_harmless_in_a_refusal() -> None:
    said = refusal(T, "refused-busy", {"first": "*a*", "second": "@everyone"})
    assert said.startswith("\u2068\\*a\\*\u2069 · \u2068\\@everyone\u2069: these two are playing in this channel.")
    assert refusal(T, "refused-unreadable-call", {"text": "`1H`"}).startswith("“\u2068\\`1H\\`\u2069” is not a call")
    assert "3 open challenges" in refusal(T, "refused-too-many-challenges", {"most": 3})


# ------------------------------------------------------------------------- what features add


def test_lines_and_buttons_are_added_in_order() -> None:
    spots = Spots()
    spots.add(Spot.PANEL, lambda t, subject: f"about {subject.id}")
    spots.add(Spot.PANEL, lambda t, subject: None)
    spots.add(Spot.PANEL, lambda t, subject: Button("Hint", ComponentId("hint", subject.id)))
    added = spots.at(Spot.PANEL, T, Subject(7))
    assert added == (("about 7",), (Button("Hint", ComponentId("hint", 7)),))
    assert spots.at(Spot.TABLE, T, Subject(7)) == ((), ())
    shown = panel_screen(T, PanelState(7, 1), view(match_of(auction(ANN, BOB)), 0), added=added)
    assert "about 7" in text(shown)
    assert labels(shown)[-1] == "Hint"


def test_the_fullest_panel_has_room_for_a_note_and_what_is_added() -> None:
    match = match_of(dealt(ANN, BOB, dealer=0, stock="GC S9"))
    added = Added(("One line.", "Another."), tuple(Button(f"B{n}", ComponentId("x", 1, n)) for n in range(4)))
    for marked, confirm in ((0, "(Discard these 12)"), (0b111, "(Discard these 12)"), (0xFFF, "Discard these 12")):
        shown = panel_screen(T, PanelState(1, 1, marked), view(match, 0), added=added).with_note("A note.")
        assert shown.components == MOST_COMPONENTS
        first, *others = shown.blocks
        assert isinstance(first, str)
        assert first.endswith("One line.\nAnother.\n> A note."), "right above the cards"
        assert not any(isinstance(one, str) for one in others), "all text in one"
        assert labels(shown)[labels(shown).index(confirm) + 2 :] == ["B0", "B1"]


def test_a_note_stands_right_above_the_buttons_of_any_screen() -> None:
    assert plain_screen("Here.").with_note("A note.").blocks == ("> A note.\nHere.",)
    only_buttons = Screen(((Button("B", ComponentId("x")),),))
    assert only_buttons.with_note("A note.").blocks[0] == "> A note."
