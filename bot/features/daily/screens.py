"""The deal of the day before it is played, what came of it, a server's list, the line that is shared."""

from __future__ import annotations

from datetime import date, datetime

from bot.daily import Day, Field, ListedTry, ServerList, Streak, close_of, end_of
from bot.features.daily import verbs
from bot.features.daily.outcome import Outcome
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, Style, lines, narrow_rows, screen
from bot.screens.names import known_name, shown_name
from bot.screens.spots import NOTHING_ADDED, Added
from bot.texts import Texts

PAGE = 10
"""Lines on a page of a server's list."""


def day_id(verb: str, day: str, subject: int = 0) -> ComponentId:
    """The id of a button that is about a day."""
    return ComponentId(verb, subject, date.fromisoformat(day).toordinal())


def start_screen(t: Texts, outcome: Outcome) -> Screen:
    """What is played, by which rules, the promise of its secret, and the one button."""
    day, streak = outcome.day, outcome.streak
    return screen(
        Accent.TABLE,
        lines(
            t("daily-title", day=day.day),
            t("daily-how", end=_from_now(end_of(day.day))),
            _streak(t, streak) if streak.current else None,
        ),
        lines(t("daily-rating"), t("daily-commitment", commitment=day.commitment)),
        (Button(t("daily-start"), day_id(verbs.START, day.day), Style.GOOD), *_before(t, outcome.before)),
    )


def outcome_screen(
    t: Texts, outcome: Outcome, *, has_list: bool, can_share: bool, added: Added = NOTHING_ADDED
) -> Screen:
    """What came of a day. ``added``: what there is of a day that is opened beside it."""
    day, attempt, streak = outcome.day, outcome.attempt, outcome.streak
    found: list[Button] = []
    if attempt is not None:
        found.append(Button(t("daily-deal"), day_id(verbs.DEAL, day.day)))
    if has_list:
        found.append(Button(t("daily-list"), day_id(verbs.LIST, day.day)))
    if can_share and outcome.field is not None:
        found.append(Button(t("daily-share"), day_id(verbs.SHARE, day.day)))
    return screen(
        Accent.RESULT,
        _own_lines(t, outcome),
        lines(*_compared(t, outcome), _streak(t, streak) if streak.longest else None),
        lines(_light(t, day), *added.lines),
        *narrow_rows((*found, *added.buttons, *_before(t, outcome.before))),
    )


def list_screen(t: Texts, day: str, found: ServerList, page: int) -> Screen:
    """A page of a server's list of a day; ``page`` counts from 0."""
    pages = max(1, -(-found.total // PAGE))
    turn = []
    if page:
        turn.append(Button(t("leaderboard-previous"), day_id(verbs.LIST, day, page - 1)))
    if page + 1 < pages:
        turn.append(Button(t("leaderboard-next"), day_id(verbs.LIST, day, page + 1)))
    return screen(
        Accent.RESULT,
        t("daily-list-title", day=day),
        lines(*(_listed(t, row) for row in found.rows)) if found.rows else t("daily-list-empty"),
        t("daily-list-page", page=page + 1, pages=pages),
        (*turn, Button(t("daily-back"), day_id(verbs.SHOW, day))),
    )


def shared_screen(t: Texts, name: str, outcome: Outcome) -> Screen:
    """What everybody may see of a try that was played out: nothing of the cards, nor of the points."""
    field, streak, lead = outcome.field, outcome.streak, outcome.lead
    if field is None:
        raise ValueError("a try that was not played out has nothing to share")
    among, place = _place(field)
    return screen(
        Accent.RESULT,
        lines(
            t("daily-shared", name=shown_name(name), day=outcome.day.day),
            t(f"daily-shared-rank-{among}", **place),
            None if lead is None else t("daily-shared-house", who=_who(lead)),
            t("daily-shared-streak", days=streak.current) if streak.current > 1 else None,
            t("daily-shared-how"),
        ),
    )


def late_note(t: Texts, day: str) -> str:
    """Until when yesterday's deal may still be finished."""
    return t("daily-late", day=day, close=f"<t:{int(close_of(day).timestamp())}:t>")


def compare_button(t: Texts, match_id: int) -> Button:
    """From the end of a try to what came of the day."""
    return Button(t("daily-compare"), ComponentId(verbs.COMPARE, match_id), Style.MAIN)


def net_text(t: Texts, net: int) -> str:
    """Points with their sign."""
    sign = "plus" if net > 0 else "minus" if net < 0 else "none"
    return t("daily-net", sign=sign, points=abs(net))


def _own_lines(t: Texts, outcome: Outcome) -> str:
    """One's own try."""
    day, attempt = outcome.day.day, outcome.attempt
    if attempt is None or attempt.points is None or attempt.net is None:
        key = "daily-not-played" if attempt is None else "daily-not-finished"
        return lines(t("daily-title", day=day), t(key))
    own, other = attempt.points
    return lines(t("daily-mine", day=day, net=net_text(t, attempt.net)), t("daily-points", own=own, other=other))


def _compared(t: Texts, outcome: Outcome) -> list[str | None]:
    """The try beside all others and the house's."""
    field, found = outcome.field, list[str | None]()
    if field is not None:
        among, place = _place(field)
        found.append(t(f"daily-rank-{among}", **place))
    found.append(_house(t, outcome))
    if field is not None and field.unfinished:
        found.append(t("daily-unfinished", others=field.unfinished))
    return found


def _place(field: Field) -> tuple[str, dict[str, float]]:
    """Among how many the place is, in a word, and what the text about it takes."""
    place = {"rank": field.rank, "total": field.finished + 1, "share": field.beaten or 0.0}
    return "among" if field.less else "alone" if field.finished else "first", place


def _house(t: Texts, outcome: Outcome) -> str:
    """What the house has made of the seat."""
    house, lead = outcome.house, outcome.lead
    if house is None or house.net is None:
        is_over = outcome.day.opened_at is not None or (house is not None and house.how is not None)
        return t("daily-house-unfinished" if is_over else "daily-house-playing")
    net = net_text(t, house.net)
    return (
        t("daily-house-alone", net=net) if lead is None else t("daily-house", who=_who(lead), net=net, lead=abs(lead))
    )


def _streak(t: Texts, streak: Streak) -> str:
    return t("daily-streak", days=streak.current, longest=streak.longest)


def _who(lead: int) -> str:
    return "you" if lead > 0 else "house" if lead < 0 else "same"


def _light(t: Texts, day: Day) -> str:
    return t("daily-opened") if day.opened_at is not None else t("daily-sealed", close=_from_now(close_of(day.day)))


def _listed(t: Texts, row: ListedTry) -> str:
    name = shown_name(known_name(t, row.name))
    if row.rank is None or row.net is None:
        return t(f"daily-list-{row.state}", name=name)
    return t("daily-list-finished", rank=row.rank, name=name, net=net_text(t, row.net))


def _before(t: Texts, before: str | None) -> list[Button]:
    return [] if before is None else [Button(t("daily-before", day=before), day_id(verbs.SHOW, before))]


def _from_now(moment: datetime) -> str:
    """How long it is until then, as Discord tells it."""
    return f"<t:{int(moment.timestamp())}:R>"
