"""*Watch a demo game*: one at a time, marked as such, belonging to nobody, and forgotten after a day."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from api.demonstrations import Stage
from api.stream import HUB, Stream
from bench.postgresql import Elsewhere, Postgres
from companion.games import GAMES
from companion.service import Service, demonstrations
from companion.service.keys import READER
from companion.store.opening import store_at
from companion.store.sql import SqlStore
from companion.words.errors import RuleError
from tests.indoors import Indoors
from tests.server import PATIENCE, Client, Server, comes, some, thorough

SLUGS = [rules.box.slug for rules in GAMES if rules.play.has_turns]


class Watching:
    """Somebody who looks on until it is over."""

    language = "en"
    ended = False
    sent: Any = None

    def __init__(self, code: str) -> None:
        self.code, self.viewer = code, READER
        self.address = "127.0.0.1"
        self.frames: list[bytes] = []
        self.over = threading.Event()
        HUB.add(self)

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)
        if b'"status":"finished"' in frame:
            self.over.set()

    def end(self) -> None:
        HUB.drop(self)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Indoors]:
    one = Indoors(tmp_path)
    yield one
    stage(one).close()
    one.service.store.close()


def stage(room: Indoors) -> Stage:
    found = room.app.extensions["stage"]
    assert isinstance(found, Stage)
    return found


@pytest.fixture
def stages(postgres: Postgres | Elsewhere) -> Iterator[tuple[Stage, Stage]]:
    """The stages of two processes over one database, whose bots need no time to think."""
    url = postgres.database()
    services = [Service(store_at(url)) for _ in range(2)]
    one, other = (Stage(service, "http://localhost:8000", 0) for service in services)
    yield one, other
    for stage, service in zip((one, other), services, strict=True):
        stage.close()
        service.store.close()


def finished(stage: Stage, code: str) -> bool:
    return stage._service.live(code).table.state.finished


@thorough
def test_it_goes_on_at_another_process_where_somebody_looks_on(stages: tuple[Stage, Stage]) -> None:
    """Also when the one where it was begun has gone."""
    one, other = stages
    code = one.begun("southern-pacific").code
    one.close()
    somebody = Watching(code)
    other.watched(other._service.live(code))
    comes(lambda: finished(other, code))
    somebody.end()
    other.watched(other._service.live(code))
    assert not other._is_played(code), "it is over"


@thorough
def test_two_processes_play_one_evening(stages: tuple[Stage, Stage]) -> None:
    """What one has done gets in the other's way, but does no harm."""
    one, other = stages
    code = one.begun("southern-pacific").code
    somebody = Watching(code)
    other.watched(other._service.live(code))
    comes(lambda: finished(one, code) and finished(other, code))
    somebody.end()
    table = one._service.live(code).table
    assert [line.revision for line in one._service.store.lines(code)] == list(range(1, table.revision + 1))


def test_a_table_of_people_is_nobody_elses(room: Indoors) -> None:
    made = room.post("/tables", {"game": "southern-pacific", "players": ["Ed", "Dave", "Pete"]}).json
    stage(room).watched(room.service.live(made["code"]))
    assert not stage(room)._is_played(made["code"])


def test_of_a_game_without_turns_there_is_nothing_to_watch(room: Indoors) -> None:
    assert room.post("/demonstrations", {"game": "bank"}).was == (404, "no-such-game")


@pytest.mark.parametrize("game", some(SLUGS))
def test_an_evening_is_played_to_its_end_while_somebody_looks_on(room: Indoors, game: str) -> None:
    stage(room).seconds = 0
    before = room.get(f"/atlases/{game}").json
    code = room.post("/demonstrations", {"game": game}).json["code"]
    somebody = Watching(code)
    assert somebody.over.wait(PATIENCE)
    somebody.end()
    table = room.get(f"/tables/{code}").json
    assert (table["game"], table["status"], table["options"]["demonstration"]) == (game, "finished", True)
    assert table["options"]["teach"] is False
    assert room.get(f"/atlases/{game}").json == before, "it has taught nothing"
    lines = room.get(f"/tables/{code}/moves?limit=500").json["items"]
    assert {line["by"] for line in lines[1:]} <= {"seat:1", "seat:2", "seat:3"}


def test_one_at_a_time(room: Indoors) -> None:
    first = room.post("/demonstrations", {"game": "southern-pacific"})
    assert (first.status, first.json["game"]) == (201, "southern-pacific")
    assert room.post("/demonstrations").json == first.json
    room.service.delete(room.service.live(first.json["code"]))
    assert room.post("/demonstrations").json["code"] != first.json["code"], (
        "it is gone, so there is another one"
    )
    assert room.post("/demonstrations", {"game": "chess"}).status == 201, (
        "one is on: which one is no question"
    )
    assert room.post("/demonstrations", {"game": 7}).was == (422, "invalid")


def test_a_game_that_is_not_there(room: Indoors) -> None:
    assert room.post("/demonstrations", {"game": "chess"}).was == (404, "no-such-game")


def test_nobody_is_given_a_key(room: Indoors) -> None:
    made = room.post("/demonstrations")
    assert set(made.json) == {"code", "game"}
    at = f"/tables/{made.json['code']}"
    assert room.post(f"{at}/moves", {"type": "pass"}).was == (401, "key-needed")
    document = room.get(at).json
    assert document["join_url"] is None
    assert document["offers"] == []


def test_it_waits_while_nobody_looks_on(room: Indoors, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = threading.Semaphore(0)
    of = HUB.of

    def looking(code: str) -> tuple[Stream, ...]:
        looked.release()
        return of(code)

    monkeypatch.setattr(HUB, "of", looking)
    stage(room).seconds = 0
    code = room.post("/demonstrations").json["code"]
    for _ in range(20):
        assert looked.acquire(timeout=PATIENCE)
    assert room.get(f"/tables/{code}").json["revision"] == 1


def test_no_host_sets_the_mark(client: Client) -> None:
    body = {"game": "southern-pacific", "players": ["Ed", "Dave", "Pete"], "options": {"demonstration": True}}
    assert client.post("/tables", body).was == (422, "invalid")
    made = client.post("/tables", {**body, "options": {}}).json
    change = {"options": {"demonstration": True}}
    assert client.call("PATCH", f"/tables/{made['code']}", change, made["host_key"]).was == (422, "invalid")


def test_it_is_forgotten_after_a_day_and_nothing_else_is(room: Indoors) -> None:
    kept = room.post("/tables", {"game": "southern-pacific", "players": ["Ed", "Dave", "Pete"]}).json["code"]
    old = demonstrations.begin(room.service, "southern-pacific").code
    day = datetime.now(UTC) + timedelta(days=1)
    assert demonstrations.forget_old(room.service, day - timedelta(minutes=1)) == []
    assert demonstrations.forget_old(room.service, day + timedelta(minutes=1)) == [old]
    assert room.get(f"/tables/{old}").was == (404, "no-such-table")
    assert room.get(f"/tables/{kept}").status == 200
    with pytest.raises(RuleError, match="no-such-table"):
        room.service.stored(old)


@thorough
def test_an_old_one_is_forgotten_when_the_server_starts(own_server: Server) -> None:
    """Also where nobody ever asks for another."""
    code = own_server.client().post("/demonstrations").json["code"]
    assert own_server.client().get(f"/tables/{code}").status == 200
    own_server.kill()
    store = SqlStore(own_server.database)
    stored, lines = store.load(code), store.lines(code)
    assert stored is not None
    store.delete(code)
    store.create(replace(stored, created_at="2020-01-01T00:00:00.000Z"), lines)
    store.close()
    own_server.start()
    client = own_server.client()
    comes(
        lambda: client.get(f"/tables/{code}").status == 404
    )  # a moment after the server has begun to answer


def test_a_stage_that_is_closed_plays_no_more(room: Indoors) -> None:
    stage(room).seconds = 0
    somebody = Watching(room.post("/demonstrations").json["code"])
    stage(room).sweep()
    mine = [one for one in threading.enumerate() if one.name.startswith("demonstration")]
    assert len(mine) == 2
    stage(room).close()
    somebody.end()
    assert not any(one.is_alive() for one in mine)


def test_a_stage_that_is_closed_while_it_begins_to_sweep(
    room: Indoors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may be ended in the first moment after its start."""
    faults: list[BaseException] = []
    begin = threading.Thread.start

    def close() -> None:
        try:
            stage(room).close()
        except RuntimeError as fault:
            faults.append(fault)

    closing = threading.Thread(target=close)

    def start(thread: threading.Thread) -> None:
        if thread.name.startswith("demonstrations"):
            begin(closing)
            assert stage(room)._over.wait(PATIENCE)
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    stage(room).sweep()
    closing.join(PATIENCE)
    assert faults == []
    before = threading.active_count()
    stage(room).sweep()
    assert threading.active_count() == before, "it is closed for good"
