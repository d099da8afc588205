"""What the screens say, word for word, in states chosen for it; whole matches are read in test_whole_matches."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime

import pytest

from bot.features.challenges.screens import closed_challenge_screen, open_challenge_screen
from bot.features.leaderboard.screens import figures_screen, leaderboard_screen
from bot.features.rules.screens import rules_screen
from bot.features.table.panel_screen import panel_screen
from bot.features.table.result_screens import deal_screen, match_screen, score_line
from bot.features.table.small_screens import notice_screen, resign_screen
from bot.features.table.table_screen import table_screen, void_screen
from bot.ids import ComponentId
from bot.screens.message import MOST_COMPONENTS, Button, Screen, Select, plain_screen
from bot.screens.panel import PanelState
from bot.screens.spots import Added, Spot, Spots, Subject
from bot.screens.symbols import card_name, card_symbol
from bot.screens.words import Words, objection_text, refusal
from bot.texts import ENGLISH as T
from bot.values import BestDeal, Figures, Opponent, Page, Standing
from bridgette import (
    Contract,
    Deal,
    Discard,
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
    said = "\n".join(block for block in screen.blocks if isinstance(block, str))
    return re.sub("[\u2068\u2069\ufe0e]", "", said)


def labels(screen: Screen) -> list[str]:
    """The labels of all buttons, those that are off in brackets."""
    return [
        (f"({one.label})" if isinstance(one, Button) and one.off else one.label).replace("\ufe0e", "")
        for row in screen.blocks
        if isinstance(row, tuple)
        for one in row
    ]


def panel(match: Match, seat: int, **state: int) -> Screen:
    return panel_screen(T, PanelState(1, 1, **state), view(match, seat))


def table(deal: Deal) -> str:
    return text(table_screen(T, 1, view(match_of(deal), None)))


# ------------------------------------------------------------------------------- the exchange


def test_the_exchange() -> None:
    match = match_of(dealt(ANN, BOB, dealer=1, stock="GC S9"))
    shown = table(match.deals[0])
    assert shown.startswith("### Deal 1 of 6\n① Ann against ② Bob\n")
    assert "Dealer: ② Bob. Up-card: **the Grand Colon**, so the dealer draws 12 cards" in shown
    assert "Drawn from the stock: ① 2 cards · ② 12 cards" in shown
    assert "Discards: Ann still has to choose · Bob still has to choose" in shown
    assert "**Ann · Bob: choose your discards.**" in shown
    chosen = match.after(0, Discard(match.deals[0].drawn(0)))
    assert "Discards: Ann has chosen · Bob still has to choose" in table(chosen.deals[0])
    assert "Your discards: ♠9 Grand" in text(panel(chosen, 0))
    assert "You have discarded; Bob still has to choose." in text(panel(chosen, 0))


def test_picking_discards() -> None:
    match = match_of(dealt(ANN, BOB, dealer=1, stock="GC S9"))
    nothing, one, both = (panel(match, 0, marked=marked) for marked in (0, 1, 3))
    assert "**Pick 2 cards to discard.** Picked: 0." in text(nothing)
    assert "Would" not in text(nothing)
    assert labels(nothing)[-2:] == ["(Discard these 2)", "(Start again)"]
    assert "Would go: ♠A\nWould stay: ♠K ♠9 ♠2" in text(one)
    assert labels(one)[0] == "✗ ♠A"
    assert labels(one)[-2:] == ["(Discard these 2)", "Start again"]
    assert labels(both)[-2:] == ["Discard these 2", "Start again"]
    assert "**One too many**: press a picked card again to keep it." in text(panel(match, 0, marked=7))
    everything = text(panel(match, 0, marked=(1 << 15) - 1))
    assert "**13 too many**: press picked cards again to keep them." in everything
    assert "Would stay" not in everything
    assert "Colons: **__Grand__, Little**" in text(nothing)
    assert [block.placeholder for block in nothing.blocks if isinstance(block, Select)] == ["Or choose all 2 at once"]


def test_a_passed_out_deal_is_dealt_again() -> None:
    passed = call(auction(ANN, BOB), "Pass Pass")
    for times, said in ((1, "Passed out once and dealt again"), (2, "Passed out 2 times and dealt again")):
        match = match_of(*[passed] * times, dealt(ANN, BOB))
        shown = text(table_screen(T, 1, view(match, None)))
        assert shown.startswith(f"### Deal 1 of 6\n① Ann against ② Bob\n{said}\n")
        assert said in text(panel(match, 0))
        assert "Deal 1: **Passed out; nobody scores, and Ann deals again.**" in text(panel(match, 0))
    assert "Passed out once and dealt again" in text(deal_screen(T, view(match_of(passed, passed), None), 1))


# -------------------------------------------------------------------------------- the auction


@pytest.mark.parametrize(
    ("calls", "standing"),
    [
        ("1H", "The bid to beat: 1♥ by Ann"),
        ("1H X", "The bid to beat: 1♥ by Ann, doubled"),
        ("1H X XX", "The bid to beat: 1♥ by Ann, redoubled"),
    ],
)
def test_the_bid_to_beat(calls: str, standing: str) -> None:
    deal = auction(ANN, BOB, calls)
    (seat,) = deal.to_act
    assert f"\n{standing}\n" in text(panel(match_of(deal), seat))


def test_the_choice_of_a_call() -> None:
    shown = panel(match_of(auction(ANN, BOB, "1H")), 1)
    assert "**Your call.** Choose a level and then a bid, or make one of the calls below." in text(shown)
    assert "Or double, if you expect the standing bid to fail:" in text(shown)
    assert labels(shown)[-2:] == ["Pass", "Double"]
    redouble = panel(match_of(auction(ANN, BOB, "1H X")), 0)
    assert "Or redouble, if you expect to make your bid:" in text(redouble)
    assert "No bid is open to you now." in text(panel(match_of(auction(ANN, BOB, "7NT")), 1))


@pytest.mark.parametrize(("contract", "shown"), [("1H", "1♥"), ("1H X", "1♥ X"), ("1H X XX", "1♥ XX")])
def test_the_contract(contract: str, shown: str) -> None:
    deal = auction(ANN, BOB, f"{contract} Pass")
    assert f"Contract: **{shown}** · declarer: ① Ann · needs 7 of 13 tricks" in table(deal)


# ----------------------------------------------------------------------------------- the play


def test_a_colon_in_a_sentence_and_in_a_list() -> None:
    deal = auction(ANN, BOB, "1H Pass")
    led = after(deal, "RC")
    assert "Trick 1: Bob led **the Royal Colon**" in table(led)
    assert "**Play to trick 1.** Bob led **the Royal Colon**." in text(panel(match_of(led), 0))
    assert "Last trick: ② Royal · ① ♠2 → ② wins" in table(after(led, "S2"))
    assert [card_name(T, parse_card(colon)) for colon in ("GC", "RC", "LC")] == [
        "the Grand Colon",
        "the Royal Colon",
        "the Little Colon",
    ]
    assert [card_symbol(T, parse_card(colon)) for colon in ("GC", "RC", "LC")] == ["Grand", "Royal", "Little"]


def test_why_cards_are_off() -> None:
    deal = auction(ANN, BOB, "1H Pass")
    shown = panel(match_of(after(deal, "ST")), 0)
    assert "You must follow ♠ spades, or play the colon that matches.\nNot allowed now: ♥Q" in text(shown)
    shown = panel(match_of(after(deal, "SQ")), 0)
    assert "You must follow ♠ spades.\nA colon may be played only to a lead of its own group.\n" in text(shown)
    barred = after(deal, "ST LC")
    assert "Barred: Bob may not lead ♠ spades to this trick, since a colon was played to that suit" in table(barred)
    assert "♠ spades are barred from this lead, since a colon was played to that suit." in text(
        panel(match_of(barred), 1)
    )
    assert "(♠Q)" in labels(panel(match_of(barred), 1))


# -------------------------------------------------------------------------------- the results


def scored(contract: str, tricks: int) -> list[str]:
    """How a deal came out for Ann as declarer, and its score."""
    plain = contract.rstrip("X ")
    result = score_deal(Contract(bid(plain), contract.count("X")), 0, (tricks, 13 - tricks))
    w = Words.of(T, view(match_of(dealt(ANN, BOB)), None))
    return [re.sub("[\u2068\u2069\ufe0e]", "", one) for one in (w.outcome(result), score_line(w, result))]


@pytest.mark.parametrize(
    ("contract", "tricks", "outcome", "score"),
    [
        ("1H", 8, "1♥ · Ann: made with 1 over, 8 tricks", "Score: 150 for the contract"),
        (
            "2H",
            8,
            "2♥ · Ann: made exactly, 8 tricks",
            "Score: 250 for the contract + 250 for exactly the tricks bid = 500",
        ),
        (
            "0NT XX",
            9,
            "0NT XX · Ann: made with 3 over, 9 tricks",
            "Score: (150 for the contract + 350 for exactly three overtricks + 1,000 for making it redoubled)"
            " × 4 = 6,000",
        ),
        (
            "7NT X",
            13,
            "7NT X · Ann: made exactly, 13 tricks",
            "Score: (2,500 for the contract + 400 for making it doubled) × 2 = 5,800",
        ),
        ("7C", 1, "7♣ · Ann: 12 short, 1 trick", "Score: 1,000 to the opponent for 12 short"),
        ("7C X", 0, "7♣ X · Ann: 13 short, 0 tricks", "Score: 3,000 to the opponent for 13 short, doubled"),
        ("1S XX", 6, "1♠ XX · Ann: 1 short, 6 tricks", "Score: 300 to the opponent for 1 short, redoubled"),
    ],
)
def test_outcome_and_score(contract: str, tricks: int, outcome: str, score: str) -> None:
    assert scored(contract, tricks) == [outcome, score]


def finished(seed: int = 3) -> Match:
    """A match that was played to its end, some deals of it passed out."""
    *_, match = playouts.match_states(random.Random(seed), playouts.shy, ("Ann", "Bob"))
    return match


def test_the_end_of_a_match() -> None:
    match = finished()
    shown = text(match_screen(T, 1, view(match, None), {}))
    high, low = sorted(match.totals, reverse=True)
    assert f"wins, {high:,} to {low:,}.**" in shown
    assert "passed out once, dealt again" in shown
    assert shown.rindex(f" · totals ① {match.totals[0]:,} · ② {match.totals[1]:,}") > shown.rindex("Deal 6: ")
    assert text(panel(match, 0)).startswith("The match is over. **")


def test_a_broken_off_deal() -> None:
    match = match_of(dealt(ANN, BOB)).resign(1)
    shown = view(match, None)
    assert "Broken off: this deal does not count." in text(deal_screen(T, shown, 0))
    assert text(deal_screen(T, shown, 0)).count("Discards: none chosen") == 2
    assert "Deal 1: broken off" in text(match_screen(T, 1, shown, {}))
    assert "**Bob resigned; Ann wins.** Totals of the finished deals: ① 0 · ② 0" in text(match_screen(T, 1, shown, {}))


def test_small_screens() -> None:
    match = match_of(dealt(ANN, BOB))
    ask = text(resign_screen(T, 1, view(match, 0)))
    assert "counts as lost for you and won by Bob, whatever the totals (now ① 0 · ② 0)" in ask
    assert text(notice_screen(T, 1, view(match, None), 0, "<@1>")) == (
        "<@1>, your challenge was accepted: choose your discards."
    )
    assert text(void_screen(T, 5, "a_b", "c")) == (
        "## This match is void\na\\_b · c: the match could not go on, so it counts for nobody."
    )
    assert text(rules_screen(T)).count("\n### ") == 6


# ------------------------------------------------------------------ challenges, leaderboard


def test_a_challenge() -> None:
    when = datetime(2030, 1, 1, tzinfo=UTC)
    shown = open_challenge_screen(T, 1, "Ann", "<@2>", when, Added(), rematch=False)
    assert text(shown).split("\n")[1:] == [
        "Ann challenges <@2> to a match of six deals.",
        f"Expires: <t:{int(when.timestamp())}:R>",
    ]
    assert labels(shown) == ["Accept", "Decline", "Withdraw"]
    assert labels(open_challenge_screen(T, 1, "Ann", None, when, Added(), rematch=False)) == ["Join", "Withdraw"]
    assert text(closed_challenge_screen(T, "Ann", "Bob", "accepted", "Bob")).endswith(
        "Bob accepted. Good luck to both!"
    )
    assert "has expired" in text(closed_challenge_screen(T, "Ann", None, "expired", None))


def test_leaderboard_and_figures() -> None:
    row = Standing(1, 1, "Ann", matches=3, wins=2, losses=1, points_for=12345, points_against=900, deals=18)
    assert (
        "**1.** Ann · wins 2 · losses 1 · matches 3 · share won 67% · points 12,345 for, 900 against · 686 a deal"
    ) in text(leaderboard_screen(T, Page([row], 1), 0))
    assert labels(leaderboard_screen(T, Page([row], 11), 0)) == ["(◀ Previous)", "Next ▶"]
    best = BestDeal(400, "4SX", False, 1, 1, "Bob")
    shown = text(figures_screen(T, "Ann", Figures(row, 5, 3, best, [Opponent(2, "Bob", 3, 2, 1)])))
    assert "share won 67%" in shown
    assert "Points 12,345 for, 900 against · 686 a deal over 18 deals" in shown
    assert "Best deal: 400 points when Bob fell short in 4♠ X" in shown
    assert "Bob: 2 won, 1 lost" in shown


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
    shown = panel_screen(T, PanelState(7, 1), view(match_of(auction(ANN, BOB)), 0), added)
    assert "about 7" in text(shown)
    assert labels(shown)[-1] == "Hint"


def test_the_fullest_panel_has_room_for_a_note_and_what_is_added() -> None:
    match = match_of(dealt(ANN, BOB, dealer=0, stock="GC S9"))
    added = Added(("One line.", "Another."), tuple(Button(f"B{n}", ComponentId("x", 1, n)) for n in range(4)))
    shown = panel_screen(T, PanelState(1, 1), view(match, 0), added).with_note("A note.")
    assert shown.components == MOST_COMPONENTS
    assert text(shown).startswith("> A note.\n### Deal 1 of 6\n")
    assert "\nOne line.\nAnother.\n" in text(shown)
    assert labels(shown)[-3:] == ["(Discard these 12)", "(Start again)", "B0"]


def test_a_note_stands_on_top_of_any_screen() -> None:
    assert plain_screen("Here.").with_note("A note.").blocks == ("> A note.\nHere.",)
    only_buttons = Screen(((Button("B", ComponentId("x")),),))
    assert only_buttons.with_note("A note.").blocks[0] == "> A note."
