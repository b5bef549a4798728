"""What hands do on the real board when lines are taken back, played again, or told otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.board import Instruction
from companion.journal import Journal, Line, Node
from companion.ledger import Posting
from companion.rules import Played
from companion.text import say

Did = Callable[[Node], Played[Any]]
"""Tells what was done at a node."""


def rewound(journal: Journal, did: Did, line: Line, lines: Sequence[Line]) -> Played[Any]:
    """What hands must take back for an undo of these lines, last first, or do again for a redo."""
    if line.kind == "redo":
        again = [one for old in lines for one in _then(journal, did, old)]
        said = say("Done again, up to entry {n}", n=line.body["to"])
        return Played(None, instructions=tuple(again), summary=said)
    back: list[Instruction] = []
    for old in reversed(lines):
        node = journal.heads[old.revision - 1]
        if old.kind == "amend":
            assert node.parent is not None
            back.extend(_between(did, node, node.parent))
        else:
            back.extend(_taken_back(did(node).instructions))
    return Played(None, instructions=tuple(back), summary=say("Undone, back to entry {n}", n=line.body["to"]))


def _then(journal: Journal, did: Did, line: Line) -> Sequence[Instruction]:
    """What hands did when this line was written."""
    node = journal.heads[line.revision - 1]
    return amendment(did, node).instructions if line.kind == "amend" else did(node).instructions


def amendment(did: Did, node: Node) -> Played[Any]:
    """What an amendment did: the move it tells, or strikes, and what hands must do."""
    assert node.parent is not None
    line, old = node.line, node.parent.move_told(node.line.body["revision"])
    assert old is not None
    new = None
    if line.body["move"] is not None:
        new = next(one for one in node.told() if one.is_move and one.amended_by == line.revision)
    n, done = line.body["revision"], did(new or old)
    if new is None:
        summary = say("Entry {n} struck: {what}", n=n, what=done.summary)
    elif line.body.get("before"):
        summary = say("Inserted before entry {n}: {what}", n=n, what=done.summary)
    else:
        was = did(old).summary
        summary = say("Entry {n} amended: {what} (it was: {old})", n=n, what=done.summary, old=was)
    postings = done.postings if line.body.get("before") else ()
    return Played(None, postings, _between(did, node.parent, node), summary)


def _between(did: Did, before: Node, after: Node) -> tuple[Instruction, ...]:
    """What turns the board of the one node into that of the other: taken back last first, then done."""
    gone, new = (_done(did, nodes) for nodes in _apart(before, after))
    for one in list(gone):
        if one in new:
            new.remove(one)
            gone.remove(one)
    return (*_taken_back(gone), *new)


def paid(did: Did, before: Node, after: Node) -> tuple[Posting, ...]:
    """The postings that turn the accounts of the one node into those of the other: paid back last first, then paid."""
    gone, new = _apart(before, after)
    back = (
        replace(posting, source=posting.target, target=posting.source)
        for node in reversed(gone)
        for posting in reversed(did(node).postings)
    )
    return (*back, *(posting for node in new for posting in did(node).postings))


def _apart(before: Node, after: Node) -> tuple[list[Node], list[Node]]:
    """What is told of the one node and not of the other, and the other way round; each first to last."""
    here, there = set(before.told()), set(after.told())
    return _in_order(here - there), _in_order(there - here)


def _in_order(nodes: set[Node]) -> list[Node]:
    return sorted((node for node in nodes if node.amended is None), key=lambda node: node.depth)


def _done(did: Did, nodes: Sequence[Node]) -> list[Instruction]:
    """What hands did at these nodes, first to last."""
    return [one for node in nodes for one in did(node).instructions]


def _taken_back(instructions: Sequence[Instruction]) -> list[Instruction]:
    """What hands take back, last first."""
    return [
        Instruction("take_back", say("Take back: {what}", what=one.text), {**one.facts, "was": one.kind})
        for one in reversed(instructions)
    ]
