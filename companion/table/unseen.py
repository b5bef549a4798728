"""Packing up: what only the table knows, and what was written down of it to set it up again another day."""

from __future__ import annotations

from companion.table.app_notes import told
from companion.table.journal import Node
from companion.vocabulary.board import Unseen
from companion.vocabulary.common_moves import Note
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.words.errors import invalid
from companion.words.text import Text, Who, say

REST = Unseen("rest", say("Anything else"), say("Where the boxes are, who sat where, what you agreed"))
"""What every game has besides its own."""


def unseen(rules: Rules[Position], state: Position) -> tuple[Unseen, ...]:
    """What only the table knows, in the game's order."""
    return (*rules.show.unseen(state), REST)


def noted(rules: Rules[Position], state: Position, note: Note, *, new: bool) -> Text:
    """A note as the log has it; one about a thing names it.

    :raises RuleError: `invalid` if a new one is about something that is not there to be written down.
    """
    who = Who(note.seat)
    about = (
        next((item for item in unseen(rules, state) if item.name == note.about), None) if note.about else None
    )
    if about is not None:
        return say("{who}, {about}: {words}", who=who, about=about.label, words=note.text)
    if note.about and new:
        raise invalid("about", say("Nothing called {name} can be written down", name=repr(note.about)[:70]))
    return say("{who}: {words}", who=who, words=told(note.text))


def packing_document(
    rules: Rules[Position], state: Position, head: Node
) -> dict[str, list[dict[str, object]]]:
    """What only the table knows, each with the newest note about it among those that stand."""
    notes = _notes(head)
    return {
        "items": [
            {
                "name": item.name,
                "label": item.label,
                "ask": item.ask,
                "told": item.so_far,
                "railroad": item.railroad,
                "seat": item.seat,
                "note": notes.get(item.name),
            }
            for item in unseen(rules, state)
        ]
    }


def _notes(head: Node) -> dict[str, dict[str, object]]:
    """The newest note about each thing, of the lines as they are told now."""
    newest: dict[str, dict[str, object]] = {}
    for node in head.in_force():
        line = node.line
        if node.is_move and line.body.get("type") == Note.TYPE.name and (about := line.body.get("about")):
            found = {"text": line.body["text"], "seat": line.body["seat"]}
            newest.setdefault(about, {**found, "by": line.by, "at": line.at, "revision": line.revision})
    return newest
