"""Both forms of the solver are one: same values, same nodes; and what happens when the C form is not what it should."""

import logging
import re
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from bridgette import Strain
from bridgette.computer.solver import native, solve
from bridgette.computer.solver.native import API_VERSION, MODULE, TRIAL, TRIAL_ANSWER
from bridgette.computer.solver.search import search
from bridgette.computer.solver.solve import Budget, OutOfNodes, solve_cards, solve_payoff
from tests.computer.endings import random_ending, random_payoff
from tests.computer.test_solver import whole_deal

NATIVE = native.load()
SOURCE = Path(native.__file__).with_name("_solver.c")
needs_native = pytest.mark.skipif(NATIVE is None, reason="the extension was not built")


def both(monkeypatch, ask) -> list[tuple[object, int]]:
    """The outcome and the nodes of each form."""
    found = []
    for form in (search, NATIVE):
        monkeypatch.setattr(solve, "engine", lambda form=form: form)
        budget = Budget()
        found.append((ask(budget), budget.spent))
    return found


@needs_native
@pytest.mark.parametrize("most", [5, 8])
def test_endings_take_the_same_nodes_to_the_same_values(monkeypatch, most):
    for seed in range(60):
        ending, payoff = random_ending(Random(f"forms {seed}"), most)
        for ask in (solve_payoff, solve_cards):
            python, c = both(monkeypatch, lambda budget, ask=ask, e=ending, p=payoff: ask(e, p, budget))
            assert python == c, ending


@needs_native
@pytest.mark.parametrize("seed", range(5))
def test_whole_deals_take_the_same_nodes_to_the_same_values(monkeypatch, seed):
    deal = whole_deal(seed)
    payoff = random_payoff(Random(seed), 13)

    def answer(budget: Budget) -> object:
        budget.limit = 5000
        try:
            return list(solve_cards(deal, payoff, budget).items())
        except OutOfNodes:
            return None

    python, c = both(monkeypatch, answer)
    assert python == c


@needs_native
def test_both_run_out_of_nodes_at_the_same_one(monkeypatch):
    deal = whole_deal(1)

    def spend(budget: Budget) -> bool:
        try:
            solve_payoff(deal, range(14), budget)
        except OutOfNodes:
            return False
        return True

    _, nodes = both(monkeypatch, spend)[0]
    for limit, enough in ((nodes, True), (nodes - 1, False), (0, False)):
        for form in (search, NATIVE):
            monkeypatch.setattr(solve, "engine", lambda form=form: form)
            budget = Budget(limit)
            assert (spend(budget), budget.spent) == (enough, limit)


@needs_native
@pytest.mark.parametrize(
    "wrong",
    [
        (1, 1, -1, 0, -1, -1, [3], False, -1),
        (1, 6, -1, 0, -1, -1, [3], False, -1),
        (1, 2, -1, 2, -1, -1, [3], False, -1),
        (1, 2, 4, 0, -1, -1, [3], False, -1),
        (1, 2, -1, 0, -1, 4, [3], False, -1),
        (1, 2, -1, 0, 55, -1, [3], False, -1),
        (1, 2, -1, 0, 54, -1, [3], False, -1),
        (1, 1 << 55, -1, 0, -1, -1, [3], False, -1),
        ((1 << 14) - 1, (1 << 14) - 1 << 14, -1, 0, -1, -1, [3], False, -1),
        (1, 2, -1, 0, -1, -1, [], False, -1),
        (1, 2, -1, 0, -1, -1, [3] * 15, False, -1),
    ],
)
def test_the_c_form_refuses_what_would_lead_it_astray(wrong):
    with pytest.raises(ValueError, match=r"point of the play|targets"):
        NATIVE(*wrong)


@needs_native
def test_the_c_form_refuses_wrong_types():
    for wrong in ((), (1, 2, -1, 0, -1, -1, 5, False, -1), (1, 2, -1, 0, -1, -1, ["x"], False, -1), ("a",) * 9):
        with pytest.raises(TypeError):
            NATIVE(*wrong)


def test_the_pure_form_answers_the_trial_as_written_down():
    assert search(*TRIAL) == TRIAL_ANSWER


def test_the_c_source_has_the_version_that_is_asked_for():
    assert re.findall(r"#define API_VERSION (\d+)", SOURCE.read_text(encoding="utf-8")) == [str(API_VERSION)]


def loaded(monkeypatch, caplog, outcome) -> tuple[object, list[tuple[int, str]]]:
    """What is loaded, and what the log says, when the import has this outcome."""

    def load(name: str):
        assert name == MODULE
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(native, "import_module", load)
    with caplog.at_level(logging.INFO, native.__name__):
        found = native.load()
    return found, [(record.levelno, record.getMessage()) for record in caplog.records]


def answer(found, nodes):
    return SimpleNamespace(API_VERSION=API_VERSION, search=lambda *_: (found, nodes))


@pytest.mark.parametrize(
    ("outcome", "level", "word"),
    [
        (ModuleNotFoundError("none"), logging.INFO, "not built"),
        (ImportError("undefined symbol"), logging.WARNING, "undefined symbol"),
        (SystemError("bad magic"), logging.WARNING, "bad magic"),
        (SimpleNamespace(API_VERSION=API_VERSION + 1), logging.WARNING, f"version {API_VERSION + 1}"),
        (SimpleNamespace(), logging.WARNING, "version None"),
        (SimpleNamespace(API_VERSION=API_VERSION), logging.WARNING, "other sources"),
        (answer(TRIAL_ANSWER[0], TRIAL_ANSWER[1] + 1), logging.WARNING, "other sources"),
        (answer([(0, 0)], TRIAL_ANSWER[1]), logging.WARNING, "other sources"),
        (SimpleNamespace(API_VERSION=API_VERSION, search=lambda: None), logging.WARNING, "other sources"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_an_extension_that_is_missing_or_stale_leaves_pure_python_and_one_line(
    monkeypatch, caplog, outcome, level, word
):
    found, log = loaded(monkeypatch, caplog, outcome)
    assert found is None
    assert [line[0] for line in log] == [level]
    assert word in log[0][1]


def test_it_is_said_once(monkeypatch, caplog):
    loaded(monkeypatch, caplog, ModuleNotFoundError("none"))
    caplog.clear()
    solve.engine.cache_clear()
    try:
        with caplog.at_level(logging.INFO, native.__name__):
            for _ in range(3):
                assert solve.engine() is search
        assert len(caplog.records) == 1
    finally:
        solve.engine.cache_clear()


def test_a_good_extension_is_used(monkeypatch, caplog):
    good = SimpleNamespace(API_VERSION=API_VERSION, search=search)
    assert loaded(monkeypatch, caplog, good) == (search, [])


@needs_native
def test_the_extension_that_is_there_is_the_one_used():
    assert solve.engine() is import_module(MODULE).search
    assert solve_payoff(whole_deal(int(Strain.HEARTS)), range(14)) in range(14)
