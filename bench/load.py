"""The load: one thread over raw sockets. Every table has six open streams and one phone that posts.

A run has a fixed number of moves, for a faster server would otherwise play at a fuller board. Closed loop: the next
move of a table goes out when all six phones have the last one, and the poster its answer. Paced: at fixed times,
whether or not the last one is seen (a move that must wait is counted as late).
A latency runs from the first byte of the POST to the last of six phones holding the whole event.
"""

from __future__ import annotations

import gc
import random
import resource
import select
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bench.server import HOST
from bench.tables import Table

PHONES = 6
_END = b"}\n\n"
"""How the event of a table document ends; heartbeats do not end so, and JSON holds no line's end."""
_PACKED_END = b"\x00\x00\xff\xff"
"""What a compressed beginning ends with; the events that follow are not compressed."""
_SPIN = 0.0015
"""Seconds before a move is due from which on the clock is watched: epoll sleeps in whole milliseconds."""
_QUIET = 0.3
_WARM = 2
"""Moves of each table before any are counted."""
_PATIENCE = 120.0
"""Seconds after which the moves of a run are not coming."""
now = time.perf_counter


def connected(port: int) -> socket.socket:
    """A connection without delays."""
    line = socket.create_connection((HOST, port), timeout=30)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def opened(table: Table, seat: int, weighed: list[int] | None = None, port: int = 0) -> socket.socket:
    """An open stream that has its first document. `weighed`: takes the bytes it was, head included; `port`: of another
    process than the table's own."""
    line = connected(port or table.port)
    line.sendall(table.listen(seat))
    heard = b""
    while _END not in heard and _PACKED_END not in heard:
        more = line.recv(262_144)
        if not more:
            raise OSError(f"the stream was closed: {heard[:300]!r}")
        heard += more
    if not heard.startswith(b"HTTP/1.1 200"):
        raise OSError(heard[:300].decode())
    if weighed is not None:
        weighed.append(len(heard))
    line.setblocking(False)
    return line


class Player:
    """One table under load: which move is under way, and how much of it has been seen."""

    def __init__(self, next_post: Callable[[], bytes | None], line: socket.socket, *, answers: bool) -> None:
        """`next_post`: the next move as it goes over the line, None when the evening is over; `answers`: a move is
        answered on that line, beside what the phones hear of it."""
        self.next_post, self.line, self.answers = next_post, line, answers
        self.sent_at = self.due = 0.0
        self.unseen = 0
        self.answered = True
        self.over = False

    @property
    def busy(self) -> bool:
        """Is a move under way?"""
        return self.unseen > 0 or not self.answered

    def post(self) -> None:
        """Send the next move, if there is one."""
        body = self.next_post()
        if body is None:
            self.over = True
            return
        self.unseen, self.answered = PHONES, not self.answers
        self.sent_at = now()
        self.line.send(body)


class Hearing(Protocol):
    """What comes in over one line."""

    line: socket.socket
    player: Player

    def heard(self, some: bytes) -> int:
        """How many moves this phone has now seen more; answers are the player's to note."""


@dataclass(slots=True)
class Answers:
    """The line of the phone that posts."""

    line: socket.socket
    player: Player
    answer: bytes = b""
    length: int = 0

    def heard(self, some: bytes) -> int:
        """Take in a piece of the answer.

        :raises OSError: the move was refused.
        """
        self.answer += some
        if not self.length:
            head = self.answer.find(b"\r\n\r\n")
            if head < 0:
                return 0
            if not self.answer.startswith(b"HTTP/1.1 201"):
                raise OSError(self.answer[:800].decode(errors="replace"))
            lower = self.answer[:head].lower()
            at = lower.find(b"content-length:")
            self.length = head + 4 + int(lower[at + 15 :].split(b"\r\n")[0])
        if len(self.answer) >= self.length:
            self.answer, self.length, self.player.answered = b"", 0, True
        return 0


@dataclass(slots=True)
class Phone:
    """One open stream."""

    line: socket.socket
    player: Player
    rest: bytes = b""

    def heard(self, some: bytes) -> int:
        """How many events are complete with this piece."""
        count = some.count(_END) + (_END in self.rest + some[:2])
        self.rest = (self.rest + some)[-2:]
        return count


def lines_of(table: Table, anybody: Callable[[], int] | None = None) -> list[Hearing]:
    """Six phones that listen, and one of them posts on a line of its own. `anybody`: the port each line goes to, of
    several processes; else all go to the table's."""
    port = anybody or (lambda: table.port)
    line = connected(port())
    line.setblocking(False)
    player = Player(table.next_post, line, answers=True)
    phones = (Phone(opened(table, seat, port=port()), player) for seat in range(PHONES))
    return [Answers(line, player), *phones]


@dataclass(slots=True)
class Measured:
    """One run. Latencies in seconds, in order; CPU in seconds."""

    seconds: float = 0.0
    moves: int = 0
    seen: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    late: int = 0
    bytes: int = 0
    """What came in at all phones, answers included."""
    server_cpu: float = 0.0
    client_cpu: float = 0.0
    in_flight: float = 0.0

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of the server's CPU for one move."""
        return self.server_cpu * 1e3 / max(1, self.moves)

    @property
    def little(self) -> float:
        """Rate × latency / moves in flight: 1 if the figures agree with one another."""
        return sum(self.seen) / self.seconds / self.in_flight if self.in_flight else 0.0


class Working(Protocol):
    """A server under load."""

    def cpu(self) -> float:
        """Seconds of CPU it has used."""


def quantile(sorted_values: Sequence[float], part: float) -> float:
    """The value below which that part of them lies."""
    return (
        sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * part))] if sorted_values else 0.0
    )


class Load:
    """Tables with their streams open, ready for runs."""

    def __init__(self, server: Working, tables: Iterable[Sequence[Hearing]], quiet: float = _QUIET) -> None:
        """`quiet`: seconds after which nobody hears any more of the phones that came."""
        self.server = server
        self._by_number = {each.line.fileno(): each for table in tables for each in table}
        self.players = list({id(each.player): each.player for each in self._by_number.values()}.values())
        self._poll = select.epoll()
        self._drain(quiet)
        for number in self._by_number:
            self._poll.register(number, select.EPOLLIN)

    def _drain(self, quiet: float) -> None:
        """Every phone that came made the others hear of it: read until there is silence."""
        time.sleep(quiet)
        for item in self._by_number.values():
            try:
                while some := item.line.recv(262_144):
                    item.heard(some)
            except BlockingIOError:
                continue

    def close(self) -> None:
        """Hang up."""
        for item in self._by_number.values():
            item.line.close()
        self._poll.close()

    def closed(self, moves: int) -> Measured:
        """So many moves as fast as it goes, one under way at each table."""
        for player in self.players:
            player.post()
        return self._run(moves, None, lambda player: player.post())

    def paced(self, moves: int, every: float) -> Measured:
        """So many moves, one each `every` seconds at each table, spread evenly at random."""
        begin = now()
        for player in self.players:
            player.due = begin + random.random() * every
        return self._run(moves, every, lambda player: None)

    def _run(self, moves: int, every: float | None, next_move: Callable[[Player], None]) -> Measured:
        """Two moves a table first, which are not counted.

        :raises OSError: it takes too long, or the evenings are over before all moves were made.
        """
        warm, latest = Measured(), now() + _PATIENCE
        found = Measured(in_flight=len(self.players) if every is None else 0.0)
        begin, cpu = 0.0, (0.0, 0.0)
        gc.disable()
        while found.moves < moves:
            if not begin and warm.moves >= _WARM * len(self.players):
                begin, cpu = now(), (self.server.cpu(), _own_cpu())
            counted = found if begin else warm
            wait = 0.02 if every is None else self._post_due(now(), every, counted)
            for number, _ in self._poll.poll(wait):
                finished = self._heard(self._by_number[number], counted)
                if finished and found.moves < moves:
                    next_move(finished)
            if now() > latest or all(player.over for player in self.players):
                raise OSError(f"{found.moves} of {moves} moves were made")
        found.seconds = now() - begin
        found.server_cpu, found.client_cpu = self.server.cpu() - cpu[0], _own_cpu() - cpu[1]
        self._finish()
        gc.enable()
        found.seen.sort()
        found.answered.sort()
        return found

    def _post_due(self, at: float, every: float, counted: Measured) -> float:
        nearest = at + 0.02
        for player in self.players:
            if player.due <= at:
                if player.busy:
                    counted.late += 1
                    continue
                player.due += every
                player.post()
            nearest = min(nearest, player.due)
        left = nearest - now()
        return 0.0 if left < _SPIN else left - _SPIN / 2

    def _heard(self, item: Hearing, counted: Measured) -> Player | None:
        """Take in what has come; the player whose move is thereby seen and answered."""
        player = item.player
        try:
            some = item.line.recv(262_144)
        except BlockingIOError:
            return None
        if not some:
            raise OSError("the server hung up")
        counted.bytes += len(some)
        waited, before = not player.answered, player.unseen
        player.unseen -= item.heard(some)
        if player.unseen < 0:
            raise OSError("a phone heard of a move twice")
        if waited and player.answered:
            counted.answered.append(now() - player.sent_at)
        if before and not player.unseen:
            counted.moves += 1
            counted.seen.append(now() - player.sent_at)
        return player if (waited or before) and not player.busy else None

    def _finish(self) -> None:
        """Let the last moves arrive."""
        until, after = now() + 5, Measured()
        while any(player.busy for player in self.players) and now() < until:
            for number, _ in self._poll.poll(0.05):
                self._heard(self._by_number[number], after)


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
