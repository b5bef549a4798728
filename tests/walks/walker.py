"""A walker takes any game's offers and plays on without knowing the game: a pen fills in the forms."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games import GAMES
from companion.mechanisms import dice
from companion.table import attempting
from companion.table.beginning import atlas_copy
from companion.table.journal import Line
from companion.table.table import Table
from companion.vocabulary.ledger import BANK, MONEY
from companion.vocabulary.offers import Offer
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.text import render
from companion.words.values import Seat
from tests.table_player import reread
from tests.walks.hands import Hands
from tests.walks.pen import Pen

LONGEST_GAME = 3_000
"""Moves after which a game that has not ended counts as endless."""
TIRED_AFTER = 250
"""After so many moves a walker changes its taste: nobody does the same for ever."""
UNDO_EVERY, NOTE_EVERY, LOOK_EVERY = 25, 60, 5
EAGER = 0.7
"""How many walkers would rather do something than pass; they seldom take what asks for nothing, or is seldom wanted."""
TRIES = 4
"""How often it answers a question about the board before it takes the refusal as final."""
UNCHECKED = ("rule", "insufficient-funds")
"""What an offer cannot check: where a link leads, and what several hexes cost together."""
ANYTIME = (*UNCHECKED, "invalid", "not-your-seat")
"""What an offer that stands open to everybody leaves to the move itself: whose certificates they are, and of what."""
ENDS_IN = 80
"""Once in so many moves the host does what only the host does, such as to end a game that has no end of its own."""
USUAL = 0.75
"""How often an offer that stands aside is passed over."""


def least(figures: Any) -> int:
    """The lowest number anywhere in it, and at most 0."""
    if isinstance(figures, Mapping):
        return min((least(figure) for figure in figures.values()), default=0)
    return min(0, figures) if isinstance(figures, int) else 0


def _resolved(rules: Rules[Any], options: Mapping[str, Any], seats: int) -> Mapping[str, Any]:
    """Options as the first line has them; for a number of players that a box does not cover, the table says what they
    begin with."""
    try:
        return rules.play.resolved(options, seats)
    except RuleError:
        return rules.play.resolved({**options, "starting_cash": 100}, seats)


@dataclass
class Walk:
    """What became of one walk: moves accepted by type, refusals for what no offer can check, undos, redos."""

    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rewound: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    short: Counter[str] = field(default_factory=Counter)
    """Refusals for lack of money, where an offer's fields are too much only together."""


class Walker:
    """One game from the first offer to the last, driven by a seeded die."""

    by_host = True
    """Does the host make moves too?"""

    def __init__(self, rules: Rules[Any], seed: str) -> None:
        self.rules = rules
        self.random = Random(seed)
        self.seed = seed.encode()
        self.table = Table(self._begin())
        self.totals = self.table.state.ledger.totals()
        self.named: dict[str, int] = {}
        self.digests = {1: self.table.digest(self.table.state)}
        self.walk = Walk()
        self.pen = Pen(self.random)
        self.hands = Hands()
        self.stuck = ""
        self.eager = self.random.random() < EAGER

    def _begin(self) -> Line:
        rules, chance = self.rules, self.random
        seats = chance.randint(rules.box.least_players, rules.box.most_players)
        options = {option.name: option.default for option in rules.box.options}
        for option in rules.box.options:
            match option.kind:
                case "seat_or_roll":
                    options[option.name] = chance.randint(1, seats)
                case "counts" if chance.random() < 0.5:
                    options[option.name] = {name: chance.randint(0, 8) for name, _ in option.counts}
                case "choice":
                    options[option.name] = chance.choice(option.choices)[0]
                case "flag":
                    options[option.name] = chance.random() < 0.5
                case "box":
                    known = [each.box.for_bank for each in GAMES if each.box.for_bank is not None]
                    options[option.name] = chance.choice([option.default, *known])
                case "money" if chance.random() < 0.5:
                    options[option.name] = chance.randint(0, 200)
                case "dice":
                    options[option.name] = [chance.randint(2, 20) for _ in range(chance.randint(1, 3))]
        rulings = {ruling.name: chance.choice(ruling.choices)[0] for ruling in rules.box.rulings}
        atlas = atlas_copy(rules, rules.box.shipped)
        body = {
            "game": rules.box.slug,
            "seats": seats,
            "options": _resolved(rules, options, seats),
            "rulings": rulings,
            "atlas": atlas,
        }
        return Line(1, "", "app", "begin", body)

    # --- the walk -----------------------------------------------------------------------------------

    def to_the_end(self) -> Walk:
        """Play until the game is over, and check every state on the way."""
        for number in range(1, LONGEST_GAME + 1):
            if number % TIRED_AFTER == 0:
                self.pen.taste.clear()
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
        of_host = [offer for offer in offers if offer.host]
        if of_host and self.by_host and self.random.randrange(ENDS_IN) == 0:
            return self._take(self.random.choice(of_host))
        offers = [offer for offer in offers if not offer.host]
        usual = [offer for offer in offers if not offer.aside and not self.stuck]
        offers = usual if usual and self.random.random() < USUAL else offers
        types = sorted({offer.type for offer in offers})
        idle = {offer.type for offer in offers if offer.aside or not offer.fields}
        shunned = {self.stuck} if self.stuck else idle if self.eager else frozenset()
        kind = self.pen.preferred("type", types, shunned=shunned)
        offer = self.random.choice([offer for offer in offers if offer.type == kind])
        return self._take(offer)

    def _take(self, offer: Offer) -> None:
        """Take up an offer; facts asked for are given, doubts about names are insisted on."""
        body = {"type": offer.type, **self.pen.form(offer.fields)}
        for _ in range(TRIES):
            try:
                self._record(body, offer.seat)
                self.stuck = ""
            except RuleError as error:
                answered = error.code == "facts-needed" or (error.code == "invalid" and error.did_you_mean)
                if answered and error.needs:
                    body = {**body, "facts": self.pen.facts(error.needs, body.get("facts") or {})}
                    continue
                if offer.unchecked and error.code == "insufficient-funds":
                    self.walk.short[offer.type] += 1  # two numbers that are too much only together
                    return
                if offer.anytime and error.code in ANYTIME:
                    self.walk.short[offer.type] += 1
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
        of_host = any(offer.host for offer in table.offers() if offer.type == body["type"])
        by_host = of_host or self.random.random() < 0.3
        attempt = attempting.attempt(
            table, json.loads(json.dumps(body)), seat=seat, by_host=by_host, draw=self._draw
        )
        digest = table.digest(attempt.state)
        line = Line(table.revision + 1, "", "", "move", json.loads(json.dumps(attempt.body)), digest)
        table.record(line, attempt.node)
        render(attempt.outcome.summary, {})
        self.digests[line.revision] = digest
        self.walk.accepted[str(body["type"])] += 1

    def _draw(self, purpose: str, k: int, faces: tuple[int, ...]) -> tuple[int, ...]:
        return dice.roll(self.seed, "walk", purpose, k, faces)

    def _there_and_back(self) -> None:
        """Undo up to six entries; half of the time do them again. The state is what it was, each time."""
        table = self.table
        standing = table.journal.standing()[:-1]
        if not standing:
            return
        before = table.digest(table.state)
        self.hands.follow(table)
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
                node, second = table.redone()
            except RuleError as error:
                if learned and error.revision:
                    return  # what was read from the board later rules out what was done
                raise AssertionError(f"what was done cannot be done again: {error}") from error
            assert [line.revision for line in second] == [line.revision for line in lines]
            table.record(Line(table.revision + 1, "", "", "redo", {"to": second[-1].revision}), node)
            self.walk.rewound["redo"] += 1
            # What was read from the board, and put right later, is known from the first move on.
            if (now := table.digest(table.state)) != before:
                again = reread(table.journal.lines)
                assert learned, "redo led elsewhere"
                assert again.digest(again.state) == now, "a replay is another game"

    # --- checks -------------------------------------------------------------------------------------

    def _check(self) -> None:
        ledger = self.table.state.ledger
        totals = ledger.totals()
        assert {what: totals.get(what) for what in self.totals} == self.totals, "something was made or lost"
        # Pieces that are named in play are counted from then on, and never more or fewer of them.
        named = {what: total for what, total in totals.items() if what not in self.totals}
        assert all(self.named.setdefault(what, total) == total for what, total in named.items())
        if self.table.journal.lines[-1].kind != "move" or self.table.state.finished:
            self.hands.follow(self.table)
            self.hands.check(self.table)
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
        settled = table.rules.show.settlement(table.state)
        assert settled.payoffs[0].winner
        assert not settled.projected
        for payoff in settled.payoffs:
            figures = table.view().seats[payoff.seat]
            shown = figures.get("victory_points", figures["worth"])
            assert payoff.total == shown, "settled otherwise than shown"
        replayed = reread(table.journal.lines)
        assert replayed.digest(replayed.state) == table.digest(table.state), "a replay is another game"
