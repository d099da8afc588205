"""What somebody sees who begins alone: every step of the lesson, the first deals, the deal of the day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from bot.daily import Attempt, Day, Field, Streak
from bot.features.daily.outcome import Outcome
from bot.features.daily.screens import outcome_screen, start_screen
from bot.features.hints.screens import hint_note
from bot.features.learn.screens import end_line, step_lines
from bot.features.lessons.screens import lesson
from bot.features.solo.screens import again_button, offer_screen
from bot.features.table.alone_screen import Below
from bot.features.table.panel_screen import panel_screen
from bot.lesson.script import LESSON, NEWCOMER
from bot.screens.panel import PanelState
from bot.screens.reader import FIRST_DEALS, Reader
from bot.screens.spots import Added
from bot.solo import Solo
from bot.texts import ENGLISH
from bot.values import HOUSE
from bridgette import Deal, Format, Match, Phase, view
from bridgette.computer.advice.hint import CardHint, CardOption
from tests.game.notation import auction, dealt
from tools.panels import Panel

A_SCREEN = 700
"""Pixels that a step of the lesson may take, whatever was pressed."""

DAYTIME = datetime(2027, 1, 31, 12, tzinfo=UTC)
PROMISE = "0" * 64
DAY = Day("2027-01-31", PROMISE, 1, None)


def newcomer_panels() -> list[Panel]:
    """All of them, in the order in which somebody meets them."""
    return [*_lesson(), *_first_deals(), *_day()]


def _lesson() -> Iterator[Panel]:
    """Each step, and again with the longest explanation of a wrong press; the exchange with both cards picked."""
    match = Match(("Alice", HOUSE), (), None, Format(1)).begin_deal(LESSON.deck, LESSON.dealer)
    number = 0
    while match.ended is None:
        seat = min(match.to_act)
        step, own = LESSON.due(view(match, seat)), view(match, seat)
        play = match.deals[-1].play
        if step is None:
            assert play is not None
            match = match.after(seat, play.legal[0])
            continue
        if seat == NEWCOMER:
            number += 1
            marked = 0b11 if match.deals[-1].phase is Phase.EXCHANGE else 0
            yield _step(f"lesson, step {number}", match, None, marked)
            faults = {wrong.key for wrong in step.wrong} | {step.otherwise} - {""}
            if faults:
                longest = max(map(ENGLISH, faults), key=len)
                yield _step(f"lesson, step {number}, another press", match, longest, marked)
        match = match.after(seat, LESSON.answer(own))
    told = Added((end_line(ENGLISH, view(match, NEWCOMER)),), (again_button(ENGLISH, "solo-after-lesson", 1),))
    screen = panel_screen(ENGLISH, PanelState(1, 1), view(match, NEWCOMER), below=Below(match=told))
    yield Panel("lesson, the end", screen, A_SCREEN)


def _step(name: str, match: Match, note: str | None, marked: int) -> Panel:
    own, reader = view(match, NEWCOMER), Reader(small_print=False).with_note(note)
    told = step_lines(ENGLISH, own, reader)
    assert told is not None
    screen = panel_screen(ENGLISH, PanelState(1, 1, marked=marked), own, reader, Added((told,)), Below())
    return Panel(name, screen if note is None else screen.with_note(note), A_SCREEN)


def _first_deals() -> Iterator[Panel]:
    """The offer; what is explained to a beginner in the exchange, in the auction and in the play; a hint."""
    one, other = "AK2.QJ4.AT9.A65+L", "QJT.AK9.KQJ.KQJ+R"
    yield Panel("alone, the offer", offer_screen(ENGLISH, Solo(1, 1, "novice", 6, DAYTIME, PROMISE)), 400)
    exchange = dealt(one, other, dealer=0, stock="D7 S9")
    yield _explained("alone, a beginner's exchange of 4", exchange, 0, 700)
    yield _explained("alone, a beginner's first call", auction(one, other), 0, 740)
    yield _explained("alone, a beginner's call over a bid", auction(one, other, "1H"), 1, 800)
    led = auction(one, other, "1H Pass")
    yield _explained("alone, a beginner's first lead", led, 1, 700)
    options = [CardOption(led.legal_cards(1)[place : place + 2], 40 * (place > 0), 6) for place in (0, 2, 4)]
    yield _explained("alone, a hint in the play", led, 1, 700, CardHint(tuple(options), declares=False))


def _explained(name: str, deal: Deal, seat: int, limit: int, hint: CardHint | None = None) -> Panel:
    names = ("Alice", HOUSE) if seat == 0 else (HOUSE, "Alice")
    own = view(Match(names, (deal,)), seat)
    note = None if hint is None else hint_note(ENGLISH, own, hint)
    reader = replace(Reader(lessons=FIRST_DEALS), noted=note is not None)
    told = lesson(ENGLISH, own)
    lines = (told,) if told is not None and note is None else ()
    screen = panel_screen(ENGLISH, PanelState(1, 1), own, reader, Added(lines), Below())
    return Panel(name, screen if note is None else screen.with_note(note), limit)


def _day() -> Iterator[Panel]:
    """The deal of the day before it and after it."""
    mine, house = (Attempt(DAY.day, 1, None, "played", (own, 0)) for own in (750, 250))
    before = Outcome(DAY, None, None, None, Streak(3, 12), "2027-01-30")
    yield Panel("deal of the day, before", start_screen(ENGLISH, before), 620)
    after = Outcome(DAY, mine, Field(120, 80, 10, 14), house, Streak(4, 12), "2027-01-30")
    yield Panel("deal of the day, after", outcome_screen(ENGLISH, after, has_list=True, can_share=True), 500)
