"""The journal: an append-only list of lines, and which of them still stand.

Undo and redo are lines too; nothing is deleted. A line's place in the fold is a `Node`: its parent is the line
it was played upon, so what stands is the way from the last node back to the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal

FORMAT = 1
"""Version of the form of journal lines; a changed move keeps a reader for its old form."""

Kind = Literal["begin", "move", "undo", "redo", "seed"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line, as it is stored. `at`: RFC 3339 UTC; `by`: host, seat:n, limit or app.

    body: of a move its JSON with everything drawn or learned inside; of an undo or redo `{"to": R}`; of a
    seed the commitment to new dice; of the first line the resolved options, rulings and copy of the atlas.
    digest: SHA-256 of the canonical state after.
    """

    revision: int
    at: str
    by: str
    kind: Kind
    body: Mapping[str, Any]
    digest: str = ""
    format: int = FORMAT


@dataclass(slots=True, eq=False)
class Node:
    """One step of the fold: a line played upon `parent`, or facts that stay known after an undo.

    depth: steps from the beginning; app_rolls: how many of them were drawn by the app; state: kept for the
    last nodes and every fiftieth, replayed when needed.
    """

    parent: Node | None
    line: Line
    depth: int
    app_rolls: int = 0
    facts_only: tuple[Mapping[str, Any], ...] | None = None
    state: Any = None
    outcome: Any = None

    def way(self) -> Iterator[Node]:
        """This node and all before it, last first."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


@dataclass(slots=True)
class Journal:
    """The lines of one table, where each revision's state hangs, and what could be redone."""

    lines: list[Line] = field(default_factory=list)
    heads: list[Node] = field(default_factory=list)
    undone: list[tuple[Line, ...]] = field(default_factory=list)
    rewound: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    """Which lines each undo took away, and each redo brought back."""

    @property
    def revision(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    @property
    def head(self) -> Node:
        """The node whose state holds now."""
        return self.heads[-1]

    def standing(self, since: int = 1) -> list[int]:
        """The revisions from `since` on that stand, first to last; those an undo took away, and undo lines, are
        not among them."""
        # On the way back revisions only fall: what was played again stands on what came before it.
        way = takewhile(lambda node: node.line.revision >= since, self.head.way())
        revisions = [node.line.revision for node in way if node.facts_only is None]
        return revisions[::-1]

    def append(self, line: Line, node: Node) -> None:
        """A line was written: its node becomes the head."""
        if line.kind == "undo":
            gone = set(self.standing()) - {n.line.revision for n in node.way()}
            self.undone.append(tuple(one for one in self.lines if one.revision in gone))
            self.rewound[line.revision] = self.undone[-1]
        elif line.kind == "redo":
            self.rewound[line.revision] = self.undone.pop()
        elif line.kind == "move" and line.body.get("type") != "note":
            self.undone.clear()
        self.lines.append(line)
        self.heads.append(node)
