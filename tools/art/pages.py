"""A page with a picture of each kind as a phone shows them, on each ground, to be looked at."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

from PIL import Image

from bot.pictures.results import low_result, tall_result
from bot.pictures.table import table_picture
from bridgette import Action, Bid, Deal, Discard, Match, Phase, Seat, shuffled_deck, view
from tools.art.contact import GROUNDS

PHONE = 310
"""How wide a phone shows a picture, in pixels."""

GAP, A_ROW = 16, 3
"""Between two pictures, in pixels, and pictures beside each other."""

SEED = 7
"""Of the match that the pictures are of."""

HIGH, BIDDING = 4, 0.85
"""The level that nobody bids, and how often somebody bids who could do so below it."""


def pictures_page() -> Image.Image:
    """All kinds of pictures on one ground below the other."""
    shown = [_as_on_a_phone(content) for content in pictures().values()]
    rows = [shown[start : start + A_ROW] for start in range(0, len(shown), A_ROW)]
    heights = [max(one.height for one in row) + GAP for row in rows]
    height = sum(heights) + GAP
    page = Image.new("RGB", (A_ROW * (PHONE + GAP) + GAP, height * len(GROUNDS)))
    for above, ground in enumerate(GROUNDS.values()):
        page.paste(Image.new("RGB", (page.width, height), ground), (0, above * height))
        top = above * height + GAP
        for row, tall in zip(rows, heights, strict=True):
            for place, one in enumerate(row):
                page.paste(one, (GAP + place * (PHONE + GAP), top))
            top += tall
    return page


def _as_on_a_phone(content: bytes) -> Image.Image:
    with Image.open(io.BytesIO(content)) as opened:
        whole = opened.convert("RGB")
    return whole.resize((PHONE, round(whole.height * PHONE / whole.width)), Image.Resampling.LANCZOS)


def pictures() -> dict[str, bytes]:
    """A picture of each kind, as it is sent, from a match that is always the same."""
    states = _states(Random(SEED))

    def first(fits: Callable[[Deal], bool]) -> bytes:
        return table_picture(view(next(one for one in reversed(states) if fits(one.deals[-1])), None)).png()

    over = view(states[-1], None)
    played = max(place for place, deal in enumerate(over.deals) if deal.tricks)
    return {
        "exchange": first(lambda deal: deal.phase is Phase.EXCHANGE and len(deal.to_act) == 1),
        "auction": first(
            lambda deal: deal.phase is Phase.AUCTION and deal.auction is not None and len(deal.auction.calls) > 6
        ),
        "play": first(lambda deal: deal.play is not None and sum(deal.play.won) == 6 and deal.play.lead is not None),
        "barred": first(lambda deal: deal.play is not None and deal.play.barred is not None and not deal.play.lead),
        "low": low_result(over, played).png(),
        "tall": tall_result(over, played).png(),
    }


def _states(rng: Random) -> list[Match]:
    """Every state of a match by players who choose by chance, and bid low."""
    match, states = Match(("", "")), []
    while match.ended is None:
        if match.needs_deck:
            match = match.begin_deal(shuffled_deck(rng.randrange), 0)
        else:
            seat = max(match.to_act)
            match = match.after(seat, _chosen(match.deals[-1], seat, rng))
        states.append(match)
    return states


def _chosen(deal: Deal, seat: Seat, rng: Random) -> Action:
    if deal.phase is Phase.EXCHANGE:
        return Discard(tuple(rng.sample(deal.hand(seat), deal.to_discard(seat))))
    if deal.phase is Phase.PLAY:
        return rng.choice(deal.legal_cards(seat))
    calls = deal.legal_calls(seat)
    low = [call for call in calls if isinstance(call, Bid) and call.level < HIGH]
    if low and rng.random() < BIDDING:
        return rng.choice(low[:2])
    return rng.choice([call for call in calls if not isinstance(call, Bid)])
