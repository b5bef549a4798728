"""Buy Track: which links may be bought, and a sale that waits for the selling railroad's president."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.games.southern_pacific.box import MOST_PURCHASES, ORDER
from companion.games.southern_pacific.links import HEADING, named, no_cube, touches
from companion.games.southern_pacific.moves import AcceptSale, BuyLink, DeclineSale, WithdrawSale
from companion.games.southern_pacific.state import Operating, Proposed, State, label, reached_by
from companion.mechanisms.income import tell
from companion.vocabulary.ledger import BOARD, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.errors import RuleError, forbidden, too_poor
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Money, Railroad


def refusal(state: State, buyer: Railroad, seller: Railroad, link: Link) -> Refusal | None:
    """Why that link of the seller cannot change hands; None if it can (Build/Buy Track)."""
    if not touches(state, buyer, link):
        words = say("{link} does not touch the {r}'s home or track", link=label(link), r=buyer)
        return Refusal("rule", words)
    if lost := state.cut_off(seller, link):
        words = say(
            "Without {link} the {r}'s {lost} would not reach its home",
            link=label(link),
            r=seller,
            lost=tuple(label(one) for one in lost),
        )
        return Refusal("rule", words)
    return None


# --- the offer ---------------------------------------------------------------------------------------


def buy_offer(state: State, operating: Operating) -> Offer:
    """Up to three links of other railroads, at any price in the treasury; only what may be sold."""
    railroad = operating.railroad
    treasury = state.ledger.treasury(railroad)
    sellers = {r: _seller(state, railroad, r) for r in ORDER if r != railroad}
    fields = [narrowed(BuyLink, "seller", choices=tuple(sellers.values()))]
    for seller in sellers:
        if any(touches(state, railroad, link) for link in state.tracks[seller]):
            fields += _link_fields(state, railroad, seller)
    poor = Refusal("insufficient-funds", say("The {r} has ${treasury}", r=railroad, treasury=treasury))
    fields.append(narrowed(BuyLink, "price", least=0, most=treasury, too_much=poor))
    if any(state.presidents[r] != state.presidents[railroad] for r in sellers):
        fields.append(narrowed(BuyLink, "agreed", default=False))
    return Offer(
        BuyLink,
        state.presidents[railroad],
        say("Buy a link"),
        tuple(fields),
        help=say("{n} of {most} bought in this operation.", n=operating.purchases, most=MOST_PURCHASES),
        unchecked=_unchecked(state, sellers),
        disabled=_cannot_buy(state, operating, sellers),
    )


def _unchecked(state: State, sellers: Iterable[Railroad]) -> tuple[str, ...]:
    """What only the table can see of a sale by these: where a home is that nobody has read out, if links are kept."""
    unknown = any(len(state.tracks[r]) > 1 and state.home(r) is None for r in sellers)
    return (phrase("that the links the seller keeps still reach its home"),) if unknown else ()


def _cannot_buy(state: State, operating: Operating, sellers: Mapping[Railroad, Choice]) -> Refusal | None:
    railroad = operating.railroad
    if operating.purchases >= MOST_PURCHASES:
        return Refusal("rule", say("{n} links are bought in an operation at the most", n=MOST_PURCHASES))
    if none := no_cube(state, railroad):
        return none
    reasons = [choice.disabled for seller, choice in sellers.items() if state.tracks[seller]]
    return _together(reasons) if reasons else Refusal("rule", say("No other railroad owns a link"))


def _seller(state: State, buyer: Railroad, seller: Railroad) -> Choice:
    track = state.tracks[seller]
    near = [link for link in track if touches(state, buyer, link)]
    why: Refusal | None
    if not track:
        why = Refusal("rule", say("The {r} owns no link", r=seller))
    elif not near:
        words = say("No link of the {r} touches the {buyer}'s home or track", r=seller, buyer=buyer)
        why = Refusal("rule", words)
    else:
        why = _together([refusal(state, buyer, seller, link) for link in near])
    hint = counted("{n} link", "{n} links", n=len(track))
    return Choice(seller, Text(seller), hint=hint, disabled=why)


def _together(reasons: list[Refusal | None]) -> Refusal | None:
    """All the reasons, if there is one against every choice."""
    said = [reason.text for reason in reasons if reason]
    return Refusal("rule", joined(said)) if len(said) == len(reasons) else None


def _link_fields(state: State, buyer: Railroad, seller: Railroad) -> list[OfferField]:
    """One end of a link of the seller, then the other, in either direction; with why not, where it is not."""
    why = {link: refusal(state, buyer, seller, link) for link in state.tracks[seller]}
    far: dict[str, list[tuple[str, Refusal | None]]] = {}
    for link, reason in why.items():
        for near_end, far_end in ((link.a, link.b), (link.b, link.a)):
            far.setdefault(near_end, []).append((reached_by(far_end, link.number), reason))
    none = Refusal("rule", say("That is not a link of the {r}", r=seller))
    near = tuple(Choice(c, Text(c), disabled=_together([why for _, why in far[c]])) for c in far)
    free = [link for link, reason in why.items() if reason is None]
    begin = next((end for link in free for end in (link.a, link.b) if end in state.network(buyer)), None)
    fields = [
        narrowed(
            BuyLink,
            "from",
            choices=near,
            default=begin if len(free) == 1 else None,
            other=none,
            when={"seller": seller},
        )
    ]
    for city, ends in far.items():
        choices = tuple(Choice(end, Text(end), disabled=reason) for end, reason in ends)
        when = {"seller": seller, "from": city}
        fields.append(narrowed(BuyLink, "to", choices=choices, other=none, when=when))
    return fields


# --- the sale ----------------------------------------------------------------------------------------


def propose(minutes: Minutes[State], operating: Operating, move: BuyLink) -> None:
    """A link changes hands at once when one person presides both or both have agreed; else it is proposed."""
    state, buyer = minutes.state, operating.railroad
    link = _checked(state, buyer, move.seller, named(state, move), move.price, move)
    same = state.presidents[move.seller] == state.presidents[buyer]
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


def _checked(state: State, buyer: Railroad, seller: Railroad, link: Link, price: Money, move: Move) -> Link:
    """The link as its owner has it.

    :raises RuleError: `insufficient-funds` or `rule` if it cannot be sold so.
    """
    treasury = state.ledger.treasury(buyer)
    if price > treasury:
        raise too_poor(say("The {r} has ${treasury}", r=buyer, treasury=treasury), HEADING)
    # In format 1 nobody could say which of parallel links they meant.
    owned = next(
        (
            one
            for one in state.tracks[seller]
            if one.between(link) and (one.number == link.number or move.format < 2)
        ),
        None,
    )
    if owned is None:
        raise forbidden(say("{link} is not the {r}'s", link=label(link), r=seller), HEADING)
    if why := no_cube(state, buyer) or refusal(state, buyer, seller, owned):
        raise RuleError(why.code, why.text, rule=HEADING)
    return owned


def _sell(
    minutes: Minutes[State], operating: Operating, seller: Railroad, link: Link, price: Money, *, aloud: bool
) -> None:
    """Money one way; on the link the buyer's cube takes the place of the seller's, which it gets back."""
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
        say("On {link} put a cube of the {buyer}; the one there goes back to the {seller}", **figures),
        place=label(link),
        cube=buyer,
        back=seller,
    )
    tell(minutes, before.incomes(), minutes.state.incomes())


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
        Offer(
            AcceptSale,
            seller,
            say("Sell {deal}", deal=deal),
            unchecked=_unchecked(state, (phase.seller,)),
        ),
        Offer(DeclineSale, seller, say("Decline")),
        Offer(WithdrawSale, buyer, say("Withdraw the proposal")),
    )


def decided(minutes: Minutes[State], phase: Proposed, move: AcceptSale | DeclineSale | WithdrawSale) -> None:
    """The proposal is answered; the conditions are checked again."""
    match move:
        case AcceptSale():
            state = minutes.state
            link = _checked(state, phase.back.railroad, phase.seller, phase.link, phase.price, move)
            minutes.say(say("{who} agrees", who=Who(move.seat)))
            _sell(minutes, phase.back, phase.seller, link, phase.price, aloud=False)
        case DeclineSale():
            minutes.say(say("{who} declines", who=Who(move.seat)))
            minutes.state = replace(minutes.state, phase=phase.back)
        case WithdrawSale():
            minutes.say(say("{who} withdraws the proposal", who=Who(move.seat)))
            minutes.state = replace(minutes.state, phase=phase.back)
