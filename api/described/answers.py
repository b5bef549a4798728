"""Every answer by its name, as the routes declare it (`api/calls.py`)."""

from __future__ import annotations

from collections.abc import Mapping

from api.described import entries, evenings, games, keys, offers, results, shapes, tables
from api.described.boards import any_board
from api.described.boxes import BOX, BoxesSchema
from api.described.calculators import reckoned_schema, roll_schema
from api.described.panels import panel
from api.described.problems import ProblemSchema
from api.tools import question
from companion.games import GAMES

_SCHEMAS = (
    games.GamesSchema,
    games.GameSchema,
    games.HelpSchema,
    keys.CreatedSchema,
    keys.HostKeySchema,
    keys.JoinKeySchema,
    keys.FoundTableSchema,
    keys.NextTableSchema,
    keys.SeatedSchema,
    keys.HandedOverSchema,
    keys.PrivateNotesSchema,
    keys.AskedSchema,
    keys.AnsweredSchema,
    keys.AddressesSchema,
    keys.TablePageSchema,
    keys.WatchedSchema,
    tables.MadeSchema,
    tables.UndoneSchema,
    tables.AmendedSchema,
    tables.LimitedSchema,
    entries.JournalSchema,
    entries.ShortSchema,
    entries.PatchSchema,
    offers.MomentSchema,
    evenings.EveningPageSchema,
    evenings.StatisticsSchema,
    evenings.ForgottenSchema,
    results.SettlementSchema,
    results.TimeAtTurnSchema,
    results.ResultSchema,
    results.DiceSchema,
    results.FiguresSchema,
    results.SoFarSchema,
    results.PackingSchema,
    results.ExportSchema,
    BoxesSchema,
    BOX,
    ProblemSchema,
)
_RECKONED = {
    (name := question(rules, tool)): (tool, shapes.one(reckoned_schema(tool, name)))
    for rules in GAMES
    for tool in rules.show.tools
}
_ROLLED = {
    name: shapes.one(roll_schema(tool, name))
    for name, (tool, _) in _RECKONED.items()
    if tool.dice is not None
}
"""Of calculators with dice: a roll for all to see."""
ANSWERS: Mapping[str, shapes.Field] = {
    "Table": tables.any_table(),
    "Board": any_board(),
    "Panel": panel(),
    **{schema.__name__.removesuffix("Schema"): shapes.one(schema) for schema in _SCHEMAS},
    **{f"{name}Reckoned": reckoned for name, (_, reckoned) in _RECKONED.items()},
    **{f"{name}Roll": rolled for name, rolled in _ROLLED.items()},
    **{
        f"{name}Answer": shapes.Either(_RECKONED[name][1], rolled, required=True)
        for name, rolled in _ROLLED.items()
    },
    "RollForAll": shapes.Either(*_ROLLED.values(), required=True),
}
"""Each with the field that reads it."""
