"""Two processes at one table, each with its own memory. Both are in this process, so that a test can say who knows
what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.postgresql import Elsewhere, Postgres
from companion.service import Service, keys, seats
from companion.service.keys import Viewer
from companion.service.shared import SharedLive
from companion.store.opening import store_at
from companion.store.shared import SharedStore
from companion.words.values import Seat

HOST = Viewer("host")


@dataclass
class Process:
    """One of them, and what it sends to those who look on there."""

    store: SharedStore
    told: list[int] = field(default_factory=list)
    whispered: list[int] = field(default_factory=list)
    ended: list[Viewer | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.service = Service(self.store)
        self.service.on_change = lambda live: self.told.append(live.version)
        self.service.on_private = lambda live, seat: self.whispered.append(seat)
        self.service.on_ended = lambda code, viewer: self.ended.append(viewer)

    def table(self, code: str) -> SharedLive:
        """As it stands when somebody asks here."""
        live = self.service.live(code)
        assert isinstance(live, SharedLive)
        return live

    def memory(self, code: str) -> SharedLive:
        """As it was when it was last read here."""
        live = self.service.loaded(code)
        assert isinstance(live, SharedLive)
        return live


@dataclass
class Room:
    one: Process
    other: Process
    code: str

    @property
    def here(self) -> SharedLive:
        """The table at the first process, as it was last read there."""
        return self.one.memory(self.code)

    @property
    def there(self) -> SharedLive:
        return self.other.memory(self.code)


def at_a_table(postgres: Postgres | Elsewhere) -> Iterator[Room]:
    """A table with three phones, which both have in memory."""
    url = postgres.database()
    stores = [store_at(url), store_at(url)]
    one, other = (Process(store) for store in stores if isinstance(store, SharedStore))
    options = {"first_bidder": 1, "teach": False}
    live = one.service.create("prairie-railroads", ["Ed", "Dave", "Pete"], options, {}, None).live
    for seat in (1, 2, 3):
        seats.claim(live, Seat(seat), keys.new_key(), live.join_key)
    other.table(live.code)
    one.told.clear()
    yield Room(one, other, live.code)
    for store in stores:
        store.close()
