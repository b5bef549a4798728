"""What the host corrects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.games.texas_pacific import auctions, box, turns, west
from companion.games.texas_pacific.box import FIXED_INCOME, ORDER, SORTS, TP
from companion.games.texas_pacific.state import RANCH, Deciding, Hex, State
from companion.mechanisms import tracked
from companion.mechanisms.correction import begin, keep, of_railroads
from companion.mechanisms.income import tell
from companion.mechanisms.tracked import computed_figure, event_figure, number_figure
from companion.vocabulary.figures import TABLE, Figure, family
from companion.vocabulary.ledger import BOARD, cubes, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import Text, phrase, say
from companion.words.values import Railroad

MOST_SLIDES = 99
"""How far a decision cube may be said to be from Start while nobody has told where End is."""
LAID = dict.fromkeys(ORDER, 0)
"""Cubes of each railroad that cannot leave the board: none, for what the host says of hexes moves no cube."""


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield from (_as_it_lies(state, figure) for figure in tracked.stock_figures(state, LAID))
    on_map = state.ranches_on_map()
    yield Figure(BOARD, "ranches", say("Ranch markers on the map"), on_map, box.RANCHES, what=RANCH)
    for seat in state.all_seats:
        account, own = seat_account(seat), state.ranches(seat)
        yield Figure(account, "ranches", say("Ranches"), own, own + on_map, what=RANCH, other=BOARD)
    for r in ORDER:
        yield from _own_figures(state, r)
        # Of these kinds one hex earns what any other does, so that they need only be counted.
        yield from (_number_figure(state, r, kind) for kind in FIXED_INCOME)
        yield from _sort_figures(state, r)
    yield from _table_figures(state)


def _as_it_lies(state: State, figure: Figure[State]) -> Figure[State]:
    """The figure: before the TP opens all its cubes lie beside the board, with those that are then laid out."""
    aside = figure.of == railroad_account(TP) and figure.what == cubes(TP) and not state.tp_open
    if not aside or figure.value is None:
        return figure
    return replace(figure, lies=figure.value + box.LAID_OUT)


def _own_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    account, income, computed = railroad_account(r), state.income(r), state.computed_income(r)

    def set_in(minutes: Minutes[State], name: str, wanted: int) -> None:
        """Its income follows; cubes and money are set by themselves."""
        inside = state.there(name)
        if wanted and r in inside:
            return
        hexes = [built for built in state.tracks[r] if built.name != name]
        if wanted:
            kind = state.atlas.get("hexes", name, "kind") or "plain"
            hexes.append(Hex(kind, len(inside) + 1, None, name))
        minutes.state = state.with_track(r, hexes)
        minutes.say("the {r} is in {name}" if wanted else "the {r} is not in {name}", r=r, name=name)

    yield computed_figure(r, "income", income, computed, state.adjustments, r)
    leave, come_back = partial(west.leave, railroad=r), partial(west.come_back, railroad=r)
    said = say("the {r} has not gone west", r=r), say("the {r} has gone west", r=r)
    yield event_figure(account, "gone_west", say("Gone west"), r in state.west, leave, come_back, said)
    if r == TP:
        lay_out, put_away, now = auctions.lay_out_tp, auctions.put_tp_away, state.tp_open
        said = say("the {r} is not open yet", r=r), say("the {r} is open", r=r)
        yield event_figure(account, "open", say("Open"), now, lay_out, put_away, said)
    named = tuple(built.name for built in state.tracks[r] if built.name is not None)
    others = tuple(name for name in state.atlas.rows("hexes") if name != box.START[r])
    yield family(account, "in", say("In the hex"), named, set_in, others, member="hexes", places="hexes")


def _number_figure(state: State, r: Railroad, kind: str) -> Figure[State]:
    """In how many hexes of a kind that nobody has named it is: its income follows; cubes, money and the ranches reached
    are set by themselves, so those that came after another railroad go first and come as such."""
    hexes, words = state.tracks[r], box.KIND_NAMES[kind]
    alike = [built for built in hexes if built.kind == kind and built.name is None]
    others = [built for built in hexes if built not in alike]

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        kept = sorted(alike, key=lambda built: built.rank)[:wanted]
        more = [Hex(kind, 2)] * (wanted - len(alike))
        minutes.state = state.with_track(r, [*others, *kept, *more])
        minutes.say("the {r} is in {n} × {kind}", r=r, n=wanted, kind=words)

    account, label = railroad_account(r), say("Hexes without a name: {kind}", kind=words)
    name, most = f"unnamed.{kind}", box.CUBES[r]
    return Figure(account, name, label, len(alike), most, set=set_to, bounded=True, after=1)


def _sort_figures(state: State, r: Railroad) -> Iterator[Figure[State]]:
    """What is printed in each hex that nobody has named, and in one more: its income follows, and whether it may go
    west."""
    account, most = railroad_account(r), len(SORTS) - 1
    choices = tuple((sort, box.sort_words(sort, box.KIND_NAMES)) for sort in range(len(SORTS)))
    track = state.tracks[r]
    nameless = [at for at, built in enumerate(track) if built.name is None]
    for number, at in enumerate((*nameless, len(track)), 1):
        sort = (track[at].kind, track[at].income) if at < len(track) else None
        now, words = SORTS.index(sort) if sort in SORTS else None, say("Hex {n} without a name", n=number)
        setting = partial(_set_sort, r, number, at)
        yield Figure(account, f"hex.{number}", words, now, most, choices=choices, set=setting)


def _set_sort(r: Railroad, number: int, at: int, minutes: Minutes[State], wanted: int) -> None:
    """number: which of those without a name it is; at: its place in the railroad's track. One more is one that another
    railroad was in before, so that no ranch marker is found by it."""
    hexes, (kind, income) = list(minutes.state.tracks[r]), SORTS[wanted]
    rank = hexes[at].rank if at < len(hexes) else 2
    hexes[at:] = [Hex(kind, rank, income), *hexes[at + 1 :]]
    minutes.state = minutes.state.with_track(r, hexes)
    words = say("the {r}: hex {n} without a name", r=r, n=number)
    minutes.say("{hex}: {kind}", hex=words, kind=box.sort_words(wanted, box.KIND_NAMES))


def _boxes(end: int | None) -> tuple[Text, ...]:
    """What the boxes of a Decision Track are called, once somebody has told how many there are after Start."""
    if end is None:
        return ()
    return (say("Start"), *(Text(str(at)) for at in range(1, end)), say("End"))


def _table_figures(state: State) -> Iterator[Figure[State]]:
    last = box.LAST_ROUND
    yield number_figure(say("Round"), "round", min(state.round, last), last, least=1)
    if isinstance(state.phase, Deciding):
        yield tracked.turn_figure(state, state.active, lambda seat: state.changed(active=seat))
    for name, called in box.TRACK_NAMES.items():
        words, end = say("{track} cube", track=called), state.length(name)
        most, slides = MOST_SLIDES if end is None else end, state.slides
        yield tracked.entry_figure(
            TABLE, f"decision.{name}", words, "slides", slides, name, most, _boxes(end)
        )
    yield _taken_family(state)
    words, most, late = say("Ranch hexes with track and marker"), state.ranches_on_map(), state.late_hexes
    reached, known = state.reached_ranches(), state.known_ranches()
    # What was not known of them is known then.
    found: Figure[State] = number_figure(
        words, "reached_ranches", reached, most, "late_hexes", lambda n: late + n - known
    )
    yield replace(found, after=2)


def _taken_family(state: State) -> Figure[State]:
    """From which ranch hexes, known by name, the marker is gone; whose it is now says its figure."""

    def set_one(minutes: Minutes[State], name: str, wanted: int) -> None:
        minutes.state = state.changed(taken=tracked.with_or_without(state.taken, name, wanted))
        yes, no = phrase("the ranch marker of {name} is gone"), phrase("{name} has its ranch marker")
        minutes.say(yes if wanted else no, name=name)

    label, others = say("Ranch marker gone from"), state.reached_by_name()
    return family(TABLE, "taken", label, state.taken, set_one, others, places="hexes")


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table."""
    minutes = begin(state, correction, figures)
    # What is said is so on the table already: hands have nothing to do but what follows from it.
    minutes.instructions.clear()
    there = of_railroads(correction, "income", "open")
    tell(minutes, state.incomes(), minutes.state.incomes(), there=there)
    turns.look_again(minutes)
    unstarted = minutes.state.unstarted
    keep(minutes.state, laid=LAID, to_begin=unstarted if minutes.state.tp_open else (*unstarted, TP))
    return minutes.played()


def in_turn(state: State) -> State:
    """The initial auctions are over, and somebody is to make a Decision."""
    return state.changed(phase=Deciding(), unstarted=())
