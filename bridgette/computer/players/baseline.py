"""The baseline player, **novice**: quick and by rule.

It is frozen: the figures in ``docs/computer.md`` are measured against it, so a change of it makes them void. It is also
what the stronger players fall back on, and how they imagine the rest of an auction.
"""

from __future__ import annotations

from random import Random

from bridgette.calls import Call, PlainCall, Strain
from bridgette.cards import Card
from bridgette.computer.guessing.bids import rate_calls, standing_of
from bridgette.computer.guessing.estimate import outlook, situation
from bridgette.computer.guessing.evidence import gather
from bridgette.computer.guessing.holdings import cards_of, mask_of
from bridgette.computer.guessing.keeping import best_keep
from bridgette.computer.players.baseline_cards import choose_card, table_of
from bridgette.computer.players.player import Candidate, Decision, Note, Reasons, seat_to_act
from bridgette.deal import Discard, Phase
from bridgette.views import DealView, MatchView, OwnCards

_DEFENCE = 0.6
"""What a trick in defence against the own strain counts when the cards for that strain are chosen."""
_DEFENCE_ALL = 0.2
"""What a trick in defence counts, summed over the strains, when the strains are compared."""
_BETTER_SCORE = (-0.2, -0.2, 0.0, 0.0, 0.3)
"""By strain, in tricks, what the better score of the majors and of no trump is worth (R26)."""


CONTRADICTIONS = (ValueError, LookupError, ArithmeticError)
"""What comes of reckoning with a view that contradicts itself."""


class Baseline:
    """The rule-based player. It makes no use of the random source."""

    def choose(self, view: MatchView, rng: Random) -> Decision:
        """A legal action for the seat of the view. Raises ``ValueError`` when it has none to take.

        A view that contradicts itself, which only a bug can bring about, gets any legal action.
        """
        seat, deal, own = seat_to_act(view)
        try:
            match deal.phase:
                case Phase.EXCHANGE:
                    return exchange(deal, own, seat)
                case Phase.AUCTION:
                    return call(deal, own, seat)
                case _:
                    return card(deal, own, seat)
        except CONTRADICTIONS:
            return Decision(_any_action(deal, own), Reasons(notes=frozenset((Note.IMPOSSIBLE, Note.FALLBACK))))


def exchange(deal: DealView, own: OwnCards, seat: int) -> Decision:
    """What to discard: the best cards for each strain, and of these hands the one with the best bid."""
    evidence = gather(deal, own, seat)
    held, place = evidence.hand, evidence.own_place
    rated = [(hand_worth(keep, place), keep) for keep in keeps(held)]
    rated.sort(reverse=True)
    found = tuple(Candidate(Discard(cards_of(held & ~keep)), points) for points, keep in rated)
    return Decision(found[0].action, Reasons(found, frozenset((Note.FALLBACK,))))


def keeps(held: int) -> list[int]:
    """The hands to choose from, as masks: the best 13 cards for each strain, each hand once."""
    return list(dict.fromkeys(best_keep(held, strain, defence=_DEFENCE).mask for strain in Strain))


def hand_worth(mask: int, place: int) -> float:
    """What a hand is worth before the auction, in tricks: in its best strain, with a share for its defence."""
    promise = outlook(mask, place)
    best = max(tricks + more for tricks, more in zip(promise.declaring, _BETTER_SCORE, strict=True))
    return best + _DEFENCE_ALL * sum(promise.defending)


def call(deal: DealView, own: OwnCards, seat: int) -> Decision:
    """The call with the most expected points."""
    place = situation(deal.up_card.group, dealer=deal.dealer == seat)
    rated = rate_calls(outlook(mask_of(own.hand), place), own.calls, standing_of(deal.calls))
    rated.sort(key=_points, reverse=True)
    return Decision(rated[0][1], Reasons(tuple(Candidate(action, points) for points, action in rated), _BY_RULE))


_BY_RULE = frozenset((Note.FALLBACK,))


def _points(rated: tuple[float, Call]) -> float:
    return rated[0]


def card(deal: DealView, own: OwnCards, seat: int) -> Decision:
    """The card that the rules of thumb name."""
    return Decision(_card(deal, own, seat), Reasons(notes=_BY_RULE))


def _card(deal: DealView, own: OwnCards, seat: int) -> Card:
    strain = deal.contract.bid.strain if deal.contract else Strain.NO_TRUMP
    declarer = deal.declarer if deal.declarer is not None else seat
    table = table_of(own.hand, gather(deal, own, seat), strain.suit, declarer, seat)
    return choose_card(table, own.cards, deal.lead)


def _any_action(deal: DealView, own: OwnCards) -> Discard | Call | Card:
    if deal.phase is Phase.EXCHANGE:
        return Discard(own.hand[len(own.hand) - own.to_discard :])
    if own.cards:
        return own.cards[-1]
    return PlainCall.PASS if PlainCall.PASS in own.calls else own.calls[0]
