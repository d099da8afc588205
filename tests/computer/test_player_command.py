"""``python -m bridgette play`` as people meet it: it never shows a traceback and never loses the record."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bridgette import Bid, Discard, Phase, PlainCall, Strain, Unreadable
from bridgette.__main__ import main
from bridgette.cli import play as command
from bridgette.record import read_record
from tests.game.notation import cards

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "match.json"


def play(*arguments: str, answers=(), file: Path) -> tuple[int, list[str]]:
    """Run the command with these answers, then the end of the input; its exit code and what it said."""
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    said: list[str] = []
    given = iter(answers)

    def ask(prompt: str) -> str:
        answer = next(given, EOFError)
        if not isinstance(answer, str):
            raise answer
        said.append(f"{prompt}{answer}")
        return answer

    options = parser.parse_args([*arguments, "--record", str(file)])
    return command.run(options, said.append, ask, 5, lambda: 0.0), said


def run(*arguments: str, data: bytes = b"", cwd=ROOT) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "bridgette", "play", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, input=data, capture_output=True, cwd=cwd, env=environment, check=False)
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_two_computers_play_a_whole_match_and_the_record_replays(file, capsys):
    code, said = play("--strength", "novice", "--against", "novice", "--seed", "7", file=file)
    assert code == 0
    match = read_record(file.read_bytes())
    assert match.ended is not None
    assert said[-1] == f"seed 7; the record is in {file}"
    assert said[-2] == f"winner: {match.players[match.ended.winner]}"
    assert main(["replay", str(file)]) == 0
    assert "winner" in capsys.readouterr().out


def test_the_same_seed_plays_the_same_match(file, tmp_path):
    for name in ("one", "two"):
        play("--strength", "novice", "--against", "novice", "--seed", "11", file=tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    play("--strength", "novice", "--against", "novice", "--seed", "12", file=file)
    assert file.read_bytes() != (tmp_path / "one").read_bytes()


def test_a_person_is_shown_the_hand_and_refused_in_one_sentence(file):
    code, said = play("--strength", "novice", "--seed", "3", answers=["D9", "rubbish", "SA SA SA SA", ""], file=file)
    assert code == 0
    assert any(line.startswith("  your hand: S ") for line in said)
    refusals = [said[number + 1] for number, line in enumerate(said) if line.startswith("> ")]
    assert len(refusals) == 4
    assert all("\n" not in line and line for line in refusals)
    assert "exactly 4 cards" in refusals[0]
    assert "'RUBBISH' is not a card" in refusals[1]


def person(file: Path, seed: str, most: int) -> list[str]:
    """Answers for a person who throws away the first cards and then does the first thing that is legal."""
    answers: list[str] = []
    for _ in range(most):
        _, said = play("--strength", "novice", "--seed", seed, answers=answers, file=file)
        match = read_record(file.read_bytes())
        deal = match.deals[-1]
        if deal.phase is Phase.EXCHANGE:
            answers.append(" ".join(map(str, deal.hand(0)[: deal.to_discard(0)])))
        elif deal.phase is Phase.AUCTION:
            answers.append("p")
        elif deal.phase is Phase.PLAY:
            answers.append(str(deal.legal_cards(0)[0]).lower())
    return said


def test_a_person_plays_on_through_exchange_auction_and_play(file):
    said = person(file, "3", 12)
    text = "\n".join(said)
    for words in ("discard 4 cards", "you may call:", "contract ", "you may ", "trick to "):
        assert words in text
    assert read_record(file.read_bytes()).deals[0].play is not None


@pytest.mark.parametrize(("stop", "expected"), [(EOFError, 0), (KeyboardInterrupt, 130)])
def test_what_was_played_so_far_is_written_when_the_person_leaves(file, stop, expected):
    code, said = play("--strength", "novice", "--seed", "3", answers=["D9", stop], file=file)
    assert code == expected
    assert read_record(file.read_bytes()).deals[0].phase is Phase.EXCHANGE
    assert str(file) in said[-1]


@pytest.mark.parametrize(
    ("phase", "text", "expected"),
    [
        (Phase.EXCHANGE, "sa, hT", Discard(cards("SA HT"))),
        (Phase.AUCTION, "1h", Bid(1, Strain.HEARTS)),
        (Phase.AUCTION, "3n", Bid(3, Strain.NO_TRUMP)),
        (Phase.AUCTION, "0NT", Bid(0, Strain.NO_TRUMP)),
        (Phase.AUCTION, "p", PlainCall.PASS),
        (Phase.AUCTION, "double", PlainCall.DOUBLE),
        (Phase.PLAY, " gc ", cards("GC")[0]),
    ],
)
def test_answers_are_read_in_either_case(phase, text, expected):
    assert command.read_action(phase, text) == expected


@pytest.mark.parametrize(("phase", "text"), [(Phase.AUCTION, ""), (Phase.AUCTION, "1H 2H"), (Phase.PLAY, "1H")])
def test_other_answers_are_not_understood(phase, text):
    with pytest.raises(Unreadable):
        command.read_action(phase, text)


def test_a_record_that_cannot_be_written_is_refused_before_the_match(tmp_path):
    code, out, err = run("--strength", "novice", "--record", str(tmp_path / "none" / "match.json"))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "cannot be written" in err


@pytest.mark.parametrize(
    "arguments", [["--seed", "x"], ["--seed", "-1"], ["--seed", "9" * 30], ["--strength", "champion"], ["--speed"]]
)
def test_wrong_options_are_refused_in_one_line(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["play", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_file_the_record_goes_to_one_that_is_named(tmp_path):
    code, out, err = run("--strength", "novice", "--seed", "3", data=b"D2 H8 H6 GC\n", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "bridgette-match-3.json" in out
    assert read_record((tmp_path / "bridgette-match-3.json").read_bytes()).deals


def test_a_match_that_was_left_at_once_leaves_no_file_behind(tmp_path):
    code, out, err = run("--strength", "novice", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "nothing was played" in out
    assert not list(tmp_path.iterdir())


def test_input_that_is_not_text_is_refused_like_any_other(file):
    code, out, err = run("--strength", "novice", "--seed", "3", "--record", str(file), data=b"\xff\xfe\nD9\n")
    assert (code, err) == (0, "")
    assert "is not a card" in out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_ends_it_with_a_record_and_no_traceback(file):
    command = [sys.executable, "-m", "bridgette", "play", "--strength", "novice", "--record", str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        while b"your hand" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == b""
    assert read_record(file.read_bytes()).deals
