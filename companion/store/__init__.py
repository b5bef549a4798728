"""Where tables are kept. `Store` is what the service asks of any database; `sql` answers it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.table.journal import Line
from companion.table.snapshots import Snapshot


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


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat: its player, and the hashes of the keys that speak for it (hexadecimal SHA-256)."""

    seat: int
    name: str
    colour: str
    key_hash: str | None = None
    handover_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Seed:
    """A seed of the dice, and the first revision it is drawn from. Secret until the game is over."""

    dice_id: str
    secret: bytes
    since: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """What is kept of a table besides its journal."""

    code: str
    game: str
    created_at: str
    host_hash: str
    join_epoch: int
    version: int
    """No version up to this was used yet or will be again."""
    options: Mapping[str, object]
    seats: tuple[StoredSeat, ...]
    seeds: tuple[Seed, ...]
    status: str = "running"

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
    """Names as they are kept and looked for: an end of a line, in which none can stand, around each."""
    return "\n" + "".join(f"{person}\n" for person in people)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which evenings."""

    codes: tuple[str, ...] | None = None
    """Of these tables alone; None: of all."""
    game: str | None = None
    person: str | None = None
    """Who played, as people are told apart."""
    before: str | None = None
    """What comes after that evening, by its `finished_at`, a blank and its code."""
    limit: int | None = None
    twins: bool = False
    """Also the same evening as another table has it."""


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


class Store(Protocol):
    """A database of tables. Every write is durable (fsync) when its call returns.

    :raises StoreUnavailableError: from every method.
    """

    spellings: dict[str, dict[str, str]]
    """By game, how names of its board were written when they were first taught; kept in memory by who fills it."""

    board_rows: dict[str, dict[str, set[str]]]
    """By game and section, the rows of its board that are known; beside `spellings`."""

    def secret(self) -> bytes:
        """The installation's secret, made on the first call."""

    def create(self, table: StoredTable, lines: Iterable[Line]) -> None:
        """Keep a new table.

        :raises CodeTakenError:
        """

    def load(self, code: str) -> StoredTable | None:
        """A table without its journal."""

    def lines(self, code: str, after: int = 0) -> list[Line]:
        """Journal lines with a higher revision than `after`, in order."""

    def append(self, entry: Entry) -> None:
        """One more line.

        :raises RevisionTakenError:
        """

    def remembered(self, code: str, who: str, key: str) -> Remembered | None:
        """What an idempotency key was answered with."""

    def update(self, table: StoredTable) -> None:
        """Replace seats, options, join epoch and version. A seat's limit and private notes end with its phone's key."""

    def set_host(self, code: str, host_hash: str) -> None:
        """Replace the host key, and nothing else."""

    def limits(self, code: str) -> list[StoredLimit]:
        """The secret limits of a table, the earliest first."""

    def keep_limit(self, code: str, limit: StoredLimit) -> None:
        """Keep a secret limit, in place of the one that seat may have."""

    def drop_limit(self, code: str, seat: int) -> None:
        """Forget a seat's secret limit."""

    def private_notes(self, code: str, seat: int, key_hash: str) -> str:
        """What the phone with that key has written for itself; nothing is an empty text."""

    def keep_private_notes(self, code: str, seat: int, key_hash: str, text: str) -> None:
        """Keep it, in place of what that seat has; an empty text leaves nothing."""

    def reserve(self, code: str, version: int) -> None:
        """No version up to this one will be used after a restart."""

    def delete(self, code: str) -> None:
        """Forget a table and all that belongs to it."""

    def snapshot(self, code: str) -> Snapshot | None:
        """The last state of a table that was put down."""

    def keep_snapshot(self, code: str, snapshot: Snapshot) -> None:
        """Put a state down, in place of an older one."""

    def drop_snapshot(self, code: str) -> None:
        """Forget it: there is a doubt about it."""

    def marked(self, option: str, before: str) -> list[str]:
        """The codes of tables with that option set to true that were created before that time."""

    def tables(self, *, limit: int, before: str | None) -> list[StoredTable]:
        """Newest first; `before`: what comes after that table, by its `created_at`, a blank and its code."""

    def keep_evening(self, evening: StoredEvening) -> None:
        """Keep an evening, in place of the table's older one; nothing, if the table is not over any more."""

    def evenings(self, wanted: Wanted) -> list[StoredEvening]:
        """Evenings that are over, the newest first; the same evening at several tables once, as the earliest has it."""

    def unreckoned(
        self, form: int, marks: Iterable[str], games: Iterable[str], limit: int
    ) -> tuple[list[str], int]:
        """The codes of finished tables of these games without an evening of that form, so many at most, and how many
        there are; none of those with one of these options set to true."""

    def held(self, hashes: Iterable[str]) -> set[str]:
        """The codes of tables of which one of these is the hash of the host's key or of a seat's."""

    def seats_of_finished(self) -> list[tuple[str, int, str]]:
        """Code, seat and name of everybody at a table that is over."""

    def colours(self, codes: Sequence[str]) -> dict[tuple[str, int], str]:
        """The colour of each seat at these tables, by code and number."""

    def call(self, names: Iterable[tuple[str, int, str]], changed: Iterable[StoredEvening]) -> None:
        """Other names for these seats, by code and number, and these evenings in place of those there were, at once."""

    def atlas(self, game: str) -> list[TaughtFact]:
        """What the installation was taught of a game's board."""

    def before(self, game: str) -> list[FormerFact]:
        """What the installation took for right before it was taught otherwise, the newest first."""

    def forget(self, game: str, rows: Iterable[tuple[str, str]], code: str = "") -> None:
        """Forget what was taught of these rows (section and row); it goes into the history. code: of the table whose
        host says so, if it is not the admin."""

    def hosted(self, game: str, host_hash: str) -> str | None:
        """The code of the table of that game whose host key this is."""

    def teach(self, game: str, facts: Iterable[TaughtFact], code: str = "") -> None:
        """Remember facts; an older, different value goes into the history. code: as in `forget`."""

    def lessons(self, game: str) -> list[Lessons]:
        """The tables that taught something of a game's board, who taught last first."""

    def unteach(self, game: str, code: str) -> None:
        """Take back what a table taught: what was known before is known again. What it taught goes into the history."""

    def boxes(self) -> list[KeptBox]:
        """The boxes that somebody wrote, by name."""

    def box(self, name: str) -> KeptBox | None:
        """The one of that name."""

    def keep_box(self, name: str, body: str, most: int) -> KeptBox | None:
        """Keep a box, in place of the one of that name; None: it would be one more than `most`."""

    def drop_box(self, name: str) -> bool:
        """Forget a box; was there one?"""

    def serve_alone(self) -> None:
        """Nobody else serves it until it is closed."""

    def ready(self) -> None:
        """Does it answer, and is what it writes kept?"""

    def close(self) -> None:
        """Let go of the database."""
