"""What is sent with each call, besides moves: the shapes of bodies. Moves and calculators are in `schemas`."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas import Between, Colour, Flag, Long, Strict, schema_field
from companion.service.private_notes import MOST_LETTERS
from companion.vocabulary.common_moves import BeginHere

POSITION = Strict.from_dict(
    {each.name: schema_field(each, "Position") for each in BeginHere.TYPE.fields}, name="PositionSchema"
)
"""How it stands on the table, if the game has already begun: the members of that move."""


class CreateSchema(Strict):
    """A new table: the game's slug, the players in clockwise seating order, options and rulings; `position`: how it
    stands on the table, if the game has already begun."""

    game = fields.String(required=True)
    players = fields.List(fields.String(), required=True, validate=Long(max=20))
    options = fields.Dict(keys=fields.String(), load_default=dict, allow_none=True)
    rulings = fields.Dict(keys=fields.String(), load_default=dict, allow_none=True)
    facts = fields.Dict(load_default=None, allow_none=True)
    position = fields.Nested(POSITION, load_default=None, allow_none=True)


class TryPositionSchema(Strict):
    """As much of a position as is known so far, with the players, options and rulings of its table."""

    players = fields.List(fields.String(), required=True, validate=Long(max=20))
    options = fields.Dict(keys=fields.String(), load_default=dict, allow_none=True)
    rulings = fields.Dict(keys=fields.String(), load_default=dict, allow_none=True)
    position = fields.Nested(POSITION, load_default=dict)


class WatchSchema(Strict):
    """An evening to watch: of which game; without one, of any."""

    game = fields.String(load_default=None, allow_none=True)


class SeatChangeSchema(Strict):
    """Another name or colour for a seat."""

    seat = fields.Integer(required=True, strict=True)
    name = fields.String()
    colour = fields.String(validate=Colour(r"#[0-9a-fA-F]{6}\Z"))


class ChangeSchema(Strict):
    """What the host may change of a table that is being played."""

    players = fields.List(fields.String(), validate=Long(max=20))
    seats = fields.List(fields.Nested(SeatChangeSchema), validate=Long(max=20))
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata={"description": "Those that every game has; `started`: the host waits for nobody any more"},
    )
    new_join = Flag(load_default=False, metadata={"description": "A new QR for the table; the old one ends"})


class JoinSchema(Strict):
    """The six digits that the host's screen shows beside the QR; spaces between them do not matter."""

    pin = fields.String(required=True, validate=validate.Length(max=20))


class CopySchema(Strict):
    """Which moment of the table is copied: as it stood after that entry; as it is now, if left out."""

    at = fields.Integer(load_default=None, allow_none=True, strict=True)


class PlayAgainSchema(Strict):
    """Options that are to be others at the new table; who begins is drawn unless it stands here. `key`: the new host
    key, made by the page itself: the host's same call again, after a lost answer, gets the same table."""

    key = fields.String(load_default=None, allow_none=True)
    options = fields.Dict(keys=fields.String(), load_default=dict, allow_none=True)


class HandoverSchema(Strict):
    """Under which of the server's addresses the new phone finds it; without one, the usual one."""

    address = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=300))


class AnswerSchema(Strict):
    """Yes or no to a phone that asks for a seat."""

    approve = Flag(required=True)


class ClaimSchema(Strict):
    """A phone's own key for the seat it takes."""

    key = fields.String(required=True)


class LimitSchema(Strict):
    """What a player pays at most in the auction that is on."""

    amount = fields.Integer(required=True, strict=True, validate=validate.Range(min=0))


class PrivateNotesSchema(Strict):
    """What a player writes for themselves; an empty text removes it."""

    text = fields.String(required=True, validate=Long(max=MOST_LETTERS))


class UndoSchema(Strict):
    """Back to a revision that stands; without one, the last standing move."""

    to = fields.Integer(strict=True, validate=Between(min=1))
    expected_revision = fields.Integer(strict=True)


class AmendSchema(Strict):
    """Another move in place of an old one; `move` null: the old one is struck; `before`: it stays, and this comes
    before it."""

    revision = fields.Integer(required=True, strict=True, validate=Between(min=1))
    move = fields.Dict(required=True, allow_none=True, keys=fields.String())
    before = Flag()
    expected_revision = fields.Integer(strict=True)


class RedoSchema(Strict):
    """Playing again what was last undone."""

    expected_revision = fields.Integer(strict=True)
