"""What a calculator answers: its figures as the game describes them, and the sum."""

from __future__ import annotations

from marshmallow import Schema

from api.described import shapes
from api.described.tables import members
from companion.vocabulary.tools import Tool


class StepSchema(shapes.Closed):
    """A line of a sum."""

    label = shapes.text("For people")
    formula = shapes.text("How it comes about")
    amount = shapes.whole("In the answer's unit")


def roll_schema(tool: Tool, name: str) -> type[Schema]:
    """A roll of its dice for all to see. name: begins those of its parts."""
    assert tool.dice is not None
    told = members(name, tool.answers)
    for each in told.values():
        each.required = False
    shared = {
        "id": shapes.text("By which it is found"),
        "game": shapes.text("Its slug"),
        "name": shapes.text("The game's"),
        "tool": shapes.text("Which calculator of the game"),
        "label": shapes.text("What it is called, for people"),
        "commitment": shapes.text("SHA-256 of the seed, in hexadecimal"),
        "message": shapes.text(
            "The dice are drawn from HMAC-SHA-256(seed, message): bytes of 252 and more are skipped, and each"
            " other byte gives a face, its remainder on division by 6, plus 1"
        ),
        "url": shapes.address("The page that shows it"),
        "seed": shapes.text("In hexadecimal; null: it has not been made yet", maybe=True),
        "next": shapes.text("The id of the roll that came after it", maybe=True),
        tool.dice.name: shapes.several(shapes.whole(), "As they fell; null: not yet", maybe=True),
    }
    return shapes.closed(f"{name}Roll", f"{tool.label}, for all to see.", {**told, **shared})


def reckoned_schema(tool: Tool, name: str) -> type[Schema]:
    """What it answers. name: begins those of its parts."""
    shared = {
        "unit": shapes.text("Of its amounts, else the game's money", optional=True),
        "formula": shapes.text("How the first figure comes about", optional=True),
        "lines": shapes.several(shapes.one(StepSchema), "The sum, line by line", optional=True),
    }
    return shapes.closed(f"{name}Reckoned", tool.help, {**members(name, tool.answers), **shared})
