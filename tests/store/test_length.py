"""A journal may become as long as an import accepts: 10,000 lines, or 3.5 MB of export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Connection, event

from api.app import create_app
from api.settings import Settings
from companion.cli import main
from companion.service import Service, exports, length, limits, moving
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.store import rows, schema
from companion.store.sql import SqlStore
from companion.table.journal import Line, body_json
from companion.words.values import Seat
from tests.playing import STARTS
from tests.server import API, thorough

HOST = Viewer("host")
NOTE = {"type": "note", "seat": 1}


@dataclass(slots=True)
class Room:
    """A table of Prairie Railroads in the first auction, over a real store and the real app."""

    database: str
    store: SqlStore
    client: FlaskClient
    service: Service
    code: str
    key: str

    @property
    def live(self) -> Live:
        return self.service.live(self.code)

    def call(self, path: str, body: Any = None) -> tuple[int, Any]:
        at = path if path.startswith("/tables") else f"/tables/{self.code}{path}"
        found = self.client.post(API + at, json=body, headers={"Authorization": f"Bearer {self.key}"})
        return found.status_code, found.json

    def move(self, **fields: Any) -> tuple[int, Any]:
        return self.call("/moves", fields)

    def export(self) -> bytes:
        at, key = f"{API}/tables/{self.code}/export", {"Authorization": f"Bearer {self.key}"}
        found = self.client.get(at, headers=key)
        assert found.status_code == 200
        return bytes(found.data)

    def filled(self, lines: int, text: str) -> None:
        """Filled with notes up to that many lines; a note changes no state."""
        moving.play(self.live, HOST, {**NOTE, "text": text}, lambda made: made)
        table = self.live.table
        note = table.journal.lines[-1]
        for revision in range(note.revision + 1, lines + 1):
            line = replace(note, revision=revision)
            table.reread(replace(line, digest=table.line_digest(line, table.state)))
        written = [
            rows.line_row(self.code, line, body_json(line)) for line in table.journal.lines[note.revision :]
        ]
        self.store.database.write(lambda c: rows.insert_many(c, schema.lines, written))
        self.service._tables.clear()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    database = f"sqlite:///{tmp_path}/companion.sqlite"
    store = SqlStore(database)
    service = Service(store)
    client = create_app(service, Settings(limits=False)).test_client()
    made = service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"first_bidder": 1}, {}, None)
    yield Room(database, store, client, service, made.live.code, made.host_key)
    store.close()


def test_as_many_lines_as_an_import_takes(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of twenty lines, eighteen may be anything; then no more notes and facts are taken; then nothing. The game can
    be exported and imported as often as one likes, though each import adds a line for new dice."""
    monkeypatch.setattr(length, "MOST_LINES", 20)
    bid = iter(range(1, 40))
    for _ in range(8):
        assert room.move(type="bid", amount=next(bid))[0] == 201
        assert room.move(**NOTE, text="x")[0] == 201
    assert room.move(**NOTE, text="the eighteenth")[1]["revision"] == 18
    facts = {"cities": {"Nowhere": {"new": True}}}
    for refused in ({**NOTE, "text": "x"}, {"type": "learn", "seat": 1, "facts": facts}):
        status, found = room.move(**refused)
        assert (status, found["code"]) == (409, "not-now"), found
        assert "nearly full" in found["detail"]
        assert room.call("/moves?dry_run=true", refused)[0] == 409, "and it is said beforehand"
    assert room.move(type="bid", amount=next(bid))[0] == 201
    assert room.call("/undo")[1]["revision"] == 20
    before = room.live.table.revision
    for path, body in (
        ("/moves", {"type": "bid", "amount": next(bid)}),
        ("/moves", {"type": "correct", "set": [{"of": "seat:3", "name": "cash", "value": 39}]}),
        ("/undo", None),
        ("/redo", None),
        ("/amend", {"revision": 2, "move": {"type": "bid", "seat": 1, "amount": 1}}),
    ):
        status, found = room.call(path, body)
        assert (status, found["code"]) == (409, "not-now"), (path, found)
        assert "The log of this table is full" in found["detail"]
    assert room.live.table.revision == before == 20
    exported = json.loads(room.export())
    for revisions in (21, 22):
        status, taken = room.call("/tables/import", exported)
        assert (status, taken["table"]["revision"]) == (201, revisions)
        exported = exports.export(room.service.live(taken["code"]))
    exported["lines"].insert(1, dict(exported["lines"][1]))
    for n, line in enumerate(exported["lines"], 1):
        line["revision"] = n
    status, found = room.call("/tables/import", exported)
    assert (status, found["code"]) == (422, "invalid")
    assert "This game has 21 entries; the limit is 20" in found["detail"]


def test_as_many_bytes(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    assert room.move(**NOTE, text="x" * 500)[0] == 201
    most = room.live.weight + 2_000
    monkeypatch.setattr(length, "MOST_BYTES", most)
    monkeypatch.setattr(length, "TALK_SHARE", (most - 900) / most)
    assert room.move(**NOTE, text="é" * 250)[0] == 201, "a letter may have two bytes"
    assert room.move(**NOTE, text="x" * 500)[1]["code"] == "not-now"
    assert room.move(type="bid", amount=1)[0] == 201
    reason = {"set": [{"of": "seat:1", "name": "cash", "value": 39}], "note": "x" * 500}
    assert room.move(type="correct", **reason)[0] == 201
    status, found = room.move(type="correct", **reason)
    assert (status, found["code"]) == (409, "not-now")
    assert room.move(type="bid", amount=2)[0] == 201, "what is short enough still goes"
    exported = json.loads(room.export())
    assert room.call("/tables/import", exported)[0] == 201
    monkeypatch.setattr(length, "MOST_BYTES", room.live.weight - 1)
    status, found = room.call("/tables/import", exported)
    assert (status, found["code"]) == (422, "invalid")
    assert "exceed" in found["detail"]


def test_the_figure_is_what_an_export_weighs(room: Room) -> None:
    """Whoever writes a line keeps it up to date; after a restart it is the same."""
    room.move(type="bid", amount=1)
    room.move(**NOTE, text='„Ed“ \\ "says" \u2028 \t 🚂')
    room.call("/undo")
    room.call("/redo")
    room.call("/amend", {"revision": 2, "move": {"type": "bid", "seat": 1, "amount": 3}})
    other = Service(room.store)  # as `companion import` beside a server, or a second one
    moving.play(other.live(room.code), HOST, {**NOTE, "text": "from elsewhere"}, lambda made: made)
    room.move(type="bid", amount=4)
    lines = json.loads(room.export())["lines"]
    assert len(lines) == 8
    plain = sum(
        len(json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode()) + 1 for item in lines
    )
    assert room.live.weight == plain
    room.service._tables.clear()
    assert room.live.weight == plain


@pytest.mark.parametrize(("most", "by"), [(3, ["app", "host", "limit"]), (2, ["app", "host"])])
def test_a_secret_limit_at_the_end(
    most: int, by: list[str], room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It still bids when no more notes are taken; when nothing is taken, it does nothing."""
    monkeypatch.setattr(length, "MOST_LINES", most)
    limits.put(room.live, Viewer("seat", Seat(2)), lambda: 9)
    assert room.move(type="bid", amount=1)[0] == 201
    assert [line.by for line in room.live.table.journal.lines] == by
    assert room.move(type="bid", amount=3)[0] == 409


def test_a_fact_a_step_waits_for_is_a_move(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The growth chart is asked for its row: without it nobody could play on."""
    for seat, start, end, cities in STARTS:
        assert room.move(type="auction_result", winner=seat, amount=20)[0] == 201
        shown = {"facts": {"cities": cities}} if cities else {}
        assert room.move(type="build_start", seat=seat, **{"from": start, "to": end}, **shown)[0] == 201
    assert room.move(type="play_card", card="CT", source="hand")[0] == 201
    made = room.move(type="roll_growth", dice=[3, 3])[1]
    assert made["table"]["step"] == "growth_facts"
    monkeypatch.setattr(length, "MOST_LINES", made["revision"] + 2)
    assert room.move(**NOTE, text="x")[1]["code"] == "not-now"
    row = {"growth": {"33": {"primary": "Marysville", "secondary": None}}}
    assert room.move(type="learn", facts={"growth": {"44": {"primary": "Troy"}}})[1]["code"] == "not-now"
    status, found = room.move(type="learn", facts=row)
    assert (status, found["table"]["step"]) == (201, "build")


def line(text: str) -> Line:
    """A note as the host sends it: a time has 24 letters, a digest 64."""
    return Line(9_999, "2026-01-01T00:00:00.000Z", "host", "move", {**NOTE, "text": text}, "0" * 64)


@thorough
def test_a_full_one_goes_out_and_in_again(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At full size, with the longest notes: what the server exports it can import, and so can the command."""
    long, short = (length.weights([line(text)]) for text in ("x" * 500, "y"))
    notes = (3_499_000 - room.live.weight - 9_999 * short) // (long - short)
    room.filled(1 + notes, "x" * 500)
    room.filled(9_999, "y")
    full = room.live
    assert 3_490_000 < full.weight <= 3_500_000
    assert room.move(type="bid", amount=1)[0] == 201
    assert room.move(type="bid", amount=2)[0] == 409
    sent = room.export()
    assert len(sent) <= 4 * 1024 * 1024
    assert room.call("/tables/import", json.loads(sent))[0] == 201
    assert main(["export", "--database", room.database, room.code]) == 0
    file = tmp_path / "game.json"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert file.stat().st_size <= 4 * 1024 * 1024, "a file made by the command can be read in by a page"
    assert main(["import", "--database", room.database, str(file)]) == 0


def test_a_long_game_is_written_in_few_statements(room: Room) -> None:
    """The driver asks for its turn at the interpreter after each row that it is given by itself; meanwhile nobody else
    can write."""
    note = room.live.table.journal.lines[0]
    statements: list[str] = []
    written = [
        rows.line_row(room.code, replace(note, revision=n, by=f"seat:{n}"), f'{{"n":{n}}}')
        for n in range(1_001, 2_251)
    ]

    def heard(_c: Any, _cursor: Any, words: str, _values: Any, _context: Any, many: bool) -> None:
        assert not many
        statements.append(words)

    def job(c: Connection) -> None:
        event.listen(c, "before_cursor_execute", heard)
        rows.insert_many(c, schema.lines, written)
        event.remove(c, "before_cursor_execute", heard)

    room.store.database.write(job)
    assert len(statements) == 3
    kept = [line for line in room.store.lines(room.code) if line.revision > 1_000]
    assert [(line.by, line.body) for line in kept] == [(f"seat:{n}", {"n": n}) for n in range(1_001, 2_251)]
