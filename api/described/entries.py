"""Entries of the journal: who did what, what was paid, and what hands have to do on the board."""

from __future__ import annotations

from collections.abc import Mapping

from api.described import shapes
from api.described.panels import any_value
from companion.games import GAMES
from companion.vocabulary.common_moves import COMMON
from companion.vocabulary.moves import Kind

ACCOUNT = "`bank`, `box`, `board`, `seat:3` or `railroad:MKT`"
BY = "`host`, `seat:3`, `limit` (the companion, for a seat) or `app`"


class PostingSchema(shapes.Closed):
    """Money that went from one account to another."""

    source = shapes.text(ACCOUNT, data_key="from")
    target = shapes.text(ACCOUNT, data_key="to")
    amount = shapes.whole("Whole dollars, or whole millions where the table's `money` says so", least=0)
    why = shapes.text("For people")


class MovementSchema(shapes.Closed):
    """What else went from one account to another: certificates, cubes, trains."""

    what = shapes.text("Such as `share:MKT` or `cube:KP`")
    source = shapes.text(ACCOUNT, data_key="from")
    target = shapes.text(ACCOUNT, data_key="to")
    amount = shapes.whole("How many", least=0)


class InstructionSchema(shapes.Closed):
    """One thing for hands to do on the printed board; `text` says all of it, the rest is for programs."""

    kind = shapes.text("Such as `place_cube`, `move_marker`, `take_share`, `hand_over`, `take_back`")
    text = shapes.text("For people")
    own = shapes.text("What it says to whose `seat` it is, in place of `text`", optional=True)
    told = shapes.flag("It only says what was done, and is nothing to tick off", optional=True)
    railroad = shapes.text("Whose piece it is", optional=True)
    seat = shapes.seat("Who does it, or whose piece it is", optional=True)
    share = shapes.text("Which of a railroad's shares, where they differ", optional=True)
    shares = shapes.whole("How many shares", optional=True)
    cube = shapes.text("Of which colour, or of which railroad", optional=True)
    place = shapes.text("Where on the board; null: nobody has said", maybe=True, optional=True)
    number = shapes.whole("How many", optional=True)
    old = shapes.whole("The space it comes from; null: it was not on the track", maybe=True, optional=True)
    new = shapes.whole("The space it goes to; null: off the track", maybe=True, optional=True)
    pieces = shapes.several(
        shapes.text(), "Which pieces it moves: once a later entry moves them all, it is idle", optional=True
    )
    marker = shapes.text("Which marker", optional=True)
    card = shapes.text("Which card", optional=True)
    track = shapes.text("On which of several tracks", optional=True)
    back = shapes.text("Whose track is given back", optional=True)
    dividend = shapes.whole("Which dividend it is, counted from 1", optional=True)
    source = shapes.text(f"Of `hand_over`: {ACCOUNT}", optional=True, data_key="from")
    target = shapes.text(f"Of `hand_over`: {ACCOUNT}", optional=True, data_key="to")
    amount = shapes.whole("Of `hand_over`: how much, in the table's money", optional=True)
    notes = shapes.named(
        shapes.whole(), "Of `hand_over`: how many notes, by what is printed on them", optional=True
    )
    was = shapes.text("Of `take_back`: the kind of what is taken back", optional=True)


class AffectSchema(shapes.Closed):
    """A figure that has changed."""

    of = shapes.text("Whose: `seat:3`, `railroad:MKT`, `table` or `bank`")
    name = shapes.text(
        "Its member in the table document; of holdings such as `shares.MKT`, of cities `income.Topeka`"
    )
    before = any_value("What it was", data_key="from")
    after = any_value("What it is", data_key="to")
    unit = shapes.text("`$` where it is money; else left out", optional=True)
    repeated = shapes.flag("Something else of the move tells it, too: a page may leave it out", optional=True)


_JSON: Mapping[Kind, tuple[shapes.JsonType, ...]] = {
    "choice": ("string", "integer", "boolean"),
    "seat": ("integer",),
    "money": ("integer",),
    "count": ("integer",),
    "flag": ("boolean",),
    "text": ("string",),
    "place": ("string",),
    "shares": ("object",),
    "turn": ("object",),
}
"""What a field of a kind holds; of every other kind, a list."""


def _of_moves() -> dict[str, shapes.Field]:
    """The fields of every move of every game: what may be entered may stand in an entry."""
    types: dict[str, dict[shapes.JsonType, None]] = {}
    for cls in dict.fromkeys(cls for rules in GAMES for cls in (*rules.play.moves, *COMMON)):
        for each in cls.TYPE.fields:
            found = types.setdefault(each.name, {})
            found.update(dict.fromkeys(_JSON.get(each.kind, ("array",))))
            if each.kind == "flag" and each.of:
                found["array"] = None  # of which it is so
    types["to"]["integer"] = None  # of an undo or a redo
    types["dice"]["object"] = None  # of a seed: the commitment to new dice
    says = {"description": "As the move of that type has it"}
    return {
        name: shapes.Typed(*found, "null", required=False, metadata=says) for name, found in types.items()
    }


EntryMoveSchema = shapes.closed(
    "EntryMove",
    "What was entered: the members of that move (see Move), and what the companion decided for it.",
    {
        **_of_moves(),
        "type": shapes.text("The move's, or `begin`, `undo`, `redo`, `amend`, `seed`"),
        "seat": shapes.seat(optional=True),
        "source": shapes.text(
            "Who decided: `app`, `table`; where a move has a field of that name, its value", optional=True
        ),
        "sealed": shapes.flag("Nobody but its seat sees more, until all are in", optional=True),
        "k": shapes.whole(
            "Of dice that the app drew: their number, from which the seed gives them", optional=True
        ),
        "revision": shapes.whole("Of `amend`: the entry it changes", optional=True),
        "move": shapes.Typed(
            "object", "null", required=False, metadata={"description": "Of `amend`: the new one"}
        ),
        "before": shapes.flag("Of `amend`: the move comes before that entry", optional=True),
        "facts": shapes.Typed(
            "object", "null", required=False, metadata={"description": "Of the printed board"}
        ),
        "options": shapes.Typed(
            "object", required=False, metadata={"description": "Of `begin`: as resolved"}
        ),
        "rulings": shapes.Typed("object", required=False, metadata={"description": "Of `begin`"}),
    },
)


class EntrySchema(shapes.Closed):
    """A line of the journal, as people read it."""

    revision = shapes.whole("Its number; null: a dry run, nothing was recorded", least=1, maybe=True)
    at = shapes.moment("When it was entered; empty in a dry run")
    by = shapes.text(BY)
    move = shapes.one(EntryMoveSchema)
    postings = shapes.several(shapes.one(PostingSchema))
    movements = shapes.several(shapes.one(MovementSchema))
    instructions = shapes.several(
        shapes.one(InstructionSchema), "What hands must do on the board, in this order"
    )
    summary = shapes.text("One line, for people")
    headline = shapes.text(
        "The summary as it is told large: what matters most first, and without the sums that stand in `postings`",
        optional=True,
    )
    remark = shapes.text("Of a dry run: that it ends the game, or what seems odd", optional=True)
    undone = shapes.flag("It no longer stands")
    amended = shapes.whole("The entry that has changed it, or struck it", optional=True)
    sealed = shapes.flag("Nobody but its seat sees what it says, until all are in", optional=True)
    opens = shapes.flag("Of a dry run: it would open what is sealed", optional=True)
    affects = shapes.several(
        shapes.one(AffectSchema),
        "Of a move that was just made: the figures that it has changed",
        optional=True,
    )


class JournalSchema(shapes.Closed):
    """A page of the journal."""

    items = shapes.several(shapes.one(EntrySchema), "Oldest first")
    next = shapes.whole("What to ask for as `after`; null: that was all", maybe=True)


class ShortSchema(shapes.Closed):
    """What a move, undo, redo or amendment answers with `Prefer: return=minimal`."""

    revision = shapes.whole("null: a dry run", least=1, maybe=True)
    entry = shapes.one(EntrySchema)
    version = shapes.whole("Of the table after it")
    differences = shapes.several(
        shapes.one(AffectSchema), "Of an amendment: every figure that it has changed", optional=True
    )
    vanishing = shapes.several(shapes.whole(), "Of an undo: the entries that no longer stand", optional=True)


class PatchOperationSchema(shapes.Closed):
    """One operation of RFC 6902."""

    op = shapes.text(among=("add", "remove", "replace"))
    path = shapes.text("Where in the table document", format="json-pointer")
    value = shapes.value(
        "string",
        "integer",
        "boolean",
        "array",
        "object",
        "null",
        says="Of `add` and `replace`",
        optional=True,
    )


class PatchSchema(shapes.Closed):
    """What turns a viewer's table document into the next one."""

    since = shapes.whole(
        "The version it is applied to; that of the event's id, where only this viewer may know of the change"
    )
    patch = shapes.several(shapes.one(PatchOperationSchema))
