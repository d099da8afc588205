"""Shuffles that both can check: the method, the worked example of docs/fairness.md, and that no card is favoured.

The tests of chance draw from fixed secrets, so that they come out the same on every run.
"""

import hashlib
import hmac
import math
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from bridgette import DECK, Card, Group, shuffled_deck
from bridgette.shuffle import DAILY, METHOD, Shuffle, commitment_of

DOCS = Path(__file__).parent.parent.parent / "docs"
SECRET = bytes(range(32))
PUBLIC = "1234567890123456789"
DECKS = 200_000
DEALS = 7
"""Deals of a match in the tests of chance."""

# ------------------------------------------------------------------------------------ the method


def stream(secret: bytes, method: str, public: str, label: str) -> Iterator[int]:
    """The stream as docs/record.md says, written for this test."""
    for block in range(1000):
        yield from hmac.new(secret, f"{method}|{public}|{label}|{block}".encode("ascii"), hashlib.sha256).digest()


def deck_by_the_record(secret: bytes, method: str, public: str, deal: int) -> list[str]:
    """The deck as docs/record.md says, written for this test, in notation alone."""
    cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"] + ["GC", "RC", "LC"]
    found = stream(secret, method, public, str(deal))
    for k in range(54, 0, -1):
        b = next(found)
        while b >= 256 - (256 % (k + 1)):
            b = next(found)
        cards[k], cards[b % (k + 1)] = cards[b % (k + 1)], cards[k]
    return cards


@pytest.mark.parametrize("method", [METHOD, DAILY])
def test_decks_and_dealers_are_those_of_the_record_page(method):
    for number in range(60):
        secret = hashlib.sha256(bytes([number])).digest()
        public = str(number * 10**17 + 5)
        shuffle = Shuffle(secret, public, method)
        assert shuffle.first_dealer() == next(stream(secret, method, public, "dealer")) % 2
        for deal in (0, 1, 6, 12):
            assert list(map(str, shuffle.deck(deal))) == deck_by_the_record(secret, method, public, deal)


def test_everything_changes_every_deck():
    first = Shuffle(SECRET, PUBLIC)
    others = [Shuffle(SECRET[::-1], PUBLIC), Shuffle(SECRET, PUBLIC[:-1]), Shuffle(SECRET, PUBLIC, DAILY)]
    decks = [shuffle.deck(deal) for shuffle in (first, *others) for deal in range(3)]
    assert len(set(decks)) == len(decks)
    assert first.deck(1) == first.deck(1)


def test_a_shuffle_shows_its_secret_to_nobody():
    shown = f"{Shuffle(SECRET, PUBLIC)!r} {Shuffle(SECRET, PUBLIC)}"
    assert SECRET.hex() not in shown
    assert repr(SECRET) not in shown
    assert "secret" not in shown


# ------------------------------------------------------------------------------------ the worked example


def example() -> dict[str, str]:
    """The figures of the page, by the word that they stand behind."""
    page = (DOCS / "fairness.md").read_text("utf-8")
    blocks = re.findall(r"```\n(.*?)```", page.partition("## A worked example")[2], re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return dict(re.split(r"  +", line, maxsplit=1) for line in lines)


def test_the_worked_example_of_the_page_is_right():
    """Recomputed from what the page says, by other code than the game's."""
    page = example()
    assert set(page) == {"secret", "public", "commitment", "dealer", "first", "stream 0", "deck 0", "deck 1"}
    secret, public = bytes.fromhex(page["secret"]), page["public"]
    assert hashlib.sha256(secret).hexdigest() == page["commitment"]
    for label, words in (("dealer", page["dealer"]), ("0", page["stream 0"])):
        told = bytes.fromhex(words)
        assert len(told) >= 8
        assert bytes(islice(stream(secret, METHOD, public, label), len(told))) == told
    assert page["first"] == str(bytes.fromhex(page["dealer"])[0] & 1)
    for deal in (0, 1):
        assert page[f"deck {deal}"].split() == deck_by_the_record(secret, METHOD, public, deal)


def test_the_game_agrees_with_the_worked_example():
    page = example()
    shuffle = Shuffle(bytes.fromhex(page["secret"]), page["public"])
    assert commitment_of(shuffle.secret) == page["commitment"]
    assert str(shuffle.first_dealer()) == page["first"]
    assert [" ".join(map(str, shuffle.deck(deal))) for deal in (0, 1)] == [page["deck 0"], page["deck 1"]]


def test_the_steps_that_the_page_tells_of_are_those_of_the_example():
    page = (DOCS / "fairness.md").read_text("utf-8")
    told = bytes.fromhex(example()["stream 0"])
    assert (told[0], 256 - 256 % 55, told[0] % 55) == (108, 220, 53)
    assert "which is 108: below 256 − 256 mod 55 = 220, so it counts, and 108 mod 55 = 53" in page
    assert (told[54 - 43], 256 - 256 % 44, told[54 - 43 + 1]) == (236, 220, 0x9D)
    assert "`ec`, 236: it is not below 256 − 256 mod 44 = 220" in page
    assert all(byte < 256 - 256 % (k + 1) for byte, k in zip(told[:11], range(54, 43, -1), strict=True))
    assert tuple(map(str, DECK[53:])) == ("RC", "LC")


# ------------------------------------------------------------------------------------ no card is favoured


def chi_square(counts: Iterable[int], expected: Iterable[float]) -> float:
    return sum((count - wanted) ** 2 / wanted for count, wanted in zip(counts, expected, strict=True))


def most(freedom: int, z: float = 4.4) -> float:
    """What chi-square stays below, but for one time in some 200,000 (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + z * math.sqrt(part)) ** 3)


def test_the_bounds_of_chi_square_are_right():
    """Against tables: the value exceeded 5 times in 100 and 1 time in 1000, with 1, 10 and 54 degrees of freedom."""
    for freedom, z, value in ((10, 1.645, 18.307), (10, 3.090, 29.588), (54, 1.645, 72.153), (1, 1.645, 3.841)):
        assert math.isclose(most(freedom, z), value, rel_tol=0.03)


Deal = Callable[[int, int], tuple[Card, ...]]
"""Gives the deck of a match and a deal."""


def shuffle_of(match: int) -> Shuffle:
    return Shuffle(hashlib.sha256(b"%d" % match).digest(), str(10**18 + match * 977))


def fair(match: int, deal: int) -> tuple[Card, ...]:
    return shuffle_of(match).deck(deal)


def complaints(deal: Deal, decks: int) -> list[str]:
    """What is not as likely as it should be, in so many decks."""
    indices = [card.index for match in range(-(-decks // DEALS)) for n in range(DEALS) for card in deal(match, n)]
    dealt = bytes(indices)[: decks * 55]
    places = [dealt[place::55] for place in range(55)]
    counts = [[column.count(card) for card in range(55)] for column in places]
    even = decks / 55
    found = []
    whole = chi_square((count for row in counts for count in row), [even] * 55 * 55)
    if whole > most(54 * 54):
        found.append(f"the places of all cards: {whole:.0f}")
    for index, card in enumerate(DECK):
        value = chi_square((row[index] for row in counts), [even] * 55)
        if value > most(54, 5.0):
            found.append(f"the places of {card}: {value:.0f}")
    groups = [sum(counts[26][card.index] for card in DECK if card.group is group) for group in Group]
    value = chi_square(groups, [even * sum(card.group is group for card in DECK) for group in Group])
    if value > most(2):
        found.append(f"the group of the up-card: {value:.0f}")
    return found


def test_every_card_is_as_likely_in_every_place_in_200_000_decks():
    """And so is the group of the up-card: 5 aces, 13 faces and 37 spots of 55, each with its colon."""
    assert complaints(fair, DECKS) == []


def test_each_seat_is_as_likely_to_deal_first():
    dealt = sum(shuffle_of(match).first_dealer() for match in range(DECKS))
    assert chi_square((dealt, DECKS - dealt), [DECKS / 2] * 2) < most(1)


def biased(match: int, deal: int) -> tuple[Card, ...]:
    """No byte is passed over."""
    found = shuffle_of(match).stream(str(deal))
    return shuffled_deck(lambda n: next(found) % n)


def cyclic(match: int, deal: int) -> tuple[Card, ...]:
    """No card may stay where it is (Sattolo's mistake)."""
    rng = random.Random(match * DEALS + deal)
    return shuffled_deck(lambda n: rng.randrange(n - 1))


def one_too_many(match: int, deal: int) -> tuple[Card, ...]:
    """The first byte that should be passed over is taken."""
    found = shuffle_of(match).stream(str(deal))

    def below(n: int) -> int:
        return next(byte for byte in found if byte <= 256 - 256 % n) % n

    return shuffled_deck(below)


@pytest.mark.parametrize("wrong", [biased, cyclic, one_too_many], ids=lambda wrong: wrong.__name__)
def test_a_shuffle_that_favours_cards_is_found(wrong):
    assert complaints(wrong, 20_000)
    assert complaints(fair, 20_000) == []
