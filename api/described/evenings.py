"""Evenings that are over, and what they say together."""

from __future__ import annotations

from api.described import shapes
from api.described.results import NamedGameSchema

RECORDS = ("longest", "shortest", "highest", "closest", "widest", "streak")
LACKING = "Earlier evenings that are still to be worked out: each call does some. 0 for somebody who may not see all"
EVERYTHING = "The sender is the admin, who sees every evening of this server and may remove people"


class EveningPlayerSchema(shapes.Closed):
    """Somebody who has played."""

    seat = shapes.seat()
    name = shapes.text("Somebody who was removed is called `N. N.` and the seat's number")
    colour = shapes.text("As CSS writes it; empty: the table has been deleted meanwhile")
    rank = shapes.whole("1 is best; equal ranks are shared", least=1)
    winner = shapes.flag()
    score = shapes.whole("In the settlement's unit")


class EveningSchema(shapes.Closed):
    """An evening that is over."""

    code = shapes.text("The table's")
    game = shapes.one(NamedGameSchema)
    started_at = shapes.moment("When the first entry was made")
    finished_at = shapes.moment("When the last entry was made")
    seconds = shapes.whole("How long it was played, without breaks of more than an hour", least=0)
    unit = shapes.text("Of the scores: $, or VP in a game that is won by points")
    winners = shapes.several(shapes.text(), "Also whoever nobody plays, such as an imaginary player")
    players = shapes.several(shapes.one(EveningPlayerSchema), "In seating order")


class EveningPageSchema(shapes.Closed):
    """A page of evenings. One that was imported again counts once."""

    items = shapes.several(shapes.one(EveningSchema), "Newest first")
    next = shapes.text("What to ask for as `before`; null: that was all", maybe=True)
    everything = shapes.flag(EVERYTHING)
    lacking = shapes.whole(LACKING, least=0)


class PlayerScoresSchema(shapes.Closed):
    """What somebody has reached in one game."""

    game = shapes.text("Its slug")
    games = shapes.whole(least=1)
    wins = shapes.whole(least=0)
    best = shapes.whole("In the game's unit")
    mean = shapes.whole("In the game's unit, rounded")
    least = shapes.whole("In the game's unit")


class PlayerStatisticsSchema(shapes.Closed):
    """Somebody's evenings. People are told apart by their names, small and capital letters alike."""

    name = shapes.text("As it was written last")
    games = shapes.whole(least=1)
    wins = shapes.whole("Shared ones too", least=0)
    placings = shapes.several(shapes.whole(least=0), "How often first, second, and so on")
    streak = shapes.whole("The most wins in a row", least=0)
    at_turn = shapes.whole("Mean seconds at turn in an evening; null: nobody knows", least=0, maybe=True)
    scores = shapes.several(shapes.one(PlayerScoresSchema), "Game by game")


class SpreadSchema(shapes.Closed):
    """Least, mean (rounded) and most."""

    least = shapes.whole()
    mean = shapes.whole()
    most = shapes.whole()


class AmountSchema(shapes.Closed):
    """How an amount of money is written."""

    prefix = shapes.text()
    suffix = shapes.text()


class GameStatisticsSchema(shapes.Closed):
    """A game's evenings."""

    game = shapes.text("Its slug")
    name = shapes.text("As it stands on the box")
    unit = shapes.text("Of its scores")
    money = shapes.one(AmountSchema, "How its amounts are written")
    evenings = shapes.whole(least=1)
    seconds = shapes.one(
        SpreadSchema,
        "How long it was played, without breaks of more than an hour, by evenings that were not already on when the "
        "companion joined them; 0: nobody knows",
    )
    scores = shapes.one(SpreadSchema, "Of everybody")


class EncounterSchema(shapes.Closed):
    """Two people who have played together."""

    one = shapes.text()
    other = shapes.text()
    games = shapes.whole(least=1)
    one_ahead = shapes.whole("How often `one` came before `other`", least=0)
    other_ahead = shapes.whole("The other way round", least=0)


class InvestmentSchema(shapes.Closed):
    """What somebody's certificates of one railroad have cost and brought in an evening."""

    game = shapes.text("Its slug")
    code = shapes.text("The table's")
    at = shapes.moment("When the evening ended")
    player = shapes.text()
    railroad = shapes.text()
    paid = shapes.whole("For certificates, also those sold since")
    received = shapes.whole("For holding or selling them, the settlement included")
    money = shapes.one(AmountSchema)


class InvestmentsSchema(shapes.Closed):
    """By what they brought beyond their cost: five of one game, or the first of each."""

    best = shapes.several(shapes.one(InvestmentSchema), "Those that brought more than they cost")
    worst = shapes.several(shapes.one(InvestmentSchema), "Those that brought less than they cost")


class RecordSchema(shapes.Closed):
    """What stands out."""

    record = shapes.text(
        "`longest` and `shortest` in seconds; `highest` score, `closest` and `widest` margin of the first before the "
        "second, in the game's unit; `streak`: most wins one after another",
        among=RECORDS,
    )
    game = shapes.text("Its slug; null: of all games", maybe=True)
    code = shapes.text("The table's; null: of several", maybe=True)
    at = shapes.moment("When the evening ended; null: of several", maybe=True)
    players = shapes.several(shapes.text(), "Whose it is: who won, or has the score")
    value = shapes.whole()


class MonthSchema(shapes.Closed):
    """How much was played in a month."""

    month = shapes.text("UTC", pattern=r"^\d{4}-\d\d$")
    evenings = shapes.whole(least=1)


class StatisticsSchema(shapes.Closed):
    """What the evenings say together. Practice tables and demonstrations do not count, and an import counts once."""

    evenings = shapes.whole(least=0)
    seconds = shapes.whole("How long they were played, all together", least=0)
    players = shapes.several(shapes.one(PlayerStatisticsSchema), "Those who won most come first")
    games = shapes.several(shapes.one(GameStatisticsSchema))
    head_to_head = shapes.several(shapes.one(EncounterSchema), "Those who met most often come first")
    investments = shapes.one(InvestmentsSchema)
    records = shapes.several(shapes.one(RecordSchema))
    months = shapes.several(shapes.one(MonthSchema), "The earliest first")
    everything = shapes.flag(EVERYTHING)
    lacking = shapes.whole(LACKING, least=0)


class ForgottenSchema(shapes.Closed):
    """A person was removed."""

    tables = shapes.whole("At how many tables, all of them over", least=1)
