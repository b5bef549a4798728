"""What a store keeps, and how it refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from companion.mechanisms import dice
from companion.table.journal import Line

ROLLS = 1_000
"""Rolls without a table that are kept, at most."""
ROLL_SECONDS = 24 * 60 * 60.0
"""How long each of them is kept."""


class StoreUnavailableError(Exception):
    """The database does not answer, or may not be written. Nothing was recorded; try again."""


class StoreFullError(StoreUnavailableError):
    """The disk is full. Nothing was recorded."""


class StoreGoneError(StoreUnavailableError):
    """The file with the tables is gone from its place, or another file lies there. Nothing was recorded; what is in
    memory can still be read."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is gone, or another file")
        self.path = path


class RevisionTakenError(Exception):
    """Somebody else's line has that revision: the race was lost."""


class CodeTakenError(Exception):
    """A table with that code exists."""


class OvertakenError(RevisionTakenError):
    """Another process has written at this table since it was last read here: nothing was recorded."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat: its player, and the hashes of the keys that speak for it (hexadecimal SHA-256)."""

    seat: int
    name: str
    colour: str
    key_hash: str | None = None
    handover_hash: str | None = None
    claimed: float | None = None
    """When a phone took it, by the table's clock, in seconds. Where one process alone serves, this and `gone` are kept
    in memory only."""
    gone: float | None = None
    """When that phone's last stream was over."""


@dataclass(frozen=True, slots=True)
class Request:
    """A phone that asks for a seat which is on another phone, and the answer."""

    id: str
    seat: int
    pin: str
    key_hash: str
    asked: float
    """By the table's clock, in seconds."""
    until: str
    """RFC 3339."""
    answer: bool | None = None
    """None while it waits."""
    answered: float = 0.0
    """By the table's clock, in seconds."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed of the dice, and the first revision it is drawn from. Secret until the game is over."""

    dice_id: str
    secret: bytes
    since: int


HOST = 0
"""In place of a seat's number where it is said who listens: whoever has the host's key."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """What is kept of a table besides its journal."""

    code: str
    game: str
    created_at: str
    host_hash: str
    join_epoch: int
    version: int
    """No version up to this was used yet or will be again; where several processes write, the one that it has."""
    options: Mapping[str, object]
    seats: tuple[StoredSeat, ...]
    seeds: tuple[Seed, ...]
    status: str = "running"
    edition: int = 0
    """Where several processes write: how often anything of it was written."""
    requests: tuple[Request, ...] = ()
    """Who asks for a seat. Where one process alone serves, this and `wrong_digits` are kept in memory only."""
    wrong_digits: int = 0
    """How often somebody sent digits other than those beside the QR."""
    next_table: str | None = None
    """The table where its people play again, if the host has made one from here."""
    host_gone: float | None = None
    """When the last stream with the host's key was over, as `StoredSeat.gone`."""

    def left(self, seat: int, at: float) -> StoredTable:
        """The same, where that seat's phone, or the host's screen (`HOST`), listens no more since then."""
        if seat == HOST:
            return replace(self, host_gone=at)
        return replace(
            self, seats=tuple(replace(item, gone=at) if item.seat == seat else item for item in self.seats)
        )

    def with_seat(self, seat: StoredSeat) -> StoredTable:
        """The same with one seat replaced."""
        seats = tuple(seat if item.seat == seat.seat else item for item in self.seats)
        return replace(self, seats=seats)


@dataclass(frozen=True, slots=True)
class StoredLimit:
    """A secret limit in the auction that is on: dollars; `since` orders those of a table by when they were set. It is
    the secret of the phone whose key has this hash."""

    seat: int
    amount: int
    since: int
    key_hash: str


@dataclass(frozen=True, slots=True)
class Remembered:
    """An idempotency key that was answered with 201: which body it came with, and which line it made."""

    who: str
    key: str
    body_hash: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class TaughtFact:
    """A fact of a printed board, as the installation knows it."""

    section: str
    row: str
    fact: str
    value: object
    """None, and `fact` empty: nothing is known of the row but that there is one."""


@dataclass(frozen=True, slots=True)
class FormerFact:
    """A fact as it stood before."""

    fact: TaughtFact
    at: str
    """When it was taught."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """What one table taught of a board, in all."""

    code: str
    number: int
    at: str
    """When it taught last."""


class Invited(NamedTuple):
    """A row: what the six digits of a table follow from."""

    code: str
    join_epoch: int
    wrong_digits: int
    """As for a `StoredTable`."""


class StoredEvening(NamedTuple):
    """A row: an evening that is over. One that cannot be reckoned has no digest and no body, and is told to nobody."""

    code: str
    form: int
    """How it was reckoned; another one is reckoned anew."""
    game: str
    created_at: str
    """When its table was; of several tables with the same digest the earliest counts."""
    finished_at: str
    played: str
    """The digest of what was played."""
    names: str
    """Who played, as people are told apart: see `between_lines`."""
    body: str
    """JSON."""


def between_lines(people: Iterable[str]) -> str:
    """Names as they are kept and looked for: with a line break, which no name contains, before and after each."""
    return "\n" + "".join(f"{person}\n" for person in people)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which evenings are asked for."""

    codes: tuple[str, ...] | None = None
    """Of these tables alone; None: of all."""
    game: str | None = None
    person: str | None = None
    """Who played, as people are told apart."""
    before: str | None = None
    """Only those after that evening in the list, named by its `finished_at`, a space and its code."""
    limit: int | None = None
    twins: bool = False
    """Include an evening once for each table that has it."""


@dataclass(frozen=True, slots=True)
class KeptBox:
    """A box that somebody wrote: its name, itself as JSON, and when it was written."""

    name: str
    body: str
    at: str


@dataclass(frozen=True, slots=True)
class Entry:
    """All that one answered move writes, in one transaction."""

    code: str
    line: Line
    body: str
    """The line's body as JSON."""
    remembered: Remembered | None = None
    status: str | None = None
    seed: Seed | None = None
    game: str = ""
    taught: tuple[TaughtFact, ...] = field(default=())
    limits_over: tuple[int, ...] = ()
    """Seats whose secret limit ends with this line."""
    edition: int = 0
    """That of the `StoredTable` before this line."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll without a table."""

    id: str
    game: str
    """Its slug."""
    tool: str
    """The calculator's name, whose dice these are."""
    purpose: str
    """What is drawn, such as `growth`."""
    faces: tuple[int, ...]
    """The highest of each die."""
    seed: bytes
    made: float = 0.0
    """When it was committed to, in seconds, by the clock of whatever keeps it."""
    rolled: bool = False
    next: str | None = None
    """The id of the roll that came after it, so that a page that shows this one can follow."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, in hexadecimal."""
        return dice.commitment(self.seed)

    @property
    def message(self) -> str:
        """What the dice are drawn from, with the seed (see `companion.mechanisms.dice`)."""
        return f"{self.id}:{self.purpose}:0"

    @property
    def dice(self) -> tuple[int, ...] | None:
        """As they fell; None: they have not been rolled."""
        return dice.roll(self.seed, self.id, self.purpose, 0, self.faces) if self.rolled else None
