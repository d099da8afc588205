"""``python -m bridgette replay`` as scripts meet it: exit codes, one line of complaint, never a traceback."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bridgette import Phase
from bridgette.__main__ import main
from tests.game.records import record, trace, whole

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: str, data: bytes | None = None, shell: str = "", **environment: str) -> tuple[int, bytes, bytes]:
    """Run the command line as a process of its own: exit code, standard output and standard error."""
    command = [sys.executable, "-m", "bridgette", *arguments]
    if shell:
        command = ["sh", "-c", f'"$@" {shell}', "sh", *command]
    done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, env=os.environ | environment, check=False)
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def replay(capsys):
    """Run ``replay`` in this process: exit code, output and complaint."""

    def run_here(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["replay", *arguments])
        except SystemExit as ended:
            code = ended.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run_here


@pytest.fixture
def file(tmp_path):
    """Write a record, or bytes, to a file and give its name."""

    def write(source) -> str:
        path = tmp_path / "record.json"
        path.write_bytes(source if isinstance(source, bytes) else json.dumps(source).encode())
        return str(path)

    return write


def one_line(text: str | bytes) -> bool:
    newline = "\n" if isinstance(text, str) else b"\n"
    return text.count(newline) == 1 and text.endswith(newline) and len(text) < 600


def test_a_summary_names_deals_totals_and_winner(replay, file):
    code, out, err = replay(file(record()))
    match = whole()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 1 + len(match.deals) + 2
    assert lines[0] == "alice (seat 0) against bob (seat 1)"
    assert lines[-2] == f"totals: alice {match.totals[0]}, bob {match.totals[1]}"
    assert lines[-1] == f"ended: played to the end; winner: {match.players[match.ended.winner]}"
    for number, deal in enumerate(match.deals):
        assert lines[1 + number].startswith(f"deal {number}: ")
        word = "passed out" if deal.is_passed_out else str(deal.result.contract)
        assert word in lines[1 + number]


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        ({"how": "resigned", "by": 0, "winner": 1}, "ended: resigned by alice; winner: bob"),
        ({"how": "claimed", "by": 1, "winner": 0}, "ended: claimed, since bob ran out of time; winner: alice"),
        ({"how": "agreed", "by": None, "winner": None}, "ended: agreed by both to stop"),
        ({"how": "stopped", "by": None, "winner": None}, "ended: stopped by a moderator"),
        ({"how": "void", "by": None, "winner": None}, "ended: void, it counts for nobody"),
    ],
    ids=lambda value: value["how"] if isinstance(value, dict) else "",
)
def test_a_summary_says_how_a_match_was_cut_short(replay, file, ended, words):
    for phase in (Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY):
        code, out, err = replay(file(record(phase) | {"ended": ended}))
        assert (code, err) == (0, "")
        assert out.splitlines()[-1] == words
        assert "in progress" not in out


BY = {None: "nobody", 0: "alice", 1: "bob"}
WORDS = {
    "played": "ended: played to the end; winner: {winner}",
    "resigned": "ended: resigned by {by}; winner: {winner}",
    "claimed": "ended: claimed, since {by} ran out of time; winner: {winner}",
    "agreed": "ended: agreed by both to stop",
    "stopped": "ended: stopped by a moderator",
    "void": "ended: void, it counts for nobody",
}


@pytest.mark.parametrize("is_decided", [False, True], ids=["cut short", "decided"])
@pytest.mark.parametrize("how", WORDS)
def test_every_way_to_end_is_told_or_refused_whoever_it_names(replay, file, how, is_decided):
    source = record() if is_decided else record(Phase.PLAY)
    told = []
    for by in BY:
        for winner in BY:
            code, out, err = replay(file(source | {"ended": {"how": how, "by": by, "winner": winner}}))
            assert "in progress" not in out
            if code == 0:
                told.append((by, winner))
                assert err == ""
                assert out.splitlines()[-1] == WORDS[how].format(by=BY[by], winner=BY[winner])
            else:
                assert (code, one_line(err)) == (1, True)
                assert "ended" in err
                assert not err.startswith("deal")
                assert not any(line.startswith(("ended", "totals")) for line in out.splitlines())
    if how == "played":
        assert told == ([(None, whole().ended.winner)] if is_decided else [])
    elif is_decided:
        assert told == []
    else:
        assert told == ([(0, 1), (1, 0)] if how in ("resigned", "claimed") else [(None, None)])


@pytest.mark.parametrize("how", ["resigned", "claimed"])
def test_whoever_gave_up_is_named_in_letters_that_a_terminal_can_show(replay, file, how):
    source = record(Phase.PLAY) | {"players": ["new\nline", "\x1b[31mred"]}
    code, out, err = replay(file(source | {"ended": {"how": how, "by": 1, "winner": 0}}))
    assert (code, err) == (0, "")
    assert "\\x1b[31mred" in out.splitlines()[-1]
    assert out.splitlines()[-1].endswith("winner: new\\nline")


@pytest.mark.parametrize("options", [(), ("--trace",)], ids=["summary", "trace"])
def test_a_faulty_ended_is_exit_1_and_one_line_after_all_others(replay, file, options):
    good = replay(file(record()), *options)[1].splitlines()
    code, out, err = replay(file(record() | {"ended": {"how": "void"}}), *options)
    assert code == 1
    assert one_line(err)
    assert "ended" in err
    assert out.splitlines() == (good if options else good[:-2])


@pytest.mark.parametrize("options", [(), ("--trace",)], ids=["summary", "trace"])
def test_lines_are_printed_before_the_next_deal_is_looked_at(replay, file, options):
    broken = record()
    broken["deals"][2] = None
    code, out, err = replay(file(broken), *options)
    assert (code, one_line(err)) == (1, True)
    assert err.startswith("deal 2: ")
    if options:
        assert {json.loads(line)["deal"] for line in out.splitlines()} == {0, 1}
    else:
        assert [line.split(":")[0] for line in out.splitlines()[1:]] == ["deal 0", "deal 1"]


def test_a_match_in_progress_says_how_many_deals_were_agreed_on(replay, file):
    cut = record(Phase.PLAY)
    assert replay(file(cut))[1].splitlines()[-1] == "in progress: 1 of 6 deals count so far"
    assert replay(file(cut | {"length": 2}))[1].splitlines()[-1] == "in progress: 1 of 2 deals count so far"


@pytest.mark.parametrize("phase", [Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY])
def test_a_match_in_progress_is_summed_up_too(replay, file, phase):
    code, out, _ = replay(file(record(phase)))
    assert code == 0
    assert "in progress" in out.splitlines()[-1]
    assert f"{phase.value} not finished" in out.splitlines()[-3]


def test_a_trace_is_one_json_object_a_line(replay, file):
    code, out, err = replay(file(record()), "--trace")
    assert (code, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == trace(record())


def test_of_a_broken_record_the_lines_before_the_fault_may_be_printed(replay, file):
    broken = record()
    broken["deals"][1]["calls"].insert(0, "XX")
    code, out, err = replay(file(broken), "--trace")
    assert code == 1
    assert err.startswith("deal 1, step 2: ")
    assert one_line(err)
    printed = [json.loads(line) for line in out.splitlines()]
    assert printed == trace(record())[: len(printed)]
    assert (printed[-1]["deal"], printed[-1]["step"]) == (1, 1)


@pytest.mark.parametrize("source", [b"", b"\xff", b"[]", b"{", b"[" * 10_000, b"\xef\xbb\xbf{}", b'{"x":' * 10_000])
@pytest.mark.parametrize("options", [(), ("--trace",)])
def test_no_record_at_all_is_exit_1_and_one_line(replay, file, source, options):
    code, out, err = replay(file(source), *options)
    assert (code, out) == (1, "")
    assert one_line(err)


HOSTILE = [
    "new\nline",
    "\x1b[31mred\x1b[0m",
    "\u202egnp.exe",
    "\ud800",
    "\u2028",
    "a\tb\r",
    "\x00",
    "\x9b31m",
    "\u200b",
    "\U000e0041",
]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_names_that_cannot_be_printed_are_escaped(replay, file, name):
    plain = replay(file(record()))[1].splitlines()
    code, out, err = replay(file(record() | {"players": [name, "bob"]}))
    assert (code, err) == (0, "")
    assert out.replace("\n", "").isprintable()
    assert len(out.splitlines()) == len(plain)


@pytest.mark.parametrize("name", ["Zoë", "李雷", "🂡", "@everyone", "a b"])
def test_names_that_can_be_printed_are_printed(replay, file, name):
    assert replay(file(record() | {"players": [name, "bob"]}))[1].startswith(f"{name} (seat 0)")


def test_names_are_escaped_for_a_terminal_of_few_letters(file):
    code, out, err = run("replay", file(record() | {"players": ["Zoë 李", "\ud800"]}), PYTHONIOENCODING="ascii")
    assert (code, err) == (0, b"")
    assert out.startswith(rb"Zo\xeb \u674e (seat 0) against \ud800 (seat 1)")


def test_a_fault_quotes_nothing_that_could_harm_a_terminal(replay, file):
    for word in HOSTILE:
        broken = record()
        broken["deals"][0]["calls"][0] = word
        code, _, err = replay(file(broken))
        assert code == 1
        assert one_line(err)
        assert err.rstrip("\n").isprintable()
        assert err.isascii()


@pytest.mark.parametrize(
    "arguments",
    [
        *([], ["replay"], ["sing"], ["replay", "a", "b"], ["replay", "--trace"], ["replay", "--wrong", "a"]),
        *(["--trace", "a"], ["replay", "a\nb", "c\nd"], ["re\nplay"], ["replay", "x", "--trace=1"]),
    ],
    ids=repr,
)
def test_wrong_arguments_are_exit_2_and_one_line(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    assert one_line(printed.err)


def test_a_file_that_cannot_be_read_is_exit_2_and_one_line(replay, tmp_path):
    for name in (str(tmp_path / "missing"), str(tmp_path), "", str(tmp_path / "a\nb"), "x" * 5000, "a\0b"):
        code, out, err = replay(name)
        assert (code, out) == (2, "")
        assert "cannot be read" in err
        assert err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_exit_2_and_one_line(replay, file):
    name = file(record())
    Path(name).chmod(0)
    code, out, err = replay(name)
    assert (code, out) == (2, "")
    assert one_line(err)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that opens and cannot be read")
def test_a_file_that_opens_but_cannot_be_read_is_exit_2_and_one_line(replay):
    code, out, err = replay("/proc/self/mem")
    assert (code, out) == (2, "")
    assert one_line(err)


def test_standard_input_by_a_dash():
    data = json.dumps(record()).encode()
    code, out, err = run("replay", "-", "--trace", data=data)
    assert (code, err) == (0, b"")
    assert [json.loads(line) for line in out.splitlines()] == trace(record())
    code, out, err = run("replay", "-", data=b"{")
    assert (code, out) == (1, b"")
    assert one_line(err)


@pytest.mark.parametrize("filling", [b"\0", b"[", b"7", b" ", b'"'])
def test_100_mb_of_nonsense_is_exit_1_and_one_line(replay, monkeypatch, tmp_path, filling):
    path = tmp_path / "nonsense"
    with path.open("wb") as nonsense:
        if filling == b"\0":
            nonsense.truncate(100 * 1024 * 1024)
        else:
            for _ in range(100):
                nonsense.write(filling * 1024 * 1024)
    code, out, err = replay(str(path))
    assert (code, out) == (1, "")
    assert one_line(err)
    with path.open("rb") as raw:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
        assert replay("-") == (1, "", err)


def test_100_mb_of_nonsense_through_a_pipe():
    code, out, err = run("replay", "-", data=bytes(100 * 1024 * 1024))
    assert (code, out) == (1, b"")
    assert one_line(err)


@pytest.mark.parametrize("options", [(), ("--trace",)], ids=["summary", "trace"])
def test_a_closed_standard_output_is_no_traceback(file, options):
    name = file(record())
    assert run("replay", name, *options, shell=">&-") == (0, b"", b"")
    code, out, err = run("replay", name, *options, shell="| head -n 1")
    assert (code, err) == (0, b"")
    assert out.count(b"\n") == 1
    assert run("replay", name, *options, shell="| true") == (0, b"", b"")


def test_a_closed_standard_output_hides_no_fault(file):
    broken = record()
    broken["deals"][-1]["score"] = [1, 1]
    name = file(broken)
    for options in ((), ("--trace",)):
        code, _, err = run("replay", name, *options, shell=">&-")
        assert code == 1
        assert one_line(err)
        read, write = os.pipe()
        os.close(read)  # nobody will read
        command = [sys.executable, "-m", "bridgette", "replay", name, *options]
        done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, cwd=ROOT, check=False)
        os.close(write)
        assert done.returncode == 1
        assert one_line(done.stderr)


def test_closed_standard_input_and_error(file):
    code, out, err = run("replay", "-", shell="<&-")
    assert (code, out) == (2, b"")
    assert one_line(err)
    assert run("replay", file(b"{"), shell="2>&-") == (1, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("buffering", ["", "1"], ids=["held back", "at once"])
def test_a_full_disk_is_exit_2_and_one_line(file, buffering):
    name = file(record())
    for arguments in (["replay", name], ["replay", name, "--trace"], ["solve", file(record(Phase.PLAY))], ["--help"]):
        code, _, err = run(*arguments, shell=">/dev/full", PYTHONUNBUFFERED=buffering)
        assert code == 2
        assert err == b"standard output cannot be written: No space left on device\n"


def test_a_name_that_is_too_long_is_cut(replay):
    code, out, err = replay("y" * 5000)
    assert (code, out) == (2, "")
    assert err == f"{'y' * 900}… cannot be read: File name too long\n"


def test_an_argument_that_is_too_long_is_cut(capsys):
    for arguments in (["y" * 5000], ["replay", "x", "z" * 5000], ["play", "--strength", "w" * 5000]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
        assert one_line(capsys.readouterr().err)


def test_an_output_that_is_closed_hides_no_complaint_of_wrong_arguments():
    for shell in (">&-", "| true", ">/dev/null"):
        code, out, err = run("sing", shell=shell)
        assert out == b""
        assert one_line(err)
        assert code == 2 or shell == "| true"


@pytest.mark.parametrize("way", ["2>&-", "2>/dev/full"])
def test_a_complaint_that_nobody_can_read_changes_no_exit_code(file, way):
    if "full" not in way or Path("/dev/full").exists():
        assert run("sing", shell=way) == (2, b"", b"")
        assert run("replay", file(b"{"), shell=way) == (1, b"", b"")
        assert run("replay", "missing", shell=way) == (2, b"", b"")


def test_help_is_exit_0():
    for arguments in (("--help",), ("replay", "--help")):
        code, out, err = run(*arguments)
        assert (code, err) == (0, b"")
        assert b"replay" in out
        assert run(*arguments, shell=">&-") == (0, b"", b"")
