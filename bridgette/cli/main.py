"""The command line's arguments, and which command they call."""

from __future__ import annotations

import argparse
import secrets
import sys

from bridgette.cli import analyse, play, replay, solve, verify
from bridgette.cli.arguments import Parser, place_argument
from bridgette.cli.output import Output, complain, ended, escape, reason_of, shown
from bridgette.computer.players import Clock
from bridgette.errors import BadRecord

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes; a whole match takes some 15 thousand."""


def run(arguments: list[str] | None, clock: Clock) -> int:
    """Run a command; returns the exit code: 0 all well, 1 a bad record, 2 wrong use or an unreadable file, 130 Ctrl-C.

    ``arguments`` are the process's own when ``None``. ``SystemExit`` comes of ``--help`` and of wrong arguments.
    """
    return ended(lambda: _run(arguments, clock))


def _run(arguments: list[str] | None, clock: Clock) -> int:
    options = _parser().parse_args(arguments)
    return _play(options, clock) if options.command == "play" else _read_and_print(options)


def _parser() -> Parser:
    parser = Parser(prog="python -m bridgette", description="The game of Bridgette: records of matches.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    replays = commands.add_parser("replay", help="play a record through the rules")
    replays.add_argument("file", metavar="FILE", help="a match record; - for standard input")
    replays.add_argument("--trace", action="store_true", help="print one JSON object a line for each decision")
    verifies = commands.add_parser("verify", help="check the shuffle and the house of a match that has ended")
    verifies.add_argument("file", metavar="FILE", help="a match record; - for standard input")
    solves = commands.add_parser("solve", help="the tricks of best play in each finished deal of a record")
    solves.add_argument("file", metavar="FILE", help="a match record; - for standard input")
    analyses = commands.add_parser("analyse", help="what was right in each finished deal of a record")
    analyses.add_argument("file", metavar="FILE", help="a match record; - for standard input")
    analyses.add_argument("--deal", type=place_argument, metavar="N", help="this deal alone, counted from 0")
    analyses.add_argument("--json", action="store_true", help="print one JSON object a line for each deal")
    plays = commands.add_parser("play", help="play a match against the computer, or watch two of them")
    play.add_arguments(plays)
    return parser


def _read_and_print(options: argparse.Namespace) -> int:
    try:
        data = _read_file(options.file)
    except (OSError, ValueError) as error:
        return complain(f"{shown(options.file)} cannot be read: {reason_of(error)}", 2)
    output = Output()
    try:
        if len(data) > LARGEST_FILE:
            raise BadRecord(f"too large to be a record: more than {LARGEST_FILE} bytes")
        if options.command == "solve":
            lines = solve.solve_file(data)
        elif options.command == "verify":
            lines = verify.verify_file(data)
        elif options.command == "analyse":
            lines = analyse.analyse_file(data, options.deal, as_json=options.json)
        else:
            lines = replay.trace_file(data) if options.trace else replay.summary_of_file(data)
        for line in lines:
            output.line(line)
        output.finish()
    except BadRecord as error:
        return complain(escape(str(error)), 1)
    except analyse.NoSuchDeal as error:
        return complain(str(error), 2)
    return 0


def _play(options: argparse.Namespace, clock: Clock) -> int:
    output = Output()

    def ask(prompt: str) -> str:
        output.prompt(prompt)
        if not output.is_open:
            raise EOFError  # nobody sees what is asked
        return play.answer_of(sys.stdin)

    try:
        return play.run(options, output.line, ask, secrets.randbelow(10**play.SEED_DIGITS), clock)
    except (OSError, ValueError) as error:
        return complain(f"{shown(getattr(error, 'filename', None) or options.record)}: {play.refusal(error)}", 2)


def _read_file(name: str) -> bytes:
    """The bytes of a file, one more than the largest allowed at the most."""
    if name == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    with open(name, "rb") as file:
        return file.read(LARGEST_FILE + 1)
