"""How a table of the bank alone stands: who has what, which numbers stand on its tracks, who has asked for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.atlas.known import Atlas
from companion.games.bank.boxes import BankBox, Track, read
from companion.games.bank.moves import Trade
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import Ended, StockState, UnderTheHammer, seats_to
from companion.vocabulary.box import Setup
from companion.vocabulary.ledger import (
    BANK,
    MONEY,
    Account,
    Commodity,
    Ledger,
    certificates,
    railroad_account,
    seat_account,
)
from companion.vocabulary.records import UNWRITTEN, record
from companion.words.values import Money, Railroad, Seat


@record("Open")
@dataclass(frozen=True, slots=True)
class Open:
    """The bank is open."""


@record("Selling")
@dataclass(frozen=True, slots=True)
class Selling(UnderTheHammer):
    """The bank is open, and something is under the hammer."""

    auction: Auction
    what: str = ""
    """What is auctioned, in words, if it is no certificate."""


@record("Settled")
@dataclass(frozen=True, slots=True)
class Settled(Ended):
    """The game is over."""

    values: tuple[tuple[Railroad, Money], ...] = ()
    """What a certificate of each company was worth, of those that were worth anything."""
    held: tuple[tuple[Seat, Railroad, int], ...] = ()
    """Who was paid for how many of them."""


Phase = Open | Selling | Settled


@record("Deal")
@dataclass(frozen=True, slots=True)
class Deal:
    """Certificates from one account to another, and the price in all that is paid to somebody."""

    company: Railroad
    count: int
    source: Account
    target: Account
    price: int
    paid_to: Account

    @classmethod
    def of(cls, move: Trade) -> Deal:
        """What a move asks for."""
        paid_to = Account(move.paid_to or move.from_)
        return cls(move.company, move.count, Account(move.from_), Account(move.to), move.price or 0, paid_to)


@record("Asked")
@dataclass(frozen=True, slots=True)
class Asked:
    """A player was asked for money, or for a trade, and has not answered yet."""

    id: int
    seat: Seat
    """Who asked."""
    of: Seat
    """Who was asked."""
    amount: int
    why: str = ""
    deal: Deal | None = None


@record("State")
@dataclass(frozen=True, slots=True)
class State(StockState):
    """Everything the bank keeps."""

    seats: int
    rulings: Mapping[str, str] = field(metadata=UNWRITTEN)
    ledger: Ledger
    atlas: Atlas = field(metadata=UNWRITTEN)
    box: BankBox = field(metadata=UNWRITTEN)
    paper_total: int | None = field(metadata=UNWRITTEN)
    act_for: str = field(metadata=UNWRITTEN)
    bank_open: str = field(metadata=UNWRITTEN)
    dice: tuple[int, ...] = field(metadata=UNWRITTEN)
    tracks: Mapping[tuple[str, str], int]
    """The number on each track, by whose it is and what it is called."""
    phase: Phase = field(default_factory=Open)
    asked: tuple[Asked, ...] = ()
    """What nobody has answered yet."""
    requests: int = 0
    """How many there have been."""

    @property
    def owners(self) -> tuple[Account, ...]:
        """Everybody who can have money: the players, the companies, the bank."""
        return (*self.purses, BANK)

    @property
    def purses(self) -> tuple[Account, ...]:
        """Everybody who can have certificates: the players, the companies."""
        return (*map(seat_account, self.all_seats), *map(railroad_account, self.box.order))

    def priced(self, amount: int) -> str:
        """An amount as this box writes it."""
        return self.box.unit.of(amount)

    def on(self, track: Track, whose: Account) -> int:
        """The number that stands on a track."""
        return self.tracks[whose, track.name]

    def certificates_of(self, account: Account, company: Railroad) -> int:
        """How many certificates of a company somebody has."""
        return self.ledger.of(account, certificates(company))

    def counted(self, seat: Seat) -> int:
        """What a player's certificates were worth at the end; nothing before."""
        if not isinstance(self.phase, Settled):
            return 0
        values = dict(self.phase.values)
        return sum(number * values[company] for who, company, number in self.phase.held if who == seat)

    def holders_of(self, company: Railroad) -> tuple[tuple[Account, int], ...]:
        """Who has some of a company's certificates, its own treasury left out: players first, by seat."""
        own = railroad_account(company)
        held = (
            (account, self.certificates_of(account, company)) for account in self.purses if account != own
        )
        return tuple((account, number) for account, number in held if number)

    def printed(self, company: Railroad) -> int:
        """How many certificates of a company there are."""
        return next(each.certificates for each in self.box.companies if each.id == company)

    def standing_bid(self, account: Account) -> int:
        """What an account has bid and must be able to pay; 0: nothing."""
        auction = self.auction
        if auction is None or auction.high_seat is None or seat_account(auction.high_seat) != account:
            return 0
        return auction.high_bid or 0

    def under_the_hammer(self, account: Account, company: Railroad) -> bool:
        """Is one of a company's certificates that an account has up for auction?"""
        phase = self.phase
        selling = isinstance(phase, Selling) and not phase.what and phase.auction.railroad == company
        return selling and account == railroad_account(company)


def setup(setup: Setup) -> State:
    """Everybody has the starting money, every treasury its own, and all certificates lie with their companies."""
    options, box, seats = setup.options, read(setup.options["box"]), seats_to(setup.seats)
    limit = options.get("bank_limit")
    paper_total = box.paper_total if limit is None else limit
    paid = _paid_out(box, seats, options["starting_cash"])
    stock = [(railroad_account(each.id), certificates(each.id), each.certificates) for each in box.companies]
    bank = (BANK, MONEY, (paper_total or 0) - sum(amount for _, _, amount in paid))
    return State(
        seats=setup.seats,
        rulings=setup.rulings,
        ledger=Ledger.opened([bank, *paid, *stock]),
        atlas=setup.atlas,
        box=box,
        paper_total=paper_total,
        act_for=options["act_for"],
        bank_open=options["bank_open"],
        dice=tuple(options["dice"]),
        tracks={
            (owner, track.name): track.start(owner.partition(":")[2])
            for track in box.tracks
            for owner in box.owners(track, seats)
        },
    )


def _paid_out(box: BankBox, seats: Iterable[Seat], cash: int) -> list[tuple[Account, Commodity, int]]:
    """The money that players and companies begin with."""
    players = [(seat_account(seat), MONEY, cash) for seat in seats]
    return [*players, *((railroad_account(each.id), MONEY, each.treasury) for each in box.companies)]
