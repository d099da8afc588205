"""R26 to R32: the score."""

import pytest

from bridgette import BIDS, Contract, ScoreItem, parse_call, score_deal
from tests.game import oracle

POINTS = {
    **{"0NT": 150, "1C": 150, "1D": 150, "1H": 150, "1S": 150},
    **{"1NT": 250, "2C": 250, "2D": 250, "2H": 250, "2S": 250, "2NT": 250},
    **{"3C": 250, "3D": 250, "3H": 250, "3S": 250, "3NT": 750},
    **{"4C": 250, "4D": 250, "4H": 750, "4S": 750, "4NT": 750},
    **{"5C": 750, "5D": 750, "5H": 750, "5S": 750, "5NT": 1500},
    **{"6C": 1500, "6D": 1500, "6H": 1500, "6S": 1500, "6NT": 2200},
    **{"7C": 2200, "7D": 2200, "7H": 2200, "7S": 2200, "7NT": 2500},
}
SHORT = [(1, 100, 200, 300), (2, 200, 500, 700), (3, 300, 800, 1100), (4, 400, 1100, 1500), (5, 700, 2000, 2700)]
SHORT += [(short, 1000, 3000, 4000) for short in range(6, 14)]


def contract(text: str) -> Contract:
    bid = text.rstrip("X")
    return Contract(parse_call(bid), len(text) - len(bid))


def score(text: str, tricks: int, declarer: int = 0) -> tuple[int, int]:
    """The score by seat of a contract by ``declarer``, who took ``tricks``."""
    taken = (tricks, 13 - tricks)
    return score_deal(contract(text), declarer, taken if declarer == 0 else taken[::-1]).score


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_r26_the_points_of_each_of_the_36_contracts(bid):
    goal = 6 + bid.level
    for tricks in range(goal + 1, 14):
        if tricks != goal + 3:
            assert score(str(bid), tricks) == (POINTS[str(bid)], 0)
    if bid.level == 7:
        assert score(str(bid), 13) == (POINTS[str(bid)], 0)


def test_r26_six_and_level_tricks_make_the_contract():
    assert score("1H", 7)[0]
    assert not score("1H", 6)[0]
    assert score("0NT", 6)[0]
    assert not score("0NT", 5)[0]
    assert score("7NT", 13)[0]
    assert not score("7NT", 12)[0]


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_r27_the_bonus_for_exactly_the_tricks_bid(bid):
    bonus = {6: 100, 7: 0}.get(bid.level, 250)
    assert score(str(bid), 6 + bid.level) == (POINTS[str(bid)] + bonus, 0)


@pytest.mark.parametrize("bid", [bid for bid in BIDS if bid.level <= 4], ids=str)
def test_r28_the_bonus_for_exactly_three_tricks_more(bid):
    assert score(str(bid), 9 + bid.level) == (POINTS[str(bid)] + 350, 0)


def test_r28_neither_two_nor_four_more():
    assert score("1H", 9) == score("1H", 11) == score("1H", 13) == (150, 0)


def test_r29_the_bonus_for_a_doubled_and_a_redoubled_contract():
    assert score("2HX", 9) == ((250 + 400) * 2, 0)
    assert score("2HXX", 9) == ((250 + 1000) * 4, 0)


def test_r30_decision_the_whole_sum_is_multiplied():
    assert score("2HX", 8) == ((250 + 250 + 400) * 2, 0)
    assert score("2HXX", 8) == ((250 + 250 + 1000) * 4, 0)
    assert score("2HX", 11) == ((250 + 350 + 400) * 2, 0)
    assert score("6SX", 12) == ((1500 + 100 + 400) * 2, 0)
    assert score("7NTXX", 13) == ((2500 + 1000) * 4, 0)


@pytest.mark.parametrize(("short", "undoubled", "doubled", "redoubled"), SHORT)
def test_r31_a_contract_that_fails_scores_for_the_opponent(short, undoubled, doubled, redoubled):
    tricks = 13 - short
    assert score("7C", tricks) == (0, undoubled)
    assert score("7CX", tricks) == (0, doubled)
    assert score("7CXX", tricks) == (0, redoubled)
    assert score("7CXX", tricks, declarer=1) == (redoubled, 0)


def test_r31_decision_the_last_row_serves_for_every_shortfall_above_five():
    assert {score("7NT", tricks) for tricks in range(8)} == {(0, 1000)}
    assert score("0NTXX", 0) == (0, 4000)


def test_r32_nobody_loses_and_exactly_one_player_scores():
    for bid in BIDS:
        for doubling in (0, 1, 2):
            for declarer in (0, 1):
                for tricks in range(14):
                    points = score(f"{bid}{'X' * doubling}", tricks, declarer)
                    assert min(points) == 0 < max(points)


def test_all_contracts_and_tricks_against_the_rules_written_once_more():
    for bid in BIDS:
        for doubling in (0, 1, 2):
            for tricks in range(14):
                points, made = oracle.score(str(bid), doubling, tricks)
                expected = (points, 0) if made else (0, points)
                assert score(f"{bid}{'X' * doubling}", tricks) == expected


@pytest.mark.parametrize(
    ("text", "tricks", "points"),
    [
        ("1H", 7, 400),
        ("1H", 10, 500),
        ("1H", 9, 150),
        ("4SX", 10, 2800),
        ("0NTXX", 9, 6000),
        ("6D", 12, 1600),
        ("7NT", 13, 2500),
    ],
)
def test_r26_to_r30_worked_examples(text, tricks, points):
    assert score(text, tricks, declarer=0) == (points, 0)
    assert score(text, tricks, declarer=1) == (0, points)


def test_r31_worked_example():
    assert score("3NTX", 6, declarer=0) == (0, 800)


def test_the_lines_of_a_score_add_up_to_it():
    for bid in BIDS:
        for doubling in (0, 1, 2):
            for tricks in range(14):
                result = score_deal(Contract(bid, doubling), 1, (13 - tricks, tricks))
                total = sum(line.value for line in result.lines if line.item is not ScoreItem.TIMES)
                for line in result.lines:
                    if line.item is ScoreItem.TIMES:
                        total *= line.value
                assert total == max(result.score)
                assert result.margin == tricks - 6 - bid.level
