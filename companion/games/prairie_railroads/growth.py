"""Discover Growth: the dice, the growth chart, and the city that grows."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas.asking import need
from companion.atlas.known import Change, known_place
from companion.games.prairie_railroads import builders
from companion.games.prairie_railroads.box import FACTS, GROWTH_ROWS
from companion.games.prairie_railroads.moves import ChooseGrowth, RollGrowth
from companion.games.prairie_railroads.phases import Growing, GrowthChoice, GrowthFacts, Source
from companion.games.prairie_railroads.state import DEVELOPMENT, State
from companion.mechanisms.dice import FACES
from companion.mechanisms.income import tell
from companion.mechanisms.links import with_cities
from companion.mechanisms.parts import part
from companion.vocabulary.common_moves import Learn
from companion.vocabulary.ledger import BOARD, BOX
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, called, narrowed, refused
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Seat

HEADING = "Discover Growth"
COLUMNS = PRIMARY, SECONDARY = ("primary", "secondary")
"""Of the growth chart."""


_ASKED = phrase("Primary city of row {row}"), phrase("Secondary city of row {row}")


def rolling_offers(state: State) -> tuple[Offer, ...]:
    """Roll: in the app, or real dice."""
    dice = narrowed(RollGrowth, "dice", label=say("Tens, Ones"))
    tip = say("The dice name a row of the growth chart: first the tens, then the ones.")
    return (Offer(RollGrowth, state.active, say("Roll for growth"), (dice,), help=tip),)


def facts_offers(state: State, phase: GrowthFacts) -> tuple[Offer, ...]:
    """Anybody may read out the row that the dice show."""
    row, chart, cities = phase.row, FACTS.of("growth"), state.atlas.rows("cities")
    first, second = (say(words, row=row) for words in _ASKED)
    needs = (
        need(chart, row, PRIMARY, first, places=cities),
        need(chart, row, SECONDARY, second, required=False, places=cities),
    )
    asked = OfferField("facts", say("Row {row} of the growth chart", row=row), "facts", needs=needs)
    own = say(
        "Enter the names printed in row {row}. Leave the secondary city empty if none is printed.", row=row
    )
    others = say("Whoever reads the growth chart may enter it.")
    seats, words = dict.fromkeys((state.active, *state.all_seats)), say("Look up row {row}", row=row)
    return tuple(
        Offer(Learn, seat, words, (asked,), help=own if seat == state.active else others) for seat in seats
    )


def choice_offers(state: State) -> tuple[Offer, ...]:
    """Any ungrown primary; any ungrown secondary once all primaries are grown. Where the row's own secondary city was
    left out, it may be told yet: then that one grows (Discover Growth)."""
    row, left_out = state.rolls[-1][0], _secondary_left_out(state)
    fields = _choice_fields(state)
    label, tip = say("Choose a city to grow"), say("Both cities of the row have grown already.")
    if left_out:
        tip = say("If row {row} has no secondary city, or it has grown too.", row=row)
    elif own := own_secondary(state):
        label = say("Row {row}: {what}", row=row, what=say("{city} grows", city=own))
        tip = say("It is the secondary city of the row.")
    elif len(fields) > 1:  # the chart is not whole, and no primary city of it is known to be left
        tip = say("Both cities of the row have grown already. Name one that is printed in the growth chart.")
    is_open = not chart_known(state)
    words = phrase("on the growth chart, a secondary city may grow only if no primary city can")
    unchecked = (words,) if is_open and not own_secondary(state) else ()
    chosen = Offer(ChooseGrowth, state.active, label, fields, tip, unchecked)
    return (chosen, _left_out_offer(state, row)) if left_out else (chosen,)


def _choice_fields(state: State) -> tuple[OfferField, ...]:
    """Which city may be chosen; while the chart is not whole and no primary city of it is known to be left, whether one
    is must be said as well."""
    if own := own_secondary(state):
        return (narrowed(ChooseGrowth, "city", choices=(called(own, _grows_to(state, own)),), default=own),)
    primaries = ungrown(state, PRIMARY)
    secondaries = [city for city in ungrown(state, SECONDARY) if city not in primaries]
    too_early = refused("Secondary cities grow when all primary cities have grown") if primaries else None
    cities = [called(city, _grows_to(state, city)) for city in primaries]
    later = [called(city, _grows_to(state, city), too_early) for city in secondaries]
    none = [Choice(None, say("None"))] if state.ruled("free_growth", "may_decline") else []
    is_open = not chart_known(state)
    on_board = [called(city, _grows_to(state, city)) for city in _not_in_chart(state)] if is_open else []
    choices = (*cities, *on_board, *later, *none)
    free = [choice.value for choice in choices if not choice.disabled]
    sole = free[0] if len(free) == 1 and not is_open else None
    asked = narrowed(ChooseGrowth, "city", choices=choices, default=sole, open=is_open)
    if not is_open or primaries:
        return (asked,)
    return (
        replace(asked, choices=(*on_board, *none), when={"all_primaries_grown": False}),
        replace(asked, when={"all_primaries_grown": True}),
        narrowed(ChooseGrowth, "all_primaries_grown"),
    )


def _not_in_chart(state: State) -> list[str]:
    """Cities that are known on the board and have not grown, but in no row of the growth chart that is known: one of
    the other rows may name them."""
    rows = state.atlas.rows("growth").values()
    named = {row.get(column) for row in rows for column in COLUMNS} | set(state.grown)
    return [city for city in state.atlas.rows("cities") if city not in named]


def own_secondary(state: State) -> str | None:
    """The secondary city of the row that was rolled, if it may grow yet: it was told after the roll."""
    city: str | None = state.atlas.get("growth", state.rolls[-1][0], SECONDARY)
    return None if city in state.grown else city


def has_grown_already(state: State) -> tuple[str, str] | None:
    """The row that was rolled and its primary city, while its secondary city may be left out."""
    row = state.rolls[-1][0]
    return (row, state.atlas.get("growth", row, PRIMARY)) if _secondary_left_out(state) else None


def _secondary_left_out(state: State) -> bool:
    """Is no secondary city known in the row that was rolled? Whoever read it out may have left it empty in haste."""
    return not state.atlas.get("growth", state.rolls[-1][0], SECONDARY)


def _left_out_offer(state: State, row: str) -> Offer:
    """To read out the secondary city of the row after all."""
    words = say(_ASKED[1], row=row)
    wanted = need(FACTS.of("growth"), row, SECONDARY, words, places=state.atlas.rows("cities"))
    asked = OfferField("facts", say("Row {row} of the growth chart", row=row), "facts", needs=(wanted,))
    tip = say("If one is printed there and has not grown, it grows: you confirm that next.")
    return Offer(
        Learn, state.active, say("Enter the secondary city of row {row}", row=row), (asked,), help=tip
    )


@part
def _grows_to(state: State, city: str) -> Text | None:
    before = state.city_income(city)
    after = state.changed(grown=(*state.grown, city)).city_income(city)
    return (
        None if before is None or after is None else say("${before} → ${after}", before=before, after=after)
    )


def chart_known(state: State) -> bool:
    """Are all 36 rows of the growth chart known?"""
    return all(_row_known(state, row) for row in GROWTH_ROWS)


def _row_known(state: State, row: str) -> bool:
    return bool(state.atlas.get("growth", row, PRIMARY))


def ungrown(state: State, column: str) -> tuple[str, ...]:
    """Known cities of a column of the growth chart that have not grown, in the chart's order."""
    cities = (state.atlas.get("growth", row, column) for row in GROWTH_ROWS)
    return tuple(dict.fromkeys(city for city in cities if city and city not in state.grown))


def roll(minutes: Minutes[State], phase: Growing, move: RollGrowth) -> None:
    """The dice have fallen."""
    faces = move.dice
    if faces is None or len(faces) != 2 or any(face not in range(1, FACES + 1) for face in faces):
        raise invalid("dice", say("Two dice, each of them shows 1 to {faces}", faces=FACES))
    state, (a, b) = minutes.state, faces
    row = f"{a}{b}"
    rolled = say("{who} rolls {a} and {b}: row {row}", who=Who(move.seat), a=a, b=b, row=row)
    if not state.ledger.of(BOX, DEVELOPMENT) and state.ruled("growth_exhausted", "nothing"):
        minutes.say(rolled)
        minutes.say("all orange cubes are used up: nothing grows")
        _remember(minutes, row, None)
        builders.begin(minutes, phase.source)
    elif _row_known(state, row):
        _by_chart(minutes, phase.source, row)
    else:
        minutes.say(rolled)  # the table asks what stands there
        minutes.state = state.changed(phase=GrowthFacts(phase.source, row))


def learned(minutes: Minutes[State], changes: tuple[Change, ...]) -> None:
    """The row may have been read out by now, or its secondary city after all."""
    match minutes.state.phase:
        case GrowthFacts() as phase if _row_known(minutes.state, phase.row):
            _by_chart(minutes, phase.source, phase.row)
        case GrowthChoice():
            row = minutes.state.rolls[-1][0]
            for change in changes:
                if (change.section, change.row, change.fact) == ("growth", row, SECONDARY) and change.new:
                    minutes.say("Row {row}'s secondary city: {city}", row=row, city=change.new)


def _by_chart(minutes: Minutes[State], source: Source, row: str) -> None:
    """The primary city grows; if it has, the secondary; if both have, the player chooses. One sentence says the row and
    what comes of it."""
    state, said = minutes.state, len(minutes.sentences)
    cities = (state.atlas.get("growth", row, column) for column in COLUMNS)
    city = next((city for city in cities if city and city not in state.grown), None)
    _remember(minutes, row, city)
    decided = True
    if city is not None:
        grow(minutes, city)
    elif chart_known(state) and not any(ungrown(state, column) for column in COLUMNS):
        minutes.say("every city has grown")
    else:
        words = phrase("both cities have grown, {who} chooses")
        if _secondary_left_out(minutes.state):
            words = phrase("its primary city has grown, {who} chooses")
        minutes.say(words, who=Who(state.active))
        minutes.state = minutes.state.changed(phase=GrowthChoice(source))
        decided = False
    minutes.sentences[said] = say("Row {row}: {what}", row=row, what=minutes.sentences[said])
    if decided:
        builders.begin(minutes, source)


def _remember(minutes: Minutes[State], row: str, city: str | None) -> None:
    minutes.state = minutes.state.changed(rolls=(*minutes.state.rolls, (row, city)))


def choose(minutes: Minutes[State], phase: GrowthChoice, move: ChooseGrowth) -> None:
    """The player's free choice."""
    state = minutes.state
    if move.city is None:
        if not state.ruled("free_growth", "may_decline"):
            raise forbidden("A city must grow", HEADING)
        minutes.say("{who} lets no city grow", who=Who(move.seat))
    else:
        city = known_place(state.atlas, move.city, at="city", places="cities")
        if why := _refused(state, city, move.all_primaries_grown):
            raise forbidden(why, HEADING)
        row, told_late = state.rolls[-1][0], city == own_secondary(state)
        rolls = (*state.rolls[:-1], (row, city))
        minutes.state = state.changed(atlas=with_cities(state.atlas, city), rolls=rolls)
        grow(minutes, city, chosen_by=None if told_late else move.seat)
        if told_late:
            minutes.sentences[0] = say("Row {row}: {what}", row=row, what=minutes.sentences[0])
    builders.begin(minutes, phase.source)


def _refused(state: State, city: str, all_primaries_grown: bool) -> Text | None:
    """Why the city may not be chosen; all_primaries_grown: so the player says."""
    rows = state.atlas.rows("growth").values()
    in_column = {column: any(row.get(column) == city for row in rows) for column in COLUMNS}
    to_grow_first = ungrown(state, PRIMARY)
    ungrown_primary = phrase("{city} is a primary city and has not grown")
    if city in state.grown:
        return say("{city} has already grown", city=city)
    if city == own_secondary(state):
        return None
    if all_primaries_grown and to_grow_first:
        return say(ungrown_primary, city=to_grow_first[0])
    if in_column[PRIMARY]:
        return None
    if chart_known(state) and not in_column[SECONDARY]:
        return say("{city} is not in the growth chart", city=city)
    if chart_known(state) and to_grow_first:
        return say(ungrown_primary, city=to_grow_first[0])
    if in_column[SECONDARY] and not chart_known(state) and not all_primaries_grown:
        return say("{city} is a secondary city: they grow when all primary cities have grown", city=city)
    return None


def grow(minutes: Minutes[State], city: str, chosen_by: Seat | None = None) -> None:
    """A city grows, once in a game; railroads that reach it earn more for each segment that ends there. chosen_by: said
    after the city, which everybody looks for on the board."""
    before = minutes.state
    if before.ledger.of(BOX, DEVELOPMENT):
        minutes.pay(BOX, BOARD, 1, say("{city} grows", city=city), DEVELOPMENT)
        minutes.hands("place_cube", say("Put an orange cube on {city}", city=city), cube="orange", place=city)
    minutes.state = minutes.state.changed(grown=(*before.grown, city))
    words = say("{city} grows", city=city)
    minutes.say(
        words if chosen_by is None else say("{what}, chosen by {who}", what=words, who=Who(chosen_by))
    )
    tell(minutes, before.incomes(), minutes.state.incomes())
