"""Gulf, Mobile & Ohio, published by Rio Grande Games. Source: its rulebook, whose headings are cited where a rule is
coded."""

from companion.games.gulf_mobile_ohio import box, corrections, layout, play, state, tools, view
from companion.games.gulf_mobile_ohio.moves import MOVES
from companion.vocabulary.rules import Rules

RULES: Rules[state.State] = Rules(
    slug="gulf-mobile-ohio",
    name="Gulf, Mobile & Ohio",
    version=box.BOX["version"],
    least_players=box.BOX["players"]["least"],
    most_players=box.BOX["players"]["most"],
    railroads=box.RAILROADS,
    moves=MOVES,
    options=box.OPTIONS,
    rulings=box.RULINGS,
    facts=box.FACTS,
    shipped=box.SHIPPED,
    headings=box.BOX["headings"],
    setup=play.setup,
    offers=play.offers,
    check_facts=play.check_facts,
    play=play.play,
    learned=play.learned,
    corrected=corrections.corrected,
    figures=corrections.figures,
    view=view.view,
    settlement=view.settlement,
    canonical=state.canonical,
    lacks=box.lacks,
    tools=tools.TOOLS,
    setting_up=layout.setting_up,
    unseen=layout.unseen,
)
