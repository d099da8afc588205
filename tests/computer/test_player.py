"""The computer players: they act legally to the end, repeat themselves, say why, and bear a view that cannot be."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bridgette import BIDS, DECK, Bid, Card, Deal, Discard, Match, Phase, PlainCall, Strain, Trick, shuffled_deck, view
from bridgette.computer.players import VERSION, by_strength, computer_player, contracts, own_form
from bridgette.computer.players.arena import duplicate, mean_of, net, play_deal
from bridgette.computer.players.baseline import Baseline
from bridgette.computer.players.levels import LEVELS, PYTHON_NODES, level_of
from bridgette.computer.players.player import Form, Note, Player, Strength
from bridgette.computer.players.strong import Strong
from bridgette.computer.solver import solve
from bridgette.computer.solver.search import search
from tests.computer.small import CLUB, EXPERT, decisions, guessed_tricks
from tests.game.notation import auction, cards

PLAYERS = {"novice": Baseline(), "club": Strong(CLUB), "expert": Strong(EXPERT)}


@pytest.fixture(autouse=True)
def quick_auctions(monkeypatch):
    monkeypatch.setattr(contracts, "solve_tricks", guessed_tricks)


def shown(deal: Deal, seat: int):
    return view(Match(("alice", "bob"), (deal,)), seat)


@pytest.mark.parametrize("strength", PLAYERS)
def test_every_action_is_legal_and_the_deal_comes_to_its_end(strength):
    player: Player = PLAYERS[strength]
    for seed in range(2):
        deal = play_deal(Deal.begin(seed, shuffled_deck(Random(seed).randrange)), (player, player), Random(seed))
        assert deal.phase is Phase.OVER
        assert deal.result is not None


@pytest.mark.parametrize("strength", PLAYERS)
def test_the_same_view_and_seed_give_the_same_decision(strength):
    for match, seat in decisions(5):
        first, second = (PLAYERS[strength].choose(view(match, seat), Random(3)) for _ in range(2))
        assert first == second


def test_a_seat_that_has_nothing_to_do_is_refused():
    match, _ = next(iter(decisions(0)))
    with pytest.raises(ValueError, match="turn"):
        Baseline().choose(view(Match(("a", "b")), 0), Random(0))
    with pytest.raises(ValueError, match="turn"):
        Baseline().choose(view(match, None), Random(0))


def test_each_strength_has_its_player():
    assert isinstance(computer_player(Strength.NOVICE), Baseline)
    for strength in LEVELS:
        assert isinstance(computer_player(strength), Strong)
    club, expert = LEVELS[Strength.CLUB], LEVELS[Strength.EXPERT]
    assert club.card < expert.card
    assert club.card_nodes < expert.card_nodes
    assert expert.draws.infers
    assert not club.draws.infers


def test_pure_python_looks_at_less_whatever_solver_is_at_hand(monkeypatch):
    assert VERSION
    for strength in LEVELS:
        level, less = level_of(strength, Form.C), level_of(strength, Form.PYTHON)
        assert level is LEVELS[strength]
        assert max(less.card_nodes, less.call_nodes, less.discard_nodes) <= PYTHON_NODES
        assert (less.card, less.call, less.discard, less.draws) == (level.card, level.call, level.discard, level.draws)
    for is_native, form in ((True, Form.C), (False, Form.PYTHON)):
        monkeypatch.setattr(by_strength, "is_native", lambda is_native=is_native: is_native)
        assert own_form() is form
        assert computer_player(Strength.EXPERT)._level == level_of(Strength.EXPERT, form)
        assert computer_player(Strength.EXPERT, form=Form.PYTHON)._level == level_of(Strength.EXPERT, Form.PYTHON)


def test_reasons_give_points_chance_and_tricks_of_every_card():
    seen = 0
    for match, seat in decisions(2):
        shown_to = view(match, seat)
        decision = PLAYERS["expert"].choose(shown_to, Random(0))
        own, found = shown_to.deal.own, decision.reasons.candidates
        if shown_to.deal.phase is not Phase.PLAY or not found:
            continue
        seen += 1
        assert {candidate.action for candidate in found} == set(own.cards)
        assert decision.action is found[0].action
        assert [c.points for c in found] == sorted((c.points for c in found), reverse=True)
        for candidate in found:
            assert 0 <= candidate.make <= 1
            assert 0 <= candidate.tricks <= 13
            assert candidate.samples >= 1
        assert 0 < decision.reasons.nodes <= EXPERT.lead_nodes
    assert seen >= 8


def test_a_single_legal_card_is_played_at_once():
    for match, seat in decisions(2):
        shown_to = view(match, seat)
        if len(shown_to.deal.own.cards) == 1:
            decision = PLAYERS["club"].choose(shown_to, Random(0))
            assert decision.action is shown_to.deal.own.cards[0]
            assert Note.ONLY_CHOICE in decision.reasons.notes


@pytest.mark.parametrize("strength", PLAYERS)
def test_a_history_that_cannot_be_still_gets_a_legal_card(strength):
    """The opponent showed out of every suit, but plays on: a bug or a cheat somewhere."""
    deal = auction("AKQJ.T98.765.432", "T987.AKQ.AKQ.765", "1S Pass", dealer=0)
    real = shown(deal, 1).deal
    led = cards("S7 S8 S9 ST")
    thrown = cards("H2 D2 C8 GC")
    tricks = tuple(Trick(1, lead, follow, 1) for lead, follow in zip(led, thrown, strict=True))
    tricks += (Trick(1, *cards("HA C9"), 1), Trick(1, *cards("DA H3"), 1), Trick(1, *cards("C5 H4"), 1))
    own = replace(real.own, hand=cards("HK HQ DK DQ C7 C6"), cards=cards("HK HQ DK DQ C7 C6"))
    broken = replace(real, tricks=tricks, won=(0, 7), own=own)
    whole = replace(shown(deal, 1), deals=(broken,))
    decision = PLAYERS[strength].choose(whole, Random(0))
    assert decision.action in own.cards
    if strength != "novice":
        assert Note.IMPOSSIBLE in decision.reasons.notes


def test_bids_that_no_hand_goes_with_are_not_believed_but_noted():
    """R15: a jump needs four cards of the suit, of which the seat can see all but three."""
    deal = auction("432.AKQ.AKQ.AKQ5", "AKQJT98765.2.3.4", "1C", dealer=0)
    jump = Bid(4, Strain.SPADES)
    broken = replace(shown(deal, 1).deal, calls=(jump,), standing=jump)
    own = replace(broken.own, calls=(PlainCall.PASS, PlainCall.DOUBLE))
    decision = PLAYERS["expert"].choose(replace(shown(deal, 1), deals=(replace(broken, own=own),)), Random(0))
    assert decision.action in own.calls
    assert Note.LOOSENED in decision.reasons.notes


class Stopwatch:
    """A clock that runs on by a step whenever it is read."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_the_clock_stops_a_decision_and_says_so():
    for match, seat in decisions(3):
        shown_to = view(match, seat)
        decision = Strong(EXPERT, Stopwatch(0.6)).choose(shown_to, Random(0))
        match.after(seat, decision.action)
        if len(shown_to.deal.own.cards) != 1:
            assert Note.CLOCK in decision.reasons.notes


def test_a_clock_with_time_enough_changes_nothing():
    for number, (match, seat) in enumerate(decisions(3)):
        if number < 14:
            shown_to = view(match, seat)
            timed = Strong(EXPERT, Stopwatch(1e-9)).choose(shown_to, Random(0))
            assert timed == Strong(EXPERT).choose(shown_to, Random(0))


def test_the_exchange_names_cards_that_are_held():
    match, seat = next(iter(decisions(4)))
    own = view(match, seat).deal.own
    for player in PLAYERS.values():
        decision = player.choose(view(match, seat), Random(0))
        assert isinstance(decision.action, Discard)
        assert len(decision.action.cards) == own.to_discard
        assert set(decision.action.cards) <= set(own.hand)


def test_duplicate_deals_are_even_between_equals():
    for first, second in duplicate(Baseline(), Baseline(), 1, 3):
        assert net(first, 0) == -net(second, 1)
        assert first.deck == second.deck


def test_a_mean_comes_with_its_interval():
    mean = mean_of([1.0, 3.0])
    assert mean.value == 2.0
    assert round(mean.margin, 2) == 1.96
    assert mean_of([1.0]).margin == float("inf")


def test_a_colon_can_be_chosen():
    """R22: a colon is among the cards that are looked at."""
    colons = 0
    for seed in range(6):
        deal = play_deal(Deal.begin(0, shuffled_deck(Random(seed).randrange)), (Baseline(), Baseline()), Random(seed))
        colons += sum(isinstance(card, Card) and card.is_colon for card in deal.play.plays)
    assert colons


def corrupted(shown_to, rng: Random):
    """The view with something in it that cannot be: other cards on the table or in the hand, other calls."""
    deal = shown_to.deal
    own = deal.own
    kind = rng.randrange(4)
    if kind == 0 and deal.tricks:
        tricks = tuple(trick._replace(lead=rng.choice(DECK), follow=rng.choice(DECK)) for trick in deal.tricks)
        deal = replace(deal, tricks=tricks)
    elif kind == 1:
        deal = replace(deal, calls=tuple(rng.choice((*BIDS, *PlainCall)) for _ in range(rng.randrange(9))))
    elif kind == 2:
        extra = tuple(rng.sample(DECK, rng.randrange(20)))
        deal = replace(deal, own=replace(own, hand=own.hand + extra))
    else:
        deal = replace(deal, up_card=rng.choice(DECK), drawn=(rng.randrange(30), rng.randrange(30)), won=(9, 9))
    return replace(shown_to, deals=(deal,))


@pytest.mark.parametrize("strength", PLAYERS)
def test_any_contradiction_still_gets_a_legal_action(strength):
    rng, noted = Random(8), 0
    for seed in (8, 9):
        for match, seat in decisions(seed):
            whole = corrupted(view(match, seat), rng)
            own = whole.deal.own
            decision = PLAYERS[strength].choose(whole, rng)
            noted += Note.IMPOSSIBLE in decision.reasons.notes
            if isinstance(decision.action, Discard):
                assert len(decision.action.cards) == own.to_discard
                assert set(decision.action.cards) <= set(own.hand)
            else:
                assert decision.action in (own.cards or own.calls)
    assert noted or strength == "novice"


def test_the_choices_are_the_same_with_the_c_form_and_without(monkeypatch):
    """The budget is counted in nodes, which both forms count alike."""
    if not solve.is_native():
        pytest.skip("the C form was not built")
    seen = [view(match, seat) for number, (match, seat) in enumerate(decisions(6)) if number > 5]
    with_c = [PLAYERS["expert"].choose(shown_to, Random(0)) for shown_to in seen]
    monkeypatch.setattr(solve, "engine", lambda: search)
    assert [PLAYERS["expert"].choose(shown_to, Random(0)) for shown_to in seen] == with_c
