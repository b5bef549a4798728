"""How it ends, and what it stands at: settlement, result, dice, figures, the list to check the table by, the export."""

from __future__ import annotations

from api.described import shapes
from api.described.panels import CheckedCellSchema


class PayoffLineSchema(shapes.Closed):
    """One line of a player's settlement."""

    railroad = shapes.text(maybe=True)
    label = shapes.text("For people")
    formula = shapes.text("How it comes about", maybe=True)
    amount = shapes.whole("In the settlement's unit")


class PayoffSchema(shapes.Closed):
    """A player's settlement."""

    seat = shapes.seat()
    name = shapes.text()
    rank = shapes.whole("1 is best; equal ranks are shared", least=1)
    winner = shapes.flag()
    cash = shapes.whole("In the table's money; null: money counts for nothing", maybe=True)
    lines = shapes.several(shapes.one(PayoffLineSchema))
    total = shapes.whole("In the settlement's unit")
    decided = shapes.text(
        "What decides between those with the same total, in few words; absent where nothing does",
        optional=True,
    )


class SettledRailroadSchema(shapes.Closed):
    """What a share of a railroad pays at the end."""

    railroad = shapes.text()
    formula = shapes.text()
    per_share = shapes.whole("In the settlement's unit")


class SettlementSchema(shapes.Closed):
    """Who has won, or would if the game ended now."""

    projected = shapes.flag("As of now: the game goes on")
    hidden = shapes.flag("This table hides its money until the end: seats and railroads are null")
    seats = shapes.several(shapes.one(PayoffSchema), "Best first", maybe=True)
    railroads = shapes.several(shapes.one(SettledRailroadSchema), maybe=True)
    tie_break = shapes.text("What decides between equals, for people; null: nobody is equal", maybe=True)
    wins = shapes.text("What wins in this game, for people", optional=True)
    to_come = shapes.text(
        "What is still to be added before the end; only while the game goes on", optional=True
    )
    ties = shapes.text("What decides ties in this game; only where it has decided one", optional=True)
    entered = shapes.flag("The game was already under way when its table was made", optional=True)
    unit = shapes.text("Of all amounts: $, or VP in a game that is won by points")


# The names of these members are BG Stats' own.
PlayedGameSchema = shapes.closed(
    "PlayedGame",
    "The game, as BG Stats knows it.",
    {
        "name": shapes.text(),
        "sourceGameId": shapes.text(
            "Its slug; with what stands for the box, where another one was on the table"
        ),
        "highestWins": shapes.flag(),
        "noPoints": shapes.flag(),
    },
)
PlayedPlayerSchema = shapes.closed(
    "PlayedPlayer",
    "A player, as BG Stats knows one.",
    {
        "name": shapes.text(),
        "sourcePlayerId": shapes.text("Made of the name, which is all that the companion knows of them"),
        "startPlayer": shapes.flag(),
        "score": shapes.whole("In the settlement's unit"),
        "winner": shapes.flag(),
        "rank": shapes.whole(least=1),
    },
)
PlaySchema = shapes.closed(
    "Play",
    "The play as BG Stats takes it.",
    {
        "sourceName": shapes.text(),
        "sourcePlayId": shapes.text("The table's code"),
        "playDate": shapes.text("UTC", pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"),
        "game": shapes.one(PlayedGameSchema),
        "players": shapes.several(shapes.one(PlayedPlayerSchema)),
    },
)


class NamedGameSchema(shapes.Closed):
    """A game by its names."""

    slug = shapes.text("In addresses")
    name = shapes.text("As it stands on the box")


class SeatTimeSchema(shapes.Closed):
    """How long somebody was at turn."""

    seat = shapes.seat()
    name = shapes.text()
    seconds = shapes.whole("In all; somebody who is asked together with others is at turn as well", least=0)


class TimeAtTurnSchema(shapes.Closed):
    """How long everybody was at turn, by the times of the entries that stand."""

    longest = shapes.whole(
        "The most seconds that a stretch without entries counts: a longer one was a pause", least=0
    )
    seats = shapes.several(shapes.one(SeatTimeSchema), "In seating order; empty at a table without turns")


class ResultSchema(shapes.Closed):
    """The result of a game that is over."""

    result = shapes.always(1, "Version of this shape")
    game = shapes.one(NamedGameSchema)
    code = shapes.text("The table's")
    started_at = shapes.moment("When the first entry was made")
    finished_at = shapes.moment("When the last entry was made")
    rounds = shapes.whole("null: a game without rounds", maybe=True)
    entries = shapes.whole("Lines of the journal that stand")
    players = shapes.several(shapes.one(PayoffSchema), "Best first")
    railroads = shapes.several(shapes.one(SettledRailroadSchema))
    tie_break = shapes.text("What decided between equals, for people", maybe=True)
    time_at_turn = shapes.one(TimeAtTurnSchema)
    play = shapes.one(PlaySchema)
    play_url = shapes.address("Hands the play to BG Stats")


class SeedSchema(shapes.Closed):
    """What the companion's dice are made of."""

    dice_id = shapes.text()
    since = shapes.whole("The entry from which on it holds", least=1)
    commitment = shapes.text("SHA-256 of the seed, in hexadecimal digits")
    seed = shapes.text(
        "In hexadecimal digits; null: it is published when the game is over, or belongs to another table",
        maybe=True,
    )


class RollSchema(shapes.Closed):
    """A roll of the companion's dice."""

    revision = shapes.whole("Of its entry", least=1)
    k = shapes.whole("Which roll of the companion's it is, counted from 0", least=0)
    type = shapes.text("Of its move")
    dice = shapes.several(shapes.whole(least=1), "Their faces", maybe=True)
    dice_id = shapes.text("Which seed it was made of", maybe=True)


class DiceSchema(shapes.Closed):
    """What the dice were committed to, every roll, and the seeds at the end: for anybody to check."""

    seeds = shapes.several(shapes.one(SeedSchema), "Oldest first")
    rolls = shapes.several(shapes.one(RollSchema))
    finished = shapes.flag()


class FigureChoiceSchema(shapes.Closed):
    """A number with a word for it."""

    value = shapes.whole()
    label = shapes.text()


class FigureSchema(shapes.Closed):
    """A figure that the host may correct."""

    of = shapes.text("An account, or `table`: as in a correction")
    name = shapes.text("As in a correction; where there is `known`, a name follows it")
    label = shapes.text("For people")
    value = shapes.whole("As it stands now; null: hidden, or a family of names", maybe=True)
    min = shapes.whole()
    max = shapes.whole()
    choices = shapes.several(
        shapes.one(FigureChoiceSchema), "The only numbers, where not every one will do", optional=True
    )
    what = shapes.text("The commodity of a posting that moves it", optional=True)
    other = shapes.text(
        "Who has the difference unless a posting says otherwise; null: only a posting moves it",
        maybe=True,
        optional=True,
    )
    known = shapes.several(shapes.text(), "Names it may be true of", optional=True)
    chosen = shapes.several(shapes.text(), "Names it is true of", optional=True)


class FiguresSchema(shapes.Closed):
    """All that the host may correct."""

    revision = shapes.whole()
    figures = shapes.several(shapes.one(FigureSchema))


class ObjectionSchema(shapes.Closed):
    """What is wrong with a position."""

    at = shapes.text("Which member of the position: `figures.3`, `turn.seat`, `figures`")
    text = shapes.text("In words")


class SoFarSchema(shapes.Closed):
    """Every figure of a position as it is with what has been said so far, those included that follow from others."""

    figures = shapes.several(shapes.one(FigureSchema))
    wrong = shapes.several(shapes.one(ObjectionSchema))


class WrittenNoteSchema(shapes.Closed):
    """What was written down about a thing."""

    text = shapes.text()
    seat = shapes.seat("0: the host")
    by = shapes.text("`host` or `seat:3`")
    at = shapes.moment("When")
    revision = shapes.whole("Its entry's")


class UnseenSchema(shapes.Closed):
    """What only the table knows of how it stands."""

    name = shapes.text("What a note is `about`")
    label = shapes.text("For people")
    ask = shapes.text("What to write down; null: moves have reported all of it", maybe=True)
    told = shapes.text("What moves have reported of it", maybe=True)
    railroad = shapes.text(maybe=True)
    seat = shapes.seat(maybe=True)
    note = shapes.one(WrittenNoteSchema, "The newest about it that stands", maybe=True)


class CheckedLineSchema(shapes.Closed):
    """A line to check the table by."""

    name = shapes.text("The member of the table document it is, where no `label` calls it", optional=True)
    label = shapes.one(CheckedCellSchema, optional=True)
    values = shapes.several(
        shapes.one(CheckedCellSchema), "What stands there; none where the line itself is all there is"
    )
    of = shapes.text("An account, as in a correction", optional=True)
    figure = shapes.text("The figure that a correction of this line is about", optional=True)


class CheckedSectionSchema(shapes.Closed):
    """The lines of a railroad, of a seat, or of a panel."""

    name = shapes.text("`table`, an account, or `panel:` and its name")
    title = shapes.text(optional=True)
    railroad = shapes.text(optional=True)
    seat = shapes.seat(optional=True)
    lines = shapes.several(shapes.one(CheckedLineSchema))


class PackingSchema(shapes.Closed):
    """The whole position, to check it, or to pack up and lay it out another day."""

    revision = shapes.whole()
    sections = shapes.several(shapes.one(CheckedSectionSchema), "Line by line")
    items = shapes.several(shapes.one(UnseenSchema), "What only the table knows")


class ExportedLineSchema(shapes.Closed):
    """A line of the journal as it is kept."""

    revision = shapes.whole(least=1)
    at = shapes.moment("When it was entered")
    by = shapes.text("`host`, `seat:3`, `limit` or `app`")
    kind = shapes.text("begin, move, undo, redo, amend or seed")
    format = shapes.whole("Of the line; each is read as it was written", least=1)
    body = shapes.named(
        shapes.value("string", "integer", "boolean", "array", "object", "null"),
        "What was entered, and what was drawn",
    )
    digest = shapes.text("Over the state after it and all lines before it")


class ExportSchema(shapes.Closed):
    """A whole game as one document. It may be imported by this version and every later one."""

    export = shapes.always(1, "Version of this shape")
    game = shapes.text("Its slug")
    lines = shapes.several(shapes.one(ExportedLineSchema))
    players = shapes.several(shapes.text(), "Their names in seating order")
    options = shapes.named(shapes.value("string", "integer", "boolean", "object", "null"))
    finished = shapes.flag()
    dice = shapes.one(DiceSchema)
