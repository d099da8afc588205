"""Challenges are no weapon: how often one may ping whom, blocks, and the one sentence that tells nothing."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from typing import Any

import pytest
from simcord import InteractionResult

from bot.store import NewChallenge, Person, PingRefused
from tests.support.seen import Seen
from tests.support.world import World

from .conftest import Club, ErrorLog, NewWorld
from .scene import Scene, core_of, plain_deals, public, rows, start
from .test_challenges import busy, challenge, labels, refused

MINUTE, HOUR = 60, 3600
OFTEN = "You have challenged ⁨bob⁩ three times within an hour."
MANY = "You have challenged ten people within an hour."
DECLINED = "⁨bob⁩ would rather not play now. The next challenge:"
UNWELCOME = "A match with ⁨bob⁩ cannot be arranged just now."


async def ask(world: World, who: str = "alice", whom: str = "bob") -> InteractionResult:
    """A challenge, at once: the clock stands still for it."""
    with world.hurrying(0):
        result = await world[who].slash(world.channel, "bridgette challenge", opponent=world[whom])
    return world.assert_answered(result)


async def pinged_and_withdrawn(world: World, times: int, who: str = "alice", whom: str = "bob") -> list[datetime]:
    """Challenges that are withdrawn; the moment of each."""
    moments = []
    for _ in range(times):
        offer = await challenge(world, who, whom)
        moments.append(world.now())
        world.assert_answered(await world.press(world[who], "Withdraw", on=offer))
    return moments


async def until(world: World, moment: float) -> None:
    """Let time pass up to this moment."""
    await world.advance(moment - world.now().timestamp())


def is_posted(result: InteractionResult) -> bool:
    """Whether a challenge stands, for all to see."""
    return result.response is not None and not result.ephemeral


def told(world: World, result: InteractionResult) -> int:
    """Until when somebody is told to wait; in private."""
    assert result.ephemeral
    found = re.search(r"<t:(\d+):R>", world.answer(result))
    assert found is not None, world.answer(result)
    return int(found[1])


def pings(world: World) -> list[tuple[Any, ...]]:
    """The rows that are counted."""
    client: Any = world.client
    with closing(sqlite3.connect(client._settings.database_url.removeprefix("sqlite:///"))) as connection:
        return list(connection.execute("SELECT * FROM pings ORDER BY id"))


# ------------------------------------------------------------------------ one person


@pytest.mark.parametrize("end", ["Withdraw", "expired", "restart"])
async def test_the_same_person_three_times_an_hour(end: str, world: Club) -> None:
    """Whatever became of the three, also in another channel, and after a restart."""
    moments = []
    for _ in range(3):
        offer = await challenge(world)
        moments.append(world.now().timestamp())
        if end == "expired":
            await world.advance(15 * MINUTE + 30)
            assert "has expired" in world.look(offer).text
        else:
            world.assert_answered(await world.press(world["alice"], "Withdraw", on=offer))
    if end == "restart":
        await world.restart()
    stored = rows(world)
    result = await ask(world)
    assert OFTEN in world.answer(result)
    wait = told(world, result)
    assert 0 <= wait - moments[0] - HOUR <= 1
    await refused(world, "alice", OFTEN, world.channels["lounge"], opponent=world["bob"])
    assert rows(world) == stored
    assert len(world.pinged(world["bob"])) == 3
    await until(world, wait - 1)
    assert OFTEN in world.answer(await ask(world))
    await until(world, wait)
    assert is_posted(await ask(world))
    assert len(world.pinged(world["bob"])) == 4


async def test_at_the_limit_everybody_else_may_be_challenged_and_may_challenge(world: Club) -> None:
    await pinged_and_withdrawn(world, 3)
    await challenge(world, "alice", "carol")
    await challenge(world, "alice", None)
    await challenge(world, "carol", "bob")
    world.assert_answered(await world.press(world["carol"], "Withdraw", on=world.find(world["carol"], "Accept")))
    await challenge(world, "bob", "alice")


async def test_the_menu_is_no_way_round(world: Club) -> None:
    await pinged_and_withdrawn(world, 2)
    result = await world["alice"].context_menu(world.channel, "Challenge to Bridgette", world["bob"])
    world.assert_answered(result, contains="challenges")
    world.assert_answered(await world.press(world["alice"], "Withdraw"))
    result = await world["alice"].context_menu(world.channel, "Challenge to Bridgette", world["bob"])
    world.assert_answered(result, contains=OFTEN)
    assert result.ephemeral
    assert len(world.pinged(world["bob"])) == 3


async def test_a_deleted_challenge_counts_and_its_like_is_no_way_round(world: Club) -> None:
    """The message of an open challenge is gone, so that another one may be posted."""
    for _ in range(3):
        offer = await challenge(world)
        world.env.backend.delete_message(world.channel.id, offer.id)
        await world.settle()
    assert OFTEN in world.answer(await ask(world))
    assert len(world.pinged(world["bob"])) == 3


async def finished(world: World) -> Scene:
    """A match that alice has lost, whose result has Rematch."""
    scene = await start(world)
    await scene.led()
    await scene.resign(world["alice"])
    await scene.tell()
    return scene


async def test_a_rematch_is_no_way_round(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await finished(world)  # by one challenge of alice
        for _ in range(2):
            world.assert_answered(await world.press(world["alice"], "Rematch"))
            world.assert_answered(await world.press(world["alice"], "Withdraw"))
        before = public(world)
        result = await world.press(world["alice"], "Rematch")
        world.assert_answered(result, contains=OFTEN)
        assert result.ephemeral
        assert public(world) == before
        assert is_posted(world.assert_answered(await world.press(world["bob"], "Rematch"))), "who was asked may ask"


async def test_the_button_for_a_thread_is_no_way_round_and_opens_none(world: Club) -> None:
    world.join("dave")
    await pinged_and_withdrawn(world, 2, "carol", "dave")
    await start(world)
    first = await busy(world, opponent=world["dave"])
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=first))
    (thread,) = world.channel.threads
    world.assert_answered(await world.press(world["carol"], "Withdraw", channel=thread))
    second = await busy(world, opponent=world["dave"])
    result = await world.press(world["carol"], "Play in a new thread", on=second)
    world.assert_answered(result, contains="You have challenged ⁨dave⁩ three times")
    assert [one.id for one in world.channel.threads] == [thread.id]
    assert len(world.pinged(world["dave"])) == 3
    await world.advance(HOUR)
    third = await busy(world, opponent=world["dave"])
    world.assert_answered(await world.press(world["carol"], "Play in a new thread", on=third))
    assert len(world.channel.threads) == 2


async def test_of_two_at_once_at_the_limit_one_is_posted(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        lounge = world.channels["lounge"]
        await finished(world)
        scene = await start(world, channel=lounge)
        await scene.led()
        await scene.resign(world["alice"])
        await scene.tell()
        alice = world["alice"]
        results = [world.find(alice, "Rematch"), world.find(alice, "Rematch", channel=lounge)]
        pressed = [(alice, one, button.custom_id) for one in results if (button := one.button("Rematch"))]
        both = await world.together(*pressed)
        answers = [world.answer(world.assert_answered(one)) for one in both]
        assert sorted(OFTEN in one for one in answers) == [False, True]
        assert len([one for one in world.pinged(world["bob"]) if one.message_id > results[1].id]) == 1
        assert len(pings(world)) == 3


async def test_other_servers_do_not_count(world: Club) -> None:
    await pinged_and_withdrawn(world, 2)
    people = Person(world["alice"].id, "alice"), Person(world["bob"].id, "bob")
    challenges = core_of(world).store.challenges
    for _ in range(3):
        made = await challenges.add(NewChallenge(world.guild.id + 1, 5, *people), world.now(), world.now())
        await challenges.close(made.id, "withdrawn")
    await pinged_and_withdrawn(world, 1)
    assert OFTEN in world.answer(await ask(world))


# ------------------------------------------------------------------------ many people


async def test_ten_people_an_hour(world: Club) -> None:
    crowd = [f"guest{number}" for number in range(11)]
    for name in crowd:
        world.join(name)
    moments = [(await pinged_and_withdrawn(world, 1, "alice", name))[0] for name in crowd[:10]]
    await pinged_and_withdrawn(world, 1, "alice", crowd[3])  # one of the ten, again
    result = await ask(world, whom=crowd[10])
    assert MANY in world.answer(result)
    wait = told(world, result)
    assert 0 <= wait - moments[0].timestamp() - HOUR <= 1
    await refused(world, "alice", MANY, opponent=world[crowd[10]])
    assert is_posted(await ask(world, whom=crowd[4])), "one of the ten"
    await challenge(world, "alice", None)
    await until(world, wait - 1)
    assert MANY in world.answer(await ask(world, whom=crowd[10]))
    await until(world, wait)
    assert is_posted(await ask(world, whom=crowd[10]))


async def test_challenges_to_anybody_ping_nobody_and_count_nowhere(world: Club) -> None:
    for _ in range(12):
        offer = await challenge(world, "alice", None)
        world.assert_answered(await world.press(world["alice"], "Withdraw", on=offer))
    assert not pings(world)
    await challenge(world)


# ------------------------------------------------------------------------ declined


async def test_after_a_decline_the_pair_waits_ten_minutes(world: Club) -> None:
    offer = await challenge(world)
    world.assert_answered(await world.press(world["bob"], "Decline", on=offer))
    declined_at = world.now().timestamp()
    result = await ask(world)
    assert DECLINED in world.answer(result)
    wait = told(world, result)
    assert 0 <= wait - declined_at - 10 * MINUTE <= 1
    await challenge(world, "alice", "carol")
    await until(world, wait - 1)
    await world.restart()
    await until(world, wait - 1)
    assert DECLINED in world.answer(await ask(world))
    await until(world, wait)
    assert is_posted(await ask(world))


async def test_who_declined_may_challenge_back_at_once(world: Club) -> None:
    offer = await challenge(world)
    world.assert_answered(await world.press(world["bob"], "Decline", on=offer))
    back = await challenge(world, "bob", "alice")
    world.assert_answered(await world.press(world["alice"], "Accept", on=back), contains="accepted")


async def test_a_rematch_after_a_decline_waits_too(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await finished(world)
        world.assert_answered(await world.press(world["alice"], "Rematch"))
        world.assert_answered(await world.press(world["bob"], "Decline"))
        world.assert_answered(await world.press(world["alice"], "Rematch"), contains=DECLINED)


# ------------------------------------------------------------------------ it hinders nobody else


async def test_an_unanswered_challenge_blocks_nobody_s_other_commands(world: Club) -> None:
    await challenge(world)
    alice, bob = world["alice"], world["bob"]
    for who in (alice, bob):
        for command in ("me", "leaderboard", "stats", "rules"):
            world.assert_answered(await who.slash(world.channel, f"bridgette {command}"))
        result = world.assert_answered(await who.slash(world.channel, "bridgette hand"))
        assert "no open match" in world.answer(result)
    await challenge(world, "bob", None)
    await challenge(world, "bob", "carol")
    await challenge(world, "alice", "carol", world.channels["lounge"])
    world.assert_answered(await world.press(world["carol"], "Join"), contains="accepted")


# ------------------------------------------------------------------------ blocks, and who wants none


async def chooses(world: World, who: str, button: str | None = None, **options: Any) -> None:
    """Somebody's own settings, in another channel, as people do it."""
    lounge = world.channels["lounge"]
    world.assert_answered(await world[who].slash(lounge, "bridgette me", **options))
    if button is not None:
        world.assert_answered(await world.press(world[who], button, channel=lounge))


async def blocks(world: World) -> None:
    await chooses(world, "bob", block=world["alice"])


async def wants_none(world: World) -> None:
    await chooses(world, "bob", "No challenges")


async def both(world: World) -> None:
    await blocks(world)
    await wants_none(world)


REASONS: dict[str, Callable[[World], Awaitable[None]]] = {"block": blocks, "no challenges": wants_none, "both": both}


async def by_command(world: World) -> InteractionResult:
    return await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])


async def by_menu(world: World) -> InteractionResult:
    return await world["alice"].context_menu(world.channel, "Challenge to Bridgette", world["bob"])


async def by_rematch(world: World) -> InteractionResult:
    return await world.press(world["alice"], "Rematch")


async def by_thread(world: World) -> InteractionResult:
    await start(world, "carol", "dave")
    result = await by_command(world)
    world.assert_answered(result, contains="are playing in this channel")
    assert result.response is not None
    return await world.press(world["alice"], "Play in a new thread", on=world.look(result.response))


WAYS = {"command": by_command, "menu": by_menu, "rematch": by_rematch, "thread": by_thread}


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("way", WAYS)
async def test_all_that_lies_with_the_other_one_is_one_sentence(way: str, reason: str, new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        world.join("dave")
        await finished(world)
        await REASONS[reason](world)
        bob = len(world.pinged(world["bob"]))
        result = world.assert_answered(await WAYS[way](world))
        assert result.ephemeral
        assert world.answer(result) == UNWELCOME, "the sentence alone, word for word"
        assert len(world.pinged(world["bob"])) == bob
        assert not world.channel.threads
        assert len([row for row in rows(world)["challenges"] if "open" in row]) == 0


async def test_join_on_a_blocker_s_open_challenge_gives_the_same_sentence(world: Club) -> None:
    offer = await challenge(world, "bob", None)
    await blocks(world)
    before = rows(world)
    result = world.assert_answered(await world.press(world["alice"], "Join", on=offer))
    assert result.ephemeral
    assert world.answer(result) == UNWELCOME
    assert rows(world) == before
    assert labels(world.look(offer)) == ["Join", "Withdraw", "Play the house meanwhile", "Rules"]
    world.assert_answered(await world.press(world["carol"], "Join", on=offer), contains="accepted")


async def test_accept_after_the_challenger_blocked_gives_the_same_sentence(world: Club) -> None:
    offer = await challenge(world, "bob", "alice")
    await blocks(world)
    result = world.assert_answered(await world.press(world["alice"], "Accept", on=offer))
    assert world.answer(result) == UNWELCOME
    assert not rows(world)["matches"]
    world.assert_answered(await world.press(world["alice"], "Decline", on=offer), contains="would rather not play")


async def test_who_wants_no_challenges_may_challenge_join_and_accept(world: Club) -> None:
    offer = await challenge(world)
    await wants_none(world)
    await challenge(world, "bob", "carol")
    world.assert_answered(await world.press(world["bob"], "Accept", on=offer), contains="accepted")


async def test_whom_one_has_blocked_one_cannot_challenge_either(world: Club) -> None:
    """Who could not answer must not be pinged."""
    await blocks(world)
    await refused(world, "bob", "You have blocked ⁨alice⁩. `/bridgette me` takes that back.", opponent=world["alice"])
    assert not world.pinged(world["alice"])


async def test_a_block_declines_the_open_challenge_like_any_other_decline(world: Club) -> None:
    offer, other = await challenge(world), await challenge(world, "carol", "bob")
    await blocks(world)
    await world.advance(30)
    shown: Seen = world.look(offer)
    assert "⁨bob⁩ would rather not play now." in shown.text
    assert not shown.buttons
    assert labels(world.look(other)) == ["Accept", "Decline", "Withdraw", "Rules"]
    # And what alice is told then is what anybody is told whose challenge was declined.
    assert DECLINED in world.answer(await ask(world))
    world.assert_answered(await world.press(world["carol"], "Withdraw", on=other))
    again = await challenge(world, "carol", "bob", world.channels["lounge"])
    world.assert_answered(await world.press(world["bob"], "Decline", on=again))
    assert _without_time(world.answer(await ask(world))) == _without_time(world.answer(await ask(world, "carol")))


def _without_time(sentence: str) -> str:
    return re.sub(r"\d+", "…", sentence)


async def test_a_block_leaves_the_running_match_alone(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        await blocks(world)
        await scene.open_panels()
        await scene.discard(0)
        await scene.discard(1)
        assert "your call" in scene.table().text
        await scene.resign(world["alice"])
        await scene.tell()
        assert (await scene.stored()).ended is not None


async def test_unblocked_is_as_before(world: Club) -> None:
    await blocks(world)
    assert world.answer(await ask(world)) == UNWELCOME
    await chooses(world, "bob", "Unblock alice")
    assert is_posted(await ask(world))


async def test_a_block_holds_after_a_restart_and_on_every_server(world: Club) -> None:
    await blocks(world)
    await world.restart()
    assert world.answer(await ask(world)) == UNWELCOME
    store = core_of(world).store
    with pytest.raises(PingRefused, match="unwelcome"):
        await store.pings.check(await store.pings.of(4711, world["alice"].id, world["bob"].id), datetime.now(UTC))


# ------------------------------------------------------------------------ when something fails


async def test_a_challenge_that_could_not_be_posted_does_not_count(world: Club) -> None:
    for _ in range(3):
        world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        with world.hurrying(0):
            result = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])
        world.excuse(result)
    assert not pings(world)
    await challenge(world)


async def test_while_the_database_fails_nobody_is_pinged(world: Club, error_log: ErrorLog) -> None:
    client: Any = world.client
    path = client._settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE pings")
        connection.commit()
        result = await ask(world)
        assert result.ephemeral
    assert len(error_log.take()) == 1
    assert not world.pings
    assert not rows(world)["challenges"]
