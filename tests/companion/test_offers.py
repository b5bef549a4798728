"""Offers are the source of legality: each way in which `accept` lets a move through or refuses it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.vocabulary import moves
from companion.vocabulary.moves import Link, Move, move
from companion.vocabulary.offers import Choice, Offer, Refusal, accept, narrowed
from companion.words.errors import RuleError
from companion.words.text import render, say
from companion.words.values import Railroad, Seat


@move("sell", "Sell", "Selling")
class Sell(Move):
    """A move for these tests."""

    railroad: Railroad = moves.choice("Railroad")
    price: int | None = moves.money("Price", optional=True)
    buyer: Seat | None = moves.seat("Buyer", optional=True)
    city: str | None = moves.place("City", nullable=True)
    route: tuple[Link, ...] = moves.links("Route", least=1, most=2)
    secret: bool = moves.flag("Secret")


@move("wait", "Wait")
class Wait(Move):
    """Another."""


POOR = Refusal("insufficient-funds", say("Ed has $12"))
OTHERS = Refusal("not-now", say("Only the seller says so"))
OFFER = Offer(
    Sell,
    Seat(1),
    say("Sell"),
    (
        narrowed(
            Sell,
            "railroad",
            choices=(
                Choice("KP", say("KP")),
                Choice("MP", say("MP"), disabled=Refusal("rule", say("The MP is sold out"))),
                Choice("SP", say("SP")),
            ),
        ),
        narrowed(Sell, "price", least=3, most=12, too_much=POOR, required=True, when={"railroad": "KP"}),
        narrowed(
            Sell,
            "buyer",
            choices=(Choice(2, say("Dave")), Choice(3, say("Pete"), disabled=OTHERS)),
            when={"railroad": "KP"},
        ),
        narrowed(
            Sell,
            "city",
            open=True,
            choices=(Choice("Pratt", say("Pratt"), disabled=Refusal("rule", say("It has grown"))),),
        ),
        narrowed(Sell, "route", most=1),
    ),
)
ROUTE = (Link("A", "B"),)


def sold(**values: Any) -> Move:
    fields = {"seat": Seat(1), "railroad": "KP", "price": 5, "city": "Hays", "route": ROUTE}
    return Sell(**{**fields, **values})


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"price": 3},
        {"price": 12},
        {"buyer": Seat(2)},
        {"city": "anything at all"},
        {"railroad": "SP", "price": None},
    ],
)
def test_let_through(values: dict[str, Any]) -> None:
    assert accept([OFFER], sold(**values)) is OFFER


@pytest.mark.parametrize(
    ("values", "code", "sentence"),
    [
        ({"railroad": "MP", "price": None}, "rule", "The MP is sold out"),
        ({"railroad": "XX", "price": None}, "rule", "Railroad: XX is not available now"),
        ({"price": None}, "invalid", "Price is missing"),
        ({"price": 2}, "rule", "Price: at least $3"),
        ({"price": 13}, "insufficient-funds", "Ed has $12"),
        ({"buyer": Seat(4)}, "rule", "Buyer: 4 is not available now"),
        ({"buyer": Seat(3)}, "not-now", "Only the seller says so"),
        ({"city": "Pratt"}, "rule", "It has grown"),
        ({"city": "PRATT"}, "rule", "It has grown"),
        ({"city": None}, "rule", "City: choose one"),
        ({"route": ()}, "rule", "Route: at least 1"),
        ({"route": (*ROUTE, *ROUTE)}, "rule", "Route: at most 1"),
        # fields that are not there now must be left alone
        ({"railroad": "SP"}, "rule", "Price is not available here"),
        ({"secret": True}, "rule", "Secret is not available here"),
    ],
)
def test_refused(values: dict[str, Any], code: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        accept([OFFER], sold(**values))
    assert (refused.value.code, render(refused.value.text, {})) == (code, sentence)


def test_the_host_may_say_what_is_not_for_the_seat_to_say() -> None:
    assert accept([OFFER], sold(buyer=Seat(3)), by_host=True) is OFFER
    with pytest.raises(RuleError):
        accept([OFFER], sold(city="Pratt"), by_host=True)


def test_not_now() -> None:
    for offers, made in (([], sold()), ([OFFER], Wait(seat=Seat(1)))):
        with pytest.raises(RuleError, match="You can't do that now"):
            accept(offers, made)
    with pytest.raises(RuleError, match="not your turn") as refused:
        accept([OFFER], sold(seat=Seat(2), city=None, price=None))
    assert refused.value.code == "not-now"


def test_a_disabled_offer_says_why() -> None:
    off = Offer(Wait, Seat(1), say("Wait"), disabled=Refusal("rule", say("There is no time")))
    with pytest.raises(RuleError, match="There is no time"):
        accept([off], Wait(seat=Seat(1)))


def test_of_two_offers_either_may_let_it_through() -> None:
    off = Offer(Wait, Seat(1), say("Wait"), disabled=Refusal("rule", say("no")))
    on = Offer(Wait, Seat(1), say("Wait"))
    assert accept([off, on], Wait(seat=Seat(1))) is on
    assert accept([on, off], Wait(seat=Seat(1))) is on


def test_nothing_may_be_a_choice() -> None:
    field = narrowed(Sell, "city", choices=(Choice(None, say("None")), Choice("Hays", say("Hays"))))
    offer = Offer(Sell, Seat(1), say("Sell"), (field,))
    assert accept([offer], sold(railroad=None, price=None, city=None, route=())) is offer


@move("lay", "Lay")
class Lay(Move):
    """A link between two cities."""

    from_: str = moves.place("From")
    to: str = moves.place("To")
    price: int = moves.money("Price")


LAID = Offer(
    Lay,
    Seat(1),
    say("Lay"),
    (
        narrowed(Lay, "price", least=0, most=9, too_much=POOR),
        narrowed(
            Lay,
            "from",
            choices=(Choice("Fort Scott", say("Fort Scott")), Choice("Troy", say("Troy"))),
            other=Refusal("rule", say("It begins at your track")),
        ),
        narrowed(Lay, "to", choices=(Choice("Iola", say("Iola")),), when={"from": "Fort Scott"}),
        narrowed(Lay, "to", open=True, when={"from": "Troy"}),
    ),
    either_way=("from", "to"),
)


def lay(from_: str, to: str, price: int = 5) -> Lay:
    return Lay(seat=Seat(1), from_=from_, to=to, price=price)


@pytest.mark.parametrize(
    "ends", [("Troy", "Ames"), ("Ames", "Troy"), ("Iola", "FORT SCOTT"), ("fort scott", "iola")]
)
def test_a_link_may_be_named_from_either_end_and_in_any_case(ends: tuple[str, str]) -> None:
    assert accept([LAID], lay(*ends)) is LAID


@pytest.mark.parametrize(
    ("made", "code", "words"),
    [
        (lay("Ames", "Iola"), "rule", "It begins at your track"),
        (lay("Fort Scott", "Ames"), "rule", "To: Ames is not available now"),
        # of two refusals the one that is looked for first
        (lay("Ames", "Iola", 12), "insufficient-funds", "Ed has $12"),
    ],
)
def test_why_a_link_is_not_laid(made: Lay, code: str, words: str) -> None:
    with pytest.raises(RuleError) as refused:
        accept([LAID], made)
    assert refused.value.code == code
    assert render(refused.value.text, {}) == words
