"""Which railroad builds, and who decides for it (Construct Track)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.prairie_railroads import turn
from companion.games.prairie_railroads.box import ORDER
from companion.games.prairie_railroads.moves import BuildTrack, WesternBuild
from companion.games.prairie_railroads.phases import Building, Source
from companion.games.prairie_railroads.state import State
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.errors import RuleError
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Money, Railroad, Seat

Build = BuildTrack | WesternBuild

SINGLE_ONLY = Refusal("rule", say("Another controller may build a single segment only"))


def controlled(state: State) -> tuple[Railroad, ...]:
    """The financed railroads that the active player controls, ties included."""
    return tuple(r for r in ORDER if state.financed(r) and state.active in state.controllers(r))


def choosable(state: State, *, blocked: bool = False) -> tuple[Railroad, ...]:
    """The railroads the active player may choose. `blocked`: what they control can build nowhere.

    A railroad without a cube can build nowhere, and that is known (ruling `blocked_control`).
    """
    own = controlled(state)
    usable = tuple(railroad for railroad in own if state.cubes_left(railroad))
    if (usable and not blocked) or (own and state.ruled("blocked_control", "lost")):
        return usable
    return tuple(r for r in ORDER if r not in own and state.financed(r) and state.cubes_left(r))


def begin(minutes: Minutes[State], source: Source) -> None:
    """After Discover Growth a railroad must build; if none has the money, nothing happens."""
    state = minutes.state
    if choosable(state):
        minutes.state = replace(state, phase=Building(source))
        return
    if any(map(state.financed, ORDER)):
        minutes.say("no railroad that may build has a cube left, nothing is built")
    else:
        minutes.say("every railroad is underfinanced, nothing is built")
    turn.end_turn(minutes)


def _may_say_blocked(state: State) -> bool:
    if state.ruled("blocked_control", "lost"):
        return False
    usable = any(map(state.cubes_left, controlled(state)))
    return usable and bool(choosable(state, blocked=True))


def _forced(state: State) -> bool:
    """Is there one railroad only that the active player can choose, and one player only who controls it?"""
    may_build = choosable(state)
    return len(may_build) == 1 and len(state.controllers(may_build[0])) == 1


def single_only(state: State, railroad: Railroad) -> bool:
    """Is it another's railroad, at a table that holds another controller to a single segment (ruling
    `other_controller_styles`)?"""
    mine = state.active in state.controllers(railroad)
    return not mine and state.ruled("other_controller_styles", "single")


def build_offer(
    state: State,
    seat: Seat,
    move: type[Build],
    cost: Money,
    label: Text,
    what: Callable[[Railroad], OfferField],
    *,
    help: Text,
    unchecked: str,
) -> Offer:
    """A build, as this seat may enter it: which railroad builds, who decides, and `what` that railroad builds."""
    railroads = _railroad_fields(state, seat, move, cost)
    choices = [choice for field in railroads for choice in field.choices]
    free = {choice.value for choice in choices if not choice.disabled}
    enabled = [railroad for railroad in ORDER if railroad in free]
    fields = [*railroads, *(_decider_field(state, seat, move, railroad) for railroad in enabled)]
    fields += map(what, enabled)
    if len(railroads) > 1:
        # It is filled in seldom, so it stands below the rest.
        fields.append(narrowed(move, "blocked", default=False))
    # Where none can build: why the first that is shown cannot.
    refusal = None if enabled else choices[0].disabled
    return Offer(move, seat, label, tuple(fields), help, (unchecked,), refusal)


def _railroad_fields(state: State, seat: Seat, move: type[Build], cost: Money) -> list[OfferField]:
    """Which railroad builds: asked once, or by whether what the active player controls can build."""

    def choices(*, blocked: bool) -> tuple[Choice, ...]:
        may_build = choosable(state, blocked=blocked)
        return tuple(_railroad_choice(state, seat, railroad, move, cost, may_build) for railroad in ORDER)

    own = choices(blocked=False)
    if seat == state.active and _may_say_blocked(state):
        others = choices(blocked=True)
        if not all(choice.disabled for choice in others):
            return [
                narrowed(move, "railroad", choices=own, when={"blocked": False}),
                narrowed(move, "railroad", choices=others, when={"blocked": True}),
            ]
    if seat != state.active and not _forced(state):
        # Which railroad builds, and which of its controllers decides, is not theirs to choose.
        label = say("{active} has chosen {who} to build with", active=Who(state.active), who=Who(seat))
        return [narrowed(move, "railroad", choices=own, label=label, asked=True)]
    return [narrowed(move, "railroad", choices=own)]


def _decider_field(state: State, seat: Seat, move: type[Build], railroad: Railroad) -> OfferField:
    deciders = _deciders(state, railroad, seat)
    return narrowed(
        move,
        "decided_by",
        choices=tuple(Choice(who, say("{who}", who=Who(who))) for who in deciders),
        default=deciders[0] if len(deciders) == 1 else None,
        required=len(deciders) > 1,
        when={"railroad": railroad},
    )


def _deciders(state: State, railroad: Railroad, seat: Seat) -> tuple[Seat, ...]:
    """Who may select its build: the active player, or who enters it, if they control it; else all who do."""
    controllers = state.controllers(railroad)
    return next(((who,) for who in (state.active, seat) if who in controllers), controllers)


def _railroad_choice(
    state: State,
    seat: Seat,
    railroad: Railroad,
    move: type[Build],
    cost: Money,
    may_build: tuple[Railroad, ...],
) -> Choice:
    """A railroad with its treasury, and why it cannot build, if it cannot."""
    treasury, controllers = state.treasury(railroad), state.controllers(railroad)
    refusal: Refusal | None = None
    if treasury < cost:
        what = say("a segment") if move is BuildTrack else say("a Western Build")
        words = phrase("The {r} has ${treasury} and {what} costs ${cost}")
        refusal = Refusal(
            "insufficient-funds", say(words, r=railroad, treasury=treasury, what=what, cost=cost)
        )
    elif not state.cubes_left(railroad):
        refusal = Refusal("rule", say("The {r} has no cube left", r=railroad))
    elif move is WesternBuild and (no_box := _no_box(state, railroad)):
        refusal = Refusal("rule", no_box)
    elif railroad not in may_build:
        refusal = Refusal("rule", say("A railroad you control, and that has the money, must build"))
    elif move is WesternBuild and single_only(state, railroad):
        refusal = SINGLE_ONLY
    elif seat != state.active and (state.active in controllers or seat not in controllers):
        refusal = Refusal("rule", say("You do not control the {r}", r=railroad))
    return Choice(railroad, Text(railroad), say("treasury ${treasury}", treasury=treasury), refusal)


def _no_box(state: State, railroad: Railroad) -> Text | None:
    """Why the railroad can make no Western Build anywhere; None if it can."""
    if railroad in state.western:
        return say("The {r} has its Western Build", r=railroad)
    if all(box_refusal(state, railroad, city) for city in state.network(railroad)):
        return say("The {r}'s track reaches no free box", r=railroad)
    return None


def box_refusal(state: State, railroad: Railroad, city: str) -> Text | None:
    """Why the box next to a city on its track is not this railroad's; None if it may be."""
    other = next((r for r, built in state.western.items() if built == city), None)
    if other is not None:
        return say("The {r} has built there", r=other)
    reached_from = state.atlas.get("western_builds", city, "from")
    ends = ({segment.a, segment.b} for segment in state.tracks[railroad])
    if reached_from and {reached_from, city} not in ends:
        return say("The {r} has not built {a}-{b}", r=railroad, a=reached_from, b=city)
    return None


def decider(state: State, move: Build) -> Seat:
    """Who selects the build: the active player, or a controller of the railroad.

    :raises RuleError: `invalid` when several control it and nobody is named.
    """
    deciders = _deciders(state, move.railroad, move.seat) or (state.active,)
    if move.decided_by is not None and state.active not in deciders:
        return move.decided_by
    if len(deciders) == 1:
        return deciders[0]
    who = tuple(Who(seat) for seat in deciders)
    words = say("Which of {who} decides for the {r}?", who=who, r=move.railroad)
    raise RuleError("invalid", words, errors={"decided_by": (say("missing"),)})


def say_chosen(minutes: Minutes[State], railroad: Railroad, who: Seat) -> None:
    """Where another player builds, that the active player has chosen so: whoever confirms it reads it first."""
    active = minutes.state.active
    if who != active and not _forced(minutes.state):
        words = phrase("{active} has chosen {who} to build with the {r}")
        minutes.say(words, active=Who(active), who=Who(who), r=railroad)
