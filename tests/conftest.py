"""What holds for all tests: which of them are fast, examples that are the same on every run, signals as usual.

Hypothesis draws the same examples on every run, so that a red build can be repeated, and has no deadline.
"""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.databases import Databases
from tests.support.postgres import Server, server

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


ON_BOTH = (
    "test_store_*.py",
    "bot/test_whole_matches.py",
    "bot/test_races.py",
    "bot/test_restart.py",
    "reliability/test_torture.py",
    "reliability/test_killed_process.py",
)
"""What `--store=postgres` runs again, with all that asks for the server itself."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--store", choices=("sqlite", "postgres"), default="sqlite", help="the database that tests use")


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marker
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make fast` runs on every Python, and choose what `make test-postgres` runs."""
    chosen, others = [], []
    for item in items:
        place = item.path.relative_to(TESTS)
        if place.parts[0] in FAST_FOLDERS or place.match(FAST_NAMES):
            item.add_marker(pytest.mark.fast)
        needs = set(getattr(item, "fixturenames", ()))
        is_of_both = "databases" in needs and item.get_closest_marker("sqlite") is None
        is_of_both = is_of_both and any(place.match(pattern) for pattern in ON_BOTH)
        (chosen if is_of_both or "postgres" in needs else others).append(item)
    if config.getoption("store") == "postgres":
        config.hook.pytest_deselected(items=others)
        items[:] = chosen


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A PostgreSQL server of this run's own."""
    if request.config.getoption("store") != "postgres":
        pytest.skip("about PostgreSQL: make test-postgres")
    try:
        with server() as one:
            yield one
    except FileNotFoundError as error:
        pytest.skip(f"{error}: on Debian, Ubuntu: sudo apt install postgresql")


@pytest.fixture
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Databases]:
    """The databases of a test, of the kind that this run is about: ``databases("name")`` is the address of one."""
    is_postgres = request.config.getoption("store") == "postgres"
    found = Databases(tmp_path, request.getfixturevalue("postgres") if is_postgres else None)
    yield found
    found.drop()
