"""Requests are counted: an act sends what it must and nothing else, to the one match that it belongs to."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from bridgette import Match
from tests.support.verbs import Verb

from .conftest import Club, NewWorld
from .scene import Scene, controls, enabled, plain_deals, start

MINUTE = 60
TOKEN = 15 * MINUTE

ANSWER, FIRST_PANEL, OLD_PANEL = "POST answer", "POST private", "DELETE private"
"""The answer to an interaction; the private message that follows one; a panel whose place another one has taken."""
PANEL, TABLE, POST, GONE = "PATCH private", "PATCH message", "POST message", "DELETE message"
"""The opponent's panel by its token; a message of the channel edited, posted, deleted."""

KINDS = {
    r"/interactions/\d+/[^/]+/callback": "answer",
    r"/webhooks/\d+/[^/]+(/messages/(@original|\d+))?": "private",
    r"/channels/(\d+)/messages(/\d+)?": "message",
}


class Sent:
    """The requests since the last look: which kinds, in which order, and in which channel."""

    def __init__(self, world: Club) -> None:
        self._world = world
        self._seen = len(world.env.http_requests)

    def take(self, *, channel: int | None = None) -> list[str]:
        """What was sent since the last look; of what goes into channels, only to this one if it is named."""
        entries = self._world.env.http_requests[self._seen :]
        self._seen += len(entries)
        found = []
        for one in entries:
            (kind, match), *_ = [
                (kind, match) for shape, kind in KINDS.items() if (match := re.fullmatch(shape, one.path))
            ] or [(one.path, None)]
            if kind == "message" and match is not None and channel not in (None, int(match[1])):
                kind = f"message in {match[1]}"
            found.append(f"{one.method} {kind}")
        return found


@pytest.fixture
async def scenes(new_world: NewWorld) -> AsyncIterator[list[Scene]]:
    """Three matches at their exchange, with all panels open; alice, carol and erin deal."""
    async with new_world(below=plain_deals(), members=("alice", "bob", "carol", "dave", "erin", "frank")) as world:
        world.channels["attic"] = world.guild.create_text_channel("attic")
        found = []
        for pair, channel in (("alice bob", "bridge"), ("carol dave", "lounge"), ("erin frank", "attic")):
            scene = await start(world, *pair.split(), channel=world.channels[channel])
            await scene.open_panels()
            found.append(scene)
        yield found


async def each(scenes: list[Scene], act: Callable[[Scene], Awaitable[Any]], *expected: str) -> None:
    """Let something be done in each match, one after the other; it sends this, and nothing to another match."""
    world: Any = scenes[0].world
    await world.settle()
    sent = Sent(world)
    for scene in scenes:
        await act(scene)
        assert sent.take(channel=scene.channel.id) == list(expected), expected


async def to_play(scenes: list[Scene]) -> None:
    for scene in scenes:
        await scene.to_play()
        await scene.show()


# ----------------------------------------------------------------- the acts, both being there


async def test_a_choice_half_made_sends_its_answer_alone(scenes: list[Scene]) -> None:
    async def mark(scene: Scene) -> None:
        (card, *_) = controls(scene.panel(0), Verb.MARK)
        scene.world.assert_answered(await scene.world.press(scene.players[0], card.custom_id, on=scene.panel(0)))

    await each(scenes, mark, ANSWER)
    for scene in scenes:
        await scene.exchange()
        await scene.show()
    await each(scenes, lambda scene: scene.press(0, Verb.LEVEL, "4"), ANSWER)


async def test_the_first_discard_leaves_the_panel_of_the_other_alone_who_is_choosing(scenes: list[Scene]) -> None:
    """The answer and the table; the select is one more answer."""
    await each(scenes, lambda scene: scene.discard(1), ANSWER, ANSWER, TABLE)


async def test_the_second_discard_shows_the_auction_to_both(scenes: list[Scene]) -> None:
    for scene in scenes:
        await scene.discard(1)
    # The dealer had no panel yet when the match began, and was told; that notice goes.
    await each(scenes, lambda scene: scene.discard(0), ANSWER, ANSWER, PANEL, TABLE, GONE)


async def test_a_call_sends_the_answer_the_other_panel_and_the_table(scenes: list[Scene]) -> None:
    for scene in scenes:
        await scene.exchange()
        await scene.show()
    await each(scenes, lambda scene: scene.press(0, Verb.LEVEL, "4"), ANSWER)
    await each(scenes, lambda scene: scene.press(0, Verb.LEVEL, "0"), ANSWER)
    await each(scenes, lambda scene: scene.press(0, Verb.CALL, "1S"), ANSWER, PANEL, TABLE)
    await each(scenes, lambda scene: scene.press(1, Verb.CALL, "Pass"), ANSWER, PANEL, TABLE)


async def test_a_card_sends_the_answer_the_other_panel_and_the_table(scenes: list[Scene]) -> None:
    await to_play(scenes)
    await each(scenes, lambda scene: scene.press(1, Verb.PLAY, "DQ"), ANSWER, PANEL, TABLE)


async def test_a_card_that_ends_a_trick_sends_no_more_than_any_other(scenes: list[Scene]) -> None:
    """Whether the trick is lost or won, and then led to by the same player."""
    await to_play(scenes)
    for scene in scenes:
        await scene.press(1, Verb.PLAY, "DQ")
    await each(scenes, lambda scene: scene.press(0, Verb.PLAY, "DK"), ANSWER, PANEL, TABLE)
    await each(scenes, lambda scene: scene.press(0, Verb.PLAY, "SA"), ANSWER, PANEL, TABLE)


async def test_a_typed_act_sends_what_a_click_sends_and_an_edit_of_ones_own_panel(scenes: list[Scene]) -> None:
    await to_play(scenes)

    async def play(scene: Scene) -> None:
        result = await scene.players[1].slash(scene.channel, "bridgette play", card="DQ")
        scene.world.assert_answered(result)

    await each(scenes, play, ANSWER, PANEL, TABLE, PANEL)


def is_last_card_of_the_deal(match: Match) -> bool:
    """That ends trick 12: the last trick plays itself."""
    play = match.deals[-1].play
    return play is not None and len(play.plays) == 23


def is_last_card_of_the_match(match: Match) -> bool:
    return match.counted == 5 and match.totals[0] != match.totals[1] and is_last_card_of_the_deal(match)


async def play_any(scene: Scene) -> None:
    """Whoever is to play plays the first card that may be played."""
    seat = await scene.turn()
    (card, *_) = enabled(scene.panel(seat), Verb.PLAY)
    scene.world.assert_answered(await scene.world.press(scene.players[seat], card.custom_id, on=scene.panel(seat)))


async def test_the_card_that_ends_a_deal_turns_its_table_into_the_result_and_posts_the_next(
    scenes: list[Scene],
) -> None:
    for scene in scenes:
        await scene.until(is_last_card_of_the_deal)
        await scene.show()
    await each(scenes, play_any, ANSWER, PANEL, TABLE, POST)
    await each(scenes, lambda scene: scene.on_the_deal(1), ANSWER, FIRST_PANEL, OLD_PANEL)
    # The first act of the new deal.
    await each(scenes, lambda scene: scene.discard(1), ANSWER, ANSWER, TABLE)


async def test_a_passed_out_deal_sends_the_same(scenes: list[Scene]) -> None:
    for scene in scenes:
        await scene.exchange()
        await scene.calls("Pass")
        await scene.show()
    await each(scenes, lambda scene: scene.press(1, Verb.CALL, "Pass"), ANSWER, PANEL, TABLE, POST)


async def test_the_card_that_ends_the_match_posts_its_result(scenes: list[Scene]) -> None:
    """The answer and the other panel, the deal's result in place of the table, the result of the match."""
    for scene in scenes[:2]:
        await scene.until(is_last_card_of_the_match)
        assert (await scene.match()).ended is None
        await scene.show()
    await each(scenes[:2], play_any, ANSWER, PANEL, TABLE, POST)


async def test_a_resignation_sends_the_answer_both_panels_and_both_results(scenes: list[Scene]) -> None:
    await to_play(scenes)
    for scene in scenes:
        await scene.press(1, Verb.PLAY, "DQ")
        await scene.players[0].slash(scene.channel, "bridgette resign")

    async def resign(scene: Scene) -> None:
        pressed = await scene.world.press(scene.players[0], "Resign the match", channel=scene.channel)
        scene.world.assert_answered(pressed)

    await each(scenes, resign, ANSWER, PANEL, PANEL, TABLE, POST)


# -------------------------------------------------------------- the opponent is not there


async def test_to_a_dead_panel_nothing_is_sent_but_a_notice_which_goes_with_the_turn(scenes: list[Scene]) -> None:
    await to_play(scenes)
    world = scenes[0].world
    await world.advance(TOKEN - MINUTE)
    for scene in scenes:  # who led will be there, the other not
        await world.press(scene.players[1], "My hand", channel=scene.channel)
    await world.advance(2 * MINUTE)
    for scene in scenes:
        assert len(scene.notices(1)) == 1, "they took long themselves"
    await each(scenes, lambda scene: scene.press(1, Verb.PLAY, "DQ"), ANSWER, TABLE, POST, GONE)
    for scene in scenes:
        assert len(scene.notices(0)) == 1
        await world.press(scene.players[0], "My hand", channel=scene.channel)
    await each(scenes, lambda scene: scene.press(0, Verb.PLAY, "DK"), ANSWER, PANEL, TABLE, GONE)
    await each(scenes, lambda scene: scene.press(0, Verb.PLAY, "SA"), ANSWER, PANEL, TABLE)


async def test_a_panel_found_dead_is_asked_once(scenes: list[Scene]) -> None:
    await to_play(scenes)
    world = scenes[0].world
    world.env.inject_error("PATCH", "/webhooks/*/messages/*", status=404, code=10015, times=None)
    await each(scenes, lambda scene: scene.press(1, Verb.PLAY, "DQ"), ANSWER, PANEL, TABLE, POST)
    for scene in scenes:  # alice wins, leads, and bob's panel is the one that is found dead
        await world.press(scene.players[0], "My hand", channel=scene.channel)
    await each(scenes, lambda scene: scene.press(0, Verb.PLAY, "DK"), ANSWER, PANEL, TABLE, GONE)
    await each(scenes, lambda scene: scene.press(0, Verb.PLAY, "SA"), ANSWER, TABLE, POST)


async def test_a_slow_player_is_told_by_one_message_and_nothing_else_is_sent_by_the_clock(scenes: list[Scene]) -> None:
    await to_play(scenes)
    world: Any = scenes[0].world
    sent = Sent(world)
    await world.advance(4 * MINUTE)
    assert sent.take() == []
    await world.advance(2 * MINUTE)
    assert sent.take() == [POST] * 3
    await world.advance(60 * MINUTE)
    assert sent.take() == []


async def test_an_old_table_is_posted_anew_and_deleted(scenes: list[Scene]) -> None:
    await to_play(scenes)
    world = scenes[0].world
    await world.advance(61 * MINUTE)
    for scene in scenes:
        await scene.open_panels()
    await each(scenes, lambda scene: scene.press(1, Verb.PLAY, "DQ"), ANSWER, PANEL, POST, GONE, GONE)
    await each(scenes, lambda scene: scene.press(0, Verb.PLAY, "DK"), ANSWER, PANEL, TABLE)


# ------------------------------------------------------------------------------ refusals


REFUSED: dict[str, Callable[[Scene], Awaitable[Any]]] = {
    "an old number": lambda scene: scene.forge(scene.players[1], scene.panel(1), Verb.PLAY, 1, "DQ"),
    "a card that is not held": lambda scene: typed(scene, 1, "SA"),
    "somebody else's turn": lambda scene: typed(scene, 0, "SA"),
    "no card at all": lambda scene: typed(scene, 1, "nonsense"),
    "a call in the play": lambda scene: scene.players[1].slash(scene.channel, "bridgette call", call="1S"),
    "no button of ours": lambda scene: scene.world.forge(scene.players[1], scene.panel(1), "nonsense"),
    "a stranger": lambda scene: scene.world.press(scene.world["guest"], "My hand", on=scene.table()),
    "a stranger's card": lambda scene: scene.forge(scene.world["guest"], scene.panel(1), Verb.PLAY, 4, "DQ"),
    "a challenge of oneself": lambda scene: scene.players[0].slash(
        scene.channel, "bridgette challenge", opponent=scene.players[0]
    ),
    "a busy channel": lambda scene: scene.players[0].slash(scene.channel, "bridgette challenge"),
}


def typed(scene: Scene, seat: int, card: str) -> Awaitable[Any]:
    return scene.players[seat].slash(scene.channel, "bridgette play", card=card)


@pytest.mark.parametrize("what", REFUSED)
async def test_a_refusal_is_one_answer_and_nothing_else(what: str, scenes: list[Scene]) -> None:
    await to_play(scenes)
    scenes[0].world.join("guest")
    numbers = [(await scene.game()).number for scene in scenes]
    await each(scenes, REFUSED[what], ANSWER)
    await scenes[0].world.advance(MINUTE)
    assert [(await scene.game()).number for scene in scenes] == numbers


# ------------------------------------------------------------- a match begins, and all at once


async def test_accepting_sends_five_requests_and_nobody_else_hears_of_it(new_world: NewWorld) -> None:
    """The answer in place, the table, both panels, a notice for the one who may have gone away meanwhile."""
    async with new_world(below=plain_deals()) as world:
        sent = Sent(world)
        world.assert_answered(await world["alice"].slash(world.channel, "bridgette challenge", opponent=world["bob"]))
        assert sent.take() == [ANSWER]
        world.assert_answered(await world.press(world["bob"], "Accept"))
        assert sent.take() == [ANSWER, POST, FIRST_PANEL, FIRST_PANEL, POST]
        world.assert_answered(await world.press(world["alice"], "My hand"))
        assert sent.take() == [ANSWER, OLD_PANEL]


async def test_acts_in_all_matches_at_once_send_as_much_as_one_after_the_other(scenes: list[Scene]) -> None:
    await to_play(scenes)
    world: Any = scenes[0].world
    sent = Sent(world)
    clicks = [
        (scene.players[1], scene.panel(1), next(iter(enabled(scene.panel(1), Verb.PLAY))).custom_id) for scene in scenes
    ]
    for result in await world.together(*clicks):
        world.assert_answered(result)
    assert sorted(sent.take()) == sorted([ANSWER, PANEL, TABLE] * 3)
    await world.advance(4 * MINUTE)
    assert sent.take() == []
