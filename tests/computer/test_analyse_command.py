"""``python -m bridgette analyse``, and hints and analysis in ``play``: what they print, and how they fail."""

from __future__ import annotations

import json
import re

import pytest

from bridgette import Ending, How, Match, Phase, parse_call, parse_card
from bridgette.__main__ import main
from bridgette.calls import Strain
from bridgette.cli import advice as words
from bridgette.cli import analyse as command
from bridgette.computer.advice import hint as hints
from bridgette.computer.advice import regret as looks
from bridgette.computer.advice.hindsight import hindsight
from bridgette.computer.advice.hint import CallHint, CardHint, CardOption, Expected, KeepHint, Size
from bridgette.computer.advice.regret import Regret
from bridgette.deal import Discard
from bridgette.record import read_record
from bridgette.views import view_deal
from tests.computer.test_hindsight import ELEVEN_TRICKS, EXACT, played
from tests.computer.test_player_command import play
from tests.game.notation import auction, cards
from tests.game.records import record, written
from tests.game.test_replay import HOSTILE, one_line


@pytest.fixture
def run(capsys, tmp_path):
    """Run ``analyse`` on a record, or bytes: exit code, output and complaint."""

    def analyse(source, *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "record.json"
        path.write_bytes(source if isinstance(source, bytes) else json.dumps(source).encode())
        code = main(["analyse", str(path), *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return analyse


@pytest.fixture
def few(monkeypatch):
    """Few hands, as a machine without the C form can bear."""
    for module in (hints, looks):
        monkeypatch.setattr(module, "HANDS", 8)
        monkeypatch.setattr(module, "ENOUGH", 4)
    monkeypatch.setattr(looks, "NODES", 200_000)
    for module in (looks, command):
        monkeypatch.setattr(module, "can_look", lambda: True)


@pytest.fixture
def nobody_looks(monkeypatch):
    for module in (looks, command):
        monkeypatch.setattr(module, "can_look", lambda: False)


def match_of(*deals) -> Match:
    return Match(("alice", "bob"), deals)


def exact(plays: str):
    """A deal in which seat 0 declares 1NT and may take a trick too many."""
    deal = auction(*EXACT, "1NT Pass")
    for card in cards(plays):
        deal = deal.after(next(iter(deal.to_act)), card)
    return deal


def test_each_finished_deal_is_a_page_with_both_parts(run, few):
    code, out, err = run(written(match_of(played(0), played(1))))
    assert (code, err) == (0, "")
    first, *pages = out.split("\n\n")
    assert first == "alice (seat 0) against bob (seat 1)"
    assert len(pages) == 2
    for number, page in enumerate(pages):
        lines = page.splitlines()
        assert lines[0].startswith(f"deal {number} ({number + 1} of 2): ")
        assert lines[1] == "  with all cards known"
        assert lines[2].startswith("    best contracts: alice ")
        assert lines.count("  by what could be known") == 1
        assert re.findall(r"^    (\w+) gave away", page, re.MULTILINE) == ["alice", "bob", "alice", "bob"]


def test_a_fault_is_told_with_what_it_cost_and_what_was_best(run, nobody_looks):
    _, out, _ = run(written(match_of(exact(f"{ELEVEN_TRICKS} H3 H5 HA HK"))))
    assert "    alice gave away 250 points by 1 card\n" in out
    assert "      trick 12, H5: 1 trick too many, 250 points; HA was best\n" in out


def test_without_the_c_form_there_is_the_part_with_all_cards_known_alone(run, nobody_looks):
    source = written(match_of(played(0)))
    code, out, err = run(source)
    assert (code, err) == (0, "")
    assert "with all cards known" in out
    assert out.endswith("  by what could be known\n    not looked at: without the solver's C form it takes too long\n")
    assert json.loads(run(source, "--json")[1])["regret"] is None


def test_a_deal_in_play_is_not_analysed(run, nobody_looks):
    code, out, _ = run(record(Phase.PLAY))
    assert code == 0
    assert out.splitlines()[-1] == "deal 1 (2 of 2): play not finished"
    assert json.loads(run(record(Phase.PLAY), "--json", "--deal", "1")[1]) == {"deal": 1, "finished": False}


def test_a_deal_that_was_broken_off_is_analysed_as_far_as_it_went(run, nobody_looks):
    deal = exact(f"{ELEVEN_TRICKS} H3 H5")
    match = match_of(deal).cut(Ending(How.RESIGNED, 1, 0))
    _, out, _ = run(written(match))
    assert "deal 0 (1 of 1): broken off\n" in out
    assert "H5: 1 trick too many" in out
    early = match_of(auction(*EXACT)._replace(discards=(None, None), auction=None)).cut(Ending(How.VOID))
    assert run(written(early))[1].splitlines()[-1] == "deal 0 (1 of 1): exchange not finished"


def test_one_deal_can_be_asked_for(run, nobody_looks):
    source = written(match_of(played(0), played(1), played(2)))
    _, out, _ = run(source, "--deal", "1")
    assert re.findall(r"^deal (\d) ", out, re.MULTILINE) == ["1"]
    code, out, err = run(source, "--deal", "3")
    assert (code, out) == (2, "")
    assert err == "there is no deal 3: the record has deals 0 to 2\n"
    assert run(written(match_of(played(0))), "--deal", "1")[2].endswith("the record has deal 0 alone\n")
    assert run(written(Match(("alice", "bob"))), "--deal", "0")[2].endswith("the record has no deals\n")


def test_json_says_what_the_values_say(run, few):
    source = written(match_of(played(0), played(1)))
    code, out, err = run(source, "--json")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["deal"] for line in lines] == [0, 1]
    for line, deal in zip(lines, (played(0), played(1)), strict=True):
        found = hindsight(view_deal(deal, None))
        assert line["finished"] is True
        for said, one in zip(line["hindsight"]["plays"], found.plays, strict=True):
            assert said == {
                "step": one.step,
                "seat": one.seat,
                "action": str(one.card),
                "best": str(one.best),
                "tricks": one.tricks,
                "points": one.points,
            }
        for said, best in zip(line["hindsight"]["best"], found.best, strict=True):
            assert said == (best and {"contract": str(best.bid), "tricks": best.tricks, "points": best.points})
        assert len(line["regret"]) == 2
        for regret in [regret for seat in line["regret"] for regret in seat]:
            assert regret.keys() == {"step", "action", "better", "points", "make"}
    assert lines[0]["regret"] != [[], []]
    assert json.loads(run(source, "--json", "--deal", "1")[1]) == lines[1]


@pytest.mark.parametrize("source", [b"", b"{", b"\xff", b'{"format": "bridgette-match/2"}'])
@pytest.mark.parametrize("more", [(), ("--json",), ("--deal", "0")])
def test_what_is_no_record_is_exit_1_and_one_line(run, source, more):
    code, out, err = run(source, *more)
    assert (code, out) == (1, "")
    assert one_line(err)


def test_a_file_that_cannot_be_read_is_exit_2_and_one_line(capsys, tmp_path):
    assert main(["analyse", str(tmp_path / "missing")]) == 2
    assert one_line(capsys.readouterr().err)


@pytest.mark.parametrize("deal", ["", "-1", "x", "1.0", "٣", "9999999"])
def test_wrong_arguments_are_exit_2_and_one_line(capsys, deal):
    with pytest.raises(SystemExit) as ended:
        main(["analyse", "file", f"--deal={deal}"])
    assert ended.value.code == 2
    assert one_line(capsys.readouterr().err)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_names_that_cannot_be_printed_are_escaped(run, nobody_looks, name):
    code, out, _ = run(record(Phase.AUCTION, deals=2) | {"players": [name, "bob"]})
    assert code == 0
    assert out.replace("\n", "").isprintable()


# In words.


def test_a_regret_in_words():
    card = Regret(9, 3, parse_card("HK"), parse_card("H3"), 250, (3, 9))
    assert words.regret_in_words(card) == (
        "trick 4, HK: about 250 points; H3 was better; the contract is made in about 3, with H3 in 9, of 10 hands"
    )
    assert words.regret_in_words(card._replace(make=(4, 4))).endswith("; the contract is made in about 4 of 10 hands")
    call = Regret(3, None, parse_call("Pass"), parse_call("X"), 100, None)
    assert words.regret_in_words(call) == "auction, Pass: about 100 points; X was better"


def test_hints_in_words():
    options = (
        CardOption(cards("S6 S7"), 0, 6),
        CardOption(cards("SK"), 40, 5),
        CardOption(cards("HA"), 0, 6),
    )
    assert words.hint_in_words(CardHint(options, True)) == [
        "S6 or S7: makes the contract in about 6 of 10 hands that the computer may hold",
        "SK: costs about 40 points; makes the contract in about 5 of 10 hands that the computer may hold",
        "HA: about as good; makes the contract in about 6 of 10 hands that the computer may hold",
    ]
    assert words.hint_in_words(CardHint(options[:1], False)) == [
        "S6 or S7: the contract is made in about 6 of 10 hands that the computer may hold"
    ]
    assert words.hint_in_words(CardHint((CardOption(cards("SK"), None, None),), True)) == ["SK"]
    assert words.hint_in_words(CallHint(parse_call("3NT"), Expected(True, Strain.NO_TRUMP, Size.GAME))) == [
        "3NT, expecting a game in no trump"
    ]
    assert words.hint_in_words(CallHint(parse_call("Pass"), Expected(False, Strain.HEARTS, Size.PART))) == [
        "Pass, expecting a small contract in hearts, declared by the computer"
    ]
    assert words.hint_in_words(CallHint(parse_call("Pass"), None)) == ["Pass"]
    keep = KeepHint(cards("SA SK"), Discard(cards("D2 C3")), Strain.SPADES)
    assert words.hint_in_words(keep) == ["keep SA SK, for spades", "discard D2 C3"]


# In the terminal's game.


@pytest.fixture
def file(tmp_path):
    return tmp_path / "match.json"


def test_a_hint_is_given_at_the_prompt_and_is_no_act(file, few):
    answers = ["hint", "Hint", "D2 H8 H6 GC", "hint", "quit"]
    code, said = play("--strength", "novice", "--seed", "3", answers=answers, file=file)
    assert code == 0
    first, second, third = [number for number, line in enumerate(said) if line.lower() == "> hint"]
    assert said[first + 1].startswith("  keep ")
    assert said[first + 1 : first + 3] == said[second + 1 : second + 3]
    assert parse_call(said[third + 1].split(",")[0].strip())
    deal = read_record(file.read_bytes()).deals[0]
    assert deal.discards[0] == cards("H8 H6 D2 GC")


def test_each_deal_is_analysed_once_that_was_asked_for(file, few):
    """The person throws the first cards away and passes; two passes end a deal at once."""
    answers = ["analyse"]
    for _ in range(40):
        _, said = play("--strength", "novice", "--seed", "3", answers=answers, file=file)
        deals = read_record(file.read_bytes()).deals
        file.unlink()
        if len(deals) == 2:
            break
        deal = deals[-1]
        if deal.phase is Phase.EXCHANGE:
            answers.append(" ".join(map(str, deal.hand(0)[: deal.to_discard(0)])))
        else:
            answers.append(str((deal.legal_cards(0) or [parse_call("Pass")])[0]))
    heads = [number for number, line in enumerate(said) if line.startswith("deal 1: ") and "dealt" not in line]
    assert len(heads) == 1
    assert said[heads[0] + 1] == "  with all cards known"
    assert "  each deal is analysed when it is over" in said
    _, quiet = play("--strength", "novice", "--seed", "3", answers=[*answers[1:], "analyse"], file=file)
    assert [line for line in quiet if "all cards known" in line] == ["  with all cards known"], "asked for afterwards"
    page = said[heads[0] : heads[0] + 6]
    at = quiet.index("> analyse")
    assert quiet[at + 1 : at + 7] == page
    assert not any("bob" in line for line in page)
