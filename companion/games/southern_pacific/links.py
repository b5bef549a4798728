"""Build Track: the free first link, and the links of an operation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.atlas.known import merge
from companion.games.southern_pacific import auctions
from companion.games.southern_pacific.box import CITY_INCOME, LINK_COST, MOST_BUILDS, MOST_PURCHASES, ORDER
from companion.games.southern_pacific.moves import BuildLink, BuyLink, NoLink
from companion.games.southern_pacific.phases import FirstLink, Operating
from companion.games.southern_pacific.state import State, reached_by
from companion.mechanisms import links
from companion.mechanisms.income import tell
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BANK, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, numbered
from companion.vocabulary.offers import Offer, OfferField, Refusal, called, costly, narrowed, refused
from companion.words.errors import RuleError, forbidden
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Money, Railroad

HEADING = "Build/Buy Track"
ADJACENCY = ("adjacency",)
"""Whether the board has that link is for the table to see."""


def first_offers(state: State, phase: FirstLink) -> tuple[Offer, ...]:
    """One link out of the home city, free (Initial Auctions)."""
    railroad, seat = phase.railroad, phase.seat
    words, ends = say("Build the {r}'s first link (free)", r=railroad), _ends(state, railroad)
    reason, why = narrowed(NoLink, "reason"), _still_open(state, railroad)
    tip, where = say("Only if every link out of the home city is taken."), None
    if not state.network(railroad):
        where = say("Home city of the {r}, as printed on the board.", r=railroad)
    return (
        Offer(BuildLink, seat, words, ends, where, ADJACENCY, either_way=("from", "to")),
        Offer(NoLink, seat, say("Every link is taken"), (reason,), tip, ADJACENCY, disabled=why, aside=True),
    )


@part
def _still_open(state: State, railroad: Railroad) -> Refusal | None:
    """Why some link out of the home city must be open; None if they may all be taken, which only the board shows.

    A railroad is required to build its first link (Initial Auctions). Every city has a link, so nobody's links
    can have taken those of a home that none ends at, or, where it is not known, none anywhere.
    """
    city, built = state.home(railroad), [link for r in ORDER for link in state.tracks[r]]
    for row in links.free(state):
        link = Link(row["from"], row["to"])
        if city in (link.a, link.b):
            return refused("{link} is free, and one must be built", link=link.label)
    if city is not None and city not in {end for link in built for end in (link.a, link.b)}:
        return refused("No link of {city} is taken: one must be built", city=city)
    return None if built else refused("No link is taken: one must be built")


@part
def _ends(state: State, railroad: Railroad) -> tuple[OfferField, OfferField]:
    """A link begins where the railroad is; where its home is not known yet, the first `from` tells it."""
    reached, cities = state.network(railroad), state.atlas.rows("cities")
    label, wanted = (say("From"), say("From which city")) if reached else (say("Home city"), None)
    homes = {state.home(r) for r in ORDER}
    begins = reached or tuple(sorted(city for city in cities if city not in homes))
    number = Counter(city for r in ORDER if r != railroad for city in state.connected(r))
    # of a first link both ends are named with what they pay: together they are the income
    first = not state.tracks[railroad]
    here = tuple(called(city, _pays(number[city]) if first else None) for city in begins)
    # nothing is chosen for somebody who has a choice: a link that begins elsewhere is paid all the same
    only, elsewhere = reached[0] if len(reached) == 1 else None, Refusal("rule", _beyond(railroad))
    from_ = narrowed(
        BuildLink,
        "from",
        label=label,
        choices=here,
        default=only,
        open=not reached,
        other=elsewhere,
        wanted=wanted,
    )
    near, built = links.leading(state, begins), links.built(state, begins)
    new = [
        called(city, say("+{pays}", pays=_pays(number[city])), None, near.get(city, ()), built.get(city, ()))
        for city in cities
        if city not in reached
    ]
    again = say("already reached")
    old = [called(city, again, built=built.get(city, ())) for city in reached if len(reached) > 1]
    # alone beside Confirm, as what is still needed, a bare "To" would name nothing
    return from_, narrowed(BuildLink, "to", label=say("To which city"), choices=(*new, *old), open=True)


def _pays(others: int) -> Text:
    """What a city that so many other railroads connect to pays to one more (Initial Auctions)."""
    pays = CITY_INCOME[min(others, len(CITY_INCOME) - 1)]
    if not others:
        return say("${n}", n=pays)
    return counted("${pays} · {n} railroad", "${pays} · {n} railroads", n=others, pays=pays)


def _beyond(railroad: Railroad) -> Text:
    return say("A link of the {r} must touch its home or its track", r=railroad)


def build_first(minutes: Minutes[State], phase: FirstLink, move: BuildLink) -> None:
    """The free first link (Initial Auctions)."""
    _build(minutes, phase.railroad, move, Money(0), phrase("{r} builds {link} (free)"))
    auctions.go_on(minutes, phase.seat)


def no_first(minutes: Minutes[State], phase: FirstLink, move: NoLink) -> None:
    """The railroad begins without a link."""
    words = say("no link is free for the {r}", r=phase.railroad)
    minutes.say(joined([words, say("{reason}", reason=move.reason)], ": ") if move.reason else words)
    auctions.go_on(minutes, phase.seat)


def build_offer(state: State, operating: Operating) -> Offer:
    """Up to three links, $5 each."""
    railroad, why = operating.railroad, _cannot_build(state, operating)
    president, words = state.presidents[railroad], say("Build a link, ${cost}", cost=LINK_COST)
    built = phrase("{r}: {n} of {most} built, treasury ${treasury}.")
    tip = say(built, r=railroad, n=operating.builds, most=MOST_BUILDS, treasury=state.treasury(railroad))
    ends, either_way = _ends(state, railroad), ("from", "to")
    return Offer(
        BuildLink, president, words, ends, tip, ADJACENCY, disabled=why, sought=True, either_way=either_way
    )


def _cannot_build(state: State, operating: Operating) -> Refusal | None:
    railroad, treasury = operating.railroad, state.treasury(operating.railroad)
    if operating.builds >= MOST_BUILDS:
        return refused("At most {n} links per operation", n=MOST_BUILDS)
    if treasury < LINK_COST:
        words = phrase("The {r} has ${treasury} and a link costs ${cost}")
        return costly(words, r=railroad, treasury=treasury, cost=LINK_COST)
    return no_cube(state, railroad)


@part
def no_cube(state: State, railroad: Railroad) -> Refusal | None:
    """A link takes an unused cube: why there is none."""
    left = state.cubes_left(railroad)
    return None if left else refused("The {r} has no cube left", r=railroad)


def build(minutes: Minutes[State], operating: Operating, move: BuildLink) -> None:
    """A link that nobody owns, $5 to the bank."""
    minutes.state = minutes.state.changed(phase=replace(operating, builds=operating.builds + 1))
    words = phrase("{r} builds {link} for ${cost}")
    _build(minutes, operating.railroad, move, LINK_COST, words)


def named(state: State, move: BuildLink | BuyLink) -> Link:
    """The link with both names as they are written on the board. A second one is written `A` to `B (2)`.

    :raises RuleError: `invalid` for a near miss, `rule` for twice the same city.
    """
    (from_, a_number), (to, b_number) = (_numbered(state, end, move) for end in (move.from_, move.to))
    link = links.spelled(state.atlas, Link(from_, to, max(a_number, b_number)), "from", "to")
    if link.a == link.b:
        raise forbidden("A link connects two cities", HEADING)
    return link


def _numbered(state: State, end: str, move: BuildLink | BuyLink) -> tuple[str, int]:
    """The city, and by which of parallel links it is reached."""
    # In format 1 a name with a number was the name of another city; it stays one where track has come to it.
    if move.format < 2 or any(end in link.ends for track in state.tracks.values() for link in track):
        return end, 1
    return numbered(end)


def _open_link(minutes: Minutes[State], railroad: Railroad, move: BuildLink) -> Link:
    """The link, which nobody owns. Where nobody has read out the railroad's home yet, `from` is it.

    :raises RuleError: `rule` if the link is taken or does not touch the railroad's home or track.
    """
    state = minutes.state
    link = named(state, move)
    if not state.network(railroad):
        atlas, _ = merge(state.atlas, {"cities": {link.a: {}}, "homes": {railroad: {"city": link.a}}})
        minutes.state = state.changed(atlas=atlas)
    if (other := state.owner(link)) is not None:
        words = phrase("{link} belongs to the {r}; enter a parallel link as {second}")
        if other != railroad and _may_buy(state, railroad, other, link):
            words = phrase("{link} belongs to the {r}; buy it, or enter a parallel link as {second}")
        second = reached_by(link.b, link.number + 1)
        text = say(words, link=link.label, r=other, second=second)
        raise RuleError("rule", text, rule=HEADING, did_you_mean=(second,))
    if not minutes.state.touches(railroad, link):
        raise forbidden(_beyond(railroad), HEADING)
    return link


def _may_buy(state: State, buyer: Railroad, seller: Railroad, link: Link) -> bool:
    """Whether it could be bought in the same operation, money aside (Build/Buy Track)."""
    phase = state.phase
    left = isinstance(phase, Operating) and phase.purchases < MOST_PURCHASES
    return left and state.touches(buyer, link) and not state.cut_off(seller, link)


def _build(minutes: Minutes[State], railroad: Railroad, move: BuildLink, cost: Money, words: str) -> None:
    """A cube goes on the link, and its cost, in dollars, to the bank; every income that changes is adjusted."""
    before = minutes.state
    link = _open_link(minutes, railroad, move)
    facts = {"r": railroad, "link": link.label}
    minutes.pay(railroad_account(railroad), BANK, cost, say("{r} builds {link}", **facts))
    minutes.say(words, who=Who(move.seat), **facts, cost=cost)
    links.lay(minutes, railroad, (link,), lambda link: say("Put a cube of the {r} on {link}", **facts))
    tell(minutes, before.incomes(), minutes.state.incomes(), first=(railroad,))
