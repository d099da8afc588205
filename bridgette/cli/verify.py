"""What ``python -m bridgette verify FILE`` prints: that the match's shuffle holds, and what was found to hold."""

from __future__ import annotations

from collections.abc import Iterator

from bridgette.record import parse_json, verify_record


def verify_file(data: bytes) -> Iterator[str]:
    """The one line for a record whose shuffle holds. Raises :class:`~bridgette.errors.BadRecord` for any other."""
    deals = len(verify_record(parse_json(data)).deals)
    if deals:
        decks = "1 deck" if deals == 1 else f"{deals} decks"
        yield f"the shuffle holds: the secret fits the commitment, and the first dealer and {decks} follow from it"
    else:
        yield "the shuffle holds: the secret fits the commitment; there are no deals to compare"
