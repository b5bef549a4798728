"""A long evening opens from its last snapshot, or from its lines alone whenever there is any doubt."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.app import create_app
from api.settings import Settings
from companion.cli import main
from companion.service import Service, snapshots
from companion.service.folding import DamagedError
from companion.service.live import Live
from companion.store import StoreUnavailableError
from companion.store.sql import SqlStore
from companion.table.playing import Playing
from tests.server import API, some
from tests.store.test_faults import Rig

LINES = 130
BODY = {
    "game": "prairie-railroads",
    "players": ["Ed", "Dave", "Pete"],
    "options": {"first_bidder": 1},
    "facts": {"cities": {"Reno": {"income": 2}}},
}


class AtOnce:
    """A thread that does its work before anything else goes on."""

    def __init__(self, target: Any, args: tuple[Any, ...], daemon: bool) -> None:
        assert daemon
        self.target, self.args = target, args

    def start(self) -> None:
        self.target(*self.args)


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    """A table that has a snapshot, and nothing in memory."""
    monkeypatch.setattr(snapshots, "EVERY", 40)
    monkeypatch.setattr("companion.service.snapshots.threading.Thread", AtOnce)
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    service = Service(store)
    one = Rig(store, service, create_app(service, Settings(limits=False)).test_client())
    found: Any = one.client.post(f"{API}/tables", json=BODY).json
    one.code, one.host = found["code"], found["host_key"]
    assert one.post(f"{one.at}/moves", {"type": "bid", "seat": 1, "amount": 5})[0] == 201
    for n in range(LINES - 2):
        assert one.post(f"{one.at}/moves", {"type": "note", "text": f"note {n}"})[0] == 201
    one.forget()
    yield one
    store.close()


def change(rig: Rig, what: str) -> None:
    with sqlite3.connect(f"{rig.store.database._engine.url.database}") as database:
        assert database.execute(f"UPDATE {what}").rowcount > 0
    database.close()


def replayed(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> tuple[Live, int]:
    """The table opened anew, and how many of its lines were played for that."""
    rig.forget()
    count = 0
    replay = Playing.replay

    def counted(*arguments: Any) -> Any:
        nonlocal count
        count += 1
        return replay(*arguments)

    with monkeypatch.context() as counting:
        counting.setattr(Playing, "replay", counted)
        live = rig.service.live(rig.code)
    return live, count


def test_played_on_from_it(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = rig.store.snapshot(rig.code)
    assert snapshot is not None
    assert 40 <= snapshot.revision <= LINES - 20
    live, played = replayed(rig, monkeypatch)
    assert live.table.revision == LINES
    assert played == LINES - snapshot.revision
    document, entries = rig.document(), rig.client.get(f"{API}{rig.at}/moves?limit=200").json
    rig.store.drop_snapshot(rig.code)
    live, played = replayed(rig, monkeypatch)
    assert played == LINES - 1
    assert {**rig.document(), "version": 0} == {**document, "version": 0}
    assert rig.client.get(f"{API}{rig.at}/moves?limit=200").json == entries
    assert rig.store.snapshot(rig.code) is not None, "and there is one again"


def test_back_before_it(rig: Rig) -> None:
    document = rig.document()
    assert document["auction"]["high_bid"] == 5
    assert rig.post(f"{rig.at}/undo", {"to": 1})[0] == 201
    assert not rig.document()["auction"]["high_bid"]
    rig.forget()
    assert not rig.document()["auction"]["high_bid"]
    assert rig.post(f"{rig.at}/redo")[0] == 201
    rig.forget()
    assert rig.document()["auction"]["high_bid"] == 5


DAMAGES = (
    "snapshot SET body = replace(body, '5', '6')",
    "snapshot SET body = substr(body, 1, 50)",
    "snapshot SET body = ''",
    "snapshot SET body = x'ff00fe'",
    "snapshot SET digest = 'f00'",
    "snapshot SET line = 'f00'",
    "snapshot SET revision = revision - 1",
    "snapshot SET revision = -1",
    "snapshot SET program = '9.9'",
)


@pytest.mark.parametrize("damage", some(DAMAGES))
def test_thrown_away_on_any_doubt(damage: str, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    document = rig.document()
    change(rig, damage)
    monkeypatch.setattr(snapshots, "put_down", lambda live: None)
    live, played = replayed(rig, monkeypatch)
    assert played == LINES - 1
    assert live.damaged is None
    assert {**rig.document(), "version": 0} == {**document, "version": 0}
    assert rig.store.snapshot(rig.code) is None


def test_a_line_before_it_that_was_rewritten(rig: Rig) -> None:
    """The lines are what counts, even those that are not played."""
    change(rig, "line SET body = replace(body, 'note 3', 'note 4') WHERE revision = 6")
    live = rig.service.live(rig.code)
    assert isinstance(live.damaged, DamagedError)
    assert live.damaged.revision == 6


def test_check_compares_it_with_the_lines(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """Something that no line's digest covers was changed, and the snapshot's own digest was made to fit."""
    at = ("--database", str(rig.store.database._engine.url))
    assert main(["check", *at]) == 0
    assert "snapshot" not in capsys.readouterr().out
    snapshot = rig.store.snapshot(rig.code)
    assert snapshot is not None
    raw = json.loads(snapshot.body)
    body = json.dumps(raw, ensure_ascii=False, separators=(",", ":")).replace('"income",2', '"income",3')
    assert body != snapshot.body
    digest = hashlib.sha256(body.encode()).hexdigest()
    change(rig, f"snapshot SET digest = '{digest}', body = '{body}'")
    assert main(["check", *at]) == 0, "no line is wrong"
    assert "led to another state" in capsys.readouterr().out
    assert rig.store.snapshot(rig.code) is None
    assert main(["check", *at]) == 0
    assert "snapshot" not in capsys.readouterr().out


def test_a_store_that_is_away(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """No move fails for lack of a snapshot."""

    tried: list[Any] = []

    def fails(*given: Any) -> None:
        tried.append(given)
        raise StoreUnavailableError("away")

    rig.document()
    monkeypatch.setattr(rig.store, "keep_snapshot", fails)
    for n in range(45):
        assert rig.post(f"{rig.at}/moves", {"type": "note", "text": f"later {n}"})[0] == 201
    assert tried
    monkeypatch.undo()
    rig.forget()
    assert rig.document()["revision"] == LINES + 45


def test_it_goes_with_its_table(rig: Rig) -> None:
    headers = {"Authorization": f"Bearer {rig.host}"}
    assert rig.client.delete(f"{API}{rig.at}", headers=headers).status_code == 204
    assert rig.store.snapshot(rig.code) is None
