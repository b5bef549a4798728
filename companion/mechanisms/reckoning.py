"""Final payoffs worked out from what people read off their table, without a table in the companion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.vocabulary import meanings
from companion.vocabulary.moves import Field
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.vocabulary.view import Payoff, PayoffLine, Settlement
from companion.words.text import Text, render, say
from companion.words.values import HIGHEST, NAME_LENGTH, Seat

MOST_ROWS = 6
"""Players that a calculator asks for, at most."""

NAME = Field("name", "Name", "text", required=False, most=NAME_LENGTH)
CASH = Field("cash", "Cash", "money", least=0, most=HIGHEST)


def player_rows(*more: Field, required: bool = True) -> Field:
    """The field for the players, in clockwise order: name, cash and whatever a game asks besides."""
    return Field(
        "players",
        "Players, in clockwise order",
        "rows",
        required=required,
        least=int(required),
        most=MOST_ROWS,
        fields=(NAME, CASH, *more),
    )


def called(seat: Seat, player: Values) -> Text:
    """A player by the name that was filled in, else by the number."""
    name = player.get("name")
    return say("{name}", name=str(name)) if name else say("Player {n}", n=seat)


def sums(
    players: Sequence[Values], lines: Mapping[Seat, tuple[PayoffLine, ...]] | None = None
) -> list[tuple[Seat, int, tuple[PayoffLine, ...]]]:
    """What each player has in cash, as it was read out, and the lines that are added to it, for a settlement."""
    added = lines or {}
    return [(Seat(n), int(player["cash"]), added.get(Seat(n), ())) for n, player in enumerate(players, 1)]


def names_of(players: Sequence[Values]) -> dict[Seat, str]:
    """The players by the names that were filled in, else by their numbers."""
    return {Seat(n): render(called(Seat(n), player), {}) for n, player in enumerate(players, 1)}


def reckoned(
    players: Sequence[Values],
    settled: Settlement,
    steps: tuple[Step, ...] = (),
    more: Mapping[str, object] | None = None,
    *,
    total: str = "cash",
) -> Reckoned:
    """A game's own settlement as a calculator answers it: players best first, each with the lines of the payoff, and
    why these of several first ones have won. more: figures besides; total: what each has, by the name of its field."""
    ranked = [
        _player(payoff, str(players[payoff.seat - 1].get("name") or ""), total) for payoff in settled.payoffs
    ]
    figures: dict[str, object] = {**(more or {}), "players": ranked}
    if settled.tie_break is not None:
        figures["tie_break"] = settled.tie_break
    return Reckoned(figures, steps, "" if total == "cash" else settled.unit, names_of(players))


def ranked(total: str) -> meanings.Meaning:
    """What `reckoned` says of players. total: as there."""
    lines = meanings.rows(
        "What is added to it",
        railroad=meanings.word("Its letters", maybe=True),
        label=meanings.word("For people"),
        formula=meanings.word("How it comes about", maybe=True),
        amount=meanings.count("In the answer's unit"),
    )
    return meanings.rows(
        "Best first",
        seat=meanings.Meaning("seat", "By number, in the order given"),
        name=meanings.word("As it was given"),
        rank=meanings.count("1 is best; equal ranks are shared"),
        winner=meanings.flag("Has the player won?"),
        **{total: meanings.count("As it was given", maybe=True)},
        lines=lines,
        total=meanings.count("All of it"),
    )


def _player(payoff: Payoff, name: str, total: str) -> Mapping[str, object]:
    lines = [
        {"railroad": line.railroad, "label": line.label, "formula": line.formula, "amount": line.amount}
        for line in payoff.lines
    ]
    return {
        "seat": payoff.seat,
        "name": name,
        "rank": payoff.rank,
        "winner": payoff.winner,
        total: payoff.cash,
        "lines": lines,
        "total": payoff.total,
    }
