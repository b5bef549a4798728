"""The journal: an append-only list of lines, and which of them still stand.

Undo, redo and amend are lines too; nothing is deleted. A line's place in the fold is a `Node`: its parent is the
line it was played upon, so what stands is the way from the last node back to the first. An amendment has, besides its
parent, to which an undo leads back, the lines as they read since the amendment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from itertools import takewhile
from typing import Any, Literal

from companion.table.outcome import Outcome
from companion.vocabulary.minutes import Position
from companion.vocabulary.moves import FORMAT

Kind = Literal["begin", "move", "undo", "redo", "amend", "seed"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line, as it is stored."""

    revision: int
    at: str
    """RFC 3339 UTC."""
    by: str
    """Host, seat:n, limit or app."""
    kind: Kind
    body: Mapping[str, Any]
    """Of a move its JSON with everything drawn or learned inside; of an undo or redo `{"to": R}`; of an amendment
    `{"revision": R, "move": its JSON or None}`, and `"before": true` of an insertion; of a seed the commitment to new
    dice; of the first line the resolved options, rulings and copy of the atlas, and `"drawn"`, the option that was left
    to chance, if one was."""
    digest: str = ""
    """SHA-256, in hexadecimal, over all lines up to this one and the state after it; in format 1, over that state
    alone."""
    format: int = FORMAT

    @property
    def moment(self) -> datetime | None:
        """When it was written; None: `at` is not a time with its time zone."""
        try:
            found = datetime.fromisoformat(self.at)
        except ValueError:
            return None
        return found if found.tzinfo is not None else None

    @property
    def facts(self) -> Mapping[str, Any] | None:
        """What this line tells of the printed board."""
        move = (self.body["move"] or {}) if self.kind == "amend" else self.body
        return move.get("facts") or None


def commitment_in(kind: object, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What a line of that kind commits its table's dice to, if it does: the first one, one of new dice, and an undo of
    the end, when all know the seed that was used till then."""
    commitment = body.get("dice") if kind in ("begin", "undo", "seed") else None
    return commitment if isinstance(commitment, Mapping) else None


def body_json(line: Line) -> str:
    """A line's body as it is kept and exported."""
    return json.dumps(line.body, ensure_ascii=False, separators=(",", ":"))


_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def chained(before: str, last: str, line: Line) -> str:
    """The digest over a line and all lines before it, in hexadecimal; the line's own digest is not part of it.

    before: the same for the line before; last: the digest that stands in that line.
    """
    words = [before, last, line.revision, line.at, line.by, line.kind, line.format, line.body]
    return sha256(_WRITER.encode(words).encode()).hexdigest()


@dataclass(slots=True, eq=False)
class Node:
    """One step of the fold: a line played upon `parent`, or facts that stay known after an undo."""

    parent: Node | None
    line: Line
    depth: int
    """Steps from the beginning."""
    app_rolls: int = 0
    """How many of them were drawn by the app."""
    facts_only: tuple[Mapping[str, Any], ...] | None = None
    state: Position | None = None
    """Kept for the last nodes and every fiftieth; otherwise None, and replayed when needed."""
    outcome: Outcome | None = None
    amended: Node | None = None
    """For an amendment, the last of the lines as they read since it."""
    amended_by: int | None = None
    """The latest amendment that has changed this line."""
    amendments: int = field(init=False, default=0)
    """How many amendments stand at this node."""

    def __post_init__(self) -> None:
        before = 0 if self.parent is None else self.parent.amendments
        self.amendments = before + (self.amended is not None)

    def ancestors(self) -> Iterator[Node]:
        """This node and all before it, last first."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def in_force(self) -> Iterator[Node]:
        """The lines that the state follows from, last first: like `ancestors`, but as they read since each
        amendment."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.amended or node.parent

    def base(self) -> Node | None:
        """The node whose state this one is played upon; an amendment's is the state itself."""
        return self.amended or self.parent

    def move_in_force(self, revision: int) -> Node | None:
        """The move that counts as that revision's, if one does."""
        return next(
            (node for node in self.in_force() if node.is_move and node.line.revision == revision), None
        )

    @property
    def is_move(self) -> bool:
        """Was a move made here, and not the beginning, an amendment, a new seed, or facts that only stay known?"""
        return self.facts_only is None and self.line.kind == "move"


def upon(head: Node, line: Line) -> Node:
    """The node of a move, an amendment or a new seed that is the next line upon this one.

    :raises LookupError: an amendment of what does not stand.
    """
    if line.kind == "amend":
        return Node(head, line, head.depth + 1, head.app_rolls, amended=_retold(head, line))
    return Node(head, line, head.depth + 1, head.app_rolls + (line.body.get("source") == "app"))


def _retold(head: Node, line: Line) -> Node:
    """The lines as they read since this amendment. Rolls of the app keep their numbers."""
    old = head.move_in_force(line.body["revision"])
    if old is None or old.parent is None:
        raise LookupError(line.body["revision"])
    move, parent = line.body["move"], old.parent
    if line.body.get("before"):
        own = Line(line.revision, line.at, line.by, "move", move, format=line.format)
        new = Node(parent, own, parent.depth + 1, parent.app_rolls, amended_by=line.revision)
        new = _again(old, new)
    elif move is not None:
        own = replace(old.line, body=move, digest="", format=line.format)
        new = Node(parent, own, parent.depth + 1, old.app_rolls, amended_by=line.revision)
    elif old.line.facts:  # facts stay known from the line that told them
        new = Node(parent, parent.line, parent.depth + 1, old.app_rolls, (old.line.facts,))
    else:
        new = parent
    for node in following(head, old):
        new = _again(node, new)
    return new


def following(head: Node, old: Node) -> list[Node]:
    """The nodes after this one up to the head, first to last; amendments themselves are not among them."""
    after = takewhile(lambda node: node is not old, head.in_force())
    return [node for node in after if node.facts_only is not None or node.line.kind != "amend"][::-1]


def _again(node: Node, parent: Node) -> Node:
    return Node(
        parent, node.line, parent.depth + 1, node.app_rolls, node.facts_only, amended_by=node.amended_by
    )


def _nothing_to_redo_after(line: Line) -> bool:
    """Does this line end what could be redone? A note does not, and neither do new dice."""
    return line.kind == "amend" or (line.kind == "move" and line.body.get("type") != "note")


@dataclass(slots=True)
class Journal:
    """The lines of one table, where each revision's state hangs, and what could be redone."""

    lines: list[Line] = field(default_factory=list)
    heads: list[Node] = field(default_factory=list)
    """Of each line, the node whose state holds after it."""
    undone: list[tuple[Line, ...]] = field(default_factory=list)
    """What could be redone: the lines that each undo took away, the latest undo last."""
    rewound: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    """Which lines each undo took away, and each redo brought back."""
    chain: list[str] = field(default_factory=list)
    """Of each line, what `chained` makes of it."""

    @property
    def revision(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    @property
    def head(self) -> Node:
        """The node whose state holds now."""
        return self.heads[-1]

    def chained(self, line: Line) -> str:
        """What `chained` makes of a line that is in this journal, or the next one."""
        if line.revision == 1:
            return chained("", "", line)
        return chained(self.chain[line.revision - 2], self.lines[line.revision - 2].digest, line)

    def standing(self, since: int = 1) -> list[int]:
        """The revisions from `since` on that stand, first to last; those an undo took away, and undo lines, are
        not among them."""
        # Going back, revisions fall, except where a line that was played again stands on a later note.
        until_then = takewhile(
            lambda node: node.line.revision >= since or not self._is_first(node), self.head.ancestors()
        )
        found = [node.line.revision for node in until_then if node.facts_only is None]
        return [revision for revision in reversed(found) if revision >= since]

    def until(self, revision: int) -> Journal:
        """As it stood after the line of that revision, with what could be redone then."""
        undone: list[tuple[Line, ...]] = []
        for line in self.lines[:revision]:
            if line.kind == "undo":
                undone.append(self.rewound[line.revision])
            elif line.kind == "redo":
                undone.pop()
            elif _nothing_to_redo_after(line):
                undone.clear()
        rewound = {number: lines for number, lines in self.rewound.items() if number <= revision}
        return Journal(self.lines[:revision], self.heads[:revision], undone, rewound, self.chain[:revision])

    def _is_first(self, node: Node) -> bool:
        """Is this the node at which its line was written, and not one at which it was played again?"""
        return self.heads[node.line.revision - 1] is node

    def append(self, line: Line, node: Node) -> None:
        """A line was written: its node becomes the head."""
        if line.kind == "undo":
            gone = set(self.standing()) - {n.line.revision for n in node.ancestors()}
            self.undone.append(tuple(line for line in self.lines if line.revision in gone))
            self.rewound[line.revision] = self.undone[-1]
        elif line.kind == "redo":
            self.rewound[line.revision] = self.undone.pop()
        elif _nothing_to_redo_after(line):
            self.undone.clear()
        self.chain.append(self.chained(line))
        self.lines.append(line)
        self.heads.append(node)
