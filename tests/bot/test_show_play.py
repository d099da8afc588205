"""Show the play: all of a deal that is over, for whoever sees its result, for ever; and nothing of any other deal."""

from __future__ import annotations

import pytest
from simcord import InteractionResult

from bot.store import StoreError
from bridgette import DECK, Match
from tests.bot.conftest import Club, ErrorLog, NewWorld
from tests.bot.scene import Scene, button_id, core_of, rows, start
from tests.bot.test_secrecy import cards_in
from tests.reliability.test_promises_damage import DAMAGES, damage
from tests.support.seen import Seen
from tests.support.verbs import Verb

NOT_OVER = "This deal is not over yet"
NO_MATCH = "There is no such match any more"


def results(world: Club, channel: object = None) -> list[Seen]:
    """The results of deals that stand in the channel, oldest first."""
    seen = world.sees(world["carol"], channel)  # type: ignore[arg-type]
    return [one for one in seen if one.button("Show the play") and not one.ephemeral]


async def second_deal(world: Club) -> Scene:
    """A match in the play of its second deal."""
    scene = await start(world)
    await scene.until(lambda match: len(match.deals) == 2 and match.deals[-1].play is not None)
    await scene.tell()
    return scene


async def ended(world: Club) -> Scene:
    """A match that was played to its end."""
    scene = await start(world)
    await scene.until(lambda _: False)
    await scene.tell()
    return scene


def told(world: Club, result: InteractionResult) -> str:
    """What the one private answer says."""
    world.assert_answered(result)
    assert result.ephemeral
    return world.answer(result)


def check_whole(said: str, match: Match, index: int) -> None:
    """All cards that were in the two hands, and nothing of the stock that nobody drew."""
    deal = match.deals[index]
    held = {*deal.kept(0), *deal.kept(1), *(deal.discards[0] or ()), *(deal.discards[1] or ()), deal.up_card}
    assert cards_in(said) == held
    assert held < set(DECK)


async def test_anybody_sees_a_deal_that_is_over_and_nothing_of_the_one_in_play(world: Club) -> None:
    scene = await second_deal(world)
    (shown,) = results(world)
    before = rows(world), scene.public()
    for name in ("alice", "bob", "carol"):
        said = told(world, await world.press(world[name], "Show the play", on=shown))
        check_whole(said, await scene.match(), 0)
        assert "led first, then whoever won" in said or "Passed out" in said
    for at in (1, 2, 999_999_999):
        forged = await world.forge(world["carol"], shown, button_id(Verb.SHOW_PLAY, scene.id, at))
        assert NOT_OVER in told(world, forged)
        assert not cards_in(world.answer(forged))
    assert (rows(world), scene.public()) == before


@pytest.mark.parametrize("crash", [False, True])
async def test_it_is_there_for_ever_and_no_match_is_kept_for_it(crash: bool, world: Club) -> None:
    scene = await ended(world)
    match = await scene.stored()
    for _ in range(2):
        assert len(results(world)) == len(match.deals)
        for index, one in enumerate(results(world)):
            check_whole(told(world, await world.press(world["carol"], "Show the play", on=one)), match, index)
        assert core_of(world).games.held == ()
        await world.restart(crash=crash)


async def test_a_match_of_another_channel_is_refused(world: Club) -> None:
    """Its channel may be one that whoever forges the id cannot see."""
    scene = await second_deal(world)
    (shown,) = results(world)
    lounge = world.channels["lounge"]
    other = await start(world, "alice", "carol", lounge)
    await other.until(lambda match: len(match.deals) == 2)
    await other.tell()
    for on, match_id in ((shown, other.id), (results(world, lounge)[0], scene.id), (shown, 999)):
        forged = await world.forge(world["carol"], on, button_id(Verb.SHOW_PLAY, match_id, 0))
        assert NO_MATCH in told(world, forged)
        assert not cards_in(world.answer(forged))


async def test_a_deal_that_was_broken_off_and_a_match_that_is_void(world: Club) -> None:
    scene = await start(world)
    await scene.led()
    await scene.resign(world["bob"])
    await scene.tell()
    shown = results(world)[-1]
    said = told(world, await world.press(world["carol"], "Show the play", on=shown))
    assert "Broken off: this deal does not count" in said
    index = len((await scene.stored()).deals) - 1
    check_whole(said, await scene.stored(), index)
    void = await start(world)
    await void.resign(world["bob"])
    await void.tell()
    forged = await world.forge(world["carol"], shown, button_id(Verb.SHOW_PLAY, void.id, 0))
    assert "had not chosen discards" in told(world, forged)


async def test_whoever_was_forgotten_is_somebody(world: Club) -> None:
    await ended(world)
    for name in ("alice", "bob"):
        assert await core_of(world).store.erasure.forget_person(world[name].id)
    said = told(world, await world.press(world["carol"], "Show the play", on=results(world)[0]))
    assert "① \u2068somebody\u2069: " in said
    assert "② \u2068somebody\u2069: " in said
    assert "alice" not in said
    assert "bob" not in said


async def test_eight_at_once(new_world: NewWorld) -> None:
    names = ("alice", "bob", "carol", *(f"watcher {number}" for number in range(6)))
    async with new_world(members=names) as world:
        scene = await ended(world)
        match = await scene.stored()
        shown = results(world)[0]
        custom_id = button_id(Verb.SHOW_PLAY, scene.id, 0)
        answers = await world.together(*((world[name], shown, custom_id) for name in names[1:]))
        assert len(answers) == 8
        for answer in answers:
            check_whole(told(world, answer), match, 0)


async def test_a_second_press_and_one_that_comes_twice(world: Club) -> None:
    scene = await ended(world)
    shown = results(world)[0]
    world.excuse(await world.deliver_twice(world["carol"], shown, button_id(Verb.SHOW_PLAY, scene.id, 0)))
    private = [one for one in world.sees(world["carol"]) if one.ephemeral]
    assert len(private) == 1
    told(world, await world.press(world["carol"], "Show the play", on=shown))


async def test_discord_or_the_database_fails(world: Club, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog) -> None:
    await ended(world)
    shown = results(world)[0]
    world.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    world.excuse(await world.press(world["carol"], "Show the play", on=shown))

    async def fails(_: int) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(core_of(world).store.matches, "load", fails)
        said = told(world, await world.press(world["carol"], "Show the play", on=shown))
        assert "The database did not take that just now" in said
    (line,) = error_log.take()
    assert not cards_in(line)
    assert "totals" in told(world, await world.press(world["carol"], "Show the play", on=shown))


async def test_a_damaged_match_is_named(world: Club, error_log: ErrorLog) -> None:
    scene = await ended(world)
    damage(world, scene, next(iter(DAMAGES)))
    said = told(world, await world.press(world["carol"], "Show the play", on=results(world)[0]))
    assert f"tell the host this number: {scene.id}" in said
    assert not cards_in("\n".join(error_log.take()))
