"""A table is its journal: whatever was played, the lines alone give the same table again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.table.table import Table
from tests.evening_reader import play_evening
from tests.server import some
from tests.table_player import TablePlayer

EVENINGS = sorted((Path(__file__).parent.parent / "evenings").glob("*/*.evening"))


def reread(table: Table) -> Table:
    """The same table from its lines, as a restarted server reads it."""
    replayed = Table(table.journal.lines[0])
    for line in table.journal.lines[1:]:
        replayed.reread(line)
    return replayed


@pytest.mark.parametrize("path", some(EVENINGS, 5), ids=lambda path: path.stem)
def test_an_evening_read_again_is_the_same_table(path: Path) -> None:
    player = TablePlayer()
    play_evening(path, player, GAMES)
    second = reread(player.table)
    assert second.digest(second.state) == player.table.digest(player.table.state)
    assert second.journal.standing() == player.table.journal.standing()
    for line in second.journal.lines[1:]:
        if line.kind == "move":
            state = second.state_at(second.journal.heads[line.revision - 1])
            assert second.line_digest(line, state) == line.digest, f"entry {line.revision}: {line.body}"
