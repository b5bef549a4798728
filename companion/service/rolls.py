"""Rolls without a table: committed to before, made once, for all to see, and checkable after.

They are kept in memory alone: nothing hangs on one once it has been read off the screen. At most so many, and no longer
than a day; the oldest go first.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.mechanisms import dice
from companion.service.keys import ALPHABET
from companion.words.errors import RuleError, invalid, not_now
from companion.words.text import say

MOST = 1_000
KEPT_SECONDS = 24 * 60 * 60.0
_ID_LETTERS = 10
_SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll."""

    id: str
    game: str
    """Its slug."""
    tool: str
    """The calculator's name, whose dice these are."""
    purpose: str
    """What is drawn, such as `growth`."""
    faces: tuple[int, ...]
    """The highest of each die."""
    seed: bytes
    made: float
    """When it was committed to, in seconds of the clock."""
    rolled: bool = False
    next: str | None = None
    """The roll that came after it, by its id: whoever looks on goes along."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, in hexadecimal."""
        return dice.commitment(self.seed)

    @property
    def message(self) -> str:
        """From which the dice are drawn with the seed (see `companion.mechanisms.dice`)."""
        return f"{self.id}:{self.purpose}:0"

    @property
    def dice(self) -> tuple[int, ...] | None:
        """As they fell; None: they have not been rolled."""
        return dice.roll(self.seed, self.id, self.purpose, 0, self.faces) if self.rolled else None


class Rolls:
    """Those that there are."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._all: OrderedDict[str, Roll] = OrderedDict()
        """The oldest first."""

    def commit(
        self, game: str, tool: str, purpose: str, faces: tuple[int, ...], after: str | None = None
    ) -> Roll:
        """A seed is drawn; nobody but this process knows it before the roll. after: the roll that this one comes
        after, which has one next and no other.

        :raises RuleError: `no-such-roll`, `invalid`, `not-now` for what it comes after.
        """
        with self._lock:
            before = None if after is None else self._found(after)
            if before is not None and (before.game, before.tool) != (game, tool):
                raise invalid("after", say("That roll belongs to another game"))
            if before is not None and not before.rolled:
                raise not_now(say("The previous roll has not been made yet"))
            if before is not None and before.next is not None and before.next in self._all:
                return self._all[before.next]
            fresh = "".join(secrets.choice(ALPHABET) for _ in range(_ID_LETTERS))
            made = Roll(fresh, game, tool, purpose, faces, secrets.token_bytes(_SEED_BYTES), self._clock())
            self._all[fresh] = made
            if before is not None:
                self._all[before.id] = replace(before, next=fresh)
            while len(self._all) > MOST:
                self._all.popitem(last=False)
            return made

    def find(self, wanted: str) -> Roll:
        """As it stands.

        :raises RuleError: `no-such-roll`.
        """
        with self._lock:
            return self._found(wanted)

    def roll(self, wanted: str, game: str, tool: str) -> Roll:
        """The dice fall, once; whoever rolls again gets the same.

        :raises RuleError: `no-such-roll`, also for one of another calculator.
        """
        with self._lock:
            found = self._found(wanted)
            if (found.game, found.tool) != (game, tool):
                raise _unknown()
            self._all[found.id] = rolled = replace(found, rolled=True)
            return rolled

    def _found(self, wanted: str) -> Roll:
        too_old = self._clock() - KEPT_SECONDS
        while self._all and next(iter(self._all.values())).made < too_old:
            self._all.popitem(last=False)
        found = self._all.get(wanted.strip().upper())
        if found is None:
            raise _unknown()
        return found


def _unknown() -> RuleError:
    return RuleError("no-such-roll", say("That roll no longer exists"))
