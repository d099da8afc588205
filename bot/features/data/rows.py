"""What is stored about a person as the JSON of the file that the person gets; ``docs/privacy.md`` describes it.

Ids of Discord are text, since they do not fit every program's numbers; other people come by name, never by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.store import ActRow, Row, Traces
from bot.values import name_in_files

FORMAT = "bridgette-my-data/1"

_SETTINGS = ("reminders", "direct", "direct_failed", "asks", "quiet", "words", "knows_game", "is_challengeable")
_SUMS = ("matches", "wins", "losses", "points_for", "points_against", "deals")


def person_of(user_id: int, traces: Traces, at: datetime) -> dict[str, Any]:
    """Everything but the matches."""
    chosen = traces.settings
    return {
        "format": FORMAT,
        "made_at": _moment(at),
        "user": str(user_id),
        "settings": None if chosen is None else {name: chosen[name] for name in _SETTINGS},
        "blocked": [name_in_files(name) for name in traces.blocked],
        "names": [_in_server(row, name=row["name"], seen_at=_moment(row["seen_at"])) for row in traces.names],
        "standings": [_in_server(row, **{name: row[name] for name in _SUMS}) for row in traces.standings],
        "challenges_made": [_challenge(row, "opponent") for row in traces.made],
        "challenges_received": [_challenge(row, "challenger") for row in traces.received],
        "pings_sent": [_ping(row) for row in traces.sent],
        "pings_received": [_ping(row) for row in traces.got],
        "following": [_followed(row) for row in traces.following],
        "solo": None if traces.solo is None else _solo(traces.solo),
    }


def match_of(row: Row) -> dict[str, Any]:
    """A match without what was done in it."""
    ended = result = notice = None
    if row["ended_how"] is not None:
        ended = {name: row[f"ended_{name}"] for name in ("how", "by")}
        ended |= {"winner": row["winner"], "at": _moment(row["ended_at"])}
    if row["points0"] is not None:
        result = {"points": [row["points0"], row["points1"]], "deals": row["result_deals"], "counts": row["counts"]}
        result["voided"] = row["is_voided"]
    if row["notice_id"] is not None:
        notice = {"message": str(row["notice_id"]), "posted_at": _moment(row["notice_at"])}
    return {
        "match": row["id"],
        "server": _id(row["guild_id"]),
        "channel": _id(row["channel_id"]),
        "seat": row["seat"],
        "name": row["name"],
        "opponent": name_in_files(row["opponent_name"]),
        "length": row["length"],
        "clock_seconds": row["clock"],
        "began_at": _moment(row["started_at"]),
        "ended": ended,
        "result": result,
        "notice": notice,
    }


def moments_of(acts: Sequence[ActRow], seat: int) -> list[dict[str, Any]]:
    """When a seat did something, of which kind, and in which deal, counted from 0."""
    return [{"deal": act.deal, "kind": act.kind, "at": _moment(act.at)} for act in acts if act.seat == seat]


def _challenge(row: Row, other: str) -> dict[str, Any]:
    """A challenge; ``other``: who is on the other side, nobody where anybody might join."""
    name = None if row[f"{other}_id"] is None else name_in_files(row[f"{other}_name"])
    return _in_server(
        row,
        channel=_id(row["channel_id"]),
        message=_id(row["message_id"]),
        **{other: name},
        made_at=_moment(row["created_at"]),
        expires_at=_moment(row["expires_at"]),
        state=row["state"],
        match=row["match_id"],
        length=row["length"],
        clock_seconds=row["clock"],
        is_rematch=row["is_rematch"],
        strength=row["strength"],
    )


def _ping(row: Row) -> dict[str, Any]:
    declined_at = None if row["declined_at"] is None else _moment(row["declined_at"])
    return _in_server(row, at=_moment(row["at"]), declined_at=declined_at)


def _followed(row: Row) -> dict[str, Any]:
    return _in_server(row, channel=_id(row["channel_id"]), match=row["match_id"], told_deal=row["deal"])


def _solo(row: Row) -> dict[str, Any]:
    """What is offered to be played alone; with the match that came of it while that is open."""
    return {
        "strength": row["strength"],
        "length": row["length"],
        "made_at": _moment(row["made_at"]),
        "match": row["match_id"],
    }


def _in_server(row: Row, **values: Any) -> dict[str, Any]:
    return {"server": _id(row["guild_id"]), **values}


def _id(value: int | None) -> str | None:
    return None if value is None else str(value)


def _moment(value: datetime) -> str:
    return value.isoformat()
