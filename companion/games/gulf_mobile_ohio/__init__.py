"""Gulf, Mobile & Ohio, published by Rio Grande Games. Source: its rulebook, whose headings are cited where a rule is
coded."""

from companion.games.gulf_mobile_ohio import box, correcting, layout, play, state, tools, view
from companion.games.gulf_mobile_ohio.moves import MOVES
from companion.mechanisms.box_file import game_box
from companion.vocabulary.rules import Corrections, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=game_box(box.BOX, railroads=box.RAILROADS, facts=box.FACTS, shipped=box.SHIPPED, lacks=box.lacks),
    play=Play(
        moves=MOVES,
        setup=play.setup,
        offers=play.offers,
        check_facts=play.check_facts,
        play=play.play,
        learned=play.learned,
        canonical=state.canonical,
    ),
    show=Show(
        view=view.view,
        settlement=view.settlement,
        setting_up=layout.setting_up,
        unseen=layout.unseen,
        tools=tools.TOOLS,
    ),
    correct=Corrections(
        figures=correcting.figures,
        corrected=correcting.corrected,
    ),
)
