"""What a railroad earns: telling the table when it has changed."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import partial

from companion.vocabulary.board import Marker
from companion.vocabulary.minutes import Minutes, S
from companion.words.text import Text, joined, say
from companion.words.values import Railroad


def tell(
    minutes: Minutes[S],
    before: Mapping[Railroad, int],
    after: Mapping[Railroad, int],
    *,
    there: Container[Railroad] = (),
    first: tuple[Railroad, ...] = (),
) -> None:
    """Say which incomes are different now, several of them in one clause, and move their cubes.

    before, after: dollars (or spaces) on the income track, of every railroad in the order they are told; there: whose
    cube stands where it should already, for so a correction says it; first: whose is told before all others, for a
    small screen cuts off what comes last.
    """
    changed = [
        (railroad, before[railroad], new) for railroad, new in after.items() if before[railroad] != new
    ]
    ahead = [change for r in first for change in changed if change[0] == r]
    told = [*ahead, *(change for change in changed if change[0] not in first)]
    if len(told) == 1:
        ((railroad, old, new),) = told
        minutes.say("{r} income ${old} → ${new}", r=railroad, old=old, new=new)
    elif told:  # in one clause, short enough that a phone has room for all of them
        each = [say("{r} ${old} → ${new}", r=r, old=old, new=new) for r, old, new in told]
        minutes.say("incomes {each}", each=joined(each, ", "))
    for railroad, old, new in changed:
        if railroad not in there:
            minutes.goes(income_cube(railroad, old, new), railroad=railroad)


def income_cube(railroad: Railroad, old: int | None, new: int | None) -> Marker:
    """The cube that shows what a railroad earns; None: off the track."""
    return Marker(f"income:{railroad}", old, new, partial(_words, railroad))


def _words(railroad: Railroad, old: int | None, new: int | None) -> Text:
    if old is None:
        return say("Put one {r} cube on the income track at {new}", r=railroad, new=new or 0)
    if new is None:
        return say("Take the {r}'s cube off the income track, at {old}", r=railroad, old=old)
    return say("Move the {r}'s income cube {old} → {new}", r=railroad, old=old, new=new)
