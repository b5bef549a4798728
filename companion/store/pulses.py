"""What counts the writes at a table where several processes write, and refuses a process that has not read the last.

Every write begins with its table's pulse, whose row it holds until it is committed: so writes at one table come one
after the other, each knows all that were before it, and nothing else need be looked at twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from companion.store.prepared import driver_of
from companion.store.shapes import Entry, OvertakenError
from companion.store.sharing import Stamp

_BEGIN = """
    UPDATE pulse SET version = version + %(seen)s, edition = edition + 1
    WHERE code = %(code)s AND (edition = %(edition)s OR %(edition)s < 0) RETURNING version, edition
"""
_APPEND = """
    WITH counted AS (
        UPDATE pulse SET version = version + 1, edition = edition + 1
        WHERE code = %(code)s AND edition = %(edition)s{unless}
        RETURNING version, edition
    ), written AS (
        INSERT INTO line (code, revision, at, "by", kind, format, body, digest)
        SELECT %(code)s, %(revision)s::bigint, %(at)s, %(by)s, %(kind)s, %(format)s::bigint, %(body)s, %(digest)s
        FROM counted
    ){kept}
    SELECT version, edition FROM counted
"""
_PLAIN = _APPEND.format(unless="", kept="")
_REMEMBERED = _APPEND.format(
    unless="""
        AND NOT EXISTS (
            SELECT 1 FROM idempotency_key WHERE code = %(code)s AND who = %(who)s AND key = %(key)s
        )""",
    kept=""", kept AS (
        INSERT INTO idempotency_key (code, who, key, body_hash, revision)
        SELECT %(code)s, %(who)s, %(key)s, %(body_hash)s, %(revision)s::bigint FROM counted
    )""",
)
_HOLD = "SELECT 1 FROM pulse WHERE code = %(code)s FOR UPDATE"


def begin(c: Connection, code: str, edition: int | None, *, seen: bool) -> Stamp:
    """Begin to write at a table. edition: as it was read; None: any. seen: others see what is written.

    :raises OvertakenError: the table has another edition by now, or is gone; nothing was written.
    """
    given = {"code": code, "edition": -1 if edition is None else edition, "seen": int(seen)}
    return _stamp(c, _BEGIN, given, code)


def append(c: Connection, entry: Entry) -> Stamp:
    """Write a line, and its idempotency key with it, in one statement.

    :raises OvertakenError: another process was quicker, or that key was answered before; nothing was written.
    """
    line, remembered = entry.line, entry.remembered
    given: dict[str, object] = {
        "code": entry.code,
        "edition": entry.edition,
        "revision": line.revision,
        "at": line.at,
        "by": line.by,
        "kind": line.kind,
        "format": line.format,
        "body": entry.body,
        "digest": line.digest,
    }
    if remembered is None:
        return _stamp(c, _PLAIN, given, entry.code)
    given |= {"who": remembered.who, "key": remembered.key, "body_hash": remembered.body_hash}
    return _stamp(c, _REMEMBERED, given, entry.code)


def hold(c: Connection, code: str) -> None:
    """Keep all others from writing at this table until this is committed; nothing is counted."""
    run(c, _HOLD, {"code": code})


def run(c: Connection, words: str, given: Mapping[str, object]) -> Any:
    """Run a statement that goes to the driver as it is; returns the driver's cursor."""
    return driver_of(c).execute(words, given, prepare=True)


def _stamp(c: Connection, words: str, given: Mapping[str, object], code: str) -> Stamp:
    found = run(c, words, given).fetchone()
    if found is None:
        raise OvertakenError(code)
    return Stamp(*found)
