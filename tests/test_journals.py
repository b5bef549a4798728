"""Games that earlier versions have written still read as they did, line by line (see journals/README.md); tests/api
has what the server makes of them.

Nothing here says how a digest is made: each line carries the one it was written with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.table.journal import Line
from companion.table.table import Table
from companion.vocabulary.common_moves import COMMON
from companion.vocabulary.rules import Rules

FOLDER = Path(__file__).parent / "journals"
VERSIONS = sorted(path for path in FOLDER.iterdir() if path.is_dir())
JOURNALS = sorted(FOLDER.glob("*/*/*.json"))
STEPS = {
    "bank": "auction bank finished",
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
RELEASED = [rules for rules in GAMES if rules.box.slug in STEPS]
"""A new game has no journals of earlier versions before a release has written some."""
NEWER = {"bank"}
"""Games that came after 0.1.0: what is the same in every game, such as an amendment, is in the others' journals."""
every_game = pytest.mark.parametrize("rules", RELEASED, ids=lambda rules: rules.box.slug)


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


@every_journal
def test_every_line_reads_as_it_did(path: Path) -> None:
    """It gives the digest that was recorded with it, and the step it led to; and what it did can be told."""
    lines, steps = read(path)["lines"], shown_then(path)["steps"]
    for table, line, step in zip(folded(lines), lines, steps, strict=True):
        answer = f"line {line['revision']}, {line['body'].get('type', line['kind'])}"
        assert table.line_digest(Line(**line), table.state) == line["digest"], answer
        assert table.view().step == step, answer
        assert table.outcome(line["revision"]) is not None, answer


def test_every_game_that_was_released_is_looked_at() -> None:
    assert {path.parent.name for path in JOURNALS} == set(STEPS)


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


def bodies(slug: str) -> Iterator[dict[str, Any]]:
    """All lines of a game's journals."""
    for path in JOURNALS:
        if path.parent.name == slug:
            yield from read(path)["lines"]


UNRELEASED = {"position"}
"""Moves that no release has written yet."""


@every_game
def test_every_move_stands_in_one(rules: Rules[Any]) -> None:
    made = {line["body"]["type"] for line in bodies(rules.box.slug) if line["kind"] == "move"}
    alike = () if rules.box.slug in NEWER else COMMON
    assert {cls.TYPE.name for cls in (*rules.play.moves, *alike)} - made <= UNRELEASED


@every_game
def test_every_step_is_come_to_in_one(rules: Rules[Any]) -> None:
    """A game's journals have lines after which it stands at each of its steps, and at no other."""
    written = (path for version in VERSIONS for path in version.glob(f"{rules.box.slug}.figures.json"))
    found = {step for path in written for shown in read(path).values() for step in shown["steps"]}
    assert found == set(STEPS[rules.box.slug].split())


@every_game
def test_every_kind_of_line_stands_in_one(rules: Rules[Any]) -> None:
    """Undone, done again, amended in each way, imported, and undone past the end with a new seed; by everybody."""
    kinds, by = set(), set()
    for line in bodies(rules.box.slug):
        kind, body = line["kind"], line["body"]
        if kind == "amend":
            kind = "insert" if "before" in body else "strike" if body["move"] is None else "replace"
        elif kind == "undo" and "dice" in body:
            kind = "undo past the end"
        kinds.add(kind)
        by.add(line["by"].partition(":")[0])
    if rules.box.slug in NEWER:
        assert kinds <= set(KINDS)
        return
    assert kinds == set(KINDS)
    auctions = any(cls.TYPE.name == "bid" for cls in rules.play.moves)
    assert by == {"app", "host", "seat"} | ({"limit"} if auctions else set())
