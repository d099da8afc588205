"""The panel: what a player alone sees, the hand and what can be done now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.features.table import verbs
from bot.features.table.alone_screen import Below, over_alone, result_alone, table_lines
from bot.features.table.ending import ended_line
from bot.features.table.panel_auction import auction_panel
from bot.features.table.panel_exchange import exchange_panel
from bot.features.table.panel_parts import Drawn, last_trick_line
from bot.features.table.panel_play import play_panel
from bot.features.table.panel_waiting import waiting_panel
from bot.features.table.result_screens import outcome_line, result_after, score_lines
from bot.screens.faces import with_labels
from bot.screens.message import MOST_COMPONENTS, Accent, Block, Button, Row, Screen, Style, lines, narrow_rows, screen
from bot.screens.panel import PanelState
from bot.screens.reader import PLAIN_READER, Reader
from bot.screens.spots import NOTHING_ADDED, Added
from bot.screens.words import Words
from bot.texts import Texts
from bridgette import MatchView, Phase

SMALL_PRINT = "-# "
"""How Discord marks a line in small print."""


def panel_screen(
    t: Texts,
    state: PanelState,
    view: MatchView,
    reader: Reader = PLAIN_READER,
    added: Added = NOTHING_ADDED,
    below: Below | None = None,
) -> Screen:
    """A player's panel, from that player's own view, in any state of the match, with what features add to it.

    ``below``: what they add to results, where there is no table beside the panel, which then tells what that would.
    """
    shown = _panel(t, state, view, reader, below)
    first, *others = shown.blocks if reader.small_print else _without_small_print(shown.blocks)
    top = lines(first, *added.lines) if isinstance(first, str) else first
    blocks = (top, *others, *_rows_that_fit(added.buttons, MOST_COMPONENTS - shown.components))
    if reader.words:  # whether what reads a screen aloud knows what an emoji shows is uncertain
        return screen(shown.accent, *(with_labels(one) if isinstance(one, str) else one for one in blocks))
    return screen(shown.accent, *blocks)


def _without_small_print(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks without the lines in small print; a text that has no others goes."""
    for block in blocks:
        if not isinstance(block, str):
            yield block
        elif text := "\n".join(line for line in block.split("\n") if not line.startswith(SMALL_PRINT)):
            yield text


def _rows_that_fit(buttons: Iterable[Button], room: int) -> list[Row]:
    """The rows of buttons for which there is room, that of the last one as far as it goes; ``room``: components."""
    found: list[Row] = []
    for row in narrow_rows(buttons):
        if room < 2:  # a row and a button
            break
        found.append(row[: room - 1])
        room -= 1 + len(row)
    return found


def _panel(t: Texts, state: PanelState, view: MatchView, reader: Reader, below: Below | None) -> Screen:
    w = Words.of(t, view)
    if view.ended is not None:
        return _over(w, view) if below is None else over_alone(w, state, view, below)
    if state.result is not None and below is not None:
        return result_alone(w, state, view, state.result, below)
    if state.result is not None:
        return _result(w, state, view, state.result)
    deal, seat = view.deal, view.seat
    if seat is None or deal.own is None:
        raise ValueError("a panel needs a player's own view")
    drawn = Drawn(w, state, view, deal, deal.own, reader)
    panel = _in_play(drawn)
    if below is None:
        return panel
    first, *others = panel.blocks
    told = lines(*table_lines(drawn), first if isinstance(first, str) else None)
    return screen(panel.accent, told, *others)


def _in_play(drawn: Drawn) -> Screen:
    """The panel of a deal in play, which begins with a text."""
    if drawn.seat not in drawn.view.to_act:
        return waiting_panel(drawn)
    match drawn.deal.phase:
        case Phase.EXCHANGE:
            return exchange_panel(drawn)
        case Phase.AUCTION:
            return auction_panel(drawn)
    return play_panel(drawn)


def _result(w: Words, state: PanelState, view: MatchView, index: int) -> Screen:
    """What a deal came to, until the player goes on to the next."""
    deal = view.deals[index]
    return screen(
        Accent.RESULT,
        lines(
            last_trick_line(w, view, deal),
            f"### {outcome_line(w, deal)}",
            score_lines(w, deal.result),
            result_after(w, view, index),
        ),
        (Button(w.t("panel-next-deal"), state.id(verbs.NEXT), Style.MAIN),),
    )


def _over(w: Words, view: MatchView) -> Screen:
    """The end of the match, and what its last deal came to."""
    deal = view.deals[-1]
    was_played = deal.result is not None
    return screen(
        Accent.WAITING,
        lines(last_trick_line(w, view, deal), outcome_line(w, deal) if was_played else None),
        w.t("panel-over", outcome=ended_line(w, view)),
    )
