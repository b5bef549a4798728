"""As much of a WebSocket (RFC 6455) as it takes to talk to a browser on this machine: whole texts, there and back."""

from __future__ import annotations

import base64
import secrets
import socket
import struct
from types import TracebackType

from tests.server import PATIENCE

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
LAST = 0x80
"""This is the last part of the message."""
MASKED = 0x80
"""A client masks its bytes."""
SHORT, MIDDLE, LONG = 125, 126, 127
"""The greatest length that fits into the second byte; and what stands there when two, or eight, more bytes tell it."""


class Socket:
    """A connection to this machine; it sends and receives, never both at once."""

    def __init__(self, port: int, path: str) -> None:
        self._line = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._heard = self._line.makefile("rb")
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        asked = (
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._line.sendall("\r\n".join((*asked, "", "")).encode())
        status = self._heard.readline()
        assert b" 101 " in status, status
        while self._heard.readline().strip():
            pass

    def __enter__(self) -> Socket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._heard.close()
        self._line.close()

    def send(self, text: str) -> None:
        self._put(TEXT, text.encode())

    def receive(self) -> str:
        """The next text, however many pieces it comes in."""
        whole = b""
        while True:
            first, second = self._heard.read(2)
            length = second & ~MASKED
            if length == MIDDLE:
                (length,) = struct.unpack(">H", self._heard.read(2))
            elif length == LONG:
                (length,) = struct.unpack(">Q", self._heard.read(8))
            piece, kind = self._heard.read(length), first & 0xF
            assert kind != CLOSE, f"it hangs up: {piece!r}"
            if kind == PING:
                self._put(PONG, piece)
            elif kind != PONG:
                whole += piece
                if first & LAST:
                    return whole.decode()

    def _put(self, kind: int, sent: bytes) -> None:
        length = len(sent)
        if length <= SHORT:
            head = struct.pack(">BB", LAST | kind, MASKED | length)
        elif length < 1 << 16:
            head = struct.pack(">BBH", LAST | kind, MASKED | MIDDLE, length)
        else:
            head = struct.pack(">BBQ", LAST | kind, MASKED | LONG, length)
        mask = secrets.token_bytes(4)
        hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(sent))
        self._line.sendall(head + mask + hidden)
