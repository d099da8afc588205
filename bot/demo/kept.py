"""What the demo keeps from one run to the next: its address, so that an open tab finds the demo again."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.store.private import beside

KEY_BYTES = 32


@dataclass(frozen=True)
class Address:
    """Where the page is served: the port, and the key that the address ends with."""

    port: int
    key: str

    @classmethod
    def read(cls, file: Path, otherwise: int) -> Address:
        """The address of the last time; with that port and a new key where none was kept, or none that makes sense."""
        try:
            kept = json.loads(file.read_text("utf-8"))
            port, key = kept["port"], kept["key"]
        except (OSError, ValueError, LookupError, TypeError):
            port, key = otherwise, ""
        if not isinstance(port, int) or not 0 < port < 1 << 16:
            port = otherwise
        if not isinstance(key, str) or len(key) < KEY_BYTES:
            key = secrets.token_urlsafe(KEY_BYTES)
        return cls(port, key)

    def write(self, file: Path) -> None:
        """Keep it, for the host's eyes alone: whoever has the key can play. Raises OSError."""
        made = beside(file)
        made.write_text(json.dumps(asdict(self)), "utf-8")
        os.replace(made, file)


def file_of(database: Path) -> Path:
    """The file in which the address is kept, beside the database."""
    return database.with_name(f"{database.name}.address.json")
