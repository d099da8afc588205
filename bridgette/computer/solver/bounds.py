"""What the solver knows without searching: how many tricks a seat can be sure of, and about how many it will take."""

from __future__ import annotations

from bridgette.computer.solver.suits import NO_SUIT, Hands, Holding

Holdings = tuple[Holding, Holding, Holding, Holding]
"""The four suits at a point of the play."""


def sure_tricks(hands: Hands, left: int, leader: int, barred: int, holdings: Holdings) -> int:
    """Tricks that the leader can make sure of by taking at once what can be taken.

    While the follower has trumps, those are the highest cards of suits that must be followed, then the trumps that
    nothing can beat. Trumps are drawn first when that is safe.
    """
    a, b, c, d = holdings
    colons = left & hands.colons
    if colons:
        colons &= ~hands.first if leader == 0 else hands.first
    forced = ruffs = 0
    if hands.trump != NO_SUIT:
        trumps = holdings[hands.trump]
        forced, out = trumps.forced[leader], trumps.length[1 - leader]
        # A colon played to a trump would bar trumps while some are still out.
        if out and (colons or barred == hands.trump or trumps.top[leader] < out):
            ruffs = 1
    e, f, g, h = a.cash[ruffs][leader], b.cash[ruffs][leader], c.cash[ruffs][leader], d.cash[ruffs][leader]
    total = e + f + g + h
    if not total:
        return forced
    if barred != NO_SUIT:
        at_once = total - (e, f, g, h)[barred]
        if colons or not at_once:
            total = min(1, at_once)
    elif colons:
        # Each colon bars a suit for a trick (R23): others are needed to go on with.
        others = total - max(e, f, g, h)
        if colons.bit_count() > others:
            total = min(total, 2 * others + 1)
    return total + forced if ruffs else max(total, forced)


def later_tricks(hands: Hands, left: int, tricks: int, leader: int, holdings: Holdings) -> int:
    """Tricks that the follower can make sure of: those taken on end once that seat is on lead.

    The follower comes on lead with them unspent if the leader cannot run so many tricks that one of them must be
    parted with, or a card that stops the run.
    """
    a, b, c, d = holdings
    other = 1 - leader
    forced = ruffs = 0
    if hands.trump != NO_SUIT:
        trumps = holdings[hands.trump]
        if trumps.length[leader]:
            ruffs, forced = 1, trumps.forced[other]
    e, f, g, h = a.cash[ruffs][other], b.cash[ruffs][other], c.cash[ruffs][other], d.cash[ruffs][other]
    total = e + f + g + h
    if not total:
        return 0
    # A colon led may win, and the follower's own cannot be thrown away at will: both count.
    colons = left & hands.colons
    if a.run[leader] + b.run[leader] + c.run[leader] + d.run[leader] + total + colons.bit_count() > tricks:
        return 0
    colons &= ~hands.first if leader else hands.first
    if colons:
        # As for the leader, less one that may have been spent on coming on lead.
        others = total - max(e, f, g, h)
        if colons.bit_count() >= others:
            total = min(total, max(2, 2 * others))
    return total + forced


def estimate_tricks(hands: Hands, leader: int) -> int:
    """About how many tricks seat 0 takes, from the cards that beat one another and the trumps.

    The weights, in hundredths of a trick, were fitted on solved deals.
    """
    score = 50 * (len(hands.places) >> 1) + 50 + (-30 if leader else 30)
    for suit, mask in enumerate(hands.suits):
        if not mask:
            continue
        wins = [0, 0]
        for number in range(mask.bit_length()):
            if mask >> number & 1:
                seat = 1 - (hands.first >> number & 1)
                others = mask & (hands.first if seat else ~hands.first)
                wins[seat] += (others & (1 << number) - 1).bit_count()
        total = mask.bit_count()
        score += 80 * wins[0] // total - 80 * wins[1] // total
        if suit == hands.trump:
            score += 60 * (2 * (mask & hands.first).bit_count() - total)
    return max(0, min(score, 100 * (len(hands.places) >> 1))) // 100
