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


def reckoned_schema(tool: Tool, name: str) -> type[Schema]:
    """What it answers. name: begins those of its parts."""
    shared = {
        "unit": shapes.text("Of its amounts, else the game's money", optional=True),
        "formula": shapes.text("How the first figure comes about", optional=True),
        "lines": shapes.several(shapes.one(StepSchema), "The sum, line by line", optional=True),
    }
    return shapes.closed(f"{name}Reckoned", tool.help, {**members(name, tool.answers), **shared})
