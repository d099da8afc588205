"""Disks that do not last, and disks on which SQLite cannot lean: asked about at the start and by `check`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.host.disks import MOUNTS, doubts, mount_of
from bot.settings import Settings
from tests.bot.test_main import TOKEN, Run, Start, run, start

__all__ = ["run", "start"]

ROOT = "overlay / overlay rw,relatime 0 0\n"
DATABASE = Settings(database_url="sqlite:////data/bridgette.db")
PLATFORMS = {
    "RENDER": "Render",
    "RAILWAY_ENVIRONMENT": "Railway",
    "FLY_APP_NAME": "Fly.io",
    "KUBERNETES_SERVICE_HOST": "Kubernetes",
}


@pytest.fixture
def mounts(tmp_path: Path) -> Callable[..., Path]:
    """A file of mounts with these lines below the root's."""

    def make(*lines: str) -> Path:
        path = tmp_path / "mounts"
        path.write_text(ROOT + "".join(f"{line}\n" for line in lines))
        return path

    return make


@pytest.mark.parametrize(("variable", "name"), PLATFORMS.items())
def test_each_platform_is_known_by_name(variable: str, name: str, mounts: Callable[..., Path]) -> None:
    (doubt,) = doubts(DATABASE, {variable: "x"}, mounts())
    assert doubt.startswith(f"{name} gives a program a new disk at every deploy")
    assert "Attach a volume" in doubt
    assert "PostgreSQL" in doubt


@pytest.mark.parametrize("variable", PLATFORMS)
def test_a_volume_of_its_own_says_enough(variable: str, mounts: Callable[..., Path]) -> None:
    assert doubts(DATABASE, {variable: "x"}, mounts("/dev/vdc /data ext4 rw 0 0")) == []


@pytest.mark.parametrize(
    "line",
    ["/dev/vdc /dat ext4 rw 0 0", "/dev/vdc /data/other ext4 rw 0 0", "tmpfs /data tmpfs rw 0 0", "broken", ""],
)
def test_another_disk_or_one_in_memory_is_none(line: str, mounts: Callable[..., Path]) -> None:
    assert len(doubts(DATABASE, {"FLY_APP_NAME": "x"}, mounts(line))) == 1


def test_heroku_has_no_volumes(mounts: Callable[..., Path]) -> None:
    (doubt,) = doubts(DATABASE, {"DYNO": "worker.1"}, mounts("/dev/vdc /data ext4 rw 0 0"))
    assert doubt.startswith("Heroku ")
    assert "volume" not in doubt


def test_where_the_system_tells_of_no_mounts_the_platform_alone_counts(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    assert len(doubts(DATABASE, {"RENDER": "true"}, missing)) == 1
    assert doubts(DATABASE, {}, missing) == []


@pytest.mark.parametrize("url", ["postgresql://u:p@h/d", "postgres://u:p@h/d"])
def test_a_database_elsewhere_needs_no_disk(url: str, mounts: Callable[..., Path]) -> None:
    assert doubts(Settings(database_url=url), {"DYNO": "x"}, mounts("h:/ / nfs4 rw 0 0")) == []


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "ceph"])
def test_a_file_system_over_a_network_is_asked_about_anywhere(kind: str, mounts: Callable[..., Path]) -> None:
    (doubt,) = doubts(DATABASE, {}, mounts(f"server:/x /data {kind} rw 0 0"))
    assert kind in doubt
    assert "SQLite can lose matches" in doubt


def test_a_disk_of_this_machine_is_none(mounts: Callable[..., Path]) -> None:
    assert doubts(DATABASE, {}, mounts("server:/x /other nfs4 rw 0 0", "/dev/vda /data xfs rw 0 0")) == []


def test_names_with_spaces_and_mounts_over_mounts(mounts: Callable[..., Path]) -> None:
    found = mounts(r"a /my\040data nfs4 rw 0 0", "b /my\\040data ext4 rw 0 0", "c /my\\040data/x btrfs rw 0 0")
    assert mount_of(Path("/my data/a.db"), found) == (Path("/my data"), "ext4")
    assert mount_of(Path("/my data/x/a.db"), found) == (Path("/my data/x"), "btrfs")


@pytest.mark.skipif(not MOUNTS.exists(), reason="only Linux tells of its mounts")
def test_the_mounts_of_this_machine_can_be_read(tmp_path: Path) -> None:
    assert mount_of(tmp_path / "a.db") is not None


def test_the_host_is_warned_at_each_start_and_by_check(
    run: Run,
    start: Callable[[Start], None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    mounts: Callable[..., Path],
) -> None:
    async def at_once(self: object, token: str, **options: object) -> None: ...

    start(at_once)
    url = f"sqlite:///{tmp_path}/a.db"
    assert run("migrate", DATABASE_URL=url)[0] == 0
    for platform, count in (("RENDER", 1), ("OTHER", 0)):
        caplog.clear()
        code, out, _ = run("check", DATABASE_URL=url, **{platform: "true"})
        found = [line for line in out.splitlines() if line.startswith("WRONG: Render gives")]
        assert (len(found), code) == (count, 1)  # the token is missing in any case
        assert run(DISCORD_TOKEN=TOKEN, DATABASE_URL=url, **{platform: "true"})[0] == 0
        warned = [one for one in caplog.records if one.levelname == "WARNING" and "Render gives" in one.getMessage()]
        assert len(warned) == count
