"""Union Pacific without a table: a company's dividend, the Union Pacific's, and the final payoff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.atlas.known import Atlas
from companion.games.union_pacific import box, settling
from companion.games.union_pacific.box import ALL, BOX, UP, nth
from companion.games.union_pacific.dividends import head, how, of_company, of_up, payees
from companion.games.union_pacific.state import Paid, last_dividend, rows_of, worth
from companion.mechanisms.box_file import ruled, tools_of
from companion.mechanisms.reckoning import called, reckoned, sums
from companion.vocabulary.tools import Reckoned, Step, Values
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, say
from companion.words.values import Money, Railroad, Seat

HEADING = "Special rules for playing with two players"

PLACES = ("first", "second", "third", "fourth", "fifth")
"""Of the Union Pacific's dividend, as the fields of its calculator are named."""
IMAGINARY = Seat(3)
"""Between two players, the third one."""
Holders = Sequence[tuple[Seat, int]]


def _dividend(atlas: Atlas, values: Values) -> Reckoned:
    """A company's: its value to the first, half of it, rounded down, to the second; a sole investor gets both."""
    value, half = Money(values["value"]), values["value"] // 2
    first = Step(say("1st place"), say("{value}", value=value), value)
    second = Step(
        say("2nd place"), say("${value}M ÷ 2, rounded down = ${half}M", value=value, half=half), half
    )
    players = values["players"]
    return _shared(players, of_company(1, 1, ALL[0], value, _holding(players)), first, second)


def _up_dividend(atlas: Atlas, values: Values) -> Reckoned:
    """The Union Pacific's, by places; those that nobody stands at are not paid."""
    players = values["players"]
    return _shared(players, of_up(1, 1, [row["pays"] for row in values["places"]], _holding(players)))


def _holding(players: Sequence[Values]) -> Holders:
    return [(Seat(n), int(player["shares"])) for n, player in enumerate(players, 1)]


def _shared(players: Sequence[Values], paid: Paid, *steps: Step) -> Reckoned:
    """What each player gets of it. steps: how its places came about."""
    got = {seat: award for award in paid.awards for seat in award.seats}
    seats = {Seat(n): player for n, player in enumerate(players, 1)}
    figures = [
        {"seat": seat, "name": player.get("name") or "", "amount": got[seat].each if seat in got else 0}
        for seat, player in seats.items()
    ]
    why = (Step(called(seat, seats[seat]), how(award), award.each) for seat, award in got.items())
    return Reckoned({"players": figures}, (*steps, *why))


# --- the final payoff ------------------------------------------------------------------------------------


def _settlement(atlas: Atlas, values: Values) -> Reckoned:
    """The last dividend of every company, and of the Union Pacific by its five places; then most cash wins."""
    players = values["players"]
    if values.get("two_players") and len(players) != IMAGINARY:
        words = say("With two players, the imaginary player's shares go in the third line")
        raise forbidden(words, HEADING)
    history = _last_dividends(atlas, values)
    seats = [Seat(n) for n in range(1, len(players) + 1)]
    lines = {seat: tuple(settling.lines(history, seat)) for seat in seats}
    invested = {
        seat: sum((player.get("shares") or {}).values()) for seat, player in zip(seats, players, strict=True)
    }
    final_tie = ruled(BOX, values, "final_tie")
    settled = settling.settled(sums(players, lines), invested, final_tie)
    steps = tuple(_step(paid) for paid in history)
    return reckoned(players, settled, steps)


def _step(paid: Paid) -> Step:
    """What a company pays, and to whom."""
    label = say("{nth} dividend, {company}", nth=nth(paid.number), company=paid.company)
    amount = sum(award.each * len(award.seats) for award in paid.awards)
    return Step(label, say("{head}: {told}", head=head(paid), told=payees(paid)), amount)


def _last_dividends(atlas: Atlas, values: Values) -> tuple[Paid, ...]:
    """The dividends that are still to be paid, each of every company that somebody has invested in."""
    players, trains = values["players"], _trains(values)
    two = bool(values.get("two_players"))
    last = last_dividend(two=two)
    shares = any(any((player.get("shares") or {}).values()) for player in players)
    due = values.get("dividends", int(bool(trains) or shares))
    rows = rows_of(last - due, due, ruled(BOX, values, "double_dividend"))
    found: list[Paid] = []
    for number, row in enumerate(rows, last - due + 1):
        # The imaginary player takes part in the last payment only.
        here = players[: IMAGINARY - 1] if two and number < last else players
        owners = {company: _holders(here, company) for company in ALL}
        held = {company: holders for company, holders in owners.items() if holders}
        _ask_for_trains(held, trains)
        for company, holders in held.items():
            if company == UP:
                found.append(of_up(number, row, _places(atlas, values, row), holders))
            else:
                found.append(of_company(number, row, company, worth(trains[company]), holders))
    return tuple(found)


def _trains(values: Values) -> dict[Railroad, int]:
    """The companies read out, with their trains on the board.

    :raises RuleError: `rule` for one that is read out twice.
    """
    rows: Sequence[Values] = values.get("companies") or ()
    trains = {Railroad(row["company"]): int(row["trains"]) for row in rows}
    if len(trains) < len(rows):
        raise forbidden("Enter each company only once")
    return trains


def _holders(players: Sequence[Values], company: Railroad) -> Holders:
    """Who has shares of a company on the table, and how many."""
    shares = ((Seat(n), (player.get("shares") or {}).get(company, 0)) for n, player in enumerate(players, 1))
    return [(seat, number) for seat, number in shares if number]


def _ask_for_trains(held: Mapping[Railroad, Holders], trains: Mapping[Railroad, int]) -> None:
    """:raises RuleError: `invalid` where nobody has said a company's trains."""
    if unsaid := tuple(str(company) for company in held if company != UP and company not in trains):
        raise invalid(
            "companies", say("How many trains of the {companies} are on the board?", companies=unsaid)
        )


def _places(atlas: Atlas, values: Values, row: int) -> tuple[int, ...]:
    """What the Union Pacific's five places pay at that dividend: as it was read out, else as the atlas knows it.

    :raises RuleError: `invalid` where neither does.
    """
    known = dict(
        zip(PLACES, box.up_places(atlas, row) if row in box.UP_ROWS else (0,) * len(PLACES), strict=True)
    )
    told: Sequence[Values] = values.get("places") or ()
    for read in told:
        if read["dividend"] == str(row):
            known |= {place: read[place] for place in PLACES if place in read}
    pays = tuple(amount for amount in known.values() if amount is not None)
    if len(pays) < len(known):
        raise invalid("places", _unread(row))
    return pays


def _unread(row: int) -> Text:
    words = say("What does the Union Pacific pay? Read it from its dividend table.")
    return say("{nth} dividend: {words}", nth=nth(row), words=words)


TOOLS = tools_of(BOX, {"dividend": _dividend, "up-dividend": _up_dividend, "settlement": _settlement})
