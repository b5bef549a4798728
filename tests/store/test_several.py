"""What belongs to no table is the same at every process too: rolls for all, and how often an address may ask."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from api.app import create_app
from api.caller import MOST_WRONG_DIGITS, RATES
from api.settings import Settings
from bench.postgresql import Elsewhere, Postgres
from companion.service import Service, keys, pins
from companion.service.rolls import Rolls
from companion.store import ROLL_SECONDS, ROLLS
from companion.store.opening import store_at
from companion.store.shared import SharedStore
from companion.words.errors import RuleError

FACES = (6, 6)


@pytest.fixture
def both(postgres: Postgres | Elsewhere) -> Iterator[tuple[SharedStore, SharedStore]]:
    """Two processes' stores over one database."""
    url = postgres.database()
    one, other = store_at(url), store_at(url)
    assert isinstance(one, SharedStore)
    assert isinstance(other, SharedStore)
    yield one, other
    one.close()
    other.close()


def at_both(both: tuple[SharedStore, SharedStore]) -> tuple[Rolls, Rolls]:
    one, other = both
    return Rolls(lambda: one), Rolls(lambda: other)


def all_at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    gate, found = threading.Barrier(len(jobs)), list[Any]()

    def run(job: Callable[[], Any]) -> None:
        gate.wait()
        found.append(job())

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(jobs)
    return found


def change(store: SharedStore, words: str) -> None:
    store.database.write(lambda c: c.execute(text(words)))


def test_a_roll_made_here_is_seen_there(both: tuple[SharedStore, SharedStore]) -> None:
    here, there = at_both(both)
    made = here.commit("game", "growth", "growth", FACES)
    assert there.find(made.id.lower()) == made
    rolled = there.roll(made.id, "game", "growth")
    assert rolled.dice is not None
    assert here.find(made.id) == rolled == here.roll(made.id, "game", "growth")


def test_two_who_go_on_at_two_processes_go_on_together(both: tuple[SharedStore, SharedStore]) -> None:
    here, there = at_both(both)
    for _ in range(20):
        first = here.commit("game", "growth", "growth", FACES)
        there.roll(first.id, "game", "growth")
        go_on = [
            partial(rolls.commit, "game", "growth", "growth", FACES, first.id) for rolls in (here, there)
        ]
        made = all_at_once(go_on * 3)
        assert len({roll.id for roll in made}) == 1
        assert here.find(first.id).next == made[0].id


def test_what_is_too_old_or_too_many_is_forgotten(both: tuple[SharedStore, SharedStore]) -> None:
    (one, other), (here, there) = both, at_both(both)
    old, young = (here.commit("game", "growth", "growth", FACES) for _ in range(2))
    change(one, f"UPDATE roll SET made = made - {ROLL_SECONDS + 1} WHERE id = '{old.id}'")
    with pytest.raises(RuleError, match="no longer"):
        there.roll(old.id, "game", "growth")
    change(
        one,
        "INSERT INTO roll (id, game, tool, purpose, faces, seed, made, rolled) "
        "SELECT 'R' || n, 'g', 't', 'p', '[6]', '', extract(epoch FROM now()) + n, 0 "
        f"FROM generate_series(1, {ROLLS}) AS n",
    )
    other.hit("create", "192.168.1.9")
    change(one, "UPDATE rate SET minute = minute - 1")
    other.hit("create", "192.168.1.9")
    one.tidy()
    left = one.database.ask("SELECT (SELECT count(*) FROM roll), (SELECT count(*) FROM rate)", {})
    assert left == [(ROLLS, 1)]
    with pytest.raises(RuleError):
        here.find(young.id)


def test_an_address_is_counted_at_all_processes(both: tuple[SharedStore, SharedStore]) -> None:
    one, other = both
    hits = all_at_once([partial(at.hit, "join", "192.168.1.9") for at in both] * 5)
    assert sorted(hits) == list(range(1, 11))
    assert one.hit("join", "192.168.1.10") == 1
    assert other.hit("create", "192.168.1.9") == 1


def test_an_hour_is_not_over_before_it_is(both: tuple[SharedStore, SharedStore]) -> None:
    """Minutes that are over are forgotten, an hour's count is not; what was counted too much is taken back."""
    one, other = both
    assert [at.hit("digits", "", 60) for at in (one, other, one)] == [1, 2, 3]
    other.hit("create", "192.168.1.9")
    change(one, "UPDATE rate SET minute = minute - 1 WHERE what = 'create'")
    one.tidy()
    assert one.database.ask("SELECT what, mod(minute, 60), number FROM rate", {}) == [("digits", 59, 3)]
    assert other.hit("digits", "", 60, -1) == 2


def test_who_has_guessed_too_often_here_is_turned_away_there(both: tuple[SharedStore, SharedStore]) -> None:
    phones = [create_app(Service(store), Settings()).test_client() for store in both]
    for phone in phones:
        phone.environ_base["REMOTE_ADDR"] = "192.168.1.9"

    def guess(phone: FlaskClient) -> int:
        return phone.get("/api/v1/tables/ZZZZ", base_url="http://127.0.0.1").status_code

    most = RATES["unknown"]
    assert [guess(phones[n % 2]) for n in range(most)] == [404] * most
    assert [guess(phone) for phone in phones] == [429, 429]
    phones[1].environ_base["REMOTE_ADDR"] = "192.168.1.10"
    assert guess(phones[1]) == 404


def test_digits_alone_at_several_processes(both: tuple[SharedStore, SharedStore]) -> None:
    """Each finds tables of the other, with digits that wrong ones have changed there; wrong ones of all addresses are
    counted together."""
    here, there = (Service(store) for store in both)
    live = here.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"teach": False}, {}, None).live
    for _ in range(keys.MOST_WRONG):
        with pytest.raises(RuleError):
            pins.join_key(live, "no")
    phones = [create_app(service, Settings()).test_client() for service in (here, there)]

    def tried(n: int, pin: str) -> Any:
        phones[n % 2].environ_base["REMOTE_ADDR"] = f"192.168.1.{n}"
        return phones[n % 2].post("/api/v1/join", json={"pin": pin}, base_url="http://127.0.0.1")

    way = {"code": live.code, "join_key": live.join_key}
    for n in range(MOST_WRONG_DIGITS):
        assert tried(n, live.join_pin).get_json() == way
        assert tried(n, "no").status_code == 401
    assert [tried(n, live.join_pin).status_code for n in (50, 51)] == [429, 429]
    assert there.tables_loaded == 0
