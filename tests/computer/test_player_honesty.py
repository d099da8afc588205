"""No computer player uses what its seat cannot see: with all of that dealt anew, every decision stays the same.

The views are built from each deal, so this would fail if a view, or anything that hangs on one, told the secret.
"""

from __future__ import annotations

from random import Random

import pytest

from bridgette import Phase, view
from bridgette.computer.players import contracts
from bridgette.computer.players.baseline import Baseline
from bridgette.computer.players.player import Note
from bridgette.computer.players.strong import Strong
from tests.computer.small import CLUB, EXPERT, decisions, guessed_tricks
from tests.game.test_secrecy import redealt, with_last_deal

PLAYERS = {"novice": Baseline(), "club": Strong(CLUB), "expert": Strong(EXPERT)}


@pytest.fixture
def quick_auctions(monkeypatch):
    """Contracts guessed instead of solved, so that many auctions can be tried."""
    monkeypatch.setattr(contracts, "solve_tricks", guessed_tricks)


def compare(player, match, seat, seed, compared) -> None:
    deal = match.deals[-1]
    found = player.choose(view(match, seat), Random(seed))
    others = [other for other in redealt(deal, seat, Random(seed)) if other != deal][-2:]
    for other in others:
        compared[deal.phase] += 1
        assert player.choose(view(with_last_deal(match, other), seat), Random(seed)) == found


@pytest.mark.parametrize("strength", PLAYERS)
def test_no_decision_changes_when_all_that_the_seat_cannot_see_is_dealt_anew(strength, quick_auctions):
    compared = dict.fromkeys(Phase, 0)
    for seed in range(2):
        for match, seat in decisions(seed):
            compare(PLAYERS[strength], match, seat, seed, compared)
    assert compared[Phase.EXCHANGE] >= 4
    assert compared[Phase.AUCTION] >= 4
    assert compared[Phase.PLAY] >= 40


def test_nor_do_those_of_the_expert_that_were_solved():
    compared = dict.fromkeys(Phase, 0)
    for number, (match, seat) in enumerate(decisions(1)):
        if number in (0, 2, 3):
            compare(PLAYERS["expert"], match, seat, 1, compared)
    assert compared[Phase.EXCHANGE] >= 1
    assert compared[Phase.AUCTION] >= 2


@pytest.mark.parametrize("strength", ["club", "expert"])
def test_the_sampling_players_looked_at_hands_and_not_only_at_rules(strength, quick_auctions):
    """A player that always fell back on the baseline would pass the tests above for nothing."""
    sampled = dict.fromkeys(Phase, 0)
    for match, seat in decisions(1):
        reasons = PLAYERS[strength].choose(view(match, seat), Random(1)).reasons
        if reasons.candidates and reasons.candidates[0].samples:
            sampled[match.deals[-1].phase] += 1
        assert Note.IMPOSSIBLE not in reasons.notes
    assert sampled[Phase.EXCHANGE] == 2
    assert sampled[Phase.AUCTION] >= 2
    assert sampled[Phase.PLAY] >= 4
