"""A walker takes any game's offers and plays on, knowing no game: it fills fields by kind, within their limits."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.atlas import near
from companion.beginning import atlas_copy
from companion.errors import RuleError
from companion.journal import Line
from companion.ledger import BANK, MONEY
from companion.mechanisms import dice
from companion.offers import Offer, OfferField
from companion.rules import Rules
from companion.table import Table
from companion.text import plain, render
from companion.values import Seat

LONGEST_GAME = 3_000
"""Moves after which a game that has not ended counts as endless."""
TIRED_AFTER = 250
"""Moves after which a walker has other tastes: nobody does the same for ever."""
UNDO_EVERY, NOTE_EVERY, LOOK_EVERY = 25, 60, 5
PLACES = 40
"""When it knows so many names of its own, a walker seldom invents another."""
MOST_PLACES = 150
"""Names that are neither taken nor near to another one run out some day."""
BOLD = (0.1, 0.5, 0.9)
"""How often a number may be any, not one near the least: some walkers bid high."""
EAGER, SHUN = 0.7, 0.02
"""How many walkers would rather do something than pass, and how seldom those take what asks for nothing, or is
seldom wanted."""
TRIES = 4
"""How often it answers a question about the board before it takes the refusal as final."""
CORNERS = 12
"""How often it begins a form anew."""
UNCHECKED = ("rule", "insufficient-funds")
"""What an offer cannot check: where a link leads, and what several hexes cost together."""
RARELY = 0.1
"""How often a flag is ticked, or one of several chosen, where nobody has to."""
USUAL = 0.75
"""How often an offer that stands aside is passed over, and a field that need not be filled in is left as it is."""
ROWS = 3
"""How long a list of rows gets at the most."""
INCOME = 4
"""Numbers on the board, from 0 to this."""
_SYLLABLES = ("ba", "do", "fe", "gu", "ki", "lo", "me", "nu", "pa", "ri", "so", "ta", "ve", "wu", "zi")


def least(figures: Any) -> int:
    """The lowest number anywhere in it, and at most 0."""
    if isinstance(figures, Mapping):
        return min((least(one) for one in figures.values()), default=0)
    return min(0, figures) if isinstance(figures, int) else 0


@dataclass
class Walk:
    """What became of one walk: moves accepted by type, refusals for what no offer can check, undos, redos.

    short: refusals for want of money, where an offer's fields are too much only together.
    """

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rewound: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    short: Counter[str] = field(default_factory=Counter)


class Walker:
    """One game from the first offer to the last, in the company of a seeded die."""

    def __init__(self, rules: Rules[Any], seed: str) -> None:
        self.rules = rules
        self.random = Random(seed)
        self.seed = seed.encode()
        self.table = Table(self._begin())
        self.totals = self.table.state.ledger.totals()
        self.named: dict[str, int] = {}
        self.digests = {1: self.table.digest(self.table.state)}
        self.places: list[str] = []
        self.taste: dict[tuple[str, Any], float] = {}
        self.walk = Walk()
        self.bold = self.random.choice(BOLD)
        self.stuck = ""
        self.eager = self.random.random() < EAGER
        self.rarely = RARELY

    def _begin(self) -> Line:
        rules, chance = self.rules, self.random
        seats = chance.randint(rules.least_players, rules.most_players)
        options = {option.name: option.default for option in rules.options}
        for option in rules.options:
            match option.kind:
                case "seat_or_roll":
                    options[option.name] = chance.randint(1, seats)
                case "counts" if chance.random() < 0.5:
                    options[option.name] = {name: chance.randint(0, 8) for name in option.counts}
                case "choice":
                    options[option.name] = chance.choice(option.choices)[0]
                case "flag":
                    options[option.name] = chance.random() < 0.5
        rulings = {ruling.name: chance.choice(ruling.choices)[0] for ruling in rules.rulings}
        atlas = atlas_copy(rules, rules.shipped)
        body = {"game": rules.slug, "seats": seats, "options": options, "rulings": rulings, "atlas": atlas}
        return Line(1, "", "app", "begin", body)

    # --- the walk -----------------------------------------------------------------------------------

    def to_the_end(self) -> Walk:
        """Play until the game is over, and check every state on the way."""
        for number in range(1, LONGEST_GAME + 1):
            if number % TIRED_AFTER == 0:
                self.taste.clear()
            if self.table.state.finished:
                self._over()
                return self.walk
            if self.random.randrange(UNDO_EVERY) == 0 and self.table.revision > 1:
                self._there_and_back()
            elif self.random.randrange(NOTE_EVERY) == 0:
                self._record({"type": "note", "text": "a note {with} braces"}, Seat(1))
            else:
                self._step()
            self._check()
        raise AssertionError(f"not over after {LONGEST_GAME} moves")

    def _step(self) -> None:
        offers = [offer for offer in self.table.offers() if not offer.disabled]
        assert offers, f"nothing can be done in step {self.table.view().step}"
        # Who has just been refused looks for another way out.
        usual = [offer for offer in offers if not offer.aside and not self.stuck]
        offers = usual if usual and self.random.random() < USUAL else offers
        types = sorted({offer.type for offer in offers})
        idle = {offer.type for offer in offers if offer.aside or not offer.fields}
        shunned = {self.stuck} if self.stuck else idle if self.eager else frozenset()
        kind = self._preferred("type", types, shunned=shunned)
        offer = self.random.choice([offer for offer in offers if offer.type == kind])
        self._take(offer)

    def _take(self, offer: Offer) -> None:
        """Take up an offer; facts asked for are given, doubts about names are insisted on."""
        body = {"type": offer.type, **self._form(offer.fields)}
        for _ in range(TRIES):
            try:
                self._record(body, offer.seat)
                self.stuck = ""
            except RuleError as error:
                answered = error.code == "facts-needed" or (error.code == "invalid" and error.did_you_mean)
                if answered and error.needs:
                    body = {**body, "facts": self._told(error.needs, body.get("facts") or {})}
                    continue
                if offer.unchecked and error.code == "insufficient-funds":
                    self.walk.short[offer.type] += 1  # two numbers that are too much only together
                    return
                if not offer.unchecked or error.code not in UNCHECKED:
                    raise AssertionError(f"{body} was offered and refused: {error}") from error
                self.stuck = offer.type
                self.walk.refused[offer.type] += 1
                self.walk.reasons[error.text.template] += 1
            return
        raise AssertionError(f"{body} was asked about again and again")

    def _record(self, body: Mapping[str, Any], seat: Seat) -> None:
        table = self.table
        by_host = self.random.random() < 0.3
        attempt = table.attempt(json.loads(json.dumps(body)), seat=seat, by_host=by_host, draw=self._draw)
        digest = table.digest(attempt.played.state)
        line = Line(table.revision + 1, "", "", "move", json.loads(json.dumps(attempt.body)), digest)
        table.record(line, attempt.node)
        render(attempt.played.summary, {})
        self.digests[line.revision] = digest
        self.walk.accepted[str(body["type"])] += 1

    def _draw(self, purpose: str, k: int, count: int) -> tuple[int, ...]:
        return dice.roll(self.seed, "walk", purpose, k, count=count)

    def _there_and_back(self) -> None:
        """Undo up to six entries; half of the time do them again. The state is what it was, each time."""
        table = self.table
        standing = table.journal.standing()[:-1]
        if not standing:
            return
        before = table.digest(table.state)
        to = self.random.choice(standing[-6:])
        node, lines = table.rewind(to)
        # What was read from the board stays known, also what earlier undos have taken away.
        learned = any(line.body.get("facts") for line in table.journal.lines[to:])
        table.record(Line(table.revision + 1, "", "", "undo", {"to": to}), node)
        self.walk.rewound["undo"] += 1
        self.walk.rewound["compared"] += not learned
        assert learned or table.digest(table.state) == self.digests[to], f"undo to {to} led elsewhere"
        self._check()
        if self.random.random() < 0.5:
            try:
                node, again = table.again()
            except RuleError as error:
                if learned and error.revision:
                    return  # what was read from the board later rules out what was done
                raise AssertionError(f"what was done cannot be done again: {error}") from error
            assert [line.revision for line in again] == [line.revision for line in lines]
            table.record(Line(table.revision + 1, "", "", "redo", {"to": again[-1].revision}), node)
            self.walk.rewound["redo"] += 1
            assert table.digest(table.state) == before, "redo led elsewhere"

    # --- checks -------------------------------------------------------------------------------------

    def _check(self) -> None:
        ledger = self.table.state.ledger
        totals = ledger.totals()
        assert {what: totals.get(what) for what in self.totals} == self.totals, "something was made or lost"
        # Pieces that are named in play are counted from then on, and never more or fewer of them.
        named = {what: total for what, total in totals.items() if what not in self.totals}
        assert all(self.named.setdefault(what, total) == total for what, total in named.items())
        below = [key for key, amount in ledger.holdings.items() if amount < 0 and key != (BANK, MONEY)]
        assert not below, f"below zero: {below}"
        if self.table.state.finished or self.random.randrange(LOOK_EVERY) == 0:
            self._look()

    def _look(self) -> None:
        view = self.table.view()
        assert (view.status == "finished") == self.table.state.finished
        wrong = [figures for figures in view.seats.values() if least(figures) < 0]
        assert not wrong, f"a player has less than nothing: {wrong}"
        offered = {offer.seat for offer in self.table.offers() if not offer.disabled}
        assert set(view.to_act) <= offered, "who is to act has nothing to do"

    def _over(self) -> None:
        table = self.table
        assert not table.offers()
        settled = table.rules.settlement(table.state)
        assert settled.payoffs[0].winner
        assert not settled.projected
        for payoff in settled.payoffs:
            figures = table.view().seats[payoff.seat]
            shown = figures.get("victory_points", figures["cash"])
            assert payoff.total == shown, "settled otherwise than shown"
        again = Table(table.journal.lines[0])
        for line in table.journal.lines[1:]:
            again.reread(line)
        assert again.digest(again.state) == table.digest(table.state), "a replay is another game"

    # --- filling in ---------------------------------------------------------------------------------

    def _form(self, fields: tuple[OfferField, ...]) -> dict[str, Any]:
        """A form may have a corner where nothing can be chosen; it is never all of the form."""
        self.rarely = RARELY
        for _ in range(CORNERS):
            try:
                values = self._filled(fields)
                for one in fields:
                    if one.kind == "count" and not one.required and self.random.random() < 0.5:
                        values.pop(one.name, None)  # to be told in a move of its own
                return values
            except LookupError as corner:
                stuck = corner
                self.rarely = 0.5  # what is seldom ticked may be the way out
        raise AssertionError(str(stuck))

    def _filled(self, fields: tuple[OfferField, ...], usual: float = 0) -> dict[str, Any]:
        """`usual`: how often a field is left as it is, where that is an answer."""
        values: dict[str, Any] = {}
        left = sorted(fields, key=lambda one: len(one.when or {}))
        while left:
            ready = [
                one for one in left if all(n in values or no is False for n, no in (one.when or {}).items())
            ]
            if not ready:
                break
            for one in ready:
                left.remove(one)
                if all(_fits(values.get(name), wanted) for name, wanted in (one.when or {}).items()):
                    may_be = one.default is not None or not one.required
                    left_alone = may_be and self.random.random() < usual
                    value = one.default if left_alone else self._value(one)
                    if value is not None or any(choice.value is None for choice in one.choices):
                        values[one.name] = value
        return values

    def _value(self, one: OfferField) -> Any:
        chance = self.random
        enabled = [choice.value for choice in one.choices if not choice.disabled]
        match one.kind:
            case "choice" | "seat":
                if one.required and not enabled:
                    raise LookupError(f"{one.name}: nothing to choose")
                return self._preferred(one.name, enabled) if enabled else None
            case "place" if not one.required and chance.random() < USUAL:
                return None
            case "choices" if not one.required and chance.random() > RARELY:
                return None
            case "place":
                barred = [choice.value for choice in one.choices if choice.disabled]
                return self._place(enabled, open_=one.open or not one.choices, fresh=0.9, barred=barred)
            case "money" | "count":
                return self._number(one)
            case "shares":
                return self._shares(one, enabled)
            case "dice":
                return None if chance.random() < 0.5 else [chance.randint(1, 6) for _ in range(one.most or 1)]
            case "flag" if one.choices:
                return one.default
            case "flag":
                return chance.random() < (0.5 if one.required else self.rarely)
            case "text":
                return self._invented()[: one.most] if one.required else chance.choice(["", "why {not}"])
            case "links":
                return self._links(one)
            case "places":
                return self._places(one, enabled)
            case "choices":
                most = min(len(enabled), one.most or len(enabled))
                return chance.sample(enabled, chance.randint(min(one.least or 0, most), most))
            case "rows" if not one.required and chance.random() > RARELY:
                return [self._filled(one.fields) for _ in range(one.least or 0)]
            case "rows":
                most = min(one.most or 0, ROWS)
                least = min(one.least or (chance.random() > RARELY), most)
                rows = min(chance.randint(least, most), chance.randint(least, most))
                return [self._filled(one.fields, usual=USUAL) for _ in range(rows)]
            case "facts":
                return self._told(one.needs, {})
            case _:
                raise AssertionError(f"a walker cannot fill in {one.kind}")

    def _preferred(self, name: str, values: list[Any], shunned: Set[Any] = frozenset()) -> Any:
        """Every walker has a taste of its own, so that some games go where evenly played ones never come."""
        tastes = [self.taste.setdefault((name, value), 10 ** self.random.uniform(-2, 0)) for value in values]
        tastes = [
            taste * (SHUN if value in shunned else 1) for value, taste in zip(values, tastes, strict=True)
        ]
        return self.random.choices(values, tastes)[0]

    def _number(self, one: OfferField) -> int | None:
        if one.least is None or one.most is None:
            return one.default
        if one.kind == "count" and one.required and one.default == 0 and self.random.random() < 0.7:
            return 0
        most = one.most if self.random.random() < self.bold else min(one.most, one.least + 3)
        return self.random.randint(one.least, most)

    def _shares(self, one: OfferField, enabled: list[Any]) -> dict[Any, int]:
        """Mostly some of one, sometimes one of each of several."""
        chance = self.random
        if chance.random() < 0.1 and not one.least:
            return {}
        if chance.random() < 0.7:
            return {chance.choice(enabled): chance.randint(1, 3)}
        return dict.fromkeys(chance.sample(enabled, chance.choice((2, 2, 2, 2, 3))), 1)

    def _links(self, one: OfferField) -> list[dict[str, Any]]:
        """Links one after another: where one ends the next begins."""
        from_, to = one.fields[:2]
        here = self._value(from_)
        links = []
        for _ in range(self.random.randint(one.least or 1, one.most or 1)):
            there = self._place([], open_=True) if self.random.random() < 0.7 else self._value(to)
            links.append({"from": here, "to": there})
            here = there
        return links

    def _place(self, known: list[Any], *, open_: bool, fresh: float = 0.1, barred: Sequence[Any] = ()) -> Any:
        """A known place, or any but those barred. `fresh`: how often it is a new one even if the walker knows many."""
        chance = self.random
        if known and (not open_ or chance.random() < 0.6):
            return chance.choice(known)
        if not open_:
            raise LookupError("no place to choose")
        if chance.random() < (0.7 if len(self.places) < PLACES else fresh):
            return self._invented()
        others = [place for place in self.places if place not in barred]
        return chance.choice(others) if others else self._invented()

    def _places(self, one: OfferField, known: list[Any]) -> list[Any]:
        """What the form begins with, then a few more, none of them twice."""
        least = one.least or 0
        most = max(min(least + 1, one.most or least + 1), least)
        places = list(one.default or ())
        number = self.random.randint(least, most) or int(self.random.random() < 0.7)
        for _ in range(number - len(places)):
            barred = [choice.value for choice in one.choices if choice.disabled]
            places.append(self._place(known, open_=one.open, barred=barred))
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

    def _told(self, needs: tuple[Mapping[str, Any], ...], told: Mapping[str, Any]) -> dict[str, Any]:
        """What is asked for, by its path, beside what was told already."""
        facts = json.loads(json.dumps(told))
        for need in needs:
            *path, last = need["path"]
            value: Any
            match need["kind"]:
                case "flag":
                    value = True
                case "choice":
                    value = self.random.choice(need["choices"])["value"]
                case "count":
                    value = self.random.randint(need["min"], min(need["max"], INCOME))
                case _:
                    value = self._place([], open_=True)
                    if not need["required"] and self.random.random() < 0.3:
                        value = None
            at = facts
            for part in path:
                at = at.setdefault(part, {})
            at[last] = value
        return facts


def _fits(value: Any, wanted: Any) -> bool:
    """Is a field there while another one has this value? Of several wanted values one is enough; no answer is a no."""
    given = False if value is None and wanted is False else value
    return given in wanted if isinstance(wanted, tuple) else given == wanted
