"""Offers: what may be done now, by whom, within which limits; and what is asked for of a board."""

from __future__ import annotations

from typing import get_args

from api.described import shapes
from companion.vocabulary.moves import Kind

KINDS = get_args(Kind)
SAYS_VALUE = (
    "choice, place, text: a word; seat, money (whole, in the table's money), count: a number; flag: true or false; "
    "choices, places, dice: a list of these; links: a list of `{from, to}`; rows: a list of forms; shares: how many of "
    "each railroad; facts: what is printed on the board"
)


class ChoiceSchema(shapes.Closed):
    """One value of a field, with what it would cost or bring."""

    value = shapes.value("string", "integer", "boolean", "null", says="What is sent")
    label = shapes.text("For people")
    hint = shapes.text("What it would cost or bring", optional=True)
    beware = shapes.text("What may well go wrong with it", optional=True)
    near = shapes.several(
        shapes.text(), "Of a place, those from which a free link is known to lead there", optional=True
    )
    built = shapes.several(
        shapes.text(), "Of a place, those from which the link there is somebody's already", optional=True
    )
    disabled = shapes.text("Why it cannot be taken now", optional=True)


class NeedSchema(shapes.Closed):
    """A fact of the printed board that is asked for; it is sent in `facts`, at its path."""

    path = shapes.several(shapes.text(), "Where it belongs within `facts`")
    kind = shapes.text("How it is entered, as that of a field", among=KINDS)
    label = shapes.text(optional=True)
    required = shapes.flag(optional=True)
    choices = shapes.several(shapes.one(ChoiceSchema), optional=True)
    min = shapes.whole(maybe=True, optional=True)
    max = shapes.whole(maybe=True, optional=True)
    default = shapes.value(
        "string",
        "integer",
        "boolean",
        "array",
        "null",
        says="The answer that was given before",
        optional=True,
    )
    nullable = shapes.flag("It may be blank on the board", optional=True)
    row = shapes.text("Numbers that stand side by side on the board: the heading of their row", optional=True)
    column = shapes.text("The heading of its column, where it stands in such a row", optional=True)
    help = shapes.text("Why it is asked, for people", optional=True)


class OfferFieldSchema(shapes.Closed):
    """A field of a move, as it may be filled in now."""

    name = shapes.text("Its member in the move")
    label = shapes.text("For people")
    kind = shapes.text(SAYS_VALUE, among=KINDS)
    wanted = shapes.text("What is still needed while it is not answered, if not its label", optional=True)
    required = shapes.flag()
    default = shapes.value(
        "string",
        "integer",
        "boolean",
        "array",
        "object",
        "null",
        says="What a form begins with",
        optional=True,
    )
    min = shapes.whole("The least number, or of items", optional=True)
    max = shapes.whole("The highest number, or of items", optional=True)
    open = shapes.flag("Values besides the choices are allowed, such as a new name", optional=True)
    asked = shapes.flag(
        "A form always asks, even where only one choice is left, for somebody else has made it, or where the amount "
        "may be left out, for it costs money; of a number it wants another one than stands there, of shares one "
        "for each that a player has, be it 0",
        optional=True,
    )
    aside = shapes.flag("Seldom wanted: shown folded away", optional=True)
    faces = shapes.several(shapes.whole(), "Of dice: the highest face of each; else 6", optional=True)
    help = shapes.text("What one should know to fill it in, for people", optional=True)
    choices = shapes.several(shapes.one(ChoiceSchema), optional=True)
    when = shapes.named(
        shapes.value("string", "integer", "boolean", "array", "null"),
        "The field is there only while other fields have these values; of a list: one of them. Of several fields of "
        "one name the first is there whose `when` holds; without one it holds always",
        optional=True,
    )
    fields_ = shapes.several(
        shapes.one(lambda: OfferFieldSchema()), "Of rows: the form of each", optional=True, data_key="fields"
    )
    needs = shapes.several(shapes.one(NeedSchema), "Of facts: what is asked for", optional=True)


class OfferSchema(shapes.Closed):
    """A move that may be made now."""

    type = shapes.text("That of the move")
    seat = shapes.seat("By whom; null: the host alone", maybe=True)
    label = shapes.text("For people")
    rule = shapes.text("The rulebook's heading; empty: the rulebook has none")
    fields_ = shapes.several(shapes.one(OfferFieldSchema), data_key="fields")
    help = shapes.text(optional=True)
    unchecked = shapes.several(
        shapes.text(), "What the companion cannot know and the table must look to", optional=True
    )
    aside = shapes.flag("Seldom wanted: shown folded away", optional=True)
    anytime = shapes.flag(
        "Open to several at once, and not narrowed by what there is to pay with: send no `expected_revision`",
        optional=True,
    )
    confirm = shapes.text("What a button says that makes the move; else a page's usual word", optional=True)
    confirm_when = shapes.named(
        shapes.value("string", "integer", "boolean", "array", "null"),
        "The answers with which it says so, as `when` of a field; else with any",
        optional=True,
    )
    apart = shapes.flag("Not to stand beside another one's button", optional=True)
    terms = shapes.flag("The label says all terms: a preview need not tell them once more", optional=True)
    tiles = shapes.text("The field whose choices may stand as buttons of their own", optional=True)
    sends = shapes.named(
        shapes.value("string", "integer", "boolean", "array", "object"),
        "Members of the move that no field asks for: sent as they are",
        optional=True,
    )


class UnavailableSchema(shapes.Closed):
    """A move that a player would look for, and that cannot be made now."""

    type = shapes.text("That of the move")
    seat = shapes.seat("Whose move it would be")
    label = shapes.text("For people, as of an offer")
    why = shapes.text("Why it cannot be made")


class MomentTurnSchema(shapes.Closed):
    """Whose turn it was."""

    seats = shapes.several(shapes.seat())
    prompt = shapes.text("What was to be done, for people")


class MomentSchema(shapes.Closed):
    """The table before an entry."""

    revision = shapes.whole("The entry's", least=1)
    turn = shapes.one(MomentTurnSchema)
    offers = shapes.several(shapes.one(OfferSchema), "As in the table document, for every seat")
    told = shapes.several(
        shapes.one(NeedSchema),
        "What the entry told of the board: as `needs`, with what it told as `default`",
    )
