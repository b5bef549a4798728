"""Which railroad builds, and who decides for it (Construct Track)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.prairie_railroads import turn
from companion.games.prairie_railroads.box import (
    ORDER,
)
from companion.games.prairie_railroads.moves import BuildTrack, WesternBuild
from companion.games.prairie_railroads.state import Building, Source, State
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, OfferField, Refusal, narrowed
from companion.words.errors import RuleError
from companion.words.text import Text, Who, say
from companion.words.values import Money, Railroad, Seat


def controlled(state: State) -> tuple[Railroad, ...]:
    """The financed railroads that the active player controls, ties included."""
    return tuple(r for r in ORDER if state.financed(r) and state.active in state.controllers(r))


def choosable(state: State, *, blocked: bool) -> tuple[Railroad, ...]:
    """The railroads the active player may choose. `blocked`: what they control can build nowhere.

    A railroad without a cube can build nowhere, and that is known (ruling `blocked_control`).
    """
    own = controlled(state)
    usable = tuple(railroad for railroad in own if state.cubes_left(railroad))
    lost = state.ruled("blocked_control", "lost")
    if (usable and not blocked) or (own and lost):
        return usable
    return tuple(r for r in ORDER if r not in own and state.financed(r) and state.cubes_left(r))


def begin(minutes: Minutes[State], source: Source) -> None:
    """After Discover Growth a railroad must build; if none has the money, nothing happens."""
    state = minutes.state
    if choosable(state, blocked=False):
        minutes.state = replace(state, phase=Building(source))
        return
    if not any(state.financed(railroad) for railroad in ORDER):
        minutes.say(say("every railroad is underfinanced, nothing is built"))
    else:
        minutes.say(say("no railroad that may build has a cube left, nothing is built"))
    turn.end_turn(minutes)


def _may_say_blocked(state: State) -> bool:
    if state.ruled("blocked_control", "lost"):
        return False
    usable = any(state.cubes_left(railroad) for railroad in controlled(state))
    return usable and bool(choosable(state, blocked=True))


def who_fields(
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
    elif seat != state.active and not _forced(state):
        # Which railroad builds, and which of its controllers decides, is not theirs to choose.
        who = {"active": Who(state.active), "who": Who(seat)}
        label = say("{active} has chosen {who} to build with", **who)
        fields = [narrowed(cls, "railroad", choices=own, label=label, asked=True)]
    else:
        fields = [narrowed(cls, "railroad", choices=own)]
    free = {choice.value for choice in (*own, *others) if not choice.disabled}
    enabled = tuple(railroad for railroad in ORDER if railroad in free)
    fields += [_decider_field(state, seat, cls, railroad) for railroad in enabled]
    if may_say_blocked:
        fields.append(narrowed(cls, "blocked", default=False))
    return fields, enabled


def _forced(state: State) -> bool:
    """Is there one railroad only that the active player can choose, and one player only who controls it?"""
    open_to = choosable(state, blocked=False)
    return len(open_to) == 1 and len(state.controllers(open_to[0])) == 1


def seldom_last(fields: list[OfferField]) -> tuple[OfferField, ...]:
    """What is filled in seldom, that nothing one controls can build anywhere, stands below the rest."""
    return tuple(sorted(fields, key=lambda field: field.name == "blocked"))


def _decider_field(state: State, seat: Seat, cls: type[Move], railroad: Railroad) -> OfferField:
    deciders = state.controllers(railroad)
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
    elif not state.cubes_left(railroad):
        refusal = Refusal("rule", say("The {r} has no cube left", r=railroad))
    elif cls is WesternBuild and railroad in state.western:
        refusal = Refusal("rule", say("The {r} has its Western Build", r=railroad))
    elif cls is WesternBuild and all(box_refusal(state, railroad, city) for city in state.network(railroad)):
        refusal = Refusal("rule", say("The {r}'s track reaches no free box", r=railroad))
    elif railroad not in open_to:
        refusal = Refusal("rule", say("A railroad you control, and that has the money, must build"))
    elif cls is WesternBuild and state.active not in state.controllers(railroad) and single_only(state):
        refusal = SINGLE_ONLY
    elif seat != state.active and (
        state.active in state.controllers(railroad) or seat not in state.controllers(railroad)
    ):
        refusal = Refusal("rule", say("You do not control the {r}", r=railroad))
    return Choice(
        railroad, Text(railroad), hint=say("treasury ${treasury}", treasury=treasury), disabled=refusal
    )


SINGLE_ONLY = Refusal("rule", say("Another controller may build a single segment only"))


def single_only(state: State) -> bool:
    """Does this table hold another controller to a single segment (ruling `other_controller_styles`)?"""
    return state.ruled("other_controller_styles", "single")


def decider(state: State, move: BuildTrack | WesternBuild) -> Seat:
    """Who selects the build: the active player, or a controller of the railroad.

    :raises RuleError: `invalid` when several control it and nobody is named.
    """
    deciders = state.controllers(move.railroad)
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


def say_chosen(minutes: Minutes[State], railroad: Railroad, who: Seat) -> None:
    """Where another player builds, that the active player has chosen so: whoever confirms it reads it first."""
    if who != minutes.state.active and not _forced(minutes.state):
        active = Who(minutes.state.active)
        minutes.say(
            say("{active} has chosen {who} to build with the {r}", active=active, who=Who(who), r=railroad)
        )


def first_refusal(fields: list[OfferField]) -> Refusal:
    """Why nothing of the kind can be built: the reason of the first railroad that is shown."""
    return next(
        (choice.disabled for choice in fields[0].choices if choice.disabled),
        Refusal("rule", say("No railroad can build")),
    )


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
