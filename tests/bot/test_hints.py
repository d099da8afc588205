"""Hints: in a match alone and nowhere else, from the player's own view, and the deal counts apart."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from simcord import InteractionResult

from bot.features.data.files import personal_file
from bot.features.hints import feature as hints
from bot.features.hints import verbs
from bot.games.kinds import Kind
from bot.games.thinker import TooMuch
from bot.games.workers import GivenUp
from bot.store import StoreError
from bridgette import Match, Phase
from bridgette.computer.advice import hint as advice
from tests.bot.conftest import Club, ErrorLog, NewWorld
from tests.bot.scene import Scene, button_id, core_of, in_phase, rows, start
from tests.bot.test_secrecy import cards_in
from tests.support.seen import Seen
from tests.support.world import World

from .alone import play, solo
from .test_house_table import start_house

ONLY_ALONE = "Hints are for a match alone"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer hands, which is as good for all that is asked here."""
    monkeypatch.setattr(advice, "HANDS", 16)
    monkeypatch.setattr(advice, "ENOUGH", 8)


async def ask(scene: Scene) -> Seen:
    """Press Hint on the one message; the message afterwards."""
    before = scene.panel(0)
    result = await scene.world.press(scene.players[0], "Hint", on=before)
    scene.world.assert_answered(result)
    after = scene.world.look(before)
    assert after.id == scene.panel(0).id, "in the same message"
    return after


def note(shown: Seen) -> str:
    """What is quoted above the buttons."""
    return "\n".join(line[2:] for line in shown.text.split("\n") if line.startswith("> "))


async def noted(scene: Scene) -> list[int]:
    """The deals of the match in which the player was given a hint."""
    return await core_of(scene.world).store.hints.of(scene.id, 0)


async def to(world: World, phase: Phase, **options: Any) -> Scene:
    """A match alone in which the player is to act in that phase of the first deal."""
    scene = await solo(world, strength="novice", **{"deals": 1} | options)
    await play(scene, lambda match: in_phase(phase)(match) and 0 in match.to_act)
    return scene


async def test_a_deal_with_a_hint_stands_apart_in_ones_figures_and_the_match_s_end_says_so(world: Club) -> None:
    scene = await to(world, Phase.PLAY, deals=2)
    await ask(scene)
    await play(scene, lambda match: match.counted == 1)
    assert "ith hints" not in scene.panel(0).text, "it is said at the end"
    await play(scene)
    over = scene.panel(0)
    assert "With hints in 1 deal, which counts apart." in over.text
    first, second = [deal.result.score for deal in (await scene.match()).deals if deal.play is not None]
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette stats"))
    shown = world.panel(world["alice"]).text
    assert f"As novice, with hints: 1 match, {_won(first, second)} won · {first[0]:,} : {first[1]:,} a deal" in shown
    assert f"As novice: {second[0]:,} : {second[1]:,} a deal" in shown


def _won(*scores: tuple[int, int]) -> int:
    mine, other = (sum(score[seat] for score in scores) for seat in (0, 1))
    return int(mine > other)


async def test_a_match_without_hints_says_nothing_of_any(world: Club) -> None:
    scene = await to(world, Phase.PLAY)
    await play(scene)
    assert "hints" not in scene.panel(0).text
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette stats"))
    shown = world.panel(world["alice"]).text
    assert "Against the house" in shown
    assert "hints" not in shown


async def test_in_the_exchange_it_names_13_cards_and_their_strain(world: Club) -> None:
    scene = await to(world, Phase.EXCHANGE)
    hand = (await scene.match()).deals[-1].hand(0)
    said = note(await ask(scene))
    kept, gone = said.split("\n")
    assert re.search(r"I would keep these for (\S+): ", kept)
    assert gone.startswith("That lets ")
    assert len(cards_in(gone)) == len(hand) - 13
    assert cards_in(gone) <= set(hand)


async def test_in_the_auction_it_names_a_call_and_no_figures(world: Club) -> None:
    scene = await to(world, Phase.AUCTION)
    said = note(await ask(scene))
    assert re.search(r"I would say (Pass|Double|Redouble|[0-7]\S+)\.", said)
    assert "of 10" not in said
    assert "points" not in said


async def test_in_the_play_it_names_at_most_three_candidates_in_round_figures(world: Club) -> None:
    scene = await to(world, Phase.PLAY)
    for _ in range(6):
        match = await scene.match()
        if match.ended is not None:
            break
        legal = match.deals[-1].legal_cards(0)
        said = note(await ask(scene))
        first, *others = said.split("\n")
        assert first.startswith("💡 I would play ")
        assert len(others) <= 2
        assert cards_in(said) <= set(legal)
        assert all(re.fullmatch(r"\d|10", make) for make in re.findall(r"(\d+) of 10", said))
        assert all(int(cost.replace(",", "")) % 10 == 0 for cost in re.findall(r"about ([\d,]+) points less", said))
        assert note(await ask(scene)) == said, "asked again it says the same"
        plays = len(match.deals[-1].play.plays)
        await play(scene, lambda now, plays=plays: _is_later(now, plays))


def _is_later(match: Match, plays: int) -> bool:
    deal = match.deals[-1]
    return deal.play is not None and len(deal.play.plays) > plays and 0 in match.to_act


async def test_it_changes_nothing_of_the_match_and_the_deal_is_marked_once(world: Club) -> None:
    scene = await to(world, Phase.PLAY, deals=2)
    before = (await scene.stored(), (await scene.game()).number)
    assert await noted(scene) == []
    await ask(scene)
    await ask(scene)
    assert (await scene.stored(), (await scene.game()).number) == before
    assert await noted(scene) == [0]
    await play(scene, lambda match: len(match.deals) == 2 and match.deals[-1].phase is Phase.AUCTION)
    await ask(scene)
    assert await noted(scene) == [0, len((await scene.match()).deals) - 1]


@pytest.mark.parametrize("phase", list(Phase)[:3])
async def test_it_takes_the_place_of_what_a_beginner_is_told(phase: Phase, world: Club) -> None:
    """Both would not fit a phone; the rules of a call that are in the way of other bids go as well."""
    scene = await to(world, phase)
    before = scene.panel(0).text
    assert "More: **Rules**" in before
    after = (await ask(scene)).text
    assert "More: **Rules**" not in after
    assert "A jump needs" not in before + after


@pytest.mark.parametrize("crash", [False, True])
async def test_it_works_after_a_restart(crash: bool, world: Club) -> None:
    scene = await to(world, Phase.PLAY)
    said = note(await ask(scene))
    await world.restart(crash=crash)
    assert note(await ask(scene)) == said
    assert await noted(scene) == [0]


async def test_cards_that_were_picked_are_picked_still(world: Club) -> None:
    scene = await to(world, Phase.EXCHANGE)
    (select,) = scene.panel(0).selects
    chosen = [option["value"] for option in select["options"]][: select["max_values"]]
    world.assert_answered(await scene.players[0].select(scene.panel(0).handle, chosen, custom_id=select["custom_id"]))
    shown = await ask(scene)
    (select,) = shown.selects
    assert [option["value"] for option in select["options"] if option.get("default")] == chosen


# Where there is none.


def hidden(world: Club, result: InteractionResult, why: str = ONLY_ALONE) -> None:
    """It was refused in one private sentence, and no card was named."""
    world.assert_answered(result)
    assert result.ephemeral
    said = world.answer(result)
    assert why in said
    assert not cards_in(said)


@pytest.mark.parametrize("phase", [Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY])
async def test_never_against_a_person(phase: Phase, world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no button, and no made-up one works: on the table, on a panel, for old decisions, by players or not."""
    scene = await start(world)
    await scene.until(in_phase(phase))
    await scene.show()

    async def run(*_: Any, **__: Any) -> None:
        raise AssertionError("thought about")

    monkeypatch.setattr(core_of(world).thinker, "run", run)
    before = rows(world)
    for seat, name in enumerate(("alice", "bob")):
        panel = scene.panel(seat)
        assert panel.button("Hint") is None
        for on in (scene.table(), panel):
            for at in (0, (await scene.game()).decisions[seat], 999):
                for detail in ("", "x", "1"):
                    hidden(world, await scene.forge(world[name], on, verbs.HINT, at, detail))
    hidden(world, await scene.forge(world["carol"], scene.table(), verbs.HINT, 0, ""), "")
    assert rows(world) == before
    assert await core_of(world).store.hints.of(scene.id, 0) == []


async def test_never_at_a_public_table_against_the_house(world: Club) -> None:
    scene = await start_house(world, strength="novice")
    world.assert_answered(await world.press(world["alice"], "My hand"))
    assert scene.panel(0).button("Hint") is None
    hidden(world, await scene.forge(world["alice"], scene.panel(0), verbs.HINT, 0, ""))


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.SOLO])
async def test_of_all_kinds_of_matches_only_one_has_them(
    kind: Kind, world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await to(world, Phase.AUCTION)
    monkeypatch.setattr(hints, "kind_of", lambda _: kind)
    hidden(world, await scene.forge(world["alice"], scene.panel(0), verbs.HINT, 0, ""))
    assert await noted(scene) == []


async def test_nobody_else_gets_one(world: Club) -> None:
    scene = await to(world, Phase.PLAY)
    world.assert_answered(await world["carol"].slash(world.channel, "bridgette rules"))
    carols = world.panel(world["carol"])
    hidden(world, await scene.forge(world["carol"], carols, verbs.HINT, 0, ""), "There is no such match any more")
    hidden(world, await world.forge(world["alice"], carols, button_id(verbs.HINT, 999)), "There is no such match")


async def test_nor_once_the_match_is_over(world: Club) -> None:
    scene = await to(world, Phase.PLAY)
    await play(scene)
    over = scene.panel(0)
    assert over.button("Hint") is None
    hidden(world, await scene.forge(world["alice"], over, verbs.HINT, 0, ""), "over")


async def test_a_deal_s_result_has_no_hint_for_the_next(world: Club) -> None:
    scene = await solo(world, strength="novice", deals=2)
    await play(scene, lambda match: match.counted == 1)
    assert scene.panel(0).button("Next deal")
    assert scene.panel(0).button("Hint") is None


# What goes wrong.


async def test_a_hint_that_comes_too_late_is_none(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player acts while it is thought about, elsewhere: what was thought about is over."""
    scene = await to(world, Phase.PLAY)
    thinker = core_of(world).thinker
    real = thinker.run

    async def slow(function: Any, *arguments: Any, match_id: int = 0) -> Any:
        found = await real(function, *arguments, match_id=match_id)
        deal = (await scene.match()).deals[-1]
        await scene.act(0, deal.legal_cards(0)[0])
        return found

    monkeypatch.setattr(thinker, "run", slow)
    result = await world.press(world["alice"], "Hint", on=scene.panel(0))
    hidden(world, result, "")
    assert "I would play" not in world.answer(result)
    assert await noted(scene) == []


async def test_too_much_to_think_about(world: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await to(world, Phase.PLAY)

    async def full(*_: Any, **__: Any) -> None:
        raise TooMuch

    with monkeypatch.context() as patch:
        patch.setattr(core_of(world).thinker, "run", full)
        hidden(world, await world.press(world["alice"], "Hint", on=scene.panel(0)), "has to wait")
    assert await noted(scene) == []


async def test_what_is_thought_about_for_ever_fails_and_the_next_hint_is_given(
    world: Club, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    """It is given up with its process."""
    scene = await to(world, Phase.PLAY)
    panel = scene.panel(0)

    async def given_up(*_: Any, **__: Any) -> None:
        raise GivenUp

    with monkeypatch.context() as patch:
        patch.setattr(core_of(world).thinker, "run", given_up)
        hidden(world, await world.press(world["alice"], "Hint", on=panel), "Something went wrong")
    assert len(error_log.take()) == 1
    assert await noted(scene) == []
    world.assert_answered(await world.press(world["alice"], "Hint", on=panel))
    assert "I would play" in note(world.look(panel))


async def test_where_nothing_can_be_told_of_hints_the_end_is_shown_all_the_same(
    world: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await to(world, Phase.PLAY)
    await ask(scene)

    async def fails(*_: Any) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(core_of(world).store.hints, "of", fails)
        await play(scene)
        assert scene.panel(0).button("Play again")
        assert "hints" not in scene.panel(0).text


async def test_what_cannot_be_marked_is_not_given(
    world: Club, monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
) -> None:
    scene = await to(world, Phase.PLAY)

    async def fails(*_: Any) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(core_of(world).store.hints, "note", fails)
        panel = scene.panel(0)
        result = await world.press(world["alice"], "Hint", on=panel)
        hidden(world, result, "The database did not take that just now")
    assert len(error_log.take()) == 1
    world.assert_answered(await world.press(world["alice"], "Hint", on=panel))
    assert "I would play" in note(world.look(panel))


async def test_it_is_there_in_every_language_of_cards(new_world: NewWorld) -> None:
    async with new_world(faces=True) as world:
        scene = await to(world, Phase.PLAY)
        assert "I would play <:" in note(await ask(scene))


async def test_what_is_stored_of_it_is_in_the_person_s_file(world: Club) -> None:
    scene = await to(world, Phase.PLAY)
    await ask(scene)
    file = await personal_file(core_of(world).store, world["alice"].id, world.now())
    (match,) = json.loads(file.content)["matches"]
    assert match["hints"] == [0]
