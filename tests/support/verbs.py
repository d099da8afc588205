"""The verbs of all features, by the name that the tests use for them."""

from __future__ import annotations

from bot.features.challenges import verbs as challenges
from bot.features.data import verbs as data
from bot.features.leaderboard import verbs as leaderboard
from bot.features.me import verbs as me
from bot.features.results import verbs as results
from bot.features.rules import verbs as rules
from bot.features.settings import verbs as settings
from bot.features.table import verbs as table


class Verb:
    """What a button asks for."""

    ACCEPT, DECLINE, WITHDRAW = challenges.ACCEPT, challenges.DECLINE, challenges.WITHDRAW
    THREAD, REMATCH = challenges.THREAD, challenges.REMATCH
    HAND, MARK, PICK, CLEAR, DISCARD = table.HAND, table.MARK, table.PICK, table.CLEAR, table.DISCARD
    LEVEL, CALL, SURE, PLAY, RESIGN, STAY = table.LEVEL, table.CALL, table.SURE, table.PLAY, table.RESIGN, table.STAY
    SURE_PLAY, BACK = table.SURE_PLAY, table.BACK
    NEXT, THERE, LIST, RECORD = table.NEXT, table.THERE, table.LIST, table.RECORD
    SHOW_PLAY = table.SHOW
    FORGET, VOID = data.FORGET, results.VOID
    PAGE, SHOW, SHOW_FIGURES, RULES = leaderboard.PAGE, leaderboard.SHOW, leaderboard.SHOW_FIGURES, rules.RULES
    SETTING = settings.SETTING
    SWITCH, BLOCK, UNBLOCK, PAGE_OF_BLOCKED = me.SWITCH, me.BLOCK, me.UNBLOCK, me.PAGE
