"""`companion serve --workers N`: several processes on one port, and a parent that keeps them going."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from api.workers import Workers, check
from bench.postgresql import Elsewhere, Postgres
from companion.cli import main
from tests.server import (
    PATIENCE,
    ROOT,
    Client,
    Command,
    Party,
    Reply,
    Stream,
    checked_end,
    comes,
    new_party,
    thorough,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they are refused")


class Workforce(Command):
    """Two of them, from the command line, and a phone that opens a new connection for each call: now one answers, now
    the other."""

    def __init__(self, folder: Path, database: str) -> None:
        super().__init__(folder, sys.executable, "-m", "companion.cli", place=ROOT, database=database)
        self.arguments = ("--workers", "2", "--log", "requests")

    def start(self) -> Workforce:
        super().start()
        comes(lambda: "The companion is at" in self.log)
        return self

    @property
    def workers(self) -> list[int]:
        assert self.process is not None
        return children(self.process.pid)

    def client(self) -> Client:
        return Calling(self.port)


class Calling(Client):
    """A phone that keeps no connection open, and calls again if it was cut, as the pages do."""

    def exchange(self, method: str, address: str, raw: bytes | None, sent: Mapping[str, str]) -> Reply:
        while True:
            self.close()
            try:
                return super().exchange(method, address, raw, sent)
            except ConnectionError:
                assert method == "GET" or "Idempotency-Key" in sent


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_there(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def listens(server: Workforce, pid: int) -> bool:
    """Has that process the port?"""
    with contextlib.suppress(OSError):
        lines = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
        numbers = {line[9] for line in lines if line[1].endswith(f":{server.port:04X}") and line[3] == "0A"}
        held = {str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir()}
        return any(f"socket:[{number}]" in held for number in numbers)
    return False


@pytest.fixture
def workforce(tmp_path: Path, postgres: Postgres | Elsewhere) -> Iterator[Workforce]:
    one = Workforce(tmp_path, postgres.database())
    try:
        yield one.start()
        checked_end(one, [])
    finally:
        one.kill()


def bids(party: Party) -> list[int]:
    moves = party.client.get(f"{party.at}/moves?after=1").json["items"]
    return [item["move"]["amount"] for item in moves]


def streams_of_both(workforce: Workforce, party: Party) -> list[Stream]:
    """So many that each worker almost certainly has one."""
    return [workforce.stream(party, party.host) for _ in range(24)]


@thorough
def test_an_evening_at_two_workers_one_of_which_is_killed(workforce: Workforce) -> None:
    """The phones of the killed one come back, and everything that was answered is there."""
    party = new_party(workforce.client())
    streams = streams_of_both(workforce, party)
    amounts, before = iter(range(1, 60)), workforce.workers
    assert len(before) == 2
    assert all(listens(workforce, pid) for pid in before), "each has the port"

    def bid() -> None:
        seat = len(made) % 3 + 1
        made.append(next(amounts))
        assert party.move(seat, "bid", f"bid {made[-1]}", amount=made[-1]).status == 201

    made: list[int] = []
    for _ in range(6):
        bid()
    for stream in streams:
        stream.until(lambda document: document["revision"] == 7)
    os.kill(before[0], signal.SIGKILL)
    comes(lambda: not is_there(before[0]))
    for _ in range(6):
        bid()
    comes(lambda: len(workforce.workers) == 2)
    (new,) = set(workforce.workers) - set(before)
    comes(lambda: listens(workforce, new))
    for _ in range(6):
        bid()
    assert bids(party) == made
    ends = [stream.events.queue for stream in streams]
    comes(lambda: all(queue and (queue[-1] is None or queue[-1][2]["revision"] == 19) for queue in ends))
    assert any(queue[-1] is not None for queue in ends), "the other one's phones have noticed nothing"
    assert any(queue[-1] is None for queue in ends)
    assert "worker 1 has ended (by SIGKILL); it is started anew" in workforce.log
    assert workforce.log.count('"route"') > 18, "each logs what it has answered"


@thorough
def test_sigterm_ends_all(workforce: Workforce) -> None:
    assert workforce.process is not None
    workers, stream = workforce.workers, workforce.stream(new_party(workforce.client()))
    workforce.process.send_signal(signal.SIGTERM)
    assert workforce.process.wait(PATIENCE) == 0
    assert not any(is_there(pid) for pid in workers), "none is left behind"
    assert stream.ended()
    workforce.process = None


@thorough
def test_who_has_lost_who_started_them_ends(workforce: Workforce) -> None:
    workers = workforce.workers
    workforce.kill()
    comes(lambda: not any(is_there(pid) for pid in workers))


@thorough
def test_a_port_that_is_taken(workforce: Workforce, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["serve", "--no-browser", "--host", "127.0.0.1", "--port", str(workforce.port), "--workers", "2"]
    assert main([*words, "--database", workforce.database]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"companion: port {workforce.port} on 127.0.0.1 cannot be used")


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        (["--workers", "2"], 1, "--database postgresql+psycopg://USER@HOST/NAME"),
        (
            ["--workers", "2", "--database", "postgresql://u@127.0.0.1:1/x", "--metrics"],
            1,
            "leave out --metrics",
        ),
        (["--workers", "0"], 2, "0 is no number of workers"),
        (["--workers", "many"], 2, "many is no number of workers"),
    ],
)
def test_what_is_refused(
    given: list[str], status: int, words: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    try:
        found = main(["serve", "--no-browser", *given])
    except SystemExit as left:
        found = int(str(left.code))
    said = capsys.readouterr()
    assert (found, said.out) == (status, "")
    assert words in said.err
    assert said.err.count("companion: ") == (status == 1)
    assert list(tmp_path.iterdir()) == [], "nothing was changed"


def test_other_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(OSError, match="--workers is for Linux"):
        check(2, "postgresql://x@y/z", metrics=False)
    check(1, "postgresql://x@y/z", metrics=True)


@thorough
def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    """Said once, by the first, for all."""
    server = Command(
        tmp_path, sys.executable, "-m", "companion.cli", place=ROOT, database="postgresql://u@127.0.0.1:1/x"
    )
    process = server.begin(["serve", "--no-browser", "--workers", "3", "--database", server.database])
    assert process.wait(PATIENCE) == 1
    assert server.log == "companion: PostgreSQL at 127.0.0.1:1: connection refused; does it run there?\n"


# --- who sees to them, with workers that do as they are told ----------------------------------------------

SERVES = "import os,socket; s=socket.socket(fileno=0); n=os.environ['COMPANION_IS_WORKER']; "


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("raise SystemExit(1)", []),
        ("raise SystemExit(3)", ["a worker could not begin to serve (exit status 3)"]),
        ("import os; os.kill(os.getpid(), 9)", ["a worker could not begin to serve (by SIGKILL)"]),
        (
            SERVES + "n == '2' and os._exit(3); s.send(b'!'); s.recv(1)",
            ["a worker could not begin to serve (exit status 3)"],
        ),
    ],
)
def test_one_that_cannot_begin(program: str, said: list[str]) -> None:
    ready, heard = list[str](), list[str]()
    found = Workers([sys.executable, "-c", program], 2, lambda: ready.append("ready"), heard.append).run()
    assert (found, ready, heard) == (1, [], said)


def test_one_that_ends_again_and_again_is_started_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not more often than allowed, and not while it is being stopped."""
    monkeypatch.setattr("api.workers.ANEW_SECONDS", 0.01)
    program = SERVES + "s.send(b'!'); n == '2' and os._exit(7); s.recv(1)"
    heard = list[str]()

    def say(words: str) -> None:
        heard.append(words)
        if len(heard) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    found = Workers([sys.executable, "-c", program], 2, lambda: None, say).run()
    assert (found, heard) == (0, ["worker 2 has ended (exit status 7); it is started anew"] * 3)


def test_none_that_could_serve_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All have served, all have ended, and none can begin any more."""
    monkeypatch.setattr("api.workers.ANEW_SECONDS", 0.0)
    was = tmp_path / "was"
    program = (
        SERVES
        + f"p={str(was)!r}+n; os.path.exists(p) and os._exit(1); open(p,'w'); s.send(b'!'); os._exit(0)"
    )
    assert Workers([sys.executable, "-c", program], 1, lambda: None, lambda words: None).run() == 1
