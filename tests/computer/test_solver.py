"""The solver: right by a plain minimax and by hand, in each form that is there."""

import threading
from functools import cache
from random import Random

import pytest

from bridgette import Bid, Card, Contract, Deal, Play, Strain, parse_card, score_deal, shuffled_deck
from bridgette.computer.solver import native, solve
from bridgette.computer.solver.position import Position
from bridgette.computer.solver.search import search
from bridgette.computer.solver.solve import Budget, OutOfNodes, is_native, solve_cards, solve_payoff, solve_tricks
from tests.computer.endings import minimax_cards, random_ending
from tests.game.notation import hand, lay, position
from tests.game.playouts import eager, hoarding, uniform

NATIVE = native.load()
FORMS = {"python": search} | ({"c": NATIVE} if NATIVE else {})


@pytest.fixture(params=FORMS, autouse=True)
def form(request, monkeypatch):
    """Each form in turn does the work."""
    monkeypatch.setattr(solve, "engine", lambda: FORMS[request.param])
    return request.param


def tricks(leader: str, follower: str, trump=None, plays: str = "") -> int:
    """The tricks that the leader of an ending takes, those included that were played already."""
    play = lay(position(leader, follower, trump=trump), plays)
    return play.won[0] + solve_tricks(Position.of(play))


@cache
def known_endings() -> list[tuple[Position, list[int], dict[Card, int]]]:
    """Endings with their payoffs and the values of the legal cards; the benchmark compares many more."""
    endings = [random_ending(Random(seed), 4 if seed % 4 else 5) for seed in range(200)]
    return [(ending, payoff, minimax_cards(ending, payoff)) for ending, payoff in endings]


def test_endings_are_worth_what_a_plain_minimax_finds():
    for ending, payoff, values in known_endings():
        assert solve_cards(ending, payoff) == values, ending
        assert solve_payoff(ending, payoff) == (max if ending.turn == 0 else min)(values.values()), ending


def test_r19_nothing_is_left_after_the_last_trick():
    over = Position.of(lay(position("A...", "K..."), "SA SK"))
    assert solve_tricks(over) == 0
    assert solve_payoff(over, [7]) == 7
    assert solve_cards(over, [7]) == {}


def test_r23_the_barred_suit_must_be_left_for_a_trick():
    leader, follower = "AKQ.2..", "2.3.A.+G"
    assert tricks(leader, follower, plays="SK S2") == 3
    assert tricks(leader, follower, plays="SA GC") == 2  # the two goes to the three, and the ace takes the queen
    assert tricks(leader, follower) == 3


def test_r23_decision_a_leader_with_nothing_else_may_lead_the_barred_suit():
    assert tricks("AKQ...", "J2...+G") == 3


def test_r25_a_colon_led_takes_a_trick_from_one_who_has_no_card_of_its_group():
    assert tricks("2...+G", "K..3.", None) == 1
    assert tricks("2...+R", "K..3.", None) == 0


def test_r24_a_trump_ruffs():
    spades = parse_card("SA").suit
    assert tricks(".A..", "2...", spades) == 0
    assert tricks("A.A..", "2.3..", spades) == 2


def test_r27_points_may_ask_for_a_trick_to_be_lost():
    # Both aces are worth 1; exactly one trick is worth 5, and the opponent can be given one.
    ending = Position.of(position("A2...", "K3..."))
    assert solve_tricks(ending) == 1
    assert solve_payoff(ending, [0, 5, 1]) == 5
    assert solve_payoff(ending, [5, 0, 0]) == 0


def test_the_score_of_a_contract_is_solved():
    ending = position("AK.A..", "Q2.3..")
    assert solve_tricks(Position.of(ending)) == 3
    assert solve_cards(Position.of(ending), [-100, 400, 150, 150])[parse_card("SA")] == 150


def test_values_are_for_seat_0_whoever_plays():
    ending = Position((hand("A2..."), hand("K3...")), None, turn=1)
    assert solve_tricks(ending) == 1
    assert solve_cards(ending, range(3)) == {parse_card("SK"): 1, parse_card("S3"): 1}


def whole_deal(seed: int) -> Position:
    deal = Deal.begin(0, shuffled_deck(Random(seed).randrange))
    first, second = (tuple(card for card in deal.hand(seat) if card not in deal.drawn(seat)) for seat in (0, 1))
    return Position((first, second), Strain(seed % 5).suit, turn=seed % 2)


@pytest.mark.parametrize("temper", [uniform, eager, hoarding])
def test_at_every_point_of_a_deal_the_best_card_keeps_the_value_and_none_betters_it(temper):
    rng = Random(5)
    start = whole_deal(3)
    play = Play.begin(0, start.trump, tuple(hand[:9] for hand in start.hands))
    payoff = [rng.randint(-9, 9) for _ in range(10)]
    while not play.is_over:
        here = Position.of(play)
        assert here.legal == play.legal
        values = solve_cards(here, payoff)
        assert tuple(values) == play.legal
        assert (max if play.turn == 0 else min)(values.values()) == solve_payoff(here, payoff)
        card = temper(rng, play.legal)
        before, play = play, play.after(card)
        if play.lead is None:
            payoff = payoff[1:] if play.won[0] > before.won[0] else payoff[:-1]
        assert values[card] == solve_payoff(Position.of(play), payoff)


def test_a_whole_deal_and_its_mirror():
    start = whole_deal(4)
    mirror = Position((start.hands[1], start.hands[0]), start.trump, 1 - start.turn)
    assert solve_tricks(start) + solve_tricks(mirror) == 13
    bid = Bid(1, Strain.HEARTS)
    payoff = [score_deal(Contract(bid, 1), 0, (won, 13 - won)).score[0] for won in range(14)]
    assert solve_payoff(start, payoff) == -solve_payoff(mirror, [-points for points in reversed(payoff)])


def test_a_budget_counts_nodes_and_ends_the_search():
    start = whole_deal(1)
    counted = Budget()
    value = solve_tricks(start, counted)
    assert counted.left is None
    enough = Budget(counted.spent)
    assert solve_tricks(start, enough) == value
    assert (enough.spent, enough.left) == (counted.spent, 0)
    for limit in (0, 1, counted.spent - 1):
        short = Budget(limit)
        for _ in range(2):
            with pytest.raises(OutOfNodes):
                solve_cards(start, range(14), short)
            assert (short.spent, short.left) == (limit, 0)


@pytest.mark.parametrize(
    ("broken", "payoff"),
    [
        (Position((hand("A..."), hand("K3...")), None, 0), [0, 1]),
        (Position((hand("A2..."), hand("A3...")), None, 0), [0, 1, 2]),
        (Position((hand("A..."), hand("K...")), None, 0, parse_card("S2")), [0, 1]),
        (Position((hand("A2..."), hand("K...")), None, 0, parse_card("SK")), [0, 1, 2]),
        (Position((hand("AKQJT98765432.A.."), hand(".KQJ.A2.AKQJT987")), None, 0), range(15)),
        (Position((hand("A..."), hand("K...")), None, 0), [0, 1, 2]),
        (Position((hand("A..."), hand("K...")), None, 0), []),
        (Position((hand("AA..."), hand("KQ...")), None, 0), [0, 1, 2]),
    ],
)
def test_what_is_no_point_of_the_play_is_refused(broken, payoff):
    with pytest.raises(ValueError, match=r"hand|payoffs"):
        solve_payoff(broken, payoff)


def test_searches_run_beside_one_another():
    deals = [whole_deal(seed) for seed in range(3)]
    alone = [solve_tricks(deal) for deal in deals]
    together = [-1] * len(deals)

    def solve(place: int) -> None:
        together[place] = solve_tricks(deals[place])

    threads = [threading.Thread(target=solve, args=(place,)) for place in range(len(deals))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_it_says_which_form_it_is(form):
    assert is_native() == (form == "c")
