"""How long everybody was at turn, worked out from the times in the minutes and from nothing else.

The rules know no clock, and none runs here: the time between two lines of the journal counts for whoever was asked
then. It is shown to people who look back, and decides nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from companion.documents.history import Figures, Moment
from companion.table.journal import Line, Node
from companion.vocabulary.common_moves import BeginHere
from companion.words.text import Names
from companion.words.values import Seat

LONGEST = timedelta(minutes=10)
"""A longer stretch without any line was a pause, and counts as this much."""
_NONE, _SECOND, _MINUTE = timedelta(), timedelta(seconds=1), timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class TimeAtTurn:
    """How long everybody was at turn, after each entry that stands and in all."""

    after: tuple[Figures, ...]
    """Whole minutes of seats 1 to N so far, rounded down, after each of these entries."""
    seconds: tuple[int, ...]
    """Of seats 1 to N at last, rounded down; empty where nobody ever was at turn, as at a table without turns."""


UNTIMED = TimeAtTurn((), ())
"""Used where nobody wants to know."""


def time_at_turn(
    seats: int, moments: Sequence[Moment], lines: Sequence[Line], heads: Sequence[Node]
) -> TimeAtTurn:
    """What the minutes say of it. Where several are asked at once, the time counts for each of them.

    What was undone counts for nobody; the time until it, and since the undo, for whoever was and is asked there again.
    Since an amendment everything is counted as it is told now. Until the first move everybody is still arriving.

    lines, heads: the journal's, as `Journal` has them; `at` of a line that is no time, or earlier than that of the line
    before, adds nothing.
    """
    spent = _spent(lines, heads)
    so_far = dict.fromkeys((Seat(n) for n in range(1, seats + 1)), _NONE)
    asked, after = False, []
    for moment in moments:
        for seat in moment.to_act:
            if seat in so_far:
                asked = True
                so_far[seat] += spent.get(moment.revision, _NONE)
        after.append(tuple(time // _MINUTE for time in so_far.values()))
    seconds = tuple(time // _SECOND for time in so_far.values())
    return TimeAtTurn(tuple(after), seconds) if asked else TimeAtTurn(((None,) * seats,) * len(after), ())


def time_document(times: TimeAtTurn, names: Names) -> dict[str, object]:
    """How long everybody was at turn; nobody is named at a table without turns."""
    seats = [
        {"seat": n, "name": names[Seat(n)], "seconds": seconds} for n, seconds in enumerate(times.seconds, 1)
    ]
    return {"longest": LONGEST // _SECOND, "seats": seats}


def _spent(lines: Sequence[Line], heads: Sequence[Node]) -> Mapping[int, timedelta]:
    """How long it stood as it did after a revision, all stretches together; pauses are cut short."""
    spent: defaultdict[int, timedelta] = defaultdict(timedelta)
    times = [line.moment for line in lines]
    for node, since, until in zip(heads, times, times[1:], strict=False):
        led_to = (node.amended or node).line
        if since is None or until is None or _arriving(led_to):
            continue
        spent[led_to.revision] += min(max(until - since, _NONE), LONGEST)
    return spent


def _arriving(line: Line) -> bool:
    """Has nothing been played yet?"""
    return line.kind == "begin" or line.body.get("type") == BeginHere.TYPE.name
