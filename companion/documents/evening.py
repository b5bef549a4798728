"""An evening that is over, as it is remembered: what a list of evenings and statistics need of it, and no more."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from itertools import pairwise
from typing import Any

from companion.documents.history import standing, was_on
from companion.documents.investments import Investment, investments
from companion.table.journal import Line
from companion.table.table import Table
from companion.vocabulary.common_moves import Note
from companion.words.values import Seat

FORM = 4
"""Version of what is remembered. When it is raised, every evening is worked out anew."""
BREAK = timedelta(hours=1)
"""In a longer stretch without any line the game was packed up, and nobody played."""
_NOBODY = re.compile(r"N\. N\. \d+")
_WRITER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
Body = dict[str, Any]
"""An evening as JSON, with short names: ten thousand of them are read at once."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What is kept of an evening."""

    played: str
    """SHA-256, in hexadecimal, over the first line and the moves that stand: an import has the same."""
    finished_at: str
    body: Body
    """`began`: when it was; `length`: in seconds, without breaks; `whole`: it was not already on when the companion
    joined it, when nobody knows how long it took; `unit`: of the scores; `prefix`, `suffix`: around an amount of money;
    `box`: whose was on the table, empty: the game's own; `seats`: of each player in seating order, [name, rank, has
    won, score, seconds at turn or null, and of the best investment and then of the worst: railroad, paid, received, all
    null where there is none]; `nobodys`: of each player whom nobody plays, [name in English, rank, has won, score]. Few
    lists, for making them is most of the work."""


def evening_of(table: Table, names: Mapping[Seat, str], at_turn: Sequence[int] = ()) -> Evening:
    """A table whose game is over. at_turn: seconds of seats 1 to N; none where nobody knows."""
    settled = table.rules.show.settlement(table.state)
    payoffs = {payoff.seat: payoff for payoff in settled.payoffs}
    whole = not was_on(standing(table))
    held, seconds = investments(table), dict(enumerate(at_turn if whole else (), 1))
    seats = []
    for seat in (Seat(n) for n in range(1, table.seats + 1)):
        payoff = payoffs[seat]
        mine = sorted((item for item in held if item.seat == seat), key=lambda item: item.gain)
        told = [*_written(mine[-1]), *_written(mine[0])] if mine else [None] * 6
        seats.append([names[seat], payoff.rank, payoff.winner, payoff.total, seconds.get(seat), *told])
    lines, money = table.journal.lines, table.box.money
    body = {
        "began": lines[0].at,
        "length": played_for(lines) // timedelta(seconds=1),
        "whole": whole,
        "unit": settled.unit,
        "prefix": money.prefix,
        "suffix": money.suffix,
        "box": table.box.name,
        "seats": seats,
        "nobodys": [
            [str(name), payoffs[seat].rank, payoffs[seat].winner, payoffs[seat].total]
            for seat, name in table.nobodys.items()
            if seat in payoffs
        ],
    }
    return Evening(digest_of(table), table.journal.head.line.at, body)


def _written(item: Investment) -> list[object]:
    return [item.railroad, item.paid, item.received]


def digest_of(table: Table) -> str:
    """Two tables with the same one are the same evening: the first line commits to dice that no other table has."""
    moves = [
        node.line.body
        for node in standing(table)
        if node.is_move and node.line.body["type"] != Note.TYPE.name
    ]
    return sha256(_WRITER.encode([table.journal.lines[0].body, moves]).encode()).hexdigest()


def played_for(lines: Iterable[Line]) -> timedelta:
    """From the first line after the beginning to the last, without breaks. A line that is earlier than the one before,
    or says no time, adds nothing."""
    times = [line.moment for line in lines][1:]
    spent = timedelta()
    for since, until in pairwise(times):
        if since is not None and until is not None and timedelta() < until - since <= BREAK:
            spent += until - since
    return spent


# --- whose they are -------------------------------------------------------------------------------------


def person(name: str) -> str:
    """A player's name in the form by which people are told apart: small and capital letters are the same, and so are
    two encodings of one letter."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def nobody(seat: int) -> str:
    """What stands in place of a name that was removed."""
    return f"N. N. {seat}"


def is_nobody(name: str) -> bool:
    """Was the name removed?"""
    return _NOBODY.fullmatch(name) is not None


def without(body: Body, whom: str) -> Body:
    """The same evening without a person's name. whom: as `person` tells them apart."""
    seats = [
        [nobody(n) if person(name) == whom else name, *rest]
        for n, (name, *rest) in enumerate(body["seats"], 1)
    ]
    return {**body, "seats": seats}


def winners(body: Body) -> list[str]:
    """Who has won, whoever nobody plays too."""
    return [name for name, _, won, *_ in (*body["seats"], *body["nobodys"]) if won]
