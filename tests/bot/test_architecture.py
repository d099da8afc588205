"""The rules of the code, held by reading it: who may import whom, where texts live, how long a module may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

from bot.texts import ENGLISH
from bridgette import Reason

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((*(ROOT / "bot").rglob("*.py"), *(ROOT / "bridgette").rglob("*.py")))
TOO_LONG = 320
"""Lines: about 300, so that nobody cuts a docstring for the sake of a test."""
LONGER_WITH_REASON: dict[str, str] = {}
"""Modules over the limit, each with why."""

CATALOGUE = ROOT / "bot" / "texts" / "en.ftl"


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


# Who may not import what: the directions of the map in docs/.
FORBIDDEN: dict[str, tuple[str, ...]] = {
    "bridgette": ("bot", "discord", "sqlalchemy", "aiosqlite", "alembic", "simcord", "asyncio", "time"),
    "bot.games": ("discord", "bot.ui", "bot.screens", "bot.texts", "bot.client", "sqlalchemy", "simcord"),
    "bot.store": ("discord", "bot.ui", "bot.screens", "bot.games", "bot.texts", "bot.client", "bridgette", "simcord"),
    "bot.screens": ("discord", "bot.store", "bot.games", "bot.ui", "bot.client", "sqlalchemy", "asyncio", "simcord"),
    "bot.texts": ("discord", "bot.store", "bot.games", "bot.ui", "bot.screens", "bridgette"),
    "bot.ui": ("sqlalchemy", "aiosqlite", "alembic", "bot.store.schema", "bot.store.database", "simcord"),
    "bot.values": ("discord", "bot", "bridgette", "sqlalchemy"),
    "bot.ids": ("discord", "bot", "bridgette", "sqlalchemy"),
}


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_point_one_way(package: str) -> None:
    for path in MODULES:
        if within(name_of(path), (package,)):
            allowed = ("time",) if name_of(path) == "bridgette.__main__" else ()  # a command may show how long it took
            wrong = {name for name in imported(path) if within(name, FORBIDDEN[package]) and not within(name, allowed)}
            assert not wrong, f"{name_of(path)} imports {sorted(wrong)}"


def test_the_rules_of_the_game_know_no_chance() -> None:
    """Chance comes from outside; only a computer player or a command may bring it, and never the rules."""
    rules = [path for path in MODULES if path.parent == ROOT / "bridgette" and path.name != "__main__.py"]
    assert len(rules) > 8
    for path in rules:
        wrong = {name for name in imported(path) if within(name, ("random", "secrets", "os", "datetime", "uuid"))}
        assert not wrong, f"{name_of(path)} imports {sorted(wrong)}"


def test_the_simulated_discord_is_no_part_of_the_bot() -> None:
    demo = {"bot.demo", "bot.demo_page"}
    for path in MODULES:
        if name_of(path) not in demo:
            assert not {name for name in imported(path) if within(name, ("simcord", "tests", *demo))}, path


def test_now_is_asked_of_discord_alone() -> None:
    """Time is simulated in tests: a clock read elsewhere would be the real one."""
    calls = re.compile(r"\b(time\.time|datetime\.now|datetime\.utcnow|time\.monotonic)\(")
    for path in MODULES:
        if path.name not in ("demo.py", "demo_page.py") and path.is_relative_to(ROOT / "bot"):
            assert not calls.search(path.read_text("utf-8")), path


def test_no_module_is_long() -> None:
    long = {
        name_of(path): count
        for path in MODULES
        if (count := len(path.read_text("utf-8").splitlines())) > TOO_LONG and name_of(path) not in LONGER_WITH_REASON
    }
    assert not long


# ------------------------------------------------------------------------------------ texts


def messages() -> dict[str, fluent.Message]:
    """Every message of the catalogue."""
    resource = FluentParser().parse(CATALOGUE.read_text("utf-8"))
    junk = [entry.content for entry in resource.body if isinstance(entry, fluent.Junk)]
    assert not junk, junk
    found = [entry for entry in resource.body if isinstance(entry, fluent.Message)]
    names = [entry.id.name for entry in found]
    assert len(names) == len(set(names)), "a message is there twice"
    return {entry.id.name: entry for entry in found}


KEY = re.compile(r"[a-z]+(-[a-z0-9]+)+")


def strings(path: Path) -> Iterator[tuple[str, bool]]:
    """The strings of a module's code, and whether each is the fixed part of a computed one."""
    tree = tree_of(path)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    parts = {id(part): node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            pattern = "".join(
                re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z-]+" for part in node.values
            )
            yield pattern, True
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.left, ast.Constant):
            if isinstance(node.left.value, str):
                yield re.escape(node.left.value) + "[a-z-]+", True
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in parts
            and id(node) not in docs
        ):
            yield node.value, False


BOT = [path for path in MODULES if path.is_relative_to(ROOT / "bot")]
TAKE_KEYS = {"t", "texts", "ENGLISH", "Refused", "public", "_command", "refusal"}


def keys_called(path: Path) -> Iterator[str]:
    """The keys that stand as such in a call of the catalogue or of `Refused`."""
    for node in ast.walk(tree_of(path)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        called = isinstance(node.func, ast.Call) and getattr(node.func.func, "id", "") == "texts_of"
        if name not in TAKE_KEYS and not called:
            continue
        for argument in node.args:
            branches = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
            for branch in branches:
                if isinstance(branch, ast.Constant) and isinstance(branch.value, str) and name != "_command":
                    yield branch.value


def test_every_text_that_is_asked_for_exists() -> None:
    catalogue = messages()
    asked = {key for path in BOT for key in keys_called(path) if KEY.fullmatch(key)}
    assert len(asked) > 100, "the search itself works"
    assert not asked - catalogue.keys()


def test_every_text_is_used() -> None:
    plain = {text for path in BOT for text, computed in strings(path) if not computed}
    computed = {text for path in BOT for text, is_computed in strings(path) if is_computed and "-" in text}
    patterns = [re.compile(text) for text in computed if re.match(r"[a-z]+\\?-", text)]
    unused = {key for key in messages() if key not in plain and not any(pattern.fullmatch(key) for pattern in patterns)}
    assert not unused


def test_computed_keys_exist() -> None:
    catalogue = messages()
    from bot.ui.offers import NEEDED

    wanted = {f"objection-{reason.name.lower().replace('_', '-')}" for reason in Reason}
    wanted |= {f"refused-challenge-{state}" for state in ("unknown", "accepted", "declined", "withdrawn", "expired")}
    wanted |= {f"challenge-{state}" for state in ("accepted", "declined", "withdrawn", "expired")}
    permissions = {*NEEDED, "send_messages_in_threads", "create_public_threads"}
    wanted |= {"permission-" + name.replace("_", "-") for name in permissions}
    assert not wanted - catalogue.keys()
    assert {key for key in catalogue if key.startswith("objection-")} - wanted == {"objection-with-rule"}


SENTENCE = re.compile(r"[A-Za-z]{2,}[^{}]* [a-z]{2,}[^{}]* [a-z]{2,}")
"""Three words in a row: what people read, and not a name, a format or a statement."""

LOGS = {"debug", "info", "warning", "error", "exception", "critical"}
HOST_ONLY = {
    "bot.store.database",
    "bot.store.errors",
    "bot.store.files",
    "bot.store.matches",
    "bot.store.migrate",
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


def test_command_names_are_what_discord_takes() -> None:
    names = [key for key in messages() if re.fullmatch(r"command-(?!root|menu)[a-z]+(-[a-z]+)?", key)]
    for key in names:
        if not key.endswith("about"):
            assert re.fullmatch(r"[a-z]{1,32}", ENGLISH(key)), key
        else:
            assert len(ENGLISH(key)) <= 100, key
