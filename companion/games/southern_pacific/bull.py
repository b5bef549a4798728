"""The Bull Market: who gets the card, who offers shares, and whether the game is over."""

from __future__ import annotations

from companion.games.southern_pacific import auctions
from companion.games.southern_pacific.box import ORDER, SHARES
from companion.games.southern_pacific.moves import BullOffer, BullPass, RollCard
from companion.games.southern_pacific.phases import Bidding, BullMarket, CardTie
from companion.games.southern_pacific.state import State
from companion.mechanisms.dice import FACES
from companion.mechanisms.game_state import Over
from companion.vocabulary.board import Marker
from companion.vocabulary.minutes import NOTHING, Minutes
from companion.vocabulary.offers import Offer, called, narrowed, refused
from companion.words.text import Text, Who, counted, phrase, say
from companion.words.values import Seat, clockwise


def begin(minutes: Minutes[State]) -> None:
    """The player with the lowest cash receives the card (Bull Market Auction)."""
    state = minutes.state
    lowest = min(state.cash(seat) for seat in state.all_seats)
    tied = tuple(seat for seat in state.all_seats if state.cash(seat) == lowest)
    if len(tied) > 1:
        _break_tie(minutes, tied, lowest)
        return
    words = phrase("{who} has the least cash (${cash}) and takes the card")
    brief = say("Bull Market: {who} takes the card", who=Who(tied[0]))
    if state.card == tied[0]:
        words = phrase("{who} has the least cash (${cash}) and keeps the card")
        brief = say("Bull Market: {who} keeps the card", who=Who(tied[0]))
    # What the railroad did stands before it: a phone has no room for the reason as well, and the log has it.
    minutes.say_late(_least(words, tied, lowest), brief)
    _hand_over(minutes, tied[0])


def _break_tie(minutes: Minutes[State], tied: tuple[Seat, ...], lowest: int) -> None:
    """The tied player nearest to who has the card receives it; the first time whoever is president of the earliest
    railroad, and if none of them is, a ruling decides (Bull Market Auction; `bull_tie_later`, `bull_tie_first_none`).

    lowest: their cash, in dollars.
    """
    state = minutes.state
    least = _least(phrase("{who} have the least cash (${cash})"), tied, lowest)
    reasons, winner = [least], None
    earliest = next((railroad for railroad in ORDER if state.presidents[railroad] in tied), None)
    if state.card is not None:
        winner = _later_tie(state, state.card, tied)
    elif earliest is not None:
        winner = state.presidents[earliest]
        reasons.append(say("tie: {who} is president of the {r}", who=Who(winner), r=earliest))
    elif not state.ruled("bull_tie_first_none", "rolled"):
        first = state.presidents[ORDER[0]]
        winner = next(seat for seat in clockwise(state.seats, first) if seat in tied)
    if winner is None:
        minutes.say(least)  # why somebody rolls
        minutes.state = state.changed(phase=CardTie(tied))
        return
    for reason in reasons:
        minutes.say_late(reason, NOTHING)  # told large, who has the card is enough
    give_card(minutes, winner)


def _least(words: str, tied: tuple[Seat, ...], lowest: int) -> Text:
    return say("Bull Market: {least}", least=say(words, who=tuple(map(Who, tied)), cash=lowest))


def _later_tie(state: State, holder: Seat, tied: tuple[Seat, ...]) -> Seat:
    """The tied player nearest to the left of the holder (ruling `bull_tie_later`)."""
    around = clockwise(state.seats, holder)
    if state.ruled("bull_tie_later", "holder_first"):
        around = (holder, *around)
    return next(seat for seat in around if seat in tied)


def tie_offers(state: State, phase: CardTie) -> tuple[Offer, ...]:
    """Any of the tied players rolls; the first is asked."""
    words, dice = say("Roll for the Bull Market card"), (narrowed(RollCard, "dice"),)
    tip = say("The die picks one of {who}, numbered in this order.", who=tuple(map(Who, phase.tied)))
    return tuple(Offer(RollCard, seat, words, dice, help=tip) for seat in phase.tied)


def roll(minutes: Minutes[State], phase: CardTie, move: RollCard) -> None:
    """Each tied player has the same number of faces; a face that is nobody's is rolled again."""
    assert move.dice is not None
    face, number = move.dice[0], len(phase.tied)
    if face > FACES - FACES % number:
        minutes.say("No player has a {face}: roll again", face=face)
        return
    winner = phase.tied[(face - 1) % number]
    minutes.say("{who} has the {face}", face=face, who=Who(winner))
    give_card(minutes, winner)


def give_card(minutes: Minutes[State], seat: Seat) -> None:
    """It is told who has the card."""
    minutes.say("{who} has the Bull Market card", who=Who(seat))
    _hand_over(minutes, seat)


def _hand_over(minutes: Minutes[State], seat: Seat) -> None:
    """The card moves; then each player once may offer a share, beginning with its holder."""
    if (old := minutes.state.card) != seat:
        minutes.goes(Marker("card", old, seat, _card, "move_card"), own=_own_card(old), seat=seat)
    minutes.state = minutes.state.changed(card=seat)
    go_on(minutes, (seat, *clockwise(minutes.state.seats, seat)[:-1]))


def _card(old: int | None, new: int | None) -> Text:
    if new is None:
        return say("Put the Bull Market card beside the board")
    if old is None:
        return say("{who} takes the Bull Market card", who=Who(Seat(new)))
    return say("{who} takes the Bull Market card from {old}", who=Who(Seat(new)), old=Who(Seat(old)))


def _own_card(old: Seat | None) -> Text:
    if old is None:
        return say("Take the Bull Market card")
    return say("Take the Bull Market card from {old}", old=Who(old))


def go_on(minutes: Minutes[State], waiting: tuple[Seat, ...]) -> None:
    """The next player's offer; when all have had theirs, or no share is left, the round is over."""
    if waiting and minutes.state.shares_left():
        minutes.state = minutes.state.changed(phase=BullMarket(waiting))
        return
    if waiting and minutes.state.without_cubes():
        minutes.say("no unsold shares left")
    _end_round(minutes)


def offers(state: State, phase: BullMarket) -> tuple[Offer, ...]:
    """One unsold share of any railroad, or none."""
    seat, sold_out = phase.waiting[0], refused("All its {n} shares are sold", n=SHARES)
    unsold = {railroad: state.unsold(railroad) for railroad in ORDER}
    choices = tuple(
        called(r, say("{n} unsold", n=n), disabled=None if n else sold_out) for r, n in unsold.items()
    )
    railroads, tip = (narrowed(BullOffer, "railroad", choices=choices),), say("Once around; you bid last.")
    return (
        Offer(BullOffer, seat, say("Offer a share"), railroads, help=tip),
        Offer(BullPass, seat, say("Offer nothing"), confirm=say("Offer nothing")),
    )


def offer_share(minutes: Minutes[State], phase: BullMarket, move: BullOffer) -> None:
    """Once around: the seat to the left of the offerer bids first, the offerer last (Bull Market Auction)."""
    state, offerer = minutes.state, phase.waiting[0]
    minutes.say("{who} offers a share of the {r}", who=Who(offerer), r=move.railroad)
    auction = state.auctioned(move.railroad, clockwise(state.seats, offerer)[0], auctions.NO_MINIMUM, offerer)
    minutes.state = state.changed(phase=Bidding(auction, "bull", waiting=phase.waiting[1:]))


def offer_nothing(minutes: Minutes[State], phase: BullMarket, move: BullPass) -> None:
    """The next player may offer a share."""
    minutes.say("{who} offers nothing", who=Who(move.seat))
    go_on(minutes, phase.waiting[1:])


def _end_round(minutes: Minutes[State]) -> None:
    """The game ends with a round in which cubes or shares ran out (Ending/Winning the Game)."""
    state = minutes.state
    out = state.without_cubes()
    if not out and state.shares_left():
        auctions.begin_round(minutes)
        return
    cubes = counted(
        "the {r} has no cube left: the game is over",
        "the {r} have no cube left: the game is over",
        n=len(out),
        r=out,
    )
    minutes.say(cubes if out else say("all shares are sold: the game is over"))
    minutes.state = state.changed(phase=Over())
