"""A server that speaks TLS, and what an address asks of it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store import Store, StoreError, server_of
from tests.support.postgres import Server, server


@pytest.fixture(scope="module")
def secure(postgres: Server) -> Iterator[Server]:
    """The server; its certificate is for "localhost" alone."""
    try:
        with server(tls=True) as one:
            yield one
    except FileNotFoundError as error:
        pytest.skip(str(error))


@pytest.fixture
def url(secure: Server) -> Iterator[str]:
    found = secure.database()
    yield found
    secure.drop(found)


async def is_encrypted(url: str) -> bool:
    found = await server_of(url)
    assert found is not None
    return found.is_encrypted


@pytest.mark.parametrize(("mode", "expected"), [("disable", False), ("prefer", True), ("require", True)])
async def test_a_mode_that_checks_nothing(url: str, mode: str, expected: bool) -> None:
    assert await is_encrypted(f"{url}?sslmode={mode}") is expected


@pytest.mark.parametrize("mode", ["require", "verify-ca", "verify-full"])
async def test_the_certificate_that_vouches_for_it_is_enough(secure: Server, url: str, mode: str) -> None:
    named = url.replace("127.0.0.1", "localhost")
    assert await is_encrypted(f"{named}?sslmode={mode}&sslrootcert={secure.certificate}")


async def test_another_name_is_refused_where_the_name_counts(secure: Server, url: str) -> None:
    assert await is_encrypted(f"{url}?sslmode=verify-ca&sslrootcert={secure.certificate}")
    with pytest.raises(StoreError, match=r"^Opening postgresql://… failed: "):
        await Store.open(f"{url}?sslmode=verify-full&sslrootcert={secure.certificate}")


@pytest.mark.parametrize("mode", ["require", "verify-ca", "verify-full"])
async def test_a_server_that_nobody_vouches_for_is_refused(url: str, mode: str, tmp_path: Path) -> None:
    other = Server(tmp_path, tmp_path)
    try:
        other.certify()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(str(error))
    named = url.replace("127.0.0.1", "localhost")
    with pytest.raises(StoreError, match=r"^Opening postgresql://… failed: "):
        await Store.open(f"{named}?sslmode={mode}&sslrootcert={other.certificate}")


async def test_a_server_without_tls_is_refused_where_it_is_required(postgres: Server) -> None:
    plain = postgres.database()
    assert not await is_encrypted(f"{plain}?sslmode=prefer")
    with pytest.raises(StoreError, match=r"^Opening postgresql://… failed: "):
        await Store.open(f"{plain}?sslmode=require")
    postgres.drop(plain)
