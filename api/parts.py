"""A document in parts: in one piece again, and ready to be compared with the next one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from api.kept import Part, Parts


@dataclass(frozen=True, slots=True)
class Rendered:
    """The table document of a viewer in parts: what others see alike, and what is the viewer's own."""

    version: int
    shared: Parts
    own: Parts

    @property
    def json(self) -> bytes:
        """The whole document."""
        return joined(self.shared, self.own)

    def reaches(self, size: float) -> bool:
        """Has the whole document so many bytes? It is put together only where its parts do not tell."""
        parts = (*self.shared.values(), *self.own.values())
        known = sum([len(part) if isinstance(part, bytes) else sum(map(len, part)) for part in parts])
        return known >= size or len(self.json) >= size


def joined(*documents: Parts) -> bytes:
    """The document whose members these are, put together once: it is copied no more often than it must."""
    pieces: list[bytes] = []
    for parts in documents:
        for name, part in parts.items():
            pieces += (_named(name), part if isinstance(part, bytes) else whole(part))
    pieces[0] = b"{" + pieces[0][1:]
    pieces.append(b"}")
    return b"".join(pieces)


@cache
def _named(name: str) -> bytes:
    """A member's name, behind the member before it."""
    return b',"%s":' % name.encode()


def whole(part: Part) -> bytes:
    """A part in one piece."""
    return part if isinstance(part, bytes) else b"[%s]" % b",".join(part)
