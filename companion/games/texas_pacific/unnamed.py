"""What the host corrects of hexes that nobody has named: how many there are, and what is printed in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.texas_pacific.box import CUBES, KIND_CHOICES, KIND_NAMES
from companion.games.texas_pacific.hexes import FIXED_INCOME, PRINTED
from companion.games.texas_pacific.state import Hex, State
from companion.vocabulary.figures import Figure
from companion.vocabulary.ledger import railroad_account
from companion.vocabulary.minutes import Minutes
from companion.words.text import Text, say
from companion.words.values import Railroad

COUNTED = tuple(FIXED_INCOME)
"""Kinds of hexes of which one earns what any other does, so that they need only be counted."""
SORTS: tuple[tuple[str, int | None], ...] = (
    *((kind, None) for kind in COUNTED),
    *((kind, income) for kind, incomes in PRINTED.items() for income in incomes),
)
"""All that can be printed in a hex, kind and income. A correction says it by its place in this list, so what is added
one day comes last."""


def figures(state: State, railroad: Railroad) -> Iterator[Figure]:
    """How many plain hexes and ranches without a name a railroad is in, and what each hex without a name is."""
    account = railroad_account(railroad)
    hexes = [one for one in state.tracks[railroad] if one.name is None]
    for kind in COUNTED:
        number = sum(one.kind == kind for one in hexes)
        words = say("Hexes without a name: {kind}", kind=Text(KIND_NAMES[kind]))
        yield Figure(account, f"unnamed.{kind}", words, number, CUBES[railroad])
    choices = tuple((sort, _words(sort, KIND_CHOICES)) for sort in range(len(SORTS)))
    for number, one in enumerate(hexes, 1):
        sort = (one.kind, one.income)
        now = SORTS.index(sort) if sort in SORTS else None
        words = say("Hex {n} without a name", n=number)
        yield Figure(account, f"hex.{number}", words, now, len(SORTS) - 1, choices=choices)


def _words(sort: int, kinds: dict[str, str]) -> Text:
    kind, income = SORTS[sort]
    words = Text(kinds[kind])
    return words if income is None else say("{kind}, income {n}", kind=words, n=income)


def set_number(minutes: Minutes[State], railroad: Railroad, kind: str, wanted: int) -> bool:
    """In how many hexes of a kind that nobody has named a railroad is: its income follows; cubes, money and the ranches
    reached are set by themselves, so those that came after another railroad go first and come as such. False: there is
    no such figure."""
    if kind not in COUNTED or wanted > CUBES[railroad]:
        return False
    track = minutes.state.tracks[railroad]
    those = sorted((one for one in track if one.kind == kind and one.name is None), key=lambda one: one.rank)
    others = [one for one in track if one not in those]
    more = [Hex(kind, 2)] * (wanted - len(those))
    tracks = {**minutes.state.tracks, railroad: (*others, *those[:wanted], *more)}
    minutes.state = replace(minutes.state, tracks=tracks)
    words = say("the {r} is in {n} × {kind}", r=railroad, n=wanted, kind=Text(KIND_NAMES[kind]))
    minutes.say(words)
    return True


def set_sort(minutes: Minutes[State], railroad: Railroad, which: str, wanted: int) -> bool:
    """What is printed in a hex that nobody has named; `which`: the how many-th of the railroad's. Its income follows,
    and whether it may go west. False: there is no such figure."""
    track = list(minutes.state.tracks[railroad])
    unnamed = [at for at, one in enumerate(track) if one.name is None]
    number = next((n for n in range(1, len(unnamed) + 1) if str(n) == which), None)
    if number is None or not 0 <= wanted < len(SORTS):
        return False
    kind, income = SORTS[wanted]
    at = unnamed[number - 1]
    track[at] = replace(track[at], kind=kind, income=income)
    minutes.state = replace(minutes.state, tracks={**minutes.state.tracks, railroad: tuple(track)})
    words = say("the {r}: hex {n} without a name", r=railroad, n=number)
    minutes.say(say("{hex}: {kind}", hex=words, kind=_words(wanted, KIND_NAMES)))
    return True
