"""The moves that every game has besides its own, and besides an auction's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.vocabulary.moves import LONGEST_FIGURE, Field, Move, move, rows, text, turn
from companion.words.values import HIGHEST


def _figures(least: int, most: int) -> Any:
    """A field with rows of figures. least: the lowest value; most: how many rows there may be."""
    of, name = Field("of", "Of", "choice"), Field("name", "Which", "choice", most=LONGEST_FIGURE)
    value = Field("value", "Value", "count", least=least, most=HIGHEST)
    return rows("Figures", of, name, value, most=most, optional=True)


@move("correct", "Correct")
class Correct(Move):
    """The host says how it is on the table: postings that balance, and figures that are set."""

    postings: tuple[Mapping[str, Any], ...] = rows(
        "Postings",
        Field("from", "From", "choice"),
        Field("to", "To", "choice"),
        Field("amount", "Amount", "count", least=1, most=HIGHEST),
        Field("what", "What", "text", required=False, most=40),
        Field("why", "Why", "text", required=False, most=200),
        optional=True,
    )
    set: tuple[Mapping[str, Any], ...] = _figures(0, 99)
    note: str = text("Why", most=500, optional=True)


@move("learn", "Printed on the board")
class Learn(Move):
    """Facts of the printed board, sent without another move. They stand in `facts`."""


@move("note", "Note")
class Note(Move):
    """Words in the minutes; nothing on the table changes. `about`: the thing, known only to the table, that they are
    about."""

    about: str = text("About", most=60, optional=True)
    text: str = text("Note", most=500)


@move("position", "A game already under way")
class BeginHere(Move):
    """How it stands on the table when the companion joins the game. A bank may owe, so a value may be below zero."""

    figures: tuple[Mapping[str, Any], ...] = _figures(-HIGHEST, 500)
    turn: Mapping[str, Any] | None = turn("Turn")
    note: str = text("Why", most=500, optional=True)


COMMON: tuple[type[Move], ...] = (Correct, Learn, Note, BeginHere)
"""The moves every game has, besides an auction's."""
