"""A store that several processes write to: `SqlStore`, over PostgreSQL, with a pulse at each table."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterable

from sqlalchemy import Connection, delete, insert, select

from companion.store import (
    Entry,
    OvertakenError,
    Roll,
    Stamp,
    Standing,
    StoredLimit,
    StoredTable,
    TaughtFact,
    kept_rates,
    kept_rolls,
    lives,
    pulses,
    rows,
)
from companion.store import schema as sql
from companion.store import shared_schema as shared
from companion.store.news import Listener
from companion.store.sharing import New
from companion.store.sql import SqlStore, T, with_line

_ONCE = """
    INSERT INTO installation (name, value) VALUES ('secret', %(fresh)s)
    ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING value
"""
_LOCK_BOXES = "LOCK TABLE box IN SHARE ROW EXCLUSIVE MODE"
_EDITION = "SELECT edition FROM pulse WHERE code = %(code)s"
_EDITIONS = "SELECT code, edition FROM pulse WHERE code = ANY(%(codes)s)"
_SINCE = """
    SELECT p.version, p.edition, l.revision, l.at, l."by", l.kind, l.body, l.digest, l.format
    FROM pulse p LEFT JOIN line l ON l.code = p.code AND l.revision > %(revision)s
    WHERE p.code = %(code)s ORDER BY l.revision
"""
_BOARD_READ = "SELECT edition FROM board_edition WHERE game = %(game)s"
_BOARD_TAUGHT = """
    INSERT INTO board_edition (game, edition) VALUES (%(game)s, 1)
    ON CONFLICT (game) DO UPDATE SET edition = board_edition.edition + 1
    WHERE board_edition.edition = %(edition)s OR %(edition)s < 0 RETURNING edition
"""
FIRST_SECONDS = 60.0
"""How long a process counts as there before it has said for the first time that it goes on."""


class SharedStore(SqlStore):
    """Tables in a PostgreSQL database that any number of processes share, each serving any table."""

    def __init__(self, url: str, *, reading: bool = False) -> None:
        """url, reading: see `SqlStore`."""
        super().__init__(url, reading=reading)
        self.process = secrets.token_hex(8)
        self.sharing = self
        self._known = False
        """Have the others heard of this process?"""
        self._boards: dict[str, int] = {}
        """By game, which edition of its board `spellings` is of."""

    # --- writing at a table -------------------------------------------------------------------------

    def _at(
        self, code: str, job: Callable[[Connection], None], edition: int | None = None, *, seen: bool = False
    ) -> Stamp:
        def stamped(c: Connection) -> Stamp:
            stamp = pulses.begin(c, code, edition, seen=seen)
            job(c)
            return self._announced(code, stamp)

        return self.database.write(stamped, code)

    def _beside(self, code: str, job: Callable[[Connection], None]) -> None:
        def held(c: Connection) -> None:
            pulses.hold(c, code)
            job(c)

        self.database.write(held, code)

    def _announced(self, code: str, stamp: Stamp) -> Stamp:
        """Have the other processes told of it, with the commit."""
        self.database.news.append(f"{code} {stamp.edition}")
        return stamp

    def _create_beside(self, c: Connection, table: StoredTable) -> None:
        counts = {"version": table.version, "edition": table.edition, "wrong_digits": 0}
        c.execute(insert(shared.pulse), [{"code": table.code, **counts}])

    def _update_beside(self, c: Connection, table: StoredTable) -> None:
        lives.keep(c, table)

    def _at_all(self, codes: Iterable[str], job: Callable[[Connection], None]) -> None:
        def stamped(c: Connection) -> None:
            for code in sorted(codes):
                self._announced(code, pulses.begin(c, code, None, seen=True))
            job(c)

        self.database.write(stamped, alone=True)

    def _at_boxes(self, job: Callable[[Connection], T]) -> T:
        def locked(c: Connection) -> T:
            pulses.run(c, _LOCK_BOXES, {})
            return job(c)

        return self.database.write(locked, alone=True)

    def _at_board(self, game: str, job: Callable[[Connection], None]) -> None:
        def counted(c: Connection) -> None:
            self._taught(c, game, -1)
            job(c)

        self.database.write(counted, alone=True)

    def _taught(self, c: Connection, game: str, edition: int) -> None:
        """Count that a board is taught, one write after another. edition: that of the spelling in memory, or -1.

        :raises OvertakenError: the board has another edition by now.
        """
        found = pulses.run(c, _BOARD_TAUGHT, {"game": game, "edition": edition}).fetchone()
        if found is None or edition < 0:
            self.spellings.pop(game, None)
        if found is None:
            raise OvertakenError(game)
        self._boards[game] = found[0]

    def append(self, entry: Entry) -> Stamp:
        """Append a line, with its idempotency key and all that goes with it, in one transaction."""

        def job(c: Connection) -> Stamp:
            if entry.taught:
                self._taught(c, entry.game, self._boards.get(entry.game, 0))
            stamp = pulses.append(c, entry)
            with_line(c, entry)
            return self._announced(entry.code, stamp)

        return self.database.write(job, entry.code, alone=bool(entry.taught))

    def reserve(self, code: str, version: int) -> None:
        """Versions are counted in the database itself."""

    def delete(self, code: str) -> None:
        """Delete a table and all that belongs to it. This takes its pulse first, as every write does: so a phone that
        comes or goes just now and this deletion cannot each wait for what the other has."""

        def job(c: Connection) -> None:
            pulses.hold(c, code)
            c.execute(delete(sql.tables).where(sql.tables.c.code == code))
            self.database.news.append(f"{code} 0")

        self.database.write(job, code)

    # --- reading a table ----------------------------------------------------------------------------

    def load(self, code: str) -> StoredTable | None:
        """A table without its journal."""

        def job(c: Connection) -> StoredTable | None:
            row = c.execute(select(sql.tables).where(sql.tables.c.code == code)).first()
            return lives.read(c, rows.stored(c, row)) if row else None

        return self.database.read(job)

    def standing(self, code: str, revision: int = 0) -> Standing | None:
        """All of a table, of its lines those after that revision; None: there is none."""

        def job(c: Connection) -> Standing | None:
            row = c.execute(select(sql.tables).where(sql.tables.c.code == code)).first()
            if row is None:
                return None
            t, s, p = sql.lines.c, sql.limits.c, shared.presence.c
            lines = select(sql.lines).where(t.code == code, t.revision > revision).order_by(t.revision)
            limits = select(s.seat, s.amount, s.since, s.key_hash).where(s.code == code).order_by(s.since)
            present = select(p.seat, p.process).where(p.code == code)
            return Standing(
                lives.read(c, rows.stored(c, row)),
                [rows.line(row) for row in c.execute(lines)],
                [StoredLimit(*row) for row in c.execute(limits)],
                frozenset((row.seat, row.process) for row in c.execute(present)),
            )

        return self.database.read(job)

    def edition(self, code: str) -> int | None:
        """The edition of a table; None: there is no such table."""
        found = self.database.ask(_EDITION, {"code": code})
        return int(found[0][0]) if found else None

    def editions(self, codes: Iterable[str]) -> dict[str, int]:
        """The editions of these tables, as far as they exist, by code."""
        return dict(self.database.ask(_EDITIONS, {"codes": list(codes)}))

    def since(self, code: str, revision: int, edition: int) -> New | None:
        """What is new since these, if it is nothing but lines: each write counts one."""
        found = self.database.ask(_SINCE, {"code": code, "revision": revision})
        lines = [rows.line(rows.LineRow(*row[2:])) for row in found if row[2] is not None]
        if not found or found[0][1] - edition != len(lines):
            return None
        return New(Stamp(*found[0][:2]), lines)

    def touch(self, code: str, edition: int) -> Stamp:
        """Count a change that is seen and not kept."""
        return self._at(code, lambda c: None, edition, seen=True)

    # --- who is there -------------------------------------------------------------------------------

    def be_present(self, table: StoredTable, seat: int, *, here: bool, seen: bool) -> Stamp:
        """Note that a seat's phone listens at this process, or no longer does; kept with the seat's times."""

        if not self._known:
            self.beat(FIRST_SECONDS)

        def job(c: Connection) -> None:
            lives.present(c, table.code, seat, self.process, here=here)
            lives.keep_times(c, table)

        return self._at(table.code, job, table.edition, seen=seen)

    def beat(self, seconds: float) -> bool:
        """Note that this process goes on for at least so long. False: it was taken for gone, so it has to say again who
        listens here."""
        self._known = True
        return self.database.write(lambda c: lives.beat(c, self.process, seconds), "beat")

    def bury(self, clock: Callable[[], float]) -> list[str]:
        """Forget processes that were not heard of in time, and who listened there; returns the codes of their
        tables."""
        self.database.write(lives.forget_late, "beat")
        return self._buried(clock)

    def leave(self, clock: Callable[[], float]) -> None:
        """Note that this process ends, and that nobody listens here any more."""
        self.database.write(lambda c: lives.forget(c, self.process), "beat")
        self._buried(clock)

    def _buried(self, clock: Callable[[], float]) -> list[str]:
        found = self.database.read(lives.astray)

        def end(code: str, process: str) -> Callable[[Connection], None]:
            return lambda c: lives.end(c, code, process, clock())

        for code, process in found:
            with contextlib.suppress(OvertakenError):  # the table is gone
                self._at(code, end(code, process), seen=True)
        return [code for code, _ in found]

    def tidy(self) -> None:
        """Forget what nobody will ask for: rolls that are too old, and minutes that are over."""

        def job(c: Connection) -> None:
            kept_rolls.tidy(c)
            kept_rates.tidy(c)

        self.database.write(job, alone=True)

    def listen(self, heard: Callable[[str, int], None], lost: Callable[[], None]) -> Callable[[], None]:
        """From now on call `heard` for each table that is written to; see `Sharing`."""
        return Listener(self.database.connect_arguments(), heard, lost).start()

    # --- the installation ---------------------------------------------------------------------------

    def hit(self, what: str, address: str, minutes: int = 1, number: int = 1) -> int:
        """Count that something was asked for from an address; returns how often in these minutes, at all processes."""
        return self.database.write(
            lambda c: kept_rates.hit(c, what, address, minutes, number), f"rate {what} {address}"
        )

    def find_roll(self, wanted: str) -> Roll | None:
        """A roll without a table; None: there is none, or it is too old."""
        return self.database.read(lambda c: kept_rolls.find(c, wanted))

    def keep_roll(self, roll: Roll, after: str | None) -> Roll:
        """Keep a new roll. after: the id of the roll that it follows; if another one follows that already, returns
        it."""
        return self.database.write(lambda c: kept_rolls.keep(c, roll, after), f"roll {after or roll.id}")

    def let_fall(self, wanted: str) -> Roll | None:
        """Let the dice of a roll fall, once; returns the roll with them."""

        def job(c: Connection) -> Roll | None:
            kept_rolls.fall(c, wanted)
            return kept_rolls.find(c, wanted)

        return self.database.write(job, f"roll {wanted}")

    def secret(self) -> bytes:
        """The installation's secret, made on the first call."""
        fresh = secrets.token_bytes(32)
        return self.database.write(lambda c: bytes(pulses.run(c, _ONCE, {"fresh": fresh}).fetchone()[0]))

    def atlas(self, game: str) -> list[TaughtFact]:
        """What the installation was taught of a game's board; what was known of its spelling is forgotten, if another
        process has taught it since."""
        before = self.database.ask(_BOARD_READ, {"game": game})
        edition = int(before[0][0]) if before else 0
        if self._boards.get(game) != edition:
            self.spellings.pop(game, None)
            self._boards[game] = edition
        return super().atlas(game)
