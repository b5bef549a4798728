"""One server for one database, for as long as its process lives; and files that only their owner reads."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.store import StoreUnavailableError
from companion.store.file import narrow
from companion.store.one_server import served, serving
from companion.store.sql import SqlStore
from tests.ports import free_port
from tests.server import ROOT, Server, new_party, thorough


def second(server: Server, database: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion.cli", "serve", "--no-browser", "--host", "127.0.0.1"]
    command += ["--port", str(free_port()), "--database", database or server.database]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)


def test_a_second_server_is_refused(own_server: Server) -> None:
    """Each would give the same seat to a different phone."""
    assert own_server.process is not None
    link = own_server.folder / "other-name.sqlite"
    link.symlink_to(own_server.folder / "companion.sqlite")
    for database in ("", f"sqlite:///{link}"):
        found = second(own_server, database)
        assert found.returncode == 1
        assert found.stdout == ""
        assert len(found.stderr.splitlines()) == 1
        assert f"process {own_server.process.pid} (http://127.0.0.1:{own_server.port})" in found.stderr
        since = datetime.fromisoformat(found.stderr.split(" since ")[1].split(";")[0])
        assert timedelta() <= datetime.now(UTC) - since < timedelta(minutes=5)
    party = new_party(own_server.client())
    assert party.move(1, "bid", amount=3).status == 201


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=thorough)])
def test_the_next_one_starts_at_once(how: signal.Signals, own_server: Server) -> None:
    party = new_party(own_server.client())
    party.made(1, "bid", amount=3)
    own_server.restart(how)
    party.client = own_server.client()
    assert party.document()["revision"] == 2
    assert second(own_server).returncode == 1


def test_what_works_beside_it(own_server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    party = new_party(own_server.client())
    party.made(1, "bid", amount=3)
    at = ("--database", own_server.database)
    game = tmp_path / "game.json"
    assert main(["backup", *at, str(tmp_path / "copy.sqlite")]) == 0
    assert main(["check", *at]) == 0
    capsys.readouterr()
    assert main(["export", *at, party.code]) == 0
    game.write_text(capsys.readouterr().out, "utf-8")
    assert main(["import", *at, str(game)]) == 0, "a table more; nobody has it in memory"
    code, host = capsys.readouterr().out.replace(",", "").split()[1::3]
    assert party.client.get(f"/tables/{code}", host).json["you"]["role"] == "host"
    assert main(["host-key", *at, party.code]) == 0
    assert party.document(capsys.readouterr().out.strip())["you"]["role"] == "host"


def test_nothing_is_restored_beside_it(
    own_server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = new_party(own_server.client())
    at, copy = ("--database", own_server.database), tmp_path / "copy.sqlite"
    assert main(["backup", *at, str(copy)]) == 0
    party.made(1, "bid", amount=3)
    assert main(["restore", *at, str(copy)]) == 1
    err = capsys.readouterr().err
    assert f":{own_server.port})" in err
    assert "stop it first" in err
    assert party.move(2, "bid", amount=4).status == 201, "it goes on"
    own_server.kill()
    assert main(["restore", *at, str(copy)]) == 0
    own_server.start()
    assert own_server.client().get(party.at).json["revision"] == 1


def test_while_a_restore_is_on(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    assert not served(file)
    with serving(file, "a restore"):
        assert served(file)
        with (
            pytest.raises(StoreUnavailableError, match=rf"process {os.getpid()} \(a restore\)"),
            serving(file),
        ):
            pass
    assert not served(file)


@pytest.mark.parametrize("words", ["", " ", " {", " []", ' {"pid": 1}'])
def test_whatever_the_other_one_says_of_itself(words: str, tmp_path: Path) -> None:
    file, lock = tmp_path / "companion.sqlite", tmp_path / "companion.sqlite.lock"
    with serving(file):
        lock.write_text(words)
        with pytest.raises(StoreUnavailableError, match=r"in use by (another )?process"), serving(file):
            pass


# --- rights ---------------------------------------------------------------------------------------------


def rights(folder: Path) -> dict[str, int]:
    return {item.name: stat.S_IMODE(item.stat().st_mode) for item in folder.glob("companion.sqlite*")}


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_the_owner_reads_it(umask: int, tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    before = os.umask(umask)
    try:
        with serving(file), contextlib.closing(SqlStore(f"sqlite:///{file}")) as store:
            store.secret()
            found = rights(tmp_path)
    finally:
        os.umask(before)
    assert found == {f"companion.sqlite{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")}


def test_a_disk_that_keeps_no_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as a camera's card: the server says so, and the game goes on all the same."""
    file = tmp_path / "companion.sqlite"
    SqlStore(f"sqlite:///{file}").close()
    file.chmod(0o644)
    for effect in (None, PermissionError):

        def chmod(*_: object, effect: type[Exception] | None = effect) -> None:
            if effect is not None:
                raise effect

        monkeypatch.setattr(Path, "chmod", chmod)
        assert narrow(file) == []
        assert f"others on this machine may read {file}" in caplog.text
        caplog.clear()


def test_what_was_open_to_others_is_narrowed_and_told(own_server: Server) -> None:
    party = new_party(own_server.client())
    own_server.kill()
    for name in rights(own_server.folder):
        (own_server.folder / name).chmod(0o664)
    own_server.start()
    file = own_server.folder / "companion.sqlite"
    for item in (file, file.with_name("companion.sqlite-wal")):
        assert f"{item} was open to others on this machine" in own_server.log
    assert {right for name, right in rights(own_server.folder).items() if ".lock" not in name} == {0o600}
    assert own_server.client().get(party.at).status == 200
    shown = own_server.log.count("open to others")
    own_server.restart()
    assert own_server.log.count("open to others") == shown, "once"
