"""Tables that nobody asks for take little memory, and are the same as ever when somebody does."""

from __future__ import annotations

import gc
import json
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.service import Service, moving, resting
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.store import StoreUnavailableError
from companion.store.sql import SqlStore
from companion.table.journal import Line
from companion.table.table import Table

JOURNALS = sorted((Path(__file__).parent.parent / "journals").glob("*/*/*.json"))[::40]
FACTS = {"cities": {"Reno": {"income": 2, "new": True}}}


def unavailable(*_: object) -> Any:
    raise StoreUnavailableError


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(resting, "TABLES_AWAKE", 2)
    store = SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")
    yield Service(store)
    store.close()


def new_table(service: Service, facts: Any = FACTS) -> Live:
    live = service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"first_bidder": 1}, {}, facts).live
    for seat, amount in ((1, 5), (2, 7)):
        moving.play(live, Viewer("host"), {"type": "bid", "seat": seat, "amount": amount}, lambda made: made)
    return live


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_after_a_rest_it_is_the_same(path: Path) -> None:
    lines = [Line(**line) for line in json.loads(path.read_text("utf-8"))["lines"]]
    one, other = Table(lines[0]), Table(lines[0])
    for line in lines[1:]:
        for table in (one, other):
            table.reread(line)
            assert table.line_digest(line, table.state) == line.digest
        before = other.view(), other.offers()
        other.rest()
        assert (other.view(), other.offers()) == before == (one.view(), one.offers())
    for line in reversed(lines):
        assert other.outcome(line.revision) == one.outcome(line.revision)


def test_those_asked_for_last_stay_awake(service: Service) -> None:
    tables = [new_table(service) for _ in range(4)]
    kept = [bool(live.table.parts.known) for live in tables]
    assert kept == [False, False, True, True]
    document = tables[0].table.view()
    moving.play(
        service.live(tables[0].code),
        Viewer("host"),
        {"type": "bid", "seat": 3, "amount": 9},
        lambda made: made,
    )
    assert tables[0].table.view() != document
    assert [bool(live.table.parts.known) for live in tables] == [True, False, False, True]


def test_nobody_is_put_to_rest_while_somebody_is_at_it(service: Service) -> None:
    live = new_table(service)
    at_it, over = threading.Event(), threading.Event()

    def be_at_it() -> None:
        with live.lock:
            at_it.set()
            over.wait(60)

    phone = threading.Thread(target=be_at_it)
    phone.start()
    assert at_it.wait(60)
    kept = live.table.parts.known
    for _ in range(3):
        new_table(service)
    assert live.table.parts.known is kept
    assert kept
    over.set()
    phone.join()


def test_one_that_rests_long_is_let_go_and_read_again_when_asked_for(service: Service) -> None:
    now = 0.0
    service._resting.clock = lambda: now
    first = new_table(service)
    seen = weakref.ref(first.table)
    before = first.table.view(), first.table.offers(), first.table.revision, first.weight, first.version
    new_table(service), new_table(service)
    now = resting.REST_SECONDS - 1
    new_table(service)
    assert seen() is not None, "it rests, and is not let go yet"
    now += 1
    other = new_table(service)
    gc.collect()
    assert seen() is None
    again = service.live(first.code)
    assert again is first
    table = again.table
    assert (table.view(), table.offers(), table.revision, again.weight, again.version) == before
    move = {"type": "bid", "seat": 3, "amount": 9}
    moving.play(again, Viewer("host"), move, lambda made: made)
    assert service.store.lines(first.code)[-1].body["amount"] == 9
    assert other.table.revision == 3


def test_it_is_not_let_go_while_somebody_is_at_it(service: Service) -> None:
    live = new_table(service)
    table, done = live.table, []
    with live.lock:
        other = threading.Thread(target=lambda: done.append(live.let_go()))
        other.start()
        other.join()
    assert done == [False]
    assert live.table is table


def test_one_that_cannot_be_read_again_says_so_and_loses_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = new_table(service)
    document = live.table.view()
    assert live.let_go()
    with monkeypatch.context() as away:
        away.setattr(service.store, "lines", unavailable)
        with pytest.raises(StoreUnavailableError):
            moving.play(live, Viewer("host"), {"type": "bid", "seat": 3, "amount": 9}, lambda made: made)
    assert live.table.view() == document
    assert live.table.revision == 3


def test_tables_that_begin_alike_share_what_is_known_of_the_board(service: Service) -> None:
    new_table(service)  # the first one in this process writes down what the next ones share
    one, two = new_table(service), new_table(service)
    atlases = [live.table.state_at(live.table.journal.heads[0]).atlas for live in (one, two)]
    assert atlases[0] is atlases[1]
    bodies = [live.table.journal.lines[0].body["atlas"] for live in (one, two)]
    assert bodies[0] == bodies[1]
    assert bodies[0]["cities"] is bodies[1]["cities"]
    reordered = {"cities": dict(reversed(bodies[0]["cities"].items()))}
    other = Table(Line(1, "", "app", "begin", {**one.table.journal.lines[0].body, "atlas": reordered}))
    assert list(other.state.atlas.rows("cities")) == list(reordered["cities"])
    more = new_table(service, {"cities": {"Elko": {"income": 3, "new": True}}})
    assert "Elko" in more.table.state.atlas.rows("cities")
    assert "Elko" not in one.table.state.atlas.rows("cities")
