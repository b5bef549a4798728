"""What happens during a call: its key ends while it waits, another process makes a new host key, a chart is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from api import caller
from api.bridge import Bridge
from api.rooms import Room
from companion.mechanisms.parts import Parts
from companion.service import Service, moving, seats
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.store.sql import SqlStore
from companion.words.errors import RuleError
from companion.words.values import Seat
from tests.indoors import Indoors
from tests.server import new_party


def test_a_phone_whose_seat_was_freed_while_it_waited_moves_no_more(tmp_path: Path) -> None:
    room = Indoors(tmp_path)
    party = new_party(room)
    live = room.service.live(party.code)
    viewer = live.viewer(party.key(1))
    seats.release(live, Seat(1))
    with pytest.raises(RuleError) as refused:
        moving.play(live, viewer, {"type": "bid", "amount": 5}, lambda made: made)
    assert refused.value.code == "key-unknown"
    assert live.table.revision == 1


def test_a_phone_whose_seat_was_freed_while_it_waited_learns_of_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Indoors(tmp_path)
    party = new_party(room)
    known = caller.playing

    def waits(code: str) -> tuple[Live, Viewer]:
        found = known(code)
        seats.release(found[0], Seat(1))
        return found

    monkeypatch.setattr(caller, "playing", waits)
    answer = room.call("DELETE", f"{party.at}/auction/limit", key=party.key(1))
    assert (answer.status, answer.json["code"]) == (401, "key-unknown")


def test_a_thread_outlives_whatever_it_is_given() -> None:
    room = Room("http", 1, table=1, address=1)
    done: list[str] = []
    for job in (lambda: [][1], lambda: done.append("the next"), None):
        room.jobs.put(job)
    Bridge.__new__(Bridge)._work(room)
    assert done == ["the next"]


def test_a_new_host_key_takes_back_nothing_that_a_server_has_written_meanwhile(tmp_path: Path) -> None:
    room = Indoors(tmp_path)
    party = new_party(room, claim=False)
    command = Service(SqlStore(f"sqlite:///{tmp_path}/companion.sqlite"))
    read = command.live(party.code)
    party.claim(2)
    live = room.service.live(party.code)
    room.service.rename(live, {Seat(1): "Edwina"}, {}, {"paper_money": True})
    key = command.new_host_key(read)
    assert room.get(party.at, key).json["you"]["role"] == "host"
    assert room.get(party.at, party.key(2)).json["you"]["seat"] == 2
    after = Service(SqlStore(f"sqlite:///{tmp_path}/companion.sqlite")).live(party.code)
    assert after.names[Seat(1)] == "Edwina"
    assert after.paper
    assert after.viewer(key).role == "host"


def test_a_chart_replays_without_the_tables_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn in a thread of its own, while moves are made. Dave says pass after the companion has passed him."""
    room = Indoors(tmp_path)
    party = new_party(room)
    for seat, body in ((1, {"type": "bid", "amount": 80}), (2, {"type": "pass"})):
        assert room.post(f"{party.at}/moves", body, party.key(seat)).status == 201
    table = room.service.live(party.code).table
    states = [node.state for node in table.journal.heads]
    for node in table.journal.heads[1:]:
        node.state = None

    def nobody_asks(*_: Any) -> None:
        raise AssertionError("the parts were turned to a state of the past")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Parts, "of", nobody_asks)
        assert list(table.states(table.journal.heads)) == states
