"""The game package: random deals beside OpenSpiel's bridge, and records read and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.report import Section, Table, middle, rate
from bridgette import Deal, Discard, Match, PlainCall, shuffled_deck
from bridgette.record import parse_json, read_record, trace_record, write_record

RECORDS = Path(__file__).parent.parent / "tests" / "vectors"
DEALS = 400
"""In one run; some thirteen thousand actions of ours, twice as many of OpenSpiel's."""

PASSED_OUT = 1000
"""Deals of the long record, which is to take as much longer to read as it is longer."""
WARM_UP = 50
OPENSPIEL_GAME = "bridge(use_double_dummy_result=false)"


def bridgette_deals(count: int, seed: int) -> int:
    """Play random deals through the public API; returns the actions: a discard choice, a call or a card each."""
    rng, actions = Random(seed), 0
    for index in range(count):
        deal = Deal.begin(index % 2, shuffled_deck(rng.randrange))
        for seat in (0, 1):
            deal = deal.after(seat, Discard(tuple(rng.sample(deal.hand(seat), deal.to_discard(seat)))))
        actions += 2
        while seats := deal.to_act:
            (seat,) = seats
            deal = deal.after(seat, rng.choice(deal.legal_cards(seat) or deal.legal_calls(seat)))
            actions += 1
        assert deal.result is not None
    return actions


def openspiel_deals(game: Any, count: int, seed: int) -> int:
    """The same with OpenSpiel's bridge, its cards dealt by chance nodes; returns the actions: a call or a card each."""
    rng, actions = Random(seed), 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.current_player()
                actions += 1
            state.apply_action(rng.choice(state.legal_actions()))
        state.returns()
    return actions


def load_openspiel() -> Any:
    """OpenSpiel's bridge, or ``None`` where OpenSpiel is not installed."""
    try:
        return import_module("pyspiel").load_game(OPENSPIEL_GAME)
    except ImportError:
        return None


def random_deals(runs: int) -> Iterator[Table]:
    """Complete random deals and actions a second, in pairs with OpenSpiel's bridge."""
    game = load_openspiel()
    bridgette_deals(WARM_UP, 0)
    if game:
        openspiel_deals(game, WARM_UP, 0)
    ours, theirs = [], []
    for seed in range(runs):
        ours.append(rate(partial(bridgette_deals, DEALS, seed)))
        if game:
            theirs.append(rate(partial(openspiel_deals, game, DEALS, seed)))
    length = bridgette_deals(DEALS, 0) / DEALS
    rows = [["bridgette", middle([actions / length for actions in ours]), middle(ours), f"{length:.1f}"]]
    notes = [
        "An action is a discard choice, a call or a card; dealing included, the legal list is asked for at every step."
    ]
    if game:
        length = openspiel_deals(game, DEALS, 0) / DEALS
        name = f"OpenSpiel {version('open_spiel')} `{OPENSPIEL_GAME}`"
        rows.append([name, middle([actions / length for actions in theirs]), middle(theirs), f"{length:.1f}"])
        ratio = median(mine / other for mine, other in zip(ours, theirs, strict=True))
        notes.append(f"Actions a second, bridgette to OpenSpiel, median of {runs} pairs: **{ratio:.2f}** (aim: 0.5).")
    else:
        notes.append("OpenSpiel is not installed (`pip install open_spiel`), so there is nothing to compare with.")
    yield Table("Random deals", ["", "deals a second", "actions a second", "actions a deal"], rows, notes)


def passed_out(count: int) -> bytes:
    """The record of a match in which every deal was passed out so far."""
    rng, match = Random(count), Match(("alice", "bob"))
    for _ in range(count):
        match = match.begin_deal(shuffled_deck(rng.randrange), 0)
        for seat in (0, 1):
            match = match.after(seat, Discard(match.deals[-1].drawn(seat)))
        for seat in (0, 1):
            match = match.after(seat, PlainCall.PASS)
    return json.dumps(write_record(match)).encode()


def records(runs: int) -> Iterator[Table]:
    """Records read and checked by the rules, and traced, a second: of complete matches, and of one that only grows."""
    found = [path.read_bytes() for path in sorted(RECORDS.glob("legal-*.json"))]
    complete = [data for data in found if read_record(data).ended is not None]
    many = [passed_out(PASSED_OUT)]

    def read_all(times: int, files: list[bytes]) -> int:
        for _ in range(times):
            for data in files:
                read_record(data)
        return times * len(files)

    def trace_all() -> int:
        for data in complete:
            for _ in trace_record(parse_json(data)):
                pass
        return len(complete)

    deals = sum(len(read_record(data).deals) for data in complete) / len(complete)
    rows = []
    for name, work, files, length in (
        ("read and checked", partial(read_all, 4, complete), complete, deals),
        ("traced", trace_all, complete, deals),
        ("passed-out deals, read and checked", partial(read_all, 1, many), many, PASSED_OUT),
    ):
        work()
        rates = [rate(work) for _ in range(runs)]
        rows.append([name, middle(rates), str(len(files)), f"{length:,.1f}"])
    yield Table("Records", ["", "records a second", "records", "deals a record"], rows)


SECTIONS: dict[str, Section] = {"deals": random_deals, "records": records}
