"""Gulf, Mobile & Ohio, published by Rio Grande Games. Source: its rulebook, whose headings are cited where a rule is
coded. In reading order:

- box: printed numbers and shares, from `box.toml` (Game Components).
- state: what lies on the table, and figures that come of it (Setup, Pay Dividends, End of Game).
- moves: what a player may do, field by field.
- play: set-up and packing up, whose offers are on, and who carries a move out (Setup, Sequence of Play).
- turn: the four actions, and when the game is over (Presidential Expansion, Pass, End of Game).
- sales: what an auction leads to (Charter a Railroad, Auction a Common Share, Pay Dividends).
- form: the form of an expansion, and what can be foreseen of a Charter.
- expansion: cubes, connections and points (Railroad Expansion).
- railroads: shares that come out of the stack, or go back (Making New Railroads Available).
- settling: who has won (End of Game).
- view: what is shown.
- correcting, consequences: what the host may set, and what comes of it.
- tools: calculators that need no table.
"""

from companion.games.gulf_mobile_ohio import box, correcting, play, state, tools, view
from companion.games.gulf_mobile_ohio.moves import MOVES
from companion.mechanisms.box_file import game_box
from companion.vocabulary.rules import Corrections, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=game_box(
        box.BOX,
        railroads=box.RAILROADS,
        facts=box.FACTS,
        shipped=box.SHIPPED,
        lacks=box.lacks,
        certificates=dict.fromkeys(box.NAMED, len(box.SHARES)),
    ),
    play=Play(
        moves=MOVES,
        setup=play.setup,
        offers=play.offers,
        check_facts=play.check_facts,
        play=play.play,
        learned=play.learned,
        canonical=state.canonical,
    ),
    show=Show(view.view, view.settlement, play.setting_up, play.unseen, tools.TOOLS, view.MEANINGS),
    correct=Corrections(correcting.figures, correcting.corrected, correcting.in_turn),
)
