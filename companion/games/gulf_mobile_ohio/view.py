"""What a table of Gulf, Mobile & Ohio shows: figures, the prompt, panels, how near the end is, who has won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.gulf_mobile_ohio import box, form, settling
from companion.games.gulf_mobile_ohio.box import SHARES, Colour, Share, listed
from companion.games.gulf_mobile_ohio.state import Bidding, Choosing, Expanding, Network, Over, State, Turn
from companion.mechanisms import auction as hammer
from companion.mechanisms.columns import DASH, Column, players_panel, railroads_panel, said
from companion.mechanisms.parts import part
from companion.mechanisms.showing import ahead, shown
from companion.vocabulary.box import RailroadInfo
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import BOX
from companion.vocabulary.panels import Cell, Panel, bars, cell, listing, meter, nobody, track
from companion.vocabulary.view import End, NextStep, PayoffLine, Settlement, Terms, View
from companion.words.text import Text, Who, either, joined, phrase, say
from companion.words.values import Money, Railroad, Seat, clockwise


def view(state: State) -> View:
    """The state as the table document shows it."""
    railroads, phase = state.railroads(), state.phase
    found = shown(
        state,
        _turn(state),
        seats=SEAT,
        railroads=dict.fromkeys(railroads, RAILROAD),
        # The rulebook calls the first auction the initial one; whoever opens the table meanwhile sees its QR code.
        setting_up=not state.begun,
        end=_end(state),
        panels=PANELS,
        share=phase.share if isinstance(phase, Bidding) else None,
        terms=_terms(state, phase) if isinstance(phase, Bidding) else None,
        further=(RailroadInfo(r, state.name_of(r), box.UNPAINTED) for r in railroads[len(box.NAMED) :]),
    )
    return ahead(
        found,
        state,
        pays=_pays,
        then=clockwise(state.seats, phase.seat)[0] if isinstance(phase, Turn) else None,
    )


_CHARTER = say("Charter")
_TRACK = say("The price pays for its track")


def _terms(state: State, phase: Bidding) -> Terms:
    """What an auction leads to (Charter a Railroad, Auction a Common Share); of a Charter, the point for the + beside
    its name too, which only a price that pays for track brings."""
    if phase.share == "common":
        return {"spent": _TRACK}
    r = phase.auction.railroad
    if hopeless := form.hopeless(state, r):
        return {"needs": {"amount": box.LEAST_PRICE, "words": hopeless}, "spent": hopeless}
    plus, doubts = state.bonus(r), form.doubts(state, r)
    colours = joined([say(colour) for colour in state.most_left()], "/")
    buys = say("${cost} a cube, {colours}", cost=box.CUBE_COST, colours=colours)
    track = [_CHARTER, *doubts, *([say("+{n} VP", n=plus)] if plus else []), _TRACK if doubts else buys]
    if (phase.auction.high_bid or 0) >= box.LEAST_PRICE:
        return {"spent": joined(track, " · ")}
    # A phone has one line for it beside Confirm, and the doubts name the colour.
    words = joined([say("Cancelled below ${least}", least=box.LEAST_PRICE), *(doubts or [buys])], " · ")
    return {"needs": {"amount": box.LEAST_PRICE, "words": words}, "spent": joined(track, " · ")}


def _pays(state: State, seat: Seat) -> int:
    """Each of its Charters and Commons (Pay Dividends)."""
    there = _chartered(state)
    held = ((r, share) for share in SHARES for r in state.held(seat, share) if r in there)
    return sum(_dividend(state, r, share) for r, share in held)


def _dividend(state: State, r: Railroad, share: Share) -> Money:
    """What a share pays; a Charter that is turned over pays less before the Common is sold (Auction a Common Share)."""
    return state.side_up(r) if share == "charter" else state.dividend(r, share)


@part
def _chartered(state: State) -> tuple[Railroad, ...]:
    """The railroads of the table: those that have a colour, and the one whose new President is choosing it."""
    new = (state.phase.railroad,) if isinstance(state.phase, Choosing) else ()
    return (*state.networks, *(r for r in new if r not in state.networks))


NONE = Network(Colour("none"))
"""Of a railroad without a colour yet."""
RailroadColumn = Column[State, Railroad]


def _of_network(member: str, what: Callable[[Network], Any], head: Cell | None = None) -> RailroadColumn:
    return Column(member, lambda state, r: what(state.networks.get(r, NONE)), head)


def _in_order(network: Network) -> list[Colour]:
    """The colours it has been connected to, most cubes first."""
    return [colour for colour in box.COLOURS if colour in network.connected]


def _colour(network: Network) -> Cell:
    return cell(DASH) if network is NONE else cell(say(network.colour), figure="colour.")


def _owner(share: Share, head: Cell) -> RailroadColumn:
    def owner(state: State, r: Railroad) -> Cell:
        seat = state.holder(r, share)
        return cell(seat=seat) if seat else nobody(say("unsold"), head["figure"])

    return Column("", owner, head)


def _when_sold(state: State, r: Railroad) -> Text | None:
    """What a Common share that is auctioned will pay, and its Charter too from then on (Pay Dividends)."""
    if state.common_auctioned() != r:
        return None
    words = phrase("Common · dividends now, ${n} per share")
    if not state.sale_pays:
        words = phrase("Common · ${n} per share once sold")
    return say(words, n=state.dividend(r, "common"))


def _unsold(state: State, r: Railroad) -> int | None:
    return sum(r in state.unsold(share) for share in SHARES) if r in state.available else None


def _holders(share: Share) -> Callable[[State, Railroad], tuple[Seat, ...]]:
    return lambda state, r: tuple(seat for seat in state.all_seats if state.holder(r, share) == seat)


RAILROAD: tuple[RailroadColumn, ...] = (
    _owner("charter", cell(say("President"), figure="president")),
    _owner("common", cell(say("Common"), figure="common_holder")),
    _of_network("", _colour, cell(say("Colour"))),
    Column("", State.side_up, cell(say("Dividend")), "$", brief=_when_sold),
    _of_network("cubes_placed", lambda its: its.cubes, cell(say("Cubes"))),
    _of_network("", lambda its: len(its.cities), cell(say("Cities"), figure="city.")),
    _of_network("", lambda its: len(its.connected), cell(say("Colours connected"), figure="connected.")),
    Column("name", State.name_of),
    _of_network("colour", lambda its: box.PAINT[its.colour]),
    Column("treasury", State.treasury),
    Column("income", lambda state, r: None),
    Column("value", lambda state, r: None),
    # What its Charter pays until a Common is sold, as it has always been told; the table and `next_dividend` have the
    # side that is up, which turns when the Common is put up.
    Column("dividend_now", lambda state, r: state.dividend(r, "charter") if state.chartered(r) else None),
    Column("shares_total", lambda state, r: len(SHARES)),
    Column("shares_unsold", _unsold),
    Column("president", State.president),
    Column("controllers", _holders("charter")),
    _of_network("rural", lambda its: its.rural),
    _of_network("cities", lambda its: list(its.cities)),
    _of_network("connected", _in_order),
    _of_network("cube_colour", lambda its: None if its is NONE else its.colour),
    Column(
        "cubes_left",
        lambda state, r: state.cubes_left(state.networks[r].colour) if r in state.networks else None,
    ),
    Column("available", lambda state, r: r in state.available),
    Column("chartered", State.chartered),
    Column("charter_side", lambda state, r: state.side_up(r) if r in state.available else None),
    Column("common_sold", lambda state, r: state.holder(r, "common") is not None),
    Column("common_holders", _holders("common")),
    Column("start_cities", lambda state, r: list(state.start_cities(r))),
    Column("bonus", State.bonus),
)
"""What is shown of each railroad."""


def _shares(state: State, seat: Seat) -> dict[Railroad, int]:
    held = [r for share in SHARES for r in state.held(seat, share)]
    return {r: held.count(r) for r in state.available if r in held}


def _held(share: Share, head: Text) -> Column[State, Seat]:
    return Column(
        "", lambda state, seat: cell(listed(state.held(seat, share)), figure=f"{share}."), cell(head)
    )


SEAT: tuple[Column[State, Seat], ...] = (
    Column("cash", State.cash, cell(say("Cash"), figure="cash"), "$", strong=True),
    Column("victory_points", State.points, cell(say("VP"), figure="victory_points"), strong=True),
    _held("charter", say("Charters")),
    _held("common", say("Commons")),
    Column("worth", lambda state, seat: None),
    Column("shares", _shares),
    Column("charters", lambda state, seat: list(state.held(seat, "charter"))),
    Column("commons", lambda state, seat: list(state.held(seat, "common"))),
)
"""What is shown of each player."""


def _turn(state: State) -> NextStep:
    """What is to be done next."""
    match state.phase:
        case Turn(seat=seat):
            prompt = say("{who}: auction the {r}", who=Who(seat), r=box.FIRST)
            if state.begun:
                prompt = say("{who}: choose an action", who=Who(seat))
            return "action", (seat,), None, prompt
        case Bidding() as phase:
            step, to_act, r, _ = hammer.turn(phase.auction)
            return step, to_act, r, _bidding(phase, to_act[0])
        case Choosing(railroad=r, president=seat):
            return "choose_colour", (seat,), r, say("{who}: choose the {r}'s colour", who=Who(seat), r=r)
        case Expanding(railroad=r, builder=seat):
            prompt = say("{who}: build for the {r} (${purse})", who=Who(seat), r=r, purse=state.treasury(r))
            return "expand", (seat,), r, prompt
        case Over():
            return "finished", (), None, say("The game is over")


def _bidding(phase: Bidding, seat: Seat) -> Text:
    auction, charter = phase.auction, phase.share == "charter"
    what = say("the {r}'s Charter" if charter else "the {r}'s Common share", r=auction.railroad)
    fresh = auction.high_seat is None and not auction.passed
    words = phrase("{who}: open the bidding for {what}") if fresh else phrase("{who} to bid for {what}")
    return say(words, who=Who(seat), what=what)


def _end(state: State) -> tuple[End, ...]:
    """Either of them ends the game at once (End of Game)."""
    by = state.phase.by if isinstance(state.phase, Over) else None
    six = say("All six colours on the board")
    # Until an action is over it may still become a pass: a Charter that is won can be cancelled.
    number = _in_a_row(state)
    still = number and isinstance(state.phase, Bidding | Choosing | Expanding)
    passes = say("before this turn") if still else say("passes")
    return (
        End(six, len(state.on_board()), len(box.COLOURS), by == "colours", say("colours")),
        End(say("Everyone passes in a row"), number, state.seats, by == "passes", passes),
    )


def _in_a_row(state: State) -> int:
    """Passes in a row. A Common share that is sold ends them, whatever is built."""
    match state.phase:
        case Expanding(share="common"):
            return 0
        case Bidding(share="common", auction=auction):
            unsold = auction.high_seat is None and state.ruled("common_all_pass", "unsold")
            return state.passes if unsold else 0
    return state.passes


def _points(state: State) -> list[tuple[Seat, int]]:
    return [(seat, state.points(seat)) for seat in state.all_seats]


def _charters(state: State) -> list[Cell]:
    phase, charters = state.phase, state.unsold("charter")
    sold = phase.auction.railroad if isinstance(phase, Bidding) and phase.share == "charter" else None
    return [
        cell(_home(state, r), railroad=r, hint=_IN_AUCTION if r == sold else None, figure="president")
        for r in charters
    ]


def _home(state: State, r: Railroad) -> Text:
    cities, plus = state.start_cities(r), state.bonus(r)
    home = (
        say("home {cities}", cities=either([Text(city) for city in cities]))
        if cities
        else say("home not known")
    )
    return joined([home, say("+{n} VP", n=plus)], " · ") if plus else home


def _commons(state: State) -> list[Cell]:
    return [cell(Text(state.name_of(r)), railroad=r, figure="common_holder") for r in state.with_common()]


def _connections(state: State) -> list[Cell]:
    met = [(r, its, _colours(_in_order(its))) for r, its in state.networks.items()]
    return [
        cell(
            _dashed(its.cities),
            railroad=r,
            hint=say("connected to {colours}", colours=colours) if colours else None,
            figure="city.",
        )
        for r, its, colours in met
    ]


def _passes(state: State) -> Panel:
    words, number = say("Consecutive passes"), _in_a_row(state)
    # While a Common share is sold the figure that can be corrected is another one.
    if number != state.passes:
        return meter("passes", words, number, state.seats)
    return meter("passes", words, number, state.seats, account=TABLE, figure="passes")


def _list(
    name: str, title: Text, lines: Callable[[State], list[Cell]], empty: Text, *, computed: bool = True
) -> Callable[[State], Panel]:
    return lambda state: listing(name, title, lines(state), empty=empty, computed=computed)


def _dashed(words: tuple[str, ...]) -> Text:
    return listed(words) if words else DASH


def _colours(colours: Sequence[Colour]) -> Text | None:
    return joined([say(colour) for colour in colours], ", ") if colours else None


def _left(state: State, colour: Colour) -> tuple[Cell, int, int]:
    head = cell(say(colour), account=BOX, figure=f"cubes_left.{colour}", colour=box.PAINT[colour])
    return head, state.cubes_left(colour), box.COLOURS[colour]


def _marker(state: State) -> Panel:
    title = say("Common Share Sale Marker")
    words = phrase("On {n}: the next Common share sold pays dividends")
    if not state.marker:
        words = phrase("On Start: the second Common share sold from now pays dividends")
    text = say(words, n=state.marker)
    return meter("marker", title, state.marker, box.PAYS_ON, text=text, account=TABLE, figure="marker")


def _cities(state: State) -> list[Cell]:
    names = {city for its in state.networks.values() for city in its.cities}
    return [cell(Text(city), hint=_colours(state.colours_in(city))) for city in sorted(names)]


_IN_AUCTION = say("in auction")
_NONE, _NOT_BUILT = say("None"), say("Nothing built yet")
MEANINGS = said(box.BOX, SEAT, RAILROAD)
PANELS: tuple[Callable[[State], Panel], ...] = (
    lambda state: track("score", say("Score track"), players=_points(state), figure="victory_points"),
    railroads_panel(RAILROAD, _chartered),
    players_panel(SEAT),
    lambda state: bars("cubes", say("Cubes left"), [_left(state, colour) for colour in box.COLOURS]),
    _marker,
    _passes,
    _list("charters", say("Charters available"), _charters, _NONE),
    _list("commons", say("Common shares available"), _commons, _NONE),
    _list("connections", say("Cities and connections"), _connections, _NOT_BUILT),
    _list("cities", say("Cubes in the cities"), _cities, _NOT_BUILT, computed=False),
)
"""The board view, what is looked at most first."""


def settlement(state: State) -> Settlement:
    """Most victory points win; ties are shared. Money and shares count for nothing (End of Game)."""
    sums = [(seat, None, _lines(state, seat)) for seat in state.all_seats]
    return settling.settled(sums, projected=not state.finished)


def _lines(state: State, seat: Seat) -> tuple[PayoffLine, ...]:
    """A line for each railroad that brought points, and one for what the host corrected."""
    lines = [
        PayoffLine(r, Text(state.name_of(r)), _reasons(state, seat, r), points)
        for r in state.available
        if (points := state.score(seat, r).total)
    ]
    if more := state.points(seat) - sum(line.amount for line in lines):
        lines.append(PayoffLine(None, say("Correction"), say("entered by the host"), more))
    return tuple(lines)


def _reasons(state: State, seat: Seat, r: Railroad) -> Text:
    score = state.score(seat, r)
    parts = (
        (phrase("charter {n} VP"), score.charter),
        (phrase("charter bonus {n} VP"), score.bonus),
        (phrase("cities {n} VP"), score.cities),
        (phrase("colours {n} VP"), score.colours),
    )
    return joined([say(words, n=n) for words, n in parts if n], ", ")
