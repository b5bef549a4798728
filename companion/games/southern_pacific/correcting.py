"""The host says how it is on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from companion.games.southern_pacific import auctions
from companion.games.southern_pacific.box import MOST_BUILDS, MOST_PURCHASES, ORDER
from companion.games.southern_pacific.phases import Operating
from companion.games.southern_pacific.state import State
from companion.mechanisms import correction, tracked
from companion.mechanisms.income import tell
from companion.mechanisms.links import set_owner
from companion.vocabulary.figures import TABLE, Figure, family, flag
from companion.vocabulary.ledger import railroad_account, seat_account
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import forbidden
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat

MOST_ROUNDS = 99


def figures(state: State) -> Iterator[Figure[State]]:
    """All that the host may correct, and how it is set."""
    yield tracked.bank_figure(state)
    yield from tracked.seat_figures(state, ORDER)
    yield from tracked.railroad_figures(state, _laid(state))
    for seat in state.all_seats:
        account, has_it = seat_account(seat), state.card == seat
        yield flag(account, "bull_market_card", say("Bull Market card"), has_it, partial(_set_card, seat))
    computed = state.computed_incomes()
    for r, earned in state.incomes().items():
        account, links = railroad_account(r), tuple(link.label for link in state.tracks[r])
        yield tracked.computed_figure(
            account, "income", say("Income"), earned, state.adjustments, (r, "income"), computed=computed[r]
        )
        if r in state.presidents:
            yield _president_figure(state, r)
        yield family(account, "link", say("Link"), links, partial(_set_link, r), member="links")
    if state.round:
        yield tracked.number_figure(
            say("Round"), "round", state.round, MOST_ROUNDS, least=1, said=phrase("round {old} → {new}")
        )
    if isinstance(now := state.phase, Operating):
        words = say("Links built in this operation")
        yield _counted("builds", words, now.builds, MOST_BUILDS, lambda n: replace(now, builds=n))
        words = say("Links bought in this operation")
        yield _counted("purchases", words, now.purchases, MOST_PURCHASES, lambda n: replace(now, purchases=n))


def _president_figure(state: State, r: Railroad) -> Figure[State]:
    account, words, president = railroad_account(r), say("President"), state.presidents[r]
    most, choices = state.seats, tuple((int(s), say("{who}", who=Who(s))) for s in state.controllers(r))
    set_to = partial(_set_president, r)
    return Figure(account, "president", words, president, most, 1, choices, set=set_to, bounded=True)


def _counted(
    name: str, words: Text, value: int, most: int, with_so_many: Callable[[int], Operating]
) -> Figure[State]:
    """How many links the railroad that operates has built or bought."""

    def set_to(minutes: Minutes[State], wanted: int) -> None:
        minutes.state = minutes.state.changed(phase=with_so_many(wanted))
        tracked.say_changed(minutes, words, value, wanted)

    return Figure(TABLE, name, words, value, most, set=set_to, bounded=True)


def corrected(state: State, said: Correction) -> Played[State]:
    """The host says how it is on the table; the presidency follows the shares.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = correction.begin(state, said, figures)
    for railroad in ORDER:
        auctions.check_president(minutes, railroad)
    tell(minutes, state.incomes(), minutes.state.incomes(), there=correction.of_railroads(said, "income"))
    to_begin = [r for r in ORDER if r in minutes.state.unstarted]
    correction.keep(minutes.state, laid=_laid(minutes.state), to_begin=to_begin)
    return minutes.played()


def _laid(state: State) -> dict[Railroad, int]:
    """Cubes on the board: one for each link, and the one that shows the income."""
    return {r: 1 + len(state.tracks[r]) for r in ORDER}


def _set_card(seat: Seat, minutes: Minutes[State], wanted: int) -> None:
    """The player has it; or it goes back beside the board."""
    if wanted:
        minutes.state = minutes.state.changed(card=seat)
        minutes.say("{who} has the Bull Market card", who=Who(seat))
    elif minutes.state.card == seat:
        minutes.state = minutes.state.changed(card=None)
        minutes.say("nobody has the Bull Market card")


def _set_president(railroad: Railroad, minutes: Minutes[State], wanted: int) -> None:
    """Only between those who hold the most shares is the presidency a matter of what happened.

    :raises RuleError: `rule` for anybody else.
    """
    state, seat = minutes.state, Seat(wanted)
    if seat not in state.controllers(railroad):
        raise forbidden("{who} has not the most shares of the {r}", who=Who(seat), r=railroad)
    minutes.state = state.changed(presidents={**state.presidents, railroad: seat})
    minutes.say("{who} is president of the {r}", who=Who(seat), r=railroad)


def _set_link(railroad: Railroad, minutes: Minutes[State], which: str, wanted: int) -> None:
    """A link is the railroad's, or nobody's."""
    link = set_owner(minutes, railroad, which, owned=bool(wanted))
    words = phrase("{link} is the {r}'s") if wanted else phrase("{link} is not the {r}'s any more")
    minutes.say(words, link=link.label, r=railroad)
