"""The slash commands and the context menu; names, descriptions and all else that is read come from the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import discord
from bot.games.notation import finished_cards, matches_typed, typed_call, typed_card, typed_cards, words
from bot.screens.asides import matches_screen, plain_screen, resign_screen, rules_screen
from bot.ui import boards, offers
from bot.ui.answers import answer_privately, answer_with_panel, texts_of
from bot.ui.app import App
from bot.ui.components import after_act
from discord import app_commands
from discord.app_commands import Choice, describe, rename

from bot.games import Game, Refused
from bot.screens.symbols import call_symbol, card_list, card_symbol
from bot.texts import ENGLISH
from bridgette import Action, Discard, Phase, Seat
from bridgette.cards import Card

MOST_CHOICES = 25
"""Choices in an autocomplete (Discord's limit)."""

Member = discord.User | discord.Member
AppOf = Callable[[], App]


def register(tree: app_commands.CommandTree[Any], app_of: AppOf) -> None:
    """Add the commands to the tree; ``app_of`` gives what they work with, once the bot has started."""
    group = app_commands.Group(
        name="bridgette",
        description=ENGLISH("command-root"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for command in _commands(app_of):
        group.add_command(command)
    tree.add_command(group)
    tree.add_command(_menu(app_of))


def _commands(app_of: AppOf) -> list[app_commands.Command[Any, ..., Any]]:
    run = _Runner(app_of)

    @rename(opponent=ENGLISH("command-challenge-opponent"))
    @describe(opponent=ENGLISH("command-challenge-opponent-about"))
    async def challenge(interaction: discord.Interaction, opponent: discord.User | None = None) -> None:
        await run(interaction, "challenge", lambda app: offers.challenge(app, interaction, opponent))

    async def hand(interaction: discord.Interaction) -> None:
        await run(interaction, "hand", lambda app: _hand(app, interaction))

    async def table(interaction: discord.Interaction) -> None:
        await run(interaction, "table", lambda app: _table(app, interaction))

    @rename(cards=ENGLISH("command-discard-cards"))
    @describe(cards=ENGLISH("command-discard-cards-about"))
    async def discard(interaction: discord.Interaction, cards: str) -> None:
        await run(interaction, "discard", lambda app: _type(app, interaction, lambda: Discard(typed_cards(cards))))

    @rename(call=ENGLISH("command-call-call"))
    @describe(call=ENGLISH("command-call-call-about"))
    async def make_call(interaction: discord.Interaction, call: str) -> None:
        await run(interaction, "call", lambda app: _type(app, interaction, lambda: typed_call(call)))

    @rename(card=ENGLISH("command-play-card"))
    @describe(card=ENGLISH("command-play-card-about"))
    async def play(interaction: discord.Interaction, card: str) -> None:
        await run(interaction, "play", lambda app: _type(app, interaction, lambda: typed_card(card)))

    async def resign(interaction: discord.Interaction) -> None:
        await run(interaction, "resign", lambda app: _resign(app, interaction))

    async def leaderboard(interaction: discord.Interaction) -> None:
        await run(interaction, "leaderboard", lambda app: boards.show_board(app, interaction))

    @rename(member=ENGLISH("command-stats-member"))
    @describe(member=ENGLISH("command-stats-member-about"))
    async def stats(interaction: discord.Interaction, member: discord.User | None = None) -> None:
        await run(interaction, "stats", lambda app: boards.show_figures(app, interaction, member))

    async def rules(interaction: discord.Interaction) -> None:
        await run(interaction, "rules", lambda _: answer_privately(interaction, rules_screen(texts_of(interaction))))

    return [
        _command("challenge", challenge),
        _command("hand", hand),
        _command("table", table),
        _command("discard", discard, cards=_completer(app_of, _discard_choices)),
        _command("call", make_call, call=_completer(app_of, _call_choices)),
        _command("play", play, card=_completer(app_of, _card_choices)),
        _command("resign", resign),
        _command("leaderboard", leaderboard),
        _command("stats", stats),
        _command("rules", rules),
    ]


def _command(
    key: str, callback: Callable[..., Coroutine[Any, Any, None]], **autocomplete: Callable[..., Any]
) -> app_commands.Command[Any, ..., Any]:
    """A command named and described by the catalogue, with the autocompletion of its parameters."""
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=ENGLISH(f"command-{key}"), description=ENGLISH(f"command-{key}-about"), callback=callback
    )
    for parameter, complete in autocomplete.items():
        command.autocomplete(parameter)(complete)
    return command


def _menu(app_of: AppOf) -> app_commands.ContextMenu:
    run = _Runner(app_of)

    async def challenge_member(interaction: discord.Interaction, member: discord.User) -> None:
        await run(interaction, "menu challenge", lambda app: offers.challenge(app, interaction, member))

    return app_commands.ContextMenu(
        name=ENGLISH("command-menu-challenge"),
        callback=challenge_member,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


class _Runner:
    """Runs a command's work under the one guard, then remembers the name of whoever gave it."""

    def __init__(self, app_of: AppOf) -> None:
        self._app_of = app_of

    async def __call__(
        self, interaction: discord.Interaction, what: str, work: Callable[[App], Coroutine[Any, Any, object]]
    ) -> None:
        app = self._app_of()
        await app.work.run(interaction, what, lambda: work(app))
        await app.see(interaction)


async def _hand(app: App, interaction: discord.Interaction) -> None:
    """This channel's match, else the only one, else a list of links."""
    mine = await app.my_games(interaction)
    if len(mine) > 1:
        links = [
            (game.people[1 - seat].name, f"https://discord.com/channels/{game.guild_id}/{game.channel_id}")
            for game, seat in mine
        ]
        await answer_privately(interaction, matches_screen(texts_of(interaction), links))
        return
    game, seat = await app.my_game(interaction)
    await answer_with_panel(interaction, app.panels, game, seat)


async def _table(app: App, interaction: discord.Interaction) -> None:
    game = await app.games.in_channel(interaction.channel_id or 0)
    if game is None:
        raise Refused("table-none")
    offers.check_place(interaction)
    await answer_privately(interaction, plain_screen(texts_of(interaction)("table-here")))
    await app.publisher.publish(game.id, fresh_table=True)


async def _type(app: App, interaction: discord.Interaction, read: Callable[[], Action]) -> None:
    """An action typed in notation."""
    game, _ = await app.my_game(interaction)
    outcome = await app.games.act(game.id, interaction.user.id, read(), app.clock())
    await after_act(app, interaction, outcome)


async def _resign(app: App, interaction: discord.Interaction) -> None:
    game, seat = await app.my_game(interaction)
    await answer_privately(interaction, resign_screen(texts_of(interaction), game.id, game.view(seat)))


Complete = Callable[[discord.Interaction, Game, Seat, str], list[Choice[str]]]


def _completer(app_of: AppOf, complete: Complete) -> Callable[..., Coroutine[Any, Any, list[Choice[str]]]]:
    async def choices(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        try:
            game, seat = await app_of().my_game(interaction)
        except Refused:
            return []
        return complete(interaction, game, seat, current)[:MOST_CHOICES]

    return choices


def _discard_choices(interaction: discord.Interaction, game: Game, seat: Seat, current: str) -> list[Choice[str]]:
    """The list typed so far, with each card that could come next."""
    deal = game.match.deals[-1]
    if seat not in deal.to_act or deal.phase is not Phase.EXCHANGE:
        return []
    t, hand, needed = texts_of(interaction), deal.hand(seat), deal.to_discard(seat)
    typing = "" if current[-1:].isspace() or not current else words(current)[-1]
    chosen = finished_cards(current, hand)[:needed]
    if typing and chosen and typed_matches(typing, chosen[-1]):
        typing = ""

    def choice(cards: tuple[Card, ...]) -> Choice[str]:
        name = t("typed-discards", cards=card_list(t, cards), count=len(cards), needed=needed)
        return Choice(name=name, value=" ".join(map(str, cards)))

    if len(chosen) == needed:
        return [choice(chosen)]
    rest = [card for card in hand if card not in chosen and matches_typed(str(card), card_symbol(t, card), typing)]
    return [choice((*chosen, card)) for card in rest]


def typed_matches(word: str, card: Card) -> bool:
    """Whether the word spells that card."""
    try:
        return typed_card(word) is card
    except Refused:
        return False


def _call_choices(interaction: discord.Interaction, game: Game, seat: Seat, current: str) -> list[Choice[str]]:
    t = texts_of(interaction)
    return [
        Choice(name=call_symbol(t, call), value=str(call))
        for call in game.match.deals[-1].legal_calls(seat)
        if matches_typed(str(call), call_symbol(t, call), current)
    ]


def _card_choices(interaction: discord.Interaction, game: Game, seat: Seat, current: str) -> list[Choice[str]]:
    t = texts_of(interaction)
    return [
        Choice(name=card_symbol(t, card), value=str(card))
        for card in game.match.deals[-1].legal_cards(seat)
        if matches_typed(str(card), card_symbol(t, card), current)
    ]
