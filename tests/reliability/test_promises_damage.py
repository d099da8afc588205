"""One damaged match stops nobody else: its players and the host are told, and the host can end it."""

from __future__ import annotations

import random
import re
import sqlite3
import threading
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult

from bot.games import DamagedMatch, Game
from bot.games.game import rebuild
from bot.screens.words import Words
from bot.store import Store, StoredMatch
from bot.texts import ENGLISH
from bridgette import DECK
from bridgette.record import write_record
from tests.bot import scene as scenes
from tests.bot.conftest import ErrorLog, error_log, new_world
from tests.bot.scene import Scene, enabled
from tests.bot.test_main import Run, run
from tests.reliability import several, stored
from tests.reliability.several import shows_the_last_state, to
from tests.support.verbs import Verb
from tests.support.world import World

__all__ = ["error_log", "new_world", "run"]

LEFT = ["Check the shuffle", "Match record"]
"""What can be pressed below a void match."""

CARD = re.compile(r"[♠♥♦♣]|\b[SHDC][AKQJT2-9]\b|\b[GRL]C\b|Grand|Royal|Little|the .* Colon")
"""A card, in notation or as people read it."""


def is_told(world: World, result: InteractionResult, scene: Scene) -> None:
    """In private, in one sentence with the match's number and no card."""
    world.assert_answered(result, contains="This match's record is damaged, so it cannot go on.")
    text = world.answer(result)
    assert f"tell the host this number: {scene.id}." in text
    assert not CARD.search(text), text
    assert result.ephemeral


def card_twice(file: sqlite3.Connection, match_id: int) -> None:
    (deck,) = file.execute("SELECT deck FROM deals WHERE match_id = ? AND deal = 0", (match_id,)).fetchone()
    first, _, *others = deck.split()
    file.execute("UPDATE deals SET deck = ? WHERE match_id = ?", (" ".join((first, first, *others)), match_id))


def act_that_cannot_be(file: sqlite3.Connection, match_id: int) -> None:
    file.execute("UPDATE acts SET value = '7NT' WHERE match_id = ? AND value = 'Pass'", (match_id,))


def number_missing(file: sqlite3.Connection, match_id: int) -> None:
    file.execute("DELETE FROM acts WHERE match_id = ? AND number = 2", (match_id,))


def kind_unknown(file: sqlite3.Connection, match_id: int) -> None:
    file.execute("UPDATE acts SET kind = 'SA' WHERE match_id = ? AND number = 3", (match_id,))


def deal_missing(file: sqlite3.Connection, match_id: int) -> None:
    file.execute("DELETE FROM deals WHERE match_id = ?", (match_id,))


DAMAGES = {one.__name__: one for one in (card_twice, act_that_cannot_be, number_missing, kind_unknown, deal_missing)}


def url_of(world: World) -> str:
    client: Any = world.client
    url: str = client._settings.database_url
    return url


def damage(world: World, scene: Scene, how: str) -> None:
    with closing(sqlite3.connect(url_of(world).removeprefix("sqlite:///"))) as file, file:
        before = file.total_changes
        DAMAGES[how](file, scene.id)
        assert file.total_changes > before


def at_the_terminal(run: Run, *arguments: str, url: str) -> tuple[int, str, str]:
    """The host's command line, in a thread of its own: this one has a loop already."""
    found: list[tuple[int, str, str]] = []
    thread = threading.Thread(target=lambda: found.append(run(*arguments, DATABASE_URL=url)))
    thread.start()
    thread.join()
    return found[0]


async def with_one_damaged(world: World, how: str, error_log: ErrorLog) -> list[Scene]:
    """Three matches, of which the first is damaged while the bot is off and the others have something to tell.

    Alice, of the damaged one, plays in the third one as well, which is hers and carol's.
    """
    bad, other = await several.in_play(world, 2)
    third = await scenes.start(world, "alice", "carol", world.channels["attic"])
    await third.to_play()
    await third.show()
    for scene in (bad, other, third):
        await scene.act(1, (await scene.match()).deals[-1].legal_cards(1)[0])
    await world.advance(1)
    await world.client.close()
    damage(world, bad, how)
    await world.restart()
    (line,) = error_log.take()
    assert line.endswith(f"; end it with: python -m bot void {bad.id}"), line
    assert not CARD.search(line), line
    return [bad, other, third]


@pytest.mark.parametrize("how", DAMAGES)
async def test_a_damaged_match_stops_neither_the_start_nor_reminders_nor_hands_of_the_others(
    how: str, new_world: Any, error_log: ErrorLog, caplog: pytest.LogCaptureFixture
) -> None:
    """The start, reminders and ``hand`` go on for all others, also for one of its own players; no log names a card."""
    async with several.world_of(new_world, 3) as world:
        bad, other, third = await with_one_damaged(world, how, error_log)
        assert await shows_the_last_state(other), "what was not told is told"
        assert await shows_the_last_state(third)
        pings = {name: len(world.pinged(world[name])) for name in world.members}
        since = len(world.env.http_requests)
        await world.advance(6 * 60)
        assert len(world.pinged(world["carol"])) == pings["carol"] + 1, "reminded of their turn in the lounge"
        assert len(world.pinged(world["alice"])) == pings["alice"] + 1, "and in the attic"
        assert len(world.pinged(world["bob"])) == pings["bob"], "of the damaged match nobody is"
        assert not to(world, bad, since)
        for name, channel in (("dave", "lounge"), ("alice", "attic"), ("alice", "garden"), ("carol", "attic")):
            hand = await world[name].slash(world.channels[channel], "bridgette hand")
            world.assert_answered(hand)
            assert "damaged" not in world.answer(hand), (name, channel)
            assert CARD.search(world.answer(hand)), "their cards"
        await other.open_panels()
        await other.press(0, Verb.PLAY, str((await other.match()).deals[-1].legal_cards(0)[0]))
        assert await shows_the_last_state(other)
        assert not error_log.take(), "the damage is told once"
        assert not CARD.search(caplog.text), "no card in any log"


@pytest.mark.parametrize("how", DAMAGES)
async def test_the_players_of_a_damaged_match_are_told_so_whatever_they_do(
    how: str, new_world: Any, error_log: ErrorLog
) -> None:
    """By buttons, ``hand`` and typed acts, in its channel and elsewhere, and in a challenge in its busy channel."""
    async with several.world_of(new_world, 3) as world:
        bad, *_ = await with_one_damaged(world, how, error_log)
        alice, bob, here, elsewhere = world["alice"], world["bob"], bad.channel, world.channels["garden"]
        old = bad.panel(0)
        is_told(world, await world.press(alice, "My hand", on=bad.table()), bad)
        is_told(world, await world.press(alice, "Refresh", on=old), bad)
        is_told(world, await world.forge(alice, old, scenes.button_id(Verb.PLAY, bad.id, 5, "DA")), bad)
        is_told(world, await world.forge(bob, bad.table(), scenes.button_id(Verb.RESIGN, bad.id, 1)), bad)
        for channel, who in ((here, alice), (here, bob), (elsewhere, bob)):
            for command, options in (
                ("hand", {}),
                ("play", {"card": "SA"}),
                ("call", {"call": "1S"}),
                ("discard", {"cards": "SA SK"}),
                ("resign", {}),
            ):
                is_told(world, await who.slash(channel, f"bridgette {command}", **options), bad)
        is_told(world, await alice.slash(here, "bridgette table"), bad)
        for who in (alice, bob):
            is_told(world, await who.slash(here, "bridgette challenge", opponent=world["erin"]), bad)
            assert world.panel(who, here).button("Play in a new thread"), "there is a way out"
        others = await world["erin"].slash(here, "bridgette challenge")
        world.assert_answered(others, contains="these two are playing in this channel")
        assert bad.id in await bad.core.store.matches.open_ids(), "nothing was done to it"


@pytest.mark.parametrize("how", DAMAGES)
async def test_a_host_ends_a_damaged_match_and_exports_and_checks_the_others_while_the_bot_runs(
    how: str, new_world: Any, run: Run, error_log: ErrorLog
) -> None:
    """``export`` and ``check`` name it, ``void`` frees its channel at once, the next start takes the buttons off."""
    async with several.world_of(new_world, 4) as world:
        bad, other, third = await with_one_damaged(world, how, error_log)
        url = url_of(world)
        code, out, err = at_the_terminal(run, "export", "-", url=url)
        assert (code, len(out.splitlines())) == (1, 2), "the others are all there"
        assert re.search(rf": {bad.id}\.\n$", err)
        code, out, err = at_the_terminal(run, "check", url=url)
        assert re.search(rf"records of these open matches are damaged.*: {bad.id}\.", out)
        assert "3 matches are open" in out
        assert not CARD.search(out + err), "what is told of it names no card"

        table = bad.table()
        assert table.button("My hand")
        code, out, err = at_the_terminal(run, "void", str(bad.id), url=url)
        assert (code, out, err) == (0, f"Match {bad.id} is void.\n", "")
        again = await scenes.start(world, "alice", "bob", bad.channel)
        assert again.id != bad.id, "the channel is free"
        await again.open_panels()
        since = len(world.env.http_requests)
        await world.restart()
        assert [one.label for one in world.look(table).buttons] == LEFT, "the old table has lost its own buttons"
        assert not CARD.search(world.look(table).text)
        assert [(one.method, one.path.split("/")[-1]) for one in to(world, bad, since) if one.method != "POST"] == [
            ("PATCH", str(table.id))
        ]
        since = len(world.env.http_requests)
        await world.restart()
        assert not to(world, bad, since), "once"
        for scene in (other, third, again):
            assert await shows_the_last_state(scene)
        assert not scenes.rows(world)["standings"], "it counts for nobody"


async def test_a_host_ends_a_match_that_the_bot_is_playing(new_world: Any, run: Run) -> None:
    """Also one that is not damaged: its players are told at their next press, and nobody else notices."""
    async with several.world_of(new_world, 2) as world:
        one, other = await several.in_play(world, 2)
        table, old = one.table(), one.panel(1)
        assert at_the_terminal(run, "void", str(one.id), url=url_of(world))[0] == 0
        card = enabled(old, Verb.PLAY)[0]
        told = world.assert_answered(await world["bob"].click(old.handle, custom_id=card.custom_id))
        assert "damaged" not in world.answer(told)
        assert "The match is over" in world.answer(told) or "Something else happened first" in world.answer(told)
        assert [one.label for one in world.look(table).buttons] == LEFT, "the next look takes them off"
        assert one.id not in [game.id for game in one.core.games.held]
        await other.press(1, Verb.PLAY, "DQ")
        assert await shows_the_last_state(other)
        assert (await scenes.start(world, "alice", "bob", one.channel)).tables()


async def test_a_source_of_decks_that_is_not_known_is_found_before_anybody_plays_on(
    new_world: Any, error_log: ErrorLog
) -> None:
    """The match could go on to the end of its deal, and no further."""
    async with several.world_of(new_world, 2) as world:
        bad, other = await several.in_play(world, 2)
        await world.client.close()
        with closing(sqlite3.connect(url_of(world).removeprefix("sqlite:///"))) as file, file:
            file.execute("UPDATE matches SET decks = 'loom' WHERE id = ?", (bad.id,))
        await world.restart()
        is_told(world, await world["bob"].slash(bad.channel, "bridgette play", card="DQ"), bad)
        await other.press(1, Verb.PLAY, "DQ")
        error_log.take()


# ------------------------------------------------------------------------ rebuilding


STRANGE: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    2,
    3,
    7,
    2**63 - 1,
    "",
    "SA",
    "SA SA",
    "7NT",
    "XX",
    "Pass",
    "gone",
    "void",
    b"x",
    0.5,
)


async def a_stored_match(folder: Path, until: int | None) -> StoredMatch:
    """The rows of a random match, so far or to its end."""
    store = await Store.open(f"sqlite:///{folder / f'{until}.db'}")
    match_id = await stored.begin(store)
    await stored.play(store, match_id, until=until)
    await store.matches.set_notice(match_id, 0, 1, 77, stored.BEGIN)
    found = await store.matches.load(match_id)
    await store.close()
    assert found is not None
    return found


def strange_value(rng: random.Random, value: Any) -> Any:
    """Another value for a field: a part of the old one gone, doubled or changed, or something else altogether."""
    if isinstance(value, str) and value and rng.random() < 0.6:
        words = value.split()
        place = rng.randrange(len(words))
        words[place : place + 1] = rng.choice(([], [words[place]] * 2, [str(rng.choice(DECK))], [words[-1]], ["S1"]))
        return " ".join(words)
    return rng.choice(STRANGE)


def mutated(rng: random.Random, rows: StoredMatch) -> StoredMatch:
    """The rows with something wrong in one or two places."""
    for _ in range(rng.choice((1, 1, 2))):
        what = rng.choice(("match", "deals", "acts", "acts", "order"))
        if what == "match":
            name = rng.choice(("length", "decks", "ended_how", "ended_by", "winner", "players"))
            value: Any = strange_value(rng, getattr(rows.match, name))
            if name == "players":
                value = tuple(replace(one, name=rng.choice(("", "x" * 300))) for one in rows.match.players)
            rows = replace(rows, match=replace(rows.match, **{name: value}))
            continue
        name = what if what != "order" else rng.choice(("deals", "acts"))
        found: list[Any] = list(getattr(rows, name))
        if not found:
            continue
        place = rng.randrange(len(found))
        if what == "order":
            found[place : place + 1] = rng.choice(([], [found[place]] * 2, [rng.choice(found)]))
        else:
            field = rng.choice([one.name for one in fields(found[place]) if one.name != "at"])
            found[place] = replace(found[place], **{field: strange_value(rng, getattr(found[place], field))})
        rows = replace(rows, **{name: found})
    return rows


def rebuilt(rows: StoredMatch) -> Game | DamagedMatch:
    try:
        return rebuild(rows)
    except DamagedMatch as error:
        return error


@pytest.mark.parametrize("until", [None, 0, 1, 3, 30, 70], ids=lambda until: f"to act {until}")
async def test_whatever_is_wrong_with_the_rows_rebuilding_raises_one_kind_of_error_that_names_no_card(
    until: int | None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Or it gives a match that can be shown and exported: nothing breaks later, and elsewhere."""
    whole = await a_stored_match(tmp_path, until)
    rng, damaged = random.Random(until or 0), 0
    for _ in range(1500):
        rows = mutated(rng, whole)
        game = rebuilt(rows)
        if isinstance(game, DamagedMatch):
            damaged += 1
            assert game.match_id == whole.match.id
            assert not CARD.search(str(game)), game
            assert game.__cause__ is None
            assert game.__suppress_context__, "a traceback would name cards"
            continue
        for seat in (None, 0, 1):
            Words.of(ENGLISH, game.view(seat))
        write_record(game.match)
    assert damaged > 500
    assert not caplog.records


@pytest.mark.parametrize("how", ["card twice", "act that cannot be", "number missing", "kind unknown", "deal missing"])
async def test_each_kind_of_damage_is_found(how: str, tmp_path: Path) -> None:
    """The counter-proof of the test above: what matters is not taken for a match."""
    rows = await a_stored_match(tmp_path, 40)
    deal, act = rows.deals[0], rows.acts[20]
    wrong = {
        "card twice": replace(rows, deals=[replace(deal, deck=f"{deal.deck[:3]}{deal.deck[:3]}{deal.deck[6:]}")]),
        "act that cannot be": replace(rows, acts=[*rows.acts[:20], replace(act, value="7NT"), *rows.acts[21:]]),
        # All that is there fits: only the numbers tell that something was between.
        "number missing": replace(
            rows, acts=[*rows.acts[:20], *(replace(one, number=one.number + 1) for one in rows.acts[20:])]
        ),
        "kind unknown": replace(rows, acts=[*rows.acts[:20], replace(act, kind="dance"), *rows.acts[21:]]),
        "deal missing": replace(rows, deals=rows.deals[:-1]),
    }
    rebuild(rows)
    with pytest.raises(DamagedMatch):
        rebuild(wrong[how])
