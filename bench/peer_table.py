"""Tables of the peer (`bench/peer/server.js`): six players each, on connections that speak as its own client does.

That is a WebSocket with socket.io's packets in it: `42/table,["update", ...]` to move and to hear of a move.
"""

from __future__ import annotations

import base64
import http.client
import json
import secrets
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bench.evening import BUILDS, RAILROADS
from bench.load import PHONES, Hearing, Player, connected
from bench.server import HOST

_SPACE = "/table"
_UPDATE = f'42{_SPACE},["update"'.encode()
_SYNCED = f'42{_SPACE},["sync"'.encode()
_TEXT, _FINAL, _MASKED = 0x1, 0x80, 0x80
_BODIES = {126: 2, 127: 8}
"""How many bytes the length of a longer frame has."""


def framed(text: bytes) -> bytes:
    """A client's frame, masked by nothing but zeros, which leaves it as it is."""
    size = len(text)
    length = (
        bytes([_MASKED | size]) if size < min(_BODIES) else bytes([_MASKED | 126]) + size.to_bytes(2, "big")
    )
    return bytes([_FINAL | _TEXT]) + length + bytes(4) + text


@dataclass(slots=True)
class Socket:
    """One player's connection."""

    line: socket.socket
    player: Player
    rest: bytes = b""

    def heard(self, some: bytes) -> int:
        """How many moves are told with this piece."""
        return sum(text.startswith(_UPDATE) for text in self.frames(some))

    def frames(self, some: bytes) -> Iterator[bytes]:
        """The texts that are complete with this piece."""
        self.rest += some
        while len(self.rest) > 1:
            more = _BODIES.get(self.rest[1], 0)
            start = 2 + more
            size = int.from_bytes(self.rest[2:start], "big") if more else self.rest[1]
            if len(self.rest) < start + size:
                return
            text, self.rest = self.rest[start : start + size], self.rest[start + size :]
            yield text

    def wait(self, wanted: Callable[[bytes], bool]) -> None:
        """Read until such a text has come.

        :raises OSError: the line was closed.
        """
        while some := self.line.recv(262_144):
            if sum(map(wanted, self.frames(some))):
                return
        raise OSError("the peer hung up")


class PeerTable:
    """A match, the credentials of its six players, and how far it is."""

    def __init__(self, port: int) -> None:
        """Create the match and let everybody join, by the peer's own lobby."""
        self.port, self.made = port, 0
        lobby = "/games/table"
        wanted = {"numPlayers": PHONES, "unlisted": True}
        self.match: str = _asked(port, f"{lobby}/create", wanted)["matchID"]
        self.keys: list[str] = [
            _asked(
                port, f"{lobby}/{self.match}/join", {"playerID": str(seat), "playerName": f"Player {seat}"}
            )["playerCredentials"]
            for seat in range(PHONES)
        ]
        self.evening = self._moves()

    def lines_of(self) -> list[Hearing]:
        """Six phones that listen; moves go out on the first one's line."""
        first = upgraded(self.port)
        player = Player(self.next_post, first, answers=False)
        phones = [Socket(first if seat == 0 else upgraded(self.port), player) for seat in range(PHONES)]
        for seat, phone in enumerate(phones):
            phone.line.sendall(framed(f"40{_SPACE},".encode()))
            phone.wait(lambda text: text.startswith(f"40{_SPACE}".encode()))
            phone.line.sendall(framed(_said("sync", self.match, str(seat), self.keys[seat], PHONES)))
            phone.wait(lambda text: text.startswith(_SYNCED))
            phone.line.setblocking(False)
        return list(phones)

    def next_post(self) -> bytes:
        """The next move, as its client sends it."""
        seat, name, *given = next(self.evening)
        payload = {"type": name, "args": given, "playerID": seat, "credentials": self.keys[int(seat)]}
        said = _said("update", {"type": "MAKE_MOVE", "payload": payload}, self.made, self.match, seat)
        self.made += 1
        return framed(said)

    def _moves(self) -> Iterator[tuple[Any, ...]]:
        """Building turns, as on an evening of Prairie Railroads, until all cubes are used up."""
        for turn in range(BUILDS * len(RAILROADS)):
            seat, railroad = str(turn % (PHONES - 1)), RAILROADS[turn // BUILDS]
            yield seat, "play_card", "CT"
            yield seat, "roll_growth", [turn // 6 % 6 + 1, turn % 6 + 1]
            yield seat, "build_track", railroad, f"Old Bluff {turn}", f"Old Bluff {turn + 1}", turn % 4


def _said(name: str, *given: object) -> bytes:
    return f"42{_SPACE},{json.dumps([name, *given], separators=(',', ':'))}".encode()


def _asked(port: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """A call of the lobby.

    :raises OSError: it was refused.
    """
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = line.getresponse()
    read = answer.read()
    line.close()
    if answer.status != 200:
        raise OSError(f"{path}: {answer.status} {read[:200].decode(errors='replace')}")
    found: dict[str, Any] = json.loads(read)
    return found


def upgraded(port: int) -> socket.socket:
    """A connection to its own transport.

    :raises OSError: it was refused.
    """
    line = connected(port)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    head = (
        f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\n"
    )
    head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    line.sendall(head.encode())
    came = b""
    while b"\r\n\r\n" not in came:
        if not (one := line.recv(1)):
            break
        came += one
    if b" 101 " not in came:
        raise OSError(came.decode(errors="replace"))
    return line
