"""What players write for themselves: each seat's beside the hash of its key, with which it ends."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from companion.store import schema as sql


def read(c: Connection, code: str, seat: int, key_hash: str) -> str:
    """What the phone with that key has written; empty where there is nothing."""
    t = sql.private_notes.c
    found = select(t.text).where(t.code == code, t.seat == seat, t.key_hash == key_hash)
    return c.execute(found).scalar() or ""


def keep(c: Connection, code: str, seat: int, key_hash: str, text: str) -> None:
    """Replace what was there; an empty text removes it."""
    t = sql.private_notes.c
    c.execute(delete(sql.private_notes).where(t.code == code, t.seat == seat))
    if text:
        row = {"code": code, "seat": seat, "key_hash": key_hash, "text": text}
        c.execute(insert(sql.private_notes), [row])


def end(c: Connection, code: str, hashes: Iterable[str]) -> None:
    """Forget what was written with other keys than these."""
    t = sql.private_notes.c
    c.execute(delete(sql.private_notes).where(t.code == code, t.key_hash.not_in(list(hashes))))
