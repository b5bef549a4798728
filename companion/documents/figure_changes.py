"""Which figures differ between two views of a table, and who may see that they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.vocabulary.meanings import Meaning, Meanings
from companion.vocabulary.view import View
from companion.words.values import Seat

BADGE = frozenset({"name", "colour"})
"""What a railroad's badge shows; no figures."""

Rows = Mapping[str, Mapping[str, object]]
"""Figures of railroads, by account."""


def _is_figure(value: object) -> bool:
    """What can be shown as one figure, a name such as a home's too; holdings, track and cards in hand cannot."""
    return value is None or type(value) in (int, str)


def affected(before: View, after: View, ids: Sequence[str], said: Meanings) -> list[dict[str, object]]:
    """Every figure of a seat or railroad that has changed: whose, which, old and new; money has its unit, `$`; one that
    something else of the move tells as well is marked.

    ids: the railroads that the rules name; one that play has just brought to light has no old figures. said: what the
    members of seats and railroads mean. What several railroads share is told once.
    """
    both = [seat for seat in before.seats if seat in after.seats]
    rows = [(f"seat:{seat}", before.seats[seat], after.seats[seat]) for seat in both]
    were, are = _by_account(before, ids), _by_account(after, ids)
    rows += [(of, were[of], now) for of, now in are.items() if of in were]
    changes = [
        {**_change(of, name, old[name], new[name], said), **_repeated(of, name, old[name], said)}
        for of, old, new in rows
        if old != new
        for name in new
        if name not in BADGE and old[name] != new[name] and _is_figure(old[name]) and _is_figure(new[name])
    ]
    return _told_once(changes, were, are, said.shared) if said.shared else changes


def _told_once(
    changes: list[dict[str, object]], were: Rows, are: Rows, shared: Mapping[str, str]
) -> list[dict[str, object]]:
    """What several railroads have in common stands with the one of which most has changed, as it was and is to those
    that had it before and have it still."""
    pools: dict[tuple[str, str, object], list[int]] = {}
    for at, (of, name) in enumerate((str(change["of"]), str(change["name"])) for change in changes):
        if of in are and (member := shared.get(name)):
            pools.setdefault((name, member, are[of][member] or were[of][member]), []).append(at)
    often = Counter(change["of"] for change in changes)
    told = dict(enumerate(changes))
    for (_, member, _), several in pools.items():
        kept = [at for at in several if _same_in(member, were, are, changes[at])] or several
        teller = max(several, key=lambda at: often[changes[at]["of"]])
        told |= {teller: changes[kept[0]] | {"of": changes[teller]["of"]}}
        for other in several:
            if other != teller:
                del told[other]
    return list(told.values())


def _same_in(member: str, were: Rows, are: Rows, change: dict[str, object]) -> bool:
    of = str(change["of"])
    return were[of][member] == are[of][member]


Cities = Mapping[str, int | None]
"""What each earns, in dollars; None where nobody has read it out."""


def differences(
    before: View,
    after: View,
    ids: Sequence[str],
    said: Meanings,
    *,
    bank: tuple[int, int],
    cities: tuple[Cities, Cities],
) -> list[dict[str, object]]:
    """What an amendment changes: every figure and holding of a seat or railroad, the round, the bank's balance, and
    what cities earn.

    ids, said: as in `affected`; bank, cities: its balance and what they earn, before and after. What is only on one
    side is null on the other.
    """
    were, are = _all_figures(before, ids), _all_figures(after, ids)
    were |= {("table", "round"): before.round, ("bank", "balance"): bank[0]}
    are |= {("table", "round"): after.round, ("bank", "balance"): bank[1]}
    nothing = {key: 0 if "." in key[1] else None for key in were | are}  # who has no share of it has none
    rows = [(of, name, old, (nothing | are)[of, name]) for (of, name), old in (nothing | were).items()]
    figures = [
        _change(of, name, old, new, said)
        for of, name, old, new in rows
        if name not in BADGE and old != new and _is_figure(old) and _is_figure(new)
    ]
    return figures + _earned(*cities)


def _earned(before: Cities, after: Cities) -> list[dict[str, object]]:
    earned = [(city, before.get(city), after.get(city)) for city in {**before, **after}]
    return [
        {"of": "table", "name": f"income.{city}", "from": old, "to": new, "unit": "$"}
        for city, old, new in earned
        if old != new
    ]


def _change(of: str, name: str, old: object, new: object, said: Meanings) -> dict[str, object]:
    change = {"of": of, "name": name, "from": old, "to": new}
    meant = _meant(of, name, said)
    money = of == "bank" or (meant is not None and meant.kind == "money")
    return {**change, "unit": "$"} if money else change


def _repeated(of: str, name: str, old: object, said: Meanings) -> dict[str, object]:
    """The mark of a figure of which a move tells in other words, too; of what an amendment changes no others tell."""
    meant = _meant(of, name, said)
    begun = {"begun": old is None, "from-0": old == 0}
    repeated = meant is not None and (meant.repeats == "always" or begun.get(meant.repeats, False))
    return {"repeated": True} if repeated else {}


def _meant(of: str, name: str, said: Meanings) -> Meaning | None:
    return (said.seat if of.startswith("seat:") else said.railroad).get(name)


def _all_figures(view: View, ids: Sequence[str]) -> dict[tuple[str, str], object]:
    """Figures by whose they are and their name, those within holdings as `shares.KP`."""
    rows = {f"seat:{seat}": figures for seat, figures in view.seats.items()} | _by_account(view, ids)
    found: dict[tuple[str, str], object] = {}
    for of, figures in rows.items():
        for name, value in figures.items():
            found[of, name] = value
            if isinstance(value, Mapping):
                found |= {(of, f"{name}.{what}"): item for what, item in value.items()}
    return found


def _by_account(view: View, ids: Sequence[str]) -> dict[str, Mapping[str, object]]:
    named = (*ids, *(item.id for item in view.further))
    return {f"railroad:{name}": figures for name, figures in zip(named, view.railroads, strict=True)}


def seen_figures(
    changes: Iterable[Mapping[str, object]], hidden: frozenset[str], seat: Seat | None
) -> list[Mapping[str, object]]:
    """What that seat may see of `affected`: without others' hidden figures, and without what would reveal them."""
    return [change for change in changes if _may_see(change, hidden, seat)]


def _may_see(change: Mapping[str, object], hidden: frozenset[str], seat: Seat | None) -> bool:
    of, name = str(change["of"]), str(change["name"]).split(".")[0]
    if of == "bank":
        return not hidden
    return name not in hidden or of == f"seat:{seat}" or not of.startswith("seat:")
