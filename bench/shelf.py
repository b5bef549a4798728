"""How long ten thousand evenings take to be reckoned: `python -m bench.shelf`."""

from __future__ import annotations

import contextlib
import json
import tempfile
import time
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median

from sqlalchemy import Insert, insert

from api.serving import settle_memory
from companion.documents.evening import FORM, person
from companion.documents.statistics import Statistics
from companion.games import GAMES
from companion.service import Service
from companion.service.evenings import evenings
from companion.store import StoredSeat, StoredTable, Wanted, between_lines, rows
from companion.store import schema as sql
from companion.store.sql import SqlStore

EVENINGS = 10_000
PEOPLE = 60
AT_A_TABLE = 4
REPEATS = 7
_BEGAN = datetime(2010, 1, 1, 19, tzinfo=UTC)
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def filled(store: SqlStore, many: int) -> None:
    """So many evenings of all games, four people each, the same every time."""
    chance = Random(many)
    tables, seats, kept = [], [], []
    for n in range(many):
        code = "".join(_ALPHABET[n >> 5 * place & 31] for place in range(7, -1, -1))
        began = _BEGAN + timedelta(hours=12 * n)
        names = [f"Player {who}" for who in chance.sample(range(PEOPLE), AT_A_TABLE)]
        box = GAMES[n % len(GAMES)].box
        at, ended = (f"{when:%Y-%m-%dT%H:%M:%S}.000Z" for when in (began, began + timedelta(hours=2)))
        table = StoredTable(code, box.slug, at, "x" * 64, 1, 1, {}, (), (), "finished")
        tables.append(rows.table_row(table))
        seats += [
            rows.seat_row(code, StoredSeat(seat, name, "#000000")) for seat, name in enumerate(names, 1)
        ]
        body = _body(chance, at, names)
        kept.append(
            {
                "code": code,
                "form": FORM,
                "game": box.slug,
                "created_at": at,
                "finished_at": ended,
                "played": f"{n:064x}",
                "names": between_lines(person(name) for name in names),
                "body": json.dumps(body, separators=(",", ":")),
            }
        )
    for table_of, written in ((sql.tables, tables), (sql.seats, seats), (sql.evenings, kept)):
        _write(store, insert(table_of), written)


def _body(chance: Random, at: str, names: list[str]) -> dict[str, object]:
    return {
        "began": at,
        "length": chance.randrange(3_000, 12_000),
        "unit": "$",
        "prefix": "$",
        "suffix": "",
        "seats": [
            [name, rank, rank == 1, 200 - 10 * rank - chance.randrange(10), chance.randrange(3_000)]
            + ["KP", chance.randrange(40), chance.randrange(90)] * 2
            for rank, name in enumerate(names, 1)
        ],
    }


def _write(store: SqlStore, statement: Insert, written: list[dict[str, object]]) -> None:
    store.database.write(lambda c: c.execute(statement, written) and None)


def main() -> None:
    """Print a line of JSON: milliseconds of CPU from the question to the document, the median of some."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{folder}/companion.sqlite")
        with contextlib.closing(store):
            filled(store, EVENINGS)
            service, spent = Service(store), []
            names = {rules.box.slug: rules.box.name for rules in GAMES}
            settle_memory()  # as the server does at its start
            for _ in range(REPEATS):
                begun = time.process_time()
                Statistics(evenings(service, Wanted()).evenings, names).document()
                spent.append(1_000 * (time.process_time() - begun))
            page = time.process_time()
            evenings(service, Wanted(limit=50))
            page = 1_000 * (time.process_time() - page)
    figures = {
        "evenings": EVENINGS,
        "median": median(spent),
        "least": min(spent),
        "most": max(spent),
        "page": page,
    }
    print(json.dumps({name: round(value, 1) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
