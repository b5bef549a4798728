"""One process hears of what the others write, whatever else goes on at its tables."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from bench.postgresql import Elsewhere, Postgres
from companion.service import Service, keys, moving, playing_again, seats
from companion.service.following import Following
from companion.service.keys import Viewer
from companion.service.shared import SharedLive
from companion.store import StoredTable
from companion.store.opening import store_at
from companion.store.shared import SharedStore
from companion.words.values import Seat

SECONDS = 10.0
"""Seconds; whatever takes longer waits for ever."""


@pytest.fixture
def services(postgres: Postgres | Elsewhere) -> Iterator[tuple[Service, Service]]:
    """Two processes."""
    url = postgres.database()
    stores = [store_at(url), store_at(url)]
    yield Service(stores[0]), Service(stores[1])
    for store in stores:
        store.close()


def table_of(service: Service, code: str = "") -> SharedLive:
    """A new table with Ed's phone at it, or the table of that code."""
    if code:
        live = service.live(code)
    else:
        names = ["Ed", "Dave", "Pete"]
        live = service.create("prairie-railroads", names, {"first_bidder": 1, "teach": False}, {}, None).live
        seats.claim(live, Seat(1), keys.new_key(), live.join_key)
    assert isinstance(live, SharedLive)
    return live


def bid(live: SharedLive) -> None:
    moving.play(live, Viewer("seat", Seat(1)), {"type": "bid", "amount": 5}, lambda made: made)


def test_a_table_at_rest_is_not_read_anew_by_itself(services: tuple[Service, Service]) -> None:
    """Otherwise it would be shown with lines that are newer than its version."""
    here, there = services
    live = table_of(here)
    bid(table_of(there, live.code))
    live.rest()
    assert not live.let_go()
    assert live.table.revision == 1
    live.follow()
    assert live.table.revision == 2


def test_whoever_asks_while_a_new_qr_is_read_is_not_shown_the_old_one(
    services: tuple[Service, Service],
) -> None:
    here, there = services
    live = table_of(here)
    elsewhere = table_of(there, live.code)
    here.new_join(live)
    shown: list[str] = []
    asks = threading.Thread(target=lambda: shown.append(table_of(there, live.code).join_key))
    key_of = elsewhere.key_of

    def meanwhile(stored: StoredTable) -> str:
        asks.start()
        asks.join(0.3)  # whoever need not wait has been answered by then
        return key_of(stored)

    elsewhere.key_of = meanwhile
    elsewhere.follow()
    asks.join(SECONDS)
    assert shown == [live.join_key]


def test_where_the_host_plays_again_is_known_at_every_process(services: tuple[Service, Service]) -> None:
    here, there = services
    bank = {"box": "prairie-railroads", "starting_cash": 60, "teach": False}
    live = here.create("bank", ["Ed", "Dave"], bank, {}, None).live
    assert isinstance(live, SharedLive)
    moving.play(live, Viewer("host"), {"type": "end_game"}, lambda made: made)
    elsewhere = table_of(there, live.code)
    before = elsewhere.version, elsewhere.retold
    made = playing_again.play_again(here, live, Viewer("host"), {})
    elsewhere.follow()
    assert elsewhere.stored.next_table == made.live.code
    assert elsewhere.version > before[0], "its phones are told"
    assert elsewhere.retold > before[1], "and what they are shown is rendered anew"
    assert playing_again.way_in(there, elsewhere).join_key == made.live.join_key


def test_who_works_long_at_one_table_holds_up_no_other(services: tuple[Service, Service]) -> None:
    """At one table somebody tries an amendment, which takes long; at another a phone arrives, and the others are
    told."""
    here, there = services
    busy, other = table_of(here), table_of(here)
    store = here.store
    assert isinstance(store, SharedStore)
    following = Following(
        store,
        lambda: [busy, other],
        {busy.code: busy, other.code: other}.get,
        lambda code: True,
        lambda live: None,
        lambda code: None,
    )
    held, over = threading.Event(), threading.Event()

    def work() -> None:
        with busy.lock:
            held.set()
            over.wait(3 * SECONDS)

    worker = threading.Thread(target=work)
    worker.start()
    assert held.wait(SECONDS)
    other.presence[Seat(1)] = 1  # as where its stream could not say so when it began
    looking = threading.Thread(target=following._see_to_tables)
    looking.start()
    looking.join(SECONDS)
    assert not looking.is_alive()
    assert Seat(1) in table_of(there, other.code).elsewhere
    over.set()
    worker.join()
