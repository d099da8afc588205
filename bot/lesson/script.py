"""The deal of the lesson, and what is done, said and explained at each step of it.

The newcomer holds seat 0 and does not deal. The house plays as the computer's expert would from its own cards, or very
nearly; the newcomer's acts are what the expert would do as well, and no other play of the tricks that are explained as
needed makes the contract.
"""

from __future__ import annotations

from bot.lesson.steps import Script, Step, Wrong
from bridgette import Call, Card, Discard
from bridgette.calls import BIDS, PlainCall, Strain, parse_call
from bridgette.cards import parse_cards

NEWCOMER, HOUSE = 0, 1


def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def _bids(*strains: Strain, above: int = 0) -> frozenset[Call]:
    """The bids of some strains at all levels above one."""
    return frozenset(bid for bid in BIDS if bid.strain in strains and bid.level > above)


def _house(what: str) -> Step:
    """The house plays the first of these cards that it may."""
    return Step(HOUSE, _cards(what))


def _house_calls(call: str) -> Step:
    return Step(HOUSE, (parse_call(call),))


DECK = _cards(
    "HK H9 SA ST SJ SK H3 C9 RC D7 C6 D3 S8 S3 H5 HA DA DT H6 H8 S4 C8 S7 CJ C3 D2 "  # dealt, the newcomer first
    "SQ DJ "  # the up-card and another one for the newcomer
    "LC CK S2 H7 DK D9 GC DQ "  # for the dealer, since a face was turned up
    "S9 CA HT HQ D5 S5 D6 HJ C7 C5 CQ D8 S6 H2 C2 C4 D4 H4 CT"
)

_LOW_SPADES = _cards("S4 S7 S8")
_HIGH_SPADES = _cards("SQ SJ")
_HEARTS = _cards("HK H6 H5 H3")
_REST = (*_cards("S8 S7 S4"), *_HEARTS)
"""What is left at the end, when every card of it wins."""
_DIAMONDS_OF_HOUSE = "D3 D7 D9 CK"


def _about(key: str, *cards: Card) -> Wrong:
    return Wrong(key, frozenset(cards))


_COLON, _JACK, _ACE = _cards("RC DJ DA")

_EXCHANGE = (
    Step(
        NEWCOMER,
        (Discard(_cards("C6 C3")),),
        ("learn-deal", "learn-up-card", "learn-colons"),
        "learn-discard-now",
        (
            _about("learn-discard-colon", _COLON),
            _about("learn-discard-ace", *_cards("SA DA")),
            _about("learn-discard-spade", *_cards("SQ SJ S8 S7 S4")),
        ),
        "learn-discard-other",
    ),
    Step(HOUSE, (Discard(_cards("S3 S2 H9 H8 H7 C9 C8 LC")),)),
)

_AUCTION = (
    _house_calls("1D"),
    Step(
        NEWCOMER,
        (parse_call("1S"),),
        ("learn-bid", "learn-no-trump"),
        "learn-bid-now",
        (
            Wrong("learn-bid-pass", frozenset((PlainCall.PASS,))),
            Wrong("learn-bid-double", frozenset((PlainCall.DOUBLE,))),
            Wrong("learn-bid-high", _bids(Strain.SPADES, above=1)),
        ),
        "learn-bid-other",
    ),
    _house_calls("2D"),
    Step(
        NEWCOMER,
        (parse_call("4S"),),
        ("learn-raise", "learn-exact"),
        "learn-raise-now",
        (
            Wrong("learn-raise-pass", frozenset((PlainCall.PASS,))),
            Wrong("learn-raise-double", frozenset((PlainCall.DOUBLE,))),
            Wrong("learn-raise-high", _bids(*Strain, above=4)),
            Wrong("learn-raise-low", _bids(Strain.SPADES)),
        ),
        "learn-raise-other",
    ),
    _house_calls("Pass"),
)

_PLAY = (
    _house("DQ"),
    Step(
        NEWCOMER,
        (_ACE,),
        ("learn-contract", "learn-follow"),
        "learn-follow-now",
        (_about("learn-follow-colon", _COLON),),
        "learn-follow-other",
    ),
    Step(
        NEWCOMER,
        _cards("SA"),
        ("learn-lead",),
        "learn-lead-now",
        (_about("learn-lead-colon", _COLON), _about("learn-lead-spade", *_HIGH_SPADES, *_LOW_SPADES)),
        "learn-lead-other",
    ),
    _house("GC"),
    Step(
        NEWCOMER,
        _HEARTS,
        ("learn-caught", "learn-barred"),
        "learn-barred-now",
        (_about("learn-lead-colon", _COLON),),
        "learn-barred-other",
    ),
    _house("HA"),
    _house("DK"),
    Step(NEWCOMER, (_COLON,), ("learn-escape",), "learn-escape-now", (), "learn-escape-other"),
    _house("CJ"),
    Step(
        NEWCOMER,
        _LOW_SPADES,
        ("learn-free", "learn-trump"),
        "learn-trump-now",
        (_about("learn-trump-high", *_HIGH_SPADES),),
        "learn-trump-other",
    ),
    Step(
        NEWCOMER,
        (_JACK,),
        ("learn-count",),
        "learn-count-now",
        (_about("learn-count-heart", *_HEARTS),),
        "learn-count-other",
    ),
    _house("D2"),
    Step(
        NEWCOMER,
        _HIGH_SPADES,
        ("learn-draw",),
        "learn-draw-now",
        (_about("learn-draw-low", *_LOW_SPADES),),
        "learn-draw-other",
    ),
    _house("SK"),
    _house("DT"),
    Step(
        NEWCOMER,
        _LOW_SPADES,
        ("learn-short",),
        "learn-short-now",
        (_about("learn-short-high", *_HIGH_SPADES),),
        "learn-short-other",
    ),
    Step(
        NEWCOMER,
        _HIGH_SPADES,
        ("learn-last-trump",),
        "learn-last-trump-now",
        (_about("learn-last-trump-low", *_LOW_SPADES),),
        "learn-last-trump-other",
    ),
    _house("ST"),
    Step(NEWCOMER, _REST, ("learn-rest",), "learn-rest-now"),
    _house(_DIAMONDS_OF_HOUSE),
    Step(NEWCOMER, _REST, (), "learn-more-now"),
    _house(_DIAMONDS_OF_HOUSE),
    Step(NEWCOMER, _REST, ("learn-end",), "learn-end-now"),
    _house(_DIAMONDS_OF_HOUSE),
)

LESSON = Script(HOUSE, DECK, (*_EXCHANGE, *_AUCTION, *_PLAY))
"""The lesson that there is."""
