"""What a panel shows beyond its player's view, whoever draws it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ids import ComponentId


@dataclass(frozen=True, slots=True)
class PanelState:
    """The match and the decision that a panel is for, and a choice half made.

    ``marked``: the cards picked to go, a bit for each place in the hand; ``place``: a place in the hand, whose card is
    among those with buttons where not all of them fit; ``level``: one of the levels whose bids are shown; ``asks``: a
    call or a card, in notation, about which the panel asks once more; ``result``: the finished deal that it shows,
    counted from 0, until its player goes on to the next.
    """

    match_id: int
    decision: int
    marked: int = 0
    place: int = 0
    level: int | None = None
    asks: str | None = None
    result: int | None = None

    def id(self, verb: str, detail: str = "") -> ComponentId:
        """The id of a component on this panel."""
        return ComponentId(verb, self.match_id, self.decision, detail)
