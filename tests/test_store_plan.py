"""The plan of the shards: every server is in one range, and the ranges are even."""

from __future__ import annotations

import pytest

from bot.store import MOST_RANGES, MOST_SHARDS, Plan


@pytest.mark.parametrize("shards", [1, 2, 3, 7, 16, 25, 26, 99, MOST_SHARDS])
def test_each_shard_is_in_one_range_and_a_server_in_that_of_its_shard(shards: int) -> None:
    for ranges in range(1, min(shards, MOST_RANGES) + 1):
        plan = Plan(shards, ranges)
        all_of_them = [shard for of in range(ranges) for shard in plan.shards(of)]
        assert all_of_them == list(range(shards))
        sizes = {len(plan.shards(of)) for of in range(ranges)}
        assert max(sizes) - min(sizes) <= 1
        for of in range(ranges):
            for shard in (plan.shards(of)[0], plan.shards(of)[-1]):
                # As Discord says: (id >> 22) % shards.
                assert plan.range_of(((shard + 5 * shards) << 22) + 77) == of
    assert Plan(shards, 1).range_of(None) == 0


@pytest.mark.parametrize(("shards", "ranges"), [(0, 1), (2, 3), (2, 0), (50, MOST_RANGES + 1), (MOST_SHARDS + 1, 1)])
def test_there_is_no_plan_with_more_ranges_than_shards_or_parts(shards: int, ranges: int) -> None:
    with pytest.raises(ValueError, match="ranges"):
        Plan(shards, ranges)


def test_the_usual_plan_has_as_few_ranges_as_carry_the_shards() -> None:
    assert [Plan.usual(shards).ranges for shards in (1, 25, 26, 100, 2000)] == [1, 1, 2, 4, MOST_RANGES]
