"""The table document, offers and settlement, as plain data with texts in it. The border puts them into words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.documents.history import standing, was_on
from companion.table.table import Table
from companion.vocabulary.box import Unit
from companion.vocabulary.figures import Figure
from companion.vocabulary.ledger import BANK
from companion.vocabulary.minutes import S
from companion.vocabulary.offers import Choice, Offer, OfferField, Refusal
from companion.vocabulary.view import Settlement, View
from companion.words.errors import RuleError
from companion.words.text import Names, Text, say
from companion.words.values import Seat

PRACTICE = "practice"
"""The option that marks a copy to try things out, which everybody who looks at it must see; no host can set it."""
RECENT = 20
"""How many entries the table document carries."""
SEAT_COLOURS = ("#8c2f23", "#1f5fa8", "#2f7d4f", "#8a6412", "#6b4a9e", "#4b5358")


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as the table knows it, besides the game: who sits there, and their phone."""

    seat: Seat
    name: str
    colour: str
    claimed: bool
    connected: bool
    imaginary: bool = False

    @property
    def called(self) -> str | Text:
        """Its name; a word of the language where nobody sits there."""
        return Text(self.name) if self.imaginary else self.name


def table_document(
    table: Table,
    chairs: Sequence[Chair],
    *,
    code: str,
    version: int,
    options: Mapping[str, object],
    seat: Seat | None = None,
    hidden: frozenset[str] | None = None,
) -> dict[str, object]:
    """What every viewer sees alike; offers, requests and the viewer's own members are added for each.

    Where something is hidden (`View.hidden`, or the argument, for a dry run) it is the view from one `seat`; None: from
    none, as the host and the board see it.
    """
    view = table.view()
    hidden, seated = view.hidden if hidden is None else hidden, everybody(table, chairs)
    return {
        "code": code,
        "game": table.rules.box.slug,
        "game_name": game_name(table),
        "money": money_document(table.box.money),
        "version": version,
        "revision": table.revision,
        "status": view.status,
        "round": view.round,
        "step": view.step,
        "bank": _bank(table, view, hidden),
        "seats": [_seat(chair, view, hidden if chair.seat != seat else frozenset()) for chair in seated],
        "railroads": _railroads(table, view),
        "turn": _turn(view),
        "auction": view.auction,
        "end": _ends(view),
        "rulings": table.journal.lines[0].body["rulings"],
        "options": options,
        "panels": list(view.panels),
        **view.more,
        "redo": bool(table.journal.undone),
        **({PRACTICE: True} if options.get(PRACTICE) else {}),
    }


def game_name(table: Table) -> str | Text:
    """The game, and whose box is on the table where that is another one."""
    game, box = table.rules.box.called, table.box.name
    return with_box(game, box) if box else game


def with_box(game: str | Text, box: str) -> Text:
    """The same of a game and a box that are known by their names."""
    return say("{game}: {box}", game=game, box=box)


def money_document(unit: Unit) -> dict[str, str]:
    """How an amount of money is written."""
    return {"prefix": unit.prefix, "suffix": unit.suffix}


def everybody(table: Table, chairs: Sequence[Chair]) -> list[Chair]:
    """The chairs, and those at which nobody sits, once they take part."""
    taken = {chair.seat for chair in chairs}
    more = [
        (seat, name)
        for seat, name in table.nobodys.items()
        if seat in table.view().seats and seat not in taken
    ]
    colours = {seat: SEAT_COLOURS[(seat - 1) % len(SEAT_COLOURS)] for seat, _ in more}
    return [
        *chairs,
        *(Chair(seat, str(name), colours[seat], False, False, imaginary=True) for seat, name in more),
    ]


def _bank(table: Table, view: View, hidden: frozenset[str]) -> dict[str, object]:
    if hidden:
        return {"balance": None, "paper_total": view.paper_total, "short": False}
    balance = table.state.ledger.of(BANK)
    short = view.paper_total is not None and balance < 0
    return {"balance": balance, "paper_total": view.paper_total, "short": short}


def _seat(chair: Chair, view: View, hidden: frozenset[str]) -> dict[str, object]:
    shown = {
        "seat": chair.seat,
        "name": chair.called,
        "colour": chair.colour,
        "claimed": chair.claimed,
        "connected": chair.connected,
        **view.seats[chair.seat],
        "next_dividend": view.dividends.get(chair.seat),
        **dict.fromkeys(hidden),
    }
    return {**shown, "imaginary": True} if chair.imaginary else shown


def _railroads(table: Table, view: View) -> list[dict[str, object]]:
    return [
        {"id": info.id, "name": info.name, "colour": info.colour, **figures}
        for info, figures in zip((*table.box.railroads, *view.further), view.railroads, strict=True)
    ]


def _turn(view: View) -> dict[str, object]:
    return {
        "seat": view.to_act[0] if len(view.to_act) == 1 else None,
        "seats": list(view.to_act),
        "next": view.then,
        "railroad": view.railroad,
        "prompt": view.prompt,
    }


def _ends(view: View) -> list[dict[str, object]]:
    return [
        {
            "condition": end.condition,
            "progress": end.progress,
            "of": end.of,
            "counts": end.counts,
            "met": end.met,
        }
        for end in view.end
    ]


def offer_document(offer: Offer, field: Callable[[OfferField], object]) -> dict[str, object]:
    """One offer. field: shows each of its fields."""
    shown: dict[str, object] = {
        "type": offer.type,
        "seat": None if offer.host else offer.seat,
        "label": offer.label,
        "rule": offer.move.TYPE.rule,
        "fields": [field(each) for each in offer.fields if not each.unasked],
    }
    if sends := {
        each.name: each.default for each in offer.fields if each.unasked and each.default is not None
    }:
        shown["sends"] = sends
    if offer.help:
        shown["help"] = offer.help
    if offer.unchecked:
        # A page may have words of its own for it (`adjacency`); otherwise it shows these.
        shown["unchecked"] = [say(what) for what in offer.unchecked]
    if offer.aside:
        shown["aside"] = True
    if offer.anytime:
        shown["anytime"] = True
    if offer.confirm:
        shown["confirm"] = offer.confirm
    if offer.confirm_when:
        shown["confirm_when"] = offer.confirm_when
    if offer.apart:
        shown["apart"] = True
    if offer.terms:
        shown["terms"] = True
    if offer.tiles:
        shown["tiles"] = offer.tiles
    return shown


def unavailable_document(offer: Offer, why: Refusal) -> dict[str, object]:
    """An offer that cannot be taken up, and why."""
    return {"type": offer.type, "seat": offer.seat, "label": offer.label, "why": why.text}


def field_document(
    field: OfferField,
    sub: Callable[[OfferField], object],
    choices: Callable[[tuple[Choice, ...]], object],
) -> dict[str, object]:
    """One field of an offer. sub: shows each field of its rows; choices: shows those there are."""
    shown: dict[str, object] = {
        "name": field.name,
        "label": field.label,
        "kind": field.kind,
        "required": field.required,
    }
    optional = {
        "wanted": field.wanted,
        "default": field.default,
        "min": field.least,
        "max": field.most,
        "open": field.open or None,
        "asked": field.asked or None,
        "aside": field.aside or None,
        "faces": list(field.faces) or None,
        "help": field.help,
        "choices": choices(field.choices) if field.choices else None,
        "when": field.when,
        "fields": [sub(each) for each in field.fields if not each.unasked] or None,
        "needs": [{**need} for need in field.needs] or None,
    }
    shown.update({name: value for name, value in optional.items() if value is not None})
    return shown


def choice_document(choice: Choice) -> dict[str, object]:
    """One choice, with its hint, a warning or why it cannot be taken, and of a place what it is near to."""
    shown: dict[str, object] = {"value": choice.value, "label": choice.label}
    if choice.hint:
        shown["hint"] = choice.hint
    if choice.beware:
        shown["beware"] = choice.beware
    if choice.near:
        shown["near"] = [*choice.near]
    if choice.built:
        shown["built"] = [*choice.built]
    if choice.disabled:
        shown["disabled"] = choice.disabled.text
    return shown


def figures_document(table: Table) -> dict[str, object]:
    """All that the host may correct, as it stands now; the amount of hidden money is left out.

    :raises RuleError: `table-finished`.
    """
    if table.state.finished:
        raise RuleError("table-finished", say("The game is over; undo the last move to play on"))
    hidden = table.view().hidden
    shown = [
        figure_document(figure, hidden)
        for figure in table.rules.correct.figures(table.state)
        if figure.listed and not (hidden and figure.of == BANK)
    ]
    return {"revision": table.revision, "figures": shown}


def figure_document(figure: Figure[S], hidden: frozenset[str] = frozenset()) -> dict[str, object]:
    """A figure as the host may correct it. hidden: names of those that keep their amount to themselves."""
    shown: dict[str, object] = {
        "of": figure.of,
        "name": figure.name,
        "label": figure.label,
        "value": None if figure.name in hidden else figure.value,
        "min": figure.least,
        "max": figure.most,
    }
    if choices := figure.choices or tuple(enumerate(figure.called)):
        shown["choices"] = [{"value": value, "label": label} for value, label in choices]
    if figure.what:
        shown |= {"what": figure.what, "other": figure.other}
    if figure.names is not None:
        shown |= {"known": figure.names, "chosen": figure.chosen}
    return shown


def settlement_document(settled: Settlement, names: Names) -> dict[str, object]:
    """The settlement line by line with its formulas, best first."""
    return {
        "projected": settled.projected,
        "seats": [
            {
                "seat": payoff.seat,
                "name": names.get(payoff.seat, ""),
                "rank": payoff.rank,
                "winner": payoff.winner,
                "cash": payoff.cash,
                "lines": [
                    {
                        "railroad": line.railroad,
                        "label": line.label,
                        "formula": line.formula,
                        "amount": line.amount,
                    }
                    for line in payoff.lines
                ],
                "total": payoff.total,
                **({"decided": payoff.decided} if payoff.decided else {}),
            }
            for payoff in settled.payoffs
        ],
        "railroads": [
            {"railroad": railroad, "formula": formula, "per_share": each}
            for railroad, formula, each in settled.railroads
        ],
        "tie_break": settled.tie_break,
        "unit": settled.unit,
        **({"wins": settled.wins} if settled.wins else {}),
        **({"to_come": settled.to_come} if settled.to_come else {}),
        **({"ties": settled.ties} if settled.ties and any(one.decided for one in settled.payoffs) else {}),
    }


def settlement_of(table: Table, names: Names) -> dict[str, object]:
    """The settlement as everybody may see it: where money is hidden, nothing before the end."""
    if table.view().hidden:
        nothing = dict.fromkeys(("seats", "railroads", "tie_break"))
        unit = table.rules.show.settlement(table.state).unit
        return {"projected": True, "hidden": True, "unit": unit, **nothing}
    settled = table.rules.show.settlement(table.state)
    entered = {"entered": True} if was_on(standing(table)) else {}
    return {"hidden": False, **settlement_document(settled, {**names, **table.nobodys}), **entered}
