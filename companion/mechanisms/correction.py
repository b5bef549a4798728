"""A correction, carried out: what is counted is posted, so that nothing comes from nothing, and each figure is set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.atlas.known import known_place
from companion.mechanisms.auction import Auction
from companion.mechanisms.game_state import G, GameState
from companion.vocabulary.figures import Figure, find
from companion.vocabulary.ledger import (
    BOARD,
    MONEY,
    Account,
    Commodity,
    account_owner,
    certificates,
    commodity_words,
    cubes,
    railroad_account,
    seat_account,
)
from companion.vocabulary.minutes import Correction, Minutes, Played
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad

Figures = Callable[[G], Iterable[Figure[G]]]
"""All that can be corrected of a state."""
CORRECTION = say("correction")
"""Why something is posted."""


def post_all(minutes: Minutes[G], correction: Correction) -> None:
    """The postings of a correction. Each is named: the log shows no other trace of a certificate that moved.

    :raises RuleError: `insufficient-funds` for an overdraft.
    """
    for posting in correction.postings:
        source, target = account_owner(posting.source), account_owner(posting.target)
        if posting.commodity == MONEY:
            amount = f"{posting.amount}{minutes.state.ledger.suffix}"
            minutes.say("${amount} from {source} to {target}", amount=amount, source=source, target=target)
        else:
            what, n = commodity_words(posting.commodity), posting.amount
            minutes.say("{what} from {source} to {target}: {n}", what=what, source=source, target=target, n=n)
        minutes.pay(posting.source, posting.target, posting.amount, posting.why, posting.commodity)


def plain(figures: Figures[G], laid: Mapping[Railroad, int]) -> Callable[[G, Correction], Played[G]]:
    """How a correction is carried out in a game in which nothing else follows from it. laid: as in `keep`."""

    def corrected(state: G, said: Correction) -> Played[G]:
        minutes = begin(state, said, figures)
        keep(minutes.state, laid=laid, to_begin=())
        return minutes.played()

    return corrected


def of_railroads(correction: Correction, *names: str) -> frozenset[Railroad]:
    """The railroads of which a correction says one of these figures."""
    said = (of.partition(":") for of, name, _ in correction.figures if name in names)
    return frozenset(Railroad(which) for kind, _, which in said if kind == "railroad")


def level(minutes: Minutes[G], account: Account, other: Account, what: Commodity, wanted: int) -> None:
    """Bring an account to `wanted` by a posting from or to another one. For money that is hidden only the difference is
    said."""
    held, owner = minutes.state.ledger.of(account, what), account_owner(account)
    more = wanted - held
    suffix = minutes.state.ledger.suffix
    if what == MONEY and account in minutes.state.ledger.unseen:
        minutes.say(_difference(owner, more, f"{abs(more)}{suffix}"))
    elif more and what == MONEY:
        words, letters = _becomes(account), account_owner(account, by_letters=True)
        minutes.say(words, owner=letters, old=f"{held}{suffix}", new=f"{wanted}{suffix}")
    elif more:
        called = commodity_words(what)
        minutes.say("{owner}: {what} {old} → {new}", owner=owner, what=called, old=held, new=wanted)
    move(minutes, account, other, more, what)


def move(
    minutes: Minutes[G], account: Account, other: Account, more: int, what: Commodity, why: Text = CORRECTION
) -> None:
    """Post `more` to an account from another one; where it is negative, the other way round."""
    source, target = (other, account) if more > 0 else (account, other)
    minutes.pay(source, target, abs(more), why, what)


def _becomes(account: Account) -> str:
    """How it is said that money is set: of a railroad there are other figures in dollars, too."""
    if account.startswith("railroad:"):
        return phrase("{owner} treasury ${old} → ${new}")
    return phrase("{owner}: ${old} → ${new}")


def _difference(owner: Text, more: int, amount: str) -> Text:
    if not more:
        return say("{owner}: no change", owner=owner)
    words = phrase("{owner}: ${amount} more") if more > 0 else phrase("{owner}: ${amount} less")
    return say(words, owner=owner, amount=amount)


def begin(state: G, correction: Correction, figures: Figures[G]) -> Minutes[G]:
    """A correction, carried out but for what follows from it.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    minutes = Minutes(state)
    post_all(minutes, correction)
    set_all(minutes, correction.figures, figures)
    return minutes


def set_all(minutes: Minutes[G], rows: Iterable[tuple[Account, str, int]], figures: Figures[G]) -> None:
    """Each figure becomes what the host says, one after the other. They are listed anew for each row, so that a setter
    may stand on the state that its figure was made of.

    :raises RuleError: `invalid` for a figure that is not tracked, `insufficient-funds` for an overdraft.
    """
    for of, name, wanted in rows:
        figure = find(figures(minutes.state), of, name)
        if figure is None or not _may_be(figure, name, wanted):
            raise invalid("set", say("The app does not track {name} of {of}", name=name, of=of))
        if figure.set is not None:
            figure.set(minutes, wanted)
        elif figure.set_one is not None:
            figure.set_one(minutes, _one(minutes.state, figure, name), wanted)
        else:
            assert figure.what is not None
            assert figure.other is not None
            level(minutes, figure.of, figure.other, figure.what, wanted)


def _one(state: G, figure: Figure[G], name: str) -> str:
    """Which of a family a row names; a place as it is written on the board."""
    which, places = name.removeprefix(figure.name), figure.places
    return known_place(state.atlas, which, at="set", places=places) if places else which


def _may_be(figure: Figure[G], name: str, wanted: int) -> bool:
    if figure.what is not None and figure.other is None and figure.set is None:
        return False
    if figure.closed and name.removeprefix(figure.name) not in (figure.names or ()):
        return False
    return not (figure.choices or figure.bounded) or figure.least <= wanted <= figure.most


def keep(state: G, *, laid: Mapping[Railroad, int], to_begin: Iterable[Railroad]) -> None:
    """Check that the table can go on from there.

    laid: how many cubes of each railroad lie on the board for sure; to_begin: railroads that keep a share to be
    auctioned and a cube to build with.

    :raises RuleError: `rule`.
    """
    ledger = state.ledger
    for r, number in laid.items():
        if ledger.of(BOARD, cubes(r)) < number:
            raise forbidden("{n} cubes of the {r} lie on the board", n=number, r=r)
    for r in to_begin:
        if not all(ledger.of(railroad_account(r), what) for what in (certificates(r), cubes(r))):
            raise forbidden("The {r} has not started: it keeps a share and a cube", r=r)
    if state.auction:
        keep_auction(state, certificates(state.auction.railroad))


def keep_auction(state: G, what: Commodity) -> None:
    """Check that an auction can go on: the share under the hammer is there, the highest bid can be paid, and everybody
    who is still in can bid.

    :raises RuleError: `rule`.
    """
    auction, ledger = state.auction, state.ledger
    if auction is None:
        return
    seller = railroad_account(auction.railroad) if auction.seller is None else seat_account(auction.seller)
    if not ledger.of(seller, what):
        words = phrase("A share of the {r} is being auctioned; end the auction or undo it first")
        raise forbidden(words, r=auction.railroad)
    keep_bidders(state, auction)


def keep_bidders(state: GameState, auction: Auction) -> None:
    """Check that the highest bid can be paid, and that everybody who is still in can bid.

    :raises RuleError: `rule`.
    """
    for seat in auction.still_in:
        bid = auction.high_bid if seat == auction.high_seat else None
        if bid is not None and state.cash(seat) < bid:
            raise forbidden("{who} has bid ${bid}; undo the bid first", who=Who(seat), bid=bid)
        if bid is None and state.cash(seat) < auction.least_bid:
            words = phrase("{who} could no longer bid ${bid}; they must pass first")
            raise forbidden(words, who=Who(seat), bid=auction.least_bid)
