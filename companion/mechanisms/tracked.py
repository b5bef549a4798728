"""What may be corrected at a table of any game, figure by figure, and how it is set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from companion.mechanisms.correction import level
from companion.mechanisms.game_state import G
from companion.vocabulary.figures import TABLE, Figure, flag
from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    MONEY,
    Account,
    Commodity,
    certificates,
    cubes,
    railroad_account,
    seat_account,
)
from companion.vocabulary.minutes import Minutes
from companion.words.text import Fact, Text, Who, phrase, say
from companion.words.values import Railroad, Seat

SHARES_OF = phrase("Shares of the {r}")
SHARES_UNSOLD = say("Shares unsold")

K = TypeVar("K")
T = TypeVar("T")

# --- what is counted in the ledger -------------------------------------------------------------------------


def money_figure(state: G, of: Account, name: str, label: Text) -> Figure[G]:
    """What a player or a railroad has, in dollars; the bank has the difference."""
    return Figure(of, name, label, state.ledger.of(of), what=MONEY, other=BANK)


def bank_and_seat_figures(
    state: G, railroads: Iterable[Railroad], shares_of: str = SHARES_OF
) -> Iterator[Figure[G]]:
    """What the bank has, for which the host must say who has the difference; each player's cash, and shares of each
    railroad. shares_of: how these are called."""
    yield Figure(BANK, "balance", say("Balance"), state.ledger.of(BANK), what=MONEY)
    for seat in state.all_seats:
        account = seat_account(seat)
        yield money_figure(state, account, "cash", say("Cash"))
        for r in railroads:
            what, home = certificates(r), railroad_account(r)
            words, held = say(shares_of, r=r), state.ledger.of(account, what)
            most = held + state.ledger.of(home, what)
            yield Figure(account, f"shares.{r}", words, held, most, what=what, other=home)


def unsold_figure(state: G, railroad: Railroad, unsold: Text = SHARES_UNSOLD) -> Figure[G]:
    """Its unsold shares; the host must say who has the difference. unsold: how they are called."""
    what, account = certificates(railroad), railroad_account(railroad)
    total = state.ledger.totals().get(what, 0)
    return Figure(account, "shares_unsold", unsold, state.ledger.of(account, what), total, what=what)


def stock_figures(state: G, laid: Mapping[Railroad, int]) -> Iterator[Figure[G]]:
    """The figures of the bank and of the players, and each railroad's treasury, cubes, and unsold shares. laid: how
    many of its cubes lie on the board for sure."""
    yield from bank_and_seat_figures(state, laid)
    for r in laid:
        account, what = railroad_account(r), cubes(r)
        yield money_figure(state, account, "treasury", say("Treasury"))
        left = state.ledger.of(account, what)
        most = left + state.ledger.of(BOARD, what) - laid[r]
        yield Figure(account, "cubes_left", say("Cubes left"), left, most, what=what, other=BOARD)
        yield unsold_figure(state, r)


def pieces_figure(
    state: G, of: Account, name: str, label: Text, what: Commodity, most: int, *, at: Account, other: Account
) -> Figure[G]:
    """How many pieces lie somewhere, such as cubes in the box; the others lie at `other`, without a question."""

    def set_to(minutes: Minutes[G], wanted: int) -> None:
        level(minutes, at, other, what, wanted)

    return Figure(of, name, label, state.ledger.of(at, what), most, set=set_to, after=1)


# --- what stands in the state ------------------------------------------------------------------------------


def say_changed(minutes: Minutes[G], what: Text, old: Fact, new: Fact) -> None:
    """Say that a number has changed; old, new: the numbers, or what they are called."""
    minutes.say("{what}: {old} → {new}", what=what, old=old, new=new)


def number_figure(
    label: Text,
    name: str,
    value: int,
    most: int,
    field: str = "",
    part: Callable[[int], object] = int,
    *,
    least: int = 0,
    said: str = "",
) -> Figure[G]:
    """A number of the table that stands in the state. field, part: where it stands there if not as `name`, and what
    stands there if not the number itself; said: a phrase of old and new, if they are told otherwise than with the
    label."""

    def set_to(minutes: Minutes[G], wanted: int) -> None:
        minutes.state = minutes.state.changed(**{field or name: part(wanted)})
        if said:
            minutes.say(said, old=value, new=wanted)
        else:
            say_changed(minutes, label, value, wanted)

    return Figure(TABLE, name, label, value, most, least, set=set_to, bounded=True)


def entry_figure(
    of: Account,
    name: str,
    label: Text,
    field: str,
    entries: Mapping[K, int],
    key: K,
    most: int,
    called: tuple[Text, ...] = (),
) -> Figure[G]:
    """One of several numbers that stand in the state as a mapping, `field`. called: what they are called, from 0 on."""

    def words(number: int) -> Fact:
        # what stood there before may be beyond the last
        return called[min(number, len(called) - 1)] if called else number

    def set_to(minutes: Minutes[G], wanted: int) -> None:
        minutes.state = minutes.state.changed(**{field: {**entries, key: wanted}})
        say_changed(minutes, label, words(entries[key]), words(wanted))

    return Figure(of, name, label, entries[key], most, called=called, set=set_to)


_COMPUTED = {"income": say("Income"), "value": say("Value")}


def computed_figure(
    r: Railroad, name: str, value: int, computed: int, adjustments: Mapping[K, int], key: K, said: str = ""
) -> Figure[G]:
    """The `income` or `value` of a railroad, which is worked out: the difference from that is kept as an adjustment.

    computed: without the adjustment that there is, also where what is shown is never less than nothing; said: a phrase
    of the railroad, old and new, where they are not told by themselves.
    """

    def set_to(minutes: Minutes[G], wanted: int) -> None:
        minutes.state = minutes.state.changed(adjustments={**adjustments, key: wanted - computed})
        if said:
            minutes.say(said, r=r, old=value, new=wanted)

    return Figure(railroad_account(r), name, _COMPUTED[name], value, set=set_to, after=2)


def seat_choices(seats: Iterable[Seat]) -> tuple[tuple[int, Text], ...]:
    """The choices of a figure that is one of these players."""
    return tuple((int(seat), say("{who}", who=Who(seat))) for seat in seats)


def turn_figure(state: G, active: Seat, change: Callable[[Seat], G]) -> Figure[G]:
    """Whose turn it is. change: the state in which it is another player's."""
    choices = seat_choices(state.all_seats)

    def set_to(minutes: Minutes[G], wanted: int) -> None:
        minutes.state = change(Seat(wanted))
        minutes.say("it is {who}'s turn", who=Who(Seat(wanted)))

    return Figure(TABLE, "turn", say("Turn"), active, state.seats, 1, choices, set=set_to)


def event_figure(
    of: Account,
    name: str,
    label: Text,
    value: bool,
    happen: Callable[[Minutes[G]], None],
    undo: Callable[[Minutes[G]], None],
    said: tuple[Text, ...] = (),
    *,
    listed: bool = True,
) -> Figure[G]:
    """A figure for something that the rules let happen: yes lets it happen, no undoes it, and what is so already
    stays so. said: that it has not, and that it has, where the rules do not say so themselves."""

    def set_to(minutes: Minutes[G], wanted: int) -> None:
        if wanted != value:
            (happen if wanted else undo)(minutes)
            if said:
                minutes.say(said[wanted])

    return flag(of, name, label, value, set_to, listed=listed)


def with_or_without(items: tuple[T, ...], item: T, wanted: int) -> tuple[T, ...]:
    """The items with that one as the last, or without it. wanted: 1 for with, 0 for without."""
    others = tuple(other for other in items if other != item)
    return (*others, item) if wanted else others


def adjusted(figure: int, computed: int) -> Text:
    """A computed figure as a formula shows it: with what the host has added, if anything. Where nothing is known of
    what it is computed from, as in a game that was already on, the host has entered it whole."""
    if computed in (figure, 0):
        return say("{figure}", figure=figure)
    added = f"{figure - computed:+}"
    return say("{figure} [{computed} {added} corrected]", figure=figure, computed=computed, added=added)
