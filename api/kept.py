"""What the border has rendered of a table, so that it is rendered once: in which words, and for whom.

It stands beside the table (`Live.beside`) and is let go with it. Nobody has to say that something has changed: a
table's version counts what is visible, `retold` what was shown already and reads otherwise now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice, zip_longest
from typing import Any

import orjson

from api.catalogues import tongue_at
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.text import Names, Text, Who, render
from companion.words.values import Seat

Piece = bytes | tuple[bytes, ...]
"""JSON of a member of a document; of a list that is kept item by item, that of each item."""
Pieces = Mapping[str, Piece]
"""A document, or what several viewers see alike of it, by member. It never changes: each version has its own."""

HELD = 4
"""How many versions, at least, something is held that they do not show: a form comes back with the next turn of its
kind."""

Document = dict[str, Any]
"""By member; a tuple is a list of what has been rendered already."""

_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_NON_STR_KEYS


def plain_json(value: Any) -> bytes:
    """JSON of what has no texts of a table in it."""
    return orjson.dumps(value, option=_OPTIONS)


class Voice:
    """A table in one language. What is the very same object as a few versions ago is rendered no second time."""

    __slots__ = ("_before", "_now", "_versions", "entries", "offers", "words")

    def __init__(self, live: Live, language: str) -> None:
        table = live.table
        self.words = _in_words(live.called, tongue_at(table.rules, table.state, language))
        """Puts its texts into words."""
        self._before: dict[int, tuple[object, bytes]] = {}
        self._now: dict[int, tuple[object, bytes]] = {}
        self._versions = 0
        """How many versions there have been."""
        self.entries: dict[int, bytes] = {}
        """Entries, by revision."""
        self.offers: dict[tuple[Seat | None, bool], tuple[tuple[bytes, ...], tuple[bytes, ...]]] = {}
        """Of this version, by the seat they are made to, and whether that seat reads them; and what it cannot take
        up."""

    def json(self, value: Any) -> bytes:
        """A document of this table. Its size is its own: orjson leaves some KB of spare room behind what it writes."""
        return bytes(memoryview(orjson.dumps(value, self.words, _OPTIONS)))

    def once(self, value: object, document: Callable[[], Any]) -> bytes:
        """The JSON of a document of this value, made once for the same object; held until some versions have not had
        it.

        document: makes the document.
        """
        name = id(value)
        found = self._now.get(name)
        if found is None:
            found = self._before.get(name)
            if found is None or found[0] is not value:
                found = (value, self.json(document()))
            self._now[name] = found
        return found[1]

    def each(self, values: Iterable[object], document: Callable[[Any], Any]) -> list[orjson.Fragment]:
        """The JSON of a document of each of these values, as in `once`."""
        now, found = self._now, []
        for value in values:
            known = now.get(id(value))
            found.append(
                orjson.Fragment(self.once(value, partial(document, value)) if known is None else known[1])
            )
        return found

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
        """Note that there is another version."""
        self._versions += 1
        if self._versions % HELD == 0:
            self._before, self._now = self._now, {}
        self.offers = {}


def _in_words(names: Names, spoken: Any) -> Callable[[Any], Any]:
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


class Page:
    """What several viewers see alike, or one alone: whole, in pieces, or both, as it was wanted."""

    __slots__ = ("_last", "document", "json", "pieces")

    def __init__(self, document: Document, last: Page | None = None) -> None:
        self.document = document
        self.json = b""
        self.pieces: Pieces = {}
        self._last = last if last is not None and last.pieces else None
        """The same of the last version, if that has pieces."""

    def in_pieces(self, spoken: Voice) -> None:
        """Render it by member, and what is a list by item: most moves change one railroad of many."""
        if self.pieces:
            return
        was, shown = (self._last.document, self._last.pieces) if self._last else ({}, {})
        self.pieces = {
            name: shown[name]
            if name in shown and was[name] == value
            else _piece(spoken, value, was.get(name), shown.get(name))
            for name, value in self.document.items()
        }
        self._last = None


def _piece(spoken: Voice, value: Any, was: Any, shown: Piece | None) -> Piece:
    """A member; of a list what is as it was is not rendered again. shown: what was rendered of what it was."""
    if isinstance(value, tuple):
        return value
    if not isinstance(value, list):
        return spoken.json(value)
    known = zip(was, shown, strict=True) if isinstance(was, list) and isinstance(shown, tuple) else ()
    pairs = zip_longest(value, islice(known, len(value)), fillvalue=(None, b""))
    return tuple([last if last and item == before else spoken.json(item) for item, (before, last) in pairs])


class Kept:
    """What is rendered of one version of a table; the last member of every key is the language."""

    __slots__ = ("_own", "_retold", "_shared", "_version", "_voices", "own", "personal", "shared")

    def __init__(self, live: Live) -> None:
        self._version, self._retold = live.version, live.retold
        self._voices: dict[str, Voice] = {}
        self.personal = _is_personal(live)
        self.shared: dict[tuple[Seat | None, str], Page] = {}
        """What several viewers see alike; with a seat, those who sit there."""
        self.own: dict[tuple[Viewer, str], tuple[int, Page]] = {}
        """How often something was told to this viewer alone, and what only they see since. Whole documents are not
        kept: joining the two is nothing, six copies are much."""
        self._shared, self._own = self.shared, self.own
        """The same pages of the last version."""

    def voice(self, live: Live, language: str) -> Voice:
        """The table in that language."""
        found = self._voices.get(language)
        if found is None:
            found = self._voices[language] = Voice(live, language)
        return found

    def shared_page(self, seat: Seat | None, language: str, document: Callable[[], Document]) -> Page:
        """What several viewers see alike. A member that has not changed since the last version is the same object."""
        key = (seat if self.personal else None, language)
        found = self.shared.get(key)
        if found is None:
            found = self.shared[key] = Page(document(), self._shared.get(key))
        return found

    def own_page(self, live: Live, viewer: Viewer, language: str, document: Callable[[], Document]) -> Page:
        """What only this viewer sees: the very same page as in the last version, where it says the same."""
        apart = live.told_apart[viewer.seat] if viewer.seat is not None else 0
        known = self.own.get((viewer, language))
        if known is not None and known[0] == apart:
            return known[1]
        now = document()
        before = known or self._own.get((viewer, language))
        page = (
            before[1] if before is not None and before[1].document == now else Page(now, before and before[1])
        )
        self.own[viewer, language] = (apart, page)
        return page

    def follow(self, live: Live) -> None:
        """Let go of what is of another version."""
        if self._version == live.version and self._retold == live.retold:
            return
        self._shared, self._own, self.shared, self.own = self.shared, self.own, {}, {}
        if self._retold != live.retold:
            self._voices, self._shared, self._own = {}, {}, {}
        for voice in self._voices.values():
            voice.next()
        self._version, self._retold = live.version, live.retold
        self.personal = _is_personal(live)


def _is_personal(live: Live) -> bool:
    """Is something sealed or hidden, so that each seat sees a table of its own?"""
    return bool(live.table.sealed or live.table.view().hidden)


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
