"""Set-up, the offers of each phase, and how a move is carried out."""

from __future__ import annotations

from dataclasses import replace

from companion.atlas.asking import facts_needed
from companion.atlas.known import Atlas, Change, known_place
from companion.games.texas_pacific import auctions, box, decisions, hexes, ranch, track, turns, west
from companion.games.texas_pacific.box import LAID_OUT, ORDER, TP, TRACK_NAMES
from companion.games.texas_pacific.moves import DecideNothing, DecideRanch, DecideStock, DecideTrack, Decision
from companion.games.texas_pacific.state import RANCH, Bidding, Deciding, State
from companion.mechanisms import auction as hammer
from companion.mechanisms.game_state import Over
from companion.mechanisms.income import tell
from companion.vocabulary import ledger
from companion.vocabulary.box import Setup
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Choice, Offer, Refusal, narrowed
from companion.words.errors import not_now
from companion.words.text import Text, Who, say
from companion.words.values import Seat


def setup(setup: Setup) -> State:
    """Money, certificates, cubes and ranch markers laid out; the GHH's certificate is auctioned (Game Setup)."""
    seats, cash = setup.seats, int(box.BOX["cash"][str(setup.seats)])
    holdings = [
        (ledger.BANK, ledger.MONEY, box.PAPER_TOTAL - cash * seats),
        (ledger.BOARD, RANCH, box.RANCHES),
        *((ledger.seat_account(Seat(n)), ledger.MONEY, cash) for n in range(1, seats + 1)),
    ]
    for r in ORDER:
        account, cubes = ledger.railroad_account(r), ledger.cubes(r)
        # The cubes the TP will open with wait aside.
        aside = ledger.BOX if r == TP else ledger.BOARD
        holdings.append((account, ledger.certificates(r), box.CERTIFICATES[r]))
        holdings += [(account, cubes, box.CUBES[r] - LAID_OUT), (aside, cubes, LAID_OUT)]
    first = Seat(setup.options["first_bidder"])
    state = State(
        seats=seats,
        rulings=setup.rulings,
        ledger=ledger.Ledger.opened(holdings),
        atlas=setup.atlas,
        phase=Over(),
        active=first,
    )
    return auctions.initial(state, first)


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    if state.auction:
        return hammer.offers(state.auction, state.cash)
    if state.finished:
        return ()
    return (track.offer(state), ranch.offer(state), auctions.stock_offer(state), _nothing_offer(state))


def _nothing_offer(state: State) -> Offer:
    """A Decision without its actions. Stock: only where ruling `stock_without_bid` allows it."""
    refusals = {name: decisions.unavailable(state, name) or _must_bid(state, name) for name in TRACK_NAMES}
    choices = tuple(Choice(name, words, disabled=refusals[name]) for name, words in TRACK_NAMES.items())
    ends = (
        replace(decisions.end_field(state, DecideNothing, name), when={"track": name}) for name in TRACK_NAMES
    )
    return Offer(
        DecideNothing,
        state.active,
        say("No action"),
        (narrowed(DecideNothing, "track", choices=choices), *ends),
        help=say("A cube slides, and nothing else is done."),
    )


def _must_bid(state: State, name: str) -> Refusal | None:
    if name != "stock" or state.ruled("stock_without_bid", "allowed"):
        return None
    return Refusal("rule", say("A Stock Decision takes a first bid; choose another Decision"))


def check_facts(state: State, move: Move) -> None:
    """What a Decision has to know of the board: the length of its track, and of hexes what is printed there.

    :raises RuleError: `invalid` for what cannot be read or a name that is a near miss; `facts-needed`;
        `insufficient-funds` or `rule` where an offer has no words.
    """
    if not isinstance(move, Decision):
        return
    if isinstance(move, DecideTrack):
        west.check_named(move)
    wanted = [*decisions.asked(state, move)]
    if isinstance(move, DecideTrack):
        wanted += hexes.asked(state, move)
    if isinstance(move, DecideRanch) and move.hex:
        known_place(state.atlas, move.hex, at="hex", places="hexes")
    if wanted:
        labels = dict.fromkeys(label for need in wanted if isinstance(label := need["label"], Text))
        raise facts_needed(say("Please read from the board: {what}", what=tuple(labels)), wanted)
    if isinstance(move, DecideTrack):
        track.check_possible(state, move)


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule`, `insufficient-funds` or `invalid` for what an offer cannot express.
    """
    minutes = Minutes(state.changed(unable=()))
    if isinstance(state.phase, Bidding):
        auctions.bidding(minutes, state.phase, move)
    elif isinstance(state.phase, Deciding) and isinstance(move, Decision):
        _decide(minutes, move)
    else:
        raise not_now(say("That step is not on at the moment"))
    return minutes.played()


def _decide(minutes: Minutes[State], move: Decision) -> None:
    """The cube slides, what was decided is done, and events follow (Sequence of Play)."""
    decisions.slide(minutes, move)
    match move:
        case DecideStock():
            # Its auction ends the turn.
            auctions.decide_stock(minutes, move)
            return
        case DecideTrack():
            track.decide(minutes, move)
        case DecideRanch():
            ranch.decide(minutes, move)
        case DecideNothing():
            who, name = Who(move.seat), TRACK_NAMES[move.track]
            minutes.say("{who} slides the {track} cube and does nothing", who=who, track=name)
    _after_decision(minutes, move.track)


def _after_decision(minutes: Minutes[State], name: str) -> None:
    """Events, in order (Sequence of Play). The TP opens before General Dividends are looked at."""
    decisions.say_end(minutes, name)
    if minutes.state.opening_due():
        auctions.open_tp(minutes)
    else:
        turns.finish(minutes)


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: a changed income moves incomes, a length may show that two cubes stand in End."""
    minutes = Minutes(state.changed(atlas=atlas))
    tell(minutes, state.incomes(), minutes.state.incomes())
    turns.look_again(minutes)
    return minutes.played()
