"""Names of places: matched without case, accents and punctuation; a near miss is asked about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.words.errors import RuleError
from companion.words.text import plain, say
from companion.words.values import NAME_LENGTH

NEAR = 2
"""Edit distance up to which two names are near enough to ask."""
LONG_ENOUGH = 5
"""Names with fewer letters are never compared: among names as short as Cuba nearly all are near one another."""


def near(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Known names (in `plain` form) that this one may be a slip of; nearest first.

    >>> near("topekka", ["topeka", "emporia"])
    ('topeka',)
    """
    letters, own = _letters(name)
    if letters < LONG_ENOUGH:
        return ()
    found = [
        (distance, other)
        for other in names
        # The distance itself is slow to work out, so names that differ too much at a glance are ruled out first.
        if abs(len(other) - len(name)) <= NEAR
        and ((its := _letters(other))[1] ^ own).bit_count() <= 2 * NEAR
        and its[0] >= LONG_ENOUGH
        and 0 < (distance := _edit_distance(name, other)) <= NEAR
    ]
    return tuple(other for _, other in sorted(found))


@lru_cache(4_096)
def _letters(name: str) -> tuple[int, int]:
    """How many letters a name has, and a bit for each character in it: one edit changes at most two of the bits."""
    return sum(c.isalpha() for c in name), sum(1 << bit for bit in {ord(c) % 64 for c in name})


def _edit_distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (letter != other))
    return row[-1]


def place_among(
    spelled: Mapping[str, str], name: str, *, insist: bool = False, at: str = "place", places: str = ""
) -> str:
    """The name as it is written on the board, or the name itself when it is new.

    spelled: known names as they are written, by their `plain` form; insist: it is a new place, however near its name is
    to a known one; at: the field that the error names; places: the section in which somebody may insist.

    :raises RuleError: `invalid` with `did_you_mean` for a near miss, or for a name that is empty or too long.
    """
    tidy = " ".join(name.split())
    if not plain(tidy) or len(tidy) > NAME_LENGTH or not tidy.isprintable():
        raise RuleError(
            "invalid",
            say("{name} is not a place name", name=repr(tidy)[:60]),
            errors={at: (say("no name"),)},
        )
    bare = plain(tidy)
    if bare in spelled:
        return spelled[bare]
    if not insist and (meant := near(bare, spelled)):
        names = tuple(spelled[other] for other in meant)
        raise RuleError(
            "invalid",
            say("{name} is not known. Did you mean {names}?", name=tidy, names=names[0]),
            errors={at: (say("not known"),)},
            did_you_mean=names,
            needs=({"path": [places, tidy, "new"], "kind": "flag"},),
        )
    return tidy


def row_among(
    rows_known: Iterable[str], name: str, *, insist: bool = False, at: str = "railroad", section: str = ""
) -> str:
    """Letters as they are known, compared without case, or the letters themselves when they are new.

    insist: they are other letters, though they differ from known ones only in punctuation and spaces, as M&C and MC do;
    at: the field that the error names; section: that of the row, in which somebody may insist.

    :raises RuleError: `invalid` with `did_you_mean` for letters that differ so.
    """
    rows = tuple(rows_known)
    same = next((row for row in rows if row.casefold() == name.casefold()), None)
    if same is not None or insist:
        return same or name
    if meant := tuple(row for row in rows if plain(row) == plain(name) != ""):
        raise RuleError(
            "invalid",
            say("{name} is not known. Did you mean {names}?", name=name, names=meant[0]),
            errors={at: (say("not known"),)},
            did_you_mean=meant,
            needs=({"path": [section, name, "new"], "kind": "flag"},),
        )
    return name
