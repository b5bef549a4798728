"""Corrections in random games: each is so afterwards, nothing is made or lost, and the game goes on from it.

A failing game says its seed; `_Corrector(rules, seed).corrected_games()` walks it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.documents.table_document import figures_document
from companion.games import GAMES
from companion.table import attempting
from companion.table.journal import Line
from companion.table.table import Table
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError
from companion.words.text import render
from companion.words.values import HIGHEST, Seat
from tests.server import FULL, times
from tests.table_player import reread
from tests.walks.walker import Walker

WALKS = times(100, 50)
"""Of each game; see `times`."""
STOPS, MOST_MOVES = 5, 14
"""How often a game is corrected, and how many moves lie before each time."""
CORRECTIONS = 8
NEAR = 3
"""A figure may be corrected to any number, but mostly to one that is no further away."""


class _Corrector(Walker):
    """A walker whose host corrects one figure after the other."""

    def walked(self) -> Counter[str]:
        shown = Counter[str]()
        looked_at = self.random.randrange(STOPS)
        for stop in range(STOPS):
            for _ in range(self.random.randint(0, MOST_MOVES)):
                if self.table.state.finished or self._nothing_can_be_filled_in():
                    return shown
                self._step()
                self._check()
            if FULL or stop == looked_at:
                self.every_panel_knows_its_figures()
                self.nothing_beyond()
            for _ in range(CORRECTIONS):
                if self.table.state.finished:
                    return shown
                shown[self._correct()] += 1
                self._check()
        return shown

    def _nothing_can_be_filled_in(self) -> bool:
        """Too little is left of what a railroad needs to build: who has put it so puts it right again."""
        offers = [offer for offer in self.table.offers() if not offer.disabled and not offer.aside]
        numbers = [field for offer in offers for field in offer.fields if field.kind == "count"]
        return any((one.least or 0) > one.most for one in numbers if one.most is not None)

    def _figures(self) -> list[Mapping[str, Any]]:
        found: Any = figures_document(self.table)["figures"]
        return list(found)

    def _correct(self) -> str:
        """One random correction; a refusal changes nothing."""
        figures = self._figures()
        kind = self.random.choice(sorted({_kind(figure) for figure in figures}))
        figure = self.random.choice([figure for figure in figures if _kind(figure) == kind])
        body, wanted = self._chosen(figure)
        before = self.table.digest(self.table.state)
        try:
            attempt = attempting.attempt(self.table, body, seat=Seat(1), by_host=True, draw=self._draw)
        except RuleError as error:
            if error.code not in ("invalid", "rule", "insufficient-funds"):
                raise AssertionError(f"{body}: {error}") from error
            assert self.table.digest(self.table.state) == before
            return f"refused {kind}"
        digest = self.table.digest(attempt.state)
        said = render(attempt.outcome.summary, {})
        assert said != "Correction" or digest == before or wanted == figure["value"], (
            f"{body}: said is nothing"
        )
        line = Line(self.table.revision + 1, "", "", "move", attempt.body, digest)
        moment = _moment(self.table)
        self.table.record(line, attempt.node)
        self.digests[line.revision] = digest
        if not self.table.state.finished and _moment(self.table) == moment:
            self._is_so(figure, wanted)  # else the game has gone on from it
        return kind

    def nothing_beyond(self) -> None:
        """No figure goes above its range, or below it."""
        for figure in () if self.table.state.finished else self._figures():
            if figure.get("choices"):
                continue
            # No number is below 0 or above HIGHEST, in no move: the schema sees to that.
            for value in {figure["min"] - 1, figure["max"] + 1} - {-1, HIGHEST + 1}:
                body = _set(figure["of"], figure["name"], value)
                try:
                    attempting.attempt(self.table, body, seat=Seat(1), by_host=True, draw=self._draw)
                except RuleError:
                    continue
                raise AssertionError(f"{body} was accepted, with {figure['min']} to {figure['max']}")

    def _chosen(self, figure: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
        """A correction of this figure, and what it should show then."""
        chance, name = self.random, figure["name"]
        if "known" in figure:
            wanted = self._named(figure), chance.choice(figure["choices"])["value"]
            return _set(figure["of"], name + wanted[0], wanted[1]), wanted
        value = self._near(figure)
        if (
            figure.get("what")
            and figure["value"] is not None
            and (figure["other"] is None or chance.random() < 0.3)
        ):
            return self._posted(figure, value), value
        return _set(figure["of"], name, value), value

    def _named(self, figure: Mapping[str, Any]) -> str:
        expected = [*figure["known"]]
        if expected and self.random.random() < 0.7:
            return str(self.random.choice(expected))
        places = [self.pen.place([], open_=True) for _ in range(2)]
        return "-".join(places) if self.random.random() < 0.5 else str(places[0])

    def _near(self, figure: Mapping[str, Any]) -> int:
        if "choices" in figure:
            return int(self.random.choice(figure["choices"])["value"])
        least, most, now = figure["min"], figure["max"], figure["value"] or 0
        if self.random.random() < 0.8:
            least, most = max(least, now - NEAR), min(most, now + NEAR)
        return self.random.randint(min(least, most), most)

    def _posted(self, figure: Mapping[str, Any], value: int) -> dict[str, Any]:
        """From or to somebody else who has some of it."""
        what, of = figure["what"], figure["of"]
        others = [
            figure["of"] for figure in self._figures() if figure.get("what") == what and figure["of"] != of
        ]
        others += [figure["other"]] if figure["other"] else []
        other, more = self.random.choice(others), value - figure["value"]
        ends = (other, of) if more > 0 else (of, other)
        posting = {"from": ends[0], "to": ends[1], "amount": abs(more) or 1, "what": what}
        return {"type": "correct", "postings": [posting]}

    def _is_so(self, figure: Mapping[str, Any], wanted: Any) -> None:
        of, name = figure["of"], figure["name"]
        now = next(
            (figure for figure in self._figures() if (figure["of"], figure["name"]) == (of, name)), None
        )
        if isinstance(wanted, tuple):
            if now and wanted[0] in figure["known"]:
                assert (wanted[0] in now["chosen"]) == bool(wanted[1]), f"{of} {name}{wanted[0]}"
            return
        if now is None or now["value"] is None or (wanted == figure["value"] and figure.get("what")):
            return  # a posting moves something at least
        assert now["value"] == wanted, f"{of} {name}: {figure['value']} → {now['value']}, not {wanted}"

    def every_panel_knows_its_figures(self) -> None:
        """What a panel says it shows can be corrected, and is what it shows."""
        if self.table.state.finished:
            return
        values = {(figure["of"], figure["name"]): figure["value"] for figure in self._figures()}
        for panel in self.table.view().panels:
            for account, figure, number in _shown(panel):
                if number is None and figure.endswith("."):
                    continue  # of what has not been built yet there is none to put right
                assert (account, figure) in values, f"{panel['name']}: {account} {figure} is not tracked"
                shown = values[account, figure]
                assert number is None or shown is None or number == shown, (panel["name"], account, figure)


def _moment(table: Table) -> tuple[Any, ...]:
    view = table.view()
    return view.step, view.round, view.to_act


def _kind(figure: Mapping[str, Any]) -> str:
    return str(figure["name"]).split(".")[0]


def _set(of: str, name: str, value: int) -> dict[str, Any]:
    return {"type": "correct", "set": [{"of": of, "name": name, "value": value}]}


def _owner(head: Mapping[str, Any]) -> str | None:
    if head.get("railroad"):
        return f"railroad:{head['railroad']}"
    return f"seat:{head['seat']}" if head.get("seat") else None


def _shown(panel: Mapping[str, Any]) -> Iterator[tuple[str, str, int | None]]:
    """Account, figure and number of all that a panel says it shows."""
    kind, account, figure = panel["kind"], panel.get("account"), panel.get("figure")
    match kind:
        case "track" if figure:
            for marker in panel["markers"]:
                yield account or _owner(marker) or "", figure, marker["at"]
        case "meter" if figure:
            yield account or "", figure, None if figure.startswith("drawn.") else panel["progress"]
        case "bars":
            for bar in panel["bars"]:
                head = bar["head"]
                if which := head.get("figure") or figure:
                    yield head.get("account") or _owner(head) or "", which, bar["number"]
        case "card" if figure:
            yield account or "", figure, None
        case "list":
            for item in panel["items"]:
                if item.get("figure"):
                    yield item.get("account") or _owner(item) or "", item["figure"], None
        case "grid":
            for row in panel["rows"]:
                for column, cell in zip(panel["columns"], row["cells"], strict=True):
                    yield from _in_grid(row["head"], column, cell)


def _in_grid(
    head: Mapping[str, Any], column: Mapping[str, Any], cell: Mapping[str, Any]
) -> Iterator[tuple[str, str, int | None]]:
    if head.get("seat") and column.get("railroad"):
        yield f"seat:{head['seat']}", f"shares.{column['railroad']}", cell.get("number") or 0
    elif head.get("railroad") and column.get("seat"):
        yield f"seat:{column['seat']}", f"shares.{head['railroad']}", cell.get("number") or 0
    elif cell.get("figure"):
        yield cell.get("account") or _owner(head) or "", cell["figure"], cell.get("number")
    elif column.get("figure") and (cell.get("number") is not None or cell.get("seat")):
        family = column["figure"].endswith(".")  # how many there are
        number = None if family else cell.get("seat") or cell.get("number")
        yield _owner(head) or "", column["figure"], number


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_corrections(rules: Rules[Any]) -> None:
    shown = Counter[str]()
    for number in range(WALKS):
        seed = f"correcting {rules.box.slug} {number}"
        corrector = _Corrector(rules, seed)
        try:
            shown += corrector.walked()
        except Exception as wrong:
            raise AssertionError(f"the walk of seed {seed!r}: {wrong}") from wrong
        replayed = reread(corrector.table.journal.lines)
        assert replayed.digest(replayed.state) == corrector.table.digest(corrector.table.state), seed
    done = {name for name in shown if not name.startswith("refused")}
    names = {figure.name.split(".")[0] for figure in rules.correct.figures(corrector.table.state)}
    assert names <= done or not FULL, f"never corrected: {names - done}"
