"""A whole game as one JSON document, journal first; and its dice, for anyone to check."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from companion.errors import RuleError, invalid
from companion.journal import Line
from companion.mechanisms import dice
from companion.service import Created, Service, creation
from companion.service.live import Live
from companion.store import Seed
from companion.table import Table
from companion.text import say

EXPORT_FORMAT = 1
MOST_LINES = 20_000
_KINDS = ("begin", "move", "undo", "redo", "seed")


def dice_document(live: Live) -> dict[str, Any]:
    """Commitments, every roll of the app with its k, and the seeds once the game is over.

    A seed that was left behind by an undo past the end is published too: it has been already.
    """
    finished = live.table.state.finished
    seeds = live.stored.seeds
    rolls = [
        {"revision": line.revision, "k": line.body["k"], "type": line.body["type"], "dice": line.body["dice"]}
        for line in live.table.journal.lines
        if line.body.get("source") == "app" and "k" in line.body
    ]
    return {
        "seeds": [
            {
                "dice_id": seed.dice_id,
                "since": seed.since,
                "commitment": dice.commitment(seed.secret),
                "seed": seed.secret.hex() if finished or n < len(seeds) - 1 else None,
            }
            for n, seed in enumerate(seeds)
        ],
        "rolls": [{**roll, "dice_id": _seed_of(seeds, roll["revision"]).dice_id} for roll in rolls],
        "finished": finished,
    }


def _seed_of(seeds: tuple[Seed, ...], revision: int) -> Seed:
    return [seed for seed in seeds if seed.since <= revision][-1]


def export(live: Live) -> dict[str, Any]:
    """The game as one document. Of a running game it holds no seed."""
    return {
        "export": EXPORT_FORMAT,
        "game": live.table.rules.slug,
        "lines": [
            {
                "revision": line.revision,
                "at": line.at,
                "by": line.by,
                "kind": line.kind,
                "format": line.format,
                "body": line.body,
                "digest": line.digest,
            }
            for line in live.table.journal.lines
        ],
        "players": [seat.name for seat in live.stored.seats],
        "options": live.stored.options,
        "finished": live.table.state.finished,
        "dice": dice_document(live),
    }


def import_game(service: Service, raw: Mapping[str, Any]) -> Created:
    """A table from an export: replayed, and refused if it replays differently. It gets a new code, new keys
    and, unless the game is over, a new seed. Facts in it never teach the installation.

    :raises RuleError: `invalid`, naming the revision that differs.
    """
    lines = _read_lines(raw)
    begin = lines[0].body
    rules = service.rules(str(raw.get("game")))
    try:
        names = creation.checked_names(rules, list(raw["players"]))
        if begin["game"] != rules.slug or begin["seats"] != len(names):
            raise invalid("lines", say("The first line is of another game"))
        table = Table(lines[0])
        _check(table, lines[0])
        for line in lines[1:]:
            table.reread(line)
            _check(table, line)
    except RuleError:
        raise
    except (KeyError, TypeError, ValueError, LookupError, AttributeError) as error:
        raise invalid("lines", say("This is no game that can be replayed")) from error
    seed = Seed(secrets.token_hex(8), secrets.token_bytes(32), len(lines) + 1)
    finished = bool(table.state.finished)
    seeds = _published(raw) if finished else ()
    if not seeds:
        commitment = {"id": seed.dice_id, "commitment": dice.commitment(seed.secret)}
        again = Line(len(lines) + 1, lines[-1].at, "app", "seed", {"dice": commitment}, lines[-1].digest)
        lines = (*lines, again)
        seeds = (seed,)
    options = {option.name: option.default for option in creation.COMMON_OPTIONS}
    status = "finished" if finished else "running"
    return service.keep_new(rules.slug, names, options, lines, seeds, status)


def _read_lines(raw: Mapping[str, Any]) -> tuple[Line, ...]:
    given = raw.get("lines")
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_LINES:
        raise invalid("lines", say("An export has lines"))
    lines = []
    for number, one in enumerate(given, 1):
        fits = isinstance(one, Mapping) and isinstance(one.get("body"), Mapping)
        if not fits or one.get("revision") != number or one.get("kind") not in _KINDS:
            raise _differs(number)
        if (one["kind"] == "begin") != (number == 1):
            raise _differs(number)
        texts = [str(one.get(name) or "")[:64] for name in ("at", "by", "digest")]
        lines.append(Line(number, texts[0], texts[1][:10], one["kind"], one["body"], texts[2]))
    return tuple(lines)


def _check(table: Table, line: Line) -> None:
    try:
        same = table.digest(table.state) == line.digest
    except RuleError as error:
        raise _differs(line.revision) from error
    if not same:
        raise _differs(line.revision)


def _differs(revision: int) -> RuleError:
    return RuleError(
        "invalid",
        say("Line {n} of the journal cannot be replayed as it was recorded", n=revision),
        errors={"lines": (say("line {n}", n=revision),)},
        revision=revision,
    )


def _published(raw: Mapping[str, Any]) -> tuple[Seed, ...]:
    """The seeds of a finished game that fit their commitments."""
    told = raw.get("dice")
    found = told.get("seeds") if isinstance(told, Mapping) else None
    seeds = []
    for one in found if isinstance(found, list) else []:
        try:
            seed = Seed(str(one["dice_id"])[:40], bytes.fromhex(one["seed"]), int(one["since"]))
        except (KeyError, TypeError, ValueError):
            return ()
        if dice.commitment(seed.secret) != one.get("commitment"):
            return ()
        seeds.append(seed)
    return tuple(seeds)
