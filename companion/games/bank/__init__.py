"""The bank alone: money, certificates, tracks and the minutes, without turns; for any game with money. What it does is
written down in `docs/bank.md`, whose headings are cited where a rule is coded.

In reading order:

- `box`, `boxes`, `form`: what a table chooses (with `box.toml`), and a box of its own: Boxes.
- `moves`, `state`: what anybody can do; who has what.
- `payments`: payments, requests, trades.
- `dividends`, `lots`, `ending`: dividends; auctions; tracks, dice and the end.
- `offering`, `play`: what is open to whom, and who carries it out.
- `view`: what is shown, and who has won.
- `correcting`: the host says how it is on the table.
"""

from companion.games.bank import box, boxes, correcting, dividends, offering, payments, play, state, view
from companion.games.bank.form import FORM
from companion.games.bank.moves import MOVES
from companion.mechanisms.box_file import game_box
from companion.vocabulary.rules import Corrections, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=game_box(box.BOX, form=FORM),
    play=Play(
        moves=MOVES,
        setup=state.setup,
        offers=offering.offers,
        check_facts=play.check_facts,
        play=play.play,
        check_new=payments.check_new,
        meant=play.meant,
        off=payments.off,
        entered=play.entered,
        has_turns=False,
        boxed=boxes.boxed,
        resolved=play.resolved,
    ),
    show=Show(
        view.view, view.settlement, tools=dividends.TOOLS, meanings=view.meanings(), at_table=view.at_table
    ),
    correct=Corrections(correcting.figures, correcting.corrected),
)
