"""What is promised at the edges: challenges that are over, typing, a process that runs for long, a flood of presses.

Each test's name is the sentence that it holds the bot to. What is promised about time is in `test_promises_clocks.py`.
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord
import pytest

from bot.discord import latency, live_panel, pace, repeats
from bot.discord.guard import MOST_IN_HAND, MOST_WAITING
from bot.features.challenges import threads
from bot.features.challenges.challenges import LIFETIME, Challenges
from bot.features.challenges.feature import ChallengesFeature
from bot.features.table import marks
from bot.features.table.feature import TableFeature
from bot.games import Game
from bot.store import NewChallenge, Person, StoreUnavailable
from bridgette import Match
from tests.bot import scene as scenes
from tests.bot.conftest import Club, ErrorLog, error_log, new_world, world
from tests.bot.scene import core_of, feature_of, plain_deal, public, rows, under_way, untold
from tests.bot.test_challenges import challenge, labels
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "new_world", "world"]

MINUTE, ROUND = 60, 16
CLOSED = {"accepted": "accepted. Good luck", "declined": "would rather not", "withdrawn": "withdrew"}
ENDS = {"accepted": ("bob", "Accept"), "declined": ("bob", "Decline"), "withdrawn": ("alice", "Withdraw")}
"""How a challenge of alice to bob ends: who presses what."""
SAID_OVER = {
    "accepted": "accepted already",
    "declined": "was declined",
    "withdrawn": "was withdrawn",
    "expired": "has expired",
}


def states(world: World) -> list[str]:
    """The states of all challenges, oldest first."""
    return [row[10] for row in sorted(rows(world)["challenges"])]


def challenges_of(world: World) -> Challenges:
    """The use cases of the running bot."""
    return feature_of(world.client, ChallengesFeature).challenges


async def inside(world: World, work: Callable[[], Awaitable[Any]]) -> Any:
    """Do something in the bot, without Discord; nobody is told of it, as if the process died in between."""
    with world.env._bot_scope(), untold(core_of(world)):
        return await work()


async def close_untold(world: World, challenge_id: int, end: str) -> None:
    """Let a challenge of alice to bob be over, and its message not know."""
    people = {name: Person(world[name].id, name) for name in ("alice", "bob")}
    use, now = challenges_of(world), world.now()
    if end == "expired":
        await inside(world, lambda: core_of(world).store.challenges.close(challenge_id, "expired"))
        return
    act: Callable[..., Awaitable[Any]] = {
        "accepted": partial(use.accept, interaction_id=1),
        "declined": use.decline,
        "withdrawn": use.withdraw,
    }[end]
    await inside(world, lambda: act(challenge_id, people[ENDS[end][0]], now))


async def two_challenges(world: World) -> tuple[Seen, Seen]:
    """One of alice to bob in each of two channels."""
    return await challenge(world), await challenge(world, channel=world.channels["lounge"])


def requests(world: World, since: int, method: str, path: str) -> int:
    """How many requests of this kind were made since then."""
    return sum(one.method == method and path in one.path for one in world.env.http_requests[since:])


# ------------------------------------------------------------------ challenges that are over


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (500, 0)])
@pytest.mark.parametrize("end", ENDS)
async def test_a_challenge_that_is_over_loses_its_buttons_also_if_the_answer_failed(
    end: str, status: int, code: int, world: Club
) -> None:
    """The next round does what the click's own answer could not; the other channel's challenge stays as it is."""
    offer, other = await two_challenges(world)
    who, button = ENDS[end]
    # Where the click was not acknowledged, its token is good for nothing else.
    for path in ("/interactions/*/callback", "/webhooks/*"):
        world.env.inject_error("POST", path, status=status, code=code, times=None)
    result = await world.press(world[who], button, on=offer)
    world.env.backend.faults.clear()
    world.excuse(result)
    assert states(world) == [end, "open"]
    assert labels(world.look(offer)), "the answer that takes the buttons off has failed"
    before = len(world.env.http_requests)
    await world.advance(ROUND)
    assert not world.look(offer).buttons
    assert CLOSED[end] in world.look(offer).text
    assert labels(world.look(other)) == ["Accept", "Decline", "Withdraw", "Rules"]
    await world.advance(4 * ROUND)
    assert requests(world, before, "PATCH", f"/messages/{offer.id}") == 1, "once"
    told = [ping.message_id for ping in world.pinged(world["bob"])]
    assert told[:2] == [offer.id, other.id]
    assert len(told) == 2 + (end == "accepted"), "whose first panel was not shown is told of the turn"


@pytest.mark.parametrize(("status", "code", "pause"), [(403, 50013, 31 * MINUTE), (500, 0, 2 * MINUTE)])
@pytest.mark.parametrize("end", [*ENDS, "expired"])
async def test_the_buttons_go_as_soon_as_discord_takes_the_edit(
    end: str, status: int, code: int, pause: int, world: Club
) -> None:
    """An edit that fails is made again, and what Discord refuses is not asked for again and again."""
    offer, other = await two_challenges(world)
    await close_untold(world, 1, end)
    edit = f"/channels/{world.channel.id}/messages/{offer.id}"
    world.env.inject_error("PATCH", edit, status=status, code=code, times=None)
    before = len(world.env.http_requests)
    await world.advance(4 * ROUND)
    tries = requests(world, before, "PATCH", edit)
    assert 1 <= tries <= (1 if status == 403 else 3 * 5), "the library itself makes a failed request five times"
    assert labels(world.look(offer))
    world.env.backend.faults.clear()
    await world.advance(pause + ROUND)
    assert not world.look(offer).buttons
    assert "<t:" not in world.look(offer).text
    if end != "expired" and pause < LIFETIME.total_seconds():
        assert labels(world.look(other)), "the other one is open"


@pytest.mark.parametrize("end", [*ENDS, "expired"])
async def test_the_buttons_go_at_the_start_after_a_process_that_died_in_between(end: str, world: Club) -> None:
    offer, other = await two_challenges(world)
    await close_untold(world, 1, end)
    await world.restart(crash=True)
    assert not world.look(offer).buttons
    assert CLOSED.get(end, "has expired") in world.look(offer).text
    assert labels(world.look(other))
    assert states(world) == [end, "open"]
    tables = [one for one in world.sees(world["carol"]) if one.button("My hand") and one.button("Rules")]
    assert len(tables) == (end == "accepted"), "an accepted one has its table"
    before = len(world.env.http_requests)
    await world.restart(crash=True)
    assert requests(world, before, "PATCH", f"/messages/{offer.id}") == 0, "that they are gone is known"


@pytest.mark.parametrize("pressed", ["Accept", "Decline", "Withdraw"])
@pytest.mark.parametrize("end", [*ENDS, "expired"])
async def test_a_press_on_a_challenge_that_is_over_takes_its_buttons_off_at_once(
    end: str, pressed: str, world: Club
) -> None:
    offer, other = await two_challenges(world)
    await close_untold(world, 1, end)
    before = len(world.env.http_requests)
    result = world.assert_answered(await world.press(world["carol"], pressed, on=offer))
    assert not world.look(offer).buttons
    assert CLOSED.get(end, "has expired") in world.look(offer).text
    (said,) = result.followups
    assert said.ephemeral
    assert SAID_OVER[end] in world.look(said).text
    assert labels(world.look(other))
    assert len(world.env.http_requests) == before + 2, "an edit in place, and the reason in private"
    await world.advance(ROUND)
    assert requests(world, before, "PATCH", f"/messages/{offer.id}") == 0, "nothing is left to do"


# ------------------------------------------------------------ challenges whose message is gone


def moderate(world: World, offer: Seen) -> None:
    """A moderator deletes the message."""
    world.env.backend.delete_message(offer.handle.channel_id, offer.id)


async def test_a_challenge_whose_message_was_deleted_does_not_block_another_like_it(world: Club) -> None:
    deleted, other = await two_challenges(world)
    moderate(world, deleted)
    offer = await challenge(world)
    assert states(world) == ["withdrawn", "open", "open"]
    assert labels(world.look(other)), "the one in the other channel stays"
    refused = await world["alice"].slash(world.channels["lounge"], "bridgette challenge", opponent=world["bob"])
    world.assert_answered(refused, contains="an open challenge like this")
    world.assert_answered(await world.press(world["bob"], "Accept", on=offer), contains="accepted")


async def test_a_challenge_whose_message_was_deleted_does_not_block_the_opponents_own(world: Club) -> None:
    deleted, other = await two_challenges(world)
    moderate(world, deleted)
    offer = await challenge(world, "bob", "alice")
    refused = await world["bob"].slash(world.channels["lounge"], "bridgette challenge", opponent=world["alice"])
    world.assert_answered(refused, contains="has challenged you already")
    assert labels(world.look(other))
    world.assert_answered(await world.press(world["alice"], "Accept", on=offer), contains="accepted")


async def test_challenges_whose_messages_were_deleted_do_not_count_towards_the_limit_of_three(world: Club) -> None:
    for name in ("dave", "erin"):
        world.join(name)
    offers = [await challenge(world, "alice", whom) for whom in ("bob", "carol", None)]
    refused = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["dave"])
    world.assert_answered(refused, contains="You have 3 open challenges")
    moderate(world, offers[1])
    await challenge(world, "alice", "dave")
    refused = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["erin"])
    world.assert_answered(refused, contains="You have 3 open challenges")
    assert states(world) == ["open", "withdrawn", "open", "open"]
    for left in (offers[0], offers[2]):
        assert labels(world.look(left)), "the others stay as they are"


@pytest.mark.parametrize("crash", [False, True], ids=["same process", "crash"])
async def test_a_challenge_that_was_never_posted_blocks_nobody(crash: bool, world: Club) -> None:
    """The process died, or hung, between saving the challenge and posting it: after a minute nobody waits for it."""
    alice, bob = (Person(world[name].id, name) for name in ("alice", "bob"))
    new = NewChallenge(world.guild.id, world.channel.id, alice, bob)
    await inside(world, lambda: challenges_of(world).make(new, world.now()))
    if crash:
        await world.restart(crash=True)
    await world.advance(MINUTE + 1)
    await challenge(world, "bob", "alice")
    await challenge(world, "carol", "bob")
    assert states(world) == ["withdrawn", "open", "open"]
    assert len(public(world)) == 2


async def test_a_challenge_that_discord_cannot_find_just_now_is_not_given_up(world: Club) -> None:
    """A failed look proves nothing: the challenge stands, and can be accepted."""
    offer = await challenge(world)
    for status, code in ((403, 50001), (500, 0), (404, 0)):
        world.env.inject_error("PATCH", f"/channels/*/messages/{offer.id}", status=status, code=code, times=None)
        again = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])
        world.assert_answered(again, contains="an open challenge like this")
        world.env.backend.faults.clear()
    assert states(world) == ["open"]
    world.assert_answered(await world.press(world["bob"], "Accept", on=offer), contains="accepted")


# ------------------------------------------------------------------------------- typing

TYPED = [
    "",
    " ",
    ",",
    " ,; ",
    ";;;",
    "x" * 500,
    "DQ " * 166,
    "\U0001f0a1\U0001f469‍\U0001f467" * 20,
    "‮שלום‬",
    "٠١٢",
    "10",
    "0",
    "99999999999999999999999",
    "♠♥♦♣",
    "DQ,,dq;DJ",
    "\x00\n\t",
    "{0} %s \\",
]
FIELDS = {"discard": "cards", "call": "call", "play": "card"}


async def typed_by(world: Club, member: Any, channel: Any) -> int:
    """Type everything into everything; how many choices were offered in all."""
    offered = 0
    for command, option in FIELDS.items():
        for text in TYPED:
            with world.hurrying():
                choices = await member.autocomplete(channel, f"bridgette {command}", option, text)
            assert len(choices) <= 25
            for choice in choices:
                assert 1 <= len(choice["name"]) <= 100
                assert 1 <= len(choice["value"]) <= 100
            offered += len(choices)
    return offered


async def test_whatever_is_typed_is_completed_or_not_and_is_never_an_error(new_world: Any, error_log: ErrorLog) -> None:
    """In each phase, by both players, by somebody who plays nowhere and by somebody who plays in another channel."""
    async with new_world(below=plain_deal(), members=("alice", "bob", "carol", "dave", "erin")) as world:
        scene = await scenes.start(world)
        lounge = world.channels["lounge"]
        other = await scenes.start(world, "carol", "dave", channel=lounge)
        for forward in (scene.exchange, lambda: scene.calls("1S Pass"), lambda: scene.plays("DQ"), None):
            kept = rows(world)
            to_act = (await scene.match()).to_act
            for seat in (0, 1):
                offered = await typed_by(world, scene.players[seat], scene.channel)
                assert bool(offered) == (seat in to_act)
            assert await typed_by(world, world["carol"], scene.channel), "carol's match is in the other channel"
            assert not await typed_by(world, world["erin"], scene.channel)
            assert rows(world) == kept
            if forward is not None:
                await forward()
        assert await typed_by(world, other.players[0], lounge)
        assert error_log.take() == []


@contextmanager
def unavailable(*methods: tuple[Any, str]) -> Iterator[None]:
    """The database refuses to answer."""

    async def refuse(*_: Any, **__: Any) -> Any:
        raise StoreUnavailable("The database cannot be used now (locked).")

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in methods:
            patch.setattr(owner, name, refuse)
        yield


async def test_typing_while_the_database_cannot_be_used_offers_nothing_and_logs_no_error(
    new_world: Any, error_log: ErrorLog
) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await scenes.start(world)
        matches = core_of(world).store.matches
        for broken in ("open_in", "open_of", "load"):
            core_of(world).games._games.doubt_all()
            with unavailable((matches, broken)):
                for member in (*scene.players, world["carol"]):
                    for command, option in FIELDS.items():
                        await member.autocomplete(scene.channel, f"bridgette {command}", option, "")
                assert not await scene.players[1].autocomplete(scene.channel, "bridgette discard", "cards", "") or (
                    broken == "open_of"  # not asked for whoever plays here
                )
        assert error_log.take() == []
        assert await scene.players[1].autocomplete(scene.channel, "bridgette discard", "cards", ""), "it is back"


async def test_typing_in_a_damaged_match_offers_nothing_and_logs_no_error(new_world: Any, error_log: ErrorLog) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await scenes.start(world)
        other = await scenes.start(world, channel=world.channels["lounge"])
        for one in (scene, other):
            await one.to_play()
        client: Any = world.client
        with closing(sqlite3.connect(client._settings.database_url.removeprefix("sqlite:///"))) as connection:
            connection.execute("UPDATE acts SET value = 'nonsense' WHERE match_id = ? AND number = 3", (scene.id,))
            connection.commit()
        core_of(world).games._games.doubt_all()
        for member in (*scene.players, world["carol"]):
            assert await typed_by(world, member, scene.channel) == 0
        assert await typed_by(world, other.players[1], other.channel), "the other match is whole"
        assert error_log.take() == []


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (500, 0)])
async def test_choices_that_come_too_late_for_discord_are_no_error(
    status: int, code: int, new_world: Any, error_log: ErrorLog
) -> None:
    """A slow database, or a quick typist: Discord takes the choices no more, and nobody misses them."""
    async with new_world(below=plain_deal()) as world:
        scene = await scenes.start(world)
        world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)
        before = {one.id for one in world.env.backend.interactions.values()}
        assert not await scene.players[1].autocomplete(scene.channel, "bridgette discard", "cards", "")
        world.env.backend.faults.clear()
        world._excused |= {one.id for one in world.env.backend.interactions.values()} - before
        assert error_log.take() == []
        assert await scene.players[1].autocomplete(scene.channel, "bridgette discard", "cards", "")


# ------------------------------------------------------------------------ a long life

BOUNDED = {
    "latency._delays": latency.REMEMBERED,
    "_repeats._ids": repeats.REMEMBERED,
    "_threads._opened": threads.REMEMBERED,
    "_marks._marks": marks.REMEMBERED,
    "panels._going": live_panel.REMEMBERED,
    "panels._challengers": live_panel.REMEMBERED,
    "pace._last": pace.REMEMBERED,
}
"""What remembers the last so many, and is full in a process that has run for long: the end of its path, its size."""

CONTAINERS = (dict, list, set, deque, frozenset, tuple, Mapping, WeakValueDictionary)


def sizes(client: Any) -> dict[str, int]:
    """The size of every container in all that the bot holds, by its path from the client."""
    found: Counter[str] = Counter()
    seen: set[int] = set()
    parts = ("_app", "_catch_up", "_repeats", "_rounds", "_renewals")
    left: list[tuple[str, Any]] = [(name, getattr(client, name)) for name in parts]
    while left:
        path, value = left.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, CONTAINERS):
            found[path] += len(value)
            inner = [*value.keys(), *value.values()] if isinstance(value, Mapping | WeakValueDictionary) else value
            left += [(f"{path}[]", one) for one in list(inner)]
        elif type(value).__module__.partition(".")[0] in ("bot", "bridgette"):
            slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
            names = [*getattr(value, "__dict__", ()), *slots]
            left += [(f"{path}.{name}", getattr(value, name)) for name in names if hasattr(value, name)]
    return dict(found)


def unbounded(found: dict[str, int]) -> dict[str, int]:
    """The sizes but for what remembers the last so many, which must not be more than that."""
    for end, bound in BOUNDED.items():
        (path,) = [path for path in found if path.endswith(end)]
        assert found[path] <= bound, path
    return {path: size for path, size in found.items() if not any(end in path for end in BOUNDED)}


def alive() -> dict[str, int]:
    """How many objects of a match or a click there are."""
    gc.collect()
    kinds = (Game, Match, discord.Interaction, discord.Message, asyncio.Task, asyncio.Lock)
    found = Counter(kind.__name__ for one in gc.get_objects() for kind in kinds if isinstance(one, kind))
    return {kind.__name__: found[kind.__name__] for kind in kinds}


def fill(world: World) -> None:
    """Make full what remembers the last so many."""
    client: Any = world.client
    for number in range(repeats.REMEMBERED):
        client._repeats.is_new(-number)
    core = core_of(world)
    for _ in range(latency.REMEMBERED):
        core.latency.heard(world.now(), world.now())
    table, asked = feature_of(client, TableFeature), feature_of(client, ChallengesFeature)
    for number in range(marks.REMEMBERED):
        table._marks.keep(-number, 0, 0, 1)
    for number in range(threads.REMEMBERED):
        asked._threads._remember(-number)


async def played(world: Club, channel: Any, ending: str) -> None:
    """A whole match: begun, half of it clicked, ended that way."""
    await scenes.forget_pings(world)
    scene = await scenes.start(world, channel=channel)
    await scene.open_panels()
    (first, *_) = scenes.controls(scene.panel(0), Verb.MARK)
    world.assert_answered(await world.press(scene.players[0], first.custom_id, on=scene.panel(0)))
    await scene.discard(1)
    if ending == "resigned":
        await scene.until(under_way)
        world.assert_answered(await scene.players[0].slash(channel, "bridgette resign"))
        world.assert_answered(await world.press(scene.players[0], "Resign the match", channel=channel))
    elif ending == "played":
        await scene.until(lambda match: False)
        await scene.tell()
    elif ending == "void":
        with world.env._bot_scope():
            await core_of(world).games.void(scene.id, world.now(), place_is_gone=False)
        await world.settle()
    else:
        world.env.backend.delete_channel(channel.id)
        await world.settle()


async def called_off(world: Club, number: int) -> None:
    """Challenges that come to nothing: declined, withdrawn, expired, in a thread, deleted."""
    where = world.channels["lounge"]
    for who, button in (("alice", "Withdraw"), ("bob", "Decline")):
        await challenge(world, channel=where)
        world.assert_answered(await world.press(world[who], button, channel=where))
    moderate(world, await challenge(world, "carol", "alice", where))
    await challenge(world, "alice", None, where)
    if number % 5 == 0:
        scene = await scenes.start(world, "bob", "carol", channel=world.channel)
        result = await world["alice"].slash(world.channel, "bridgette challenge")
        world.assert_answered(result, contains="are playing in this channel")
        world.assert_answered(await world.press(world["alice"], "Play in a new thread"))
        await scene.until(under_way)
        await scene.resign(scene.players[0])
        await scene.tell()
    await world.advance(LIFETIME.total_seconds() + 2 * ROUND)


WAYS = ("played", "resigned", "void", "channel gone")


async def test_nothing_grows_with_the_matches_played(new_world: Any) -> None:
    """Thirty matches, however they end, and challenges that come to nothing: the process holds what it held before."""
    async with new_world() as world:
        client: Any = world.client

        async def some(count: int) -> None:
            for number in range(count):
                channel = world.guild.create_text_channel(f"table {number}")
                await played(world, channel, WAYS[number % len(WAYS)])
                if number % 5 == 0:
                    await called_off(world, number)
            await world.advance(2 * ROUND)

        fill(world)
        await some(len(WAYS))
        before, objects = unbounded(sizes(client)), alive()
        await some(30)
        assert unbounded(sizes(client)) == before
        now = alive()
        assert {name: now[name] - objects[name] for name in now} == dict.fromkeys(now, 0)
        assert not core_of(world).games.held


# --------------------------------------------------------------------- a flood of presses

PRESSES = 1000


@contextmanager
def distant(seconds: float) -> Iterator[None]:
    """Discord takes this long to take an answer, in virtual time."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("send_message", "edit_message"):
            method = getattr(discord.InteractionResponse, name)

            async def late(self: Any, *args: Any, method: Any = method, **options: Any) -> Any:
                await asyncio.sleep(seconds)
                return await method(self, *args, **options)

            patch.setattr(discord.InteractionResponse, name, late)
        yield


async def test_a_thousand_presses_of_one_member_do_not_delay_another_match(new_world: Any) -> None:
    """All come before the other's press, which is answered after a few of them; the rest is dropped."""
    async with new_world(members=("alice", "bob", "carol", "dave"), below=plain_deal()) as world:
        flooded, other = (
            await scenes.start(world),
            await scenes.start(world, "carol", "dave", channel=world.channels["lounge"]),
        )
        for one in (flooded, other):
            await one.open_panels()
        alice, carol = flooded.players[0], other.players[0]
        panel, (mark, *_) = flooded.panel(0), scenes.controls(flooded.panel(0), Verb.MARK)
        (theirs, *_) = scenes.controls(other.panel(0), Verb.MARK)
        handled: list[int] = []
        before, dropped = len(world.env.http_requests), core_of(world).counters.dropped
        with distant(0.1), noting(world, handled), world.hurrying():
            flood = [world._queue(alice, panel, mark.custom_id) for _ in range(PRESSES)]
            press = world._queue(carol, other.panel(0), theirs.custom_id)
            await world.settle()
            await world.advance(1)
        world.assert_answered(press)
        world.excuse(*flood)
        asked = [one.path.split("/")[2] for one in world.env.http_requests[before:] if "/callback" in one.path]
        assert asked.index(str(press._interaction.id)) <= MOST_WAITING
        assert handled.count(alice.id) == MOST_IN_HAND, "works in hand, and no more"
        assert handled.index(carol.id) <= MOST_IN_HAND
        answered = [one for one in flood if one.acknowledged]
        assert len(answered) == MOST_WAITING
        told = [one for one in answered if "One thing at a time" in world.answer(one)]
        assert len(told) == MOST_WAITING - MOST_IN_HAND
        assert core_of(world).counters.dropped - dropped == PRESSES - MOST_WAITING
        # Afterwards all goes on as usual.
        for one in (flooded, other):
            for seat in (0, 1):
                await one.open_panels()
                await one.discard(seat)
            assert "your call" in one.table().text
        assert core_of(world).guard.is_idle


@contextmanager
def noting(world: World, handled: list[int]) -> Iterator[None]:
    """Note whose presses are handled at all."""
    dispatch = scenes.app_of(world).dispatch
    handle = type(dispatch)._handle

    async def noted(reply: Any, *args: Any) -> None:
        handled.append(reply.user_id)
        await handle(reply, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(dispatch), "_handle", staticmethod(noted))
        yield
