"""What the host corrects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.atlas.known import known_place
from companion.games.texas_pacific import auctions, learning, track, unnamed
from companion.games.texas_pacific.box import (
    LAST_ROUND,
    ORDER,
    RANCHES,
    START,
    TP,
    TRACK_NAMES,
    TRACKS,
)
from companion.games.texas_pacific.state import RANCH, Bidding, Deciding, Hex, State
from companion.mechanisms.correction import (
    bank_figure,
    keep_auction,
    keep_to_begin,
    level,
    of_railroads,
    post_all,
    railroad_figures,
    railroad_of,
    seat_figures,
    seat_of,
    set_railroad,
    set_seat,
    told_anew,
    turn_figure,
    turn_told,
    untracked,
)
from companion.mechanisms.income import tell
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import (
    BOARD,
    BOX,
    Account,
    certificates,
    cubes,
    railroad_account,
    seat_account,
)
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.text import Text, say
from companion.words.values import Railroad, Seat

MOST_SLIDES = 99


def figures(state: State) -> Iterator[Figure]:
    """All that the host may correct."""
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    yield bank_figure(state.ledger)
    yield from seat_figures(state.ledger, seats, ORDER)
    yield from railroad_figures(state.ledger, dict.fromkeys(ORDER, 0))
    on_map = state.ranches_on_map()
    yield Figure(BOARD, "ranches", say("Ranch markers on the map"), on_map, RANCHES, what=RANCH)
    for seat in seats:
        own = state.ranches(seat)
        most = own + on_map
        yield Figure(seat_account(seat), "ranches", say("Ranches"), own, most, what=RANCH, other=BOARD)
    for r in ORDER:
        yield from _own_figures(state, r)
    yield from _table_figures(state)


def _own_figures(state: State, railroad: Railroad) -> Iterator[Figure]:
    account, track = railroad_account(railroad), state.tracks[railroad]
    yield Figure(account, "income", say("Income"), state.income(railroad))
    yield flag(account, "gone_west", say("Gone west"), railroad in state.west)
    if railroad == TP:
        yield flag(account, "open", say("Open"), state.is_open(TP))
    named = tuple(one.name for one in track if one.name is not None)
    others = tuple(name for name in state.atlas.rows("hexes") if name != START[railroad])
    yield family(account, "in", say("In the hex"), named, others)
    yield from unnamed.figures(state, railroad)


def _table_figures(state: State) -> Iterator[Figure]:
    yield Figure(TABLE, "round", _FIGURES["round"], min(state.round, LAST_ROUND), LAST_ROUND, 1)
    if isinstance(state.phase, Deciding):
        yield turn_figure(TABLE, state.active, state.seats)
    for one in TRACKS:
        end = state.length(one)
        yield Figure(
            TABLE, f"decision.{one}", _FIGURES[one], state.slides[one], MOST_SLIDES if end is None else end
        )
    words = _FIGURES["reached_ranches"]
    yield Figure(TABLE, "reached_ranches", words, state.reached_ranches(), state.ranches_on_map())


_FIGURES = {
    "round": say("Round"),
    "reached_ranches": say("Ranch hexes with track and marker"),
    **{one: say("{track} cube", track=Text(TRACK_NAMES[one])) for one in TRACKS},
}
"""What is corrected of the table, in words."""


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state)
    post_all(minutes, correction)
    for of, name, wanted in correction.figures:
        _set(minutes, of, name, wanted)
    # What is said is so on the table already: hands have nothing to do but what follows from it.
    minutes.instructions.clear()
    there = of_railroads(correction, "income", "open")
    tell(minutes, state.incomes(), minutes.state.incomes(), there=there)
    learning.look_again(minutes)
    keep_to_begin(minutes.state.ledger, _to_begin(minutes.state))
    if isinstance(phase := minutes.state.phase, Bidding):
        keep_auction(minutes.state.ledger, phase.auction, certificates(phase.auction.railroad))
    return minutes.played()


def _to_begin(state: State) -> tuple[Railroad, ...]:
    """Railroads whose first auction is to come."""
    return state.unstarted if state.tp_open else (*state.unstarted, TP)


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> None:
    seat, railroad = seat_of(of, minutes.state.seats), railroad_of(of, ORDER)
    if seat is not None:
        known = set_seat(minutes, seat, name, wanted, ORDER) or _set_ranches(minutes, seat, name, wanted)
    elif railroad is not None:
        known = set_railroad(minutes, railroad, name, wanted) or _set_own(minutes, railroad, name, wanted)
    else:
        known = of == TABLE and _set_table(minutes, name, wanted)
    if not known:
        raise untracked(of, name)


def _set_ranches(minutes: Minutes[State], seat: Seat, name: str, wanted: int) -> bool:
    """`ranches`: from the map, or back onto it."""
    if name != "ranches":
        return False
    level(minutes, seat_account(seat), BOARD, RANCH, wanted)
    return True


def _set_own(minutes: Minutes[State], railroad: Railroad, name: str, wanted: int) -> bool:
    """`income`, `gone_west` (0 or 1), `open` of the TP (0 or 1), whether it is in a hex (`in.Dallas`, 0 or 1), in
    how many that nobody has named (`unnamed.ranch`), and what one of these is (`hex.2`)."""
    state = minutes.state
    kind, _, which = name.partition(".")
    if name == "income":
        added = wanted - state.computed_income(railroad)
        minutes.state = replace(state, adjustments={**state.adjustments, railroad: added})
    elif name == "gone_west" and wanted in (0, 1):
        _set_west(minutes, railroad, bool(wanted))
    elif name == "open" and railroad == TP and wanted in (0, 1):
        _set_open(minutes, bool(wanted))
    elif kind == "unnamed":
        return unnamed.set_number(minutes, railroad, which, wanted)
    elif kind == "hex":
        return unnamed.set_sort(minutes, railroad, which, wanted)
    elif kind == "in" and which and wanted in (0, 1):
        _set_in(minutes, railroad, which, bool(wanted))
    else:
        return False
    return True


def _set_west(minutes: Minutes[State], railroad: Railroad, gone: bool) -> None:
    """Its unused cubes go with it, or come back; money is set by itself."""
    state = minutes.state
    if gone == (railroad in state.west):
        return
    if gone:
        track.leave(minutes, railroad)
        minutes.say(say("the {r} has gone west", r=railroad))
        return
    back = state.west[railroad]
    minutes.state = replace(state, west={r: n for r, n in state.west.items() if r != railroad})
    minutes.pay(BOX, railroad_account(railroad), back, say("correction"), cubes(railroad))
    minutes.say(say("the {r} has not gone west", r=railroad))


def _set_open(minutes: Minutes[State], now: bool) -> None:
    """The TP is open, or not yet; no certificate is auctioned."""
    if now == minutes.state.tp_open:
        return
    minutes.state = replace(minutes.state, tp_open=now)
    if now:
        minutes.say(say("the {r} is open", r=TP))
        auctions.lay_out_tp(minutes)
    else:
        minutes.say(say("the {r} is not open yet", r=TP))
        auctions.take_tp_back(minutes)


def _set_in(minutes: Minutes[State], railroad: Railroad, which: str, there_now: bool) -> None:
    """A railroad is in a hex, or is not: its income follows; cubes and money are set by themselves.

    :raises RuleError: `invalid` for a near miss.
    """
    state = minutes.state
    name = known_place(state.atlas, which, at="set", places="hexes")
    others = tuple(one for one in state.tracks[railroad] if one.name != name)
    if there_now and railroad not in state.there(name):
        kind = state.atlas.get("hexes", name, "kind") or "plain"
        others = (*others, Hex(kind, len(state.there(name)) + 1, None, name))
    elif there_now:
        return
    minutes.state = replace(state, tracks={**state.tracks, railroad: others})
    inside = say("the {r} is in {name}", r=railroad, name=name)
    minutes.say(inside if there_now else say("the {r} is not in {name}", r=railroad, name=name))


def _set_table(minutes: Minutes[State], name: str, wanted: int) -> bool:
    """`round`, `turn` while a Decision is to be made, how far a decision cube stands from Start (`track`, `ranch`,
    `stock`), or `reached_ranches`: hexes with track and marker."""
    state = minutes.state
    one = name.removeprefix("decision.")
    if name == "round" and 1 <= wanted <= LAST_ROUND:
        old = state.round
        minutes.state = replace(state, round=wanted)
    elif name == "turn" and isinstance(state.phase, Deciding) and 1 <= wanted <= state.seats:
        minutes.state = replace(state, active=Seat(wanted))
        turn_told(minutes, Seat(wanted))
        return True
    elif one in TRACKS:
        old = state.slides[one]
        minutes.state = replace(state, slides={**state.slides, one: wanted})
    elif name == "reached_ranches" and wanted <= state.ranches_on_map():
        old = state.reached_ranches()
        minutes.state = replace(state, told=state.told + wanted - state.known_ranches())
    else:
        return False
    told_anew(minutes, _FIGURES[one], old, wanted)
    return True
