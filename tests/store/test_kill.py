"""kill -9 at any moment: what was answered 201 is there, once, and the table goes on.

A kill does not test fsync, for the page cache outlives the process: that the commit is FULL is asserted by itself.
"""

from __future__ import annotations

import http.client
import random
import sqlite3
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.store.sql import SqlStore
from tests.server import PATIENCE, Party, Server, new_party, times

KILLS = times(200, 100)
KILLS_A_TABLE = 5
PHONES = 6
ANSWERS = PHONES, 20 * PHONES
"""How many moves are answered before a kill."""
GONE = (OSError, http.client.HTTPException)


@dataclass(slots=True)
class Sent:
    """A move that was sent, and the entry it was answered with; None: the answer never came."""

    party: Party
    seat: int
    body: dict[str, Any]
    idempotency_key: str
    entry: Any = None


@dataclass(slots=True)
class Load:
    """Phones that post as fast as they can, until the server is gone."""

    server: Server
    parties: list[Party]
    sent: list[Sent] = field(default_factory=list)
    answers: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def run(self, chance: random.Random, kill_number: int) -> None:
        """The kill comes after some answers, while all other phones are busy."""
        threads = [threading.Thread(target=self._phone, args=(n, kill_number)) for n in range(PHONES)]
        for thread in threads:
            thread.start()
        for _ in range(chance.randint(*ANSWERS)):
            assert self.answers.acquire(timeout=PATIENCE)
        self.server.kill()
        for thread in threads:
            thread.join(PATIENCE)

    def _phone(self, number: int, kill_number: int) -> None:
        client = self.server.client()
        for n in range(100_000):
            party = self.parties[(number + n) % len(self.parties)]
            words = f"{kill_number}.{number}.{n}"
            body: dict[str, Any] = {"type": "note", "text": words}
            if n % 3 == 1:
                figure = {"of": f"seat:{n % 3 + 1}", "name": "cash", "value": 40 + n % 40}
                body = {"type": "correct", "set": [figure], "note": words}
            seat = 0 if body["type"] == "correct" else number % 4
            one = Sent(party, seat, body, words)
            self.sent.append(one)
            try:
                found = client.post(f"{party.at}/moves", body, party.key(seat), idempotency_key=words)
            except GONE:
                return
            assert found.status == 201, found.body
            one.entry = found.json["entry"]
            self.answers.release()


def journal(party: Party) -> list[Any]:
    items: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = party.client.get(f"{party.at}/moves?after={after}&limit=500").json
        items, after = items + page["items"], page["next"]
    return items


def test_killed_under_load(own_server: Server) -> None:
    chance = random.Random(7)
    parties: list[Party] = []
    for kill_number in range(KILLS):
        if kill_number % KILLS_A_TABLE == 0:
            parties = [new_party(own_server.client()) for _ in range(3)]
        load = Load(own_server, parties)
        load.run(chance, kill_number)
        own_server.start()
        for party in parties:
            party.client = own_server.client()
            _check(party, [item for item in load.sent if item.party is party])
    answered = sum(item.entry is not None for item in load.sent)
    assert answered > PHONES


def _check(party: Party, sent: list[Sent]) -> None:
    document = party.document(party.host)
    entries = journal(party)
    assert [entry["revision"] for entry in entries] == list(range(1, document["revision"] + 1))
    by_words: dict[str, list[Any]] = {}
    for entry in entries:
        words = entry["move"].get("text") or entry["move"].get("note")
        by_words.setdefault(words, []).append(entry)
    money = document["bank"]["balance"] + sum(seat["cash"] for seat in document["seats"])
    assert money == document["bank"]["paper_total"]
    for item in sent:
        found = by_words.get(item.idempotency_key, [])
        if item.entry is not None:
            assert len(found) == 1, f"{item.idempotency_key} was answered 201 and stands {len(found)} times"
            assert found[0]["revision"] == item.entry["revision"]
            assert found[0]["move"] == item.entry["move"]
        assert len(found) <= 1
    # the phones try again what they got no answer to, and a few others
    for item in [*(item for item in sent if item.entry is None), *sent[-10:]]:
        was = by_words.get(item.idempotency_key)
        second = party.client.post(
            f"{party.at}/moves", item.body, party.key(item.seat), idempotency_key=item.idempotency_key
        )
        assert second.status == 201
        assert second.json["entry"] == item.entry or item.entry is None
        if was:
            assert second.json["revision"] == was[0]["revision"]
    words = [entry["move"].get("text") or entry["move"].get("note") for entry in journal(party)]
    shown = [item.idempotency_key for item in sent]
    assert sorted(word for word in words if word in set(shown)) == sorted(shown), "each of them once"


def test_every_commit_is_synced(tmp_path: Path) -> None:
    """201 means on disk: the write-ahead log is synced at each commit, on every connection there is."""
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    store.secret()
    writing = store.database._writing
    assert writing is not None
    for connection in (writing, store.database._engine.connect(), store.database._engine.connect()):
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "FULL"
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5_000
    store.close()


def test_what_is_answered_is_committed(own_server: Server) -> None:
    """When the 201 is there, another process sees the line, its key and its digest: one transaction."""
    party = new_party(own_server.client())
    with sqlite3.connect(own_server.folder / "companion.sqlite") as other:
        for n in range(20):
            revision = party.move(1, "note", text=str(n), idempotency_key=f"key{n}").json["revision"]
            line = other.execute("SELECT digest FROM line WHERE revision = ?", (revision,)).fetchall()
            assert len(line) == 1
            assert len(line[0][0]) == 64
            key = other.execute("SELECT revision FROM idempotency_key WHERE key = ?", (f"key{n}",)).fetchall()
            assert key == [(revision,)]
    other.close()
