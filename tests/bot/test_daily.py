"""The deal of the day: the same for everybody, one try each, sealed until the day is over."""

from __future__ import annotations

import json
import random
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import discord
import pytest

from bot.daily import Attempt, day_of
from bot.features.analysis import verbs as analysis
from bot.features.daily import verbs
from bot.features.fairness import verbs as fairness
from bot.features.hints import verbs as hints
from bot.features.table import verbs as table
from bot.features.takeback import verbs as takeback
from bot.games import Game, Move, record_of
from bot.ids import ComponentId
from bot.store import NOWHERE, DailyTry, NewMatch, Person, Place, Player, StoreUnavailable
from bot.store import Ending as StoredEnding
from bridgette import Match
from bridgette.cli.verify import verify_file
from bridgette.shuffle import DAILY, Shuffle
from tests.game import playouts
from tests.support.seen import Seen
from tests.support.world import World

from .alone import Direct, installed_by, on_another_server, play
from .conftest import Club, ErrorLog
from .house import choose
from .scene import Scene, core_of, public, untold
from .test_my_data import my_data

MIDNIGHT = datetime(2026, 1, 2, tzinfo=UTC)
"""The end of the day on which every world begins."""

DAY, NEXT = "2026-01-01", "2026-01-02"


async def until(world: World, moment: datetime) -> None:
    """That moment comes, and the rounds after it. What would have happened meanwhile, did not."""
    world.env._move_clock(world.env._virtual_time + (moment - world.now()) / timedelta(seconds=1))
    await world.advance(1)


async def asked(world: World, member: Any, channel: Any = None) -> Seen:
    """What the command shows."""
    where = channel or world.channel
    world.assert_answered(await member.slash(where, "bridgette daily"))
    return world.panel(member, where)


async def begun(world: World, name: str = "alice", where: Any = None) -> Scene:
    """Somebody's try, just begun, by command and Start."""
    who, channel = where or (world[name], world.channel)
    await asked(world, who, channel)
    world.assert_answered(await world.press(who, "Start", channel=channel))
    attempt = await attempt_of(world, who)
    return Scene(world, attempt.match_id, (who, who), channel)


async def attempt_of(world: World, member: Any, day: str | None = None) -> Attempt:
    found = await core_of(world).store.dailies.attempt(day or day_of(world.now()), member.id)
    assert found is not None
    return found


async def finished(world: World, name: str = "alice", seed: int = 3, where: Any = None) -> Scene:
    """Somebody's try, played to its end by clicks."""
    scene = await begun(world, name, where)
    await play(scene, seed=seed)
    return scene


async def compared(scene: Scene) -> Seen:
    """What came of the day, from the end of a try that was played by clicks; else by the command."""
    await scene.world.advance(2)
    end = scene.panel(0)
    if end.button("Compare") is None:
        return await asked(scene.world, scene.players[0], scene.channel)
    scene.world.assert_answered(await scene.world.press(scene.players[0], "Compare", on=end))
    return scene.panel(0)


async def forged(world: World, member: Any, verb: str, subject: int = 0, at: int = 0, channel: Any = None) -> str:
    """A press of a button that was never shown, made up by a script; the answer."""
    await world.advance(2)
    message = world.panel(member, channel or world.channel)
    result = await world.forge(member, message, str(ComponentId(verb, subject, at)))
    world.assert_answered(result)
    return world.answer(result)


def labels(seen: Seen) -> list[str]:
    return [one.label for one in seen.buttons]


async def quickly(scene: Scene, seed: int = 3) -> None:
    """Play a try to its end without clicks; the house plays as it does."""
    rng, core = random.Random(seed), core_of(scene.world)
    while (match := await scene.match()).ended is None:
        if 0 in match.to_act:
            _, action = playouts.action(rng, match.deals[-1]._replace(discards=_other_chosen(match)), playouts.modest)
            with scene.world.env._bot_scope():
                await core.games.do(scene.id, Move(0, action), scene.world.now())
        await scene.world.settle()


def _other_chosen(match: Match) -> Any:
    """What of the exchange seat 0 does now: as if the other had chosen."""
    deal = match.deals[-1]
    return (None, deal.drawn(1)) if deal.auction is None else deal.discards


async def house_of(world: World, day: str = DAY) -> Game:
    """The match in which the house plays everybody's seat."""
    await world.advance(16)
    found = await core_of(world).store.dailies.day(day)
    assert found is not None
    assert found.house_match_id is not None
    return await core_of(world).games.find(found.house_match_id)


async def house_done(world: World) -> Game:
    """That match once it is over."""
    for _ in range(100):
        if not (game := await house_of(world)).is_open:
            return game
    raise AssertionError("the house does not come to an end")


async def opened(world: World) -> None:
    """The first day is over, and its secret shown."""
    await until(world, MIDNIGHT + timedelta(hours=1, seconds=1))
    await world.advance(16)
    day = await core_of(world).store.dailies.day(DAY)
    assert day is not None
    assert day.opened_at is not None


# ------------------------------------------------------------------------------------ the same for everybody


async def test_a_whole_day_by_clicks_from_the_promise_to_the_check(world: Club) -> None:
    alice = world["alice"]
    start = await asked(world, alice)
    assert "The deal of 2026-01-01" in start.text
    assert labels(start) == ["Start"]
    promised = re.search("`([0-9a-f]{64})`", start.text)
    assert promised is not None
    scene = await begun(world)
    await play(scene)
    end = scene.panel(0)
    assert labels(end) == ["Compare"], "nothing of play or record"
    result = await compared(scene)
    match = await scene.match()
    net = match.totals[0] - match.totals[1]
    assert f"The deal of 2026-01-01: {'−' if net < 0 else '+'}{abs(net):,}" in result.text
    assert "You are the first to finish." in result.text
    assert "Streak: 1 day" in result.text
    house = await house_of(world)
    lead = net - (house.match.totals[0] - house.match.totals[1])
    assert re.search("The house in your seat: [+−]?[0-9,]+", result.text)
    assert f"{'You' if lead > 0 else 'It'} did better by {abs(lead):,}." in result.text
    assert "come to light" in result.text
    assert labels(result) == ["The deal", "This server", "Share"]
    await world.advance(2)
    await world.press(alice, "The deal", on=result)
    assert labels(scene.panel(0)) == ["Compare"]
    assert public(world) == []

    await opened(world)
    await asked(world, alice)
    world.assert_answered(await world.press(alice, "◀ 2026-01-01"))
    after = world.panel(alice)
    assert {"Show the play", "Match record", "Check the shuffle", "Analysis"} <= set(labels(after))
    await world.press(alice, "Match record", on=after)
    assert f"bridgette-match-{scene.id}.json" in world.panel(alice).text
    await world.press(alice, "Check the shuffle", on=after)
    assert promised[1] in world.panel(alice).text
    # The file, as anybody can check it: the promise, the deck, and each of the house's decisions.
    document = json.loads(json.dumps(await record_of(core_of(world).store, await scene.game())))
    assert document["shuffle"]["commitment"] == promised[1]
    assert (document["shuffle"]["method"], document["shuffle"]["public"]) == (DAILY, DAY)
    assert holds(document)


def holds(document: dict[str, Any]) -> bool:
    """Whether a record is verified, and the house decided all that it did."""
    lines = list(verify_file(json.dumps(document).encode()))
    return lines[-1].endswith("of the house as recorded")


async def test_everybody_has_the_same_cards_and_the_same_house(world: Club) -> None:
    scenes = [await begun(world, name) for name in ("alice", "bob")]
    for scene in scenes:
        await quickly(scene)
    first, second = [await scene.match() for scene in scenes]
    assert first.deals == second.deals, "who does the same sees the house do the same"
    third = await begun(world, "carol")
    assert (await third.match()).deals[0].deck == first.deals[0].deck
    text = (await compared(scenes[0])).text
    assert "Place 1 of 2 among those who have finished." in text
    assert "One other has begun and not finished." in text


async def test_the_house_plays_everybodys_seat_once_and_that_can_be_checked(world: Club) -> None:
    await asked(world, world["alice"])
    await world.advance(31)
    house = await house_of(world)
    assert all(player.is_house for player in house.players)
    house = await house_done(world)
    await world.advance(60)
    assert await core_of(world).store.matches.all_ids() == [house.id]
    await opened(world)
    assert holds(json.loads(json.dumps(await record_of(core_of(world).store, house))))


async def test_the_house_plays_a_day_that_was_asked_for_at_its_last_moment(world: Club) -> None:
    await until(world, MIDNIGHT - timedelta(seconds=4))
    await asked(world, world["alice"])
    await until(world, MIDNIGHT + timedelta(seconds=1))
    assert (await house_done(world)).match.deals
    await asked(world, world["alice"])
    assert (await house_of(world, NEXT)).id != (await house_of(world)).id


async def test_a_passed_out_deal_is_dealt_again_from_the_same_secret(world: Club) -> None:
    core = core_of(world)
    with untold(core):  # so that the house does not act by itself
        scene = await begun(world)
    for _ in range(2):
        await scene.exchange()
        await scene.calls("Pass Pass")
    match = await scene.match()
    assert (len(match.deals), match.format.deals, match.ended) == (3, 1, None)
    sealed = await core.store.shuffles.for_dealing(day=DAY)
    assert sealed is not None
    shuffle = Shuffle(bytes.fromhex(sealed.secret or ""), DAY, DAILY)
    assert [deal.deck for deal in match.deals] == [shuffle.deck(number) for number in range(3)]
    assert {deal.dealer for deal in match.deals} == {shuffle.first_dealer()}


# ------------------------------------------------------------------------------------ one try


async def test_there_is_no_second_try_on_another_server_or_another_device(world: Club) -> None:
    alice = world["alice"]
    scene = await begun(world)
    direct = Direct(alice)
    matches = core_of(world).store.matches
    for who, channel in ((alice, world.channels["lounge"]), (direct, direct.channel)):
        assert "cards to discard" in (await asked(world, who, channel)).text, "the same try, in its state"
    with installed_by(world, alice, on_another_server):
        assert "cards to discard" in (await asked(world, alice)).text
    await quickly(scene)
    for who, channel in ((alice, world.channels["lounge"]), (direct, direct.channel)):
        seen = await asked(world, who, channel)
        assert "The deal of 2026-01-01: " in seen.text
        assert "Start" not in labels(seen)
        await forged(world, who, verbs.START, at=ordinal(DAY), channel=channel)
    assert len([one for one in await matches.all_ids() if one != (await house_of(world)).id]) == 1


def ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()


async def test_each_server_lists_its_own_and_there_is_no_second_try_on_another(world: Club) -> None:
    """Both servers have the bot."""
    alice, other = world["alice"], world.env.create_guild("Elsewhere")
    far = other.create_text_channel("far")
    there = {name: other.add_member(world[name].user, nick=f"{name} of far") for name in ("alice", "bob")}
    await world.settle()
    await quickly(await begun(world))
    seen = await asked(world, there["alice"], far)
    assert "The deal of 2026-01-01: " in seen.text
    assert "Start" not in labels(seen)
    await quickly(await begun(world, "bob", (there["bob"], far)), 4)
    lists = {}
    for member, channel in ((alice, world.channel), (there["bob"], far)):
        seen = await asked(world, member, channel)
        await world.press(member, "This server", on=seen)
        lists[channel.id] = world.panel(member, channel).text
    assert "alice" in lists[world.channel.id]
    assert "bob" not in lists[world.channel.id]
    assert "bob of far" in lists[far.id]
    assert "alice" not in lists[far.id]


async def test_two_presses_of_start_at_once_begin_one_try(world: Club) -> None:
    alice = world["alice"]
    seen = await asked(world, alice)
    start = seen.buttons[0].custom_id
    results = await world.together((alice, seen, start), (alice, seen, start))
    for result in results:
        world.assert_answered(result)
    assert await core_of(world).store.matches.all_ids() == [(await attempt_of(world, alice)).match_id]
    assert "cards to discard" in world.panel(alice).text


async def test_resigning_is_no_second_try_either_and_ends_a_streak(world: Club) -> None:
    scene = await begun(world)
    await world["alice"].slash(world.channel, "bridgette resign")
    await world.press(world["alice"], "Resign the match")
    assert (await scene.match()).ended is not None
    seen = await asked(world, world["alice"])
    assert "You did not finish this deal" in seen.text
    assert {"Start", "Share"}.isdisjoint(labels(seen))
    bob = await begun(world, "bob")
    await quickly(bob)
    assert "One other has begun and not finished." in (await compared(bob)).text
    await world.press(world["bob"], "This server")
    assert re.search("1 · .bob. · .*\n– · .alice. · not finished", world.panel(world["bob"]).text)


# ------------------------------------------------------------------------------------ midnight


async def test_what_was_begun_before_midnight_may_be_finished_within_the_hour(world: Club) -> None:
    alice = world["alice"]
    await until(world, MIDNIGHT - timedelta(seconds=30))
    scene = await begun(world)
    await play(scene, lambda match: match.deals[-1].auction is not None)
    await until(world, MIDNIGHT + timedelta(minutes=30))
    seen = await asked(world, alice)
    assert "This is the deal of 2026-01-01. You can finish it until <t:1767315600:t>." in seen.text
    assert (await scene.match()).ended is None
    await play(scene)
    assert (await attempt_of(world, alice, DAY)).how == "played"
    assert "The deal of 2026-01-01: " in (await compared(scene)).text
    # Then today's, which is another one.
    today = await begun(world)
    assert (await today.match()).deals[0].deck != (await scene.match()).deals[0].deck
    await quickly(today)
    assert "Streak: 2 days · longest 2" in (await compared(today)).text
    await opened(world)
    assert (await attempt_of(world, alice, DAY)).how == "played"


async def test_start_on_either_side_of_midnight(world: Club) -> None:
    alice, bob = world["alice"], world["bob"]
    seen = {member: await asked(world, member) for member in (alice, bob)}
    start = seen[alice].buttons[0].custom_id
    await until(world, MIDNIGHT - timedelta(seconds=10))
    world.assert_answered(await world.forge(alice, seen[alice], start))
    attempt = await attempt_of(world, alice, DAY)
    await until(world, MIDNIGHT)
    # The second press of a double click shows what the first has begun.
    again = world.assert_answered(await world.forge(alice, seen[alice], start))
    assert "cards to discard" in world.answer(again)
    # Whoever presses only now plays no day that is over, and none unasked.
    late = world.assert_answered(await world.forge(bob, seen[bob], start))
    assert "That day is over." in world.answer(late)
    assert await core_of(world).store.dailies.attempt(DAY, bob.id) is None
    assert await core_of(world).store.dailies.attempt(NEXT, bob.id) is None
    assert (await attempt_of(world, alice, DAY)) == attempt


async def test_two_clicks_at_midnight_make_one_new_day(world: Club) -> None:
    await until(world, MIDNIGHT)
    for name in ("alice", "bob"):
        await asked(world, world[name])
    buttons = [(world[name], world.panel(world[name])) for name in ("alice", "bob")]
    results = await world.together(*((who, seen, seen.buttons[0].custom_id) for who, seen in buttons))
    for result in results:
        world.assert_answered(result)
    first, second = [await attempt_of(world, world[name], NEXT) for name in ("alice", "bob")]
    games = [await core_of(world).games.find(one.match_id) for one in (first, second)]
    assert games[0].match.deals[0].deck == games[1].match.deals[0].deck


async def test_at_one_what_is_unfinished_is_void_and_the_day_is_opened(world: Club) -> None:
    alice = world["alice"]
    scene = await begun(world)
    await play(scene, lambda match: match.deals[-1].auction is not None)
    old = scene.panel(0)
    await until(world, MIDNIGHT + timedelta(hours=1) - timedelta(seconds=3))
    day = await core_of(world).store.dailies.day(DAY)
    assert day is not None
    assert day.opened_at is None
    assert (await scene.match()).ended is None
    await opened(world)
    ended = (await scene.match()).ended
    assert ended is not None
    assert ended.how.value == "void"
    result = await world.forge(alice, old, str(ComponentId(table.CALL, scene.id, 3, "Pass")))
    world.assert_answered(result)
    assert (await scene.match()).ended == ended
    await asked(world, alice)
    await world.press(alice, "◀ 2026-01-01")
    assert "You did not finish this deal" in world.panel(alice).text


async def test_a_day_stays_closed_until_nothing_of_it_goes_on(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await begun(world)
    games = core_of(world).games
    right = games.void

    async def fails(*_arguments: Any, **_options: Any) -> bool:
        raise StoreUnavailable("no")

    monkeypatch.setattr(games, "void", fails)
    await until(world, MIDNIGHT + timedelta(hours=1, seconds=1))
    await world.advance(60)
    assert (await scene.match()).ended is None
    sealed = await core_of(world).store.shuffles.for_the_record(scene.id)
    assert sealed is not None
    assert sealed.secret is None
    monkeypatch.setattr(games, "void", right)
    await opened(world)
    assert (await scene.match()).ended is not None


async def test_a_bot_that_was_away_at_one_opens_the_day_when_it_is_back(world: Club) -> None:
    scene = await begun(world)
    await world.client.close()
    world.env._move_clock(world.env._virtual_time + 30 * 3600)
    await world.restart()
    await world.advance(31)
    assert (await scene.match()).ended is not None
    sealed = await core_of(world).store.shuffles.for_the_record(scene.id)
    assert sealed is not None
    assert sealed.secret is not None


# ------------------------------------------------------------------------------------ sealed until it is over


KEPT = (table.RECORD, table.SHOW, fairness.CHECK, analysis.ANALYSE)
"""What asks for more of a match than its result."""


async def test_until_the_day_is_over_nobody_is_told_more_in_any_way(world: Club) -> None:
    alice, bob, carol = (world[name] for name in ("alice", "bob", "carol"))
    scene = await begun(world)
    await quickly(scene)
    await begun(world, "bob")
    await asked(world, carol)
    house = await house_of(world)
    for member in (alice, bob, carol):
        for match_id in (scene.id, house.id):
            for verb in KEPT:
                told = await forged(world, member, verb, match_id)
                is_refused = "Everybody plays this deal" in told or "no such match" in told.lower()
                assert is_refused, (member.name, match_id, verb, told)
    # Nor does the file with one's own data say it.
    file = await my_data(world, alice)
    (mine,) = file["matches"]
    assert "record" not in mine
    assert "view" not in mine
    assert file["dailies"] == [{"server": str(world.guild.id), "day": DAY, "match": scene.id}]

    await opened(world)
    for verb in KEPT:
        assert "Everybody plays this deal" not in await forged(world, alice, verb, scene.id)
    # With its player's name it is the player's alone; the house's own is anybody's.
    for verb in (table.RECORD, table.SHOW, analysis.ANALYSE):
        assert "alice" not in await forged(world, carol, verb, scene.id)
        assert "There is no such match" not in await forged(world, carol, verb, house.id)
    assert "record" in (await my_data(world, alice))["matches"][0]


async def test_whoever_has_not_played_a_past_day_may_look_at_the_houses_play(world: Club) -> None:
    scene = await begun(world)
    await quickly(scene)
    house = await house_done(world)
    await opened(world)
    bob = world["bob"]
    await asked(world, bob)
    await world.press(bob, "◀ 2026-01-01")
    seen = world.panel(bob)
    assert "You did not play this deal." in seen.text
    assert "alice" not in seen.text
    await world.press(bob, "Match record", on=seen)
    assert f"bridgette-match-{house.id}.json" in world.panel(bob).text


async def test_there_is_no_hint_and_nothing_to_take_back(world: Club) -> None:
    alice = world["alice"]
    scene = await begun(world)
    await play(scene, playing_third_card)
    seen = scene.panel(0)
    assert not {"Take back", "Hint", "Analysis", "Show the play", "Match record"} & set(labels(seen))
    before = await scene.match()
    for at in ((await scene.game()).decisions[0], 0):
        assert "Hints are for a match alone" in await forged(world, alice, hints.HINT, scene.id, at)
        assert "nobody who could allow that" in await forged(world, alice, takeback.ASK, scene.id, at)
    result = world.assert_answered(await alice.slash(world.channel, "bridgette takeback"))
    assert not re.search("allow|asked", world.answer(result))
    assert await scene.match() == before
    for verb in KEPT:
        assert not re.search("[♠♥♦♣]", await forged(world, alice, verb, scene.id))


def playing_third_card(match: Match) -> bool:
    play = match.deals[-1].play
    return play is not None and len(play.plays) >= 3


# ------------------------------------------------------------------------------------ others


async def test_names_are_shown_on_the_server_where_it_was_played_and_nowhere_else(world: Club) -> None:
    alice, bob, carol = (world[name] for name in ("alice", "bob", "carol"))
    direct = Direct(bob)
    await quickly(await begun(world, "alice"), 3)
    away = await begun(world, "bob", (direct, direct.channel))
    await quickly(away, 4)
    there = await asked(world, direct, direct.channel)
    assert "This server" not in labels(there)
    assert "alice" not in there.text
    await world.press(alice, "This server", on=await asked(world, alice))
    listed = world.panel(alice).text
    assert "alice" in listed
    assert "bob" not in listed, "who played elsewhere is a figure"
    told = await forged(world, direct, verbs.LIST, at=ordinal(DAY), channel=direct.channel)
    assert "alice" not in told
    with installed_by(world, alice, on_another_server):
        seen = await asked(world, alice)
        assert "This server" not in labels(seen)
        assert "alice" not in await forged(world, alice, verbs.LIST, at=ordinal(DAY))
    # And not to anybody who can still play it.
    await asked(world, carol)
    assert "Play this deal first" in await forged(world, carol, verbs.LIST, at=ordinal(DAY))
    await begun(world, "carol")
    assert "Play this deal first" in await forged(world, carol, verbs.LIST, at=ordinal(DAY))


async def test_a_long_list_has_pages(world: Club) -> None:
    scene = await begun(world)
    await quickly(scene)
    store, now = core_of(world).store, world.now()
    for number in range(12):
        players = Player.of(Person(1000 + number, f"*member* {number}")), Player.house("expert")
        new = NewMatch(
            Place(None, None), 1, "daily", players, 0, "deck", DAY, None, DailyTry(DAY, 1000 + number, world.guild.id)
        )
        match = await store.matches.begin(None, new, now)
        await store.matches.end(match.id, StoredEnding("played", None, 0, (number, 0), 1), now)
        await store.matches.set_result_message(match.id, NOWHERE)
    await compared(scene)
    await world.press(world["alice"], "This server")
    first = world.panel(world["alice"])
    assert "\\*member\\* 11" in first.text, "names are harmless"
    assert "Page 1 of 2" in first.text
    await world.press(world["alice"], "Next ▶")
    assert "Page 2 of 2" in world.panel(world["alice"]).text
    for page in (2, 99, 2**40):
        assert "Page 2 of 2" in await forged(world, world["alice"], verbs.LIST, page, ordinal(DAY))
    await world.press(world["alice"], "◀ Back")
    assert "Place " in world.panel(world["alice"]).text


async def test_a_server_without_a_leaderboard_has_no_list(world: Club) -> None:
    scene = await begun(world)
    await quickly(scene)
    await choose(world, has_leaderboard=False)
    assert "This server" not in labels(await asked(world, world["alice"]))
    assert "does not show a leaderboard" in await forged(world, world["alice"], verbs.LIST, at=ordinal(DAY))


async def test_what_is_shared_tells_nothing_of_cards_or_points(world: Club) -> None:
    alice = world["alice"]
    scene, other = await begun(world), await begun(world, "bob")
    await quickly(scene, 3)
    await quickly(other, 4)
    await house_done(world)
    result = await compared(scene)
    world.assert_answered(await world.press(alice, "Share", on=result))
    (shared,) = [one for one in world.sees(world["carol"]) if not one.ephemeral]
    assert "alice" in shared.text
    assert "Place " in shared.text
    assert re.search("house", shared.text)
    match = await scene.match()
    assert not re.search("[♠♥♦♣]|NT|[0-9]{3,}", shared.text.replace(DAY, "").replace("100%", ""))
    assert str(max(match.totals)) not in shared.text
    assert not world.pinged(world["bob"])


async def test_nobody_shares_where_they_may_not_write_or_what_is_not_finished(world: Club) -> None:
    alice = world["alice"]
    scene = await begun(world)
    assert "not finished this deal" in await forged(world, alice, verbs.SHARE, at=ordinal(DAY))
    await quickly(scene)
    deny = discord.PermissionOverwrite(send_messages=False)
    mute = world.guild.create_text_channel("mute", overwrites={alice.user: deny})  # type: ignore[dict-item]
    seen = await asked(world, alice, mute)
    assert "Share" not in labels(seen)
    assert "may not write" in await forged(world, alice, verbs.SHARE, at=ordinal(DAY), channel=mute)
    assert public(world) == public(world, mute) == []


@pytest.mark.parametrize("at", [0, 1, ordinal("2026-01-02"), ordinal("2025-12-31"), 999_999_999])
async def test_a_day_that_is_none_is_refused(at: int, world: Club) -> None:
    await asked(world, world["alice"])
    for verb in (verbs.START, verbs.SHOW, verbs.DEAL, verbs.LIST, verbs.SHARE):
        told = await forged(world, world["alice"], verb, at=at)
        assert "2026-01-01" not in told
    for subject in (0, 999):
        await forged(world, world["alice"], verbs.COMPARE, subject)
    assert await core_of(world).store.dailies.attempt(DAY, world["alice"].id) is None


async def test_a_strangers_press_is_about_the_stranger(world: Club) -> None:
    scene = await begun(world)
    await quickly(scene)
    bob = world["bob"]
    await asked(world, bob)
    for verb in (verbs.DEAL, verbs.SHOW):
        told = await forged(world, bob, verb, at=ordinal(DAY))
        assert not re.search("alice|[♠♥♦♣]", told)
    assert "alice" not in await forged(world, bob, verbs.COMPARE, scene.id)
    # Nor does anybody act in another one's try.
    other = await begun(world, "carol")
    await forged(world, bob, table.CALL, other.id)
    assert "cards to discard" in (await asked(world, world["carol"])).text


# ------------------------------------------------------------------------------------ when something fails


@pytest.mark.parametrize("crash", [False, True])
async def test_a_try_goes_on_after_a_restart(crash: bool, world: Club) -> None:
    scene = await begun(world)
    await play(scene, playing_third_card)
    before = await scene.match()
    await world.restart(crash=crash)
    await world.advance(31)
    await asked(world, world["alice"])
    now = await scene.match()
    assert now.deals[-1].play is not None
    assert before.deals[-1].play is not None
    assert now.deals[-1].play.plays[: len(before.deals[-1].play.plays)] == before.deals[-1].play.plays
    await quickly(scene)
    await opened(world)
    assert holds(json.loads(json.dumps(await record_of(core_of(world).store, await scene.game()))))


async def test_a_try_that_could_not_be_shown_has_begun_and_is_brought_back(world: Club) -> None:
    alice = world["alice"]
    await asked(world, alice)
    world.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035)
    result = await world.press(alice, "Start")
    world.excuse(result)
    attempt = await attempt_of(world, alice)
    assert "cards to discard" in (await asked(world, alice)).text
    assert (await attempt_of(world, alice)) == attempt


async def test_where_the_database_fails_nothing_has_begun(
    world: Club, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    alice = world["alice"]
    await asked(world, alice)
    store = core_of(world).store
    monkeypatch.setattr(store.matches, "begin", down)
    told = world.answer(world.assert_answered(await world.press(alice, "Start")))
    assert "nothing has changed" in told
    assert error_log.take()
    monkeypatch.undo()
    assert await store.matches.all_ids() == []
    again = world.assert_answered(await world.press(alice, "Start"))
    assert "cards to discard" in world.answer(again)


async def down(*_arguments: Any, **_options: Any) -> Any:
    raise StoreUnavailable("no")


async def test_a_failing_database_keeps_the_house_waiting_and_no_longer(
    world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asked(world, world["alice"])
    store = core_of(world).store
    monkeypatch.setattr(store.dailies, "day", down)
    await world.advance(31)
    monkeypatch.undo()
    await world.advance(31)
    assert (await house_of(world)).id
