"""Trying a move: what it would do at a table, before anything is written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.mechanisms import dice
from companion.mechanisms.auction import Pass
from companion.table.correcting import tells_hidden
from companion.table.journal import Line, Node
from companion.table.outcome import Outcome
from companion.table.playing import BY_HOST, BY_SEAT, Mode, Shape, plain_shape
from companion.table.position import check_line
from companion.table.table import Table
from companion.vocabulary.common_moves import BeginHere, Correct
from companion.vocabulary.minutes import Played, Position
from companion.vocabulary.moves import Field, Move, written
from companion.vocabulary.offers import accept
from companion.words.errors import RuleError
from companion.words.text import Text, Who, say
from companion.words.values import Seat

Draw = Callable[[str, int, tuple[int, ...]], tuple[int, ...]]
"""Draws dice: purpose, k, the highest face of each."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that may be made, and what it does; nothing is recorded yet. In a dry run dice are not drawn: in `body`
    they are None."""

    body: dict[str, object]
    state: Position
    outcome: Outcome
    node: Node
    opens: bool = False
    """It would open what is sealed, which a dry run does not show."""


def dice_at(options: Mapping[str, object], field: Field) -> tuple[int, ...]:
    """The highest face of each die that is rolled at a table of these options."""
    chosen = options.get("dice")
    if isinstance(chosen, list | tuple):
        return tuple(int(faces) for faces in chosen)
    return (dice.FACES,) * (field.least or 1)


def attempt(
    table: Table,
    raw: Mapping[str, object],
    *,
    seat: Seat | None,
    by_host: bool,
    shape: Shape = plain_shape,
    draw: Draw | None = None,
) -> Attempt:
    """What this move would do. `draw` None: nothing is drawn, as in a dry run.

    :raises RuleError: in the order of the REST contract, from `table-finished` to `rule`.
    """
    state = table.state
    if state.finished:
        raise RuleError("table-finished", say("The game is over; undo the last move to play on"))
    cls = table.playing.move_type(raw.get("type"))
    seat = table.playing.default_seat(cls, state, raw) if seat is None else seat
    if 1 <= seat <= table.seats and table.playing.passes_late(state, cls, seat):
        return _late_pass(table, seat)
    mode = BY_HOST if by_host else BY_SEAT
    if cls is BeginHere:
        check_line(table.revision + 1)
    move = table.rules.play.entered(state, table.playing.chosen(state, raw, seat, shape), by_host)
    body = written(move)
    if (rolled := cls.TYPE.dice) and move.get(rolled.name) is None:
        if draw is None:
            return _undrawn(table, move, body, mode)
        k = table.journal.head.app_rolls
        move = move.rolled(draw(rolled.draw, k, dice_at(table.journal.lines[0].body["options"], rolled)))
        body = {**written(move), "source": "app", "k": k}
    elif rolled:
        body["source"] = "table"
    if draw is None and isinstance(move, Correct) and tells_hidden(move, table.view().hidden):
        return _untold(table, move, body, mode)
    played = table.playing.play(state, move, mode)
    if draw is None and table.sealed - table.rules.play.sealed(played.state):
        return _unopened(table, move, body)
    return _attempt(table, body, played)


def _late_pass(table: Table, seat: Seat) -> Attempt:
    """A pass that comes late: it stands in the minutes and changes nothing, so that nobody is refused for saying it."""
    return _only_said(table, written(Pass(seat=seat)), say("{who} passes", who=Who(seat)))


def _undrawn(table: Table, move: Move, body: dict[str, object], mode: Mode) -> Attempt:
    """What a dry run says of dice: it never draws, and only says that the app would."""
    accept(table.offers(), move, by_host=mode.by_host)
    table.rules.play.check_new(table.state, move)
    rolled = move.TYPE.dice
    assert rolled is not None
    body[rolled.name] = None
    return _only_said(table, body, say("The app rolls for {who}", who=Who(move.seat)))


def _untold(table: Table, move: Move, body: dict[str, object], mode: Mode) -> Attempt:
    """A dry run of hidden money tells nothing of it. It is refused for what everybody sees, and for nothing else:
    how much there is decides nothing (`Ledger.unseen`)."""
    table.playing.play(table.state, move, mode)
    words = say("Correction of hidden money; nothing is shown before you confirm")
    return _only_said(table, body, words)


def _unopened(table: Table, move: Move, body: dict[str, object]) -> Attempt:
    """What a dry run says of sealed lines: it opens nothing, and only says that the move would."""
    words = say("{who} chooses last; then all is revealed", who=Who(move.seat))
    return replace(_only_said(table, body, words), opens=True)


def _only_said(table: Table, body: dict[str, object], words: Text) -> Attempt:
    """An attempt that only says something, and leaves the table as it is."""
    return _attempt(table, body, Played(table.state, summary=words))


def _attempt(table: Table, body: dict[str, object], played: Played[Position]) -> Attempt:
    head, outcome = table.journal.head, Outcome.of(played)
    line = Line(table.revision + 1, "", "", "move", body)
    rolls = head.app_rolls + (body.get("source") == "app")
    node = Node(head, line, head.depth + 1, rolls, None, played.state, outcome)
    return Attempt(body, played.state, outcome, node)
