"""A challenge, open and closed."""

from __future__ import annotations

from datetime import datetime

from bot.features.challenges import verbs
from bot.ids import ComponentId
from bot.screens.message import Accent, Button, Screen, Style, lines, rows, screen
from bot.screens.names import shown_name
from bot.screens.spots import Added
from bot.texts import Texts


def open_challenge_screen(
    t: Texts,
    challenge_id: int,
    challenger: str,
    opponent_mention: str | None,
    expires_at: datetime,
    added: Added,
    *,
    rematch: bool,
) -> Screen:
    """An open challenge. ``opponent_mention`` pings the one who is challenged; ``None``: anybody may join."""
    own = [
        Button(
            t("challenge-join" if opponent_mention is None else "challenge-accept"),
            ComponentId(verbs.ACCEPT, challenge_id),
            Style.GOOD,
        )
    ]
    if opponent_mention is not None:
        own.append(Button(t("challenge-decline"), ComponentId(verbs.DECLINE, challenge_id)))
    own.append(Button(t("challenge-withdraw"), ComponentId(verbs.WITHDRAW, challenge_id)))
    when = f"<t:{int(expires_at.timestamp())}:R>"
    return screen(
        Accent.TABLE,
        challenge_text(t, challenger, opponent_mention, rematch=rematch),
        t("challenge-expires", when=when),
        lines(*added.lines),
        *rows((*own, *added.buttons)),
    )


def closed_challenge_screen(t: Texts, challenger: str, opponent: str | None, state: str, by: str | None) -> Screen:
    """A challenge that is over, without buttons. ``by``: the name of whoever accepted, declined or withdrew it."""
    ending = t(f"challenge-{state}", name=shown_name(by)) if by is not None else t(f"challenge-{state}")
    shown = None if opponent is None else shown_name(opponent)
    return screen(Accent.WAITING, challenge_text(t, challenger, shown, rematch=False), ending)


def challenge_text(t: Texts, challenger: str, opponent: str | None, *, rematch: bool) -> str:
    """Who challenges whom; ``opponent`` is ready for a message's text."""
    if opponent is None:
        return t("challenge-anybody", challenger=shown_name(challenger))
    key = "challenge-rematch" if rematch else "challenge-to"
    return t(key, challenger=shown_name(challenger), opponent=opponent)


def thread_screen(t: Texts, sentence: str, opponent_id: int) -> Screen:
    """A refusal because the channel is busy, with the way out of it; ``opponent_id`` 0: anybody."""
    button = Button(t("thread-open"), ComponentId(verbs.THREAD, opponent_id), Style.MAIN)
    return screen(Accent.WAITING, sentence, (button,))
