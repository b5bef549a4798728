"""Construct Track: who builds, which segments, and Western Builds."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from companion.atlas import facts_needed, known_place, merge, need
from companion.errors import RuleError, forbidden
from companion.games.prairie_railroads import auctions, cards
from companion.games.prairie_railroads.box import (
    BOX,
    DOUBLE_COST,
    FACTS,
    ORDER,
    SEGMENT_COST,
    western_cost,
)
from companion.games.prairie_railroads.moves import BuildStart, BuildTrack, NoBuild, WesternBuild
from companion.games.prairie_railroads.state import (
    Building,
    FirstBuild,
    Source,
    State,
    city_income,
    controllers,
    cubes_left,
    figure,
    financed,
    income,
    label,
    network,
)
from companion.ledger import BANK, BOARD, cubes, railroad_account
from companion.moves import Link, Move
from companion.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.rules import Minutes
from companion.text import Text, Who, say
from companion.values import Money, Railroad, Seat

HEADING = "Construct Track"
FIRST_FROM = {one["id"]: tuple(one["from"]) for one in BOX["railroads"]}
FIRST_TO = {one["id"]: tuple(one.get("to", ())) for one in BOX["railroads"]}


# --- the first segment -------------------------------------------------------------------------------


def first_offers(state: State, phase: FirstBuild) -> tuple[Offer, ...]:
    """The winner of an initial auction builds one open segment from a start city, free."""
    ends = FIRST_TO[phase.railroad]
    from_ = narrowed(
        BuildStart,
        "from",
        choices=tuple(Choice(city, Text(city)) for city in FIRST_FROM[phase.railroad]),
    )
    known = ends or tuple(
        city for city in state.atlas.rows("cities") if city not in FIRST_FROM[phase.railroad]
    )
    to = narrowed(
        BuildStart,
        "to",
        choices=tuple(_city_choice(state, city) for city in known),
        open=not ends,
    )
    what = say("Build the {r}'s first segment, free", r=phase.railroad)
    return (Offer(BuildStart, phase.seat, what, (from_, to), unchecked=() if ends else ("adjacency",)),)


def _city_choice(state: State, city: str) -> Choice:
    return _city_earning(city, city_income(state, city))


@lru_cache(4_096)
def _city_earning(city: str, earned: int | None) -> Choice:
    return Choice(city, Text(city), hint=None if earned is None else say("${n}", n=earned))


def build_first(minutes: Minutes[State], phase: FirstBuild, move: BuildStart) -> None:
    """The free first segment; then the next initial auction, or the first turn."""
    state, railroad = minutes.state, phase.railroad
    segment = _named(state, Link(*_numbered(move.from_, move.to)), "to")
    _check_open(state, segment)
    if _arrow_against(state, segment):
        raise _one_way(segment)
    minutes.say(
        say("{who}: the {r} builds {segment}, free", who=Who(move.seat), r=railroad, segment=label(segment))
    )
    _lay(minutes, railroad, (segment,))
    following = ORDER.index(railroad) + 1
    if following < len(ORDER):
        auctions.begin_initial(minutes, ORDER[following], move.seat)
    else:
        cards.begin_turns(minutes, move.seat)


# --- who builds --------------------------------------------------------------------------------------


def controlled(state: State) -> tuple[Railroad, ...]:
    """The financed railroads that the active player controls, ties included."""
    return tuple(r for r in ORDER if financed(state, r) and state.active in controllers(state, r))


def choosable(state: State, *, blocked: bool) -> tuple[Railroad, ...]:
    """The railroads the active player may choose. `blocked`: what they control can build nowhere.

    A railroad without a cube can build nowhere, and that is known (ruling `blocked_control`).
    """
    own = controlled(state)
    usable = tuple(railroad for railroad in own if cubes_left(state, railroad))
    lost = state.ruled("blocked_control", "lost")
    if (usable and not blocked) or (own and lost):
        return usable
    return tuple(r for r in ORDER if r not in own and financed(state, r) and cubes_left(state, r))


def begin(minutes: Minutes[State], source: Source) -> None:
    """After Discover Growth a railroad must build; if none has the money, nothing happens."""
    state = minutes.state
    if choosable(state, blocked=False):
        minutes.state = replace(state, phase=Building(source))
        return
    if not any(financed(state, railroad) for railroad in ORDER):
        minutes.say(say("every railroad is underfinanced, nothing is built"))
    else:
        minutes.say(say("no railroad that may build has a cube left, nothing is built"))
    cards.end_turn(minutes)


def building_offers(state: State, phase: Building) -> tuple[Offer, ...]:
    """Build with a railroad one controls, or let its controller build; every seat concerned may enter it."""
    seats = [state.active]
    for railroad in choosable(state, blocked=False):
        if state.active not in controllers(state, railroad):
            seats += [seat for seat in controllers(state, railroad) if seat not in seats]
    offers: list[Offer] = []
    for seat in seats:
        offers += [_track_offer(state, phase, seat), _western_offer(state, phase, seat)]
    offers.append(
        Offer(
            NoBuild,
            state.active,
            say("Nothing can be built"),
            (narrowed(NoBuild, "reason"),),
            help=say("Only when the map leaves no legal build."),
            unchecked=("blocked",),
        )
    )
    return tuple(offer for offer in offers if not (offer.disabled and offer.seat != state.active))


def _may_say_blocked(state: State) -> bool:
    if state.ruled("blocked_control", "lost"):
        return False
    usable = any(cubes_left(state, railroad) for railroad in controlled(state))
    return usable and bool(choosable(state, blocked=True))


def _who_fields(
    state: State, seat: Seat, cls: type[BuildTrack | WesternBuild], cost: Money
) -> tuple[list[OfferField], tuple[Railroad, ...]]:
    """The fields that say which railroad builds and who decides; and the railroads that can be chosen."""

    def choices(blocked: bool) -> tuple[Choice, ...]:
        open_to = choosable(state, blocked=blocked)
        return tuple(_railroad_choice(state, seat, railroad, cls, cost, open_to) for railroad in ORDER)

    own = choices(False)
    others = choices(True) if seat == state.active and _may_say_blocked(state) else ()
    may_say_blocked = any(not choice.disabled for choice in others)
    if may_say_blocked:
        fields = [
            narrowed(cls, "railroad", choices=own, when={"blocked": False}),
            narrowed(cls, "railroad", choices=others, when={"blocked": True}),
        ]
    else:
        fields = [narrowed(cls, "railroad", choices=own)]
    free = {choice.value for choice in (*own, *others) if not choice.disabled}
    enabled = tuple(railroad for railroad in ORDER if railroad in free)
    fields += [_decider_field(state, seat, cls, railroad) for railroad in enabled]
    if may_say_blocked:
        fields.append(narrowed(cls, "blocked", default=False))
    return fields, enabled


def _decider_field(state: State, seat: Seat, cls: type[Move], railroad: Railroad) -> OfferField:
    deciders = controllers(state, railroad)
    if state.active in deciders:
        deciders = (state.active,)
    elif seat in deciders:
        deciders = (seat,)
    return narrowed(
        cls,
        "decided_by",
        choices=tuple(Choice(one, say("{who}", who=Who(one))) for one in deciders),
        default=deciders[0] if len(deciders) == 1 else None,
        required=len(deciders) > 1,
        when={"railroad": railroad},
    )


def _railroad_choice(
    state: State,
    seat: Seat,
    railroad: Railroad,
    cls: type[BuildTrack | WesternBuild],
    cost: Money,
    open_to: tuple[Railroad, ...],
) -> Choice:
    treasury = state.ledger.treasury(railroad)
    refusal: Refusal | None = None
    if treasury < cost:
        what = say("a segment") if cls is BuildTrack else say("a Western Build")
        text = say(
            "The {r} has ${treasury} and {what} costs ${cost}",
            r=railroad,
            treasury=treasury,
            what=what,
            cost=cost,
        )
        refusal = Refusal("insufficient-funds", text)
    elif not cubes_left(state, railroad):
        refusal = Refusal("rule", say("The {r} has no cube left", r=railroad))
    elif cls is WesternBuild and railroad in state.western:
        refusal = Refusal("rule", say("The {r} has its Western Build", r=railroad))
    elif cls is WesternBuild and all(
        _box_refusal(state, railroad, city) for city in network(state, railroad)
    ):
        refusal = Refusal("rule", say("The {r}'s track reaches no free box", r=railroad))
    elif railroad not in open_to:
        refusal = Refusal("rule", say("A railroad you control, and that has the money, must build"))
    elif cls is WesternBuild and state.active not in controllers(state, railroad) and _single_only(state):
        refusal = _SINGLE_ONLY
    elif seat != state.active and (
        state.active in controllers(state, railroad) or seat not in controllers(state, railroad)
    ):
        refusal = Refusal("rule", say("You do not control the {r}", r=railroad))
    return Choice(
        railroad, Text(railroad), hint=say("treasury ${treasury}", treasury=treasury), disabled=refusal
    )


_SINGLE_ONLY = Refusal("rule", say("Another controller may build a single segment only"))


def _single_only(state: State) -> bool:
    return state.ruled("other_controller_styles", "single")


def decider(state: State, move: BuildTrack | WesternBuild) -> Seat:
    """Who selects the build: the active player, or a controller of the railroad.

    :raises RuleError: `invalid` when several control it and nobody is named.
    """
    deciders = controllers(state, move.railroad)
    if state.active in deciders or not deciders:
        return state.active
    if move.decided_by is not None:
        return move.decided_by
    if move.seat in deciders:
        return move.seat
    if len(deciders) > 1:
        who = tuple(Who(seat) for seat in deciders)
        raise RuleError(
            "invalid",
            say("Which of {who} decides for the {r}?", who=who, r=move.railroad),
            errors={"decided_by": (say("missing"),)},
        )
    return deciders[0]


# --- segments ----------------------------------------------------------------------------------------


def _track_offer(state: State, phase: Building, seat: Seat) -> Offer:
    fields, enabled = _who_fields(state, seat, BuildTrack, SEGMENT_COST)
    fields += [_segments_field(state, phase, seat, railroad) for railroad in enabled]
    return Offer(
        BuildTrack,
        seat,
        say("Build track"),
        tuple(fields),
        help=say("One segment costs $5; two in a row, by a card of your hand, cost $15."),
        unchecked=("adjacency",),
        disabled=None if enabled else _first_refusal(fields),
    )


def _first_refusal(fields: list[OfferField]) -> Refusal:
    return next(
        (choice.disabled for choice in fields[0].choices if choice.disabled),
        Refusal("rule", say("No railroad can build")),
    )


def _segments_field(state: State, phase: Building, seat: Seat, railroad: Railroad) -> OfferField:
    most, refusal = 2, None
    other = state.active not in controllers(state, railroad)
    if phase.source == "deck":
        most, refusal = 1, Refusal("rule", say("A card from the Draw deck allows a single segment only"))
    elif other and _single_only(state):
        most, refusal = 1, _SINGLE_ONLY
    elif (treasury := state.ledger.treasury(railroad)) < DOUBLE_COST:
        text = say(
            "The {r} has ${treasury} and two segments cost ${cost}",
            r=railroad,
            treasury=treasury,
            cost=DOUBLE_COST,
        )
        most, refusal = 1, Refusal("insufficient-funds", text)
    elif cubes_left(state, railroad) < 2:
        most, refusal = 1, Refusal("rule", say("The {r} has one cube left", r=railroad))
    reached = network(state, railroad)
    ends = (
        OfferField("from", say("From"), "place", choices=tuple(Choice(c, Text(c)) for c in reached)),
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
    """Every known city, those the railroad does not reach yet first."""
    reached = dict.fromkeys(network(state, railroad))
    new = [city for city in state.atlas.rows("cities") if city not in reached]
    return tuple(_city_choice(state, city) for city in (*new, *reached))


def asked(state: State, move: Move) -> None:
    """The printed incomes this move needs.

    :raises RuleError: `facts-needed`; or `invalid` for a name that is a near miss.
    """
    match move:
        case BuildStart(from_=from_, to=to):
            segments: tuple[Link, ...] = (_named(state, Link(*_numbered(from_, to)), "to"),)
        case BuildTrack(segments=given):
            segments = tuple(_named(state, segment, "segments") for segment in given)
        case WesternBuild(city=city):
            known_place(state.atlas, city, at="city", places="cities")
            return
        case _:
            return
    cities = dict.fromkeys(city for segment in segments for city in (segment.a, segment.b))
    unknown = [city for city in cities if city_income(state, city) is None]
    if unknown:
        section = FACTS.section("cities")
        assert section is not None
        raise facts_needed(
            say("What income is printed at {cities}?", cities=tuple(unknown)),
            (need(section, city, "income", say("Income printed at {city}", city=city)) for city in unknown),
        )


def _numbered(from_: str, to: str) -> tuple[str, str, int]:
    """A second link between the same two cities may be written `A` to `B (2)`."""
    name, bracket, number = to.rstrip().rstrip(")").rpartition(" (")
    return (from_, name, int(number)) if bracket and number.isdigit() else (from_, to, 1)


def _named(state: State, segment: Link, at: str) -> Link:
    from_, to, number = _numbered(segment.a, segment.b)
    ends = [known_place(state.atlas, end, at=at, places="cities") for end in (from_, to)]
    return Link(ends[0], ends[1], max(number, segment.number))


def build(minutes: Minutes[State], move: BuildTrack) -> None:
    """A railroad builds one segment, or two in a row, and pays the bank from its treasury."""
    state, railroad = minutes.state, move.railroad
    who = decider(state, move)
    named = tuple(_named(state, segment, "segments") for segment in move.segments)
    segments = _single(state, railroad, named[0]) if len(named) == 1 else _double(state, railroad, named)
    cost = SEGMENT_COST if len(segments) == 1 else DOUBLE_COST
    route = "-".join([segments[0].a, *(segment.b for segment in segments)])
    if len(segments) == 1:
        route = label(segments[0])
    why = say("the {r} builds {route}", r=railroad, route=route)
    minutes.pay(railroad_account(railroad), BANK, cost, why)
    minutes.say(
        say("{who}: the {r} builds {route} for ${cost}", who=Who(who), r=railroad, route=route, cost=cost)
    )
    _lay(minutes, railroad, segments)
    cards.end_turn(minutes)


def _single(state: State, railroad: Railroad, segment: Link) -> tuple[Link]:
    reached = network(state, railroad)
    _check_open(state, segment)
    if segment.a not in reached and segment.b not in reached:
        text = say("{segment} does not touch the {r}'s track", segment=label(segment), r=railroad)
        raise forbidden(text, HEADING)
    if segment.a not in reached or (_arrow_against(state, segment) and segment.b in reached):
        segment = Link(segment.b, segment.a, segment.number)
    if _arrow_against(state, segment):
        raise _one_way(segment)
    return (segment,)


def _double(state: State, railroad: Railroad, segments: tuple[Link, ...]) -> tuple[Link, ...]:
    """Two consecutive segments, through and to cities where the railroad has no track yet."""
    reached = network(state, railroad)
    first, second = segments
    if first.a not in reached and first.b not in reached:
        first, second = second, first
    (first,) = _single(state, railroad, first)
    _check_open(state, second)
    if second.a != first.b:
        second = Link(second.b, second.a, second.number)
    if second.a != first.b:
        raise forbidden(say("The two segments are not consecutive"), HEADING)
    if _arrow_against(state, second):
        raise _one_way(second)
    for city in (first.b, second.b):
        if city in reached:
            text = say(
                "A double build goes through and to new cities only; the {r} is in {city}",
                r=railroad,
                city=city,
            )
            raise forbidden(text, HEADING)
    return first, second


def _check_open(state: State, segment: Link) -> None:
    if segment.a == segment.b:
        raise forbidden(say("A segment connects two cities"), HEADING)
    for railroad in ORDER:
        for built in state.tracks[railroad]:
            if {built.a, built.b} == {segment.a, segment.b} and built.number == segment.number:
                text = say("The {r} has built {segment}", r=railroad, segment=label(built))
                raise forbidden(text, HEADING)


def _arrow_against(state: State, segment: Link) -> bool:
    """Does an arrow on the board forbid building from a to b?"""
    arrows = [
        (link["from"], link["to"]) for link in state.atlas.rows("links").values() if link.get("one_way")
    ]
    return (segment.b, segment.a) in arrows and (segment.a, segment.b) not in arrows


def _one_way(segment: Link) -> RuleError:
    text = say("The arrow allows building from {b} to {a} only", a=segment.a, b=segment.b)
    return forbidden(text, HEADING)


def _lay(minutes: Minutes[State], railroad: Railroad, segments: tuple[Link, ...]) -> None:
    """Cubes on the segments, and the income cube moves."""
    before = minutes.state
    new: dict[str, dict[str, object]] = {city: {} for segment in segments for city in (segment.a, segment.b)}
    atlas, _ = merge(before.atlas, {"cities": new})
    tracks = {**before.tracks, railroad: (*before.tracks[railroad], *segments)}
    minutes.state = replace(before, tracks=tracks, atlas=atlas)
    for segment in segments:
        minutes.pay(railroad_account(railroad), BOARD, 1, say("track"), cubes(railroad))
        minutes.hands(
            "place_cube",
            say("Put a {r} cube on {segment}", r=railroad, segment=label(segment)),
            cube=railroad,
            place=label(segment),
        )
    old, now = income(before, railroad), income(minutes.state, railroad)
    if before.tracks[railroad] and old == now:
        return
    minutes.say(say("income {old} → {now}", old=old, now=now) if old != now else say("income {now}", now=now))
    minutes.hands(
        "move_marker",
        say("Move the {r}'s income cube {old} → {new}", r=railroad, old=old, new=now)
        if before.tracks[railroad]
        else say("Put a {r} cube on the income track at {new}", r=railroad, new=now),
        railroad=railroad,
        old=old,
        new=now,
    )


# --- Western Builds ----------------------------------------------------------------------------------


def _western_offer(state: State, phase: Building, seat: Seat) -> Offer:
    cost = western_cost(len(state.western))
    fields, enabled = _who_fields(state, seat, WesternBuild, cost)
    refusal = None if enabled else _first_refusal(fields)
    if phase.source == "deck":
        refusal = Refusal("rule", say("A card from the Draw deck allows a single segment only"))
    fields += [_box_field(state, railroad) for railroad in enabled]
    what = say("Western Build, ${cost}", cost=cost)
    tip = say("At once each share gets the railroad's income / 5, rounded up.")
    return Offer(
        WesternBuild, seat, what, tuple(fields), help=tip, unchecked=("western box",), disabled=refusal
    )


def _box_field(state: State, railroad: Railroad) -> OfferField:
    """The cities it reaches, those with a known box first; whether there is a box the table knows."""
    boxes = state.atlas.rows("western_builds")
    reached = sorted(network(state, railroad), key=lambda city: city not in boxes)

    def choice(city: str) -> Choice:
        refusal = _box_refusal(state, railroad, city)
        return Choice(city, Text(city), disabled=Refusal("rule", refusal) if refusal else None)

    return narrowed(
        WesternBuild, "city", choices=tuple(choice(city) for city in reached), when={"railroad": railroad}
    )


def build_western(minutes: Minutes[State], move: WesternBuild) -> None:
    """A Western Build, and at once a dividend to the railroad's shares. It is no Pay Dividends card."""
    state, railroad = minutes.state, move.railroad
    who = decider(state, move)
    city = known_place(state.atlas, move.city, at="city", places="cities")
    cost = western_cost(len(state.western))
    minutes.pay(railroad_account(railroad), BANK, cost, say("the {r}'s Western Build", r=railroad))
    minutes.pay(railroad_account(railroad), BOARD, 1, say("Western Build"), cubes(railroad))
    minutes.state = replace(minutes.state, western={**state.western, railroad: city})
    minutes.say(
        say(
            "{who}: the {r} makes the Western Build at {city} for ${cost}",
            who=Who(who),
            r=railroad,
            city=city,
            cost=cost,
        )
    )
    minutes.hands(
        "place_cube",
        say("Put a {r} cube on the W next to {city}", r=railroad, city=city),
        cube=railroad,
        place=city,
    )
    cards.pay_railroad(minutes, railroad)
    minutes.say(say("its shares get their dividend"))
    cards.end_turn(minutes)


def _box_refusal(state: State, railroad: Railroad, city: str) -> Text | None:
    """Why the box next to a city on its track is not this railroad's; None if it may be."""
    other = next((r for r, built in state.western.items() if built == city), None)
    if other is not None:
        return say("The {r} has built there", r=other)
    reached_from = state.atlas.get("western_builds", city, "from")
    ends = [{segment.a, segment.b} for segment in state.tracks[railroad]]
    if reached_from and {reached_from, city} not in ends:
        return say("The {r} has not built {a}-{b}", r=railroad, a=reached_from, b=city)
    return None


def no_build(minutes: Minutes[State], move: NoBuild) -> None:
    """The map leaves no legal build; the turn is over."""
    if move.reason:
        minutes.say(say("{who} builds nothing: {reason}", who=Who(move.seat), reason=move.reason))
    else:
        minutes.say(say("{who} builds nothing", who=Who(move.seat)))
    cards.end_turn(minutes)
