"""Facts that become known, and what the host corrects."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas import Atlas, Change, known_place
from companion.games.texas_pacific import auctions, track, turns
from companion.games.texas_pacific.box import FACTS, KIND_NAMES, LAST_ROUND, ORDER, TP, TRACK_NAMES, TRACKS
from companion.games.texas_pacific.state import (
    RANCH,
    Deciding,
    Hex,
    State,
    computed_income,
    incomes,
    known_ranches,
    posted,
    ranches_on_map,
    there,
)
from companion.ledger import BOARD, BOX, Account, cubes, railroad_account, seat_account
from companion.mechanisms.correction import (
    level,
    post_all,
    railroad_of,
    seat_of,
    set_railroad,
    set_seat,
    untracked,
)
from companion.mechanisms.income import tell
from companion.rules import Correction, Minutes, Played
from companion.text import Text, say
from companion.values import Railroad, Seat


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a changed income moves incomes, a length may show that two cubes stand in End."""
    minutes = Minutes(replace(state, atlas=atlas), posted)
    for change in changes:
        if change.old is not None:
            minutes.say(
                say(
                    "{row}: {fact} {old} → {new}",
                    row=_row_label(change),
                    fact=_fact_label(change),
                    old=_told(change.old),
                    new=_told(change.new),
                )
            )
    tell(minutes, incomes(state), incomes(minutes.state))
    _look_again(minutes)
    return minutes.played()


def _row_label(change: Change) -> Text:
    """A Decision Track by its name, a hex by its own."""
    known = TRACK_NAMES.get(change.row)
    return Text(known) if known else Text("{name}", (("name", change.row),))


def _fact_label(change: Change) -> Text:
    section = FACTS.section(change.section)
    fact = section.fact(change.fact) if section else None
    return say(fact.label) if fact else Text(change.fact)


def _told(value: object) -> Text:
    """What is printed, in words: a kind of hex, or a number."""
    return Text(KIND_NAMES.get(str(value), str(value)))


def _look_again(minutes: Minutes[State]) -> None:
    """With two cubes in End between two turns, General Dividends are due at once; else no Decision might be left."""
    if isinstance(minutes.state.phase, Deciding):
        turns.check_dividends(minutes)


_FIGURES = {
    "round": say("Round"),
    "turn": say("Turn"),
    "reached_ranches": say("Ranch hexes with track and marker"),
    **{one: say("{track} cube", track=Text(TRACK_NAMES[one])) for one in TRACKS},
}
"""What is corrected of the table, in words."""


def corrected(state: State, correction: Correction) -> Played[State]:
    """The host says how it is on the table.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state, posted)
    post_all(minutes, correction)
    for of, name, wanted in correction.figures:
        _set(minutes, of, name, wanted)
    tell(minutes, incomes(state), incomes(minutes.state))
    _look_again(minutes)
    return minutes.played()


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> None:
    seat, railroad = seat_of(of, minutes.state.seats), railroad_of(of, ORDER)
    if seat is not None:
        known = set_seat(minutes, seat, name, wanted, ORDER) or _set_ranches(minutes, seat, name, wanted)
    elif railroad is not None:
        known = set_railroad(minutes, railroad, name, wanted) or _set_own(minutes, railroad, name, wanted)
    else:
        known = of == "table" and _set_table(minutes, name, wanted)
    if not known:
        raise untracked(of, name)


def _set_ranches(minutes: Minutes[State], seat: Seat, name: str, wanted: int) -> bool:
    """`ranches`: from the map, or back onto it."""
    if name != "ranches":
        return False
    level(minutes, seat_account(seat), BOARD, RANCH, wanted)
    return True


def _set_own(minutes: Minutes[State], railroad: Railroad, name: str, wanted: int) -> bool:
    """`income`, `gone_west` (0 or 1), `open` of the TP (0 or 1), or whether it is in a hex (`in.Dallas`, 0 or 1)."""
    state = minutes.state
    kind, _, which = name.partition(".")
    if name == "income":
        added = wanted - computed_income(state, railroad)
        minutes.state = replace(state, adjustments={**state.adjustments, railroad: added})
    elif name == "gone_west" and wanted in (0, 1):
        _set_west(minutes, railroad, bool(wanted))
    elif name == "open" and railroad == TP and wanted in (0, 1):
        _set_open(minutes, bool(wanted))
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
    if there_now and railroad not in there(state, name):
        kind = state.atlas.get("hexes", name, "kind") or "plain"
        others = (*others, Hex(kind, len(there(state, name)) + 1, None, name))
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
        minutes.state = replace(state, round=wanted)
    elif name == "turn" and isinstance(state.phase, Deciding) and 1 <= wanted <= state.seats:
        minutes.state = replace(state, active=Seat(wanted))
    elif one in TRACKS:
        minutes.state = replace(state, slides={**state.slides, one: wanted})
    elif name == "reached_ranches" and wanted <= ranches_on_map(state):
        minutes.state = replace(state, told=state.told + wanted - known_ranches(state))
    else:
        return False
    minutes.say(say("{what} {wanted}", what=_FIGURES[one], wanted=wanted))
    return True
