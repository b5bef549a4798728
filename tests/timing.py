"""A game as a table that took its time would have written it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.table.journal import Line
from companion.table.table import Table
from tests.server import Client, Party

BEGINS = datetime(2026, 1, 3, 19, 0, tzinfo=UTC)


def at(minutes: float) -> str:
    """A time so long after the evening began, as a line has it."""
    then = BEGINS + timedelta(minutes=minutes)
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def taking(export: Mapping[str, Any], minutes: Sequence[float]) -> dict[str, Any]:
    """An export with other times. minutes: of each line since the evening began; when they end, they begin anew, after
    the last."""
    lines = [Line(**line) for line in export["lines"]]
    passed = [minutes[n % len(minutes)] + n // len(minutes) * minutes[-1] for n in range(len(lines))]
    lines = [replace(line, at=at(one)) for line, one in zip(lines, passed, strict=True)]
    table = Table(lines[0])
    for line in lines[1:]:
        table.journal.lines[-1] = _signed(table)
        table.reread(line)
    table.journal.lines[-1] = _signed(table)
    rows = [
        {**row, "at": line.at, "digest": line.digest}
        for row, line in zip(export["lines"], table.journal.lines, strict=True)
    ]
    return {**export, "lines": rows}


def _signed(table: Table) -> Line:
    line = table.journal.lines[-1]
    return replace(line, digest=table.line_digest(line, table.state))


def slowly(party: Party, minutes: Sequence[float]) -> Party:
    """The same table once more, as if its entries had been made at these minutes; everybody sits."""
    export = party.client.get(f"{party.at}/export", party.host).json
    return read_in(party.client, taking(export, minutes))


def read_in(client: Client, export: Mapping[str, Any]) -> Party:
    """A table of an export, at which everybody sits."""
    found = client.post("/tables/import", export)
    assert found.status == 201, found.body
    party = Party(client, found.json["code"], found.json["host_key"], found.json["join_key"])
    for seat in range(1, len(export["players"]) + 1):
        party.claim(seat)
    return party
