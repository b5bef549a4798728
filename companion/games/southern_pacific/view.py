"""What a table of Southern Pacific shows: figures, the prompt, panels, how near the end is, who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.southern_pacific import box, phases, settling
from companion.games.southern_pacific.box import ORDER, SHARES
from companion.games.southern_pacific.state import State
from companion.mechanisms import auction as hammer
from companion.mechanisms.columns import DASH, Column, cubes_panel, players_panel, railroads_panel, said
from companion.mechanisms.showing import ahead, shown
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import seat_account
from companion.vocabulary.moves import Link
from companion.vocabulary.panels import Cell, Panel, card, cell, listing, meter, nobody, track
from companion.vocabulary.view import End, NextStep, Settlement, View
from companion.words.text import Text, Who, phrase, say
from companion.words.values import Railroad, Seat

ALL_SHARES = SHARES * len(ORDER)
TO_BUILD_WITH = box.CUBES - 1
"""A railroad's cubes but for the one on the Income display."""


def view(state: State) -> View:
    """The state as the table document shows it."""
    found = shown(
        state,
        _turn(state),
        seats=SEAT,
        railroads=dict.fromkeys(ORDER, RAILROAD),
        setting_up=not state.round,
        end=_end(state),
        panels=PANELS,
        round=state.round or None,
        paper_total=box.PAPER_TOTAL,
    )
    return ahead(found, state, then=_then(state))


def _then(state: State) -> Seat | None:
    """Who operates next, as presidents are now; in a Bull Market, who offers next."""
    match state.phase:
        case phases.Operating(railroad=railroad) if later := ORDER[ORDER.index(railroad) + 1 :]:
            return state.presidents.get(later[0])
        case phases.BullMarket(waiting=(_, seat, *_)):
            return seat
    return None


def _president(state: State, railroad: Railroad) -> Cell:
    president = state.presidents.get(railroad)
    return cell(seat=president) if president else nobody(DASH)


def _links(state: State, railroad: Railroad) -> list[dict[str, object]]:
    return [{"from": link.a, "to": link.b, "label": link.label} for link in state.tracks[railroad]]


RAILROAD: tuple[Column[State, Railroad], ...] = (
    Column("president", lambda state, railroad: state.presidents.get(railroad)),
    Column("", _president, cell(say("President"), figure="president")),
    Column("treasury", State.treasury, cell(say("Treasury"), figure="treasury"), "$", strong=True),
    Column("income", State.income, cell(say("Income"), figure="income"), "$"),
    Column("links", _links),
    Column("", lambda state, railroad: len(state.tracks[railroad]), cell(say("Links"), figure="link.")),
    Column("shares_unsold", State.unsold, cell(say("Unsold"), figure="shares_unsold")),
    Column("home", State.home, cell(say("Home"))),
    Column("value", lambda state, railroad: None),
    Column("dividend_now", lambda state, railroad: None),
    Column("shares_total", lambda state, railroad: SHARES),
    Column("controllers", State.controllers),
    Column("cubes_left", State.cubes_left),
)
"""What is shown of each railroad."""


def _shares(railroad: Railroad) -> Callable[[State, Seat], object]:
    def shown(state: State, seat: Seat) -> object:
        number, presides = state.held(seat, railroad), state.presidents.get(railroad) == seat
        hint = say("president") if presides else None
        return cell(number=number, strong=presides, hint=hint) if number else Text("")

    return shown


SEAT: tuple[Column[State, Seat], ...] = (
    Column("cash", State.cash, cell(say("Cash"), figure="cash"), "$", strong=True),
    Column("worth", State.cash),
    Column("shares", lambda state, seat: state.shares_of(seat, ORDER)),
    Column("bull_market_card", lambda state, seat: state.card == seat),
    *(Column("", _shares(railroad), cell(railroad=railroad)) for railroad in ORDER),
)
"""What is shown of each player."""


def _turn(state: State) -> NextStep:
    """What is to be done next."""
    match state.phase:
        case phases.Bidding(auction=auction):
            return hammer.turn(auction)
        case phases.FirstLink(railroad=railroad, seat=seat):
            prompt = say("{who}: build the {r}'s first link (free)", who=Who(seat), r=railroad)
            return "build_link", (seat,), railroad, prompt
        case phases.Operating(railroad=railroad):
            seat, treasury = state.presidents[railroad], state.treasury(railroad)
            words = phrase("{who}: operate the {r} (treasury ${treasury})")
            return "operation", (seat,), railroad, say(words, who=Who(seat), r=railroad, treasury=treasury)
        case phases.Proposed(seller=seller, link=link, price=price, back=back):
            seat, words = state.presidents[seller], phrase("{who}: sell {link} to the {buyer} for ${price}?")
            prompt = say(words, who=Who(seat), link=link.label, buyer=back.railroad, price=price)
            return "sale", (seat,), seller, prompt
        case phases.CardTie(tied=tied):
            who = tuple(map(Who, tied))
            return "card_tie", tied, None, say("{who}: roll for the Bull Market card", who=who)
        case phases.BullMarket(waiting=(seat, *_)):
            prompt = say("{who}: offer a share or nothing (Bull Market)", who=Who(seat))
            return "bull_market", (seat,), None, prompt
        case _:
            return "finished", (), None, say("The game is over")


_NO_CUBE, _LAST_CUBES = say("A railroad out of cubes"), say("Last round: out of cubes")
_ALL_SOLD, _LAST_SHARES = say("All shares sold"), say("Last round: all shares sold")
_USED, _SOLD = say("used"), say("sold")


def _end(state: State) -> tuple[End, ...]:
    """Both are looked at after each Bull Market (Ending/Winning the Game): until then it is the last round."""
    fewest, over = min(ORDER, key=state.cubes_left), state.finished
    used, left = TO_BUILD_WITH - state.cubes_left(fewest), state.shares_left()
    no_cube, no_share = used == TO_BUILD_WITH, not left
    cubes = say("used ({r})", r=fewest) if used else _USED
    return (
        End(_LAST_CUBES if no_cube and not over else _NO_CUBE, used, TO_BUILD_WITH, over and no_cube, cubes),
        End(
            _LAST_SHARES if no_share and not over else _ALL_SOLD,
            ALL_SHARES - left,
            ALL_SHARES,
            over and no_share,
            _SOLD,
        ),
    )


def _card_panel(state: State) -> Panel:
    title, account = say("Bull Market card"), seat_account(state.card or Seat(1))
    words = _card_words(state)
    return card("bull", title, words, seat=state.card, account=account, figure="bull_market_card")


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


def _operation_panel(state: State) -> Panel | None:
    if not isinstance(now := state.phase, phases.Operating):
        return None
    most = {"most": box.MOST_BUILDS, "most_bought": box.MOST_PURCHASES}
    words = phrase("{builds} of {most} links built, {purchases} of {most_bought} bought")
    done = say(words, builds=now.builds, purchases=now.purchases, **most)
    title, president = say("The {r} operates", r=now.railroad), state.presidents[now.railroad]
    return card("operation", title, done, seat=president, account=TABLE, figure="builds")


def _tracks(state: State) -> Iterator[Cell]:
    for railroad in ORDER:
        if names := ", ".join(_runs(state.tracks[railroad])):
            yield cell(Text("{names}", (("names", names),)), railroad=railroad, figure="link.")


def _runs(links: tuple[Link, ...]) -> list[str]:
    """Links that meet end to end in one breath: A-B, B-C is A-B-C; a second one between two cities by itself."""
    runs: list[list[str]] = []
    alone = [link.label for link in links if link.number > 1]
    for link in links:
        if link.number == 1:
            other = {link.a: link.b, link.b: link.a}
            run = next((run for run in runs if run[-1] in other or run[0] in other), None)
            if run is None:
                runs.append([link.a, link.b])
            elif run[-1] in other:
                run.append(other[run[-1]])
            else:
                run.insert(0, other[run[0]])
    return ["-".join(run) for run in runs] + alone


MEANINGS = said(box.BOX, SEAT, RAILROAD)
PANELS: tuple[Callable[[State], Panel | None], ...] = (
    lambda state: track("income", say("Income display"), state.incomes().items(), figure="income"),
    railroads_panel(RAILROAD, lambda state: ORDER),
    players_panel(SEAT),
    _operation_panel,
    cubes_panel(say("Cubes left"), ORDER, lambda railroad: TO_BUILD_WITH),
    lambda state: meter("shares", say("Shares sold"), ALL_SHARES - state.shares_left(), ALL_SHARES),
    _card_panel,
    lambda state: listing("links", say("Track Links"), list(_tracks(state)), empty=say("Nothing built yet")),
)
"""The board view, what is looked at most first."""


def settlement(state: State) -> Settlement:
    """Most cash wins; stock and treasuries are worth nothing. A tie goes to the nearest clockwise to the Bull Market
    card (ruling `final_tie`); it is shared where nobody has got the card yet."""
    order = settling.tie_order(state.seats, state.card, state.rulings["final_tie"])
    cash = [(seat, int(state.cash(seat)), ()) for seat in state.all_seats]
    return settling.settled(cash, order, state.card, projected=not state.finished)
