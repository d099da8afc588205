"""Shuffles that both can check, as people meet them: what is promised, when it is opened, and who has it before."""

from __future__ import annotations

import hashlib
import json
import logging
import random
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.games import DamagedMatch, Resignation, Void
from bot.host.export import export
from bridgette import BadRecord, How, Phase
from bridgette.record import read_record, verify_record
from bridgette.shuffle import Shuffle, commitment_of
from tests.bot.conftest import Club, ErrorLog, NewWorld
from tests.bot.driver import RandomPlayer
from tests.bot.test_secrecy import Everything, logged  # noqa: F401
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, core_of, in_phase, plain_deal, rows, start

COMMITMENT = re.compile(r"Commitment to the shuffle: ([0-9a-f]{64})")


@pytest.fixture
async def world(new_world: NewWorld) -> AsyncIterator[Club]:
    """A world that deals as outside tests."""
    async with new_world(shuffles=True) as found:
        yield found


def url_of(world: World) -> str:
    client: Any = world.client
    url: str = client._settings.database_url
    return url


def secrets_of(world: World) -> list[str]:
    """All secrets in the database, the latest last."""
    connection = sqlite3.connect(url_of(world).removeprefix("sqlite:///"))
    found = [row[0] for row in connection.execute("SELECT secret FROM shuffles ORDER BY id")]
    connection.close()
    return found


def promised(seen: Seen) -> str | None:
    """The commitment that a message shows."""
    found = COMMITMENT.search(seen.text)
    return found[1] if found else None


async def challenge(world: World, channel: ChannelHandle | None = None) -> Seen:
    """alice challenges bob."""
    where = channel or world.channel
    world.assert_answered(await world["alice"].slash(where, "bridgette challenge", opponent=world["bob"]))
    return world.find(world["bob"], "Accept", channel=where)


async def accept(world: World, offer: Seen, channel: ChannelHandle | None = None) -> tuple[Scene, InteractionResult]:
    """bob accepts, by the press that is returned too."""
    where = channel or world.channel
    result = world.assert_answered(await world.press(world["bob"], "Accept", on=offer))
    return await scene_in(world, where), result


async def scene_in(world: World, where: ChannelHandle) -> Scene:
    game = await core_of(world).games.in_channel(where.id)
    assert game is not None
    ids = [player.user_id for player in game.players]
    players = [next(one for one in world.members.values() if one.id == number) for number in ids]
    return Scene(world, game.id, (players[0], players[1]), where)


@contextmanager
def failing(world: World, what: str) -> Iterator[None]:
    """The database refuses this."""
    path = url_of(world).removeprefix("sqlite:///")
    for statement in (f"CREATE TRIGGER refuse {what} BEGIN SELECT RAISE(ABORT, 'no'); END", "DROP TRIGGER refuse"):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)
        if statement.startswith("CREATE"):
            yield


async def ended(scene: Scene) -> None:
    """Played to its end, and shown."""
    await scene.until(lambda _: False)
    await scene.tell()


async def record(world: World, who: MemberActor, channel: ChannelHandle | None = None) -> dict[str, Any]:
    """The file that anybody gets by one press below a result."""
    world.assert_answered(await world.press(who, "Match record", channel=channel))
    (attachment,) = json.loads(world.panel(who, channel).raw.partition("\n")[0])["attachments"]
    data = world.env.backend.cdn.get(attachment["url"])
    assert data is not None
    found: dict[str, Any] = json.loads(data)
    return found


async def exported(world: World) -> list[dict[str, Any]]:
    """What ``python -m bot export`` writes now."""
    lines: list[str] = []
    await export(url_of(world), lambda line: lines.append(line) or True)
    return [json.loads(line) for line in lines]


def check(document: dict[str, Any], commitment: str | None, press: InteractionResult) -> Shuffle:
    """All that a player can check of a match that is over."""
    shuffle = document["shuffle"]
    assert shuffle["method"] == "bridgette-shuffle/1"
    assert shuffle["commitment"] == commitment
    assert hashlib.sha256(bytes.fromhex(shuffle["secret"])).hexdigest() == commitment
    assert shuffle["public"] == str(press._interaction.id)
    verify_record(document)
    return Shuffle(bytes.fromhex(shuffle["secret"]), shuffle["public"])


# ------------------------------------------------------------------------------------ promised, dealt, opened


async def test_the_challenge_promises_what_the_record_opens_and_the_decks_follow(world: Club) -> None:
    offer = await challenge(world)
    commitment = promised(offer)
    assert commitment is not None
    (line,) = [one for one in offer.text.splitlines() if commitment in one]
    assert line.startswith("-# "), "in small print"
    scene, press = await accept(world, offer)
    assert promised(world.look(offer)) == commitment, "an accepted challenge keeps showing it"
    await ended(scene)
    match = await scene.stored()
    shuffle = check(await record(world, world["carol"]), commitment, press)
    assert match.deals[0].dealer == shuffle.first_dealer()
    assert [deal.deck for deal in match.deals] == [shuffle.deck(index) for index in range(len(match.deals))]
    assert len(match.deals) >= 6
    (written,) = await exported(world)
    check(written, commitment, press)
    assert promised(world.look(offer)) == commitment


async def test_a_challenge_that_comes_to_nothing_shows_no_promise_any_more(world: Club) -> None:
    for button, member in (("Withdraw", "alice"), ("Decline", "bob")):
        offer = await challenge(world)
        assert promised(offer)
        world.assert_answered(await world.press(world[member], button, on=offer))
        assert promised(world.look(offer)) is None
    assert len(set(secrets_of(world))) == 2


async def test_a_rematch_has_a_shuffle_of_its_own(world: Club) -> None:
    offer = await challenge(world)
    scene, first_press = await accept(world, offer)
    await ended(scene)
    world.assert_answered(await world.press(world["bob"], "Rematch"))
    again = world.find(world["alice"], "Accept")
    commitment = promised(again)
    assert commitment is not None
    assert commitment != promised(world.look(offer))
    press = world.assert_answered(await world.press(world["alice"], "Accept", on=again))
    rematch = await scene_in(world, world.channel)
    assert rematch.id != scene.id
    await ended(rematch)
    first, second = await exported(world)
    check(first, promised(world.look(offer)), first_press)
    check(second, commitment, press)
    assert first["deals"][0]["deck"] != second["deals"][0]["deck"]


async def test_a_challenge_in_a_thread_promises_too(world: Club) -> None:
    await accept(world, await challenge(world))
    world.assert_answered(await world["carol"].slash(world.channel, "bridgette challenge", opponent=world["bob"]))
    world.assert_answered(await world.press(world["carol"], "Play in a new thread"))
    (thread,) = [one for one in world.env.backend.channels.values() if one.name.startswith("Bridgette: ")]
    where = ChannelHandle(world.env, world.guild, thread)
    offer = world.find(world["bob"], "Accept", channel=where)
    commitment = promised(offer)
    scene, press = await accept(world, offer, where)
    assert promised(world.look(offer)) == commitment
    await ended(scene)
    check(await record(world, world["bob"], where), commitment, press)


async def test_an_open_challenge_promises_too_and_of_two_who_join_at_once_one_press_counts(world: Club) -> None:
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge"))
    offer = world.find(world["bob"], "Join")
    commitment, join = promised(offer), button_id(Verb.ACCEPT, 1)
    both = await world.together((world["bob"], offer, join), (world["carol"], offer, join))
    for result in both:
        world.assert_answered(result)
    scene = await scene_in(world, world.channel)
    joined = both[(world["bob"], world["carol"]).index(scene.players[1])]
    await ended(scene)
    check(await record(world, world["bob"]), commitment, joined)


async def test_an_accept_that_is_delivered_again_changes_nothing(world: Club) -> None:
    offer = await challenge(world)
    commitment = promised(offer)
    with world.copies(3):
        scene, press = await accept(world, offer)
    deck = (await scene.match()).deals[0].deck
    await world.deliver_again(press)
    await world.restart(crash=True)
    await world.deliver_again(press)
    world.excuse(press)
    assert (await scene.match()).deals[0].deck == deck
    await ended(scene)
    check(await record(world, world["bob"]), commitment, press)


@pytest.mark.parametrize("crash", [False, True], ids=["clean", "crash"])
async def test_a_promise_is_kept_over_restarts(crash: bool, world: Club) -> None:
    offer = await challenge(world)
    commitment = promised(offer)
    await world.restart(crash=crash)
    scene, press = await accept(world, offer)
    for deals in (2, 4):
        await scene.until(lambda match, deals=deals: len(match.deals) == deals)  # type: ignore[misc]
        await world.restart(crash=crash)
    await ended(scene)
    check(await record(world, world["bob"]), commitment, press)


async def test_a_press_that_failed_decides_nothing_and_the_next_one_does(world: Club, error_log: ErrorLog) -> None:
    """As docs/fairness.md says: what was not answered was no acceptance, and whoever pressed notices."""
    offer = await challenge(world)
    with failing(world, "BEFORE UPDATE ON shuffles"):
        failed = world.assert_answered(await world.press(world["bob"], "Accept", on=offer))
        assert "nothing has changed" in world.answer(failed)
    assert len(error_log.take()) == 1
    scene, press = await accept(world, offer)
    assert failed._interaction.id != press._interaction.id
    await ended(scene)
    check(await record(world, world["bob"]), promised(world.look(offer)), press)


# ------------------------------------------------------------------------------------ however it ended


async def resigned(scene: Scene) -> How:
    await scene.until(in_phase(Phase.PLAY))
    await scene.until(lambda match: match.is_under_way)
    await scene.do(Resignation(1))
    return How.RESIGNED


async def left(scene: Scene) -> How:
    await scene.do(Resignation(0))
    return How.VOID


async def void(scene: Scene) -> How:
    await scene.until(lambda match: len(match.deals) == 3)
    await scene.do(Void(place_is_gone=False))
    return How.VOID


@pytest.mark.parametrize("end", [resigned, left, void], ids=lambda end: end.__name__)
async def test_the_secret_is_opened_however_the_match_ended(end: Any, world: Club) -> None:
    offer = await challenge(world)
    scene, press = await accept(world, offer)
    how = await end(scene)
    await scene.tell()
    (written,) = await exported(world)
    assert written["ended"]["how"] == how.value
    check(written, promised(offer), press)
    check(await record(world, world["carol"]), promised(offer), press)
    result = world.assert_answered(await world.press(world["carol"], "Check the shuffle"))
    assert written["shuffle"]["secret"] in world.answer(result)


# ------------------------------------------------------------------------------------ Check the shuffle


async def test_one_press_says_how_to_check_to_whoever_presses_alone(world: Club) -> None:
    scene, press = await accept(world, await challenge(world))
    await ended(scene)
    (secret,) = secrets_of(world)
    for name in ("alice", "bob", "carol"):
        result = world.assert_answered(await world.press(world[name], "Check the shuffle"))
        assert result.ephemeral
        told = world.answer(result)
        for part in (secret, commitment_of(bytes.fromhex(secret)), f"`{press._interaction.id}`"):
            assert part in told
        assert "python -m bridgette verify FILE" in told
        assert "Match record" in told
        assert "docs/fairness.md" in told
    await world.restart()
    assert secret in world.answer(world.assert_answered(await world.press(world["carol"], "Check the shuffle")))


async def test_a_forged_press_opens_nothing_before_the_end(world: Club) -> None:
    scene, _ = await accept(world, await challenge(world))
    table = world.find(world["carol"], "My hand")
    for verb in ("check", "record"):
        for member in world.members.values():
            result = await world.forge(member, table, button_id(verb, scene.id))
            world.assert_answered(result, contains="still being played")
    assert "cannot be checked" in world.answer(await world.forge(world["carol"], table, button_id("check", 99)))


# ------------------------------------------------------------------------------------ matches from before


async def test_a_match_from_before_goes_on_as_it_was_and_has_no_shuffle(new_world: Any) -> None:
    async with new_world(below=plain_deal()) as world:
        await start(world)
    async with new_world(shuffles=True) as world:
        begun = await begun_before(world)
        await begun.until(lambda match: len(match.deals) == 3)
        (written,) = await exported(world)
        assert "shuffle" not in written
        await ended(begun)
        for document in (await record(world, world["carol"]), *await exported(world)):
            assert "shuffle" not in document
            with pytest.raises(BadRecord, match="the record has no shuffle"):
                verify_record(document)
        result = world.assert_answered(await world.press(world["carol"], "Check the shuffle"))
        assert "cannot be checked" in world.answer(result)
        assert {row[4] for row in rows(world)["matches"]} == {"chance"}


async def begun_before(world: Club) -> Scene:
    """A match in the same database, begun by the bot before: the names in its rows are those of this world."""
    (match_id,) = await core_of(world).store.matches.open_ids()
    game = await core_of(world).games.find(match_id)
    assert game.place.channel_id == world.channel.id
    return Scene(world, match_id, (world["alice"], world["bob"]), world.channel)


async def test_a_challenge_from_before_is_accepted_and_has_no_shuffle(world: Club) -> None:
    offer = await challenge(world)
    connection = sqlite3.connect(url_of(world).removeprefix("sqlite:///"))
    with connection:
        connection.execute("DELETE FROM shuffles")
    connection.close()
    scene, _ = await accept(world, offer)
    await ended(scene)
    (written,) = await exported(world)
    assert "shuffle" not in written
    read_record(json.dumps(written).encode())


@pytest.mark.parametrize("damage", ["DELETE FROM shuffles", "UPDATE shuffles SET secret = 'zz'"])
async def test_a_match_whose_shuffle_is_damaged_says_so_when_a_deck_is_due(damage: str, world: Club) -> None:
    scene, _ = await accept(world, await challenge(world))
    connection = sqlite3.connect(url_of(world).removeprefix("sqlite:///"))
    with connection:
        connection.execute(damage)
    connection.close()
    with pytest.raises(DamagedMatch) as found:
        await scene.until(lambda match: len(match.deals) == 2)
    assert str(found.value) == f"damaged match={scene.id} kind=shuffle"
    match = await scene.stored()
    assert len(match.deals) == 1, "nothing was saved"


async def test_the_secret_of_a_damaged_match_that_the_host_ended_is_opened_too(
    world: Club, error_log: ErrorLog
) -> None:
    scene, _ = await accept(world, await challenge(world))
    (secret,) = secrets_of(world)
    with closing(sqlite3.connect(url_of(world).removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE deals SET deck = 'SA SA'")
    await world.restart(crash=True)
    with world.env._bot_scope():
        assert await core_of(world).games.void(scene.id, world.now(), place_is_gone=False)
    await scene.tell()
    result = world.assert_answered(await world.press(world["carol"], "Check the shuffle"))
    assert secret in world.answer(result)
    world.assert_answered(await world.press(world["carol"], "Match record"), contains="This match is over")
    assert len(error_log.take()) == 1, "the host is told of the damage"


# ------------------------------------------------------------------------------------ nobody has it before


class Search:
    """Looks for the secrets, in hex, raw and in Python's and JSON's spellings, in all that leaves the bot."""

    def __init__(self, world: Club, logs: Everything) -> None:
        self.world, self.logs, self.looks = world, logs, 0
        self.passing: list[str] = []
        world.env.backend.subscribers.append(lambda event, payload: self.passing.append(f"{event} {payload}"))

    async def finds(self) -> list[str]:
        """Where a secret was found since the last look: seen by anybody, sent to anybody, logged, or exported."""
        world = self.world
        places = [one.raw for member in world.members.values() for one in world.sees(member)]
        places += [json.dumps(entry.json, default=str) for entry in world.env.http_requests]
        places += [*self.passing, *self.logs.take(), *map(json.dumps, await exported(world))]
        places += [repr(game) for game in core_of(world).games.held]
        self.passing.clear()
        self.looks += len(places)
        wanted = [spelling for secret in secrets_of(world) for spelling in spellings(secret)]
        return [place for place in places if any(spelling in place for spelling in wanted)]


def spellings(secret: str) -> Iterator[str]:
    raw = bytes.fromhex(secret)
    yield from (secret, secret.upper(), repr(raw)[2:-1], raw.decode("latin-1"), str(list(raw)), str(int(secret, 16)))


@pytest.mark.parametrize("seed", [1, 2])
async def test_nobody_finds_the_secret_before_the_end_and_everybody_after_it(
    seed: int,
    new_world: Any,
    logged: Everything,  # noqa: F811
) -> None:
    rng = random.Random(seed)
    async with new_world(shuffles=True) as world:
        search = Search(world, logged)
        offer = await challenge(world)
        assert await search.finds() == []
        scene, press = await accept(world, offer)
        players = RandomPlayer(world, world["alice"], rng), RandomPlayer(world, world["bob"], rng)
        await players[0].take_hand()
        phases = set()
        while (await scene.match()).ended is None:
            match = await scene.match()
            phases.add(match.deals[-1].phase)
            if len(match.deals) == 2:
                break
            assert await players[0].act() is not None or await players[1].act() is not None
            assert await search.finds() == []
        assert {Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY} <= phases
        while (await scene.match()).ended is None:  # quicker, with a look in each deal
            deals = len((await scene.match()).deals)
            await scene.until(lambda match, deals=deals: len(match.deals) > deals)  # type: ignore[misc]
            await scene.tell()
            if (await scene.match()).ended is None:
                assert await search.finds() == []
        assert search.looks > 1000
        (secret,) = secrets_of(world)
        check(await record(world, world["carol"]), promised(offer), press)
        assert await search.finds(), "after the end it is there"
        assert secret in world.answer(await world.press(world["carol"], "Check the shuffle"))


@pytest.mark.parametrize("what", ["BEFORE INSERT ON shuffles", "BEFORE UPDATE ON shuffles", "BEFORE INSERT ON deals"])
async def test_no_error_of_the_database_tells_the_secret(
    what: str,
    world: Club,
    logged: Everything,  # noqa: F811
    error_log: ErrorLog,
) -> None:
    search = Search(world, logged)
    offer = await challenge(world)
    with failing(world, what):
        world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge"))
        world.assert_answered(await world.press(world["bob"], "Accept", on=offer))
        assert await search.finds() == []
    assert error_log.take()
    assert len(secrets_of(world)) == (1 if "INSERT ON shuffles" in what else 2)


async def test_no_bug_tells_the_secret(
    world: Club,
    logged: Everything,  # noqa: F811
    error_log: ErrorLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A traceback goes into the log; it has the lines of the code and the error's own words, and no values."""
    search = Search(world, logged)
    offer = await challenge(world)

    def broken(shuffle: Shuffle, deal: int) -> Any:
        raise RuntimeError(f"a bug with {shuffle!r} in deal {deal}")

    with monkeypatch.context() as patch:
        patch.setattr(Shuffle, "deck", broken)
        result = world.assert_answered(await world.press(world["bob"], "Accept", on=offer))
        assert "Something went wrong on my side" in world.answer(result)
    (line,) = error_log.take()
    assert "a bug with Shuffle(public=" in line
    assert await search.finds() == []
    world.errors()


async def test_a_search_that_finds_nothing_would_have_found_it(
    world: Club,
    logged: Everything,  # noqa: F811
) -> None:
    """The same search, with a log that tells: each spelling is found."""
    search = Search(world, logged)
    await accept(world, await challenge(world))
    assert await search.finds() == []
    (secret,) = secrets_of(world)
    for spelling in spellings(secret):
        logging.getLogger("bot.games").debug("%s", spelling)
        assert await search.finds(), spelling
    assert await search.finds() == []
