"""Texas & Pacific. Source: its rulebook, whose headings are cited where a rule is coded.

To be read in this order:

box         what is printed, and what a board may say: Game Components
moves       what a player may choose
state       what is tracked, and the figures that follow: incomes, dividends, hexes, ranches
play        Game Setup, what is offered, how a move is carried out, what only the table knows: Sequence of Play
auctions    Initial Auctions, Stock Decision, The Texas & Pacific Railroad Opens
decisions   the Decision Tracks: Available Decisions
track       Track Decision: Building Costs
hexes       the hexes that are built into, their incomes, and who can be there: Increase Railroad Income
west        Go West
ranch       Ranch Decision
turns       the end of a turn: General Dividends, End of Game
settling    what General Dividends pay, and who has won: of a table and of what is read out
correcting  what the host may correct
view        what is shown
tools       calculators without a table
"""

from companion.games.texas_pacific import box, correcting, hexes, play, state, tools, turns, view
from companion.games.texas_pacific.moves import MOVES
from companion.mechanisms.box_file import game_box
from companion.vocabulary.rules import Corrections, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=game_box(
        box.BOX,
        railroads=box.RAILROADS,
        facts=box.FACTS,
        shipped=box.SHIPPED,
        lacks=box.lacks,
        certificates=box.CERTIFICATES,
    ),
    play=Play(
        moves=MOVES,
        setup=play.setup,
        offers=play.offers,
        check_facts=play.check_facts,
        play=play.play,
        learned=play.learned,
        canonical=state.canonical,
        derived=state.derived,
        check_new=hexes.check_new,
    ),
    show=Show(view.view, turns.settlement, play.setting_up, play.unseen, tools.TOOLS, view.MEANINGS),
    correct=Corrections(correcting.figures, correcting.corrected, correcting.in_turn),
)
