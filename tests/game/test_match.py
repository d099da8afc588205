"""R5, R6 and R18 over a whole match, and how a match ends."""

from random import Random

import pytest

from bridgette import (
    DECK,
    BadMatch,
    Discard,
    Ending,
    Format,
    How,
    Match,
    NotAllowed,
    Phase,
    PlainCall,
    parse_call,
    shuffled_deck,
)
from tests.game import playouts
from tests.game.notation import deck

# Seat 0 holds all the high cards, seat 1 the low ones.
STRONG, WEAK = "AKQJ.AKQJ.AKQJ.A", "5432.5432.5432.2"


def begin(match: Match, hands: tuple[str, str] = (STRONG, WEAK), first_dealer: int = 0) -> Match:
    """The next deal with these hands, both throwing away what they draw."""
    dealer = first_dealer if match.next_dealer is None else match.next_dealer
    match = match.begin_deal(deck(hands, dealer=dealer), first_dealer)
    for seat in (0, 1):
        match = match.after(seat, Discard(match.deals[-1].drawn(seat)))
    return match


def calls(match: Match, text: str) -> Match:
    for word in text.split():
        (seat,) = match.to_act
        match = match.after(seat, parse_call(word))
    return match


def play_out(match: Match) -> Match:
    while match.to_act:
        (seat,) = match.to_act
        match = match.after(seat, match.deals[-1].legal_cards(seat)[0])
    return match


def won_by(match: Match, seat: int) -> Match:
    """One more deal, 1NT bid and made by ``seat`` with the strong hand: 250 each time."""
    hands = (STRONG, WEAK) if seat == 0 else (WEAK, STRONG)
    match = begin(match, hands)
    return play_out(calls(match, "1NT Pass" if match.deals[-1].dealer == seat else "Pass 1NT Pass"))


def passed_out(match: Match) -> Match:
    return calls(begin(match), "Pass Pass")


BEGINNING = Match(("alice", "bob"))


def after(winners: str, match: Match = BEGINNING) -> Match:
    """A match after these deals: the seat that won each, ``p`` for one passed out."""
    for winner in winners:
        match = passed_out(match) if winner == "p" else won_by(match, int(winner))
    return match


def test_r5_the_deal_alternates_from_the_first_dealer():
    for first in (0, 1):
        match = begin(Match(("a", "b")), first_dealer=first)
        match = after("01010", play_out(calls(match, "1NT Pass" if first == 0 else "Pass 1NT Pass")))
        assert [deal.dealer for deal in match.deals] == [first, 1 - first] * 3


@pytest.mark.parametrize("winners", ["000000", "000001", "110101", "111111"])
def test_r5_a_match_is_six_deals(winners):
    match = Match(("alice", "bob"))
    for number, winner in enumerate(winners):
        assert match.ended is None
        assert match.needs_deck
        assert match.counted == number
        match = won_by(match, int(winner))
    assert match.ended is not None
    assert not match.needs_deck
    with pytest.raises(ValueError, match="no deal is due"):
        match.begin_deal(DECK, 0)


def test_r6_the_higher_total_wins():
    match = after("000110")
    assert match.totals == (4 * 250, 2 * 250)
    assert match.ended == Ending(How.PLAYED, None, 0)
    assert after("110110").ended == Ending(How.PLAYED, None, 1)


def test_r6_the_total_counts_not_the_deals():
    match = Match(("a", "b"))
    for _ in range(5):
        match = won_by(match, 0)
    match = begin(match, (WEAK, STRONG))
    match = play_out(calls(match, "Pass 3NT X XX Pass" if match.deals[-1].dealer == 0 else "3NT X XX Pass"))
    assert match.totals[1] > match.totals[0]
    assert match.ended == Ending(How.PLAYED, None, 1)


def test_r6_on_a_tie_a_seventh_deal_is_played_and_decides():
    match = after("010101")
    assert match.totals == (750, 750)
    assert match.ended is None
    assert match.needs_deck
    assert match.next_dealer == 1 - match.deals[-1].dealer
    match = after("1", match)
    assert match.ended == Ending(How.PLAYED, None, 1)
    assert len(match.deals) == match.counted == 7


def agreed(deals: int) -> Match:
    return Match(("alice", "bob"), format=Format(deals))


@pytest.mark.parametrize("deals", [1, 2, 4, 6])
def test_r5_a_match_has_the_deals_agreed_on(deals):
    match = agreed(deals)
    for count in range(deals):
        assert (match.counted, match.ended, match.needs_deck) == (count, None, True)
        match = won_by(match, 0)
        assert match.format.deals == deals
    assert match.ended == Ending(How.PLAYED, None, 0)
    with pytest.raises(BadMatch, match="no deal is due"):
        match.begin_deal(DECK)


@pytest.mark.parametrize("deals", [2, 4, 6])
def test_r6_a_tie_after_the_deals_agreed_on_is_broken_by_one_more(deals):
    match = after("01" * (deals // 2), agreed(deals))
    assert match.ended is None
    assert match.needs_deck
    assert match.next_dealer == 1 - match.deals[-1].dealer
    match = after("p", match)
    assert match.ended is None
    for winner in (0, 1):
        decided = after(str(winner), match)
        assert decided.ended == Ending(How.PLAYED, None, winner)
        assert decided.counted == deals + 1


def test_r18_a_passed_out_deal_does_not_count_in_a_match_of_one_deal():
    match = after("pp", agreed(1))
    assert (match.counted, match.ended, len({deal.dealer for deal in match.deals})) == (0, None, 1)
    assert after("1", match).ended == Ending(How.PLAYED, None, 1)


@pytest.mark.parametrize("deals", [0, 3, 5, 7, -1, 12, 6.0, True, "6", None, [6]], ids=repr)
def test_r5_no_other_number_of_deals_can_be_agreed_on(deals):
    with pytest.raises(ValueError, match="1, 2, 4 or 6"):
        Format(deals)


def test_r5_six_deals_are_usual():
    assert Format() == Format(6)
    assert Match(("a", "b")) == agreed(6).__class__(("a", "b"), format=Format(6))
    assert Match(("a", "b")) != Match(("a", "b"), format=Format(4))


def test_what_was_agreed_on_stays_when_a_match_goes_on_or_is_cut():
    match = begin(agreed(2))
    assert match.after(0, parse_call("Pass")).format == Format(2)
    assert match.resign(0).format == Format(2)


def test_r18_a_passed_out_deal_does_not_count_and_the_same_dealer_deals_again():
    match = after("0p")
    assert match.counted == 1
    assert match.totals == (250, 0)
    assert match.next_dealer == match.deals[-1].dealer
    match = after("pp1", match)
    assert [deal.dealer for deal in match.deals] == [0, 1, 1, 1, 1]
    match = after("0000", match)
    assert match.counted == 6
    assert len(match.deals) == 9
    assert match.ended is not None


def test_r18_a_passed_out_deal_after_a_tie_is_dealt_again():
    match = after("010101p")
    assert match.ended is None
    assert match.needs_deck
    match = after("p", match)
    assert len({deal.dealer for deal in match.deals[-2:]}) == 1
    match = after("0", match)
    assert match.ended == Ending(How.PLAYED, None, 0)
    assert len(match.deals) == 9


def test_r5_the_first_dealer_must_be_named():
    with pytest.raises(ValueError, match="dealer"):
        Match(("a", "b")).begin_deal(DECK)
    with pytest.raises(ValueError, match="dealer"):
        Match(("a", "b")).begin_deal(DECK, 2)


def test_no_deal_is_due_while_one_is_played():
    match = begin(Match(("a", "b")))
    assert not match.needs_deck
    with pytest.raises(ValueError, match="no deal is due"):
        match.begin_deal(DECK)


def test_nobody_acts_before_the_first_deal_or_between_deals():
    empty = Match(("a", "b"))
    assert empty.to_act == frozenset()
    for match in (empty, after("0")):
        for seat in (0, 1):
            for action in (PlainCall.PASS, DECK[0], Discard(())):
                assert match.objection(seat, action) is not None
                with pytest.raises(NotAllowed):
                    match.after(seat, action)


def test_a_resigned_match_is_lost_whatever_the_totals():
    match = after("00")
    ended = match.resign(0)
    assert ended.ended == Ending(How.RESIGNED, 0, 1)
    assert match.ended is None  # the value it came from is as it was


@pytest.mark.parametrize(
    "ending",
    [
        Ending(How.RESIGNED, 1, 0),
        Ending(How.CLAIMED, 0, 1),
        Ending(How.AGREED),
        Ending(How.STOPPED),
        Ending(How.VOID),
    ],
)
def test_a_match_that_was_cut_short_takes_no_more(ending):
    match = begin(after("0")).cut(ending)
    assert match.ended == ending
    assert match.to_act == frozenset()
    assert not match.needs_deck
    for action in (PlainCall.PASS, parse_call("1C"), match.deals[-1].hand(0)[0]):
        for seat in (0, 1):
            objection = match.objection(seat, action)
            assert objection is not None
            assert "the match is over" in str(objection)
            with pytest.raises(NotAllowed) as refused:
                match.after(seat, action)
            assert refused.value.objection == objection
    with pytest.raises(ValueError, match="over"):
        match.cut(ending)


def test_a_match_that_was_played_out_is_not_cut_and_played_is_no_way_to_cut_one():
    with pytest.raises(ValueError, match="over"):
        after("000000").resign(0)
    with pytest.raises(ValueError, match="played out"):
        after("0").cut(Ending(How.PLAYED, None, 0))


def test_a_match_keeps_its_other_deals_when_one_goes_on():
    match = after("01")
    later = begin(match)
    assert later.deals[:2] == match.deals
    assert len(match.deals) == 2
    assert later.deals[2].phase is Phase.AUCTION


def test_whole_random_matches_end_by_the_rules():
    lengths = set()
    for seed in range(12):
        rng = Random(seed)
        *_, match = playouts.match_states(rng, playouts.TEMPERS[seed % 5])
        counted = [deal.result for deal in match.deals if not deal.is_passed_out]
        totals = [sum(result.score[seat] for result in counted) for seat in (0, 1)]
        assert match.totals == tuple(totals)
        assert match.ended == Ending(How.PLAYED, None, totals.index(max(totals)))
        assert len(counted) in (6, 7)
        lengths.add(len(match.deals))
        expected = match.deals[0].dealer
        for deal in match.deals:
            assert deal.dealer == expected
            expected = deal.dealer if deal.is_passed_out else 1 - deal.dealer
    assert max(lengths) > 6


def test_the_same_decks_and_acts_give_the_same_match():
    def one():
        return list(playouts.match_states(Random(5), playouts.modest))[-1]

    assert one() == one()
    assert one() != one().__class__(("x", "y"))
    assert shuffled_deck(Random(1).randrange) == shuffled_deck(Random(1).randrange)
