"""Buy Track: which links may be bought, and a sale that waits for the selling railroad's president."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.games.southern_pacific.box import MOST_PURCHASES, ORDER
from companion.games.southern_pacific.links import HEADING, named, no_cube
from companion.games.southern_pacific.moves import AcceptSale, BuyLink, DeclineSale, WithdrawSale
from companion.games.southern_pacific.phases import Operating, Proposed
from companion.games.southern_pacific.state import State, reached_by
from companion.mechanisms.income import tell
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BOARD, cubes, railroad_account
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.vocabulary.moves import Link, Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, called, costly, narrowed, refused
from companion.words.errors import RuleError, forbidden, too_poor
from companion.words.text import Fact, Who, counted, joined, phrase, say
from companion.words.values import Railroad


@part
def refusal(state: State, buyer: Railroad, seller: Railroad, link: Link) -> Refusal | None:
    """Why that link of the seller cannot change hands; None if it can (Build/Buy Track)."""
    if not state.touches(buyer, link):
        return refused("{link} does not touch the {r}'s home or track", link=link.label, r=buyer)
    if lost := tuple(kept.label for kept in state.cut_off(seller, link)):
        words = phrase("Without {link} the {r}'s {lost} would not reach its home")
        return refused(words, link=link.label, r=seller, lost=lost)
    return None


def buy_offer(state: State, operating: Operating) -> Offer:
    """Up to three links of other railroads, at any price in the treasury; only what may be sold."""
    railroad = operating.railroad
    president, treasury = state.presidents[railroad], state.treasury(railroad)
    sellers = {r: _seller(state, railroad, r) for r in ORDER if r != railroad}
    fields = [
        narrowed(BuyLink, "seller", choices=tuple(sellers.values()), wanted=say("Which railroad sells"))
    ]
    for seller in sellers:
        if _near(state, railroad, seller):
            fields += _link_fields(state, railroad, seller)
    poor = costly("The {r} has ${treasury}", r=railroad, treasury=treasury)
    fields.append(narrowed(BuyLink, "price", least=0, most=treasury, too_much=poor))
    # With oneself nobody has to agree: then it is not asked, and may be said all the same.
    for own in (False, True):
        if there := tuple(r for r in sellers if (state.presidents[r] == president) is own):
            asked = {"unasked": own, "amended": own, "when": {"seller": there}}
            fields.append(narrowed(BuyLink, "agreed", default=None if own else False, **asked))
    offered = phrase("{r}: {n} of {most} bought, treasury ${treasury}.")
    tip = say(offered, r=railroad, treasury=treasury, n=operating.purchases, most=MOST_PURCHASES)
    others = tuple(r for r in sellers if state.presidents[r] != president)
    return Offer(
        BuyLink,
        president,
        say("Buy a link"),
        tuple(fields),
        help=tip,
        unchecked=_unchecked(state, sellers),
        disabled=_cannot_buy(state, operating, sellers),
        sought=True,
        # whoever presides there decides, and nothing is bought yet
        confirm=say("Make the offer"),
        confirm_when={"seller": others, "agreed": False},
    )


def _unchecked(state: State, sellers: Iterable[Railroad]) -> tuple[str, ...]:
    """What only the table can see of a sale by these: where a home is that nobody has read out, if links are kept."""
    unknown = any(len(state.tracks[r]) > 1 and state.home(r) is None for r in sellers)
    return (phrase("the links the seller keeps must still reach its home"),) if unknown else ()


def _cannot_buy(state: State, operating: Operating, sellers: Mapping[Railroad, Choice]) -> Refusal | None:
    if operating.purchases >= MOST_PURCHASES:
        return refused("At most {n} links may be bought per operation", n=MOST_PURCHASES)
    if no_more := no_cube(state, operating.railroad):
        return no_more
    owners = [r for r in sellers if state.tracks[r]]
    if not owners:
        return refused("No other railroad owns a link")
    if any(sellers[r].disabled is None for r in owners):
        return None
    far = tuple(r for r in owners if not _near(state, operating.railroad, r))
    return _none_for_sale(operating.railroad, far, tuple(r for r in owners if r not in far))


def _none_for_sale(buyer: Railroad, far: tuple[Railroad, ...], near: tuple[Railroad, ...]) -> Refusal:
    """In a sentence, however many links there are: what is against a single one is said where it is chosen.

    far: owners with no link near the buyer; near: those whose links near it may not be sold.
    """
    if not near and len(far) > 1:
        return refused("No other railroad's link touches the {buyer}'s home or track", buyer=buyer)
    if not near:
        return refused("No link of the {r} touches the {buyer}'s home or track", r=far[0], buyer=buyer)
    kept = counted(
        "{r} needs its links to reach home", "{r} need their links to reach home", n=len(near), r=near
    )
    none = counted(
        "{r} doesn't touch the {buyer}", "{r} don't touch the {buyer}", n=len(far), r=far, buyer=buyer
    )
    return refused(joined([kept, none]) if far else kept)


def _near(state: State, buyer: Railroad, seller: Railroad) -> list[Link]:
    return [link for link in state.tracks[seller] if state.touches(buyer, link)]


@part
def _seller(state: State, buyer: Railroad, seller: Railroad) -> Choice:
    """A railroad to buy from, with why not, where it has no link that may be sold."""
    track = state.tracks[seller]
    near, why = _near(state, buyer, seller), None
    if not track:
        why = refused("The {r} owns no link", r=seller)
    elif all(refusal(state, buyer, seller, link) for link in near):
        why = _none_for_sale(buyer, () if near else (seller,), (seller,) if near else ())
    return called(seller, disabled=why)


def _none_from(seller: Railroad, city: str, reasons: list[Refusal | None]) -> Refusal | None:
    """Why no link of the seller at that city may be bought: of a single one, what is against it."""
    if not all(reasons):
        return None
    words = phrase("No link of the {r} at {city} can be sold")
    return reasons[0] if len(reasons) == 1 else refused(words, r=seller, city=city)


@part
def _link_fields(state: State, buyer: Railroad, seller: Railroad) -> list[OfferField]:
    """One end of a link of the seller, then the other, in either direction; with what it would add to the buyer's
    income, or why it cannot be had."""
    reasons = {link: refusal(state, buyer, seller, link) for link in state.tracks[seller]}
    ends: dict[str, list[Choice]] = {}
    for link, why in reasons.items():
        brings = None if why else say("+${n}", n=_gain(state, buyer, seller, link))
        for there in (link, link.turned()):
            end = reached_by(there.b, there.number)
            ends.setdefault(there.a, []).append(called(end, brings, disabled=why))
    other = refused("That is not a link of the {r}", r=seller)
    near = tuple(called(c, disabled=_none_from(seller, c, [to.disabled for to in ends[c]])) for c in ends)
    free = [link for link, why in reasons.items() if why is None]
    begin = next(end for end in free[0].ends if end in state.network(buyer)) if len(free) == 1 else None
    whose, wanted = {"seller": seller}, say("From which city")
    fields = [narrowed(BuyLink, "from", choices=near, default=begin, other=other, when=whose, wanted=wanted)]
    ends_at = say("To which city")
    for city, choices in ends.items():
        when = {"seller": seller, "from": city}
        fields.append(narrowed(BuyLink, "to", label=ends_at, choices=tuple(choices), other=other, when=when))
    return fields


def _gain(state: State, buyer: Railroad, seller: Railroad, link: Link) -> int:
    """How many dollars more the buyer would earn with it."""
    return state.changed(tracks=_with_sold(state, buyer, seller, link)).income(buyer) - state.income(buyer)


def _with_sold(
    state: State, buyer: Railroad, seller: Railroad, link: Link
) -> Mapping[Railroad, tuple[Link, ...]]:
    kept = tuple(own for own in state.tracks[seller] if own != link)
    return {**state.tracks, seller: kept, buyer: (*state.tracks[buyer], link)}


def propose(minutes: Minutes[State], operating: Operating, move: BuyLink) -> None:
    """A link changes hands at once when one person presides both or both have agreed; else it is proposed."""
    state = minutes.state
    sale = _checked(state, Proposed(operating, move.seller, named(state, move), move.price), move)
    other = state.presidents[move.seller]
    same = other == state.presidents[operating.railroad]
    if same or move.agreed:
        _sell(minutes, sale, aloud=not same)
        return
    minutes.state = state.changed(phase=sale)
    facts: dict[str, Fact] = {
        "buyer": operating.railroad,
        "r": move.seller,
        "link": sale.link.label,
        "price": move.price,
        "other": Who(other),
    }
    told = say("{buyer} offers ${price} for the {r}'s {link}; {other} to decide", **facts)
    # Who decides comes first: two long cities would leave no room for it beside Confirm.
    briefly = say("{other} to decide: {buyer} offers {r} ${price} for {link}", **facts)
    minutes.say_large(told, briefly)


def _checked(state: State, sale: Proposed, move: Move) -> Proposed:
    """The sale, with the link as its owner has it.

    :raises RuleError: `insufficient-funds` or `rule` if it cannot be sold so.
    """
    buyer, seller, link = sale.back.railroad, sale.seller, sale.link
    treasury = state.treasury(buyer)
    if sale.price > treasury:
        raise too_poor(say("The {r} has ${treasury}", r=buyer, treasury=treasury), HEADING)
    # In format 1 nobody could say which of parallel links they meant.
    meant = link.between if move.format < 2 else link.same
    owned = next(filter(meant, state.tracks[seller]), None)
    if owned is None:
        raise forbidden("{link} is not the {r}'s", HEADING, link=link.label, r=seller)
    if why := no_cube(state, buyer) or refusal(state, buyer, seller, owned):
        raise RuleError(why.code, why.text, rule=HEADING)
    return replace(sale, link=owned)


def _sell(minutes: Minutes[State], sale: Proposed, *, aloud: bool) -> None:
    """Money one way; on the link the buyer's cube takes the place of the seller's, which it gets back."""
    before, buyer, seller, link = minutes.state, sale.back.railroad, sale.seller, sale.link
    facts = {"buyer": buyer, "link": link.label, "seller": seller}
    why = say("{link}, sold by the {seller} to the {buyer}", **facts)
    minutes.pay(railroad_account(buyer), railroad_account(seller), sale.price, why)
    phase = replace(sale.back, purchases=sale.back.purchases + 1)
    minutes.state = minutes.state.changed(tracks=_with_sold(before, buyer, seller, link), phase=phase)
    minutes.pay(BOARD, railroad_account(seller), 1, why, cubes(seller))
    minutes.pay(railroad_account(buyer), BOARD, 1, why, cubes(buyer))
    words = phrase("{buyer} buys {link} from {seller} for ${price}")
    if aloud:
        words = phrase("{buyer} buys {link} from {seller} for ${price} (agreed out loud)")
    minutes.say_large(say(words, **facts, price=sale.price))
    words = phrase("Put a cube of the {buyer} on {link}; the one there goes back to the {seller}")
    minutes.hands("replace_cube", say(words, **facts), place=link.label, cube=buyer, back=seller)
    # whoever decides reads first what becomes of theirs
    tell(minutes, before.incomes(), minutes.state.incomes(), first=(seller, buyer))


def proposed_offers(state: State, sale: Proposed) -> tuple[Offer, ...]:
    """The selling president agrees or not; the buyer may take it back."""
    seller, buyer = state.presidents[sale.seller], state.presidents[sale.back.railroad]
    words = phrase("{link} to the {buyer} for ${price}")
    deal = say(words, link=sale.link.label, buyer=sale.back.railroad, price=sale.price)
    return (
        Offer(
            AcceptSale,
            seller,
            say("Sell {deal}", deal=deal),
            unchecked=_unchecked(state, (sale.seller,)),
            confirm=say("Sell"),
            terms=True,
        ),
        Offer(DeclineSale, seller, say("Decline"), confirm=say("Decline")),
        Offer(WithdrawSale, buyer, say("Withdraw the offer")),
    )


def decided(minutes: Minutes[State], sale: Proposed, move: AcceptSale | DeclineSale | WithdrawSale) -> None:
    """The proposal is answered; where it is accepted, the conditions are checked once more."""
    who = Who(move.seat)
    if isinstance(move, AcceptSale):
        checked = _checked(minutes.state, sale, move)
        minutes.say_late(say("{who} agrees", who=who), NOTHING)  # nobody sells without: the sale says it
        _sell(minutes, checked, aloud=False)
        return
    if isinstance(move, DeclineSale):
        offered = phrase("{who} declines ${price} for {link}")
        large = say(offered, who=who, price=sale.price, link=sale.link.label)
        minutes.say_large(say("{who} declines", who=who), large)
    else:
        minutes.say("{who} withdraws the proposal", who=who)
    minutes.state = minutes.state.changed(phase=sale.back)
