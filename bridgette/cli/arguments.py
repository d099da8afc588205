"""What the commands of both programs take as arguments, and how they refuse what they do not."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import NoReturn

from bridgette.cli.output import Output, complain, shown

LARGEST_ID = 2**63 - 1
"""Of the numbers that Discord and a database give out."""

MOST = 1000
"""Of what can be counted out, such as processes."""

_LONGEST_COMPLAINT = 400


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line, and whose help survives a closed output."""

    def error(self, message: str) -> NoReturn:
        """Complain in one line; the exit code is 2. Of an address only its kind is repeated: it may hold a password."""
        message = re.sub(r"://\S+", "://…", message)
        raise SystemExit(complain(f"{self.prog}: {shown(message, _LONGEST_COMPLAINT)}; try --help", 2))

    def print_help(self, file: object = None) -> None:
        """Print the help on standard output. Raises OutputLost."""
        output = Output()
        output.line(self.format_help().rstrip("\n"))
        output.finish()


def whole_number(text: str, *, digits: int = 19, largest: int = LARGEST_ID) -> int | None:
    """A number from 1 on, typed in ASCII digits and nothing else; None for anything else. It may be of any length."""
    if len(text) > digits or not re.fullmatch("[0-9]+", text) or not 1 <= int(text) <= largest:
        return None
    return int(text)


def id_argument(refusal: str) -> Callable[[str], int]:
    """How argparse reads an id; ``refusal`` is what it says to all else."""
    return number_argument(refusal, LARGEST_ID)


def number_argument(refusal: str, largest: int = MOST) -> Callable[[str], int]:
    """How argparse reads a number from 1 to ``largest``; ``refusal`` is what it says to all else."""

    def read(text: str) -> int:
        found = whole_number(text, largest=largest)
        if found is None:
            raise argparse.ArgumentTypeError(refusal)
        return found

    return read


def place_argument(text: str) -> int:
    """How argparse reads a number that is counted from 0, such as a deal's."""
    if not re.fullmatch("[0-9]{1,6}", text):
        raise argparse.ArgumentTypeError("a number from 0 on")
    return int(text)
