"""Two Rivers: a small game of shares, to show how one is written for the companion."""

from companion.mechanisms.box_file import game_box
from companion.vocabulary.rules import Corrections, Play, Rules, Show
from two_rivers import correcting, moves, play, state, view

RULES: Rules[state.State] = Rules(
    box=game_box(moves.BOX, certificates=dict.fromkeys(moves.ORDER, state.SHARES)),
    play=Play(moves.MOVES, play.setup, play.offers, play.play),
    show=Show(view.view, view.settlement, play.setting_up, meanings=view.MEANINGS),
    correct=Corrections(correcting.figures, correcting.corrected, correcting.in_turn),
)
