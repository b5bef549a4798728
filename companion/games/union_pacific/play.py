"""What each phase offers, and how a move is carried out."""

from __future__ import annotations

from companion.atlas.known import Atlas, Change
from companion.games.union_pacific import building, dividends, leading, moves, preparation, turns
from companion.games.union_pacific.box import UP_TABLE, nth, odd_rows
from companion.games.union_pacific.state import Drawing, Revealing, State, Third, Turn
from companion.mechanisms.game_state import Over
from companion.vocabulary.minutes import Minutes, Played
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer
from companion.words.errors import not_now
from companion.words.text import joined, phrase, say
from companion.words.values import Railroad


def offers(state: State) -> tuple[Offer, ...]:
    """What may be done now, the likeliest seat first."""
    match state.phase:
        case Revealing():
            return turns.reveal_offers(state)
        case Turn(seat=seat):
            return building.offer(state, seat), turns.invest_offer(state, seat), turns.pass_offer(state, seat)
        case Drawing(seat=seat):
            return (building.draw_offer(state, seat),)
        case Third():
            return dividends.third_offers(state)
        case Over():
            return ()


def play(state: State, move: Move) -> Played[State]:
    """A move that `accept` has let through.

    :raises RuleError: `rule` for what an offer cannot express.
    """
    minutes = Minutes(state)
    match (state.phase, move):
        case (Revealing() as phase, moves.Reveal()):
            turns.reveal(minutes, phase, move)
        case (Turn(), moves.Build()):
            building.build(minutes, move)
        case (Turn(), moves.Invest()):
            turns.invest(minutes, move)
            leading.tell(minutes, state, move)
        case (Turn(), moves.PassTurn()):
            turns.pass_turn(minutes, move)
        case (Drawing() as phase, moves.DrawShare()):
            building.draw(minutes, phase, move)
        case (Third() as phase, moves.ThirdPlayer()):
            dividends.third_player(minutes, phase, move)
        case _:
            raise not_now(say("You can't do that now"))
    return minutes.played()


def sealed(state: State) -> frozenset[str]:
    """First investments are nobody else's to see before everybody has chosen (Preparation)."""
    return frozenset({moves.Reveal.TYPE.name}) if isinstance(state.phase, Revealing) else frozenset()


def learned(state: State, atlas: Atlas, changes: tuple[Change, ...]) -> Played[State]:
    """Facts became known: the box is counted anew, and an unlikely dividend is remarked upon, once for each reading."""
    minutes = Minutes(state.changed(atlas=atlas))
    for change in changes:
        if change.section == "companies":
            preparation.recount(minutes, Railroad(change.row))
    if read := {int(change.row) for change in changes if change.section == UP_TABLE.name}:
        before = odd_rows(state.atlas)
        for row, odd in odd_rows(atlas).items():
            if row in read or before.get(row) != odd:
                words = phrase("check the UP's {nth} dividend: {odd}")
                doubt = say(words, nth=nth(row), odd=odd)
                # whoever has it before them, before they confirm: beside the sums in short
                briefly = say("check the UP's {nth} dividend", nth=nth(row))
                minutes.say_late(doubt, own=joined([briefly, doubt]))
    return minutes.played()
