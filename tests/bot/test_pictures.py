"""The pictures as they are drawn: what is on them, what must not be, how large they are."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.pictures import results, sheets, table
from bot.pictures.board import BACK, Board
from bot.pictures.palette import PALETTE
from bot.pictures.parts import SMALLEST, check_public
from bot.pictures.results import low_result, tall_result
from bot.pictures.table import table_picture
from bridgette import DECK, Bid, Contract, Deal, Ending, Format, How, Match, MatchView, Phase, Result, Strain, view
from bridgette.score import score_lines
from tests.game import playouts
from tests.game.test_secrecy import redealt, with_last_deal

PHONE, MOST_LOW = 310, 120
"""How wide a phone shows a picture, and how high it may show a low one there."""

MOST_BYTES = 60_000
CARDS = {str(card) for card in DECK}

Draw = Callable[[MatchView], Board]


def drawings(shown: MatchView) -> Iterator[Draw]:
    """Everything that can be drawn of a match now."""
    yield table_picture
    for index, deal in enumerate(shown.deals):
        if deal.reveal is not None:
            yield lambda one, index=index: low_result(one, index)
            yield lambda one, index=index: tall_result(one, index)


def matches(seed: int, temper: Any = playouts.modest, deals: int = 6) -> Iterator[Match]:
    """The states of a random match in which a deal has begun."""
    return (match for match in playouts.match_states(Random(seed), temper, deals=deals) if match.deals)


def public(match: Match) -> set[str]:
    """The cards that everybody may know: of finished deals all but the stock, of the deal in play what was shown."""
    known: set[Any] = set()
    for deal in match.deals:
        known |= {deal.up_card, *(deal.play.plays if deal.play else ())}
        if deal.phase is Phase.OVER or match.ended is not None:
            known.update(deal.drawn_hands[0], deal.drawn_hands[1])
    return set(map(str, known))


def of_the_deal(match: Match) -> set[str]:
    """The same of the last deal alone."""
    return public(replace(match, deals=match.deals[-1:])) if match.ended is None else public(match)


def leaks(match: Match, draw: Callable[[MatchView], Board] = table_picture) -> set[str]:
    """The cards that a picture of the last deal shows and nobody may see."""
    return (set(draw(view(match, None)).said) & CARDS) - of_the_deal(match)


# ------------------------------------------------------------------------------- secrecy


@pytest.mark.parametrize("temper", playouts.TEMPERS)
def test_no_picture_of_a_whole_match_shows_a_hidden_card(temper: Any) -> None:
    shown = 0
    for match in matches(3, temper, deals=2):
        assert leaks(match) == set()
        shown += 1
        if match.deals[-1].phase is Phase.OVER:
            last = len(match.deals) - 1
            for draw in (low_result, tall_result):
                assert leaks(match, lambda one, draw=draw, last=last: draw(one, last)) == set()
    assert shown > 60


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pictures_are_the_same_when_what_is_hidden_is_dealt_anew(seed: int) -> None:
    rng, compared = Random(seed), 0
    for match in islice(matches(seed, playouts.TEMPERS[seed]), 60):
        deal = match.deals[-1]
        over = deal.phase is Phase.OVER
        for other in [*redealt(deal, None, rng, over=over)][-1:]:
            here, there = view(match, None), view(with_last_deal(match, other), None)
            for draw in drawings(here):
                one, same = draw(here), draw(there)
                assert one.said == same.said
                assert one.png() == same.png()
                compared += 1
    assert compared > 25


def test_a_planted_leak_is_found_by_both_searches() -> None:
    match = next(one for one in matches(1) if one.deals[-1].phase is Phase.PLAY and one.deals[-1].play)
    secret = match.deals[-1].hand(0)[0]

    def leaky(shown: MatchView) -> Board:
        board = table_picture(shown)
        board.card(secret, (0, 0))
        return board

    assert leaks(match) == set()
    assert leaks(match, leaky) == {str(secret)}
    assert leaky(view(match, None)).png() != table_picture(view(match, None)).png()


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_drawn_from_a_players_own_view(seat: int) -> None:
    *_, match = matches(1, deals=1)
    own = view(match, seat)
    for draw in (table_picture, lambda one: low_result(one, 0), lambda one: tall_result(one, 0), check_public):
        with pytest.raises(ValueError, match="everybody"):
            draw(own)


def test_a_deal_in_play_has_no_result() -> None:
    shown = view(next(matches(1)), None)
    for draw in (low_result, tall_result):
        with pytest.raises(ValueError, match="not over"):
            draw(shown, 0)


# ------------------------------------------------------------------------------- size


@pytest.mark.parametrize("seed", [4, 5])
def test_every_picture_has_its_size_few_colours_and_few_bytes(seed: int) -> None:
    kinds = set()
    for place, match in enumerate(matches(seed, playouts.TEMPERS[seed % 5])):
        if place % 7 and match.deals[-1].phase is not Phase.OVER:
            continue
        shown = view(match, None)
        for draw in list(drawings(shown))[:3]:
            board = draw(shown)
            content = board.png()
            assert content == draw(shown).png()  # the same state, the same bytes
            assert len(content) <= MOST_BYTES
            with Image.open(io.BytesIO(content)) as picture:
                assert picture.size == board.size
                found = picture.convert("RGB").getcolors(len(PALETTE))
                assert found is not None
                assert {colour for _, colour in found} <= set(PALETTE)
            kinds.add(board.size)
    assert {(960, 540), (960, 368)} < kinds


def test_there_are_64_colours() -> None:
    assert len(PALETTE) == len(set(PALETTE)) == 64


def test_a_low_result_is_low_on_a_phone() -> None:
    *_, match = matches(6)
    shown = view(match, None)
    for index, deal in enumerate(shown.deals):
        width, height = low_result(shown, index).size
        assert height * PHONE / width <= MOST_LOW, deal


def test_no_sign_is_smaller_than_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    heights, sign = set(), sheets.sign

    def noted(character: str, height: int) -> Any:
        heights.add(height)
        return sign(character, height)

    monkeypatch.setattr(sheets, "sign", noted)
    for match in matches(8, playouts.eager):
        shown = view(match, None)
        for draw in list(drawings(shown))[:3]:
            draw(shown)
    assert min(heights) == SMALLEST
    assert max(heights) == 92


@pytest.mark.parametrize("points", [0, 9_999_999])
def test_totals_of_seven_digits_leave_the_number_of_the_deal_alone(points: int) -> None:
    def foot(totals: int) -> bytes:
        shown = replace(view(next(matches(1)), None), totals=(totals, totals))
        with Image.open(io.BytesIO(table_picture(shown).png())) as picture:
            return picture.convert("RGB").crop((0, 440, 250, 540)).tobytes()

    assert foot(points) == foot(5)


# ------------------------------------------------------------------------------- what is on them


def state(fits: Callable[[Deal], bool], temper: Any = playouts.modest) -> Match:
    """The first state of some match whose last deal is as wanted."""
    return next(match for seed in range(50) for match in matches(seed, temper) if fits(match.deals[-1]))


def test_the_exchange_shows_the_up_card_and_as_many_backs_as_are_drawn() -> None:
    match = state(lambda deal: deal.phase is Phase.EXCHANGE and len(deal.to_act) == 1)
    deal, said = match.deals[-1], table_picture(view(match, None)).said
    assert said.count(str(deal.up_card)) == 1
    assert said.count(BACK) == deal.to_discard(0) + deal.to_discard(1)
    (waiting,) = deal.to_act
    assert said.count("✓") == 1
    assert f"-{deal.to_discard(waiting)}" in said


def test_the_auction_shows_the_newest_calls_in_their_columns() -> None:
    match = state(lambda deal: deal.auction is not None and deal.play is None and len(deal.auction.calls) > 10)
    calls = match.deals[-1].auction.calls  # type: ignore[union-attr]
    said = table_picture(view(match, None)).said
    assert str(calls[-1]) in said
    assert said.count("…") == 2  # the calls that are gone, and the place of the next one
    assert str(calls[0]) not in said


def test_the_play_shows_contract_trick_and_the_last_one() -> None:
    match = state(lambda deal: deal.play is not None and sum(deal.play.won) == 6 and deal.play.lead is not None)
    deal, said = view(match, None).deal, table_picture(view(match, None)).said
    assert deal.contract is not None
    assert str(deal.contract.bid) in said
    assert str(deal.lead) in said
    assert {str(deal.tricks[-2].lead), str(deal.tricks[-2].follow)} < set(said)
    assert {"6", "7"} < set(said)  # the last trick's number and this one's
    assert str(deal.up_card) not in said or deal.up_card in (*deal.tricks[-2][1:3], deal.lead)


def test_a_barred_suit_is_shown_as_such() -> None:
    match = state(lambda deal: deal.play is not None and deal.play.barred is not None and not deal.play.lead)
    barred = view(match, None).deal.barred
    assert f"no {barred}" in table_picture(view(match, None)).said


def test_a_result_shows_contract_tricks_points_and_both_hands() -> None:
    *_, match = matches(6)
    shown = view(match, None)
    for index, deal in enumerate(shown.deals):
        low, tall = low_result(shown, index).said, tall_result(shown, index).said
        assert deal.reveal is not None
        hands = {str(card) for hand in deal.reveal.hands for card in hand}
        assert set(low) & CARDS == set(tall) & CARDS == hands
        assert tall[: len(low)] == low
        if deal.result is None or deal.contract is None or deal.declarer is None:
            continue
        assert {str(deal.contract.bid), f"+{max(deal.result.score)}"} < set(low)
        assert f"{deal.won[deal.declarer]}/{deal.contract.bid.goal}" in low
        assert len([one for one in tall if one in CARDS]) == 52
        assert [one for one in tall if one in CARDS][26:] == [
            str(card) for trick in deal.tricks for card in (trick.lead, trick.follow)
        ]


def test_a_deal_that_was_passed_out_shows_both_hands_and_no_points() -> None:
    match = state(lambda deal: deal.phase is Phase.OVER and deal.play is None, playouts.shy)
    shown = view(match, None)
    for draw in (low_result, tall_result):
        said = draw(shown, len(shown.deals) - 1).said
        assert len(set(said) & CARDS) == 26
        assert said.count("-") == 2
        assert not [one for one in said if one.startswith("+")]


@pytest.mark.parametrize("phase", [Phase.EXCHANGE, Phase.AUCTION, Phase.PLAY])
def test_a_deal_that_was_broken_off_shows_all_that_is_shown_then(phase: Phase) -> None:
    match = state(lambda deal: deal.phase is phase and deal.to_discard(deal.dealer) == 12)
    shown = view(match.cut(Ending(How.RESIGNED, 0, 1)), None)
    reveal, index = shown.deal.reveal, len(shown.deals) - 1
    assert reveal is not None
    held = sorted(str(card) for hand in reveal.hands for card in hand)
    assert len(held) == (26 if phase is not Phase.EXCHANGE else 40)
    assert sorted(one for one in low_result(shown, index).said if one in CARDS) == held
    assert set(tall_result(shown, index).said) & CARDS == set(held)
    assert table_picture(shown).size == (960, 540)


def test_a_deal_that_breaks_a_tie_is_said_to_come_after_the_others() -> None:
    finished = next(match for match in matches(6) if match.ended is not None)
    tied = Match(finished.players, finished.deals, None, Format(1))
    shown = view(tied, None)
    assert f"1+{len([deal for deal in shown.deals if deal.contract]) - 1}" in table_picture(shown).said


class Careful(Board):
    """A board that notes where everything is put."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.pieces: list[tuple[int, int, int, int]] = []
        self.lines: list[tuple[int, int, int, int]] = []

    def _paste(self, piece: Any, place: Any) -> None:
        self.pieces.append((*place, place[0] + piece.width, place[1] + piece.height))
        super()._paste(piece, place)

    def _write(self, text: str, place: Any, height: int, ink: Any, anchor: Any) -> int:
        width = super()._write(text, place, height, ink, anchor)
        left, top = place[0] - round(width * anchor.value), place[1] - height // 2
        self.lines.append((left, top, left + width, top + height))
        return width


def costliest(shown: MatchView) -> MatchView:
    """The last deal as if it had been the widest of all: 7NT redoubled, made, with totals of seven digits before."""
    deal = shown.deal
    contract = Contract(Bid(7, Strain.NO_TRUMP), 2)
    result = Result(contract, 0, (13, 0), (14000, 0), score_lines(contract, 13))
    wide = replace(deal, contract=contract, declarer=0, won=(13, 0), result=result)
    before = replace(deal, result=result._replace(score=(700_000, 800_000)))
    return replace(shown, deals=(*[before] * 12, wide), totals=(8_414_000, 9_600_000))


def check_places(board: Board) -> None:
    """All is on the picture, and no writing on other writing."""
    assert isinstance(board, Careful)
    for left, top, right, bottom in (*board.pieces, *board.lines):
        assert 0 <= left < right <= board.size[0], board.said
        assert 0 <= top < bottom <= board.size[1], board.said
    for one, other in combinations(board.lines, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], board.said


def test_nothing_is_drawn_beyond_the_edge_and_nothing_is_written_over_something_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (table, results):
        monkeypatch.setattr(module, "Board", Careful)
    for seed in (1, 9):
        for match in islice(matches(seed, playouts.TEMPERS[seed % 5]), 0, None, 3):
            shown = view(match, None)
            for draw in list(drawings(shown))[:3]:
                check_places(draw(shown))
    wide = costliest(shown)
    for board in (table_picture(wide), low_result(wide, 12), tall_result(wide, 12)):
        check_places(board)
    assert {"+14000", "8414000", "9600000"} < set(board.said)
