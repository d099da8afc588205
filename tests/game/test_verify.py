"""``python -m bridgette verify``: what holds, what does not, and that it says which, in one line and an exit code."""

import copy
import hashlib
import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from bridgette import BadRecord, Discard, Ending, Format, How, Match, Phase, PlainCall
from bridgette.__main__ import main
from bridgette.record import read_record, trace_record, verify_record, write_record
from bridgette.shuffle import DAILY, METHOD, Seal, Shuffle, commitment_of
from tests.game import playouts
from tests.game.records import record

ROOT = Path(__file__).parent.parent.parent
VECTORS = ROOT / "tests" / "vectors"
SECRET = hashlib.sha256(b"a secret").digest()
PUBLIC = "1456074448175104001"


@cache
def played(
    length: int = 2, method: str = METHOD, public: str = PUBLIC, acts: int | None = None, ended: How = How.PLAYED
) -> Match:
    """A match dealt by the shuffle, to its end or for so many acts; then cut off, unless it is to go on."""
    shuffle, rng = Shuffle(SECRET, public, method), random.Random(5)
    match, done = Match(("alice", "bob"), format=Format(length)), 0
    while match.ended is None and (acts is None or done < acts):
        if match.needs_deck:
            match = match.begin_deal(shuffle.deck(len(match.deals)), shuffle.first_dealer())
        match = match.after(*playouts.action(rng, match.deals[-1], playouts.modest))
        done += 1
    if ended is How.PLAYED:
        return match
    return match.cut(Ending(ended, 0, 1) if ended in (How.RESIGNED, How.CLAIMED) else Ending(ended))


def passed_out(match: Match) -> Match:
    """Both discard what they drew, and pass."""
    while match.deals[-1].result is None:
        deal, seat = match.deals[-1], min(match.to_act)
        match = match.after(seat, Discard(deal.drawn(seat)) if deal.phase is Phase.EXCHANGE else PlainCall.PASS)
    return match


def sealed(match: Match, method: str = METHOD, public: str = PUBLIC) -> dict:
    """A fresh record of the match, with its shuffle."""
    seal = Seal(method, commitment_of(SECRET), public, SECRET.hex())
    return json.loads(json.dumps(write_record(match, seal)))


def daily(day: str = "2027-01-31", length: int = 1) -> dict:
    return sealed(played(length, DAILY, day), DAILY, day)


def fault(source: dict) -> str | None:
    """The complaint about a record's shuffle, ``None`` if it holds. What `replay` makes of it does not change."""
    bare = {key: value for key, value in source.items() if key != "shuffle"}
    assert replayed(source) == replayed(bare), "replay takes no notice of the shuffle"
    try:
        verify_record(copy.deepcopy(source))
    except BadRecord as found:
        told = str(found)
    else:
        return None
    assert "\n" not in told
    assert len(told) < 400
    return told


def replayed(source: dict) -> list | str:
    try:
        return [*trace_record(source), read_record(json.dumps(source).encode())]
    except BadRecord as found:
        return str(found)


# ------------------------------------------------------------------------------------ the command


@pytest.fixture
def verify(capsys, tmp_path):
    """Run ``verify`` on a record, or bytes, in this process: exit code, output and complaint."""

    def run(source) -> tuple[int, str, str]:
        path = tmp_path / "record.json"
        path.write_bytes(source if isinstance(source, bytes) else json.dumps(source).encode())
        try:
            code = main(["verify", str(path)])
        except SystemExit as ended:
            code = ended.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def process(*arguments: str, data: bytes | None = None) -> tuple[int, bytes, bytes]:
    command = [sys.executable, "-m", "bridgette", *arguments]
    done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, env=os.environ, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_shuffle_that_holds_is_exit_0_and_one_line_that_says_what_was_compared(verify):
    deals = len(played().deals)
    assert deals >= 2
    code, out, err = verify(sealed(played()))
    assert (code, err) == (0, "")
    assert out == (
        f"the shuffle holds: the secret fits the commitment, and the first dealer and {deals} decks follow from it\n"
    )
    code, out, err = verify(sealed(played(acts=5, ended=How.RESIGNED)))
    assert (code, err) == (0, "")
    assert out.endswith("and the first dealer and 1 deck follow from it\n")


def test_an_open_match_is_exit_1_and_not_opened_yet(verify):
    for acts in (1, 3, 20):
        code, out, err = verify(sealed(played(acts=acts)))
        assert (code, out) == (1, "")
        assert err == (
            "the shuffle is not opened yet: the secret comes into the record after the end of the match (shuffle)\n"
        )


def test_a_record_from_before_is_exit_1_and_says_so(verify):
    for source in (record(), record(Phase.PLAY)):
        code, out, err = verify(source)
        assert (code, out) == (1, "")
        assert err.startswith("the record has no shuffle")
        assert err.count("\n") == 1


def test_every_vector_is_from_before():
    for path in sorted(VECTORS.glob("legal-*.json")):
        with pytest.raises(BadRecord, match="the record has no shuffle"):
            verify_record(json.loads(path.read_bytes()))


def test_a_record_that_replay_refuses_is_exit_1_with_the_same_line(verify, capsys, tmp_path):
    broken = sealed(played())
    broken["deals"][1]["score"] = [7, 7]
    faults = [broken, sealed(played()) | {"ended": 1}, b"{", b"\xff", b"[]", sealed(played()) | {"length": 3}]
    for source in faults:
        code, out, err = verify(source)
        assert (code, out, err.count("\n")) == (1, "", 1)
        path = tmp_path / "again.json"
        path.write_bytes(source if isinstance(source, bytes) else json.dumps(source).encode())
        assert main(["replay", str(path)]) == 1
        assert capsys.readouterr().err == err


def test_wrong_use_and_files_that_cannot_be_read_are_exit_2_and_one_line():
    for arguments in (["verify"], ["verify", "nowhere.json"], ["verify", "a", "b"], ["verify", str(ROOT)]):
        code, out, err = process(*arguments)
        assert (code, out, err.count(b"\n")) == (2, b"", 1)
        assert b"Traceback" not in err


def test_a_record_comes_from_standard_input_too():
    code, out, err = process("verify", "-", data=json.dumps(sealed(played())).encode())
    assert (code, err) == (0, b"")
    assert out.startswith(b"the shuffle holds")


def test_a_closed_output_is_no_traceback(tmp_path):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(sealed(played())))
    command = ["sh", "-c", '"$@" >&-', "sh", sys.executable, "-m", "bridgette", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# ------------------------------------------------------------------------------------ the end, however it came


@pytest.mark.parametrize("how", How, ids=lambda how: how.value)
def test_the_secret_is_written_and_the_shuffle_holds_however_the_match_ended(how):
    match = played() if how is How.PLAYED else played(acts=25, ended=how)
    source = sealed(match)
    assert source["ended"]["how"] == how.value
    assert source["shuffle"]["secret"] == SECRET.hex()
    assert fault(source) is None
    assert read_record(json.dumps(source).encode()) == match


def test_the_secret_is_not_written_before_the_end_even_if_it_is_known():
    for acts in range(0, 60, 3):
        source = sealed(played(acts=acts))
        assert "ended" not in source
        assert set(source["shuffle"]) == {"method", "commitment", "public"}
        assert SECRET.hex() not in json.dumps(source)
    assert "shuffle" not in write_record(played())
    assert SECRET.hex() not in repr(Seal(METHOD, commitment_of(SECRET), PUBLIC, SECRET.hex()))


def test_without_deals_it_holds_if_the_commitment_does(verify):
    match = Match(("alice", "bob")).cut(Ending(How.VOID))
    code, out, err = verify(sealed(match))
    assert (code, err) == (0, "")
    assert out == "the shuffle holds: the secret fits the commitment; there are no deals to compare\n"
    assert "commitment" in fault(tampered(sealed(match), commitment="0" * 64))


def test_passed_out_deals_are_counted():
    shuffle = Shuffle(SECRET, PUBLIC)
    match = Match(("alice", "bob"))
    for deal in range(3):
        match = match.begin_deal(shuffle.deck(deal), shuffle.first_dealer())
        match = passed_out(match)
    assert all(deal.is_passed_out for deal in match.deals)
    assert fault(sealed(match.cut(Ending(How.AGREED)))) is None


# ------------------------------------------------------------------------------------ tampered


def tampered(source: dict, **changed: object) -> dict:
    return source | {"shuffle": source["shuffle"] | changed}


def test_another_secret_or_commitment_is_found():
    source, other = sealed(played()), hashlib.sha256(b"another").digest()
    for changed in ({"secret": other.hex()}, {"commitment": commitment_of(other)}, {"commitment": SECRET.hex()}):
        assert "its SHA-256 is not the commitment" in fault(tampered(source, **changed))
    # Promise and secret changed together: then it is the cards that differ.
    both = tampered(source, secret=other.hex(), commitment=commitment_of(other))
    assert fault(both).startswith("deal 0: ")


def test_another_press_or_method_is_found():
    source = sealed(played())
    assert fault(tampered(source, public=str(int(PUBLIC) + 1))).startswith("deal 0: ")
    assert fault(tampered(daily(), public="2027-02-01")).startswith("deal 0: ")
    one = sealed(played(1))
    assert fault(one) is None
    assert fault(tampered(one, method=DAILY, public="2027-01-31")).startswith("deal 0: ")


def dealt_by(decks: list, dealer: int) -> dict:
    """A resigned match with these decks, of which all but the last deal are passed out."""
    match = Match(("alice", "bob"))
    for deck in decks[:-1]:
        match = passed_out(match.begin_deal(deck, dealer))
    match = match.begin_deal(decks[-1], dealer)
    return sealed(match.resign(0))


def test_a_wrong_deck_is_found_in_every_deal_and_the_deal_is_named():
    shuffle = Shuffle(SECRET, PUBLIC)
    decks = [shuffle.deck(deal) for deal in range(4)]
    assert fault(dealt_by(decks, shuffle.first_dealer())) is None
    for number in range(4):
        for one, other in ((53, 54), (0, 26)):
            wrong = list(decks[number])
            wrong[one], wrong[other] = wrong[other], wrong[one]
            changed = [*decks[:number], tuple(wrong), *decks[number + 1 :]]
            told = f"deal {number}: the deck is not the one that the secret gives (shuffle)"
            assert fault(dealt_by(changed, shuffle.first_dealer())) == told
    assert fault(dealt_by([decks[1], decks[0]], shuffle.first_dealer())).startswith("deal 0: the deck")
    assert fault(dealt_by([decks[0], decks[2]], shuffle.first_dealer())).startswith("deal 1: the deck")


def test_a_wrong_first_dealer_is_found():
    shuffle = Shuffle(SECRET, PUBLIC)
    told = "deal 0: the first dealer is not the one that the secret gives (shuffle)"
    assert fault(dealt_by([shuffle.deck(0)], 1 - shuffle.first_dealer())) == told


def test_a_secret_without_ended_is_a_fault():
    for source in (sealed(played(acts=9)), sealed(played())):
        source.pop("ended", None)
        assert fault(tampered(source, secret=SECRET.hex())) == (
            "in shuffle, a secret, but the match has not ended (shuffle)"
        )


def test_an_ended_match_whose_secret_was_left_out_does_not_hold():
    source = sealed(played())
    del source["shuffle"]["secret"]
    assert "not opened yet" in fault(source)


# ------------------------------------------------------------------------------------ malformed


NO_HEX = ["", SECRET.hex()[:-1], SECRET.hex() + "0", "g" * 64, "٠" * 64, " " + SECRET.hex()[1:], SECRET.hex() + "\n"]
NO_TEXT = [None, 1, True, 1.5, [], {}, [SECRET.hex()]]


@pytest.mark.parametrize("key", ["commitment", "secret"])
@pytest.mark.parametrize("value", [*NO_HEX, *NO_TEXT], ids=repr)
def test_what_is_not_64_hex_digits_is_a_fault(key, value):
    assert fault(tampered(sealed(played()), **{key: value})) == f"in shuffle, {key} is not 64 hex digits (shuffle)"


@pytest.mark.parametrize(
    "value", ["", "01", "-1", "+1", "1.0", "1e3", " 1", "1\n", "x", "٣", "1" * 21, *NO_TEXT], ids=repr
)
def test_an_id_not_in_decimal_is_a_fault(value):
    assert "in shuffle, public is not an id in decimal" in fault(tampered(sealed(played()), public=value))


@pytest.mark.parametrize(
    "value", ["bridgette-shuffle/2", "", "BRIDGETTE-SHUFFLE/1", "bridgette-shuffle/1 ", *NO_TEXT], ids=repr
)
def test_an_unknown_method_is_a_fault(value):
    assert "in shuffle, the method is neither" in fault(tampered(sealed(played()), method=value))


@pytest.mark.parametrize("value", [None, "x", 1, [], [METHOD], True])
def test_a_shuffle_that_is_no_object_is_a_fault(value):
    assert fault(sealed(played()) | {"shuffle": value}) == "shuffle is not an object (shuffle)"


@pytest.mark.parametrize("key", ["method", "commitment", "public"])
def test_a_key_left_out_is_a_fault(key):
    source = sealed(played())
    del source["shuffle"][key]
    assert fault(source).startswith("in shuffle, ")


def test_more_keys_and_large_hex_digits_change_nothing():
    source = tampered(sealed(played()), note="mine", secret=SECRET.hex().upper())
    assert fault(tampered(source, commitment=commitment_of(SECRET).upper())) is None


# ------------------------------------------------------------------------------------ the day's match


def test_a_days_match_is_verified():
    for day in ("2027-01-31", "2028-02-29", "2026-12-01"):
        assert fault(daily(day)) is None


@pytest.mark.parametrize(
    "day",
    [
        *(
            "2027-02-29",
            "2027-13-01",
            "2027-00-10",
            "0000-01-01",
            "2027-1-31",
            "20270131",
            "2027-W05-7",
            "27-01-31",
            "1234",
        ),
        *("2027-01-31 ", "٢٠٢٧-٠١-٣١", "2027-01-31T00:00", "", *NO_TEXT),
    ],
    ids=repr,
)
def test_what_is_no_calendar_day_is_a_fault(day):
    assert "in shuffle, public is not a day" in fault(tampered(daily(), public=day))


@pytest.mark.parametrize("length", [2, 6])
def test_a_days_match_of_another_length_is_a_fault(length):
    assert "length is not 1" in fault(daily(length=length))


def test_a_days_match_is_not_opened_before_the_day_is_over():
    source = daily()
    del source["shuffle"]["secret"]
    assert "not opened yet" in fault(source)
