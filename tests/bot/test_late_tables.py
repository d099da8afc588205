"""Tables wait where there is not room for all requests: by match, the newest state, the oldest first; once a trick."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.features.table.late import FAST
from bot.games import Move
from tests.game import playouts
from tests.support.verbs import Verb

from .conftest import NewWorld
from .scene import Scene, core_of, plain_deals, publisher_of, start, table_text

BUSY = 5
"""Seconds of the simulated time for which there is no room."""

TOKEN = 15 * 60
TRICKS = ["DQ", "DK", "SA", "S9", "SK", "ST", "HA", "HT"]
"""Four of them, by whoever is to play."""


@pytest.fixture
async def scenes(new_world: NewWorld) -> AsyncIterator[list[Scene]]:
    """Two matches at their first lead, with all panels open, where tables may have to wait."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave"), crowded=True) as world:
        found = []
        for pair, channel in (("alice bob", "bridge"), ("carol dave", "lounge")):
            scene = await start(world, *pair.split(), channel=world.channels[channel])
            await scene.to_play()
            await scene.show()
            found.append(scene)
        await world.advance(FAST)
        yield found


class Edits:
    """The channels in which tables have been edited since this began, in order."""

    def __init__(self, *scenes: Scene) -> None:
        self._requests = scenes[0].world.env.http_requests
        self._begin = len(self._requests)
        self._tables = {
            f"/channels/{scene.channel.id}/messages/{scene.table().id}": scene.channel.name for scene in scenes
        }

    def take(self) -> list[str]:
        found = self._requests[self._begin :]
        self._begin += len(found)
        return [self._tables[one.path] for one in found if one.method == "PATCH" and one.path in self._tables]


def no_room(scene: Scene) -> None:
    """From now on, for a while."""
    core_of(scene.world).budget.refused({"X-RateLimit-Global": "true", "Retry-After": str(BUSY)})


async def is_right(scene: Scene) -> bool:
    """Whether the one table shows the match as it is."""
    return table_text(scene.core, await scene.game()) == scene.table().text


async def play(scene: Scene, *cards: str) -> None:
    for card in cards:
        await scene.press(await scene.turn(), Verb.PLAY, card)


async def test_where_both_play_fast_the_table_follows_once_a_trick(scenes: list[Scene]) -> None:
    scene, edits = scenes[0], Edits(scenes[0])
    await play(scene, *TRICKS[:2])
    edits.take()
    with scene.world.hurrying(0.8):
        for trick in range(2, len(TRICKS), 2):
            await play(scene, TRICKS[trick])
            assert edits.take() == []
            await play(scene, TRICKS[trick + 1])
            assert edits.take() == ["bridge"]
            assert await is_right(scene)


async def test_where_they_take_their_time_each_card_is_shown(scenes: list[Scene]) -> None:
    scene, edits = scenes[0], Edits(scenes[0])
    with scene.world.hurrying(FAST):
        for card in TRICKS:
            await play(scene, card)
            assert edits.take() == ["bridge"]
            assert await is_right(scene)


async def test_a_card_to_which_no_reply_comes_is_shown_a_moment_later(scenes: list[Scene]) -> None:
    scene, edits = scenes[0], Edits(scenes[0])
    await play(scene, *TRICKS[:3])
    edits.take()
    assert not await is_right(scene)
    assert len(publisher_of(scene.world).late) == 1
    await scene.world.advance(FAST)
    assert edits.take() == ["bridge"]
    assert await is_right(scene)
    late = publisher_of(scene.world).late
    assert (len(late), late.age) == (0, 0.0)
    assert not late._rounds._loop.is_running(), "nothing waits, and nothing goes round"


async def test_the_oldest_goes_first_and_shows_the_newest_state(scenes: list[Scene]) -> None:
    one, other = scenes
    edits, late = Edits(*scenes), publisher_of(one.world).late
    no_room(one)
    for card in TRICKS[:2]:
        await play(other, card)
        await play(one, card)
    assert edits.take() == []
    assert len(late) == 2
    assert late.age >= 3
    await one.world.advance(BUSY + 1)
    assert edits.take() == ["lounge", "bridge"]
    assert await is_right(one)
    assert await is_right(other)
    assert len(late) == 0


async def test_panels_and_notices_wait_for_no_table(scenes: list[Scene]) -> None:
    scene, edits = scenes[0], Edits(scenes[0])
    no_room(scene)
    await play(scene, "DQ")
    assert "♦︎Q" in scene.panel(0).text, "the panel of whoever is to play follows at once"
    await scene.world.advance(TOKEN + 60)
    edits.take()
    no_room(scene)
    assert not scene.notices(1)
    await play(scene, "DK", "SA")
    assert scene.notices(1), "whose panel cannot be edited any more is called at once"
    assert edits.take() == []
    assert not await is_right(scene)
    await scene.world.advance(BUSY + 1)
    assert await is_right(scene)


async def test_a_hand_asked_for_under_a_late_table_is_as_it_is(scenes: list[Scene]) -> None:
    scene = scenes[0]
    no_room(scene)
    await play(scene, "DQ")
    await scene.open_panels()
    assert "♦︎Q" in scene.panel(0).text
    assert not await is_right(scene)


async def test_a_result_waits_for_no_table_and_none_is_written_over_it(scenes: list[Scene]) -> None:
    scene = scenes[0]
    table = scene.table()
    no_room(scene)
    await play(scene, *TRICKS[:2])
    await scene.until(lambda match: len(match.deals) == 2)
    await scene.tell()
    result = scene.world.look(table).text
    assert result != table.text
    assert await is_right(scene), "the next deal's table was posted"
    await scene.world.advance(BUSY + 1)
    assert scene.world.look(table).text == result
    assert await is_right(scene)


async def test_after_the_end_no_late_table_is_left(scenes: list[Scene]) -> None:
    scene, edits = scenes[0], Edits(scenes[0])
    no_room(scene)
    await play(scene, *TRICKS[:2])
    await scene.resign(scene.players[0])
    await scene.tell()
    public = scene.public()
    edits.take()
    await scene.world.advance(BUSY + 1)
    assert scene.public() == public
    assert edits.take() == []
    late = publisher_of(scene.world).late
    assert (len(late), late._rests, late._called, late._edited.get(scene.id)) == (0, {}, set(), None)


@pytest.mark.parametrize("crash", [False, True])
async def test_a_table_that_was_late_is_right_after_a_restart(crash: bool, scenes: list[Scene]) -> None:
    scene = scenes[0]
    await scene.world.advance(TOKEN + 60)  # what was shown until now is noted, and notices take the place of panels
    no_room(scene)
    await play(scene, TRICKS[0])
    assert scene.notices(0)
    assert not await is_right(scene)
    await scene.world.restart(crash=crash)
    await scene.world.settle()
    assert await is_right(scene)


async def test_a_channel_that_refuses_keeps_no_other_table_waiting(scenes: list[Scene]) -> None:
    one, other = scenes
    no_room(one)
    await play(one, "DQ")
    await play(other, "DQ")
    called: list[int] = []
    late = publisher_of(one.world).late
    publish = late._publish_soon  # the run of the first one does not come to its table
    late._publish_soon = lambda match_id: called.append(match_id) if match_id == one.id else publish(match_id)
    await one.world.advance(BUSY + 1)
    assert called == [one.id], "and it is not called again and again"
    assert await is_right(other)


async def test_whatever_the_speed_the_table_is_right_in_the_end(new_world: NewWorld) -> None:
    async with new_world(crowded=True) as world:
        scene = await start(world)
        pauses, budget = scene._rng.choice, core_of(world).budget
        for number in range(60):
            match = await scene.match()
            seat, action = playouts.action(scene._rng, match.deals[-1], playouts.modest)
            with world.env._bot_scope():
                await scene.core.games.do(scene.id, Move(seat, action), world.now())
            await world.settle()
            if number % 10 == 0:
                budget.refused({"X-RateLimit-Global": "true", "Retry-After": "3"})
            await world.advance(pauses((0.0, 0.3, 1.0, 3.0)))
            if number % 15 == 14:
                await world.advance(4)
                assert await is_right(scene), number
