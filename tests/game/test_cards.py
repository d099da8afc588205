"""R1 to R4: the cards, their notation and the shuffle."""

import copy
import pickle
from random import Random

import pytest

from bridgette import (
    DECK,
    Group,
    PlainCall,
    Rank,
    Strain,
    Suit,
    Unreadable,
    parse_call,
    parse_calls,
    parse_card,
    parse_cards,
    shuffled_deck,
    sort_cards,
)
from tests.game import oracle
from tests.game.notation import cards, words


def test_r1_there_are_55_cards_three_of_them_colons():
    assert len(DECK) == len(set(DECK)) == 55
    assert words(card for card in DECK if card.is_colon) == ["GC", "RC", "LC"]
    assert sum(1 for card in DECK if not card.is_colon) == 52


def test_r2_ranks_run_from_the_ace_down_to_the_two():
    assert "".join(str(rank) for rank in sorted(Rank, reverse=True)) == "AKQJT98765432"


def test_r2_a_colon_has_neither_rank_nor_suit():
    assert [(card.suit, card.rank) for card in DECK if card.is_colon] == [(None, None)] * 3


def test_r3_every_card_belongs_to_one_group():
    groups = {card.notation: card.group for card in DECK}
    assert {name for name, group in groups.items() if group is Group.ACES} == {"SA", "HA", "DA", "CA", "GC"}
    assert {name for name, group in groups.items() if group is Group.FACES} == {
        suit + rank for suit in "SHDC" for rank in "KQJ"
    } | {"RC"}
    assert {name for name, group in groups.items() if group is Group.SPOTS} == {
        suit + rank for suit in "SHDC" for rank in "T98765432"
    } | {"LC"}


def test_r4_strains_rank_from_no_trump_down_to_clubs():
    assert words(sorted(Strain, reverse=True)) == ["NT", "S", "H", "D", "C"]
    assert [strain.suit for strain in sorted(Strain)] == [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, None]


def test_cards_are_listed_by_suit_high_to_low_then_the_colons():
    assert words(DECK) == oracle.LISTING
    assert words(sort_cards(cards("LC C2 GC SA HT RC S2"))) == ["SA", "S2", "HT", "C2", "GC", "RC", "LC"]


@pytest.mark.parametrize("card", DECK, ids=str)
def test_the_notation_of_a_card_reads_back_as_the_same_card(card):
    assert parse_card(str(card)) is card


@pytest.mark.parametrize("word", [*oracle.BIDS, "Pass", "X", "XX"])
def test_the_notation_of_a_call_reads_back_as_the_same_call(word):
    assert str(parse_call(word)) == word


BAD = ["", " ", "sa", "SA ", "AS", "S10", "S1", "NT", "G", "pass", "PASS", "x", "XXX", "8C", "0C", "1N", "1nt", "7NT\n"]
STRANGE = [None, 1, 1.0, True, [], ["SA"], {}, float("inf"), "\ud800", "x" * 10_000]


@pytest.mark.parametrize("text", BAD + STRANGE, ids=lambda text: ascii(text)[:20])
def test_what_is_no_notation_is_refused_in_one_short_sentence(text):
    for parse in (
        parse_card,
        parse_call,
        lambda word: parse_cards(["SA", word]),
        lambda word: parse_calls(["1H", word]),
    ):
        with pytest.raises(Unreadable) as refused:
            parse(text)
        assert len(str(refused.value)) < 200
        assert "\n" not in str(refused.value)


def test_there_is_one_object_for_each_card_however_it_is_copied():
    for card in DECK:
        assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card


def test_calls_are_equal_by_value_and_pass_is_one_object():
    assert parse_call("1H") == parse_call("1H") != parse_call("1S")
    assert parse_call("Pass") is PlainCall.PASS


def test_r7_the_shuffle_asks_for_55_down_to_2_and_keeps_every_card():
    asked = []

    def below(bound):
        asked.append(bound)
        return bound - 1

    assert shuffled_deck(below) == DECK  # every card exchanged with itself
    assert asked == list(range(55, 1, -1))
    assert sorted(words(shuffled_deck(Random(1).randrange))) == sorted(oracle.LISTING)


def test_r7_the_shuffle_brings_every_card_to_every_place():
    seen = {(card, place) for seed in range(600) for place, card in enumerate(shuffled_deck(Random(seed).randrange))}
    assert len(seen) == 55 * 55
