"""Rolls without a table: committed to before, made once, for all to see, and checkable after.

One process alone keeps them in memory: nothing depends on a roll once it has been read off the screen. Several keep
them in the database. There are at most `ROLLS` of them, kept for a day; the oldest go first.
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
        """The roll as it stands; None: there is none, or it is too old."""

    def keep_roll(self, roll: Roll, after: str | None) -> Roll:
        """Keep a new roll. after: the id of the roll that it follows; if another one follows that already, returns
        it."""

    def let_fall(self, wanted: str) -> Roll | None:
        """Let the dice fall, once; returns the roll with them."""


class Memory:
    """The rolls of a process that serves alone."""

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
    """All rolls without a table."""

    def __init__(self, keeper: Callable[[], Keeper]) -> None:
        """keeper: where they are kept; asked when one is first wanted."""
        self._keeper = keeper

    def commit(
        self, game: str, tool: str, purpose: str, faces: tuple[int, ...], after: str | None = None
    ) -> Roll:
        """Draw a seed, which nobody but the installation knows before the roll. after: the id of the roll that this one
        follows, which can be followed by one roll only.

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
        """The roll as it stands.

        :raises RuleError: `no-such-roll`.
        """
        found = self._keeper().find_roll(wanted.strip().upper())
        if found is None:
            raise _unknown()
        return found

    def roll(self, wanted: str, game: str, tool: str) -> Roll:
        """Let the dice fall, once; rolling again gives the same dice.

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
