"""The load: one thread over raw sockets. Every table has six open streams and one phone that posts.

Closed loop: the next move of a table goes out when all six phones have the last one, and the poster its
answer. Paced: at fixed times, whether or not the last one is seen (a move that must wait is counted as late).
A latency runs from the first byte of the POST to the last of six phones holding the whole event.
"""

from __future__ import annotations

import gc
import random
import resource
import select
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bench.server import HOST, Server
from bench.tables import Table

PHONES = 6
_END = b"}\n\n"
_PACKED_END = b"\x00\x00\xff\xff"
"""What a compressed beginning ends with; the events that follow are not compressed."""
"""How the event of a table document ends; heartbeats do not end so, and JSON holds no line's end."""
_SPIN = 0.0015
"""Seconds before a move is due from which on the clock is watched: epoll sleeps in whole milliseconds."""
now = time.perf_counter


def connected(port: int) -> socket.socket:
    """A connection without delays."""
    line = socket.create_connection((HOST, port), timeout=30)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def opened(table: Table, seat: int, weighed: list[int] | None = None) -> socket.socket:
    """An open stream that has its first document. `weighed`: takes the bytes it was, head included."""
    line = connected(table.port)
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
    """One table under load: its posting phone, and how much of the last move has been seen."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.line = connected(table.port)
        self.line.setblocking(False)
        self.sent_at = self.due = 0.0
        self.unseen = 0
        self.answered = True
        self.answer = b""
        self.length = 0

    @property
    def busy(self) -> bool:
        """Is a move under way?"""
        return self.unseen > 0 or not self.answered

    def post(self) -> None:
        """Send the next move."""
        body = self.table.next_post()
        self.unseen, self.answered = PHONES, False
        self.sent_at = now()
        self.line.send(body)

    def read(self, some: bytes) -> bool:
        """Take in a piece of the answer; true when it is complete.

        :raises OSError: the move was refused.
        """
        self.answer += some
        if not self.length:
            head = self.answer.find(b"\r\n\r\n")
            if head < 0:
                return False
            if not self.answer.startswith(b"HTTP/1.1 201"):
                raise OSError(self.answer[:800].decode(errors="replace"))
            lower = self.answer[:head].lower()
            at = lower.find(b"content-length:")
            self.length = head + 4 + int(lower[at + 15 :].split(b"\r\n")[0])
        if len(self.answer) < self.length:
            return False
        self.answer, self.length, self.answered = b"", 0, True
        return True


@dataclass(slots=True)
class Phone:
    """One open stream."""

    line: socket.socket
    player: Player
    rest: bytes = b""

    def events(self, some: bytes) -> int:
        """How many events are complete with this piece."""
        count = some.count(_END) + (_END in self.rest + some[:2])
        self.rest = (self.rest + some)[-2:]
        return count


@dataclass(slots=True)
class Measured:
    """One run. Latencies in seconds, in order; CPU in seconds."""

    seconds: float = 0.0
    moves: int = 0
    seen: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    late: int = 0
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


def quantile(sorted_values: Sequence[float], part: float) -> float:
    """The value below which that part of them lies."""
    return (
        sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * part))] if sorted_values else 0.0
    )


class Load:
    """Tables with their streams open, ready for runs."""

    def __init__(self, server: Server, tables: Sequence[Table]) -> None:
        self.server = server
        self.players = [Player(table) for table in tables]
        self._poll = select.epoll()
        self._by_number: dict[int, Player | Phone] = {}
        for player in self.players:
            for seat in range(PHONES):
                phone = Phone(opened(player.table, seat), player)
                self._by_number[phone.line.fileno()] = phone
            self._by_number[player.line.fileno()] = player
        self._drain()
        for number in self._by_number:
            self._poll.register(number, select.EPOLLIN)

    def _drain(self) -> None:
        """Every phone that came made the others hear of it: read until there is silence."""
        time.sleep(0.3)
        for item in self._by_number.values():
            try:
                while item.line.recv(262_144):
                    pass
            except BlockingIOError:
                continue

    def close(self) -> None:
        """Hang up."""
        for item in self._by_number.values():
            item.line.close()
        self._poll.close()

    def closed(self, seconds: float, warm: float = 1.0) -> Measured:
        """As fast as it goes, one move under way at each table."""
        for player in self.players:
            player.post()
        return self._run(seconds, warm, None, lambda player: player.post())

    def paced(self, seconds: float, every: float, warm: float = 1.0) -> Measured:
        """One move each `every` seconds at each table, spread evenly at random."""
        begin = now()
        for player in self.players:
            player.due = begin + random.random() * every
        return self._run(seconds, warm, every, lambda player: None)

    def _run(
        self, seconds: float, warm: float, every: float | None, next_move: Callable[[Player], None]
    ) -> Measured:
        found, measuring = Measured(in_flight=len(self.players) if every is None else 0.0), False
        begin, end, cpu = now() + warm, now() + warm + seconds, (0.0, 0.0)
        gc.disable()
        while (at := now()) < end:
            if not measuring and at >= begin:
                measuring, begin, cpu = True, at, (self.server.cpu(), _own_cpu())
            wait = 0.02 if every is None else self._post_due(at, every, found if measuring else None)
            for number, _ in self._poll.poll(wait):
                finished = self._heard(self._by_number[number], found if measuring else None)
                if finished and now() < end:
                    next_move(finished)
        found.seconds = now() - begin
        found.server_cpu, found.client_cpu = self.server.cpu() - cpu[0], _own_cpu() - cpu[1]
        self._finish()
        gc.enable()
        found.seen.sort()
        found.answered.sort()
        return found

    def _post_due(self, at: float, every: float, found: Measured | None) -> float:
        nearest = at + 0.02
        for player in self.players:
            if player.due <= at:
                if player.busy:
                    if found:
                        found.late += 1
                    continue
                player.due += every
                player.post()
            nearest = min(nearest, player.due)
        left = nearest - now()
        return 0.0 if left < _SPIN else left - _SPIN / 2

    def _heard(self, phone: Player | Phone, found: Measured | None) -> Player | None:
        """Take in what has come; the player whose move is thereby seen and answered."""
        try:
            some = phone.line.recv(262_144)
        except BlockingIOError:
            return None
        if not some:
            raise OSError("the server hung up")
        if isinstance(phone, Player):
            if not phone.read(some):
                return None
            if found:
                found.answered.append(now() - phone.sent_at)
            return None if phone.busy else phone
        count, player = phone.events(some), phone.player
        if not count:
            return None
        player.unseen -= count
        if player.unseen < 0:
            raise OSError("a phone heard of a move twice")
        if player.unseen == 0 and found:
            found.moves += 1
            found.seen.append(now() - player.sent_at)
        return None if player.busy else player

    def _finish(self) -> None:
        """Let the last moves arrive."""
        until = now() + 5
        while any(player.busy for player in self.players) and now() < until:
            for number, _ in self._poll.poll(0.05):
                self._heard(self._by_number[number], None)


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
