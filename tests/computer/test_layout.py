"""Which part of the computer may use which: advice uses players, these use guesses and the solver, and not back."""

import ast
from pathlib import Path

import pytest

import bridgette.computer

COMPUTER = Path(bridgette.computer.__file__).parent
MAY_USE = {
    "advice": {"advice", "players", "guessing", "solver"},
    "players": {"players", "guessing", "solver"},
    "guessing": {"guessing"},
    "solver": {"solver"},
}


def used_parts(path: Path) -> set[str]:
    """The parts of the computer that a module imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[2] for name in names if name.startswith("bridgette.computer.")}


@pytest.mark.parametrize("part", MAY_USE)
def test_imports_point_one_way(part):
    modules = list((COMPUTER / part).glob("*.py"))
    assert len(modules) > 3
    for path in modules:
        assert used_parts(path) <= MAY_USE[part], path


def test_every_module_belongs_to_a_part():
    assert {path.name for path in COMPUTER.iterdir() if path.name != "__pycache__"} == {"__init__.py", *MAY_USE}


def test_the_rules_do_without_the_computer_and_the_terminal():
    for path in [*COMPUTER.parent.glob("*.py"), *(COMPUTER.parent / "record").glob("*.py")]:
        if path.name != "__main__.py":
            text = path.read_text(encoding="utf-8")
            assert "bridgette.computer" not in text, path
            assert "bridgette.cli" not in text, path
