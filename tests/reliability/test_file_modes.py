"""What the bot makes is for its owner alone, whatever the umask; and it opens no file that it did not make."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store, private
from tests.bot.test_main import Run, one_line, run
from tests.reliability.stored import half_a_match
from tests.reliability.test_host_commands import everything, file, in_a_thread, leftovers, url

__all__ = ["file", "run"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs modes")


@pytest.fixture(params=[0o022, 0o000], ids=["022", "000"])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {one.name: one.stat().st_mode & 0o777 for one in folder.iterdir()}


def test_a_database_its_log_and_its_folders_are_for_their_owner_alone(umask: int, tmp_path: Path) -> None:
    found: dict[str, int] = {}

    async def use() -> None:
        store = await Store.open(url(tmp_path / "new" / "folder" / "a.db"))
        await store.meta.set("one", "two")
        found.update(modes(tmp_path / "new" / "folder"))
        await store.close()

    in_a_thread(use())
    assert found == {"a.db": 0o600, "a.db-wal": 0o600, "a.db-shm": 0o600}
    assert modes(tmp_path) == {"new": 0o700}
    assert modes(tmp_path / "new") == {"folder": 0o700}


def test_a_folder_that_was_there_keeps_its_mode(umask: int, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    in_a_thread(half_a_match(folder / "a.db"))
    assert modes(tmp_path) == {"shared": 0o755}


@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_copy_and_an_export_are_for_their_owner_alone_from_the_first_moment_on(
    command: str, umask: int, file: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    real = os.link

    def link(made: Path, name: Path) -> None:
        seen.append(made.stat().st_mode & 0o777)
        real(made, name)

    monkeypatch.setattr(os, "link", link)
    assert run(command, str(tmp_path / "out"), DATABASE_URL=url(file))[0] == 0
    assert seen == [0o600]
    assert modes(tmp_path)["out"] == 0o600


@pytest.mark.parametrize("has_links", [True, False], ids=["links", "no links"])
def test_a_restore_keeps_it_so(
    has_links: bool, umask: int, file: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_links:

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refuse)
    assert run("backup", str(tmp_path / "copy.db"), DATABASE_URL=url(file))[0] == 0
    (tmp_path / "copy.db").chmod(0o644)  # carried about by hand
    for target in (file, tmp_path / "new" / "b.db"):
        if target.exists():
            target.chmod(0o644)  # of a version before
            with closing(sqlite3.connect(target)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("INSERT INTO meta VALUES ('only', 'in the log')")
                connection.commit()
                killed = {suffix: Path(f"{target}{suffix}").read_bytes() for suffix in ("", "-wal")}
            for suffix, data in killed.items():  # as a killed process leaves them
                Path(f"{target}{suffix}").write_bytes(data)
        assert run("restore", str(tmp_path / "copy.db"), DATABASE_URL=url(target))[0] == 0
        assert modes(target.parent)[target.name] == 0o600
    asides = {name: mode for name, mode in modes(tmp_path).items() if ".before-" in name}
    assert len(asides) == 2, "the file and its log"
    assert set(asides.values()) == {0o600}
    assert modes(tmp_path)["new"] == 0o700
    (aside,) = (name for name in asides if not name.endswith("-wal"))
    assert ("only", "in the log") in everything(tmp_path / aside)["meta"]


@pytest.mark.parametrize("name", ["copy.db.partial", "a.db.partial", "a.db.restoring"])
def test_no_name_that_somebody_has_is_made_use_of(name: str, file: Path, run: Run, tmp_path: Path) -> None:
    """A copy named `copy.db` was once written by way of `copy.db.partial`, which may be anything: the database too."""
    live = tmp_path / name
    file.rename(live)
    wanted = everything(live)
    for target in ("copy.db", "a.db"):
        code, _, err = run("backup", str(tmp_path / target), DATABASE_URL=url(live))
        assert (code, err) == (0, "")
        assert everything(live) == wanted
    code, _, err = run("restore", str(tmp_path / "copy.db"), DATABASE_URL=url(tmp_path / "a.db"))
    assert (code, err) == (0, "")
    assert everything(live) == wanted


@pytest.mark.parametrize("command", ["backup", "export", "restore"])
def test_a_name_drawn_by_chance_is_never_opened_if_it_is_there(
    command: str, file: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda _: "drawn")
    mine = tmp_path / ".bridgette-drawn"
    mine.write_text("mine")
    arguments = [str(file)] if command == "restore" else [str(tmp_path / "out")]
    database = tmp_path / "b.db" if command == "restore" else file
    code, out, err = run(command, *arguments, DATABASE_URL=url(database))
    assert (code, out) == (1, "")
    one_line(err)
    assert mine.read_text() == "mine"
    assert leftovers(tmp_path) == {mine.name}


@pytest.mark.parametrize("has_links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_file_that_came_meanwhile_is_not_overwritten(
    command: str, has_links: bool, file: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, real = tmp_path / "out", os.link

    def link(made: Path, name: Path) -> None:
        target.write_text("mine")
        if not has_links:
            raise PermissionError(1, "Operation not permitted")
        real(made, name)

    monkeypatch.setattr(os, "link", link)
    code, out, err = run(command, str(target), DATABASE_URL=url(file))
    assert (code, out) == (1, "")
    one_line(err)
    assert target.read_text() == "mine"
    assert leftovers(tmp_path) == {"out"}


def test_a_link_that_leads_nowhere_is_not_followed(file: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "nowhere")
    for command in ("backup", "export"):
        assert run(command, str(tmp_path / "out"), DATABASE_URL=url(file))[0] == 1
    assert not (tmp_path / "nowhere").exists()


def test_a_file_that_could_not_be_named_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(PermissionError), private.new_file(tmp_path / "out"):
        pass
    assert not list(tmp_path.iterdir())
