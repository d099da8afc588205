"""The seats that the house holds: who decides for them."""

from __future__ import annotations

from dataclasses import replace

from bot.store import Player
from bridgette import Pair
from bridgette.computer.players import VERSION, own_form
from bridgette.record import MIXED, HouseSeat


def sitting_down(players: Pair[Player]) -> Pair[Player]:
    """The players of a match that begins: at a seat of the house sits the computer player of this process."""
    first, second = (_own(player) if player.is_house else player for player in players)
    return first, second


def relieved(player: Player) -> Player:
    """Who decides from now on at a seat of the house: where it was another version or form before, a mixture does."""
    own = _own(player)
    return player if own == player else replace(player, version=MIXED)


def _own(player: Player) -> Player:
    return replace(player, version=VERSION, form=own_form().value)


def house_seats(players: Pair[Player]) -> tuple[HouseSeat, ...]:
    """The seats of the house as a record has them."""
    return tuple(
        HouseSeat(seat, player.strength or "", player.version or MIXED, player.form or own_form().value)
        for seat, player in enumerate(players)
        if player.is_house
    )
