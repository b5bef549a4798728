"""Corrections of what is counted: the difference is posted, so that nothing comes from nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.atlas.known import Atlas, known_place
from companion.mechanisms.auction import Auction
from companion.vocabulary.figures import Figure
from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    MONEY,
    Account,
    Commodity,
    Ledger,
    account_owner,
    certificates,
    commodity_words,
    cubes,
    railroad_account,
    seat_account,
)
from companion.vocabulary.minutes import Correction, Minutes, S
from companion.vocabulary.moves import Link
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, Who, phrase, plain, say
from companion.words.values import Railroad, Seat

Tracks = Mapping[Railroad, tuple[Link, ...]]


def post_all(minutes: Minutes[S], correction: Correction) -> None:
    """The postings of a correction. Each is named: the log shows no other trace of a certificate that moved.

    :raises RuleError: `insufficient-funds` for an overdraft.
    """
    for posting in correction.postings:
        source, target = account_owner(posting.source), account_owner(posting.target)
        if posting.commodity == MONEY:
            amount = f"{posting.amount}{minutes.state.ledger.suffix}"
            minutes.say(
                say("${amount} from {source} to {target}", amount=amount, source=source, target=target)
            )
        else:
            what, n = commodity_words(posting.commodity), posting.amount
            minutes.say(
                say("{what} from {source} to {target}: {n}", what=what, source=source, target=target, n=n)
            )
        minutes.pay(posting.source, posting.target, posting.amount, posting.why, posting.commodity)


def of_railroads(correction: Correction, *names: str) -> frozenset[Railroad]:
    """The railroads of which a correction says one of these figures."""
    said = (of.partition(":") for of, name, _ in correction.figures if name in names)
    return frozenset(Railroad(which) for kind, _, which in said if kind == "railroad")


def level(minutes: Minutes[S], account: Account, other: Account, what: Commodity, wanted: int) -> None:
    """Bring an account to `wanted` by a posting from or to another one. Of money that the table does not see only the
    difference is said."""
    held, owner = minutes.state.ledger.of(account, what), account_owner(account)
    more = wanted - held
    suffix = minutes.state.ledger.suffix
    if what == MONEY and account in minutes.state.ledger.unseen:
        minutes.say(_difference(owner, more, f"{abs(more)}{suffix}"))
    elif more and what == MONEY:
        minutes.say(
            say("{owner}: ${old} → ${new}", owner=owner, old=f"{held}{suffix}", new=f"{wanted}{suffix}")
        )
    elif more:
        called = commodity_words(what)
        minutes.say(say("{owner}: {what} {old} → {new}", owner=owner, what=called, old=held, new=wanted))
    source, target = (other, account) if more > 0 else (account, other)
    minutes.pay(source, target, abs(more), say("correction"), what)


def _difference(owner: Text, more: int, amount: str) -> Text:
    if not more:
        return say("{owner}: no difference", owner=owner)
    words = phrase("{owner}: ${amount} more") if more > 0 else phrase("{owner}: ${amount} less")
    return say(words, owner=owner, amount=amount)


def seat_of(of: Account, seats: int) -> Seat | None:
    """The seat an account belongs to, if it is one of this table."""
    kind, _, which = of.partition(":")
    return Seat(int(which)) if kind == "seat" and which.isdigit() and 1 <= int(which) <= seats else None


def railroad_of(of: Account, railroads: tuple[Railroad, ...]) -> Railroad | None:
    """The railroad an account belongs to."""
    kind, _, which = of.partition(":")
    return Railroad(which) if kind == "railroad" and which in railroads else None


def set_seat(
    minutes: Minutes[S], seat: Seat, name: str, wanted: int, railroads: tuple[Railroad, ...]
) -> bool:
    """`cash`, or how many shares of a railroad (`KP`, `shares.KP`); False for any other figure."""
    stock = name.removeprefix("shares.").removeprefix("share:")
    if name == "cash":
        level(minutes, seat_account(seat), BANK, MONEY, wanted)
    elif stock in railroads:
        railroad = Railroad(stock)
        level(minutes, seat_account(seat), railroad_account(railroad), certificates(railroad), wanted)
    else:
        return False
    return True


def set_railroad(minutes: Minutes[S], railroad: Railroad, name: str, wanted: int) -> bool:
    """`treasury` or `cubes_left`; False for any other figure."""
    account = railroad_account(railroad)
    if name == "treasury":
        level(minutes, account, BANK, MONEY, wanted)
    elif name == "cubes_left":
        level(minutes, account, BOARD, cubes(railroad), wanted)
    else:
        return False
    return True


def keep_auction(ledger: Ledger, auction: Auction, what: Commodity) -> None:
    """An auction goes on as it stands: the share under the hammer is there, the highest bid can be paid, and who is
    still in can bid.

    :raises RuleError: `rule`.
    """
    seller = railroad_account(auction.railroad) if auction.seller is None else seat_account(auction.seller)
    if not ledger.of(seller, what):
        raise forbidden(
            say(
                "A share of the {r} is under the hammer; end the auction or undo it first", r=auction.railroad
            )
        )
    for seat in auction.still_in:
        if seat == auction.high_seat and auction.high_bid is not None:
            if ledger.cash(seat) < auction.high_bid:
                bid = auction.high_bid
                raise forbidden(say("{who} has bid ${bid}; undo the bid first", who=Who(seat), bid=bid))
        elif ledger.cash(seat) < auction.least_bid:
            words = say(
                "{who} could not bid ${bid} any more; let them pass first",
                who=Who(seat),
                bid=auction.least_bid,
            )
            raise forbidden(words)


def keep_to_begin(ledger: Ledger, railroads: Iterable[Railroad]) -> None:
    """Railroads that are to begin yet keep a share to be auctioned, and a cube to build with.

    :raises RuleError: `rule`.
    """
    for r in railroads:
        if not all(ledger.of(railroad_account(r), what) for what in (certificates(r), cubes(r))):
            raise forbidden(say("The {r} has not begun: a share and a cube stay with it", r=r))


def keep_laid(ledger: Ledger, laid: Mapping[Railroad, int]) -> None:
    """Where a railroad is known to have built, a cube lies. laid: how many cubes of each are on the board for sure.

    :raises RuleError: `rule`.
    """
    for r, number in laid.items():
        if ledger.of(BOARD, cubes(r)) < number:
            raise forbidden(say("{n} cubes of the {r} lie on the board", n=number, r=r))


# --- links ---------------------------------------------------------------------------------------------


def link_named(atlas: Atlas, words: str) -> Link:
    """A link as it is written in a log: `A-B`, and `A-B (2)` for a second one between the same two cities.

    :raises RuleError: `invalid` for anything else and for a near miss, `rule` for twice the same city.
    """
    name, bracket, number = words.strip().removesuffix(")").rpartition(" (")
    numbered = bool(bracket) and number.isdecimal()
    parts = (name if numbered else words).split("-")
    pairs = [("-".join(parts[:at]), "-".join(parts[at:])) for at in range(1, len(parts))]
    if not pairs:
        raise invalid("set", say("{name} is no link: write both cities, such as A-B", name=words))
    # A city may be written with a hyphen itself.
    known = [pair for pair in pairs if all(plain(end) in atlas.spelled for end in pair)]
    a, b = (known_place(atlas, end, at="set", places="cities") for end in (known or pairs)[0])
    if a == b:
        raise forbidden(say("A link connects two cities"))
    return Link(a, b, int(number) if numbered else 1)


def hand_over(minutes: Minutes[S], tracks: Tracks, railroad: Railroad, link: Link, *, owned: bool) -> Tracks:
    """The tracks when a link is a railroad's, or nobody's; cubes go with it: one comes back to whoever had it,
    one of the new owner's goes on the board.

    :raises RuleError: `insufficient-funds` where no cube is left.
    """

    def is_it(one: Link) -> bool:
        return one.between(link) and one.number == link.number

    holder = next((r for r, track in tracks.items() if any(map(is_it, track))), None)
    if holder == railroad if owned else holder != railroad:
        return tracks
    why = say("correction")
    now = dict(tracks)
    if holder is not None:
        now[holder] = tuple(one for one in tracks[holder] if not is_it(one))
        minutes.pay(BOARD, railroad_account(holder), 1, why, cubes(holder))
    if owned:
        now[railroad] = (*now[railroad], link)
        minutes.pay(railroad_account(railroad), BOARD, 1, why, cubes(railroad))
    return now


def adjusted(figure: int, computed: int) -> Text:
    """A computed figure as a formula shows it: with what the host has added, if anything."""
    if figure == computed:
        return say("{figure}", figure=figure)
    added = f"{figure - computed:+}"
    return say("{figure} [{computed} {added} corrected]", figure=figure, computed=computed, added=added)


# --- what may be corrected -------------------------------------------------------------------------------


def bank_figure(ledger: Ledger) -> Figure:
    """What the bank has: who has the difference is for the host to say."""
    return Figure(BANK, "balance", say("Balance"), ledger.of(BANK), what=MONEY)


def seat_figures(ledger: Ledger, seats: Iterable[Seat], railroads: Iterable[Railroad]) -> Iterator[Figure]:
    """Cash, and shares of each railroad, as `set_seat` takes them."""
    for seat in seats:
        account = seat_account(seat)
        yield Figure(account, "cash", say("Cash"), ledger.of(account), what=MONEY, other=BANK)
        for r in railroads:
            what, home = certificates(r), railroad_account(r)
            words, held = say("Shares of the {r}", r=r), ledger.of(account, what)
            most = held + ledger.of(home, what)
            yield Figure(account, f"shares.{r}", words, held, most, what=what, other=home)


def unsold_figure(ledger: Ledger, railroad: Railroad) -> Figure:
    """Its unsold shares: who has the difference is for the host to say."""
    what, account = certificates(railroad), railroad_account(railroad)
    total = ledger.totals().get(what, 0)
    return Figure(account, "shares_unsold", say("Shares unsold"), ledger.of(account, what), total, what=what)


def railroad_figures(ledger: Ledger, laid: Mapping[Railroad, int]) -> Iterator[Figure]:
    """Treasury and cubes, as `set_railroad` takes them, and unsold shares. laid: as in `keep_laid`."""
    for r in laid:
        account, what = railroad_account(r), cubes(r)
        yield Figure(account, "treasury", say("Treasury"), ledger.of(account), what=MONEY, other=BANK)
        left = ledger.of(account, what)
        most = left + ledger.of(BOARD, what) - laid[r]
        yield Figure(account, "cubes_left", say("Cubes left"), left, most, what=what, other=BOARD)
        yield unsold_figure(ledger, r)


def told_anew(minutes: Minutes[S], what: Text, old: int, new: int) -> None:
    """A number of the table is another one now."""
    minutes.say(say("{what}: {old} → {new}", what=what, old=old, new=new))


def turn_told(minutes: Minutes[S], active: Seat) -> None:
    """It is somebody else's turn now."""
    minutes.say(say("it is {who}'s turn", who=Who(active)))


def turn_figure(of: Account, active: Seat, seats: int) -> Figure:
    """Whose turn it is."""
    choices = tuple((n, say("{who}", who=Who(Seat(n)))) for n in range(1, seats + 1))
    return Figure(of, "turn", say("Turn"), active, seats, 1, choices)


def untracked(of: Account, name: str) -> Exception:
    """That figure is not tracked; an `invalid` to raise."""
    return invalid("set", say("{name} of {of} is not tracked", name=name, of=of))
