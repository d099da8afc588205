"""Records of deals that break the rules or the format, and where the fault is said to be."""

import pytest

from bridgette import DECK, BadRecord
from bridgette.record import trace_record
from tests.game.records import place, record

NOT_LISTS = [None, {}, "SA", 0, True, 1.5]
NOT_WORDS = [None, 1, 1.0, True, ["SA"], {}, "", "sa", "1h", "\ud800"]


# Wrong deals


def test_r5_the_dealer_alternates():
    full = record()
    full["deals"][3]["dealer"] = 1 - full["deals"][3]["dealer"]
    assert place(full) == ("R5", 3, None)


@pytest.mark.parametrize("deal", [{}, {"deck": []}], ids=["passed-out", "begun"])
def test_r6_after_the_end_there_are_no_further_deals(deal):
    full = record()
    more = {"dealer": 1 - full["deals"][-1]["dealer"], "deck": [str(card) for card in DECK]}
    if not deal:
        more |= {"discards": [["SA", "SQ"], []]}
    full["deals"].append(more)
    assert place(full) == ("R6", len(full["deals"]) - 1, None)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda deck: deck.pop(), "R1"),
        (lambda deck: deck.append("SA"), "R1"),
        (lambda deck: deck.__setitem__(5, deck[6]), "R1"),
        (lambda deck: deck.__setitem__(5, "S1"), "format"),
        (lambda deck: deck.__setitem__(5, 5), "format"),
        (lambda deck: deck.clear(), "R1"),
    ],
)
def test_r1_the_deck_holds_each_card_once(change, rule):
    full = record()
    change(full["deals"][1]["deck"])
    assert place(full) == (rule, 1, None)


@pytest.mark.parametrize("key", ["dealer", "deck"])
def test_dealer_and_deck_are_needed(key):
    full = record()
    del full["deals"][1][key]
    assert place(full) == ("format", 1, None)


@pytest.mark.parametrize("value", NOT_LISTS, ids=repr)
@pytest.mark.parametrize("key", ["deck", "discards", "calls", "plays", "score"])
def test_a_list_is_a_list(key, value):
    full = record()
    full["deals"][1][key] = value
    assert place(full) == ("format", 1, None)


@pytest.mark.parametrize("value", [None, "0", 2, -1, True, False, 0.0, 1.0, [], {}], ids=repr)
def test_a_dealer_is_0_or_1(value):
    full = record()
    full["deals"][1]["dealer"] = value
    assert place(full) == ("format", 1, None)


@pytest.mark.parametrize("value", NOT_WORDS, ids=ascii)
@pytest.mark.parametrize("key", ["deck", "calls", "plays"])
def test_cards_and_calls_are_words_of_the_notation(key, value):
    full = record()
    full["deals"][1][key][-1] = value
    assert place(full) == ("format", 1, None)


@pytest.mark.parametrize("value", [*NOT_WORDS, ["SA", "SK"]], ids=ascii)
def test_discards_are_cards(value):
    full = record()
    full["deals"][1]["discards"][0][-1] = value
    assert place(full) == ("format", 1, None)


@pytest.mark.parametrize("value", [[[]], [[], [], []], ["SA", "SK"], [{}, {}], [0, 1]], ids=repr)
def test_discards_are_for_two_seats(value):
    full = record()
    full["deals"][1]["discards"] = value
    assert place(full) == ("format", 1, None)


@pytest.mark.parametrize(
    "value", [[0], [0, 0, 0], [0, None], ["0", "0"], [0.0, 100], [True, 0], [1e2, 0], [[], []]], ids=repr
)
def test_a_score_is_two_whole_numbers(value):
    full = record()
    full["deals"][1]["score"] = value
    assert place(full) == ("format", 1, None)


def test_r26_the_score_is_what_the_rules_give():
    full = record()
    score = full["deals"][1]["score"]
    for wrong in (
        [score[1], score[0]],
        [score[0], score[1] + 50],
        [-score[0] - 1, score[1]],
        [10**17, 0],
        [10**900, 0],
    ):
        full["deals"][1]["score"] = wrong
        assert place(full) == ("R26", 1, None)


@pytest.mark.parametrize("item", [None, [], "deal", 1], ids=repr)
def test_a_deal_is_an_object(item):
    full = record()
    full["deals"][1] = item
    assert place(full) == ("format", 1, None)


def test_r19_a_27th_card_is_a_fault_at_its_step():
    for number in (0, -1):
        full = record()
        deal = full["deals"][number]
        deal["plays"].append("SA")
        assert place(full) == ("R19", number % len(full["deals"]), 2 + len(deal["calls"]) + 26)
        lines = trace_record(full)
        printed = []
        with pytest.raises(BadRecord):
            printed.extend(lines)
        assert printed[-1]["step"] == 2 + len(deal["calls"]) + 25  # and no score of a deal that goes on wrongly


def test_r17_a_call_after_the_last_pass_is_a_fault_at_its_step():
    full = record()
    deal = full["deals"][0]
    deal["calls"].append("Pass")
    assert place(full) == ("R17", 0, 2 + len(deal["calls"]) - 1)


def test_r11_discards_of_the_wrong_seat_or_twice():
    full = record()
    deal = full["deals"][0]
    deal["discards"].reverse()
    assert place(full)[:2] == ("R11", 0)
    full = record()
    deal = full["deals"][0]
    mine = deal["discards"][1 - deal["dealer"]]
    mine[0] = mine[1]
    assert place(full) == ("R11", 0, 0)


def test_a_card_played_twice_or_never_held():
    full = record()
    deal = full["deals"][0]
    deal["plays"][2] = deal["plays"][0]
    assert place(full) == ("R19", 0, 2 + len(deal["calls"]) + 2)


# Several faults: the first in the order of play


def test_the_head_comes_before_the_deals():
    full = record()
    full["deals"][0]["dealer"] = 7
    full["players"] = ["one"]
    assert place(full) == ("format", None, None)


def test_within_a_deal_its_shapes_come_before_its_play():
    full = record()
    full["deals"][1]["calls"][0] = "XX"
    assert place(full) == ("R16", 1, 2)
    full["deals"][1]["plays"][-1] = "S1"
    assert place(full) == ("format", 1, None)
    full["deals"][1]["plays"][-1] = "SA"
    full["deals"][1]["score"] = "none"
    assert place(full) == ("format", 1, None)


def test_a_deal_is_played_before_the_next_one_is_looked_at():
    full = record()
    full["deals"][1]["calls"][0] = "XX"
    full["deals"][2] = None
    assert place(full) == ("R16", 1, 2)
    full["deals"][0]["score"] = [1, 1]
    assert place(full) == ("R26", 0, None)


def test_within_the_play_the_first_step_counts():
    full = record()
    deal = full["deals"][1]
    deal["score"] = [1, 1]
    assert place(full) == ("R26", 1, None)
    deal["plays"][25] = deal["plays"][0]
    last = 2 + len(deal["calls"]) + 25
    assert place(full) == ("R19", 1, last)
    deal["plays"][3] = deal["plays"][0]
    assert place(full) == ("R19", 1, last - 22)
    deal["calls"].insert(0, "X")
    assert place(full) == ("R16", 1, 2)
    deal["discards"][deal["dealer"]][0] = deal["discards"][deal["dealer"]][1]
    assert place(full) == ("R11", 1, 1)
    deal["discards"][1 - deal["dealer"]].pop()
    assert place(full) == ("R11", 1, 0)
    deal["dealer"] = 1 - deal["dealer"]
    assert place(full) == ("R5", 1, None)
