"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas.known import Atlas, Change
from companion.games.gulf_mobile_ohio import box, expansion, form, moves, sales, turn
from companion.games.gulf_mobile_ohio import railroads as stack
from companion.games.gulf_mobile_ohio.box import cubes_of
from companion.games.gulf_mobile_ohio.state import Bidding, Choosing, Expanding, Network, Over, State, Turn
from companion.mechanisms import auction as hammer
from companion.vocabulary.board import Instruction, Unseen, lay_out
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import BANK, BOX, MONEY, Ledger, seat_account
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.errors import invalid, not_now
from companion.words.text import counted, joined, phrase, say
from companion.words.values import Railroad, Seat


def setup(setup: Setup) -> State:
    """Money, cubes and eight railroads laid out; the start player begins (Setup). The bank's notes are not counted."""
    cash = box.BOX["cash"][str(setup.seats)]
    purses = [(seat_account(Seat(n)), MONEY, cash) for n in range(1, setup.seats + 1)]
    cubes = [(BOX, cubes_of(colour), number) for colour, number in box.COLOURS.items()]
    state = State(
        seats=setup.seats,
        rulings=setup.rulings,
        ledger=Ledger.opened([(BANK, MONEY, -cash * setup.seats), *purses, *cubes]),
        atlas=setup.atlas,
        phase=Turn(Seat(setup.options["start_player"])),
    )
    for railroad in box.STARTING:
        state = state.with_shares(railroad)
    return state


def setting_up(state: State) -> tuple[Instruction, ...]:
    """Cubes, markers and the shares of the railroads that start available (Setup); the money stays in the box."""
    piles, railroads = len(state.available), box.listed(state.available)
    cubes = [say("{n} {colour}", n=number, colour=say(colour)) for colour, number in box.COLOURS.items()]
    words = phrase(
        "Lay out {n} piles below the board, each a Charter share, its $5 side up, on its Common share: {railroads}"
    )
    return lay_out(
        say("Put a cube on each coloured box of the board: {cubes}", cubes=joined(cubes, ", ")),
        say("Put the Common Share Sale Marker on Start"),
        say("Put each player's Victory Point Marker on 0 of the score track"),
        say(words, n=piles, railroads=railroads),
        say("Put the other shares in a stack beside the board"),
    )


def unseen(state: State) -> tuple[Unseen, ...]:
    """Which rural hexes a railroad's cubes are on: moves tell only how many."""
    return tuple(_rural(r, network) for r, network in state.networks.items() if network.rural)


def _rural(r: Railroad, network: Network) -> Unseen:
    number, words = network.rural, say(network.colour)
    ask = counted("{n} {colour} cube: where?", "{n} {colour} cubes: where?", n=number, colour=words)
    return Unseen(f"rural:{r}", say("Rural hexes of the {r}", r=r), ask=ask, railroad=r)


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first; shares from the stack by anybody at any time."""
    first: tuple[Offer, ...]
    match state.phase:
        case Turn(seat=current):
            first = turn.offers(state, current)
        case Bidding(auction=auction, share=share):
            needed = box.LEAST_PRICE if share == "charter" else None
            words = phrase("Bid for {r} Charter") if share == "charter" else phrase("Bid for {r} Common")
            label = say(words, r=auction.railroad)
            unbid = sales.all_pass(state, auction, share)
            current, first = auction.opener, hammer.offers(auction, state.cash, needed, label, unbid=unbid)
        case Choosing(current=current) as phase:
            first = sales.colour_offers(state, phase)
        case Expanding(current=current) as phase:
            first = sales.building_offers(state, phase)
        case Over():
            return ()
    return (*first, *stack.offers(state, current))


def check_facts(state: State, move: Move) -> None:
    """Names and letters are looked at; printed is asked for only where a railroad starts in a city that is not known.

    :raises RuleError: `invalid` for a railroad nobody knows, or a name that is a near miss; `facts-needed`.
    """
    match move:
        case moves.Charter() | moves.AuctionCommon() | moves.PresidentialExpansion() if (
            move.railroad not in state.railroads()
        ):
            raise invalid("railroad", say("There is no railroad {r}", r=repr(move.railroad)[:40]))
        case moves.Expand() | moves.PresidentialExpansion():
            cities = expansion.named(state, move)
            stack.check_letters(state, move, stack.read_rows(state, move.new_railroads), "new_railroads")
            if isinstance(move, moves.Expand):
                form.ask_start(state, move, cities)
        case moves.MakeAvailable():
            stack.check_letters(state, move, (stack.read_move(state, move),), "railroad")
        case _:
            pass


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(state if isinstance(move, moves.MakeAvailable) else state.changed(unable=()))
    match (state.phase, move):
        case (_, moves.MakeAvailable()):
            stack.make_available(minutes, move)
        case (Turn(seat=seat), moves.Charter()):
            turn.charter(minutes, seat, move)
        case (Turn(seat=seat), moves.AuctionCommon()):
            turn.auction_common(minutes, seat, move)
        case (Turn(seat=seat), moves.PresidentialExpansion()):
            turn.presidential(minutes, seat, move)
        case (Turn(seat=seat), moves.PassTurn()):
            turn.pass_turn(minutes, seat)
        case (Bidding() as phase, hammer.Bid() | hammer.Pass() | hammer.AuctionResult()):
            _bidding(minutes, phase, move)
        case (Choosing() as phase, moves.ChooseColour()):
            sales.take_colour(minutes, phase, box.Colour(move.colour), move)
        case (Expanding() as phase, moves.Expand()):
            sales.expand(minutes, phase, move)
        case (Choosing() | Expanding(share="charter") as phase, moves.CancelCharter()):
            sales.called_off(minutes, phase, move)
        case _:
            raise not_now(say("You can't do that now"))
    return minutes.played()


def _bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or the result of an auction held aloud."""
    after = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    if not after.over:
        minutes.state = minutes.state.changed(phase=replace(phase, auction=after))
        return
    minutes.state = minutes.state.changed(phase=replace(phase, auction=after), unable=after.unable)
    if phase.share == "charter":
        sales.charter_sold(minutes, after, move)
    else:
        sales.common_sold(minutes, after)


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a railroad whose start city has a cube already is available at once.

    :raises RuleError: `invalid` for what can be no railroad's letters.
    """
    minutes = Minutes(state.changed(atlas=atlas))
    of_railroads = [change for change in changes if change.section == "railroads"]
    for change in of_railroads:
        stack.letters(state, change.row, "facts.railroads")
    if not state.finished:
        stack.come_in(minutes, stack.reached(minutes.state))
    for change in of_railroads:
        if change.fact == "bonus":
            stack.beware(minutes, stack.plus_doubts(Railroad(change.row), change.new))
    return minutes.played()
