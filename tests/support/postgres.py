"""A PostgreSQL server for tests: a cluster of its own on a free port of 127.0.0.1, gone when they end.

PostgreSQL refuses to run as root, so there it runs as an ordinary user. What the tests do to it needs no power cut: it
waits for no disk.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OLDEST = 15
USER = "bridgette"
PASSWORD = "fan:jack@12/3"
"""With signs that an address must escape."""
ESCAPED = "fan%3Ajack%4012%2F3"
ORDINARY = "nobody"

CONFIGURATION = """
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 200
listen_addresses = '127.0.0.1'
log_min_messages = error
timezone = 'Asia/Kathmandu'
"""
"""An odd zone, in which a moment that was not kept as one would show."""

_numbers = itertools.count(1)


class Server:
    """A running server."""

    def __init__(self, folder: Path, binaries: Path, *, sure: bool = False, tls: bool = False) -> None:
        self.folder = folder
        self._binaries = binaries
        self._sure, self._tls = sure, tls
        self.port = free_port()

    def start(self) -> None:
        """Make the cluster and start it; returns when it takes connections."""
        data = self.folder / "data"
        passwords = self.folder / "password"
        passwords.write_text(PASSWORD)
        if self._tls:
            self.certify()
        self._own()
        self._run(
            "initdb", "-D", data, "-U", USER, "-E", "UTF8", "--no-sync", "-A", "scram-sha-256", f"--pwfile={passwords}"
        )
        with (data / "postgresql.conf").open("a") as file:
            file.write(CONFIGURATION if not self._sure else CONFIGURATION.replace("= off", "= on"))
            file.write(f"port = {self.port}\nunix_socket_directories = '{self.folder}'\n")
            if self._tls:
                file.write(f"ssl = on\nssl_cert_file = '{self.certificate}'\nssl_key_file = '{self.folder}/key'\n")
        self.go()

    @property
    def certificate(self) -> Path:
        """The server's certificate, for the name "localhost", which vouches for itself."""
        return self.folder / "certificate"

    def certify(self) -> None:
        """Make the certificate. Raises FileNotFoundError where the program for it is not installed."""
        made = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
        names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        files = ("-keyout", str(self.folder / "key"), "-out", str(self.certificate))
        subprocess.run(["openssl", *made, *names, *files], check=True, capture_output=True)
        (self.folder / "key").chmod(0o600)

    def go(self) -> None:
        """Start the cluster that is there."""
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-t", "60", "-l", self.folder / "log", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it, `immediate`: as if it had crashed, or `fast`."""
        self._run("pg_ctl", "-D", self.folder / "data", "-w", "-m", mode, "stop")

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{os.getpid()}_{next(_numbers)}"
        with self.connect("postgres") as connection:
            connection.execute(f"CREATE DATABASE {name} STRATEGY wal_log")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is connected to it."""
        with self.connect("postgres") as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    def url(self, name: str, port: int | None = None) -> str:
        """The address of a database, as a host would write it; another `port` leads through something between."""
        return f"postgresql://{USER}:{ESCAPED}@127.0.0.1:{port or self.port}/{name}"

    def connect(self, name: str) -> Any:
        """A connection of the tests' own, which commits each statement."""
        import psycopg

        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=USER, password=PASSWORD, dbname=name, autocommit=True
        )

    def _own(self) -> None:
        if os.geteuid() == 0:
            user = pwd.getpwnam(ORDINARY)
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            for path in self.folder.iterdir():
                os.chown(path, user.pw_uid, user.pw_gid)

    def _run(self, program: str, *arguments: object) -> None:
        ordinary: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam(ORDINARY)
            ordinary = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        command = [str(self._binaries / program), *map(str, arguments)]
        # Its output goes to a file: the server would go on holding a pipe.
        with (self.folder / "output").open("ab") as output:
            subprocess.run(
                command,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                timeout=120,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": str(self.folder)},
                start_new_session=True,
                **ordinary,
            )


def binaries() -> Path | None:
    """The folder of a server's programs that is new enough; None where there is none."""
    found = [Path(at).parent for at in [shutil.which("initdb")] if at is not None]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name, reverse=True)
    found += [Path("/usr/local/pgsql/bin"), Path("/opt/homebrew/bin")]
    for folder in found:
        try:
            told = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
            if int(told.split()[2].split(".")[0]) >= OLDEST and (folder / "pg_ctl").exists():
                return folder
        except (OSError, subprocess.CalledProcessError, ValueError, IndexError):
            continue
    return None


def free_port() -> int:
    """A port of 127.0.0.1 that nobody has at this moment."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def server(*, sure: bool = False, tls: bool = False) -> Iterator[Server]:
    """A server, stopped and removed at the end.

    `sure`: with a disk that is waited for, as outside tests; `tls`: it speaks TLS to whoever wants that. Raises
    FileNotFoundError where PostgreSQL, or what makes a certificate, is not installed.
    """
    programs = binaries()
    if programs is None:
        raise FileNotFoundError(f"PostgreSQL {OLDEST} or newer is not installed")
    # Its own short folder: the path of a socket has room for about 100 signs.
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp" if Path("/tmp").is_dir() else None))
    one = Server(folder, programs, sure=sure, tls=tls)
    try:
        one.start()
        yield one
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            one.stop()
        shutil.rmtree(folder, ignore_errors=True)
