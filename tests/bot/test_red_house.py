"""Cheats, clumsy fingers and faults around the house, the deal of the day and playing alone."""

from __future__ import annotations

import pytest

from bot.features.daily import verbs

from .conftest import Club, ErrorLog
from .test_daily import DAY, begun, forged, ordinal, quickly

# ------------------------------------------------------------------------------------ the deal of the day


@pytest.mark.parametrize("page", [2**63 - 1, 10**18, 922337203685477580])
async def test_a_page_of_a_list_far_beyond_is_the_last_one(page: int, world: Club, error_log: ErrorLog) -> None:
    scene = await begun(world)
    await quickly(scene)
    assert "Page 1 of 1" in await forged(world, world["alice"], verbs.LIST, page, ordinal(DAY))
    assert not error_log.take()
