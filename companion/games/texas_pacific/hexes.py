"""Hexes to be built into: what was said of them, filled in and checked with what is known by name and with the track
there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.atlas.asking import need
from companion.atlas.form import Record
from companion.atlas.known import known_place, merge
from companion.games.texas_pacific import box
from companion.games.texas_pacific.box import FIXED_INCOME, ORDER, PRINTED_INCOMES, TP
from companion.games.texas_pacific.moves import DecideTrack
from companion.games.texas_pacific.state import Hex, State
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.words.errors import Need, forbidden, invalid
from companion.words.text import Text, phrase, say
from companion.words.values import Railroad

HEADING = "Track Decision"
Row = Mapping[str, Any]
KIND_WORDS = {
    "plain": say("a plain hex"),
    "city": say("a city hex"),
    "ranch": say("a ranch hex"),
    "gray": say("a gray hex"),
}
_SEVERAL = {
    "plain": phrase("{n} plain hexes"),
    "city": phrase("{n} city hexes"),
    "ranch": phrase("{n} ranch hexes"),
    "gray": phrase("{n} gray hexes"),
}


def place_of(state: State, row: Row) -> str | None:
    """The hex's name as it is written on the board, if it was said.

    :raises RuleError: `invalid` for a near miss.
    """
    name = row.get("name")
    return known_place(state.atlas, name, at="hexes", places="hexes") if name else None


def _in_order(state: State, rows: Iterable[Row]) -> Iterator[tuple[State, Row, str | None, Record]]:
    """Each row with its name as it is written on the board, and what is known of that. A name that was said is known to
    the rows after it: spelled otherwise it is the same hex, and a near miss is asked about."""
    for row in rows:
        name = place_of(state, row)
        yield state, row, name, state.atlas.rows("hexes").get(name, {}) if name else {}
        if name:
            state = _knowing(state, name, row.get("kind"), row.get("income"))


def _knowing(state: State, name: str, kind: str | None, income: int | None) -> State:
    """The same state, where what was said of a hex is known."""
    said = {fact: value for fact, value in (("kind", kind), ("income", income)) if value is not None}
    return state.changed(atlas=merge(state.atlas, {"hexes": {name: said}})[0])


def learn(minutes: Minutes[State], built: tuple[Hex, ...]) -> None:
    """What was said of hexes with a name is known from now on."""
    for each in built:
        if each.name:
            minutes.state = _knowing(minutes.state, each.name, each.kind, each.income)


def asked(state: State, move: DecideTrack) -> Iterator[Need]:
    """What has to be known of the hexes to be built into, and is not. Only a hex with a name can be asked for.

    :raises RuleError: `invalid` for what cannot be read or a name that is a near miss.
    """
    section = box.FACTS.of("hexes")
    for so_far, row, name, record in _in_order(state, move.hexes):
        kind, incomes = row.get("kind") or record.get("kind"), (row.get("income"), record.get("income"))
        _check_readable(row, kind, named=name is not None)
        if name and not closed(so_far, move.railroad, name):
            if kind is None:
                yield need(section, name, "kind", say("Kind of hex of {name}", name=name))
            elif kind in PRINTED_INCOMES and incomes == (None, None):
                least, most = min(PRINTED_INCOMES[kind]), max(PRINTED_INCOMES[kind])
                wanted = need(section, name, "income", say("Income printed at {name}", name=name))
                yield {**wanted, "min": least, "max": most}


def _check_readable(row: Row, kind: Any, *, named: bool) -> None:
    """Is a hex described well enough?

    :raises RuleError: `invalid`, for callers without the schema as well.
    """
    rank, most = row.get("rank"), len(ORDER)
    if kind is not None and kind not in box.KINDS:
        raise invalid("hexes", say("No such kind of hex: {kind}", kind=str(kind)[:20]))
    if kind is None and not named:
        raise invalid("hexes", say("What kind of hex is it?"))
    if (rank is None and not named) or (rank is not None and not 1 <= rank <= most):
        raise invalid("hexes", say("How many railroads are in the hex, including this one? 1 to {n}", n=most))
    if row.get("income") is None and not named and kind in PRINTED_INCOMES:
        raise invalid("hexes", say("What income is printed in {kind}?", kind=KIND_WORDS[kind]))


def read(state: State, railroad: Railroad, rows: Iterable[Row]) -> tuple[Hex, ...]:
    """The hexes as they will be built, in order.

    :raises RuleError: `rule` if what was said contradicts what is known, or the railroad may not build there.
    """
    found: list[Hex] = []
    for so_far, row, name, record in _in_order(state, rows):
        if name and name in (earlier.name for earlier in found):
            raise forbidden(say("{name} is listed twice", name=name), HEADING)
        if name:
            found.append(_read(so_far, railroad, row, name, record))
        else:
            found.append(Hex(row["kind"], row["rank"], _income(row["kind"], row.get("income"))))
    return tuple(found)


def _read(state: State, railroad: Railroad, row: Row, name: str, record: Record) -> Hex:
    kind = record.get("kind") or row["kind"]
    if row.get("kind") not in (None, kind):
        raise forbidden(say("{name} is {kind}", name=name, kind=KIND_WORDS[kind]), HEADING)
    if barred := no_entry(state, railroad, name):
        raise forbidden(barred, HEADING)
    income, printed = _income(kind, row.get("income")), record.get("income")
    if kind in PRINTED_INCOMES and printed is not None:
        if income not in (None, printed):
            words = say("The income printed at {name} is {income}", name=name, income=printed)
            raise forbidden(words, HEADING)
        income = printed
    return Hex(kind, _rank(state, railroad, name, row.get("rank")), income, name)


def _income(kind: str, said: int | None) -> int | None:
    """Dollars printed in a city or gray hex, as they were said; in the other kinds nothing is printed.

    :raises RuleError: `rule` for what cannot be.
    """
    possible = PRINTED_INCOMES[kind] if kind in PRINTED_INCOMES else (FIXED_INCOME[kind],)
    words, least, most = KIND_WORDS[kind], min(possible), max(possible)
    if said is not None and said not in possible:
        if least == most:
            raise forbidden(say("The income of {kind} is {n}", kind=words, n=least), HEADING)
        text = say("The income of {kind} is {least} to {most}", kind=words, least=least, most=most)
        raise forbidden(text, HEADING)
    return said if kind in PRINTED_INCOMES else None


_CLOSED = {box.START[owner]: owner for owner in box.FIRST}
"""The Start Cities that are nobody else's, by name."""


def closed(state: State, railroad: Railroad, name: str) -> Railroad | None:
    """Whose Start City it is, if this railroad may not build into it (ruling `tp_into_start_city`)."""
    if railroad == TP and state.ruled("tp_into_start_city", "yes"):
        return None
    return _CLOSED.get(name)


def no_entry(state: State, railroad: Railroad, name: str) -> Text | None:
    """Why it may not build there: no railroad is twice in a hex, and start cities are closed (Track Decision)."""
    if railroad in state.there(name):
        return say("The {r} is already in {name}", r=railroad, name=name)
    if owner := closed(state, railroad, name):
        return say("{name} is the {owner}'s Start City: no one may build into it", name=name, owner=owner)
    return None


def _rank(state: State, railroad: Railroad, name: str, said: int | None) -> int:
    """How many railroads will be in a hex known by name. Who entered it without saying its name may be there too.

    :raises RuleError: `rule` if fewer or more were said than can be.
    """
    inside = state.there(name)
    least = len(inside) + 1
    if said is None:
        return least
    if said < least:
        there = say("The {rs} are in {name}", rs=inside, name=name)
        if len(inside) == 1:
            there = say("The {r} is in {name}", r=inside[0], name=name)
        raise forbidden(
            say("{there}: with the {r} that makes {n}", there=there, r=railroad, n=least), HEADING
        )
    most = least + sum(state.has_unnamed(other) for other in ORDER if other not in (*inside, railroad))
    if said > most:
        text = say(
            "Including the {r}, at most {most} railroads can be in {name}", r=railroad, most=most, name=name
        )
        raise forbidden(text, HEADING)
    return said


def certain_rank(state: State, railroad: Railroad, name: str) -> int | None:
    """How many railroads will be in a hex known by name, if by what was told no other track can be there (a kind may
    have been told wrongly, so a form leaves the number open to change); asked for of cities and gray hexes alone, for
    seldom has another hex a name."""
    kind = state.atlas.get("hexes", name, "kind")
    if kind not in PRINTED_INCOMES or {*state.with_unnamed(kind)} - {*state.there(name), railroad}:
        return None
    return heard_of(state, name) + 1


def heard_of(state: State, name: str) -> int:
    """How many railroads are in a hex by all that was told of it: those that said its name, or the number said by one
    of them, for others may have been there that did not say it."""
    told = [built.rank for tracks in state.tracks.values() for built in tracks if built.name == name]
    return max(len(state.there(name)), *told, 0)


def words(built: Hex) -> Text:
    """A hex as it is named in a sentence."""
    return say("{name}", name=built.name) if built.name else KIND_WORDS[built.kind]


def listed(built: Sequence[Hex]) -> tuple[Text, ...]:
    """Hexes as a sentence lists them, each by its name; those of a kind that have none together, where the first of
    them stands."""
    number = Counter(each.kind for each in built if not each.name)
    told: dict[tuple[str | None, str], Text] = {}
    for each in built:
        many = not each.name and number[each.kind] > 1
        said = say(_SEVERAL[each.kind], n=number[each.kind]) if many else words(each)
        told.setdefault((each.name, each.kind), said)
    return tuple(told.values())


def nameless(state: State, railroad: Railroad) -> list[Text]:
    """How many hexes of each kind that nobody has named the railroad was told to be in."""
    kinds = Counter(state.kind_of(built) for built in state.tracks[railroad] if not built.name)
    return [say("{n} × {kind}", n=n, kind=box.KIND_NAMES[kind]) for kind, n in kinds.items()]


def check_new(state: State, move: Move) -> None:
    """No more railroads are in the hexes to be built into than can be (Track Decision: Building Costs).

    :raises RuleError: `rule`; what a railroad cannot pay is left to be said first.
    """
    if not isinstance(move, DecideTrack):
        return
    railroad, rows = move.railroad, [row for row in move.hexes if place_of(state, row) is None]
    if sum(box.cost(row["rank"]) for row in rows) > state.treasury(railroad):
        return
    for row in rows:
        kind, most = KIND_WORDS[row["kind"]], most_there(state, railroad, row["kind"])
        if row["rank"] > most:
            words = phrase("Including the {r}, at most {most} can be in {kind}")
            if most == 1:
                words = phrase("No other railroad can be in {kind} yet")
            raise forbidden(say(words, kind=kind, r=railroad, most=most), HEADING)
    _check_together(state, railroad, [row["rank"] for row in rows])


def _check_together(state: State, railroad: Railroad, ranks: list[int]) -> None:
    """A railroad with track in one hex only can be in one of several.

    :raises RuleError: `rule`.
    """
    hexes = _hexes_of_others(state, railroad, "city")
    ranks = sorted(ranks, reverse=True)
    for number in range(2, len(ranks) + 1):
        if sum(ranks[:number]) - number > sum(min(number, most) for most in hexes):
            words = say("The other railroads don't have enough track to be in all these hexes")
            raise forbidden(words, HEADING)


def most_there(state: State, railroad: Railroad, kind: str = "city") -> int:
    """How many railroads can be in a hex without a name of that kind, with this one. Nowhere there can be more than in
    a city."""
    return 1 + sum(number > 0 for number in _hexes_of_others(state, railroad, kind))


def _hexes_of_others(state: State, railroad: Railroad, kind: str) -> list[int]:
    """How many hexes each other railroad is in that this one is not known to be in. A start city is one of them where
    it may be entered (Dallas; ruling `tp_into_start_city`): all of them are cities. What kind the others are is no
    matter, for it may have been told wrongly."""
    own = {built.name for built in state.tracks[railroad] if built.name is not None}
    numbers = []
    for other in ORDER:
        if other != railroad and state.is_open(other):
            common, start = len(own & {built.name for built in state.tracks[other]}), box.START[other]
            starts = kind == "city" and start not in own and closed(state, railroad, start) is None
            numbers.append(state.number_of_hexes(other) - common + starts)
    return numbers
