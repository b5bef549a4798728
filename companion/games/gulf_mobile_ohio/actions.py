"""A turn: one of four actions, and the auctions that two of them begin."""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio import charters, commons, expansion, foreseen, form, turn, unchartered
from companion.games.gulf_mobile_ohio.box import CUBE_COST, FIRST
from companion.games.gulf_mobile_ohio.moves import (
    AuctionCommon,
    Charter,
    PassTurn,
    PresidentialExpansion,
)
from companion.games.gulf_mobile_ohio.state import Bidding, Share, State, Turn
from companion.mechanisms import auction as hammer
from companion.vocabulary.ledger import railroad_account, seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.errors import forbidden
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Money, Railroad, Seat

NO_MINIMUM = Money(0)
"""A bid of $0 is allowed (Charter a Railroad, Auction a Common Share)."""


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """The four actions."""
    only = None if state.begun else Refusal("rule", say("The {r} is put up for auction first", r=FIRST))
    return (
        _charter(state, seat),
        _common(state, seat, only),
        _presidential(state, seat, only),
        Offer(
            PassTurn,
            seat,
            say("Pass"),
            help=say("{n} of {all} passes in a row end the game.", n=state.passes, all=state.seats),
            disabled=only,
        ),
    )


def _charter(state: State, seat: Seat) -> Offer:
    first = Refusal("rule", say("The {r} is put up for auction first", r=FIRST))
    choices = tuple(
        Choice(
            r,
            Text(r),
            hint=foreseen.hint(state, r, seat),
            disabled=None if state.begun or r == FIRST else first,
        )
        for r in state.can_be_chartered()
    )
    none = Refusal("rule", say("No Charter share is in the available area"))
    return Offer(
        Charter,
        seat,
        say("Charter a Railroad"),
        (narrowed(Charter, "railroad", choices=choices),),
        disabled=None if choices else none,
    )


def _common(state: State, seat: Seat, only: Refusal | None) -> Offer:
    choices = tuple(Choice(r, Text(r), hint=_line(state, r)) for r in state.with_common())
    none = Refusal("rule", say("No Common share is available: it comes with the Charter"))
    return Offer(
        AuctionCommon,
        seat,
        say("Auction a Common Share"),
        (narrowed(AuctionCommon, "railroad", choices=choices),),
        disabled=only or (None if choices else none),
    )


def _line(state: State, railroad: Railroad) -> Text:
    """Beside a railroad: its President, its colour, and how many cubes of it are left."""
    colour, owner = state.lines[railroad].colour, state.president(railroad)
    left = counted(
        "{n} {colour} cube left",
        "{n} {colour} cubes left",
        n=state.cubes_left(colour),
        colour=say(colour),
    )
    return joined([say("{who}", who=Who(owner)), left], ", ") if owner else left


def _presidential(state: State, seat: Seat, only: Refusal | None) -> Offer:
    own = state.presided(seat)
    choices = tuple(Choice(r, Text(r), hint=_line(state, r), disabled=_no_cube(state, seat, r)) for r in own)
    fields: list[OfferField] = [narrowed(PresidentialExpansion, "railroad", choices=choices)]
    for r in own:
        fields += form.fields_of(
            PresidentialExpansion, state, r, seat_account(seat), chartered=False, when={"railroad": r}
        )
    fields += form.new_railroads(PresidentialExpansion, state)
    return Offer(
        PresidentialExpansion,
        seat,
        say("Presidential Expansion"),
        tuple(fields),
        help=say("${cost} a cube, of your own ${cash}.", cost=CUBE_COST, cash=state.cash(seat)),
        unchecked=form.UNCHECKED,
        disabled=only or _none_to_expand(state, seat, choices),
    )


def _no_cube(state: State, seat: Seat, railroad: Railroad) -> Refusal | None:
    """Why not one cube can be placed; a table may allow that (ruling `empty_presidential_expansion`)."""
    if state.ruled("empty_presidential_expansion", "allowed"):
        return None
    if state.cash(seat) < CUBE_COST:
        words = say(
            "{who} has ${cash}, and a cube costs ${cost}",
            who=Who(seat),
            cash=state.cash(seat),
            cost=CUBE_COST,
        )
        return Refusal("insufficient-funds", words)
    colour = state.lines[railroad].colour
    return (
        None
        if state.cubes_left(colour)
        else Refusal("rule", say("No {colour} cube is left", colour=say(colour)))
    )


def _none_to_expand(state: State, seat: Seat, choices: tuple[Choice, ...]) -> Refusal | None:
    if not choices:
        return Refusal("rule", say("{who} has no Charter share", who=Who(seat)))
    if all(choice.disabled for choice in choices):
        return choices[0].disabled
    return None


# --- what they do --------------------------------------------------------------------------------------


def charter(minutes: Minutes[State], current: Seat, move: Charter) -> None:
    """A Charter share is put up for auction; what is bound to fail is said before anybody bids."""
    railroad = move.railroad
    minutes.say(say("{who} puts the Charter of the {r} up for auction", who=Who(current), r=railroad))
    if railroad in minutes.state.lines:
        # The host has told a colour or cubes of a railroad that nobody has chartered.
        unchartered.take_off(minutes, railroad)
    state = minutes.state
    if found := foreseen.warnings(state, railroad, current):
        minutes.say(say("beware: {what}", what=joined(found)))
    words = say("Put the {r}'s Charter share in the Current Auction box", r=railroad)
    minutes.hands("place_share", words, railroad=railroad, share="charter")
    _open(minutes, railroad, current, "charter")


def auction_common(minutes: Minutes[State], current: Seat, move: AuctionCommon) -> None:
    """A Common share is put up for auction; the Charter is turned over."""
    railroad = move.railroad
    minutes.say(say("{who} puts the Common share of the {r} up for auction", who=Who(current), r=railroad))
    words = say("Put the {r}'s Common share in the Current Auction box", r=railroad)
    minutes.hands("place_share", words, railroad=railroad, share="common")
    commons.turned(minutes, railroad, Text("$3"))
    _open(minutes, railroad, current, "common")


def _open(minutes: Minutes[State], railroad: Railroad, current: Seat, share: Share) -> None:
    state = minutes.state
    auction = hammer.opened(
        railroad=railroad,
        seats=state.seats,
        opener=current,
        minimum=NO_MINIMUM,
        pays_to=railroad_account(railroad),
        cash=state.cash,
        style="ascending",
    )
    minutes.state = replace(state, phase=Bidding(auction, share))


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    after = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    minutes.state = replace(minutes.state, phase=replace(phase, auction=after))
    if not after.over:
        return
    minutes.state = replace(minutes.state, unable=after.unable)
    if phase.share == "charter":
        charters.sold(minutes, after, asks=charters.asks(move))
    else:
        commons.sold(minutes, after)


def presidential(minutes: Minutes[State], current: Seat, move: PresidentialExpansion) -> None:
    """The President's own money builds.

    :raises RuleError: `rule` if no cube is placed (ruling `empty_presidential_expansion`).
    """
    if not move.rural and not move.cities and minutes.state.ruled("empty_presidential_expansion", "refused"):
        raise forbidden(say("At least one cube is placed"), "Presidential Expansion")
    expansion.build(minutes, move, move.railroad, seat_account(current), chartered=False)
    turn.over(minutes, current)


def pass_turn(minutes: Minutes[State], current: Seat) -> None:
    """Nothing is done."""
    minutes.say(say("{who} passes", who=Who(current)))
    turn.over(minutes, current, passed=True)


def current_player(state: State) -> Seat:
    """Whose turn it is, also while others bid or build; after the end the first seat."""
    match state.phase:
        case Turn(seat=seat):
            return seat
        case Bidding(auction=auction):
            return auction.opener
        case phase:
            return getattr(phase, "current", Seat(1))
