"""Four processes, and phones that talk to any of them at random: one is killed in the middle and PostgreSQL
restarted, but no move is lost or doubled, and nobody sees an old table for long."""

from __future__ import annotations

import http.client
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from bench.postgresql import Postgres
from tests.server import PATIENCE, Party, comes, new_party, thorough
from tests.spread import Several

pytestmark = thorough
PHONES, MOVES = 6, 40
STALE_SECONDS = 3.0
"""From a move's answer until the last phone has heard of it."""
BUSY = 5
"""It may take that many times as long on a machine that does other things, too."""
GONE = (OSError, http.client.HTTPException, AssertionError)


@pytest.fixture
def own() -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped."""
    with Postgres() as one:
        yield one


@dataclass
class Evening:
    """Six phones that write as fast as they can, and six that look on."""

    several: Several
    party: Party
    answered: dict[int, float] = field(default_factory=dict)
    """When the move of each revision was answered."""
    seen: list[list[tuple[float, int]]] = field(default_factory=lambda: [[] for _ in range(PHONES)])
    """For each phone that looks on: when it had which revision."""
    over: threading.Event = field(default_factory=threading.Event)

    def write(self, number: int) -> None:
        """Notes, each sent again until it is answered."""
        client = self.several.client()
        for n in range(MOVES):
            body, words = {"type": "note", "text": f"{number}.{n}"}, f"{number}.{n}"
            while True:
                try:
                    key = self.party.key(number % 4)
                    found = client.post(f"{self.party.at}/moves", body, key, idempotency_key=words)
                except GONE:
                    continue
                if found.status == 201:
                    break
                assert found.status == 503, found.body
            self.answered[found.json["revision"]] = time.monotonic()

    def look_on(self, number: int) -> None:
        """At one process after another: whenever a connection is cut, at the next that answers."""
        while not self.over.is_set():
            try:
                stream = self.several.stream(self.party, self.party.key(number % 4))
            except GONE:
                continue
            while True:
                try:
                    event = stream.events.get(timeout=0.2)
                except queue.Empty:
                    if self.over.is_set():
                        break
                    continue
                if event is None:
                    break
                self.seen[number].append((time.monotonic(), event[2]["revision"]))
            stream.close()

    def has_answers(self, wanted: int) -> bool:
        return len(self.answered) >= wanted

    def stale(self, number: int) -> float:
        """The longest time from somebody's answer until a phone that looks on had that move."""
        worst, heard = 0.0, iter(self.seen[number])
        at, last = next(heard)
        for revision, answered in sorted(self.answered.items()):
            while last < revision:
                at, last = next(heard)
            worst = max(worst, at - answered)
        return worst


def test_nothing_is_lost_and_nobody_is_behind_for_long(own: Postgres, tmp_path: Path) -> None:
    several = Several(tmp_path, own.database(), 4)
    threads: list[threading.Thread] = []
    try:
        several.start()
        evening = Evening(several, new_party(several.client()))
        for what in (evening.write, evening.look_on):
            threads += [threading.Thread(target=what, args=(n,), daemon=True) for n in range(PHONES)]
        for thread in threads:
            thread.start()
        happening: tuple[Callable[[], object], ...] = (
            several.each[1].kill,
            several.each[1].start,
            partial(own.restart, "fast"),
            partial(own.restart, "immediate"),
        )
        for number, happens in enumerate(happening, 1):
            comes(partial(evening.has_answers, number * MOVES))
            happens()
        for thread in threads[:PHONES]:
            thread.join(2 * PATIENCE)
        last = PHONES * MOVES + 1
        comes(lambda: all(seen and seen[-1][1] == last for seen in evening.seen))
        evening.over.set()
        lines = own.run(own_name(several), "SELECT body FROM line ORDER BY revision")
    finally:
        several.kill()
    said = Counter(body[0].partition('"text":"')[2].partition('"')[0] for body in lines[1:])
    assert said == Counter(f"{number}.{n}" for number in range(PHONES) for n in range(MOVES))
    assert sorted(evening.answered) == list(range(2, last + 1)), "each answer named a line of its own"
    worst = max(map(evening.stale, range(PHONES)))
    print(f"nobody was behind for more than {worst:.2f} s")
    assert worst < BUSY * STALE_SECONDS


def own_name(several: Several) -> str:
    """The database they share."""
    return several.each[0].database.rpartition("/")[2]
