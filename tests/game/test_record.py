"""The match record: what it must hold, clause by clause, and what is a fault where."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgette import DECK, BadRecord, Ending, How, Match, Phase
from bridgette.record import parse_json, read_record, write_record
from tests.game import playouts
from tests.game.records import fault, place, record, trace, whole

EXCHANGE, AUCTION, PLAY, OVER = Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY, Phase.OVER
NOT_LISTS = [None, {}, "SA", 0, True, 1.5]
NOT_WORDS = [None, 1, 1.0, True, ["SA"], {}, "", "sa", "1h", "\ud800"]


def written(match: Match) -> bytes:
    return json.dumps(write_record(match)).encode()


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
        *(Ending(How.STOPPED, None, winner) for winner in (0, 1, None)),
        *(Ending(How.AGREED, None, winner) for winner in (0, 1, None)),
        Ending(How.VOID),
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


def test_ended_is_absent_while_a_match_goes_on_and_says_played_at_its_end():
    assert "ended" not in record(PLAY)
    winner = whole().ended.winner
    assert record()["ended"] == {"how": "played", "by": None, "winner": winner}


@pytest.mark.parametrize(
    "ended",
    [
        *("played", [], 1, {}, {"how": "lost"}, {"how": ["void"]}, {"how": None}),
        *({"how": "void", "by": 2}, {"how": "void", "winner": True}, {"how": "resigned", "by": "0", "winner": 1}),
        {"how": "played", "by": None, "winner": 0},
    ],
)
def test_a_wrong_ended_is_a_fault_for_the_reader_but_not_for_replay(ended):
    broken = record(PLAY) | {"ended": ended}
    assert fault(broken) is None
    with pytest.raises(BadRecord):
        read_record(json.dumps(broken).encode())


def test_an_ended_that_disagrees_with_a_match_that_was_played_out_is_a_fault_for_the_reader():
    for ended in ({"how": "played", "by": None, "winner": 1 - whole().ended.winner}, {"how": "void"}):
        with pytest.raises(BadRecord):
            read_record(json.dumps(record() | {"ended": ended}).encode())


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
    for wrong in ([score[1], score[0]], [score[0], score[1] + 50], [-score[0] - 1, score[1]], [10**17, 0]):
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


# The head


@pytest.mark.parametrize("value", [None, "bridgette-match/2", "", 1, ["bridgette-match/1"], True], ids=repr)
def test_the_format_is_named(value):
    assert place(record() | {"format": value}) == ("format", None, None)


@pytest.mark.parametrize(
    "value",
    [None, "ab", [], ["a"], ["a", "b", "c"], ["a", 1], [None, "b"], [["a"], "b"], {"0": "a", "1": "b"}],
    ids=repr,
)
def test_players_are_two_names(value):
    assert place(record() | {"players": value}) == ("format", None, None)


@pytest.mark.parametrize("value", [None, {}, "", 0], ids=repr)
def test_deals_is_a_list(value):
    assert place(record() | {"deals": value}) == ("format", None, None)


@pytest.mark.parametrize("key", ["format", "players", "deals"])
def test_the_keys_of_the_head_are_needed(key):
    full = record()
    del full[key]
    assert place(full) == ("format", None, None)


@pytest.mark.parametrize("value", [[], "record", 1, None, True], ids=repr)
def test_a_record_is_an_object(value):
    assert place(value) == ("format", None, None)


# Strict reading


def test_keys_that_are_not_known_are_ignored():
    full = record()
    extra = {"x": [1.5, -0.0, 1e300, True, None, {"deep": [[]]}], "": 0, "Deck": [], "step": "one"}
    full |= extra
    full["ended"] = full["shuffle"] = 3.5
    for deal in full["deals"]:
        deal |= extra
    assert trace(full) == trace(record())


def test_of_a_repeated_key_the_last_counts():
    text = json.dumps(record())
    twice = text.replace('"players":', '"players": 7, "players":').replace('"dealer":', '"dealer": 2.5, "dealer":')
    assert trace(twice.encode()) == trace(record())
    assert place(text.replace('"deals":', '"deals": [], "deals":', 1)[:-1].encode() + b', "deals": 1}')


NUMBERS = [
    "1.0",
    "1e0",
    "true",
    '"1"',
    "NaN",
    "Infinity",
    "-Infinity",
    "1" * 5000,
    "-" + "9" * 5000,
    "01",
    "+1",
    "0x1",
    "1.",
]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:9])
@pytest.mark.parametrize("key", ["dealer", "score"])
def test_numbers_are_whole_json_numbers(number, key):
    text = json.dumps(record()).replace('"score": [', '"score": [7, ', 1) if key == "score" else json.dumps(record())
    old = '"score": [7' if key == "score" else f'"dealer": {record()["deals"][0]["dealer"]}'
    text = text.replace(old, f'"{key}": {"[" if key == "score" else ""}{number}', 1)
    found = fault(text.encode())
    assert found.rule == "format"


@pytest.mark.parametrize(
    "number", ["1" * 5000, "1.5", "1" * 5000 + ".5", "1e999999999", "-0"], ids=lambda text: text[:9]
)
def test_any_number_may_stand_in_a_key_of_others(number):
    assert trace(json.dumps(record())[:-1].encode() + f', "x": {number}}}'.encode()) == trace(record())


def test_utf_8_without_a_byte_order_mark():
    text = json.dumps(record() | {"players": ["Zoë", "李"]}, ensure_ascii=False)
    assert fault(text.encode("utf-8")) is None
    for data in (
        b"\xef\xbb\xbf" + text.encode(),
        text.encode("utf-16"),
        text.encode("latin-1", "replace")[:-1] + b"\xff}",
    ):
        assert place(data) == ("format", None, None)
    assert place(json.dumps(record()).encode("utf-32")) == ("format", None, None)
    assert place(text.encode()[:-1] + b', "x": "\xed\xa0\x80"}') == ("format", None, None)  # a surrogate in UTF-8


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"\0",
        b"{",
        b"}",
        b"{}x",
        b"{'a': 1}",
        b"nul",
        b'"',
        b"[1,]",
        b'{"a": 1,}',
        b'{"a" 1}',
        b"\xff",
        b'"\\',
        b'"\x01"',
    ],
    ids=repr,
)
def test_what_is_not_json_is_a_fault_of_the_format(data):
    assert place(data) == ("format", None, None)


DEEP = 10_000


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        "[" * DEEP + "]" * DEEP,
        '{"a":' * DEEP,
        '{"a":' * DEEP + "1" + "}" * DEEP,
        '{"format": "bridgette-match/1", "players": ["a", "b"], "deals": [], "x": ' + "[" * DEEP + "]" * DEEP + "}",
        '{"format": "bridgette-match/1", "players": ["a", "b"], "deals": ' + "[" * DEEP + "]" * DEEP + "}",
        '{"format": "bridgette-match/1", "players": ' + "[" * DEEP + "]" * DEEP + "}",
    ],
)
def test_what_is_nested_10000_deep_is_a_fault(text):
    assert place(text.encode()) == ("format", None, None)


@pytest.mark.parametrize("depth", [50, 95, 99, 101, 500, 900, 990, 1000])
def test_whatever_the_depth_there_is_no_other_error(depth):
    nested = "[" * depth + "]" * depth
    for key in ("x", "deals", "players", "format"):
        found = fault(json.dumps(record() | {key: "HERE"}).replace('"HERE"', nested).encode())
        assert (found is None) == (key == "x" and depth < 100)
    for key in ("deck", "discards", "calls", "plays", "score", "dealer"):
        full = record()
        full["deals"][0][key] = ["HERE"] * 55
        assert fault(json.dumps(full).replace('"HERE"', nested).encode())


def test_brackets_within_strings_are_not_nesting():
    players = ["[" * 200 + '"' + "{" * 200, '\\"' + "[" * 200 + "\\"]
    full = record() | {"players": players}
    assert fault(full) is None
    assert read_record(json.dumps(full).encode()).players == tuple(players)


def test_quotes_that_never_close_take_no_time():
    assert place(b"[" * 200 + b'"' + rb"\"" * 500_000) == ("format", None, None)
    assert place(b'"' + rb"\"" * 500_000 + b"[" * 50) == ("format", None, None)


def test_any_two_strings_are_names():
    for players in (["", ""], ["a\nb", "\u202e"], ["\ud800", "\0"], ["x" * 100_000, "@everyone"]):
        full = record() | {"players": players}
        assert fault(full) is None
        assert read_record(json.dumps(full).encode()).players == tuple(players)


# Whatever comes: a trace, or a fault in one line


JUNK = [
    None,
    True,
    0,
    1,
    -1,
    2,
    1.0,
    10**20,
    "",
    "SA",
    "GC",
    "Pass",
    "X",
    "XX",
    "1C",
    "7NT",
    [],
    [[]],
    ["SA"],
    {},
    {"dealer": 0},
]


def containers(value, found=None):
    """Every list and object within, with a way to each of its items."""
    found = [] if found is None else found
    if isinstance(value, (dict, list)):
        found += [(value, key) for key in (list(value) if isinstance(value, dict) else range(len(value)))]
        for item in value.values() if isinstance(value, dict) else value:
            containers(item, found)
    return found


def mutate(rng: Random, source) -> None:
    """One random change somewhere within a record."""
    places = containers(source)
    shallow = [(where, key) for where, key in places if isinstance(where, dict) or len(where) < 13]
    where, key = rng.choice(places if rng.random() < 0.6 else shallow)
    kind = rng.randrange(5)
    if kind == 0:
        where[key] = rng.choice(JUNK)
    elif kind == 1:
        del where[key]
    elif kind == 2 and isinstance(where, list):
        where.insert(rng.randrange(len(where) + 1), where[key])
    elif kind == 3 and isinstance(where, list):
        other = rng.randrange(len(where))
        where[key], where[other] = where[other], where[key]
    else:
        other, name = rng.choice(places)
        where[key] = json.loads(json.dumps(other[name]))


@given(st.integers(0, 2**32), st.sampled_from([None, EXCHANGE, AUCTION, PLAY]), st.integers(1, 4))
@settings(max_examples=800)
def test_a_record_changed_at_random_gives_a_trace_or_a_fault(seed, phase, changes):
    rng = Random(seed)
    source = record(phase)
    for _ in range(changes):
        if containers(source):
            mutate(rng, source)
    source.pop("ended", None)
    if fault(source) is None:
        match = read_record(json.dumps(source).encode())
        assert read_record(written(match)) == match


@given(st.integers(0, 2**32), st.integers(1, 5))
@settings(max_examples=300)
def test_bytes_changed_at_random_give_a_trace_or_a_fault(seed, changes):
    rng = Random(seed)
    data = bytearray(json.dumps(record(AUCTION)).encode())
    for _ in range(changes):
        start = rng.randrange(len(data))
        data[start : start + rng.randrange(3)] = rng.choice(
            [b"", b'"', b"[", b"]", b"{", b"}", b"\\", b",", b"\xff", b"\0", b"1", b"-", b"e", b".", b"\\ud800"]
        )
    fault(bytes(data))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
@settings(max_examples=60)
def test_any_json_value_is_read_or_a_fault(value):
    fault(value)
    fault(record() | {"deals": [value]})
    fault(record() | {"players": value})


def test_parse_json_gives_the_value():
    assert parse_json(b'{"a": [1, 2.5, "x"]}') == {"a": [1, 2.5, "x"]}
