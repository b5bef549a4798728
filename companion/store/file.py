"""The file itself: its owner alone reads it, and it is still the one that was opened."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.store import StoreGoneError, StoreUnavailableError

if TYPE_CHECKING:  # it takes longer to load than all the rest
    from sqlalchemy.engine import URL

OWNER_ONLY = 0o600
"""Keys stand in it as hashes and seeds of dice as they are: nobody else on the machine is to read them."""
_BESIDE = ("", "-wal", "-shm")
"""SQLite's own files beside a database; what was written last stands in the first of them."""

log = logging.getLogger(__name__)


def path_of(url: URL) -> Path | None:
    """The file a database is kept in; None for one in memory."""
    name = url.database
    if not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name).resolve()  # beside that one SQLite keeps the others


def files(path: Path) -> tuple[Path, ...]:
    """A database and what SQLite keeps beside it."""
    return tuple(path.with_name(path.name + end) for end in _BESIDE)


def lay_out(path: Path) -> None:
    """An empty file for a database that is not there yet. SQLite gives its own files the same rights.

    :raises StoreUnavailableError: it cannot be made.
    """
    try:
        made = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY)
    except FileExistsError:
        return
    except OSError as error:
        raise StoreUnavailableError(f"{path} cannot be made ({error.strerror})") from error
    os.close(made)
    for left in files(path)[1:]:  # SQLite would throw away what was last written into a file that is gone
        if left.exists():
            kept = left.with_name(f"{left.name}.{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
            left.replace(kept)
            log.warning("%s was there without its database; it is kept as %s", left, kept)


def narrow(path: Path) -> list[Path]:
    """Take from everybody but the owner the right to read or write a database's files; returns those that were open.

    Where that cannot be, for it is somebody else's file or a disk that keeps no rights, the log says so.
    """
    if os.name == "nt":  # Windows keeps rights in another way
        return []
    changed = []
    for file in files(path):
        with contextlib.suppress(FileNotFoundError):
            if not _is_open(file):
                continue
            with contextlib.suppress(PermissionError):
                file.chmod(OWNER_ONLY)
            if _is_open(file):
                log.warning("others on this machine may read %s, and that cannot be changed", file)
            else:
                changed.append(file)
    return changed


def _is_open(path: Path) -> bool:
    return bool(stat.S_IMODE(path.stat().st_mode) & ~OWNER_ONLY)


class Watch:
    """Are a database's files still those that were opened? A program goes on writing into a file that was deleted
    under it, and all of it is lost when it ends."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: tuple[tuple[str, tuple[int, int]], ...] = ()
        self._lost = ""

    def begin(self) -> None:
        """Note which files are open now; they stay open as long as they are watched."""
        found = ((str(path), _identity(str(path))) for path in (files(self._path) if self._path else ()))
        self._known = tuple((name, identity) for name, identity in found if identity is not None)

    def check(self) -> None:
        """Check before a commit that they are the same files: a look at three names, no reading.

        :raises StoreGoneError: one of them is gone, or is another file.
        """
        lost = next((name for name, identity in self._known if _identity(name) != identity), "")
        if lost != self._lost:
            self._lost = lost
            if lost:
                log.error("%s is gone, or another file: nothing can be recorded until it is back", lost)
            else:
                log.warning("%s is back: the companion goes on", self._path)
        if lost:
            raise StoreGoneError(Path(lost))


def _identity(name: str) -> tuple[int, int] | None:
    try:
        now = os.stat(name)  # noqa: PTH116 - at every move, and a Path is made anew for each
    except OSError:
        return None
    return now.st_dev, now.st_ino
