"""What General Dividends pay, and who has won: of a table's state and of figures that were read out alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.mechanisms.dividend import divided
from companion.mechanisms.settlement import Sums, ranked_by_total
from companion.mechanisms.tracked import adjusted
from companion.vocabulary.view import Settlement
from companion.words.text import Text, Who, counted, joined, phrase, say
from companion.words.values import Money, Seat, divided_up

RANCH_PAYS = 1
"""Dollars a ranch pays its owner."""


def certificate(income: int, sold: int, computed: int | None = None) -> tuple[Money, Text]:
    """Dollars a certificate, the income over the certificates sold, rounded up, and the formula (General Dividends).

    computed: the income without what the host has added.
    """
    each = divided_up(income, sold)
    shown = adjusted(income, income if computed is None else computed)
    return each, divided(say("${income}", income=shown), income, sold, each, say("per certificate"))


def ranches(number: int) -> tuple[int, Text]:
    """Dollars for a player's ranches, and the formula (General Dividends)."""
    return RANCH_PAYS * number, say("ranches: $1 × {n}", n=number)


def merits(certificates: Mapping[Seat, int], built: Mapping[Seat, int]) -> dict[Seat, tuple[int, ...]]:
    """What decides a tie: fewest certificates, then most ranches (End of Game). built: ranches of each player."""
    return {seat: (-number, built[seat]) for seat, number in certificates.items()}


def settled(
    sums: Sums, certificates: Mapping[Seat, int], built: Mapping[Seat, int], *, projected: bool = False
) -> Settlement:
    """Most money wins; ties: fewest certificates, then most ranches, then shared (End of Game). built: ranches."""

    def beside(seat: Seat, equals: Sequence[Seat]) -> Text:
        return _beside(seat, equals, certificates, built)

    payoffs = ranked_by_total(sums, tie_order=(), merits=merits(certificates, built), reason=beside)
    richest = [payoff.seat for payoff in payoffs if payoff.total == payoffs[0].total]
    winners = [payoff.seat for payoff in payoffs if payoff.winner]
    reason = _reason(certificates, built[winners[0]], richest, winners) if len(richest) > 1 else None
    ties = say("Ties: fewest certificates, then most ranches")
    return Settlement(projected, payoffs, (), reason, wins=say("Most money wins"), ties=ties)


def _beside(
    seat: Seat, equals: Sequence[Seat], certificates: Mapping[Seat, int], built: Mapping[Seat, int]
) -> Text:
    """A player's certificates, where those with the same money have not equally many; and the ranches, where there are
    some with as many certificates and other ranches."""
    number, ranches = certificates[seat], built[seat]
    owns = counted("{n} certificate", "{n} certificates", n=number)
    has = counted("{n} ranch", "{n} ranches", n=ranches)
    alike = [other for other in equals if certificates[other] == number]
    if len(alike) == len(equals):
        return has
    return owns if len({built[other] for other in alike}) < 2 else joined([owns, has], ", ")


def _reason(certificates: Mapping[Seat, int], most: int, richest: list[Seat], winners: list[Seat]) -> Text:
    """Why these of those with the most money have won. most: ranches of theirs."""
    same = say("{who} have the same money", who=tuple(Who(seat) for seat in richest))
    fewest = min(certificates[seat] for seat in richest)
    with_fewest = [seat for seat in richest if certificates[seat] == fewest]
    who = tuple(Who(seat) for seat in winners)
    if len(winners) == len(richest):
        return say("{same}, certificates and ranches: {who} share the victory", same=same, who=who)
    if len(with_fewest) == 1:
        words = phrase("{same}; {who} has fewer certificates: {n} against {others}")
        others = tuple(str(certificates[seat]) for seat in richest if seat not in winners)
        return say(words, same=same, who=who, n=fewest, others=others)
    if len(winners) == len(with_fewest):
        words = phrase(
            "{same}; {who} have the fewest certificates, {n} each, and equally many ranches: they share the victory"
        )
        return say(words, same=same, who=who, n=fewest)
    if len(winners) > 1:
        words = phrase(
            "{same}; of those with the fewest certificates, {n}, {who} have the most ranches, {m},"
            " and share the victory"
        )
        return say(words, same=same, n=fewest, who=who, m=most)
    return counted(
        "{same}; with {n} certificate each {who} has the most ranches, {m}",
        "{same}; with {n} certificates each {who} has the most ranches, {m}",
        n=fewest,
        same=same,
        who=who,
        m=most,
    )
