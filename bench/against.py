"""Before and after in one run: another commit's benchmarks and this tree's, in turn, in one table.

The commit is unpacked into a temporary folder and measured by its own ``python -m bench``, with the packages of this
environment. Turns alternate, so that whatever else the machine does meanwhile falls on both.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.figures import Figure, Key, figures_of
from bench.report import Table

ROOT = Path(__file__).resolve().parent.parent

_LIST = "from bench.__main__ import sections; print(*sections())"
_NONE = "–"


class BadCommit(Exception):
    """There is no such commit, or neither it nor this tree has such a section."""


class _Tree(NamedTuple):
    """A tree that is measured: the folder, and the names of its sections."""

    folder: Path
    sections: tuple[str, ...]

    def measure(self, section: str, runs: int) -> dict[Key, Figure]:
        """The figures that one run of the section prints."""
        return figures_of(_python(self.folder, "-m", "bench", section, "--runs", str(runs)))


def compared(commit: str, names: Sequence[str], runs: int, turns: int) -> Iterator[Table]:
    """A table for each section, all of them without a name; ``runs`` are shared out among the turns of each tree.

    Raises :class:`BadCommit`.
    """
    with TemporaryDirectory() as folder:
        hashed = _unpack(commit, Path(folder))
        before, after = _tree(Path(folder)), _tree(ROOT)
        known = dict.fromkeys((*after.sections, *before.sections))
        if unknown := set(names) - set(known):
            raise BadCommit(f"no section {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        for name in names or known:
            trees = [tree if name in tree.sections else None for tree in (before, after)]
            yield _compare(name, hashed, trees, -(-runs // turns), turns)


def _compare(name: str, commit: str, trees: Sequence[_Tree | None], runs: int, turns: int) -> Table:
    found: list[list[dict[Key, Figure]]] = [[], []]
    for _ in range(turns):
        for place, tree in enumerate(trees):
            if tree is not None:
                found[place].append(tree.measure(name, runs))
    before, after = (_middle(each) for each in found)
    note = f"Medians of {turns} turns; runs in each: {runs}. Before: {commit}."
    if None in trees:
        only, figures = ("before", before) if trees[1] is None else ("after", after)
        rows = [[key.name, str(figure)] for key, figure in figures.items()]
        return Table(f"{name}: {only} only", ["", only], rows, [note])
    rows = [_row(key, before.get(key), after.get(key)) for key in dict.fromkeys((*after, *before))]
    return Table(f"{name}: before and after", ["", "before", "after", "ratio"], rows, [note])


def _middle(turns: Sequence[dict[Key, Figure]]) -> dict[Key, Figure]:
    """The median of each figure."""
    return {
        key: turns[0][key]._replace(value=median(turn[key].value for turn in turns if key in turn))
        for key in (turns[0] if turns else ())
    }


def _row(key: Key, before: Figure | None, after: Figure | None) -> list[str]:
    ratio = f"{after.value / before.value:.2f}" if before and after and before.value else _NONE
    return [key.name, *(_NONE if figure is None else str(figure) for figure in (before, after)), ratio]


def _unpack(commit: str, folder: Path) -> str:
    """Put the commit's tree into the folder; returns its short hash."""
    try:
        hashed = _git("rev-parse", "--verify", "--quiet", "--short", f"{commit}^{{commit}}").decode().strip()
        with tarfile.open(fileobj=BytesIO(_git("archive", hashed))) as archive:
            archive.extractall(folder, filter="data")
    except (subprocess.CalledProcessError, OSError) as error:
        raise BadCommit(f"git does not give the tree of {commit}") from error
    return hashed


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, stdout=subprocess.PIPE).stdout


def _tree(folder: Path) -> _Tree:
    return _Tree(folder, tuple(_python(folder, "-c", _LIST).split()))


def _python(folder: Path, *arguments: str) -> str:
    """What Python prints in that tree, whose own packages come before those that are installed."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ).stdout
