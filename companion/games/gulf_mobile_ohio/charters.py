"""Charter a Railroad: its colour, its first track, or why it comes to nothing."""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio import expansion, form, turn
from companion.games.gulf_mobile_ohio.box import LEAST_CUBES, LEAST_PRICE, Colour
from companion.games.gulf_mobile_ohio.foreseen import all_printed, blocked, listed
from companion.games.gulf_mobile_ohio.moves import CancelCharter, ChooseColour, Expand
from companion.games.gulf_mobile_ohio.state import Choosing, Expanding, Line, State, cubes_of, share_of
from companion.mechanisms.auction import Auction
from companion.vocabulary.ledger import BOX, railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, narrowed
from companion.words.text import Who, joined, say
from companion.words.values import Railroad, Seat

HEADING = "Charter a Railroad"


# --- after the auction -----------------------------------------------------------------------------------


def asks(move: Move) -> bool:
    """Is the table asked for another start city before a Charter is cancelled? Lines of the first format were written
    when the companion cancelled it by itself."""
    return move.format >= 2


def sold(minutes: Minutes[State], auction: Auction, *, asks: bool) -> None:
    """The highest bidder becomes President, unless the bid was too low to reach two cities. asks: see `asks`."""
    railroad, current = auction.railroad, auction.opener
    president, price = auction.high_seat, auction.high_bid
    if president is None or price is None:
        minutes.say(say("nobody bids for the {r}", r=railroad))
        cancel(minutes, railroad, current, passed=_failure_passes(minutes.state))
        return
    if price < LEAST_PRICE:
        words = say(
            "{who} bids ${price} for the {r}, and it takes ${least}",
            who=Who(president),
            price=price,
            r=railroad,
            least=LEAST_PRICE,
        )
        minutes.say(words)
        cancel(minutes, railroad, current, passed=_failure_passes(minutes.state))
        return
    why = say("the Charter of the {r}", r=railroad)
    minutes.pay(seat_account(president), railroad_account(railroad), price, why)
    minutes.pay(railroad_account(railroad), seat_account(president), 1, why, share_of(railroad, "charter"))
    minutes.say(
        say("{who} gets the Charter of the {r} for ${price}", who=Who(president), r=railroad, price=price)
    )
    minutes.hands(
        "take_share",
        say("{who} takes the Charter share of the {r}, its $5 side up", who=Who(president), r=railroad),
        seat=president,
        railroad=railroad,
        share="charter",
    )
    _colour(minutes, railroad, president, current, asks=asks)


def _colour(
    minutes: Minutes[State], railroad: Railroad, president: Seat, current: Seat, *, asks: bool
) -> None:
    """The colour with the most cubes left; of several the President chooses."""
    forced = minutes.state.most_left()
    if len(forced) > 1:
        minutes.state = replace(minutes.state, phase=Choosing(railroad, president, current, forced))
    elif forced:
        _take(minutes, Choosing(railroad, president, current, forced), forced[0], asks=asks)
    else:
        minutes.say(say("no cube is left"))
        cancel(minutes, railroad, current)


def colour_offers(state: State, phase: Choosing) -> tuple[Offer, ...]:
    """The tied colours, all of them: also one with which nothing can be built (Charter a Railroad)."""
    choices = tuple(_colour_choice(state, phase.railroad, colour) for colour in phase.colours)
    words = say("Choose the {r}'s colour", r=phase.railroad)
    return (
        Offer(ChooseColour, phase.president, words, (narrowed(ChooseColour, "colour", choices=choices),)),
        cancel_offer(phase.president),
    )


def _colour_choice(state: State, railroad: Railroad, colour: Colour) -> Choice:
    left = say("{n} left", n=state.cubes_left(colour))
    if not blocked(state, railroad, colour):
        return Choice(colour, say(colour), hint=left)
    cities = listed(state.usable_starts(railroad))
    beware = say("Beware: it stands in {cities} already, so another start city is needed", cities=cities)
    if all_printed(railroad):
        beware = say("Beware: it stands in {cities} already, and the Charter is cancelled", cities=cities)
    return Choice(colour, say(colour), hint=beware)


def choose(minutes: Minutes[State], phase: Choosing, move: ChooseColour) -> None:
    """One of the tied colours."""
    _take(minutes, phase, Colour(move.colour), asks=asks(move))


def _take(minutes: Minutes[State], phase: Choosing, colour: Colour, *, asks: bool) -> None:
    """A cube on the Charter share, free; then the first track, if there can be any."""
    railroad = phase.railroad
    why = say("the colour of the {r}", r=railroad)
    minutes.pay(BOX, railroad_account(railroad), 1, why, cubes_of(colour))
    state = minutes.state
    minutes.say(say("the {r} is {colour}", r=railroad, colour=say(colour)))
    minutes.hands(
        "place_cube",
        say("Put a {colour} cube on the {r}'s Charter share", colour=say(colour), r=railroad),
        cube=colour,
        railroad=railroad,
        place="charter",
    )
    bar = blocked(state, railroad, colour)
    minutes.state = replace(state, lines={**state.lines, railroad: Line(colour)})
    if bar:
        cities = listed(state.usable_starts(railroad))
        minutes.say(say("{colour} stands in {cities} already", colour=say(colour), cities=cities))
    if bar and (all_printed(railroad) or not asks):
        cancel(minutes, railroad, phase.current)
    elif state.cubes_left(colour) < LEAST_CUBES:
        minutes.say(form.left(state, colour))
        cancel(minutes, railroad, phase.current)
    else:
        minutes.state = replace(
            minutes.state, phase=Expanding(railroad, phase.president, phase.current, "charter")
        )


# --- the first track, or none ------------------------------------------------------------------------------


def expand(minutes: Minutes[State], phase: Expanding, move: Expand) -> None:
    """The first track; what remains of the bid goes to the bank."""
    railroad = phase.railroad
    expansion.build(minutes, move, railroad, railroad_account(railroad), chartered=True)
    expansion.give_back(minutes, railroad)
    turn.over(minutes, phase.current, chartered=True)


def cancel_offer(president: Seat, *, aside: bool = True) -> Offer:
    """Only the map knows whether there is a legal build. `aside`: there seems to be one."""
    return Offer(
        CancelCharter,
        president,
        say("No legal build"),
        (narrowed(CancelCharter, "reason"),),
        help=say(
            "Only when two cities cannot be connected: money, share and cube go back, and it is a pass."
        ),
        unchecked=form.UNCHECKED,
        aside=aside,
    )


def called_off(minutes: Minutes[State], phase: Choosing | Expanding, move: CancelCharter) -> None:
    """The President says that the map leaves no legal build."""
    words = say("{who}: the {r} cannot reach two cities", who=Who(move.seat), r=phase.railroad)
    minutes.say(joined([words, say("{reason}", reason=move.reason)], ": ") if move.reason else words)
    cancel(minutes, phase.railroad, phase.current)


def _failure_passes(state: State) -> bool:
    """An auction that did not reach $9 is a pass; for the first one of the game that is a ruling."""
    return state.begun or state.ruled("failed_first_charter_is_pass", "yes")


def cancel(minutes: Minutes[State], railroad: Railroad, current: Seat, *, passed: bool = True) -> None:
    """The sale is cancelled: money, share and cube go back, and the current player has passed."""
    state, account = minutes.state, railroad_account(railroad)
    a_pass = say("the Charter is cancelled, a pass for {who}", who=Who(current))
    minutes.say(a_pass if passed else say("the Charter is cancelled, and it is no pass"))
    seats = (Seat(n) for n in range(1, state.seats + 1))
    owner = next((n for n in seats if state.ledger.of(seat_account(n), share_of(railroad, "charter"))), None)
    if owner is not None:
        _return_sale(minutes, railroad, owner)
    if line := state.lines.get(railroad):
        why = say("the {r} is not chartered", r=railroad)
        minutes.pay(account, BOX, 1, why, cubes_of(line.colour))
        words = say("The {colour} cube on the {r}'s Charter goes back", colour=say(line.colour), r=railroad)
        minutes.hands("return_cube", words, cube=line.colour, railroad=railroad)
    lines = {one: line for one, line in state.lines.items() if one != railroad}
    minutes.state = replace(minutes.state, lines=lines)
    _charter_back(minutes, railroad, owner)
    turn.over(minutes, current, passed=passed)


def _charter_back(minutes: Minutes[State], railroad: Railroad, owner: Seat | None) -> None:
    """The share lies in the Current Auction box, or the winner has it."""
    if owner is None:
        words = say("The {r}'s Charter share goes back to the available area", r=railroad)
        minutes.hands("return_share", words, railroad=railroad, share="charter")
    else:
        words = say(
            "{who} puts the {r}'s Charter share back into the available area", who=Who(owner), r=railroad
        )
        minutes.hands("return_share", words, railroad=railroad, share="charter", seat=owner)


def _return_sale(minutes: Minutes[State], railroad: Railroad, seat: Seat) -> None:
    """All money paid is returned to the player who won the auction, and the share by that player."""
    account = railroad_account(railroad)
    why = say("the {r} is not chartered", r=railroad)
    paid = minutes.state.ledger.treasury(railroad)
    minutes.pay(account, seat_account(seat), paid, why)
    minutes.pay(seat_account(seat), account, 1, why, share_of(railroad, "charter"))
    if paid:
        minutes.say(say("{who} gets ${paid} back", who=Who(seat), paid=paid))
