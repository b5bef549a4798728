"""What a railroad earns: telling the table when it has changed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import Minutes, S
from companion.text import say
from companion.values import Railroad


def tell(minutes: Minutes[S], before: Mapping[Railroad, int], after: Mapping[Railroad, int]) -> None:
    """Say which incomes are different now, and move their cubes.

    before, after: dollars (or spaces) on the income track, of every railroad in the order they are told.
    """
    for railroad, new in after.items():
        if (old := before[railroad]) == new:
            continue
        minutes.say(say("{r} income {old} → {new}", r=railroad, old=old, new=new))
        minutes.hands(
            "move_marker",
            say("Move the {r}'s income cube {old} → {new}", r=railroad, old=old, new=new),
            railroad=railroad,
            old=old,
            new=new,
        )
