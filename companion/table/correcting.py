"""What a correction of the host's says, read against the accounts and commodities of the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.vocabulary.common_moves import BeginHere, Correct
from companion.vocabulary.figures import Figure, find
from companion.vocabulary.ledger import (
    BANK,
    BOARD,
    MONEY,
    Account,
    Commodity,
    Posting,
    account_owner,
    commodity_words,
)
from companion.vocabulary.minutes import Correction, S
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError, invalid
from companion.words.text import phrase, say


def correction(rules: Rules[S], state: S, move: Correct, *, new: bool) -> Correction:
    """The rows of a correction of this state, as postings and figures.

    new: it is being made; one that stands already was accepted when it was made.

    :raises RuleError: `invalid` for an account or a commodity that does not exist here, for a holder that cannot have
        some of it, and for a number that a figure cannot be.
    """
    accounts = _accounts(rules, state) if move.postings else set()  # a view is what costs
    # the bank has money to give also when nobody holds any
    commodities = {MONEY} | {what for _, what in state.ledger.holdings}
    postings = []
    for row in move.postings:
        what = Commodity(row.get("what") or MONEY)
        source, target = Account(row["from"]), Account(row["to"])
        for side, account in ((say("From"), source), (say("To"), target)):
            if account not in accounts:
                raise invalid("postings", say("{side}: no account {name}", side=side, name=account))
        if what not in commodities or source == target:
            raise invalid("postings", say("{what} cannot be moved like that", what=commodity_words(what)))
        given = row.get("why") or move.note
        why = say("{words}", words=str(given)) if given else say("correction")
        postings.append(Posting(source, target, row["amount"], why, what))
    figures = tuple((Account(row["of"]), str(row["name"]), int(row["value"])) for row in move.set)
    if not postings and not figures:
        raise RuleError("invalid", say("What do you want to correct?"), errors={"set": (say("missing"),)})
    if new:
        tracked = tuple(rules.correct.figures(state))
        _check_holders(tracked, postings)
        _check_figures(tracked, figures)
    return Correction(tuple(postings), figures, move.format)


def _check_holders(tracked: Iterable[Figure[S]], postings: Iterable[Posting]) -> None:
    """What is counted goes only to those of whom it is counted: a share with the bank would be nobody's, and money on
    the board would be in no figure. What no figure counts may lie anywhere.

    :raises RuleError: `invalid`.
    """
    holders: dict[Commodity, set[Account]] = {}
    for figure in tracked:
        if figure.what is not None:
            holders.setdefault(figure.what, set()).update({figure.of, figure.other or figure.of})
    for posting in postings:
        for account in (posting.source, posting.target):
            if account not in holders.get(posting.commodity, {account}):
                what = commodity_words(posting.commodity)
                raise invalid(
                    "postings", say("{owner} cannot have {what}", owner=account_owner(account), what=what)
                )


def _check_figures(tracked: Collection[Figure[S]], figures: Iterable[tuple[Account, str, int]]) -> None:
    """A figure stays in its range, and of what is counted somebody has the difference.

    :raises RuleError: `invalid`.
    """
    for of, name, wanted in figures:
        figure = find(tracked, of, name)
        if figure is None or figure.choices:
            continue
        least, most = figure.least, figure.most
        if figure.what is not None and figure.other is None:
            words = phrase("Say who the difference comes from or goes to, with a posting")
            raise invalid("set", say(words))
        # What is counted has no range: the ledger says how much of it there is.
        if figure.what is None and not least <= wanted <= most:
            words = phrase("{figure}: from {least} to {most}")
            raise invalid("set", say(words, figure=figure.label, least=least, most=most))


def tells_hidden(move: Correct | BeginHere, hidden: frozenset[str]) -> bool:
    """Might trying this correction reveal what a seat has and others do not see? It might if it sets a hidden figure,
    for the difference reveals that; and, in case a game ever asks, if a seat pays.

    hidden: figures of a seat that only this seat sees.
    """
    if isinstance(move, BeginHere):
        return any(_is_hidden(row, hidden) for row in move.figures)
    said = any(_is_hidden(row, hidden) for row in move.set)
    paid = any(
        (row.get("what") or MONEY) == MONEY and row["from"].startswith("seat:") for row in move.postings
    )
    return said or (paid and "cash" in hidden)


def by_difference(body: Mapping[str, Any], hidden: frozenset[str]) -> Mapping[str, Any]:
    """What a line says, without the totals of a correction that nobody else sees: its postings have the difference. A
    position has none."""
    if isinstance(body.get("move"), Mapping):
        return {**body, "move": by_difference(body["move"], hidden)}
    name = {Correct.TYPE.name: "set", BeginHere.TYPE.name: "figures"}.get(body.get("type", ""), "")
    if not hidden or not body.get(name):
        return body
    return {**body, name: [{**row, "value": None} if _is_hidden(row, hidden) else row for row in body[name]]}


def _is_hidden(row: Mapping[str, Any], hidden: frozenset[str]) -> bool:
    return row["name"] in hidden and str(row["of"]).startswith("seat:")


def _accounts(rules: Rules[S], state: S) -> set[Account]:
    """Everybody who holds something at this table, or may."""
    view = rules.show.view(state)
    named = (*rules.at_table(state).railroads, *view.further)
    return (
        {account for account, _ in state.ledger.holdings}
        | {BANK, BOARD}
        | {Account(f"seat:{n}") for n in view.seats}
        | {Account(f"railroad:{railroad.id}") for railroad in named}
    )
