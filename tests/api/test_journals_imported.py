"""Games that earlier versions have written, read in again: the same lines and figures, undone and played again.

Some of them in `make test`; tests/test_journals.py reads every line of every one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api.app import create_app
from api.settings import Settings
from companion.service import Service
from companion.service.folding import check_every_line
from companion.store.sql import SqlStore
from companion.table.journal import Line
from companion.table.table import Table
from tests.server import API, some
from tests.test_journals import FOLDER, JOURNALS, folded, read, shown_then


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The server's own program over an empty database, in this process."""
    store = SqlStore(f"sqlite:///{tmp_path_factory.mktemp('journals')}/companion.sqlite")
    yield create_app(Service(store), Settings(limits=False))
    store.close()


def shown_of(table: Mapping[str, Any], settled: Mapping[str, Any]) -> dict[str, Any]:
    """What stands beside the journals in `figures`, but for the steps."""
    phones = ("claimed", "connected")
    return {
        **{name: table[name] for name in ("status", "round", "railroads")},
        "seats": [{name: seat[name] for name in seat if name not in phones} for seat in table["seats"]],
        "to_act": table["turn"]["seats"],
        "bank": table["bank"]["balance"],
        "settlement": [
            {**payoff, "amounts": [line["amount"] for line in payoff["lines"]]}
            for payoff in settled["seats"] or ()
        ],
    }


class Imported:
    """A table from a journal, and the host's key."""

    def __init__(self, app: Flask, path: Path) -> None:
        self.client = app.test_client()
        # As it stands: the order of its members is the order in which they were told.
        made = self.client.post(
            f"{API}/tables/import", data=path.read_bytes(), content_type="application/json"
        )
        assert made.status_code == 201, made.text
        table = made.get_json()
        self.at = f"{API}/tables/{table['code']}"
        self.key = {"Authorization": f"Bearer {table['host_key']}"}
        self.live = app.extensions["companion"].live(table["code"])

    def get(self, path: str = "") -> Any:
        found = self.client.get(f"{self.at}{path}", headers=self.key)
        assert found.status_code == 200, found.text
        return found.json

    def post(self, verb: str, **body: Any) -> tuple[int, str]:
        found = self.client.post(f"{self.at}/{verb}", json=body, headers=self.key)
        return found.status_code, found.get_json().get("code", "")

    def shown(self) -> dict[str, Any]:
        return shown_of(self.get(), self.get("/settlement"))


WORDING = ("formula", "label", "tie_break")
"""The wording of sentences improves with time; what they are about, and every state, stay the same."""


def differs(now: Any, then: Any, at: str = "") -> Iterator[str]:
    """What is shown differently from then, except how it is worded. There may be new members since."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for name, value in then.items():
            if name in WORDING and isinstance(value, str):
                continue
            yield from differs(now.get(name, "nothing"), value, f"{at}.{name}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (item, was) in enumerate(zip(now, then, strict=True)):
            yield from differs(item, was, f"{at}.{number}")
    elif now != then:
        yield f"{at}: {now!r}, not {then!r}"


IMPORTED = some(JOURNALS, 18)


@pytest.mark.parametrize(
    "path", IMPORTED, ids=[path.relative_to(FOLDER).with_suffix("").as_posix() for path in IMPORTED]
)
def test_it_is_imported_undone_and_played_again(path: Path, app: Flask) -> None:
    """A table with the same lines and figures. Undone it shows what it showed then; done again, what it shows now."""
    document, then = read(path), shown_then(path)
    lines, steps = document["lines"], then.pop("steps")
    table = Imported(app, path)
    check_every_line(table.live.table, table.live.damaged)
    assert list(differs(table.shown(), then)) == []
    exported = table.get("/export")
    assert exported["lines"][: len(lines)] == lines
    assert [line["kind"] for line in exported["lines"][len(lines) :]] in ([], ["seed"])
    for same in ("export", "game", "players", "finished"):
        assert exported[same] == document[same]
    assert exported["dice"]["rolls"] == document["dice"]["rolls"]

    moved = len(lines) > 1
    assert table.post("undo") == ((201, "") if moved else (409, "not-now"))
    assert table.post("redo") == ((201, "") if moved else (409, "not-now"))
    assert list(differs(table.shown(), then)) == []

    for to in undone_to(table.live.table, lines):
        assert table.post("undo", to=to) == (201, "")
        *_, before = folded(lines[:to])
        with table.live.lock:  # whoever asks what is shown holds it: others look at the table meanwhile
            now = table.live.table.view()
        assert now == before.view()
        assert table.get()["step"] == steps[to - 1]
        assert table.post("redo") == (201, "")
        assert list(differs(table.shown(), then)) == []


def undone_to(table: Table, lines: list[dict[str, Any]]) -> list[int]:
    """A line in the middle of those that count, and the first of them after which nothing was read from the board:
    what was read would stay known, whatever is undone."""
    learned = max((line["revision"] for line in lines if Line(**line).facts), default=0)
    standing = [item for item in table.journal.standing()[:-1] if learned <= item < len(lines)]
    return sorted({standing[0], standing[len(standing) // 2]}) if standing else []
