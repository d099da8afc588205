"""A challenge's own clock: chosen up to what the server allows, shown, and kept by whatever comes of the challenge."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from bot.preferences import CLOCKS
from bot.screens.clocks import clock_words
from bot.texts import ENGLISH
from tests.support.seen import Seen
from tests.support.verbs import Verb
from tests.support.world import World

from .conftest import Club
from .house import choose
from .scene import Scene, button_id, core_of, plain_deals, rows, start

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WORDS = [
    "5 minutes",
    "15 minutes",
    "1 hour",
    "3 hours",
    "12 hours",
    "24 hours",
    "3 days",
    "7 days",
    "14 days",
]


@pytest.fixture
async def club(new_world: Any) -> AsyncIterator[Club]:
    """A server with plain deals."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave")) as world:
        yield world


async def challenge(world: World, clock: timedelta | None, whom: str | None = "bob") -> Seen:
    options: dict[str, Any] = {} if clock is None else {"clock": int(clock.total_seconds())}
    if whom is not None:
        options["opponent"] = world[whom]
    result = world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge", **options))
    assert result.response is not None
    return world.look(result.response)


async def clocks(world: World) -> list[timedelta | None]:
    """The clocks of all matches, as the database holds them."""
    matches = core_of(world).store.matches
    found = [await matches.get(row[0]) for row in rows(world)["matches"]]
    return [one.clock for one in found if one is not None]


async def resigned(world: World, clock: timedelta | None) -> Scene:
    """A match with that clock which alice has given up."""
    await challenge(world, clock)
    world.assert_answered(await world.press(world["bob"], "Accept"))
    (game,) = core_of(world).games.held
    scene = Scene(world, game.id, (world["alice"], world["bob"]), world.channel)
    await scene.led()
    await scene.resign(world["alice"])
    await scene.tell()
    return scene


# ------------------------------------------------------------------------------- it is chosen


def test_clocks_in_words() -> None:
    assert [clock_words(ENGLISH, one) for one in CLOCKS] == WORDS


async def test_the_command_offers_the_clocks_in_words(club: Club) -> None:
    tree: Any = club.client
    (root,) = (one for one in tree.tree.get_commands() if one.name == "bridgette")
    (option,) = (one for one in root.get_command("challenge").parameters if one.name == "clock")
    assert [one.name for one in option.choices] == WORDS
    assert [timedelta(seconds=int(one.value)) for one in option.choices] == list(CLOCKS)
    assert not option.required


@pytest.mark.parametrize("clock", CLOCKS[:6])
@pytest.mark.parametrize("named", [True, False])
async def test_it_is_shown_in_the_challenge_and_goes_into_the_match(clock: timedelta, named: bool, club: Club) -> None:
    offer = await challenge(club, clock, "bob" if named else None)
    said = f"{clock_words(ENGLISH, clock)} for each decision"
    assert said in offer.text
    await club.restart()
    club.assert_answered(await club.press(club["bob"], "Accept" if named else "Join", on=offer))
    assert said in club.look(offer).text, "what was agreed on stays to be read"
    assert await clocks(club) == [clock]
    await club.restart()
    assert await clocks(club) == [clock]


@pytest.mark.parametrize(("own", "said"), [(DAY, "24 hours"), (timedelta(days=7), "7 days")])
async def test_without_a_choice_the_servers_own_is_shown_and_none_is_kept(
    own: timedelta, said: str, club: Club
) -> None:
    await choose(club, clock=own)
    assert f"{said} for each decision" in (await challenge(club, None)).text
    club.assert_answered(await club.press(club["bob"], "Accept"))
    assert await clocks(club) == [None], "a changed setting holds for this match too"


async def test_where_the_clock_is_off_nothing_is_said(club: Club) -> None:
    await choose(club, clock=None)
    assert "for each decision" not in (await challenge(club, None)).text
    club.assert_answered(await club.press(club["bob"], "Accept"), contains="accepted")


# ------------------------------------------------------------------------------ it is refused


async def test_above_the_servers_longest_it_is_refused_with_the_longest_named(club: Club) -> None:
    await choose(club, clock=HOUR)
    for clock in CLOCKS[3:]:
        offer = await challenge(club, clock)
        assert offer.ephemeral
        assert offer.text == "On this server a decision may take 1 hour at most; choose that or less."
    assert not rows(club)["challenges"]
    assert "1 hour for each" in (await challenge(club, HOUR)).text


async def test_on_a_server_without_a_clock_it_is_refused(club: Club) -> None:
    await choose(club, clock=None)
    offer = await challenge(club, HOUR)
    assert offer.ephemeral
    assert offer.text == "This server plays without a clock, so a challenge cannot choose one."
    assert not rows(club)["challenges"]


@pytest.mark.parametrize("seconds", [0, -300, 1, 301, 2**53, -(2**53)])
async def test_one_that_is_not_offered_is_refused(seconds: int, club: Club) -> None:
    def other(payload: Any) -> Any:
        (sub,) = payload["data"]["options"]
        sub["options"] = [{**one, "value": seconds} if one["name"] == "clock" else one for one in sub["options"]]
        return payload

    with club.rewriting(other):
        result = await club["alice"].slash(club.channel, "bridgette challenge", clock=300)
    club.assert_answered(result, contains="Choose one of the clocks in the command's list.")
    assert not rows(club)["challenges"]


# --------------------------------------------------------------------------------- it is kept


async def test_a_rematch_keeps_it(club: Club) -> None:
    await resigned(club, HOUR)
    await club.restart()
    club.assert_answered(await club.press(club["bob"], "Rematch"))
    offer = club.find(club["alice"], "Accept")
    assert "1 hour for each decision" in offer.text
    club.assert_answered(await club.press(club["alice"], "Accept", on=offer))
    assert await clocks(club) == [HOUR, HOUR]


@pytest.mark.parametrize(
    ("allowed", "said", "kept"),
    [(timedelta(minutes=15), "15 minutes for each decision", timedelta(minutes=15)), (None, "", None)],
)
async def test_a_rematch_keeps_it_as_far_as_the_server_allows_it_now(
    allowed: timedelta | None, said: str, kept: timedelta | None, club: Club
) -> None:
    await resigned(club, HOUR)
    await choose(club, clock=allowed)
    club.assert_answered(await club.press(club["bob"], "Rematch"))
    offer = club.find(club["alice"], "Accept")
    assert said in offer.text
    assert ("for each decision" in offer.text) == bool(said)
    club.assert_answered(await club.press(club["alice"], "Accept", on=offer))
    assert await clocks(club) == [HOUR, kept]


async def test_a_rematch_of_a_match_without_one_has_none(club: Club) -> None:
    await resigned(club, None)
    club.assert_answered(await club.press(club["bob"], "Rematch"))
    club.assert_answered(await club.press(club["alice"], "Accept"))
    assert await clocks(club) == [None, None]


async def test_an_open_challenge_shows_what_holds_and_a_setting_changed_since_does_not_stop_it(club: Club) -> None:
    offer = await challenge(club, HOUR)
    await choose(club, clock=timedelta(minutes=5))
    club.assert_answered(await club.press(club["bob"], "Accept", on=offer), contains="accepted")
    assert await clocks(club) == [HOUR], "how much of it holds is asked at each decision"


@pytest.mark.parametrize("rematch", [False, True])
async def test_the_button_that_opens_a_thread_keeps_it(rematch: bool, club: Club) -> None:
    if rematch:
        await resigned(club, HOUR)
    await start(club, "carol", "dave")
    if rematch:
        busy = club.assert_answered(await club.press(club["alice"], "Rematch"))
        assert busy.response is not None
        answer = club.look(busy.response)
    else:
        answer = await challenge(club, HOUR)
    await club.restart()
    club.assert_answered(await club.press(club["alice"], "Play in a new thread", on=answer))
    (thread,) = club.channel.threads
    offer = club.find(club["bob"], "Accept", channel=thread)
    assert "1 hour for each decision" in offer.text
    assert ("a rematch" in offer.text) == rematch
    club.assert_answered(await club.press(club["bob"], "Accept", on=offer))
    assert (await clocks(club))[-1] == HOUR


@pytest.mark.parametrize("detail", ["3599", "r0", "rr", "3600r", "x", "99999999999999999999"])
async def test_a_button_with_another_clock_is_refused(detail: str, club: Club) -> None:
    await start(club, "carol", "dave")
    answer = await challenge(club, HOUR)
    result = await club.forge(club["alice"], answer, button_id(Verb.THREAD, club["bob"].id, 6, detail))
    club.assert_answered(result, contains="does not belong to anything that I know")
    assert not club.channel.threads


async def test_a_forged_button_chooses_no_longer_clock_than_the_server_allows(club: Club) -> None:
    await choose(club, clock=HOUR)
    await start(club, "carol", "dave")
    answer = await challenge(club, None)
    long = str(14 * 24 * 3600)
    club.assert_answered(await club.forge(club["alice"], answer, button_id(Verb.THREAD, club["bob"].id, 6, long)))
    (thread,) = club.channel.threads
    assert "1 hour for each decision" in club.find(club["bob"], "Accept", channel=thread).text
