"""What a decision of the house is: the same from the same rows, whoever makes it, the bot or a thinker elsewhere."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.games.game import Game
from bot.games.manager import GameManager
from bot.games.thinker import Thinker
from bridgette import Action, Deal, MatchView, Phase, Seat
from bridgette.computer.players import source
from bridgette.views import view


def seat_of_house(game: Game) -> Seat | None:
    """The seat of the house that is to act now, ``None`` where none is."""
    if not game.is_open:
        return None
    return next((seat for seat in sorted(game.match.to_act) if game.players[seat].is_house), None)


def house_view(game: Game, seat: Seat) -> MatchView:
    """What the house decides from: all that its seat knows, but for discards the view in which nobody has chosen."""
    match, deal = game.match, game.match.deals[-1]
    if deal.phase is Phase.EXCHANGE:
        match = replace(match, deals=(*match.deals[:-1], Deal.begin(deal.dealer, deal.deck)))
    return view(match, seat, game.finished)


async def chance_of(games: GameManager, game: Game, seat: Seat) -> Random:
    """The chance that a decision uses up. Raises ``DamagedMatch`` and ``StoreError``."""
    decks = await games.decks.of_match(game.decks, game.id)
    return source(decks.house_seed(len(game.match.deals) - 1, game.match.deals[-1].step_of(seat)))


async def decided(games: GameManager, thinker: Thinker, game: Game, seat: Seat, strength: str) -> Action:
    """What a player of that strength does at the seat of the house. Raises as :func:`chance_of`, and as the thinker."""
    chance = await chance_of(games, game, seat)
    return (await thinker.decide(house_view(game, seat), strength, chance, match_id=game.id)).action
