"""What a table of Southern Pacific shows: figures, the prompt, panels, how near the end is, who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from companion.games.southern_pacific.box import (
    CUBES,
    MOST_BUILDS,
    MOST_PURCHASES,
    ORDER,
    PAPER_TOTAL,
    SHARES,
)
from companion.games.southern_pacific.bull import shares_left, without_cubes
from companion.games.southern_pacific.state import (
    Bidding,
    BullMarket,
    CardTie,
    FirstLink,
    Operating,
    Over,
    Proposed,
    State,
    label,
)
from companion.mechanisms import auction as hammer
from companion.mechanisms.settlement import ranked_by_total
from companion.mechanisms.shares import held, most_held
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import seat_account
from companion.vocabulary.moves import Link
from companion.vocabulary.panels import Panel, bars, card, cell, grid, listing, meter, track
from companion.vocabulary.view import End, Settlement, View
from companion.words.text import Text, Who, say
from companion.words.values import Railroad, Seat, clockwise


def view(state: State) -> View:
    """The state as the table document shows it."""
    phase = state.phase
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    step, to_act, railroad, prompt = _turn(state)
    earned = state.incomes()
    return View(
        status="finished" if state.finished else "playing" if state.round else "setup",
        round=state.round or None,
        step=step,
        paper_total=PAPER_TOTAL,
        seats={seat: _seat(state, seat) for seat in seats},
        railroads=tuple(_railroad(state, one, earned[one]) for one in ORDER),
        to_act=to_act,
        railroad=railroad,
        prompt=prompt,
        auction=hammer.shown(phase.auction, state.cash) if isinstance(phase, Bidding) else None,
        end=_end(state),
        panels=_panels(state, seats, earned),
    )


def _seat(state: State, seat: Seat) -> Mapping[str, Any]:
    shares = {railroad: n for railroad in ORDER if (n := held(state.ledger, seat, railroad))}
    cash = state.cash(seat)
    return {"cash": cash, "worth": cash, "shares": shares, "bull_market_card": state.card == seat}


def _railroad(state: State, railroad: Railroad, earned: int) -> Mapping[str, Any]:
    return {
        "treasury": state.ledger.treasury(railroad),
        "income": earned,
        "value": None,
        "dividend_now": None,
        "shares_total": SHARES,
        "shares_unsold": state.unsold(railroad),
        "president": state.presidents.get(railroad),
        "controllers": most_held(state.ledger, railroad, state.seats),
        "cubes_left": state.cubes_left(railroad),
        "home": state.home(railroad),
        "links": [{"from": one.a, "to": one.b, "label": label(one)} for one in state.tracks[railroad]],
    }


def _turn(state: State) -> tuple[str, tuple[Seat, ...], Railroad | None, Text]:
    """Step, who is to act, which railroad it is about, and the prompt."""
    phase = state.phase
    match phase:
        case Bidding(auction=auction):
            assert auction.to_act is not None
            bidder, railroad = Who(auction.to_act), auction.railroad
            fresh = auction.high_seat is None and not auction.passed
            prompt = (
                say("{who} opens the bidding for the {r}", who=bidder, r=railroad)
                if fresh
                else say("{who} to bid for the {r}", who=bidder, r=railroad)
            )
            return "auction", (auction.to_act,), railroad, prompt
        case FirstLink(railroad=railroad, seat=seat):
            prompt = say("{who} builds the {r}'s first link, free", who=Who(seat), r=railroad)
            return "build_link", (seat,), railroad, prompt
        case Operating(railroad=railroad):
            president = state.presidents[railroad]
            prompt = say(
                "{who} operates the {r}, treasury ${treasury}",
                who=Who(president),
                r=railroad,
                treasury=state.ledger.treasury(railroad),
            )
            return "operation", (president,), railroad, prompt
        case Proposed(seller=seller, link=link, price=price, back=back):
            owner = state.presidents[seller]
            prompt = say(
                "{who}: sell {link} to the {buyer} for ${price}?",
                who=Who(owner),
                link=label(link),
                buyer=back.railroad,
                price=price,
            )
            return "sale", (owner,), seller, prompt
        case CardTie(tied=tied):
            prompt = say("{who} roll for the Bull Market card", who=tuple(map(Who, tied)))
            return "card_tie", tied, None, prompt
        case BullMarket(waiting=waiting):
            prompt = say("Bull Market: {who} may offer a share", who=Who(waiting[0]))
            return "bull_market", (waiting[0],), None, prompt
        case Over():
            return "finished", (), None, say("The game is over")
        case _:
            assert_never(phase)


def _end(state: State) -> tuple[End, ...]:
    """Both are looked at after each Bull Market (Ending/Winning the Game)."""
    usable = CUBES - 1
    used = max(usable - state.cubes_left(railroad) for railroad in ORDER)
    total = SHARES * len(ORDER)
    return (
        End(
            say("A railroad has no unused cube after a Bull Market"),
            used,
            usable,
            state.finished and bool(without_cubes(state)),
        ),
        End(
            say("All shares are held after a Bull Market"),
            total - shares_left(state),
            total,
            state.finished and not shares_left(state),
        ),
    )


# --- panels ------------------------------------------------------------------------------------------


def _panels(state: State, seats: list[Seat], earned: Mapping[Railroad, int]) -> tuple[Panel, ...]:
    total = SHARES * len(ORDER)
    return (
        track("income", say("Income display"), [(r, earned[r]) for r in ORDER], figure="income"),
        _railroads_panel(state, earned),
        _players_panel(state, seats),
        *_operation_panel(state),
        bars(
            "cubes",
            say("Cubes left"),
            [(cell(railroad=r), state.cubes_left(r), CUBES - 1) for r in ORDER],
            figure="cubes_left",
        ),
        meter("shares", say("Shares held"), total - shares_left(state), total),
        card(
            "bull",
            say("Bull Market card"),
            _card_words(state),
            seat=state.card,
            account=seat_account(state.card or seats[0]),
            figure="bull_market_card",
        ),
        listing("links", say("Track Links"), _links(state), empty=say("Nothing is built yet")),
    )


def _card_words(state: State) -> Text:
    """What the card is for; whether its holder is the first or the last is a ruling each time."""
    if state.card is None:
        return say("Nobody has it yet")
    first, last = say("the holder first"), say("the holder last")
    return say(
        "Breaks ties clockwise: for the lowest cash in a Bull Market ({bull}), and at the end ({end})",
        bull=first if state.ruled("bull_tie_later", "holder_first") else last,
        end=first if state.ruled("final_tie", "holder_first") else last,
    )


_RAILROAD_HEADS = (
    cell(say("President"), figure="president"),
    cell(say("Treasury"), figure="treasury"),
    cell(say("Income"), figure="income"),
    cell(say("Links"), figure="link."),
    cell(say("Unsold"), figure="shares_unsold"),
    cell(say("Home")),
)


def _railroads_panel(state: State, earned: Mapping[Railroad, int]) -> Panel:
    rows = []
    for r in ORDER:
        president = state.presidents.get(r)
        figures = [
            cell(seat=president) if president else cell(say("–")),
            cell(number=state.ledger.treasury(r), unit="$", strong=True),
            cell(number=earned[r], unit="$"),
            cell(number=len(state.tracks[r])),
            cell(number=state.unsold(r)),
            cell(Text("{city}", (("city", state.home(r) or "–"),))),
        ]
        rows.append((cell(railroad=r), figures))
    return grid("railroads", say("Railroads"), _RAILROAD_HEADS, rows)


def _players_panel(state: State, seats: list[Seat]) -> Panel:
    columns = [cell(say("Cash"), figure="cash"), *(cell(railroad=r) for r in ORDER)]
    rows = []
    for seat in seats:
        figures = [cell(number=state.cash(seat), unit="$", strong=True)]
        for r in ORDER:
            n = held(state.ledger, seat, r)
            presides = state.presidents.get(r) == seat
            figures.append(
                cell(number=n, strong=presides, hint=say("president") if presides else None)
                if n
                else cell(Text(""))
            )
        rows.append((cell(seat=seat), figures))
    return grid("players", say("Players"), columns, rows)


def _operation_panel(state: State) -> list[Panel]:
    phase = state.phase
    if not isinstance(phase, Operating):
        return []
    title = say("The {r} operates", r=phase.railroad)
    words = say(
        "{builds} of {most} links built, {purchases} of {most_bought} bought",
        builds=phase.builds,
        most=MOST_BUILDS,
        purchases=phase.purchases,
        most_bought=MOST_PURCHASES,
    )
    president = state.presidents[phase.railroad]
    return [card("operation", title, words, seat=president, account=TABLE, figure="builds")]


def _links(state: State) -> list[Any]:
    lines = []
    for railroad in ORDER:
        names = ", ".join(_runs(state.tracks[railroad]))
        if names:
            lines.append(cell(Text("{names}", (("names", names),)), railroad=railroad, figure="link."))
    return lines


def _runs(links: tuple[Link, ...]) -> list[str]:
    """Links that follow each other in one breath: A-B, B-C is A-B-C."""
    runs: list[list[str]] = []
    for link in links:
        if link.number > 1:
            continue  # named by itself
        ends = (link.a, link.b)
        run = next((run for run in runs if run[-1] in ends or run[0] in ends), None)
        if run is None:
            runs.append([*ends])
        elif run[-1] in ends:
            run.append(link.b if link.a == run[-1] else link.a)
        else:
            run.insert(0, link.b if link.a == run[0] else link.a)
    return ["-".join(run) for run in runs] + [label(link) for link in links if link.number > 1]


# --- settlement --------------------------------------------------------------------------------------


def settlement(state: State) -> Settlement:
    """Most cash wins; stock and treasuries are worth nothing. Ties by the Bull Market card."""
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    order = _from_card(state)
    payoffs = ranked_by_total(
        [(seat, int(state.cash(seat)), ()) for seat in seats],
        tie_order=order,
    )
    best = [payoff.seat for payoff in payoffs if payoff.total == payoffs[0].total]
    reason = None
    if len(best) > 1 and state.card is not None:
        reason = say(
            "{who} have the same cash; {winner} is nearest clockwise to the Bull Market card, which {holder} has",
            who=tuple(Who(seat) for seat in best),
            winner=Who(payoffs[0].seat),
            holder=Who(state.card),
        )
    elif len(best) > 1:
        reason = say("{who} have the same cash", who=tuple(Who(seat) for seat in best))
    return Settlement(not state.finished, payoffs, (), reason)


def _from_card(state: State) -> tuple[Seat, ...]:
    """Seats by their distance clockwise from the card (ruling `final_tie`); nobody before it was given."""
    if state.card is None:
        return ()
    around = clockwise(state.seats, state.card)
    return (state.card, *around[:-1]) if state.ruled("final_tie", "holder_first") else around
