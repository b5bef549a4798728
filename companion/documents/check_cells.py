"""What single cells, items and members say, for the position to check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.vocabulary.figures import Figure
from companion.vocabulary.minutes import S

NONE_THERE = "–"
"""How a table of figures shows that there is none."""


def is_somebody(shown: Mapping[str, object]) -> bool:
    return "railroad" in shown or "seat" in shown


def says(cell: Mapping[str, object]) -> bool:
    """Is there something in this cell of a table of figures?"""
    return "number" in cell or str(cell.get("text", "")) not in ("", NONE_THERE)


def lying(figure: Figure[S] | None, value: object) -> object:
    """What lies on the table, of what the document says a figure is; None: it is hidden, or not tracked."""
    return value if value is None or figure is None or figure.lies is None else figure.lies


def account_of(item: Mapping[str, object]) -> str | None:
    if "account" in item:
        return str(item["account"])
    return f"railroad:{item['railroad']}" if "railroad" in item else None


def is_untouched(members: Mapping[str, object]) -> bool:
    """A railroad all of whose shares are still unsold has nothing yet; that need not be said line by line. One whose
    markers the bank moves may be paid before anybody has a share."""
    unsold = members.get("shares_unsold")
    return "shares_total" in members and "tracks" not in members and unsold in (None, members["shares_total"])


def by_name(item: Mapping[str, object]) -> str:
    """Sorts items as their English words run: whoever checks looks for a name among them."""
    return str(item.get("text", ""))


def names_shares(members: Mapping[str, object]) -> bool:
    """Do lists of a player name each of its shares, kind by kind?"""
    lists = [value for value in members.values() if isinstance(value, list | tuple)]
    shares = members.get("shares")
    held = {railroad: n for railroad, n in shares.items() if n} if isinstance(shares, Mapping) else {}
    return bool(held) and Counter(item for each in lists for item in each if isinstance(item, str)) == held


def hinted(hint: object) -> dict[str, object]:
    return {} if hint is None else {"hint": hint}


def stands_for(shown: Mapping[str, object]) -> tuple[str, str] | None:
    account, figure = shown.get("account"), shown.get("figure")
    return (str(account), str(figure)) if account and figure else None


def in_pieces(value: object) -> bool:
    """Pieces of track: a list of the board says them in fewer words, if there is one."""
    return isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value)
