"""The host's command line: ``python -m bot`` runs the bot, ``python -m bot --help`` lists what else there is."""

from __future__ import annotations

import sys

from bridgette.cli.output import ended


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0 well, 1 it cannot be done, 2 wrong settings or use, 130 Ctrl-C."""
    return ended(lambda: _command(arguments))


def _command(arguments: list[str] | None) -> int:
    if (sys.argv[1:] if arguments is None else arguments) == ["alive"]:
        from bot.host.alive import alive  # which is asked again and again, and needs nothing of all the rest

        return alive()
    # Here and not above: this takes a moment, in which there may be a Ctrl-C too.
    from bot.host.commands import run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
