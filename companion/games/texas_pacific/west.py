"""Going west: which railroads may, by whose Decision, and what follows."""

from __future__ import annotations

from dataclasses import replace

from companion.games.texas_pacific import turns
from companion.games.texas_pacific.box import COLOURS, ORDER
from companion.games.texas_pacific.moves import DecideTrack
from companion.games.texas_pacific.state import State
from companion.mechanisms.correction import move
from companion.mechanisms.parts import part
from companion.vocabulary.ledger import BANK, BOX, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, OfferField, narrowed
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, counted, say
from companion.words.values import Railroad, Seat

HEADING = "Go West"


def may_go(state: State, seat: Seat, railroad: Railroad) -> bool:
    """With track in a gray hex, once (Go West); for a railroad one holds."""
    held = state.held(seat, railroad) > 0
    return held and railroad not in state.west and state.in_gray(railroad)


@part
def ready(state: State, railroad: Railroad) -> bool:
    """Is there a railroad that may go west with this Track Decision before anything is built?"""
    going = (railroad,) if state.ruled("go_west_when", "own") else ORDER
    return any(may_go(state, state.active, each) for each in going)


def fields(state: State, able: list[Railroad], only: list[Railroad]) -> tuple[OfferField, ...]:
    """A railroad that reaches a gray hex only now may go west as well, so every one that can build is asked.

    able: those that can build; only: those that can only go west, and are chosen for that.
    """
    seat, label = state.active, say("Then go west: dividends now, no more track")
    if state.ruled("go_west_when", "any"):
        held = (r for r in ORDER if state.is_open(r) and state.held(seat, r) and r not in state.west)
        choices = tuple(Choice(railroad, Text(railroad)) for railroad in held)
        usual = narrowed(DecideTrack, "go_west", kind="choices", label=label, choices=choices)
        alone = replace(usual, required=True, least=1)
    else:
        usual = narrowed(DecideTrack, "go_west", label=label)
        alone = replace(usual, choices=(Choice(True, say(HEADING)),), default=True)
    reached = [r for r in able if ready(state, r)]
    # With the others it has room in sight on a low phone; what it does is told before it is confirmed.
    perhaps = replace(usual, label=say("Gray hex reached? Then go west"))
    asked = ((usual, reached), (perhaps, [r for r in able if r not in reached]), (alone, only))
    return tuple(replace(field, when={"railroad": tuple(whose)}) for field, whose in asked if whose)


def check_named(move: DecideTrack) -> None:
    """Only railroads go west.

    :raises RuleError: `invalid`.
    """
    unknown = [str(railroad) for railroad in move.westward if railroad not in ORDER]
    if unknown:
        raise invalid("go_west", say("There is no railroad {r}", r=unknown[0][:20]))


def check(state: State, move: DecideTrack) -> None:
    """May the railroads go west that are to?

    :raises RuleError: `rule`.
    """
    for r in move.westward:
        if r != move.railroad and state.ruled("go_west_when", "own"):
            raise forbidden(say("The {r} goes west by a Track Decision of its own", r=r), HEADING)
        if not state.held(move.seat, r):
            raise forbidden(say("No certificate of the {r}", r=r), HEADING)
        if r in state.west:
            raise forbidden(say("The {r} has already gone west", r=r), HEADING)
        if not state.in_gray(r):
            raise forbidden(say("The {r} has no track in a gray hex", r=r), HEADING)


def go(minutes: Minutes[State], railroad: Railroad) -> int:
    """A dividend for each certificate; its cubes leave the game, its treasury goes to the bank (Go West). How many
    dollars players are paid."""
    state = minutes.state
    each, formula = turns.certificate(state, railroad)
    brief = say("{r} goes west: ${each} per certificate", r=railroad, each=each)
    minutes.say_large(say("{r} goes west: {formula}", r=railroad, formula=formula), brief)
    paid = turns.pay_certificates(minutes, railroad)
    why = say("{r} goes west", r=railroad)
    minutes.pay(railroad_account(railroad), BANK, state.treasury(railroad), why)
    leave(minutes, railroad)
    return paid


def leave(minutes: Minutes[State], railroad: Railroad) -> None:
    """Its unused cubes leave the game."""
    left = minutes.state.cubes_left(railroad)
    minutes.pay(railroad_account(railroad), BOX, left, say("gone west"), cubes(railroad))
    minutes.state = minutes.state.changed(west={**minutes.state.west, railroad: left})
    if left:
        words = counted(
            "Put the last unused {colour} {r} cube into the box",
            "Put the {n} unused {colour} {r} cubes into the box",
            n=left,
            colour=COLOURS[railroad],
            r=railroad,
        )
        minutes.hands("return_cubes", words, cube=railroad, number=left)


def come_back(minutes: Minutes[State], railroad: Railroad) -> None:
    """It has not gone west after all: its unused cubes come back."""
    west = {**minutes.state.west}
    left = west.pop(railroad)
    minutes.state = minutes.state.changed(west=west)
    move(minutes, railroad_account(railroad), BOX, left, cubes(railroad))
