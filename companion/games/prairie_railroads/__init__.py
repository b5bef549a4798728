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
from companion.vocabulary.rules import Box, Correct, Play, Rules, Show

RULES: Rules[state.State] = Rules(
    box=Box(
        slug="prairie-railroads",
        name="Prairie Railroads",
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
        check_facts=track.check_facts,
        play=play.play,
        learned=play.learned,
        canonical=state.canonical,
        derived=state.derived,
    ),
    show=Show(
        view=view.view,
        settlement=view.settlement,
        setting_up=layout.setting_up,
        unseen=layout.unseen,
        tools=tools.TOOLS,
    ),
    correct=Correct(
        figures=correcting.figures,
        corrected=correcting.corrected,
    ),
)
