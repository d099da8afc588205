"""Whether the disk under a SQLite database lasts, and does what SQLite asks of it, as far as that can be found out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bot.settings import Settings
from bot.store import file_of
from bot.texts import HOST

MOUNTS = Path("/proc/self/mounts")

HOSTS = {
    "DYNO": "Heroku",
    "RENDER": "Render",
    "RAILWAY_ENVIRONMENT": "Railway",
    "RAILWAY_ENVIRONMENT_NAME": "Railway",
    "FLY_APP_NAME": "Fly.io",
    "KUBERNETES_SERVICE_HOST": "Kubernetes",
}
"""Variables in the environment that tell of a host where a program's own disk is new after each deploy."""

WITHOUT_VOLUMES = ("Heroku",)
"""Those of them that have no other disks."""

IN_MEMORY = ("overlay", "ramfs", "tmpfs")
"""File systems that go with their container, or with the machine's memory, wherever they are mounted."""

OVER_NETWORK = ("afs", "ceph", "cifs", "gfs2", "glusterfs", "lustre", "nfs", "nfs4", "ocfs2", "smb2", "smb3", "smbfs")
"""File systems whose locks, or whose shared memory, are none on which SQLite could lean."""

FUSE = ("fuse.ceph", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "fuse.gcsfuse", "fuse.blobfuse2")
"""The same, by way of programs."""


class Mount(NamedTuple):
    """Where a file system is mounted, and of which kind it is."""

    place: Path
    kind: str


def doubts(settings: Settings, environment: Mapping[str, str] | None = None, mounts: Path = MOUNTS) -> list[str]:
    """What is doubtful about the disk under the database, in sentences that say what to do. Raises ``StoreError``."""
    path = file_of(settings.database_url)
    if path is None:
        return []
    given = os.environ if environment is None else environment
    mount = mount_of(path.absolute(), mounts)
    found = []
    host = next((name for variable, name in HOSTS.items() if given.get(variable)), None)
    if host is not None and not _is_volume(mount, host):
        key = "disk-passing" if host in WITHOUT_VOLUMES else "disk-passing-or-volume"
        found.append(HOST(key, host=host))
    if mount is not None and mount.kind in OVER_NETWORK + FUSE:
        found.append(HOST("disk-network", kind=mount.kind))
    return found


def mount_of(path: Path, mounts: Path = MOUNTS) -> Mount | None:
    """What a file that is there, or would be made, lies on; ``None`` where the system does not tell."""
    try:
        real, text = path.resolve(), mounts.read_text("utf-8", "surrogateescape")
    except (OSError, RuntimeError):
        return None
    found = [mount for mount in _read(text) if mount.place in (real, *real.parents)]
    # Of two at one place the later one hides the other.
    return max(enumerate(found), key=lambda one: (len(one[1].place.parts), one[0]))[1] if found else None


def _read(text: str) -> Iterator[Mount]:
    for line in text.splitlines():
        fields = line.split(" ")
        if len(fields) > 2:
            place = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), fields[1])
            yield Mount(Path(place), fields[2])


def _is_volume(mount: Mount | None, host: str) -> bool:
    """Whether a host has been given a disk for the database: it is mounted apart from the program's own."""
    if mount is None or host in WITHOUT_VOLUMES:
        return False
    return mount.place != Path("/") and mount.kind not in IN_MEMORY
