"""The pictures of the guide: what its pages say, shown without words. The examples are those of the pages."""

from __future__ import annotations

from bot.features.rules import examples
from bot.features.rules.pages import Page
from bridgette import BIDS, Bid, Card, Strain, Suit, parse_card
from bridgette.deal import DEALER_DRAWS, NON_DEALER_DRAWS
from tools.art.cards import LARGE, SMALL, back, large_card, small_card
from tools.art.colours import LIGHT
from tools.art.pips import pip
from tools.art.shapes import box, dot, drawing, drawn, moved
from tools.art.strokes import Anchor, written

WIDTH = 960
"""Of each picture, in pixels: three and a half times what a phone has for it, so nothing is small."""

FELT, GROUND = "#0f4232", "#092c22"
CREAM, DIM, GOLD, INK = "#faf7ec", "#b2cfc1", "#ffd75a", "#101614"
SEATS = ("#78beff", "#ffaa6e")
"""Of the two players, whose discs have their numbers too."""


def guide_pictures() -> dict[str, str]:
    """All of them as SVG, by the names of their pages."""
    drawings = {
        Page.MINUTE: _minute(),
        Page.CARDS: _cards(),
        Page.EXCHANGE: _exchange(),
        Page.AUCTION: _ladder(),
        Page.PLAY: _tricks(),
        Page.COLONS: _catch(),
    }
    return {page.value: drawing(WIDTH, height, _felt(height) + shapes) for page, (height, shapes) in drawings.items()}


# ---------------------------------------------------------------------------------- the pictures


def _minute() -> tuple[int, str]:
    """The three parts of a deal, one beside the other."""
    height, each = 320, (WIDTH - 80) / 3
    corners = [20 + place * (each + 20) for place in range(3)]
    panels = "".join(moved(_panel(each, height - 40), left, 20) for left in corners)
    lower, higher = examples.STANDING, Bid(2, Strain.SPADES)
    trick = examples.TRICKS[0]
    middle = [left + each / 2 for left in corners]
    return height, (
        panels
        + moved(_fan(3), middle[0] - 80, 100)
        + written("+", (middle[0], 40), 46, GOLD, anchor=Anchor.MIDDLE)
        + written("-", (middle[0], 230), 46, GOLD, anchor=Anchor.MIDDLE)
        + moved(_bid(higher, 100, GOLD), middle[1] - 75, 64)
        + moved(_bid(lower, 60, DIM), middle[1] - 72, 212)
        + moved(_trick(trick.lead, trick.follow, is_won_by_second=True, scale=0.78), middle[2] - 122, 78)
    )


def _cards() -> tuple[int, str]:
    """The four suits, and the three colons with cards of their groups."""
    suits = "".join(
        moved(box(205, 130, 22, GROUND, GROUND, 0), 20 + place * 238.3, 20)
        + pip(suit, (20 + place * 238.3 + 57, 40), 90, LIGHT[suit])
        for place, suit in enumerate(Suit)
    )
    groups = (("GC", "SA HA DA"), ("RC", "SK HQ DJ"), ("LC", "ST H6 D2"))
    each = (WIDTH - 80) / 3
    colons = ""
    for place, (colon, cards) in enumerate(groups):
        left = 20 + place * (each + 20)
        colons += moved(_panel(each, 270), left, 170) + moved(large_card(parse_card(colon)), left + 24, 200)
        for step, card in enumerate(cards.split()):
            colons += moved(small_card(parse_card(card)), left + 190 + step * 12, 178 + step * 80)
    return 460, suits + colons


def _exchange() -> tuple[int, str]:
    """The up-card, what each of the two draws by it, and that as much goes away again."""
    up = examples.UP_CARD
    shapes = moved(large_card(up), (WIDTH - LARGE[0]) / 2, 80)
    for left, seat, count in ((20, 0, NON_DEALER_DRAWS), (600, 1, DEALER_DRAWS[up.group])):
        middle = left + 170
        shapes += moved(_panel(340, 330), left, 20) + moved(_seat(seat, 30), middle - 70, 68)
        shapes += written(f"+{count}", (middle - 22, 42), 52, CREAM)
        if seat == 1:
            shapes += moved(_dealer(26), middle + 112, 68)
        shapes += moved(_fan(count), middle - _fan_width(count) / 2, 116)
        shapes += written(f"-{count}", (middle, 256), 60, GOLD, anchor=Anchor.MIDDLE)
    return 370, shapes


def _ladder() -> tuple[int, str]:
    """All bids: a column for each level, from low to high, and in it the strains from low to high (R13)."""
    across, up, shapes = 116, 74, ""
    for bid in BIDS:
        left, top = 20 + bid.level * across, 20 + (max(Strain) - bid.strain) * up
        is_lowest = bid is BIDS[0]
        shapes += moved(box(104, 64, 14, GOLD if is_lowest else GROUND, GROUND, 0), left, top)
        if bid.strain.suit is None:
            shapes += written("NT", (left + 52, top + 13), 38, INK if is_lowest else CREAM, anchor=Anchor.MIDDLE)
        else:
            shapes += pip(bid.strain.suit, (left + 31, top + 11), 42, LIGHT[bid.strain.suit])
    levels = "".join(
        written(str(level), (20 + level * across + 52, 404), 52, GOLD if level == 0 else CREAM, anchor=Anchor.MIDDLE)
        for level in range(8)
    )
    return 474, shapes + levels


def _tricks() -> tuple[int, str]:
    """Two tricks, the trump beside them: the higher card of the suit takes the one, a trump the other."""
    higher, ruffed, _ = examples.TRICKS
    ring = dot(480, 150, 62, GROUND) + pip(examples.TRUMP, (440, 110), 80, LIGHT[examples.TRUMP])
    first = moved(_trick(higher.lead, higher.follow, is_won_by_second=higher.follower_wins), 40, 20)
    second = moved(_trick(ruffed.lead, ruffed.follow, is_won_by_second=ruffed.follower_wins), 590, 20)
    return 310, first + second + ring


def _catch() -> tuple[int, str]:
    """A colon catches a card; the suit is barred, and its leader must lead something else."""
    caught = examples.CAUGHT
    shapes = moved(_trick(*caught, is_won_by_second=caught.follower_wins), 40, 20)
    shapes += moved(_barred(examples.BARRED, 150), 405, 50) + moved(_panel(330, 250), 610, 20)
    shapes += moved(_seat(0, 26), 775, 232)
    for place, card in enumerate(examples.LEADER):
        left, may = 640 + place * 96, card in examples.MAY_LEAD
        frame = moved(box(SMALL[0] + 16, SMALL[1] + 16, 14, GOLD, GOLD, 0), left - 8, 76 - 8) if may else ""
        cross = "" if may else drawn(f"M{left + 6},{76 + 88} L{left + 60},{76 + 6}", GOLD, 9)
        shapes += frame + moved(small_card(card), left, 76) + cross
    return 310, shapes


# ---------------------------------------------------------------------------------- their parts


def _felt(height: float) -> str:
    return f'<rect width="{WIDTH}" height="{height:g}" fill="{FELT}"/>'


def _panel(width: float, height: float) -> str:
    return box(width, height, 20, GROUND, GROUND, 0)


def _trick(lead: Card, follow: Card, *, is_won_by_second: bool, scale: float = 1.0) -> str:
    """Two large cards, the winner framed, and below them who played them."""
    shapes = ""
    for seat, card in enumerate((lead, follow)):
        left = seat * 168
        if is_won_by_second == bool(seat):
            shapes += moved(box(LARGE[0] + 20, LARGE[1] + 20, 22, GOLD, GOLD, 0), left - 10, -10)
        shapes += moved(large_card(card), left, 0) + moved(_seat(seat, 24), left + LARGE[0] / 2, 246)
    return f'<g transform="scale({scale:g})">{shapes}</g>'


def _fan(count: int) -> str:
    """Backs of cards, one over the other."""
    return "".join(moved(back(), place * _step(count), 0) for place in range(count))


def _fan_width(count: int) -> float:
    return SMALL[0] + _step(count) * (count - 1)


def _step(count: int) -> float:
    return min(46.0, 240 / max(1, count - 1))


def _seat(seat: int, radius: float) -> str:
    """A player's disc around the corner."""
    return _disc(str(seat + 1), radius, SEATS[seat])


def _dealer(radius: float) -> str:
    return _disc("D", radius, CREAM)


def _disc(sign: str, radius: float, ground: str) -> str:
    height = radius * 1.2
    return dot(0, 0, radius, ground) + written(sign, (0, -height / 2), height, INK, anchor=Anchor.MIDDLE)


def _bid(bid: Bid, height: float, ink: str) -> str:
    """A bid in one colour, its suit in that of the suit."""
    level = written(str(bid.level), (0, 0), height, ink)
    if bid.strain.suit is None:
        return written(f"{bid.level}NT", (0, 0), height, ink)
    return level + pip(bid.strain.suit, (height * 0.75, 0), height, LIGHT[bid.strain.suit])


def _barred(suit: Suit, side: float) -> str:
    """A suit in a ring with a bar across."""
    middle, thick = side / 2, side / 13
    far = middle * 0.707 - thick / 4
    bar = f"M{middle - far:.2f},{middle + far:.2f} L{middle + far:.2f},{middle - far:.2f}"
    ring = (
        f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle - thick:g}"'
        f' fill="none" stroke="{GOLD}" stroke-width="{thick:g}"/>'
    )
    inside = pip(suit, (side * 0.24, side * 0.24), side * 0.52, LIGHT[suit])
    return inside + drawn(bar, FELT, thick * 2.2) + drawn(bar, GOLD, thick) + ring
