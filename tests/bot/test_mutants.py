"""What a small change of the code could break without anybody's noticing: each test here has caught one such change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.discord.panels import Panels
from bot.discord.send import Sender
from bot.features.challenges.challenges import LIFETIME
from bot.features.table.channel import Channel
from bot.games import Game, GameManager, Move
from bot.store import Store
from bridgette import Discard, Match
from tests.game.notation import deck
from tests.support.seen import Seen
from tests.support.verbs import Verb

from .conftest import Club, NewWorld
from .scene import (
    FIRST,
    SECOND,
    Scene,
    Timeless,
    controls,
    core_of,
    enabled,
    plain_deals,
    rows,
    start,
)
from .test_challenges import challenge, labels
from .test_races import NOW, begin
from .test_requests import Sent
from .test_restart import plain

MINUTE, LONG = 60, 3 * 60
OLD = "That button was from an earlier moment"


@pytest.fixture
async def scenes(new_world: NewWorld) -> AsyncIterator[tuple[Scene, Scene]]:
    """Two matches of alice and bob, in two channels, at their exchange; all panels are open."""
    async with new_world(below=plain_deals()) as world:
        one, two = await start(world), await start(world, channel=world.channels["lounge"])
        for scene in (one, two):
            await scene.open_panels()
        yield one, two


async def next_deal(scene: Scene) -> None:
    """To the exchange of the next deal, with both panels open."""
    await scene.exchange()
    await scene.calls("Pass Pass")
    await scene.show()


# ------------------------------------------------------------------------- resignation


@pytest.mark.parametrize("is_led", [False, True])
async def test_a_question_whether_to_resign_is_good_for_its_deal_alone(
    is_led: bool, scenes: tuple[Scene, Scene]
) -> None:
    """It named the totals of its deal: in a later one it is refused, and the match goes on."""
    one, two = scenes
    world = one.world
    questions = []
    for scene in scenes if is_led else ():
        await scene.until(lambda match: len(match.deals) == 2)
        await scene.show()
    for scene in scenes:
        world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette resign"))
        questions.append(scene.panel(0))
    await next_deal(one)
    result = world.assert_answered(await world.press(one.players[0], "Resign the match", on=questions[0]))
    assert "question was from an earlier moment" in world.answer(result)
    assert (await one.game()).is_open
    assert not rows(world)["results"]
    assert f"Deal {1 + is_led} of 6" in one.table().text
    world.assert_answered(await one.players[0].slash(one.channel, "bridgette resign"))
    world.assert_answered(await world.press(one.players[0], "Resign the match", on=one.panel(0)))
    assert not (await one.game()).is_open
    world.assert_answered(await world.press(two.players[0], "Resign the match", on=questions[1]))
    assert not (await two.game()).is_open, "in the other match the deal is still the same"


# ------------------------------------------------------------------- discards half chosen


def picked(scene: Scene, seat: int) -> list[str]:
    """The cards that the seat's panel shows as picked."""
    return [one.label for one in scene.panel(seat).buttons if one.label.startswith("✗")]


async def pick(scene: Scene, seat: int, place: int) -> None:
    """Pick the card at a place in the hand."""
    button = next(one for one in controls(scene.panel(seat), Verb.MARK) if one.custom_id.split(".")[1] == str(place))
    scene.world.assert_answered(await scene.world.press(scene.players[seat], button.custom_id, on=scene.panel(seat)))


async def test_cards_picked_in_one_deal_are_not_picked_in_the_next(scenes: tuple[Scene, Scene]) -> None:
    """Half a choice by buttons, then the discards typed: the next deal begins with nothing picked."""
    for scene in scenes:
        await pick(scene, 0, 0)
        await pick(scene, 0, 1)
        assert len(picked(scene, 0)) == 2
        drawn = " ".join(map(str, (await scene.match()).deals[-1].drawn(0)))
        scene.world.assert_answered(await scene.players[0].slash(scene.channel, "bridgette discard", cards=drawn))
        await scene.act(1, Discard((await scene.match()).deals[-1].drawn(1)))
        await scene.calls("Pass Pass")
        await scene.show()
    for scene in scenes:
        assert picked(scene, 0) == []
        await pick(scene, 0, 5)
        assert len(picked(scene, 0)) == 1


async def test_cards_picked_in_one_match_are_not_picked_in_another(scenes: tuple[Scene, Scene]) -> None:
    one, two = scenes
    await pick(one, 0, 0)
    await pick(one, 0, 1)
    await pick(two, 0, 3)
    await pick(one, 1, 4)
    assert [len(picked(scene, seat)) for scene in scenes for seat in (0, 1)] == [2, 1, 1, 0]
    await pick(two, 0, 2)
    assert [len(picked(scene, 0)) for scene in scenes] == [2, 2]


async def test_an_old_panel_picks_nothing_and_forgets_nothing(scenes: tuple[Scene, Scene]) -> None:
    """A button of the deal before is refused; what is picked in this one stays."""
    one, _ = scenes
    (first, *_) = controls(one.panel(0), Verb.MARK)
    await next_deal(one)
    await pick(one, 0, 3)
    await pick(one, 0, 4)
    new = one.panel(0)
    kept = set(picked(one, 0))
    result = one.world.assert_answered(await one.world.forge(one.players[0], new, first.custom_id))
    assert OLD in one.world.answer(result)
    await pick(one, 0, 5)
    assert len(set(picked(one, 0)) - kept) == 1
    assert len(picked(one, 0)) == 3, "both that were picked before are picked still"


# ----------------------------------------------------------------------- needless edits


async def test_catching_up_with_what_is_shown_already_sends_nothing(scenes: tuple[Scene, Scene]) -> None:
    """In the exchange, after one has discarded, in the auction, in the play, between deals."""
    steps: list[Callable[[Scene], Awaitable[Any]]] = [
        lambda scene: scene.discard(1),
        lambda scene: scene.discard(0),
        lambda scene: scene.press(0, Verb.CALL, "1S"),
        lambda scene: scene.press(1, Verb.CALL, "Pass"),
        lambda scene: scene.press(1, Verb.PLAY, "DQ"),
        next_deal_of_play,
    ]
    world: Any = scenes[0].world
    for step in steps:
        for scene in scenes:
            await step(scene)
        sent, shown = Sent(world), panels_of(*scenes)
        for _ in range(2):
            for scene in scenes:
                with world.env._bot_scope():
                    await scene.core.games.followers.catch_up(scene.id)
            await world.settle()
        async with world.outage():
            pass
        assert sent.take() == []
        assert panels_of(*scenes) == shown


async def next_deal_of_play(scene: Scene) -> None:
    await scene.until(lambda match: len(match.deals) == 2)
    await scene.show()


def panels_of(*scenes: Scene) -> list[str]:
    return [scene.panel(seat).raw for scene in scenes for seat in (0, 1)]


async def test_ones_own_act_is_shown_by_its_answer_alone(scenes: tuple[Scene, Scene]) -> None:
    """Whoever acts, in every phase: of the private messages only the other one's is edited, and at most once."""
    world: Any = scenes[0].world
    for scene in scenes:
        for seat, act in (
            (1, lambda scene=scene: scene.discard(1)),
            (0, lambda scene=scene: scene.discard(0)),
            (0, lambda scene=scene: scene.press(0, Verb.CALL, "1S")),
            (1, lambda scene=scene: scene.press(1, Verb.CALL, "Pass")),
            (1, lambda scene=scene: scene.press(1, Verb.PLAY, "DQ")),
            (0, lambda scene=scene: scene.press(0, Verb.PLAY, "DK")),
            (0, lambda scene=scene: scene.press(0, Verb.PLAY, "SA")),
        ):
            other = core_of(world).panels._live[scene.id, 1 - seat].token.text
            before = len(world.env.http_requests)
            await act()
            edited = [one.path for one in world.env.http_requests[before:] if one.path.startswith("/webhooks/")]
            assert all(other in path for path in edited)
            assert len(edited) <= 1


async def test_a_panel_on_which_somebody_chooses_discards_is_not_edited(scenes: tuple[Scene, Scene]) -> None:
    """The other discards, the clock runs, the channel is caught up with: the half choice stays on the screen."""
    world: Any = scenes[0].world
    for scene in scenes:
        await pick(scene, 0, 2)
    shown = [scene.panel(0).raw for scene in scenes]
    sent = Sent(world)
    for scene in scenes:
        await scene.discard(1)
        with world.env._bot_scope():
            await scene.core.games.followers.catch_up(scene.id)
    await world.advance(4 * MINUTE)
    assert "PATCH private" not in sent.take()
    assert [scene.panel(0).raw for scene in scenes] == shown


# ------------------------------------------------------------------ expired, not yet closed


def time_passes(world: Club, seconds: float) -> None:
    """Time goes by before the bot has had a look at anything: no round comes in between."""
    world.env.backend.clock._epoch += timedelta(seconds=seconds)


async def test_a_challenge_whose_time_is_over_blocks_no_other_before_it_is_closed(new_world: NewWorld) -> None:
    """Neither one like it, nor the opponent's own, nor a fourth one; Discord need not be asked about its message."""
    async with new_world(members=("alice", "bob", "carol", "dave", "erin")) as world:
        bridge, lounge = world.channels["bridge"], world.channels["lounge"]
        old = [await challenge(world, "alice", whom, bridge) for whom in ("bob", "carol", "dave")]
        old.append(await challenge(world, "alice", "bob", lounge))
        time_passes(world, LIFETIME.total_seconds())
        assert {row[10] for row in rows(world)["challenges"]} == {"open"}
        assert all(labels(world.look(one)) for one in old)
        sent = Sent(world)
        new = [await challenge(world, "alice", whom, bridge) for whom in ("erin", "bob", "carol")]
        new.append(await challenge(world, "bob", "alice", lounge))
        assert sent.take() == ["POST answer"] * 4
        await world.advance(16)
        assert not any(labels(world.look(one)) for one in old)
        assert all(labels(world.look(one)) for one in new)


async def test_a_challenge_is_open_until_its_last_moment(new_world: NewWorld) -> None:
    async with new_world() as world:
        await challenge(world)
        time_passes(world, LIFETIME.total_seconds() - 1)
        with world.hurrying():
            refused = await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"])
        world.assert_answered(refused, contains="an open challenge like this")


# ------------------------------------------------------------------------ panels in a race


@contextmanager
def slow_edits(times: int = 1) -> Iterator[list[float]]:
    """The next edits of panels by their tokens take three minutes on their way, in virtual time."""
    edit, left, done = Sender.edit_by_token, [times], list[float]()

    async def late(*args: Any) -> None:
        if left[0]:
            left[0] -= 1
            await asyncio.sleep(LONG)
        await edit(*args)
        done.append(asyncio.get_running_loop().time())

    async def never(*_: Any) -> None:
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sender, "edit_by_token", late)
        patch.setattr(Panels, "changed_at", never)  # no press waits for them, in virtual time
        yield done


async def shows_how_things_stand(scene: Scene, seat: int) -> bool:
    """Whether the seat's panel is what it would be if it were asked for now."""
    shown: Seen = scene.panel(seat)
    asked = await scene.world.press(scene.players[seat], "My hand", channel=scene.channel)
    return plain(scene.world.answer(scene.world.assert_answered(asked))) == plain(shown.text)


async def test_an_edit_that_arrives_after_the_players_own_click_does_not_leave_the_older_state(
    scenes: tuple[Scene, Scene],
) -> None:
    """Bob leads; before that has reached alice's panel she asks for her hand there, and plays."""
    world = scenes[0].world
    for scene in scenes:
        await scene.to_play()
        await scene.show()
        waiting = scene.panel(0)
        with slow_edits() as done:
            await scene.press(1, Verb.PLAY, "DQ")
            assert not enabled(scene.panel(0), Verb.PLAY)
            world.assert_answered(await world.press(scene.players[0], "Refresh", on=waiting))
            await scene.press(0, Verb.PLAY, "DK")
            assert scene.panel(0).id == waiting.id
            assert "trick 2" in scene.panel(0).text
            await world.advance(LONG + 1)
            assert len(done) == 3, "the late one, what made it good, and bob's own"
        assert "trick 2" in scene.panel(0).text
        assert enabled(scene.panel(0), Verb.PLAY)
        assert await shows_how_things_stand(scene, 0)


async def test_a_press_waits_for_no_edit_for_long(scenes: tuple[Scene, Scene], monkeypatch: pytest.MonkeyPatch) -> None:
    scene, _ = scenes
    await scene.to_play()
    await scene.show()
    changed_at = Panels.changed_at
    monkeypatch.setattr("bot.discord.panels.FOR_EDIT", 0.001)
    with slow_edits() as done:
        await scene.press(1, Verb.PLAY, "DQ")
        before = scene.core.panels._live[scene.id, 0].changed_at
        async with asyncio.timeout(5):
            assert await changed_at(scene.core.panels, await scene.game(), 0) == before
        assert not done
        await scene.world.advance(LONG + 1)
    assert done


async def test_of_two_acts_during_one_edit_the_last_is_shown(scenes: tuple[Scene, Scene]) -> None:
    """Alice wins the trick and leads to the next one while bob's panel is on its way to show the trick."""
    world = scenes[0].world
    for scene in scenes:
        await scene.to_play()
        await scene.show()
        await scene.press(1, Verb.PLAY, "DQ")
        with slow_edits():
            await scene.press(0, Verb.PLAY, "DK")
            await scene.press(0, Verb.PLAY, "SA")
            await world.advance(LONG + 1)
        assert enabled(scene.panel(1), Verb.PLAY)
        assert await shows_how_things_stand(scene, 1)


async def test_what_the_player_has_asked_for_meanwhile_is_not_sent_once_more(scenes: tuple[Scene, Scene]) -> None:
    """An edit hangs and fails in the end; by then alice has played on, and has seen bob's answer by her own click."""
    scene, other = scenes
    world: Any = scene.world
    await scene.to_play()
    await scene.show()
    with slow_edits():
        await scene.press(1, Verb.PLAY, "DQ")
        world.assert_answered(await world.press(scene.players[0], "Refresh", on=scene.panel(0)))
        await scene.press(0, Verb.PLAY, "DK")
        await scene.press(0, Verb.PLAY, "S2")
        await scene.press(1, Verb.PLAY, "SQ")  # and is to lead
        world.assert_answered(await world.press(scene.players[0], "My hand", on=scene.table()))
        assert "leads to trick 3" in scene.panel(0).text
        shown, sent = panels_of(scene, other), Sent(world)
        world.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015)
        await world.advance(LONG + 1)
    assert sent.take() == ["PATCH private"], "the one that failed"
    assert panels_of(scene, other) == shown


# ----------------------------------------------------------- results, when there is more to tell


def results(scene: Scene) -> list[str]:
    """The results of deals in a channel, oldest first."""
    return [one.text for one in scene.world.sees(scene.world["carol"], scene.channel) if " · totals: " in one.text]


async def test_a_result_that_is_told_late_is_that_of_its_own_deal(new_world: NewWorld) -> None:
    """Two matches of the same cards: one is told as it goes on, the other after three more deals. They read alike."""
    match = deck((FIRST, SECOND))
    for crash in (False, True):
        async with new_world(below=plain_deals(), database=f"{crash}.db") as world:
            one, two = await start(world), await start(world, channel=world.channels["lounge"])
            core_of(world).games.decks["chance"] = AlwaysThis(match)  # type: ignore[assignment]
            for _ in range(3):
                for scene in (one, two):
                    await scene.to_play("1S Pass")
                    await scene.until(another_deal(len((await scene.match()).deals)))
                await one.tell()
            assert (await one.match()).totals == (await two.match()).totals
            assert results(two) == []
            if crash:
                await world.restart(crash=True)
            else:
                await two.tell()
            assert len(results(one)) == 3
            assert results(two) == results(one)
            assert len(set(results(one))) == 3
            assert Timeless(two.table().text) == one.table().text


class AlwaysThis:
    """A source of decks that knows one deck."""

    def __init__(self, cards: Any) -> None:
        self._cards = cards

    def first_dealer(self) -> int:
        return 0

    def deck(self, deal: int) -> Any:
        return self._cards


def another_deal(count: int) -> Callable[[Match], bool]:
    return lambda match: len(match.deals) > count


async def test_a_deal_that_ends_while_its_table_is_on_its_way_has_its_result_and_the_next_its_table(
    new_world: NewWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit of the one table hangs; meanwhile the deal ends, and the next one goes on. The other match waits not."""
    async with new_world(below=plain_deals()) as world:
        one, two = await start(world), await start(world, "carol", "bob", channel=world.channels["lounge"])
        for scene in (one, two):
            await scene.exchange()
            await scene.show()
        table, edit, left = one.table(), Channel.edit, [1]

        async def late(*args: Any) -> Any:
            if left[0]:
                left[0] -= 1
                await asyncio.sleep(LONG)
            return await edit(*args)

        monkeypatch.setattr(Channel, "edit", late)
        await one.press(0, Verb.CALL, "Pass")
        await one.press(1, Verb.CALL, "Pass")
        await one.discard(1)
        await two.press(0, Verb.CALL, "1S")
        assert "1♠" in two.table().text
        assert "no call yet" in world.look(table).text
        await world.advance(LONG + 1)
        (result,) = results(one)
        assert "Passed out" in result
        assert world.look(table).text == result, "in its place"
        assert "still has to choose" in one.table().text
        assert "dealt again" in one.table().text
        assert len(one.tables()) == 1
        assert "1♠" in two.table().text


# ------------------------------------------------------------------------------- loading


class Held:
    """Makes the first loading of a match wait, when it has read the rows, and counts how many there are."""

    def __init__(self, store: Store, patch: pytest.MonkeyPatch) -> None:
        self.begun, self.released, self.count = asyncio.Event(), asyncio.Event(), 0
        load = store.matches.load

        async def late(match_id: int) -> Any:
            self.count += 1
            is_first = self.count == 1
            found = await load(match_id)
            if is_first:
                self.begun.set()
                await self.released.wait()
            return found

        patch.setattr(store.matches, "load", late)


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[tuple[GameManager, Store, list[int]]]:
    """A manager that holds none of the two matches that its store has."""
    store = await Store.open(f"sqlite:///{tmp_path / 'load.db'}")
    manager = GameManager(store, plain_deals())
    match_ids = [await begin(manager, store)]
    async with store._database.write() as connection:
        await connection.exec_driver_sql("UPDATE matches SET channel_id = 21")
    match_ids.append(await begin(manager, store))
    manager._games.doubt_all()
    yield manager, store, match_ids
    await store.close()


async def test_a_match_that_is_asked_for_many_times_at_once_is_loaded_once(
    stored: tuple[GameManager, Store, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    manager, store, match_ids = stored
    held = Held(store, monkeypatch)
    asked = [asyncio.create_task(manager.find(match_id)) for match_id in match_ids * 5]
    await held.begun.wait()
    held.released.set()
    found: list[Game] = await asyncio.gather(*asked)
    assert held.count == 2
    for place, match_id in enumerate(match_ids):
        (game,) = {id(one): one for one in found[place::2]}.values()
        assert game.id == match_id
        assert manager.peek(match_id) is game


async def test_a_match_that_is_asked_for_while_an_act_is_saved_is_never_an_older_one(
    stored: tuple[GameManager, Store, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who looks began to load before the act, and ends after it: what is held is the match after the act."""
    manager, store, (match_id, other) = stored
    cards = [(await manager.find(match_id)).match.deals[-1].drawn(seat) for seat in (0, 1)]
    manager._games.doubt_all()
    held = Held(store, monkeypatch)
    look = asyncio.create_task(manager.find(match_id))
    await held.begun.wait()
    act = asyncio.create_task(manager.do(match_id, Move(1, Discard(cards[1])), NOW, decision=0))
    for _ in range(20):  # time for the act to be saved, if nothing kept it from that
        await store.matches.get(other)
    held.released.set()
    happened, _ = await asyncio.gather(act, look)
    assert happened.after.number == 1
    assert manager.peek(match_id) is happened.after
    assert await manager.find(match_id) is happened.after
    again = await manager.do(match_id, Move(0, Discard(cards[0])), NOW, decision=0)
    assert again.after.number == 2
    assert (await manager.find(other)).number == 0


async def test_after_a_start_all_may_look_and_act_at_once(scenes: tuple[Scene, Scene]) -> None:
    """Nothing is in memory; both players of both matches press at the same moment: each gets one answer."""
    world: Any = scenes[0].world
    for scene in scenes:
        await scene.to_play()
        await scene.show()
    await world.restart()
    core_of(world).games._games.doubt_all()
    clicks = []
    for scene in scenes:
        (card, *_) = enabled(scene.panel(1), Verb.PLAY)
        hand = controls(scene.table(), Verb.HAND)[0].custom_id
        clicks += [
            (scene.players[0], scene.table(), hand),
            (scene.players[1], scene.panel(1), card.custom_id),
            (scene.players[0], scene.table(), hand),
        ]
    core_of(world).games._games.doubt_all()
    for result in await world.together(*clicks):
        world.assert_answered(result)
    for scene in scenes:
        assert await scene.stored() == await scene.match()
        assert "led" in scene.table().text
        assert enabled(scene.panel(0), Verb.PLAY)
