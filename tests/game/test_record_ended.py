"""What a record says of the match's end: malformed, contradicting, and in which place that is a fault."""

import json

import pytest

from bridgette import BadRecord, How, Phase
from bridgette.record import parse_json, read_record, trace_record
from tests.game.records import fault, place, record, trace, whole

EXCHANGE, AUCTION, PLAY = Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY
FULL_ENDED = {"how": "played", "by": None, "winner": 0}


def ended_fault(source) -> tuple[str, int | None, int | None] | None:
    """The place of the fault, the same for the trace and the reader; a fault of ``ended`` names it."""
    found = fault(source)
    if found is None:
        read_record(json.dumps(source).encode())
        return None
    assert "ended" in str(found).removesuffix("(ended)")
    with pytest.raises(BadRecord) as read:
        read_record(json.dumps(source).encode())
    assert str(read.value) == str(found)
    return found.rule, found.deal, found.step


NOT_ENDED = [
    *(None, "played", [], 1, {}, True),
    *({key: value for key, value in FULL_ENDED.items() if key != missing} for missing in FULL_ENDED),
    *(FULL_ENDED | {"how": how} for how in ("lost", ["void"], None, "Played", "", 0, {})),
    *(FULL_ENDED | {key: value} for key in ("by", "winner") for value in (2, -1, True, False, "0", 0.0, [], {})),
]


@pytest.mark.parametrize("ended", NOT_ENDED, ids=repr)
def test_a_malformed_ended_is_a_fault(ended):
    assert ended_fault(record(PLAY) | {"ended": ended}) == ("ended", None, None)


def test_a_malformed_ended_is_a_fault_wherever_the_match_stands():
    for phase in (None, EXCHANGE, AUCTION, PLAY):
        assert ended_fault(record(phase) | {"ended": None}) == ("ended", None, None)
    assert ended_fault({"format": "bridgette-match/1", "players": ["a", "b"], "deals": [], "ended": 1})


SEATS = (None, 0, 1)
EVERY_ENDED = [{"how": how.value, "by": by, "winner": winner} for how in How for by in SEATS for winner in SEATS]


def ended_is_right(ended, winner_by_the_deals) -> bool:
    """Whether an ``ended`` fits the deals, read from docs/record.md."""
    how, by, winner = ended["how"], ended["by"], ended["winner"]
    if how == "played":
        return by is None and winner is not None and winner == winner_by_the_deals
    if winner_by_the_deals is not None:
        return False
    if how in ("resigned", "claimed"):
        return by is not None and winner == 1 - by
    return by is None and winner is None


@pytest.mark.parametrize("ended", EVERY_ENDED, ids=lambda ended: "-".join(map(str, ended.values())))
def test_an_ended_that_contradicts_itself_or_the_deals_is_a_fault(ended):
    bare = record()
    del bare["deals"][-1]["score"]  # the deals decide all the same
    empty = {"format": "bridgette-match/1", "players": ["a", "b"], "deals": []}
    winner = whole().ended.winner
    for source, decided in ((record(), winner), (bare, winner), (record(PLAY), None), (empty, None)):
        found = ended_fault(source | {"ended": ended})
        assert found == (None if ended_is_right(ended, decided) else ("ended", None, None))


def test_more_keys_within_ended_are_ignored():
    more = record() | {"ended": record()["ended"] | {"at": 1.5, "why": [None, True]}}
    assert ended_fault(more) is None


def test_a_faulty_ended_comes_after_all_faults_of_the_deals():
    broken = record() | {"ended": 1}
    broken["deals"][-1]["score"] = [1, 1]
    assert place(broken) == ("R26", len(broken["deals"]) - 1, None)


def test_a_faulty_ended_comes_after_all_lines_of_the_trace():
    lines = trace_record(parse_json(json.dumps(record() | {"ended": 1}).encode()))
    for line in trace(record()):
        assert next(lines) == line
    with pytest.raises(BadRecord, match="ended"):
        next(lines)
