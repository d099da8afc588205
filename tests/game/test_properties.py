"""What must hold in every state of every deal (R7 to R32), over random play of several tempers."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgette import BIDS, DECK, Discard, NotAllowed, Phase, PlainCall
from tests.game import oracle, playouts
from tests.game.notation import words

CALLS = (*BIDS, *PlainCall)
seeds = st.integers(0, 2**32)
tempers = st.sampled_from(playouts.TEMPERS)


def allowed(state, seat, action) -> bool:
    """Whether the action is legal; checks that the objection, the refusal and the lists say the same."""
    objection = state.objection(seat, action)
    if objection is None:
        assert state.after(seat, action) != state
        return True
    with pytest.raises(NotAllowed) as refused:
        state.after(seat, action)
    assert refused.value.objection == objection
    assert str(refused.value) == str(objection)
    assert "\n" not in str(refused.value)
    return False


@given(seeds, tempers)
@settings(max_examples=12)
def test_an_action_is_listed_if_and_only_if_nothing_objects(seed, temper):
    for number, deal in enumerate(playouts.deal_states(Random(seed), temper)):
        if number % 3 and deal.phase is Phase.PLAY:
            continue
        before = (*deal,)
        for seat in (0, 1):
            calls = tuple(call for call in CALLS if allowed(deal, seat, call))
            assert calls == deal.legal_calls(seat)
            assert tuple(card for card in DECK if allowed(deal, seat, card)) == deal.legal_cards(seat)
            assert bool(calls or deal.legal_cards(seat)) == (deal.to_act == {seat} and deal.phase is not Phase.EXCHANGE)
            exchange = deal.phase is Phase.EXCHANGE and seat in deal.to_act
            count = deal.to_discard(seat)
            assert allowed(deal, seat, Discard(deal.drawn_hands[seat][:count])) == exchange
            assert not allowed(deal, seat, Discard(deal.drawn_hands[seat][: count - 1]))
            assert not allowed(deal, seat, Discard(deal.drawn_hands[1 - seat][:count]))
        assert (*deal,) == before


@given(seeds, tempers)
@settings(max_examples=25)
def test_all_actions_at_once_come_to_what_they_come_to_one_by_one(seed, temper):
    *states, last = playouts.deal_states(Random(seed), temper)
    calls = last.auction.calls
    cards = last.play.plays if last.play else ()
    for deal in states:
        made, played = (len(deal.auction.calls) if deal.auction else 0), (len(deal.play.plays) if deal.play else 0)
        rest = (calls[made:], cards[played:])
        assert deal.after_all(*rest) == (deal if deal.phase is Phase.EXCHANGE else last)
        assert deal.after_all((), ()) == deal


@given(seeds, tempers)
@settings(max_examples=40)
def test_all_actions_at_once_stop_at_the_first_that_is_refused(seed, temper):
    rng = Random(seed)
    states = [deal for deal in playouts.deal_states(rng, temper) if deal.auction]
    start, last = states[0], states[-1]
    actions = [*last.auction.calls, *(last.play.plays if last.play else ())]
    place = rng.randrange(len(actions) + 1)
    wrong = rng.choice([*CALLS] if place < len(last.auction.calls) else [*DECK])
    actions[place : place + rng.randrange(2)] = [wrong]
    deal = start
    for action in actions:
        seat = next(iter(deal.to_act), 0)
        if deal.objection(seat, action) is not None:
            break
        deal = deal.after(seat, action)
    calls = [action for action in actions if action in CALLS]
    assert start.after_all(calls, [action for action in actions if action not in CALLS]) == deal


@given(seeds, tempers)
@settings(max_examples=60)
def test_a_deal_goes_on_to_its_end_and_one_seat_scores(seed, temper):
    for number, deal in enumerate(playouts.deal_states(Random(seed), temper)):
        assert number < 2 + 38 * 3 + 26
        assert bool(deal.to_act) == (deal.phase is not Phase.OVER)
        assert (deal.result is None) == bool(deal.to_act)
        held = [card for seat in (0, 1) for card in deal.hand(seat)]
        played = list(deal.play.plays) if deal.play else []
        assert len({*held, *played}) == len(held) + len(played)
        if deal.phase in (Phase.AUCTION, Phase.PLAY):
            (seat,) = deal.to_act
            assert deal.legal_calls(seat) or deal.legal_cards(seat)
            assert len(held) + len(played) == 26
    if deal.is_passed_out:
        assert deal.result.score == (0, 0)
        return
    assert sum(deal.play.won) == len(deal.play.tricks()) == 13
    assert sorted(points > 0 for points in deal.result.score) == [False, True]


@given(seeds, tempers)
@settings(max_examples=250)
def test_every_decision_agrees_with_the_rules_written_once_more(seed, temper):
    rng = Random(seed)
    states = playouts.deal_states(rng, temper)
    deal = next(states)
    hands = oracle.holdings(deal.dealer, words(deal.deck))
    for seat in (0, 1):
        assert sorted(words(deal.hand(seat))) == sorted(hands[seat])
    for deal in states:
        if None not in deal.discards:
            break
    for seat in (0, 1):
        hands[seat] = [card for card in hands[seat] if card not in words(deal.discards[seat])]
    deal, calls = auction_agrees(deal, states, hands)
    if calls == ["Pass", "Pass"]:
        assert deal.is_passed_out
        return
    place, doubling = oracle.standing(calls)
    declarer = (deal.dealer + place) % 2
    assert deal.play.declarer == declarer
    assert str(deal.auction.contract) == calls[place] + "X" * len(doubling)
    play_agrees(deal, states, hands, declarer, calls[place][1:])


def auction_agrees(deal, states, hands):
    """Follow the auction; returns the state after it and the calls."""
    calls = []
    while not oracle.auction_is_over(calls):
        caller = (deal.dealer + len(calls)) % 2
        assert deal.to_act == {caller}
        assert words(deal.legal_calls(caller)) == oracle.legal_calls(hands[caller], calls)
        deal = next(states)
        calls = words(deal.auction.calls)
    assert deal.phase in (Phase.PLAY, Phase.OVER)
    return deal, calls


def play_agrees(deal, states, hands, declarer, strain):
    """Follow the play to its end and its score."""
    trump = None if strain == "NT" else strain
    leader, barred, won, lead = 1 - declarer, None, [0, 0], None
    for number in range(26):
        turn = leader if lead is None else 1 - leader
        hand = hands[turn]
        legal = oracle.legal_leads(hand, barred) if lead is None else oracle.legal_follows(hand, lead)
        assert deal.to_act == {turn}
        assert words(deal.legal_cards(turn)) == sorted(legal, key=oracle.LISTING.index)
        deal = next(states)
        card = str(deal.play.plays[number])
        hand.remove(card)
        if lead is None:
            lead = card
            continue
        barred = oracle.bars(lead, card)
        leader = 1 - leader if oracle.follower_wins(lead, card, trump) else leader
        won[leader] += 1
        lead = None
        assert deal.play.won == tuple(won)
    assert deal.phase is Phase.OVER
    bid = str(deal.auction.contract.bid)
    points, made = oracle.score(bid, deal.auction.doubling, won[declarer])
    scorer = declarer if made else 1 - declarer
    assert deal.result.score == ((points, 0) if scorer == 0 else (0, points))


def test_random_play_meets_every_rule_of_the_colons():
    """The tempers do bring about what the tests above are to compare."""
    seen = set()
    for seed in range(400):
        for deal in playouts.deal_states(Random(seed), playouts.TEMPERS[seed % 5]):
            if deal.is_passed_out:
                seen.add("passed out")
            if deal.play is None or not deal.to_act:
                continue
            play, hand = deal.play, deal.play.hands[deal.play.turn]
            plain = [card for card in hand if not card.is_colon]
            if play.lead is not None and not play.lead.is_colon and not plain:
                seen.add("colons only, one must" if len(play.legal) < len(hand) else "colons only")
            if play.lead is not None and play.lead.is_colon:
                seen.add("colon led")
            if play.lead is None and play.barred:
                if len(play.legal) == len(hand):
                    seen.add("barred suit only" if plain and plain[0].suit is play.barred else "barred, void")
                elif all(card.is_colon for card in play.legal):
                    seen.add("barred, colons else")
                elif play.barred is play.trump:
                    seen.add("trumps barred")
            seen.add(("doubled", deal.auction.doubling))
            seen.add(("drawn", max(deal.to_discard(0), deal.to_discard(1))))
    assert seen >= {
        *("passed out", "colons only", "colons only, one must", "colon led", "barred suit only", "barred, void"),
        *("barred, colons else", "trumps barred", ("doubled", 0), ("doubled", 1), ("doubled", 2)),
        *(("drawn", 4), ("drawn", 8), ("drawn", 12)),
    }
