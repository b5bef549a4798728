"""What one player asks another for, in words: as all hear of it, and as it stands on the phones of the two."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.bank.state import Asked, Deal, State
from companion.vocabulary.ledger import account_owner, seat_account
from companion.words.text import Text, Who, counted, phrase, say

_FOR, _SELLS, _BUYS = "for", "sells", "buys"
_WORDS = {
    "asks": {
        _FOR: phrase("{who} asks {other} for {what}"),
        _SELLS: phrase("{who} offers {other} {what}"),
        _BUYS: phrase("{who} asks {other} to sell {what}"),
    },
    "takes back": {
        _FOR: phrase("{who} takes back the request for {what}"),
        _SELLS: phrase("{who} takes back the offer of {what}"),
        _BUYS: phrase("{who} takes back the offer to buy {what}"),
    },
    "declines": {
        _FOR: phrase("{other} declines {who}'s request for {what}"),
        _SELLS: phrase("{other} declines {who}'s offer of {what}"),
        _BUYS: phrase("{other} declines {who}'s offer to buy {what}"),
    },
    "to answer": {
        _FOR: phrase("{who} asks for {what}"),
        _SELLS: phrase("{who} offers {what}"),
        _BUYS: phrase("{who} asks to buy {what}"),
    },
    "own": {
        _FOR: phrase("Asked {other} for {what}"),
        _SELLS: phrase("Offered {other} {what}"),
        _BUYS: phrase("Asked {other} to sell {what}"),
    },
    "waits": {
        _FOR: phrase("is asked for {what} by {who}"),
        _SELLS: phrase("is offered {what} by {who}"),
        _BUYS: phrase("is asked by {who} to sell {what}"),
    },
}
"""By what is told of a request, and by what it is for. who: has asked; other: is to answer."""


def told(state: State, asked: Asked, how: str) -> Text:
    """A request in words. how: `asks`, `takes back` or `declines`, as all hear of it; `to answer` and `own`, as it
    stands on the two phones; `waits`, behind the name of whoever is to answer."""
    words = _WORDS[how][_sort(asked)]
    return say(words, who=Who(asked.seat), other=Who(asked.of), what=_what(state, asked))


def waiting(state: State, those: Sequence[Asked]) -> Text:
    """What one player has asked another for, behind the name of whoever is to answer."""
    if len(those) > 1:
        who = Who(those[0].seat)
        return counted("{n} request from {who}", "{n} requests from {who}", n=len(those), who=who)
    return told(state, those[0], "waits")


def _sort(asked: Asked) -> str:
    deal = asked.deal
    if deal is not None and deal.source == seat_account(asked.seat):
        return _SELLS
    return _BUYS if deal is not None and deal.price else _FOR


def _what(state: State, asked: Asked) -> Text:
    deal = asked.deal
    if deal is None:
        return with_reason(say("{amount}", amount=state.priced(asked.amount)), asked.why)
    if not deal.price:
        return say("{what} for free", what=lot(deal)) if _sort(asked) == _SELLS else lot(deal)
    said = say("{what} for {price}", what=lot(deal), price=state.priced(deal.price))
    if deal.paid_to == deal.source:
        return said
    return say("{said}, paid to {who}", said=said, who=account_owner(deal.paid_to))


def lot(deal: Deal) -> Text:
    """The certificates that are traded."""
    return counted(
        "{n} {company} certificate", "{n} {company} certificates", n=deal.count, company=deal.company
    )


def lot_briefly(deal: Deal) -> Text:
    """The same for a headline."""
    return say("{n} {company}", n=deal.count, company=deal.company)


def with_reason(said: Text, why: str) -> Text:
    """What is said, with what it is for in a player's own words, which may have brackets of their own."""
    if not why:
        return said
    words = phrase("{said}: {why}") if "(" in why else phrase("{said} ({why})")
    return say(words, said=said, why=why)
