"""The screens of the deal of the day: within Discord's limits, whatever they hold, and saying what they should."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.daily import Attempt, Day, Field, ListedTry, ServerList, Streak
from bot.features.daily import screens
from bot.features.daily.outcome import Outcome

from .test_limits import ADDED, LONGEST_ID, NAMES, T, check

CLOSED = Day("2099-12-31", "f" * 64, LONGEST_ID, None)
OPENED = Day("2099-12-31", "f" * 64, LONGEST_ID, datetime(2100, 1, 1, 1, tzinfo=UTC))
BIG = 10**7 - 1


def attempt(net: int | None, how: str | None = "played") -> Attempt:
    points = None if net is None else (max(net, 0), max(-net, 0))
    return Attempt("2099-12-31", LONGEST_ID, LONGEST_ID, how, points)


def outcome(
    net: int | None = None, house: int | None = None, field: Field | None = None, day: Day = CLOSED, streak: int = BIG
) -> Outcome:
    mine = attempt(net, "played" if net is not None else "void")
    return Outcome(day, mine, field, attempt(house, "played"), Streak(streak, streak), "2099-12-30")


def shown(one: Outcome) -> str:
    screen = screens.outcome_screen(T, one, has_list=True, can_share=True)
    return "\n".join(block for block in screen.blocks if isinstance(block, str))


@pytest.mark.parametrize("name", NAMES)
def test_all_of_them_keep_to_the_limits(name: str) -> None:
    odd = NAMES[name]
    for streak in (0, BIG):
        check(screens.start_screen(T, outcome(streak=streak)), "start")
    for day in (CLOSED, OPENED):
        for one in (outcome(-BIG, BIG, Field(BIG, BIG - 1, 0, BIG), day), outcome(day=day)):
            check(screens.outcome_screen(T, one, has_list=True, can_share=True, added=ADDED), "outcome")
            note = screens.late_note(T, day.day)
            check(screens.outcome_screen(T, one, has_list=True, can_share=True).with_note(note), "outcome with a note")
    rows = [ListedTry(BIG, LONGEST_ID, odd, -BIG, "finished")] * (screens.PAGE - 2)
    rows += [ListedTry(None, LONGEST_ID, odd, None, "playing"), ListedTry(None, LONGEST_ID, odd, None, "unfinished")]
    for page in (0, 1, BIG):
        check(screens.list_screen(T, "2099-12-31", ServerList(rows, 10**8), page), "list")
    check(screens.list_screen(T, "2099-12-31", ServerList([], 0), 0), "empty list")
    check(screens.shared_screen(T, odd, outcome(-BIG, BIG, Field(BIG, BIG - 1, 0, BIG))), "shared")


def test_what_somebody_made_of_it_stands_beside_all_others_and_the_house() -> None:
    text = shown(outcome(620, 480, Field(finished=16, less=12, same=1, unfinished=2), streak=5))
    assert "The deal of 2099-12-31: +620" in text
    assert "Place 4 of 17: you did better than 75% of the others who have finished." in text
    assert "The house in your seat: +480. You did better by 140." in text
    assert "2 others have begun and not finished." in text
    assert "Streak: 5 days · longest 5" in text


def test_what_is_worst_or_alone_is_told_kindly() -> None:
    worst = shown(outcome(-900, -200, Field(finished=3, less=0, same=0, unfinished=0)))
    assert "Place 4 of 4 among those who have finished." in worst
    assert "%" not in worst
    assert "The house in your seat: −200. It did better by 700." in worst
    alone = shown(outcome(0, 0, Field(0, 0, 0, 0)))
    assert "The deal of 2099-12-31: 0" in alone
    assert "You are the first to finish." in alone
    assert "The house in your seat: 0, like you." in alone


def test_what_was_not_finished_has_no_place_and_no_points() -> None:
    text = shown(outcome(None, 480, streak=0))
    assert "You did not finish this deal" in text
    assert "Place" not in text
    assert "Streak" not in text
    assert "The house in your seat: +480." in text


@pytest.mark.parametrize(
    ("house", "day", "said"),
    [
        (None, CLOSED, "The house is still playing your seat."),
        (attempt(None, None), CLOSED, "The house is still playing your seat."),
        (attempt(None, "void"), OPENED, "The house has not finished your seat."),
        (None, OPENED, "The house has not finished your seat."),
    ],
)
def test_the_house_may_not_have_finished_either(house: Attempt | None, day: Day, said: str) -> None:
    field = Field(1, 1, 0, 0)
    text = shown(Outcome(day, attempt(100), field, house, Streak(1, 1), None))
    assert said in text


def test_nobody_shares_what_was_not_finished() -> None:
    with pytest.raises(ValueError, match="nothing to share"):
        screens.shared_screen(T, "alice", outcome())
