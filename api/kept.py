"""What the border has rendered of a table, so that it is rendered once: in which words, and for whom.

It stands beside the table (`Live.beside`) and is let go with it. Nobody has to say that something has changed: a
table's version counts what is visible, `retold` what was shown already and reads otherwise now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson

from api.catalogues import tongue
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.text import Text, Who, render
from companion.words.values import Seat

Part = bytes | tuple[bytes, ...]
"""JSON of a member of a document; of a list that is kept item by item, that of each item."""
Parts = Mapping[str, Part]
"""A document, or what several viewers see alike of it, by member. It never changes: another version is another one."""

_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_NON_STR_KEYS


def plain_json(value: Any) -> bytes:
    """JSON of what has no texts of a table in it."""
    return orjson.dumps(value, option=_OPTIONS)


class Voice:
    """A table in one language. What is the very same object as in the last version is rendered no second time."""

    __slots__ = ("_before", "_now", "entries", "offers", "words")

    def __init__(self, live: Live, language: str) -> None:
        self.words = _in_words(live.called, tongue(language, live.table.rules.box.slug))
        """Puts its texts into words."""
        self._before: dict[int, tuple[object, bytes]] = {}
        self._now: dict[int, tuple[object, bytes]] = {}
        self.entries: dict[int, bytes] = {}
        """Entries, by revision."""
        self.offers: dict[Seat | None, tuple[bytes, ...]] = {}
        """Of this version, by the seat they are made to."""

    def json(self, value: Any) -> bytes:
        """A document of this table. Its size is its own: orjson leaves some KB of spare room behind what it writes."""
        return bytes(memoryview(orjson.dumps(value, self.words, _OPTIONS)))

    def once(self, value: object, document: Callable[[], Any]) -> bytes:
        """A document of this value, made once as long as it is the very same; held until a version lacks it."""
        name = id(value)
        found = self._now.get(name)
        if found is None:
            found = self._before.get(name)
            if found is None or found[0] is not value:
                found = (value, self.json(document()))
            self._now[name] = found
        return found[1]

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is rendered meanwhile is of a table that is only supposed: nothing of it is kept."""
        before = self._now, self.offers
        self._now, self.offers = dict(self._now), {}
        try:
            yield
        finally:
            self._now, self.offers = before

    def next(self) -> None:
        """There is another version."""
        self._before, self._now = self._now, {}
        self.offers = {}


def _in_words(names: Mapping[Seat, str], spoken: Any) -> Callable[[Any], Any]:
    def shown(value: Any) -> Any:
        if isinstance(value, Text):
            return render(value, names, spoken)
        if isinstance(value, Who):
            return names[value.seat]
        if isinstance(value, tuple):
            return list(value)
        if isinstance(value, str):
            return str(value)
        raise TypeError(type(value).__name__)

    return shown


@dataclass(slots=True)
class Page:
    """What several viewers see alike, or one alone: in one piece, in parts, or both, as it was wanted."""

    json: bytes = b""
    parts: Parts = field(default_factory=dict)


class Kept:
    """What is rendered of one version of a table; the last member of every key is the language."""

    __slots__ = ("_retold", "_version", "_voices", "own", "shared")

    def __init__(self, live: Live) -> None:
        self._version, self._retold = live.version, live.retold
        self._voices: dict[str, Voice] = {}
        self.shared: dict[tuple[Seat | None, str], Page] = {}
        """What several viewers see alike; with a seat, those who sit there."""
        self.own: dict[tuple[Viewer, str], tuple[int, Page]] = {}
        """How often something was told to this viewer alone, and what only they see since. Whole documents are not
        kept: joining the two is nothing, six copies are much."""

    def voice(self, live: Live, language: str) -> Voice:
        """The table in that language."""
        found = self._voices.get(language)
        if found is None:
            found = self._voices[language] = Voice(live, language)
        return found

    def follow(self, live: Live) -> None:
        """Let go of what is of another version."""
        if self._version == live.version and self._retold == live.retold:
            return
        self.shared, self.own = {}, {}
        if self._retold != live.retold:
            self._voices = {}
        for voice in self._voices.values():
            voice.next()
        self._version, self._retold = live.version, live.retold


def kept(live: Live) -> Kept:
    """What is rendered of the table as it is. Whoever asks holds its lock."""
    found = live.beside
    if not isinstance(found, Kept):
        found = live.beside = Kept(live)
    found.follow(live)
    return found


def voice(live: Live, language: str) -> Voice:
    """The table as it is, in that language."""
    return kept(live).voice(live, language)
