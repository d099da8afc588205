"""The rules of the code, held by reading it: who may import whom, where texts live, how long a module may be."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((*(ROOT / "bot").rglob("*.py"), *(ROOT / "bridgette").rglob("*.py")))
TOO_LONG = 320
"""Lines: about 300, so that nobody cuts a docstring for the sake of a test."""
LONGER_WITH_REASON: dict[str, str] = {}
"""Modules over the limit, each with why."""


def name_of(path: Path) -> str:
    """The module's dotted name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(path: Path) -> set[str]:
    """The dotted names of all that a module imports, also inside functions; `from a import b` gives both a and a.b."""
    module, found = name_of(path), set()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


TOP = (
    "bot.app",
    "bot.client",
    "bot.places",
    "bot.tenure",
    "bot.catch_up",
    "bot.departures",
    "bot.features",
    "bot.host",
    "bot.demo",
)
"""What stands above the layers, and may import all of them."""
DATABASE = (
    "sqlalchemy",
    "aiosqlite",
    "alembic",
    "bot.store.schema",
    "bot.store.database",
    "bot.store.dialects",
    "bot.store.sqlite",
    "bot.store.postgres",
)
"""What only the store knows of."""

# Who may not import what: the directions of the map in docs/.
FORBIDDEN: dict[str, tuple[str, ...]] = {
    "bridgette": ("bot", "discord", "sqlalchemy", "aiosqlite", "alembic", "simcord", "asyncio", "time"),
    "bot.store": (*TOP, "discord", "bot.discord", "bot.screens", "bot.games", "bot.texts", "bridgette"),
    "bot.games": (*TOP, *DATABASE, "discord", "bot.discord", "bot.screens", "bot.texts"),
    "bot.texts": (*TOP, *DATABASE, "discord", "bot.discord", "bot.store", "bot.games", "bot.screens", "bridgette"),
    "bot.pictures": (*TOP, *DATABASE, "discord", "bot.discord", "bot.store", "bot.games", "asyncio"),
    "bot.screens": (*TOP, *DATABASE, "discord", "bot.discord", "bot.store", "bot.games", "asyncio"),
    "bot.discord": (*TOP, *DATABASE),
    "bot.features": ("bot.app", "bot.client", "bot.catch_up", "bot.departures", "bot.host", "bot.demo", *DATABASE),
    "bot.lesson": (*TOP, *DATABASE, "discord", "bot.discord", "bot.store", "bot.games", "bot.screens", "bot.texts"),
    "bot.values": ("discord", "bot", "bridgette", "sqlalchemy"),
    "bot.clock": ("discord", "bot", "bridgette", "sqlalchemy"),
    "bot.daily": ("discord", "bot", "bridgette", "sqlalchemy"),
    "bot.solo": ("discord", "bot", "bridgette", "sqlalchemy"),
    "bot.preferences": ("discord", "bot", "bridgette", "sqlalchemy"),
    "bot.ids": ("discord", "bot", "bridgette", "sqlalchemy"),
}


ALLOWED = {
    "bridgette.__main__": ("time",),  # a command may show how long it took
    "bot.values": ("bot.clock", "bot.daily"),  # values all the same
}


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_point_one_way(package: str) -> None:
    for path in MODULES:
        if within(name_of(path), (package,)):
            allowed = ALLOWED.get(name_of(path), ())
            wrong = {name for name in imported(path) if within(name, FORBIDDEN[package]) and not within(name, allowed)}
            assert not wrong, f"{name_of(path)} imports {sorted(wrong)}"


FEATURES = sorted(path.name for path in (ROOT / "bot" / "features").iterdir() if (path / "feature.py").is_file())


@pytest.mark.parametrize("feature", FEATURES)
def test_features_never_import_each_other(feature: str) -> None:
    assert len(FEATURES) >= 4
    others = tuple(f"bot.features.{other}" for other in FEATURES if other != feature)
    for path in MODULES:
        if within(name_of(path), (f"bot.features.{feature}",)):
            wrong = {name for name in imported(path) if within(name, others)}
            assert not wrong, f"{name_of(path)} imports {sorted(wrong)}"


def test_only_the_list_of_features_names_them() -> None:
    """A new feature is a new folder and one line."""
    for path in MODULES:
        if name_of(path) != "bot.features" and not within(name_of(path), ("bot.features",)):
            wrong = {name for name in imported(path) if name.startswith("bot.features.") and name[13:].islower()}
            assert not wrong, f"{name_of(path)} imports {sorted(wrong)}"


def test_what_draws_screens_knows_neither_store_nor_discord() -> None:
    """A screen is made of a view, which cannot hold a secret, and of values."""
    drawing = [
        path
        for path in MODULES
        if path.is_relative_to(ROOT / "bot" / "features") and re.fullmatch(r"(.+_)?screens?|ending", path.stem)
    ]
    assert len(drawing) >= 6
    forbidden = ("discord", "bot.discord", "bot.store", "bot.games", "asyncio")
    for path in drawing:
        wrong = {name for name in imported(path) if within(name, forbidden)}
        assert not wrong, f"{name_of(path)} imports {sorted(wrong)}"


def test_the_rules_of_the_game_know_no_chance() -> None:
    """Chance comes from outside; only a computer player or a command may bring it, and never the rules."""
    rules = [path for path in MODULES if path.parent == ROOT / "bridgette" and path.name != "__main__.py"]
    assert len(rules) > 8
    for path in rules:
        wrong = {name for name in imported(path) if within(name, ("random", "secrets", "os", "datetime", "uuid"))}
        assert not wrong, f"{name_of(path)} imports {sorted(wrong)}"


def test_the_simulated_discord_is_no_part_of_the_bot() -> None:
    for path in MODULES:
        if not within(name_of(path), ("bot.demo",)):
            assert not {name for name in imported(path) if within(name, ("simcord", "tests", "bot.demo"))}, path


def test_now_is_asked_of_discord_alone() -> None:
    """Time is simulated in tests: a clock read elsewhere would be the real one."""
    calls = re.compile(r"\b(time\.time|datetime\.now|datetime\.utcnow|time\.monotonic)\(")
    for path in MODULES:
        # Running time is measured by the one clock that nobody can set, which tests move on as well.
        # How old a file is only the clock tells by which it was touched.
        if name_of(path) not in ("bot.demo.clock", "bot.running", "bot.host.alive") and path.is_relative_to(
            ROOT / "bot"
        ):
            assert not calls.search(path.read_text("utf-8")), path


def test_no_module_is_long() -> None:
    long = {
        name_of(path): count
        for path in MODULES
        if (count := len(path.read_text("utf-8").splitlines())) > TOO_LONG and name_of(path) not in LONGER_WITH_REASON
    }
    assert not long


# ------------------------------------------------------------------------------------ texts (more in test_texts.py)


BOT = [path for path in MODULES if path.is_relative_to(ROOT / "bot")]

SENTENCE = re.compile(r"[A-Za-z]{2,}[^{}]* [a-z]{2,}[^{}]* [a-z]{2,}")
"""Three words in a row: what people read, and not a name, a format or a statement."""

LOGS = {"debug", "info", "warning", "error", "exception", "critical"}
HOST_ONLY = {
    "bot.store.database",
    "bot.store.errors",
    "bot.store.files",
    "bot.store.matches",
    "bot.store.migrate",
    "bot.store.postgres",
    "bot.store.queue",
    "bot.store.store",
}
"""Errors of the store speak to whoever runs the bot, in the log and at the terminal."""


def test_no_text_for_people_stands_in_the_code() -> None:
    found = []
    for path in BOT:
        if name_of(path) in HOST_ONLY or "migrations" in path.parts:
            continue
        tree = tree_of(path)
        hidden = {
            id(inner)
            for node in ast.walk(tree)
            if is_log(node) or (isinstance(node, ast.Raise) and not is_refusal(node)) or is_docstring(node)
            for inner in ast.walk(node)
        }
        found += [
            f"{name_of(path)}:{node.lineno}: {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in hidden
            and SENTENCE.search(node.value)
        ]
    assert not found, "\n".join(found)


def is_log(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOGS


def is_refusal(node: ast.Raise) -> bool:
    return isinstance(node.exc, ast.Call) and getattr(node.exc.func, "id", "") == "Refused"


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
