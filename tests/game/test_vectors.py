"""The sample records: legal ones replay to their traces, broken ones are faulted at the right place."""

import io
import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bridgette import BadRecord
from bridgette.__main__ import main
from bridgette.record import parse_json, read_record, trace_record, write_record

TESTS = Path(__file__).parent.parent
FOLDERS = ("vectors", "vectors-2")
"""The second holds records with ``length`` and ``ended``."""


def index_of(folder: str) -> list[dict]:
    """What a folder's index says of each record, with its path in ``file``."""
    index = json.loads((TESTS / folder / "index.json").read_text(encoding="utf-8"))
    return [entry | {"file": f"{folder}/{entry['file']}"} for entry in index]


INDEX = [entry for folder in FOLDERS for entry in index_of(folder)]
LEGAL = [entry for entry in INDEX if entry["legal"]]
ILLEGAL = [entry for entry in INDEX if not entry["legal"]]


class Run(NamedTuple):
    code: int
    out: list[str]
    err: list[str]


@pytest.fixture
def replay(capsys):
    """Run ``replay`` and give its exit code and the lines that it printed."""

    def run(*arguments: str) -> Run:
        code = main(["replay", *arguments])
        printed = capsys.readouterr()
        return Run(code, printed.out.splitlines(), printed.err.splitlines())

    return run


def name(entry) -> str:
    return f"{entry['file']}-{entry['kind']}"


@pytest.mark.parametrize("entry", LEGAL, ids=name)
def test_a_legal_record_replays_to_its_trace(replay, entry):
    path = TESTS / entry["file"]
    code, out, err = replay(str(path), "--trace")
    assert (code, err) == (0, [])
    expected = path.with_suffix(".trace").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in out] == [json.loads(line) for line in expected]


@pytest.mark.parametrize("entry", LEGAL, ids=name)
def test_a_legal_record_gets_a_line_for_each_deal_and_the_totals(replay, entry):
    path = TESTS / entry["file"]
    code, out, err = replay(str(path))
    assert (code, err) == (0, [])
    record = json.loads(path.read_bytes())
    deals = [line for line in out if line.startswith("deal ")]
    assert [line.split(":")[0] for line in deals] == [f"deal {number}" for number in range(len(record["deals"]))]
    (totals,) = [line for line in out if line.startswith("totals: ")]
    scores = [deal["score"] for deal in record["deals"] if "score" in deal]
    if all("score" in deal for deal in record["deals"]):
        for seat in (0, 1):
            assert str(sum(score[seat] for score in scores)) in totals


@pytest.mark.parametrize("entry", ILLEGAL, ids=name)
@pytest.mark.parametrize("options", [(), ("--trace",)], ids=["summary", "trace"])
def test_a_broken_record_is_faulted_in_one_line_at_its_place(replay, entry, options):
    code, _, err = replay(str(TESTS / entry["file"]), *options)
    assert code == 1
    (line,) = err
    for word in ("deal", "step"):
        found = re.findall(rf"\b{word} (\d+)", line)
        assert found == ([] if entry[word] is None else [str(entry[word])]), line
    assert f"({entry['rule']})" in line


@pytest.mark.parametrize("entry", ILLEGAL, ids=name)
def test_the_fault_says_its_place_to_programs_too(entry):
    with pytest.raises(BadRecord) as fault:
        read_record((TESTS / entry["file"]).read_bytes())
    assert (fault.value.deal, fault.value.step, fault.value.rule) == (entry["deal"], entry["step"], entry["rule"])


@pytest.mark.parametrize("entry", INDEX[::5], ids=name)
def test_standard_input_is_read_as_a_file_is(replay, monkeypatch, entry):
    path = TESTS / entry["file"]
    expected = replay(str(path), "--trace")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes()), encoding="ascii"))
    assert replay("-", "--trace") == expected


@pytest.mark.parametrize("entry", LEGAL, ids=name)
def test_a_sample_that_was_read_and_written_is_the_same_match(entry):
    match = read_record((TESTS / entry["file"]).read_bytes())
    written = write_record(match)
    assert read_record(json.dumps(written).encode()) == match
    assert list(trace_record(written)) == list(trace_record(parse_json((TESTS / entry["file"]).read_bytes())))
