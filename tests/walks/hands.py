"""Hands that do what every entry says and nothing else, without knowing any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.table.table import Table
from companion.vocabulary.board import Instruction, whatever
from companion.vocabulary.common_moves import Correct
from companion.words.text import Text, render


class Hands:
    """What they have done and not taken back, and on which space each piece stands."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.stands: dict[str, int | None] = {}
        self.followed = 0
        self.lost = False

    def follow(self, table: Table) -> None:
        """Read all entries since last time, up to the first correction, which says that the table was different all
        along."""
        new = table.journal.lines[self.followed :]
        self.lost = self.lost or any(line.body.get("type") == Correct.TYPE.name for line in new)
        for line in new if not self.lost else ():
            self._do(table.outcome(line.revision).instructions)
        self.followed = table.revision

    def _do(self, instructions: Iterable[Instruction]) -> None:
        for instruction in instructions:
            for part in instruction.parts or (instruction,):
                if part.marker is not None:
                    self._move(part)
                elif part.kind == "take_back":
                    self.done[render(whatever(_what(part.text), part.besides), {})] -= 1
                else:
                    self.done[render(whatever(part.text, part.besides), {})] += 1

    def _move(self, one: Instruction) -> None:
        assert one.marker is not None
        piece = one.marker.piece
        stands = self.stands.get(piece, one.marker.old)
        assert stands == one.marker.old, f"{piece} stands at {stands}: {render(one.text, {})}"
        self.stands[piece] = one.marker.new

    def check(self, table: Table) -> None:
        """The board is that of the lines that count now."""
        if self.lost:
            return
        shown = Hands()
        for node in reversed([*table.journal.head.in_force()]):
            if node.amended is None:
                shown._do(table.done_at(node).instructions)
        left, wanted = +self.done, +shown.done
        assert self.done == left, f"taken back, but never done: {-self.done}"
        assert left == wanted, f"on the board, not in the books: {left - wanted}; missing: {wanted - left}"
        # A piece whose every move was taken back stands where the game laid it out, wherever that is.
        moved = {piece for piece, space in shown.stands.items() if space != self.stands[piece]}
        assert not moved, f"not where the books have them: {moved}"


def _what(text: Text) -> Text:
    what = dict(text.facts)["what"]
    assert isinstance(what, Text)
    return what
