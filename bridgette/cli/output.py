"""What the commands say: lines on standard output, and a complaint in one line on standard error."""

from __future__ import annotations

import contextlib
import os
import sys


class Output:
    """Standard output that survives being closed: what is left to say is then dropped."""

    def __init__(self) -> None:
        self._open = sys.stdout is not None

    def line(self, text: str) -> None:
        """Print a line, what the terminal's encoding lacks escaped. Raises ``OSError`` when it cannot be written."""
        if not self._open:
            return
        try:
            encoding = sys.stdout.encoding or "ascii"
            sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        except BrokenPipeError:
            self._drop()

    def finish(self) -> None:
        """Write what is still held back. Raises ``OSError`` when it cannot be written."""
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


def escape(text: str) -> str:
    """The text with everything escaped that a terminal cannot show as it stands."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode("ascii") for char in text
    )


def complain(sentence: str, code: int) -> int:
    """Say the sentence on standard error, in ASCII; returns the exit code that it is given."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(sentence.encode("ascii", "backslashreplace").decode("ascii") + "\n")
    return code
