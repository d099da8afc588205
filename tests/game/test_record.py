"""The match record: written, read back and traced; matches in progress."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgette import DECK, Deal, Ending, How, Match, Phase, PlainCall
from bridgette.record import read_record, write_record
from tests.game import playouts
from tests.game.records import fault, place, record, trace, whole, written

EXCHANGE, AUCTION, PLAY = Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY

# Writing and reading


@given(st.integers(0, 2**32), st.sampled_from(playouts.TEMPERS))
@settings(max_examples=6)
def test_a_match_reads_back_equal_wherever_it_was_cut_off(seed, temper):
    for number, match in enumerate(playouts.match_states(Random(seed), temper)):
        if number % 7 == 0 or match.ended:
            assert read_record(written(match)) == match
            assert fault(write_record(match)) is None


@pytest.mark.parametrize(
    "ending",
    [
        *(Ending(how, seat, 1 - seat) for how in (How.RESIGNED, How.CLAIMED) for seat in (0, 1)),
        *(Ending(how) for how in (How.AGREED, How.STOPPED, How.VOID)),
    ],
    ids=lambda ending: f"{ending.how.value}-{ending.by}-{ending.winner}",
)
def test_every_ending_reads_back_equal(ending):
    for number, match in enumerate(playouts.match_states(Random(2), playouts.modest)):
        if number % 29 == 0 and match.ended is None:
            cut = match.cut(ending)
            assert read_record(written(cut)) == cut
            assert write_record(cut)["ended"] == {"how": ending.how.value, "by": ending.by, "winner": ending.winner}
            assert trace(write_record(cut)) == trace(write_record(match))


@pytest.mark.parametrize("deals", [1, 2, 4, 6])
def test_the_length_is_written_unless_it_is_six_and_reads_back(deals):
    for number, match in enumerate(playouts.match_states(Random(deals), playouts.modest, deals=deals)):
        if number % 11 == 0 or match.ended:
            source = write_record(match)
            assert source.get("length", 6) == deals
            assert ("length" in source) == (deals != 6)
            back = read_record(written(match))
            assert back == match
            assert back.format.deals == deals
            assert fault(source) is None


def test_every_deal_of_a_record_is_looked_at_as_often_however_many_there_are(monkeypatch):
    """A record of many passed-out deals is read in a time that grows with their number, no faster."""
    looks = 0
    result = Deal.result.fget

    def counting(deal):
        nonlocal looks
        looks += 1
        return result(deal)

    *_, match = playouts.match_states(Random(5), lambda rng, legal: PlainCall.PASS, deals=1, most=60)
    assert len(match.deals) == 60
    monkeypatch.setattr(Deal, "result", property(counting))
    spent = []
    for count in (15, 30, 60):
        data = written(Match(match.players, match.deals[:count], format=match.format))
        looks = 0
        read_record(data)
        spent.append(looks)
    assert (spent[2] - spent[1]) == 2 * (spent[1] - spent[0])


def test_ended_is_absent_while_a_match_goes_on_and_says_played_at_its_end():
    assert "ended" not in record(PLAY)
    winner = whole().ended.winner
    assert record()["ended"] == {"how": "played", "by": None, "winner": winner}


def test_a_whole_match_without_ended_reads_as_played():
    bare = record()
    del bare["ended"]
    assert read_record(json.dumps(bare).encode()) == whole()


# The trace


@given(st.integers(0, 2**32), st.sampled_from(playouts.TEMPERS))
@settings(max_examples=15)
def test_a_trace_is_consistent(seed, temper):
    *_, match = playouts.match_states(Random(seed), temper)
    lines = trace(write_record(match))
    assert lines[-1] == {"phase": "match", "totals": list(match.totals), "winner": match.ended.winner}
    for number, deal in enumerate(match.deals):
        mine = [line for line in lines if line.get("deal") == number]
        *steps, score = mine
        assert [line["step"] for line in steps] == list(range(len(steps)))
        assert [line["phase"] for line in steps[:2]] == ["exchange"] * 2
        assert [line["seat"] for line in steps[:3]] == [1 - deal.dealer, deal.dealer, deal.dealer]
        for line in steps[:2]:
            assert line["legal"] == len(line["action"])
            assert line["action"] == [str(card) for card in DECK if str(card) in line["action"]]
        for line in steps[2:]:
            assert line["action"] in line["legal"]
            assert set(line) == {"deal", "step", "phase", "seat", "legal", "action"}
        result = deal.result
        assert score == {
            "deal": number,
            "phase": "score",
            "contract": str(result.contract) if result.contract else None,
            "declarer": result.declarer,
            "tricks": list(result.tricks),
            "score": list(result.score),
        }


def test_a_decision_still_to_be_taken_has_no_line():
    assert len(trace(record(EXCHANGE, deals=1))) == 0
    assert trace({"format": "bridgette-match/1", "players": ["a", "b"], "deals": []}) == []


def test_a_seat_that_has_not_chosen_has_no_line_and_its_number_stays_reserved():
    cut = record(AUCTION, deals=1)
    deal = cut["deals"][0]
    deal["calls"] = []
    both = trace(cut)
    assert [line["step"] for line in both] == [0, 1]
    for seat in (0, 1):
        discards = list(deal["discards"])
        discards[seat] = None
        cut["deals"][0] = deal | {"discards": discards}
        step = int(seat != deal["dealer"])  # the other seat's number
        assert [(line["step"], line["seat"]) for line in trace(cut)] == [(step, 1 - seat)]


def test_the_order_of_discards_means_nothing():
    turned = record(PLAY)
    for deal in turned["deals"]:
        deal["discards"] = [cards[::-1] for cards in deal["discards"]]
    assert trace(turned) == trace(record(PLAY))


# Matches in progress


@pytest.mark.parametrize("key", ["plays", "calls", "discards"])
@pytest.mark.parametrize("empty", [True, False], ids=["empty", "absent"])
def test_what_has_not_begun_is_absent_or_empty(key, empty):
    keys = ["plays", "calls", "discards"]
    cut = record(PLAY, least=24)
    deal = cut["deals"][-1]
    for later in keys[: keys.index(key) + 1]:
        if empty:
            deal[later] = []
        else:
            del deal[later]
    assert fault(cut) is None


def test_an_empty_choice_is_no_choice_but_a_fault():
    cut = record(EXCHANGE, deals=1)
    deal = cut["deals"][0]
    other = 1 - deal["dealer"]
    assert place(cut | {"deals": [deal | {"discards": [None, None]}]}) is None
    assert place(cut | {"deals": [deal | {"discards": [[], []]}]}) == ("R11", 0, 0)
    discards = [None, None]
    discards[deal["dealer"]] = []
    assert place(cut | {"deals": [deal | {"discards": discards}]}) == ("R11", 0, 1)
    discards = [None, None]
    discards[other] = [deal["deck"][0]]
    assert place(cut | {"deals": [deal | {"discards": discards}]}) == ("R11", 0, 0)


def test_calls_need_both_discards():
    for seat in (0, 1):
        cut = record(AUCTION, least=4)
        cut["deals"][-1]["discards"][seat] = None
        assert place(cut) == ("R11", 1, 2)
    cut["deals"][-1]["discards"] = []
    assert place(cut) == ("R11", 1, 2)
    del cut["deals"][-1]["discards"]
    assert place(cut) == ("R11", 1, 2)


def test_plays_need_a_finished_auction():
    cut = record(PLAY, least=24)
    deal = cut["deals"][-1]
    deal["calls"].pop()
    assert place(cut) == ("R17", 1, 2 + len(deal["calls"]))
    deal["calls"] = []
    assert place(cut) == ("R17", 1, 2)
    deal["discards"] = [None, None]
    assert place(cut) == ("R11", 1, 2)


def test_a_complete_last_deal_may_lack_its_score():
    bare = record()
    last = bare["deals"][-1].pop("score")
    lines = trace(bare)
    assert lines == trace(record())
    assert lines[-2]["score"] == last


@pytest.mark.parametrize("value", [[0, 100], [0, 0], [100, 0]])
def test_a_last_deal_that_is_unfinished_has_no_score(value):
    for phase in (EXCHANGE, AUCTION, PLAY):
        cut = record(phase)
        cut["deals"][-1]["score"] = value
        assert place(cut) == ("R26", 1, None)


def test_an_earlier_deal_has_a_score():
    bare = record()
    del bare["deals"][2]["score"]
    assert place(bare) == ("format", 2, None)


def test_only_the_last_deal_may_be_unfinished():
    for key in ("plays", "calls", "discards"):
        cut = record()
        for later in ["plays", "calls", "discards"][: ["plays", "calls", "discards"].index(key) + 1]:
            cut["deals"][1].pop(later)
        del cut["deals"][1]["score"]
        found = fault(cut)
        assert (found.deal, found.step) == (1, None)


def test_r18_a_passed_out_deal_stays_with_a_score_of_nothing_and_the_same_dealer_follows():
    for seed in range(40):
        *_, match = playouts.match_states(Random(seed), playouts.shy)
        places = [number for number, deal in enumerate(match.deals) if deal.is_passed_out]
        if places:
            break
    full = json.loads(written(match))
    number = places[0]
    deal = full["deals"][number]
    assert (deal["calls"], deal["score"], deal.get("plays")) == (["Pass", "Pass"], [0, 0], None)
    assert full["deals"][number + 1]["dealer"] == deal["dealer"]
    deal["plays"] = []
    assert fault(full) is None
    deal["plays"] = ["SA"]
    assert place(full) == ("R18", number, 4)
    deal["plays"] = []
    deal["calls"].append("Pass")
    assert place(full) == ("R18", number, 4)
    deal["calls"].pop()
    deal["score"] = [100, 0]
    assert place(full) == ("R26", number, None)
    del deal["score"]
    assert place(full) == ("format", number, None)
