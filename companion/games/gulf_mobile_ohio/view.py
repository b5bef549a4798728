"""What a table of Gulf, Mobile & Ohio shows: figures, the prompt, how near the end is, who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from companion.games.gulf_mobile_ohio.box import COLOURS, FIRST, NAMED, PAINT, UNPAINTED
from companion.games.gulf_mobile_ohio.panels import panels
from companion.games.gulf_mobile_ohio.state import (
    SHARES,
    Bidding,
    Choosing,
    Expanding,
    Over,
    Score,
    Share,
    State,
    Turn,
)
from companion.mechanisms import auction as hammer
from companion.mechanisms.settlement import ranked_by_total
from companion.vocabulary.box import RailroadInfo
from companion.vocabulary.view import End, PayoffLine, Settlement, View
from companion.words.text import Text, Who, joined, phrase, say
from companion.words.values import Railroad, Seat


def view(state: State) -> View:
    """The state as the table document shows it."""
    phase = state.phase
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    step, to_act, railroad, prompt = _turn(state)
    railroads = state.known()
    return View(
        # The rulebook calls the first auction the initial one; whoever opens the table meanwhile sees its QR code.
        status="finished" if state.finished else "playing" if state.begun else "setup",
        round=None,
        step=step,
        paper_total=None,
        seats={seat: _seat(state, seat) for seat in seats},
        railroads=tuple(_railroad(state, one) for one in railroads),
        to_act=to_act,
        railroad=railroad,
        prompt=prompt,
        auction=_auction(state, phase) if isinstance(phase, Bidding) else None,
        end=_end(state),
        panels=panels(state, seats),
        further=tuple(RailroadInfo(one, state.name_of(one), UNPAINTED) for one in railroads[len(NAMED) :]),
    )


def _auction(state: State, phase: Bidding) -> Mapping[str, Any]:
    """The auction, with which of the railroad's shares is sold; the money goes on the share."""
    return {**hammer.shown(phase.auction, state.cash), "share": phase.share}


def _seat(state: State, seat: Seat) -> Mapping[str, Any]:
    held = {one: [r for r in state.available if state.holder(r, one) == seat] for one in SHARES}
    counts = {r: sum(r in held[one] for one in SHARES) for r in state.available}
    return {
        "cash": state.cash(seat),
        "worth": None,
        "shares": {r: n for r, n in counts.items() if n},
        "charters": held["charter"],
        "commons": held["common"],
        "victory_points": state.points(seat),
    }


def _railroad(state: State, railroad: Railroad) -> Mapping[str, Any]:
    line = state.lines.get(railroad)
    owner, common = state.president(railroad), state.holder(railroad, "common")
    out = railroad in state.available
    chartered = line is not None and owner is not None
    return {
        "name": state.name_of(railroad),
        "colour": PAINT[line.colour] if line else UNPAINTED,
        "treasury": state.ledger.treasury(railroad),
        "income": None,
        "value": None,
        "dividend_now": state.dividend(railroad, "charter") if chartered else None,
        "shares_total": 2,
        "shares_unsold": 2 - (owner is not None) - (common is not None) if out else None,
        "president": owner,
        "controllers": (owner,) if owner else (),
        "cubes_left": state.cubes_left(line.colour) if line else None,
        "available": out,
        "chartered": chartered,
        "charter_side": state.side_up(railroad) if out else None,
        "cube_colour": line.colour if line else None,
        "common_sold": common is not None,
        "common_holders": (common,) if common else (),
        "start_cities": list(state.start_cities(railroad)),
        "bonus": state.bonus(railroad),
        "cities": list(line.cities) if line else [],
        "rural": line.rural if line else 0,
        "cubes_placed": line.cubes if line else 0,
        "connected": [colour for colour in COLOURS if line and colour in line.connected],
    }


def _turn(state: State) -> tuple[str, tuple[Seat, ...], Railroad | None, Text]:
    """Step, who is to act, which railroad it is about, and the prompt."""
    phase = state.phase
    match phase:
        case Turn(seat=seat):
            first = say("{who} puts the {r} up for auction", who=Who(seat), r=FIRST)
            prompt = say("{who} chooses an action", who=Who(seat)) if state.begun else first
            return "action", (seat,), None, prompt
        case Bidding(auction=auction, share=share):
            assert auction.to_act is not None
            return "auction", (auction.to_act,), auction.railroad, _bidding(phase, share)
        case Choosing(railroad=railroad, president=seat):
            prompt = say("{who} chooses the {r}'s colour", who=Who(seat), r=railroad)
            return "choose_colour", (seat,), railroad, prompt
        case Expanding(railroad=railroad, builder=seat):
            purse = state.ledger.treasury(railroad)
            prompt = say("{who} builds for the {r}, ${purse}", who=Who(seat), r=railroad, purse=purse)
            return "expand", (seat,), railroad, prompt
        case Over():
            return "finished", (), None, say("The game is over")
        case _:
            assert_never(phase)


def _bidding(phase: Bidding, share: Share) -> Text:
    auction = phase.auction
    assert auction.to_act is not None
    fresh = auction.high_seat is None and not auction.passed
    r, who = auction.railroad, Who(auction.to_act)
    what = say("the {r}'s Charter" if share == "charter" else "the {r}'s Common share", r=r)
    return say(
        "{who} opens the bidding for {what}" if fresh else "{who} to bid for {what}", who=who, what=what
    )


def _end(state: State) -> tuple[End, ...]:
    """Either of them ends the game at once (End of Game)."""
    by = state.phase.by if isinstance(state.phase, Over) else None
    return (
        End(
            say("Cubes of all six colours are on the board after a Charter"),
            len(state.on_board()),
            len(COLOURS),
            by == "colours",
        ),
        End(say("All players pass in a row"), state.passes, state.seats, by == "passes"),
    )


# --- settlement --------------------------------------------------------------------------------------


def settlement(state: State) -> Settlement:
    """Most victory points win; ties are shared. Money and shares count for nothing (End of Game)."""
    seats = [Seat(n) for n in range(1, state.seats + 1)]
    payoffs = ranked_by_total([(seat, None, _lines(state, seat)) for seat in seats], tie_order=())
    best = [payoff.seat for payoff in payoffs if payoff.winner]
    reason = None
    if len(best) > 1:
        reason = say(
            "{who} have the same number of points and share the win", who=tuple(Who(seat) for seat in best)
        )
    return Settlement(not state.finished, payoffs, (), reason, unit="VP")


def _lines(state: State, seat: Seat) -> tuple[PayoffLine, ...]:
    """A line for each railroad that brought points, and one for what the host corrected."""
    lines = [
        PayoffLine(r, Text(state.name_of(r)), _reasons(score), score.total)
        for r in state.available
        if (score := state.scores.get((seat, r), Score())).total
    ]
    if more := state.points(seat) - sum(line.amount for line in lines):
        lines.append(PayoffLine(None, say("Correction"), say("entered by the host"), more))
    return tuple(lines)


def _reasons(score: Score) -> Text:
    parts = (
        (phrase("charter {n}"), score.charter),
        (phrase("the + {n}"), score.bonus),
        (phrase("cities {n}"), score.cities),
        (phrase("colours {n}"), score.colours),
    )
    return joined([say(words, n=n) for words, n in parts if n], ", ")
