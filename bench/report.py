"""Tables in Markdown, and the machine that they were measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple


class Table(NamedTuple):
    """One table: its rows are cells of text, its notes sentences that go below."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def markdown(self) -> str:
        """The table as Markdown, columns of figures to the right."""
        rule = ["---"] + ["---:"] * (len(self.header) - 1)
        lines = [f"## {self.title}", ""]
        lines += ["| " + " | ".join(cells) + " |" for cells in (self.header, rule, *self.rows)]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines)


Section = Callable[[int], Iterator[Table]]
"""Measures something so many times and gives its tables."""


def heading() -> str:
    """When and on what the tables were measured; the host is not named."""
    return "\n\n".join(
        [
            f"# Benchmarks, {datetime.now(UTC):%Y-%m-%d}",
            f"{processor()}, {os.cpu_count()} cores, {platform.system()} on {platform.machine()}, "
            f"{platform.python_implementation()} {platform.python_version()}. Medians of several runs.",
        ]
    )


def processor() -> str:
    """The model of the processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


def rate(work: Callable[[], int]) -> float:
    """How many of what ``work`` counts it does in a second of this process's own time."""
    started = process_time()
    done = work()
    return done / (process_time() - started)


def whole(number: float) -> str:
    """A figure rounded to three digits, with commas."""
    digits = len(str(int(number)))
    return f"{round(number, 3 - digits):,.0f}"


def middle(numbers: Sequence[float]) -> str:
    """The median of several runs, and in brackets the least and the most."""
    return f"{whole(median(numbers))} ({whole(min(numbers))} to {whole(max(numbers))})"
