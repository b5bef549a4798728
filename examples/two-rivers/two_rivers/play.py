"""Set-up, what may be done, and what it does."""

from __future__ import annotations

from companion.mechanisms import auction as hammer
from companion.mechanisms import box_file
from companion.mechanisms.dividend import pay_each_share
from companion.mechanisms.game_state import Over
from companion.mechanisms.laying_out import laid_out
from companion.mechanisms.sale import sold
from companion.vocabulary.board import Instruction
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import BANK, BOARD, Ledger, cubes, railroad_account
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, called, choosing, costly, refused
from companion.words.errors import not_now
from companion.words.text import Who, say
from companion.words.values import Railroad, Seat, clockwise
from two_rivers.moves import BOX, ORDER, Build, PutUp, Rest
from two_rivers.state import COST, CUBES, ROUNDS, SHARES, Bidding, State, Turn


def setup(setup: Setup) -> State:
    """Money, shares and cubes (Preparing)."""
    notes = box_file.notes_of(BOX)
    holdings = laid_out(
        seats=setup.seats,
        cash=BOX["cash"][str(setup.seats)],
        paper_total=sum(note * number for note, number in notes.items()),
        railroads=ORDER,
        shares=SHARES,
        track_cubes=CUBES,
    )
    first = Seat(setup.options["first"])
    return State(setup.seats, setup.rulings, Ledger.opened(holdings), setup.atlas, Turn(first), first)


def setting_up(state: State) -> tuple[Instruction, ...]:
    """What hands lay out (Preparing)."""
    return box_file.setting_up(BOX, shares=SHARES, cubes=CUBES - 1)


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    match state.phase:
        case Bidding(auction=auction):
            return hammer.offers(auction, state.cash)
        case Turn(seat=seat):
            up = tuple(_to_put_up(state, seat, railroad) for railroad in ORDER)
            to_build = tuple(_to_build(state, seat, railroad) for railroad in ORDER)
            return (
                choosing(PutUp, "railroad", seat, say("Put up a share"), up),
                choosing(Build, "railroad", seat, say("Build"), to_build),
                Offer(Rest, seat, say("Do nothing")),
            )
        case _:
            return ()


def _to_put_up(state: State, seat: Seat, railroad: Railroad) -> Choice:
    minimum, cash = state.income(railroad), state.cash(seat)
    no = None if state.unsold(railroad) else refused("All its shares are sold")
    if cash < minimum:
        no = no or costly("{who} has ${cash}", who=Who(seat), cash=cash)
    return called(railroad, say("from ${minimum}", minimum=minimum), no)


def _to_build(state: State, seat: Seat, railroad: Railroad) -> Choice:
    no = None
    if not state.held(seat, railroad):
        no = refused("{who} has no share of it", who=Who(seat))
    elif not state.cubes_left(railroad):
        no = refused("All its cubes are on the board")
    elif state.treasury(railroad) < COST:
        no = costly("Its treasury has ${treasury}", treasury=state.treasury(railroad))
    return called(railroad, say("${cost} from its treasury", cost=COST), no)


def play(state: State, move: Move) -> Played[State]:
    """A move that stands among the offers, carried out."""
    minutes = Minutes(state.changed(unable=()))
    match state.phase, move:
        case Bidding() as phase, hammer.Bid() | hammer.Pass() | hammer.AuctionResult():
            bidding(minutes, phase, move)
        case Turn(seat=seat), PutUp(railroad=railroad):
            minutes.say("{who} puts up a share of the {r}", who=Who(seat), r=railroad)
            auction = state.auctioned(railroad, seat, state.income(railroad))
            minutes.state = minutes.state.changed(phase=Bidding(auction, seat))
        case Turn(seat=seat), Build(railroad=railroad):
            build(minutes, railroad)
            go_on(minutes, seat)
        case Turn(seat=seat), Rest():
            minutes.say("{who} does nothing", who=Who(seat))
            go_on(minutes, seat)
        case _:
            raise not_now(say("You can't do that now"))
    return minutes.played()


def bidding(minutes: Minutes[State], phase: Bidding, move: Move) -> None:
    """A bid, a pass, or how the auction ended aloud (A turn)."""
    auction = hammer.taken(minutes, phase.auction, move, minutes.state.cash)
    minutes.state = minutes.state.changed(phase=Bidding(auction, phase.seat), unable=auction.unable)
    if auction.over:
        sold(minutes, auction)
        go_on(minutes, phase.seat)


def build(minutes: Minutes[State], railroad: Railroad) -> None:
    """A cube for $4 (Building)."""
    account = railroad_account(railroad)
    minutes.pay(account, BANK, COST, say("a cube of the {r}", r=railroad))
    minutes.pay(account, BOARD, 1, say("a cube of the {r}", r=railroad), cubes(railroad))
    income = minutes.state.income(railroad)
    minutes.say("The {r} builds: ${income} a share from now on", r=railroad, income=income)
    minutes.hands("place_cube", say("Put one {r} cube on the board", r=railroad), railroad=railroad)


def go_on(minutes: Minutes[State], seat: Seat) -> None:
    """The next player's turn; after the last one dividends, and a new round (Dividends, The end)."""
    state = minutes.state
    following = clockwise(state.seats, seat)[0]
    if following != state.first:
        minutes.state = state.changed(phase=Turn(following))
        return
    for railroad in ORDER:
        each = state.income(railroad)
        formula = say("${each} per share", each=each)
        pay_each_share(
            minutes, railroad=railroad, seats=state.seats, per_share=each, payer=BANK, formula=formula
        )
    minutes.say("dividends of round {n} are paid", n=state.round)
    if state.round == ROUNDS:
        minutes.state = minutes.state.changed(phase=Over())
    else:
        minutes.state = minutes.state.changed(phase=Turn(following), round=state.round + 1)
