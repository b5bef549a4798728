"""What everybody may do at any time. Only an auction's own moves, and the end, wait for something."""

from __future__ import annotations

from functools import cache

from companion.games.bank import asking
from companion.games.bank.boxes import BankBox, Track
from companion.games.bank.ending import track_words
from companion.games.bank.moves import (
    AcceptRequest,
    Auctioned,
    DeclineRequest,
    Dividend,
    EndGame,
    Pay,
    RequestMoney,
    Roll,
    SetTrack,
    Trade,
)
from companion.games.bank.state import Asked, Selling, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.game_state import seats_to
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BANK, railroad_account, seat_account
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, called, narrowed
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Seat

UNKNOWN = Refusal("invalid", say("This table has nothing by that name"))
DIVISORS = {
    "sold": phrase("Those sold"),
    "all": phrase("All of them"),
    "number": phrase("A number"),
}
ROUNDED = {"up": phrase("Up"), "down": phrase("Down")}
PAYERS = {"bank": phrase("The bank"), "treasury": phrase("The treasury")}
STYLES = {"ascending": phrase("Until one is left"), "once_around": phrase("Once around")}


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now: an auction's bids, to pay, answers to what waits for one, and all the rest."""
    if state.finished:
        return ()
    selling = isinstance(state.phase, Selling)
    bids = hammer.offers(state.phase.auction, state.cash) if isinstance(state.phase, Selling) else ()
    answers = tuple(each for asked in state.asked for each in _answers(state, asked))
    backs = tuple(_back(state, asked) for asked in state.asked)
    always = tuple(
        each
        for seat in state.all_seats
        for each in _always(state.box, state.seats, seat, state.act_for, state.bank_open, state.dice)
        if not (selling and each.move is Auctioned)
    )
    end = () if selling else (_end(state.box),)
    pays = tuple(each for each in always if each.move is Pay)
    rest = tuple(each for each in always if each.move is not Pay)
    return (*bids, *pays, *answers, *backs, *rest, *end)


@cache
def _always(
    box: BankBox, seats: int, seat: Seat, act_for: str, bank_open: str, dice: tuple[int, ...]
) -> tuple[Offer, ...]:
    """What is open to a seat whatever has happened: the very same offers all evening."""
    table = _Table(box, seats, seat, act_for, bank_open)
    with_companies = (table.trade, table.dividend_each, table.dividend_total) if box.companies else ()
    asks = (table.request,) if seats > 1 else ()
    tracks = (table.track,) if box.tracks else ()
    made = (table.pay, *asks, *with_companies, *tracks, table.auction)
    return (*(each() for each in made), table.roll(dice))


class _Table:
    """What a seat may choose among, at a table of this kind."""

    def __init__(self, box: BankBox, seats: int, seat: Seat, act_for: str, bank_open: str) -> None:
        self.box, self.seat = box, seat
        self.seats = seats_to(seats)
        self.anyone = act_for == "anyone"
        closed = Refusal("host-only", say("Only the host takes money from the bank"))
        self.closed = closed if bank_open == "host" else None
        self.companies = tuple(called(str(company.id)) for company in box.companies)

    def _players(self, *, own: bool = False) -> tuple[Choice, ...]:
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

    def _treasuries(self) -> tuple[Choice, ...]:
        return tuple(Choice(railroad_account(r), say("{name}", name=str(r))) for r in self.box.order)

    def _bank(self, closed: Refusal | None = None) -> Choice:
        return Choice(BANK, say("The bank"), disabled=closed)

    def pay(self) -> Offer:
        to = narrowed(Pay, "to", choices=(*self._players(), self._bank(), *self._treasuries()), other=UNKNOWN)
        payers = (*self._players(own=True), self._bank(self.closed), *self._treasuries())
        usual = seat_account(self.seat)
        from_ = narrowed(Pay, "from", choices=payers, default=usual, other=UNKNOWN, aside=True)
        fields = (to, narrowed(Pay, "amount"), from_, narrowed(Pay, "why", aside=True))
        return Offer(Pay, self.seat, say("Pay"), fields, anytime=True, tiles="to")

    def request(self) -> Offer:
        others = tuple(each for each in self._players() if each.value != seat_account(self.seat))
        from_ = narrowed(RequestMoney, "from", choices=others, other=UNKNOWN)
        fields = (from_, narrowed(RequestMoney, "amount"), narrowed(RequestMoney, "why", aside=True))
        help_ = say("Nothing moves before they accept.")
        return Offer(RequestMoney, self.seat, say("Ask for money"), fields, help_, anytime=True)

    def trade(self) -> Offer:
        holders = (*self._treasuries(), *self._players())
        fields = (
            narrowed(Trade, "company", choices=self.companies, other=UNKNOWN),
            narrowed(Trade, "count", default=1),
            narrowed(Trade, "from", choices=holders, other=UNKNOWN),
            narrowed(Trade, "to", choices=holders, default=seat_account(self.seat), other=UNKNOWN),
            narrowed(Trade, "price", default=0),
            narrowed(Trade, "paid_to", choices=(*holders, self._bank()), other=UNKNOWN, aside=True),
            narrowed(Trade, "agreed", unasked=True),
        )
        help_ = say("Between two players it waits until the other one accepts.")
        return Offer(Trade, self.seat, say("Buy or sell certificates"), fields, help_, anytime=True)

    def _dividend(self, label: Text, *amount: OfferField) -> Offer:
        payers = (
            Choice("bank", say(PAYERS["bank"]), disabled=self.closed),
            *_worded({"treasury": PAYERS["treasury"]}),
        )
        fields = (
            narrowed(Dividend, "company", choices=self.companies, other=UNKNOWN),
            *amount,
            narrowed(Dividend, "payer", choices=payers, default="treasury" if self.closed else "bank"),
            narrowed(Dividend, "treasury_too", aside=True),
        )
        return Offer(Dividend, self.seat, label, fields, anytime=True)

    def dividend_each(self) -> Offer:
        each = narrowed(Dividend, "per_share", required=True)
        return self._dividend(say("Dividend per certificate"), each)

    def dividend_total(self) -> Offer:
        return self._dividend(
            say("Dividend from a total"),
            narrowed(Dividend, "total", required=True),
            narrowed(Dividend, "divisor", choices=_worded(DIVISORS), required=True, default="sold"),
            narrowed(Dividend, "number", required=True, when={"divisor": "number"}),
            narrowed(Dividend, "rounding", choices=_worded(ROUNDED), required=True, default="up"),
        )

    def track(self) -> Offer:
        names = tuple(dict.fromkeys(track.name for track in self.box.tracks))
        which = tuple(Choice(name, track_words(name)) for name in names)
        fields = [narrowed(SetTrack, "track", choices=which, other=UNKNOWN)]
        for name in names:
            tracks = [track for track in self.box.tracks if track.name == name]
            owners = tuple(each for track in tracks for each in self._owners(track))
            required = all(track.of != "table" for track in tracks)
            if owners:
                fields.append(
                    narrowed(
                        SetTrack, "of", choices=owners, required=required, when={"track": name}, other=UNKNOWN
                    )
                )
        fields.append(narrowed(SetTrack, "value"))
        return Offer(SetTrack, self.seat, say("Move a marker"), tuple(fields), anytime=True)

    def _owners(self, track: Track) -> tuple[Choice, ...]:
        return {"company": self._treasuries(), "seat": self._players(), "table": ()}[track.of]

    def auction(self) -> Offer:
        anybody = (*self._players(), *self._treasuries(), self._bank())
        lots = (*self.companies, Choice(None, say("Something else")))
        company = narrowed(Auctioned, "company", choices=lots, required=True, other=UNKNOWN)
        fields = (
            *((company,) if self.companies else ()),
            narrowed(Auctioned, "what", required=True, when={"company": None} if self.companies else None),
            narrowed(Auctioned, "style", choices=_worded(STYLES), default="ascending"),
            narrowed(Auctioned, "opener", default=self.seat, aside=True),
            narrowed(Auctioned, "minimum", default=0),
            narrowed(Auctioned, "pays_to", choices=anybody, other=UNKNOWN, aside=True),
        )
        return Offer(Auctioned, self.seat, say("Auction"), fields, anytime=True, aside=True)

    def roll(self, dice: tuple[int, ...]) -> Offer:
        faces = narrowed(Roll, "dice", least=len(dice), most=len(dice), faces=dice)
        return Offer(Roll, self.seat, say("Roll the dice"), (faces,), anytime=True, aside=True)


def _worded(words: dict[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, say(label)) for value, label in words.items())


@part
def _answers(state: State, asked: Asked) -> tuple[Offer, ...]:
    """No or yes, for who was asked."""
    what = asking.told(state, asked, "to answer")
    return (
        _answer(DeclineRequest, asked.of, say("Decline"), what, asked),
        _answer(AcceptRequest, asked.of, say("Accept"), what, asked),
    )


@part
def _back(state: State, asked: Asked) -> Offer:
    """For who asked, to ask no longer."""
    what = asking.told(state, asked, "own")
    return _answer(DeclineRequest, asked.seat, say("Take back"), what, asked)


def _answer(move: type[Move], seat: Seat, label: Text, what: Text, asked: Asked) -> Offer:
    """Answers to one request send its number, by which a page knows that they go together; the help says what it is."""
    which = narrowed(move, "request", least=asked.id, most=asked.id, default=asked.id, unasked=True)
    return Offer(move, seat, label, (which,), what, anytime=True)


@cache
def _end(box: BankBox) -> Offer:
    companies = tuple(called(str(company.id)) for company in box.companies)
    values = (
        (narrowed(EndGame, "values", choices=companies, required=False, other=UNKNOWN),) if companies else ()
    )
    help_ = say("Cash plus each certificate at its value. Treasuries don't count.")
    return Offer(EndGame, Seat(1), say("End the game"), values, help_, anytime=True, host=True, aside=True)
