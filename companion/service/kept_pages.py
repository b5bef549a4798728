"""What the border has rendered of one version of a table, so that it is rendered once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.service.keys import Viewer
from companion.words.values import Seat

Part = bytes | tuple[bytes, ...]
"""JSON of a member of a document; of a list that is kept item by item, that of each item."""
Parts = Mapping[str, Part]
"""A document, or what several viewers see alike of it, by member. It never changes: another version is another one."""


@dataclass(slots=True)
class Page:
    """What several viewers see alike, or one alone: in one piece, in parts, or both, as it was wanted."""

    json: bytes = b""
    parts: Parts = field(default_factory=dict)


@dataclass(slots=True)
class Pages:
    """The last member of every key is the language."""

    own: dict[tuple[Viewer, str], Page] = field(default_factory=dict)
    """What only this viewer sees. Whole documents are not kept: joining the two is nothing, six copies are much."""
    shared: dict[tuple[Seat | None, str], Page] = field(default_factory=dict)
    """What several viewers see alike; with a seat, those who sit there."""
    offers: dict[tuple[Seat | None, str], list[bytes]] = field(default_factory=dict)
    words: dict[str, Callable[[object], object]] = field(default_factory=dict)
    """Puts the texts of the table into words."""

    def clear(self) -> None:
        """The table has changed."""
        self.own.clear()
        self.shared.clear()
        self.offers.clear()
        self.words.clear()

    def forget(self, viewer: Viewer) -> None:
        """Something has changed that only this viewer sees."""
        for name in [name for name in self.own if name[0] == viewer]:
            del self.own[name]
