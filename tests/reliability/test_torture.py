"""A process that is killed at any point leaves the state before or after an act; 50 kills, and `make torture` more."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.reliability import driver, torture
from tests.support.databases import Databases, beside

KILLS = {"everywhere": 36, "at the end": 12, "at random": 12}


@pytest.fixture(scope="module")
def figures() -> torture.Figures:
    return torture.Figures()


def test_killed_before_every_statement_of_the_first_acts(databases: Databases, figures: torture.Figures) -> None:
    found = torture.everywhere(1, databases, KILLS["everywhere"])
    assert found.kills == KILLS["everywhere"]
    assert len(found.places) >= 4, "the challenge, its acceptance, the first acts"
    figures.add(found)


def test_killed_before_every_statement_of_the_last_acts(databases: Databases, figures: torture.Figures) -> None:
    found = torture.everywhere(2, databases, 100, last=3)
    assert found.kills >= KILLS["at the end"], "the last card with its deal, the result, both players' sums"
    figures.add(found)


@pytest.mark.parametrize("seed", [3, 5, 6])
def test_killed_anywhere_at_any_moment(seed: int, databases: Databases, figures: torture.Figures) -> None:
    found = torture.at_random(seed, databases, KILLS["at random"])
    assert found.by_clock > 1
    assert found.by_statement > 1
    figures.add(found)


def test_killed_before_every_statement_with_the_house_at_the_table(databases: Databases) -> None:
    """The house acts in the killed process: never twice, and in the end always."""
    found = torture.everywhere(driver.HOUSE_FROM, databases, 24)
    assert found.kills == 24
    assert found.matches == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_anywhere_with_the_house_at_the_table(seed: int, databases: Databases) -> None:
    found = torture.at_random(driver.HOUSE_FROM + seed, databases, KILLS["at random"])
    assert found.kills >= 6
    assert found.matches == 1


def test_fifty_kills_were_survived(figures: torture.Figures) -> None:
    if figures.matches < 5:
        pytest.skip("only together with the others")
    assert figures.kills >= 50, str(figures)
    print(figures)


def test_the_comparison_would_notice(databases: Databases) -> None:
    victim = torture.Victim(8, databases)
    victim.play_to(10)
    with beside(victim.url) as connection:
        connection.execute("DELETE FROM acts WHERE number = 5")
    with pytest.raises(AssertionError, match="between two acts"):
        victim.run(die_at=20)


def test_what_was_saved_and_is_lost_would_be_noticed(databases: Databases) -> None:
    victim = torture.Victim(8, databases)
    victim.play_to(10)
    with beside(victim.url) as connection:
        connection.execute("DELETE FROM acts WHERE number = (SELECT max(number) FROM acts)")
    with pytest.raises(AssertionError, match="lost"):
        victim.run(die_at=20)


def test_the_driver_is_a_program(databases: Databases) -> None:
    command = [sys.executable, "-m", "tests.reliability.driver", databases("tortured.db"), "1"]
    killed = subprocess.run([*command, "--die-at", "120"], cwd=torture.ROOT, capture_output=True, text=True)
    assert killed.returncode == -9
    ended = subprocess.run(command, cwd=torture.ROOT, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    told = killed.stdout.split() + ended.stdout.split()[1:]
    assert told[:4] == ["ready", "challenge", "begin", "1"]
    assert told[-1] == "published"
    assert torture.record_of(databases("tortured.db")) == torture.undisturbed(1, databases("other.db")).record
