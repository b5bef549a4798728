"""The Track Decision: what may be built, building it, and going west."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.texas_pacific import events, hexes, others, slides, turns
from companion.games.texas_pacific.box import (
    COLOURS,
    HEX_COST,
    KIND_CHOICES,
    KINDS,
    MOST_BUILDS,
    ORDER,
    TP,
    cost,
)
from companion.games.texas_pacific.moves import DecideTrack
from companion.games.texas_pacific.state import Hex, State
from companion.mechanisms.income import tell
from companion.mechanisms.shares import held
from companion.vocabulary.ledger import BANK, BOARD, BOX, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal, narrowed
from companion.words.errors import RuleError, forbidden, invalid, too_poor
from companion.words.text import Text, Who, counted, say
from companion.words.values import Railroad, Seat

HEADING = "Track Decision"
WEST = "Go West"
NOTHING = say("Nothing is built; a Decision without action has a move of its own")
ONE_HEX: tuple[Mapping[str, object], ...] = ({"kind": "plain", "rank": 1},)
"""What a form begins with: the commonest hex."""


# --- what may be done ----------------------------------------------------------------------------------


def offer(state: State) -> Offer:
    """Build for a railroad one holds, go west with it, or both."""
    seat = state.active
    choices = tuple(_choice(state, seat, railroad) for railroad in ORDER)
    enabled = [Railroad(str(choice.value)) for choice in choices if not choice.disabled]
    refusal = slides.unavailable(state, "track")
    if not enabled and refusal is None:
        refusal = _likeliest(state, seat, choices)
    return Offer(
        DecideTrack,
        seat,
        say("Track"),
        (
            narrowed(DecideTrack, "railroad", choices=choices),
            *(_hexes_field(state, railroad) for railroad in enabled if _no_build(state, railroad) is None),
            *_west_fields(state, seat, enabled),
            slides.end_field(state, DecideTrack, "track"),
        ),
        help=say("Build for a railroad you hold: $2 a hex, times the railroads in it then."),
        unchecked=("adjacency",),
        disabled=refusal,
    )


def _choice(state: State, seat: Seat, railroad: Railroad) -> Choice:
    hint = say("treasury ${n}, {c} cubes", n=state.ledger.treasury(railroad), c=state.cubes_left(railroad))
    return Choice(railroad, Text(railroad), hint=hint, disabled=_no_use(state, seat, railroad))


def _no_use(state: State, seat: Seat, railroad: Railroad) -> Refusal | None:
    """Why this player can do nothing on the board with this railroad."""
    if not state.is_open(railroad):
        return Refusal("rule", say("The {r} is not open yet", r=railroad))
    if not held(state.ledger, seat, railroad):
        return Refusal("rule", say("{who} holds no certificate of the {r}", who=Who(seat), r=railroad))
    if _may_go_west(state, seat, railroad):
        return None
    return _no_build(state, railroad)


def _likeliest(state: State, seat: Seat, choices: tuple[Choice, ...]) -> Refusal:
    """Why nothing can be done with the railroads one holds, or that one holds none."""
    own = [choice for choice in choices if held(state.ledger, seat, Railroad(str(choice.value)))]
    refusals = [choice.disabled for choice in own if choice.disabled]
    return refusals[0] if refusals else Refusal("rule", say("{who} holds no certificate", who=Who(seat)))


def _no_build(state: State, railroad: Railroad) -> Refusal | None:
    """Why the railroad cannot build at all."""
    treasury = state.ledger.treasury(railroad)
    if railroad in state.west:
        return Refusal("rule", say("The {r} has gone west; its cubes are out of the game", r=railroad))
    if not state.cubes_left(railroad):
        return Refusal("rule", say("The {r} has no cube left", r=railroad))
    if treasury < HEX_COST:
        text = say(
            "The {r} has ${treasury} and a hex costs at least ${cost}",
            r=railroad,
            treasury=treasury,
            cost=HEX_COST,
        )
        return Refusal("insufficient-funds", text)
    return None


def _most(state: State, railroad: Railroad) -> tuple[int, Refusal]:
    """How many hexes at the most, and why no more."""
    treasury, left = state.ledger.treasury(railroad), state.cubes_left(railroad)
    limits = [
        (
            left,
            Refusal(
                "rule", counted("The {r} has {n} cube left", "The {r} has {n} cubes left", n=left, r=railroad)
            ),
        ),
        (
            treasury // HEX_COST,
            Refusal("insufficient-funds", say("The {r} has ${treasury}", r=railroad, treasury=treasury)),
        ),
    ]
    if railroad != TP:
        many = say("{n} hexes are built in a Track Decision at the most", n=MOST_BUILDS)
        limits.insert(0, (MOST_BUILDS, Refusal("rule", many)))
    return min(limits, key=lambda limit: limit[0])


def _hexes_field(state: State, railroad: Railroad) -> OfferField:
    """The hexes, one small form each. None is needed where a railroad may go west as it stands."""
    most, refusal = _most(state, railroad)
    payable = min(others.most_anywhere(state, railroad), state.ledger.treasury(railroad) // HEX_COST)
    return narrowed(
        DecideTrack,
        "hexes",
        required=True,
        least=0 if _ready_for_west(state, railroad) else 1,
        most=most,
        fields=(
            _KIND,
            replace(_RANK, most=payable),
            *_INCOMES,
            *(_name_field(state, railroad, kind) for kind in KINDS),
        ),
        default=[dict(one) for one in ONE_HEX],
        when={"railroad": railroad},
        too_much=refusal,
    )


_KIND = OfferField(
    "kind",
    say("Kind of hex"),
    "choice",
    default="plain",
    choices=tuple(Choice(kind, Text(KIND_CHOICES[kind])) for kind in KINDS),
)
_RANK = OfferField(
    "rank",
    say("Railroads there, with this one"),
    "count",
    default=1,
    least=1,
)
_INCOMES = tuple(
    # Of a hex with a name the income is known, or asked for by its name.
    OfferField(
        "income",
        say("Income printed"),
        "count",
        least=min(printed),
        most=max(printed),
        when={"kind": kind, "name": False},
    )
    for kind, printed in hexes.PRINTED.items()
)


def _name_field(state: State, railroad: Railroad, kind: str) -> OfferField:
    known = (name for name, record in state.atlas.rows("hexes").items() if record.get("kind") == kind)
    names = sorted(
        (hexes.choice(state, railroad, name) for name in known), key=lambda one: one.disabled is not None
    )
    return OfferField(
        "name",
        say("Name"),
        "place",
        required=False,
        open=True,
        choices=tuple(names),
        when={"kind": kind},
    )


# --- going west ----------------------------------------------------------------------------------------


def _may_go_west(state: State, seat: Seat, railroad: Railroad) -> bool:
    """With track in a gray hex, once (Go West); for a railroad one holds."""
    own = bool(held(state.ledger, seat, railroad))
    return own and railroad not in state.west and state.in_gray(railroad)


def _ready_for_west(state: State, railroad: Railroad) -> bool:
    """Is there a railroad that may go west with this Track Decision before anything is built?"""
    if state.ruled("go_west_when", "own"):
        return _may_go_west(state, state.active, railroad)
    return any(_may_go_west(state, state.active, one) for one in ORDER)


def _west_fields(state: State, seat: Seat, enabled: list[Railroad]) -> tuple[OfferField, ...]:
    """A railroad that reaches a gray hex only now may go west as well, so every one that can build is asked."""
    able = tuple(railroad for railroad in enabled if _no_build(state, railroad) is None)
    # What can only go west is chosen for that.
    only = tuple(railroad for railroad in enabled if railroad not in able)
    if state.ruled("go_west_when", "any"):
        holds = (r for r in ORDER if state.is_open(r) and held(state.ledger, seat, r) and r not in state.west)
        choices = tuple(Choice(railroad, Text(railroad)) for railroad in holds)
        usual = narrowed(DecideTrack, "go_west", kind="choices", label=say("Then go west"), choices=choices)
        alone = replace(usual, required=True, least=1)
    else:
        usual = narrowed(DecideTrack, "go_west", label=say("Then go west"))
        alone = replace(usual, choices=(Choice(True, say(WEST)),), default=True)
    asked = ((usual, able), (alone, only))
    return tuple(replace(field, when={"railroad": whose}) for field, whose in asked if whose)


def westward(move: DecideTrack) -> tuple[Railroad, ...]:
    """The railroads that are to go west with this move."""
    if isinstance(move.go_west, bool):
        return (move.railroad,) if move.go_west else ()
    return tuple(dict.fromkeys(move.go_west))


def asked(move: DecideTrack) -> None:
    """Only railroads go west.

    :raises RuleError: `invalid`.
    """
    unknown = [str(railroad) for railroad in westward(move) if railroad not in ORDER]
    if unknown:
        raise invalid("go_west", say("There is no railroad {r}", r=unknown[0][:20]))


def possible(state: State, move: DecideTrack) -> None:
    """Can a railroad that may do something on the board do what it is told? Its form leaves out what it cannot do,
    and has no words for it.

    :raises RuleError: `insufficient-funds` or `rule`.
    """
    if _no_use(state, move.seat, move.railroad) is not None:
        return
    if move.hexes:
        if refusal := _no_build(state, move.railroad):
            raise RuleError(refusal.code, refusal.text, rule=HEADING)
        return
    west = westward(move)
    if not west:
        raise forbidden(NOTHING, HEADING)
    for one in west:
        _check_west(state, move, one)


def _check_west(state: State, move: DecideTrack, railroad: Railroad) -> None:
    """:raises RuleError: `rule`."""
    if railroad != move.railroad and state.ruled("go_west_when", "own"):
        raise forbidden(say("The {r} goes west by a Track Decision of its own", r=railroad), WEST)
    if not held(state.ledger, move.seat, railroad):
        raise forbidden(say("{who} holds no certificate of the {r}", who=Who(move.seat), r=railroad), WEST)
    if railroad in state.west:
        raise forbidden(say("The {r} has gone west already", r=railroad), WEST)
    if not state.in_gray(railroad):
        raise forbidden(say("The {r} has no track in a gray hex", r=railroad), WEST)


def go_west(minutes: Minutes[State], seat: Seat, railroad: Railroad) -> None:
    """A dividend for each certificate; its cubes leave the game, its treasury goes to the bank (Go West)."""
    words = say(
        "{who}: the {r} goes west, {formula} a certificate",
        who=Who(seat),
        r=railroad,
        formula=turns.formula(minutes.state, railroad),
    )
    minutes.say(words)
    turns.pay_certificates(minutes, railroad)
    treasury = minutes.state.ledger.treasury(railroad)
    minutes.pay(railroad_account(railroad), BANK, treasury, say("the {r} goes west", r=railroad))
    leave(minutes, railroad)


def leave(minutes: Minutes[State], railroad: Railroad) -> None:
    """Its unused cubes leave the game."""
    left = minutes.state.cubes_left(railroad)
    minutes.pay(railroad_account(railroad), BOX, left, say("gone west"), cubes(railroad))
    minutes.state = replace(minutes.state, west={**minutes.state.west, railroad: left})
    if left:
        words = counted(
            "Put the last unused {colour} {r} cube into the box",
            "Put the {n} unused {colour} {r} cubes into the box",
            n=left,
            colour=Text(COLOURS[railroad]),
            r=railroad,
        )
        minutes.hands("return_cubes", words, cube=railroad, number=left)


# --- the decision --------------------------------------------------------------------------------------


def decide(minutes: Minutes[State], move: DecideTrack) -> None:
    """The cube slides, the railroad builds, and goes west if it is to."""
    before = minutes.state
    railroad = move.railroad
    slides.slide(minutes, move)
    west = westward(move)
    possible(before, move)
    if move.hexes:
        _build(minutes, move, hexes.read(before, railroad, move.hexes))
    tell(minutes, before.incomes(), minutes.state.incomes())
    for one in west:
        _check_west(minutes.state, move, one)
        go_west(minutes, move.seat, one)
    events.after_decision(minutes, "track")


def _build(minutes: Minutes[State], move: DecideTrack, built: tuple[Hex, ...]) -> None:
    railroad = move.railroad
    total = sum(cost(one.rank) for one in built)
    treasury = minutes.state.ledger.treasury(railroad)
    sums = tuple(str(cost(one.rank)) for one in built)
    priced = (
        say("${total}", total=total)
        if len(built) == 1
        else say("${sums} = ${total}", sums=" + $".join(sums), total=total)
    )
    if total > treasury:
        raise too_poor(
            say("The {r} has ${treasury}; that costs {priced}", r=railroad, treasury=treasury, priced=priced),
            HEADING,
        )
    where = tuple(hexes.words(one) for one in built)
    minutes.say(
        say(
            "{who}: the {r} builds into {where} for {priced}",
            who=Who(move.seat),
            r=railroad,
            where=where,
            priced=priced,
        )
    )
    hexes.learn(minutes, built)
    for one in built:
        why = say("{where}: $2 × {rank}", where=hexes.words(one), rank=one.rank)
        minutes.pay(railroad_account(railroad), BANK, cost(one.rank), why)
        minutes.pay(railroad_account(railroad), BOARD, 1, say("track"), cubes(railroad))
        words = say(
            "Put a {colour} {r} cube on {where}",
            colour=Text(COLOURS[railroad]),
            r=railroad,
            where=hexes.words(one),
        )
        minutes.hands("place_cube", words, cube=railroad, place=one.name or one.kind)
    state = minutes.state
    tracks = {**state.tracks, railroad: (*state.tracks[railroad], *built)}
    minutes.state = replace(state, tracks=tracks)
