"""A pen fills in any form without knowing the game: each field by its kind, within its limits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Any

from companion.atlas.names import near
from companion.vocabulary.offers import OfferField
from companion.words.errors import Need
from companion.words.text import plain

PLACES = 40
"""A walker that knows so many names of its own seldom invents another."""
MOST_PLACES = 150
"""How many names it may know: those that are neither taken nor near to another one run out some day."""
BOLD = (0.1, 0.5, 0.9)
"""How often a number may be any, not one near the least: some walkers bid high."""
CORNERS = 40
"""How often it begins a form anew."""
RARELY = 0.1
"""How often a flag is ticked, or one of several chosen, where nobody has to."""
ROWS = 3
"""How long a list of rows gets at the most."""
RICH, PURSES = 9_999, (3, 30, 30, 300)
"""Nobody has so much; what there may be instead."""
INCOME = 4
"""Numbers on the board, from 0 to this."""
SHUN = 0.02
"""How rarely it takes what it avoids."""
WORDS = 999
"""The range of numbers in free text, which is thus rarely the same twice."""
USUAL = 0.75
"""How often a field that need not be filled in is left as it is."""
_SYLLABLES = ("ba", "do", "fe", "gu", "ki", "lo", "me", "nu", "pa", "ri", "so", "ta", "ve", "wu", "zi")


class Pen:
    """What a player writes, drawn by a seeded die, and the names invented for it."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.places: list[str] = []
        self.taste: dict[tuple[str, Any], float] = {}
        self.bold = random.choice(BOLD)
        self.rarely = RARELY

    def form(self, fields: tuple[OfferField, ...]) -> dict[str, Any]:
        """A form may have a corner where nothing can be chosen; it is never all of the form."""
        self.rarely = RARELY
        for _ in range(CORNERS):
            try:
                values = self._filled(fields)
                for each in fields:
                    if each.kind == "count" and not each.required and self.random.random() < 0.5:
                        values.pop(each.name, None)  # to be told in a move of its own
                return values
            except LookupError as corner:
                stuck = corner
                self.rarely = 0.5  # what is seldom ticked may be the way out, and what nobody has a taste for
                self.taste.clear()
        raise AssertionError(str(stuck))

    def _filled(self, fields: tuple[OfferField, ...], usual: float = 0) -> dict[str, Any]:
        """`usual`: how often a field is left as it is, where that is an answer. Of several fields of one name the first
        that is there counts, as on a page: it may turn out later than another one, and its answer stands instead."""
        values: dict[str, Any] = {}
        left = sorted(fields, key=lambda item: len(item.when or {}))
        while left:
            ready = [
                item
                for item in left
                if all(n in values or no is False for n, no in (item.when or {}).items())
            ]
            # A tick may itself depend on another answer, which is drawn in this round: what waits for it comes later.
            unticked = {item.name for item in left if item.when and item.kind == "flag"}
            ready = [item for item in ready if not unticked & set(item.when or ())] or ready
            if not ready:
                break
            for entry_ in ready:
                left.remove(entry_)
                if entry_ is next(
                    (one for one in fields if one.name == entry_.name and _there(one, values)), None
                ):
                    may_be = entry_.default is not None or not entry_.required
                    left_alone = may_be and self.random.random() < usual
                    value = entry_.default if left_alone else self._value(entry_)
                    if value is not None or any(choice.value is None for choice in entry_.choices):
                        values[entry_.name] = value
        return values

    def _value(self, one: OfferField) -> Any:
        chance = self.random
        if one.unasked:
            assert one.default is None or not one.when, f"{one.name} is sent whatever else is chosen"
            return one.default
        enabled = [choice.value for choice in one.choices if not choice.disabled]
        match one.kind:
            case "choice" | "seat" | "choices":
                return self._chosen(one, enabled)
            case "place" if not one.required and chance.random() < USUAL:
                return None
            case "place":
                barred = [choice.value for choice in one.choices if choice.disabled]
                return self.place(enabled, open_=one.open or not one.choices, fresh=0.9, barred=barred)
            case "money" | "count":
                return self._number(one)
            case "shares":
                return self._shares(one, enabled)
            case "dice":
                faces = one.faces or (6,) * (one.most or 1)
                return None if chance.random() < 0.5 else [chance.randint(1, most) for most in faces]
            case "flag":
                return (
                    one.default if one.choices else chance.random() < (0.5 if one.required else self.rarely)
                )
            case "text" if one.required:
                return self._invented()[: one.most]
            case "text":
                return chance.choice(["", f"why {{not}} {chance.randint(1, WORDS)}"])
            case "links":
                return self._links(one)
            case "places":
                return self._places(one, enabled)
            case "rows":
                return self._rows(one)
            case "facts":
                return self.facts(one.needs, {})
            case _:
                raise AssertionError(f"a walker cannot fill in {one.kind}")

    def _chosen(self, one: OfferField, enabled: list[Any]) -> Any:
        if one.kind != "choices":
            if one.required and not enabled:
                raise LookupError(f"{one.name}: nothing to choose")
            return self.preferred(one.name, enabled) if enabled else None
        if not one.required and self.random.random() > RARELY:
            return None
        most = min(len(enabled), one.most or len(enabled))
        return self.random.sample(enabled, self.random.randint(min(one.least or 0, most), most))

    def _rows(self, one: OfferField) -> list[dict[str, Any]]:
        chance = self.random
        if not one.required and chance.random() > RARELY:
            return [self._filled(one.fields) for _ in range(one.least or 0)]
        most = min(one.most or 0, ROWS)
        least = min(one.least or (chance.random() > RARELY), most)
        rows = min(chance.randint(least, most), chance.randint(least, most))
        return [self._filled(one.fields, usual=USUAL) for _ in range(rows)]

    def preferred(self, name: str, values: list[Any], shunned: Set[Any] = frozenset()) -> Any:
        """Every walker has its own taste, so that some games go where evenly played ones never get."""
        tastes = [self.taste.setdefault((name, value), 10 ** self.random.uniform(-2, 0)) for value in values]
        tastes = [
            taste * (SHUN if value in shunned else 1) for value, taste in zip(values, tastes, strict=True)
        ]
        return self.random.choices(values, tastes)[0]

    def _number(self, one: OfferField) -> int | None:
        if one.least is None or one.most is None:
            return None if one.default is None else int(one.default)
        if one.kind == "count" and one.required and one.default == 0 and self.random.random() < 0.7:
            return 0
        most = one.most if self.random.random() < self.bold else min(one.most, one.least + 3)
        if most >= RICH:  # an offer that is not narrowed by what there is to pay with
            most = one.least + self.random.choice(PURSES)
        return self.random.randint(one.least, most)

    def _shares(self, one: OfferField, enabled: list[Any]) -> dict[Any, int]:
        """Mostly some of one, sometimes one of each of several."""
        chance = self.random
        if chance.random() < 0.1 and not one.least:
            return {}
        most = one.most or 3
        if chance.random() < 0.7 or most < 2:
            return {chance.choice(enabled): chance.randint(1, min(3, most))}
        return dict.fromkeys(chance.sample(enabled, chance.choice((2, 2, 2, 2, 3))), 1)

    def _links(self, one: OfferField) -> list[dict[str, Any]]:
        """Links one after another: where one ends the next begins."""
        from_, to = one.fields[:2]
        here = self._value(from_)
        links = []
        for _ in range(self.random.randint(one.least or 1, one.most or 1)):
            there = self.place([], open_=True) if self.random.random() < 0.7 else self._value(to)
            links.append({"from": here, "to": there})
            here = there
        return links

    def place(self, names: list[Any], *, open_: bool, fresh: float = 0.1, barred: Sequence[Any] = ()) -> Any:
        """A known place, or any but those barred. `fresh`: how often it is a new one even if the walker knows many."""
        chance = self.random
        if names and (not open_ or chance.random() < 0.6):
            return chance.choice(names)
        if not open_:
            raise LookupError("no place to choose")
        if chance.random() < (0.7 if len(self.places) < PLACES else fresh):
            return self._invented()
        others = [place for place in self.places if place not in barred]
        return chance.choice(others) if others else self._invented()

    def _places(self, one: OfferField, names: list[Any]) -> list[Any]:
        """What the form begins with, then a few more, none of them twice."""
        least = one.least or 0
        most = max(min(least + 1, one.most or least + 1), least)
        places = list(one.default or ())
        number = self.random.randint(least, most) or int(self.random.random() < 0.7)
        for _ in range(number - len(places)):
            barred = [choice.value for choice in one.choices if choice.disabled]
            places.append(self.place(names, open_=one.open, barred=barred))
        return list(dict.fromkeys(places))

    def _invented(self) -> str:
        """A new name; one in twelve is so near to a known one that the companion will ask."""
        chance = self.random
        if len(self.places) >= MOST_PLACES:
            return chance.choice(self.places)
        if self.places and chance.random() < 1 / 12:
            slip = chance.choice(self.places) + chance.choice("qx")
            self.places.append(slip)
            return slip
        while True:
            length = chance.choice((2, 2, 2, 3, 4, 5) if len(self.places) < PLACES else (2,))
            name = "".join(chance.choice(_SYLLABLES) for _ in range(length)).capitalize()
            if name not in self.places and not near(plain(name), [plain(other) for other in self.places]):
                self.places.append(name)
                return name

    def facts(self, needs: tuple[Need, ...], given: Mapping[str, Any]) -> dict[str, Any]:
        """Facts that are asked for, by their paths, together with those told already."""
        facts: dict[str, Any] = json.loads(json.dumps(given))
        for need in needs:
            *path, last = need["path"]
            value: Any
            match need["kind"]:
                case "flag":
                    value = True
                case "choice":
                    value = self.random.choice(need["choices"])["value"]
                case "count":
                    least = need["min"] or 0
                    most = max(least, INCOME if need["max"] is None else min(need["max"], INCOME))
                    value = self.random.randint(least, most)
                case "places":
                    value = need.get("default") or [self.place([], open_=True)]
                case _:
                    value = self.place([], open_=True)
                    if not need["required"] and self.random.random() < 0.3:
                        value = None
            at = facts
            for part in path:
                at = at.setdefault(part, {})
            at[last] = value
        return facts


def _there(one: OfferField, values: Mapping[str, Any]) -> bool:
    return all(_fits(values.get(name), wanted) for name, wanted in (one.when or {}).items())


def _fits(value: Any, wanted: Any) -> bool:
    """Is a field there while another one has this value? Of several wanted values one is enough; no answer is a no."""
    given = False if value is None and wanted is False else value
    return given in wanted if isinstance(wanted, tuple) else given == wanted
