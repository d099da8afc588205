"""The example of docs/adding-a-feature.md, taken from the page and run: what the page says is so."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from fluent.runtime import FluentResource

import bot.app
import bot.features
from bot.games import Agreement, acts, decks
from bot.games.acts import read_act
from bot.store import Person, Place, Player
from bot.texts import ENGLISH
from bridgette import How

from .conftest import Club, NewWorld
from .scene import Scene, core_of, start

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "adding-a-feature.md").read_text("utf-8")
BLOCK = re.compile(r"^`(bot/[^`]+)`\n\n```(?:python|fluent)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE: dict[str, str] = dict(BLOCK.findall(PAGE))
"""The code of the page, by the file that it stands in."""


@pytest.fixture
def _added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bot with the page's feature in it: its folder, its texts, and the one line."""
    for name, code in CODE.items():
        if name.startswith("bot/features/"):
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(code, "utf-8")
    bundle = ENGLISH._bundle
    monkeypatch.setattr(bundle, "_messages", dict(bundle._messages))
    bundle.add_resource(FluentResource(CODE["bot/texts/en/pace.ftl"]))
    monkeypatch.setattr(bot.features, "__path__", [*bot.features.__path__, str(tmp_path / "bot" / "features")])
    feature = importlib.import_module("bot.features.pace.feature")
    monkeypatch.setattr(bot.app, "FEATURES", (*bot.app.FEATURES, feature.PaceFeature))
    yield
    for module in [name for name in sys.modules if name.startswith("bot.features.pace")]:
        del sys.modules[module]
    vars(bot.features).pop("pace", None)


@pytest.fixture
async def world(_added: None, new_world: NewWorld) -> AsyncIterator[Club]:
    async with new_world() as found:
        yield found


def test_the_page_holds_the_whole_feature() -> None:
    files = {name.removeprefix("bot/features/pace/") for name in CODE if name.startswith("bot/features/")}
    assert files == {"__init__.py", "verbs.py", "counts.py", "screens.py", "feature.py"}


async def test_the_button_stands_under_the_table_and_answers_in_private(world: Club) -> None:
    scene = await start(world)
    assert [button.label for button in scene.table().buttons] == ["My hand", "Rules", "Follow", "Pace"]
    for member in (world["alice"], world["carol"]):
        result = world.assert_answered(await world.press(member, "Pace"), "0 acts so far, 0 of them")
        assert result.ephemeral


async def test_its_follower_hears_every_act_since_the_start(world: Club) -> None:
    scene = await start(world)
    await scene.open_panels()
    for seat in (0, 1):
        await scene.discard(seat)
    world.assert_answered(await world.press(world["bob"], "Pace"), "2 acts so far, 2 of them")
    await world.restart()
    world.assert_answered(await world.press(world["bob"], "Pace"), "2 acts so far, 0 of them")
    await scene.press(await scene.turn(), "call", "Pass")
    world.assert_answered(await world.press(world["bob"], "Pace"), "3 acts so far, 1 of them")


async def test_its_command_answers_where_a_match_is_and_refuses_elsewhere(world: Club) -> None:
    alice, lounge = world["alice"], world.channels["lounge"]
    world.assert_answered(await alice.slash(lounge, "bridgette pace"), "There is no match in this channel.")
    await start(world)
    world.assert_answered(await alice.slash(world.channel, "bridgette pace"), "0 acts so far")


async def test_the_act_is_done_told_and_read_back(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    inside: dict[str, Any] = dict(vars(acts))
    exec(CODE["bot/games/acts.py"], inside)
    stop, reader = inside["Stop"], inside["_stop"]
    assert "`Stop.kind: _stop,`" in PAGE
    monkeypatch.setitem(acts._READERS, stop.kind, reader)
    assert read_act(1, "stop", "") == stop(1)
    async with new_world() as world:
        scene = await start(world)
        await scene.do(stop(1))
        await scene.tell()
        stored = await scene.stored()
        assert stored.ended is not None
        assert (stored.ended.how, stored.ended.winner) == (How.STOPPED, None)
        assert world.find(world["carol"], "Rematch")


async def test_the_source_deals_the_same_to_every_match(new_world: NewWorld) -> None:
    inside: dict[str, Any] = dict(vars(decks))
    exec("from collections.abc import Sequence\n" + CODE["bot/games/decks.py"], inside)
    course = [decks.Chance(lambda n: n - 1).deck(0), decks.Chance(lambda _: 0).deck(0)]
    assert "`COURSE: Course(decks)`" in PAGE
    async with new_world() as world:
        games = core_of(world).games
        games.decks[inside["COURSE"]] = inside["Course"](course)
        members = (world["alice"], world["bob"])
        players = (Player.of(Person(members[0].id, "alice")), Player.of(Person(members[1].id, "bob")))
        for channel in world.channels.values():
            agreement = Agreement(players, Place(world.guild.id, channel.id), decks=inside["COURSE"])
            with world.env._bot_scope():
                game = await games.begin(agreement, world.now())
            scene = Scene(world, game.id, members, channel)
            for _ in range(2):
                await scene.exchange()
                await scene.calls("Pass Pass")
            deals = (await scene.stored()).deals
            assert [deal.deck for deal in deals] == [course[0], course[1], course[0]]
            assert {deal.dealer for deal in deals} == {0}, "passed out, so the same dealer deals again (R18)"
