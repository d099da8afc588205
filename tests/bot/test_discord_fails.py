"""Every call that the bot makes, refused with every code that a bot meets: the matches go on, and nothing is asked
again and again."""

from __future__ import annotations

import asyncio
import fnmatch
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from simcord import InteractionResult

from bridgette import How, Match
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club
from .scene import Scene, enabled, forget_pings, rows, start, table_text

CODES = {
    10003: 404,
    10007: 404,
    10008: 404,
    10062: 404,
    30046: 429,
    40060: 400,
    50001: 403,
    50007: 403,
    50013: 403,
    50027: 401,
    50083: 400,
}
"""The codes with the status that each comes with."""

HOUR = 3600
FEW = 4
"""Requests to a refusing endpoint that one act may cause: the call, the way around it, and the same for a notice."""


class Faults:
    """A match whose calls fail, beside one that nothing happens to."""

    def __init__(self, world: Club, other: Scene) -> None:
        self.world, self.other = world, other
        self.scene: Scene | None = None
        self.injected = 0

    async def match(self) -> Scene:
        """An open match before its first lead or later, with at least four cards to be played and a table."""
        scene = self.scene
        if scene is not None and (await scene.game()).is_open and is_early(await scene.match()):
            return scene
        if scene is not None and (await scene.game()).is_open:
            await scene.resign(scene.players[0])
            await scene.tell()
        await forget_pings(self.world)
        self.scene = scene = await start(self.world)
        await begin_play(scene)
        return scene

    @asynccontextmanager
    async def failing(self, method: str, path: str, code: int, most: int = FEW) -> AsyncIterator[None]:
        """All requests to an endpoint are refused; there are but few of them."""
        world = self.world
        world.env.inject_error(method, path, status=CODES[code], code=code, times=None)
        known, before = set(world.env.backend.interactions), len(world.env.http_requests)
        yield
        self.injected += 1
        await world.advance(20)
        refused = self.count(method, path, before)
        assert 1 <= refused <= most, f"{refused} requests to {method} {path} that gives {code}"
        world.env.backend.faults.clear()
        for one in set(world.env.backend.interactions) - known:
            world._excused.add(one)

    def count(self, method: str, path: str, since: int) -> int:
        entries = self.world.env.http_requests[since:]
        return sum(fnmatch.fnmatch(one.path, path) and method in (one.method, "*") for one in entries)

    async def check(self, scene: Scene) -> None:
        """What is stored is what is known, the other match goes on, and after the next act the table is right."""
        stored = await scene.stored()
        assert stored == await scene.match()
        if stored.ended is None:
            assert not any(row[0] == scene.id for row in rows(self.world)["results"])
            await click(scene)
            assert scene.table().text == await rendered(scene)
            assert scene.table().id in rows_of(self.world, scene.id), "its id is kept"
            assert await scene.stored() == await scene.match()
        if self.injected % 5 == 1:
            await click(self.other)
            assert self.other.table().text == await rendered(self.other)


def is_early(match: Match) -> bool:
    play = match.deals[-1].play
    return play is not None and len(play.plays) < 22


async def begin_play(scene: Scene) -> None:
    """To the first lead, with both panels open."""
    await scene.until(lambda match: match.deals[-1].play is not None)
    await scene.show()


async def rendered(scene: Scene) -> str:
    """The table's text as it must be now."""
    return table_text(scene.core, await scene.game())


def rows_of(world: World, match_id: int) -> tuple[Any, ...]:
    (row,) = [row for row in rows(world)["matches"] if row[0] == match_id]
    return row


async def click(scene: Scene) -> InteractionResult:
    """Whoever is to act opens their hand and does the first thing that they may; another deal is begun quickly."""
    match = await scene.match()
    if match.deals[-1].play is None:
        await scene.until(lambda match: match.deals[-1].play is not None)
        await scene.tell()
    seat = await scene.turn()
    panel, number = scene.panel(seat), (await scene.game()).decisions[seat]
    if not any(f":{number}:" in one.custom_id for one in enabled(panel, Verb.PLAY)):
        opened = await scene.players[seat].slash(scene.channel, "bridgette hand")
        assert opened.response is not None
        panel = scene.world.look(opened.response)
    return await touch(scene, seat, panel)


async def touch(scene: Scene, seat: int, panel: Seen) -> InteractionResult:
    """The first card of a panel, pressed."""
    (card, *_) = enabled(panel, Verb.PLAY)
    return await scene.players[seat].click(panel.handle, custom_id=card.custom_id)


@pytest.fixture
async def faults(new_world: Any) -> AsyncIterator[Faults]:
    async with new_world(members=("alice", "bob", "carol", "dave")) as world:
        other = await start(world, "carol", "dave", world.channels["lounge"])
        await begin_play(other)
        yield Faults(world, other)


Step = Callable[[Faults, int], Awaitable[Scene | None]]
"""Makes one kind of call fail with a code, and looks at what must hold; the match in which it was."""


def messages(scene: Scene) -> str:
    return f"/channels/{scene.channel.id}/messages"


async def panel_edit(faults: Faults, code: int) -> Scene:
    """The answer to an act: saved, though it could not be told."""
    scene = await faults.match()
    number = (await scene.game()).number
    await scene.open_panels()
    seat = await scene.turn()
    async with faults.failing("POST", "/interactions/*/callback", code):
        result = await touch(scene, seat, scene.panel(seat))
        assert not result.acknowledged
    assert (await scene.game()).number == number + 1
    assert scene.table().text == await rendered(scene), "everybody else is told"
    tries = faults.world.callbacks(result)
    assert tries == (1 if code in (10062, 40060) else 2), "a sentence is tried once where an answer is still possible"
    return scene


async def once_told(faults: Faults, code: int) -> Scene:
    """The answer alone is refused: a private sentence takes its place."""
    scene = await faults.match()
    await scene.open_panels()
    seat = await scene.turn()
    faults.world.env.inject_error("POST", "/interactions/*/callback", status=CODES[code], code=code)
    faults.injected += 1
    result = await touch(scene, seat, scene.panel(seat))
    faults.world.excuse(result)
    if code not in (10062, 40060):
        assert "It was saved" in faults.world.answer(result)
        assert result.ephemeral
    return scene


async def private_answer(faults: Faults, code: int) -> Scene:
    """My hand under the table."""
    scene = await faults.match()
    async with faults.failing("POST", "/interactions/*/callback", code):
        await faults.world.press(scene.players[0], "My hand", channel=scene.channel)
    return scene


async def public_answer(faults: Faults, code: int) -> None:
    """A challenge that could not be posted is none."""
    world, channel = faults.world, faults.world.guild.create_text_channel(f"quiet-{code}")
    async with faults.failing("POST", "/interactions/*/callback", code):
        await world["alice"].slash(channel, "bridgette challenge", opponent=world["bob"])
    assert {row[10] for row in rows(world)["challenges"] if row[2] == channel.id} == {"withdrawn"}
    world.assert_answered(await world["alice"].slash(channel, "bridgette leaderboard"))


@asynccontextmanager
async def slow_store(scene: Scene, seconds: float = 2.0) -> AsyncIterator[None]:
    """Saving an act takes long."""
    matches = scene.core.store.matches
    append = matches.append

    async def late(*args: Any, **options: Any) -> None:
        await asyncio.sleep(seconds)
        await append(*args, **options)

    matches.append = late  # type: ignore[method-assign]
    try:
        yield
    finally:
        matches.append = append  # type: ignore[method-assign]


async def acknowledgement(faults: Faults, code: int) -> Scene:
    """The acknowledgement of an act that takes long: the answer itself is tried all the same."""
    scene = await faults.match()
    await scene.open_panels()
    number, seat = (await scene.game()).number, await scene.turn()
    async with slow_store(scene):
        faults.world.env.inject_error("POST", "/interactions/*/callback", status=CODES[code], code=code)
        faults.injected += 1
        result = await touch(scene, seat, scene.panel(seat))
        faults.world.excuse(result)
        await faults.world.advance(5)
    assert (await scene.game()).number == number + 1
    assert result.acknowledged
    assert "Waiting" in scene.panel(seat).text or await scene.turn() == seat
    return scene


async def answer_after_acknowledgement(faults: Faults, code: int) -> Scene:
    """The answer that follows an acknowledgement."""
    scene = await faults.match()
    await scene.open_panels()
    number, seat = (await scene.game()).number, await scene.turn()
    async with slow_store(scene), faults.failing("PATCH", "/webhooks/*/*/messages/@original", code):
        await touch(scene, seat, scene.panel(seat))
        await faults.world.advance(5)
    assert (await scene.game()).number == number + 1
    assert scene.table().text == await rendered(scene)
    return scene


async def followup(faults: Faults, code: int) -> Scene:
    """The first panel, which follows the edited challenge: the match has begun without it."""
    world = faults.world
    if faults.scene is not None and (await faults.scene.game()).is_open:
        await faults.scene.resign(faults.scene.players[0])
        await faults.scene.tell()
    async with faults.failing("POST", "/webhooks/*", code):
        faults.scene = scene = await start(world)
    assert scene.notices(1), "told by a notice, since there is no panel"
    await begin_play(scene)
    return scene


async def panel_refresh(faults: Faults, code: int) -> Scene:
    """The opponent's panel: a notice is posted in its stead."""
    scene = await faults.match()
    await scene.open_panels()
    seat = await scene.turn()
    async with faults.failing("PATCH", "/webhooks/*/*/messages/*", code):
        await touch(scene, seat, scene.panel(seat))
    assert scene.table().text == await rendered(scene)
    turn = await scene.turn()
    assert len(scene.notices(turn)) == (1 if turn != seat else 0)
    return scene


async def table_edit(faults: Faults, code: int) -> Scene:
    """The table: replaced where that helps, at once; else right again with the next act."""
    scene = await faults.match()
    await scene.open_panels()
    seat, old = await scene.turn(), scene.table()
    async with faults.failing("PATCH", messages(scene) + "/*", code):
        faults.world.assert_answered(await touch(scene, seat, scene.panel(seat)))
    if CODES[code] == 403:
        assert scene.table().id == old.id
    else:
        assert scene.table().id != old.id
        assert scene.table().text == await rendered(scene)
    return scene


async def table_post(faults: Faults, code: int) -> Scene:
    """A table that cannot be posted; an unknown channel ends the match."""
    scene = await faults.match()
    old = scene.table()
    async with faults.failing("POST", messages(scene), code):
        faults.world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette table"))
    ended = (await scene.match()).ended
    if code == 10003:
        assert ended is not None
        assert ended.how is How.VOID
        await free(scene)
    else:
        assert ended is None
        assert scene.table().id == old.id
    return scene


async def free(scene: Scene) -> None:
    """The players have no open match in the channel, and it counts for nobody."""
    result = await scene.players[0].slash(scene.channel, "bridgette hand")
    scene.world.assert_answered(result, contains="no open match")
    assert not any(row[0] == scene.id for row in rows(scene.world)["standings"])
    for one in scene.tables():  # a channel that is really gone takes them with it
        scene.world.env.backend.delete_message(scene.channel.id, one.id)


async def table_delete(faults: Faults, code: int) -> Scene:
    """An old table that cannot be deleted stays."""
    scene = await faults.match()
    old = scene.table()
    async with faults.failing("DELETE", messages(scene) + "/*", code):
        faults.world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette table"))
    assert len(scene.tables()) == 2
    faults.world.env.backend.delete_message(scene.channel.id, old.id)
    assert scene.table().text == await rendered(scene)
    return scene


async def deal_result(faults: Faults, code: int) -> Scene:
    """The table that turns into the deal's result, and the post that takes its place."""
    scene = await faults.match()
    deals = len((await scene.match()).deals)
    async with faults.failing("*", messages(scene) + "*", code, most=3):
        await scene.until(lambda match: len(match.deals) > deals or match.ended is not None)
        await scene.tell()
    if code == 10003:
        await free(scene)
        return scene
    await scene.until(lambda match: match.ended is not None or match.deals[-1].play is not None)
    await scene.tell()
    stored = await scene.core.store.matches.load(scene.id)
    assert stored is not None
    posted = [one.result_message_id for one in stored.deals if one.result_message_id is not None]
    shown = {one.id for one in faults.world.sees(faults.world["carol"]) if " · totals: " in one.text}
    assert len(set(posted)) == len(stored.deals) - int((await scene.game()).is_open)
    assert shown >= set(posted)
    assert len(scene.tables()) == int((await scene.game()).is_open)
    return scene


async def match_result(faults: Faults, code: int) -> Scene:
    """The match's result is posted at the next start at the latest, once."""
    scene, world = await faults.match(), faults.world
    await scene.until(lambda match: match.is_under_way)
    await scene.tell()
    world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette resign"))
    async with faults.failing("POST", messages(scene), code):
        world.assert_answered(await world.press(scene.players[0], "Resign the match", channel=scene.channel))
    assert len([row for row in rows(world)["results"] if row[0] == scene.id]) == 1
    for _ in range(2):
        await world.restart()
    ended = [one for one in world.sees(world["carol"]) if one.button("Rematch")]
    assert len(ended) == faults.injected
    return scene


async def notice_post(faults: Faults, code: int) -> Scene:
    """A notice that cannot be posted is tried once a turn."""
    scene = await faults.match()
    await scene.open_panels()
    seat = await scene.turn()
    scene.core.panels._live.pop((scene.id, 1 - seat), None)
    async with faults.failing("POST", messages(scene), code, most=2):
        faults.world.assert_answered(await touch(scene, seat, scene.panel(seat)))
        if (await scene.match()).to_act == {seat}:  # won the trick: the notice was not due
            scene.core.panels._live.pop((scene.id, seat), None)
            await scene.tell()
    if code == 10003:
        await free(scene)
    else:
        assert scene.table().text == await rendered(scene)
    return scene


async def notice_delete(faults: Faults, code: int) -> Scene:
    """A notice that cannot be deleted stays, and that is all."""
    scene = await faults.match()
    scene.core.panels._live.clear()
    await scene.tell()
    seat = await scene.turn()
    assert scene.notices(seat)
    async with faults.failing("DELETE", messages(scene) + "/*", code):
        await click(scene)
    assert scene.table().text == await rendered(scene)
    assert not any(row[0] == scene.id and row[1] == seat for row in rows(faults.world)["notices"]) or (
        await scene.turn() == seat
    )
    for one in scene.notices(seat):
        faults.world.env.backend.delete_message(scene.channel.id, one.id)
    return scene


async def challenge_edit(faults: Faults, code: int) -> None:
    """An expired challenge whose buttons cannot be taken off refuses when they are pressed."""
    world, channel = faults.world, faults.world.guild.create_text_channel(f"slow-{code}")
    world.assert_answered(await world["alice"].slash(channel, "bridgette challenge", opponent=world["bob"]))
    path = f"/channels/{channel.id}/messages/*"
    async with faults.failing("PATCH", path, code, most=1):
        await world.advance(16 * 60)
    result = await world.press(world["bob"], "Accept", channel=channel)
    world.assert_answered(result, contains="expired")


async def accept_answer(faults: Faults, code: int) -> Scene:
    """A challenge that cannot be edited, deleted by a moderator, say: the first panel is the answer."""
    world = faults.world
    channel = world.guild.create_text_channel(f"gone-{code}")
    world.assert_answered(await world["alice"].slash(channel, "bridgette challenge", opponent=world["bob"]))
    world.env.inject_error("POST", "/interactions/*/callback", status=CODES[code], code=code)
    faults.injected += 1
    result = await world.press(world["bob"], "Accept", channel=channel)
    world.excuse(result)
    game = await faults.other.core.games.in_channel(channel.id)
    assert game is not None
    scene = Scene(world, game.id, (world["alice"], world["bob"]), channel)
    assert "Pick" in scene.panel(1).text
    await begin_play(scene)
    return scene


async def thread_creation(faults: Faults, code: int) -> Scene:
    """No thread: said in private, and it can be tried again."""
    world, scene = faults.world, await faults.match()
    async with faults.failing("POST", f"/channels/{scene.channel.id}/threads", code, most=1):
        world.assert_answered(await world["dave"].slash(scene.channel, "bridgette challenge"))
        result = await world.press(world["dave"], "Play in a new thread", channel=scene.channel)
        world.assert_answered(result, contains="A thread cannot be opened here")
    assert not scene.channel.threads
    return scene


async def thread_challenge(faults: Faults, code: int) -> Scene:
    """A challenge that its thread does not take is none, and can be made again."""
    world, scene = faults.world, await faults.match()
    known = {one.id for one in scene.channel.threads}
    world.assert_answered(await world["dave"].slash(scene.channel, "bridgette challenge"))
    offer = world.find(world["dave"], "Play in a new thread", channel=scene.channel)
    world.env.inject_error("POST", "/channels/*/messages", status=CODES[code], code=code)
    faults.injected += 1
    result = await world.press(world["dave"], "Play in a new thread", on=offer)
    world.assert_answered(result, contains="A thread cannot be opened here")
    assert all(row[10] != "open" for row in rows(world)["challenges"])
    world.assert_answered(await world.press(world["dave"], "Play in a new thread", on=offer))
    threads = [one for one in scene.channel.threads if one.id not in known]
    assert len(threads) == 2
    assert sum(bool(world.sees(world["dave"], one)) for one in threads) == 1
    for row in rows(world)["challenges"]:
        await scene.core.store.challenges.close(row[0], "withdrawn")
    return scene


STEPS: dict[str, Step] = {
    step.__name__: step
    for step in (
        panel_edit,
        once_told,
        private_answer,
        public_answer,
        acknowledgement,
        answer_after_acknowledgement,
        followup,
        panel_refresh,
        table_edit,
        table_post,
        table_delete,
        deal_result,
        match_result,
        notice_post,
        notice_delete,
        challenge_edit,
        accept_answer,
        thread_creation,
        thread_challenge,
    )
}


@pytest.mark.parametrize("step", STEPS)
async def test_a_call_that_fails_with_any_code(step: str, faults: Faults) -> None:
    for code in CODES:
        await forget_pings(faults.world)
        scene = await STEPS[step](faults, code)
        if scene is not None:
            await faults.check(scene)
    assert faults.injected == len(CODES)


@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_commands_that_cannot_be_sent_stop_nothing(method: str, faults: Faults) -> None:
    scene, world = await faults.match(), faults.world
    for code, status in CODES.items():
        await scene.core.store.meta.set("commands", "others")
        world.env.inject_error(method, "/applications/*/commands", status=status, code=code)
        before = len(world.env.http_requests)
        await world.restart()
        await world.advance(60)
        assert faults.count(method, "/applications/*/commands", before) == 1
        await faults.check(scene := await faults.match())
    await world.advance(HOUR)
    assert await scene.core.store.meta.get("commands") != "others", "tried again after an hour"


@pytest.mark.parametrize("code", [50013, 50027, 50083])
async def test_a_place_that_refuses_is_left_alone(code: int, faults: Faults) -> None:
    scene, world = await faults.match(), faults.world
    await scene.open_panels()
    seat = await scene.turn()
    world.env.inject_error("*", messages(scene) + "*", status=CODES[code], code=code, times=None)
    before = len(world.env.http_requests)
    world.assert_answered(await touch(scene, seat, scene.panel(seat)))
    await world.advance(HOUR)
    # The act's own attempts, and one more when the player has taken long.
    assert faults.count("*", messages(scene) + "*", before) <= 4
    world.env.backend.faults.clear()
    await faults.check(scene)
