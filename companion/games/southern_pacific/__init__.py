"""Southern Pacific, by John Bohrer. Source: its rulebook, whose headings are cited where a rule is coded.

To be read in this order, beside the rulebook:

- `box.toml`, `box`: what is printed, what is known of the board, rulings (Game Parts).
- `moves`, `phases`: every move, with its heading; what a table may be in the middle of.
- `state`: what lies on the table, and what follows from it, such as incomes (Initial Auctions, Pay Dividends).
- `play`: set-up, and what each move does in which phase (Setting Up The Game, Sequence of Play).
- `auctions`: the President's shares, and those a president offers; who presides (Initial Auctions, Offer Stock).
- `links`, `sales`: track that is built, and track that is bought (Initial Auctions, Build/Buy Track).
- `operation`: what a railroad does in its turn (Offer Stock, Pay Dividends).
- `bull`: the card, the last auctions of a round, the end (Bull Market Auction, Ending/Winning the Game).
- `settling`: who has won, and who comes first in a tie (Ending/Winning the Game).
- `view`: what is shown.
- `correcting`, `tools`: how the host sets a figure right; sums without a table.
"""

from companion.games.southern_pacific import box, correcting, moves, play, state, tools, view
from companion.mechanisms.box_file import game_box
from companion.vocabulary.rules import Corrections, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=game_box(
        box.BOX,
        railroads=box.RAILROADS,
        facts=box.FACTS,
        shipped=box.SHIPPED,
        lacks=box.lacks,
        certificates=dict.fromkeys(box.ORDER, box.SHARES),
    ),
    play=Play(
        moves=moves.MOVES,
        setup=play.setup,
        offers=play.offers,
        check_facts=play.check_facts,
        play=play.play,
        learned=play.learned,
        canonical=state.canonical,
        derived=state.derived,
    ),
    show=Show(view.view, view.settlement, play.setting_up, tools=tools.TOOLS, meanings=view.MEANINGS),
    correct=Corrections(correcting.figures, correcting.corrected, correcting.in_turn, correcting.lacking),
)
