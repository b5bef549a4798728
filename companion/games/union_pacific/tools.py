"""Union Pacific without a table: a company's dividend, the Union Pacific's, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.atlas.known import Atlas
from companion.games.union_pacific.box import UP_PLACES
from companion.games.union_pacific.dividends import how
from companion.mechanisms.majority import Award, awards
from companion.mechanisms.reckoning import called, player_rows, ranking
from companion.vocabulary.moves import Field
from companion.vocabulary.tools import Reckoned, Step, Tool, Values
from companion.words.text import say
from companion.words.values import Seat

_MOST = 99
_NAME_LENGTH = 40


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """A company's: its value to the first, half of it, rounded down, to the second; a sole investor gets both."""
    value, half = values["value"], values["value"] // 2
    formula = say("floor({value} / 2) = {half}", value=value, half=half)
    shared = _shared(values["players"], (value, half), sole_takes_all=True)
    places = (
        Step(say("1st place"), say("{value}", value=value), value),
        Step(say("2nd place"), formula, half),
    )
    return Reckoned(shared.figures, (*places, *shared.steps))


def _up_dividend(atlas: Atlas, values: Values) -> Reckoned:
    """The Union Pacific's, by places; those that nobody stands at are not paid."""
    return _shared(values["players"], [row["pays"] for row in values["places"]], sole_takes_all=False)


def _shared(players: Sequence[Values], places: Sequence[int], *, sole_takes_all: bool) -> Reckoned:
    owners = [(Seat(n), int(player["shares"])) for n, player in enumerate(players, 1)]
    got: dict[Seat, Award] = {
        seat: award for award in awards(owners, places, sole_takes_all=sole_takes_all) for seat in award.seats
    }
    told = [_got(seat, players[seat - 1], got.get(seat)) for seat, _ in owners]
    steps = (Step(called(seat, players[seat - 1]), how(award), award.each) for seat, award in got.items())
    return Reckoned({"players": told}, tuple(steps))


def _got(seat: Seat, player: Values, award: Award | None) -> dict[str, Any]:
    return {"seat": seat, "name": player.get("name") or "", "amount": award.each if award else 0}


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most cash wins; equal cash shares the victory."""
    players = values["players"]
    return Reckoned({"players": ranking(players, [()] * len(players), tie_order=())})


_SHARES = Field(
    "players",
    "Players, with their shares on the table",
    "rows",
    least=1,
    most=7,  # six, or two and the imaginary third
    fields=(
        Field("name", "Name", "text", required=False, most=_NAME_LENGTH),
        Field("shares", "Shares", "count", least=0, most=_MOST),
    ),
)

TOOLS = (
    Tool(
        "dividend",
        "Dividend of a company",
        "Dividend payments",
        "The value is a million a train and one for the main station.",
        (Field("value", "Value", "count", least=0, most=_MOST), _SHARES),
        _dividend,
    ),
    Tool(
        "up-dividend",
        "Dividend of the Union Pacific",
        "Dividend payments for the Union Pacific",
        "One row of its table, the first place first.",
        (
            Field(
                "places",
                "Places",
                "rows",
                least=1,
                most=UP_PLACES,
                fields=(Field("pays", "Pays", "count", least=0, most=_MOST),),
            ),
            _SHARES,
        ),
        _up_dividend,
    ),
    Tool("settlement", "Who has won", "Game end", "Most cash wins.", (player_rows(),), _settlement),
)
