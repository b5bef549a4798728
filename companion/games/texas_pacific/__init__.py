"""Texas & Pacific. Source: its rulebook, whose headings are cited where a rule is coded."""

from companion.games.texas_pacific import (
    box,
    correcting,
    layout,
    learning,
    others,
    play,
    settling,
    state,
    tools,
    view,
)
from companion.games.texas_pacific.moves import MOVES
from companion.vocabulary.rules import Rules

RULES: Rules[state.State] = Rules(
    slug="texas-pacific",
    name="Texas & Pacific",
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
    check_new=others.check_new,
    play=play.play,
    learned=learning.learned,
    corrected=correcting.corrected,
    figures=correcting.figures,
    view=view.view,
    settlement=settling.settlement,
    canonical=state.canonical,
    derived=state.derived,
    lacks=box.lacks,
    tools=tools.TOOLS,
    notes=box.NOTES,
    setting_up=layout.setting_up,
    unseen=layout.unseen,
)
