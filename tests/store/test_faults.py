"""A disk that is full, a file that may not be written, a database that is locked: nothing is half done, the table
gets a sentence, and it goes on by itself as soon as possible."""

from __future__ import annotations

import contextlib
import resource
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event, text

from api.app import create_app
from api.settings import Settings
from companion.cli import main
from companion.service import Service, seats
from companion.store import Entry, RevisionTakenError, Seed, StoreUnavailableError
from companion.store.database import Ticket
from companion.store.opening import store_at
from companion.store.sql import SqlStore
from companion.table.journal import Line, body_json
from tests.fixtures import DATABASES
from tests.server import API, PATIENCE, Server, new_party, thorough

BODY = {"game": "prairie-railroads", "players": ["Ed", "Dave", "Pete"], "options": {"first_bidder": 1}}


@dataclass(slots=True)
class Rig:
    """The service in this process, over a store whose connections can be spoilt."""

    store: SqlStore
    service: Service
    client: FlaskClient
    code: str = ""
    host: str = ""

    def post(self, path: str, body: Any = None, idempotency_key: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.host}"}
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        found = self.client.post(f"{API}{path}", json=body, headers=headers)
        return found.status_code, found.json

    @property
    def at(self) -> str:
        return f"/tables/{self.code}"

    def document(self) -> Any:
        found = self.client.get(f"{API}{self.at}")
        assert found.status_code == 200
        return found.json

    def forget(self) -> None:
        """As after a restart: nothing in memory."""
        self.service._tables.clear()

    def spoil(self, *pragmas: str) -> Callable[[], None]:
        """Every connection gets these statements; returns a function that mends them again."""

        def hook(connection: Any, _record: Any) -> None:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")

        def renew() -> None:
            with self.store.database._writer:
                self.store.database._drop_writing()
                self.store.database._engine.dispose()

        event.listen(self.store.database._engine, "connect", hook)
        renew()

        def mend() -> None:
            event.remove(self.store.database._engine, "connect", hook)
            renew()

        return mend


over_both = pytest.mark.parametrize("rig", DATABASES, indirect=True)


@pytest.fixture
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    url = f"sqlite:///{tmp_path}/companion.sqlite"
    if getattr(request, "param", "sqlite") == "postgresql":
        url = request.getfixturevalue("postgres").database()
    store = store_at(url)
    service = Service(store)
    one = Rig(store, service, create_app(service, Settings(limits=False)).test_client())
    found = one.client.post(f"{API}/tables", json=BODY).json
    assert found is not None
    one.code, one.host = found["code"], found["host_key"]
    yield one
    store.close()


FAULTS = {
    "full": (507, "store-full", "max_page_count = 1"),
    "read-only": (503, "store-unavailable", "query_only = ON"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("restarted", [False, True])
def test_nothing_by_half(fault: str, restarted: bool, rig: Rig) -> None:
    status, code, pragma = FAULTS[fault]
    assert rig.post(f"{rig.at}/moves", {"type": "bid", "amount": 1}, "before")[0] == 201
    mend = rig.spoil(pragma)
    if restarted:
        rig.forget()
    # what fits into the pages there are may still be kept; then it is over
    n, made = 0, 1
    while rig.post(f"{rig.at}/moves", {"type": "note", "text": "x" * 500}, f"n{n}")[0] == 201:
        n, made = n + 1, made + 1
        assert n < 200
    before = rig.document()
    assert before["revision"] == made + 1
    for path, body in (
        (f"{rig.at}/moves", {"type": "note", "text": "y" * 500}),
        (f"{rig.at}/moves", {"type": "note", "text": "y" * 500}),
        ("/tables", BODY),
        ("/tables", BODY),
    ):
        found_status, found = rig.post(path, body, "again")
        assert (found_status, found["code"]) == (status, code)
        assert "nothing was recorded" in found["detail"]
    assert rig.document() == before
    assert len(rig.store.tables(limit=10, before=None)) == 1
    assert len(rig.store.lines(rig.code)) == before["revision"]
    assert rig.client.get(f"{API}{rig.at}/moves").status_code == 200
    assert rig.client.get("/readyz").status_code == 200, "it can still be read"

    mend()
    found_status, found = rig.post(f"{rig.at}/moves", {"type": "note", "text": "y" * 500}, "again")
    assert found_status == 201
    assert found["revision"] == before["revision"] + 1
    assert (
        rig.post(f"{rig.at}/moves", {"type": "note", "text": "y" * 500}, "again")[1]["revision"]
        == found["revision"]
    )
    assert rig.post("/tables", BODY)[0] == 201
    rig.forget()
    assert rig.document()["revision"] == found["revision"]


@pytest.mark.parametrize(
    ("method", "rig"),
    [("reserve", "sqlite"), *((what, each) for what in ("append", "update") for each in DATABASES)],
    indirect=["rig"],
)
def test_whatever_fails_first(method: str, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim and a move write several things. Whichever of them fails: refused, and nothing of it is there."""
    rig.forget()
    before = rig.document()

    def fails(*_: Any, **__: Any) -> None:
        raise StoreUnavailableError("away")

    monkeypatch.setattr(rig.store, method, fails)
    calls: list[tuple[str, dict[str, Any]]] = [
        (f"{rig.at}/seats/1/claim", {"key": "a-key-of-a-phone-that-is-long"})
    ]
    if method != "update":
        calls.append((f"{rig.at}/moves", {"type": "bid", "amount": 1}))
    if method == "append":
        calls = calls[1:]
    for path, body in calls:
        status, found = rig.post(path, body)
        assert (status, found["code"]) == (503, "store-unavailable"), path
        assert {**rig.document(), "version": 0} == {**before, "version": 0}
        rig.forget()
        assert {**rig.document(), "version": 0} == {**before, "version": 0}, "nor after a restart"
        rig.forget()
    monkeypatch.undo()
    for path, body in calls:
        assert rig.post(path, body)[0] in (200, 201)


@over_both
def test_a_presence_that_cannot_be_kept(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store is away, a phone may still watch."""
    live = rig.service.live(rig.code)
    seat = next(iter(live.names))

    def fails(*_: Any) -> None:
        raise StoreUnavailableError("away")

    with monkeypatch.context() as away:
        away.setattr(rig.store, "reserve", fails)
        live.version = live.stored.version
        seats.present(live, seat, 1)
        version = live.version
    seats.present(live, seat, 1)
    assert live.presence[seat] == 2
    rig.post(f"{rig.at}/moves", {"type": "bid", "amount": 1})
    assert rig.document()["seats"][0]["connected"]
    assert rig.document()["version"] > version


def test_one_write_does_not_take_others_down(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes that wait together share a transaction; one that is refused leaves the others alone."""

    def ticket(revision: int) -> Ticket[Any]:
        found: list[Ticket[Any]] = []
        line = Line(revision, "2026-01-01T00:00:00Z", "host", "move", {"type": "note", "text": "x"})
        with monkeypatch.context() as waiting:
            waiting.setattr(rig.store.database, "write", lambda job, *_: found.append(Ticket(job)))
            rig.store.append(Entry(rig.code, line, body_json(line)))
        return found[0]

    tickets = [ticket(2), ticket(1), ticket(3), ticket(2)]
    rig.store.database._waiting.extend(tickets)
    with rig.store.database._writer:
        rig.store.database._commit_waiting()
    assert [type(ticket.error) for ticket in tickets] == [
        type(None),
        RevisionTakenError,
        type(None),
        RevisionTakenError,
    ]
    assert [line.revision for line in rig.store.lines(rig.code)] == [1, 2, 3]


@over_both
def test_a_write_that_fails_for_its_own_reason_fails_alone(rig: Rig) -> None:
    def writing(words: str) -> Ticket[Any]:
        return Ticket(lambda connection: connection.execute(text(words)))

    insert = "INSERT INTO atlas_history (game, section, row, fact, value, at) VALUES ('%s', 's', 'r', 'f', %s, 't')"
    tickets = [
        writing(insert % ("a", "'1'")),
        writing(insert % ("b", "NULL")),
        writing(insert % ("c", "'3'")),
    ]
    tickets.append(Ticket(lambda _: [][1]))
    rig.store.database._waiting.extend(tickets)
    with rig.store.database._writer:
        rig.store.database._commit_waiting()
    failed = [type(ticket.error) for ticket in tickets]
    assert failed == [type(None), StoreUnavailableError, type(None), IndexError]
    known = "SELECT game FROM atlas_history"
    found = rig.store.database.read(lambda connection: connection.execute(text(known)).scalars().all())
    assert {"a", "b", "c"} & set(found) == {"a", "c"}


class Queue(deque[Any]):
    """Says when somebody has come."""

    def __init__(self) -> None:
        super().__init__()
        self.came = threading.Semaphore(0)

    def append(self, item: Any) -> None:
        super().append(item)
        self.came.release()


class Writes:
    """Writes that a test begins, lets through, and makes fail."""

    def __init__(self, store: SqlStore, names: str) -> None:
        self.database, self.queue = store.database, Queue()
        self.database._waiting = self.queue
        self.begins = {name: threading.Event() for name in names}
        self.gates = {name: threading.Event() for name in names}
        self.written: list[str] = []

    def waits(self, name: str, fails: bool = False) -> threading.Thread:
        """A thread that waits with its write, or is writing."""

        def job(_: Any) -> None:
            self.written.append(name)
            self.begins[name].set()
            assert self.gates[name].wait(PATIENCE)
            if fails:
                raise StoreUnavailableError("away")

        def run() -> None:
            with contextlib.suppress(StoreUnavailableError):
                self.database.write(job)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        assert self.queue.came.acquire(timeout=PATIENCE)
        return thread


@over_both
def test_nobody_waits_for_the_commit_of_another(rig: Rig) -> None:
    """Writes that come during a commit share the next one; when that is done all of them go on, whatever is written
    next."""
    writes = Writes(rig.store, "abcd")
    done = [writes.waits("a"), writes.waits("b", fails=True), writes.waits("c")]
    writes.gates["a"].set()
    assert writes.begins["b"].wait(PATIENCE)
    last = writes.waits("d")
    writes.gates["b"].set()  # it fails, and takes with it what shares its transaction
    for thread in done:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert last.is_alive(), "it writes still"
    writes.gates["d"].set()
    last.join(PATIENCE)
    assert not last.is_alive()
    assert writes.written == ["a", "b", "d"]
    rig.post(f"{rig.at}/moves", {"type": "bid", "amount": 1})
    assert rig.document()["revision"] == 2, "and it goes on"


def test_what_a_move_writes_is_one_transaction(rig: Rig) -> None:
    """A line goes to the driver as it is, its game's end and its seed by SQLAlchemy: kept together, or not at all."""

    def entry(revision: int, dice: str) -> Entry:
        line = Line(revision, "2026-01-01T00:00:00Z", "host", "move", {"type": "note", "text": "x"})
        return Entry(rig.code, line, body_json(line), status="finished", seed=Seed(dice, b"s", revision))

    def kept() -> tuple[int, str, int]:
        table = rig.store.load(rig.code)
        assert table is not None
        return len(rig.store.lines(rig.code)), table.status, len(table.seeds)

    taken = rig.store.load(rig.code)
    assert taken is not None
    with pytest.raises(StoreUnavailableError):
        rig.store.append(entry(2, taken.seeds[0].dice_id))
    assert kept() == (1, "running", 1)
    with pytest.raises(RevisionTakenError):
        rig.store.append(entry(1, "fresh"))
    assert kept() == (1, "running", 1)
    rig.store.append(entry(2, "fresh"))
    assert kept() == (2, "finished", 2)


# --- a real server -----------------------------------------------------------------------------------------


@thorough
def test_locked_by_somebody_else(own_server: Server) -> None:
    """A backup program holds the database: moves wait a while, then are refused; afterwards all is well."""
    party = new_party(own_server.client())
    other = sqlite3.connect(own_server.folder / "companion.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    found = party.move(1, "bid", amount=3, idempotency_key="tap")
    assert found.was == (503, "store-unavailable")
    assert "nothing was recorded" in found.json["detail"]
    assert party.document()["revision"] == 1
    other.execute("ROLLBACK")
    other.close()
    assert party.move(1, "bid", amount=3, idempotency_key="tap").json["revision"] == 2


def test_the_file_may_not_grow(own_server: Server) -> None:
    """The disk takes nothing more: 503, but reading works all the while; with room again it goes on."""
    party = new_party(own_server.client())
    process = own_server.process
    assert process is not None
    hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1_000, hard))
    for _ in range(3):
        found = party.move(1, "bid", amount=3, idempotency_key="tap")
        assert found.status in (503, 507), found.body
        assert party.document()["revision"] == 1
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert party.move(1, "bid", amount=3, idempotency_key="tap").json["revision"] == 2
    own_server.restart()
    party.client = own_server.client()
    assert party.document()["auction"]["high_bid"] == 3


def test_a_store_that_cannot_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says so in one sentence."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("this is no database, but a letter to my aunt" * 100)
    for url in (f"sqlite:///{tmp_path}/folder", f"sqlite:///{tmp_path}/text", "postgresql://x/y", "nonsense"):
        assert main(["check", "--database", url]) == 1
        said = capsys.readouterr().err
        assert said.startswith("companion: ")
        assert len(said.splitlines()) == 1, said
