"""Construct Track: what may be built, and building one segment, two, or none."""

from __future__ import annotations

from companion.atlas.asking import facts_needed, need
from companion.atlas.known import known_place
from companion.games.prairie_railroads import builders, segments, turn, western
from companion.games.prairie_railroads.box import (
    DOUBLE_COST,
    FACTS,
    SEGMENT_COST,
)
from companion.games.prairie_railroads.moves import BuildStart, BuildTrack, NoBuild, WesternBuild
from companion.games.prairie_railroads.state import Building, State, figure, label
from companion.vocabulary.ledger import BANK, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, Move, numbered
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat


def building_offers(state: State, phase: Building) -> tuple[Offer, ...]:
    """Build with a railroad one controls, or let its controller build; every seat concerned may enter it."""
    seats = [state.active]
    for railroad in builders.choosable(state, blocked=False):
        if state.active not in state.controllers(railroad):
            seats += [seat for seat in state.controllers(railroad) if seat not in seats]
    offers: list[Offer] = []
    for seat in seats:
        offers += [_track_offer(state, phase, seat), western.western_offer(state, phase, seat)]
    offers.append(
        Offer(
            NoBuild,
            state.active,
            say("Nothing can be built"),
            (narrowed(NoBuild, "reason"),),
            help=say("Only when the map leaves no legal build."),
            unchecked=(phrase("blocked"),),
            aside=True,
        )
    )
    return tuple(offer for offer in offers if not (offer.disabled and offer.seat != state.active))


def _track_offer(state: State, phase: Building, seat: Seat) -> Offer:
    fields, enabled = builders.who_fields(state, seat, BuildTrack, SEGMENT_COST)
    fields += [_segments_field(state, phase, seat, railroad) for railroad in enabled]
    return Offer(
        BuildTrack,
        seat,
        say("Build track"),
        builders.seldom_last(fields),
        help=say("One segment costs $5; two in a row, by a card of your hand, cost $15."),
        unchecked=("adjacency",),
        disabled=None if enabled else builders.first_refusal(fields),
    )


def _segments_field(state: State, phase: Building, seat: Seat, railroad: Railroad) -> OfferField:
    most, refusal = 2, None
    other = state.active not in state.controllers(railroad)
    if phase.source == "deck":
        most, refusal = 1, Refusal("rule", say("A card from the Draw deck allows a single segment only"))
    elif other and builders.single_only(state):
        most, refusal = 1, builders.SINGLE_ONLY
    elif (treasury := state.ledger.treasury(railroad)) < DOUBLE_COST:
        text = say(
            "The {r} has ${treasury} and two segments cost ${cost}",
            r=railroad,
            treasury=treasury,
            cost=DOUBLE_COST,
        )
        most, refusal = 1, Refusal("insufficient-funds", text)
    elif state.cubes_left(railroad) < 2:
        most, refusal = 1, Refusal("rule", say("The {r} has one cube left", r=railroad))
    reached = state.network(railroad)
    ends = (
        OfferField(
            "from",
            say("From"),
            "place",
            choices=tuple(Choice(c, Text(c)) for c in reached),
            default=reached[-1] if reached else None,
        ),
        OfferField("to", say("To"), "place", open=True, choices=_ends(state, railroad)),
        OfferField("number", say("Parallel link"), "count", required=False, default=1, least=1, most=4),
    )
    return narrowed(
        BuildTrack,
        "segments",
        least=1,
        most=most,
        fields=ends,
        too_much=refusal,
        when={"railroad": railroad},
    )


@figure
def _ends(state: State, railroad: Railroad) -> tuple[Choice, ...]:
    """Every known city: first those the railroad does not reach yet, and of them those that earn something."""
    reached = dict.fromkeys(state.network(railroad))
    new = [city for city in state.atlas.rows("cities") if city not in reached]
    new.sort(key=lambda city: state.city_income(city) == 0)
    return tuple(segments.city_choice(state, city) for city in (*new, *reached))


def check_facts(state: State, move: Move) -> None:
    """The printed incomes this move needs.

    :raises RuleError: `facts-needed`; or `invalid` for a name that is a near miss.
    """
    match move:
        case BuildStart(from_=from_, to=to):
            wanted: tuple[Link, ...] = (segments.named(state, Link(from_, *numbered(to)), "to"),)
        case BuildTrack(segments=given):
            wanted = tuple(segments.named(state, segment, "segments") for segment in given)
        case WesternBuild(city=city):
            known_place(state.atlas, city, at="city", places="cities")
            return
        case _:
            return
    cities = dict.fromkeys(city for segment in wanted for city in (segment.a, segment.b))
    unknown = [city for city in cities if state.city_income(city) is None]
    if unknown:
        section = FACTS.section("cities")
        assert section is not None
        raise facts_needed(
            say("What income is printed at {cities}?", cities=tuple(unknown)),
            (need(section, city, "income", say("Income printed at {city}", city=city)) for city in unknown),
        )


def build(minutes: Minutes[State], move: BuildTrack) -> None:
    """A railroad builds one segment, or two in a row, and pays the bank from its treasury."""
    state, railroad = minutes.state, move.railroad
    who = builders.decider(state, move)
    named = tuple(segments.named(state, segment, "segments") for segment in move.segments)
    laid = (
        segments.single(state, railroad, named[0])
        if len(named) == 1
        else segments.double(state, railroad, named)
    )
    cost = SEGMENT_COST if len(laid) == 1 else DOUBLE_COST
    route = "-".join([laid[0].a, *(segment.b for segment in laid)])
    if len(laid) == 1:
        route = label(laid[0])
    builders.say_chosen(minutes, railroad, who)
    why = say("the {r} builds {route}", r=railroad, route=route)
    minutes.pay(railroad_account(railroad), BANK, cost, why)
    minutes.say(
        say("{who}: the {r} builds {route} for ${cost}", who=Who(who), r=railroad, route=route, cost=cost)
    )
    segments.lay(minutes, railroad, laid)
    turn.end_turn(minutes)


def no_build(minutes: Minutes[State], move: NoBuild) -> None:
    """The map leaves no legal build; the turn is over."""
    if move.reason:
        minutes.say(say("{who} builds nothing: {reason}", who=Who(move.seat), reason=move.reason))
    else:
        minutes.say(say("{who} builds nothing", who=Who(move.seat)))
    turn.end_turn(minutes)
