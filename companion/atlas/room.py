"""How much there can be on a board: more than that is refused, for every later table would carry it along."""

from __future__ import annotations

from companion.atlas.form import FactForm, Section
from companion.atlas.known import Atlas
from companion.words.errors import RuleError
from companion.words.text import say


def check_board(form: FactForm, before: Atlas, after: Atlas) -> None:
    """Check that the board has room for what `after` adds to `before`; what was known before is never too much.

    :raises RuleError: `invalid`, with the section that is full.
    """
    if before is after:
        return
    for section in form.sections:
        rows = after.rows(section.name)
        if len(rows) > section.room and len(rows) > len(before.rows(section.name)):
            raise too_many(section)


def too_many(section: Section) -> RuleError:
    """The refusal of more rows than any board has in that section."""
    words = say("{section}: no board has more than {most}", section=say(section.label), most=section.room)
    return RuleError("invalid", words, errors={f"facts.{section.name}": (words,)})
