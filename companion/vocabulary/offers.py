"""An offer: what may be done now, by whom, within which limits.

The phone draws offers, `accept` checks moves against them, the random walk of the tests plays them. What one
offer cannot express, such as whether a link connects, the game's `play` refuses with the same error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from companion.vocabulary.moves import Field, Kind, Move
from companion.words.errors import Code, Need, RuleError, not_now
from companion.words.text import Fact, Text, phrase, plain, say
from companion.words.values import Seat

Value = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a choice is shown but cannot be taken. Where the code is `not-now`, `not-your-seat` or `host-only`, only
    this seat cannot take it: the host may."""

    code: Code
    text: Text


def refused(words: str | Text, /, **facts: Fact) -> Refusal:
    """The refusal of what a rule forbids."""
    return Refusal("rule", say(words, **facts) if isinstance(words, str) else words)


def costly(words: str, /, **facts: Fact) -> Refusal:
    """The refusal of what costs more than there is."""
    return Refusal("insufficient-funds", say(words, **facts))


When = Mapping[str, Value | tuple[Value, ...]]
"""Other answers of a form that a field waits for: that value, or one of these."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value, with what it would cost or bring as its hint."""

    value: Value
    label: Text
    hint: Text | None = None
    disabled: Refusal | None = None
    beware: Text | None = None
    """What may well go wrong with it."""
    near: tuple[str, ...] = ()
    """Of a place, those from which a free link is known to lead there: with one of them at the other end it is looked
    for first."""
    built: tuple[str, ...] = ()
    """Of a place, those from which the link there is somebody's: with one of them at the other end it is offered only
    to whoever looks for its name, for there may be a second one."""


def called(
    name: str,
    hint: Text | None = None,
    disabled: Refusal | None = None,
    near: tuple[str, ...] = (),
    built: tuple[str, ...] = (),
) -> Choice:
    """The choice of a railroad or a place, whose value is its label as well."""
    return Choice(name, Text(name), hint, disabled, near=near, built=built)


@dataclass(frozen=True, slots=True)
class OfferField:
    """A field as it may be filled in now."""

    name: str
    label: Text
    kind: Kind
    required: bool = True
    default: Any = None
    """What a form begins with."""
    least: int | None = None
    most: int | None = None
    open: bool = False
    """Values outside the choices are allowed (a name nobody has said yet)."""
    choices: tuple[Choice, ...] = ()
    when: When | None = None
    """The field is there only while those other fields have those values (of several values: one of them; False also
    while nothing is answered). Of several fields of one name the first is there whose `when` holds; without one it
    holds always."""
    fields: tuple[OfferField, ...] = ()
    needs: tuple[Need, ...] = ()
    too_much: Refusal | None = None
    """The refusal of a number above `most`; None: the usual one."""
    other: Refusal | None = None
    """The refusal of a value that is not among the choices; None: the usual one."""
    asked: bool = False
    """A form always asks, even where only one choice can be taken, for somebody else has made it, and for an amount
    that may be left out, for it costs money; of a number it wants another one than stands there, of places that must
    be named what it begins with can be given up, and of shares each number is said that players have some of."""
    aside: bool = False
    """Seldom wanted, so that a form shows it folded away."""
    unasked: bool = False
    """A form does not ask for it: it sends the default, if there is one."""
    amended: bool = False
    """One that is `unasked` stands in the form of an amendment all the same, folded away, for an entry may say it."""
    faces: tuple[int, ...] = ()
    """Of dice, the highest face of each, where they are not all six-sided."""
    help: Text | None = None
    """What one should know to fill it in, in few words: they stand at its label."""
    wanted: Text | None = None
    """What is still needed while nothing is answered, where something else would do as well; None: its label."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that may be made now."""

    move: type[Move]
    seat: Seat
    label: Text
    fields: tuple[OfferField, ...] = ()
    help: Text | None = None
    """How it is done; on further lines what comes after it, which a form shows below its fields."""
    unchecked: tuple[str, ...] = ()
    """What the companion cannot know and the table must look to, such as `adjacency`."""
    disabled: Refusal | None = None
    """The step is on, but nothing of the kind can be chosen, and why. It is not on offer."""
    sought: bool = False
    """Players look for it: where it is `disabled` they are told why."""
    aside: bool = False
    """Seldom wanted, so that a phone shows it folded away, beside the one that usually is."""
    either_way: tuple[str, str] | None = None
    """Two fields that may be given in each other's place: a link A-B is the link B-A."""
    anytime: bool = False
    """It stands open to several at once, so that two may take it up in the same moment: it is not narrowed by what
    there is to pay with, and a phone does not say at which revision it has seen it."""
    host: bool = False
    """Only the host may take it up; its seat is anybody's."""
    confirm: Text | None = None
    """What the button says that makes the move, where the usual word would leave it open to what."""
    confirm_when: When | None = None
    """The answers with which it says so; None: any."""
    apart: bool = False
    """It never stands beside another one's button, unless a tap only opens it: one that was meant for that would cost
    much."""
    terms: bool = False
    """The label says all terms of the move: a preview tells only what else comes of it."""
    tiles: str = ""
    """The field whose choices stand as buttons of their own, so that a tap on one opens the form with that choice."""
    own_help: Text | None = None
    """The help as whoever sits there reads it, on a phone of their own, where it names them; None: the same."""

    @property
    def type(self) -> str:
        """The move's type."""
        return self.move.TYPE.name


def narrowed(cls: type[Move], name: str, **limits: Any) -> OfferField:
    """A field of a move as described with the move, narrowed for now.

    `limits` are members of OfferField; `name` is the field's name.
    """
    [field] = [field for field in cls.TYPE.fields if field.name == name]
    return offered(field, **limits)


def offered(field: Field, **limits: Any) -> OfferField:
    """A field as it is described, narrowed for now by members of OfferField."""
    now: dict[str, Any] = {
        "label": say(field.label),
        "kind": field.kind,
        "required": field.required,
        "least": field.least,
        "most": field.most,
    }
    now.update(limits)
    return OfferField(name=field.name, **now)


def choosing(cls: type[Move], name: str, seat: Seat, label: Text, choices: tuple[Choice, ...]) -> Offer:
    """A move with one thing to choose, its field `name`. Where nothing can be taken the move cannot be made, for the
    first choice's reason."""
    barred = choices[0].disabled if all(choice.disabled for choice in choices) else None
    return Offer(cls, seat, label, (narrowed(cls, name, choices=choices),), disabled=barred)


def to_amend(offer: Offer) -> Offer:
    """The offer as it is taken up in the place of an entry: what that may have said though nobody is asked for it can
    be said again, so that amending something else does not lose it."""
    return replace(offer, fields=tuple(map(_to_amend, offer.fields)))


def _to_amend(field: OfferField) -> OfferField:
    if field.amended:
        return replace(field, unasked=False, aside=True)
    fields = tuple(map(_to_amend, field.fields))
    # another one only where it differs: what is the same is made into a document once
    return field if fields == field.fields else replace(field, fields=fields)


def to_host(offer: Offer) -> Offer:
    """The offer as the host may take it up: what is only not for that seat to say can be chosen."""
    return replace(offer, fields=tuple(_to_host(field) for field in offer.fields))


_FOR_THE_HOST = frozenset({"not-now", "not-your-seat", "host-only"})
"""Codes of refusals that hold for a seat, and not for the host."""


def _to_host(field: OfferField) -> OfferField:
    choices = tuple(
        replace(choice, disabled=None)
        if choice.disabled and choice.disabled.code in _FOR_THE_HOST
        else choice
        for choice in field.choices
    )
    return replace(field, choices=choices, fields=tuple(_to_host(sub) for sub in field.fields))


def to_own(offer: Offer) -> Offer:
    """The offer as whoever it is made to reads it."""
    return replace(offer, help=offer.own_help) if offer.own_help else offer


def accept(offers: Iterable[Offer], move: Move, *, by_host: bool = False) -> Offer:
    """The offer under which this move may be made.

    :raises RuleError: `not-now` if nothing of the kind is offered to that seat; `rule`, `insufficient-funds`
        or `invalid` if it is, but not with these values.
    """
    of_type = [offer for offer in offers if offer.move is type(move)]
    of_seat = [offer for offer in of_type if offer.host or offer.seat == move.seat]
    if not of_seat:
        raise not_now(say("It is not your turn to do that") if of_type else say("You can't do that now"))
    if not by_host and all(offer.host for offer in of_seat):
        raise RuleError("host-only", say("Only the host can do that"))
    refused: RuleError | None = None
    for offer in of_seat:
        forms = (move,) if offer.either_way is None else (move, move.swapped(*offer.either_way))
        for form in forms:
            try:
                _check(offer, form, by_host)
            except RuleError as error:
                refused = refused or error
            else:
                return offer
    assert refused is not None
    raise refused


def _check(offer: Offer, move: Move, by_host: bool) -> None:
    """Raise, of several refusals, the one that the REST contract looks for first; among equals the last field's, for it
    depends on what was chosen before and says more."""
    applicable = [field for field in offer.fields if _applies(field, move)]
    refused: list[RuleError] = []
    for field in applicable:
        try:
            _check_field(field, move, by_host)
        except RuleError as error:
            refused.append(error)
    if offer.disabled:
        # What was chosen may have a reason of its own; the offer's is that of its likeliest choice.
        heading = offer.move.TYPE.rule or None
        own = [error for error in refused if error.code in ("insufficient-funds", "rule")]
        refused = own or [RuleError(offer.disabled.code, offer.disabled.text, rule=heading)]
    if refused:
        raise min(reversed(refused), key=lambda error: get_args(Code).index(error.code))
    _check_absent(offer, applicable, move)


def _check_field(field: OfferField, move: Move, by_host: bool) -> None:
    value = move.get(field.name)
    if value is not None:
        check_value(field, value, by_host)
        return
    nothing = next((choice for choice in field.choices if choice.value is None), None)
    if nothing is not None:
        _allowed(nothing, by_host)
    elif any(each.nullable for each in move.TYPE.fields if each.name == field.name):
        raise RuleError("rule", say("{label}: choose one", label=field.label))
    elif field.required:
        text = say("{label} is missing", label=field.label)
        raise RuleError("invalid", text, errors={field.name: (say("missing"),)})


def _check_absent(offer: Offer, applicable: list[OfferField], move: Move) -> None:
    """A field that is not offered now must be left alone."""
    there = {field.name for field in applicable}
    for field in move.TYPE.fields:
        given = move.get(field.name)
        if field.name not in there and given not in (None, (), False, ""):
            raise RuleError(
                "rule",
                say("{label} is not available here", label=say(field.label)),
                rule=offer.move.TYPE.rule or None,
                errors={field.name: (say("not available here"),)},
            )


def _applies(field: OfferField, move: Move) -> bool:
    given = ((move.get(name), value) for name, value in (field.when or {}).items())
    return all(
        item in value
        if isinstance(value, tuple)
        else item == value or _same_place(item, value) or (item is None and value is False)
        for item, value in given
    )


def check_value(field: OfferField, value: Any, by_host: bool = False) -> None:
    """Does this value lie in the field's limits, and is it among its choices?

    :raises RuleError: see `accept`.
    """
    match field.kind:
        case "choices" | "places" if not isinstance(value, bool):
            _check_number(field, len(value))
            for item in value:
                _check_choice(field, item, by_host)
        case "links" | "rows":
            _check_number(field, len(value))
        case "shares":
            _check_number(field, sum(value.values()))
            for item in value:
                _check_choice(field, item, by_host)
        case "money" | "count":
            _check_number(field, value)
        case "choice" | "seat" | "place":
            _check_choice(field, value, by_host)
        case _:
            pass


_AT_LEAST = {"money": phrase("{label}: at least ${least}")}
_AT_MOST = {"money": phrase("{label}: at most ${most}")}


def _check_number(field: OfferField, number: int) -> None:
    if field.least is not None and number < field.least:
        raise RuleError(
            "rule",
            say(_AT_LEAST.get(field.kind, "{label}: at least {least}"), label=field.label, least=field.least),
            errors={field.name: (say("at least {least}", least=field.least),)},
        )
    if field.most is not None and number > field.most:
        refusal = field.too_much or Refusal(
            "rule",
            say(_AT_MOST.get(field.kind, "{label}: at most {most}"), label=field.label, most=field.most),
        )
        raise RuleError(
            refusal.code, refusal.text, errors={field.name: (say("at most {most}", most=field.most),)}
        )


def _check_choice(field: OfferField, value: Value, by_host: bool) -> None:
    for choice in field.choices:
        if choice.value == value or (field.kind in ("place", "places") and _same_place(choice.value, value)):
            _allowed(choice, by_host)
            return
    if field.choices and not field.open:
        refusal = field.other or Refusal(
            "rule", say("{label}: {value} is not available now", label=field.label, value=str(value))
        )
        raise RuleError(refusal.code, refusal.text, errors={field.name: (say("not one of the choices"),)})


def _same_place(value: Value, other: Value) -> bool:
    return isinstance(value, str) and isinstance(other, str) and plain(value) == plain(other)


def _allowed(choice: Choice, by_host: bool) -> None:
    if choice.disabled and not (by_host and choice.disabled.code in _FOR_THE_HOST):
        raise RuleError(choice.disabled.code, choice.disabled.text)
