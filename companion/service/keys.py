"""Codes and keys. Keys are kept as hashes only and compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b32encode
from dataclasses import dataclass, field
from typing import Literal

from companion.words.values import Seat

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, so that a code can be read out."""
CODE_LENGTH = 8
_KEY_BYTES = 24
_PIN_DIGITS = 6
MOST_WRONG = 20
"""Wrong tries, by anybody, after which the six digits change."""
_JOIN_LENGTH = 26
"""Characters of a join key: 130 bits."""
FIRST_QR = 1
"""The join epoch of a table whose QR has never been replaced."""
LEAST_KEY_LENGTH = 16
MOST_KEY_LENGTH = 200

Role = Literal["reader", "join", "seat", "host"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: a key's role at one table, and its seat."""

    role: Role
    seat: Seat | None = None
    key_hash: str = field(default="", compare=False, repr=False)
    """The hash of the host's or seat's key that they sent."""

    @property
    def by(self) -> str:
        """How the journal names them."""
        return "host" if self.role == "host" else f"seat:{self.seat}"


READER = Viewer("reader")


def new_code() -> str:
    """A table's code: 8 characters, 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def tidy_code(written: str) -> str:
    """A code as somebody typed it, put right: small letters, spaces, O for 0, I and L for 1."""
    plain = written.upper().replace("-", "").replace(" ", "")
    return plain.translate(str.maketrans("OIL", "011"))


def new_key() -> str:
    """A key of 192 random bits."""
    return secrets.token_urlsafe(_KEY_BYTES)


def is_key(key: str) -> bool:
    """Can a phone use this as its key? It has to fit into a header, and be long enough."""
    fits = LEAST_KEY_LENGTH <= len(key) <= MOST_KEY_LENGTH
    return fits and key.isascii() and key.isprintable() and " " not in key


def hashed(key: str) -> str:
    """What is kept of a key: it is random and long, so a plain SHA-256 is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def matches(key_hash: str, kept: str | None) -> bool:
    """Is this the key whose hash is kept? In constant time."""
    return kept is not None and hmac.compare_digest(key_hash, kept)


class Pin:
    """Six digits in place of a join key; they change after some wrong tries (see `pins`)."""

    def __init__(self) -> None:
        self._of: tuple[str, int] = ("", 0)
        self._digits = ""

    def of(self, join_key: str, wrong: int) -> str:
        """The digits as they are now; worked out once, for every document of the table shows them."""
        changes = wrong // MOST_WRONG
        if self._of != (join_key, changes):
            self._digits = digits(join_key, wrong)
            self._of = (join_key, changes)
        return self._digits


def digits(join_key: str, wrong: int) -> str:
    """The six digits in place of a join key: they follow from it, and from how many wrong ones were sent."""
    drawn = hmac.digest(join_key.encode(), f"pin:{wrong // MOST_WRONG}".encode(), "sha256")
    return f"{int.from_bytes(drawn, 'big') % 10**_PIN_DIGITS:0{_PIN_DIGITS}}"


def join_key(secret: bytes, code: str, epoch: int) -> str:
    """The key in a table's QR: recomputed, never stored. A new epoch ends the old QR."""
    mac = hmac.digest(secret, f"join:{code}:{epoch}".encode(), "sha256")
    return b32encode(mac).decode()[:_JOIN_LENGTH]
