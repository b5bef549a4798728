"""Evenings: tests that anybody at a table can write, and one small reader that plays them.

    game GAME   players Ed Dave Pete   first_bidder=1   ruling.free_growth=may_decline
    Ed: auction_result winner=1 amount=20
    Ed: build_start from=Troy to=Marysville
    = railroads.CRIP income=2 treasury=20 value=5      # an assertion, as in a ledger
    = hands "Put one CRIP cube on Troy-Marysville"     # all that the last entry gives hands to do, in order
    ! Pete: bid amount=3   not-now                     # must be refused, with this code
    host: undo to=3
    host: amend revision=4 bid amount=10               # or: strike, before note text=…
    host: set railroads.MP income=55 seats.Ed cash=20  # a correction; `table` and `box` have figures too
    host: position turn=Ed seats.Dave cash=20 \\          # a game that is already on; a line may go on in the next one
        railroads.MP income=55

`Seat: move field=value …` is read from the move's own description; no verb belongs to a game. Words with
blanks stand in double quotes, an option that is an object or a list as JSON in single ones. Links are written
`A-B,B-C`, dice `1,2`, nothing `null`, a fact by its path: `facts/cities/Sedan/income=2`, several names as
`[Macon,Atlanta]`.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from companion.vocabulary.common_moves import COMMON
from companion.vocabulary.moves import Field, Kind, Move
from companion.vocabulary.rules import Rules

HOST = 0
"""Who speaks when it is not a seat."""


class RefusedError(Exception):
    """The player's own word for a refusal: its code and its sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


class Player(Protocol):
    """Whatever plays an evening: a table in this process, or a server over HTTP."""

    def begin(self, setup: Mapping[str, Any]) -> None:
        """Create the table: `{game, players, options, rulings}`."""

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        """Make a move (seat 0: the host).

        :raises RefusedError:
        """

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        """Undo, redo or amend.

        :raises RefusedError:
        """

    def document(self) -> Mapping[str, Any]:
        """The table document."""

    def settlement(self) -> Mapping[str, Any]:
        """The settlement, final or projected."""

    def hands(self) -> list[str]:
        """What the last entry gives hands to do on the board, in English."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an evening: `=`, `!` or a move, and where it stands."""

    where: str
    kind: str
    words: tuple[str, ...]


class WrongError(AssertionError):
    """An evening went differently from what it says; the message begins with file and line."""


def steps(path: Path) -> Iterator[Step]:
    """The lines of an evening, without comments and empty ones."""
    begun = ""
    for number, raw in enumerate(path.read_text("utf-8").splitlines(), 1):
        if raw.endswith(" \\"):
            begun += raw.removesuffix("\\")
            continue
        words, begun = tuple(shlex.split(begun + raw, comments=True)), ""
        if not words:
            continue
        kind = words[0] if words[0] in ("=", "!", "game") else "move"
        yield Step(f"{path.name}:{number}", kind, words[1:] if kind in "=!" else words)


def play_evening(path: Path, player: Player, games: tuple[Rules[Any], ...]) -> None:
    """Play a whole evening.

    :raises WrongError: at the first line that goes differently.
    """
    evening: _Evening | None = None
    for step in steps(path):
        if step.kind == "game":
            evening = _Evening(step, player, games)
        elif evening is None:
            raise WrongError(f"{step.where}: the first line says which game it is")
        else:
            evening.take(step)


class _Evening:
    def __init__(self, step: Step, player: Player, games: tuple[Rules[Any], ...]) -> None:
        self.player = player
        words = list(step.words)
        slug = words[1]
        at = words.index("players")
        self.names = [word for word in words[at + 1 :] if "=" not in word]
        self.rules = next(rules for rules in games if rules.box.slug == slug)
        given = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        rulings = {n.removeprefix("ruling."): v for n, v in given.items() if n.startswith("ruling.")}
        options = {n: _option(v) for n, v in given.items() if not n.startswith(("ruling.", "facts/"))}
        setup = {"game": slug, "players": self.names, "rulings": rulings, "options": options}
        if shown := facts_of(given.items()):
            setup["facts"] = shown
        player.begin(setup)

    def take(self, step: Step) -> None:
        try:
            if step.kind == "=":
                self._assert(step)
            elif step.kind == "!":
                self._refused(step)
            else:
                self._move(step.words)
        except RefusedError as refused:
            raise WrongError(f"{step.where}: refused: {refused}") from refused

    def _refused(self, step: Step) -> None:
        *words, code = step.words
        try:
            self._move(tuple(words))
        except RefusedError as refused:
            if refused.code != code:
                raise WrongError(f"{step.where}: refused with {refused}, not {code}") from refused
            return
        raise WrongError(f"{step.where}: was not refused")

    def _move(self, words: tuple[str, ...]) -> None:
        who, verb, *rest = words
        seat = HOST if who == "host:" else self.names.index(who.rstrip(":")) + 1
        given = [tuple(word.split("=", 1)) for word in rest]
        if verb in ("undo", "redo"):
            self.player.rewind(seat, verb, {name: int(value) for name, value in given})
        elif verb == "amend":
            self.player.rewind(seat, verb, self._amendment(rest))
        else:
            self.player.move(seat, self._body(verb, rest))

    def _amendment(self, words: list[str]) -> dict[str, Any]:
        """`revision=4 bid amount=10`, `revision=4 strike`, `revision=4 before bid amount=10`."""
        first, verb, *rest = words
        body: dict[str, Any] = {"revision": int(first.removeprefix("revision="))}
        if verb == "before":
            verb, *rest = rest
            body["before"] = True
        return {**body, "move": None if verb == "strike" else self._body(verb, rest)}

    def _figures(self, words: list[str]) -> list[dict[str, Any]]:
        """`railroads.MP income=55 treasury=3 seats.Ed cash=20`: what is of whom, and what it becomes."""
        rows, of = [], ""
        for word in words:
            name, equals, value = word.rpartition("=")
            if equals:
                rows.append({"of": of, "name": name, "value": int(value)})
            else:
                of = self._account(word)
        return rows

    def _position(self, words: list[str]) -> dict[str, Any]:
        """`turn=Ed railroad=MP`, before all figures; facts stand anywhere."""
        own = {name: value for name, _, value in (word.partition("=") for word in words[:2])}
        turn: dict[str, Any] = {"seat": self.names.index(own["turn"]) + 1} if "turn" in own else {}
        turn |= {"railroad": own["railroad"]} if "railroad" in own else {}
        left = words[len(turn) :]
        said = [word for word in left if not word.startswith("facts/")]
        facts = facts_of(word.split("=", 1) for word in left if word.startswith("facts/"))
        body = {"type": "position", "figures": self._figures(said)}
        return body | ({"turn": turn} if turn else {}) | ({"facts": facts} if facts else {})

    def _account(self, word: str) -> str:
        kind, _, which = word.partition(".")
        if kind == "seats":
            return f"seat:{self.names.index(which) + 1}"
        return f"railroad:{which}" if kind == "railroads" else word

    def _body(self, verb: str, rest: list[str]) -> dict[str, Any]:
        if verb == "set":
            return {"type": "correct", "set": self._figures(rest)}
        if verb == "position":
            return self._position(rest)
        given = [tuple(word.split("=", 1)) for word in rest]
        expected: tuple[type[Move], ...] = (*self.rules.play.moves, *COMMON)
        cls = next((c for c in expected if c.TYPE.name == verb), None)
        body: dict[str, Any] = {"type": verb}
        for name, value in given:
            if not name.startswith("facts/"):
                body[name] = self._value(cls, name, value)
        if facts := facts_of((name, value) for name, value in given):
            body["facts"] = facts
        return body

    def _value(self, cls: type[Move] | None, name: str, value: str) -> Any:
        if name == "seat":
            return int(value)
        field = next((f for f in cls.TYPE.fields if f.name == name), None) if cls else None
        return read_value(field, value, self.names)

    def _assert(self, step: Step) -> None:
        what, *wanted = step.words
        kind, _, which = what.partition(".")
        if kind == "hands":
            _same_work(step, self.player.hands(), wanted)
            return
        if kind == "settlement":
            found: Any = next(p for p in self.player.settlement()["seats"] if str(p["name"]) == which)
        elif kind == "railroads":
            found = next(r for r in self.player.document()["railroads"] if r["id"] == which)
        elif kind == "seats":
            found = next(s for s in self.player.document()["seats"] if str(s["name"]) == which)
        else:
            found = self.player.document()
        for word in wanted:
            path, _, value = word.partition("=")
            got = _follow(found, path)
            if _plain(got) != value:
                raise WrongError(f"{step.where}: {what} {path} is {_plain(got)}, not {value}")


def _same_work(step: Step, given: list[str], wanted: list[str]) -> None:
    if given != wanted:
        shown = " ".join(f'"{item}"' for item in given) or "nothing"
        raise WrongError(f"{step.where}: hands have {shown} to do")


def _option(value: str) -> Any:
    if value[:1] in ("{", "["):
        return json.loads(value)
    if ":" in value:
        return {name: int(n) for name, n in (pair.split(":") for pair in value.split(","))}
    return int(value) if value.isdigit() else value


def facts_of(given: Any) -> dict[str, Any]:
    """Facts by their paths, `facts/cities/Sedan/income=2`, as one object."""
    facts: dict[str, Any] = {}
    for name, value in given:
        if name.startswith("facts/"):
            *path, last = name.split("/")[1:]
            at = facts
            for part in path:
                at = at.setdefault(part, {})
            at[last] = _scalar(value)
    return facts


def _scalar(value: str) -> Any:
    if value.startswith("[") and value.endswith("]"):
        return [_scalar(item) for item in value[1:-1].split(",")]
    expected = {"null": None, "true": True, "false": False}
    return expected[value] if value in expected else int(value) if value.isdigit() else value


def read_value(field: Field | None, value: str, names: list[str]) -> Any:
    """A field's value from one word, by the field's kind; a seat by its number or its player's name."""
    kind = field.kind if field else "text"
    if value == "null":
        return None
    match kind:
        case "money" | "count":
            return int(value)
        case "seat":
            return names.index(value) + 1 if value in names else int(value)
        case "flag" if field and field.of and value not in ("true", "false"):
            return value.split(",")
        case "flag":
            return value == "true"
        case "dice":
            return [int(face) for face in value.split(",")]
        case "choices" | "places":
            return value.split(",")
        case "links":
            ends = [link.split("-", 1) for link in value.split(",")]
            return [{"from": a, "to": b} for a, b in ends]
        case "shares":
            return {name: int(n) for name, n in (pair.split(":") for pair in value.split(","))}
        case "rows":
            kinds = {each.name: each.kind for each in field.fields} if field else {}
            rows = value.split(";") if value else []
            return [dict(_row_member(pair, kinds) for pair in row.split(",")) for row in rows]
        case _:
            return value


def _row_member(pair: str, kinds: Mapping[str, Kind]) -> tuple[str, Any]:
    """Name and value of a row's member are separated by `>`, because an account such as `seat:1` has a colon. Several
    names in one member are separated by `+`."""
    name, _, value = pair.partition(">")
    return name, value.split("+") if kinds.get(name) == "places" else _scalar(value)


def _follow(found: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(found, Mapping):
            found = found.get(part)
        elif isinstance(found, (list, tuple)) and part.lstrip("-").isdigit():
            found = found[int(part)] if -len(found) <= int(part) < len(found) else None
        elif part == "length" and isinstance(found, (list, tuple)):
            found = len(found)
        else:
            found = None
    return found


def _plain(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ",".join(_plain(item) for item in value)
    return str(value)
