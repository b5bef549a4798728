"""Games that earlier versions have written still read as they did, line by line (see journals/README.md).

Nothing here says how a digest is made: each line carries the one it was written with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from api.app import create_app
from api.settings import Settings
from companion.games import GAMES
from companion.service import Service
from companion.store.sql import SqlStore
from companion.table.journal import Line
from companion.table.table import Table
from companion.vocabulary.moves import COMMON
from companion.vocabulary.rules import Rules
from tests.server import API

FOLDER = Path(__file__).parent / "journals"
VERSIONS = sorted(path for path in FOLDER.iterdir() if path.is_dir())
JOURNALS = sorted(FOLDER.glob("*/*/*.json"))
STEPS = {
    "gulf-mobile-ohio": "action auction choose_colour expand finished",
    "prairie-railroads": "auction build build_start card finished growth growth_choice growth_facts offer",
    "southern-pacific": "auction build_link bull_market card_tie finished operation sale",
    "texas-pacific": "auction decision finished",
    "union-pacific": "draw_share finished reveal third_player turn",
}
"""Every step a game can stand at."""
KINDS = ("begin", "move", "undo", "undo past the end", "redo", "replace", "strike", "insert", "seed")
"""Every kind of line; amendments by what they do."""

every_journal = pytest.mark.parametrize(
    "path", JOURNALS, ids=[path.relative_to(FOLDER).with_suffix("").as_posix() for path in JOURNALS]
)
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@cache
def figures(version: Path, game: str) -> Any:
    """What was shown of a game's journals by the version that wrote them, by journal."""
    return read(version / f"{game}.figures.json")


def shown_then(path: Path) -> dict[str, Any]:
    return dict(figures(path.parent.parent, path.parent.name)[path.stem])


def folded(lines: list[dict[str, Any]]) -> Iterator[Table]:
    """The table after each line, read as a journal is read when its table is opened."""
    table = Table(Line(**lines[0]))
    yield table
    for line in lines[1:]:
        table.reread(Line(**line))
        yield table


# --- through the domain ------------------------------------------------------------------------------


@every_journal
def test_every_line_reads_as_it_did(path: Path) -> None:
    """It gives the digest that was recorded with it, and the step it led to; and what it did can be told."""
    lines, steps = read(path)["lines"], shown_then(path)["steps"]
    for table, line, step in zip(folded(lines), lines, steps, strict=True):
        told = f"line {line['revision']}, {line['body'].get('type', line['kind'])}"
        assert table.line_digest(Line(**line), table.state) == line["digest"], told
        assert table.view().step == step, told
        assert table.outcome(line["revision"]) is not None, told


# --- through the service -----------------------------------------------------------------------------


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
        self.at = f"{API}/tables/{made.json['code']}"
        self.key = {"Authorization": f"Bearer {made.json['host_key']}"}
        self.live = app.extensions["companion"].live(made.json["code"])

    def get(self, path: str = "") -> Any:
        found = self.client.get(f"{self.at}{path}", headers=self.key)
        assert found.status_code == 200, found.text
        return found.json

    def post(self, verb: str, **body: Any) -> tuple[int, str]:
        found = self.client.post(f"{self.at}/{verb}", json=body, headers=self.key)
        return found.status_code, found.json.get("code", "")

    def shown(self) -> dict[str, Any]:
        return shown_of(self.get(), self.get("/settlement"))


def differs(now: Any, then: Any, at: str = "") -> Iterator[str]:
    """What is shown otherwise than it was. Members may have come since."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for name, value in then.items():
            yield from differs(now.get(name, "nothing"), value, f"{at}.{name}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (one, was) in enumerate(zip(now, then, strict=True)):
            yield from differs(one, was, f"{at}.{number}")
    elif now != then:
        yield f"{at}: {now!r}, not {then!r}"


@every_journal
def test_it_is_imported_undone_and_played_again(path: Path, app: Flask) -> None:
    """A table with the same lines and figures. Undone it shows what it showed then; done again, what it shows now."""
    document, then = read(path), shown_then(path)
    lines, steps = document["lines"], then.pop("steps")
    table = Imported(app, path)
    table.live.check_every_line()
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
        assert table.live.table.view() == before.view()
        assert table.get()["step"] == steps[to - 1]
        assert table.post("redo") == (201, "")
        assert list(differs(table.shown(), then)) == []


def undone_to(table: Table, lines: list[dict[str, Any]]) -> list[int]:
    """A line in the midst of those that stand, and the first of them after which nothing was read from the board: that
    would stay known, whatever is undone."""
    learned = max((line["revision"] for line in lines if Line(**line).facts), default=0)
    standing = [one for one in table.journal.standing()[:-1] if learned <= one < len(lines)]
    return sorted({standing[0], standing[len(standing) // 2]}) if standing else []


# --- what there is ------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_none_is_changed_or_removed(version: Path) -> None:
    """SHA256SUMS has every file of a version, as `sha256sum` writes it."""
    rows = (version / "SHA256SUMS").read_text("utf-8").splitlines()
    written = {name: digest for digest, name in (row.split("  ", 1) for row in rows)}
    there = {
        path.relative_to(version).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in version.rglob("*.json")
    }
    assert there == written


def told(slug: str) -> Iterator[dict[str, Any]]:
    """All lines of a game's journals."""
    for path in JOURNALS:
        if path.parent.name == slug:
            yield from read(path)["lines"]


@every_game
def test_every_move_stands_in_one(rules: Rules[Any]) -> None:
    made = {line["body"]["type"] for line in told(rules.slug) if line["kind"] == "move"}
    assert {cls.TYPE.name for cls in (*rules.moves, *COMMON)} <= made


@every_game
def test_every_step_is_come_to_in_one(rules: Rules[Any]) -> None:
    """A game's journals have lines after which it stands at each of its steps, and at no other."""
    written = (path for version in VERSIONS for path in version.glob(f"{rules.slug}.figures.json"))
    found = {step for path in written for shown in read(path).values() for step in shown["steps"]}
    assert found == set(STEPS[rules.slug].split())


@every_game
def test_every_kind_of_line_stands_in_one(rules: Rules[Any]) -> None:
    """Undone, done again, amended in each way, imported, and undone past the end with a new seed; by everybody."""
    kinds, by = set(), set()
    for line in told(rules.slug):
        kind, body = line["kind"], line["body"]
        if kind == "amend":
            kind = "insert" if "before" in body else "strike" if body["move"] is None else "replace"
        elif kind == "undo" and "dice" in body:
            kind = "undo past the end"
        kinds.add(kind)
        by.add(line["by"].partition(":")[0])
    assert kinds == set(KINDS)
    auctions = any(cls.TYPE.name == "bid" for cls in rules.moves)
    assert by == {"app", "host", "seat"} | ({"limit"} if auctions else set())
