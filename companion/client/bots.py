"""Bots: players who pick among what is on offer, and know no game.

The companion says what may be done, and within which limits. A bot has a seeded die and a little sense: it bids while
that is cheap, takes what is usually wanted, and where the rules forbid what an offer cannot show it tries something
else.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, TypeVar

from companion.client.documents import Field, Offer
from companion.client.errors import CompanionError, RefusedError

Made = TypeVar("Made")

TRIES = 60
"""Moves that are tried before a bot gives up."""
ANSWERS = 8
"""How many times a bot answers questions about the board for one move."""
_ANOTHER_CHOICE_MAY_DO = ("rule", "insufficient-funds", "invalid", "facts-needed")
"""Codes of refusals for what an offer cannot show, such as whether a link connects."""
_IDLE = 0.3
"""How much a bot likes to do nothing, such as passing, where doing something counts 1."""
_SELDOM = 0.08
"""How often a bot does what it need not do, such as ticking a flag or adding a row; 1: always."""
_ALOUD = "auction_result"
"""The move that enters a bid made aloud; a bot has no voice."""
_OWN_MIND = 0.3
"""How often it takes a number other than the usual one; 1: always."""
_NEW = 0.5
"""How often it builds to a place that nobody has named yet; 1: always."""
_DEAR = 3
"""How far a number is above its least, at most; a bid in dollars."""
_INCOME = 4
"""The highest number it reads off the board that nobody has printed."""
_FIRST = """
Amber Bishop Cotton Dexter Elkhorn Fargo Granite Hartwell Ironton Juniper Kingman Lakota Morgan Norfolk Oxbow Plum
"""
_SECOND = """
Bluff Crossing Grove Springs Junction Valley Prairie Center Landing Heights Mound Rapids Station Hollow Ford Creek
"""


class StuckError(CompanionError):
    """Nothing a bot could think of was allowed."""


class Bot:
    """One player. seed: a bot with the same one plays the same game, as long as it is offered the same."""

    def __init__(self, seed: object) -> None:
        self.random = Random(str(seed))  # noqa: S311 - it plays, it keeps no secrets
        names = [f"{first} {second}" for first, second in product(_FIRST.split(), _SECOND.split())]
        self._names = self.random.sample(names, len(names))
        self._known: list[str] = []

    def play(self, offers: Sequence[Offer], make: Callable[[dict[str, Any]], Made]) -> Made:
        """Make one of the moves on offer. make: makes it, or raises as the client does.

        :raises RefusedError: it is no longer on offer, or something is wrong with the table.
        :raises StuckError: the rules forbid whatever was tried.
        """
        refused = Counter[str]()
        said: list[str] = []
        for _ in range(TRIES):
            offer = self._offer(offers, refused)
            try:
                body = {"type": offer.type, "seat": offer.seat, **offer.sends, **self.form(offer.fields)}
                return self._made(body, make)
            except (RefusedError, LookupError) as no:
                if isinstance(no, RefusedError) and no.code not in _ANOTHER_CHOICE_MAY_DO:
                    raise
                refused[offer.type] += 1
                said.append(f"{offer.type}: {no}")
        raise StuckError(f"nothing is allowed of {', '.join(sorted(refused))}; last, {said[-1]}")

    def _made(self, body: dict[str, Any], make: Callable[[dict[str, Any]], Made]) -> Made:
        for _ in range(ANSWERS):
            try:
                return make(body)
            except RefusedError as no:
                told = self.facts(no.needs) if no.needs else no.insist
                if not told:
                    raise
                body = {**body, "facts": _merged(body.get("facts") or {}, told)}
        raise LookupError("it is asked for more and more")

    def _offer(self, offers: Sequence[Offer], refused: Mapping[str, int]) -> Offer:
        usual = [offer for offer in offers if not (offer.aside or offer.type == _ALOUD) or refused]
        weights = [self._liking(offer) * 0.2 ** refused[offer.type] for offer in usual]
        if not usual:
            usual, weights = list(offers), [1.0] * len(offers)
        return self.random.choices(usual, weights)[0]

    def _liking(self, offer: Offer) -> float:
        """How readily a bot takes it, up to 1: a bid the more readily the cheaper it is; doing nothing seldom."""
        prices = [field for field in offer.fields if field.kind == "money" and field.required]
        if len(prices) == 1 and prices[0].min is not None and prices[0].max:
            return max(0.02, 1 - 1.5 * prices[0].min / prices[0].max)
        return 1.0 if offer.fields else _IDLE

    # --- forms --------------------------------------------------------------------------------------

    def form(self, fields: Sequence[Field]) -> dict[str, Any]:
        """What a form is filled in with, by the names of its fields.

        :raises LookupError: there is nothing to choose in a field that must be filled in.
        """
        values: dict[str, Any] = {}
        left = list(fields)
        while ready := [field for field in left if _answered(field, values)]:
            for field in ready:
                left.remove(field)
                if all(_fits(values.get(name), wanted) for name, wanted in (field.when or {}).items()):
                    value = self._value(field)
                    if value is not None or any(choice.value is None for choice in field.choices):
                        values[field.name] = value
        return values

    def _value(self, field: Field) -> Any:
        enabled = [choice.value for choice in field.choices if choice.disabled is None]
        match field.kind:
            case "dice":
                return None  # the companion throws them
            case "money" | "count":
                return self._number(field)
            case "flag":
                return (
                    field.default
                    if field.choices
                    else self.random.random() < (0.5 if field.required else _SELDOM)
                )
            case "choice" | "seat":
                return self._one(field, enabled)
            case "choices":
                return self._some(field, enabled)
            case "place":
                return self._place(field, enabled) if field.required else None
            case "places":
                return self._places(field, enabled)
            case "links":
                return [self.form(field.fields) for _ in range(field.min or 1)]
            case "rows":
                return self._rows(field)
            case "shares":
                return {self.random.choice(enabled): max(1, field.min or 0)} if enabled else None
            case "facts":
                return self.facts(field.needs)
            case _:  # free words, and whatever a later companion asks for
                return (self._name() if field.required else None) if field.kind == "text" else field.default

    def _one(self, field: Field, enabled: Sequence[Any]) -> Any:
        if enabled:
            return self.random.choice(enabled)
        if field.required:
            raise LookupError(f"{field.name}: nothing to choose")
        return field.default

    def _some(self, field: Field, enabled: Sequence[Any]) -> Any:
        least = field.min or 0
        if not field.required and self.random.random() > _SELDOM:
            return None
        most = min(len(enabled), field.max or len(enabled))
        return self.random.sample(enabled, self.random.randint(min(least, most), most))

    def _number(self, field: Field) -> Any:
        """Near the least; mostly nothing where nothing need be said, and mostly the usual number where there is one."""
        if field.min is None or field.max is None:
            return field.default
        if field.kind == "count" and (field.default is not None or not field.required):
            return min(field.min + 1, field.max) if self.random.random() < _SELDOM else field.default
        if field.default is not None and field.default != field.min and self.random.random() > _OWN_MIND:
            return field.default
        return self.random.randint(field.min, max(field.min, min(field.max, field.min + _DEAR)))

    def _rows(self, field: Field) -> Any:
        if field.default and self.random.random() > _SELDOM:
            return field.default
        least = field.min or 0
        extra = self.random.random() < (0.5 if field.required else _SELDOM)
        return [self.form(field.fields) for _ in range(max(least, int(extra), int(field.required)))] or None

    # --- the printed board, as nobody has printed it ---------------------------------------------------

    def _place(self, field: Field, enabled: Sequence[Any]) -> Any:
        anything = field.open or not field.choices
        if enabled and not (anything and self.random.random() < _NEW):
            return self.random.choice(enabled)
        if not anything:
            raise LookupError(f"{field.name}: no place to choose")
        return self._name()

    def _places(self, field: Field, enabled: Sequence[Any]) -> list[Any]:
        places = list(field.default or ())
        while len(places) < max(field.min or 0, int(field.required)):
            places.append(self._place(field, [name for name in enabled if name not in places]))
        return places

    def _name(self) -> str:
        """The name of a place: one that this bot has named before, or a new one."""
        if not self._names or (self._known and self.random.random() > _NEW):
            return self.random.choice(self._known)
        self._known.append(self._names.pop())
        return self._known[-1]

    def facts(self, needs: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """What is asked for, each at its place within `facts`."""
        facts: dict[str, Any] = {}
        for need in needs:
            *path, last = need["path"]
            at = facts
            for part in path:
                at = at.setdefault(part, {})
            at[last] = self._fact(need)
        return facts

    def _fact(self, need: Mapping[str, Any]) -> Any:
        match need["kind"]:
            case "flag":
                return True
            case "choice":
                return self.random.choice(need["choices"])["value"]
            case "count":
                least, most = need.get("min") or 0, need.get("max")
                return self.random.randint(least, max(least, _INCOME if most is None else min(most, _INCOME)))
            case "places":
                return need.get("default") or [self._name()]
            case _:
                return self._name()


def _answered(field: Field, values: Mapping[str, Any]) -> bool:
    """Is it known by now whether the field is there?"""
    return all(name in values or wanted is False for name, wanted in (field.when or {}).items())


def _fits(value: Any, wanted: Any) -> bool:
    """Is a field there while another one has this value? Of several values one is enough; no answer is a no."""
    given = False if value is None and wanted is False else value
    return given in wanted if isinstance(wanted, (list, tuple)) else bool(given == wanted)


def _merged(facts: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    found = copy.deepcopy(dict(facts))
    for name, value in more.items():
        inner = found.get(name)
        found[name] = (
            _merged(inner, value) if isinstance(inner, dict) and isinstance(value, Mapping) else value
        )
    return found
