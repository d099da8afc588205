"""Whatever comes instead of a record: it gives a trace, or a fault in one line."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bridgette import Phase
from bridgette.record import parse_json, read_record
from tests.game.records import fault, record, written

EXCHANGE, AUCTION, PLAY = Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY


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
@settings(max_examples=500)
def test_a_record_changed_at_random_gives_a_trace_or_a_fault(seed, phase, changes):
    rng = Random(seed)
    source = record(phase)
    for _ in range(changes):
        if containers(source):
            mutate(rng, source)
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
