"""What remains of an evening: the result as one document, as rows for a spreadsheet, as a play to be logged."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from companion.documents.table_document import game_name, settlement_document
from companion.documents.time_at_turn import TimeAtTurn, time_document
from companion.table.table import Table
from companion.words.text import Names, Text, plain, say
from companion.words.values import Seat

RESULT_FORMAT = 1
SOURCE = "Railway companion"
PLAY_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
MOST_ADDRESS = 2_300
"""Characters of a play's address that a phone's camera still reads with ease as a QR code."""
SHORTEST_NAME = 8
"""Characters that a name keeps at least when the address is too long."""
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def result_document(table: Table, code: str, names: Names, times: TimeAtTurn) -> dict[str, Any]:
    """Who won and why, with every line of every payoff; for a table whose game is over."""
    journal = table.journal
    settled = settlement_document(table.rules.show.settlement(table.state), names)
    started, finished = journal.lines[0].at, journal.head.line.at
    document = {
        "result": RESULT_FORMAT,
        "game": {"slug": table.rules.box.slug, "name": game_name(table)},
        "code": code,
        "started_at": started,
        "finished_at": finished,
        "rounds": table.view().round,
        "entries": sum(node.facts_only is None and node.amended is None for node in journal.head.in_force()),
        "players": settled["seats"],
        "railroads": settled["railroads"],
        "tie_break": settled["tie_break"],
        "time_at_turn": time_document(times, names),
    }
    return document | {"play": play(document, first=_first(table), box=table.box.name)}


def _first(table: Table) -> Seat | None:
    """Who was the first to act; where everybody first chooses for themselves, who was the first after that."""
    views = map(table.rules.show.view, table.states(list(table.journal.head.ancestors())[::-1]))
    begun = next(views)
    if len(begun.to_act) > 1:
        begun = next((view for view in views if view.status != begun.status), begun)
    return next(iter(begun.to_act), None)


# --- a play for a play-logging app ---------------------------------------------------------------------


def play(document: Mapping[str, Any], *, first: Seat | None, box: str = "") -> dict[str, Any]:
    """The result as BG Stats takes it. Times are UTC. A player is known there by their name, which is all that the
    companion knows of them; `winner` and `startPlayer` always stand, for not every phone does without. What was played
    with another game's box is logged as that game: BG Stats holds all of one `sourceGameId` for one game."""
    slug = document["game"]["slug"]
    return {
        "sourceName": SOURCE,
        "sourcePlayId": document["code"],
        "playDate": str(document["started_at"])[:19].replace("T", " "),
        "game": {
            "name": box or document["game"]["name"],
            "sourceGameId": f"{slug}-{_known_by(box)}" if box else slug,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player["name"],
                "sourcePlayerId": _known_by(str(player["name"])),
                "startPlayer": player["seat"] == first,
                "score": player["total"],
                "winner": player["winner"],
                "rank": player["rank"],
            }
            for player in document["players"]
        ],
    }


def _known_by(name: str) -> str:
    return hashlib.sha256(plain(name).encode()).hexdigest()[:8]


def play_address(played: Mapping[str, Any]) -> str:
    """The address that hands a play to BG Stats; names are shortened if it were too long for a QR code."""
    length = max((len(player["name"]) for player in played["players"]), default=0)
    while True:
        players = [{**player, "name": _shortened(player["name"], length)} for player in played["players"]]
        data = json.dumps({**played, "players": players}, ensure_ascii=False, separators=(",", ":"))
        address = PLAY_ADDRESS + quote(data, safe=",:")
        if len(address) <= MOST_ADDRESS or length <= SHORTEST_NAME:
            return address
        length -= 1


def _shortened(name: str, length: int) -> str:
    return name if len(name) <= length else f"{name[: length - 1].rstrip()}."


# --- rows for a spreadsheet ----------------------------------------------------------------------------

COLUMNS = ("rank", "seat", "name", "winner", "line", "railroad", "what", "formula", "amount")
CASH, TOTAL, TIME = say("Cash"), say("Total"), say("Turn time, in seconds")


def result_rows(document: Mapping[str, Any], words: Callable[[Text], str]) -> list[tuple[str, ...]]:
    """A row for each player's cash, for each line of their payoff, for their total, and for how long they were at turn.
    The columns `winner` and `line` are for programs and the same in every language."""
    rows: list[tuple[str, ...]] = []
    seconds = {seat["seat"]: seat["seconds"] for seat in document["time_at_turn"]["seats"]}
    for player in document["players"]:
        who = (str(player["rank"]), str(player["seat"]), player["name"], "yes" if player["winner"] else "no")
        if player["cash"] is not None:
            rows.append((*who, "cash", "", words(CASH), "", str(player["cash"])))
        for line in player["lines"]:
            row = (line["railroad"] or "", line["label"], line["formula"] or "", str(line["amount"]))
            rows.append((*who, "payoff", *row))
        rows.append((*who, "total", "", words(TOTAL), "", str(player["total"])))
        if player["seat"] in seconds:
            rows.append((*who, "time", "", words(TIME), "", str(seconds[player["seat"]])))
    return rows


def result_csv(document: Mapping[str, Any], words: Callable[[Text], str]) -> str:
    """The result as RFC 4180 has it: commas, CRLF, quotes where they are needed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    numbers = {COLUMNS.index(name) for name in ("rank", "seat", "amount")}
    for row in result_rows(document, words):
        writer.writerow([cell if at in numbers else harmless(cell) for at, cell in enumerate(row)])
    return out.getvalue()


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: an apostrophe in front makes it a text."""
    return f"'{cell}" if cell.lstrip().startswith(_FORMULAS) else cell
