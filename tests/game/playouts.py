"""Random play of different tempers, for the tests that hold over whole deals and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from bridgette import Action, Bid, Card, Deal, Discard, Format, Match, Phase, PlainCall, shuffled_deck

Chooser = Callable[[Random, tuple], Action]


def uniform(rng: Random, legal: tuple) -> Action:
    """Any legal action, each as likely."""
    return rng.choice(legal)


def modest(rng: Random, legal: tuple) -> Action:
    """Low bids and many doubles, so that auctions grow long."""
    if isinstance(legal[0], Card):
        return rng.choice(legal)
    doubles = [call for call in legal if call in (PlainCall.DOUBLE, PlainCall.REDOUBLE)]
    bids = [call for call in legal if isinstance(call, Bid)]
    if doubles and rng.random() < 0.4:
        return doubles[0]
    return rng.choice(bids[:3]) if bids and rng.random() < 0.8 else PlainCall.PASS


def shy(rng: Random, legal: tuple) -> Action:
    """Passes mostly, so that deals are passed out."""
    return PlainCall.PASS if PlainCall.PASS in legal and rng.random() < 0.7 else rng.choice(legal)


def eager(rng: Random, legal: tuple) -> Action:
    """Plays a colon whenever that is legal."""
    colons = [action for action in legal if isinstance(action, Card) and action.is_colon]
    return colons[0] if colons else modest(rng, legal)


def hoarding(rng: Random, legal: tuple) -> Action:
    """Keeps colons and the longest suit to the end."""
    if not isinstance(legal[0], Card):
        return modest(rng, legal)
    plain = [card for card in legal if not card.is_colon]
    suits = [card.suit for card in plain]
    return min(plain, key=lambda card: suits.count(card.suit)) if plain else legal[0]


TEMPERS: tuple[Chooser, ...] = (uniform, modest, shy, eager, hoarding)


def discard(rng: Random, deal: Deal, seat: int, *, keep_colons: bool = False) -> Discard:
    """A random choice for the exchange."""
    held, count = list(deal.hand(seat)), deal.to_discard(seat)
    if keep_colons:
        held = [card for card in held if not card.is_colon]
    return Discard(tuple(rng.sample(held, count)))


def action(rng: Random, deal: Deal, temper: Chooser) -> tuple[int, Action]:
    """A legal action of a seat whose turn it is, and the seat."""
    seat = rng.choice(sorted(deal.to_act))
    if deal.phase is Phase.EXCHANGE:
        return seat, discard(rng, deal, seat, keep_colons=temper in (eager, hoarding))
    return seat, temper(rng, deal.legal_calls(seat) or deal.legal_cards(seat))


def deal_states(rng: Random, temper: Chooser) -> Iterator[Deal]:
    """Every state of one random deal, the finished one last."""
    deal = Deal.begin(rng.randrange(2), shuffled_deck(rng.randrange))
    yield deal
    while deal.to_act:
        deal = deal.after(*action(rng, deal, temper))
        yield deal


def match_states(
    rng: Random, temper: Chooser, players: tuple[str, str] = ("alice", "bob"), deals: int = 6, most: int = 99
) -> Iterator[Match]:
    """Every state of one random match, the finished one last; of ``most`` deals, passed-out ones too, at the most."""
    match = Match(players, format=Format(deals))
    yield match
    while match.ended is None and not (match.needs_deck and len(match.deals) == most):
        if match.needs_deck:
            match = match.begin_deal(shuffled_deck(rng.randrange), rng.randrange(2))
        else:
            match = match.after(*action(rng, match.deals[-1], temper))
        yield match
