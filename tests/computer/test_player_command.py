"""``python -m bridgette play`` as people meet it: it never shows a traceback and never loses the record."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bridgette import Bid, Contract, Discard, Phase, PlainCall, Strain, Unreadable, score_deal
from bridgette.__main__ import main
from bridgette.cli import play as command
from bridgette.cli.replay import outcome
from bridgette.cli.rules import RULES
from bridgette.record import read_record
from bridgette.score import _SHORT
from tests.game.notation import cards

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "match.json"


def play(*arguments: str, answers=(), file: Path | None) -> tuple[int, list[str]]:
    """Run the command with these answers, then the end of the input; its exit code and what it said.

    Without a file the record goes where the command keeps it.
    """
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

    options = parser.parse_args([*arguments, *([] if file is None else ["--record", str(file)])])
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
        file.unlink(missing_ok=True)
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


@pytest.mark.parametrize("declarer", [0, 1])
@pytest.mark.parametrize("won", [6, 8])
def test_what_a_deal_came_to_fits_whoever_scores(declarer, won):
    names = (command.YOU, "computer")
    tricks = (won, 13 - won) if declarer == 0 else (13 - won, won)
    said = outcome(score_deal(Contract(Bid(1, Strain.HEARTS), 0), declarer, tricks), names)
    scorer = names[declarer if won == 8 else 1 - declarer]
    assert said.startswith(f"1H by {names[declarer]}, {won} tricks, ")
    assert said.endswith(f"; {150 if won == 8 else 100} points for {scorer}")


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
    assert out.splitlines()[-1] == "seed 3; the record is in bridgette-matches/match-3.json"
    assert read_record((tmp_path / "bridgette-matches" / "match-3.json").read_bytes()).deals


def test_a_match_that_was_left_at_once_leaves_no_file_behind(tmp_path):
    code, out, err = run("--strength", "novice", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert "nothing was played" in out
    assert not list(tmp_path.iterdir())


def test_input_that_is_not_text_is_refused_like_any_other(file):
    code, out, err = run("--strength", "novice", "--seed", "3", "--record", str(file), data=b"\xff\xfe\nD9\n")
    assert (code, err) == (0, "")
    assert "is not a card" in out


# The record: nothing is overwritten, and at every moment it is whole.

FIRST = ["D2 H8 H6 GC"]
"""What the person may do first with the seed 3."""


@pytest.mark.parametrize("there", ["file", "empty file", "folder", "symlink", "pipe", "device"])
def test_a_file_that_is_there_is_refused_before_anybody_has_played(there, tmp_path):
    path = tmp_path / "notes.txt"
    if there == "folder":
        path.mkdir()
    elif there == "symlink":
        path.symlink_to("nowhere")
    elif there == "pipe":
        os.mkfifo(path)
    elif there == "device":
        path = Path(os.devnull)
    else:
        path.write_text("mine" * (there == "file"))
    before = {one: one.lstat() for one in tmp_path.iterdir()}
    code, out, err = run("--strength", "novice", "--record", str(path), data=b"D2 H8 H6 GC\n")
    assert (code, out) == (2, "")
    assert err == f"{path}: this is there already, and nothing is overwritten: name another file\n"
    assert {one: one.lstat() for one in tmp_path.iterdir()} == before
    assert there != "file" or path.read_text() == "mine"


def test_without_a_name_a_free_one_is_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "bridgette-matches"
    folder.mkdir()
    (folder / "match-3.json").write_text("mine")
    (folder / "match-3-2.json").symlink_to("nowhere")
    for number in (3, 4):
        code, said = play("--strength", "novice", "--seed", "3", answers=FIRST, file=None)
        assert code == 0
        assert said[1] == f"seed 3; the record is kept in bridgette-matches/match-3-{number}.json"
        assert said[-1] == f"seed 3; the record is in bridgette-matches/match-3-{number}.json"
        assert read_record((folder / f"match-3-{number}.json").read_bytes()).deals
    code, said = play("--strength", "novice", "--seed", "3", answers=["quit"], file=None)
    assert said[-1] == "seed 3; nothing was played, so there is no record"
    assert {one.name for one in folder.iterdir()} == {f"match-3{more}.json" for more in ("", "-2", "-3", "-4")}
    assert (folder / "match-3.json").read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


def test_a_file_in_the_place_of_the_folder_is_left_alone(tmp_path):
    (tmp_path / "bridgette-matches").write_text("mine")
    code, out, err = run("--strength", "novice", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert (tmp_path / "bridgette-matches").read_text() == "mine"


def discards(deal) -> int:
    """How many have chosen in the deal of a record."""
    return sum(bool(cards) for cards in deal.get("discards", []))


@pytest.mark.parametrize("has_links", [True, False], ids=["links", "no links"])
def test_at_every_moment_the_record_is_whole_and_lacks_an_act_at_most(has_links, tmp_path, monkeypatch):
    """Looked at before each step in the file system, as somebody would find it whose process is killed there."""
    file = tmp_path / "match.json"
    found: list[int] = []

    def look() -> None:
        if file.exists() and (found or file.stat().st_size):  # without second names it is empty for a moment
            deals = json.loads(file.read_bytes())["deals"]
            read_record(file.read_bytes())
            found.append(
                sum(len(deal.get("plays", [])) + len(deal.get("calls", [])) + discards(deal) for deal in deals)
            )

    def watched(real):
        def step(*arguments, **options):
            look()
            return real(*arguments, **options)

        return step

    def no_links(*_arguments):
        raise PermissionError(1, "Operation not permitted")

    for name in ("open", "replace", "remove", "link"):
        monkeypatch.setattr(os, name, watched(getattr(os, name)))
    monkeypatch.setattr("builtins.open", watched(open))
    if not has_links:
        monkeypatch.setattr(os, "link", no_links)
    assert play("--strength", "novice", "--against", "novice", "--seed", "7", file=file)[0] == 0
    look()
    acts = [number for number, before in zip(found, [-1, *found], strict=False) if number != before]
    assert acts == list(range(found[-1] + 1)), "every act is on the disk before the next"
    assert len(acts) > 100
    assert [one.name for one in tmp_path.iterdir()] == ["match.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGKILL"])
def test_a_window_that_is_closed_leaves_the_record(name, file):
    command = [sys.executable, "-m", "bridgette", "play", "--strength", "novice", "--seed", "3", "--record", str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        process.stdin.write(b"D2 H8 H6 GC\n")
        process.stdin.flush()
        while b"you: 4 cards discarded" not in process.stdout.readline():
            pass  # it is said once it is written
        process.send_signal(getattr(signal, name))
        process.communicate(timeout=30)
    assert process.returncode == -getattr(signal, name)
    assert read_record(file.read_bytes()).deals[0].discards[0] is not None


def test_a_disk_that_fills_up_ends_the_match_in_one_sentence_and_keeps_what_was_written(file, monkeypatch, capsys):
    real, done = os.replace, []

    def replace(*arguments):
        done.append(arguments)
        if len(done) == 40:
            raise OSError(28, "No space left on device")
        real(*arguments)

    monkeypatch.setattr(os, "replace", replace)
    code = main(["play", "--strength", "novice", "--against", "novice", "--seed", "7", "--record", str(file)])
    assert code == 2
    assert capsys.readouterr().err == f"{file}: the record cannot be written: No space left on device\n"
    assert read_record(file.read_bytes()).deals[0].play is not None
    assert [one.name for one in file.parent.iterdir()] == ["match.json"]


def test_a_name_drawn_by_chance_is_never_opened_if_it_is_there(file, monkeypatch, capsys):
    monkeypatch.setattr(secrets, "token_hex", lambda _: "drawn")
    mine = file.with_name(".bridgette-drawn")
    mine.write_text("mine")
    assert main(["play", "--strength", "novice", "--record", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert mine.read_text() == "mine"
    assert not file.exists()


@pytest.mark.parametrize("name", ["y" * 300, "none/match.json", "", "a\nb/c"])
def test_a_name_that_can_be_none_is_one_sentence(name, tmp_path):
    code, out, err = run("--strength", "novice", "--record", name, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "the record cannot be written" in err
    assert not list(tmp_path.iterdir())


def test_the_longest_name_will_do(tmp_path):
    file = tmp_path / ("y" * 255)
    assert play("--strength", "novice", "--seed", "3", answers=FIRST, file=file)[0] == 0
    assert read_record(file.read_bytes()).deals


# What is understood at any time.


@pytest.mark.parametrize("word", ["help", "HELP", " ? ", "?"])
def test_help_says_what_can_be_typed_now(word, file):
    _, said = play("--strength", "novice", "--seed", "3", answers=[word, *FIRST, word], file=file)
    text = "\n".join(said)
    assert "now: name the cards to discard" in text
    assert "now: make a call" in text or "now: name the card to play" in text
    assert "rules: " in text
    assert "quit: " in text
    assert "is not a card" not in text


def test_the_rules_can_be_read_at_the_prompt(file):
    _, said = play("--strength", "novice", "--seed", "3", answers=["Rules"], file=file)
    shown = said[said.index("> Rules") + 1 :]
    assert list(RULES) == shown[: len(RULES)]
    text = " ".join(" ".join(RULES).split())
    for part in ("match", "cards", "exchange", "auction", "play", "score"):
        assert f"The {part}: " in text
    assert all(len(line) <= 105 for line in RULES)


def test_the_rules_have_the_figures_of_the_score():
    text = " ".join(" ".join(RULES).split())
    plain, doubled, redoubled = (", ".join(map(str, column)) for column in zip(*_SHORT, strict=True))
    assert f"; doubled {doubled}; redoubled {redoubled}." in text
    assert f"scores {plain}" in text.replace(" and 1000 for", " 1000 for")


@pytest.mark.parametrize("word", ["quit", "QUIT", " quit "])
def test_quit_leaves_the_match_and_keeps_the_record(word, file):
    code, said = play("--strength", "novice", "--seed", "3", answers=[*FIRST, word, "never asked"], file=file)
    assert code == 0
    assert said[-2:] == ["the match is left here", f"seed 3; the record is in {file}"]
    assert read_record(file.read_bytes()).deals[0].discards[0] is not None


def test_a_person_is_told_at_the_start_what_is_understood(file):
    _, said = play("--strength", "novice", file=file)
    assert "help, hint, analyse, rules and quit are understood at any time" in said
    file.unlink()
    _, said = play("--strength", "novice", "--against", "novice", file=file)
    assert not any("understood" in line for line in said)


def test_an_answer_without_an_end_is_read_in_parts(file):
    code, out, err = run("--strength", "novice", "--seed", "3", "--record", str(file), data=b"x" * 5000)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) < 200


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
