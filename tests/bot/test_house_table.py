"""A whole match against the house at a public table, from the challenge to the record that anybody can check."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult

from bot.games.deciding import house_view
from bot.store import StoreError, Told
from bridgette import Discard, Match, MatchView, Phase
from bridgette.__main__ import main
from bridgette.computer.players import Decision
from tests.game import playouts
from tests.game.test_secrecy import redealt, with_last_deal
from tests.support.seen import Seen
from tests.support.verbs import Verb

from .conftest import Club, ErrorLog, NewWorld
from .driver import RandomPlayer, symbol
from .house_scene import Musing, start_house, until
from .scene import Scene, controls, plain_deal, rows


@pytest.mark.parametrize("strength", ["novice", "club", "expert"])
async def test_a_whole_match_is_played_and_its_record_verifies(
    strength: str, new_world: NewWorld, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with new_world(shuffles=True) as world:
        scene = await start_house(world, strength=strength, deals=2)
        player = RandomPlayer(world, world["alice"], random.Random(5))
        while "The match is over" not in player.panel().text:
            assert await player.act() is not None, player.panel().text
        file = tmp_path / "match.json"
        world.assert_answered(await world.press(world["carol"], "Match record"))
        (attachment,) = json.loads(world.panel(world["carol"]).raw.partition("\n")[0])["attachments"]
        file.write_bytes(world.env.backend.cdn.get(attachment["url"]) or b"")
        record = json.loads(file.read_bytes())
        assert record["players"] == ["alice", "house"]
        assert [(one["seat"], one["strength"], one["form"]) for one in record["house"]] == [(1, strength, "c")]
        match = await scene.stored()
    assert match.ended is not None
    assert main(["verify", str(file)]) == 0, capsys.readouterr()


# ------------------------------------------------------------------------ while it thinks


async def at_the_call(world: Club) -> Scene:
    """A match against the house whose person is to open the auction."""
    scene = await start_house(world)
    await scene.discard(0)
    assert (await scene.match()).deals[-1].phase is Phase.AUCTION
    assert await scene.turn() == 0
    return scene


def queue(scene: Scene, verb: str, detail: str, on: Seen | None = None) -> InteractionResult:
    """Press a button of the person's panel, and wait for nothing."""
    panel = on or scene.panel(0)
    (button,) = (one for one in controls(panel, verb) if one.custom_id.split(":")[4] == detail)
    return scene.world._queue(scene.players[0], panel, button.custom_id)


def of_house(scene: Scene) -> list[tuple[int, str]]:
    """The acts of the house as stored: number and kind."""
    return [(row[1], row[4]) for row in rows(scene.world)["acts"] if row[0] == scene.id and row[3] == 1]


async def test_a_click_that_the_house_keeps_waiting_is_answered_and_the_panel_follows(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        musing = Musing(scene.core, monkeypatch)
        pressed = queue(scene, Verb.CALL, "1S")
        await until(lambda: pressed.acknowledged and "The house thinks" in scene.panel(0).text)
        assert "You bid 1♠" in scene.panel(0).text
        await until(lambda: "your call" in scene.table().text)
        musing.end()
        await world.settle()
        world.assert_answered(pressed)
        assert "The house thinks" not in scene.panel(0).text
        assert "Waiting for" not in scene.panel(0).text
        assert len(of_house(scene)) >= 2


async def test_a_second_click_while_it_thinks_does_nothing(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        before = scene.panel(0)
        musing = Musing(scene.core, monkeypatch)
        one, two = queue(scene, Verb.CALL, "1S", before), queue(scene, Verb.CALL, "1S", before)
        await until(lambda: one.acknowledged and two.acknowledged)
        third = queue(scene, Verb.CALL, "2S", before)
        await until(lambda: third.acknowledged)
        assert len(musing.views) == 1
        musing.end()
        await world.settle()
        mine = [row for row in rows(world)["acts"] if row[0] == scene.id and row[3] == 0]
        assert [(row[4], row[5]) for row in mine if row[4] != "discard"] == [("call", "1S")]
        assert len(set(of_house(scene))) == len(of_house(scene))


async def test_who_resigns_while_it_thinks_has_resigned(new_world: NewWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        asked = world.assert_answered(await world["alice"].slash(world.channel, "bridgette resign"))
        assert asked.response is not None
        question = world.look(asked.response)
        before = of_house(scene)
        musing = Musing(scene.core, monkeypatch)
        called = queue(scene, Verb.CALL, "1S", next(one for one in scene.private(0) if controls(one, Verb.CALL)))
        await until(lambda: musing.views)
        world.env.backend.clock.advance(2)
        (yes, _) = question.buttons
        resigned = world._queue(world["alice"], question, yes.custom_id)
        await until(lambda: resigned.acknowledged)
        musing.end()
        await world.settle()
        world.assert_answered(called)
        world.assert_answered(resigned)
        match = await scene.stored()
        assert match.ended is not None
        assert of_house(scene) == before, "what it thought of is not done any more"


async def test_the_bot_is_killed_while_it_thinks_and_acts_once_it_is_back(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        before = of_house(scene)
        musing = Musing(scene.core, monkeypatch)
        pressed = queue(scene, Verb.CALL, "1S")
        await until(lambda: pressed.acknowledged and "your call" in scene.table().text)
        await scene.core.store.matches.note_told([Told(scene.id, 99, (await scene.game()).number)])
        assert of_house(scene) == before
        musing.die()
        await world.settle()
        assert of_house(scene) == before
        await world.restart(crash=True)
        await world.settle()
        assert len(of_house(scene)) > len(before)
        assert 1 not in (await scene.match()).to_act
        assert musing.views


async def test_an_act_that_the_database_does_not_take_is_done_later(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        before = of_house(scene)
        append = scene.core.store.matches.append

        async def fails_for_the_house(match_id: int, acts: Any, *rest: Any, **options: Any) -> None:
            if acts[0].seat == 1:
                raise StoreError("no room")
            await append(match_id, acts, *rest, **options)

        scene.core.store.matches.append = fails_for_the_house  # type: ignore[method-assign]
        await scene.press(0, Verb.CALL, "1S")
        assert "The house thinks" in scene.panel(0).text
        assert of_house(scene) == before
        await world.advance(40)
        assert of_house(scene) == before
        scene.core.store.matches.append = append  # type: ignore[method-assign]
        await world.advance(70)
        assert len(of_house(scene)) > len(before)
        assert "The house thinks" not in scene.panel(0).text


async def test_where_its_player_fails_again_and_again_somebody_simpler_acts_and_the_record_says_so(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error_log: ErrorLog
) -> None:
    async with new_world() as world:
        scene = await start_house(world, "alice", strength="club")
        other = await start_house(world, "bob", world.channels["lounge"], strength="club")
        rng = random.Random(3)
        (before, elsewhere), decide = (of_house(scene), of_house(other)), scene.core.thinker.decide

        async def fails(view: MatchView, strength: str, source: random.Random, *, match_id: int = 0) -> Decision:
            if match_id == scene.id and strength == "club":
                raise ValueError("the queen of spades")
            return await decide(view, strength, source, match_id=match_id)

        monkeypatch.setattr(scene.core.thinker, "decide", fails)
        for one in (scene, other):
            for _ in range(2):  # discards, and a call where it is the person's
                match = await one.match()
                if 0 in match.to_act:
                    await one.act(*playouts.action(rng, match.deals[-1], playouts.modest))
                with world.env._bot_scope():
                    await one.core.house.catch_up(one.id)
                await world.settle()
        assert of_house(scene) == before
        assert len(of_house(other)) > len(elsewhere), "nobody else waits for it"
        await world.advance(120)
        assert len(of_house(scene)) > len(before)
        assert (await scene.game()).players[1].version == "mixed"
        assert (await other.game()).players[1].version != "mixed"
        (line,) = error_log.take()
        assert "match=1 " in line
        assert "queen" not in caplog.text


# ------------------------------------------------------------------------ what it is given, what it shows


async def test_it_chooses_discards_from_the_view_in_which_nobody_has_chosen(new_world: NewWorld) -> None:
    """Whatever its opponent has done meanwhile."""
    async with new_world(below=plain_deal()) as world:
        scene = await start_house(world)
        game = await scene.game()
        late = replace(game, match=Match(game.match.players).begin_deal(game.match.deals[0].deck, 0))
        chosen = replace(late, match=late.match.after(0, Discard(late.match.deals[0].drawn(0))))
        assert chosen.view(1).deal.chosen == (True, False)
        assert house_view(chosen, 1) == house_view(late, 1)
        assert house_view(chosen, 1).deal.chosen == (False, False)


async def test_what_it_decides_from_is_the_same_when_all_that_it_cannot_see_is_dealt_anew(world: Club) -> None:
    scene, compared = await start_house(world), dict.fromkeys(Phase, 0)
    await scene.core.house.settled(scene.id)
    rng = random.Random(3)
    for _ in range(12):
        game = await scene.game()
        deal = game.match.deals[-1]
        for other in redealt(deal, 1, rng):
            compared[deal.phase] += other != deal
            assert house_view(replace(game, match=with_last_deal(game.match, other)), 1) == house_view(game, 1)
        seat, action = playouts.action(rng, deal, playouts.modest)
        await scene.act(seat, action)
    assert min(compared[phase] for phase in (Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY)) >= 1, compared


async def test_while_its_opponent_chooses_only_that_the_house_has_chosen_is_shown(world: Club) -> None:
    scene = await start_house(world)
    deal = (await scene.match()).deals[-1]
    assert deal.discards[1] is not None
    assert deal.discards[0] is None
    assert "House\u2069 has chosen what goes." in scene.panel(0).text
    shown = " ".join([*scene.public(), *(one.raw for one in scene.private(0))])
    known = {symbol(card) for card in (*deal.hand(0), deal.up_card)}
    for card in deal.hand(1):
        assert symbol(card) in known or f'"{symbol(card)}"' not in shown


async def test_act_and_reply_come_in_one_edit_of_the_panel_and_one_of_the_table(new_world: NewWorld) -> None:
    async with new_world(below=plain_deal()) as world:
        scene = await at_the_call(world)
        before = len(world.env.http_requests)
        await scene.press(0, Verb.CALL, "1S")
        assert "Waiting for" not in scene.panel(0).text, "the house has answered"
        made = [one for one in world.env.http_requests[before:] if one.method != "GET"]
        assert len([one for one in made if one.path.startswith("/interactions/")]) == 1
        assert not [one for one in made if one.path.startswith("/webhooks/")]
        assert len([one for one in made if f"/channels/{scene.channel.id}/messages" in one.path]) == 1
