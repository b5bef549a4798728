"""Build Track: the free first link, and the links of an operation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.atlas.known import known_place, merge
from companion.games.southern_pacific import auctions
from companion.games.southern_pacific.box import LINK_COST, MOST_BUILDS, ORDER
from companion.games.southern_pacific.moves import BuildLink, BuyLink, NoLink
from companion.games.southern_pacific.state import FirstLink, Operating, State, label, reached_by
from companion.mechanisms.income import tell
from companion.vocabulary.ledger import BANK, BOARD, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, numbered
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.errors import forbidden
from companion.words.text import Text, Who, counted, joined, say
from companion.words.values import Railroad

HEADING = "Build/Buy Track"


# --- the first link ----------------------------------------------------------------------------------


def first_offers(state: State, phase: FirstLink) -> tuple[Offer, ...]:
    """One link out of the home city, free (Initial Auctions)."""
    railroad = phase.railroad
    build = Offer(
        BuildLink,
        phase.seat,
        say("Build the {r}'s first link, free", r=railroad),
        _ends(state, railroad),
        unchecked=("adjacency",),
        either_way=("from", "to"),
    )
    no_link = Offer(
        NoLink,
        phase.seat,
        say("No link is open"),
        (narrowed(NoLink, "reason"),),
        help=say("Only when every link out of the home city is taken."),
        unchecked=("adjacency",),
        disabled=_still_open(state, railroad),
        aside=True,
    )
    return (build, no_link)


def _still_open(state: State, railroad: Railroad) -> Refusal | None:
    """Why some link out of the home city must be open; None if they may all be taken, which only the board shows.

    A railroad is required to build its first link (Initial Auctions). Every city has a link, so nobody's links
    can have taken those of a home that none ends at, or, where it is not known, none anywhere.
    """
    city, built = state.home(railroad), [link for r in ORDER for link in state.tracks[r]]
    for a, b in state.printed_links():
        link = Link(a, b)
        if city in (a, b) and not any(one.between(link) for one in built):
            return Refusal("rule", say("{link} is open, and one must be built", link=label(link)))
    if city is not None and not any(city in (one.a, one.b) for one in built):
        return Refusal("rule", say("No link of {city} is taken: one must be built", city=city))
    return None if built else Refusal("rule", say("No link is taken: one must be built"))


def _ends(state: State, railroad: Railroad) -> tuple[OfferField, OfferField]:
    """A link begins where the railroad is; where its home is not known yet, the first `from` tells it."""
    reached, cities = state.network(railroad), state.atlas.rows("cities")
    others = tuple(city for city in cities if city not in reached)
    from_ = narrowed(
        BuildLink,
        "from",
        label=say("From") if reached else say("Home city"),
        choices=tuple(Choice(city, Text(city)) for city in reached or cities),
        default=reached[-1] if reached else None,
        open=not reached,
        other=Refusal("rule", _beyond(railroad)),
    )
    ends = (*others, *(reached if len(reached) > 1 else ()))
    number = Counter(city for one in ORDER for city in state.network(one))
    return from_, narrowed(BuildLink, "to", choices=tuple(_end(c, number[c]) for c in ends), open=True)


def _beyond(railroad: Railroad) -> Text:
    return say("A link of the {r} touches its home or its track", r=railroad)


def _end(city: str, number: int) -> Choice:
    hint = counted("{n} railroad", "{n} railroads", n=number) if number else None
    return Choice(city, Text(city), hint=hint)


def build_first(minutes: Minutes[State], phase: FirstLink, move: BuildLink) -> None:
    """The free first link (Initial Auctions)."""
    before, railroad = minutes.state, phase.railroad
    link = _open_link(minutes, railroad, move)
    minutes.say(say("{who}: the {r} builds {link}, free", who=Who(phase.seat), r=railroad, link=label(link)))
    _lay(minutes, railroad, link, before)
    auctions.go_on(minutes, phase.seat)


def no_first(minutes: Minutes[State], phase: FirstLink, move: NoLink) -> None:
    """The railroad begins without a link."""
    words = say("no link is open for the {r}", r=phase.railroad)
    minutes.say(joined([words, say("{reason}", reason=move.reason)], ": ") if move.reason else words)
    auctions.go_on(minutes, phase.seat)


# --- in an operation ---------------------------------------------------------------------------------


def build_offer(state: State, operating: Operating) -> Offer:
    """Up to three links, $5 each."""
    railroad = operating.railroad
    return Offer(
        BuildLink,
        state.presidents[railroad],
        say("Build a link, ${cost}", cost=LINK_COST),
        _ends(state, railroad),
        help=say("{n} of {most} built in this operation.", n=operating.builds, most=MOST_BUILDS),
        unchecked=("adjacency",),
        disabled=_cannot_build(state, operating),
        either_way=("from", "to"),
    )


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
    return no_cube(state, railroad)


def no_cube(state: State, railroad: Railroad) -> Refusal | None:
    """A link takes an unused cube: why there is none."""
    left = state.cubes_left(railroad)
    return None if left else Refusal("rule", say("The {r} has no cube left", r=railroad))


def named(state: State, move: BuildLink | BuyLink) -> Link:
    """The link with both names as they are written on the board. A second one is written `A` to `B (2)`.

    :raises RuleError: `invalid` for a near miss, `rule` for twice the same city.
    """
    from_, to = (_numbered(state, end, move) for end in (move.from_, move.to))
    a = known_place(state.atlas, from_[0], at="from", places="cities")
    b = known_place(state.atlas, to[0], at="to", places="cities")
    if a == b:
        raise forbidden(say("A link connects two cities"), HEADING)
    return Link(a, b, max(1, from_[1], to[1]))


def _numbered(state: State, end: str, move: BuildLink | BuyLink) -> tuple[str, int]:
    """The city, and by which of parallel links it is reached."""
    # In format 1 a name with a number was the name of another city; it stays one where track has come to it.
    if move.format < 2 or any(end in (one.a, one.b) for track in state.tracks.values() for one in track):
        return end, 1
    return numbered(end)


def touches(state: State, railroad: Railroad, link: Link) -> bool:
    """Does the link connect to the railroad's home or track?"""
    reached = state.network(railroad)
    return link.a in reached or link.b in reached


def _open_link(minutes: Minutes[State], railroad: Railroad, move: BuildLink) -> Link:
    """The link, which nobody owns. Where nobody has read out the railroad's home yet, `from` is it.

    :raises RuleError: `rule` if the link is taken or does not touch the railroad's home or track.
    """
    state = minutes.state
    link = named(state, move)
    if not state.network(railroad):
        atlas, _ = merge(state.atlas, {"cities": {link.a: {}}, "homes": {railroad: {"city": link.a}}})
        minutes.state = replace(state, atlas=atlas)
    if (other := state.owner(link)) is not None:
        words = say(
            "{link} is the {r}'s; a second link between them is written {second}",
            link=label(link),
            r=other,
            second=reached_by(link.b, link.number + 1),
        )
        raise forbidden(words, HEADING)
    if not touches(minutes.state, railroad, link):
        raise forbidden(_beyond(railroad), HEADING)
    return link


def build(minutes: Minutes[State], operating: Operating, move: BuildLink) -> None:
    """A link that nobody owns, $5 to the bank."""
    before, railroad = minutes.state, operating.railroad
    link = _open_link(minutes, railroad, move)
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
    _lay(minutes, railroad, link, before)


def _lay(minutes: Minutes[State], railroad: Railroad, link: Link, before: State) -> None:
    """A cube on the link; incomes of all railroads concerned are adjusted."""
    state = minutes.state
    atlas, _ = merge(state.atlas, {"cities": {link.a: {}, link.b: {}}})
    tracks = {**state.tracks, railroad: (*state.tracks[railroad], link)}
    minutes.state = replace(state, atlas=atlas, tracks=tracks)
    minutes.pay(railroad_account(railroad), BOARD, 1, say("track"), cubes(railroad))
    minutes.hands(
        "place_cube",
        say("Put a cube of the {r} on {link}", r=railroad, link=label(link)),
        cube=railroad,
        place=label(link),
    )
    tell(minutes, before.incomes(), minutes.state.incomes())
