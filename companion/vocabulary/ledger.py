"""Double-entry bookkeeping of everything that is counted: money, certificates, cubes.

A posting takes from one account what it gives to another, so nothing is made and nothing is lost: the sum
of a commodity over all accounts never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NewType

from companion.vocabulary.records import UNWRITTEN, record
from companion.words.errors import too_poor
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Money, Railroad, Seat

Account = NewType("Account", str)
Commodity = NewType("Commodity", str)

MONEY = Commodity("money")
BANK = Account("bank")
BOX = Account("box")
"""The account of pieces that are not in play."""
BOARD = Account("board")


@cache
def seat_account(seat: Seat) -> Account:
    """A player's account: cash and certificates."""
    return Account(f"seat:{seat}")


def seat_of(account: object) -> Seat | None:
    """The player whose account it is; None: it is no player's."""
    kind, _, number = str(account).partition(":")
    return Seat(int(number)) if kind == "seat" and number.isdecimal() else None


@cache
def railroad_account(railroad: Railroad) -> Account:
    """A railroad's account: treasury, unsold certificates, unused cubes."""
    return Account(f"railroad:{railroad}")


@cache
def certificates(railroad: Railroad) -> Commodity:
    """The certificates (shares) of one railroad."""
    return Commodity(f"share:{railroad}")


@cache
def cubes(railroad: Railroad) -> Commodity:
    """The cubes of one railroad."""
    return Commodity(f"cube:{railroad}")


def account_owner(account: Account, *, by_letters: bool = False) -> Text:
    """An account in words: a player's name, a railroad ("the KP", or by its letters alone), or "the bank"."""
    kind, _, name = account.partition(":")
    match kind:
        case "seat":
            return say("{who}", who=Who(Seat(int(name))))
        case "railroad":
            return Text(name) if by_letters else say("the {railroad}", railroad=name)
        case _:
            return _OWNERS.get(account, Text(account))


_OWNERS = {BANK: say("the bank"), BOX: say("the box"), BOARD: say("the board")}


def commodity_words(what: Commodity) -> Text:
    """What is counted, in words: money, the shares of a railroad (or one of them, such as its Charter), its cubes or
    trains, or the cubes of a colour."""
    kind, _, name = what.partition(":")
    match kind:
        case "share":
            return say("shares of the {r}", r=name)
        case "cube":
            # Railroads are written in capitals.
            return (
                say("{colour} cubes", colour=say(name)) if name.islower() else say("cubes of the {r}", r=name)
            )
        case "train":
            return say("trains of the {r}", r=name)
        case _ if name:
            return say("{share} of the {r}", share=say(kind), r=name)
        case _:
            return say("money") if what == MONEY else Text(what)


@dataclass(frozen=True, slots=True)
class Posting:
    """`amount` (1 or more) of a commodity from one account to another, with the reason in words."""

    source: Account
    target: Account
    amount: int
    why: Text
    commodity: Commodity = MONEY


@record("Ledger")
@dataclass(frozen=True, slots=True)
class Ledger:
    """What every account holds. The bank's money may go below zero: the printed money has run short. So may money
    that the table does not see, for a refusal would tell how much there is; nothing else may."""

    holdings: Mapping[tuple[Account, Commodity], int] = field(default_factory=dict)
    suffix: str = field(default="", metadata=UNWRITTEN)
    """What stands after an amount of money in words, such as M where millions are counted."""
    unseen: frozenset[Account] = field(default=frozenset(), metadata=UNWRITTEN)
    """The accounts whose money nobody else sees."""

    @classmethod
    def opened(
        cls,
        holdings: Iterable[tuple[Account, Commodity, int]],
        suffix: str = "",
        unseen: Iterable[Account] = (),
    ) -> Ledger:
        """The ledger at set-up."""
        held = {(account, commodity): amount for account, commodity, amount in holdings if amount}
        return cls(held, suffix, frozenset(unseen))

    def of(self, account: Account, commodity: Commodity = MONEY) -> int:
        """What an account holds of a commodity; 0 when nothing was ever there."""
        return self.holdings.get((account, commodity), 0)

    def cash(self, seat: Seat) -> Money:
        """A player's cash in dollars."""
        return Money(self.holdings.get((seat_account(seat), MONEY), 0))

    def treasury(self, railroad: Railroad) -> Money:
        """A railroad's treasury in dollars."""
        return Money(self.holdings.get((railroad_account(railroad), MONEY), 0))

    def post(self, *postings: Posting) -> Ledger:
        """The ledger after these postings, in order.

        >>> ed = seat_account(Seat(1))
        >>> table = Ledger.opened([(ed, MONEY, 80), (BANK, MONEY, 2_370)])
        >>> table = table.post(Posting(ed, BANK, 20, Text("the ATSF")))
        >>> table.cash(Seat(1)), table.of(BANK)
        (60, 2390)

        :raises RuleError: `insufficient-funds` when an account would fall below zero that may not.
        """
        held = dict(self.holdings)
        for posting in postings:
            if posting.amount < 0:
                raise ValueError(f"a posting of {posting.amount}: swap its two sides instead")
            source, target = (posting.source, posting.commodity), (posting.target, posting.commodity)
            left = held.get(source, 0) - posting.amount
            if left < 0 and not self._may_fall_below(*source):
                raise too_poor(_short(posting, held.get(source, 0), self.suffix))
            held[source] = left
            held[target] = held.get(target, 0) + posting.amount
        return replace(self, holdings={key: amount for key, amount in held.items() if amount})

    def _may_fall_below(self, account: Account, commodity: Commodity) -> bool:
        return commodity == MONEY and (account == BANK or account in self.unseen)

    def totals(self) -> dict[Commodity, int]:
        """The sum of each commodity over all accounts. No posting changes it."""
        sums: dict[Commodity, int] = {}
        for (_, commodity), amount in self.holdings.items():
            sums[commodity] = sums.get(commodity, 0) + amount
        return {commodity: total for commodity, total in sums.items() if total}

    def holders(self, commodity: Commodity) -> Iterator[tuple[Account, int]]:
        """Every account that holds some of a commodity."""
        return ((account, n) for (account, what), n in self.holdings.items() if what == commodity)


def _short(posting: Posting, held: int, suffix: str) -> Text:
    owner = account_owner(posting.source)
    if posting.commodity == MONEY:
        return say(
            "${amount} is too much: {owner} has ${held}",
            amount=f"{posting.amount}{suffix}",
            owner=owner,
            held=f"{held}{suffix}",
        )
    kind, _, railroad = posting.commodity.partition(":")
    if kind == "share" and posting.source == railroad_account(Railroad(railroad)):
        words = phrase("{amount} is too many: the {r} has only {held} left")
        if held <= 0:
            words = phrase("{amount} is too many: no share of the {r} is left")
        return say(words, amount=posting.amount, r=railroad, held=held)
    return say(
        "{amount} is too many: {owner} has {held} {what}",
        owner=owner,
        held=held,
        what=commodity_words(posting.commodity),
        amount=posting.amount,
    )
