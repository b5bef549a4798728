"""A turn: one of four actions, the auctions that two of them begin, and the two endings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.gulf_mobile_ohio import expansion, form, railroads
from companion.games.gulf_mobile_ohio.box import COLOURS, CUBE_COST, FIRST, Share, share_of
from companion.games.gulf_mobile_ohio.moves import AuctionCommon, Charter, PassTurn, PresidentialExpansion
from companion.games.gulf_mobile_ohio.state import Bidding, Over, State, Turn
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import seat_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, costly, narrowed, refused
from companion.words.errors import forbidden
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Money, Railroad, Seat

NO_MINIMUM = Money(0)
"""A bid of $0 is allowed (Charter a Railroad, Auction a Common Share)."""
_PRESIDENT = phrase("President: {who}")
_AUCTION, _COMMON = say("Auction a Common Share"), say("You bid first; any bid may win.")
_NOW, _NEXT = say("This sale pays dividends."), say("The sale after this one pays dividends.")


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """The four actions."""
    only = None if state.begun else refused("The {r} is auctioned first", r=FIRST)
    available = sorted(state.unsold("charter"), key=lambda r: form.doubtful(state, r))
    charters = tuple(_charter_choice(state, r, only) for r in available)
    commons = tuple(Choice(r, Text(r), hint=_common_hint(state, r)) for r in state.with_common())
    charter = narrowed(Charter, "railroad", choices=charters)
    common = narrowed(AuctionCommon, "railroad", choices=commons)
    no_charter = None if charters else refused("No Charter share is in the available area")
    no_common = None if commons else refused("No Common share is available: each new Charter adds one")
    common_tip = joined([*_only_common(state), _COMMON, _NOW if state.sale_pays else _NEXT], " ")
    tip = say("{n} of {all} passes; at {all} the game ends.", n=state.passes, all=state.seats)
    return (
        _of_railroads(Charter, seat, say("Charter a Railroad"), charter, form.tip(state, seat), no_charter),
        _of_railroads(AuctionCommon, seat, _AUCTION, common, common_tip, only or no_common),
        _presidential(state, seat, only),
        # a row of passes ends the game
        Offer(
            PassTurn,
            seat,
            say("Pass"),
            help=tip,
            disabled=only,
            confirm=say("Pass for this turn"),
            apart=True,
        ),
    )


def _of_railroads(
    move: type[Charter | AuctionCommon],
    seat: Seat,
    label: Text,
    field: OfferField,
    tip: Text | None,
    disabled: Refusal | None,
) -> Offer:
    """An action that only asks for a railroad."""
    return Offer(move, seat, label, (field,), tip, disabled=disabled, sought=True, tiles=field.name)


def _charter_choice(state: State, r: Railroad, only: Refusal | None) -> Choice:
    hint, beware = form.hint(state, r), form.beware(state, r)
    return Choice(r, Text(r), hint, disabled=None if r == FIRST else only, beware=beware)


@part
def _left(state: State, r: Railroad) -> Text:
    """Beside a railroad: how many cubes of its colour are left."""
    colour = state.networks[r].colour
    return say("{n} {colour} left", n=state.cubes_left(colour), colour=say(colour))


@part
def _common_hint(state: State, r: Railroad) -> Text:
    """Beside one whose Common share may be auctioned: its President, too, who is told of each of them."""
    owner = state.president(r)
    whose = [say(_PRESIDENT, who=Who(owner))] if owner else []
    return joined([*whose, _left(state, r)], " · ")


def _only_common(state: State) -> list[Text]:
    """Which one would be auctioned, where there is no other to choose."""
    available = state.with_common()
    owner = state.president(available[0]) if len(available) == 1 else None
    if owner is None:
        return []
    return [say("Only the {r}'s ({president}).", r=available[0], president=say(_PRESIDENT, who=Who(owner)))]


def _presidential(state: State, seat: Seat, only: Refusal | None) -> Offer:
    move, purse = PresidentialExpansion, seat_account(seat)
    own = tuple(r for r in state.networks if state.president(r) == seat)
    choices = tuple(Choice(r, Text(r), hint=_left(state, r), disabled=_no_cube(state, seat, r)) for r in own)
    cash = state.cash(seat)
    most = {form.most_cubes(state, r, cash) for r in own}
    tip = counted(
        "At most {n} cube, ${cost}, from your ${cash}.",
        "At most {n} cubes, ${cost} each, from your ${cash}.",
        n=max(most, default=0),
        cost=CUBE_COST,
        cash=cash,
    )
    if len(most) > 1:  # one of them runs out of cubes before the money is spent
        words = phrase("${cost} a cube: your ${cash} pays for {n}, if so many of its colour are left.")
        tip = say(words, n=cash // CUBE_COST, cost=CUBE_COST, cash=cash)
    fields: list[OfferField] = [narrowed(move, "railroad", choices=choices)]
    empty = state.ruled("empty_presidential_expansion", "allowed")
    for r in own:
        fields += form.fields_of(move, state, r, purse, chartered=False, when={"railroad": r}, empty=empty)
    # once there is a railroad that may reach a city
    fields += (replace(field, when={"railroad": own}) for field in form.new_railroads(move, state))
    none: Refusal | None = refused("You hold no Charter share")
    if choices:
        none = choices[0].disabled if all(choice.disabled for choice in choices) else None
    return Offer(
        move,
        seat,
        say("Presidential Expansion"),
        tuple(fields),
        help=tip,
        unchecked=form.UNCHECKED,
        disabled=only or none,
        sought=True,
    )


@part
def _no_cube(state: State, seat: Seat, r: Railroad) -> Refusal | None:
    """Why not one cube can be placed; a table may allow that (ruling `empty_presidential_expansion`)."""
    cash, colour = state.cash(seat), state.networks[r].colour
    if state.ruled("empty_presidential_expansion", "allowed"):
        return None
    if cash < CUBE_COST:
        words = phrase("A cube costs ${cost}; ${cash} is too little")
        return costly(words, cash=cash, cost=CUBE_COST)
    no_cube = refused("No {colour} cubes left", colour=say(colour))
    return None if state.cubes_left(colour) else no_cube


def charter(minutes: Minutes[State], current: Seat, move: Charter) -> None:
    """A Charter share is put up for auction; what is bound to fail is said before anybody bids."""
    r = move.railroad
    minutes.say("{who} auctions the {r}'s Charter", who=Who(current), r=r)
    if r in minutes.state.networks:
        # The host has told a colour or cubes of a railroad that nobody has chartered.
        railroads.take_off(minutes, r)
    railroads.beware(minutes, form.warnings(minutes.state, r))
    _put_up(
        minutes, current, r, "charter", say("Put the {r}'s Charter share in the Current Auction box", r=r)
    )


def auction_common(minutes: Minutes[State], current: Seat, move: AuctionCommon) -> None:
    """A Common share is put up for auction; the Charter is turned over."""
    r = move.railroad
    minutes.say("{who} auctions the Common share of the {r}", who=Who(current), r=r)
    _put_up(minutes, current, r, "common", say("Put the {r}'s Common share in the Current Auction box", r=r))
    turned(minutes, r, Text("$3"))


def _put_up(minutes: Minutes[State], current: Seat, r: Railroad, share: Share, words: Text) -> None:
    minutes.hands("place_share", words, railroad=r, share=share, pieces=[share_of(r, share)])
    auction = minutes.state.auctioned(r, current, NO_MINIMUM)
    minutes.state = minutes.state.changed(phase=Bidding(auction, share))


def turned(minutes: Minutes[State], r: Railroad, side: Text) -> None:
    """The owner of the Charter share turns it over."""
    if owner := minutes.state.president(r):
        words = say("{who} turns the {r}'s Charter to its {side} side", who=Who(owner), r=r, side=side)
        minutes.hands("turn_share", words, seat=owner, railroad=r, pieces=[f"side:{r}"])


def presidential(minutes: Minutes[State], current: Seat, move: PresidentialExpansion) -> None:
    """The President's own money builds.

    :raises RuleError: `rule` if no cube is placed (ruling `empty_presidential_expansion`).
    """
    if not move.rural and not move.cities and minutes.state.ruled("empty_presidential_expansion", "refused"):
        raise forbidden(say("Place at least one cube"), "Presidential Expansion")
    expansion.build(minutes, move, move.railroad, seat_account(current), chartered=False)
    over(minutes, current)


def pass_turn(minutes: Minutes[State], current: Seat) -> None:
    """Nothing is done. When more than half have passed in a row, it is told how near the end of the game is."""
    number, seats = minutes.state.passes + 1, minutes.state.seats
    words = phrase("{who} passes; {n} of {all} in a row, and at {all} the game ends")
    near = say(words, who=Who(current), n=number, all=seats) if seats / 2 < number < seats else None
    minutes.say_large(say("{who} passes", who=Who(current)), near)
    over(minutes, current, passed=True)


def over(minutes: Minutes[State], current: Seat, *, passed: bool = False, chartered: bool = False) -> None:
    """The current player's action is over; play passes to the left of that player, whoever won an auction.

    passed: it was a pass, or counts as one; chartered: a railroad was chartered and has built (End of Game).
    """
    state, passes = minutes.state, minutes.state.passes + 1 if passed else 0
    phase: Turn | Over = Turn(Seat(current % state.seats + 1))
    if chartered and len(state.on_board()) == len(COLOURS):
        minutes.say("cubes of all six colours are on the board: the game is over")
        phase = Over("colours")
    elif passes >= state.seats:
        minutes.say("everyone has passed in a row: the game is over")
        phase = Over("passes")
    minutes.state = state.changed(begun=True, passes=passes, phase=phase)
