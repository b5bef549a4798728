"""What a table of three says, in English, for tests of sentences and of figures that may be corrected."""

from __future__ import annotations

from typing import Any

from companion.words.text import Text, render
from companion.words.values import Seat
from tests.table_player import TablePlayer

NAMES = {Seat(1): "Ed", Seat(2): "Dave", Seat(3): "Pete"}


def words(text: Text | None) -> str:
    """A text as a player reads it; empty where nothing is said."""
    return "" if text is None else render(text, NAMES)


def said(player: TablePlayer) -> str:
    """What the last entry says."""
    return render(player.table.outcome(player.table.revision).summary, player.names)


def figures(player: TablePlayer) -> dict[tuple[str, str], Any]:
    """All that the host may correct, by account and name."""
    found = player.table.rules.correct.figures(player.state)
    return {(str(each.of), each.name): each for each in found}
