"""Odd values of DATABASE_URL: one sentence, and never a password or a part of one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.store import Store, StoreError
from bot.store.database import Database
from bot.store.postgres import Postgres
from tests.bot.test_main import TOKEN, Run, Start, one_line, run, start

__all__ = ["run", "start"]

HALVES = ("hunter", "secret", "word9")
"""Each password is made of these."""

SERVERS = [
    *("me:hunter@host/db", "me:hunter@secret@host/db", "me:hunter@secret@word9@host/db", "me@hunter:secret@host/db"),
    *("me:hunter/secret@host/db", "me:hunter?secret@host/db", "me:hunter#secret@host/db", "me:hunter:secret@host/db"),
    *("me:8080/secret@host/db", "me:8080?secret@host/db", "me:hunter%40secret@host/db", "me:hunter%secret@host/db"),
    *(
        "me:hunter secret@host/db",
        "me:[hunter@host/db",
        "me:hunter]@secret@[::1]/db",
        ":hunter@host/db",
        "hunter@host/db",
    ),
    *("me:hunter@host:port/db", "me:hunter@host:99999999/db", "me:hunter@host/db@secret", "me:hunter@host/hunter@x"),
    *("me:hunter@host/db?password=secret", "host/db?password=hunter", "host/db?user=me&password=hunter@secret"),
    *("me:hunter@host/db?plugin=secret", "me:hunter@host/db?sslpassword=secret&x", "me:hunter@/db", "me:hunter@"),
    *("me:hunter/db", "me:hunter", "@hunter@", "me:hunter\nsecret@host/db", "me:hunter@host/db?hunter"),
]
KINDS = (
    "postgresql",
    "postgresql+asyncpg",
    "mysql",
    "oracle",
    "mssql+pyodbc",
    "mongodb",
    "sqlite",
    "sqlite+pysqlcipher",
)
OTHERS = [
    *(
        "me:hunter@host/db",
        "hunter",
        "postgresql:/me:hunter@host/db",
        "postgresql//me:hunter@host/db",
        "://hunter@host",
    ),
    *(
        "postgresql:me:hunter@host",
        " postgresql://me:hunter @secret",
        "sqlite:///x/y.db?password=hunter",
        "jdbc:hunter://",
    ),
    *("mssql+pyodbc:///?odbc_connect=DRIVER%3Dx%3BPWD%3Dhunter", "postgresql://me:hunter@host/db\r\n", "%hunter%"),
]
URLS = [f"{kind}://{rest}" for kind in KINDS for rest in SERVERS] + OTHERS


def keeps_quiet(text: str) -> None:
    assert not [half for half in HALVES if half in text.lower()], text


def test_no_part_of_a_password_is_shown(run: Run, tmp_path: Path) -> None:
    for url in URLS:
        code, out, err = run("export", "-", DATABASE_URL=url)
        assert (code, out) == (1, ""), url
        keeps_quiet(one_line(err))
        _, out, err = run("check", DATABASE_URL=url)
        assert err == "", url
        assert out.startswith("WRONG: The database cannot be used: "), url
        keeps_quiet(out)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [["void", "1"], ["adopt", "--yes"], ["backup", "out"], ["restore", "out"]])
def test_the_other_commands_keep_quiet_too(command: list[str], run: Run, tmp_path: Path) -> None:
    for url in [*URLS[: len(SERVERS)], *OTHERS]:
        code, out, err = run(*command, DATABASE_URL=url, DISCORD_APPLICATION_ID="1" * 18)
        assert (code, out) == (1, ""), url
        keeps_quiet(one_line(err))
    assert not list(tmp_path.iterdir())


def test_a_start_and_its_log_keep_quiet_too(
    run: Run, start: Callable[[Start], None], caplog: pytest.LogCaptureFixture
) -> None:
    async def only_setup(self: Any, token: str, **options: object) -> None:
        await self.setup_hook()

    start(only_setup)
    for url in ("postgresql://me:hunter@secret@host/db", "postgresql://me:hunter@host/db?password=secret", OTHERS[0]):
        code, out, err = run(DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
        assert (code, out) == (1, "")
        keeps_quiet(err)
    keeps_quiet(caplog.text)


def test_the_causes_of_an_error_keep_quiet_too() -> None:
    """A log with a traceback shows them."""
    good = 0
    for url in URLS:
        try:
            Database(url, create=False)
        except StoreError as found:
            error: BaseException | None = found
        else:
            good += 1
            continue
        while error is not None:
            keeps_quiet(str(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    assert good <= len(URLS) // 4


@pytest.mark.parametrize("kind", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_a_sign_that_must_be_escaped_is_said_to_be_one(kind: str) -> None:
    """Else a part of the password would be the host's name, for a driver to show."""
    for rest in (
        "me:hunter@secret@host/db",
        "me:8080/secret@host/db",
        "me:8080?secret@host/db",
        "host/db?x=hunter@secret",
    ):
        with pytest.raises(StoreError, match="write %40 for @, %2F for / and %3F for"):
            Database(f"{kind}://{rest}")
    for rest in ("me:hunter%40secret@host/db", "me:hunter:secret#@host/db", "host/db"):
        Database(f"{kind}://{rest}")


def test_a_driver_s_words_are_shown_without_what_the_url_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Postgres) -> Any:
        raise ValueError("no such thing: hunter secret, hunter+secret, hunter%20secret, word9")

    monkeypatch.setattr(Postgres, "engine", refuse)
    with pytest.raises(StoreError) as found:
        Database("postgresql://me:hunter%20secret@host/db?application_name=word9")
    assert str(found.value) == ("The database URL postgresql://… cannot be used: no such thing: ***, ***, ***, ***.")


@pytest.mark.parametrize("error", [TypeError, ValueError, OverflowError])
async def test_what_a_driver_does_not_take_is_one_sentence(error: type[Exception]) -> None:
    """Such as an option that it does not know, or a port that can be none."""

    def refuse(*_: object, **__: object) -> None:
        raise error("connect() got an unexpected keyword argument 'hunter'")

    engine = Postgres(sa.make_url("postgresql://me@127.0.0.1:1/db")).engine()
    engine.sync_engine.dialect.connect = refuse  # type: ignore[method-assign]
    with pytest.raises(StoreError, match=r"driver does not take what DATABASE_URL says\.$") as found:
        async with engine.connect():
            pass
    assert found.value.__suppress_context__
    await engine.dispose()


@pytest.mark.parametrize(
    "url", ["sqlite:///a%00b.db", "sqlite:///a\0b.db", "postgresql://h/a\0b", "\0", "sqlite:///%00"]
)
def test_a_nul_is_one_sentence(url: str) -> None:
    with pytest.raises(StoreError, match=r"^The database URL cannot be read"):
        Database(url)


@pytest.mark.parametrize("name", ["a%.db", "%", "100%/a.db", "a@b.db", "a#b.db", "a:b@c/x.db", "%zz.db"])
async def test_a_file_s_name_may_have_signs_that_mean_something_elsewhere(name: str, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/{name}")
    await store.close()
    assert (tmp_path / name).is_file()
    assert store.name == f"sqlite:///{tmp_path}/{name}"


@pytest.mark.parametrize("option", ["foo=1", "mode=ro", "x", "", "%", "plugin=zz", "timeout=soon"])
def test_a_file_takes_no_options(option: str, run: Run, tmp_path: Path) -> None:
    code, out, err = run("export", "-", DATABASE_URL=f"sqlite:///{tmp_path}/a.db?{option}")
    assert (code, out) == (1, "")
    assert "SQLite takes no options" in one_line(err)
    with pytest.raises(StoreError):
        Database(f"sqlite:///{tmp_path}/a.db?{option}")
    assert not list(tmp_path.iterdir())
