"""Union Pacific without a table: a company's dividend, the Union Pacific's, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from companion.atlas.known import Atlas
from companion.games.union_pacific.box import BOX
from companion.games.union_pacific.dividends import how
from companion.mechanisms.box_file import tools_of
from companion.mechanisms.majority import awards
from companion.mechanisms.reckoning import called, ranking
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.text import say
from companion.words.values import Seat


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """A company's: its value to the first, half of it, rounded down, to the second; a sole investor gets both."""
    value, half = values["value"], values["value"] // 2
    first = Step(say("1st place"), say("{value}", value=value), value)
    second = Step(say("2nd place"), say("floor({value} / 2) = {half}", value=value, half=half), half)
    return _shared(values["players"], (value, half), first, second, sole_takes_all=True)


def _up_dividend(atlas: Atlas, values: Values) -> Reckoned:
    """The Union Pacific's, by places; those that nobody stands at are not paid."""
    return _shared(values["players"], [row["pays"] for row in values["places"]], sole_takes_all=False)


def _shared(players: Sequence[Values], places: Sequence[int], *steps: Step, sole_takes_all: bool) -> Reckoned:
    """What each player gets of these places. steps: how they came about."""
    seats = {Seat(n): player for n, player in enumerate(players, 1)}
    holders = [(seat, int(player["shares"])) for seat, player in seats.items()]
    paid = awards(holders, places, sole_takes_all=sole_takes_all)
    got = {seat: award for award in paid for seat in award.seats}
    figures = [
        {"seat": seat, "name": player.get("name") or "", "amount": got[seat].each if seat in got else 0}
        for seat, player in seats.items()
    ]
    why = (Step(called(seat, seats[seat]), how(award), award.each) for seat, award in got.items())
    return Reckoned({"players": figures}, (*steps, *why))


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """Most cash wins; equal cash shares the victory."""
    players = values["players"]
    return Reckoned({"players": ranking(players, [()] * len(players), tie_order=())})


TOOLS = tools_of(BOX, {"dividend": _dividend, "up-dividend": _up_dividend, "settlement": _settlement})
