"""Final payoffs reckoned from what a table reads out, without a table of ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.mechanisms.settlement import ranked_by_total
from companion.vocabulary import meanings
from companion.vocabulary.moves import Field
from companion.vocabulary.tools import Values
from companion.vocabulary.view import Payoff, PayoffLine
from companion.words.text import Text, say
from companion.words.values import Seat

MOST_ROWS = 6
MOST_MONEY = 99_999
_NAME_LENGTH = 40


NAME = Field("name", "Name", "text", required=False, most=_NAME_LENGTH)
CASH = Field("cash", "Cash", "money", least=0, most=MOST_MONEY)


def player_rows(*more: Field, of: Field = CASH) -> Field:
    """The field for the players, in clockwise order: name, cash and whatever a game asks besides. of: what stands in
    the place of cash where the game is not about money."""
    fields = (NAME, of, *more)
    return Field("players", "Players, in clockwise order", "rows", least=1, most=MOST_ROWS, fields=fields)


def called(seat: Seat, player: Values) -> Text:
    """A player by the name that was filled in, else by the number."""
    name = player.get("name")
    return say("{name}", name=str(name)) if name else say("Player {n}", n=seat)


def ranking(
    players: Sequence[Values],
    lines: Iterable[tuple[PayoffLine, ...]],
    *,
    tie_order: tuple[Seat, ...],
    merits: Mapping[Seat, tuple[int, ...]] | None = None,
    total: str = "cash",
) -> list[Mapping[str, object]]:
    """Players by their total, best first, each with the lines of the payoff. `lines`: one tuple for each player;
    tie_order, merits: as in `ranked_by_total`; total: what each has, by the name of its field."""
    payoffs = ranked_by_total(
        [
            (Seat(n), int(player[total]), added)
            for n, (player, added) in enumerate(zip(players, lines, strict=True), 1)
        ],
        tie_order=tie_order,
        merits=merits,
    )
    return [_player(payoff, str(players[payoff.seat - 1].get("name") or ""), total) for payoff in payoffs]


def ranked(total: str) -> meanings.Meaning:
    """What `ranking` says of players. total: as there."""
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
