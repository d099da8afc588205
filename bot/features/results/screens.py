"""The question before a result is voided or restored, and how results are offered while typing."""

from __future__ import annotations

from bot.features.results import verbs
from bot.ids import ComponentId
from bot.results import MatchResult
from bot.screens.message import Accent, Button, Screen, Style, lines, screen
from bot.screens.names import known_name, plain_name, shown_name
from bot.texts import Texts

LONGEST_CHOICE = 100
"""Characters of what an autocomplete offers (Discord's limit)."""


def question_screen(t: Texts, result: MatchResult) -> Screen:
    """Whether the result is to count nowhere; of one that is voided, whether it is to count again."""
    what, style = ("restore", Style.MAIN) if result.is_voided else ("void", Style.GRAVE)
    change = ComponentId(verbs.VOID, result.match_id, int(not result.is_voided))
    return screen(
        Accent.GRAVE,
        t(f"void-result-{what}-ask", match=str(result.match_id)),
        lines(_who(t, result), _outcome(t, result), t("void-result-when", when=f"<t:{_seconds(result)}:f>")),
        t(f"void-result-{what}-follows"),
        (Button(t(f"void-result-{what}-yes"), change, style), Button(t("void-result-no"), ComponentId(verbs.KEEP))),
    )


def choice_of(t: Texts, result: MatchResult) -> str:
    """The result in a line of plain text, for an autocomplete."""
    first, second = (plain_name(known_name(t, player.name)) for player in result.players)
    said = {"match": str(result.match_id), "first-name": first, "second-name": second}
    key = "void-result-choice-voided" if result.is_voided else "void-result-choice"
    return t(key, **said, date=f"{result.ended_at:%Y-%m-%d}")[:LONGEST_CHOICE]


def _who(t: Texts, result: MatchResult) -> str:
    """Both players with their points."""
    first, second = _names(t, result)
    points = {"first-points": result.points[0], "second-points": result.points[1]}
    return t("void-result-who", **{"first-name": first, "second-name": second}, **points)


def _outcome(t: Texts, result: MatchResult) -> str:
    if result.winner is None:
        return t("void-result-nobody")
    names = _names(t, result)
    return t("void-result-won", how=result.how, winner=names[result.winner], loser=names[1 - result.winner])


def _names(t: Texts, result: MatchResult) -> tuple[str, str]:
    first, second = (shown_name(known_name(t, player.name)) for player in result.players)
    return first, second


def _seconds(result: MatchResult) -> int:
    return int(result.ended_at.timestamp())
