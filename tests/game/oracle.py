"""The rules once more, slowly and word by word from the rules page, on plain strings.

It shares no code with the game: tests compare the two over thousands of random states.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
COLONS = ("GC", "RC", "LC")
LISTING = [suit + rank for suit in "SHDC" for rank in reversed(RANKS)] + list(COLONS)
STRAINS = ["C", "D", "H", "S", "NT"]
BIDS = ["0NT"] + [f"{level}{strain}" for level in range(1, 8) for strain in STRAINS]

SCORES = {
    150: "0NT 1C 1D 1H 1S",
    250: "1NT 2NT 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D",
    750: "3NT 4NT 4H 4S 5C 5D 5H 5S",
    1500: "5NT 6C 6D 6H 6S",
    2200: "6NT 7C 7D 7H 7S",
    2500: "7NT",
}
SHORT = {
    1: (100, 200, 300),
    2: (200, 500, 700),
    3: (300, 800, 1100),
    4: (400, 1100, 1500),
    5: (700, 2000, 2700),
    6: (1000, 3000, 4000),
}


def is_colon(card):
    return card in COLONS


def suit(card):
    return None if is_colon(card) else card[0]


def colon_of(card):
    """R3: the colon that stands for the card's group."""
    if is_colon(card):
        return card
    if card[1] == "A":
        return "GC"
    return "RC" if card[1] in "KQJ" else "LC"


def legal_leads(hand, barred):
    """R20, R23."""
    if barred is None or all(suit(card) == barred for card in hand):
        return set(hand)
    return {card for card in hand if suit(card) != barred}


def legal_follows(hand, lead):
    """R21, R22, R25."""
    if is_colon(lead):
        return set(hand)
    legal = set()
    holds_the_suit = any(suit(card) == suit(lead) for card in hand)
    only_colons = all(is_colon(card) for card in hand)
    for card in hand:
        if is_colon(card):
            if card == colon_of(lead) or (only_colons and colon_of(lead) not in hand):
                legal.add(card)
        elif suit(card) == suit(lead) or not holds_the_suit:
            legal.add(card)
    return legal


def follower_wins(lead, follow, trump):
    """R22 to R25; ``trump`` is a suit's letter or ``None``."""
    if is_colon(follow):
        return False
    if is_colon(lead):
        return suit(follow) == trump or colon_of(follow) == lead
    if suit(lead) == suit(follow):
        return RANKS.index(follow[1]) > RANKS.index(lead[1])
    return suit(follow) == trump


def bars(lead, follow):
    """R23: the suit that may not be led next, or ``None``."""
    return suit(lead) if not is_colon(lead) and follow == colon_of(lead) else None


def draws(up_card):
    """R10."""
    return {"GC": 12, "RC": 8, "LC": 4}[colon_of(up_card)]


def holdings(dealer, deck):
    """R7 to R10: what each seat holds before it discards."""
    hands = [[], []]
    seat = 1 - dealer
    pack = list(deck)
    for _ in range(26):
        hands[seat].append(pack.pop(0))
        seat = 1 - seat
    up_card = pack[0]
    for _ in range(2):
        hands[1 - dealer].append(pack.pop(0))
    for _ in range(draws(up_card)):
        hands[dealer].append(pack.pop(0))
    return hands


def standing(calls):
    """The standing bid's place in ``calls`` (or ``None``), and the doubles and redoubles since."""
    place, doubling = None, []
    for number, word in enumerate(calls):
        if word in BIDS:
            place, doubling = number, []
        elif word in ("X", "XX"):
            doubling.append(word)
    return place, doubling


def auction_is_over(calls):
    """R17, R18."""
    if not calls or calls[-1] != "Pass":
        return False
    return standing(calls)[0] is not None or len(calls) == 2


def legal_calls(hand, calls):
    """R13 to R16, for the caller who holds ``hand`` after ``calls``, in the order of RECORD: bids, Pass, X, XX."""
    if auction_is_over(calls):
        return []
    place, doubling = standing(calls)
    over = -1 if place is None else BIDS.index(calls[place])
    length = {strain: sum(suit(card) == strain for card in hand) for strain in "SHDC"}
    legal = []
    for rank, bid in enumerate(BIDS):
        level, strain = int(bid[0]), bid[1:]
        if rank <= over:
            continue
        lowest = min(int(b[0]) for n, b in enumerate(BIDS) if n > over and b[1:] == strain)
        needed = 4 if level > lowest else 2
        if min(length.values()) >= 1 if strain == "NT" else length[strain] >= needed:
            legal.append(bid)
    legal.append("Pass")
    mine = place is not None and (len(calls) - place) % 2 == 0
    if place is not None and not mine and doubling == []:
        legal.append("X")
    if mine and doubling == ["X"]:
        legal.append("XX")
    return legal


def score(bid, doubling, tricks):
    """R26 to R31: points, and whether the declarer takes them."""
    level = int(bid[0])
    short = 6 + level - tricks
    if short > 0:
        return SHORT[min(short, 6)][doubling], False
    (points,) = [points for points, bids in SCORES.items() if bid in bids.split()]
    if short == 0 and level <= 5:
        points += 250
    if short == 0 and level == 6:
        points += 100
    if short == -3:
        points += 350
    points += {0: 0, 1: 400, 2: 1000}[doubling]
    return points * {0: 1, 1: 2, 2: 4}[doubling], True
