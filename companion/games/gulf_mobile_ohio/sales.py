"""What is sold: a Charter share, with its railroad's colour and first track, or why it comes to nothing; a Common
share, with its expansion, the Common Share Sale Marker, and dividends on every second sale."""

from __future__ import annotations

from collections import Counter

from companion.games.gulf_mobile_ohio import box, expansion, form, turn
from companion.games.gulf_mobile_ohio.box import SHARES, Colour, Share, cube_in, cubes_of, listed, share_of
from companion.games.gulf_mobile_ohio.moves import CancelCharter, ChooseColour, Expand
from companion.games.gulf_mobile_ohio.state import Choosing, Expanding, Network, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.auction import Auction
from companion.mechanisms.parts import part
from companion.vocabulary.board import Marker
from companion.vocabulary.ledger import BANK, BOX, railroad_account, seat_account
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, narrowed
from companion.words.text import Fact, Text, Who, joined, phrase, say
from companion.words.values import Money, Railroad, Seat

MARKER = "common_share"


def expand(minutes: Minutes[State], phase: Expanding, move: Expand) -> None:
    """Track for the money on the share; what remains of it goes to the bank."""
    r, chartered = phase.railroad, phase.share == "charter"
    done = expansion.build(minutes, move, r, railroad_account(r), chartered=chartered)
    _give_back(minutes, r, lost=not move.rural and not move.cities, done=done)
    if chartered:
        turn.over(minutes, phase.current, chartered=True)
    else:
        _move_marker(minutes, phase.current)


def _give_back(minutes: Minutes[State], r: Railroad, *, lost: bool = False, done: Text | None = None) -> None:
    """lost: all of it, since nothing was built. Beside dividends that is told large as well; in few words what is left,
    for it would have built more. done: what is built and left, which is to be read before what the dividends pay."""
    if rest := minutes.state.treasury(r):
        minutes.pay(railroad_account(r), BANK, rest, say("unspent money of the bid for the {r}", r=r))
        no_cube = say("no cube is placed, ${rest} goes to the bank", rest=rest)
        brief = (no_cube if minutes.state.sale_pays else None) if lost else say("${rest} unspent", rest=rest)
        words = say("unspent ${rest} goes to the bank", rest=rest)
        if done:
            minutes.say_late(words, brief, done)
            return
        minutes.say_sums(words, brief, None if lost else NOTHING)  # what is built is told with what is left


# --- Charter a Railroad --------------------------------------------------------------------------------------


def charter_sold(minutes: Minutes[State], auction: Auction, move: Move) -> None:
    """The highest bidder becomes President, unless the bid was too low to reach two cities."""
    r, current, president, price = auction.railroad, auction.opener, auction.high_seat, auction.high_bid
    if president is None or price is None or price < box.LEAST_PRICE:
        passed = form.counts_as_pass(minutes.state)
        cancel(minutes, r, current, passed=passed, cause=_too_low(minutes, auction, passed=passed))
        return
    who, why = Who(president), say("the {r}'s Charter", r=r)
    minutes.pay(seat_account(president), railroad_account(r), price, why)
    minutes.pay(railroad_account(r), seat_account(president), 1, why, share_of(r, "charter"))
    minutes.say("{who} wins the {r}'s Charter for ${price}", who=who, r=r, price=price)
    words = say("{who} takes the Charter share of the {r}, its $5 side up", who=who, r=r)
    own = say("Take the Charter share of the {r}, its $5 side up", r=r)
    pieces = [share_of(r, "charter")]
    minutes.hands("take_share", words, own, seat=president, railroad=r, share="charter", pieces=pieces)
    colours = minutes.state.most_left()
    choosing = Choosing(r, president, current, colours)
    if len(colours) > 1:
        minutes.state = minutes.state.changed(phase=choosing)
    elif colours:
        take_colour(minutes, choosing, colours[0], move)
    else:
        _lost(minutes, r, current, say("no cube is left"))


def _too_low(minutes: Minutes[State], auction: Auction, *, passed: bool) -> Text | None:
    """Say that too little was bid; what is told large of it, cause and effect in one."""
    r, seat, price = auction.railroad, auction.high_seat, auction.high_bid
    if seat is None or price is None:
        minutes.say("nobody bids for the {r}", r=r)
        return None
    facts: dict[str, Fact] = {"who": Who(seat), "price": price, "r": r, "least": box.LEAST_PRICE}
    words = phrase("{who}'s ${price} for the {r} is below ${least}")
    minutes.say_late(say(words, **facts), NOTHING)
    large = say("the {r}'s Charter is cancelled: {who}'s ${price} is below ${least}", **facts)
    return joined([large, _counts(auction.opener, passed=passed)])


def _counts(current: Seat, *, passed: bool) -> Text:
    return say("this counts as {who}'s pass", who=Who(current)) if passed else say("it is not a pass")


def colour_offers(state: State, phase: Choosing) -> tuple[Offer, ...]:
    """The tied colours, all of them: also one with which nothing can be built (Charter a Railroad)."""
    choices = tuple(_colour_choice(state, phase.railroad, colour) for colour in phase.colours)
    field = narrowed(ChooseColour, "colour", choices=choices)
    words = say("Choose the {r}'s colour", r=phase.railroad)
    return Offer(ChooseColour, phase.president, words, (field,)), _cancel_offer(phase.president)


@part
def _colour_choice(state: State, r: Railroad, colour: Colour) -> Choice:
    left, beware = say("{n} left", n=state.cubes_left(colour)), None
    if form.blocked(state, r, colour):
        words = phrase("Already in {cities}: another start city is needed")
        if r in box.NAMED:
            words = phrase("Already in {cities}: the Charter is cancelled")
        beware = say(words, cities=listed(state.usable_starts(r)))
    return Choice(colour, say(colour), left, beware=beware)


def take_colour(minutes: Minutes[State], phase: Choosing, colour: Colour, move: Move) -> None:
    """A cube on the Charter share, free; then the first track, if there can be any."""
    r = phase.railroad
    minutes.pay(BOX, railroad_account(r), 1, say("the colour of the {r}", r=r), cubes_of(colour))
    minutes.say("the {r} is {colour}", r=r, colour=say(colour))
    words = say("Put a {colour} cube on the {r}'s Charter share", colour=say(colour), r=r)
    facts = {
        "cube": colour,
        "railroad": r,
        "seat": phase.president,
        "pieces": [cube_in(colour, r, "charter")],
    }
    minutes.hands("place_cube", words, place="charter", **facts)
    minutes.state = state = minutes.state.with_network(r, Network(colour))
    blocked = form.blocked(state, r, colour)
    # The table is asked for another start city first. Lines of the first format were written when it was not.
    if blocked and (r in box.NAMED or move.format < 2):
        _lost(minutes, r, phase.current, form.colour_barred(state, r, colour))
        return
    if blocked:
        minutes.say(form.colour_barred(state, r, colour))
    if state.cubes_left(colour) < box.LEAST_CUBES:
        _lost(minutes, r, phase.current, expansion.left(state, colour))
        return
    minutes.state = state.changed(phase=Expanding(r, phase.president, phase.current, "charter"))


def _lost(minutes: Minutes[State], r: Railroad, current: Seat, why: Text) -> None:
    """Nothing can be built with what the Charter has: it is cancelled at once. why: told large with it."""
    minutes.say(why)
    minutes.hush()  # who has won it, and its colour: last of all it would read as if it were won after all
    large = say("the {r}'s Charter is cancelled: {why}", r=r, why=why)
    cancel(minutes, r, current, cause=joined([large, _counts(current, passed=True)]))


def building_offers(state: State, phase: Expanding) -> tuple[Offer, ...]:
    """To build; or that nothing is built, which of a railroad that is chartered only the map can demand."""
    build = form.offer(state, phase)
    if phase.share == "common":
        return build, form.no_cube(state, phase)
    hopeful = build.disabled is None and form.doubt(state, phase.railroad) is None
    return build, _cancel_offer(phase.builder, aside=hopeful)


def _cancel_offer(president: Seat, *, aside: bool = True) -> Offer:
    """Only the map knows whether there is a legal build. `aside`: there seems to be one."""
    words, fields = say("Cancel the Charter"), (narrowed(CancelCharter, "reason"),)
    tip = say(
        "Only if two cities can't be connected: money, share and cube go back, and it counts as a pass."
    )
    return Offer(CancelCharter, president, words, fields, help=tip, unchecked=form.UNCHECKED, aside=aside)


def called_off(minutes: Minutes[State], phase: Choosing | Expanding, move: CancelCharter) -> None:
    """The President says that the map leaves no legal build."""
    words = say("{r} can't reach two cities", who=Who(move.seat), r=phase.railroad)
    minutes.say(joined([words, say("{reason}", reason=move.reason)], ": ") if move.reason else words)
    cancel(minutes, phase.railroad, phase.current)


def cancel(
    minutes: Minutes[State], r: Railroad, current: Seat, *, passed: bool = True, cause: Text | None = None
) -> None:
    """The sale is cancelled: money, share and cube go back, and the current player has passed. cause: told large."""
    owner, account = minutes.state.president(r), railroad_account(r)
    whose = {} if owner is None else {"seat": owner}
    why = say("the {r} is not chartered", r=r)
    who = Who(current)
    if passed:
        large = cause or say("the {r}'s Charter is cancelled (a pass for {who})", r=r, who=who)
        minutes.say_large(say("the Charter is cancelled (a pass for {who})", who=who), large)
    else:
        large = cause or say("the {r}'s Charter is cancelled (not a pass)", r=r)
        minutes.say_large(say("the Charter is cancelled (not a pass)"), large)
    if owner is not None:
        paid = minutes.state.treasury(r)
        minutes.pay(account, seat_account(owner), paid, why)
        minutes.pay(seat_account(owner), account, 1, why, share_of(r, "charter"))
        if paid:
            minutes.say("{who} gets ${paid} back", who=Who(owner), paid=paid)
    if network := minutes.state.networks.get(r):
        minutes.pay(account, BOX, 1, why, cubes_of(network.colour))
        words = say("The {colour} cube on the {r}'s Charter goes back", colour=say(network.colour), r=r)
        pieces = [cube_in(network.colour, r, "charter")]
        there = {"told": True} if minutes.spare(pieces) else {}
        minutes.hands("return_cube", words, cube=network.colour, railroad=r, pieces=pieces, **whose, **there)
    minutes.state = minutes.state.without_network(r)
    # The share lies in the Current Auction box, or the winner has it.
    words = say("The {r}'s Charter share goes back to the available area", r=r)
    if owner is not None:
        words = say("{who} puts the {r}'s Charter share back into the available area", who=Who(owner), r=r)
    pieces = [share_of(r, "charter")]
    minutes.spare(pieces)
    minutes.hands("return_share", words, railroad=r, share="charter", pieces=pieces, **whose)
    turn.over(minutes, current, passed=passed)


# --- Auction a Common Share ----------------------------------------------------------------------------------


def common_sold(minutes: Minutes[State], auction: Auction) -> None:
    """The highest bidder takes the Common share and may build with the money; nobody bid: see ruling
    `common_all_pass`."""
    r, current = auction.railroad, auction.opener
    if auction.high_seat is None and minutes.state.ruled("common_all_pass", "unsold"):
        _stays_unsold(minutes, r, current)
        return
    winner, price = auction.high_seat or current, auction.high_bid or Money(0)
    who, why = Who(winner), say("the Common share of the {r}", r=r)
    minutes.pay(seat_account(winner), railroad_account(r), price, why)
    minutes.pay(railroad_account(r), seat_account(winner), 1, why, share_of(r, "common"))
    paid = say("{who} wins the Common share of the {r} for ${price}", who=who, r=r, price=price)
    minutes.say(paid if price else say("{who} gets the Common share of the {r} for free", who=who, r=r))
    words = say("{who} takes the Common share of the {r}", who=who, r=r)
    own = say("Take the Common share of the {r}", r=r)
    pieces = [share_of(r, "common")]
    minutes.hands("take_share", words, own, seat=winner, railroad=r, share="common", pieces=pieces)
    if form.most_cubes(minutes.state, r, price):
        minutes.state = minutes.state.changed(phase=Expanding(r, winner, current, "common"))
        return
    minutes.say("no cube is placed")
    _give_back(minutes, r)
    _move_marker(minutes, current)


def all_pass(state: State, auction: Auction, share: Share) -> hammer.Unbid | None:
    """What comes of it if nobody bids for a Common share, said to the opener, who would not take it for a pass, and to
    the last who may bid; None: there is nothing to say (ruling `common_all_pass`)."""
    if share == "charter" or auction.high_seat is not None:
        return None
    unsold = state.ruled("common_all_pass", "unsold")
    if auction.to_act != auction.opener:
        return hammer.last_pass(auction, free=not unsold)
    # of a pass, not of what stands in the form: it holds whichever amount is typed
    if unsold:
        return hammer.Unbid(say("Pass: unsold if all do"))
    words = say("Pass: {who} gets it free if all do", who=Who(auction.opener))  # the host may bid for them
    return hammer.Unbid(words, say("Pass: you get it free if all do"))


def _stays_unsold(minutes: Minutes[State], r: Railroad, current: Seat) -> None:
    a_pass = phrase("nobody bids; the Common share of the {r} stays unsold (a pass for {who})")
    minutes.say(a_pass, r=r, who=Who(current))
    words = say("The {r}'s Common share goes back to the available area", r=r)
    minutes.hands("return_share", words, railroad=r, share="common", pieces=[share_of(r, "common")])
    turn.turned(minutes, r, Text("$5"))
    turn.over(minutes, current, passed=True)


def _move_marker(minutes: Minutes[State], current: Seat) -> None:
    """The marker moves; on the 2 dividends are paid and it goes on to Start: one way for the hands."""
    old, space = minutes.state.marker, minutes.state.marker + 1
    words, pays = say("the Common Share Sale Marker moves to {n}", n=space), minutes.state.sale_pays
    minutes.goes(Marker(MARKER, old, 0 if pays else space, _marker_words), marker=MARKER)
    if pays:
        minutes.say_large(words, say("dividends are paid"))
        pay_dividends(minutes)
    else:
        minutes.say_late(words, say("Sale Marker to {n}", n=space))
    minutes.state = minutes.state.changed(marker=0 if pays else space)
    turn.over(minutes, current)


def _marker_words(old: int | None, new: int | None) -> Text:
    """Where it goes; where it stands everybody sees."""
    to_start = say("Move the Common Share Sale Marker to Start")
    return say("Move the Common Share Sale Marker to {n}", n=new) if new else to_start


def pay_dividends(minutes: Minutes[State]) -> None:
    """$5 to each Charter whose Common has not been sold, $3 to every other Charter and every Common."""
    state, paid = minutes.state, Counter[Seat]()
    charter, common = phrase("dividend of the {r}'s Charter"), phrase("dividend of the {r}'s Common")
    for r in state.available:
        for share in SHARES:
            owner, amount = state.holder(r, share), state.dividend(r, share)
            if owner is not None and r in state.networks:
                why = say(charter if share == "charter" else common, r=r)
                minutes.pay(BANK, seat_account(owner), amount, why)
                paid[owner] += amount
    each = [say("{who} ${sum}", who=Who(seat), sum=paid[seat]) for seat in sorted(paid)]
    minutes.say_sums(say("dividends: {each}", each=joined(each, ", ")), NOTHING)
