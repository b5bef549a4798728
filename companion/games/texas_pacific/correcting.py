"""What the host corrects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.atlas.known import known_place
from companion.games.texas_pacific import auctions, box, turns, west
from companion.games.texas_pacific.box import FIXED_INCOME, ORDER, PRINTED_INCOMES, TP
from companion.games.texas_pacific.state import RANCH, Deciding, Hex, State
from companion.mechanisms import tracked
from companion.mechanisms.correction import begin, keep, of_railroads
from companion.mechanisms.income import tell
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import BOARD, BOX, cubes, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import Text, say
from companion.words.values import Railroad

MOST_SLIDES = 99
"""How far a decision cube may be said to be from Start while nobody has told where End is."""
LAID = dict.fromkeys(ORDER, 0)
"""Cubes of each railroad that lie on the board for sure: what the host says of hexes moves none."""
ALIKE = tuple(FIXED_INCOME)
"""Kinds of hexes of which one earns what any other does, so that they need only be counted."""
SORTS: tuple[tuple[str, int | None], ...] = (
    *((kind, None) for kind in ALIKE),
    *((kind, income) for kind, incomes in PRINTED_INCOMES.items() for income in incomes),
)
"""All that can be printed in a hex, kind and income. A correction says it by its place in this list, so what is added
one day comes last."""


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield tracked.bank_figure(state)
    yield from tracked.seat_figures(state, ORDER)
    yield from tracked.railroad_figures(state, LAID)
    on_map = state.ranches_on_map()
    yield Figure(BOARD, "ranches", say("Ranch markers on the map"), on_map, box.RANCHES, what=RANCH)
    for seat in state.all_seats:
        account, own = seat_account(seat), state.ranches(seat)
        yield Figure(account, "ranches", say("Ranches"), own, own + on_map, what=RANCH, other=BOARD)
    for r in ORDER:
        yield from _own_figures(state, r)
        yield from _nameless_figures(state, r)
    yield from _table_figures(state)


def _own_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    account, income, computed = railroad_account(r), state.income(r), state.computed_income(r)
    yield tracked.computed_figure(
        account, "income", say("Income"), income, state.adjustments, r, computed=computed
    )
    yield flag(account, "gone_west", say("Gone west"), r in state.west, partial(_set_west, r))
    if r == TP:
        yield flag(account, "open", say("Open"), state.tp_open, _set_open)
    named = tuple(built.name for built in state.tracks[r] if built.name is not None)
    others = tuple(name for name in state.atlas.rows("hexes") if name != box.START[r])
    yield family(account, "in", say("In the hex"), named, partial(_set_in, r), others, member="hexes")


def _nameless_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    """How many plain hexes and ranches without a name a railroad is in, and what each hex without a name is."""
    account = railroad_account(r)
    nameless = [built for built in state.tracks[r] if built.name is None]
    for kind in ALIKE:
        words = say("Hexes without a name: {kind}", kind=box.KIND_NAMES[kind])
        number, setting = sum(built.kind == kind for built in nameless), partial(_set_number, r, kind)
        yield Figure(account, f"unnamed.{kind}", words, number, box.CUBES[r], set=setting, bounded=True)
    choices = tuple((sort, _sort_words(sort, box.KIND_CHOICES)) for sort in range(len(SORTS)))
    for number, built in enumerate(nameless, 1):
        sort = (built.kind, built.income)
        now, words = SORTS.index(sort) if sort in SORTS else None, say("Hex {n} without a name", n=number)
        setting = partial(_set_sort, r, number)
        yield Figure(account, f"hex.{number}", words, now, len(SORTS) - 1, choices=choices, set=setting)


def _table_figures(state: State) -> Iterator[Figure[State]]:
    last = box.LAST_ROUND
    yield tracked.number_figure(say("Round"), "round", min(state.round, last), last, least=1)
    if isinstance(state.phase, Deciding):
        yield tracked.turn_figure(state, state.active, lambda state, seat: state.changed(active=seat))
    for name, called in box.TRACK_NAMES.items():
        words, end = say("{track} cube", track=called), state.length(name)
        most = MOST_SLIDES if end is None else end
        yield tracked.entry_figure(TABLE, f"decision.{name}", words, "slides", state.slides, name, most)
    words, reached = say("Ranch hexes with track and marker"), state.reached_ranches()
    most = state.ranches_on_map()
    yield Figure(TABLE, "reached_ranches", words, reached, most, set=_set_reached, bounded=True)


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = begin(state, correction, figures)
    # What is said is so on the table already: hands have nothing to do but what follows from it.
    minutes.instructions.clear()
    there = of_railroads(correction, "income", "open")
    tell(minutes, state.incomes(), minutes.state.incomes(), there=there)
    turns.look_again(minutes)
    unstarted = minutes.state.unstarted
    keep(minutes.state, laid=LAID, to_begin=unstarted if minutes.state.tp_open else (*unstarted, TP))
    return minutes.played()


def _set_west(railroad: Railroad, minutes: Minutes[State], wanted: int) -> None:
    """Its unused cubes go with it, or come back; money is set by itself."""
    state = minutes.state
    if wanted == (railroad in state.west):
        return
    if wanted:
        west.leave(minutes, railroad)
        minutes.say("the {r} has gone west", r=railroad)
        return
    minutes.state = state.changed(west={r: n for r, n in state.west.items() if r != railroad})
    back = state.west[railroad]
    minutes.pay(BOX, railroad_account(railroad), back, say("correction"), cubes(railroad))
    minutes.say("the {r} has not gone west", r=railroad)


def _set_open(minutes: Minutes[State], wanted: int) -> None:
    """The TP is open, or not yet; no certificate is auctioned."""
    if wanted == minutes.state.tp_open:
        return
    minutes.state = minutes.state.changed(tp_open=bool(wanted))
    if wanted:
        minutes.say("the {r} is open", r=TP)
        auctions.lay_out_tp(minutes)
    else:
        minutes.say("the {r} is not open yet", r=TP)
        minutes.pay(BOARD, BOX, box.LAID_OUT, say("correction"), cubes(TP))


def _set_in(railroad: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    """A railroad is in a hex, or is not: its income follows; cubes and money are set by themselves.

    :raises RuleError: `invalid` for a near miss.
    """
    state = minutes.state
    name = known_place(state.atlas, which, at="set", places="hexes")
    inside = state.there(name)
    if wanted and railroad in inside:
        return
    hexes = [built for built in state.tracks[railroad] if built.name != name]
    if wanted:
        kind = state.atlas.get("hexes", name, "kind") or "plain"
        hexes.append(Hex(kind, len(inside) + 1, None, name))
    minutes.state = state.with_track(railroad, hexes)
    minutes.say("the {r} is in {name}" if wanted else "the {r} is not in {name}", r=railroad, name=name)


def _set_number(railroad: Railroad, kind: str, minutes: Minutes[State], wanted: int) -> None:
    """In how many hexes of a kind that nobody has named a railroad is: its income follows; cubes, money and the ranches
    reached are set by themselves, so those that came after another railroad go first and come as such."""
    hexes = minutes.state.tracks[railroad]
    alike = [built for built in hexes if built.kind == kind and built.name is None]
    alike.sort(key=lambda built: built.rank)
    others = [built for built in hexes if built not in alike]
    more = [Hex(kind, 2)] * (wanted - len(alike))
    minutes.state = minutes.state.with_track(railroad, [*others, *alike[:wanted], *more])
    name = box.KIND_NAMES[kind]
    minutes.say("the {r} is in {n} × {kind}", r=railroad, n=wanted, kind=name)


def _set_sort(railroad: Railroad, number: int, minutes: Minutes[State], wanted: int) -> None:
    """What is printed in a hex that nobody has named; number: which of the railroad's. Its income follows, and whether
    it may go west."""
    hexes = list(minutes.state.tracks[railroad])
    at = [at for at, built in enumerate(hexes) if built.name is None][number - 1]
    kind, income = SORTS[wanted]
    hexes[at] = Hex(kind, hexes[at].rank, income)
    minutes.state = minutes.state.with_track(railroad, hexes)
    words = say("the {r}: hex {n} without a name", r=railroad, n=number)
    minutes.say("{hex}: {kind}", hex=words, kind=_sort_words(wanted, box.KIND_NAMES))


def _sort_words(sort: int, kinds: dict[str, Text]) -> Text:
    kind, income = SORTS[sort]
    words = kinds[kind]
    return words if income is None else say("{kind}, income {n}", kind=words, n=income)


def _set_reached(minutes: Minutes[State], wanted: int) -> None:
    """Hexes with track and marker: what was not known of them is known now."""
    state = minutes.state
    minutes.state = state.changed(late_hexes=state.late_hexes + wanted - state.known_ranches())
    words = say("Ranch hexes with track and marker")
    tracked.say_changed(minutes, words, state.reached_ranches(), wanted)
