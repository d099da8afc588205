"""The slash commands: what each shows to whom, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from simcord import InteractionResult

from bot.store import Ending, NewMatch, Person, Place, Player
from bridgette import Ending as Ended
from bridgette import How
from tests.support.verbs import Verb
from tests.support.world import World

from .scene import Scene, button_id, controls, core_of, enabled, plain_deal, public, rows, start


@pytest.fixture
async def scene(new_world: Any) -> AsyncIterator[Scene]:
    """A match at its exchange; alice deals. Both have a panel."""
    async with new_world(below=plain_deal()) as world:
        found = await start(world)
        await found.open_panels()
        yield found


async def say(world: World, who: str, command: str, channel: Any = None, **options: Any) -> InteractionResult:
    return world.assert_answered(await world[who].slash(channel or world.channel, f"bridgette {command}", **options))


async def private(world: World, who: str, command: str, sentence: str, channel: Any = None, **options: Any) -> None:
    """The answer is private and says this; nothing else has changed."""
    before, stored = public(world, channel), rows(world)
    result = await say(world, who, command, channel, **options)
    assert result.ephemeral
    assert sentence in world.answer(result), world.answer(result)
    assert public(world, channel) == before
    assert rows(world) == stored


# --------------------------------------------------------------------------------- hand


async def test_hand_shows_this_channels_match_else_the_only_one_else_a_list(new_world: Any) -> None:
    async with new_world(channels=("bridge", "lounge", "attic")) as world:
        lounge, attic = world.channels["lounge"], world.channels["attic"]
        await private(world, "alice", "hand", "You have no open match")
        here = await start(world)
        await private(world, "alice", "hand", "Pick", attic)
        await private(world, "carol", "hand", "You have no open match")
        there = await start(world, "carol", "alice", lounge)
        result = await say(world, "alice", "hand")
        assert f"b1:pick:{here.id}:" in world.panel(world["alice"]).raw
        await say(world, "alice", "hand", lounge)
        assert f"b1:pick:{there.id}:" in world.panel(world["alice"], lounge).raw
        result = await say(world, "alice", "hand", attic)
        assert result.ephemeral
        assert "several matches" in world.answer(result)
        listed = world.panel(world["alice"], attic).text
        assert f"<#{here.channel.id}> · against ⁨bob⁩" in listed
        assert f"<#{there.channel.id}> · against ⁨carol⁩" in listed
        for command, options in (("play", {"card": "SA"}), ("call", {"call": "Pass"}), ("resign", {})):
            await private(world, "alice", command, "several matches", attic, **options)


async def test_hand_in_every_state(scene: Scene) -> None:
    world = scene.world
    await private(world, "bob", "hand", "Pick 2 cards")
    await scene.discard(1)
    await private(world, "bob", "hand", "still has to choose")
    await scene.discard(0)
    await private(world, "alice", "hand", "Your call")
    await private(world, "bob", "hand", "Waiting for")
    await scene.calls("1S Pass")
    await private(world, "bob", "hand", "Lead to trick 1")
    await scene.resign(world["bob"])
    await private(world, "bob", "hand", "You have no open match")


async def test_table_where_there_is_none(world: World) -> None:
    await private(world, "carol", "table", "no open match in this channel")


# -------------------------------------------------------------------------------- typed


async def test_discards_are_typed_forgivingly(scene: Scene) -> None:
    world, drawn = scene.world, [str(card) for card in (await scene.match()).deals[-1].drawn(1)]
    first, second = drawn
    for cards, sentence in (
        (first, "Exactly 2 cards"),
        (f"{first} {first}", "named it twice"),
        (f"{first} SA", "do not hold"),
        (f"{first} {second} SQ", "Exactly 2 cards"),
        (f"{first} banana", "is not a card"),
        (f"{first} @everyone", "is not a card"),
        ("x" * 500, "is not a card"),
        (" ,; ", "Exactly 2 cards"),
    ):
        await private(world, "bob", "discard", sentence, cards=cards)
    assert "@everyone" not in world.answer(await say(world, "bob", "discard", cards="@everyone")).replace("\\@", "")
    await private(world, "carol", "discard", "You have no open match", cards=first)
    typed = f" {first[1]}{first[0]},{second.lower()} "
    await say(world, "bob", "discard", cards=typed)
    assert [str(card) for card in (await scene.match()).deals[-1].discards[1]] == drawn  # type: ignore[union-attr]
    await private(world, "bob", "discard", "chosen your discards already", cards=typed)
    await private(world, "bob", "call", "exchange is still going on", call="1S")


async def test_calls_are_typed_forgivingly(scene: Scene) -> None:
    world = scene.world
    await scene.exchange()
    await scene.show()
    await private(world, "bob", "call", "It is not your turn", call="1S")
    for call, sentence in (
        ("9S", "is not a call"),
        ("0C", "is not a call"),
        ("", "is not a call"),
        ("banana", "is not a call"),
        ("X", "You can double only"),
        ("XX", "You can redouble only"),
        ("4C", "needs at least"),
    ):
        await private(world, "alice", "call", sentence, call=call)
    for who, call, written in (
        ("alice", " 1♠ ", "1♠︎"),
        ("bob", "double", "Double"),
        ("alice", "rdbl", "Redouble"),
        ("bob", "2 nt", "2NT"),
        ("alice", "3n", "3NT"),
        ("bob", "p", "Pass"),
    ):
        await say(world, who, "call", call=call)
        assert written in scene.table().text
    await private(world, "bob", "call", "auction of this deal is over", call="Pass")


async def test_cards_are_typed_forgivingly(scene: Scene) -> None:
    world = scene.world
    await scene.to_play()
    await scene.show()
    for card, sentence in (("SA", "You do not hold"), ("banana", "is not a card"), ("SA SK", "is not a card")):
        await private(world, "bob", "play", sentence, card=card)
    await private(world, "alice", "play", "It is not your turn", card="SA")
    await say(world, "bob", "play", card="10♦")
    assert "led ♦︎10" in scene.table().text
    await private(world, "alice", "play", "You must follow suit", card="SA")
    await private(world, "alice", "play", "does not match", card="grand")
    await say(world, "alice", "play", card="2d")
    await say(world, "bob", "play", card="s10")
    await say(world, "alice", "play", card="♠︎A")
    assert " won" in scene.table().text


# ------------------------------------------------------------------------- autocomplete


async def choices(scene: Scene, who: str, command: str, option: str, typed: str) -> list[str]:
    found = await scene.world[who].autocomplete(scene.channel, f"bridgette {command}", option, typed)
    assert len(found) <= 25
    return [one["value"] for one in found]


async def test_autocomplete_offers_what_is_legal_to_whom_it_is(scene: Scene) -> None:
    match = await scene.match()
    drawn = [str(card) for card in match.deals[-1].drawn(1)]
    hand = [str(card) for card in match.deals[-1].hand(1)]
    assert await choices(scene, "bob", "discard", "cards", "") == hand
    assert await choices(scene, "bob", "discard", "cards", f"{drawn[0]} ") == [
        f"{drawn[0]} {card}" for card in hand if card != drawn[0]
    ]
    assert await choices(scene, "bob", "discard", "cards", " ".join(drawn)) == [" ".join(drawn)]
    assert await choices(scene, "bob", "discard", "cards", "SA") == [], "alice's ace"
    for command, option in (("discard", "cards"), ("call", "call"), ("play", "card")):
        assert await choices(scene, "carol", command, option, "") == []
    assert await choices(scene, "bob", "call", "call", "") == []
    assert await choices(scene, "bob", "play", "card", "") == []
    await scene.exchange()
    await scene.calls("1S")
    offered = await choices(scene, "bob", "call", "call", "")
    legal = [str(call) for call in (await scene.match()).deals[-1].legal_calls(1)]
    assert offered == legal[:25]
    assert "1S" not in offered
    assert await choices(scene, "alice", "call", "call", "") == []
    assert await choices(scene, "bob", "call", "call", "2") == [call for call in legal if call.startswith("2")]
    assert await choices(scene, "bob", "call", "call", "zzz") == []
    await scene.calls("Pass")
    await scene.plays("DQ")
    assert await choices(scene, "alice", "play", "card", "") == ["DA", "DK", "D3", "D2"]
    assert await choices(scene, "alice", "play", "card", "da") == ["DA"]
    assert await choices(scene, "bob", "play", "card", "") == []
    assert await choices(scene, "bob", "discard", "cards", "") == []


# ------------------------------------------------------------------------------- resign


async def test_resign_asks_once_and_may_be_called_off(scene: Scene) -> None:
    world = scene.world
    await private(world, "carol", "resign", "You have no open match")
    await scene.led()
    await scene.tell()
    before, stored = scene.public(), rows(world)
    result = await say(world, "alice", "resign")
    assert result.ephemeral
    answer = world.answer(result)
    assert "counts as lost for you" in answer
    assert "won by ⁨bob⁩" in answer
    world.assert_answered(await world.press(world["alice"], "Keep playing"), contains="the match goes on")
    assert (scene.public(), rows(world)) == (before, stored)
    await private(world, "alice", "hand", "led")


async def test_before_the_opening_lead_of_the_first_contract_resigning_makes_the_match_void(scene: Scene) -> None:
    """A passed-out deal has none."""
    world = scene.world
    await scene.exchange()
    await scene.calls("Pass Pass")
    await scene.to_play()
    await scene.show()
    assert len((await scene.match()).deals) == 2
    result = await say(world, "alice", "resign")
    asked = world.answer(result)
    assert "it is void and counts for nobody" in asked
    assert "lost" not in asked
    world.assert_answered(await world.press(world["alice"], "Resign the match"), contains="It is void")
    stored = rows(world)
    assert (stored["results"], stored["standings"], stored["notices"]) == ([], [], [])
    assert (await scene.stored()).ended == Ended(How.VOID)
    assert not scene.tables()
    shown = world.reads(world["carol"])
    assert "This match is void" in shown
    assert "Rematch" not in shown
    assert "My hand" not in shown, "the notice of a turn that never comes is gone"
    assert "void: it counts for nobody" in scene.panel(1).text
    assert "Nobody has finished a match" in world.answer(await say(world, "carol", "leaderboard"))
    await start(world)  # the channel is free


async def test_a_match_that_was_to_be_void_is_not_lost_by_the_same_press(scene: Scene) -> None:
    """The opponent leads while the question stands: its answer would now be another one."""
    world = scene.world
    await scene.to_play()
    await scene.show()
    world.assert_answered(await world["alice"].slash(world.channel, "bridgette resign"), contains="it is void")
    await scene.press(1, Verb.PLAY, "DQ")
    before = rows(world)
    question = world.find(world["alice"], "Resign the match")
    result = world.assert_answered(await world.press(world["alice"], "Resign the match", on=question))
    assert "from an earlier moment" in world.answer(result)
    assert not world.look(question).buttons
    assert enabled(world.find(world["alice"], text="⁨bob⁩ led ♦︎Q", private=True), Verb.PLAY), "the panel follows"
    assert rows(world) == before
    result = await say(world, "alice", "resign")
    assert "counts as lost for you" in world.answer(result)
    world.assert_answered(await world.press(world["alice"], "Resign the match"), contains="You have resigned")


async def test_from_the_opening_lead_on_resigning_is_a_loss(scene: Scene) -> None:
    await scene.to_play()
    await scene.plays("DQ")
    await scene.show()
    await say(scene.world, "alice", "resign")
    scene.world.assert_answered(await scene.world.press(scene.players[0], "Resign the match"))
    assert (await scene.stored()).ended == Ended(How.RESIGNED, 0, 1)
    assert [row[2:5] for row in rows(scene.world)["standings"]] == [(1, 0, 1), (1, 1, 0)]


async def test_a_resigned_match_is_lost_and_its_broken_deal_counts_nowhere(scene: Scene) -> None:
    world = scene.world
    await scene.until(lambda match: len(match.deals) == 3 and len(match.deals[-1].to_act) == 2)
    match = await scene.match()
    ahead = 0 if match.totals[0] > match.totals[1] else 1
    await scene.show()
    name = scene.players[ahead].name
    await say(world, name, "resign")
    world.assert_answered(await world.press(world[name], "Resign the match"), contains="You have resigned")
    (row,) = rows(world)["results"]
    winner = scene.players[1 - ahead]
    assert row[2] == "resigned"
    assert row[3] == scene.players.index(winner), "lost whatever the totals"
    assert tuple(row[4:6]) == match.totals
    assert row[6] == match.counted
    texts = world.reads(world["carol"])
    assert "resigned" in texts
    assert "Broken off: this deal does not count" in texts
    assert len([one for one in world.sees(world["carol"]) if one.button("Rematch")]) == 1
    assert not scene.tables()
    assert "The match is over" in scene.panel(1 - ahead).text
    board = world.answer(await say(world, "carol", "leaderboard"))
    assert board.index(winner.name) < board.index(name)
    assert f"{match.totals[1 - ahead]:,} : {match.totals[ahead]:,} ·" in board
    stats = world.answer(await say(world, "carol", "stats", member=scene.players[ahead]))
    assert f"over {match.counted} deal" in stats
    await private(world, name, "resign", "You have no open match")


async def test_an_old_resignation_after_the_end_is_refused(scene: Scene) -> None:
    world = scene.world
    await scene.led()
    await say(world, "alice", "resign")
    asked = world.panel(world["alice"])
    await say(world, "bob", "resign")
    world.assert_answered(await world.press(world["bob"], "Resign the match"))
    result = world.assert_answered(await world.press(world["alice"], "Resign the match", on=asked))
    assert world.answer(result).count("over") == 1, "once: the panel says so itself"
    assert len(rows(world)["results"]) == 1
    assert rows(world)["results"][0][3] == 0, "alice has won"


OVER = [
    (Verb.PICK, ""),
    (Verb.MARK, "1.1.1"),
    (Verb.CLEAR, ""),
    (Verb.DISCARD, "3"),
    (Verb.LEVEL, "1"),
    (Verb.CALL, "1S"),
    (Verb.CALL, "X"),
    (Verb.SURE, "X"),
    (Verb.PLAY, "SA"),
    (Verb.THERE, "p.SA"),
    (Verb.NEXT, ""),
    (Verb.RESIGN, ""),
    (Verb.STAY, ""),
    (Verb.HAND, ""),
]


@pytest.mark.parametrize(("verb", "detail"), OVER)
@pytest.mark.parametrize("is_led", [True, False])
async def test_whatever_is_pressed_after_the_end_is_told_so_once(
    is_led: bool, verb: str, detail: str, scene: Scene
) -> None:
    """By the panel, which tells the outcome, too; no sentence on top of it says the same again."""
    panel = scene.panel(0)
    if is_led:
        await scene.led()
    await scene.resign(scene.players[1])
    await scene.tell()
    before = scene.public(), rows(scene.world)
    result = scene.world.assert_answered(await scene.forge(scene.players[0], panel, verb, 1, detail))
    outcome = "⁨alice⁩ wins!** ⁨bob⁩ resigned" if is_led else "The match is void: it counts for nobody."
    answer = scene.world.answer(result)
    assert outcome in answer
    assert len(re.findall(r"is over|goes on|earlier moment", answer)) == 1
    assert "The match is over. " in answer
    assert (scene.public(), rows(scene.world)) == before


# -------------------------------------------------------------------------- leaderboard


async def fill(world: World, count: int) -> None:
    """Results of this many players: player 2n beats player 2n + 1, all alike."""
    store, now, guild = core_of(world).store, world.now(), world.guild.id
    for number in range(0, count, 2):
        people = (Person(1000 + number, f"p{number:02}"), Person(1001 + number, f"p{number + 1:02}"))
        players = (Player.of(people[0]), Player.of(people[1]))
        match = await store.matches.begin(
            None, NewMatch(Place(guild, 5000 + number), 6, "chance", players, 0, "x"), now
        )
        await store.matches.end(match.id, Ending("resigned", 1, 0, (100, 50), 1), now)


def ranks(board: str) -> list[str]:
    """The ranks in a leaderboard, each before a name."""
    return re.findall(r"^ {0,2}(\d+) (?!:)\S", board, re.MULTILINE)


async def test_an_empty_leaderboard_says_how_to_start(world: World) -> None:
    assert "Nobody has finished a match" in world.answer(await say(world, "carol", "leaderboard"))


async def test_the_leaderboard_is_paged_by_anybody_and_pings_nobody(world: World) -> None:
    await fill(world, 24)
    await say(world, "alice", "leaderboard")
    world.assert_answered(await world.press(world["alice"], "Show to all"))
    board = world.find(world["carol"], "Next ▶")
    assert "Page 1 of 3" in board.text
    assert board.button("◀ Previous").disabled  # type: ignore[union-attr]
    assert ranks(board.text) == ["1"] * 10, "all equal: the same rank"
    world.assert_answered(await world.press(world["carol"], "Next ▶", on=board), contains="Page 2 of 3")
    assert ranks(world.look(board).text) == ["1"] * 2 + ["13"] * 8, "and those after are skipped"
    world.assert_answered(await world.press(world["bob"], "Next ▶", on=board), contains="Page 3 of 3")
    last = world.look(board)
    assert last.button("Next ▶").disabled  # type: ignore[union-attr]
    assert "wins 1 · losses 0" not in last.text
    for forged in (3, 99, 999_999_999):
        result = await world.forge(world["bob"], board, button_id(Verb.PAGE, at=forged, detail="n"))
        world.assert_answered(result, contains="Page 3 of 3")
    world.assert_answered(await world.press(world["bob"], "◀ Previous", on=board), contains="Page 2 of 3")
    assert not world.pings
    assert "<@" not in world.reads(world["carol"])


async def test_the_leaderboard_is_this_servers_and_right_for_people_who_left(world: World) -> None:
    scene = await start(world)
    await scene.led()
    await scene.resign(world["bob"])
    world.guild.remove_member(world["bob"])
    before = len(world.env.http_requests)
    board = world.answer(await say(world, "carol", "leaderboard"))
    assert "alice" in board
    assert "bob" in board
    assert board.index("alice") < board.index("bob")
    assert len(world.env.http_requests) == before + 1, "no look-up for each row"


# -------------------------------------------------------------------------- stats, rules


async def test_stats_of_oneself_of_others_and_of_nobody(world: World) -> None:
    scene = await start(world)
    await scene.until(lambda match: False)
    await scene.tell()
    match = await scene.match()
    own = world.answer(await say(world, "alice", "stats"))
    assert own == world.answer(await say(world, "carol", "stats", member=world["alice"]))
    first, second = match.totals
    assert f"{first:,} for, {second:,} against" in own
    bid = sum(deal.result.declarer == 0 for deal in match.deals if deal.result and deal.result.contract)
    made = sum(
        deal.result.declarer == 0 and deal.result.margin >= 0
        for deal in match.deals
        if deal.result and deal.result.contract
    )
    assert f"Contracts bid {bid} · made {made}" in own
    best = max(deal.result.score[0] for deal in match.deals if deal.result)
    assert f"Best deal: {best:,} points" in own
    assert "bob" in own
    assert "has not finished a match" in world.answer(await say(world, "carol", "stats"))
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert "has not finished a match" in world.answer(await say(world, "carol", "stats", member=robot))
    assert len(world.pings) == 2


# -------------------------------------------------------------------------- wrong places


async def test_outside_of_servers_every_command_is_offered_and_the_menu_is_not(world: World) -> None:
    """Discord knows one answer for the whole group; what needs a server says so when it is asked for."""
    user = world.env.create_user("outsider")
    there = {name for name in world["alice"].available_commands(world.channel) if name.startswith("bridgette ")}
    assert set(user.available_commands()) == there


async def test_a_command_forged_into_a_private_chat_is_refused_and_nothing_is_made(world: World) -> None:
    def no_server(payload: dict[str, Any]) -> dict[str, Any]:
        changed = {key: value for key, value in payload.items() if key not in ("guild_id", "guild", "member")}
        return changed | {"user": payload["member"]["user"], "context": 1}

    for command in ("challenge", "hand", "table", "resign", "stats", "leaderboard", "rules"):
        with world.rewriting(no_server):
            result = await world["alice"].slash(world.channel, f"bridgette {command}")
        world.assert_answered(result)
        if command == "challenge":
            assert "in a server's text channels" in world.answer(result)
    assert not rows(world)["challenges"]


async def test_every_command_is_there_and_described(world: World) -> None:
    names = set(world["alice"].available_commands(world.channel))
    wanted = ["challenge", "hand", "table", "discard", "call", "play", "resign", "leaderboard", "stats", "me", "rules"]
    assert {f"bridgette {name}" for name in wanted} <= names


async def test_a_typed_act_goes_to_the_panel_too(scene: Scene) -> None:
    await scene.exchange()
    await scene.show()
    waiting = scene.panel(1)
    await say(scene.world, "alice", "call", call="1S")
    assert enabled(scene.world.look(waiting), Verb.CALL)
    assert not controls(scene.panel(0), Verb.CALL)
