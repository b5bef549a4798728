"""Gulf, Mobile & Ohio, published by Rio Grande Games. Source: its rulebook, whose headings are cited where a rule is
coded."""

from companion.games.gulf_mobile_ohio import box, corrections, layout, play, state, tools, view
from companion.games.gulf_mobile_ohio.moves import MOVES
from companion.vocabulary.rules import Box, Correct, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=Box(
        slug="gulf-mobile-ohio",
        name="Gulf, Mobile & Ohio",
        version=box.BOX["version"],
        least_players=box.BOX["players"]["least"],
        most_players=box.BOX["players"]["most"],
        railroads=box.RAILROADS,
        options=box.OPTIONS,
        rulings=box.RULINGS,
        facts=box.FACTS,
        shipped=box.SHIPPED,
        lacks=box.lacks,
        headings=box.BOX["headings"],
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
    show=Show(
        view=view.view,
        settlement=view.settlement,
        setting_up=layout.setting_up,
        unseen=layout.unseen,
        tools=tools.TOOLS,
    ),
    correct=Correct(
        figures=corrections.figures,
        corrected=corrections.corrected,
    ),
)
