"""Analysis below a deal's result: private, with all cards known for anybody, by what could be known for its players."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

import pytest
from simcord import InteractionResult

from bot.features.analysis import feature as analysis
from bot.features.analysis import looks as at_looks
from bot.features.analysis import verbs
from bot.games import records
from bot.games.kinds import Kind
from bot.games.thinker import TooMuch
from bot.store import StoreError
from bridgette import Phase
from bridgette.computer.advice import regret
from bridgette.computer.players import Form
from bridgette.computer.solver.solve import is_native
from tests.bot.conftest import Club, ErrorLog, NewWorld
from tests.bot.scene import Scene, button_id, core_of, start
from tests.bot.test_secrecy import cards_in
from tests.support.seen import Seen

from .alone import play, solo
from .house_scene import until

native = pytest.mark.skipif(not is_native(), reason="what could be known is looked at with the C form alone")

KNOWN = "With all cards known."
COULD = "By what you could know"
NOT_OVER = "This deal is not over yet"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at fewer hands, which is as good for all that is asked here."""
    monkeypatch.setattr(regret, "HANDS", 24)
    monkeypatch.setattr(regret, "ENOUGH", 12)


def results(world: Club, channel: object = None) -> list[Seen]:
    """The results of deals that stand in the channel, oldest first."""
    seen = world.sees(world["carol"], channel)  # type: ignore[arg-type]
    return [one for one in seen if one.button("Analysis") and not one.ephemeral]


async def second_deal(world: Club, *players: str) -> Scene:
    """A match in the play of its second deal; the last one before it was played to its end."""
    scene = await start(world, *players)
    await scene.until(lambda match: match.counted == 1 and match.deals[-1].play is not None)
    await scene.tell()
    return scene


async def over(world: Club) -> None:
    """Let whatever grows be grown."""
    while not core_of(world).tasks.is_idle:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    await world.settle()


async def analyse(world: Club, name: str, shown: Seen | None = None) -> Seen:
    """Press the button below the last result of a deal, and wait until all is known; the answer."""
    result = world.assert_answered(await world.press(world[name], "Analysis", on=shown or results(world)[-1]))
    assert result.ephemeral
    await over(world)
    return world.panel(world[name])


def pages(shown: Seen) -> tuple[int, int]:
    """Which page of how many."""
    found = re.search(r"Page (\d+) of (\d+)", shown.text)
    return (int(found[1]), int(found[2])) if found else (1, 1)


async def turned(world: Club, name: str, shown: Seen) -> list[Seen]:
    """All pages from this one on."""
    found = [shown]
    while pages(shown)[0] < pages(shown)[1]:
        world.assert_answered(await world.press(world[name], "Next", on=shown))
        await over(world)
        found.append(shown := world.look(shown))
    return found


def told(world: Club, result: InteractionResult) -> str:
    """What the one private answer says."""
    world.assert_answered(result)
    assert result.ephemeral
    return world.answer(result)


def faults_in(text: str) -> str:
    """The lines about cards: a contract and its tricks read like a card."""
    return "\n".join(line for line in text.split("\n") if "best contract" not in line)


async def test_a_stranger_gets_what_all_cards_tell_and_nothing_else(world: Club) -> None:
    scene = await second_deal(world)
    before = scene.public()
    shown = await analyse(world, "carol")
    assert KNOWN in shown.text
    assert shown.text.count("best contract") + shown.text.count("could make no contract") == 2
    assert shown.text.count(" gave away ") >= 2
    whole = "\n".join(one.text for one in await turned(world, "carol", shown))
    assert COULD not in whole
    assert not re.search(r"\byou(r|)\b", whole.lower())
    deal = (await scene.match()).deals[-2]
    assert cards_in(faults_in(whole)) <= {*deal.kept(0), *deal.kept(1)}
    assert scene.public() == before


@native
@pytest.mark.parametrize("seat", [0, 1])
async def test_a_player_gets_what_could_be_known_as_well(seat: int, world: Club) -> None:
    scene = await second_deal(world)
    name = ("alice", "bob")[seat]
    shown = await analyse(world, name)
    assert KNOWN in shown.text
    assert re.search("By what you could know(:| you gave)", shown.text)
    last = (await turned(world, name, shown))[-1]
    assert last.id == shown.id, "in one message"
    assert pages(last)[0] == pages(last)[1] > 1
    assert "hands that were possible then" in last.text
    assert KNOWN not in last.text
    assert 1 <= last.text.count(" cost you about ") <= 3
    own = (await scene.match()).deals[-2].kept(seat)
    for line in re.findall(r"Trick \d+: (.+?) cost you", last.text):
        assert cards_in(line) <= set(own), "only cards of one's own are regretted"


@native
async def test_it_grows_by_edits_while_the_deal_is_looked_at(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await second_deal(world)
    edits: list[str] = []
    sender = core_of(world).sender
    real = sender.edit_by_token

    async def watched(token: str, message: str, screen: Any) -> Any:
        edits.append("\n".join(block for block in screen.blocks if isinstance(block, str)))
        return await real(token, message, screen)

    monkeypatch.setattr(sender, "edit_by_token", watched)
    monkeypatch.setattr(at_looks, "EVERY", 1)
    before = scene.public()
    shown = await analyse(world, "alice")
    done = [int(found[1]) for edit in edits if (found := re.search(r"(\d+) of \d+ decisions looked at", edit))]
    assert done == sorted(done)
    assert edits
    assert "see the last page" in edits[-1] or "on the last page" in edits[-1]
    assert edits[-1] in shown.raw or "last page" in shown.text
    assert scene.public() == before, "a public message is never what grows"
    edits.clear()
    again = await analyse(world, "alice")
    assert again.text == shown.text
    assert edits == [], "it is looked at once"


@native
async def test_a_page_that_is_turned_grows_in_the_place_of_the_one_before(
    world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await second_deal(world)
    goes_on = asyncio.Event()
    thinker = core_of(world).thinker
    real = thinker.run

    async def held(function: Any, *arguments: Any, match_id: int = 0) -> Any:
        if function is regret.regret_of:
            while not goes_on.is_set():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return await real(function, *arguments, match_id=match_id)

    monkeypatch.setattr(thinker, "run", held)
    monkeypatch.setattr(world.env, "settle_timeout", 0.5)  # it does not come to rest before that
    with contextlib.suppress(TimeoutError):
        await world.press(world["alice"], "Analysis", on=results(world)[-1])
    await until(lambda: f"{COULD}: " in world.panel(world["alice"]).text)
    shown = world.panel(world["alice"])
    while (page := pages(shown))[0] < page[1]:
        with contextlib.suppress(TimeoutError):
            await world.press(world["alice"], "Next", on=shown)
        await until(lambda before=page, on=shown: pages(world.look(on)) != before)
        shown = world.look(shown)
    assert re.search(r"0 of \d+ decisions looked at|it begins in a moment", shown.text)
    goes_on.set()
    monkeypatch.setattr(world.env, "settle_timeout", 30.0)
    await over(world)
    last = world.look(shown)
    assert pages(last) == pages(shown), "the page that was turned to is still shown"
    assert "decisions looked at" not in last.text
    assert " cost you about " in last.text or "Nothing: no call" in last.text


async def test_in_pure_python_it_says_that_what_could_be_known_is_not_looked_at(world: Club) -> None:
    await second_deal(world)
    core_of(world).thinker.form = Form.PYTHON
    try:
        shown = await analyse(world, "alice")
    finally:
        core_of(world).thinker.form = Form.C if is_native() else Form.PYTHON
    assert "is not looked at here" in shown.text
    assert COULD not in shown.text


async def test_nothing_of_a_deal_in_play_is_told_or_computed(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await second_deal(world)
    (shown,) = results(world)[-1:]
    in_play = len((await scene.match()).deals) - 1

    async def run(*_: Any, **__: Any) -> None:
        raise AssertionError("computed")

    monkeypatch.setattr(core_of(world).thinker, "run", run)
    for name in ("alice", "carol"):
        for verb in (verbs.ANALYSE, verbs.ANALYSIS_PAGE):
            for at in (in_play, in_play + 1, 999_999_999):
                forged = await world.forge(world[name], shown, button_id(verb, scene.id, at))
                assert NOT_OVER in told(world, forged)
                assert not cards_in(world.answer(forged))
    assert not any(one.button("Analysis") for one in scene.tables())
    await scene.open_panels()
    for seat in (0, 1):
        assert scene.panel(seat).button("Analysis") is None


async def test_a_match_of_another_channel_is_refused(world: Club) -> None:
    scene = await second_deal(world)
    lounge = world.channels["lounge"]
    other = await start(world, "alice", "carol", lounge)
    await other.until(lambda match: match.counted == 1 and len(match.deals) > 1)
    await other.tell()
    deal = (await scene.match()).counted
    for on, match_id in (
        (results(world)[-1], other.id),
        (results(world, lounge)[-1], scene.id),
        (results(world)[-1], 9),
    ):
        forged = await world.forge(world["carol"], on, button_id(verbs.ANALYSE, match_id, deal))
        assert "There is no such match any more" in told(world, forged)


@pytest.mark.parametrize("detail", ["", "0", "99", "100", "x", "1.5", "00000000000000000000001"])
async def test_pages_that_there_are_not(detail: str, world: Club) -> None:
    scene = await second_deal(world)
    at = len((await scene.match()).deals) - 2
    before = scene.public()
    forged = await world.forge(world["carol"], results(world)[-1], button_id(verbs.ANALYSIS_PAGE, scene.id, at, detail))
    assert "Analysis" in told(world, forged)
    assert scene.public() == before


async def test_a_deal_of_the_day_waits_for_the_end_of_its_day(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await second_deal(world)
    shown, at = results(world)[-1], len((await scene.match()).deals) - 2
    monkeypatch.setattr(records, "kind_of", lambda _: Kind.DAILY)
    forged = await world.forge(world["alice"], shown, button_id(verbs.ANALYSE, scene.id, at))
    assert "Everybody plays this deal until its day is over" in told(world, forged)
    monkeypatch.undo()
    monkeypatch.setattr(analysis, "kind_of", lambda _: Kind.LESSON)
    forged = await world.forge(world["alice"], shown, button_id(verbs.ANALYSE, scene.id, at))
    assert "cannot be analysed" in told(world, forged)


@pytest.mark.parametrize("crash", [False, True])
async def test_it_is_there_after_a_restart(crash: bool, world: Club) -> None:
    await second_deal(world)
    before = [one.text for one in await turned(world, "alice", await analyse(world, "alice"))]
    await world.restart(crash=crash)
    assert [one.text for one in await turned(world, "alice", await analyse(world, "alice"))] == before


async def test_a_deal_that_was_broken_off_and_a_match_that_is_void(world: Club) -> None:
    scene = await start(world)
    await scene.led()
    await scene.resign(world["bob"])
    await scene.tell()
    assert KNOWN in (await analyse(world, "carol")).text
    shown = results(world)[-1]
    void = await start(world)
    await void.resign(world["bob"])
    await void.tell()
    forged = await world.forge(world["carol"], shown, button_id(verbs.ANALYSE, void.id, 0))
    assert "cannot be analysed" in told(world, forged)


async def test_a_passed_out_deal_has_its_best_contracts(world: Club) -> None:
    scene = await start(world)
    await scene.exchange()
    await scene.calls("Pass Pass")
    await scene.tell()
    shown = await analyse(world, "carol")
    assert "gave away" not in shown.text
    assert "best contract" in shown.text or "no contract" in shown.text


async def test_alone_it_stands_below_the_result_and_answers_its_player_alone(new_world: NewWorld) -> None:
    async with new_world() as world:
        scene = await solo(world, strength="novice", deals=2)
        await play(scene, lambda match: match.counted == 1 and match.deals[-1].phase is Phase.EXCHANGE)
        result = scene.panel(0)
        assert result.button("Next deal")
        at = len((await scene.match()).deals) - 2
        shown = await analyse(world, "alice", result)
        assert KNOWN in shown.text
        assert shown.id != result.id
        assert world.look(result).button("Next deal"), "the result stays where it is"
        for page in await turned(world, "alice", shown):
            assert page.id == shown.id
        carols = await world["carol"].slash(world.channel, "bridgette rules")
        world.assert_answered(carols)
        forged = await world.forge(world["carol"], world.panel(world["carol"]), button_id(verbs.ANALYSE, scene.id, at))
        assert "There is no such match any more" in told(world, forged)


async def test_whoever_was_forgotten_is_somebody(world: Club) -> None:
    scene = await second_deal(world)
    await scene.until(lambda _: False)
    await scene.tell()
    for name in ("alice", "bob"):
        assert await core_of(world).store.erasure.forget_person(world[name].id)
    shown = await analyse(world, "alice")
    assert "somebody" in shown.text
    assert "alice" not in shown.text
    assert COULD not in "".join(one.text for one in await turned(world, "alice", shown))


async def test_two_at_once_and_one_that_comes_twice(world: Club) -> None:
    scene = await second_deal(world)
    shown, at = results(world)[-1], len((await scene.match()).deals) - 2
    custom_id = button_id(verbs.ANALYSE, scene.id, at)
    answers = await world.together(*((world[name], shown, custom_id) for name in ("alice", "bob", "carol")))
    for answer in answers:
        assert KNOWN in told(world, answer)
    world.excuse(await world.deliver_twice(world["carol"], shown, custom_id))
    await over(world)
    assert len([one for one in world.sees(world["carol"]) if one.ephemeral]) == 2


@native
async def test_what_discord_or_the_thinker_refuses_harms_nothing(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await second_deal(world)
    shown, core = results(world)[-1], core_of(world)

    async def full(*_: Any, **__: Any) -> None:
        raise TooMuch

    with monkeypatch.context() as patch:
        patch.setattr(core.thinker, "run", full)
        said = told(world, await world.press(world["alice"], "Analysis", on=shown))
        assert "has to wait" in said

    real = core.thinker.run

    async def fails(function: Any, *arguments: Any, match_id: int = 0) -> Any:
        if function is regret.regret_of:
            raise RuntimeError("♠A")
        return await real(function, *arguments, match_id=match_id)

    with monkeypatch.context() as patch:
        patch.setattr(core.thinker, "run", fails)
        answer = await analyse(world, "alice", shown)
        assert "that did not work just now" in answer.text
    assert "on the last page" in (await analyse(world, "alice", shown)).text, "it is looked at again"


async def test_a_database_that_fails_is_one_sentence(
    world: Club, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    scene = await second_deal(world)
    await scene.until(lambda _: False)
    await scene.tell()

    async def unreadable(_: int) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(core_of(world).store.matches, "load", unreadable)
        said = told(world, await world.press(world["carol"], "Analysis", on=results(world)[0]))
        assert "The database did not take that just now" in said
    assert len(error_log.take()) == 1
    assert KNOWN in (await analyse(world, "carol", results(world)[0])).text


@native
async def test_an_edit_that_discord_refuses_ends_the_growing_and_no_more(world: Club) -> None:
    scene = await second_deal(world)
    before = scene.public()
    world.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=404, code=10008)
    first = await analyse(world, "bob")
    assert KNOWN in first.text
    assert scene.public() == before
    assert "last page" in (await analyse(world, "bob")).text
