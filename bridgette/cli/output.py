"""How a command speaks and ends: lines on standard output, a complaint in one line on standard error, an exit code.

Both programs, ``python -m bridgette`` and ``python -m bot``, run their commands through this module.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import TextIO

CUT_OFF = 130
"""The exit code after Ctrl-C, as shells have it."""

LONGEST = 900
"""Characters of a name or a reason that are shown."""


class OutputLost(Exception):
    """Standard output cannot be written, as on a full disk; the text is the system's reason."""


class Output:
    """Standard output that survives being closed: what is left to say is then dropped."""

    def __init__(self) -> None:
        self._open = sys.stdout is not None

    @property
    def is_open(self) -> bool:
        """Whether somebody may still read it."""
        return self._open

    def line(self, text: str) -> None:
        """Print a line, what the terminal's encoding lacks escaped. Raises OutputLost."""
        self._write(text + "\n")

    def prompt(self, text: str) -> None:
        """Print what stands before an answer, at once. Raises OutputLost."""
        self._write(text)
        self.finish()

    def finish(self) -> None:
        """Write what is still held back. Raises OutputLost."""
        if self._open:
            try:
                sys.stdout.flush()
            except OSError as error:
                self._lose(error)

    def _write(self, text: str) -> None:
        if self._open:
            try:
                sys.stdout.write(_printable(text, sys.stdout))
            except OSError as error:
                self._lose(error)

    def _lose(self, error: OSError) -> None:
        self._open = False
        _send_nowhere(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise OutputLost(reason_of(error)) from None


def ended(command: Callable[[], int]) -> int:
    """Run a command to its end; the exit code, its own or that of what came between.

    Ctrl-C is 130, without a word; an output that cannot be written 2; what the system refuses, and the command did not
    foresee, 1: both with one line. ``SystemExit`` passes through, as that of ``--help`` and of wrong arguments.
    """
    try:
        code = command()
        Output().finish()
    except KeyboardInterrupt:
        code = CUT_OFF
    except OutputLost as lost:
        code = complain(f"standard output cannot be written: {lost}", 2)
    except OSError as error:
        name = "" if error.filename is None else f"{shown(os.fsdecode(error.filename))}: "
        code = complain(f"{name}{reason_of(error)}", 1)
    with contextlib.suppress(OutputLost, KeyboardInterrupt):
        Output().finish()
    return code


def escape(text: str) -> str:
    """The text with everything escaped that a terminal cannot show as it stands."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode("ascii") for char in text
    )


def shown(text: object, longest: int = LONGEST) -> str:
    """What somebody typed, or the system said, as a part of one line: escaped, and cut where it is too long."""
    whole = escape(str(text))
    return whole if len(whole) <= longest else f"{whole[:longest]}…"


def reason_of(error: BaseException) -> str:
    """Why something failed, in the system's words where it has some."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def complain(sentence: str, code: int) -> int:
    """Say the sentence on standard error, in one line; returns the exit code that it is given."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(_printable(" ".join(sentence.splitlines()) + "\n", sys.stderr))
            sys.stderr.flush()
        except OSError:
            _send_nowhere(sys.stderr)
    return code


def _printable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _send_nowhere(stream: TextIO) -> None:
    """The interpreter writes what is held back once more at exit; let that go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
