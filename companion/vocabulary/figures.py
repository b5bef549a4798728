"""What is tracked, figure by figure, as the host may correct it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vocabulary.ledger import Account, Commodity
from companion.words.text import Text, say

MOST = 99_999
TABLE = Account("table")
"""Whose the figures are that belong to no player and no railroad; nothing is posted there."""
YES_OR_NO = ((0, say("no")), (1, say("yes")))


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure, with what it may become: `of` and `name` as in a correction.

    value: as it is told now; None where nobody may see it. choices: numbers with words, where not every number will
    do. what: it is counted in the ledger, so a difference comes from somebody, or goes there; other: who that is
    unless the host says otherwise, None if the host must say it.
    known: this is a family of yes and no, and `name` ends in a dot: after it comes one of these names, or a new one
    that the host writes; chosen: those of which it is true.
    """

    of: Account
    name: str
    label: Text
    value: int | None
    most: int = MOST
    least: int = 0
    choices: tuple[tuple[int, Text], ...] = ()
    what: Commodity | None = None
    other: Account | None = None
    known: tuple[str, ...] | None = None
    chosen: tuple[str, ...] = ()


def flag(of: Account, name: str, label: Text, value: bool) -> Figure:
    """Something that is so, or is not."""
    return Figure(of, name, label, int(value), 1, choices=YES_OR_NO)


def family(
    of: Account, name: str, label: Text, chosen: tuple[str, ...], known: tuple[str, ...] = ()
) -> Figure:
    """What is so of each of several names, such as the links of a railroad."""
    every = tuple(dict.fromkeys((*chosen, *known)))
    return Figure(of, f"{name}.", label, None, 1, choices=YES_OR_NO, known=every, chosen=chosen)
