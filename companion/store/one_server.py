"""Who serves a database: one server, as long as its process lives."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from companion.store import StoreUnavailableError
from companion.store.file import OWNER_ONLY

_MOST_TOLD = 1_000
"""Bytes that are read of what another process has written about itself."""


@contextlib.contextmanager
def serving(path: Path, what: str = "") -> Iterator[Callable[[str], None]]:
    """Keep everybody else from serving or restoring this database until the block, or the process, ends. Yields a
    function that tells others at which address it is served.

    The lock is the system's, on a file beside the database: two tables in two memories would give one seat away
    twice. The file stays; what counts is the lock.

    :raises StoreUnavailableError: somebody serves it already; the sentence says who.
    """
    file = _lock_file(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = os.open(file, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    except OSError as error:
        raise StoreUnavailableError(f"{file} cannot be opened ({error.strerror})") from error
    try:
        if not _locked(held):
            raise StoreUnavailableError(_taken(path, _told(file)))
        since = datetime.now(UTC).isoformat(timespec="seconds")

        def tell(where: str) -> None:
            # Windows lets nobody else read what is locked, which is the first byte: the words begin behind it.
            words = json.dumps({"pid": os.getpid(), "since": since, "where": where})
            os.ftruncate(held, 0)
            os.lseek(held, 0, os.SEEK_SET)
            os.write(held, f" {words}\n".encode())

        tell(what)
        yield tell
    finally:
        os.close(held)


def served(path: Path) -> bool:
    """Does anybody serve it right now?"""
    file = _lock_file(path)
    if not file.exists():
        return False
    try:
        with serving(path):
            return False
    except StoreUnavailableError:
        return True


def addresses(path: Path) -> tuple[str, ...]:
    """Where whoever serves it may be reached: as this machine calls itself, and as everybody calls it."""
    where = str(_told(_lock_file(path)).get("where") or "") if served(path) else ""
    if not where:
        return ()
    parts = urlsplit(where)
    port = f":{parts.port}" if parts.port else ""
    return (f"{parts.scheme}://localhost{port}", where)


def _lock_file(path: Path) -> Path:
    real = path.resolve()  # one database may have two names
    return real.with_name(f"{real.name}.lock")


if sys.platform == "win32":
    import msvcrt

    def _locked(held: int) -> bool:
        try:
            os.lseek(held, 0, os.SEEK_SET)
            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(held: int) -> bool:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _told(file: Path) -> dict[str, object]:
    """What the other process has written about itself; empty, if it has not yet."""
    try:
        with file.open("rb", buffering=0) as opened:
            opened.seek(1)
            found = json.loads(opened.read(_MOST_TOLD))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _taken(path: Path, holder: dict[str, object]) -> str:
    who = f"process {holder['pid']}" if "pid" in holder else "another process"
    where = f" ({holder['where']})" if holder.get("where") else ""
    since = f" since {holder['since']}" if "since" in holder else ""
    return f"{path} is in use by {who}{where}{since}; stop it first"
