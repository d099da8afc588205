"""The command line: ``python -m bridgette replay FILE [--trace]``, ``verify``, ``solve``, ``analyse``, ``play``."""

from __future__ import annotations

import sys
import time

from bridgette.cli.main import run


def main(arguments: list[str] | None = None) -> int:
    """Run a command under this computer's clock; returns the exit code (:func:`bridgette.cli.main.run`)."""
    return run(arguments, time.monotonic)


if __name__ == "__main__":
    sys.exit(main())
