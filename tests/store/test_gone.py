"""The file with the tables is deleted, moved or replaced while it is served: the next write notices, nothing is half
recorded, what is in memory can be exported, and with the file back it goes on."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.cli import main
from companion.store import StoreGoneError
from companion.store.opening import look_at, open_served
from companion.store.sql import SqlStore
from tests.server import Party, Server, comes, new_party, times

NAME = "companion.sqlite"


def deleted(file: Path, away: Path) -> None:
    file.rename(away / NAME)


def replaced(file: Path, away: Path) -> None:
    shutil.copyfile(file, away / "copy")
    file.rename(away / NAME)
    (away / "copy").rename(file)


def without_log(file: Path, away: Path) -> None:
    file.with_name(f"{NAME}-wal").rename(away / f"{NAME}-wal")


def without_locks(file: Path, away: Path) -> None:
    """Another program would agree with nobody on who writes."""
    file.with_name(f"{NAME}-shm").rename(away / f"{NAME}-shm")


def folder_moved(file: Path, away: Path) -> None:
    for item in list(file.parent.glob(f"{NAME}*")):
        item.rename(away / item.name)


FAULTS = (deleted, replaced, without_log, without_locks, folder_moved)


def refused(party: Party, server: Server, round_: str = "") -> None:
    """No write succeeds, whatever it is; reading goes on; no new file takes the old one's place."""
    before = party.document(party.host)
    for path, body in (
        ("/moves", {"type": "bid", "amount": 7}),
        ("/moves", {"type": "note", "text": "x"}),
        ("/undo", None),
        ("/seats/1/release", None),
    ):
        found = party.client.post(party.at + path, body, party.host, idempotency_key=f"{path}{body}{round_}")
        assert found.was == (503, "store-unavailable"), (path, found.body)
        assert "gone from" in found.json["detail"]
        assert "nothing was recorded" in found.json["detail"]
        assert "export them now" in found.json["detail"]
        assert str(server.folder.parent) not in found.json["detail"], (
            "where on the laptop is no phone's business"
        )
    create = {"game": "prairie-railroads", "players": ["A", "B", "C"]}
    assert party.client.post("/tables", create).was == (503, "store-unavailable")
    assert party.client.get("!readyz").was == (503, "store-unavailable")
    assert party.client.get("!healthz").status == 200
    assert party.document(party.host) == before, "nothing by half"
    stream = server.stream(party, party.seats[1])
    assert stream.next()[1]["revision"] == before["revision"]
    stream.close()
    comes(lambda: not party.document(party.host)["seats"][0]["connected"])  # or the next round sees it go


def test_gone_and_back(own_server: Server, tmp_path: Path) -> None:
    """One mishap after the other, and each of them mended."""
    party = new_party(own_server.client())
    party.made(1, "bid", amount=5)
    file, away = own_server.folder / NAME, tmp_path / "away"
    away.mkdir()
    for n, fault in enumerate(FAULTS):
        fault(file, away)
        refused(party, own_server, f"{n}")
        exported = party.client.get(f"{party.at}/export", party.host)
        assert exported.status == 200, fault.__name__
        assert len(exported.json["lines"]) == n + 2

        for item in away.iterdir():
            item.replace(file.with_name(item.name))
        assert party.client.get("!readyz").status == 200, fault.__name__
        made = party.move(0, "note", text="back", idempotency_key=f"tap{n}")
        assert (made.status, made.json["revision"]) == (201, n + 3), fault.__name__
    own_server.restart(signal.SIGKILL)
    party.client = own_server.client()
    assert party.document()["revision"] == len(FAULTS) + 2
    assert party.move(0, "note", text="back", idempotency_key="tap0").json["revision"] == 3, (
        "what was answered is known"
    )
    assert main(["check", "--database", own_server.database]) == 0


def test_gone_for_good(own_server: Server) -> None:
    """What was in memory is exported, and a new server imports it."""
    party = new_party(own_server.client())
    party.made(1, "bid", amount=5)
    (own_server.folder / NAME).unlink()
    refused(party, own_server)
    assert not (own_server.folder / NAME).exists(), "no empty database in its place"
    exported = party.client.get(f"{party.at}/export", party.host).json
    own_server.restart(signal.SIGKILL)
    client = own_server.client()
    assert client.get(party.at).was == (404, "no-such-table")
    found = client.post("/tables/import", exported)
    assert found.status == 201
    assert found.json["table"]["auction"]["high_bid"] == 5
    assert list(own_server.folder.glob(f"{NAME}-wal.*")), (
        "SQLite would have thrown away what was written last"
    )


def test_without_its_log_a_proper_end_loses_nothing(own_server: Server) -> None:
    party = new_party(own_server.client())
    party.made(1, "bid", amount=5)
    (own_server.folder / f"{NAME}-wal").unlink()
    refused(party, own_server)
    own_server.restart(signal.SIGTERM)
    party.client = own_server.client()
    assert party.document()["auction"]["high_bid"] == 5
    assert party.move(2, "bid", amount=7).status == 201


@pytest.mark.parametrize("fault", [deleted, replaced])
def test_nobody_reads_the_other_file(fault: Callable[[Path, Path], None], tmp_path: Path) -> None:
    """A further connection, as when many phones come at once, must not read the other file."""
    file, away = tmp_path / NAME, tmp_path / "away"
    away.mkdir()
    store = SqlStore(f"sqlite:///{file}")
    store.database._engine.dispose()
    fault(file, away)
    before = sorted(item.name for item in tmp_path.iterdir())
    with pytest.raises(StoreGoneError):
        store.load("ABCDEFGH")
    assert sorted(item.name for item in tmp_path.iterdir()) == before
    (away / NAME).replace(file)
    assert store.load("ABCDEFGH") is None
    store.close()


def test_nobody_makes_a_new_one_beside_it(
    own_server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An import on the command line would make an empty database where the server's own is missing."""
    (own_server.folder / NAME).unlink()
    game = tmp_path / "game.json"
    game.write_text("{}", "utf-8")
    assert main(["import", "--database", own_server.database, str(game)]) == 1
    assert "is gone, and a server still holds what was in it" in capsys.readouterr().err
    assert not (own_server.folder / NAME).exists()


def test_a_server_makes_no_new_one_before_it_first_wants_it(tmp_path: Path) -> None:
    """It looks at the file when it starts, and opens it when it is first asked for anything."""
    file = tmp_path / NAME
    look_at(file, print)
    file.unlink()
    with pytest.raises(StoreGoneError):
        open_served(f"sqlite:///{file}", file, print)
    assert not file.exists()
    look_at(file, print)
    open_served(f"sqlite:///{file}", file, print).close()


def test_whoever_lays_out_at_the_same_time_waits(tmp_path: Path) -> None:
    """A server and a command on a file that is still empty: each would make the tables the other has just made."""
    gate = threading.Barrier(4)

    def opened(file: Path) -> None:
        gate.wait()
        SqlStore(f"sqlite:///{file}").close()

    with ThreadPoolExecutor(4) as pool:
        for n in range(times(50)):
            file = tmp_path / f"{n}.sqlite"
            look_at(file, print)
            for done in [pool.submit(opened, file) for _ in range(4)]:
                done.result()
