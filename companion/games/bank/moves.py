"""The moves of the bank alone, each described once."""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanisms.auction import AuctionResult, Bid, Pass
from companion.vocabulary.moves import (
    Move,
    choice,
    choices,
    count,
    dice,
    flag,
    money,
    move,
    seat,
    shares,
    text,
)
from companion.words.values import HIGHEST, MOST_DICE, MOST_FACES, Money, Railroad, Seat

_WHY = 60
_LETTERS = 60
"""Characters of a reason, and of what is auctioned in words."""
_CERTIFICATES = 99


@move("pay", "Pay")
class Pay(Move):
    """Money from one account to another, or as much to each of several."""

    to: tuple[str, ...] = choices("Paid to", least=1, single=True)
    amount: Money = money("Amount", least=1)
    from_: str | None = choice("From", optional=True)
    why: str = text("What for", most=_WHY, optional=True)


@move("request_money", "Ask for money")
class RequestMoney(Move):
    """Another player is asked for money; no money moves until they accept."""

    from_: str = choice("From")
    amount: Money = money("Amount", least=1)
    why: str = text("What for", most=_WHY, optional=True)


@move("accept_request", "Accept")
class AcceptRequest(Move):
    """Yes to a request: it is paid, or traded, now."""

    request: int = count("Request", least=1, most=HIGHEST)


@move("decline_request", "Decline")
class DeclineRequest(Move):
    """No to a request; whoever asked takes it back so."""

    request: int = count("Request", least=1, most=HIGHEST)


@move("trade", "Trade certificates")
class Trade(Move):
    """Certificates one way, their price the other. Between two players the other one has to accept."""

    company: Railroad = choice("Company")
    count: int = count("How many", least=1, most=_CERTIFICATES)
    from_: str = choice("From")
    to: str = choice("To")
    price: Money = money("Total price", optional=True)
    paid_to: str | None = choice("Paid to", optional=True)
    agreed: bool | None = flag("Both have agreed", default=None)


@move("dividend", "Dividend")
class Dividend(Move):
    """So much a certificate, or a total over a number of them, rounded for each."""

    company: Railroad = choice("Company")
    per_share: Money | None = money("Per certificate", optional=True, least=1)
    total: Money | None = money("Total", optional=True, least=1)
    divisor: str | None = choice("Divided by", among=("sold", "all", "number"), optional=True)
    number: int | None = count("Divided by", least=1, most=_CERTIFICATES, optional=True)
    rounding: str | None = choice("Rounded", among=("up", "down"), optional=True)
    payer: str = choice("Paid by", among=("bank", "treasury"))
    treasury_too: bool = flag("Pay the treasury for its own certificates too")


@move("set_track", "Move a marker")
class SetTrack(Move):
    """The number on a track changes."""

    track: str = choice("Track")
    of: str | None = choice("Of", optional=True)
    value: int = count("Value", most=HIGHEST)


@move("auction", "Auction")
class Auctioned(Move):
    """A certificate of a treasury, or anything else, comes under the hammer."""

    company: Railroad | None = choice("Company", optional=True)
    what: str = text("What", most=_LETTERS, optional=True)
    style: str = choice("How", among=("ascending", "once_around"))
    opener: Seat | None = seat("Who opens", optional=True)
    minimum: Money | None = money("Minimum bid", optional=True)
    pays_to: str | None = choice("Paid to", optional=True)


@move("roll", "Roll the dice")
class Roll(Move):
    """The table's dice, rolled by the companion or by hand."""

    dice: tuple[int, ...] = dice("Dice", draw="dice", count=1, most=MOST_DICE, faces=MOST_FACES)


@move("end_game", "End the game")
class EndGame(Move):
    """Cash, and each certificate at its value; treasuries count for nothing."""

    values: Mapping[str, int] | None = shares("Value of a certificate", most=HIGHEST, optional=True)


MOVES = (
    Pay,
    RequestMoney,
    AcceptRequest,
    DeclineRequest,
    Trade,
    Dividend,
    SetTrack,
    Auctioned,
    Bid,
    Pass,
    AuctionResult,
    Roll,
    EndGame,
)
