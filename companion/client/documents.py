"""What a companion says, with types. What this client does not know stays in `raw`, where anybody can look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar

from companion.client.errors import UnreadableError

T = TypeVar("T", bound="Said")


@dataclass(frozen=True, kw_only=True)
class Said:
    """A part of an answer. raw: as it came, with whatever a later companion says besides."""

    raw: Mapping[str, Any] = field(repr=False, compare=False)

    @classmethod
    def read(cls: type[T], raw: Any) -> T:
        """A part of an answer, from its JSON.

        :raises UnreadableError: a member is missing that every companion sends.
        """
        if not isinstance(raw, Mapping):
            raise UnreadableError(f"{cls.__name__.lower()}: an object was expected, not {raw!r:.60}")
        known: dict[str, Any] = {"raw": raw}
        for member in fields(cls):
            if member.name in raw and member.name != "raw":
                known[member.name] = _read(member.metadata, raw[member.name])
            elif member.name != "raw" and member.default is MISSING and member.default_factory is MISSING:
                raise UnreadableError(f"{cls.__name__.lower()}: {member.name} is missing")
        return cls(**known)


def _read(shape: Mapping[str, Any], value: Any) -> Any:
    if "each" in shape:
        return tuple(map(shape["each"].read, value or ()))
    if "one" in shape:
        return shape["one"].read(value)
    return tuple(value) if isinstance(value, list) and shape.get("list") else value


@dataclass(frozen=True, kw_only=True)
class Choice(Said):
    """One value of a field. disabled: why it cannot be taken."""

    value: Any
    label: str
    hint: str | None = None
    disabled: str | None = None


@dataclass(frozen=True, kw_only=True)
class Field(Said):
    """A field of an offer, as it may be filled in now. min, max: limits of a number, or how many there may be;
    open: values outside the choices are allowed; when: it is there only while these other fields have these values;
    needs: the facts that are asked for."""

    name: str
    label: str
    kind: str
    required: bool
    default: Any = None
    min: int | None = None
    max: int | None = None
    open: bool = False
    choices: tuple[Choice, ...] = field(default=(), metadata={"each": Choice})
    when: Mapping[str, Any] = field(default_factory=dict)
    needs: tuple[Mapping[str, Any], ...] = field(default=(), metadata={"list": True})

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of one row, where the value is a list of rows."""
        return tuple(map(Field.read, self.raw.get("fields") or ()))


@dataclass(frozen=True, kw_only=True)
class Offer(Said):
    """A move that may be made now, by this seat. unchecked: what the companion cannot know, so that people have
    to check it; aside: seldom wanted; sends: members of the move that no field asks for."""

    type: str
    seat: int
    label: str
    fields: tuple[Field, ...] = field(metadata={"each": Field})
    help: str | None = None
    rule: str | None = None
    unchecked: tuple[str, ...] = field(default=(), metadata={"list": True})
    aside: bool = False
    sends: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Seat(Said):
    """A player. cash: None where it is hidden; shares: by railroad."""

    seat: int
    name: str
    colour: str = ""
    claimed: bool = False
    connected: bool = False
    cash: int | None = None
    shares: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Railroad(Said):
    """What a game tracks of a railroad stands in `raw`; what the game does not have is None."""

    id: str
    name: str
    colour: str = ""
    treasury: int | None = None
    income: int | None = None
    value: int | None = None
    president: int | None = None


@dataclass(frozen=True, kw_only=True)
class Turn(Said):
    """Whose turn it is: one seat, or several at once."""

    seat: int | None = None
    seats: tuple[int, ...] = field(default=(), metadata={"list": True})
    railroad: str | None = None
    prompt: str = ""


@dataclass(frozen=True, kw_only=True)
class Entry(Said):
    """A line of the minutes. revision: None in a dry run; move: what was entered, with what the companion decided;
    instructions: what hands do on the board, each with its `text`."""

    move: Mapping[str, Any]
    summary: str
    revision: int | None = None
    at: str = ""
    by: str = ""
    postings: tuple[Mapping[str, Any], ...] = field(default=(), metadata={"list": True})
    instructions: tuple[Mapping[str, Any], ...] = field(default=(), metadata={"list": True})


@dataclass(frozen=True, kw_only=True)
class Document(Said):
    """The table as one viewer sees it. status: `setup`, `playing`, `finished`; offers: what this viewer may do now."""

    code: str
    game: str
    version: int
    revision: int
    status: str
    step: str | None = None
    round: int | None = None
    seats: tuple[Seat, ...] = field(metadata={"each": Seat})
    railroads: tuple[Railroad, ...] = field(default=(), metadata={"each": Railroad})
    turn: Turn = field(metadata={"one": Turn})
    auction: Mapping[str, Any] | None = None
    offers: tuple[Offer, ...] = field(default=(), metadata={"each": Offer})
    recent: tuple[Entry, ...] = field(default=(), metadata={"each": Entry})

    @property
    def finished(self) -> bool:
        """Is the game over?"""
        return self.status == "finished"


@dataclass(frozen=True, kw_only=True)
class Made(Said):
    """A move that was made, or undone. version: that of the table after it."""

    revision: int
    entry: Entry = field(metadata={"one": Entry})
    version: int


@dataclass(frozen=True, kw_only=True)
class Would(Said):
    """What a dry run says: the entry there would be, and the table after it. Nothing is recorded, no dice thrown."""

    entry: Entry = field(metadata={"one": Entry})
    table: Document = field(metadata={"one": Document})


@dataclass(frozen=True, kw_only=True)
class Created(Said):
    """A new table, and the keys that only its creator learns."""

    code: str
    host_key: str = field(repr=False)
    join_key: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Games(Said):
    """The games there are, each with its `slug`, `name` and numbers of players."""

    items: tuple[Mapping[str, Any], ...] = field(metadata={"list": True})


@dataclass(frozen=True, kw_only=True)
class Page(Said):
    """Some of the minutes. next: the revision after which they go on; None: that is all."""

    items: tuple[Entry, ...] = field(metadata={"each": Entry})
    next: int | None
