"""Digests of a table's states, which the lines of its journal carry."""

from __future__ import annotations

from collections.abc import Mapping

from companion.vocabulary.records import digest


class Digests:
    """Digests of one state after another. From line to line most of a state stays what it was, so a part that is the
    very one of last time keeps its digest."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[object, str]] = {}

    def of(self, parts: Mapping[str, object]) -> str:
        """SHA-256 of a state's parts, made of those of each."""
        self._last = {
            name: last if (last := self._last.get(name)) and last[0] is part else (part, digest(part))
            for name, part in parts.items()
        }
        return digest({name: of_part for name, (_, of_part) in self._last.items()})
