"""A thumb on a phone: it fills a form's fields as a person would, and counts.

A tap is whatever a finger does: opening a form, a choice, a digit, a chip, Confirm. Typing is counted apart, by
names and notes written; the tap that opens the keyboard and the one that takes the new name are taps like others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

_SETTLE_MS = 320
"""A form waits 220 ms for the fingers to rest before it asks what would happen."""
_SAID = "field => [field.meant && field.value !== undefined, field.value ?? null]"
"""Whether a field has an answer, and which; an amount in pencil is none yet."""
_KEYS = "field => [...field.querySelectorAll('.pad [data-row]')].map((key) => JSON.parse(key.dataset.row))"
"""What each key above a list says of a row."""
_CALLED = """
({ specs = [] }, wanted) => {
  const offers = ({ choices = [] }, said) => choices.find(({ value }) =>
    String(value).toLowerCase() === String(said).toLowerCase())?.value;
  const one = specs.find(({ name, when, open, ...spec }) =>
    open && when && name in wanted && offers(spec, wanted[name]));
  return one ? { ...one.when, ...wanted, [one.name]: offers(one, wanted[one.name]) } : wanted;
}
"""
"""What is called by its name alone: what its field goes with, and the name as it is offered."""
_ROW = f"(field, row) => ({_CALLED.strip()})({{ specs: field.spec.fields }}, row)"
_MEANT = """
({ type, names }) => {
  const { offers } = document.getElementById("screen").firstChild.table.doc;
  const fields = ({ fields = [], sends }) => [...fields.map(({ name }) => name), ...Object.keys(sends ?? {})];
  const those = offers.filter((offer) => offer.type === type && offer.seat);
  const at = those.findIndex((offer) => names.every((name) => fields(offer).includes(name)));
  return Math.max(at, 0);
}
"""
"""Which of several offers of a type has all these fields."""
_UNCOVER = """
(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!one.contains(there)) one.scrollIntoView({ block: "center", behavior: "instant" });
}
"""
"""What lies under the bar is scrolled to; that is no tap."""
_PATIENCE_MS = 15_000
_ROUNDS = 40
"""More fields than any form has."""
_MOST_KEYS = 6
_NEAR = 3
"""So many steps are tapped; a number further off is typed."""
_UNASKED = ("type", "seat", "facts")
"""What a move says beside the fields of its form."""
_FIELDS = ":scope > [data-field]:not([hidden]), :scope > .folded > [data-field]:not([hidden])"

Body = Mapping[str, Any]


class CannotTapError(Exception):
    """The page offers no way to enter this."""


@dataclass(slots=True)
class Thumb:
    """One player's thumb. `taps` and `typed` since the move began."""

    page: Page
    taps: int = 0
    typed: int = 0

    def tap(self, what: Locator) -> None:
        what.evaluate(_UNCOVER)
        what.tap(timeout=_PATIENCE_MS)
        self.taps += 1

    def write(self, box: Locator, text: str) -> None:
        self.tap(box)
        box.fill(text)
        self.typed += 1

    # --- a whole move --------------------------------------------------------------------------------

    def enter(self, body: Body) -> None:
        """Open the form of this move, fill it in, look at what it would do, confirm."""
        answer = self.page.locator(
            f'[data-request="{body.get("request")}"] .answer[data-offer="{body["type"]}"]'
        )
        if "request" in body and answer.count():
            self._unfold(answer.first)
            self.tap(answer.first)  # the question has said all there is
            return
        if beside := self._beside(body):
            self.tap(beside)
            return
        form = self._open(body)
        self._fill(form.locator(".offer-fields > move-fields > field-group"), body)
        self._rest(form)
        facts = form.locator("facts-field:not([hidden])").last
        while wanted := self._asked(facts, body.get("facts", {})):
            self._fill_one(*wanted)
            self._rest(form)
        if form.locator("offer-preview").get_attribute("data-state") != "shown":
            raise CannotTapError(form.inner_text())
        self.tap(form.locator(".confirm"))

    def _beside(self, body: Body) -> Locator | None:
        """What is made at once beside Confirm of another form, such as a pass beside a bid."""
        if not set(body) <= set(_UNASKED):
            return None
        of_type = f'[data-offer="{body["type"]}"]'
        self.page.locator(f"offer-list {of_type}").first.wait_for(state="attached", timeout=_PATIENCE_MS)
        key = self.page.locator(f"offer-form .quick[data-busy]{of_type}")
        if not key.count():
            return None
        self.page.locator("offer-form:not([data-fresh])").wait_for(timeout=_PATIENCE_MS)
        return key

    def _open(self, body: Body) -> Locator:
        type_ = body["type"]
        form = self.page.locator(f'offer-form form[data-offer="{type_}"]')
        key = self.page.locator(f'offer-list :is(.offer, .answer)[data-offer="{type_}"]')
        form.or_(key).first.wait_for(state="attached", timeout=_PATIENCE_MS)
        begun = [found for ways in _begun(body) if (found := key.and_(self.page.locator(ways))).count()]
        if begun:
            key = begun[0]
        if not form.count():
            names = [name for name in body if name not in _UNASKED]
            at = 0 if begun else self.page.evaluate(_MEANT, {"type": type_, "names": names})
            self._unfold(key.nth(at))
            self.tap(key.nth(at))
        form.wait_for(timeout=_PATIENCE_MS)
        self.page.locator("offer-form:not([data-fresh])").wait_for(timeout=_PATIENCE_MS)
        return form

    def _rest(self, form: Locator) -> None:
        self.page.wait_for_timeout(_SETTLE_MS)
        state = form.locator("offer-preview:not([data-state=busy])")
        state.wait_for(state="attached", timeout=_PATIENCE_MS)

    def _unfold(self, what: Locator) -> None:
        """Open whatever folds this away, one tap each."""
        if what.is_visible():
            return
        for fold in what.locator("xpath=ancestor::details[not(@open)]").all():
            self.tap(fold.locator(":scope > summary"))

    # --- fields --------------------------------------------------------------------------------------

    def _fill(self, group: Locator, wanted: Body) -> None:
        wanted = group.evaluate(_CALLED, dict(wanted))
        for _ in range(_ROUNDS):
            found = self._next(group, wanted)
            if found is None:
                return
            self._fill_one(*found)
        raise CannotTapError(f"{dict(wanted)} cannot be entered in {group.inner_text()}")

    def _next(self, group: Locator, wanted: Body) -> tuple[Locator, Any] | None:
        """The first field that shows something else than what is wanted."""
        for field in group.locator(_FIELDS).all():
            name = str(field.get_attribute("data-field"))
            if name in wanted and not _answered(field.evaluate(_SAID), wanted[name]):
                return field, wanted[name]
        return None

    def _asked(self, facts: Locator, facts_given: Body) -> tuple[Locator, Any] | None:
        """The next of the facts the form asks for, and what the evening says it is."""
        for field in facts.locator(":scope > [data-field]").all():
            value: Any = facts_given
            for step in str(field.get_attribute("data-field")).split("."):
                value = value.get(step) if isinstance(value, Mapping) else None
            if value is not None and not _same(field.evaluate("field => field.value"), value):
                return field, value
        return None

    def _fill_one(self, field: Locator, value: Any) -> None:
        self._unfold(field)
        kind = field.get_attribute("data-kind")
        fills: dict[str, Callable[[Locator, Any], None]] = {
            "money": self._money,
            "count": self._count,
            "dice": self._dice,
            "place": self._place,
            "places": self._places,
            "links": self._links,
            "facts": self._facts,
            "flag": lambda at, _: self.tap(at.locator("label")),
            "text": lambda at, words: self.write(at.locator("input, textarea"), words),
            "choices": self._choices,
            "rows": self._rows,
            "counts": lambda at, numbers: self._fill(at.locator("field-group"), numbers),
            "shares": self._shares,
        }
        fills.get(str(kind), self._choice)(field, value)

    def _choice(self, field: Locator, value: Any) -> None:
        chip = field.locator(f"label.chip[data-value='{json.dumps(value)}']").first
        if not chip.count():
            raise CannotTapError(f"no {value} among {field.inner_text()}")
        self._unfold(chip)
        self.tap(chip)

    def _choices(self, field: Locator, values: list[Any]) -> None:
        before = field.evaluate("field => field.value") or []
        wrong = [item for item in before if item not in values]
        ways = field.locator(".chip.others")
        if ways.count() and before != values:
            self.tap(ways.first if wrong else ways.last)  # in its place, or beside it
            before, wrong = field.evaluate("field => field.value") or [], []
        for value in [*wrong, *(item for item in values if item not in before)]:
            self._choice(field, value)

    def _shares(self, field: Locator, wanted: Mapping[str, int]) -> None:
        before = field.evaluate("field => field.value") or {}
        for railroad in {**before, **wanted}:  # none of one is the same as not to name it
            more = wanted.get(railroad, 0) - before.get(railroad, 0)
            key = field.locator(f'.share-count[data-value="{railroad}"] button.key')
            for _ in range(abs(more)):
                self.tap(key.last if more > 0 else key.first)

    def _rows(self, field: Locator, rows: list[Body]) -> None:
        lines = field.locator(":scope .link-list > .row")
        for at, row in enumerate(rows):
            if field.locator(".pad").count():
                self._tap_row(field, row)
                self._fill(lines.nth(at).locator("field-group").first, row)
                continue
            if lines.count() <= at:
                another = self.page.locator("offer-form .confirm-bar .another:visible")
                self.tap(another.or_(field.locator(":scope .link-list + button:visible")))
            self._fill(lines.nth(at).locator(":scope > field-group"), row)

    def _tap_row(self, field: Locator, row: Body) -> None:
        """The key that says most of it; what it begins is then filled in."""
        keys: list[dict[str, Any]] = field.evaluate(_KEYS)
        called = field.evaluate(_ROW, dict(row))
        fitting = [at for at, said in enumerate(keys) if all(called.get(n) == v for n, v in said.items())]
        if not fitting:
            raise CannotTapError(f"no key for {row} in {field.inner_text()}")
        self.tap(field.locator(".pad [data-row]").nth(max(fitting, key=lambda at: len(keys[at]))))

    def _money(self, field: Locator, amount: int) -> None:
        keys: list[list[Any]] = field.evaluate(
            """field => [...field.querySelectorAll("button[data-key]:enabled")]
                .filter((key) => key.checkVisibility()).map((key) => [key.dataset.key, Number(key.value)])"""
        )
        least, most, now, meant = field.evaluate(
            "f => [f.spec.min ?? 0, f.spec.max ?? 1e9, f.value ?? null, f.meant]"
        )
        if now == amount and not meant:
            self.tap(field.locator("input.amount"))  # it stands there in pencil
            return
        ground = now if meant or now is None or now <= least else None  # a proposal is nothing yet
        for name, value in _shortest(keys, ground, least, most, amount):
            self.tap(field.locator(f'button[data-key="{name}"][value="{value}"]:enabled').first)

    def _count(self, field: Locator, number: int) -> None:
        if field.locator("label.chip").count():
            self._choice(field, number)
            return
        key = field.locator(f'.near button[value="{number}"]')  # not a step that is as large
        if key.count():
            self.tap(key.first)
            return
        less, more = field.locator(".stepper button").first, field.locator(".stepper button").last
        now = field.evaluate("field => field.value ?? field.spec.min ?? 0")
        if abs(number - now) > _NEAR or not more.is_visible():
            if not more.is_visible():
                self.tap(field.locator(".near button").last)
            self.write(field.locator("input.count"), str(number))
        while (now := field.evaluate("field => field.value ?? null")) != number:
            self.tap(less if now is not None and now > number else more)

    def _dice(self, field: Locator, faces: list[int]) -> None:
        for die, face in enumerate(faces, 1):
            key = field.locator(f'button.face[data-die="{die}"][value="{face}"]')
            self._unfold(key)
            self.tap(key)

    def _place(self, field: Locator, name: str) -> None:
        chip = field.locator(f"button.chip[value={json.dumps(name)}]").first
        if not chip.is_visible() and (change := field.locator(".taken button")).count():
            self.tap(change.first)
        if not chip.is_visible() and name in field.evaluate(
            "field => field.choices.map(({ value }) => value)"
        ):
            self.tap(field.locator("button.more"))
        if chip.is_visible():
            self.tap(chip)
            return
        box = field.locator("input.search")
        self.write(box, name)
        box.press("Enter")  # the keyboard's own key: it is part of the typing
        if (new := field.locator("button.chip.new")).count():
            self.tap(new)  # a part of a known name too: it must be said that it is meant

    def _places(self, field: Locator, names: list[str]) -> None:
        before = field.evaluate("field => field.value") or []
        for name in names:
            if name not in before:
                self._place(field.locator("place-field"), name)

    def _links(self, field: Locator, links: list[Body]) -> None:
        lines = field.locator(":scope .link-list > .link")
        starts = lines.first.locator("[data-field=from]").evaluate(
            "field => field.choices.map((one) => one.value)"
        )
        if links[0]["from"] not in starts:
            links = links[::-1]  # the order in which they are told does not matter
        for at, link in enumerate(links):
            if lines.count() <= at:
                self._place(field.locator("[data-field=onward]"), str(link["to"]))
            for group in lines.nth(at).locator("field-group").all():
                self._fill(group, link)

    def _facts(self, field: Locator, facts: Body) -> None:
        while wanted := self._asked(field, facts):
            self._fill_one(*wanted)


def _begun(body: Body) -> Iterator[str]:
    """The buttons that open the form with its first answers, the one with most of them first: who pays whom, whom to
    pay, which railroad builds."""
    first = next(iter(body.get("to") or [body.get("railroad", body.get("company", ""))]))
    yield f'[data-tile="{body.get("from")} {first}"]'
    take = body.get("from") == "bank" and len(body.get("to", ())) == 1
    yield f'[data-tile="{"take" if take else first}"], [data-request="{body.get("request")}"] *'


def _answered(field: tuple[bool, Any], wanted: Any) -> bool:
    """Nothing is as good as no answer, but where it is chosen; of shares, none of one is not to name it."""
    said, shown = field
    if not said:
        return wanted is False or wanted in ([], {}, "")
    if isinstance(wanted, Mapping) and isinstance(shown, Mapping):
        return _same(shown, {name: value for name, value in wanted.items() if value != 0 or name in shown})
    return _same(shown, wanted)


def _same(shown: Any, wanted: Any) -> bool:
    """What the form shows may say more than the evening: the number of a link that is the only one."""
    if isinstance(wanted, Mapping):
        return isinstance(shown, Mapping) and all(_same(shown.get(n), v) for n, v in wanted.items())
    if isinstance(wanted, list) and isinstance(shown, list):
        return len(shown) == len(wanted) and any(all(map(_same, shown, w)) for w in (wanted, wanted[::-1]))
    return bool(shown == wanted) or (wanted is False and shown is None)


def _shortest(
    keys: list[list[Any]], now: int | None, least: int, most: int, wanted: int
) -> list[tuple[str, int]]:
    """The fewest keys that lead to an amount: chips that set it, steps that add, digits that write it."""
    routes: list[tuple[int | None, list[tuple[str, int]]]] = [(now, [])]
    seen = {now}
    digits = [("digit", int(figure)) for figure in str(wanted)]
    for _ in range(_MOST_KEYS):
        longer: list[tuple[int | None, list[tuple[str, int]]]] = []
        for amount, taps in routes:
            for name, value in keys:
                if name == "set":
                    after = value
                elif name == "step":
                    after = min(value + (max(least - 1, 0) if amount is None else amount), max(most, least))
                else:
                    continue
                if after == wanted:
                    found = [*taps, (name, value)]
                    return found if len(found) <= len(digits) else digits
                if after not in seen:
                    seen.add(after)
                    longer.append((after, [*taps, (name, value)]))
        routes = longer
    return digits
