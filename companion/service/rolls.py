"""Rolls without a table: committed to before, made once, for all to see, and checkable after.

One process alone keeps them in memory: nothing hangs on one once it has been read off the screen. Several keep them
where all of them look. At most so many, and no longer than a day; the oldest go first.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from companion.service.keys import ALPHABET
from companion.store import ROLL_SECONDS, ROLLS, Roll
from companion.words.errors import RuleError, invalid, not_now
from companion.words.text import say

_ID_LETTERS = 10
_SEED_BYTES = 32


class Keeper(Protocol):
    """Where rolls are kept. One that is too old is not there.

    :raises StoreUnavailableError: from every method.
    """

    def find_roll(self, wanted: str) -> Roll | None:
        """As it stands."""

    def keep_roll(self, roll: Roll, after: str | None) -> Roll:
        """A new one. after: the roll that it comes after; if another one does so already, that is answered."""

    def let_fall(self, wanted: str) -> Roll | None:
        """The dice fall, once; the roll with them."""


class Memory:
    """Those of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """clock: in seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._all: OrderedDict[str, Roll] = OrderedDict()
        """The oldest first."""

    def find_roll(self, wanted: str) -> Roll | None:
        """As of `Keeper`."""
        with self._lock:
            return self._found(wanted)

    def keep_roll(self, roll: Roll, after: str | None) -> Roll:
        """As of `Keeper`."""
        with self._lock:
            before = None if after is None else self._found(after)
            if before is not None and before.next is not None and before.next in self._all:
                return self._all[before.next]
            self._all[roll.id] = made = replace(roll, made=self._clock())
            if before is not None:
                self._all[before.id] = replace(before, next=roll.id)
            while len(self._all) > ROLLS:
                self._all.popitem(last=False)
            return made

    def let_fall(self, wanted: str) -> Roll | None:
        """As of `Keeper`."""
        with self._lock:
            found = self._found(wanted)
            if found is not None:
                self._all[wanted] = found = replace(found, rolled=True)
            return found

    def _found(self, wanted: str) -> Roll | None:
        too_old = self._clock() - ROLL_SECONDS
        while self._all and next(iter(self._all.values())).made < too_old:
            self._all.popitem(last=False)
        return self._all.get(wanted)


class Rolls:
    """Those that there are."""

    def __init__(self, keeper: Callable[[], Keeper]) -> None:
        """keeper: where they are kept; asked when one is first wanted."""
        self._keeper = keeper

    def commit(
        self, game: str, tool: str, purpose: str, faces: tuple[int, ...], after: str | None = None
    ) -> Roll:
        """A seed is drawn; nobody but the installation knows it before the roll. after: the roll that this one comes
        after, which has one next and no other.

        :raises RuleError: `no-such-roll`, `invalid`, `not-now` for what it comes after.
        """
        before = None if after is None else self.find(after)
        if before is not None and (before.game, before.tool) != (game, tool):
            raise invalid("after", say("That roll belongs to another game"))
        if before is not None and not before.rolled:
            raise not_now(say("The previous roll has not been made yet"))
        fresh = "".join(secrets.choice(ALPHABET) for _ in range(_ID_LETTERS))
        made = Roll(fresh, game, tool, purpose, faces, secrets.token_bytes(_SEED_BYTES))
        return self._keeper().keep_roll(made, None if before is None else before.id)

    def find(self, wanted: str) -> Roll:
        """As it stands.

        :raises RuleError: `no-such-roll`.
        """
        found = self._keeper().find_roll(wanted.strip().upper())
        if found is None:
            raise _unknown()
        return found

    def roll(self, wanted: str, game: str, tool: str) -> Roll:
        """The dice fall, once; whoever rolls again gets the same.

        :raises RuleError: `no-such-roll`, also for one of another calculator.
        """
        found = self.find(wanted)
        if (found.game, found.tool) != (game, tool):
            raise _unknown()
        fallen = self._keeper().let_fall(found.id)
        if fallen is None:
            raise _unknown()
        return fallen


def _unknown() -> RuleError:
    return RuleError("no-such-roll", say("That roll no longer exists"))
