"""Construct Track: what a railroad may reach, and building one segment, two, a Western Build, or nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

from companion.atlas.asking import facts_needed, need
from companion.atlas.known import known_place
from companion.games.prairie_railroads import builders, turn
from companion.games.prairie_railroads.box import DOUBLE_COST, FACTS, SEGMENT_COST, western_cost
from companion.games.prairie_railroads.moves import BuildStart, BuildTrack, NoBuild, WesternBuild
from companion.games.prairie_railroads.phases import Building, Source
from companion.games.prairie_railroads.state import State
from companion.mechanisms import correction, links
from companion.mechanisms.income import income_cube
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BANK, BOARD, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, Move, numbered
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, called, costly, narrowed, refused
from companion.words.errors import forbidden
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat

HEADING = "Construct Track"
FROM_DECK = refused("A card from the Draw deck allows only a single segment")


def building_offers(state: State, phase: Building) -> tuple[Offer, ...]:
    """Build with a railroad one controls, or let its controller build; every seat concerned may enter it."""
    others = (state.controllers(railroad) for railroad in builders.choosable(state))
    chosen = (seat for controllers in others if state.active not in controllers for seat in controllers)
    builds = [
        offer
        for seat in dict.fromkeys((state.active, *chosen))
        for offer in (_track_offer(state, phase, seat), western_offer(state, phase, seat))
        if seat == state.active or not offer.disabled
    ]
    words, tip = say("Nothing can be built"), say("Only if the map leaves no legal build.")
    reason, unchecked = (narrowed(NoBuild, "reason"),), (phrase("the map must leave no legal build"),)
    return (*builds, Offer(NoBuild, state.active, words, reason, tip, unchecked, aside=True))


# --- one segment, or two in a row --------------------------------------------------------------------------


def _track_offer(state: State, phase: Building, seat: Seat) -> Offer:
    tip = say("One segment ${one}, or two connected ${two}.", one=SEGMENT_COST, two=DOUBLE_COST)
    if phase.source == "deck":
        tip = say("Drawn card: one segment, ${one}.", one=SEGMENT_COST)
    offer = Offer(BuildTrack, seat, say("Build track"), help=tip, unchecked=("adjacency",))
    return builders.build_offer(state, offer, SEGMENT_COST, partial(_segments_field, state, phase.source))


@part
def _segments_field(state: State, source: Source, railroad: Railroad) -> OfferField:
    reached = state.network(railroad)
    cities, last = tuple([city_choice(city, None) for city in reached]), reached[-1] if reached else None
    ends = (
        OfferField("from", say("From"), "place", choices=cities, default=last, wanted=say("From which city")),
        OfferField("to", say("To which city"), "place", open=True, choices=_ends(state, railroad)),
        OfferField("number", say("Parallel segment"), "count", required=False, default=1, least=1, most=4),
    )
    refusal = _one_only(state, source, railroad)
    most, when = 1 if refusal else 2, {"railroad": railroad}
    both = None if refusal else say("${cost} for both", cost=DOUBLE_COST)
    return narrowed(BuildTrack, "segments", most=most, fields=ends, too_much=refusal, when=when, help=both)


def _one_only(state: State, source: Source, railroad: Railroad) -> Refusal | None:
    """Why the railroad may not build two in a row; None if it may."""
    if source == "deck":
        return FROM_DECK
    if builders.single_only(state, railroad):
        return builders.SINGLE_ONLY
    treasury = state.treasury(railroad)
    if treasury < DOUBLE_COST:
        words = phrase("The {r} has ${treasury} and two segments cost ${cost}")
        return costly(words, r=railroad, treasury=treasury, cost=DOUBLE_COST)
    if state.cubes_left(railroad) < 2:
        return refused("The {r} has one cube left", r=railroad)
    return None


@part
def _ends(state: State, railroad: Railroad) -> tuple[Choice, ...]:
    """Every known city: first those the railroad does not reach yet, and of them those that earn something, last those
    that only the growth chart has named; where one chooses to begin a segment that is somebody's, its other end is left
    to who looks for it by name."""
    reached, incomes = dict.fromkeys(state.network(railroad)), state.city_incomes()
    earning = [city for city, earned in incomes.items() if earned != 0 and city not in reached]
    others = [city for city, earned in incomes.items() if earned == 0 and city not in reached]
    for row in state.atlas.rows("growth").values():  # no calls: this is asked for each railroad
        for city in row.values():
            if city and city not in incomes and city not in reached and city not in others:
                others.append(city)
    near, built = links.leading(state, reached), links.built(state)
    found = [
        city_choice(
            city, incomes.get(city), () if city in reached else near.get(city, ()), built.get(city, ())
        )
        for city in (*earning, *others, *reached)
    ]
    return tuple(found)


def check_facts(state: State, move: Move) -> None:
    """The printed incomes this move needs.

    :raises RuleError: `facts-needed`; or `invalid` for a name that is a near miss.
    """
    wanted: list[Link] = []
    match move:
        case BuildStart(from_=from_, to=to):
            wanted = [named(state, Link(from_, to), "to")]
        case BuildTrack(segments=given):
            wanted = [named(state, segment, "segments") for segment in given]
        case WesternBuild(city=city):
            known_place(state.atlas, city, at="city", places="cities")
    cities = dict.fromkeys(city for segment in wanted for city in segment.ends)
    unknown = tuple(city for city in cities if state.city_income(city) is None)
    if unknown:
        asked = {city: say("Income printed at {city}", city=city) for city in unknown}
        needs = (need(FACTS.of("cities"), city, "income", words) for city, words in asked.items())
        raise facts_needed(say("What income is printed at {cities}?", cities=unknown), needs)


def build(minutes: Minutes[State], move: BuildTrack) -> None:
    """A railroad builds one segment, or two in a row, and pays the bank from its treasury."""
    state, railroad = minutes.state, move.railroad
    who = builders.decider(state, move)
    laid = tuple(named(state, segment, "segments") for segment in move.segments)
    if len(laid) == 1:
        laid = (single(state, railroad, laid[0]),)
        cost, route = SEGMENT_COST, laid[0].label
    else:
        laid = double(state, railroad, laid)
        cost, route = DOUBLE_COST, "-".join([laid[0].a, *(segment.b for segment in laid)])
    builders.say_chosen(minutes, railroad, who)
    why = say("{r} builds {route}", r=railroad, route=route)
    minutes.pay(railroad_account(railroad), BANK, cost, why)
    words = phrase("{r} builds {route} for ${cost}")
    minutes.say(words, who=Who(who), r=railroad, route=route, cost=cost)
    lay(minutes, railroad, laid)
    turn.end_turn(minutes)


def no_build(minutes: Minutes[State], move: NoBuild) -> None:
    """The map leaves no legal build; the turn is over."""
    if move.reason:
        minutes.say("{who} builds nothing: {reason}", who=Who(move.seat), reason=move.reason)
    else:
        minutes.say("{who} builds nothing", who=Who(move.seat))
    turn.end_turn(minutes)


# --- Western Builds: the boxes at the western edge of the map ------------------------------------------------


def western_offer(state: State, phase: Building, seat: Seat) -> Offer:
    """What a Western Build costs now, in dollars, and which railroad may make one."""
    cost, boxes = western_cost(len(state.western)), state.atlas.rows("western_builds")
    words = say("Western Build, ${cost}", cost=cost)
    tip = say("Pays each share income ÷ 5 at once, rounded up.")
    offer = Offer(
        WesternBuild,
        seat,
        words,
        help=tip,
        unchecked=(phrase("the map must have a free Western Build box next to the city"),),
    )
    offer = builders.build_offer(state, offer, cost, partial(_box_field, state))
    cities = [choice.value for field in offer.fields if field.name == "city" for choice in field.choices]
    refusal = FROM_DECK if phase.source == "deck" else offer.disabled
    return replace(offer, disabled=refusal, aside=not any(city in boxes for city in cities))


@part
def _box_field(state: State, railroad: Railroad) -> OfferField:
    """The cities it reaches, those with a known box first; whether there is a box the table knows."""
    boxes = state.atlas.rows("western_builds")
    reached = sorted(state.network(railroad), key=lambda city: city not in boxes)

    choices = (called(city, disabled=builders.box_refusal(state, railroad, city)) for city in reached)
    wanted = say("Next to which city")
    return narrowed(WesternBuild, "city", choices=tuple(choices), when={"railroad": railroad}, wanted=wanted)


def build_western(minutes: Minutes[State], move: WesternBuild) -> None:
    """A Western Build, and at once a dividend to the railroad's shares. It is no Pay Dividends card."""
    state, railroad = minutes.state, move.railroad
    who = builders.decider(state, move)
    city = known_place(state.atlas, move.city, at="city", places="cities")
    cost = western_cost(len(state.western))
    builders.say_chosen(minutes, railroad, who)
    minutes.pay(railroad_account(railroad), BANK, cost, say("{r}'s Western Build", r=railroad))
    minutes.pay(railroad_account(railroad), BOARD, 1, say("Western Build"), cubes(railroad))
    minutes.state = minutes.state.changed(western={**state.western, railroad: city})
    words = phrase("{r} makes its Western Build at {city} for ${cost}")
    minutes.say(words, who=Who(who), r=railroad, city=city, cost=cost)
    words = phrase("Put one {r} cube on the W next to {city}")
    minutes.hands("place_cube", say(words, r=railroad, city=city), cube=railroad, place=city)
    turn.pay_railroad(minutes, railroad)
    minutes.say("its shares get a dividend")
    turn.end_turn(minutes)


def correct_western(railroad: Railroad, minutes: Minutes[State], city: str, built: int) -> None:
    """The host says that a railroad's only Western Build stands next to a city, or that it does not; nobody else's does
    then. A cube goes with each; money is set by itself."""
    western = minutes.state.western
    mine, there = {railroad} & {*western}, {each for each, at in western.items() if at == city}
    gone = [each for each in western if each in (mine | there if built else mine & there)]
    for each in gone:
        correction.move(minutes, railroad_account(each), BOARD, 1, cubes(each))
    kept = {each: at for each, at in western.items() if each not in gone}
    if built:
        correction.move(minutes, BOARD, railroad_account(railroad), 1, cubes(railroad))
    minutes.state = minutes.state.changed(western={**kept, railroad: city} if built else kept)
    yes = phrase("the Western Build at {city} is the {r}'s")
    no = phrase("the Western Build at {city} is no longer the {r}'s")
    minutes.say(yes if built else no, city=city, r=railroad)


# --- segments: their names, arrows, and what a railroad may reach -------------------------------------------


def named(state: State, segment: Link, at: str) -> Link:
    """The segment with both names as they are written on the board. A second one may be written `A` to `B (2)`.

    :raises RuleError: `invalid` for a near miss.
    """
    to, number = numbered(segment.b)
    return links.spelled(state.atlas, Link(segment.a, to, max(number, segment.number)), at, at)


@lru_cache(4_096)
def city_choice(
    city: str, earned: int | None, near: tuple[str, ...] = (), built: tuple[str, ...] = ()
) -> Choice:
    """A city to choose, with the dollars it earns for a segment, if they are known."""
    return called(city, None if earned is None else _income(earned), near=near, built=built)


@lru_cache
def _income(earned: int) -> Text:
    return say("income ${n}", n=earned)


def single(state: State, railroad: Railroad, segment: Link) -> Link:
    """One segment, turned so that it begins at the railroad's own track.

    :raises RuleError: `rule` if it is taken, does not touch the track, or goes against an arrow.
    """
    reached = state.network(railroad)
    check_open(state, segment)
    if segment.a not in reached and segment.b not in reached:
        raise forbidden(
            "{segment} does not touch the {r}'s track", HEADING, segment=segment.label, r=railroad
        )
    if segment.a not in reached or (arrow_against(state, segment) and segment.b in reached):
        segment = segment.turned()
    check_arrow(state, segment)
    return segment


def double(state: State, railroad: Railroad, segments: tuple[Link, ...]) -> tuple[Link, ...]:
    """Two consecutive segments, through and to cities where the railroad has no track yet.

    :raises RuleError: `rule`.
    """
    reached = state.network(railroad)
    first, second = segments
    if first.a not in reached and first.b not in reached:
        first, second = second, first
    first = single(state, railroad, first)
    check_open(state, second)
    if second.a != first.b:
        second = second.turned()
    if second.a != first.b:
        raise forbidden("The two segments are not connected", HEADING)
    check_arrow(state, second)
    for city in (first.b, second.b):
        if city in reached:
            words = phrase("A double build may only enter new cities; the {r} is already in {city}")
            raise forbidden(words, HEADING, r=railroad, city=city)
    return first, second


def check_open(state: State, segment: Link) -> None:
    """Check that nobody has built the segment.

    :raises RuleError: `rule`.
    """
    if segment.a == segment.b:
        raise forbidden("A segment connects two cities", HEADING)
    for railroad, track in state.tracks.items():
        if built := next(filter(segment.same, track), None):
            raise forbidden("The {r} has built {segment}", HEADING, r=railroad, segment=built.label)


def arrow_against(state: State, segment: Link) -> bool:
    """Does an arrow on the board forbid building from a to b?"""
    links = state.atlas.rows("links").values()
    arrows = [(link["from"], link["to"]) for link in links if link.get("one_way")]
    return (segment.b, segment.a) in arrows and segment.ends not in arrows


def check_arrow(state: State, segment: Link) -> None:
    """Check that the segment may be built from a to b.

    :raises RuleError: `rule` against an arrow.
    """
    if arrow_against(state, segment):
        raise forbidden("The arrow only allows building from {b} to {a}", HEADING, a=segment.a, b=segment.b)


def lay(minutes: Minutes[State], railroad: Railroad, segments: tuple[Link, ...]) -> None:
    """Cubes on the segments, and the income cube moves."""
    old, is_first = minutes.state.income(railroad), not minutes.state.tracks[railroad]
    words = phrase("Put one {r} cube on {segment}")
    links.lay(minutes, railroad, segments, lambda laid: say(words, r=railroad, segment=laid.label))
    now = minutes.state.income(railroad)
    if old != now:
        minutes.say("Income ${old} → ${now}", old=old, now=now)
    elif is_first:
        minutes.say("Income ${now}", now=now)
    if is_first or old != now:
        minutes.goes(income_cube(railroad, None if is_first else old, now), railroad=railroad)
