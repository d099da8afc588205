"""What did not work comes later: neither tried all the time nor given up for ever, and nothing twice."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from simcord.backend import serializers

from bot.discord.panels import Panels
from bot.discord.reply import Reply
from bot.features.table.display import Display
from bot.games import Happened
from bot.store.matches import Matches
from bot.texts import ENGLISH, Texts
from tests.bot.conftest import ErrorLog, error_log, new_world
from tests.bot.scene import Scene, plain_deal, publisher_of, start, under_way
from tests.bot.test_places import PUBLIC_THREAD, begun, thread
from tests.reliability.several import FAILS, ROUND, shows_the_last_state, to
from tests.reliability.test_promises_refused import by_role_update
from tests.support.verbs import Verb

__all__ = ["error_log", "new_world"]

MINUTE, HOUR = 60, 3600


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match before its first lead, in which bob (seat 1) leads; both panels are open."""
    async with new_world(below=plain_deal()) as world:
        yield await begun(world)


def posts(scene: Scene, since: int) -> int:
    """New messages asked for in the match's channel."""
    return sum(one.method == "POST" for one in to(scene.world, scene, since))


def refuse(scene: Scene, status: int, code: int, method: str = "*") -> None:
    """From now on the match's channel takes nothing."""
    path = f"/channels/{scene.channel.id}/messages*"
    scene.world.env.inject_error(method, path, status=status, code=code, times=None)


def take_all(scene: Scene) -> int:
    """From now on it takes all again; the number of the next request."""
    scene.world.env.backend.faults.clear()
    return len(scene.world.env.http_requests)


async def resign(scene: Scene) -> None:
    """Alice gives up, after a first lead of which nobody has been told."""
    world = scene.world
    await scene.until(under_way)
    world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette resign"))
    world.assert_answered(await world.press(scene.players[0], "Resign the match", channel=scene.channel))


def results(scene: Scene) -> int:
    """How many results of matches stand in the channel."""
    return sum(one.button("Rematch") is not None for one in scene.world.sees(scene.world["carol"], scene.channel))


# ------------------------------------------------------------- the request itself is refused


async def test_a_notice_that_discord_does_not_like_is_tried_once_an_hour_and_comes(scene: Scene) -> None:
    world, since = scene.world, len(scene.world.env.http_requests)
    refuse(scene, 400, 50035)
    await world.advance(HOUR)
    assert 1 <= posts(scene, since) <= 2
    await world.advance(4 * HOUR)
    assert 4 <= posts(scene, since) <= 6
    since = take_all(scene)
    await world.advance(HOUR + MINUTE)
    assert len(scene.notices(1)) == 1
    assert posts(scene, since) == 1
    await world.advance(2 * HOUR)
    assert posts(scene, since) == 1


async def test_a_result_that_discord_does_not_like_is_tried_once_an_hour_and_comes(scene: Scene) -> None:
    world, since = scene.world, len(scene.world.env.http_requests)
    refuse(scene, 400, 50035, "POST")
    await resign(scene)
    await world.advance(HOUR - MINUTE)
    assert 1 <= posts(scene, since) <= 2
    since = take_all(scene)
    await world.advance(HOUR)
    assert results(scene) == 1
    assert posts(scene, since) == 1
    since = len(world.env.http_requests)
    await world.advance(2 * HOUR)
    await world.restart()
    assert not to(world, scene, since)


async def test_a_result_that_discord_does_not_like_comes_with_the_next_start(scene: Scene) -> None:
    world = scene.world
    refuse(scene, 400, 50035, "POST")
    await resign(scene)
    assert not results(scene)
    take_all(scene)
    await world.restart()
    assert results(scene) == 1


async def test_a_table_that_discord_does_not_like_is_tried_no_oftener_than_there_are_acts(scene: Scene) -> None:
    world = scene.world
    refuse(scene, 400, 50035)
    since = len(world.env.http_requests)
    await scene.press(1, Verb.PLAY, "DQ")
    await world.advance(HOUR - MINUTE)
    assert posts(scene, since) <= 2
    take_all(scene)
    await world.advance(HOUR)
    assert await shows_the_last_state(scene)


# ------------------------------------------------------------- mistakes of ours


async def test_a_mistake_of_ours_while_a_match_is_shown_is_logged_and_tried_again(
    scene: Scene, error_log: ErrorLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, real, failed = scene.world, Display._publish_table, list[int]()

    async def mistaken(self: Display, *arguments: Any, **options: Any) -> None:
        if not failed:
            failed.append(1)
            raise RuntimeError("a mistake of ours")
        await real(self, *arguments, **options)

    monkeypatch.setattr(Display, "_publish_table", mistaken)
    await scene.press(1, Verb.PLAY, "DQ")
    assert failed
    assert not await shows_the_last_state(scene)
    (line,) = error_log.take()
    assert f"channel behind match={scene.id}" in line
    assert "a mistake of ours" in line
    await world.advance(2 * ROUND)
    assert await shows_the_last_state(scene)
    assert not list(publisher_of(world).behind)


class Mistaken:
    """A follower that always fails."""

    def happened(self, what: Happened) -> None:
        raise RuntimeError("a mistake of ours")

    async def catch_up(self, match_id: int) -> None:
        raise RuntimeError("a mistake of ours")


async def test_a_follower_that_fails_keeps_what_happened_from_no_other(scene: Scene, error_log: ErrorLog) -> None:
    """Neither when it is told of an act, nor when all catch up; whoever lets them catch up hears of it."""
    world, followers = scene.world, scene.core.games.followers
    followers._followers.insert(0, Mistaken())
    await scene.press(1, Verb.PLAY, "DQ")
    assert await shows_the_last_state(scene)
    assert "Mistaken" in error_log.take()[0]
    await scene.plays("DK")
    assert not await shows_the_last_state(scene)
    with world.env._bot_scope(), pytest.raises(RuntimeError, match="a mistake of ours"):
        await followers.catch_up(scene.id)
    await world.settle()
    assert await shows_the_last_state(scene)


async def test_a_mistake_of_ours_while_a_refusal_is_shown_brings_no_card_into_the_log(
    scene: Scene, error_log: ErrorLog
) -> None:
    """What is refused by the rules names the card."""
    world = scene.world
    await scene.press(1, Verb.PLAY, "DQ")
    game, panel = await scene.game(), scene.panel(0)

    def mistaken(self: Panels, *arguments: Any) -> Any:
        raise RuntimeError("a mistake of ours")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Panels, "_screen", mistaken)
        result = await scene.forge(scene.players[0], panel, Verb.PLAY, game.decisions[0], "SA")
    world.assert_answered(result, contains="code")
    (line,) = error_log.take()
    assert "a mistake of ours" in line
    assert "NotAllowed" not in line
    assert "SA" not in line
    assert "♠" not in line


# ------------------------------------------------------------- posted, and not noted


@contextmanager
def not_noted(name: str) -> Iterator[list[Any]]:
    """A method of the store fails inside; what was to be noted works afterwards, also by what is kept of it."""
    real, failed, is_over = getattr(Matches, name), list[Any](), list[bool]()

    async def method(self: Matches, *arguments: Any) -> None:
        if not is_over:
            failed.append(arguments)
            raise FAILS
        await real(self, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Matches, name, method)
        try:
            yield failed
        finally:
            is_over.append(True)


async def test_a_table_that_was_posted_and_could_not_be_noted_is_not_posted_again_and_is_noted_later(
    scene: Scene, error_log: ErrorLog
) -> None:
    world, since = scene.world, len(scene.world.env.http_requests)
    with not_noted("set_table") as failed:
        world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette table"))
        await world.advance(MINUTE)
        await scene.press(1, Verb.PLAY, "DQ")
        await world.advance(2 * MINUTE)
        assert len(failed) >= 2
        assert posts(scene, since) == 1
        assert len(scene.tables()) == 1
    await world.advance(HOUR)
    error_log.take()
    row = await scene.core.store.matches.get(scene.id)
    assert row is not None
    assert row.table is not None
    assert row.table.message_id == scene.table().id
    assert await shows_the_last_state(scene)
    since = len(world.env.http_requests)
    await world.restart(crash=True)
    assert await shows_the_last_state(scene)
    assert not posts(scene, since)


async def test_a_notice_that_was_posted_and_could_not_be_noted_pings_once_and_is_noted_later(scene: Scene) -> None:
    world, bob = scene.world, scene.players[1]
    before = len(world.pinged(bob))
    with not_noted("set_notice") as failed:
        await world.advance(HOUR)
        assert len(failed) >= 2
        assert len(world.pinged(bob)) == before + 1
    await world.advance(HOUR)
    assert len(world.pinged(bob)) == before + 1
    (notice,) = await scene.core.store.matches.notices(scene.id)
    (shown,) = scene.notices(1)
    assert notice.message_id == shown.id
    await world.restart(crash=True)
    await world.advance(HOUR)
    assert len(world.pinged(bob)) == before + 1
    await world.press(bob, "My hand", channel=scene.channel)
    await scene.press(1, Verb.PLAY, "DQ")
    assert not scene.notices(1), "its turn is over"


async def test_a_result_that_was_posted_and_could_not_be_noted_is_not_posted_again_and_is_noted_later(
    scene: Scene,
) -> None:
    world = scene.world
    with not_noted("set_result_message") as failed:
        await resign(scene)
        await world.advance(HOUR)
        assert len(failed) >= 2
        assert results(scene) == 1
    await world.advance(HOUR)
    assert results(scene) == 1
    row = await scene.core.store.matches.get(scene.id)
    assert row is not None
    assert row.result_message_id == world.find(world["carol"], "Rematch").id
    since = len(world.env.http_requests)
    await world.restart(crash=True)
    await world.advance(HOUR)
    assert not to(world, scene, since)


async def test_a_place_that_is_found_gone_while_another_act_is_saved_leaves_the_match_to_be_looked_at_again(
    scene: Scene,
) -> None:
    """Whoever was quicker may have gone on playing: its result is not given up."""
    world: Any = scene.world
    with closing(sqlite3.connect(world.client._settings.database_url.removeprefix("sqlite:///"))) as file, file:
        file.execute("INSERT INTO acts SELECT match_id, 5, deal, 1, 'play', 'DQ', at FROM acts WHERE number = 4")
    with world.env._bot_scope():
        await publisher_of(world).place_gone(scene.id)
    await world.settle()
    row = await scene.core.store.matches.get(scene.id)
    assert row is not None
    assert row.is_open
    assert row.result_message_id is None
    await world.advance(2 * ROUND)
    assert await shows_the_last_state(scene)
    assert "♦︎Q" in scene.table().text
    await resign(scene)
    assert results(scene) == 1


# ------------------------------------------------------------- what the bot may do has changed


async def test_a_thread_that_comes_back_from_the_archive_is_caught_up_with_at_once(new_world: Any) -> None:
    """Of an archived thread the library keeps nothing, so that only the raw event tells."""
    async with new_world(below=plain_deal()) as world:
        scene = await begun(world, thread(world, world.channel, PUBLIC_THREAD))
        backend = world.env.backend
        payload = dict(serializers.channel_payload(backend, backend.get_channel(scene.channel.id)))
        payload |= {"guild_id": str(world.guild.id)}
        archived = payload | {"thread_metadata": payload["thread_metadata"] | {"archived": True, "locked": True}}
        world._send("THREAD_UPDATE", archived)
        await world.settle()
        assert world.client.get_channel(scene.channel.id) is None
        refuse(scene, 400, 50083)
        await scene.press(1, Verb.PLAY, "DQ")
        assert not await shows_the_last_state(scene)
        take_all(scene)
        await world.settle()
        assert not await shows_the_last_state(scene)
        world._send("THREAD_UPDATE", payload)
        await world.settle()
        assert await shows_the_last_state(scene)


async def test_a_role_that_is_deleted_lets_what_was_refused_be_tried_at_once(scene: Scene) -> None:
    world = scene.world
    role = world.env.backend.create_role(world.guild.id, "quiet")
    await world.settle()
    refuse(scene, 403, 50013)
    await scene.press(1, Verb.PLAY, "DQ")
    take_all(scene)
    await world.settle()
    assert not await shows_the_last_state(scene)
    world.env.backend.delete_role(world.guild.id, role.id)
    await world.settle()
    assert await shows_the_last_state(scene)


async def test_a_hundred_changes_of_roles_are_no_hundred_requests(scene: Scene) -> None:
    """Somebody may change a colour all the time, and too many refused requests get the host's address banned."""
    world = scene.world
    refuse(scene, 403, 50013)
    await scene.press(1, Verb.PLAY, "DQ")
    since = len(world.env.http_requests)
    for _ in range(100):
        await by_role_update(world)
        await world.settle()
    assert len(to(world, scene, since)) <= 3
    take_all(scene)
    await world.advance(MINUTE)
    await by_role_update(world)
    await world.settle()
    assert await shows_the_last_state(scene)


# ------------------------------------------------------------- what is said


def test_a_translation_may_refer_to_a_text_that_only_english_has() -> None:
    finnish = Texts(["objection-suit-missing = { $bid }: { suit-name } puuttuu ({ $rule })."], "fi", ENGLISH)
    told = finnish("objection-suit-missing", bid="1H", suit="hearts", rule="R14")
    assert told == f"1H: {ENGLISH('suit-name', suit='hearts')} puuttuu (R14)."


async def test_only_the_challenger_is_told_by_a_notice_that_the_challenge_was_accepted(new_world: Any) -> None:
    """The accepter knows; whoever of them has no panel is told that discards are waited for."""
    async with new_world(below=plain_deal()) as world:

        async def lost(*_: Any) -> str:
            raise OSError("not sent (a test)")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Reply, "apart", lost)
            scene = await start(world)
        await world.advance(6 * MINUTE)
        ((challenger,), (accepter,)) = (scene.notices(seat) for seat in (0, 1))
        assert "your challenge was accepted" in challenger.text
        assert "your match in this channel is waiting for your discards" in accepter.text
        assert "challenge" not in accepter.text
