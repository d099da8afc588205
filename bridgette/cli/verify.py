"""What ``python -m bridgette verify FILE`` prints: that the match's shuffle holds, and that the house decided so."""

from __future__ import annotations

from collections.abc import Iterator

from bridgette.computer.players import VERSION, Form, Strength, computer_player
from bridgette.computer.players.judge import Judged, judge
from bridgette.errors import BadRecord
from bridgette.record import MIXED, HouseSeat, Verified, parse_json, verify_record


def verify_file(data: bytes) -> Iterator[str]:
    """The lines for a record whose shuffle holds, one more for each deal in which the computer held a seat, when it is
    done. Raises :class:`~bridgette.errors.BadRecord` for any other, also after lines that say what did hold."""
    verified = verify_record(parse_json(data))
    deals = len(verified.match.deals)
    if deals:
        decks = "1 deck" if deals == 1 else f"{deals} decks"
        yield f"the shuffle holds: the secret fits the commitment, and the first dealer and {decks} follow from it"
    else:
        yield "the shuffle holds: the secret fits the commitment; there are no deals to compare"
    if verified.house:
        yield from _judge(verified)


def _judge(verified: Verified) -> Iterator[str]:
    """A line for each deal of the house and for each decision that differs. Raises :class:`BadRecord` if one does."""
    players = {seat.seat: computer_player(Strength(seat.strength), form=Form(seat.form)) for seat in verified.house}
    for seat in verified.house:
        if seat.version != VERSION:
            raise BadRecord(_foreign(seat), rule="house")
    done, differing = 0, list[Judged]()
    for index in range(len(verified.match.deals)):
        judged = list(judge(verified.match, index, players, verified.shuffle))
        wrong = [each for each in judged if not each.holds]
        for each in wrong:
            yield f"deal {index}, step {each.step}: {_difference(each)}"
        yield f"deal {index}: {_decisions(len(judged) - len(wrong))} of the house as recorded"
        done += len(judged)
        differing += wrong
    if differing:
        first = differing[0]
        what = f"the shuffle holds, but {_difference(first)}; {len(differing)} of {_decisions(done)} differ"
        raise BadRecord(what, rule="house", deal=first.deal, step=first.step)


def _difference(judged: Judged) -> str:
    return f"the house in seat {judged.seat} did {judged.did}, and from its view it would do {judged.would}"


def _decisions(count: int) -> str:
    return "1 decision" if count == 1 else f"{count} decisions"


def _foreign(seat: HouseSeat) -> str:
    other = "more than one version or form" if seat.version == MIXED else f"version {seat.version}"
    return (
        f"the shuffle holds, but {other} of the player held seat {seat.seat}, and this is version {VERSION}, which"
        " cannot judge it"
    )
