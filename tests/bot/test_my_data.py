"""All that is stored about a person, for that person alone: whole, and without anything that is hidden from them."""

from __future__ import annotations

import io
import json
import random
import zipfile
from contextlib import closing
from datetime import datetime
from typing import Any

import pytest
from simcord import MemberActor

from bot.features.data import files
from bot.games import Void
from bot.preferences import PersonSettings
from bridgette import Deal, Match, Phase
from bridgette.record import read_record, write_record
from tests.bot.conftest import Club, ErrorLog, NewWorld
from tests.bot.driver import Chance, Player, RandomPlayer, follow
from tests.bot.driver import start as begin
from tests.bot.test_secrecy import FIRST, MEMBERS, SECOND, alike, cards_in, dealt_anew, hidden, in_play
from tests.reliability.test_promises_damage import damage
from tests.support.world import World

from .scene import Scene, core_of, plain_deal, start
from .stored import database, everything

LISTS = ("blocked", "names", "standings", "pings_sent", "pings_received", "following", "challenges_made")
LISTS += ("challenges_received",)


async def file_of(world: World, member: MemberActor) -> tuple[str, bytes]:
    """The file that a member gets, which nobody else sees."""
    await world.advance(60)
    result = world.assert_answered(await member.slash(world.channel, "bridgette my-data"))
    assert result.ephemeral
    (attachment,) = json.loads(world.panel(member).raw.partition("\n")[0])["attachments"]
    data = world.env.backend.cdn.get(attachment["url"])
    assert data is not None
    return attachment["filename"], data


async def my_data(world: World, member: MemberActor) -> dict[str, Any]:
    """What the file says."""
    name, data = await file_of(world, member)
    assert name == "bridgette-my-data.json"
    found: dict[str, Any] = json.loads(data)
    assert found["format"] == "bridgette-my-data/1"
    assert found["user"] == str(member.id)
    return found


async def finished(world: World, first: str = "alice", second: str = "bob") -> Scene:
    """A match under way that its first player has resigned, and that is shown."""
    scene = await start(world, first, second)
    await scene.led()
    await scene.resign(scene.players[0])
    await scene.tell()
    return scene


# ------------------------------------------------------------------------------------ what it holds


async def test_of_a_stranger_nothing_is_stored_and_asking_leaves_nothing(world: World) -> None:
    before = everything(world)
    found = await my_data(world, world["carol"])
    assert found["settings"] is None
    assert not any(found[name] for name in (*LISTS, "matches"))
    assert everything(world) == before
    assert not [one for one in world.sees(world["alice"]) if "stored" in one.text]


async def test_all_that_is_stored_comes_with_others_by_name_alone(new_world: NewWorld) -> None:
    async with new_world(shuffles=True) as world:
        alice, bob, core = world["alice"], world["bob"], core_of(world)
        scene = await finished(world)
        await core.store.persons.set(alice.id, PersonSettings(reminders=False))
        await core.store.persons.block(alice.id, world["carol"].id, "carol", world.now())
        world.assert_answered(await bob.slash(world.channel, "bridgette challenge", opponent=alice))
        world.assert_answered(await alice.slash(world.channels["lounge"], "bridgette challenge"))
        hashed = {name: await core.store.persons.hash_of(world[name].id) for name in ("alice", "bob")}
        found, server = await my_data(world, alice), str(world.guild.id)
        text = json.dumps(found)
        for name in ("bob", "carol"):
            assert str(world[name].id) not in text, "nobody else's id"
        assert hashed["bob"] not in text
        assert found["settings"] == {
            "reminders": False,
            "direct": False,
            "asks": False,
            "is_challengeable": True,
            "direct_failed": False,
            "quiet": False,
            "words": False,
            "knows_game": False,
        }
        assert found["blocked"] == ["carol"]
        assert [(one["server"], one["name"]) for one in found["names"]] == [(server, "alice")]
        (line,) = found["standings"]
        assert (line["server"], line["matches"], line["losses"]) == (server, 1, 1)
        made = [(one["opponent"], one["state"], one["match"]) for one in found["challenges_made"]]
        assert made == [("bob", "accepted", scene.id), (None, "open", None)]
        assert [(one["challenger"], one["state"]) for one in found["challenges_received"]] == [("bob", "open")]
        for name in ("pings_sent", "pings_received"):
            (ping,) = found[name]
            assert (ping["server"], ping["declined_at"]) == (server, None)
            assert datetime.fromisoformat(ping["at"]) <= world.now()
        (match,) = found["matches"]
        assert (match["match"], match["server"], match["seat"]) == (scene.id, server, 0)
        assert (match["name"], match["opponent"]) == ("alice", "bob")
        assert match["ended"] | {"at": ""} == {"how": "resigned", "by": 0, "winner": 1, "at": ""}
        assert match["result"]["voided"] is False
        assert len(match["acts"]) == len([one for one in stored_acts(world, scene.id) if one == 0])
        assert read_record(json.dumps(match["record"]).encode()) == await scene.match()
        assert len(match["record"]["shuffle"]["secret"]) == 64, "of an ended match the whole record"


def stored_acts(world: World, match_id: int) -> list[int | None]:
    """Whose the acts of a match are, in order."""
    with closing(database(world)) as file:
        rows = file.execute("SELECT seat FROM acts WHERE match_id = ? ORDER BY number", (match_id,))
        return [seat for (seat,) in rows]


async def test_what_others_have_set_about_a_person_is_not_told(world: World) -> None:
    await finished(world)
    before = await my_data(world, world["alice"])
    persons = core_of(world).store.persons
    await persons.block(world["bob"].id, world["alice"].id, "alice", world.now())
    await persons.set(world["bob"].id, PersonSettings(is_challengeable=False))
    after = await my_data(world, world["alice"])
    assert after | {"made_at": ""} == before | {"made_at": ""}


async def test_a_void_match_comes_with_its_record(world: World) -> None:
    scene = await start(world)
    await scene.do(Void(place_is_gone=False))
    (match,) = (await my_data(world, world["bob"]))["matches"]
    assert match["ended"]["how"] == "void"
    assert match["result"] is None
    assert match["record"]["ended"]["how"] == "void"
    assert "view" not in match


@pytest.mark.parametrize("how", ["card_twice", "number_missing", "kind_unknown", "deal_missing", "moment"])
async def test_a_damaged_match_is_named_and_the_rest_comes(how: str, new_world: NewWorld, error_log: ErrorLog) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await start(world)
        await scene.to_play()
        other = await start(world, "carol", "alice", world.channels["lounge"])
        await world.client.close()
        if how == "moment":
            with closing(database(world)) as file, file:
                file.execute("UPDATE matches SET started_at = 'SA' WHERE id = ?", (scene.id,))
        else:
            damage(world, scene, how)
        await world.restart()
        _, data = await file_of(world, world["alice"])
        assert "One match is damaged" in world.panel(world["alice"]).text
        first, second = json.loads(data)["matches"]
        assert first["match"] == scene.id
        assert first["damaged"] is True
        assert "view" not in first
        assert second["match"] == other.id
        assert second["view"]["deals"]
        error_log.take()  # the host is told of it


# ------------------------------------------------------------------------------------ how it comes


async def test_a_large_file_comes_zipped_and_a_larger_one_is_the_hosts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(world)
    plain = await my_data(world, world["alice"])
    monkeypatch.setattr(files, "LARGEST", 1500)
    name, data = await file_of(world, world["alice"])
    assert name == "bridgette-my-data.zip"
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert json.loads(packed.read("bridgette-my-data.json"))["matches"] == plain["matches"]
    monkeypatch.setattr(files, "LARGEST", 100)
    await world.advance(60)
    result = await world["alice"].slash(world.channel, "bridgette my-data")
    world.assert_answered(result, contains="ask the host")


async def test_once_a_minute_a_person_and_again_at_once_where_it_failed(world: World) -> None:
    alice, channel = world["alice"], world.channel
    world.assert_answered(await alice.slash(channel, "bridgette my-data"), contains="All that I have stored")
    with world.hurrying():
        await world.advance(59.9)
        world.assert_answered(await alice.slash(channel, "bridgette my-data"), contains="a moment ago")
        world.assert_answered(await world["bob"].slash(channel, "bridgette my-data"), contains="All that I have stored")
        await world.advance(0.2)
        world.assert_answered(await alice.slash(channel, "bridgette my-data"), contains="All that I have stored")


async def test_where_discord_or_the_database_fails_it_can_be_asked_for_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    from bot.store import StoreUnavailable

    alice, personal = world["alice"], core_of(world).store.personal

    async def fails(*_: Any) -> None:
        raise StoreUnavailable("no")

    with monkeypatch.context() as patched:
        patched.setattr(personal, "of", fails)
        result = await alice.slash(world.channel, "bridgette my-data")
        world.assert_answered(result, contains="The database did not take that")
    assert error_log.take()
    world.assert_answered(await alice.slash(world.channel, "bridgette my-data"), contains="All that I have stored")


# ------------------------------------------------------------------------------------ what it must not hold


def without_earlier_deals(data: dict[str, Any]) -> str:
    """The file's text without the deals that are over, whose cards everybody was shown."""
    (match,) = data["matches"]
    deals = match["view"]["deals"]
    match["view"]["deals"] = deals[-1:]
    return json.dumps(data)


@pytest.mark.parametrize("seed", [31])
async def test_at_no_decision_of_a_match_it_names_a_hidden_card_or_the_secret(seed: int, new_world: NewWorld) -> None:
    rng = random.Random(seed)
    async with new_world(shuffles=True, members=MEMBERS) as world:
        players = [RandomPlayer(world, world[name], rng) for name in (FIRST, SECOND)]
        await begin(world, *players)
        (game,) = core_of(world).games.held
        with closing(database(world)) as file:
            ((secret,),) = file.execute("SELECT secret FROM shuffles").fetchall()
        phases, decisions, deals = set(), 0, 0
        while game.is_open and deals < 2:
            for seat, player in enumerate(players):
                data = await my_data(world, player.member)
                text = without_earlier_deals(data)
                assert secret not in text
                assert not cards_in(text) & hidden(game.match, seat), text
                own = set(map(str, game.match.deals[-1].hand(seat)))
                assert own <= set(map(str, cards_in(text))), "one's own hand is there"
            phases.add(game.match.deals[-1].phase)
            decisions += 1
            for player in players:
                await world.advance(1)
                if await player.act() is not None:
                    break
            else:
                raise AssertionError("nobody could act")
            game = await core_of(world).games.find(game.id)
            deals = sum(1 for deal in game.match.deals if deal.result and deal.result.contract)
        assert phases >= {Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY}
        assert decisions > 30


async def watched(new_world: NewWorld, deal: Deal, viewer: int, run: int) -> list[str]:
    """Play the deal as far as it goes; after every act, the viewer's file."""
    names: dict[str, str] = {}
    found = []
    chance = Chance(deal.dealer, [deal.deck], seed=run)
    async with new_world(below=chance, members=MEMBERS, database=f"{run}.db") as world:
        players = Player(world, world[FIRST]), Player(world, world[SECOND])
        await begin(world, *players)
        async for _ in follow(players, Match((FIRST, SECOND), (deal,)), Player.choose):
            _, data = await file_of(world, players[viewer].member)
            found.append(alike(data.decode(), names))
    return found


@pytest.mark.parametrize("viewer", [0, 1])
async def test_it_is_the_same_when_what_is_hidden_is_dealt_anew(viewer: int, new_world: NewWorld) -> None:
    deal = in_play(21)
    other = dealt_anew(deal, viewer, 21)
    assert deal.deck != other.deck
    assert deal.discards[1 - viewer] != other.discards[1 - viewer]
    first = await watched(new_world, deal, viewer, 1)
    second = await watched(new_world, other, viewer, 2)
    assert len(first) == len(second) > 12
    assert first == second


async def test_a_match_that_ends_while_the_file_is_made_is_no_way_to_the_secret(
    world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written of a match follows from the rows of one moment: open, and so its view."""
    scene = await start(world)
    await scene.led()
    load = core_of(world).store.matches.load

    async def load_and_end(match_id: int) -> Any:
        found = await load(match_id)
        monkeypatch.undo()
        await scene.resign(world["bob"])
        return found

    monkeypatch.setattr(core_of(world).store.matches, "load", load_and_end)
    (match,) = (await my_data(world, world["alice"]))["matches"]
    assert "record" not in match
    deal = (await scene.match()).deals[-1]
    assert not cards_in(json.dumps(match["view"])) & set(deal.hand(1)) - {deal.up_card}
    (match,) = (await my_data(world, world["alice"]))["matches"]
    assert match["record"] == write_record(await scene.match())
