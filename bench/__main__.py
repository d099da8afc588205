"""The command line: ``python -m bench [SECTION ...] [--runs N]``."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from bench.report import Section, heading

MODULES = ("bench.game", "bench.clicks", "bench.memory", "bench.scale")
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
    options = parser.parse_args()
    if unknown := set(options.sections) - set(known):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if options.runs < 1:
        parser.error("it takes at least one run")
    print(heading())
    for name in options.sections or known:
        for table in known[name](options.runs):
            print("", table.markdown(), sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
