"""Whatever is sent: no failure, no answer outside the contract, nothing changed by a refusal, no key told."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.api.fuzzing import Asked, Chance
from tests.indoors import Indoors
from tests.server import PATIENCE, Party, Reply, Server, new_party, times

GAMES = (
    "prairie-railroads",
    "southern-pacific",
    "texas-pacific",
    "gulf-mobile-ohio",
    "union-pacific",
    "bank",
)
A_TABLE = 84
"""Requests about one table; then comes another one."""


def _kept(indoors: Indoors, party: Party) -> tuple[object, ...]:
    """What a refusal must leave as it is: the table as its host sees it, every line, and who sits there. Only wrong
    digits are counted."""
    live = indoors.service.live(party.code)
    return (
        live.version,
        live.table.journal.lines,
        replace(live.stored, wrong_digits=0),
        dict(live.limits),
    )


def _asked(indoors: Indoors, asked: Asked) -> Reply:
    raw = json.dumps(asked.body).encode() if asked.body is not None else None
    return indoors.call(asked.method, asked.path, key=asked.key, raw=raw, **asked.headers)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_sent(game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Every answer is held against the contract by the client itself."""
    caplog.set_level(logging.DEBUG)
    indoors, refused, done = Indoors(tmp_path), 0, 0
    for round_ in range(-(-times(100_000, 50) // (A_TABLE * len(GAMES)))):
        party = new_party(indoors, game=game, options={})
        secret = [party.host.encode(), *(key.encode() for key in party.seats.values())]
        for asked in Chance(f"{game} {round_}", party).requests(A_TABLE):
            before = _kept(indoors, party)
            found = _asked(indoors, asked)
            assert found.status < 500, (round_, asked, found.body)
            assert not [key for key in secret if key in found.body], (round_, asked)
            if found.status < 400:
                done += 1
                if asked.name == "forgetTable" and found.status == 204:
                    break
                continue
            refused += 1
            assert _kept(indoors, party) == before, (round_, asked, found.body)
        indoors.phone.environ_base["REMOTE_ADDR"] = "127.0.0.1" if round_ % 4 else "192.168.1.9"
        told = caplog.text
        assert not [key for key in secret if key.decode() in told], round_
        assert "unforeseen" not in told, told
        caplog.clear()
    assert done > refused / 20, "some of it is done"
    assert refused > done / 2, "and much is refused"


# --- bytes ---------------------------------------------------------------------------------------------


def _bytes(by: Random, party: Party) -> bytes:
    """Something that is not a request, or only nearly one."""
    body = b'{"type":"bid","amount":1}'
    head = [
        f"POST /api/v1{party.at}/moves HTTP/1.1".encode(), b"Host: localhost", b"Content-Type: application/json",
        f"Authorization: Bearer {party.seats[1]}x".encode(), b"Content-Length: %d" % len(body), b"Connection: close",
    ]  # fmt: skip
    sent = bytearray(b"\r\n".join(head) + b"\r\n\r\n" + body)
    for _ in range(by.choice((0, 0, 1, 1, 3))):
        at = by.randrange(len(sent))
        match by.randrange(5):
            case 0:
                sent[at] = by.randrange(256)
            case 1:
                del sent[at : at + by.randrange(40)]
            case 2:
                sent[at:at] = by.randbytes(by.randrange(40))
            case 3:
                sent[at:at] = by.choice((b"\r\n", b"\0", b"\r\nTransfer-Encoding: chunked\r\n", b" ", b":"))
            case _:
                del sent[at:]
        if not sent:
            return by.randbytes(30)
    return bytes(sent)


LAST = b"\r\n\r\nGET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
"""What ends a request that has no end, and closes the connection where the first request has left it open."""


def _answer(server: Server, sent: bytes) -> bytes:
    """All that comes back until the line is closed. A server that waits for more hears that there is none."""
    came, line = b"", socket.create_connection(("127.0.0.1", server.port), timeout=1)
    with line, contextlib.suppress(ConnectionError):
        line.sendall(sent + LAST)
        while True:
            try:
                part = line.recv(65_536)
            except TimeoutError:
                line.settimeout(PATIENCE)
                line.shutdown(socket.SHUT_WR)
                continue
            if not part:
                break
            came += part
    return came


def test_whatever_bytes_come(server: Server, party: Party) -> None:
    by, revision = Random(20), party.document()["revision"]
    first: dict[bytes, int] = {}
    for n in range(times(3_000)):
        sent = _bytes(by, party)
        came = _answer(server, sent)
        status = came.split(b" ", 2)[1] if came.startswith(b"HTTP/1.") else came[:12]
        first[status] = first.get(status, 0) + 1
        assert status == b"" or (status[:1] in b"234" and status.isdigit()), (n, sent, came)
    assert first.get(b"401", 0) > 20, first
    assert len(first) > 3, first
    after: Any = party.document(party.host)
    assert after["revision"] == revision, "nobody's key has played"
