"""Addresses of PostgreSQL as hosts hand them out: their names, their options, and how TLS is to be spoken."""

import ssl
import sys

import pytest
import sqlalchemy as sa

from bot.store import StoreError
from bot.store.database import Database
from bot.store.postgres import DRIVER, SESSION, Postgres, tls_of

PLACE = "me:word@host/db"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_each_of_the_names_is_one_for_the_same_driver(scheme):
    found = Postgres(sa.make_url(f"{scheme}://{PLACE}"))._url
    assert (found.drivername, found.host, found.password) == (DRIVER, "host", "word")


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "mysql", "postgresq", "sqlite+pysqlcipher"])
def test_others_are_refused(scheme):
    with pytest.raises(StoreError, match=r"is for sqlite:/// and postgresql:// alone\.$"):
        Database(f"{scheme}://{PLACE}")


@pytest.mark.parametrize("option", ["channel_binding=require", "connect_timeout=10", "pgbouncer=true"])
def test_options_for_other_drivers_are_left_out(option):
    assert not Postgres(sa.make_url(f"postgres://{PLACE}?sslmode=require&{option}"))._url.query


def test_what_an_address_says_to_the_server_is_passed_on():
    found = Postgres(sa.make_url(f"postgres://{PLACE}?application_name=club&options=-c%20jit=off"))._session
    assert found == SESSION | {"application_name": "club", "options": "-c jit=off"}


def test_an_option_that_nobody_knows_is_refused_without_its_name():
    with pytest.raises(StoreError, match=r"it has an option that is not known here\.$"):
        Database(f"postgres://{PLACE}?hunter2=secret")


def test_without_the_driver_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install"):
        Database(f"postgres://{PLACE}")


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer", "require"])
@pytest.mark.parametrize("name", ["sslmode", "ssl"])
def test_a_mode_that_checks_nothing_is_the_driver_s_own(mode, name):
    assert tls_of({name: mode}) == mode


def test_without_a_word_the_driver_decides():
    assert tls_of({}) is None


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer"])
def test_what_only_would_like_tls_reads_no_certificates(mode):
    assert tls_of({"sslmode": mode, "sslrootcert": "nowhere", "sslcert": "nowhere"}) == mode


@pytest.mark.parametrize(("mode", "checks_name"), [("verify-ca", False), ("verify-full", True)])
def test_a_mode_that_checks_does_so(mode, checks_name):
    found = tls_of({"sslmode": mode})
    assert isinstance(found, ssl.SSLContext)
    assert (found.verify_mode, found.check_hostname) == (ssl.CERT_REQUIRED, checks_name)


def test_the_system_s_certificates_always_check_the_name():
    found = tls_of({"sslmode": "require", "sslrootcert": "system"})
    assert isinstance(found, ssl.SSLContext)
    assert (found.verify_mode, found.check_hostname) == (ssl.CERT_REQUIRED, True)


@pytest.mark.parametrize("options", [{"sslmode": "hunter2"}, {"ssl": "true"}])
def test_a_mode_that_is_none_is_refused(options):
    with pytest.raises(StoreError, match="sslmode is one of disable, allow") as found:
        tls_of(options)
    assert "hunter2" not in str(found.value)


@pytest.mark.parametrize("file", ["sslrootcert", "sslcert"])
def test_certificates_that_are_not_there_are_one_sentence(file):
    with pytest.raises(StoreError, match=r"its certificates cannot be read \(No such file or directory\)\.$"):
        tls_of({"sslmode": "require", file: "no/file"})


def test_of_what_the_server_says_only_the_first_line_is_told():
    """SQLAlchemy 2.0 passes its details on, which quote the row."""
    error = RuntimeError("new row violates check constraint\nDETAIL:  Failing row contains (secret card).")
    assert Postgres(sa.make_url(f"postgres://{PLACE}")).words(error) == "new row violates check constraint"
