"""What a correction of the host's says, read against the accounts and commodities of the table."""

from __future__ import annotations

from typing import Any

from companion.errors import RuleError, invalid
from companion.ledger import BANK, BOARD, MONEY, Account, Commodity, Posting, commodity_words
from companion.moves import Correct
from companion.rules import Correction, Rules
from companion.text import say


def correction(rules: Rules[Any], state: Any, move: Correct) -> Correction:
    """The rows of a correction of this state, as postings and figures.

    :raises RuleError: `invalid` for an account or a commodity that does not exist here.
    """
    accounts = _accounts(rules, state)
    # the bank has money to give also when nobody holds any
    commodities = {MONEY} | {what for _, what in state.ledger.holdings}
    postings = []
    for row in move.postings:
        what = Commodity(row.get("what") or MONEY)
        source, target = Account(row["from"]), Account(row["to"])
        for side, account in ((say("From"), source), (say("To"), target)):
            if account not in accounts:
                raise invalid("postings", say("{side}: there is no account {name}", side=side, name=account))
        if what not in commodities or source == target:
            raise invalid("postings", say("{what} cannot be moved so", what=commodity_words(what)))
        given = row.get("why") or move.note
        why = say("{words}", words=str(given)) if given else say("correction")
        postings.append(Posting(source, target, row["amount"], why, what))
    figures = tuple((Account(row["of"]), str(row["name"]), int(row["value"])) for row in move.set)
    if not postings and not figures:
        raise RuleError("invalid", say("What is to be corrected?"), errors={"set": (say("missing"),)})
    return Correction(tuple(postings), figures)


def _accounts(rules: Rules[Any], state: Any) -> set[Account]:
    """Everybody who holds something at this table, or may."""
    view = rules.view(state)
    named = (*rules.railroads, *view.further)
    return (
        {account for account, _ in state.ledger.holdings}
        | {BANK, BOARD}
        | {Account(f"seat:{n}") for n in view.seats}
        | {Account(f"railroad:{railroad.id}") for railroad in named}
    )
