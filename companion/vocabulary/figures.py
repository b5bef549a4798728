"""What is tracked, figure by figure, as the host may correct it. A figure is described once: what it is, what it may
become, and how it is set."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic

from companion.vocabulary.ledger import BANK, BOX, Account, Commodity
from companion.vocabulary.minutes import Minutes, S
from companion.words.text import Text, say
from companion.words.values import HIGHEST

TABLE = Account("table")
"""Whose the figures are that belong to no player and no railroad; nothing is posted there."""
YES_OR_NO = ((0, say("no")), (1, say("yes")))


@dataclass(frozen=True, slots=True)
class Figure(Generic[S]):
    """One figure, with what it may become, and how."""

    of: Account
    """Whose it is, as in a correction."""
    name: str
    """As in a correction; that of a family ends in a dot."""
    label: Text
    value: int | None
    """As it is now; None where nobody may see it, and for a family."""
    most: int = HIGHEST
    least: int = 0
    choices: tuple[tuple[int, Text], ...] = ()
    """Numbers with words, where not every number will do."""
    called: tuple[Text, ...] = ()
    """What its numbers are called, from 0 on: a page offers these. Any other in its range will do as well."""
    what: Commodity | None = None
    """It is counted in the ledger, so a difference comes from somebody, or goes there."""
    other: Account | None = None
    """Who that is unless the host says otherwise; None if the host must say it."""
    set: Callable[[Minutes[S], int], None] | None = None
    """Makes it another number. What is counted needs none: its difference is posted."""
    names: tuple[str, ...] | None = None
    """This is a family of yes and no: after the dot comes one of these names, or a new one that the host writes."""
    chosen: tuple[str, ...] = ()
    """Those names of which it is true."""
    member: str = ""
    """The member of the table document that lists them, where it has another name than the family."""
    closed: bool = False
    """The family has no names but the known ones."""
    places: str = ""
    """Its names are places of the printed board, in this section of the atlas: a near miss is asked about."""
    set_one: Callable[[Minutes[S], str, int], None] | None = None
    """Makes it true, or not, of one name of the family."""
    bounded: bool = False
    """Its range is also checked for corrections that stand already: they were in range when they were made."""
    listed: bool = True
    """May the host choose it? One that is not listed can only be refused with a reason."""
    lies: int | None = None
    """What lies on the table, where that is another number: a value that was only counted at the end is in no purse."""
    after: int = 0
    """The stage at which a position sets it, lowest first: 0 for facts, 1 for what is counted, 2 for what follows from
    others unless the host says otherwise."""


def flag(
    of: Account,
    name: str,
    label: Text,
    value: bool,
    set_to: Callable[[Minutes[S], int], None],
    *,
    listed: bool = True,
) -> Figure[S]:
    """A figure that is yes or no."""
    return Figure(of, name, label, int(value), 1, choices=YES_OR_NO, set=set_to, listed=listed)


def family(
    of: Account,
    name: str,
    label: Text,
    chosen: tuple[str, ...],
    set_one: Callable[[Minutes[S], str, int], None],
    names: tuple[str, ...] = (),
    *,
    closed: bool = False,
    member: str = "",
    places: str = "",
) -> Figure[S]:
    """A family of figures that are yes or no, one for each name, such as the links of a railroad. closed, member,
    places:
    see `Figure`."""
    every = tuple(dict.fromkeys((*chosen, *names)))
    return Figure(
        of,
        f"{name}.",
        label,
        None,
        1,
        choices=YES_OR_NO,
        names=every,
        chosen=chosen,
        closed=closed,
        member=member,
        places=places,
        set_one=set_one,
    )


_TABLES = {TABLE, BANK, BOX}
"""A figure of one of these accounts may be corrected under the name of any other of them."""


def find(figures: Iterable[Figure[S]], of: Account, name: str) -> Figure[S] | None:
    """The figure that a row of a correction names, or None; after the dot of a family one of its names must follow. A
    short name will do where it is clear: `KP` for `shares.KP`. figures: made no further than to the one that is named,
    where they are made one by one; to list them all is most of what a correction costs."""
    short = f".{name.removeprefix('share:')}"
    accounts = _TABLES if of in _TABLES else {of}
    shortened: Figure[S] | None = None
    family_of: Figure[S] | None = None
    for figure in figures:
        if figure.of not in accounts:
            continue
        if figure.names is None:
            if figure.name == name:
                return figure
            if shortened is None and figure.name.endswith(short):
                shortened = figure
        elif family_of is None and name.startswith(figure.name) and name != figure.name:
            family_of = figure
    return shortened or family_of
