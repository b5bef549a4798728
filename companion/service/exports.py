"""A whole game as one JSON document, journal first; and its dice, for anyone to check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.service.live import Live
from companion.table.journal import Line, commitment_in
from companion.words.errors import not_now
from companion.words.text import say

EXPORT_FORMAT = 1


def dice_document(live: Live) -> dict[str, object]:
    """Commitments, every roll of the app with its k, and the seeds once the game is over.

    A seed that was left behind by an undo past the end is published too: it has been already.
    """
    finished = live.table.state.finished
    secrets = {seed.dice_id: seed.secret for seed in live.stored.seeds}
    commitments_by_id = commitments(live.table.journal.lines)
    rolls = []
    for line in live.table.journal.lines:
        if line.body.get("source") == "app" and "k" in line.body:
            drawn = live.table.playing.move_type(line.body["type"]).TYPE.dice
            roll = {name: line.body.get(name) for name in ("k", "type", drawn.name if drawn else "dice")}
            ids = [dice_id for dice_id, (since, _) in commitments_by_id.items() if since <= line.revision]
            rolls.append({"revision": line.revision, **roll, "dice_id": ids[-1] if ids else None})
    return {
        "seeds": [
            {
                "dice_id": dice_id,
                "since": since,
                "commitment": commitment,
                # An imported game's former seed is with the table it came from.
                "seed": secrets[dice_id].hex()
                if dice_id in secrets and (finished or n < len(commitments_by_id) - 1)
                else None,
            }
            for n, (dice_id, (since, commitment)) in enumerate(commitments_by_id.items())
        ],
        "rolls": rolls,
        "finished": finished,
    }


def commitments(lines: Sequence[Line]) -> dict[str, tuple[int, str]]:
    """The seeds a journal commits itself to, oldest first: by dice id, from which line on, and to what."""
    found: dict[str, tuple[int, str]] = {}
    for line in lines:
        if (commitment := committed_by(line)) is not None:
            found[str(commitment.get("id"))[:40]] = (line.revision, str(commitment.get("commitment"))[:64])
    return found


def committed_by(line: Line) -> Mapping[str, Any] | None:
    """What a line commits its table's dice to, if it does."""
    return commitment_in(line.kind, line.body)


def check_open(live: Live) -> None:
    """Check that the whole game may be taken elsewhere.

    :raises RuleError: `not-now` while something is sealed or hidden from anybody.
    """
    if live.table.sealed:
        raise not_now(say("Some choices are still sealed; export the game once they are revealed"))
    if live.table.view().hidden:
        raise not_now(say("Money is hidden at this table; export the game when it is over"))


def export(live: Live) -> dict[str, object]:
    """The game as one document. Of a running game it holds no seed.

    :raises RuleError: `not-now` while something in it is sealed or hidden from anybody.
    """
    check_open(live)
    return {
        "export": EXPORT_FORMAT,
        "game": live.table.rules.box.slug,
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
