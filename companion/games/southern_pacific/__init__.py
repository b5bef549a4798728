"""Southern Pacific, by John Bohrer. Source: its rulebook, whose headings are cited where a rule is coded."""

from companion.games.southern_pacific import (
    box,
    correcting,
    layout,
    play,
    state,
    tools,
    view,
)
from companion.games.southern_pacific.moves import MOVES
from companion.vocabulary.rules import Box, Correct, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=Box(
        slug="southern-pacific",
        name="Southern Pacific",
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
        notes=box.NOTES,
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
    ),
    show=Show(
        view=view.view,
        settlement=view.settlement,
        setting_up=layout.setting_up,
        tools=tools.TOOLS,
    ),
    correct=Correct(
        figures=correcting.figures,
        corrected=correcting.corrected,
    ),
)
