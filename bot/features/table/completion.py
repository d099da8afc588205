"""What is offered while somebody types an act: legal choices only, seen by nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from discord.app_commands import Choice

from bot.features.table.notation import finished_cards, matches_typed, typed_card, words
from bot.games import Game, Refused
from bot.screens.reader import Reader
from bot.screens.symbols import call_label, card_label
from bot.texts import Texts
from bridgette import Card, Phase, Seat

Choices: TypeAlias = Callable[[Texts, Game, Seat, str, Reader], list[Choice[str]]]

LONGEST = 100
"""Characters of a choice's name (Discord's limit)."""


def discard_choices(t: Texts, game: Game, seat: Seat, current: str, reader: Reader) -> list[Choice[str]]:
    """The list typed so far, with each card that could come next."""
    deal = game.match.deals[-1]
    if seat not in deal.to_act or deal.phase is not Phase.EXCHANGE:
        return []
    hand, needed = deal.hand(seat), deal.to_discard(seat)
    typed = words(current)
    if reader.words:  # the words after the last card that is spelled out, such as "queen of"
        finished = [place for place, word in enumerate(typed, 1) if any(spells(word, card) for card in hand)]
        typing = " ".join(typed[max(finished, default=0) :])
    else:
        typing = "" if current[-1:].isspace() or not typed else typed[-1]
    chosen = finished_cards(current, hand)[:needed]
    if typing and chosen and spells(typing, chosen[-1]):
        typing = ""

    def label(card: Card) -> str:
        return card_label(t, card, reader.words)

    def choice(cards: tuple[Card, ...]) -> Choice[str]:
        labels, between = [label(card) for card in cards], t("joiner-list") if reader.words else " "
        for first in range(len(cards)):  # those that were typed long ago are left out where all are too long
            said = between.join(["…"] * bool(first) + labels[first:])
            name = t("typed-discards", cards=said, count=len(cards), needed=needed)
            if len(name) <= LONGEST:
                break
        return Choice(name=name, value=" ".join(map(str, cards)))

    if len(chosen) == needed:
        return [choice(chosen)]
    rest = [card for card in hand if card not in chosen and matches_typed(str(card), label(card), typing)]
    return [choice((*chosen, card)) for card in rest]


def spells(word: str, card: Card) -> bool:
    """Whether the word spells that card."""
    try:
        return typed_card(word) is card
    except Refused:
        return False


def call_choices(t: Texts, game: Game, seat: Seat, current: str, reader: Reader) -> list[Choice[str]]:
    """The legal calls that fit what was typed."""
    return [
        Choice(name=label, value=str(call))
        for call in game.match.deals[-1].legal_calls(seat)
        if matches_typed(str(call), label := call_label(t, call, reader.words), current)
    ]


def card_choices(t: Texts, game: Game, seat: Seat, current: str, reader: Reader) -> list[Choice[str]]:
    """The legal cards that fit what was typed."""
    return [
        Choice(name=label, value=str(card))
        for card in game.match.deals[-1].legal_cards(seat)
        if matches_typed(str(card), label := card_label(t, card, reader.words), current)
    ]
