"""Answers made smaller: the files of the page are kept in memory and compressed once, documents on request.

Only what is fetched is compressed: a move's answer and the events of a stream must be quick, not small.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import orjson
from flask import Response, abort, request
from werkzeug.security import safe_join

LEAST = 1_400
"""Bytes below which an answer fits into one packet anyway."""
_QUICK, _THOROUGH = 5, 9
_TEXTS = ("text/", "application/json", "application/yaml", "application/manifest+json", "image/svg+xml")
_NO_TEXT = "text/event-stream"
_COMMENTED = (".js", ".css")


@dataclass(frozen=True, slots=True)
class File:
    """A file as it goes out."""

    seen: tuple[int, ...]
    """The time and size it had on the disk when it was read."""
    mimetype: str
    plain: bytes
    packed: bytes | None
    tag: str


class Folder:
    """A folder of files, each read when it is first asked for, and again when it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files: dict[tuple[Path, ...], File] = {}
        self._pages: dict[tuple[str, str], tuple[str, File]] = {}
        self._edition: tuple[tuple[tuple[str, int, int], ...], str] = ((), "")

    def answer(self, name: str, edition: str = "", beneath: str = "") -> Response:
        """A file, or 404. Under the edition of now the browser keeps it for good; else it asks each time whether it
        is still the same. `beneath`: another JSON file, whose members hold where this one has none."""
        found = self._found(name, beneath)
        return _answered(found, kept=edition != "" and edition == self.edition())

    def page(self, name: str, variant: str, put: Callable[[bytes], bytes]) -> Response:
        """A page, which names the files it loads by their edition: while nothing changes they are never asked for
        again, and when something does, all of them are fetched anew together. `put` makes the
        variant out of the file."""
        found = self._found(name)
        edition = self.edition()
        kept = self._pages.get((name, variant))
        if kept is None or kept[0] != edition:
            plain = put(found.plain).replace(b"/static/", b"/static/~%s/" % edition.encode())
            kept = self._pages[name, variant] = (edition, _packed(found.seen, found.mimetype, plain))
        return _answered(kept[1], kept=False)

    def edition(self) -> str:
        """What tells the files as they are now from those before: a digest over all of them."""
        seen = tuple(sorted((str(path), *_seen(path)) for path in self._path.rglob("*") if path.is_file()))
        if seen != self._edition[0]:
            digest = hashlib.sha256()
            for name, *_ in seen:
                digest.update(name.removeprefix(str(self._path)).encode() + b"\0" + Path(name).read_bytes())
            self._edition = (seen, digest.hexdigest()[:10])
        return self._edition[1]

    def _found(self, name: str, beneath: str = "") -> File:
        try:
            # Kept by its path: a name can be written in any number of ways (x/../app.js).
            paths = tuple(self._path_of(item) for item in (name, beneath) if item)
            seen = tuple(number for path in paths for number in _seen(path))
            kept = self._files.get(paths)
            if kept is None or kept.seen != seen:
                kept = self._files[paths] = _read(seen, *paths)
            return kept
        except (OSError, ValueError):  # gone meanwhile, or a name no file can have
            abort(404)

    def _path_of(self, name: str) -> Path:
        path = safe_join(str(self._path), name)
        if path is None or not Path(path).is_file():
            abort(404)
        return Path(path)


def _seen(path: Path) -> tuple[int, int]:
    now = path.stat()
    return now.st_mtime_ns, now.st_size


def _answered(found: File, *, kept: bool) -> Response:
    packed = found.packed if accepted() else None
    answer = Response(packed or found.plain, mimetype=found.mimetype)
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if kept else "no-cache"
    answer.set_etag(found.tag, weak=True)
    answer.make_conditional(request)
    return answer


def _read(seen: tuple[int, ...], path: Path, beneath: Path | None = None) -> File:
    mimetype = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    plain = path.read_bytes()
    if path.suffix in _COMMENTED:
        plain = without_comments(plain)
    if beneath is not None:
        plain = orjson.dumps({**orjson.loads(beneath.read_bytes()), **orjson.loads(plain)})
    return _packed(seen, mimetype, plain)


def without_comments(plain: bytes) -> bytes:
    """A script or a stylesheet without the comments that have lines of their own: they are for who reads the file, and
    a phone need not fetch them. The lines stay, empty, so that a fault is where it says it is."""
    lines, within = plain.split(b"\n"), False
    for at, line in enumerate(lines):
        bare = line.strip()
        begins = bare.startswith(b"/*")
        ends = b"*/" in bare
        if within or bare.startswith(b"//") or (begins and (not ends or bare.index(b"*/") == len(bare) - 2)):
            lines[at] = b""
        within = (within or begins) and not ends
    return b"\n".join(lines)


def _packed(seen: tuple[int, ...], mimetype: str, plain: bytes) -> File:
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
