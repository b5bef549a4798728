"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.atlas.known import known_place, merge
from companion.games.gulf_mobile_ohio import following, railroads
from companion.games.gulf_mobile_ohio.box import COLOURS, PAYS_ON, Colour
from companion.games.gulf_mobile_ohio.state import (
    Bidding,
    Line,
    Share,
    State,
    Turn,
    cubes_of,
    share_of,
)
from companion.mechanisms.correction import (
    keep_auction,
    level,
    post_all,
    railroad_of,
    seat_of,
    turn_figure,
    turn_told,
    untracked,
)
from companion.vocabulary.figures import TABLE, YES_OR_NO, Figure, family, flag
from companion.vocabulary.ledger import BANK, BOARD, BOX, MONEY, Account, railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import forbidden
from companion.words.text import Who, say
from companion.words.values import Railroad, Seat

SHARES: dict[str, Share] = {"president": "charter", "common_holder": "common"}
"""Figures of a railroad that are the seat of a share's holder; 0 is nobody."""


def figures(state: State) -> Iterator[Figure]:
    """All that the host may correct."""
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    for seat in seats:
        account = seat_account(seat)
        yield Figure(account, "cash", say("Cash"), state.cash(seat), what=MONEY, other=BANK)
        yield Figure(account, "victory_points", say("Points"), state.points(seat))
        for share in SHARES.values():
            held = tuple(r for r in state.available if state.holder(r, share) == seat)
            words = say("Charter of the") if share == "charter" else say("Common share of the")
            yield family(account, share, words, held, state.available)
    for r in state.known():
        yield from _own_figures(state, r, seats)
    yield Figure(TABLE, "marker", say("Common Share Sale Marker"), state.marker, PAYS_ON - 1)
    yield Figure(TABLE, "passes", say("Passes in a row"), state.passes, state.seats - 1)
    if isinstance(state.phase, Turn):
        yield turn_figure(TABLE, state.phase.seat, state.seats)
        yield flag(TABLE, "begun", say("The first action is over"), state.begun)
    for colour, number in COLOURS.items():
        words = say("{colour} cubes left", colour=say(colour))
        yield Figure(BOX, f"cubes_left.{colour}", words, state.cubes_left(colour), number)


def _own_figures(state: State, railroad: Railroad, seats: list[Seat]) -> Iterator[Figure]:
    account, line = railroad_account(railroad), state.lines.get(railroad)
    treasury = state.ledger.treasury(railroad)
    yield Figure(account, "treasury", say("Money on the share"), treasury, what=MONEY, other=BANK)
    if railroad not in state.available:
        yield flag(account, "available", say("Available"), False)
        return
    if railroads.why_stays(state, railroad) is None:
        yield flag(account, "available", say("Available"), True)
    nobody = ((0, say("unsold")), *((int(seat), say("{who}", who=Who(seat))) for seat in seats))
    for name, share in SHARES.items():
        words = say("President") if share == "charter" else say("Common share")
        yield Figure(account, name, words, state.holder(railroad, share) or 0, state.seats, choices=nobody)
    colours = tuple(str(colour) for colour in COLOURS)
    yield Figure(
        account,
        "colour.",
        say("Colour"),
        None,
        1,
        1,
        choices=YES_OR_NO[1:],
        known=colours,
        chosen=(line.colour,) if line else (),
    )
    if line is not None:
        yield Figure(account, "rural", say("Rural hexes"), line.rural)
        yield family(account, "city", say("Cube in"), line.cities, tuple(state.atlas.rows("cities")))
        yield family(account, "connected", say("Connected to"), line.connected, colours)


def corrected(state: State, correction: Correction) -> Played[State]:
    """Postings and figures, as the host has them on the table.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state)
    post_all(minutes, correction)
    if correction.format < 2:
        _set_all(minutes, correction.figures)
        minutes.instructions.clear()
    else:
        _set_all(minutes, (one for one in correction.figures if not _tells_connection(one)))
        # What is said is so on the table already: hands have nothing to do but what follows from it.
        minutes.instructions.clear()
        following.follow(minutes, state)
        # Whatever follows for connections, what the host says of them counts.
        _set_all(minutes, (one for one in correction.figures if _tells_connection(one)))
    railroads.come_in(minutes, railroads.reached(minutes.state))
    if isinstance(phase := minutes.state.phase, Bidding):
        keep_auction(minutes.state.ledger, phase.auction, share_of(phase.auction.railroad, phase.share))
    return minutes.played()


def _set_all(minutes: Minutes[State], told: Iterable[tuple[Account, str, int]]) -> None:
    for of, name, wanted in told:
        if not _set(minutes, of, name, wanted):
            raise untracked(of, name)


def _tells_connection(figure: tuple[Account, str, int]) -> bool:
    return figure[1].startswith("connected.")


def _set(minutes: Minutes[State], of: Account, name: str, wanted: int) -> bool:
    state = minutes.state
    seat, railroad = seat_of(of, state.seats), railroad_of(of, state.known())
    if seat is not None:
        return _set_seat(minutes, seat, name, wanted)
    if railroad is not None:
        return _set_railroad(minutes, railroad, name, wanted)
    return of in (TABLE, BOX) and _set_table(minutes, name, wanted)


def _set_seat(minutes: Minutes[State], seat: Seat, name: str, wanted: int) -> bool:
    """`cash`; `victory_points`, the difference being kept as an adjustment; `charter.SC`, `common.SC`: 1 or 0."""
    share, _, which = name.partition(".")
    if name == "cash":
        level(minutes, seat_account(seat), BANK, MONEY, wanted)
    elif name == "victory_points":
        state, old = minutes.state, minutes.state.points(seat)
        scored = sum(score.total for (whose, _), score in state.scores.items() if whose == seat)
        minutes.state = replace(state, adjusted={**state.adjusted, seat: wanted - scored})
        minutes.say(say("{who}: {old} → {new} points", who=Who(seat), old=old, new=wanted))
    elif share in SHARES.values() and which in minutes.state.available and wanted in (0, 1):
        kind: Share = "charter" if share == "charter" else "common"
        if not wanted and minutes.state.holder(Railroad(which), kind) != seat:
            raise forbidden(
                say("{who} does not have the {r}'s {share} share", who=Who(seat), r=which, share=say(kind))
            )
        _hand(minutes, Railroad(which), kind, seat if wanted else None)
    else:
        return False
    return True


def _hand(minutes: Minutes[State], railroad: Railroad, share: Share, seat: Seat | None) -> None:
    """A share goes from whoever has it to a player, or back to the available area."""
    what = share_of(railroad, share)
    target = railroad_account(railroad) if seat is None else seat_account(seat)
    source = next((account for account, _ in minutes.state.ledger.holders(what)), target)
    if source != target:
        minutes.pay(source, target, 1, say("correction"), what)
        if seat is None:
            minutes.say(say("the {r}'s {share} share is in the available area", r=railroad, share=say(share)))
        else:
            minutes.say(say("{who} has the {r}'s {share} share", who=Who(seat), r=railroad, share=say(share)))


def _set_railroad(minutes: Minutes[State], railroad: Railroad, name: str, wanted: int) -> bool:
    """`available`, `president`, `common_holder`; `rural`; `city.NAME` and `connected.COLOUR`: 1 or 0."""
    kind, _, which = name.partition(".")
    state = minutes.state
    line = state.lines.get(railroad)
    if name == "available" and wanted in (0, 1):
        if railroad not in state.available and wanted:
            railroads.come_in(minutes, (railroad,))
        elif railroad in state.available and not wanted:
            railroads.go_back(minutes, railroad)
    elif name in SHARES and railroad in state.available and 0 <= wanted <= state.seats:
        _hand(minutes, railroad, SHARES[name], Seat(wanted) if wanted else None)
    elif name == "treasury":
        level(minutes, railroad_account(railroad), BANK, MONEY, wanted)
    elif kind == "colour" and which in COLOURS and wanted == 1:
        _paint(minutes, railroad, Colour(which))
    elif line is None:
        return False
    elif name == "rural":
        _rural(minutes, railroad, line, wanted)
    elif kind == "city" and wanted in (0, 1):
        _city(minutes, railroad, line, which, bool(wanted))
    elif kind == "connected" and which in COLOURS and wanted in (0, 1):
        others = tuple(colour for colour in line.connected if colour != which)
        _change(minutes, railroad, replace(line, connected=(*others, Colour(which)) if wanted else others))
        minutes.say(
            say(
                "the {r} is connected to {colour}" if wanted else "the {r} is not connected to {colour}",
                r=railroad,
                colour=say(which),
            )
        )
    else:
        return False
    return True


def _change(minutes: Minutes[State], railroad: Railroad, line: Line) -> None:
    minutes.state = replace(minutes.state, lines={**minutes.state.lines, railroad: line})


def _paint(minutes: Minutes[State], railroad: Railroad, colour: Colour) -> None:
    """Another colour: the cubes on the board and on the Charter share are exchanged, one for one."""
    state = minutes.state
    line = state.lines.get(railroad)
    if railroad not in state.available:
        raise forbidden(say("The {r} is not available", r=railroad))
    why = say("correction")
    if line is not None:
        minutes.pay(railroad_account(railroad), BOX, 1, why, cubes_of(line.colour))
        minutes.pay(BOARD, BOX, line.cubes, why, cubes_of(line.colour))
    minutes.pay(BOX, railroad_account(railroad), 1, why, cubes_of(colour))
    minutes.pay(BOX, BOARD, line.cubes if line else 0, why, cubes_of(colour))
    _change(minutes, railroad, replace(line, colour=colour) if line else Line(colour))
    minutes.say(say("the {r} is {colour}", r=railroad, colour=say(colour)))


def _rural(minutes: Minutes[State], railroad: Railroad, line: Line, wanted: int) -> None:
    """Cubes on rural hexes, from and to the storage area."""
    _cubes(minutes, line.colour, wanted - line.rural)
    _change(minutes, railroad, replace(line, rural=wanted))
    minutes.say(say("{r}: {old} → {new} rural hexes", r=railroad, old=line.rural, new=wanted))


def _city(minutes: Minutes[State], railroad: Railroad, line: Line, name: str, there: bool) -> None:
    """A cube in a city, or none; no points change."""
    city = known_place(minutes.state.atlas, name, at="set", places="cities")
    if (city in line.cities) == there:
        return
    _cubes(minutes, line.colour, 1 if there else -1)
    others = tuple(one for one in line.cities if one != city)
    atlas, _ = merge(minutes.state.atlas, {"cities": {city: {}}})
    minutes.state = replace(minutes.state, atlas=atlas)
    _change(minutes, railroad, replace(line, cities=(*line.cities, city) if there else others))
    words = say(
        "a cube of the {r} is in {city}" if there else "no cube of the {r} is in {city}",
        r=railroad,
        city=city,
    )
    minutes.say(words)


def _cubes(minutes: Minutes[State], colour: Colour, more: int) -> None:
    source, target = (BOX, BOARD) if more > 0 else (BOARD, BOX)
    minutes.pay(source, target, abs(more), say("correction"), cubes_of(colour))


def _begun(minutes: Minutes[State], begun: bool) -> None:
    """The first action, which is the Charter of the SC, is over or is not (Charter a Railroad)."""
    if not begun and following.shows_begun(minutes.state):
        raise forbidden(say("The first action is over: a share is sold, or players have passed"))
    minutes.state = replace(minutes.state, begun=begun)
    words = say("the first action is over") if begun else say("the first action is still to be taken")
    minutes.say(words)


def _set_table(minutes: Minutes[State], name: str, wanted: int) -> bool:
    """`marker` (0 is Start) and `passes`; while an action is to be chosen, `turn` and `begun`; of the cubes left,
    `cubes_left.COLOUR`, to and from the board."""
    state = minutes.state
    kind, _, which = name.partition(".")
    if name == "marker" and wanted in (0, 1):
        minutes.state = replace(state, marker=wanted)
        minutes.say(say("the Common Share Sale Marker: {old} → {new}", old=state.marker, new=wanted))
    elif name == "passes" and wanted < state.seats:
        minutes.state = replace(state, passes=wanted)
        minutes.say(say("passes in a row: {old} → {new}", old=state.passes, new=wanted))
    elif name == "turn" and isinstance(state.phase, Turn) and 1 <= wanted <= state.seats:
        minutes.state = replace(state, phase=Turn(Seat(wanted)))
        turn_told(minutes, Seat(wanted))
    elif name == "begun" and isinstance(state.phase, Turn) and wanted in (0, 1):
        _begun(minutes, bool(wanted))
    elif kind == "cubes_left" and which in COLOURS:
        level(minutes, BOX, BOARD, cubes_of(Colour(which)), wanted)
    else:
        return False
    return True
