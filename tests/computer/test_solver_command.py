"""``python -m bridgette solve``: what it prints, and that it fails as ``replay`` does."""

import json
import re

import pytest

from bridgette import Match, Phase, Strain
from bridgette.__main__ import main
from bridgette.cli.solve import declarers_tricks, solve_lines, tricks_lost
from tests.game.notation import hand, lay, position
from tests.game.records import record, whole
from tests.game.test_replay import HOSTILE, one_line


@pytest.fixture
def solve(capsys, tmp_path):
    """Run ``solve`` on a record, or bytes: exit code, output and complaint."""

    def run(source) -> tuple[int, str, str]:
        path = tmp_path / "record.json"
        path.write_bytes(source if isinstance(source, bytes) else json.dumps(source).encode())
        code = main(["solve", str(path)])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def short_record() -> dict:
    """A record of one finished deal, and the beginning of another."""
    return record(Phase.PLAY)


def test_each_finished_deal_has_its_tricks_in_each_strain_for_both(solve):
    code, out, err = solve(short_record())
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "alice (seat 0) against bob (seat 1)"
    assert re.findall(r"^deal (\d+): ", out, re.MULTILINE) == ["0", "1"]
    assert out.splitlines()[-1] == "deal 1: play not finished"
    tables = re.findall(r"^  (\w+) declares: C (\d+), D (\d+), H (\d+), S (\d+), NT (\d+)$", out, re.MULTILINE)
    assert [table[0] for table in tables] == ["alice", "bob"]
    assert all(0 <= int(tricks) <= 13 for table in tables for tricks in table[1:])


def test_the_tricks_lost_account_for_the_outcome(solve):
    match = whole()
    number, deal = next((n, deal) for n, deal in enumerate(match.deals) if deal.play is not None)
    hands = (deal.kept(0), deal.kept(1))
    lost = tricks_lost(deal.play, hands)
    strain = deal.result.contract.bid.strain
    promised = declarers_tricks(deal.play.declarer, strain, hands)
    seats = [seat for trick in deal.play.tricks() for seat in (trick.leader, 1 - trick.leader)]
    given = [sum(n for n, by in zip(lost, seats, strict=True) if by == seat) for seat in (0, 1)]
    assert min(lost) >= 0
    declarer = deal.play.declarer
    assert deal.play.won[declarer] == promised - given[declarer] + given[1 - declarer]
    lines = list(solve_lines(Match(match.players, match.deals[: number + 1]), match.players))
    assert lines[-1] == f"  tricks lost: {match.players[0]} {given[0]}, {match.players[1]} {given[1]}"
    assert sum(line.startswith("  trick ") for line in lines) == 13 * sum(
        d.play is not None for d in match.deals[: number + 1]
    )


def test_a_trick_thrown_away_is_laid_at_the_right_card():
    leader, follower = "A2...", "3.A.."
    hands = (hand(leader), hand(follower))
    assert tricks_lost(lay(position(leader, follower), "SA S3 S2 HA"), hands) == [0, 0, 0, 0]
    assert tricks_lost(lay(position(leader, follower), "S2 S3 HA SA"), hands) == [2, 0, 0, 0]


def test_a_passed_out_deal_has_a_table_and_no_plays():
    match = next(m for m in (whole(seed) for seed in range(3, 30, 5)) if any(d.is_passed_out for d in m.deals))
    deal = next(deal for deal in match.deals if deal.is_passed_out)
    lines = list(solve_lines(Match(match.players, (deal,)), match.players))
    assert lines[1] == "deal 0: passed out"
    assert len(lines) == 4


def test_declarers_opponent_leads():
    hands = (hand("A2..."), hand("K3..."))
    assert declarers_tricks(0, Strain.NO_TRUMP, hands) == 1


@pytest.mark.parametrize("source", [b"", b"{", b"\xff", b'{"format": "bridgette-match/2"}'])
def test_what_is_no_record_is_exit_1_and_one_line(solve, source):
    code, out, err = solve(source)
    assert (code, out) == (1, "")
    assert one_line(err)


def test_a_record_that_breaks_a_rule_is_exit_1_and_says_where(solve):
    broken = short_record()
    broken["deals"][0]["calls"].insert(0, "XX")
    code, out, err = solve(broken)
    assert (code, out) == (1, "")
    assert err.startswith("deal 0, step 2: ")
    assert one_line(err)


def test_a_file_that_cannot_be_read_is_exit_2_and_one_line(capsys, tmp_path):
    assert main(["solve", str(tmp_path / "missing")]) == 2
    assert one_line(capsys.readouterr().err)


@pytest.mark.parametrize("arguments", [["solve"], ["solve", "a", "b"], ["solve", "a", "--trace"]], ids=repr)
def test_wrong_arguments_are_exit_2_and_one_line(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert one_line(capsys.readouterr().err)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_names_that_cannot_be_printed_are_escaped(solve, name):
    code, out, _ = solve(record(Phase.AUCTION, deals=1) | {"players": [name, "bob"]})
    assert code == 0
    assert out.replace("\n", "").isprintable()
    assert len(out.splitlines()) == 2
