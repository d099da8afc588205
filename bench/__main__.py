"""The command line: ``python -m bench [--runs N] [--against COMMIT] [SECTION ...]``."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterable
from importlib import import_module

from bench.against import BadCommit, compared
from bench.report import Section, Table, heading

MODULES = (
    "bench.game",
    "bench.clicks",
    "bench.house",
    "bench.screens",
    "bench.pictures",
    "bench.memory",
    "bench.scale",
    "bench.advice",
    "bench.growth_store",
    "bench.growth_tables",
    "bench.growth_shards",
    "bench.growth_queue",
)
"""The modules that measure; each lists its sections, by name, in ``SECTIONS``."""


def sections() -> dict[str, Section]:
    """All sections of all modules, by name."""
    return {name: section for module in MODULES for name, section in import_module(module).SECTIONS.items()}


def main() -> int:
    """Measure the sections that were asked for, all of them without a name, and print their tables."""
    known = sections()
    parser = argparse.ArgumentParser(prog="python -m bench", description="The benchmarks; they print Markdown tables.")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(known)}; all by default")
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="how often each is measured (7)")
    parser.add_argument("--against", metavar="COMMIT", help="measure that commit too, in turn, and compare")
    parser.add_argument("--turns", type=int, default=3, metavar="N", help="turns of each, when two are compared (3)")
    options = parser.parse_args()
    if options.against is None and (unknown := set(options.sections) - set(known)):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if min(options.runs, options.turns) < 1:
        parser.error("it takes at least one run")
    logging.disable(logging.WARNING)  # each new database is announced
    print(heading(), flush=True)
    if options.against is None:
        _print(table for name in options.sections or known for table in known[name](options.runs))
        return 0
    try:
        _print(compared(options.against, options.sections, options.runs, options.turns))
    except BadCommit as error:
        parser.error(str(error))
    return 0


def _print(tables: Iterable[Table]) -> None:
    for table in tables:
        print("", table.markdown(), sep="\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
