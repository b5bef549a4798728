"""A move: what a seat chose. Each of its fields is described once, here and nowhere else.

The schema of the API, the form on the phone, the reader of the evenings and the journal's JSON all come from
these descriptions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any, ClassVar, Literal, Self, TypeVar, dataclass_transform

from companion.vocabulary.records import record
from companion.words.errors import RuleError, invalid
from companion.words.text import say
from companion.words.values import HIGHEST, Seat

Kind = Literal[
    "choice",
    "seat",
    "choices",
    "money",
    "count",
    "dice",
    "flag",
    "text",
    "links",
    "place",
    "places",
    "rows",
    "shares",
    "facts",
    "turn",
]
"""How a field is entered; see the table of field kinds in the REST contract."""


FORMAT = 2
"""Version of journal lines, as they are written now. A line keeps its own: it says how its digest is made, and by which
reading of a rule it is carried out where a later release has changed a result."""
LONGEST_FIGURE = 100
"""Letters of a figure's name in a correction: a link between two cities of forty letters each is one."""


@record("Link", "a b number")
@dataclass(frozen=True, slots=True)
class Link:
    """A track segment between two cities. `number` tells parallel segments apart: 2 is the second one."""

    a: str
    b: str
    number: int = 1

    @property
    def ends(self) -> tuple[str, str]:
        """The cities that it connects."""
        return self.a, self.b

    @property
    def label(self) -> str:
        """As it is written in a log: `A-B`, and `A-B (2)` for a second one between the same two cities."""
        return f"{self.a}-{self.b}" + (f" ({self.number})" if self.number > 1 else "")

    def between(self, other: Link) -> bool:
        """Does it connect the same two cities, in either direction?"""
        return {self.a, self.b} == {other.a, other.b}

    def same(self, other: Link) -> bool:
        """Is it that very link, in either direction?"""
        return self.between(other) and self.number == other.number

    def turned(self) -> Link:
        """The same link from its other end."""
        return Link(self.b, self.a, self.number)


def numbered(city: str) -> tuple[str, int]:
    """A city, and by which of parallel links it is reached: `Houston (2)` is Houston, by the second one."""
    name, bracket, number = city.rstrip().rstrip(")").rpartition(" (")
    return (name, int(number)) if bracket and number.isdecimal() else (city, 1)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a move: what may ever stand in it. An offer narrows that down for the moment."""

    name: str
    label: str
    kind: Kind
    required: bool = True
    nullable: bool = False
    among: tuple[str, ...] = ()
    """The only values there are (letters of a railroad, kinds of a card)."""
    least: int | None = None
    most: int | None = None
    """Limits of a number or of how many there are (of `shares`: of one railroad)."""
    fields: tuple[Field, ...] = ()
    """The sub-form of `rows`."""
    draw: str = ""
    """For dice, what the app's draw is for."""
    faces: int = 6
    """For dice, the highest there may be."""
    single: bool = False
    """For choices: one of them may stand instead of a list."""
    of: tuple[str, ...] = ()
    """For a flag, whom a yes may be meant for, where a list of them may stand instead of it."""
    absent: Any = None
    """The value it has when it is left out."""
    names: tuple[str, ...] = ()
    """What the values `among` are called, where they do not speak for themselves."""
    facts: str = ""
    """Of rows: the section of the atlas whose figures hold where nothing is said; its rows are the values of the first
    field, its facts the others, in their order."""


@dataclass(frozen=True, slots=True)
class MoveType:
    """What all moves of one type share."""

    name: str
    label: str
    rule: str
    """The rulebook heading it carries out."""
    fields: tuple[Field, ...]

    @property
    def dice(self) -> Field | None:
        """The field that the app may draw by itself."""
        return next((field for field in self.fields if field.draw), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """A choice made at `seat`."""

    TYPE: ClassVar[MoveType]
    seat: Seat
    facts: Mapping[str, Any] | None = None
    """What was said about the printed board with it (see atlas)."""
    format: int = FORMAT
    """The format of the journal line it stands in, for rules whose result has changed since."""

    def get(self, field: str) -> Any:
        """What stands in a field, by its name in JSON: `from`, a word of Python, is `from_` in the class."""
        return getattr(self, _attribute(field), None)

    def swapped(self, first: str, other: str) -> Self:
        """The same move with two of its fields in each other's place."""
        values: dict[str, Any] = {_attribute(first): self.get(other), _attribute(other): self.get(first)}
        return dataclasses.replace(self, **values)

    def rolled(self, faces: tuple[int, ...]) -> Self:
        """The same move with the dice that the app has drawn for it."""
        assert self.TYPE.dice is not None
        drawn: dict[str, Any] = {self.TYPE.dice.name: faces}
        return dataclasses.replace(self, **drawn)


def _attribute(field: str) -> str:
    return f"{field}_" if iskeyword(field) else field


M = TypeVar("M", bound=Move)


def _field(kind: Kind, label: str, *, optional: bool = False, default: Any = None, **limits: Any) -> Any:
    spec = {"kind": kind, "label": label, "required": not optional, **limits}
    if optional:
        return dataclasses.field(default=default, metadata={**spec, "absent": default})
    return dataclasses.field(metadata=spec)


def choice(label: str, *, among: tuple[str, ...] = (), optional: bool = False, nullable: bool = False) -> Any:
    """One of some values."""
    return _field("choice", label, among=among, optional=optional, nullable=nullable)


def choices(
    label: str,
    *,
    among: tuple[str, ...] = (),
    optional: bool = False,
    least: int | None = None,
    single: bool = False,
) -> Any:
    """Any number of some values; a tuple. single: one may be sent without a list."""
    limits = {} if least is None else {"least": least}
    return _field("choices", label, among=among, optional=optional, default=(), single=single, **limits)


def seat(label: str, *, optional: bool = False, nullable: bool = False) -> Any:
    """A seat's number."""
    return _field("seat", label, optional=optional, nullable=nullable)


def money(label: str, *, optional: bool = False, least: int = 0) -> Any:
    """Whole dollars."""
    return _field("money", label, optional=optional, least=least, most=HIGHEST)


def count(label: str, *, least: int = 0, most: int = 99, optional: bool = False) -> Any:
    """How many; a whole number."""
    return _field("count", label, optional=optional, least=least, most=most)


def shares(label: str, *, among: tuple[str, ...] = (), most: int = 99, optional: bool = False) -> Any:
    """How many shares of which railroads; a mapping, at most `most` of each."""
    return _field("shares", label, among=among, least=0, most=most, optional=optional)


def dice(label: str, *, draw: str, count: int, most: int | None = None, faces: int = 6) -> Any:
    """Faces of dice, or absent: the app draws them, for the purpose `draw`. most: if there may be more than `count`."""
    return _field("dice", label, optional=True, draw=draw, least=count, most=most or count, faces=faces)


def flag(label: str, *, default: bool | None = False, of: tuple[str, ...] = ()) -> Any:
    """Yes or no. default: what absent means, None for "nobody said"; of: see `Field`."""
    return _field("flag", label, optional=True, default=default, of=of)


def text(label: str, *, most: int, optional: bool = False) -> Any:
    """Free words, at most `most` characters."""
    return _field("text", label, optional=optional, default="", most=most)


def links(label: str, *, least: int = 1, most: int = 1) -> Any:
    """Track segments; a tuple of `Link`."""
    return _field("links", label, least=least, most=most)


def place(label: str, *, optional: bool = False, nullable: bool = False) -> Any:
    """The name of a place on the board."""
    return _field("place", label, optional=optional, nullable=nullable)


def places(label: str, *, optional: bool = False) -> Any:
    """Names of places on the board, in order; a tuple."""
    return _field("places", label, optional=optional, default=())


def turn(label: str) -> Any:
    """Whose turn it is, or nothing: `{seat, railroad?}`."""
    return _field("turn", label, optional=True)


def rows(label: str, *fields: Field, least: int = 0, most: int = 99, optional: bool = False) -> Any:
    """A list of sub-forms; a tuple of mappings."""
    return _field("rows", label, fields=fields, least=least, most=most, optional=optional, default=())


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(
        choice,
        choices,
        seat,
        money,
        count,
        shares,
        dice,
        flag,
        text,
        links,
        place,
        places,
        rows,
        turn,
    ),
)
def move(name: str, label: str, rule: str = "") -> Callable[[type[M]], type[M]]:
    """Class decorator: a type of move, from the fields written in its class."""

    def made(cls: type[M]) -> type[M]:
        sealed: type[M] = dataclass(frozen=True, kw_only=True, slots=True)(cls)
        described = tuple(
            Field(name=field.name.rstrip("_"), **field.metadata)
            for field in dataclasses.fields(sealed)
            if "kind" in field.metadata
        )
        sealed.TYPE = MoveType(name, label, rule, described)
        return sealed

    return made


_PLAIN = frozenset({"choice", "seat", "money", "count", "flag", "text", "place", "shares", "turn"})


def read(
    cls: type[Move],
    seat: Seat,
    values: Mapping[str, Any],
    facts: Mapping[str, Any] | None,
    *,
    format: int = FORMAT,
) -> Move:
    """A move from its JSON values, whose shape a schema has checked already. format: of the line they stand in.

    :raises RuleError: `invalid` when a field is missing, unknown or of the wrong shape.
    """
    read_values: dict[str, Any] = {}
    for field in cls.TYPE.fields:
        if field.name in values and (values[field.name] is not None or field.nullable):
            read_values[_attribute(field.name)] = _read_value(field, values[field.name])
        elif field.required and not (field.nullable and field.name in values):
            raise invalid(field.name, say("{label} is missing", label=say(field.label)))
    return cls(seat=seat, facts=facts or None, format=format, **read_values)


def _read_value(field: Field, value: Any) -> Any:
    if field.kind in _PLAIN or value is None:
        return value
    try:
        match field.kind:
            case "links":
                return tuple(_read_link(item) for item in value)
            case "rows":
                return tuple(dict(item) for item in value)
            case "choices" if isinstance(value, str):
                return (value,)
            case _:
                return tuple(value)
    except (TypeError, KeyError, ValueError) as wrong:
        raise invalid(field.name, say("{label} cannot be read", label=say(field.label))) from wrong


def _read_link(value: Mapping[str, Any]) -> Link:
    return Link(str(value["from"]), str(value["to"]), int(value.get("number") or 1))


def written(made: Move) -> dict[str, Any]:
    """A move as JSON, as it stands in the journal. Fields left at nothing are left out."""
    values: dict[str, Any] = {"type": made.TYPE.name, "seat": made.seat}
    for field in made.TYPE.fields:
        value = made.get(field.name)
        if value is None and not field.nullable:
            continue
        if not field.required and value == field.absent:
            continue
        values[field.name] = _written_value(field, value)
    if made.facts:
        values["facts"] = made.facts
    return values


def _written_value(field: Field, value: Any) -> Any:
    if field.kind == "links":
        return [_written_link(item) for item in value]
    return list(value) if isinstance(value, tuple) else value


def _written_link(link: Link) -> dict[str, Any]:
    plain: dict[str, Any] = {"from": link.a, "to": link.b}
    return plain if link.number == 1 else {**plain, "number": link.number}


def find(moves: tuple[type[Move], ...], name: object) -> type[Move]:
    """The move type of that name.

    :raises RuleError: `invalid` for a name no move has.
    """
    for cls in moves:
        if cls.TYPE.name == name:
            return cls
    raise RuleError(
        "invalid",
        say("This game has no move {name}", name=repr(name)[:60]),
        errors={"type": (say("not a move of this game"),)},
    )
