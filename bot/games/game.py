"""One match being played, as a value, and how it is rebuilt from the store's rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.clock import Clock
from bot.games.acts import Act, Move, is_forced, read_act, read_cards
from bot.games.asides import Aside, Offer
from bot.games.refusals import Refused
from bot.games.slips import Slip
from bot.games.takebacks import TakeBack
from bot.store import DealRow, MatchRow, Notice, Place, Player, StoredMatch, Table
from bridgette import (
    DealView,
    Ending,
    Format,
    How,
    Match,
    MatchView,
    Pair,
    Phase,
    Seat,
    view,
)
from bridgette.views import view_deal


class DamagedMatch(Exception):
    """The rows of a match break the rules or each other. The text is for the log and names no card."""

    def __init__(self, match_id: int, kind: str) -> None:
        super().__init__(f"damaged match={match_id} kind={kind}")
        self.match_id = match_id


@dataclass(slots=True, weakref_slot=True, eq=False)
class Shown:
    """What is shown of a match in its place, as far as the store has it. Kept up by whoever shows it.

    ``results``: the message of each deal's result; ``notices``: the notice that stands, by seat; ``settled``: the last
    act of which everybody has been told.
    """

    table: Table | None = None
    results: dict[int, int] = field(default_factory=dict)
    notices: dict[Seat, Notice] = field(default_factory=dict)
    result_message_id: int | None = None
    settled: int | None = None
    unnoted: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """What has been shown and could not be written down yet."""
    is_stale: bool = False
    """Whether the table shows the last act, and yet something that is no longer so."""
    stale_notices: set[Seat] = field(default_factory=set)
    """The seats whose notices do so."""

    def is_wrong(self) -> None:
        """What is shown of the clock is no longer so: table and notices are shown anew at the next chance."""
        self.is_stale = True
        self.stale_notices.update(self.notices)


@dataclass(frozen=True, slots=True)
class Game:
    """A match with its players and place.

    ``number`` is that of the last act; ``decisions`` holds, by seat, the number of the act that brought up what the
    seat has to do now: panels and buttons carry it, and one that carries another is old. ``since`` is the moment of the
    last move, or of the start; ``acted`` the moment when each seat last did something; ``actor`` the seat of the last
    act that somebody chose. ``clock`` is that of what is to be decided now, ``chosen_clock`` what the match has chosen,
    where it has, and ``offer`` the offer to stop that stands. ``slip`` is the last move, if it may be taken back, and
    ``asked`` how often each seat has asked for that in this deal.
    """

    id: int
    place: Place
    players: Pair[Player]
    decks: str
    match: Match
    number: int
    decisions: Pair[int]
    since: datetime
    acted: Pair[datetime | None]
    shown: Shown = field(compare=False)
    clock: Clock
    chosen_clock: timedelta | None = None
    offer: Offer | None = None
    actor: Seat | None = None
    slip: Slip | None = None
    asked: Pair[int] = (0, 0)
    finished: tuple[DealView, ...] = field(default=(), compare=False, repr=False)
    """The views of the finished deals, made once: they are the same for everybody."""

    @classmethod
    def begin(cls, row: MatchRow, dealer: Seat, deck: str, clock: Clock) -> Game:
        """The game at its first deal. Raises ``BridgetteError`` or ``ValueError`` for rows that cannot be."""
        names = (row.players[0].name, row.players[1].name)
        match = Match(names, format=Format(row.length)).begin_deal(read_cards(deck), dealer)
        shown = Shown(row.table, result_message_id=row.result_message_id, settled=row.settled)
        # Whoever accepted, at seat 1, has just been at their screen; against the house its opponent has.
        acted = (row.started_at, None) if row.players[1].is_house else (None, row.started_at)
        start, decisions = row.started_at, (0, 0)
        return cls(
            row.id, row.place, row.players, row.decks, match, 0, decisions, start, acted, shown, clock, row.clock
        )

    @property
    def is_private(self) -> bool:
        """Whether one message holds all of it, which its player alone sees."""
        return self.place.channel_id is None

    @property
    def is_open(self) -> bool:
        """Whether it still goes on."""
        return self.match.ended is None

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat of a user, ``None`` for others."""
        return next((seat for seat in (0, 1) if self.players[seat].user_id == user_id), None)

    def own_seat(self, user_id: int) -> Seat:
        """The seat of a user. Raises :class:`Refused` for others."""
        seat = self.seat_of(user_id)
        if seat is None and self.is_private:
            raise Refused("refused-no-such-match")  # whose it is, is nobody's business
        if seat is None:
            raise Refused("refused-not-a-player", **self.names)
        return seat

    @property
    def names(self) -> dict[str, str]:
        """The names of both, as arguments of a refusal."""
        return {"first": self.players[0].name, "second": self.players[1].name}

    def view(self, seat: Seat | None) -> MatchView:
        """What the seat, or a spectator, may know."""
        return view(self.match, seat, self.finished)

    def check_decision(self, seat: Seat, decision: int) -> None:
        """Refuse what was offered for a decision that is no longer, or not yet, the seat's."""
        if not self.is_open:
            raise Refused("refused-match-over")
        if decision != self.decisions[seat]:
            raise Refused("refused-old-panel")
        if seat not in self.match.to_act:
            phase = self.match.deals[-1].phase
            raise Refused("refused-chosen-already" if phase is Phase.EXCHANGE else "refused-not-your-turn")

    def after(self, match: Match, act: Act, at: datetime) -> Game:
        """The game after its next act brought its match to ``match``, the next deal included."""
        number = self.number + 1
        if isinstance(act, Aside):
            return self._after_aside(match, act, number, at)
        # A card that plays itself says nothing of where its player is.
        actor = None if is_forced(self.match, act) else act.seat
        # The end of a deal, and the cards that play themselves before it, show what was hidden.
        is_same_deal = len(match.deals) == len(self.match.deals) and match.ended is None
        is_slip = isinstance(act, Move) and actor is not None and is_same_deal
        acted = (at if actor == 0 else self.acted[0], at if actor == 1 else self.acted[1])
        # Whoever plays on has answered an offer of the other.
        offer = None if self.offer is not None and actor == 1 - self.offer.seat else self.offer
        finished = self.finished
        for deal in match.deals[len(finished) :]:
            if deal.phase is not Phase.OVER:
                break
            finished = (*finished, view_deal(deal, None))
        return replace(
            self,
            match=match,
            number=number,
            decisions=self._decisions_in(match, number),
            since=at,
            acted=acted,
            actor=self.actor if is_forced(self.match, act) else act.seat,
            offer=offer,
            slip=Slip(act.seat, number) if is_slip and act.seat is not None else None,
            asked=self.asked if is_same_deal else (0, 0),
            finished=finished,
        )

    def _after_aside(self, match: Match, act: Aside, number: int, at: datetime) -> Game:
        """The game after what is no move: the same decisions, unless one is taken back."""
        first, second = (at if act.seat == seat else self.acted[seat] for seat in (0, 1))
        slip, is_back = act.slipped(self.slip, number), isinstance(act, TakeBack)
        is_asked = slip is not None and slip.request == number
        one, other = (self.asked[seat] + (is_asked and act.seat == seat) for seat in (0, 1))
        return replace(
            self,
            match=match,
            number=number,
            decisions=self._decisions_in(match, number) if is_back else self.decisions,
            since=at if is_back else self.since,
            acted=(first, second),
            actor=act.seat,
            offer=act.offered(self.offer, number),
            slip=slip,
            asked=(one, other),
        )

    def _decisions_in(self, match: Match, number: int) -> Pair[int]:
        """The decisions after an act that brought the match to ``match``.

        A seat that had to choose discards and still has to is at the same decision as before, whatever the
        other did meanwhile (R11). Everywhere else an act makes a new decision, also for a seat that goes on by
        itself: whoever passed leads (R17, R19), and so does a follower who won the trick.
        """
        before, after = self.match.deals[-1], match.deals[-1]
        is_same_exchange = len(self.match.deals) == len(match.deals) and before.phase is after.phase is Phase.EXCHANGE
        still = before.to_act & after.to_act if is_same_exchange else frozenset()
        first, second = (self.decisions[seat] if seat in still else number for seat in (0, 1))
        return first, second

    def has_new_decision(self, before: Game) -> bool:
        """Whether somebody has something to decide now that was not to be decided before: a new clock begins."""
        return any(self.decisions[seat] != before.decisions[seat] for seat in self.match.to_act)


@dataclass(frozen=True, slots=True)
class Mine:
    """A player's open games, and the ids of those of their matches whose rows are damaged."""

    games: list[tuple[Game, Seat]]
    damaged: list[int]


def rebuild(stored: StoredMatch) -> Game:
    """The game that the rows tell of. Raises :class:`DamagedMatch` for whatever is wrong with them."""
    try:
        return _rebuild(stored)
    except Exception as error:
        # Rows may hold anything. Without the cause: that may name cards, and a traceback goes into the log.
        raise DamagedMatch(stored.match.id, type(error).__name__) from None


def _rebuild(stored: StoredMatch) -> Game:
    row, deals = stored.match, stored.deals
    if [deal.deal for deal in deals] != list(range(len(deals))):
        raise ValueError("a deal is missing")
    # A match that is over has none, and one that lost its own gets it back at the next start.
    clock = stored.clock or Clock.start(None, 0)
    game = Game.begin(row, deals[0].dealer, deals[0].deck, clock)
    for act_row in stored.acts:
        if act_row.number != game.number + 1:
            raise ValueError("an act is missing")
        act = read_act(act_row.seat, act_row.kind, act_row.value)
        match = act.apply(game.match)
        if match.needs_deck:
            match = _begin_deal(match, deals[len(match.deals)])
        game = game.after(match, act, act_row.at)
    if len(game.match.deals) != len(deals):
        raise ValueError("a deal too many")
    if row.ended_how is None:
        if game.match.ended is not None:
            raise ValueError("the end is missing")
    elif row.ended_how != How.PLAYED.value:
        # As it was decided then, whatever such an act would come to today.
        ending = Ending(How(row.ended_how), row.ended_by, row.winner)
        game = replace(game, match=replace(game.match, cut_short=None).cut(ending))
    elif game.match.ended is None:
        raise ValueError("the match was not played out")
    game.shown.results.update({one.deal: one.result_message_id for one in deals if one.result_message_id is not None})
    game.shown.notices.update({notice.seat: notice for notice in stored.notices})
    return game


def _begin_deal(match: Match, row: DealRow) -> Match:
    begun = match.begin_deal(read_cards(row.deck))
    if begun.deals[-1].dealer != row.dealer:
        raise ValueError("the wrong dealer")
    return begun
