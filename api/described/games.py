"""What the companion says of a game: players, railroads, moves with their fields, options, rulings."""

from __future__ import annotations

from api.described import shapes
from api.described.offers import KINDS, ChoiceSchema
from api.described.tables import MoneySchema


class PlayersSchema(shapes.Closed):
    """How many may play."""

    min = shapes.whole()
    max = shapes.whole()


class GameItemSchema(shapes.Closed):
    """A game in short."""

    slug = shapes.text("In addresses")
    name = shapes.text("As it stands on the box")
    players = shapes.one(PlayersSchema)
    money = shapes.one(MoneySchema)
    turns = shapes.flag("Does the companion know whose turn it is?")
    board = shapes.flag("Is there a board that something can be known of?")


class GamesSchema(shapes.Closed):
    """The games the companion knows."""

    items = shapes.several(shapes.one(GameItemSchema))


class PrintedRailroadSchema(shapes.Closed):
    """A railroad as it is printed."""

    id = shapes.text("Its letters")
    name = shapes.text("In full")
    colour = shapes.text("Of its cubes, as CSS writes it")


class MoveFieldSchema(shapes.Closed):
    """A field of a move or of a calculator: what may ever stand in it."""

    name = shapes.text("Its member in the move")
    label = shapes.text("For people")
    kind = shapes.text("See OfferField", among=KINDS)
    required = shapes.flag()
    choices = shapes.several(shapes.one(ChoiceSchema), "The only values", optional=True)
    min = shapes.whole("The least number, or of items", optional=True)
    max = shapes.whole("The highest number, or of items", optional=True)
    fields_ = shapes.several(
        shapes.one(lambda: MoveFieldSchema()), "Of rows: the form of each", optional=True, data_key="fields"
    )
    known = shapes.named(
        shapes.named(shapes.whole()),
        "Of rows of a calculator: the values where nothing is entered, as the atlas knows them; by the first field",
        optional=True,
    )


class MoveTypeSchema(shapes.Closed):
    """A move of the game."""

    type = shapes.text("What stands in a move's `type`")
    label = shapes.text("For people")
    rule = shapes.text("The rulebook's heading; empty: the rulebook has none")
    fields_ = shapes.several(shapes.one(MoveFieldSchema), data_key="fields")


class CountFieldSchema(shapes.Closed):
    """A number that an option asks for."""

    name = shapes.text()
    label = shapes.text()
    kind = shapes.always("count")


class NamesSchema(shapes.Closed):
    """Of whom a number may be given one by one."""

    label = shapes.text("For people")
    among = shapes.several(shapes.text(), "Their names", optional=True)
    rows = shapes.text("In the rows of that name, each by its first field", optional=True)
    where = shapes.named(shapes.text(), "Only where the fields beside it have these values", optional=True)


class FormFieldSchema(shapes.Closed):
    """A field of a box that players describe themselves."""

    name = shapes.text("Its member in the box")
    label = shapes.text("For people")
    kind = shapes.text(
        "letters: A-Z, 0-9 and &; form: fields that belong together; rows: any number of such forms; each: one number "
        "for all, or one by each name",
        among=("text", "letters", "colour", "count", "choice", "form", "rows", "each"),
    )
    required = shapes.flag()
    default = shapes.value("string", "integer", "null", says="The value where nothing is entered")
    help = shapes.text("For people; may be empty")
    min = shapes.whole("The lowest number, or the fewest letters", optional=True)
    max = shapes.whole("The highest number, or the most letters or rows", optional=True)
    choices = shapes.several(shapes.one(ChoiceSchema), "The only values", optional=True)
    fields_ = shapes.several(
        shapes.one(lambda: FormFieldSchema()), "Of a form, or of each row", optional=True, data_key="fields"
    )
    names = shapes.several(shapes.one(NamesSchema), "Of each: whose numbers", optional=True)
    aside = shapes.flag("Seldom wanted: shown folded away where there is little room", optional=True)


class OptionSchema(shapes.Closed):
    """What a table may choose when it is created."""

    name = shapes.text("Its member in `options`")
    label = shapes.text("For people")
    kind = shapes.text(
        "seat_or_roll: a seat's number, or `roll`; money: an amount; dice: the highest face of each; box: a game's "
        "slug, the name of a kept box, or a box of one's own",
        among=("seat_or_roll", "choice", "flag", "counts", "money", "dice", "box"),
    )
    default = shapes.value(
        "string", "integer", "boolean", "array", "object", "null", says="What holds if nothing is chosen"
    )
    help = shapes.text("For people")
    choices = shapes.several(shapes.one(ChoiceSchema), optional=True)
    fields_ = shapes.several(
        shapes.one(CountFieldSchema), "Of counts: which", optional=True, data_key="fields"
    )
    form = shapes.several(
        shapes.one(FormFieldSchema), "Of a box: the fields by which players describe their own", optional=True
    )
    later = shapes.flag("It may be changed while the game goes on", optional=True)


class RulingSchema(shapes.Closed):
    """Where the rulebook is silent, or contradicts itself: how a table may play."""

    name = shapes.text("Its member in `rulings`")
    settles = shapes.text("What the rulebook says, or does not say")
    rule = shapes.text("Its heading")
    default = shapes.text("What holds if nothing is chosen")
    choices = shapes.several(shapes.one(ChoiceSchema))


class ToolSchema(shapes.Closed):
    """A calculator that needs no table."""

    name = shapes.text("In its address")
    label = shapes.text("For people")
    rule = shapes.text("The rulebook's heading")
    help = shapes.text("For people")
    fields_ = shapes.several(shapes.one(MoveFieldSchema), data_key="fields")


class LackingSchema(shapes.Closed):
    """What is not known of the printed board."""

    lacks = shapes.several(shapes.text(), "For people")


class GameSchema(GameItemSchema):
    """All that the companion says of a game."""

    railroads = shapes.several(shapes.one(PrintedRailroadSchema), "In the rulebook's order")
    moves = shapes.several(shapes.one(MoveTypeSchema))
    options = shapes.several(shapes.one(OptionSchema))
    rulings = shapes.several(shapes.one(RulingSchema))
    notes = shapes.named(
        shapes.whole(), "The paper money: how many, by printed value; empty: it is not listed"
    )
    tools = shapes.several(shapes.one(ToolSchema))
    atlas = shapes.one(LackingSchema)


class ChapterSchema(shapes.Closed):
    """A part of the guide: the set-up, a turn, the end."""

    title = shapes.text("For people")
    steps = shapes.several(shapes.text(), "For people, in their order")


class TopicSchema(shapes.Closed):
    """A rule in our own words."""

    headings = shapes.several(
        shapes.text(), "The rulebook's heading, if it has one, and others that lead here"
    )
    title = shapes.text("What it is about, for people")
    moves = shapes.several(shapes.text(), "Types of the moves it is about")
    what = shapes.text("What is done")
    cost = shapes.text("What it costs, and who pays; empty: nothing is paid")
    when = shapes.several(shapes.text(), "Of what happens by itself: any of these brings it about")
    limits = shapes.several(shapes.text(), "What has to be kept to")
    example = shapes.text("With the rulebook's figures, where it has any")


class HelpSchema(shapes.Closed):
    """A guide to an evening of a game, and its rules."""

    game = shapes.text("Its slug")
    name = shapes.text("As it stands on the box")
    words = shapes.named(shapes.text(), "What stands around it on a page")
    lead = shapes.text("What it is about, in a sentence or two")
    guide = shapes.several(shapes.one(ChapterSchema))
    topics = shapes.several(shapes.one(TopicSchema), "In the order of an evening")
    rulings = shapes.several(shapes.one(RulingSchema))
