"""What holds for all tests: which of them are fast, and examples that are the same on every run.

Hypothesis draws the same examples on every run, so that a red build can be repeated, and has no deadline.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")

TESTS = Path(__file__).parent
FAST_FOLDERS = ("game", "computer")
FAST_NAMES = "test_store_*.py"


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marker
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make fast` runs on every Python: the game, the computer players and the store."""
    for item in items:
        place = item.path.relative_to(TESTS)
        if place.parts[0] in FAST_FOLDERS or place.match(FAST_NAMES):
            item.add_marker(pytest.mark.fast)
