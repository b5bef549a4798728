"""Every answer by its name, as the routes declare it (`api/calls.py`)."""

from __future__ import annotations

from collections.abc import Mapping

from api.described import entries, games, keys, offers, results, shapes, tables
from api.described.boards import any_board
from api.described.calculators import reckoned_schema
from api.described.panels import panel
from api.described.problems import ProblemSchema
from api.tools import question
from companion.games import GAMES

_SCHEMAS = (
    games.GamesSchema,
    games.GameSchema,
    keys.CreatedSchema,
    keys.HostKeySchema,
    keys.JoinKeySchema,
    keys.SeatedSchema,
    keys.HandedOverSchema,
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
    results.SettlementSchema,
    results.ResultSchema,
    results.DiceSchema,
    results.FiguresSchema,
    results.SoFarSchema,
    results.PackingSchema,
    results.ExportSchema,
    ProblemSchema,
)
ANSWERS: Mapping[str, shapes.Field] = {
    "Table": tables.any_table(),
    "Board": any_board(),
    "Panel": panel(),
    **{schema.__name__.removesuffix("Schema"): shapes.one(schema) for schema in _SCHEMAS},
    **{
        f"{question(rules, tool)}Reckoned": shapes.one(reckoned_schema(tool, question(rules, tool)))
        for rules in GAMES
        for tool in rules.show.tools
    },
}
"""Each with the field that reads it."""
