"""Western Builds: the boxes at the western edge of the map (Construct Track)."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas.known import known_place
from companion.games.prairie_railroads import builders, turn
from companion.games.prairie_railroads.box import (
    western_cost,
)
from companion.games.prairie_railroads.moves import WesternBuild
from companion.games.prairie_railroads.state import Building, State
from companion.vocabulary.ledger import BANK, BOARD, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat


def western_offer(state: State, phase: Building, seat: Seat) -> Offer:
    """What a Western Build costs now, in dollars, and which railroad may make one."""
    cost = western_cost(len(state.western))
    fields, enabled = builders.who_fields(state, seat, WesternBuild, cost)
    refusal = None if enabled else builders.first_refusal(fields)
    if phase.source == "deck":
        refusal = Refusal("rule", say("A card from the Draw deck allows a single segment only"))
    fields += [_box_field(state, railroad) for railroad in enabled]
    what = say("Western Build, ${cost}", cost=cost)
    tip = say("At once each share gets the railroad's income / 5, rounded up.")
    boxes = state.atlas.rows("western_builds")
    return Offer(
        WesternBuild,
        seat,
        what,
        builders.seldom_last(fields),
        help=tip,
        unchecked=(phrase("western box"),),
        disabled=refusal,
        aside=not any(city in boxes for railroad in enabled for city in state.network(railroad)),
    )


def _box_field(state: State, railroad: Railroad) -> OfferField:
    """The cities it reaches, those with a known box first; whether there is a box the table knows."""
    boxes = state.atlas.rows("western_builds")
    reached = sorted(state.network(railroad), key=lambda city: city not in boxes)

    def choice(city: str) -> Choice:
        refusal = builders.box_refusal(state, railroad, city)
        return Choice(city, Text(city), disabled=Refusal("rule", refusal) if refusal else None)

    return narrowed(
        WesternBuild, "city", choices=tuple(choice(city) for city in reached), when={"railroad": railroad}
    )


def build_western(minutes: Minutes[State], move: WesternBuild) -> None:
    """A Western Build, and at once a dividend to the railroad's shares. It is no Pay Dividends card."""
    state, railroad = minutes.state, move.railroad
    who = builders.decider(state, move)
    city = known_place(state.atlas, move.city, at="city", places="cities")
    cost = western_cost(len(state.western))
    builders.say_chosen(minutes, railroad, who)
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
        say("Put one {r} cube on the W next to {city}", r=railroad, city=city),
        cube=railroad,
        place=city,
    )
    turn.pay_railroad(minutes, railroad)
    minutes.say(say("its shares get their dividend"))
    turn.end_turn(minutes)
