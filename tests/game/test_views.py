"""Views that are made once: those of finished deals, which look the same to everybody from then on."""

from random import Random

import pytest

from bridgette import Ending, Format, How, Phase, view
from bridgette import views as views_module
from tests.game import playouts

VIEWERS = (0, 1, None)


@pytest.mark.parametrize("temper", playouts.TEMPERS)
@pytest.mark.parametrize("deals", [2, 6])
def test_a_view_with_finished_deals_known_is_the_fresh_one(temper, deals):
    known = ()
    for match in playouts.match_states(Random(deals), temper, deals=deals):
        for viewer in VIEWERS:
            fresh = view(match, viewer)
            assert view(match, viewer, known) == fresh
            assert view(match, viewer, known[:1]) == fresh
            known = fresh.finished  # for the next viewer, and the next state
            assert view(match, viewer, known) == fresh
    assert len(known) == len(match.deals)


def test_finished_are_the_deals_that_are_over():
    for match in playouts.match_states(Random(3), playouts.shy, deals=4):
        over = [deal for deal in match.deals if deal.phase is Phase.OVER]
        assert len(view(match, None).finished) == len(over)
        if match.ended is None:
            cut = match.cut(Ending(How.RESIGNED, 0, 1))
            assert len(view(cut, 1).finished) == len(match.deals)
            assert view(cut, 1, view(match, 0).finished) == view(cut, 1)


def test_a_finished_deal_is_not_looked_at_again(monkeypatch):
    *_, match = playouts.match_states(Random(1), playouts.modest, deals=2)
    seen = []
    look = views_module.view_deal
    monkeypatch.setattr(
        views_module, "view_deal", lambda deal, seat, **more: seen.append(deal) or look(deal, seat, **more)
    )
    known = view(match, 0).finished
    assert len(seen) == len(match.deals)
    assert view(match, 1, known).deals is not None
    assert len(seen) == len(match.deals)


@pytest.mark.parametrize("deals", [1, 2, 4, 6])
def test_a_view_says_how_many_deals_were_agreed_on(deals):
    for match in playouts.match_states(Random(2), playouts.modest, deals=deals):
        assert {view(match, viewer).format for viewer in VIEWERS} == {Format(deals)}
