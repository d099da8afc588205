"""One match being played in a channel, as a value, and how it is rebuilt from the store's rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.store import ActRow, MatchRow, Person, StoredMatch
from bridgette import (
    Action,
    Card,
    Discard,
    Ending,
    How,
    Match,
    MatchView,
    Pair,
    Phase,
    Seat,
    parse_call,
    parse_card,
    view,
)

RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Game:
    """A match with its players and place.

    ``number`` is that of the last act; ``decisions`` holds, by seat, the number at which what the seat has to do
    now came up: panels and buttons carry it, and one that carries another is old. ``since`` is the moment of the
    last act, or of the start.
    """

    id: int
    guild_id: int
    channel_id: int
    people: Pair[Person]
    match: Match
    number: int
    decisions: Pair[int]
    since: datetime

    @classmethod
    def begin(cls, row: MatchRow, dealer: Seat, deck: str) -> Game:
        """The game at its first deal."""
        names = (row.players[0].name, row.players[1].name)
        match = Match(names).begin_deal(read_cards(deck), dealer)
        return cls(row.id, row.guild_id, row.channel_id, row.players, match, 0, (0, 0), row.started_at)

    @property
    def is_open(self) -> bool:
        """Whether it still goes on."""
        return self.match.ended is None

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a user, ``None`` for others."""
        return next((seat for seat in (0, 1) if self.people[seat].user_id == user_id), None)

    def view(self, seat: Seat | None) -> MatchView:
        """What the seat, or a spectator, may know."""
        return view(self.match, seat)

    def after(self, match: Match, number: int, at: datetime) -> Game:
        """The game after the act with that number brought its match to ``match``.

        A seat that had to choose discards and still has to is at the same decision as before, whatever the
        other did meanwhile (R11). Everywhere else an act makes a new decision, also for a seat that goes on by
        itself: whoever passed leads (R17, R19), and so does a follower who won the trick.
        """
        is_same_exchange = len(self.match.deals) == len(match.deals) and match.deals[-1].phase is Phase.EXCHANGE
        still = match.to_act if is_same_exchange else frozenset()
        first, second = (self.decisions[seat] if seat in still else number for seat in (0, 1))
        return replace(self, match=match, number=number, decisions=(first, second), since=at)


def rebuild(stored: StoredMatch) -> Game:
    """The game that the rows tell of. Raises ``BridgetteError`` if they break the rules, which is damage."""
    first = stored.deals[0]
    game = Game.begin(stored.match, first.dealer, first.deck)
    for act in stored.acts:
        match = _redo(game.match, act)
        if match.needs_deck:
            match = match.begin_deal(read_cards(stored.deals[len(match.deals)].deck))
        game = game.after(match, act.number, act.at)
    row = stored.match
    if row.ended_how is not None and game.match.ended is None:
        match = game.match.cut(Ending(How(row.ended_how), row.ended_by, row.winner))
        game = replace(game, match=match)
    return game


def _redo(match: Match, act: ActRow) -> Match:
    return match.resign(act.seat) if act.kind == RESIGN else match.after(act.seat, read_action(act.kind, act.value))


def kind_of(action: Action) -> str:
    """The action's kind, as the store keeps it."""
    if isinstance(action, Discard):
        return "discard"
    return "play" if isinstance(action, Card) else "call"


def value_of(action: Action) -> str:
    """The action in notation, as the store keeps it."""
    return write_cards(action.cards) if isinstance(action, Discard) else str(action)


def read_action(kind: str, value: str) -> Action:
    """The action of a kind in notation. Raises ``Unreadable``."""
    if kind == "discard":
        return Discard(read_cards(value))
    return parse_card(value) if kind == "play" else parse_call(value)


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards in notation, with spaces between. Raises ``Unreadable``."""
    return tuple(parse_card(word) for word in text.split())


def write_cards(cards: tuple[Card, ...]) -> str:
    """Cards in notation, with spaces between."""
    return " ".join(map(str, cards))
