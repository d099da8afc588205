"""How many screens are drawn a second: from a view of a match to texts and buttons, and on to what Discord is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from bench.matches import random_action
from bench.report import Section, Table, middle, rate
from bot.discord.send import layout
from bot.features.table.panel_screen import panel_screen
from bot.features.table.result_screens import deal_screen
from bot.features.table.table_screen import table_screen
from bot.screens.message import Screen
from bot.screens.panel import PanelState
from bot.texts import ENGLISH
from bridgette import Match, MatchView, Seat, shuffled_deck, view

MATCHES = 4
"""Whole matches in a run, after each act of which the screens are drawn."""


Views = dict[Seat | None, MatchView]
Draw = Callable[[int, Views], Screen]


def states(seed: int) -> list[Match]:
    """A random match as it is after each act, up to its end."""
    rng, found = Random(seed), []
    match = Match(("alice", "bob")).begin_deal(shuffled_deck(rng.randrange), rng.randrange(2))
    while match.ended is None:
        found.append(match)
        match = match.after(*random_action(match, rng))
        if match.needs_deck:
            match = match.begin_deal(shuffled_deck(rng.randrange))
    return found


def _table(number: int, views: Views) -> Screen:
    return table_screen(ENGLISH, number, views[None])


def _panel(number: int, views: Views) -> Screen:
    return panel_screen(ENGLISH, PanelState(1, number), views[number % 2])


def _result(number: int, views: Views) -> Screen:
    return deal_screen(ENGLISH, number, views[None], number % (len(views[None].deals) - 1))


DRAWN: dict[str, Draw] = {
    "the table": _table,
    "a panel, its player to act or not": _panel,
    "the result of a deal": _result,
}


def screens(runs: int) -> Iterator[Table]:
    """Screens as matches go on, each state drawn once, and the same screens turned into Discord's components."""
    drawn: dict[str, list[float]] = {name: [] for name in DRAWN}
    made: dict[str, list[float]] = {name: [] for name in DRAWN}
    acts = 0
    for run in range(runs + 1):
        matches = [match for seed in range(MATCHES) for match in states(MATCHES * run + seed)]
        views = [{seat: view(match, seat) for seat in (0, 1, None)} for match in matches]
        for name, draw in DRAWN.items():
            found = [each for each in views if draw is not _result or len(each[None].deals) > 1]
            shown: list[Screen] = []
            rates = rate(partial(_draw, draw, found, shown)), rate(partial(_make, shown))
            if run:  # the first one tells all texts for the first time, and a bot that runs has told them before
                drawn[name].append(rates[0])
                made[name].append(rates[1])
        acts += len(matches)
    rows = [[name, middle(drawn[name]), middle(made[name])] for name in DRAWN]
    note = f"After each act of {MATCHES} random matches, {acts // (runs + 1)} acts in a run, with the views at hand."
    yield Table("Screens", ["", "drawn a second", "turned into components a second"], rows, [note])


def _draw(draw: Draw, found: list[Views], shown: list[Screen]) -> int:
    shown += [draw(number, views) for number, views in enumerate(found)]
    return len(found)


def _make(shown: list[Screen]) -> int:
    for one in shown:
        layout(one, {}).to_components()  # type: ignore[no-untyped-call]
    return len(shown)


SECTIONS: dict[str, Section] = {"screens": screens}
