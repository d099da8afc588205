"""The command line: ``python -m bridgette replay FILE [--trace]``, ``solve FILE``, ``play``."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import secrets
import sys
import time
from collections.abc import Generator
from typing import Any, NoReturn

from bridgette.computer import play_command, solve_command
from bridgette.deal import Deal
from bridgette.errors import BadRecord
from bridgette.match import Match
from bridgette.record import parse_json, trace_record

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes; a whole match takes some 15 thousand."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {escape(message)}; try --help\n")


class _Output:
    """Standard output that survives being closed: what is left to say is then dropped."""

    def __init__(self) -> None:
        self._open = sys.stdout is not None

    def line(self, text: str) -> None:
        if not self._open:
            return
        try:
            encoding = sys.stdout.encoding or "ascii"
            sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        except BrokenPipeError:
            self._drop()

    def finish(self) -> None:
        if self._open:
            try:
                sys.stdout.flush()
            except BrokenPipeError:
                self._drop()

    def _drop(self) -> None:
        self._open = False
        # The interpreter flushes standard output once more at exit; let that go nowhere.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0 well, 1 a bad record, 2 wrong use or an unreadable file."""
    parser = _Parser(prog="python -m bridgette", description="The game of Bridgette: records of matches.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    replay = commands.add_parser("replay", help="play a record through the rules")
    replay.add_argument("file", metavar="FILE", help="a match record; - for standard input")
    replay.add_argument("--trace", action="store_true", help="print one JSON object a line for each decision")
    solve = commands.add_parser("solve", help="the tricks of best play in each finished deal of a record")
    solve.add_argument("file", metavar="FILE", help="a match record; - for standard input")
    play = commands.add_parser("play", help="play a match against the computer, or watch two of them")
    play_command.add_arguments(play)
    options = parser.parse_args(arguments)
    if options.command == "play":
        return _play(options)
    try:
        data = _read_file(options.file)
    except (OSError, ValueError) as error:
        return _complain(f"{escape(options.file)} cannot be read: {getattr(error, 'strerror', None) or error}", 2)
    output = _Output()
    try:
        if options.command == "solve":
            _solve(data, output)
        else:
            _replay(data, output, trace=options.trace)
    except BadRecord as error:
        return _complain(escape(str(error)), 1)
    except OSError as error:
        return _complain(f"standard output cannot be written: {error.strerror}", 2)
    finally:
        with contextlib.suppress(OSError):
            output.finish()
    return 0


def _play(options: argparse.Namespace) -> int:
    output = _Output()
    seed = secrets.randbelow(10**play_command.SEED_DIGITS)
    try:
        return play_command.run(options, output.line, play_command.ask, seed, time.monotonic)
    except OSError as error:
        return _complain(f"{escape(str(error.filename))}: the record cannot be written: {error.strerror}", 2)
    finally:
        with contextlib.suppress(OSError):
            output.finish()


def _read_file(name: str) -> bytes:
    """The bytes of a file, one more than the largest allowed at the most."""
    if name == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    with open(name, "rb") as file:
        return file.read(LARGEST_FILE + 1)


def _replay(data: bytes, output: _Output, *, trace: bool) -> None:
    match = _drain(_steps(data), output, trace=trace)
    if not trace:
        for line in summary(match):
            output.line(line)
    output.finish()


def _solve(data: bytes, output: _Output) -> None:
    match = _drain(_steps(data), output, trace=False)
    first, second = match.players
    for line in solve_command.solve_lines(match, (escape(first), escape(second))):
        output.line(line)
    output.finish()


def _steps(data: bytes) -> Generator[dict[str, Any], None, Match]:
    """The steps of a record's trace. Raises :class:`BadRecord`."""
    if len(data) > LARGEST_FILE:
        raise BadRecord(f"too large to be a record: more than {LARGEST_FILE} bytes")
    return trace_record(parse_json(data))


def _drain(steps: Any, output: _Output, *, trace: bool) -> Match:
    while True:
        try:
            line = next(steps)
        except StopIteration as done:
            match: Match = done.value
            return match
        if trace:
            output.line(json.dumps(line))


def summary(match: Match) -> list[str]:
    """The match in words: who played, a line for each deal, the totals."""
    names = [escape(name) for name in match.players]
    lines = [f"{names[0]} (seat 0) against {names[1]} (seat 1)"]
    lines += [f"deal {number}: {_deal_summary(deal, names)}" for number, deal in enumerate(match.deals)]
    first, second = match.totals
    lines.append(f"totals: {names[0]} {first}, {names[1]} {second}")
    ended = match.ended
    if ended is None:
        lines.append(f"in progress: {match.counted} of the deals count so far")
    elif ended.winner is not None:
        lines.append(f"winner: {names[ended.winner]}")
    return lines


def _deal_summary(deal: Deal, names: list[str]) -> str:
    dealt = f"{names[deal.dealer]} dealt, up-card {deal.up_card}"
    result = deal.result
    if result is None:
        return f"{dealt}; {deal.phase.value} not finished"
    if result.contract is None or result.declarer is None:
        return f"{dealt}; passed out"
    margin = result.margin
    outcome = "made exactly" if margin == 0 else f"made with {margin} over" if margin > 0 else f"{-margin} short"
    scorer = 0 if result.score[0] else 1
    return (
        f"{dealt}; {result.contract} by {names[result.declarer]}, {result.tricks[result.declarer]} tricks, "
        f"{outcome}; {names[scorer]} scores {result.score[scorer]}"
    )


def escape(text: str) -> str:
    """The text with everything escaped that a terminal cannot show as it stands."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode("ascii") for char in text
    )


def _complain(sentence: str, code: int) -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(sentence.encode("ascii", "backslashreplace").decode("ascii") + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
