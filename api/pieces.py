"""A document in pieces, to be put together, and compared with the next version."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from api.kept import Piece, Pieces


@dataclass(frozen=True, slots=True)
class Rendered:
    """The table document of a viewer in pieces: what others see alike, and what is the viewer's own."""

    version: int
    shared: Pieces
    own: Pieces

    @property
    def json(self) -> bytes:
        """The whole document."""
        return joined(self.shared, self.own)

    def reaches(self, size: float) -> bool:
        """Has the whole document so many bytes? It is put together only where its pieces do not tell."""
        pieces = (*self.shared.values(), *self.own.values())
        known = sum([len(piece) if isinstance(piece, bytes) else sum(map(len, piece)) for piece in pieces])
        return known >= size or len(self.json) >= size


def joined(*documents: Pieces) -> bytes:
    """The document whose members these are, put together once: it is copied no more often than it must."""
    written: list[bytes] = []
    for pieces in documents:
        for name, piece in pieces.items():
            # not by `whole`: every phone's document comes by here, with many lists
            written += (_named(name), piece if isinstance(piece, bytes) else b"[%s]" % b",".join(piece))
    written[0] = b"{" + written[0][1:]
    written.append(b"}")
    return b"".join(written)


@cache
def _named(name: str) -> bytes:
    """A member's name, behind the member before it."""
    return b',"%s":' % name.encode()


def whole(piece: Piece) -> bytes:
    """The JSON of a piece; of a list that is kept item by item, all of it."""
    return piece if isinstance(piece, bytes) else b"[%s]" % b",".join(piece)
