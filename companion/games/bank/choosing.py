"""What a seat may choose among at a table of the bank alone: who pays, who is paid, which company."""

from __future__ import annotations

from companion.games.bank.boxes import BankBox
from companion.mechanisms.game_state import seats_to
from companion.vocabulary.ledger import BANK, railroad_account, seat_account
from companion.vocabulary.offers import Choice, Refusal, called
from companion.words.text import Who, say
from companion.words.values import Seat

UNKNOWN = Refusal("invalid", say("This table has nothing by that name"))


class Chooser:
    """What a seat may choose among, at a table of this kind."""

    def __init__(self, box: BankBox, seats: int, seat: Seat, act_for: str, bank_open: str) -> None:
        self.box, self.seat = box, seat
        self.seats = seats_to(seats)
        self.anyone = act_for == "anyone"
        closed = Refusal("host-only", say("Only the host takes money from the bank"))
        self.closed = closed if bank_open == "host" else None
        self.companies = tuple(called(str(company.id)) for company in box.companies)

    def players(self, *, own: bool = False) -> tuple[Choice, ...]:
        """own: only what this seat may speak for can be chosen."""
        return tuple(
            Choice(
                seat_account(seat), say("{who}", who=Who(seat)), disabled=self._foreign(seat) if own else None
            )
            for seat in self.seats
        )

    def _foreign(self, seat: Seat) -> Refusal | None:
        if self.anyone or seat == self.seat:
            return None
        return Refusal("not-your-seat", say("Only {who} can pay that", who=Who(seat)))

    def treasuries(self) -> tuple[Choice, ...]:
        return tuple(Choice(railroad_account(r), say("{name}", name=str(r))) for r in self.box.order)

    def bank(self, closed: Refusal | None = None) -> Choice:
        return Choice(BANK, say("The bank"), disabled=closed)


def worded(words: dict[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, say(label)) for value, label in words.items())
