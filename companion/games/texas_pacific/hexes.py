"""Hexes to be built into: what was said of them, filled in and checked with what is known by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.atlas.asking import facts_needed, need
from companion.atlas.known import known_place, merge
from companion.games.texas_pacific import slides
from companion.games.texas_pacific.box import (
    CITY_INCOMES,
    FACTS,
    FIRST,
    GRAY_INCOMES,
    KINDS,
    ORDER,
    RANCH_INCOME,
    START,
    TP,
)
from companion.games.texas_pacific.moves import DecideRanch, DecideTrack, Decision
from companion.games.texas_pacific.state import Hex, State
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Refusal
from companion.words.errors import Need, RuleError, forbidden, invalid
from companion.words.text import Text, phrase, say
from companion.words.values import Railroad

HEADING = "Track Decision"
Row = Mapping[str, Any]
KIND_WORDS = {
    "plain": phrase("a plain hex"),
    "city": phrase("a city hex"),
    "ranch": phrase("a ranch hex"),
    "gray": phrase("a gray hex"),
}
FIXED_INCOME = {"plain": 0, "ranch": RANCH_INCOME}
PRINTED = {"city": CITY_INCOMES, "gray": GRAY_INCOMES}


def place_of(state: State, row: Row, at: str = "hexes") -> str | None:
    """The hex's name as it is written on the board, if it was said.

    :raises RuleError: `invalid` for a near miss.
    """
    name = row.get("name")
    return known_place(state.atlas, name, at=at, places="hexes") if name else None


def asked(state: State, move: Decision) -> None:
    """What a Decision has to know of the board: the length of its track, and of hexes what is printed there.

    :raises RuleError: `invalid` for what cannot be read or a name that is a near miss; `facts-needed`.
    """
    wanted = [*slides.asked(state, move)]
    if isinstance(move, DecideRanch) and move.hex:
        known_place(state.atlas, move.hex, at="hex", places="hexes")
    if isinstance(move, DecideTrack):
        for row in move.hexes:
            wanted += _asked_of(state, move.railroad, row)
            state = _with_name(state, row)
    if wanted:
        labels = tuple(label for one in wanted if isinstance(label := one["label"], Text))
        what = tuple(dict.fromkeys(labels))
        raise facts_needed(say("Please read from the board: {what}", what=what), wanted)


def _with_name(state: State, row: Row) -> State:
    """A name that was said is known to the rows after it: spelled otherwise it is the same hex, and a near miss is
    asked about."""
    name = place_of(state, row)
    if name is None:
        return state
    told = {fact: row[fact] for fact in ("kind", "income") if row.get(fact) is not None}
    atlas, _ = merge(state.atlas, {"hexes": {name: told}})
    return replace(state, atlas=atlas)


def _asked_of(state: State, railroad: Railroad, row: Row) -> Iterator[Need]:
    """What is missing of one hex. Only a hex with a name can be asked for.

    :raises RuleError: `invalid`.
    """
    section = FACTS.section("hexes")
    assert section is not None
    name = place_of(state, row)
    kind = row.get("kind") or (name and state.atlas.get("hexes", name, "kind"))
    _readable(row, kind, named=name is not None)
    if name is None or closed(state, railroad, name):
        return
    if kind is None:
        yield need(section, name, "kind", say("Kind of hex of {name}", name=name))
    elif kind in PRINTED and row.get("income") is None and state.atlas.get("hexes", name, "income") is None:
        yield need(section, name, "income", say("Income printed at {name}", name=name))


def _readable(row: Row, kind: Any, *, named: bool) -> None:
    """Is a hex described well enough?

    :raises RuleError: `invalid`, for callers without the schema as well.
    """
    rank, income = row.get("rank"), row.get("income")
    if kind is not None and kind not in KINDS:
        raise invalid("hexes", say("There is no kind of hex {kind}", kind=str(kind)[:20]))
    if kind is None and not named:
        raise invalid("hexes", say("What kind of hex is it?"))
    if (rank is None and not named) or (rank is not None and not 1 <= rank <= len(ORDER)):
        raise invalid(
            "hexes", say("How many railroads are in the hex, with this one? 1 to {n}", n=len(ORDER))
        )
    if income is None and not named and kind in PRINTED:
        text = say("What income is printed in {kind}?", kind=Text(KIND_WORDS[kind]))
        raise invalid("hexes", text)


def read(state: State, railroad: Railroad, rows: tuple[Row, ...]) -> tuple[Hex, ...]:
    """The hexes as they will be built, in order.

    :raises RuleError: `rule` if what was said contradicts what is known, or the railroad may not build there.
    """
    found: list[Hex] = []
    for row in rows:
        name = place_of(state, row)
        if name and name in (other.name for other in found):
            raise forbidden(say("{name} is there twice", name=name), HEADING)
        found.append(_read(state, railroad, row))
        state = _with_name(state, row)
    return tuple(found)


def _read(state: State, railroad: Railroad, row: Row) -> Hex:
    name = place_of(state, row)
    if name is None:
        kind = str(row["kind"])
        return Hex(kind, int(row["rank"]), _income(kind, row.get("income"), None, name))
    known = state.atlas.rows("hexes").get(name, {})
    kind = str(known.get("kind") or row["kind"])
    if row.get("kind") not in (None, kind):
        raise forbidden(say("{name} is {kind}", name=name, kind=Text(KIND_WORDS[kind])), HEADING)
    _may_enter(state, railroad, name)
    income = _income(kind, row.get("income"), known.get("income"), name)
    return Hex(kind, _rank(state, railroad, name, row.get("rank")), income, name)


def _income(kind: str, given: int | None, known: int | None, name: str | None) -> int | None:
    """Dollars printed in a city or gray hex; of the other kinds nothing is printed.

    :raises RuleError: `rule` for what cannot be, or is otherwise known.
    """
    fixed = FIXED_INCOME.get(kind)
    _check_income(kind, given, PRINTED[kind] if fixed is None else (fixed,))
    if fixed is not None:
        return None
    if name and known is not None and given not in (None, known):
        raise forbidden(say("The income printed at {name} is {income}", name=name, income=known), HEADING)
    return given if known is None else known


def _check_income(kind: str, given: int | None, printed: tuple[int, ...]) -> None:
    if given is None or given in printed:
        return
    which, least, most = Text(KIND_WORDS[kind]), min(printed), max(printed)
    if least == most:
        raise forbidden(say("The income of {kind} is {n}", kind=which, n=least), HEADING)
    text = say("The income of {kind} is {least} to {most}", kind=which, least=least, most=most)
    raise forbidden(text, HEADING)


def closed(state: State, railroad: Railroad, name: str) -> Railroad | None:
    """Whose Start City it is, if this railroad may not build into it (ruling `tp_into_start_city`)."""
    if railroad == TP and state.ruled("tp_into_start_city", "yes"):
        return None
    return next((owner for owner in FIRST if START[owner] == name), None)


def _may_enter(state: State, railroad: Railroad, name: str) -> None:
    """No railroad twice in a hex; start cities are closed (Track Decision: Building Costs).

    :raises RuleError: `rule`.
    """
    if railroad in state.there(name):
        raise forbidden(say("The {r} is in {name} already", r=railroad, name=name), HEADING)
    if owner := closed(state, railroad, name):
        text = say("{name} is the {owner}'s Start City; nobody builds into it", name=name, owner=owner)
        raise forbidden(text, HEADING)


def _rank(state: State, railroad: Railroad, name: str, given: int | None) -> int:
    """How many railroads will be in a hex known by name. Who entered it without saying its name may be there too.

    :raises RuleError: `rule` if fewer or more were said than can be.
    """
    inside = state.there(name)
    least = len(inside) + 1
    if given is None:
        return least
    if given < least:
        alone = say("The {r} is in {name}", r=inside[0], name=name)
        words = alone if len(inside) == 1 else say("The {rs} are in {name}", rs=inside, name=name)
        raise forbidden(say("{there}: with the {r} that is {n}", there=words, r=railroad, n=least), HEADING)
    most = least + state.elsewhere(name, railroad)
    if given > most:
        text = say("With the {r} there can be {most} in {name} at the most", r=railroad, most=most, name=name)
        raise forbidden(text, HEADING)
    return given


def learn(minutes: Minutes[State], built: tuple[Hex, ...]) -> None:
    """What was said of hexes with a name is known from now on."""
    told: dict[str, dict[str, object]] = {}
    for one in built:
        if one.name:
            told[one.name] = {"kind": one.kind}
            if one.income is not None:
                told[one.name]["income"] = one.income
    if told:
        atlas, _ = merge(minutes.state.atlas, {"hexes": told})
        minutes.state = replace(minutes.state, atlas=atlas)


def words(one: Hex) -> Text:
    """A hex as it is named in a sentence."""
    return Text("{name}", (("name", one.name),)) if one.name else Text(KIND_WORDS[one.kind])


def choice(state: State, railroad: Railroad, name: str) -> Choice:
    """A hex known by name, with its income and which railroad there this one would be; or why it may not enter."""
    income, rank = state.atlas.get("hexes", name, "income"), len(state.there(name)) + 1
    if income is None:
        hint = say("railroad no. {rank}", rank=rank)
    else:
        hint = say("income {income}, railroad no. {rank}", income=income, rank=rank)
    refusal = None
    try:
        _may_enter(state, railroad, name)
    except RuleError as error:
        refusal = Refusal("rule", error.text)
    return Choice(name, Text("{name}", (("name", name),)), hint=hint, disabled=refusal)
