"""The one dispatch of buttons and selects, by their ``custom_id``; it works for messages of any age."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias, cast

import discord
from bot.screens.asides import plain_screen, rules_screen
from bot.ui import boards, offers
from bot.ui.answers import answer_privately, answer_with_panel, is_answered, sentence_for, tell_failed, texts_of
from bot.ui.app import App
from bot.ui.failures import DISCORD_FAILS, name_of

from bot.games import Game, Outcome, Refused
from bot.games.manager import check_number
from bot.ids import ComponentId, Verb
from bot.screens.names import shown_name
from bot.screens.panel import PanelState, marked_cards
from bot.store import StoreError
from bridgette import NotAllowed, Phase, Seat, Unreadable, parse_call, parse_card
from bridgette.deal import Discard

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[App, discord.Interaction, ComponentId], Awaitable[None]]


async def dispatch(app: App, interaction: discord.Interaction) -> None:
    """Answer a click or a choice, exactly once."""
    press = ComponentId.parse(str(_data(interaction).get("custom_id", "")))
    what = "unknown component" if press is None else f"{press.verb.value} {press.subject} at {press.number}"
    in_place = press is not None and press.verb in _IN_PLACE
    await app.work.run(interaction, what, lambda: _handle(app, interaction, press), in_place=in_place)
    await app.see(interaction)


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    """What came with the click: from a stranger's client, so of any shape."""
    return cast(Mapping[str, Any], interaction.data or {})


async def _handle(app: App, interaction: discord.Interaction, press: ComponentId | None) -> None:
    if press is None:
        raise Refused("refused-unknown-button")
    handler = _OF_MATCH.get(press.verb)
    if handler is None:
        await _OTHERS[press.verb](app, interaction, press)
        return
    try:
        await handler(app, interaction, press)
    except (Refused, NotAllowed, StoreError) as error:
        await _refuse_with_panel(app, interaction, press, error)


async def _refuse_with_panel(app: App, interaction: discord.Interaction, press: ComponentId, error: Exception) -> None:
    """Say no, and show a player how things stand; anybody else gets the sentence alone."""
    if is_answered(interaction) or isinstance(error, StoreError):
        raise error
    game = await app.games.find(press.subject)
    seat = game.seat_of(interaction.user.id)
    if seat is None:
        raise error
    note = sentence_for(texts_of(interaction), error)
    await answer_with_panel(interaction, app.panels, game, seat, note=note)


async def _own_game(app: App, interaction: discord.Interaction, press: ComponentId) -> tuple[Game, Seat]:
    game = await app.games.find(press.subject)
    seat = game.seat_of(interaction.user.id)
    if seat is None:
        raise Refused("refused-not-a-player", first=game.people[0].name, second=game.people[1].name)
    return game, seat


async def show_hand(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """My hand, or Refresh on the panel itself."""
    game, seat = await _own_game(app, interaction, press)
    await answer_with_panel(interaction, app.panels, game, seat)


async def choose_level(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The first half of a bid."""
    game, seat = await _own_game(app, interaction, press)
    check_number(game, seat, press.number)
    if game.match.deals[-1].phase is not Phase.AUCTION or not re.fullmatch("[0-7]", press.detail):
        raise Refused("refused-old-panel")
    state = PanelState(game.id, press.number, level=int(press.detail))
    await answer_with_panel(interaction, app.panels, game, seat, state=state)


async def mark(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """Pick a card to go, or take it back; the choice so far travels in the buttons."""
    game, seat = await _choosing(app, interaction, press)
    found = re.fullmatch(r"([0-9a-f]{1,7})\.([0-9]{1,2})\.([01])", press.detail)
    size = len(game.match.deals[-1].hand(seat))
    if found is None or int(found[2]) >= size:
        raise Refused("refused-old-panel")
    place = 1 << int(found[2])
    marked = app.marks.latest(game.id, seat, press.number, int(found[1], 16))
    marked = (marked | place if found[3] == "1" else marked & ~place) & ((1 << size) - 1)
    await _show_marks(app, interaction, game, seat, marked)


async def pick(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The select: the cards to go, all at once."""
    game, seat = await _choosing(app, interaction, press)
    hand = game.match.deals[-1].hand(seat)
    values = _data(interaction).get("values")
    chosen = set(map(str, values)) if isinstance(values, list) else set()
    if not chosen <= {str(card) for card in hand}:
        raise Refused("refused-old-panel")
    marked = sum(1 << place for place, card in enumerate(hand) if str(card) in chosen)
    await _show_marks(app, interaction, game, seat, marked)


async def clear(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """Start the choice again."""
    game, seat = await _choosing(app, interaction, press)
    await _show_marks(app, interaction, game, seat, 0)


async def _choosing(app: App, interaction: discord.Interaction, press: ComponentId) -> tuple[Game, Seat]:
    game, seat = await _own_game(app, interaction, press)
    check_number(game, seat, press.number)
    if game.match.deals[-1].phase is not Phase.EXCHANGE:
        raise Refused("refused-old-panel")
    return game, seat


async def _show_marks(app: App, interaction: discord.Interaction, game: Game, seat: Seat, marked: int) -> None:
    number = game.decisions[seat]
    app.marks.keep(game.id, seat, number, marked)
    await answer_with_panel(interaction, app.panels, game, seat, state=PanelState(game.id, number, marked))


async def discard(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """Confirm the choice that the button's own panel showed."""
    game, seat = await _choosing(app, interaction, press)
    if not re.fullmatch(r"[0-9a-f]{1,7}", press.detail):
        raise Refused("refused-old-panel")
    hand, marked = game.match.deals[-1].hand(seat), int(press.detail, 16)
    if marked >> len(hand):
        raise Refused("refused-old-panel")
    cards = marked_cards(hand, marked)
    outcome = await app.games.act(game.id, interaction.user.id, Discard(cards), app.clock(), press.number)
    app.marks.forget(game.id, seat)
    await after_act(app, interaction, outcome)


async def call(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """A call."""
    await _act(app, interaction, press, parse_call)


async def play(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """A card."""
    await _act(app, interaction, press, parse_card)


async def _act(app: App, interaction: discord.Interaction, press: ComponentId, read: Callable[[str], Any]) -> None:
    try:
        action = read(press.detail)
    except Unreadable:
        raise Refused("refused-old-panel") from None
    outcome = await app.games.act(press.subject, interaction.user.id, action, app.clock(), press.number)
    await after_act(app, interaction, outcome)


async def after_act(app: App, interaction: discord.Interaction, outcome: Outcome) -> None:
    """Show the player what came of the act, then everybody else. Saved it is already."""
    game = outcome.game
    app.counters.actions += 1
    try:
        await answer_with_panel(interaction, app.panels, game, outcome.seat)
    except DISCORD_FAILS as error:
        app.counters.failed(name_of(error))
        log.warning("saved but not answered match=%s number=%s failure=%s", game.id, game.number, name_of(error))
        await tell_failed(interaction, error)
    await app.publisher.publish(game.id)


async def resign(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The resignation, confirmed."""
    game, seat = await _own_game(app, interaction, press)
    if game.is_open and press.number != len(game.match.deals):
        raise Refused("refused-old-panel")  # the question named the totals of another deal
    outcome = await app.games.resign(game.id, interaction.user.id, app.clock())
    other = shown_name(outcome.game.people[1 - seat].name)
    try:
        await answer_privately(interaction, plain_screen(texts_of(interaction)("resign-done", name=other)))
    finally:
        await app.publisher.publish(game.id)


async def stay(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """No resignation after all."""
    await _own_game(app, interaction, press)
    await answer_privately(interaction, plain_screen(texts_of(interaction)("resign-kept")))


async def rules(app: App, interaction: discord.Interaction, press: ComponentId) -> None:
    """The rules, to whoever asks."""
    await answer_privately(interaction, rules_screen(texts_of(interaction)))


_IN_PLACE = frozenset((Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.BOARD))
"""What is answered by editing the clicked public message."""

_OF_MATCH: dict[Verb, Handler] = {
    Verb.HAND: show_hand,
    Verb.MARK: mark,
    Verb.PICK: pick,
    Verb.CLEAR: clear,
    Verb.DISCARD: discard,
    Verb.LEVEL: choose_level,
    Verb.CALL: call,
    Verb.PLAY: play,
    Verb.RESIGN: resign,
    Verb.STAY: stay,
}
_OTHERS: dict[Verb, Handler] = {
    Verb.ACCEPT: offers.accept,
    Verb.DECLINE: offers.decline,
    Verb.WITHDRAW: offers.withdraw,
    Verb.THREAD: offers.open_thread,
    Verb.REMATCH: offers.rematch,
    Verb.RULES: rules,
    Verb.BOARD: boards.turn_page,
}
