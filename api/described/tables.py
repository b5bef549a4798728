"""The table document: of each game one, for its seats and railroads have members of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from api.described import shapes
from api.described.entries import AffectSchema, EntrySchema
from api.described.offers import OfferSchema, UnavailableSchema
from api.described.panels import panel
from api.schemas import titled
from companion.documents.table_document import PRACTICE
from companion.games import GAMES
from companion.service.creation import STARTED, common_options
from companion.service.shelf import DEMONSTRATION
from companion.vocabulary.box import Option
from companion.vocabulary.meanings import Meaning
from companion.vocabulary.rules import Rules


class MoneySchema(shapes.Closed):
    """How an amount of money is written in this game: all amounts are whole numbers of this unit."""

    prefix = shapes.text("Before the amount, such as `$`")
    suffix = shapes.text("After it, such as `M` where millions are counted")


class BankSchema(shapes.Closed):
    """The bank."""

    balance = shapes.whole(
        "Its paper money less what is in play, below zero when that has run short; null: money is hidden",
        maybe=True,
    )
    paper_total = shapes.whole("All the printed money; null: the rulebook does not say", maybe=True)
    short = shapes.flag("The printed money has run short")


class TurnSchema(shapes.Closed):
    """What is to be done next."""

    seat = shapes.seat("Whose turn it is; null: nobody's, or that of several", maybe=True)
    seats = shapes.several(shapes.seat(), "Everybody who is to act")
    next = shapes.seat("Who comes after them, as far as the rules know it", maybe=True)
    railroad = shapes.text("Which railroad it is about", maybe=True)
    prompt = shapes.text("What is to be done, for people")


class NeededSchema(shapes.Closed):
    """The price below which a sale comes to nothing."""

    amount = shapes.whole("In the table's money")
    words = shapes.text("What happens below it, for people")


class AuctionSchema(shapes.Closed):
    """The auction that is on."""

    railroad = shapes.text("Whose share is sold; null: something else", maybe=True)
    share = shapes.text("Which share, where a railroad has several kinds; else the railroad")
    style = shapes.text(among=("ascending", "once_around"))
    opener = shapes.seat("Who bids first")
    minimum = shapes.whole("The lowest first bid, in the table's money")
    least_bid = shapes.whole("What the next bid must be at least, in the table's money")
    high_bid = shapes.whole("The highest bid so far, in the table's money", maybe=True)
    high_seat = shapes.seat("Whose it is", maybe=True)
    to_act = shapes.seat("Who bids or passes now", maybe=True)
    affordable = shapes.named(shapes.whole(), "By seat: the most it can pay, in the table's money")
    passed = shapes.several(shapes.seat(), "Who is out of it")
    cannot_bid = shapes.several(shapes.seat(), "Who does not have enough money to stay in it")
    seller = shapes.seat("Who sells it; null: the railroad or the bank", maybe=True)
    pays_to = shapes.text("The account that the price goes to")
    needs = shapes.one(NeededSchema, "The price below which the sale comes to nothing", optional=True)
    spent = shapes.text("What the price is for, for people", optional=True)


class EndSchema(shapes.Closed):
    """Something that ends the game, and how near it is."""

    condition = shapes.text("For people")
    progress = shapes.whole("How far it has come", maybe=True)
    of = shapes.whole("How far it goes", maybe=True)
    counts = shapes.text('What the two figures count, such as "shares"; may be empty')
    met = shapes.flag()


class SeatRequestSchema(shapes.Closed):
    """A phone that asks for a seat that is on another phone."""

    id = shapes.text()
    seat = shapes.seat("Which seat it asks for")
    name = shapes.text("Whose")
    until = shapes.moment("When it lapses")
    pin = shapes.text("Two digits, which both phones show; for host and seats", optional=True)
    may_answer = shapes.flag("May this viewer say yes or no?", optional=True)


class YouSchema(shapes.Closed):
    """Who is looking."""

    role = shapes.text("By the key that was sent", among=("host", "seat", "join", "reader"))
    seat = shapes.seat("Of a seat's phone", maybe=True)
    limit = shapes.whole(
        "This seat's secret maximum in the auction that is on, in the table's money", optional=True
    )


class DamagedSchema(shapes.Closed):
    """The journal was changed from outside; nothing more is recorded."""

    revision = shapes.whole("The first line that is not as it was written")
    text = shapes.text("For people")


def _meant(meaning: Meaning) -> shapes.Field:
    """A member of a seat or a railroad, from the game's own description."""
    says = f"{meaning.words}, in the table's money" if meaning.kind == "money" else meaning.words
    match meaning.kind:
        case "money" | "count":
            return shapes.whole(says, maybe=meaning.maybe)
        case "seat":
            return shapes.seat(says, maybe=meaning.maybe)
        case "seats":
            return shapes.several(shapes.seat(), says)
        case "flag":
            return shapes.flag(says)
        case "word":
            among = (*meaning.among, *((None,) if meaning.maybe and meaning.among else ()))
            return shapes.text(says, among=among, maybe=meaning.maybe, optional=meaning.absent)
        case "numbers":
            return shapes.several(shapes.whole(), says)
        case "words":
            return shapes.several(shapes.text(among=meaning.among), says)
        case "counts":
            return shapes.named(shapes.whole(least=0), says, among=meaning.among)
        case "rows" | "row":
            raise TypeError("rows have a shape of their own: see `members`")


def members(of: str, meanings: Mapping[str, Meaning]) -> dict[str, shapes.Field]:
    """All members of a seat or a railroad. of: begins the names of what consists of several."""
    found = {}
    for name, meaning in meanings.items():
        if meaning.kind in ("rows", "row"):
            row = shapes.closed(
                f"{of}{name.title()}Row",
                f"One of them: {meaning.words[0].lower()}{meaning.words[1:]}.",
                members(f"{of}{name.title()}", meaning.each),
            )
            single = shapes.one(row, meaning.words, optional=meaning.absent)
            found[name] = single if meaning.kind == "row" else shapes.several(shapes.one(row), meaning.words)
        else:
            found[name] = _meant(meaning)
    return found


def _seat(rules: Rules[Any]) -> type[Schema]:
    shared = {
        "seat": shapes.seat(),
        "name": shapes.text("The player's"),
        "colour": shapes.text("As CSS writes it"),
        "claimed": shapes.flag("A phone has this seat"),
        "connected": shapes.flag("That phone is there"),
        "next_dividend": shapes.whole(
            "What its shares would be paid in all if the next dividend came now, in the table's money; null: the game "
            "cannot say",
            maybe=True,
        ),
        "imaginary": shapes.flag("Nobody sits there: a player the rules make up", optional=True),
    }
    name = f"{titled(rules)}Seat"
    return shapes.closed(
        name, f"A seat of {rules.box.name}.", {**shared, **members(name, rules.show.meanings.seat)}
    )


def _railroad(rules: Rules[Any]) -> type[Schema]:
    shared = {
        "id": shapes.text("Its letters"),
        "name": shapes.text("Its name in full"),
        "colour": shapes.text("Of its cubes, as CSS writes it"),
    }
    name = f"{titled(rules)}Railroad"
    return shapes.closed(
        name, f"A railroad of {rules.box.name}.", {**shared, **members(name, rules.show.meanings.railroad)}
    )


def _option(option: Option) -> shapes.Field:
    """An option as a table has it. A table of an earlier version may lack one that did not exist then."""
    match option.kind:
        case "seat_or_roll":
            return shapes.seat(f"{option.label}: which seat, chosen or drawn", optional=True)
        case "flag":
            return shapes.flag(option.label, optional=True)
        case "choice":
            return shapes.text(option.label, among=[value for value, _ in option.choices], optional=True)
        case "counts":
            says = f"{option.label}; null: nobody has said"
            return shapes.named(
                shapes.whole(), says, among=tuple(dict(option.counts)), maybe=True, optional=True
            )
        case "money":
            return shapes.whole(f"{option.label}, in the table's money", maybe=True, optional=True)
        case "dice":
            return shapes.several(shapes.whole(), option.label, optional=True)
        case "box":
            kinds: tuple[shapes.JsonType, ...] = ("string", "integer", "array", "object")
            return shapes.named(shapes.value(*kinds), f"{option.label}, in full", optional=True)


def _chosen(rules: Rules[Any]) -> dict[str, shapes.Field]:
    """What the table has chosen, by the game's own description."""
    rulings = {
        ruling.name: shapes.text(
            f"{ruling.rule}: what holds here", among=[value for value, _ in ruling.choices]
        )
        for ruling in rules.box.rulings
    }
    options = {option.name: _option(option) for option in (*rules.box.options, *common_options(rules))}
    options[PRACTICE] = shapes.flag("A copy, to try things out (see copyTable)", optional=True)
    options[STARTED.name] = shapes.flag("The host has tapped Start: nobody is waited for", optional=True)
    options[DEMONSTRATION] = shapes.flag("Bots play it, to be looked on (see watchEvening)", optional=True)
    says = f"How this table plays {rules.box.name}"
    return {
        "rulings": shapes.one(
            shapes.closed(f"{titled(rules)}Rulings", f"{says} where the rulebook is silent.", rulings)
        ),
        "options": shapes.one(
            shapes.closed(f"{titled(rules)}Options", f"{says}: what was chosen, or drawn.", options)
        ),
    }


OFFERED: Mapping[str, shapes.Field] = {
    "offers": shapes.several(shapes.one(OfferSchema), "To the viewer's seat; the host gets all"),
    "unavailable": shapes.several(
        shapes.one(UnavailableSchema), "What a player would look for among them, and why it is not there"
    ),
}
"""What can be done now."""
WAY_IN: Mapping[str, shapes.Field] = {
    "join_url": shapes.address(
        "What the table's QR says, for whoever has a key. A secret: it lets phones in", maybe=True
    ),
    "join_pin": shapes.text(
        "Six digits for a phone that cannot scan (see joinByDigits); null: no key was sent",
        maybe=True,
    ),
}
"""For phones that are to come."""
SELDOM: Mapping[str, shapes.Field] = {
    PRACTICE: shapes.flag("Only of a copy to try things out: true", optional=True),
    "at": shapes.whole("Only of an earlier moment: after which entry (`?at=`)", least=1, optional=True),
    "damaged": shapes.one(DamagedSchema, "Only where it is so", optional=True),
    "next_table": shapes.text(
        "Only once the host plays again: the new table's code (the way in: see readNextTable)",
        optional=True,
    ),
}
"""What few tables have."""


def table_schema(rules: Rules[Any]) -> type[Schema]:
    """The document of a table of this game, as one viewer sees it."""
    return shapes.closed(
        f"{titled(rules)}Table",
        f"A table of {rules.box.name}, as one viewer sees it.",
        {
            "code": shapes.text("The table's, in its address"),
            "game": shapes.always(rules.box.slug),
            "game_name": shapes.text(
                "As it stands on the box; what stands on none has words for each language, and the name of the"
                " table's own box behind them"
            ),
            "money": shapes.one(MoneySchema),
            "version": shapes.whole("Counts every visible change; the ETag, and the id of a stream's events"),
            "revision": shapes.whole("The last entry's number: what `expected_revision` means"),
            "status": shapes.text(among=("setup", "playing", "finished")),
            "round": shapes.whole("null: the game has no rounds", maybe=True),
            "step": shapes.text("What is to be done next, for programs"),
            "bank": shapes.one(BankSchema),
            "seats": shapes.several(shapes.one(_seat(rules))),
            "railroads": shapes.several(shapes.one(_railroad(rules))),
            "turn": shapes.one(TurnSchema),
            "auction": shapes.one(AuctionSchema, "null: none is on", maybe=True),
            **OFFERED,
            "end": shapes.several(shapes.one(EndSchema), "What ends the game"),
            **_chosen(rules),
            **members(f"{titled(rules)}Table", rules.show.meanings.table),
            "requests": shapes.several(
                shapes.one(SeatRequestSchema), "Phones that ask for a seat; null: no key was sent", maybe=True
            ),
            "panels": shapes.several(panel(), "The board view, what is looked at most first"),
            "recent": shapes.several(shapes.one(EntrySchema), "The last 20 entries, oldest first"),
            "you": shapes.one(YouSchema),
            "redo": shapes.flag("Something that was undone can be done again"),
            **WAY_IN,
            **SELDOM,
        },
    )


TABLES: Mapping[str, type[Schema]] = {rules.box.slug: table_schema(rules) for rules in GAMES}
"""By the game's slug."""


def any_table() -> shapes.Field:
    """The document of a table of whichever game."""
    return shapes.OneOf("Table", "game", TABLES)


class MadeSchema(shapes.Closed):
    """A move that was made, and the table after it; in a dry run the table as it would be, with the version it has
    now."""

    revision = shapes.whole("Its entry's; null: a dry run", least=1, maybe=True)
    entry = shapes.one(EntrySchema)
    table = any_table()


class UndoneSchema(MadeSchema):
    """The table as it was at an earlier revision."""

    vanishing = shapes.several(
        shapes.whole(), "The entries that no longer stand, in the order in which they stood"
    )


class AmendedSchema(MadeSchema):
    """An old entry was replaced, struck or preceded by another, and what followed was played anew."""

    differences = shapes.several(shapes.one(AffectSchema), "Every figure that it has changed")


class LimitedSchema(shapes.Closed):
    """A seat's secret maximum."""

    limit = shapes.whole("In the table's money; null: none", maybe=True)
    table = any_table()
