"""A person who asks to be forgotten is nowhere any more; the opponents keep their matches, against "somebody"."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from simcord import MemberActor

from bot.games import Agreement, Game
from bot.host.export import export
from bot.preferences import PersonSettings
from bot.store import Person, Place, Player, StoreUnavailable
from bot.values import SOMEBODY
from bridgette import How
from bridgette.record import read_record, verify_record
from tests.bot.conftest import Club, ErrorLog, NewWorld
from tests.reliability.test_promises_damage import damage
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, core_of, plain_deals, rows, start
from .stored import database, everything
from .test_my_data import finished, my_data
from .test_secrecy import Everything, logged  # noqa: F401
from .test_shuffles import exported, failing, url_of


def traces(world: World, member: MemberActor) -> list[str]:
    """Where the id or the name of a member stands in the database."""
    return [
        f"{table}: {row}"
        for table, found in everything(world).items()
        for row in found
        if any(str(member.id) in str(value) or member.name in str(value) for value in row)
    ]


async def asked(world: World, member: MemberActor) -> Seen:
    """The question, which nobody else sees."""
    result = world.assert_answered(await member.slash(world.channel, "bridgette forget-me"))
    assert result.ephemeral
    return world.panel(member)


async def forget(world: World, member: MemberActor) -> None:
    """As people do it."""
    question = await asked(world, member)
    world.assert_answered(await world.press(member, "Forget me", on=question), contains="nothing is stored about you")
    assert not world.look(question).buttons
    await world.settle()
    assert traces(world, member) == []


async def rebuilt(world: World) -> None:
    """A rebuild of the sums changes nothing."""
    kept = rows(world)["standings"]
    await core_of(world).store.standings.rebuild()
    assert rows(world)["standings"] == kept


# ------------------------------------------------------------------------------------ asked once


async def test_the_question_says_what_follows_and_no_leaves_everything(world: World) -> None:
    await start(world)
    question = await asked(world, world["alice"])
    for words in (
        "cannot be taken back",
        "open match is resigned",
        "challenges are withdrawn",
        "What stays",
        "backups",
    ):
        assert words in question.text
    before = everything(world)
    world.assert_answered(await world.press(world["alice"], "Leave it", on=question), contains="nothing has changed")
    assert everything(world) == before


async def test_asking_leaves_no_name_and_who_is_unknown_can_be_forgotten(world: World) -> None:
    carol = world["carol"]
    assert "You have no open match" in (await asked(world, carol)).text
    assert traces(world, carol) == []
    await forget(world, carol)


# ------------------------------------------------------------------------------------ forgotten


async def test_nothing_of_the_person_is_left_and_the_opponents_keep_their_matches(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        alice, bob, carol = world["alice"], world["bob"], world["carol"]
        core, lounge = core_of(world), world.channels["lounge"]
        old = await finished(world)
        under_way = await start(world)
        await under_way.led()
        begun = await start(world, "carol", "alice", lounge)
        await core.store.persons.set(alice.id, PersonSettings(asks=True))
        attic = world.guild.create_text_channel("attic")
        await alice.slash(attic, "bridgette challenge", opponent=carol)
        await bob.slash(attic, "bridgette challenge", opponent=alice)
        await core.store.persons.block(alice.id, carol.id, "carol", world.now())
        await core.store.persons.block(bob.id, alice.id, "alice", world.now())
        assert "Your 2 open matches" in (await asked(world, alice)).text
        await forget(world, alice)
        ended = {scene.id: (await scene.match()).ended for scene in (under_way, begun)}
        lost, void = ended[under_way.id], ended[begun.id]
        assert lost is not None
        assert (lost.how, lost.by, lost.winner) == (How.RESIGNED, 0, 1)
        assert void is not None
        assert void.how is How.VOID, "nobody had led yet"
        assert await core.store.persons.is_blocked(bob.id, alice.id), "being forgotten is no way round"
        assert [one.name for one in await core.store.persons.blocked_by(bob.id)] == [None]
        await world.advance(20)
        shown = world.reads(carol, attic)
        assert "somebody\u2069 withdrew the challenge" in shown
        assert "somebody\u2069 would rather not play now" in shown
        assert not [one for one in world.sees(carol, attic) if one.buttons]
        board = world.answer(await carol.slash(attic, "bridgette leaderboard"))
        assert "bob" in board
        assert "alice" not in board
        stats = world.answer(await carol.slash(attic, "bridgette stats", member=bob))
        assert "wins 2" in stats
        assert "somebody\u2069: 2 won, 0 lost" in stats
        assert "has not finished a match" in world.answer(await carol.slash(attic, "bridgette stats", member=alice))
        await rebuilt(world)
        found = await my_data(world, bob)
        assert [one["opponent"] for one in found["matches"]] == [SOMEBODY, SOMEBODY]
        assert found["matches"][0]["record"]["players"] == [SOMEBODY, "bob"]
        assert found["challenges_made"][0]["opponent"] == SOMEBODY
        assert found["challenges_received"][0]["challenger"] == SOMEBODY
        assert found["blocked"] == [SOMEBODY]
        # What was hers is not hers any more.
        result = await world.press(alice, "Match record", on=world.find(alice, "Rematch"))
        world.assert_answered(result)
        forged = await world.forge(alice, world.find(alice, "Rematch"), button_id(Verb.REMATCH, old.id))
        world.assert_answered(forged, contains="only they can do that")
        result = await world.press(bob, "Rematch", on=world.find(bob, "Rematch"))
        world.assert_answered(result, contains="no such challenge any more")


async def test_both_players_of_a_match_in_replayed_records_and_exports(new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        scene = await finished(world)
        for name in ("alice", "bob"):
            await forget(world, world[name])
        assert not rows(world)["standings"]
        await rebuilt(world)
        (record,) = await exported(world)
        assert record["players"] == [SOMEBODY, SOMEBODY]
        verify_record(record)
        assert read_record(json.dumps(record).encode()).ended == (await scene.match()).ended
        await world["carol"].slash(world.channel, "bridgette leaderboard")
        assert "Nobody has finished a match here yet" in world.panel(world["carol"]).text
        world.assert_answered(await world.press(world["carol"], "Match record"))


async def test_two_who_were_forgotten_are_told_apart_where_their_match_is_shown(world: World) -> None:
    """The result was not posted before: it shows nobody's name, and each by a mark."""
    scene = await start(world)
    await scene.led()
    await scene.resign(world["alice"])
    for name in ("alice", "bob"):
        assert await core_of(world).store.erasure.forget_person(world[name].id)
    await scene.tell()
    shown = world.find(world["carol"], "Rematch").text
    assert "② \u2068somebody\u2069 wins" in shown
    assert "① \u2068somebody\u2069 resigned" in shown
    assert not [ping for ping in world.pings if ping.user_id == world["bob"].id][1:], "the challenge alone pinged him"


async def test_who_plays_again_starts_anew(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        await finished(world)
        await forget(world, world["alice"])
        again = await start(world, "alice", "carol")
        await again.led()
        await again.resign(world["carol"])
        await again.tell()
        stats = world.answer(await world["bob"].slash(world.channel, "bridgette stats", member=world["alice"]))
        assert "matches 1" in stats
        assert "wins 1" in stats
        assert [one["opponent"] for one in (await my_data(world, world["alice"]))["matches"]] == ["carol"]
        await rebuilt(world)


def on_disk(world: World) -> bytes:
    """The database's file, and the log beside it."""
    path = Path(url_of(world).removeprefix("sqlite:///"))
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


async def test_the_file_itself_keeps_nothing_that_was_deleted(world: World) -> None:
    await finished(world)
    name = "Zaphira Quillon-Tamsin"
    await core_of(world).store.persons.block(world["alice"].id, 4242, name, world.now())
    assert name.encode() in on_disk(world)
    await forget(world, world["alice"])
    with closing(database(world)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert name.encode() not in on_disk(world)


async def test_the_log_names_nobody(world: World, logged: Everything) -> None:  # noqa: F811
    await finished(world)
    await forget(world, world["alice"])
    lines = logged.take()
    assert any("a person was forgotten" in line for line in lines)
    assert not [line for line in lines if str(world["alice"].id) in line or "alice" in line]


# ------------------------------------------------------------------------------------ between question and answer


async def test_a_match_that_began_or_ended_meanwhile_is_asked_about(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        alice = world["alice"]
        question = await asked(world, alice)
        scene = await start(world, "bob", "alice")
        result = await world.press(alice, "Forget me", on=question)
        world.assert_answered(result, contains="changed meanwhile")
        assert (await scene.match()).ended is None
        assert "Your open match is resigned" in world.look(question).text
        await scene.led()
        await scene.resign(world["bob"])
        world.assert_answered(await world.press(alice, "Forget me", on=question), contains="changed meanwhile")
        assert traces(world, alice)
        question = await asked(world, alice)
        world.assert_answered(await world.press(alice, "Forget me", on=question), contains="nothing is stored")


async def test_as_many_matches_that_are_others_are_asked_about(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene = await start(world)
        question = await asked(world, world["alice"])
        await scene.resign(world["bob"])
        other = await start(world, "carol", "alice", world.channels["lounge"])
        result = await world.press(world["alice"], "Forget me", on=question)
        world.assert_answered(result, contains="changed meanwhile")
        assert (await other.match()).ended is None


async def test_an_answer_after_a_restart_is_good(world: World) -> None:
    scene = await start(world)
    question = await asked(world, world["alice"])
    await world.restart()
    world.assert_answered(await world.press(world["alice"], "Forget me", on=question), contains="nothing is stored")
    assert (await scene.match()).ended is not None
    assert traces(world, world["alice"]) == []


async def test_two_presses_at_once_forget_once(world: World) -> None:
    scene = await start(world)
    await scene.led()
    question = await asked(world, world["alice"])
    custom_id = question.buttons[0].custom_id
    results = await world.together(*[(world["alice"], question, custom_id)] * 2)
    said = [world.answer(world.assert_answered(result)) for result in results]
    assert any("nothing is stored" in one for one in said)
    assert any("under way already" in one for one in said)
    assert traces(world, world["alice"]) == [], "the second press leaves no name either"
    assert len(rows(world)["results"]) == 1


async def test_a_match_that_begins_at_the_last_moment_keeps_the_person(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one transaction looks once more."""
    erasure = core_of(world).store.erasure
    remove = erasure.forget_person
    begun: list[Game] = []

    async def begin_first(user_id: int) -> bool:
        players = Player.of(Person(world["bob"].id, "bob")), Player.of(Person(user_id, "alice"))
        place = Place(world.guild.id, world.channel.id)
        begun.append(await core_of(world).games.begin(Agreement(players, place), world.now()))
        return await remove(user_id)

    question = await asked(world, world["alice"])
    with monkeypatch.context() as patched:
        patched.setattr(erasure, "forget_person", begin_first)
        result = await world.press(world["alice"], "Forget me", on=question)
    world.assert_answered(result, contains="changed meanwhile")
    assert (await core_of(world).games.find(begun[0].id)).is_open
    assert traces(world, world["alice"])


async def test_two_forgotten_at_once_who_play_each_other(world: World) -> None:
    scene = await start(world)
    await scene.led()
    presses = []
    for name in ("alice", "bob"):
        question = await asked(world, world[name])
        presses.append((world[name], question, question.buttons[0].custom_id))
    for result in await world.together(*presses):
        world.assert_answered(result)
    for member, question, _ in presses:
        if world.look(question).buttons:  # the other's resignation came first, so this one is asked once more
            world.assert_answered(await world.press(member, "Forget me", on=question), contains="nothing is stored")
        assert traces(world, member) == []
    assert len(rows(world)["results"]) == 1


# ------------------------------------------------------------------------------------ when something fails


@pytest.mark.parametrize("what", ["BEFORE UPDATE ON seats", "BEFORE DELETE ON members", "BEFORE DELETE ON standings"])
async def test_a_database_that_fails_in_the_middle_removes_nothing_by_half(what: str, world: World) -> None:
    """The match is resigned by itself; all else goes at once or not at all; pressing again finishes."""
    await finished(world)
    scene = await start(world)
    await scene.led()
    question = await asked(world, world["alice"])
    with failing(world, what):
        result = await world.press(world["alice"], "Forget me", on=question)
        world.assert_answered(result, contains="before everything was removed")
        await world.settle()
        assert (await scene.match()).ended is not None
        found = {trace.partition(":")[0] for trace in traces(world, world["alice"])}
        assert found >= {"seats", "members", "challenges", "standings"}
    world.assert_answered(await world.press(world["alice"], "Forget me", on=question), contains="nothing is stored")
    assert traces(world, world["alice"]) == []
    await rebuilt(world)


async def test_a_database_that_fails_at_the_second_match_keeps_the_first_resignation(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deals()) as world:
        first, second = await start(world), await start(world, "carol", "alice", world.channels["lounge"])
        question = await asked(world, world["alice"])
        append = core_of(world).store.matches.append

        async def fails_at_second(match_id: int, *arguments: Any, **options: Any) -> None:
            if match_id == second.id:
                raise StoreUnavailable("no")
            await append(match_id, *arguments, **options)

        with monkeypatch.context() as patched:
            patched.setattr(core_of(world).store.matches, "append", fails_at_second)
            result = await world.press(world["alice"], "Forget me", on=question)
            world.assert_answered(result, contains="before everything was removed")
        assert (await first.match()).ended is not None
        assert (await second.match()).ended is None
        world.assert_answered(await world.press(world["alice"], "Forget me", on=question), contains="nothing is stored")
        assert (await second.match()).ended is not None
        assert traces(world, world["alice"]) == []


async def test_a_database_that_cannot_even_be_read_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    question = await asked(world, world["alice"])

    async def fails(*_: Any) -> None:
        raise StoreUnavailable("no")

    with monkeypatch.context() as patched:
        patched.setattr(core_of(world).store.matches, "open_of", fails)
        result = await world.press(world["alice"], "Forget me", on=question)
        world.assert_answered(result, contains="nothing has changed")
    assert error_log.take()
    world.assert_answered(await world.press(world["alice"], "Forget me", on=question), contains="nothing is stored")


@pytest.mark.parametrize("how", ["card_twice", "deal_missing"])
async def test_a_damaged_match_is_no_obstacle(how: str, world: World, error_log: ErrorLog) -> None:
    scene = await start(world)
    await scene.to_play()
    await world.client.close()
    damage(world, scene, how)
    await world.restart()
    await forget(world, world["alice"])
    row = await core_of(world).store.matches.get(scene.id)
    assert row is not None
    assert row.ended_how == "void"
    error_log.take()


async def test_where_discord_does_not_take_the_answer_it_is_done_all_the_same(world: Club) -> None:
    await finished(world)
    question = await asked(world, world["alice"])
    world.env.inject_error("POST", "/interactions/*", status=403, code=50013, times=None)
    world.excuse(await world.press(world["alice"], "Forget me", on=question))
    await world.settle()
    assert traces(world, world["alice"]) == []


async def test_a_made_up_answer_forgets_only_who_gives_it(new_world: NewWorld) -> None:
    async with new_world(below=plain_deals()) as world:
        scene: Scene = await start(world)
        question = await asked(world, world["alice"])
        result = await world.forge(world["carol"], question, question.buttons[0].custom_id)
        world.assert_answered(result, contains="changed meanwhile")
        assert (await scene.match()).ended is None
        assert traces(world, world["alice"])
        for custom_id in (button_id(Verb.FORGET, 7, 1, "x" * 60), button_id(Verb.FORGET, 0, 999_999_999, "0")):
            result = await world.forge(world["alice"], question, custom_id)
            world.assert_answered(result, contains="changed meanwhile")
        assert (await scene.match()).ended is None


async def test_export_and_the_rest_of_the_bot_know_no_difference(world: World) -> None:
    """Seats without a name are whole matches, for every way in."""
    scene = await finished(world)
    await forget(world, world["alice"])
    await world.restart()
    lines: list[str] = []
    found = await export(url_of(world), lambda line: lines.append(line) or True)
    assert (found.written, found.damaged) == (1, [])
    world.assert_answered(await world.press(world["carol"], "Check the shuffle"))
    assert scene.id in await core_of(world).store.matches.all_ids()
    with closing(database(world)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
