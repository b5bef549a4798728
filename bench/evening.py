"""The work: an endless evening of real moves at one table, five seats and the table's own screen.

Twelve lines of initial auctions, one correction that puts money into a treasury, then turn upon turn: draw
Construct Track, roll for growth, build a link. The first three railroads build to cities that nobody has named
before, the others to these. A railroad builds until its cubes are used up, then the next one is given money. After
the sixth, turns go on as auctions nobody bids in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

SEATS = 5
NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith")
RAILROADS = ("SLSF", "CRIP", "ATSF", "KP", "MKT", "MP")
"""In the order in which they build: the SLSF first."""
BUILDS = 30
"""Links of a railroad after its first segment: it has 31 cubes."""
NAMED = 3 * BUILDS
"""Cities that the first three railroads name; a board has no room for twice as many."""
STRIDES = (1, 1, 1, 7, 11, 13)
"""How far on in the list a railroad's next city stands: no two build the same link, none meets a city twice."""
FIRST_SEGMENTS = {
    "CRIP": ("Troy", "Whiting"),
    "ATSF": ("Atchison", "Topeka"),
    "KP": ("Leavenworth", "Lawrence"),
    "MKT": ("Paola", "Ottawa"),
    "SLSF": ("Columbus", "Coffeyville"),
    "MP": ("Fort Scott", "Chanute"),
}
"""In the order of the initial auctions."""
SEGMENT_DOLLARS = 5
OPENING = 16
"""Lines after which the SLSF builds: twelve of the initial auctions, its money, and its first turn."""

_FIRST = (
    "Amber Bishop Cottonwood Dexter Elkhorn Franklin Granite Hartwell Ironton Juniper Kingman Lakota Morgan"
)
_SECOND = (
    "Bluff Crossing Grove Springs Junction Valley Prairie Center Landing Heights Mound Rapids Station Hollow"
)
_THIRD = "Old New Upper Lower Little Great"
CHART = tuple(
    f"{b} {a}" for a, b in product(_FIRST.split(), ("Saint", "Fort", "Mount", "Lake", "Cape", "Port"))
)[:72]
"""The cities of the growth chart, known from the start."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move: who makes it (0: the host) and its JSON."""

    seat: int
    body: dict[str, Any]


def facts_of_the_board() -> dict[str, Any]:
    """What the table has read from its board before it begins."""
    rows = [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]
    cities = {city: {"income": 1, "new": True} for city in CHART}
    cities |= {to: {"income": 2, "new": True} for _, to in FIRST_SEGMENTS.values()}
    chart = {row: {"primary": CHART[2 * n], "secondary": CHART[2 * n + 1]} for n, row in enumerate(rows)}
    return {"cities": cities, "growth": chart}


def _cities() -> Iterator[str]:
    """Names that are all far enough from one another."""
    for third, second, first in product(_THIRD.split(), _SECOND.split(), _FIRST.split()):
        yield f"{third} {first} {second}"


def opening() -> Iterator[Move]:
    """The initial auctions, each for $1, and the six first segments."""
    for n, (from_, to) in enumerate(FIRST_SEGMENTS.values()):
        winner = n % SEATS + 1
        yield Move(0, {"type": "auction_result", "winner": winner, "amount": 1})
        yield Move(winner, {"type": "build_start", "from": from_, "to": to})


def moves(idle: int = 0) -> Iterator[Move]:
    """The whole evening; it has no end. `idle`: turns of auctions that nobody bids in before the first link is
    built, seven lines each: so a journal grows long while the board stays as it is."""
    yield from opening()
    # The holder of the last share sold begins.
    active, turn, cities = (len(RAILROADS) - 1) % SEATS + 1, 0, tuple(islice(_cities(), NAMED))
    for n in range(idle):
        yield from _unsold_turn(active, RAILROADS[n % len(RAILROADS)])
        active = active % SEATS + 1
    for railroad, stride in zip(RAILROADS, STRIDES, strict=True):
        yield _financed(railroad)
        end = FIRST_SEGMENTS[railroad][1]
        for number in range(turn, turn + BUILDS):
            city = cities[number * stride % NAMED]
            yield from _building_turn(active, turn, railroad, end, city)
            end, turn, active = city, turn + 1, active % SEATS + 1
    while True:
        yield from _unsold_turn(active, RAILROADS[turn % len(RAILROADS)])
        turn, active = turn + 1, active % SEATS + 1


def _financed(railroad: str) -> Move:
    row = {"from": "bank", "to": f"railroad:{railroad}", "amount": SEGMENT_DOLLARS * BUILDS}
    return Move(0, {"type": "correct", "postings": [row], "note": "money for the bench"})


def _building_turn(active: int, turn: int, railroad: str, end: str, city: str) -> Iterator[Move]:
    """Three moves. Each row of the chart is thrown in turn, so that nobody ever has to choose a city."""
    yield Move(active, {"type": "play_card", "card": "CT", "source": "deck"})
    yield Move(active, {"type": "roll_growth", "dice": [turn // 6 % 6 + 1, turn % 6 + 1]})
    segment = {"from": end, "to": city}
    facts = {"facts": {"cities": {city: {"income": turn % 4}}}} if turn < NAMED else {}
    yield Move(active, {"type": "build_track", "railroad": railroad, "segments": [segment], **facts})


def _unsold_turn(active: int, railroad: str) -> Iterator[Move]:
    """Seven moves: a share is offered, and all five pass."""
    yield Move(active, {"type": "play_card", "card": "OS", "source": "deck"})
    yield Move(active, {"type": "offer_share", "railroad": railroad, "from": "treasury"})
    for step in range(SEATS):
        yield Move((active + step - 1) % SEATS + 1, {"type": "pass"})
