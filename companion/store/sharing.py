"""A database that several processes write to, any of which may be asked about any table.

What is shown of a table stands there, whole: so the same version is the same document everywhere. Whoever writes says
which edition they have read, and is refused if it is another one by now; then they read what is new, and try again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.store.shapes import Roll, StoredLimit, StoredTable
from companion.table.journal import Line


class Stamp(NamedTuple):
    """What a table's writes have counted up to."""

    version: int
    """Of what all may see."""
    edition: int
    """Of everything, secrets too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A table as it stands at one moment."""

    table: StoredTable
    lines: list[Line]
    """Those after the revision that was asked for."""
    limits: list[StoredLimit]
    """The earliest first."""
    present: frozenset[tuple[int, str]]
    """Who listens: seat and process."""


class New(NamedTuple):
    """What is new of a table, and nothing but lines is: everything else is as it was."""

    stamp: Stamp
    lines: list[Line]


class Sharing(Protocol):
    """What a store has beside a `Store`'s methods, where several processes write.

    :raises StoreUnavailableError: from every method.
    """

    process: str
    """The name of this process, which no other has."""

    def edition(self, code: str) -> int | None:
        """Of a table; None: there is none."""

    def editions(self, codes: Iterable[str]) -> dict[str, int]:
        """Of those that there are."""

    def since(self, code: str, revision: int, edition: int) -> New | None:
        """What is new since these, if it is nothing but lines."""

    def standing(self, code: str, revision: int = 0) -> Standing | None:
        """All of a table, of its lines those after that revision; None: there is none."""

    def touch(self, code: str, edition: int) -> Stamp:
        """Something is seen otherwise that is kept nowhere, such as that a time is over.

        :raises OvertakenError:
        """

    def be_present(self, table: StoredTable, seat: int, *, here: bool, seen: bool) -> Stamp:
        """A seat's phone listens at this process, or no more; kept with its seat's times. seen: others see it.

        :raises OvertakenError:
        """

    def beat(self, seconds: float) -> bool:
        """This process goes on, for so long at least. False: it was taken for gone; it says anew who listens there."""

    def bury(self, clock: Callable[[], float]) -> list[str]:
        """Processes that were not heard of in time are gone, and who listened there; the codes of their tables."""

    def leave(self, clock: Callable[[], float]) -> None:
        """This process ends, and nobody listens at it any more."""

    def tidy(self) -> None:
        """Forget what nobody will ask for: rolls that are too old, and minutes that are over."""

    def hit(self, what: str, address: str) -> int:
        """Something was asked for from an address; how often in this minute, at all processes."""

    def find_roll(self, wanted: str) -> Roll | None:
        """A roll without a table; None: there is none, or it is too old."""

    def keep_roll(self, roll: Roll, after: str | None) -> Roll:
        """A new one. after: the roll that it comes after; if another one does so already, that is answered."""

    def let_fall(self, wanted: str) -> Roll | None:
        """Its dice fall, once; the roll with them."""

    def listen(self, heard: Callable[[str, int], None], lost: Callable[[], None]) -> Callable[[], None]:
        """From now on `heard` is told the code of each table that is written to, and its edition; `lost`: some may have
        gone unheard. Both from a thread of its own. Answers what ends it."""
