"""The panel on which a server's settings are seen and changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bot.features.settings import verbs
from bot.ids import ComponentId
from bot.preferences import (
    CLOCKS,
    USUAL_CLOCK,
    USUAL_PICTURES,
    Pictures,
    ServerSettings,
    pictures_up_to,
    pictures_within,
)
from bot.screens.clocks import clock_said
from bot.screens.message import Accent, Button, Listed, Row, Screen, ServerSelect, Style, lines, screen
from bot.texts import Texts

MOST_CHANNELS = 25
"""Channels that may be chosen, since a menu chooses no more (Discord's limit)."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the panel shows.

    ``channels``: of those that were chosen the ones that are there; ``role``: the one whose members may challenge, if
    it is there; ``is_here``: whether the channel of the panel was chosen, ``None`` where it cannot be;
    ``most_pictures``: where the host lets the bot draw.
    """

    settings: ServerSettings
    channels: tuple[int, ...]
    role: int | None
    is_here: bool | None
    most_pictures: Pictures = USUAL_PICTURES


def settings_screen(t: Texts, shown: Shown) -> Screen:
    """All settings, each with what changes it."""
    settings = shown.settings
    role = () if shown.role is None else (shown.role,)
    return screen(
        Accent.WAITING,
        t("settings-title"),
        _channels_line(t, shown),
        ServerSelect(
            _id(verbs.CHANNELS), t("settings-channels-choose"), Listed.CHANNELS, shown.channels, MOST_CHANNELS
        ),
        _channel_buttons(t, shown),
        _role_line(t, shown),
        ServerSelect(_id(verbs.ROLE), t("settings-role-choose"), Listed.ROLES, role, 1),
        (Button(t("settings-everybody"), _id(verbs.EVERYBODY), off=settings.challenge_role is None),),
        _clock_line(t, settings.clock),
        _clock_buttons(t, settings.clock),
        t("settings-threads", on=_yes(settings.own_threads)),
        (_switch(t, "settings-threads-switch", verbs.OWN_THREADS, is_on=settings.own_threads),),
        t("settings-leaderboard", on=_yes(settings.has_leaderboard)),
        (_switch(t, "settings-leaderboard-switch", verbs.LEADERBOARD, is_on=settings.has_leaderboard),),
        _pictures_line(t, shown),
        _picture_buttons(t, shown),
    )


def _id(detail: str, at: int = 0) -> ComponentId:
    return ComponentId(verbs.SETTING, at=at, detail=detail)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _channels_line(t: Texts, shown: Shown) -> str:
    gone = len(shown.settings.channels) - len(shown.channels)
    if not shown.channels:
        return t("settings-channels-gone" if gone else "settings-channels-all")
    channels = t("joiner-parts").join(f"<#{one}>" for one in shown.channels)
    some_gone = t("settings-channels-some-gone", gone=gone) if gone else None
    return lines(t("settings-channels", channels=channels), some_gone)


def _channel_buttons(t: Texts, shown: Shown) -> Row:
    everywhere = Button(t("settings-everywhere"), _id(verbs.EVERYWHERE), off=not shown.settings.channels)
    if shown.is_here is None:
        return (everywhere,)
    if shown.is_here:
        return Button(t("settings-channel-remove"), _id(verbs.HERE)), everywhere
    key = "settings-channel-add" if shown.channels else "settings-channel-only"
    return Button(t(key), _id(verbs.HERE, 1)), everywhere


def _role_line(t: Texts, shown: Shown) -> str:
    if shown.role is not None:
        return t("settings-role", role=f"<@&{shown.role}>")
    return t("settings-role-all" if shown.settings.challenge_role is None else "settings-role-gone")


def _clock_line(t: Texts, clock: timedelta | None) -> str:
    return t("settings-clock-off") if clock is None else t("settings-clock", **clock_said(clock))


def _clock_buttons(t: Texts, clock: timedelta | None) -> Row:
    """A step either way, and off; each says what it sets, and stays where it is when there is no further step."""
    if clock is None:
        return (_step(t, "settings-clock-on", USUAL_CLOCK, off=False),)
    shorter = max((one for one in CLOCKS if one < clock), default=clock)
    longer = min((one for one in CLOCKS if one > clock), default=clock)
    return (
        _step(t, "settings-clock-shorter", shorter, off=shorter == clock),
        _step(t, "settings-clock-longer", longer, off=longer == clock),
        Button(t("settings-clock-none"), _id(verbs.CLOCK)),
    )


def _step(t: Texts, key: str, clock: timedelta, *, off: bool) -> Button:
    return Button(t(key, **clock_said(clock)), _id(verbs.CLOCK, int(clock.total_seconds())), off=off)


def _pictures_line(t: Texts, shown: Shown) -> str:
    now = pictures_within(shown.settings.pictures, shown.most_pictures)
    limit = None
    if shown.most_pictures is not Pictures.ALL:
        limit = t("settings-pictures-limit", where=shown.most_pictures.value)
    return lines(t("settings-pictures", where=now.value), limit)


def _picture_buttons(t: Texts, shown: Shown) -> Row:
    """All that the host allows; what holds already is off. Nothing where there is nothing to choose."""
    choices = pictures_up_to(shown.most_pictures)
    now = pictures_within(shown.settings.pictures, shown.most_pictures)
    if len(choices) == 1:
        return ()
    return tuple(
        Button(t("settings-pictures-choose", where=one.value), _id(verbs.PICTURES, at), off=one is now)
        for at, one in enumerate(choices)
    )


def _switch(t: Texts, key: str, detail: str, *, is_on: bool) -> Button:
    return Button(t(key, on=_yes(is_on)), _id(detail, int(not is_on)), Style.PLAIN if is_on else Style.MAIN)
