"""Prairie Railroads, by John Bohrer. Its rulebook's headings are cited where a rule is coded. In reading order:

- `box.toml`, `box`: what is printed on the parts and on the board, and what a table may choose (Game Parts);
- `phases`, `state`: what is to be done next, what the companion tracks, and every figure that follows from it
  (Determining a railroad's Value, Determining a railroad's Income);
- `moves`: what a player may enter;
- `play`: which moves each phase has, and which function carries them out (Sequence of Play);
- `setting_up`: the initial auctions and the free first segments (Setting Up The Game);
- `cards`: playing an action card (Action cards, Pay Dividends, Offer Stock); `turn`: whose turn comes next, and the
  end (Ending/Winning the Game, Final Payoff); `settling`: what a share is paid then, and who has won;
- `growth`: Discover Growth;
- `builders`: which railroad builds, and who decides; `track`: what it may reach, and building it (Construct Track);
- `view`: what is shown of a state; `correcting`: how the host puts it right; `tools`: sums without a table.
"""

from companion.games.prairie_railroads import (
    box,
    cards,
    correcting,
    play,
    setting_up,
    state,
    tools,
    track,
    view,
)
from companion.games.prairie_railroads.moves import MOVES
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
        moves=MOVES,
        setup=setting_up.setup,
        offers=play.offers,
        check_facts=track.check_facts,
        play=play.play,
        learned=play.learned,
        canonical=state.canonical,
        derived=state.derived,
    ),
    show=Show(
        view.view,
        view.settlement,
        setting_up.instructions,
        cards.unseen,
        tools.TOOLS,
        view.MEANINGS,
        state.State.city_incomes,
    ),
    correct=Corrections(correcting.figures, correcting.corrected, correcting.in_turn),
)
