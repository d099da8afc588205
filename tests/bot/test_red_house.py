"""Cheats, clumsy fingers and faults around the house, the deal of the day and playing alone."""

from __future__ import annotations

import pytest

from bot.features.daily import verbs

from .conftest import Club, ErrorLog
from .scene import public
from .test_daily import DAY, asked, begun, forged, ordinal, quickly

# ------------------------------------------------------------------------------------ the deal of the day


@pytest.mark.parametrize("page", [2**63 - 1, 10**18, 922337203685477580])
async def test_a_page_of_a_list_far_beyond_is_the_last_one(page: int, world: Club, error_log: ErrorLog) -> None:
    scene = await begun(world)
    await quickly(scene)
    assert "Page 1 of 1" in await forged(world, world["alice"], verbs.LIST, page, ordinal(DAY))
    assert not error_log.take()


async def test_a_double_click_shares_once(world: Club) -> None:
    scene = await begun(world)
    await quickly(scene)
    seen = await asked(world, world["alice"])
    (share,) = (one for one in seen.buttons if one.label == "Share")
    before = len(public(world))
    await world.advance(2)
    for _ in range(2):
        with world.hurrying(0.2):
            result = await world["alice"].click(seen.handle, custom_id=share.custom_id)
        world.assert_answered(result)
    assert len(public(world)) == before + 1
