"""Money reckoned a second time, plainly: written from the rulebooks, it calls no code of the program that it checks.
It is told what was entered and what is printed on the board, and says who must have what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Move = Mapping[str, Any]
Board = Callable[[str], Mapping[str, Mapping[str, Any]]]
"""What is known of the printed board, section by section."""
BANK, TABLE, BOX = "bank", "board", "box"


def up(total: int, parts: int) -> int:
    """A part of a total, rounded up."""
    whole, rest = divmod(total, parts)
    return whole + 1 if rest else whole


def seat(number: int) -> str:
    return f"seat:{number}"


def railroad(name: str) -> str:
    return f"railroad:{name}"


def share(name: str) -> str:
    return f"share:{name}"


def cube(name: str) -> str:
    return f"cube:{name}"


@dataclass
class Lot:
    """What is being auctioned."""

    what: str
    opener: int
    bidders: list[int]
    least: int
    then: Callable[[Lot], None]
    pays_to: str
    seller: int | None = None
    once: bool = False
    price: int | None = None
    winner: int | None = None
    out: set[int] = field(default_factory=set)


class Plain:
    """A game's table, as far as money, certificates and pieces go. Each move is a method of its name; a move without
    a method moves nothing."""

    board: Board

    def __init__(self, begin: Mapping[str, Any], board: Board) -> None:
        self.board = board
        self.number: int = begin["seats"]
        self.seats = range(1, self.number + 1)
        self.options, self.rulings = begin["options"], begin["rulings"]
        self.held: Counter[tuple[str, str]] = Counter()
        self.added: Counter[tuple[str, str]] = Counter()
        """What the host has added to what is reckoned."""
        self.lot: Lot | None = None
        self.ended = False
        self.by_host = True
        """Has the host entered the move?"""
        self.set_up()

    def set_up(self) -> None:
        raise NotImplementedError

    def figures(self) -> dict[tuple[str, str], int]:
        """What else is shown of railroads and players, by whose it is and its name."""
        return {}

    def counts(self, whose: str, what: str) -> bool:
        """Is it known who has that?"""
        return True

    def may_begin_again(self) -> bool:
        """Do the figures that are shown say all that is counted?"""
        return not self.ended

    def end(self) -> None:
        """What is paid when the game is over."""

    # --- what is entered

    def take(self, move: Move, board: Board, *, over: bool, by_host: bool) -> None:
        """A move was made; over: the game is over with it."""
        self.board, self.by_host = board, by_host
        kind = move["type"]
        if kind == "correct":
            self.correct(move)
        elif kind in ("bid", "pass", "auction_result"):
            self.hammer(move)
        elif (does := getattr(self, kind, None)) is not None:
            does(move)
        self.look_again()
        if over and not self.ended:
            self.ended = True
            self.end()

    def look_again(self) -> None:
        """What follows from any move."""

    def correct(self, move: Move) -> None:
        """Postings as they are given; if somebody's money changes, the difference comes from the bank or goes there."""
        for row in move.get("postings", ()):
            self.post(row["from"], row["to"], row["amount"], row.get("what", "money"))
        for row in move.get("set", ()):
            if row["name"] in ("cash", "treasury"):
                self.post(BANK, row["of"], row["value"] - self.money(row["of"]))
            else:
                whose = (row["of"], row["name"])
                self.added[whose] = 0
                self.added[whose] = row["value"] - self.figures()[whose]

    # --- who has what

    def post(self, source: str, target: str, amount: int, what: str = "money") -> None:
        self.held[source, what] -= amount
        self.held[target, what] += amount

    def money(self, whose: str) -> int:
        return self.held[whose, "money"]

    def shares(self, name: str) -> dict[int, int]:
        """How many each player has, without those who have none."""
        counted = {one: self.held[seat(one), share(name)] for one in self.seats}
        return {one: number for one, number in counted.items() if number}

    def sold(self, name: str) -> int:
        return sum(self.shares(name).values())

    def to_holders(self, name: str, each: int, payer: str = BANK) -> None:
        for one, number in self.shares(name).items():
            self.post(payer, seat(one), each * number)

    def left_of(self, one: int) -> int:
        return one % self.number + 1

    def around(self, first: int) -> list[int]:
        """Everybody, clockwise."""
        return [(first - 1 + step) % self.number + 1 for step in range(self.number)]

    # --- auctions

    def put_up(
        self,
        what: str,
        opener: int,
        least: int,
        then: Callable[[Lot], None],
        *,
        pays_to: str = "",
        **more: Any,
    ) -> None:
        bidders = [one for one in self.around(opener) if one != more.get("seller")]
        self.lot = Lot(what, opener, bidders, least, then, pays_to or railroad(what), **more)
        self.go_on()

    def go_on(self) -> None:
        """Who cannot bid any more is out; when nobody is left to bid, it is sold."""
        lot = self.lot
        if lot is None:
            return
        least = lot.least if lot.price is None else lot.price + 1
        to_come = [one for one in lot.bidders if one not in lot.out and one != lot.winner]
        lot.out.update(one for one in to_come if self.money(seat(one)) < least)
        if not set(to_come) - lot.out:
            self.knock_down(lot)

    def knock_down(self, lot: Lot) -> None:
        self.lot = None
        lot.then(lot)

    def hammer(self, move: Move) -> None:
        lot = self.lot
        assert lot is not None, "nothing is under the hammer"
        if move["type"] == "auction_result":
            lot.winner, lot.price = move["winner"], move.get("amount") if move["winner"] else None
            self.knock_down(lot)
            return
        if move["type"] == "pass":
            lot.out.add(move["seat"])
        else:
            if lot.once and lot.winner:
                lot.out.add(lot.winner)  # each has one bid
            lot.winner, lot.price = move["seat"], move["amount"]
        self.go_on()

    def sell(self, lot: Lot, winner: int, price: int) -> None:
        """The price one way, the share the other."""
        self.post(seat(winner), lot.pays_to, price)
        self.post(seat(lot.seller) if lot.seller else railroad(lot.what), seat(winner), 1, share(lot.what))
