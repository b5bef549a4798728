"""Were the dice what they were committed to? Anybody can check it from an exported game that is over, and from a roll
without a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games import game
from companion.mechanisms import dice
from companion.table.attempting import dice_at
from companion.table.journal import commitment_in
from companion.words.errors import invalid
from companion.words.text import Text, say
from companion.words.values import MOST_FACES


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at: what, and whether it is as it should be."""

    what: Text
    right: bool


def checked(raw: Mapping[str, Any]) -> Iterator[Checked]:
    """Each seed against its commitment, then each roll of the app against its seed.

    raw: an exported game, or a roll without a table as its address answers it.

    :raises RuleError: `invalid` if it is neither, or if its seeds are not published yet.
    """
    if "tool" in raw:
        yield from _without_a_table(raw)
        return
    seeds = _seeds(raw)
    for dice_id, (secret, commitment, since) in seeds.items():
        what = say(
            "the seed of line {since} against its commitment {head}…", since=since, head=commitment[:12]
        )
        right = dice.commitment(secret) == commitment and _committed(raw, dice_id) == commitment
        yield Checked(what, right)
    yield from _first(raw, seeds)
    rules = game(str(raw.get("game")))
    purposes = {cls.TYPE.name: cls.TYPE.dice for cls in rules.play.moves} if rules else {}
    for roll in raw["dice"]["rolls"]:
        field = purposes.get(roll["type"])
        if field is None or roll.get("dice_id") not in seeds:
            raise invalid(
                "dice", say("Line {n} has a roll that cannot be checked", n=roll.get("revision", 0))
            )
        secret, highest = seeds[roll["dice_id"]][0], dice_at(raw["lines"][0]["body"]["options"], field)
        drawn = dice.roll(secret, roll["dice_id"], field.draw, roll["k"], highest)
        stands = _faces(raw, roll["revision"], field.name)
        faces = " ".join(map(str, stands or ()))
        yield Checked(say("line {n}: {faces}", n=roll["revision"], faces=faces), list(drawn) == stands)


def _first(raw: Mapping[str, Any], seeds: Mapping[str, tuple[bytes, str, int]]) -> Iterator[Checked]:
    """Who goes first, where that was drawn and the first line says so: older ones do not."""
    body = raw["lines"][0].get("body", {}) if raw["lines"] else {}
    name = body.get("drawn")
    if name is None:
        return
    try:
        dice_id, seats, stands = str(body["dice"]["id"]), int(body["seats"]), body["options"][name]
    except (KeyError, TypeError, ValueError) as wrong:
        raise invalid("lines", _unread()) from wrong
    if not 1 <= seats <= MOST_FACES:
        raise invalid("lines", _unread())
    if dice_id in seeds:  # what was drawn at another table has its seed there
        drawn = dice.one_of(seeds[dice_id][0], dice_id, str(name), seats)
        yield Checked(say("line 1: seat {seat} goes first", seat=str(stands)), drawn == stands)


def _without_a_table(raw: Mapping[str, Any]) -> Iterator[Checked]:
    """The seed against the commitment that everybody saw before, and the dice against the seed."""
    rules = game(str(raw.get("game")))
    tools = rules.show.tools if rules else ()
    field = next((tool.dice for tool in tools if tool.name == raw["tool"]), None)
    if field is None:
        raise invalid("tool", _unread())
    if raw.get("seed") is None:
        raise invalid("seed", say("The seed is published when the dice are rolled"))
    try:
        secret, commitment = bytes.fromhex(raw["seed"]), str(raw["commitment"])
        stands, roll = list(raw[field.name]), str(raw["id"])
    except (KeyError, TypeError, ValueError) as wrong:
        raise invalid("tool", _unread()) from wrong
    what = say("the seed of roll {roll} against its commitment {head}…", roll=roll, head=commitment[:12])
    yield Checked(what, dice.commitment(secret) == commitment)
    drawn = dice.roll(secret, roll, field.draw, 0, (field.faces,) * (field.least or 1))
    faces = " ".join(map(str, stands))
    yield Checked(say("roll {roll}: {faces}", roll=roll, faces=faces), list(drawn) == stands)


def _unread() -> Text:
    return say("This export cannot be read here")


def _seeds(raw: Mapping[str, Any]) -> dict[str, tuple[bytes, str, int]]:
    """By dice id: the seed, its commitment, and the line since which it holds."""
    try:
        found = {
            str(seed["dice_id"]): (bytes.fromhex(seed["seed"]), str(seed["commitment"]), int(seed["since"]))
            for seed in raw["dice"]["seeds"]
            if seed["seed"] is not None
        }
        if not isinstance(raw["dice"]["rolls"], list) or not isinstance(raw["lines"], list):
            raise TypeError
    except (KeyError, TypeError, ValueError) as wrong:
        raise invalid("export", _unread()) from wrong
    if not found:
        raise invalid("dice", say("The seed is published when the game is over"))
    return found


def _committed(raw: Mapping[str, Any], dice_id: str) -> str | None:
    """What the journal itself committed to: the dice section alone could have been written afterwards."""
    for line in raw["lines"]:
        commitment = commitment_in(line.get("kind"), line.get("body", {}))
        if commitment and commitment.get("id") == dice_id:
            return str(commitment.get("commitment"))
    return None


def _faces(raw: Mapping[str, Any], revision: int, field: str) -> list[int] | None:
    """The faces as they stand in the line."""
    line = next((line for line in raw["lines"] if line.get("revision") == revision), None)
    return line["body"].get(field) if line else None
