"""What is promised about time, whatever the host's clock says.

The host's clock jumps here by what `Skew` adds to it; Discord's own time and the monotonic clock go on. That the lease
stays safe is in `test_lease.py`, that a month ahead ends no match of a server that was left in `test_places.py`.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord import InteractionResult

from bot.discord.counters import INTERVAL, Counters
from bot.discord.failures import Hope
from bot.discord.latency import REMEMBERED, Latency
from bot.discord.pauses import FIRST_PAUSE, LONGEST_PAUSE, Pauses
from tests.bot.conftest import Club, error_log, new_world, world
from tests.bot.scene import Scene, core_of, enabled, plain_deals, start
from tests.bot.test_answers_that_failed import THINKING, UPDATING, kinds, slow
from tests.bot.test_challenges import challenge, labels
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "new_world", "world"]

MINUTE, HOUR, MONTH = 60, 3600, 30 * 24 * 3600
ANSWER = 7
"""The type of an answer that edits the clicked message."""
NOW = datetime(2026, 1, 1, tzinfo=UTC)
JUMPS = pytest.mark.parametrize("jump", [-HOUR, HOUR, MONTH, -MONTH], ids=["hour back", "hour", "month", "month back"])


class Skew:
    """By how much the host's clock is wrong."""

    def __init__(self, world: World) -> None:
        self.seconds = 0.0
        right = world.env.now
        world.env.now = lambda: right() + timedelta(seconds=self.seconds)  # type: ignore[method-assign]

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock."""
        self.seconds += seconds


def sleep_of_the_machine(world: World, seconds: float) -> None:
    """The machine is suspended: time goes by for all but the monotonic clock."""
    world.env.backend.clock._epoch += timedelta(seconds=seconds)


@pytest.fixture
async def scenes(new_world: Any) -> AsyncIterator[tuple[Scene, Scene]]:
    """Two matches before their first lead, with all panels open; bob and dave (seat 1) lead."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave", "erin")) as world:
        one = await start(world)
        two = await start(world, "carol", "dave", channel=world.channels["lounge"])
        for scene in (one, two):
            await led(scene)
        yield one, two


async def led(scene: Scene) -> None:
    """To the first lead, both panels open."""
    if len((await scene.match()).deals[-1].to_act) == 2:
        await scene.exchange()
        while (await scene.match()).deals[-1].play is None:
            bids = not (await scene.match()).deals[-1].auction.calls  # type: ignore[union-attr]
            await scene.calls("1S" if bids else "Pass")
    await scene.show()


async def lead(scene: Scene, *, waits: bool = True) -> InteractionResult:
    """Whoever is to play clicks the first card that they may play; without ``waits`` it is only on its way then."""
    seat = await scene.turn()
    (card, *_) = enabled(scene.panel(seat), Verb.PLAY)
    click = scene.players[seat], scene.panel(seat), card.custom_id
    return await scene.world.forge(*click) if waits else scene.world._queue(*click)


@contextmanager
def acknowledged(world: World) -> Iterator[dict[int, float]]:
    """When each interaction is acknowledged, in virtual seconds from now on; answers do not count."""
    begun, found = world.env._virtual_time, dict[int, float]()
    defer = discord.InteractionResponse.defer

    async def noted(self: discord.InteractionResponse[Any], **options: Any) -> Any:
        found[self._parent.id] = round(world.env._virtual_time - begun, 3)
        return await defer(self, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "defer", noted)
        yield found


def notices(*scenes: Scene) -> int:
    """How many notices stand."""
    return sum(len(scene.notices(seat)) for scene in scenes for seat in (0, 1))


# ------------------------------------------------------- the three seconds of a click


async def test_a_click_that_was_late_on_its_way_is_acknowledged_at_once_and_one_in_time_after_a_second_and_a_half(
    scenes: tuple[Scene, Scene],
) -> None:
    """The works of both take a minute; the one click came two seconds late."""
    one, two = scenes
    world, skew = one.world, Skew(one.world)
    await world.advance(1)
    with world.hurrying(), slow((one.core.store.matches, "append")), acknowledged(world) as at:
        skew.jump(2)
        late = await lead(one, waits=False)
        await world.advance(0)
        skew.jump(-2)
        in_time = await lead(two, waits=False)
        await world.advance(2 * MINUTE)
    assert at == {late._interaction.id: 0, in_time._interaction.id: 1.5}
    for scene, result in ((one, late), (two, in_time)):
        world.assert_answered(result)
        assert kinds(world, result) == [UPDATING]
        assert "Waiting for" in scene.panel(1).text
        assert "led" in scene.panel(0).text
        assert "led" in scene.table().text


async def test_a_click_that_was_a_second_late_has_half_a_second_left(scenes: tuple[Scene, Scene]) -> None:
    one, two = scenes
    world, skew = one.world, Skew(one.world)
    await world.advance(1)
    with world.hurrying(), slow((one.core.store.matches, "append")), acknowledged(world) as at:
        skew.jump(1)
        late = await lead(one, waits=False)
        await world.advance(0)
        skew.jump(-1)
        await world.advance(2 * MINUTE)
    assert at == {late._interaction.id: 0.5}
    world.assert_answered(late)
    await two.press(1, Verb.PLAY, "DQ")


async def test_a_command_that_was_late_is_acknowledged_in_private(scenes: tuple[Scene, Scene]) -> None:
    one, _ = scenes
    world, skew = one.world, Skew(one.world)
    with world.hurrying(), slow((one.core.games, "find")), acknowledged(world) as at:
        skew.jump(2)
        result = await one.players[0].slash(one.channel, "bridgette hand")
        await world.advance(3 * MINUTE)
    assert list(at.values()) == [0]
    assert kinds(world, result) == [THINKING]
    world.assert_answered(result)
    assert result.ephemeral


@pytest.mark.parametrize("wrong", [-HOUR, HOUR], ids=["an hour behind", "an hour ahead"])
async def test_a_host_clock_that_is_wrong_by_an_hour_changes_nothing(wrong: int, new_world: Any) -> None:
    """From the start on: nothing is acknowledged early, panels stay live, nobody is told needlessly."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave", "erin")) as world:
        skew = Skew(world)
        skew.jump(wrong)
        await world.restart()
        one = await start(world)
        two = await start(world, "carol", "dave", channel=world.channels["lounge"])
        for scene in (one, two):
            await led(scene)
            pings = len(world.pings)
            for _ in range(6):
                result = await lead(scene)
                assert kinds(world, result) == [ANSWER]
                cards = [bool(enabled(scene.panel(seat), Verb.PLAY)) for seat in (0, 1)]
                assert cards == [seat == await scene.turn() for seat in (0, 1)], "both panels have followed"
            assert len(world.pings) == pings
            assert not scene.notices(await scene.turn())
        assert core_of(world).counters.slow_answers == 0
        await world.advance(1)
        matches = core_of(world).store.matches
        with world.hurrying(), slow((matches, "append")), acknowledged(world) as at:
            results = [await lead(scene, waits=False) for scene in (one, two)]
            await world.advance(2 * MINUTE)
        assert at == {one._interaction.id: 1.5 for one in results}
        offer = await challenge(world, "erin", "bob", world.guild.create_text_channel("attic"))
        await world.advance(14 * MINUTE)
        assert labels(world.look(offer))
        await world.advance(2 * MINUTE)
        assert not world.look(offer).buttons


@JUMPS
async def test_a_clock_that_is_set_makes_no_click_late(jump: int, scenes: tuple[Scene, Scene]) -> None:
    """Nobody's answer comes in another form because somebody set the host's clock."""
    one, two = scenes
    world, skew = one.world, Skew(one.world)
    skew.jump(jump)
    for scene in (one, two, one, two):
        world.assert_answered(await world.press(scene.players[0], "My hand", channel=scene.channel))
        result = await lead(scene)
        assert kinds(world, result) == [ANSWER]
    offer = await challenge(world, "erin", "bob", world.guild.create_text_channel("attic"))
    assert "That took a moment" not in world.reads(world["erin"])
    assert labels(world.look(offer))
    assert core_of(world).counters.slow_answers == 0


def heard(latency: Latency, *delays: float, wrong: float = 0.0) -> list[float]:
    """How late clicks are found to be that took this long, by a host's clock that is wrong."""
    late = []
    for number, delay in enumerate(delays):
        created = NOW + timedelta(seconds=number)
        late.append(latency.heard(created, created + timedelta(seconds=delay + wrong)))
    return [round(one, 3) for one in late]


@pytest.mark.parametrize("wrong", [0.0, HOUR, -HOUR, MONTH, -MONTH])
def test_how_late_a_click_was_is_told_by_the_quickest_one_whatever_the_clocks(wrong: float) -> None:
    assert heard(Latency(), 0.1, 0.1, 2.1, 0.6, 0.1, wrong=wrong) == [0, 0, 2.0, 0.5, 0]


def test_the_first_click_is_not_late() -> None:
    assert heard(Latency(), 2.5) == [0]


def test_a_quicker_click_than_ever_is_the_new_measure() -> None:
    assert heard(Latency(), 1.0, 0.2, 1.0) == [0, 0, 0.8]


def test_clocks_that_drift_apart_make_nothing_late_for_long() -> None:
    """The measure is the quickest of the last ones, so that a clock that gains a little at a time is followed."""
    latency = Latency()
    gained = [number * 0.01 for number in range(20 * REMEMBERED)]
    assert max(heard(latency, *gained)) == pytest.approx(0.01 * (REMEMBERED - 1))


@JUMPS
def test_after_a_jump_the_next_click_is_the_new_measure(jump: int) -> None:
    latency = Latency()
    heard(latency, *[0.1] * REMEMBERED)
    assert heard(latency, 0.1, 2.1, 0.1, wrong=jump) == [0, 2.0, 0]


@JUMPS
def test_discords_time_is_never_the_hosts_and_never_goes_back(jump: int) -> None:
    latency = Latency()
    assert latency.discord_time is None
    latency.heard(NOW, NOW + timedelta(seconds=jump))
    assert latency.discord_time == NOW
    latency.heard(NOW - timedelta(hours=1), NOW)
    assert latency.discord_time == NOW
    latency.heard(NOW + timedelta(hours=1), NOW)
    assert latency.discord_time == NOW + timedelta(hours=1)


# ------------------------------------------------------------------- background work


def counted(world: World) -> Counter[str]:
    """Counts the rounds of each kind from now on."""
    client: Any = world.client
    rounds: Counter[str] = Counter()
    for one in (*client._rounds, client._renewals):

        async def work(work: Any = one._work, what: str = one._what) -> None:
            rounds[what] += 1
            await work()

        one._work = work
    return rounds


async def test_rounds_come_as_often_as_before_whatever_the_clock_does(world: Club) -> None:
    """Ten minutes by the monotonic clock: forty rounds of each feature, after a jump as before it, never a burst."""
    skew, rounds = Skew(world), counted(world)

    async def ten_minutes() -> dict[str, int]:
        rounds.clear()
        for _ in range(10):
            before = rounds.copy()
            await world.advance(MINUTE)
            assert max((rounds - before).values()) <= MINUTE / 15 + 1, "no burst"
        return dict(rounds)

    usual = await ten_minutes()
    assert set(usual.values()) == {40, 30}, "each 15 s, and the lease each 20 s"
    assert usual["renewal"] == 30
    for jump in (-HOUR, HOUR, MONTH, -MONTH):
        skew.jump(jump)
        found = await ten_minutes()
        assert {what: abs(found[what] - count) <= 1 for what, count in usual.items()} == dict.fromkeys(usual, True)
    sleep_of_the_machine(world, MONTH)
    found = await ten_minutes()
    assert {what: abs(found[what] - count) <= 1 for what, count in usual.items()} == dict.fromkeys(usual, True)


async def test_a_clock_that_goes_back_at_every_round_stops_nothing(world: Club) -> None:
    skew, rounds = Skew(world), counted(world)
    for _ in range(20):
        skew.jump(-MINUTE)
        await world.advance(15)
    assert min(count for what, count in rounds.items() if what not in ("renewal", "beat")) >= 19


# --------------------------------------------------------------- challenges and reminders


@JUMPS
async def test_matches_and_challenges_go_on_after_a_jump(jump: int, scenes: tuple[Scene, Scene]) -> None:
    one, two = scenes
    world, skew = one.world, Skew(one.world)
    attic, cellar = (world.guild.create_text_channel(name) for name in ("attic", "cellar"))
    before = await challenge(world, "erin", "bob", attic)
    skew.jump(jump)
    for scene in (one, two):
        await scene.press(1, Verb.PLAY, "DQ")
        assert "♦︎Q" in scene.table().text
        assert len(scene.tables()) == 1
    await world.advance(16)
    if jump < 0:
        world.assert_answered(await world.press(world["bob"], "Accept", on=before), contains="accepted")
    else:
        assert "has expired" in world.look(before).text, "its time is over, as far as anybody can tell"
    after = await challenge(world, "erin", "alice", cellar)
    await world.advance(14 * MINUTE)
    assert labels(world.look(after))
    await world.advance(2 * MINUTE)
    assert "has expired" in world.look(after).text
    assert not world.look(after).buttons
    await challenge(world, "erin", "alice", cellar)


@JUMPS
async def test_a_player_who_takes_long_is_told_once_and_in_time_also_if_the_clock_is_set_meanwhile(
    jump: int, scenes: tuple[Scene, Scene]
) -> None:
    """The turn of the one began before the jump, that of the other after it. Nobody waits longer because of it."""
    one, two = scenes
    world, skew = one.world, Skew(one.world)
    await one.press(1, Verb.PLAY, "DQ")
    skew.jump(jump)
    await world.press(two.players[0], "My hand", channel=two.channel)
    await two.press(1, Verb.PLAY, "DQ")
    pings = [len(world.pinged(scene.players[0])) for scene in (one, two)]
    await world.advance(6 * MINUTE)
    assert [len(world.pinged(scene.players[0])) - before for scene, before in zip((one, two), pings, strict=True)] == [
        1,
        1,
    ]
    assert [len(scene.notices(0)) for scene in (one, two)] == [1, 1]
    await world.advance(2 * HOUR)
    assert notices(one, two) == 2, "once a turn"
    for scene in (one, two):
        await world.press(scene.players[0], "My hand", channel=scene.channel)
        await scene.press(0, Verb.PLAY, "D2")
        assert not scene.notices(0)


async def test_a_machine_that_was_suspended_goes_on_where_it_was(scenes: tuple[Scene, Scene]) -> None:
    """Eight hours of sleep: panels are dead and tables old by then; whoever comes back plays on, the other is told."""
    one, two = scenes
    world = one.world
    offer = await challenge(world, "erin", "bob", world.guild.create_text_channel("attic"))
    old = [scene.table().id for scene in (one, two)]
    sleep_of_the_machine(world, 8 * HOUR)
    pings = len(world.pings)
    await world.advance(30)
    assert "has expired" in world.look(offer).text
    assert len(world.pings) == pings + 2, "the two whose turn it is, once each"
    await world.advance(10 * MINUTE)
    assert len(world.pings) == pings + 2
    for scene in (one, two):
        await scene.press(1, Verb.PLAY, "DQ")
        assert "♦︎Q" in scene.table().text
        assert scene.table().id not in old, "a table as old as that is posted anew"
        assert not scene.notices(1)
        assert len(scene.notices(0)) == 1


# ---------------------------------------------------------------------------- pauses


@JUMPS
async def test_what_is_to_be_tried_again_is_tried_no_later_after_a_jump(jump: int, scenes: tuple[Scene, Scene]) -> None:
    one, two = scenes
    world, skew = one.world, Skew(one.world)
    world.env.inject_error("*", f"/channels/{one.channel.id}/messages*", status=403, code=50013, times=None)
    await one.press(1, Verb.PLAY, "DQ")
    await two.press(1, Verb.PLAY, "DQ")
    world.env.backend.faults.clear()
    skew.jump(jump)
    assert "♦︎Q" not in one.table().text
    assert "♦︎Q" in two.table().text
    await world.advance(FIRST_PAUSE[Hope.LATER].total_seconds() + 16)
    assert "♦︎Q" in one.table().text


@JUMPS
@pytest.mark.parametrize("hope", [Hope.SOON, Hope.LATER])
def test_no_pause_becomes_longer_by_a_jump(hope: Hope, jump: int) -> None:
    """After the jump at most as long as was meant; then the pauses grow as ever, up to an hour."""
    pauses: Pauses[str] = Pauses()
    now, length = NOW, FIRST_PAUSE[hope]
    for _ in range(12):
        pauses.failed("x", now, hope)
        assert pauses.is_waiting("x", now)
        assert pauses.due(now + length) == ["x"]
        # Rounds look for it all the time: at which of them it is due first.
        rounds = (now + timedelta(seconds=jump + second) for second in range(0, 2 * 3600, 5))
        again = next(moment for moment in rounds if pauses.due(moment))
        assert again - now - timedelta(seconds=jump) <= length
        now, length = again, min(length * 2, LONGEST_PAUSE)
    pauses.worked("x")
    assert pauses.due(now) == []


@JUMPS
async def test_the_commands_are_sent_again_within_the_hour_after_a_jump(jump: int, world: Club) -> None:
    client: Any = world.client
    skew = Skew(world)
    world.env.inject_error("GET", "/applications/*/commands", status=500, code=0, times=None)
    with world.env._bot_scope():
        await client._commands.sync()
    world.env.backend.faults.clear()
    asked = len(world.env.http_requests)
    skew.jump(jump)
    await world.advance(HOUR + 30)
    assert any(one.method == "GET" and one.path.endswith("/commands") for one in world.env.http_requests[asked:])


@JUMPS
def test_the_figures_in_the_log_come_on_after_a_jump(jump: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    counters = Counters()
    counters.tell(NOW, 0)
    for step in range(3):
        counters.tell(NOW + timedelta(seconds=jump) + step * INTERVAL, 0)
    assert 2 <= len(caplog.records) <= 3
