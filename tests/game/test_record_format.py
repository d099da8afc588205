"""The head of a record, and how strictly its JSON is read."""

import json

import pytest

from bridgette.record import read_record
from tests.game.records import fault, place, record, trace, whole

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
    full["shuffle"] = full["house"] = 3.5
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


def with_a_key_of_others(number: str) -> bytes:
    return json.dumps(record())[:-1].encode() + f', "x": [{{"y": {number}}}]}}'.encode()


@pytest.mark.parametrize("number", ["9" * 999, "1.5", "1" * 990 + ".5", "1e999999999", "-0"], ids=lambda text: text[:9])
def test_any_json_number_may_stand_in_a_key_of_others(number):
    assert trace(with_a_key_of_others(number)) == trace(record())


@pytest.mark.parametrize(
    "number",
    ["NaN", "Infinity", "-Infinity", "1" * 5000, "-" + "1" * 5000, "1" * 5000 + ".5", "." + "1" * 5000, "01", "+1"],
    ids=lambda text: text[:9],
)
def test_what_is_no_number_or_endless_is_a_fault_in_a_key_of_others_too(number):
    assert place(with_a_key_of_others(number)) == ("format", None, None)


@pytest.mark.parametrize("value", [None, 0, 3, 5, 7, -1, 6.0, 2.0, True, False, "6", [], [6], {}], ids=repr)
def test_a_length_is_1_2_4_or_6(value):
    for source in (record(), record() | {"deals": [None]}):
        found = fault(source | {"length": value})
        assert (found.rule, found.deal, found.step) == ("format", None, None)
        assert "length" in str(found)


def test_a_length_of_6_may_be_written_or_absent():
    assert trace(record() | {"length": 6}) == trace(record())
    assert read_record(json.dumps(record() | {"length": 6}).encode()) == whole()


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
