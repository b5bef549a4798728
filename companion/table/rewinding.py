"""Undo: to which line it leads back, and what no longer stands then. Facts read off the board stay known."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.journal import Line, Node
from companion.words.errors import not_now
from companion.words.text import say


def target(head: Node, answered: Callable[[Node], bool]) -> int:
    """The last revision that stands after an undo of the last standing move.

    Notes do not count. What was learned stays known: where a fact took the game a step on, and would do so
    again at once, the move that waited for it goes as well.

    answered: did this line only tell what the step before it was waiting for?

    :raises RuleError: `not-now` if there is nothing to undo.
    """
    found = None
    for node in head.ancestors():
        moved = node.line.kind in ("move", "amend") and node.line.body.get("type") != "note"
        if node.parent is not None and node.facts_only is None and moved:
            found = next(n.line.revision for n in node.parent.ancestors() if n.facts_only is None)
            if not answered(node):
                return found
    if found is not None:
        return found
    raise not_now(say("Nothing to undo"))


def rewind(head: Node, to: int) -> tuple[Node, tuple[Line, ...]]:
    """The node an undo back to revision `to` leads to, and the lines that would no longer stand.

    :raises RuleError: `not-now` if that revision does not stand, or nothing comes after it.
    """
    gone: list[Node] = []
    node: Node | None = None
    for ancestor in head.ancestors():
        if ancestor.facts_only is None and ancestor.line.revision == to:
            node = ancestor
            break
        gone.append(ancestor)
    lines = tuple(item.line for item in reversed(gone) if item.facts_only is None)
    if node is None:
        raise not_now(say("Entry {n} no longer counts", n=to))
    if not lines:
        raise not_now(say("Nothing to undo"))
    kept = [facts for item in reversed(gone) for facts in (item.facts_only or (item.line.facts,)) if facts]
    if kept:
        # All at once: a row that was read out wrongly and then rightly is known rightly from the start.
        node = Node(node, node.line, node.depth + 1, node.app_rolls, tuple(kept))
    return node, lines
