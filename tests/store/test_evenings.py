"""Ten thousand evenings: what is read from the database for statistics, and that nothing is read twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event

from bench.shelf import filled
from companion.service import Service
from companion.service.evenings import evenings
from companion.store import Wanted, between_lines
from companion.store import schema as sql
from companion.store.opening import store_at
from companion.store.sql import SqlStore

MANY = 1_000


@pytest.fixture
def store(database: str) -> Iterator[SqlStore]:
    one = store_at(database)
    yield one
    one.close()


def test_two_queries_and_a_row_an_evening(store: SqlStore) -> None:
    """One for evenings that have no row yet, one for everything else; no line of any table is read."""
    filled(store, MANY)
    asked: list[str] = []
    engine: Any = store.database._engine
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    shelf = evenings(Service(store), Wanted())
    selects = [words for words in asked if words.startswith("SELECT") and "installation" not in words]
    assert len(selects) == 2
    assert not any("FROM line" in words or "FROM seat" in words for words in selects)
    assert len(shelf.evenings) == MANY
    asked.clear()
    assert len(evenings(Service(store), Wanted(limit=50)).evenings) == 50
    assert "LIMIT" in asked[-1], "and of a page no more than the page"


def test_newest_first_and_page_by_page(store: SqlStore) -> None:
    filled(store, 100)
    every = [each.code for each in store.evenings(Wanted())]
    assert len(every) == 100
    ended = [each.finished_at for each in store.evenings(Wanted())]
    assert ended == sorted(ended, reverse=True)
    found, before = [], None
    while page := store.evenings(Wanted(limit=30, before=before)):
        found += [each.code for each in page]
        before = f"{page[-1].finished_at} {page[-1].code}"
    assert found == every


def test_a_row_that_was_damaged_is_left_out(store: SqlStore) -> None:
    filled(store, 10)
    one = store.evenings(Wanted())[3]
    store.call((), [one._replace(body="{")])
    found = evenings(Service(store), Wanted()).evenings
    assert len(found) == 9
    assert one.code not in {each.code for each in found}


def test_of_a_table_that_is_not_over_none_is_kept(store: SqlStore) -> None:
    """Another server may have undone the end while this one was working it out."""
    filled(store, 2)
    one, other = store.evenings(Wanted())
    store.database.write(
        lambda c: (
            c.execute(sql.tables.update().where(sql.tables.c.code == one.code).values(status="running"))
            and None
        )
    )
    for each in (one, other):
        store.keep_evening(each)
    assert [each.code for each in store.evenings(Wanted())] == [other.code]


def test_names_are_whole_names(store: SqlStore) -> None:
    filled(store, 1)
    (one,) = store.evenings(Wanted())
    store.keep_evening(one._replace(names=between_lines(["ann", "ben_%"])))
    assert not any(store.evenings(Wanted(person=name)) for name in ("an", "nn", "ben__", "%", "ben"))
    assert store.evenings(Wanted(person="ben_%"))


def test_a_table_that_is_deleted_takes_its_evening_along(store: SqlStore) -> None:
    filled(store, 2)
    one, other = store.evenings(Wanted())
    store.delete(one.code)
    assert [each.code for each in store.evenings(Wanted())] == [other.code]


def test_of_twins_the_earliest_counts(store: SqlStore) -> None:
    filled(store, 3)
    first, second, third = store.evenings(Wanted())
    rows = [each._replace(played="same") for each in (first, second)]
    for each in rows:
        store.keep_evening(each)
    earliest = min(rows, key=lambda each: (each.created_at, each.code))
    assert {each.code for each in store.evenings(Wanted())} == {earliest.code, third.code}
    assert len(store.evenings(Wanted(twins=True))) == 3
    (later,) = {first.code, second.code} - {earliest.code}
    assert [each.code for each in store.evenings(Wanted(codes=(later,)))] == [later], (
        "if it is all that is seen"
    )


def test_another_form_is_reckoned_anew(store: SqlStore) -> None:
    filled(store, 3)
    games = {each.game for each in store.evenings(Wanted())}
    codes, lacking = store.unreckoned(99, (), games, 2)
    assert (len(codes), lacking) == (2, 3)
    assert store.unreckoned(store.evenings(Wanted())[0].form, (), games, 2) == ([], 0)
    assert store.unreckoned(99, (), (), 2) == ([], 0), "a game that is not here is not reckoned, and waits"


def test_the_figures_are_those_of_the_rows(store: SqlStore) -> None:
    """What the bench writes is what a table would have kept."""
    filled(store, 1)
    (one,) = store.evenings(Wanted())
    body = json.loads(one.body)
    assert set(body) == {"began", "length", "unit", "prefix", "suffix", "seats"}
    assert body["seats"]
    assert all(len(seat) == 11 for seat in body["seats"])
