"""A table is its journal: whatever was played, the lines alone give the same table again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from tests.evening_reader import play_evening
from tests.server import some
from tests.table_player import TablePlayer, reread

EVENINGS = sorted((Path(__file__).parent.parent / "evenings").glob("*/*.evening"))


@pytest.mark.parametrize("path", some(EVENINGS, 5), ids=lambda path: path.stem)
def test_an_evening_read_again_is_the_same_table(path: Path) -> None:
    player = TablePlayer()
    play_evening(path, player, GAMES)
    second = reread(player.table.journal.lines)
    assert second.digest(second.state) == player.table.digest(player.table.state)
    assert second.journal.standing() == player.table.journal.standing()
    for line in second.journal.lines[1:]:
        if line.kind == "move":
            state = second.state_at(second.journal.heads[line.revision - 1])
            assert second.line_digest(line, state) == line.digest, f"entry {line.revision}: {line.body}"
