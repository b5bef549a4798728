"""The board view: score, railroads, players, cubes left, shares available, the marker, passes, connections."""

from __future__ import annotations

from companion.games.gulf_mobile_ohio.box import COLOURS, PAYS_ON
from companion.games.gulf_mobile_ohio.state import SHARES, Share, State
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import BOX
from companion.vocabulary.panels import Cell, Panel, bars, cell, grid, listing, meter, track
from companion.words.text import Text, joined, say
from companion.words.values import Railroad, Seat

NOTHING = Text("–")


def panels(state: State, seats: list[Seat]) -> tuple[Panel, ...]:
    """All of them, what is looked at most first."""
    return (
        track(
            "score",
            say("Score track"),
            players=[(one, state.points(one)) for one in seats],
            figure="victory_points",
        ),
        _railroads(state),
        _players(state, seats),
        bars(
            "cubes",
            say("Cubes left"),
            [
                (
                    cell(say(colour), account=BOX, figure=f"cubes_left.{colour}"),
                    state.cubes_left(colour),
                    number,
                )
                for colour, number in COLOURS.items()
            ],
        ),
        meter(
            "marker",
            say("Common Share Sale Marker"),
            state.marker,
            PAYS_ON,
            text=say("On Start: dividends with the second Common share sold from now")
            if not state.marker
            else say("On {n}: the next Common share sold pays dividends", n=state.marker),
            account=TABLE,
            figure="marker",
        ),
        meter("passes", say("Passes in a row"), state.passes, len(seats), account=TABLE, figure="passes"),
        listing("charters", say("Charters available"), _charters(state), empty=say("None"), computed=True),
        listing("commons", say("Common shares available"), _commons(state), empty=say("None"), computed=True),
        listing(
            "connections",
            say("Connections"),
            _connections(state),
            empty=say("Nothing is built yet"),
            computed=True,
        ),
        listing("cities", say("Cubes in the cities"), _cities(state), empty=say("Nothing is built yet")),
    )


def _listed(words: list[Text]) -> Text:
    return joined(words, ", ") if words else NOTHING


def _railroads(state: State) -> Panel:
    heads = (
        cell(say("President"), figure="president"),
        cell(say("Common"), figure="common_holder"),
        cell(say("Colour")),
        cell(say("Dividend")),
        cell(say("Cubes")),
        cell(say("Cities"), figure="city."),
        cell(say("Colours met"), figure="connected."),
    )
    rows = []
    for r, line in state.lines.items():
        figures = [
            _owner(state, r, "charter"),
            _owner(state, r, "common"),
            cell(say(line.colour), figure="colour."),
            cell(number=state.dividend(r, "charter"), unit="$"),
            cell(number=line.cubes),
            cell(number=len(line.cities)),
            cell(number=len(line.connected)),
        ]
        rows.append((cell(railroad=r), figures))
    return grid("railroads", say("Railroads"), heads, rows)


def _owner(state: State, railroad: Railroad, share: Share) -> Cell:
    seat = state.holder(railroad, share)
    figure = "president" if share == "charter" else "common_holder"
    return cell(seat=seat) if seat else cell(say("unsold"), figure=figure)


def _players(state: State, seats: list[Seat]) -> Panel:
    heads = (
        cell(say("Cash"), figure="cash"),
        cell(say("Points"), figure="victory_points"),
        cell(say("Charters")),
        cell(say("Commons")),
    )
    rows = []
    for seat in seats:
        held = [[Text(r) for r in state.available if state.holder(r, share) == seat] for share in SHARES]
        figures = [
            cell(number=state.cash(seat), unit="$", strong=True),
            cell(number=state.points(seat), strong=True),
            *(cell(_listed(shares), figure=f"{share}.") for share, shares in zip(SHARES, held, strict=True)),
        ]
        rows.append((cell(seat=seat), figures))
    return grid("players", say("Players"), heads, rows)


def _charters(state: State) -> list[Cell]:
    return [
        cell(_listed([Text(c) for c in state.start_cities(r)]), railroad=r, figure="president")
        for r in state.can_be_chartered()
    ]


def _commons(state: State) -> list[Cell]:
    return [cell(Text(state.name_of(r)), railroad=r, figure="common_holder") for r in state.with_common()]


def _connections(state: State) -> list[Cell]:
    """Each railroad's cities, and the colours it has been connected to."""
    lines = []
    for r, line in state.lines.items():
        met = [say(colour) for colour in COLOURS if colour in line.connected]
        hint = joined(met, ", ") if met else None
        lines.append(
            cell(_listed([Text(city) for city in line.cities]), railroad=r, hint=hint, figure="city.")
        )
    return lines


def _cities(state: State) -> list[Cell]:
    names = dict.fromkeys(city for line in state.lines.values() for city in line.cities)
    return [
        cell(Text(city), hint=_listed([say(colour) for colour in state.colours_in(city)]))
        for city in sorted(names)
    ]
