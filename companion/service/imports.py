"""A game taken in from its JSON document: replayed line by line, and refused where it replays otherwise."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from companion.atlas.known import Atlas
from companion.atlas.room import check_board, too_many
from companion.documents.table_document import PRACTICE
from companion.mechanisms import dice
from companion.service import Created, Service, creation
from companion.service.exports import EXPORT_FORMAT, commitments, committed_by
from companion.service.length import check_import, weights
from companion.service.seeds import committed, fresh
from companion.service.shelf import UNCOUNTED
from companion.store import Seed
from companion.table.journal import Line
from companion.table.playing import Shape, plain_shape
from companion.table.position import check_line
from companion.table.table import Table
from companion.vocabulary import moves
from companion.vocabulary.common_moves import BeginHere
from companion.vocabulary.minutes import Position
from companion.vocabulary.moves import FORMAT
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError, invalid
from companion.words.text import say
from companion.words.values import Seat

NOTHING_KNOWN = Atlas()
_KINDS = ("begin", "move", "undo", "redo", "amend", "seed")
_BY = re.compile(r"host|seat:(?P<seat>[1-9])|limit|app")
_DICE_ID, _COMMITMENT = re.compile(r"[0-9A-Za-z_-]{1,40}"), re.compile(r"[0-9a-f]{64}")
_CLOCKS = timedelta(days=366)
"""Two laptops' clocks may differ so much; what was played later than that has not been played."""
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z")


def import_game(service: Service, raw: Mapping[str, Any], shape: Shape = plain_shape) -> Created:
    """A table from an export: replayed, and refused if it replays differently. It gets a new code, new keys
    and, unless the game is over, a new seed. Facts in it never teach the installation.

    :raises RuleError: `invalid`, naming the revision that differs, or what of its board no board has room for.
    """
    if _exactly(raw.get("export")) != str(EXPORT_FORMAT):
        raise invalid("export", say("This export cannot be read here"))
    lines = _read_lines(raw)
    rules = service.rules(str(raw.get("game")))
    try:
        names = creation.checked_names(rules, list(raw["players"]))
        _check_beginning(rules, lines, len(names))
        table = Table(lines[0])
        _check_digest(table, lines[0])
        for line in lines[1:]:
            _take_in(table, line, shape)
        check_board(rules.box.facts, NOTHING_KNOWN, table.state.atlas)
    except RuleError:
        raise
    except Exception as error:  # and a forged first line
        raise invalid("lines", say("This game cannot be replayed")) from error
    begin = lines[0].body
    seed = fresh(len(lines) + 1)
    finished = bool(table.state.finished)
    committed_ids = commitments(lines)
    seeds = _published(raw, committed_ids) if finished else ()
    if not seeds or seeds[-1].dice_id != list(committed_ids)[-1]:
        new_seed = Line(len(lines) + 1, lines[-1].at, "app", "seed", {"dice": committed(seed)})
        lines = (*lines, replace(new_seed, digest=table.line_digest(new_seed, table.state)))
        seeds = (*seeds, seed)
    options = {
        option.name: begin["options"].get(option.name, option.default)
        for option in creation.common_options(rules)
    }
    options[creation.TEACH] = False
    status = "finished" if finished else "running"
    return service.keep_new(rules.box.slug, names, options, lines, seeds, status, _marks(raw))


def _marks(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """What was practice stays practice, and so does what the companion played by itself."""
    told = raw.get("options")
    marked = isinstance(told, Mapping) and any(told.get(mark) is True for mark in UNCOUNTED)
    return (PRACTICE,) if marked else ()


def _check_beginning(rules: Rules[Position], lines: Sequence[Line], seats: int) -> None:
    """Check that the first line begins a game of these rules with so many seats.
    :raises RuleError: it does not.
    """
    begin = lines[0].body
    if lines[0].format == 1 and rules.play.canonical is None:
        raise _differs(1)
    for section in rules.box.facts.sections:  # before anybody goes through all of it
        if len(begin["atlas"].get(section.name, ())) > section.room:
            raise too_many(section)
    _check_authors(lines, seats)
    if begin["game"] != rules.box.slug or begin["seats"] != seats:
        raise invalid("lines", say("The first line belongs to another game"))
    _check_options(rules, begin["options"], seats)
    foreign = begin.get("drawn") not in (None, *creation.drawn(rules))
    if foreign or creation.resolved_rulings(rules, begin["rulings"]) != begin["rulings"]:
        raise invalid("lines", say("This game cannot be replayed"))


def _check_authors(lines: Sequence[Line], seats: int) -> None:
    """Check that every line was written by a seat of the table, or by no seat.
    :raises RuleError: one was not.
    """
    for line in lines:
        found = _BY.fullmatch(line.by)
        if found is not None and int(found["seat"] or 1) > seats:
            raise _differs(line.revision)


def _check_options(rules: Rules[Position], given: Mapping[str, Any], seats: int) -> None:
    options_by_name = {
        option.name: option for option in (*rules.box.options, *creation.common_options(rules))
    }
    for name, value in given.items():
        if value is not None or options_by_name[name].default is not None:
            creation.checked_option(options_by_name[name], value, seats)
    if rules.play.resolved(given, seats) != given:
        raise invalid("lines", say("This game cannot be replayed"))


def _read_lines(raw: Mapping[str, Any]) -> tuple[Line, ...]:
    given = raw.get("lines")
    if not isinstance(given, list) or not given:
        raise invalid("lines", say("An export has lines"))
    lines = tuple(_read_line(number, item) for number, item in enumerate(given, 1))
    for earlier, line in pairwise(lines):
        if line.format < earlier.format:  # nobody writes an old line after a new one, to be read the old way
            raise _differs(line.revision)
    check_import(lines)
    return lines


def _read_line(number: int, raw: Any) -> Line:
    fits = isinstance(raw, Mapping) and isinstance(raw.get("body"), Mapping) and raw["body"]
    if not fits or _exactly(raw.get("revision")) != str(number) or raw.get("kind") not in _KINDS:
        raise _differs(number)
    written = raw.get("format", 1)
    if (raw["kind"] == "begin") != (number == 1) or type(written) is not int or not 1 <= written <= FORMAT:
        raise _differs(number)
    at, by, digest = (str(raw.get(name) or "") for name in ("at", "by", "digest"))
    line = Line(number, at, by, raw["kind"], raw["body"], digest, written)
    if not _is_time(at) or not _BY.fullmatch(by) or not _is_seed(committed_by(line)):
        raise _differs(number)
    try:
        weights((line,))
    except UnicodeError as error:  # half of a surrogate pair, which no file can hold
        raise _differs(number) from error
    return line


def _is_time(at: str) -> bool:
    """Is it a moment as the journal writes it? Results and play-logging apps take it over as it stands."""
    with contextlib.suppress(ValueError):
        return _AT.fullmatch(at) is not None and datetime.fromisoformat(at) < datetime.now(UTC) + _CLOCKS
    return False


def _is_seed(dice: Mapping[str, Any] | None) -> bool:
    """Is it a commitment as the companion writes it, if it is one at all?"""
    if dice is None:
        return True
    dice_id, commitment = dice.get("id"), dice.get("commitment")
    fits = isinstance(dice_id, str) and _DICE_ID.fullmatch(dice_id) is not None
    return fits and isinstance(commitment, str) and _COMMITMENT.fullmatch(commitment) is not None


def _take_in(table: Table, line: Line, shape: Shape) -> None:
    try:
        _check_line(table, line, shape)
        table.reread(line)
        _check_digest(table, line)
    except Exception as error:  # whatever a forged line makes the rules stumble over
        raise _differs(line.revision) from error


def _check_line(table: Table, line: Line, shape: Shape) -> None:
    """A line must be written as this companion writes it: nothing of the wrong shape, nothing besides.

    :raises RuleError:
    """
    if line.kind == "amend":
        _check_amendment(table, line, shape)
        return
    if line.kind != "move":
        if not set(line.body) <= {"to", "dice"} or not isinstance(line.body.get("dice", {}), Mapping):
            raise _differs(line.revision)
        if line.kind != "seed" and type(line.body["to"]) is not int:
            raise _differs(line.revision)
        if line.kind == "redo" and line.body["to"] != table.journal.undone[-1][-1].revision:
            raise _differs(line.revision)
        return
    _check_move(table, line.revision, line.body, shape, table.journal.head.app_rolls)


def _check_move(table: Table, revision: int, body: Mapping[str, Any], shape: Shape, k: int | None) -> None:
    """k: the number of the app's next roll; None: it rolls nothing here."""
    cls = table.playing.move_type(body.get("type"))
    if cls is BeginHere:
        check_line(revision)
    rolled = ("source", "k") if cls.TYPE.dice else ()
    given = {name: value for name, value in body.items() if name not in rolled}
    values = shape(cls, given)
    seat = next(n for n in range(1, table.seats + 1) if _exactly(body["seat"]) == str(n))
    made = moves.read(cls, Seat(seat), values, values.get("facts"))
    rightly: dict[str, Any] = {}
    if rolled and k is not None and body.get("source") == "app":
        rightly = {"source": "app", "k": k}
    elif rolled:
        rightly = {"source": "table"}
    if _exactly(moves.written(made) | rightly) != _exactly(body):
        raise _differs(revision)


def _check_amendment(table: Table, line: Line, shape: Shape) -> None:
    """Check that an amendment is written as this companion writes it, and amends what stands.
    :raises RuleError: it is not, or does not.
    """
    body = line.body
    written = {"revision", "move"} | ({"before"} if "before" in body else set())
    if set(body) != written or type(body["revision"]) is not int or body.get("before", True) is not True:
        raise _differs(line.revision)
    old = table.journal.head.move_in_force(body["revision"])
    if old is None or table.state.finished or (body["move"] is None and "before" in body):
        raise _differs(line.revision)
    if body["move"] is not None:
        _check_move(table, body["revision"] + ("before" in body), body["move"], shape, None)


def _exactly(value: Any) -> str:
    """As JSON: there 1, 1.0 and true are not the same."""
    return json.dumps(value, sort_keys=True)


def _check_digest(table: Table, line: Line) -> None:
    if table.line_digest(line, table.state) != line.digest:
        raise _differs(line.revision)


def _differs(revision: int) -> RuleError:
    return RuleError(
        "invalid",
        say("Line {n} of the journal cannot be replayed as it was recorded", n=revision),
        errors={"lines": (say("line {n}", n=revision),)},
        revision=revision,
    )


def _published(raw: Mapping[str, Any], committed_ids: Mapping[str, tuple[int, str]]) -> tuple[Seed, ...]:
    """The seeds of a finished game that fit what its journal has committed itself to."""
    found = raw.get("dice")
    given = found.get("seeds") if isinstance(found, Mapping) else None
    seeds: dict[str, Seed] = {}
    for item in given if isinstance(given, list) else []:
        try:
            dice_id, secret = item["dice_id"], bytes.fromhex(item["seed"])
            since, commitment = committed_ids[dice_id]
        except (KeyError, TypeError, ValueError):
            continue
        if dice.commitment(secret) == commitment:
            seeds[dice_id] = Seed(dice_id, secret, since)
    return tuple(seeds[dice_id] for dice_id in committed_ids if dice_id in seeds)
