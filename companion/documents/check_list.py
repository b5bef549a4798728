"""The whole position as lines to check against the real table, each figure once, with the tracked figure it shows.

A panel says which figure stands where (`vocabulary.panels`), and a figure that has a line already gets no other. What a
panel shows without naming a figure is worked out from others, so nobody has to check it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.documents.check_cells import (
    account_of,
    by_name,
    hinted,
    in_pieces,
    is_somebody,
    is_untouched,
    lying,
    names_shares,
    says,
    stands_for,
)
from companion.vocabulary.figures import TABLE, Figure
from companion.vocabulary.ledger import BANK, BOX, Account
from companion.vocabulary.minutes import S
from companion.words.text import Text

CheckLine = dict[str, Any]
Document = Mapping[str, Any]

MARKERS = "tracks"
"""The member of what the bank moves: a line is called as the column of each."""
ASIDE = frozenset(
    {
        "id", "name", "colour", "seat", "claimed", "connected", "imaginary", "worth", "shares", "dividend_now",
        "next_dividend", "dividend_so_far", "min_bid", "controllers", "common_holders", "shares_total", "start_cities",
        "bonus", "chartered", "common_sold", MARKERS,
    }
)  # fmt: skip
"""Of a railroad or a seat: what is shown elsewhere, is printed, follows from other figures, or lies on no table."""
MONEY = frozenset({"cash", "treasury", "income", "value", "charter_side"})
"""Members that are amounts, where no game tracks them otherwise."""
DOLLAR = "$"
COUNTED_ASIDE = frozenset({"cash"})
"""Members that have a line even where they are hidden: their owner counts them and puts them aside."""
Tracked = Mapping[tuple[Account, str], Figure[Any]]
"""Figures by whose they are and their name, and by the member of the document that lists what is so."""


@dataclass(frozen=True, slots=True)
class _Head:
    """Whose lines they are: a railroad's or a seat's."""

    railroad: str | None = None
    seat: int | None = None

    @property
    def account(self) -> Account:
        return Account(f"railroad:{self.railroad}" if self.railroad else f"seat:{self.seat}")

    def has(self, shown: Mapping[str, Any]) -> bool:
        """Is this cell, marker or item about it?"""
        if self.railroad:
            return shown.get("railroad") == self.railroad
        return shown.get("seat") == self.seat


def check_list(document: Document, figures: Iterable[Figure[S]]) -> list[dict[str, Any]]:
    """Sections of lines for the table, each railroad, each seat and each panel; those without lines are left out.

    document: the table document of whoever reads it, so that what is hidden from them stays so.
    A line is called by its `label`, or it is the member `name` of the document; `of` and `figure` are as in a
    correction, where the line is a figure that can be corrected.
    """
    tracked: dict[tuple[Account, str], Figure[S]] = {}
    for figure in figures:
        called = (figure.name, figure.name.removesuffix("."), figure.member)
        tracked |= {(figure.of, each): figure for each in called if each}
    panels = [panel for panel in document["panels"] if not panel.get("computed")]
    heads = [
        *((_Head(railroad=railroad["id"]), railroad) for railroad in document["railroads"]),
        *((_Head(seat=seat["seat"]), seat) for seat in document["seats"]),
    ]
    sections = [
        {"name": "table", "lines": _of_table(document, panels, tracked)},
        *(_section_of(document, panels, tracked, head, members) for head, members in heads),
        *(
            {"name": f"panel:{panel['name']}", "title": panel["title"], "lines": list(_of_panel(panel))}
            for panel in panels
        ),
    ]
    return [
        {**section, "lines": [_correctable(line, tracked) for line in section["lines"]]}
        for section in sections
        if section["lines"]
    ]


def _correctable(line: CheckLine, tracked: Tracked) -> CheckLine:
    """The line, with the figure it is only if that can be corrected: it is not where another number lies there."""
    figure = tracked.get((line["of"], line["figure"])) if "figure" in line else None
    if figure and figure.lies in (None, figure.value):
        return line
    return {name: value for name, value in line.items() if name not in ("of", "figure")}


def _line(
    *values: Mapping[str, Any] | None,
    name: str = "",
    label: Mapping[str, Any] | None = None,
    of: str | None = None,
    figure: str | None = None,
) -> CheckLine:
    """label, values: what stands there, each like a panel's cell; `of` a number: out of how many."""
    shown: CheckLine = {"name": name} if label is None else {"label": label}
    shown["values"] = [value for value in values if value]
    return {**shown, "of": of, "figure": figure} if of and figure else shown


# --- of the table ------------------------------------------------------------------------------------


def _of_table(document: Document, panels: Sequence[Document], tracked: Tracked) -> list[CheckLine]:
    shown = {stands_for(panel) for panel in panels}
    asks = document["turn"]["prompt"] if document["status"] != "finished" else None
    lines = [_line({"text": asks}, name="turn", of=TABLE, figure="turn")] if asks else []
    if document["round"] is not None and (TABLE, "round") not in shown:
        lines.append(_line({"number": document["round"]}, name="round", of=TABLE, figure="round"))
    if (auction := document["auction"]) is not None:
        lines += _of_auction(auction)
    bank = document["bank"]
    if bank["paper_total"] is not None and bank["balance"] is not None:
        balance = {"number": lying(tracked.get((BANK, "balance")), bank["balance"]), "unit": DOLLAR}
        lines.append(_line(balance, name="bank", of=BANK, figure="balance"))
    return lines + [_alone(panel) for panel in panels if _is_alone(panel)]


def _of_auction(auction: Mapping[str, Any]) -> Iterator[CheckLine]:
    if auction.get("railroad"):
        yield _line({"text": auction["railroad"]}, name="auction")
    if auction.get("high_seat"):
        high = {"number": auction["high_bid"], "unit": DOLLAR}
        yield _line(high, {"seat": auction["high_seat"]}, name="high-bid")
    if auction.get("passed"):
        yield _line(*({"seat": seat} for seat in auction["passed"]), name="passed")


def _is_alone(panel: Document) -> bool:
    """A card, a meter of a figure, or a track with one marker that is nobody's: each is one thing of the table."""
    if panel["kind"] == "track":
        return len(panel["markers"]) == 1 and not is_somebody(panel["markers"][0])
    return panel["kind"] == "card" or (panel["kind"] == "meter" and stands_for(panel) is not None)


def _alone(panel: Document) -> CheckLine:
    """It is a line of the table: how much, whose, or how far what a player does has come, and not what that means."""
    if panel["kind"] == "track":
        value = _space(panel, panel["markers"][0])
    elif panel["kind"] == "meter":
        value = _of(panel["progress"], panel["of"])
    elif panel["seat"] is None or panel.get("account") == TABLE:
        value = {"text": panel["text"]}
    else:
        value = {"seat": panel["seat"]}
    return _line(value, label={"text": panel["title"]}, of=panel.get("account"), figure=panel.get("figure"))


def _of(number: int, most: int | None) -> dict[str, Any]:
    return {"number": number, "of": most} if most else {"number": number}


# --- of a railroad, of a player ----------------------------------------------------------------------


def _section_of(
    document: Document,
    panels: Sequence[Document],
    tracked: Tracked,
    head: _Head,
    members: Mapping[str, Any],
) -> dict[str, Any]:
    """Its figures in the document, who has its shares, and what the panels tell of it besides."""
    listed = [line for panel in panels if panel["kind"] == "list" for line in _listed(panel, head)]
    figures = {line.get("figure") for line in listed}
    alone = {stands_for(panel) for panel in panels if _is_alone(panel)}
    one_by_one = (head.account, "president") in tracked  # each of its shares has a holder of its own
    members = {name: lying(tracked.get((head.account, name)), value) for name, value in members.items()}
    lines = [
        line
        for name, value in members.items()
        if name not in ASIDE
        and (head.account, name) not in alone
        and not _is_elsewhere(tracked, head.account, name)
        and not (value == 0 and is_untouched(members))
        and (line := _of_member(tracked, head, name, value, members))
        and not (line.get("figure") in figures and in_pieces(value))
    ]
    if head.seat and not names_shares(members):
        lines.append(_shares(panels, head, members))
    elif head.railroad and not one_by_one:
        lines.append(_holders(document, panels, head))
    figures |= {line.get("figure") for line in lines}
    aside = {
        tracked[head.account, each].name if (head.account, each) in tracked else each
        for name, value in members.items()
        if name != MARKERS
        for each in _figures(name, value)
    }
    for panel in panels:
        more = [line for line in _beside(panel, head, one_by_one) if not _is_told(line, figures, aside)]
        figures |= {line.get("figure") for line in more}
        lines += more
    lines = [line for line in (*lines, *listed) if line["values"]]
    return {"name": head.account, "title": members["name"], **_named(head), "lines": lines}


def _is_elsewhere(tracked: Tracked, of: Account, name: str) -> bool:
    """Is it said by another line: what the host cannot change follows from others, and of a pool that several draw on
    the table tells?"""
    figure = tracked.get((of, name))
    pools = (each for account, each in tracked if account in (TABLE, BOX))
    return not figure.listed if figure else any(each.startswith(f"{name}.") for each in pools)


def _is_told(line: CheckLine, figures: set[str | None], aside: set[str]) -> bool:
    """Has this figure a line already? A number of what has none is left aside on purpose; words may say more."""
    figure = line.get("figure")
    return figure in figures or (figure in aside and "number" in line["values"][0])


def _named(head: _Head) -> dict[str, Any]:
    return {"railroad": head.railroad} if head.railroad else {"seat": head.seat}


def _of_member(
    tracked: Tracked, head: _Head, name: str, value: Any, members: Mapping[str, Any]
) -> CheckLine | None:
    if name == "shares_unsold" and value is not None:
        values = [_of(value, members["shares_total"])]
        # Where railroads have no treasury, nobody buys of them: unsold shares are in hands and decks.
        called = "shares_apart" if members.get("treasury") is None else name
    else:
        values, called = list(_values(tracked, head.account, name, value)), name
    figure = _tracked_as(tracked, head.account, name, value)
    return _line(*values, name=called, of=head.account, figure=figure) if values else None


def _values(tracked: Tracked, of: Account, name: str, value: Any) -> Iterator[dict[str, Any]]:
    """What stands there of a member of the document; nothing where there is nothing to check."""
    if value is None:
        if name in COUNTED_ASIDE:
            yield {"hidden": True}
    elif name == "president":
        yield {"seat": value}
    elif isinstance(value, bool):
        if value:
            yield {"yes": True}
    elif isinstance(value, int):
        yield {"number": value, "unit": DOLLAR} if name in MONEY else {"number": value}
    elif isinstance(value, Mapping):
        kinds = {kind: tracked.get((of, f"{name}.{kind}")) for kind in value}
        yield from _kinds(value, {kind: figure.label for kind, figure in kinds.items() if figure})
    elif isinstance(value, list | tuple):
        named = (item.get("label") if isinstance(item, Mapping) else item for item in value)
        yield from ({"text": item} for item in named if item is not None)
    else:
        yield {"word": value}


def _kinds(value: Mapping[str, Any], called: Mapping[str, Text]) -> Iterator[dict[str, Any]]:
    if "label" in value:
        yield {"text": value["label"]}
        return
    counts = ((kind, count) for kind, count in value.items() if isinstance(count, int))
    yield from ({"text": called.get(kind, kind), "number": count} for kind, count in counts)


def _tracked_as(tracked: Tracked, of: Account, name: str, value: Any) -> str | None:
    """The figure that a member of the document is; of several kinds the first."""
    return next((tracked[of, each].name for each in _figures(name, value) if (of, each) in tracked), None)


def _figures(name: str, value: Any) -> list[str]:
    """What a member of the document may be tracked as: as it is called, or kind by kind."""
    return [name, *(f"{name}.{kind}" for kind in (value if isinstance(value, Mapping) else ()))]


def _holders(document: Document, panels: Sequence[Document], head: _Head) -> CheckLine:
    held = [(seat, n) for seat in document["seats"] if (n := (seat["shares"] or {}).get(head.railroad))]
    values = [
        {"seat": seat["seat"], "number": n} | _met(panels, head, _Head(seat=seat["seat"])) for seat, n in held
    ]
    of = _Head(seat=held[0][0]["seat"]).account if held else None
    return _line(*values, name="holders", of=of, figure=f"shares.{head.railroad}")


def _shares(panels: Sequence[Document], head: _Head, members: Mapping[str, Any]) -> CheckLine:
    held = [(railroad, n) for railroad, n in (members["shares"] or {}).items() if n]
    values = [{"text": item, "number": n} | _met(panels, head, _Head(railroad=item)) for item, n in held]
    return _line(*values, name="shares", of=head.account, figure=f"shares.{held[0][0]}" if held else None)


def _met(panels: Sequence[Document], head: _Head, other: _Head) -> dict[str, Any]:
    """What a table of figures adds where a player's line meets a railroad's: who presides, who came first."""
    for panel in panels:
        if panel["kind"] != "grid":
            continue
        for row in panel["rows"]:
            for column, cell in zip(panel["columns"], row["cells"], strict=True):
                meets = (head.has(row["head"]) and other.has(column)) or (
                    other.has(row["head"]) and head.has(column)
                )
                if meets and cell.get("hint") is not None:
                    return hinted(cell["hint"])
    return {}


# --- of the panels -----------------------------------------------------------------------------------


def _beside(panel: Document, head: _Head, one_by_one: bool) -> Iterator[CheckLine]:
    """Figures of one railroad or seat that a panel shows; `one_by_one`: also who has its shares."""
    if panel["kind"] == "grid":
        yield from _of_row(panel, head, one_by_one)
    elif panel["kind"] == "bars":
        for bar in panel["bars"]:
            shown, figure = bar["head"], bar["head"].get("figure", panel.get("figure"))
            if head.has(shown) and figure:
                value, of = _of(bar["number"], bar["of"]), shown.get("account", head.account)
                yield _line(value, label={"text": panel["title"]}, of=of, figure=figure)
    elif panel["kind"] == "track" and panel.get("figure"):
        for marker in panel["markers"]:
            if head.has(marker):
                of = panel.get("account", head.account)
                yield _line(
                    _space(panel, marker), label={"text": panel["title"]}, of=of, figure=panel["figure"]
                )


def _of_row(panel: Document, head: _Head, one_by_one: bool) -> Iterator[CheckLine]:
    row = next((row for row in panel["rows"] if head.has(row["head"])), None)
    for column, cell in zip(panel["columns"], row["cells"] if row else (), strict=bool(row)):
        figure = cell.get("figure", column.get("figure"))
        if not figure or "railroad" in column or "seat" in column:
            continue
        if not (one_by_one if "seat" in cell else says(cell)):
            continue
        of = cell.get("account", head.account)
        yield _line(cell, label=column, of=of, figure=figure)


def _listed(panel: Document, head: _Head) -> Iterator[CheckLine]:
    """Items about a railroad, such as its track."""
    for item in panel["items"]:
        if head.railroad and head.has(item) and item.get("text") is not None:
            value = {name: said for name, said in item.items() if name != "railroad"}
            of = item.get("account", head.account)
            yield _line(value, label={"text": panel["title"]}, of=of, figure=item.get("figure"))


def _of_panel(panel: Document) -> Iterator[CheckLine]:
    """What lies on the table beside railroads and players."""
    if panel["kind"] == "list":
        for item in sorted(panel["items"], key=by_name):
            if not item.get("computed") and not ("railroad" in item and "text" in item):
                yield _line(label=item, of=account_of(item), figure=item.get("figure"))
    elif panel["kind"] == "bars":
        for bar in panel["bars"]:
            if not is_somebody(shown := bar["head"]):
                figure = shown.get("figure", panel.get("figure"))
                yield _line(
                    _of(bar["number"], bar["of"]), label=shown, of=shown.get("account"), figure=figure
                )
    elif panel["kind"] == "track" and not _is_alone(panel):
        for marker in panel["markers"]:
            if not is_somebody(marker):
                of, figure = panel.get("account"), panel.get("figure")
                yield _line(_space(panel, marker), label={"text": marker["text"]}, of=of, figure=figure)
    elif panel["kind"] == "grid":
        yield from _of_rows(panel)


def _of_rows(panel: Document) -> Iterator[CheckLine]:
    """Rows of a table that are nobody's."""
    for row in panel["rows"]:
        if not is_somebody(row["head"]):
            cells = zip(panel["columns"], row["cells"], strict=True)
            values = [{**cell, "column": column} for column, cell in cells if says(cell)]
            if values:
                yield _line(*values, label=row["head"])


def _space(panel: Document, marker: Mapping[str, Any]) -> dict[str, Any]:
    """Where a marker stands: what is printed there, or the number."""
    if labels := panel.get("labels"):
        return {"text": labels[marker["at"] - panel["min"]]}
    return {"number": marker["at"]}
