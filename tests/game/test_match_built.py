"""A match as a value: what can be no part of one, and what it keeps of its finished deals."""

from random import Random

import pytest

from bridgette import DECK, BadMatch, BridgetteError, Deal, Discard, Ending, Format, How, Match, PlainCall
from tests.game import playouts
from tests.game.test_match import BEGINNING, after, begin, passed_out

# What was damaged


def test_all_that_can_be_no_part_of_a_match_raises_one_kind_of_error():
    under_way, twice = begin(BEGINNING), (*DECK[:54], DECK[0])
    wrong = [
        lambda: BEGINNING.begin_deal(twice, 0),
        lambda: BEGINNING.begin_deal(DECK[:54], 0),
        lambda: BEGINNING.begin_deal((), 0),
        lambda: BEGINNING.begin_deal((*DECK[:54], "SA"), 0),
        lambda: BEGINNING.begin_deal(DECK),
        lambda: BEGINNING.begin_deal(DECK, 2),
        lambda: Deal.begin(0, twice),
        lambda: Deal.begin(2, DECK),
        lambda: under_way.begin_deal(DECK),
        lambda: after("000000").begin_deal(DECK),
        lambda: after("000000").resign(0),
        lambda: under_way.resign(0).resign(1),
        lambda: under_way.resign(2),
        lambda: under_way.cut(Ending(How.PLAYED, None, 0)),
        lambda: How("lost"),
        lambda: How(None),
        lambda: Ending(How.RESIGNED),
        lambda: Format(3),
        lambda: BEGINNING.after(0, PlainCall.PASS),
        lambda: under_way.after(1, PlainCall.PASS),
        lambda: BEGINNING.begin_deal(DECK, 0).after(2, Discard(DECK[:2])),
        lambda: BEGINNING.begin_deal(DECK, 0).after(-1, Discard(Deal.begin(0, DECK).drawn(1))),
    ]
    for damage in wrong:
        with pytest.raises(BridgetteError) as found:
            damage()
        assert "\n" not in str(found.value)


SEATS = (None, 0, 1)


@pytest.mark.parametrize("how", How)
def test_an_ending_says_nothing_that_contradicts_it(how):
    fitting = {
        How.PLAYED: [(None, 0), (None, 1)],
        How.RESIGNED: [(0, 1), (1, 0)],
        How.CLAIMED: [(0, 1), (1, 0)],
    }.get(how, [(None, None)])
    for by in SEATS:
        for winner in SEATS:
            if (by, winner) in fitting:
                assert Ending(how, by, winner).winner == winner
            else:
                with pytest.raises(BadMatch):
                    Ending(how, by, winner)


@pytest.mark.parametrize("seat", [2, -1, True, False, "0", 0.0, []], ids=repr)
def test_an_ending_names_seats(seat):
    for by, winner in ((seat, 0), (0, seat)):
        with pytest.raises(BadMatch, match="neither a seat nor null"):
            Ending(How.RESIGNED, by, winner)


# What is known of finished deals is kept


@pytest.mark.parametrize("deals", [1, 2, 4, 6])
def test_what_a_match_keeps_is_what_its_deals_say(deals):
    for match in playouts.match_states(Random(deals), playouts.shy, deals=deals):
        fresh = Match(match.players, match.deals, match.cut_short, match.format)
        assert fresh == match
        for one in (match, fresh):
            results = [deal.result for deal in match.deals if deal.result and deal.result.contract]
            assert one.counted == len(results)
            assert one.totals == (sum(r.score[0] for r in results), sum(r.score[1] for r in results))
        assert (fresh.ended, fresh.needs_deck, fresh.to_act) == (match.ended, match.needs_deck, match.to_act)


def test_an_act_looks_at_no_finished_deal_again(monkeypatch):
    looks = 0
    result = Deal.result.fget

    def counting(deal):
        nonlocal looks
        looks += 1
        return result(deal)

    monkeypatch.setattr(Deal, "result", property(counting))
    spent = []
    for length in (4, 40):
        match = after("p" * length)
        looks = 0
        match = passed_out(match)
        assert (match.counted, match.totals, match.ended) == (0, (0, 0), None)
        spent.append(looks)
    assert spent[0] == spent[1]
