"""What everybody may do at any time. Only an auction's own moves, and the end, wait for something."""

from __future__ import annotations

from dataclasses import replace

from companion.games.bank import asking, dealing
from companion.games.bank.choosing import UNKNOWN, Chooser, worded
from companion.games.bank.moves import (
    AcceptRequest,
    Auctioned,
    DeclineRequest,
    EndGame,
    Pay,
    RequestMoney,
    Roll,
)
from companion.games.bank.state import Asked, Selling, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import seat_account
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, called, narrowed
from companion.words.text import Text, phrase, say
from companion.words.values import Railroad, Seat

STYLES = {"ascending": phrase("Until all but one pass"), "once_around": phrase("Once around")}


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now: an auction's bids, to pay, answers to what waits for one, and all the rest."""
    if state.finished:
        return ()
    selling = isinstance(state.phase, Selling)
    bids = _bids(state, state.phase) if isinstance(state.phase, Selling) else ()
    answers = tuple(each for asked in state.asked for each in _answers(state, asked))
    backs = tuple(_back(state, asked) for asked in state.asked)
    pays, rest = _pays(state), _rest(state)
    if selling:
        rest = tuple(each for each in rest if each.move is not Auctioned)
    end = () if selling else (_end(state),)
    return (*bids, *pays, *answers, *backs, *rest, *end)


def _bids(state: State, selling: Selling) -> tuple[Offer, ...]:
    """A bid of nothing has to be said: where no minimum was, none stands on Confirm."""
    bids = hammer.offers(selling.auction, state.cash)
    return bids if selling.auction.least_bid else tuple(map(_unsaid, bids))


def _unsaid(offer: Offer) -> Offer:
    if offer.move is not hammer.Bid:
        return offer
    return replace(offer, fields=tuple(replace(field, default=None) for field in offer.fields))


@part
def _pays(state: State) -> tuple[Offer, ...]:
    return tuple(_always(state, seat)[0] for seat in state.all_seats)


@part
def _rest(state: State) -> tuple[Offer, ...]:
    """What is open to each seat all the time besides."""
    return tuple(each for seat in state.all_seats for each in _rest_of(state, seat))


def _rest_of(state: State, seat: Seat) -> tuple[Offer, ...]:
    box = state.box
    _, asks, others = _always(state, seat)
    deals = (dealing.trade(state, seat), *dealing.dividends(state, seat)) if box.companies else ()
    tracks = (dealing.marker(state, seat),) if box.tracks else ()
    return (*asks, *deals, *tracks, *others)


@part
def _always(state: State, seat: Seat) -> tuple[Offer, tuple[Offer, ...], tuple[Offer, ...]]:
    """What is the very same all evening: to pay; to ask for money; an auction and a roll."""
    table = _Table(state.box, state.seats, seat, state.act_for, state.bank_open)
    asks = (table.request(),) if state.seats > 1 else ()
    return table.pay(), asks, (table.auction(), table.roll(state.dice))


class _Table(Chooser):
    """What does not depend on who has what."""

    def pay(self) -> Offer:
        payees = (*self.players(), self.bank(), *self.treasuries())
        label, wanted = say("To"), say("Who gets the money")
        to = narrowed(Pay, "to", label=label, wanted=wanted, choices=payees, other=UNKNOWN)
        payers = (*self.players(own=True), self.bank(self.closed), *self.treasuries())
        usual = seat_account(self.seat)
        from_ = narrowed(Pay, "from", choices=payers, default=usual, other=UNKNOWN, aside=True)
        # Who pays stands beside the title: what is folded away is called by what only stands there.
        fields = (to, narrowed(Pay, "amount"), narrowed(Pay, "why", aside=True), from_)
        return Offer(Pay, self.seat, say("Pay"), fields, anytime=True, tiles="to")

    def request(self) -> Offer:
        others = tuple(each for each in self.players() if each.value != seat_account(self.seat))
        from_ = narrowed(RequestMoney, "from", choices=others, other=UNKNOWN, wanted=say("Who pays"))
        fields = (from_, narrowed(RequestMoney, "amount"), narrowed(RequestMoney, "why", aside=True))
        help_ = say("No money moves until they accept.")
        return Offer(RequestMoney, self.seat, say("Ask for money"), fields, help_, anytime=True)

    def auction(self) -> Offer:
        anybody = (*self.players(), *self.treasuries(), self.bank())
        lots = (*self.companies, Choice(None, say("Something else")))
        usual = Choice(None, say("The company, else the bank") if self.companies else say("The bank"))
        company = narrowed(Auctioned, "company", choices=lots, required=True, other=UNKNOWN)
        fields = (
            *((company,) if self.companies else ()),
            narrowed(Auctioned, "what", required=True, when={"company": None} if self.companies else None),
            narrowed(Auctioned, "style", choices=worded(STYLES), default="ascending"),
            narrowed(Auctioned, "minimum", default=0, aside=True),
            narrowed(Auctioned, "pays_to", choices=(usual, *anybody), other=UNKNOWN, aside=True),
            *self._openers(),
        )
        return Offer(
            Auctioned,
            self.seat,
            say("Auction"),
            fields,
            anytime=True,
            tiles="company" if self.companies else "",
        )

    def _openers(self) -> tuple[OfferField, ...]:
        """Whoever auctions opens the bidding; where it goes around once that is the player to the left, so that whoever
        offers bids last (Southern Pacific, Auction Stock)."""
        left = Seat(self.seat % len(self.seats) + 1)
        usual = (("ascending", self.seat), ("once_around", left))
        return tuple(
            narrowed(Auctioned, "opener", default=opener, aside=True, when={"style": style})
            for style, opener in usual
        )

    def roll(self, dice: tuple[int, ...]) -> Offer:
        faces = narrowed(Roll, "dice", least=len(dice), most=len(dice), faces=dice)
        return Offer(Roll, self.seat, say("Roll the dice"), (faces,), anytime=True, aside=True)


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


@part
def _end(state: State) -> Offer:
    """Cash, and each certificate that a player holds at its value, in the box's unit. How many are held stands beside
    it."""
    companies = tuple(called(str(company), _counted(state, company)) for company in state.box.order)
    unit = f"{state.box.unit.prefix}{state.box.unit.suffix}".strip()
    label = say("Value of a certificate, in {unit}", unit=unit) if unit else say("Value of a certificate")
    # of the first company that has none yet: what it is counted in stands above
    worth = say("Value of a certificate")
    values = narrowed(
        EndGame,
        "values",
        label=label,
        choices=companies,
        required=False,
        asked=True,
        other=UNKNOWN,
        wanted=worth,
    )
    told = say("Cash plus each certificate at its value. Treasuries do not count.")
    end = say("End the game")
    fields = (values,) if companies else ()
    return Offer(EndGame, Seat(1), end, fields, told, confirm=end, anytime=True, host=True, aside=True)


def _counted(state: State, company: Railroad) -> Text:
    if held := sum(state.held(seat, company) for seat in state.all_seats):
        return say("{n} held", n=held)
    return say("nobody holds one")
