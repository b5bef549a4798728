"""A state that was saved and read back is the very same one, and is used only with the very same journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from companion import __version__, games
from companion.table import snapshots
from companion.table.journal import Line
from companion.table.snapshots import Snapshot, SnapshotError, begin_at, state_of, taken, to_take
from companion.table.table import Table
from companion.vocabulary.reading_back import read_back, written
from tests.server import some
from tests.table_player import reread

ALL = sorted((Path(__file__).parent.parent / "journals").glob("*/*/*.json"))
JOURNALS = some(ALL, 12)
"""Of all games, formats and kinds of lines."""


def lines_of(path: Path) -> list[Line]:
    return [Line(**line) for line in json.loads(path.read_text("utf-8"))["lines"]]


def game_of(table: Table) -> str:
    return table.rules.box.slug


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_state_there_and_back(path: Path) -> None:
    lines = lines_of(path)
    table = reread(lines)
    for line, node in list(zip(lines, table.journal.heads, strict=True))[1::7]:
        state = table.state_at(node)
        found = state_of(taken(line.revision, line.digest, state, game_of(table)), table)
        assert found == state
        assert found.atlas == state.atlas
        assert written(found) == written(state), "in the same order too"
        assert table.digest(found) == table.digest(state)


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_played_on_from_the_middle(path: Path) -> None:
    """Whatever is shown afterwards, even of what came before, is as if all lines had been played."""
    lines = lines_of(path)
    whole, other = reread(lines), reread(lines)
    middle = len(lines) // 2
    if middle > 1:
        before = whole.state_at(whole.journal.heads[middle - 1])
        begin_at(other, taken(middle, lines[middle - 1].digest, before, game_of(whole)))
    for line in reversed(lines):
        assert other.outcome(line.revision) == whole.outcome(line.revision)
        nodes = (table.journal.heads[line.revision - 1] for table in (whole, other))
        states = [table.state_at(node) for table, node in zip((whole, other), nodes, strict=True)]
        assert states[0] == states[1]
        assert other.line_digest(line, states[1]) == line.digest
    assert other.view() == whole.view()
    assert other.offers() == whole.offers()


LONG = max(ALL, key=lambda path: path.stat().st_size)


def long() -> tuple[Table, Snapshot]:
    lines = lines_of(LONG)
    table = reread(lines)
    _ = table.state
    node = to_take(table, 20)
    assert node is not None
    assert node.state is not None
    return table, taken(node.line.revision, node.line.digest, node.state, game_of(table))


def signed(snapshot: Snapshot, old: str, new: str) -> Snapshot:
    """Somebody has changed it, and its digest as well."""
    assert old in snapshot.body
    body = snapshot.body.replace(old, new, 1)
    return replace(snapshot, body=body, digest=sha256(body.encode()).hexdigest())


DOUBTS: dict[str, Callable[[Snapshot], Snapshot]] = {
    "another program": lambda one: replace(one, program="0.0.9"),
    "another line": lambda one: replace(one, revision=one.revision - 1),
    "a line that is not there": lambda one: replace(one, revision=100_000),
    "the first line": lambda one: replace(one, revision=1),
    "another journal": lambda one: replace(one, line="f" * 64),
    "a byte": lambda one: replace(one, body=one.body.replace("1", "2", 1)),
    "cut off": lambda one: replace(one, body=one.body[:-10]),
    "another figure": lambda one: signed(one, '"dividends":6', '"dividends":5'),
    "no JSON": lambda one: signed(one, '{"record"', "{"),
    "a member more": lambda one: signed(one, '"seats":', '"chairs":3,"seats":'),
    "a class of others": lambda one: signed(one, '{"record":"companion.', '{"record":"os.'),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_any_doubt(doubt: str) -> None:
    table, snapshot = long()
    assert state_of(snapshot, table) == table.state_at(table.journal.heads[snapshot.revision - 1])
    with pytest.raises(SnapshotError):
        state_of(DOUBTS[doubt](snapshot), table)


def test_another_release_of_a_games_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new release may play the same lines differently."""
    table, _ = long()
    slug = game_of(table)
    found = games._GAMES[slug]
    monkeypatch.setitem(games._GAMES, slug, found._replace(release="two-rivers 1.0"))
    table, snapshot = long()
    assert snapshot.program == f"{__version__} two-rivers 1.0"
    state_of(snapshot, table)
    monkeypatch.setitem(games._GAMES, slug, found._replace(release="two-rivers 1.1"))
    with pytest.raises(SnapshotError, match="two-rivers"):
        state_of(snapshot, table)


def test_what_no_record_is() -> None:
    for value in (object(), {"a": object()}, (1.5,), {"a": {1}}):
        with pytest.raises(TypeError):
            written(value)
    assert read_back(written({(1, "a"): (None, True), "b": frozenset({"y", "x"})})) == {
        (1, "a"): (None, True),
        "b": frozenset({"x", "y"}),
    }


def test_what_is_worth_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a state in memory, and only if all entries that are shown at once come after it."""
    lines = lines_of(LONG)
    table = reread(lines)
    assert to_take(table, 20) is None, "nothing is played yet"
    _ = table.state
    node = to_take(table, 20)
    assert node is not None
    assert 1 < node.line.revision <= len(lines) - 20
    assert to_take(table, len(lines)) is None
    assert snapshots.to_take(table, 0) is table.journal.head
