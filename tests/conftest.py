"""What holds for all tests: which of them are fast, examples that are the same on every run, signals as usual.

Hypothesis draws the same examples on every run, so that a red build can be repeated, and has no deadline.
"""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")

# A background job ignores these, one under nohup too, and would hand that down to the processes that tests stop so.
for name, usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

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
