"""Union Pacific, by Alan R. Moon. Source: its rulebook, whose headings are cited where a rule is coded.

In reading order:

- `box`: what is printed on the parts (with `box.toml`), and what a table chooses.
- `moves`, `state`: what a player can do; what lies on the table and what follows from it.
- `preparation`: Preparation, Dividend card variant; what follows of the share deck; and packing up.
- `play`: which phase offers what, and who carries it out.
- `turns`: Playing the game, Play one or more share cards, Discard a track card; the first investments; and passing.
- `building`: Building track, Select a company/train, Draw a share card.
- `dividends`: Dividend payments, those of the Union Pacific, and their special considerations; Game end; Special rules
  for playing with two players.
- `settling`: what the dividends brought each player, and who has won (Game end).
- `view`, `tools`: what is shown, the settlement, calculators.
- `correcting`: the host says how it is on the table.
"""

from companion.games.union_pacific import box, building, correcting, dividends, play, preparation, state, view
from companion.games.union_pacific.moves import MOVES
from companion.games.union_pacific.tools import TOOLS
from companion.mechanisms.box_file import game_box
from companion.vocabulary.rules import Corrections, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=game_box(
        box.BOX,
        railroads=box.RAILROADS,
        facts=box.FACTS,
        shipped=box.SHIPPED,
        lacks=box.lacks,
        certificates={r: box.printed(box.SHIPPED, r, "shares") for r in box.ALL},
    ),
    play=Play(
        moves=MOVES,
        setup=preparation.setup,
        offers=play.offers,
        check_facts=dividends.check_facts,
        play=play.play,
        learned=play.learned,
        canonical=state.canonical,
        derived=state.derived,
        check_new=building.check_new,
        sealed=play.sealed,
    ),
    show=Show(view.view, view.settlement, preparation.setting_up, preparation.unseen, TOOLS, view.MEANINGS),
    correct=Corrections(correcting.figures, correcting.corrected, correcting.in_turn),
)
