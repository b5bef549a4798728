"""Which move does what; all of them are open to everybody at any time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.bank import boxes, dividends, ending, lots, moves, payments
from companion.games.bank.state import Selling, State
from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.ledger import seat_of
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.words.errors import invalid, not_now
from companion.words.text import say
from companion.words.values import Seat


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds`, `not-your-seat` for what no offer can express.
    """
    minutes = Minutes(state)
    if does := _AT_ANY_TIME.get(type(move)):
        does(minutes, move)
        lots.look_again(minutes)
    else:
        _of_auction_or_end(minutes, move)
    return minutes.played()


_AT_ANY_TIME: Mapping[type[Move], Callable[..., None]] = {
    moves.Pay: payments.pay,
    moves.RequestMoney: payments.request_money,
    moves.AcceptRequest: payments.accept_request,
    moves.DeclineRequest: payments.decline_request,
    moves.Trade: payments.trade,
    moves.Dividend: dividends.dividend,
    moves.SetTrack: ending.set_track,
    moves.Roll: ending.roll,
}
"""What does not ask whether an auction is on."""


def _of_auction_or_end(minutes: Minutes[State], move: Move) -> None:
    match (minutes.state.phase, move):
        case (Selling() as phase, Bid() | Pass() | AuctionResult()):
            lots.bid(minutes, phase, move)
        case (Selling(), _):
            raise not_now(say("An auction is running"))
        case (_, moves.Auctioned()):
            lots.put_up(minutes, move)
        case (_, moves.EndGame()):
            ending.end_game(minutes, move)
        case _:
            raise not_now(say("You can't do that now"))


def check_facts(state: State, move: Move) -> None:
    """What is wrong with a move whatever is on offer: half of what it must say, or a request that is not there.

    :raises RuleError: `invalid`, `not-now`, `not-your-seat`.
    """
    match move:
        case moves.Dividend():
            dividends.check(state, move)
        case moves.Auctioned():
            lots.check(move)
        case moves.RequestMoney():
            payments.check_request(move)
        case moves.AcceptRequest() | moves.DeclineRequest():
            payments.check_answer(state, move)
        case moves.SetTrack():
            ending.track_of(state, move)
        case moves.Trade():
            payments.check_traders(state, move)
        case _:
            pass


def entered(state: State, move: Move, by_host: bool) -> Move:
    """A trade says whether both have agreed."""
    return payments.entered(state, move, by_host) if isinstance(move, moves.Trade) else move


def meant(state: State, sent: Mapping[str, object]) -> Seat | None:
    """The seat that a move sent by the host is for: the payer's, or that of whoever was asked."""
    kind, number = sent.get("type"), sent.get("request")
    if kind == moves.Pay.TYPE.name:
        found = seat_of(sent.get("from"))
        return found if found is not None and 1 <= found <= state.seats else None
    if kind in (moves.AcceptRequest.TYPE.name, moves.DeclineRequest.TYPE.name):
        return next((asked.of for asked in state.asked if asked.id == number), None)
    return None


def resolved(options: Mapping[str, object], seats: int) -> dict[str, object]:
    """The box in full, and what everybody begins with.

    :raises RuleError: `invalid` where the box cannot be so, or nobody says how much money there is.
    """
    box = boxes.read(options["box"])
    cash = options.get("starting_cash")
    if cash is None:
        cash = box.starting_cash(seats)
    if cash is None:
        raise invalid("options.starting_cash", say("How much money does each player start with?"))
    return {**options, "box": boxes.written(box), "starting_cash": cash}
