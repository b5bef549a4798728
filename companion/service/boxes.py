"""The boxes an installation keeps, beside those of the games: chosen by their names, for a table whose box says all
there is of its game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.games import GAMES, game
from companion.store import KeptBox, Store
from companion.words.errors import RuleError, invalid
from companion.words.text import say

MOST_BOXES = 200
_NAME = re.compile(r"[a-z0-9-]{1,40}")
Written = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Listed:
    """A box that may be chosen. box: None where what is kept cannot be read; at: when it was written, None where it is
    a game's own."""

    name: str
    box: Written | None
    at: str | None


def every(store: Store) -> Iterator[Listed]:
    """Those of the games, then those that are kept, by name."""
    for rules in GAMES:
        if rules.box.for_bank is not None:
            yield Listed(rules.box.slug, rules.box.for_bank, None)
    for kept in store.boxes():
        yield Listed(kept.name, _read(kept), kept.at)


def find(store: Store | None, name: str) -> Written:
    """The box of that name, a game's or one that is kept; without a store a game's.

    :raises RuleError: `no-such-box`; `invalid` where what is kept cannot be read.
    """
    rules = game(name)
    if rules is not None and rules.box.for_bank is not None:
        return rules.box.for_bank
    kept = store.box(name) if store is not None and _NAME.fullmatch(name) else None
    if kept is None:
        raise RuleError("no-such-box", say("There is no box {name}", name=name[:40]))
    box = _read(kept)
    if box is None:
        raise invalid("name", say("The box {name} can't be read any more; write it again", name=name))
    return box


def keep(store: Store, name: str, given: object) -> Written:
    """Keep a box under a name, in place of any that was there; returns it as it will be read.

    :raises RuleError: `invalid`, naming what is wrong; nothing has changed then.
    """
    _check_name(name)
    box = _reader()(given)
    if store.keep_box(name, json.dumps(box, ensure_ascii=False), MOST_BOXES) is None:
        raise invalid(
            "name", say("No more than {most} boxes can be saved; remove one first", most=MOST_BOXES)
        )
    return box


def drop(store: Store, name: str) -> None:
    """Forget a box; tables that were begun with it keep it.

    :raises RuleError: `invalid` where it is a game's; `no-such-box`.
    """
    _check_name(name)
    if not store.drop_box(name):
        raise RuleError("no-such-box", say("There is no box {name}", name=name[:40]))


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        words = say("The id of a box is 1 to 40 lower-case letters a-z, digits and hyphens")
        raise invalid("name", words)
    if (rules := game(name)) is not None:
        raise invalid(
            "name", say("{name} is taken by {game}; choose another", name=name, game=rules.box.called)
        )


def game_with_boxes() -> str:
    """The slug of the game that is played with boxes, whose catalogue has the words of their refusals."""
    return next(rules.box.slug for rules in GAMES if rules.play.boxed is not None)


def _reader() -> Callable[[object], Written]:
    return next(rules.play.boxed for rules in GAMES if rules.play.boxed is not None)


def _read(kept: KeptBox) -> Written | None:
    """What is kept, as this program reads it."""
    try:
        return _reader()(json.loads(kept.body))
    except (ValueError, RecursionError, RuleError):
        return None
