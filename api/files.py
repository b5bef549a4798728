"""Answers made smaller: the files of the page are kept in memory and compressed once, documents on request.

Only what is fetched is compressed: a move's answer and the events of a stream must be quick, not small.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson
from flask import Response, abort, request
from werkzeug.security import safe_join

from api.headers import PARTS

LEAST = 1_400
"""Bytes below which an answer fits into one packet anyway."""
_QUICK, _THOROUGH = 5, 9
_TEXTS = ("text/", "application/json", "application/yaml", "application/manifest+json", "image/svg+xml")
_NO_TEXT = "text/event-stream"
_COMMENTED = (".js", ".css")
_BEHIND = re.compile(rb"""^((?:[^"'`/]|"(?:[^"\\]|\\.)*"|/(?![/*]))*?[^\s]) +(?://(?: .*)?|/\* [^*]*\*/)$""")
"""A comment behind code without other quotes than these: nothing that looks like one is part of a string, as long as
no string runs over several lines."""

_CAST = re.compile(rb"/\*\* @type \{[^{}]*\} \*/ ?")
"""What a value in the middle of a line is, for whoever checks the types."""

_QUOTED = re.compile(rb"(?<!\\)`")
"""What begins or ends a text that may go on over several lines."""

_LINE_ENDS = re.compile(rb"(?<=[{};,])\n+|\n+(?=\})")
"""Those that a stylesheet can do without."""

Seen = tuple[int, int]
"""The time and size a file had on the disk when it was looked at."""


@dataclass(frozen=True, slots=True)
class File:
    """A file as it goes out."""

    seen: tuple[Seen, ...]
    """What it was read from."""
    mimetype: str
    plain: bytes
    packed: bytes | None
    tag: str


@dataclass(frozen=True, slots=True)
class Edition:
    """All files of a folder as they were at one moment."""

    seen: Mapping[str, Seen]
    tag: str
    """A digest over all of them."""


class Folder:
    """A folder of files, each read when it is first asked for, and again when it has changed.

    All of them are looked at when a page is asked for; a file by itself is looked at alone.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._files: dict[tuple[str, ...], File] = {}
        self._pages: dict[tuple[str, str], tuple[str, File]] = {}
        self._edition = Edition({}, "")

    def answer(self, name: str, edition: str = "", *more: str) -> Response:
        """A file, or 404. Under the edition of now the browser keeps it for good; else it asks each time whether it
        is still the same. Of several JSON files the members of a later one hold where those before have none; several
        sheets follow one another, as one."""
        paths = self._paths(name, *more)
        found = self._found(paths)
        return _answered(found, kept=edition != "" and self._is_of(edition, paths, found.seen))

    def page(self, name: str, variant: str, put: Callable[[bytes], bytes]) -> Response:
        """A page, which names the files it loads by their edition: while nothing changes they are never asked for
        again, and when something does, all of them are fetched anew together. `put` makes the
        variant out of the file."""
        found = self._found(self._paths(name))
        edition = self.edition()
        kept = self._pages.get((name, variant))
        if kept is None or kept[0] != edition:
            plain = put(found.plain).replace(b"/static/", b"/static/~%s/" % edition.encode())
            kept = self._pages[name, variant] = (edition, _packed(found.seen, found.mimetype, plain))
        return _answered(kept[1], kept=False)

    def edition(self) -> str:
        """What tells the files as they are now from those before: a digest over all of them."""
        seen = dict(sorted(_walked(str(self.path))))
        if seen != self._edition.seen:
            digest = hashlib.sha256()
            for name in seen:
                digest.update(name.removeprefix(str(self.path)).encode() + b"\0" + Path(name).read_bytes())
            self._edition = Edition(seen, digest.hexdigest()[:10])
        return self._edition.tag

    def _is_of(self, edition: str, paths: tuple[str, ...], seen: tuple[Seen, ...]) -> bool:
        """Is that the edition of now, and are these files as they are in it? The others are none of its business."""
        kept = self._edition
        if edition == kept.tag and seen == tuple(kept.seen.get(path) for path in paths):
            return True
        return edition == self.edition()

    def _found(self, paths: tuple[str, ...]) -> File:
        try:
            seen = tuple(_seen(Path(path).stat()) for path in paths)
            kept = self._files.get(paths)
            if kept is None or kept.seen != seen:
                kept = self._files[paths] = _read(seen, *map(Path, paths))
            return kept
        except (OSError, ValueError):  # gone meanwhile, or a name no file can have
            abort(404)

    def _paths(self, *names: str) -> tuple[str, ...]:
        # Kept by its path: a name can be written in any number of ways (x/../app.js).
        try:
            return tuple(self._path_of(one) for one in names)
        except ValueError:
            abort(404)

    def _path_of(self, name: str) -> str:
        path = safe_join(str(self.path), name)
        if path is None or not Path(path).is_file():
            abort(404)
        return path


def _walked(folder: str) -> Iterator[tuple[str, Seen]]:
    """Every file in a folder and the folders within it."""
    with os.scandir(folder) as found:
        for item in found:
            if item.is_dir():
                yield from _walked(item.path)
            elif item.is_file():
                yield item.path, _seen(item.stat())


def _seen(found: os.stat_result) -> Seen:
    return found.st_mtime_ns, found.st_size


def _answered(found: File, *, kept: bool) -> Response:
    packed = found.packed if accepted() else None
    # Unsaid on sixty files: a page in UTF-8 reads its parts as that, and what comes without a key anybody may keep.
    bare = found.mimetype if found.mimetype in PARTS else None
    answer = Response(packed or found.plain, mimetype=found.mimetype, content_type=bare)
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = "max-age=31536000, immutable" if kept else "no-cache"
    if not kept:  # whose address is another one when it is another file is never asked for again
        answer.set_etag(found.tag, weak=True)
        answer.make_conditional(request)
    return answer


def _read(seen: tuple[Seen, ...], path: Path, *more: Path) -> File:
    mimetype = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    parts = [one.read_bytes() for one in (path, *more)]
    if path.suffix in _COMMENTED:
        parts = [without_margins(without_comments(part)) for part in parts]
    if path.suffix == ".css":
        parts = [without_lines(part) for part in parts]
    if more and path.suffix == ".json":
        merged = {name: value for part in reversed(parts) for name, value in orjson.loads(part).items()}
        parts = [orjson.dumps(merged)]
    return _packed(seen, mimetype, b"\n".join(parts))


def without_comments(plain: bytes) -> bytes:
    """A script or a stylesheet without the comments that have lines of their own, or stand behind plain code: they are
    for who reads the file, and a phone need not fetch them. The lines stay, so that a fault is where it says it is."""
    lines, within = plain.split(b"\n"), False
    for at, line in enumerate(lines):
        bare = line.strip()
        begins = bare.startswith(b"/*")
        ends = b"*/" in bare
        if within or bare.startswith(b"//") or (begins and (not ends or bare.index(b"*/") == len(bare) - 2)):
            lines[at] = b""
        else:
            lines[at] = _BEHIND.sub(rb"\1", _CAST.sub(b"", line))
        within = (within or begins) and not ends
    return b"\n".join(lines)


def without_margins(plain: bytes) -> bytes:
    """A script or a stylesheet without the blanks that its lines begin with. Within a text that goes on over several
    lines they stay: they may be part of it."""
    lines, within = plain.split(b"\n"), False
    for at, line in enumerate(lines):
        if not within:
            lines[at] = line.lstrip(b" ")
        within ^= len(_QUOTED.findall(line)) % 2 == 1
    return b"\n".join(lines)


def without_lines(plain: bytes) -> bytes:
    """A stylesheet without the ends of lines beside a brace, a semicolon or a comma, where they part nothing: no error
    of a stylesheet names a line."""
    return _LINE_ENDS.sub(b"", plain)


def _packed(seen: tuple[Seen, ...], mimetype: str, plain: bytes) -> File:
    packed = gzip.compress(plain, _THOROUGH, mtime=0) if mimetype.startswith(_TEXTS) else None
    shorter = packed if packed and len(packed) < len(plain) else None
    return File(seen, mimetype, plain, shorter, hashlib.sha256(plain).hexdigest()[:16])


def accepted() -> bool:
    """Does the sender take gzip?"""
    return request.accept_encodings["gzip"] > 0


def smaller(answer: Response) -> Response:
    """An answer, compressed if it is a fetched text of some length and the sender takes that.

    Sitting down is the one call that need not be quick and belongs to a phone's first load.
    """
    if (
        (request.method != "GET" and not request.path.endswith("/claim"))
        or answer.status_code != 200
        or "Content-Encoding" in answer.headers
        or not (answer.mimetype or "").startswith(_TEXTS)
        or answer.mimetype == _NO_TEXT
    ):
        return answer
    answer.vary.add("Accept-Encoding")
    plain = answer.get_data()
    if len(plain) < LEAST or not accepted():
        return answer
    answer.set_data(gzip.compress(plain, _QUICK, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    if tag := answer.get_etag()[0]:
        answer.set_etag(tag, weak=True)
    return answer
