"""Which notes hands give."""

from __future__ import annotations

import pytest

from companion.documents.paper_money import changing_hands, counted_out, fewest, to_begin_with
from companion.games import GAMES
from companion.vocabulary.box import Unit
from companion.vocabulary.ledger import BANK, Account, Commodity, Posting
from companion.words.text import render, say
from companion.words.values import Seat

DOLLARS = Unit()
PRAIRIE = (1, 5, 10, 25, 100)
BOXES = {rules.box.slug: rules.box.notes for rules in GAMES if rules.box.notes}
ED, CRIP = Account("seat:1"), Account("railroad:CRIP")
NAMES = {Seat(1): "Ed"}


def pay(source: Account, target: Account, amount: int, what: str = "money") -> Posting:
    return Posting(source, target, amount, say("why"), Commodity(what))


@pytest.mark.parametrize(
    ("amount", "notes"),
    [
        (37, {25: 1, 10: 1, 1: 2}),
        (40, {25: 1, 10: 1, 5: 1}),
        (4, {1: 4}),
        (230, {100: 2, 25: 1, 5: 1}),
        (0, {}),
    ],
)
def test_an_amount_in_few_notes(amount: int, notes: dict[int, int]) -> None:
    assert fewest(amount, PRAIRIE) == notes
    assert list(fewest(amount, PRAIRIE)) == sorted(notes, reverse=True)


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_no_other_notes_would_be_fewer(box: dict[int, int]) -> None:
    least = [0]
    for amount in range(1, 301):
        least.append(1 + min(least[amount - note] for note in box if note <= amount))
        given = fewest(amount, box)
        assert sum(given.values()) == least[amount]
        assert sum(note * number for note, number in given.items()) == amount


@pytest.mark.parametrize(
    ("amount", "printed", "notes"),
    [
        (60, PRAIRIE, {25: 1, 10: 2, 5: 2, 1: 5}),
        (70, PRAIRIE, {25: 1, 10: 3, 5: 2, 1: 5}),
        (80, PRAIRIE, {25: 1, 10: 4, 5: 2, 1: 5}),
        (20, (1, 5, 25, 100), {5: 3, 1: 5}),
        (33, (1, 5, 25, 100), {5: 5, 1: 8}),
        (3, PRAIRIE, {1: 3}),
        (24, (), {}),
    ],
)
def test_starting_money_can_be_changed(amount: int, printed: tuple[int, ...], notes: dict[int, int]) -> None:
    assert to_begin_with(amount, printed) == notes


STARTING_MONEY = {
    "prairie-railroads": {3: 80, 4: 70, 5: 60},
    "southern-pacific": {3: 33, 4: 25, 5: 20},
    "texas-pacific": {2: 60, 3: 40, 4: 30, 5: 24, 6: 20},
}
"""By the number of players. In Union Pacific nobody has any to begin with."""


@pytest.mark.parametrize("slug", STARTING_MONEY)
def test_the_box_has_the_starting_money(slug: str) -> None:
    """Whatever the number of players, there are enough notes of each kind to begin with."""
    box = BOXES[slug]
    for players, cash in STARTING_MONEY[slug].items():
        given = to_begin_with(cash, box)
        assert sum(note * number for note, number in given.items()) == cash
        for note, number in given.items():
            assert number * players <= box[note], (players, note)


def test_every_box_with_notes_is_looked_at() -> None:
    assert set(BOXES) == {*STARTING_MONEY, "union-pacific"}


def test_what_comes_straight_back_is_not_counted_out() -> None:
    paid = [pay(ED, CRIP, 20), pay(BANK, ED, 13), pay(ED, BANK, 5), pay(CRIP, ED, 1, "share:CRIP")]
    assert changing_hands(paid) == [(ED, CRIP, 20), (BANK, ED, 8)]
    assert changing_hands([pay(ED, BANK, 5), pay(BANK, ED, 13)]) == [(BANK, ED, 8)]
    assert changing_hands([pay(ED, BANK, 5), pay(BANK, ED, 5)]) == []


def test_in_words() -> None:
    def said(posting: Posting, printed: tuple[int, ...] = PRAIRIE, unit: Unit = DOLLARS) -> str:
        (one,) = counted_out([posting], printed, unit)
        assert one.kind == "hand_over"
        return render(one.text, NAMES)

    assert said(pay(BANK, ED, 37)) == "Bank: $37 to Ed ($25 + $10 + 2 × $1)"
    assert said(pay(ED, BANK, 6)) == "Ed: $6 to the bank ($5 + $1)"
    assert said(pay(ED, CRIP, 25)) == "Ed: $25 to the CRIP"
    assert said(pay(CRIP, BANK, 5)) == "CRIP: $5 to the bank"
    assert said(pay(ED, BANK, 6), ()) == "Ed: $6 to the bank"
    assert said(pay(BANK, ED, 12), (1, 5, 10), Unit("$", "M")) == "Bank: $12M to Ed ($10M + 2 × $1M)"
    (one,) = counted_out([pay(BANK, ED, 37)], PRAIRIE, DOLLARS)
    assert one.facts == {"from": BANK, "to": ED, "amount": 37, "notes": {"25": 1, "10": 1, "1": 2}}
