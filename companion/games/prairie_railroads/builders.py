"""Which railroad builds, and who decides for it (Construct Track)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.prairie_railroads import turn
from companion.games.prairie_railroads.box import ORDER
from companion.games.prairie_railroads.moves import BuildTrack, WesternBuild
from companion.games.prairie_railroads.phases import Building, Source
from companion.games.prairie_railroads.state import State
from companion.mechanisms.parts import part
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, called, costly, narrowed, refused
from companion.words.errors import RuleError
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Money, Railroad, Seat

Build = BuildTrack | WesternBuild

SINGLE_ONLY = refused("Another controller may build only a single segment")


def controlled(state: State) -> tuple[Railroad, ...]:
    """The financed railroads that the active player controls, ties included."""
    return tuple(r for r in ORDER if state.financed(r) and state.active in state.controllers(r))


def others_build(state: State) -> bool:
    """Would Construct Track be for another player to carry out: is there money, but none in what one controls?"""
    for railroad in ORDER:  # mostly the first or second is one's own: it is asked at every turn
        if state.active in state.controllers(railroad) and state.financed(railroad):
            return False
    return any(map(state.financed, ORDER))


@part
def choosable(state: State, blocked: bool = False) -> tuple[Railroad, ...]:
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
        minutes.state = state.changed(phase=Building(source))
        return
    if any(map(state.financed, ORDER)):
        minutes.say("no railroad that may build has a cube left: no build")
    else:
        minutes.say("every railroad is underfinanced: no build")
    turn.end_turn(minutes)


def _may_say_blocked(state: State) -> bool:
    if state.ruled("blocked_control", "lost"):
        return False
    usable = any(map(state.cubes_left, controlled(state)))
    return usable and bool(choosable(state, True))


def _forced(state: State) -> bool:
    """Is there one railroad only that the active player can choose, and one player only who controls it?"""
    may_build = choosable(state)
    return len(may_build) == 1 and len(state.controllers(may_build[0])) == 1


def single_only(state: State, railroad: Railroad) -> bool:
    """Is it another's railroad, at a table that holds another controller to a single segment (ruling
    `other_controller_styles`)?"""
    mine = state.active in state.controllers(railroad)
    return not mine and state.ruled("other_controller_styles", "single")


def build_offer(state: State, offer: Offer, cost: Money, what: Callable[[Railroad], OfferField]) -> Offer:
    """A build, as the offer's seat may enter it: which railroad builds, who decides, and `what` that railroad builds.

    cost: dollars of the cheapest build of the kind.
    """
    railroads = _railroad_fields(state, offer, cost)
    choices = [choice for field in railroads for choice in field.choices]
    free = {choice.value for choice in choices if not choice.disabled}
    enabled = [railroad for railroad in ORDER if railroad in free]
    fields: list[OfferField] = [*railroads]
    if len(railroads) > 1:
        # It is said instead of a railroad of one's own, so it stands where one looks for those.
        fields.append(narrowed(offer.move, "blocked", default=False))
    fields += [_decider_field(state, offer, railroad) for railroad in enabled]
    fields += map(what, enabled)
    # Where none can build: why the first that is shown cannot.
    refusal = None if enabled else choices[0].disabled
    return replace(offer, fields=tuple(fields), disabled=refusal)


def _railroad_fields(state: State, offer: Offer, cost: Money) -> list[OfferField]:
    """Which railroad builds: asked once, or by whether what the active player controls can build."""

    def asked(*, blocked: bool = False, **limits: Any) -> OfferField:
        may_build = choosable(state, blocked)
        choices = tuple(
            [_railroad_choice(state, r, offer.move, offer.seat, cost, r in may_build) for r in ORDER]
        )
        return narrowed(offer.move, "railroad", choices=choices, **limits)

    if offer.seat == state.active and _may_say_blocked(state):
        others = asked(blocked=True, when={"blocked": True})
        if not all(choice.disabled for choice in others.choices):
            return [asked(when={"blocked": False}), others]
    if offer.seat != state.active and not _forced(state):
        # Which railroad builds, and which of its controllers decides, is not theirs to choose.
        label = say("Railroad {active} chose", active=Who(state.active))
        return [asked(label=label, asked=True)]
    return [asked()]


def _decider_field(state: State, offer: Offer, railroad: Railroad) -> OfferField:
    deciders = _deciders(state, railroad, offer.seat)
    choices = tuple(Choice(who, say("{who}", who=Who(who))) for who in deciders)
    several, when = len(deciders) > 1, {"railroad": railroad}  # else there is nothing to ask, nor to send
    return narrowed(
        offer.move,
        "decided_by",
        choices=choices,
        required=several,
        unasked=not several,
        amended=not several,
        when=when,
    )


def _deciders(state: State, railroad: Railroad, seat: Seat) -> tuple[Seat, ...]:
    """Who may select its build: the active player, or who enters it, if they control it; else all who do."""
    controllers = state.controllers(railroad)
    return next(((who,) for who in (state.active, seat) if who in controllers), controllers)


@part
def _railroad_choice(
    state: State, railroad: Railroad, build: type[Move], seat: Seat, cost: Money, may_build: bool
) -> Choice:
    """A railroad with its treasury, and why it cannot build, if it cannot."""
    refusal = _cannot_build(state, build, railroad, cost)
    if refusal is None and not may_build:
        refusal = refused("A railroad you control that has the money must build")
    money = state.treasury(railroad)
    hint = say("treasury ${treasury}", treasury=money)
    if refusal is not None:
        return called(railroad, hint, refusal)
    controllers = state.controllers(railroad)
    if seat == state.active and seat not in controllers:
        hint = _who_builds(controllers, money)
    return called(railroad, hint, _not_yours(state, build, seat, railroad, controllers))


def _who_builds(controllers: tuple[Seat, ...], treasury: Money) -> Text:
    """Whose build it would be if the active player chose a railroad that these control."""
    who = tuple(map(Who, controllers))
    if len(who) == 1:
        return say("treasury ${treasury} · {who} builds", treasury=treasury, who=who[0])
    return say("treasury ${treasury} · {who} control it", treasury=treasury, who=who)


def _cannot_build(state: State, build: type[Move], railroad: Railroad, cost: Money) -> Refusal | None:
    """Why the railroad itself can make no such build; None if it can."""
    treasury = state.treasury(railroad)
    if treasury < cost:
        what = say("a segment") if build is BuildTrack else say("a Western Build")
        words = phrase("The {r} has ${treasury} and {what} costs ${cost}")
        return costly(words, r=railroad, treasury=treasury, what=what, cost=cost)
    if not state.cubes_left(railroad):
        return refused("The {r} has no cube left", r=railroad)
    if build is BuildTrack:
        return None
    if railroad in state.western:
        return refused("The {r} already has its Western Build", r=railroad)
    if all(box_refusal(state, railroad, city) for city in state.network(railroad)):
        return refused("The {r}'s track reaches no free western box", r=railroad)
    return None


def _not_yours(
    state: State, build: type[Move], seat: Seat, railroad: Railroad, controllers: tuple[Seat, ...]
) -> Refusal | None:
    """Why the seat may not enter that build of a railroad which may build; controllers: the railroad's."""
    if build is WesternBuild and single_only(state, railroad):
        return SINGLE_ONLY
    if seat != state.active and (state.active in controllers or seat not in controllers):
        return refused("You do not control the {r}", r=railroad)
    return None


@part
def box_refusal(state: State, railroad: Railroad, city: str) -> Refusal | None:
    """Why the box next to a city on its track is not this railroad's; None if it may be."""
    other = next((r for r, built in state.western.items() if built == city), None)
    if other is not None:
        return refused("The {r} has built there", r=other)
    reached_from = state.atlas.get("western_builds", city, "from")
    ends = ({segment.a, segment.b} for segment in state.tracks[railroad])
    if reached_from and {reached_from, city} not in ends:
        return refused("The {r} has not built {a}-{b}", r=railroad, a=reached_from, b=city)
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
    """Where another player builds, that the active player has chosen so; told large, behind what is built."""
    active = minutes.state.active
    if who != active and not _forced(minutes.state):
        words = phrase("{active} lets {who} build with the {r}")
        minutes.say_late(say(words, active=Who(active), who=Who(who), r=railroad))
