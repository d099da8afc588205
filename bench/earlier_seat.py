"""A seat for an earlier version of the computer player: ``bench.earlier`` runs this file by itself, in a process whose
``bridgette`` is that version. A line of JSON asks, with all that the seat may see; a line answers with what it does."""

import json
import random
import sys

from bridgette.computer.player import Strength

from bridgette.calls import Bid, Contract, parse_call
from bridgette.cards import Suit, parse_card
from bridgette.computer.players import computer_player
from bridgette.deal import Phase
from bridgette.play import Trick
from bridgette.views import DealView, MatchView, OwnCards


def cards(words):
    return tuple(parse_card(word) for word in words)


def deal_of(seen):
    calls = tuple(parse_call(word) for word in seen["calls"])
    contract = None
    if seen["contract"]:
        contract = Contract(parse_call(seen["contract"]), seen["doubling"])
    bids = [call for call in calls if isinstance(call, Bid)]
    own = seen["own"]
    return DealView(
        dealer=seen["dealer"],
        up_card=parse_card(seen["up_card"]),
        phase=Phase(seen["phase"]),
        to_act=frozenset(seen["to_act"]),
        drawn=tuple(seen["drawn"]),
        chosen=tuple(seen["chosen"]),
        calls=calls,
        standing=bids[-1] if bids else None,
        bidder=seen["bidder"],
        doubling=seen["doubling"],
        contract=contract,
        declarer=seen["declarer"],
        tricks=tuple(
            Trick(leader, parse_card(lead), parse_card(follow) if follow else None, winner)
            for leader, lead, follow, winner in seen["tricks"]
        ),
        won=tuple(seen["won"]),
        barred=Suit(seen["barred"]) if seen["barred"] else None,
        own=OwnCards(
            hand=cards(own["hand"]),
            drawn=cards(own["drawn"]),
            discards=None if own["discards"] is None else cards(own["discards"]),
            to_discard=own["to_discard"],
            calls=tuple(parse_call(word) for word in own["calls"]),
            cards=cards(own["cards"]),
        ),
        reveal=None,
        result=None,
    )


def main():
    players = {strength.value: computer_player(strength) for strength in Strength}
    for line in sys.stdin:
        asked = json.loads(line)
        deal, seat = deal_of(asked["deal"]), asked["seat"]
        seen = MatchView(seat, ("0", "1"), (deal,), (0, 0), 0, deal.to_act, None)
        decision = players[asked["strength"]].choose(seen, random.Random(asked["seed"]))
        action = decision.action
        words = [str(card) for card in action.cards] if deal.phase is Phase.EXCHANGE else str(action)
        print(json.dumps(words), flush=True)


main()
