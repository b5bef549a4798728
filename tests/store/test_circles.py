"""No deadlock: whoever writes at a table begins with its pulse, even to forget the table; and a write that the
database has broken off all the same is tried once more."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from psycopg import errors
from sqlalchemy import Connection, text

from bench.postgresql import Elsewhere, Postgres
from companion.service import Service
from companion.store import OvertakenError, StoreUnavailableError, pulses
from companion.store.opening import store_at
from companion.store.shared import SharedStore
from tests.server import comes

SECONDS = 20.0
"""Seconds; whatever takes longer waits for ever."""
WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
)


@pytest.fixture
def store(postgres: Postgres | Elsewhere) -> Iterator[SharedStore]:
    found = store_at(postgres.database())
    assert isinstance(found, SharedStore)
    yield found
    found.close()


def counted(transact: Callable[..., None], tries: list[str]) -> Callable[..., None]:
    def once_more(*given: Any) -> None:
        tries.append("")
        transact(*given)

    return once_more


def held_up(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """The first event says that a write has begun, the second lets it go on."""
    begun, goes_on = threading.Event(), threading.Event()
    begin = pulses.begin

    def begin_and_wait(c: Connection, *given: Any, **named: Any) -> Any:
        stamp = begin(c, *given, **named)
        begun.set()
        assert goes_on.wait(SECONDS)
        return stamp

    monkeypatch.setattr(pulses, "begin", begin_and_wait)
    return begun, goes_on


def run(job: Callable[[], object], went: list[BaseException | None]) -> None:
    """Do it, and say how it went."""
    try:
        job()
        went.append(None)
    except Exception as error:
        went.append(error)


def test_a_table_is_forgotten_while_a_phone_comes(
    store: SharedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process has the table's pulse and is about to write that a phone listens there, for which the table
    must still exist. Whoever forgets the table waits for the pulse before taking any other lock."""
    live = (
        Service(store).create("prairie-railroads", ["Ed", "Dave", "Pete"], {"first_bidder": 1}, {}, None).live
    )
    other = store_at(str(store.database._kind.engine.url.render_as_string(hide_password=False)))
    assert isinstance(other, SharedStore)
    other.beat(60)
    tries, went = list[str](), list[BaseException | None]()
    for one in (store, other):
        monkeypatch.setattr(one.database, "_transact", counted(one.database._transact, tries))
    begun, asked = held_up(monkeypatch)
    come = partial(other.be_present, live.stored, 1, here=True, seen=True)
    threads = [
        threading.Thread(target=run, args=(job, went)) for job in (come, partial(store.delete, live.code))
    ]
    threads[0].start()
    assert begun.wait(SECONDS)
    threads[1].start()
    comes(lambda: store.database.ask(WAITING, {})[0][0])  # the one that forgets has asked for its first lock
    asked.set()
    for thread in threads:
        thread.join(SECONDS)
    other.close()
    assert went == [None, None]
    assert len(tries) == 2, "neither was undone"
    assert store.load(live.code) is None


def test_what_the_database_has_undone_is_tried_once_more(store: SharedStore) -> None:
    tries = list[int]()

    def job(c: Connection) -> int:
        tries.append(1)
        if len(tries) == 1:
            raise errors.DeadlockDetected
        return int(c.execute(text("SELECT 7")).scalar_one())

    assert store.database.write(job) == 7
    assert len(tries) == 2


def test_and_no_more_than_that(store: SharedStore) -> None:
    def job(c: Connection) -> None:
        raise errors.DeadlockDetected

    with pytest.raises(StoreUnavailableError):
        store.database.write(job)
    with pytest.raises(OvertakenError):
        store.touch("ZZZZ", 1)
    assert store.database.write(lambda c: 7) == 7
