"""Two processes at one table, each with its own memory: whatever one has written the other knows when it matters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bench.postgresql import Elsewhere, Postgres
from companion.service import Service, keys, limits, moving, pins, requests, rewinding, seats
from companion.service.folding import DamagedError
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.writing import BY_LIMIT
from companion.store import Entry, OvertakenError, TaughtFact
from companion.store.database import Ticket
from companion.store.opening import store_at
from companion.table.journal import Line, body_json
from companion.words.errors import RuleError
from companion.words.values import Seat
from tests.store.processes import HOST, Room, at_a_table

ED, DAVE, PETE = (Viewer("seat", Seat(seat)) for seat in (1, 2, 3))


@pytest.fixture
def room(postgres: Postgres | Elsewhere) -> Iterator[Room]:
    yield from at_a_table(postgres)


def play(live: Live, viewer: Viewer, key: str | None = None, **move: Any) -> Any:
    return moving.play(live, viewer, move, lambda made: made, key=key)


def lines(live: Live) -> list[tuple[str, object]]:
    return [(line.by, line.body.get("amount")) for line in live.store.lines(live.code, 1)]


# --- lines ----------------------------------------------------------------------------------------------


def test_a_move_that_comes_second_is_answered_as_if_it_had(room: Room) -> None:
    """The other has not heard of the first: its own move meets it, reads it, and is handled anew."""
    play(room.here, ED, type="bid", amount=5)
    with pytest.raises(RuleError) as refused:
        play(room.there, ED, type="bid", amount=6)
    assert refused.value.code == "not-now", "it is Dave's turn by now"
    assert room.there.table.revision == 2
    with pytest.raises(RuleError) as stale:
        play(room.here, DAVE, type="bid", amount=7, expected_revision=1)
    assert stale.value.code == "stale-revision"
    assert lines(room.here) == [("seat:1", 5)]


def test_what_is_still_right_is_done(room: Room) -> None:
    play(room.here, ED, type="bid", amount=5)
    assert play(room.there, PETE, type="note", text="x").revision == 3
    assert room.there.version == room.one.table(room.code).version
    assert len(room.one.told) == 2
    assert room.one.told == room.other.told[-2:], "both tell the same versions"


def test_a_call_that_is_sent_again_to_another_process(room: Room) -> None:
    first = play(room.here, ED, "key", type="bid", amount=5)
    again = play(room.there, ED, "key", type="bid", amount=5)
    assert (again.revision, again.entry) == (first.revision, first.entry)
    assert lines(room.here) == [("seat:1", 5)]
    with pytest.raises(RuleError) as refused:
        play(room.other.table(room.code), ED, "key", type="bid", amount=6)
    assert refused.value.code == "idempotency-key-reused"


def test_an_undo_meets_a_line_and_is_stale_but_not_a_phone_that_comes(room: Room) -> None:
    play(room.here, ED, type="bid", amount=5)
    room.there.follow()
    room.here.present(Seat(1), 1)
    rewinding.undo(room.there, HOST, {}, lambda made: made)
    assert room.there.table.revision == 3
    play(room.one.table(room.code), ED, type="bid", amount=6)
    room.there.follow()
    play(room.here, DAVE, type="bid", amount=7)
    with pytest.raises(RuleError) as refused:
        rewinding.undo(room.there, HOST, {}, lambda made: made)
    assert refused.value.code == "stale-revision"


def test_versions_are_the_same_everywhere_and_rise(room: Room) -> None:
    for n in range(6):
        live = (room.here, room.there)[n % 2]
        play(live, HOST, type="note", text=str(n))
        if n == 3:
            room.here.present(Seat(2), 1)
    assert room.one.told == sorted(set(room.one.told))
    room.one.table(room.code)
    room.other.table(room.code)
    assert room.here.version == room.there.version
    assert room.here.tag(HOST) == room.there.tag(HOST)


def test_a_line_that_this_program_cannot_follow(room: Room) -> None:
    """The other one is of another version: this one shows the table as it was before that line, and plays no
    further."""
    line = Line(
        2, "2026-01-01T00:00:00Z", "host", "move", {"type": "note", "text": "x"}, "not this one's digest"
    )
    room.one.store.append(Entry(room.code, line, body_json(line), edition=room.here.stored.edition))
    there = room.other.table(room.code)
    assert there.damaged is not None
    assert there.table.revision == 1
    with pytest.raises(DamagedError, match="line 2"):
        play(there, HOST, type="note", text="y")


# --- seats ----------------------------------------------------------------------------------------------


def test_one_seat_is_given_away_once(room: Room) -> None:
    seats.release(room.here, Seat(2))
    room.there.follow()
    seats.claim(room.here, Seat(2), "a-key-of-one-phone-that-is-long", room.here.join_key)
    with pytest.raises(RuleError) as refused:
        seats.claim(room.there, Seat(2), "a-key-of-another-phone-that-is", room.there.join_key)
    assert refused.value.code == "seat-taken"


def test_a_key_that_has_ended_elsewhere_does_nothing(room: Room) -> None:
    """The other process has not heard that Ed's seat was freed: his move meets that, and is refused."""
    key_hash = room.there.stored.seats[0].key_hash or ""
    seats.release(room.here, Seat(1))
    with pytest.raises(RuleError) as refused:
        play(room.there, replace(ED, key_hash=key_hash), type="bid", amount=5)
    assert refused.value.code == "key-unknown"
    assert room.other.ended == [Viewer("seat", Seat(1))], "and his stream there ends"
    assert lines(room.here) == []


def test_names_options_and_a_new_qr_are_known_everywhere(room: Room) -> None:
    room.one.service.rename(room.here, {Seat(1): "Edmund"}, {}, {"undo": "anyone"})
    room.other.service.rename(room.there, {Seat(2): "David"}, {}, {})
    room.one.service.new_join(room.here)
    there = room.other.table(room.code)
    assert list(there.names.values()) == ["Edmund", "David", "Pete"]
    assert there.stored.options["undo"] == "anyone"
    assert there.join_key == room.here.join_key
    assert Viewer("join") in room.other.ended


def test_a_new_host_key(room: Room) -> None:
    key = room.one.service.new_host_key(room.here)
    assert room.there.viewer(key) == HOST
    assert room.other.ended == [HOST]


def test_a_request_is_asked_here_and_answered_there(room: Room) -> None:
    asked = requests.ask(room.here, Seat(2), "a-key-of-a-new-phone-that-is-long")
    assert [item["id"] for item in requests.shown(room.other.table(room.code), HOST)] == [asked.id]
    requests.answer(room.there, asked.id, HOST, lambda: True)
    assert room.other.table(room.code).viewer("a-key-of-a-new-phone-that-is-long") == DAVE
    assert room.one.table(room.code).viewer("a-key-of-a-new-phone-that-is-long") == DAVE
    assert Viewer("seat", Seat(2)) in room.one.ended, "the old phone's stream there"


def test_two_answer_at_once(room: Room) -> None:
    """The second has not heard of the first answer: it meets it, and is too late."""
    asked = requests.ask(room.here, Seat(2), "a-key-of-a-new-phone-that-is-long")
    room.there.follow()
    requests.answer(room.here, asked.id, HOST, lambda: False)
    with pytest.raises(RuleError) as refused:
        requests.answer(room.there, asked.id, HOST, lambda: True)
    assert refused.value.code == "not-now"


def test_wrong_digits_are_counted_together(room: Room) -> None:
    right = room.here.join_pin
    for n in range(keys.MOST_WRONG):
        live = (room.one, room.other)[n % 2].table(room.code)
        with pytest.raises(RuleError):
            pins.join_key(live, "no")
    assert room.one.table(room.code).join_pin == room.other.table(room.code).join_pin != right


# --- secret limits ----------------------------------------------------------------------------------------


def test_a_limit_bids_at_whichever_process(room: Room) -> None:
    limits.put(room.here, DAVE, lambda: 30)
    play(room.there, ED, type="bid", amount=5)
    assert lines(room.here) == [("seat:1", 5), (BY_LIMIT, 6)], "the other has met it, and let it bid"
    assert room.one.table(room.code).limits.keys() == {2}


def test_only_its_own_seat_hears_of_a_limit(room: Room) -> None:
    version = room.there.version
    limits.put(room.here, DAVE, lambda: 30)
    there = room.other.table(room.code)
    assert room.other.whispered == [2]
    assert there.version == version
    assert not room.other.told
    assert there.tag(DAVE) == room.here.tag(DAVE) != there.tag(ED)
    limits.remove(there, DAVE)
    assert room.one.table(room.code).limits == {}


def test_two_limits_at_once_keep_their_order(room: Room) -> None:
    limits.put(room.here, DAVE, lambda: 30)
    limits.put(room.there, PETE, lambda: 30)
    kept = room.one.store.limits(room.code)
    assert [(limit.seat, limit.since) for limit in kept] == [(2, 1), (3, 2)]


# --- tables -----------------------------------------------------------------------------------------------


def test_a_table_that_is_forgotten_is_gone_everywhere(room: Room) -> None:
    room.one.service.delete(room.here)
    with pytest.raises(RuleError) as refused:
        room.other.table(room.code)
    assert refused.value.code == "no-such-table"
    assert room.other.ended == [None], "and whoever looked on there"


def test_what_nobody_has_to_know_costs_no_reading(room: Room) -> None:
    """An unchanged table costs one number, and new lines are read as lines only."""
    asked: list[str] = []
    ask, read = room.other.store.database.ask, room.other.store.database.read
    room.other.store.database.ask = lambda words, given: asked.append("ask") or ask(words, given)  # type: ignore[func-returns-value, method-assign]  # counted
    room.other.store.database.read = lambda job: asked.append("read") or read(job)  # type: ignore[func-returns-value, method-assign]  # counted
    room.other.table(room.code)
    assert asked == ["ask"]
    play(room.here, HOST, type="note", text="x")
    play(room.here, HOST, type="note", text="y")
    asked.clear()
    assert room.other.table(room.code).table.revision == 3
    assert asked == ["ask", "ask"]


# --- what is known of boards, and boxes -------------------------------------------------------------------


def test_a_name_is_spelled_as_the_other_was_taught_it(postgres: Postgres | Elsewhere) -> None:
    url = postgres.database()
    stores = [store_at(url), store_at(url)]
    services = [Service(store) for store in stores]
    lives = [
        service.create("prairie-railroads", ["Ed", "Dave", "Pete"], {"teach": True}, {}, None).live
        for service in services
    ]
    for live, name in zip(lives, ("Fort Scott", "FORT SCOTT"), strict=True):
        play(live, HOST, type="learn", facts={"cities": {name: {"income": 3}}})
    cities = {fact.row for fact in stores[0].atlas("prairie-railroads") if fact.section == "cities"}
    assert cities == {"Fort Scott"}, "the second was told of it by the database, and read it anew"
    for store in stores:
        store.close()


def test_both_teach_at_once(room: Room) -> None:
    """One after the other: what is known still agrees with who taught it."""
    facts = [TaughtFact("cities", f"City {n}", "income", n) for n in range(3)]
    for store in (room.one.store, room.other.store):
        store.teach("prairie-railroads", facts, room.code)
    assert len(room.one.store.atlas("prairie-railroads")) == 3
    assert [lesson.number for lesson in room.one.store.lessons("prairie-railroads")] == [3]


# --- one transaction ------------------------------------------------------------------------------------


def test_who_was_overtaken_leaves_the_others_alone(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes that wait together share a transaction; one that comes too late writes nothing."""
    store, edition = room.one.store, room.here.stored.edition
    found: list[Ticket[Any]] = []

    def written(revision: int, edition: int, text: str) -> None:
        line = Line(revision, "2026-01-01T00:00:00Z", "host", "move", {"type": "note", "text": text})
        store.append(Entry(room.code, line, body_json(line), edition=edition))

    def ticket(job: Any, code: str = "", *, alone: bool = False) -> None:
        found.append(Ticket(job, code, alone=alone))

    with monkeypatch.context() as waiting:
        waiting.setattr(store.database, "write", ticket)
        for late in (0, 0, 1):
            written(2 + late, edition + late, str(len(found)))
    store.database._waiting.extend(found)
    with store.database._writer:
        store.database._commit_waiting()
    assert [type(item.error) for item in found] == [type(None), OvertakenError, type(None)]
    assert [line.body["text"] for line in store.lines(room.code, 1)] == ["0", "2"]
