"""Gzip for an answer that stays open: the table a phone comes back to is compressed, what follows goes as it is.

All streams together push a document for every move, and compressing each would cost more than the move. So a frame
that follows is a stored block, five bytes around its own; nothing has to be kept for a stream (RFC 1951, 3.2.4).
"""

from __future__ import annotations

import zlib

_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""A member without name and time, made on no system in particular (RFC 1952, 2.3)."""
_LEVEL = 6
_MOST_STORED = 65_535
_STORED = b"\x00"


def begun(first: bytes) -> bytes:
    """The head of the answer and its first bytes, complete: who reads them need not wait for more."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return _HEAD + packer.compress(first) + packer.flush(zlib.Z_SYNC_FLUSH)


def stored(frame: bytes) -> bytes:
    """Bytes that follow, in blocks that say how long they are."""
    parts = [frame[at : at + _MOST_STORED] for at in range(0, len(frame), _MOST_STORED)]
    return b"".join(_block(part) for part in parts)


def _block(part: bytes) -> bytes:
    size = len(part)
    return b"".join((_STORED, size.to_bytes(2, "little"), (_MOST_STORED - size).to_bytes(2, "little"), part))
