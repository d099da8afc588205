"""A challenge, open and closed."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from bot.features.challenges import verbs
from bot.ids import ComponentId
from bot.preferences import CLOCKS, STRENGTHS
from bot.screens.clocks import clock_said
from bot.screens.message import Accent, Button, Screen, Style, lines, screen
from bot.screens.names import known_name, shown_name
from bot.screens.spots import Added
from bot.texts import Texts
from bot.values import Challenge, NewChallenge


def open_challenge_screen(t: Texts, challenge: Challenge, added: Added, clock: timedelta | None = None) -> Screen:
    """An open challenge, which pings the one who is challenged; without such a one, anybody may join.

    ``clock``: how long each decision may take; ``None``: as long as anybody likes.
    """
    opponent = challenge.opponent
    label = "challenge-join" if opponent is None else "challenge-accept"
    if challenge.is_of_house:
        label = "challenge-start"
    button_row = [Button(t(label), ComponentId(verbs.ACCEPT, challenge.id), Style.GOOD)]
    if opponent is not None:
        button_row.append(Button(t("challenge-decline"), ComponentId(verbs.DECLINE, challenge.id)))
    button_row.append(Button(t("challenge-withdraw"), ComponentId(verbs.WITHDRAW, challenge.id)))
    when = f"<t:{int(challenge.expires_at.timestamp())}:R>"
    return screen(
        Accent.TABLE,
        challenge_text(t, challenge, None if opponent is None else f"<@{opponent.user_id}>"),
        lines(_clock(t, clock), t("challenge-expires", when=when)),
        lines(*added.lines, _commitment(t, challenge)),
        (*button_row, *added.buttons),
    )


def closed_challenge_screen(t: Texts, challenge: Challenge, by: str | None, thread: str | None = None) -> Screen:
    """A challenge that is over, without buttons.

    ``by``: the name of whoever accepted, declined or withdrew it. ``thread``: a link to the one that its match is in.
    """
    key = f"challenge-{challenge.state}"
    if challenge.is_of_house and challenge.state in ("accepted", "expired"):
        key += "-house"
    ending = t(key, name=shown_name(known_name(t, by))) if by is not None else t(key)
    if by is not None and thread is not None:
        ending = t(f"{key}-thread", name=shown_name(known_name(t, by)), thread=thread)
    shown = None if challenge.opponent is None else shown_name(known_name(t, challenge.opponent.name))
    kept = _commitment(t, challenge) if challenge.state == "accepted" else None
    return screen(Accent.WAITING, challenge_text(t, challenge, shown), _clock(t, challenge.clock), ending, kept)


def _clock(t: Texts, clock: timedelta | None) -> str | None:
    """How long each decision may take, where there is a limit."""
    return None if clock is None else t("challenge-clock", **clock_said(clock))


def _commitment(t: Texts, challenge: Challenge) -> str | None:
    """The promise of the shuffle, in small print, for whoever will compare it with what comes after the end."""
    if challenge.commitment is None:
        return None
    return t("challenge-commitment", commitment=challenge.commitment)


def challenge_text(t: Texts, challenge: Challenge, opponent: str | None) -> str:
    """Who challenges whom to how many deals; ``opponent`` is ready for a message's text."""
    challenger, deals = shown_name(known_name(t, challenge.challenger.name)), challenge.length
    if challenge.strength is not None:
        return t("challenge-house", challenger=challenger, strength=challenge.strength, deals=deals)
    if opponent is None:
        return t("challenge-anybody", challenger=challenger, deals=deals)
    key = "challenge-rematch" if challenge.is_rematch else "challenge-to"
    return t(key, challenger=challenger, opponent=opponent, deals=deals)


def thread_screen(t: Texts, sentence: str, new: NewChallenge) -> Screen:
    """A refusal because the channel is busy, with the way out of it, which makes the same challenge in a thread."""
    opponent_id = 0 if new.opponent is None else new.opponent.user_id
    detail = thread_detail(new)
    button = Button(t("thread-open"), ComponentId(verbs.THREAD, opponent_id, new.length, detail), Style.MAIN)
    return screen(Accent.WAITING, sentence, (button,))


def thread_detail(new: NewChallenge) -> str:
    """The detail of a button that opens a thread: whether it is for a rematch, the seconds of a chosen clock, and the
    strength of the house.
    """
    clock = "" if new.clock is None else str(int(new.clock.total_seconds()))
    return (REMATCH if new.is_rematch else "") + clock + (f".{new.strength}" if new.strength else "")


class ThreadDetail(NamedTuple):
    """What the button says beside the opponent and the length."""

    is_rematch: bool
    clock: timedelta | None
    strength: str | None


def read_thread_detail(detail: str) -> ThreadDetail | None:
    """What :func:`thread_detail` wrote, ``None`` for anything else."""
    rest, dot, strength = detail.partition(".")
    seconds = rest.removeprefix(REMATCH)
    clocks = {str(int(clock.total_seconds())): clock for clock in CLOCKS}
    if seconds not in ("", *clocks) or (dot and strength not in STRENGTHS):
        return None
    return ThreadDetail(rest != seconds, clocks.get(seconds), strength or None)


REMATCH = "r"
"""The beginning of the detail of a button that opens a thread for a rematch."""
