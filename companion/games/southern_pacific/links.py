"""Build/Buy Track: which links may be built or bought, and what a sale must not cut off."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas import known_place, merge
from companion.errors import RuleError, forbidden, too_poor
from companion.games.southern_pacific import auctions
from companion.games.southern_pacific.box import LINK_COST, MOST_BUILDS, MOST_PURCHASES, ORDER
from companion.games.southern_pacific.moves import (
    AcceptSale,
    BuildLink,
    BuyLink,
    DeclineSale,
    NoLink,
    WithdrawSale,
)
from companion.games.southern_pacific.state import (
    FirstLink,
    Operating,
    Proposed,
    State,
    cubes_left,
    cut_off,
    home,
    incomes,
    label,
    network,
    owner,
)
from companion.ledger import BANK, BOARD, cubes, railroad_account
from companion.moves import Link
from companion.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.rules import Minutes
from companion.text import Text, Who, joined, say
from companion.values import Money, Railroad

HEADING = "Build/Buy Track"


# --- the first link ----------------------------------------------------------------------------------


def first_offers(state: State, phase: FirstLink) -> tuple[Offer, ...]:
    """One link out of the home city, free (Initial Auctions)."""
    railroad, city = phase.railroad, home(state, phase.railroad)
    cities = state.atlas.rows("cities")
    from_ = narrowed(
        BuildLink,
        "from",
        label=say("Home city") if city is None else say("From"),
        choices=tuple(Choice(c, Text(c)) for c in ([city] if city else cities)),
        open=city is None,
    )
    to = narrowed(BuildLink, "to", choices=tuple(_end(state, c) for c in cities if c != city), open=True)
    what = say("Build the {r}'s first link, free", r=railroad)
    no_link = Offer(
        NoLink,
        phase.seat,
        say("No link is open"),
        (narrowed(NoLink, "reason"),),
        help=say("Only when every link out of the home city is taken."),
        unchecked=("adjacency",),
    )
    return (Offer(BuildLink, phase.seat, what, (from_, to), unchecked=("adjacency",)), no_link)


def _end(state: State, city: str) -> Choice:
    number = sum(city in network(state, railroad) for railroad in ORDER)
    hint = say("{n} railroads", n=number) if number > 1 else say("1 railroad") if number else None
    return Choice(city, Text(city), hint=hint)


def build_first(minutes: Minutes[State], phase: FirstLink, move: BuildLink) -> None:
    """The free first link. Where nobody has read out the home yet, `from` is it."""
    state, railroad = minutes.state, phase.railroad
    link, city = _named(state, move), home(state, phase.railroad)
    if city is None:
        atlas, _ = merge(state.atlas, {"homes": {railroad: {"city": link.a}}, "cities": {link.a: {}}})
        minutes.state = replace(state, atlas=atlas)
    elif city not in (link.a, link.b):
        text = say("The {r}'s first link begins at its home, {city}", r=railroad, city=city)
        raise forbidden(text, "Initial Auctions")
    _check_open(state, link)
    minutes.say(say("{who}: the {r} builds {link}, free", who=Who(phase.seat), r=railroad, link=label(link)))
    _lay(minutes, railroad, link, state)
    auctions.go_on(minutes, phase.seat)


def no_first(minutes: Minutes[State], phase: FirstLink, move: NoLink) -> None:
    """The railroad begins without a link."""
    words = say("no link is open for the {r}", r=phase.railroad)
    minutes.say(joined([words, say("{reason}", reason=move.reason)], ": ") if move.reason else words)
    auctions.go_on(minutes, phase.seat)


# --- in an operation ---------------------------------------------------------------------------------


def offers(state: State, operating: Operating) -> tuple[Offer, ...]:
    """Building and buying, up to three each, in any mix."""
    return (_build_offer(state, operating), _buy_offer(state, operating))


def _build_offer(state: State, operating: Operating) -> Offer:
    railroad = operating.railroad
    return Offer(
        BuildLink,
        state.presidents[railroad],
        say("Build a link, ${cost}", cost=LINK_COST),
        _ends(state, railroad, BuildLink),
        help=say("{n} of {most} built in this operation.", n=operating.builds, most=MOST_BUILDS),
        unchecked=("adjacency",),
        disabled=_cannot_build(state, operating),
    )


def _ends(state: State, railroad: Railroad, cls: type[BuildLink]) -> tuple[OfferField, OfferField]:
    reached = network(state, railroad)
    others = [city for city in state.atlas.rows("cities") if city not in reached]
    from_ = tuple(Choice(city, Text(city)) for city in reached)
    to = tuple(_end(state, city) for city in (*others, *reached))
    # `from` may be a city beyond the railroad's own when `to` is one of them: a link has no direction.
    return (narrowed(cls, "from", choices=from_, open=True), narrowed(cls, "to", choices=to, open=True))


def _cannot_build(state: State, operating: Operating) -> Refusal | None:
    railroad = operating.railroad
    treasury = state.ledger.treasury(railroad)
    if operating.builds >= MOST_BUILDS:
        return Refusal("rule", say("{n} links are built in an operation at the most", n=MOST_BUILDS))
    if treasury < LINK_COST:
        words = say(
            "The {r} has ${treasury} and a link costs ${cost}", r=railroad, treasury=treasury, cost=LINK_COST
        )
        return Refusal("insufficient-funds", words)
    return _no_cube(state, railroad)


def _no_cube(state: State, railroad: Railroad) -> Refusal | None:
    return (
        None if cubes_left(state, railroad) else Refusal("rule", say("The {r} has no cube left", r=railroad))
    )


def _buy_offer(state: State, operating: Operating) -> Offer:
    railroad = operating.railroad
    treasury = state.ledger.treasury(railroad)
    sellers = [r for r in ORDER if r != railroad]
    refusal = _no_cube(state, railroad)
    if operating.purchases >= MOST_PURCHASES:
        refusal = Refusal("rule", say("{n} links are bought in an operation at the most", n=MOST_PURCHASES))
    poor = Refusal("insufficient-funds", say("The {r} has ${treasury}", r=railroad, treasury=treasury))
    fields: list[OfferField] = [
        narrowed(BuyLink, "seller", choices=tuple(_seller(state, railroad, r) for r in sellers)),
    ]
    for seller in sellers:
        when = {"seller": seller}
        ends = tuple(Choice(city, Text(city)) for city in _cities(state, seller))
        if ends:
            fields.append(narrowed(BuyLink, "from", choices=ends, open=True, when=when))
            fields.append(narrowed(BuyLink, "to", choices=ends, open=True, when=when))
    fields.append(narrowed(BuyLink, "price", least=0, most=treasury, too_much=poor))
    if any(state.presidents.get(r) != state.presidents[railroad] for r in sellers):
        fields.append(narrowed(BuyLink, "agreed", default=False))
    return Offer(
        BuyLink,
        state.presidents[railroad],
        say("Buy a link"),
        tuple(fields),
        help=say("{n} of {most} bought in this operation.", n=operating.purchases, most=MOST_PURCHASES),
        unchecked=("adjacency",),
        disabled=refusal or (None if any(state.tracks[r] for r in sellers) else _NOTHING_TO_BUY),
    )


_NOTHING_TO_BUY = Refusal("rule", say("No other railroad owns a link"))


def _cities(state: State, railroad: Railroad) -> tuple[str, ...]:
    return tuple(dict.fromkeys(end for link in state.tracks[railroad] for end in (link.a, link.b)))


def _seller(state: State, railroad: Railroad, seller: Railroad) -> Choice:
    nothing = None if state.tracks[seller] else Refusal("rule", say("The {r} owns no link", r=seller))
    number = len(state.tracks[seller])
    _ = railroad
    return Choice(seller, Text(seller), hint=say("{n} links", n=number), disabled=nothing)


def _named(state: State, move: BuildLink | BuyLink) -> Link:
    """The link with both names as they are written on the board."""
    ends = [
        known_place(state.atlas, end, at=at, places="cities")
        for at, end in (("from", move.from_), ("to", move.to))
    ]
    if ends[0] == ends[1]:
        raise forbidden(say("A link connects two cities"), HEADING)
    return Link(ends[0], ends[1])


def named(state: State, move: BuildLink | BuyLink) -> None:
    """Are the names known, or new?

    :raises RuleError: `invalid` for a near miss.
    """
    _named(state, move)


def _check_open(state: State, link: Link) -> None:
    if (railroad := owner(state, link)) is not None:
        raise forbidden(say("{link} is the {r}'s", link=label(link), r=railroad), HEADING)


def _check_touches(state: State, railroad: Railroad, link: Link) -> None:
    reached = network(state, railroad)
    if link.a not in reached and link.b not in reached:
        text = say("{link} does not touch the {r}'s home or track", link=label(link), r=railroad)
        raise forbidden(text, HEADING)


def build(minutes: Minutes[State], operating: Operating, move: BuildLink) -> None:
    """A link that nobody owns, $5 to the bank."""
    state, railroad = minutes.state, operating.railroad
    link = _named(state, move)
    _check_open(state, link)
    _check_touches(state, railroad, link)
    why = say("the {r} builds {link}", r=railroad, link=label(link))
    minutes.pay(railroad_account(railroad), BANK, LINK_COST, why)
    minutes.say(
        say(
            "{who}: the {r} builds {link} for ${cost}",
            who=Who(move.seat),
            r=railroad,
            link=label(link),
            cost=LINK_COST,
        )
    )
    minutes.state = replace(minutes.state, phase=replace(operating, builds=operating.builds + 1))
    _lay(minutes, railroad, link, state)


def _lay(minutes: Minutes[State], railroad: Railroad, link: Link, before: State) -> None:
    """A cube on the link; incomes of all railroads concerned are adjusted."""
    state = minutes.state
    atlas, _ = merge(state.atlas, {"cities": {link.a: {}, link.b: {}}})
    tracks = {**state.tracks, railroad: (*state.tracks[railroad], link)}
    minutes.state = replace(state, atlas=atlas, tracks=tracks)
    minutes.pay(railroad_account(railroad), BOARD, 1, say("track"), cubes(railroad))
    minutes.hands(
        "place_cube",
        say("Put a {r} cube on {link}", r=railroad, link=label(link)),
        cube=railroad,
        place=label(link),
    )
    tell_incomes(minutes, before)


def tell_incomes(minutes: Minutes[State], before: State) -> None:
    """Say which incomes are different now, and move their cubes."""
    old, new = incomes(before), incomes(minutes.state)
    for railroad in ORDER:
        if old[railroad] != new[railroad]:
            figures: dict[str, str | int] = {"r": railroad, "old": old[railroad], "new": new[railroad]}
            minutes.say(say("{r} income {old} → {new}", **figures))
            minutes.hands(
                "move_marker",
                say("Move the {r}'s income cube {old} → {new}", **figures),
                railroad=railroad,
                old=old[railroad],
                new=new[railroad],
            )


# --- buying ------------------------------------------------------------------------------------------


def propose(minutes: Minutes[State], operating: Operating, move: BuyLink) -> None:
    """A link changes hands at once when one person presides both or both have agreed; else it is proposed."""
    state, buyer = minutes.state, operating.railroad
    link = _checked(state, buyer, move.seller, _named(state, move), move.price)
    same = state.presidents.get(move.seller) == state.presidents[buyer]
    if same or move.agreed:
        _sell(minutes, operating, move.seller, link, move.price, aloud=move.agreed and not same)
        return
    other = state.presidents[move.seller]
    minutes.state = replace(state, phase=Proposed(operating, move.seller, link, move.price))
    minutes.say(
        say(
            "{who} offers ${price} for the {r}'s {link}; {other} decides",
            who=Who(move.seat),
            price=move.price,
            r=move.seller,
            link=label(link),
            other=Who(other),
        )
    )


def _checked(state: State, buyer: Railroad, seller: Railroad, link: Link, price: Money) -> Link:
    """The link as its owner has it.

    :raises RuleError: `insufficient-funds` or `rule` if it cannot be sold so.
    """
    treasury = state.ledger.treasury(buyer)
    if price > treasury:
        raise too_poor(say("The {r} has ${treasury}", r=buyer, treasury=treasury), HEADING)
    owned = next((one for one in state.tracks[seller] if {one.a, one.b} == {link.a, link.b}), None)
    if owned is None:
        raise forbidden(say("{link} is not the {r}'s", link=label(link), r=seller), HEADING)
    _check_touches(state, buyer, owned)
    if refusal := _no_cube(state, buyer):
        raise RuleError(refusal.code, refusal.text, rule=HEADING)
    if lost := cut_off(state, seller, owned):
        names = tuple(label(one) for one in lost)
        text = say(
            "Without {link} the {r}'s {lost} would not reach its home",
            link=label(owned),
            r=seller,
            lost=names,
        )
        raise forbidden(text, HEADING)
    return owned


def _sell(
    minutes: Minutes[State], operating: Operating, seller: Railroad, link: Link, price: Money, *, aloud: bool
) -> None:
    before, buyer = minutes.state, operating.railroad
    why = say("{link}, sold by the {seller} to the {buyer}", link=label(link), seller=seller, buyer=buyer)
    minutes.pay(railroad_account(buyer), railroad_account(seller), price, why)
    kept = tuple(one for one in before.tracks[seller] if one != link)
    tracks = {**before.tracks, seller: kept, buyer: (*before.tracks[buyer], link)}
    phase = replace(operating, purchases=operating.purchases + 1)
    minutes.state = replace(minutes.state, tracks=tracks, phase=phase)
    minutes.pay(BOARD, railroad_account(seller), 1, why, cubes(seller))
    minutes.pay(railroad_account(buyer), BOARD, 1, why, cubes(buyer))
    figures: dict[str, str | int] = {"buyer": buyer, "link": label(link), "seller": seller, "price": price}
    if aloud:
        minutes.say(say("the {buyer} buys {link} from the {seller} for ${price}, agreed aloud", **figures))
    else:
        minutes.say(say("the {buyer} buys {link} from the {seller} for ${price}", **figures))
    minutes.hands(
        "replace_cube",
        say("On {link} put a {buyer} cube for the {seller} cube; that goes back to the {seller}", **figures),
        place=label(link),
        cube=buyer,
        back=seller,
    )
    tell_incomes(minutes, before)


def proposed_offers(state: State, phase: Proposed) -> tuple[Offer, ...]:
    """The selling president agrees or not; the buyer may take it back."""
    seller, buyer = state.presidents[phase.seller], state.presidents[phase.back.railroad]
    deal = say(
        "{link} to the {buyer} for ${price}",
        link=label(phase.link),
        buyer=phase.back.railroad,
        price=phase.price,
    )
    return (
        Offer(AcceptSale, seller, say("Sell {deal}", deal=deal)),
        Offer(DeclineSale, seller, say("Decline")),
        Offer(WithdrawSale, buyer, say("Withdraw the proposal")),
    )


def decided(minutes: Minutes[State], phase: Proposed, move: AcceptSale | DeclineSale | WithdrawSale) -> None:
    """The proposal is answered; the conditions are checked again."""
    match move:
        case AcceptSale():
            state = minutes.state
            link = _checked(state, phase.back.railroad, phase.seller, phase.link, phase.price)
            minutes.say(say("{who} agrees", who=Who(move.seat)))
            _sell(minutes, phase.back, phase.seller, link, phase.price, aloud=False)
        case DeclineSale():
            minutes.say(say("{who} declines", who=Who(move.seat)))
            minutes.state = replace(minutes.state, phase=phase.back)
        case WithdrawSale():
            minutes.say(say("{who} withdraws the proposal", who=Who(move.seat)))
            minutes.state = replace(minutes.state, phase=phase.back)
