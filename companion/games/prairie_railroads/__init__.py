"""Prairie Railroads, by John Bohrer. Source: its rulebook, whose headings are cited where a rule is coded."""

from companion.games.prairie_railroads import (
    box,
    correcting,
    layout,
    play,
    state,
    tools,
    track,
    view,
)
from companion.games.prairie_railroads.moves import MOVES
from companion.vocabulary.rules import Rules

RULES: Rules[state.State] = Rules(
    slug="prairie-railroads",
    name="Prairie Railroads",
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
    check_facts=track.check_facts,
    play=play.play,
    learned=play.learned,
    corrected=correcting.corrected,
    figures=correcting.figures,
    view=view.view,
    settlement=view.settlement,
    canonical=state.canonical,
    derived=state.derived,
    lacks=box.lacks,
    tools=tools.TOOLS,
    notes=box.NOTES,
    setting_up=layout.setting_up,
    unseen=layout.unseen,
)
