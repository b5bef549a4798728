"""Parts of what is worked out of a state: each is kept with what it has read, and used again until that differs.

A state never changes; a move leads to another one, in which most is as it was. So a function of a state that is marked
`part` is handed the state in a form that notes what is read of it: which field, and of a field with entries (such as
what every account holds) which entry. When the next state comes, the two are compared once; a part is worked out anew,
when it is asked for, if something that it has read differs, or if another part that it has used gives another value.
Nobody lists what a part depends on. So a railroad's income, marked as a part, has read that railroad's track and the
incomes of the cities on it: a bid leaves it as it is, and when one of those cities grows it is worked out anew.

A function that is given a plain state is simply called, and nothing is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property, partial, wraps
from itertools import islice
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, get_origin, get_type_hints

from companion.atlas.known import Atlas
from companion.vocabulary.ledger import Ledger

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")
Path = tuple[str, Hashable]
"""A field, and which of its entries."""
_Name = tuple[Any, ...]
"""A part's function, and what else it is given."""

ALL = object()
"""All of a field: each entry, and which there are."""
LONGEST_KEPT = 32
"""For how many states a part is kept that nobody asks for."""
_RECORDS: Mapping[type, str] = {Ledger: "holdings", Atlas: "sections"}
"""Records inside a state of which entries are told apart, and their field that has those."""
_ABSENT = object()


def part(work_out: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Marks a function of a state as a part. What else it is given can be hashed; what it gives is never changed, and
    is no iterator, for that would read on when nobody takes notes any more."""

    @wraps(work_out)
    def once(state: S, *more: P.args, **named: P.kwargs) -> T:
        parts: Parts | None = getattr(state, "parts", None)
        if parts is None or named:
            return work_out(state, *more, **named)
        name = (work_out, *more)  # as in `Parts.of`: nothing is called so often, so it stands here as well
        found = parts.known.get(name)
        if found is None or found.turn != parts.turn:
            found = parts.up_to_date(name, found)
        value: T = found.value
        parts.used.append((name, value))
        return value

    return cast("Callable[Concatenate[S, P], T]", once)


@dataclass(slots=True)
class Part:
    """A part as it was worked out last."""

    value: Any
    read: set[Path]
    """What it has read of the state itself."""
    used: list[tuple[_Name, Any]]
    """The parts that it has used, in that order, and what each gave."""
    turn: int
    """The last state for which it was right, counted from the first that was looked at."""


class Parts:
    """The parts of one table's states. Whoever asks holds the table's lock."""

    def __init__(self) -> None:
        self.known: dict[_Name, Part] = {}
        """What each was worked out to be last, right for `turn` or not."""
        self._state: Any = None
        self._reader: Any = None
        self.turn = 0
        """How many states were looked at."""
        self._differ: deque[set[Path]] = deque(maxlen=LONGEST_KEPT)
        """What differed from each of the last ones to the next."""
        self.read: set[Path] = set()
        """What the part has read so far that is being worked out."""
        self.used: list[tuple[_Name, Any]] = []
        """Which others it has used, and what each gave."""

    def of(self, state: Any, work_out: Callable[..., T], *more: Hashable) -> T:
        """What a function gives for this state."""
        if state is not self._state:
            self._turn_to(state)
        name = (work_out, *more)
        found = self.known.get(name)
        if found is None or found.turn != self.turn:
            found = self.up_to_date(name, found)
            self.read.clear()
            self.used.clear()
        value: T = found.value
        return value

    def let_go(self) -> None:
        """Keep nothing, for nobody is looking at this table just now."""
        self.known = {}
        self._differ.clear()
        self._state = self._reader = None
        self.read, self.used = set(), []

    def whole(self, state: Any) -> Any:
        """The state itself, all of which is read."""
        self.read |= {(field, ALL) for field, _ in _getters(state.__class__)}
        return state

    def up_to_date(self, name: _Name, found: Part | None) -> Part:
        """A part as it is now: worked out anew, unless what it was is still right.

        It is, if nothing differs that it has read, and every part gives the same that it has used. As long as those
        before did, each would be asked for as well.
        """
        since = 0 if found is None else self.turn - found.turn
        lately = islice(reversed(self._differ), since)
        if found is not None and since <= len(self._differ) and all(map(found.read.isdisjoint, lately)):
            for used_name, value in found.used:
                used = self.known.get(used_name)
                if used is None or used.turn != self.turn:
                    used = self.up_to_date(used_name, used)
                if used.value is not value:
                    break
            else:
                found.turn = self.turn
                return found
        return self._worked_out(name, found)

    def _worked_out(self, name: _Name, found: Part | None) -> Part:
        outside, self.read, self.used = (self.read, self.used), set(), []
        try:
            value = name[0](self._reader, *name[1:])
            if found is not None and same(found.value, value):
                value = found.value  # the very same, so that what has used it is still right
            new = self.known[name] = Part(value, self.read, self.used, self.turn)
        except BaseException:
            # Whoever goes on without it has seen that it fails, and so all that it has read.
            outside[0].update(self.read)
            outside[1].extend(self.used)
            raise
        finally:
            self.read, self.used = outside
        return new

    def _turn_to(self, state: Any) -> None:
        differ = _differences(self._state, state)
        self.turn += 1
        if differ is None:
            self.known = {}
            self._differ.clear()
        else:
            self._differ.append(differ)
            if self.turn % LONGEST_KEPT == 0:
                since = self.turn - LONGEST_KEPT
                self.known = {name: found for name, found in self.known.items() if found.turn > since}
        self._state, self._reader = state, _reading(state, self)
        self.read, self.used = set(), []


def same(old: Any, new: Any) -> bool:
    """Are two values equal, including the order of what they list?"""
    return bool(old == new) and (type(new) is not dict or list(old) == list(new))


def _differences(before: Any, after: Any) -> set[Path] | None:
    """What differs between two states; None: they have nothing in common."""
    if type(before) is not type(after):
        return None
    found: set[Path] = set()
    for field, get in _getters(after.__class__):
        old, new = get(before), get(after)
        if old is new:
            continue
        if (entries := _RECORDS.get(type(new))) is not None:
            others = (each for name, each in _getters(new.__class__) if name != entries)
            if any(each(old) != each(new) for each in others):
                return None
            old, new = getattr(old, entries), getattr(new, entries)
        if field in _with_entries(after.__class__):
            found |= _entries_that_differ(field, old, new)
        elif old != new:
            found.add((field, ALL))
    return found


def _entries_that_differ(field: str, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> set[Path]:
    was = old.get
    found: set[Path] = {
        (field, key)
        for key, value in new.items()
        if (before := was(key, _ABSENT)) is not value and not same(before, value)
    }
    found |= {(field, key) for key in old.keys() - new.keys()}
    # What goes through all of them sees their order as well.
    if found or list(old) != list(new):
        found.add((field, ALL))
    return found


@cache
def _getters(cls: Any) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Every field of a dataclass, and how it is got."""
    return tuple((field.name, attrgetter(field.name)) for field in fields(cls))


@cache
def _with_entries(cls: Any) -> Mapping[str, Callable[[Any], Any]]:
    """Those of them that are mappings, or records that have one inside."""
    kinds = get_type_hints(cls)
    return {
        name: get
        for name, get in _getters(cls)
        if kinds[name] in _RECORDS or get_origin(kinds[name]) is Mapping
    }


# --- states that note what is read of them -------------------------------------------------------------------


def _reading(record: Any, parts: Parts, field: str = "") -> Any:
    """The record as one of its kind that notes in `parts` what is read of it; field: which of the state's it is."""
    reader = _reader_class(record.__class__).__new__(_reader_class(record.__class__))
    put = object.__setattr__
    put(reader, "record", record)
    put(reader, "parts", parts)
    put(reader, "field", field)
    for name, get in _with_entries(record.__class__).items():
        value = get(record)
        inside = type(value) in _RECORDS
        put(reader, name, _reading(value, parts, name) if inside else Entries(value, parts, field or name))
    return reader


@cache
def _reader_class(cls: Any) -> Any:
    """A class of the same kind. What has entries is put into its slots, and notes itself which of them are read; every
    other field is read through to the record, and noted."""
    inside = cls in _RECORDS
    members: dict[str, Any] = {
        "changed": lambda self, **others: self.parts.whole(self.record).changed(**others)
    }
    slots = ["field", "parts", "record"]
    for name, get in _getters(cls):
        if name in _with_entries(cls):
            slots.append(name)
        elif inside:
            # Where another member of a record inside differs, all parts are let go: nothing need be noted.
            members[name] = property(partial(_plainly, get))
        else:
            members[name] = property(partial(_read_through, name, get))
    for name, member in vars(cls).items():
        # The record keeps it; kept here as well, it would be noted only the first time.
        if isinstance(member, cached_property):
            members[name] = property(partial(_kept_by_record, name))
    return type(f"{cls.__name__}BeingRead", (cls,), {"__slots__": tuple(slots), **members})


def _read_through(name: str, get: Callable[[Any], Any], reader: Any) -> Any:
    reader.parts.read.add((name, ALL))
    return get(reader.record)


def _plainly(get: Callable[[Any], Any], reader: Any) -> Any:
    return get(reader.record)


def _kept_by_record(name: str, reader: Any) -> Any:
    reader.parts.read.add((reader.field, ALL))
    return getattr(reader.record, name)


class Entries(Mapping[Any, Any]):
    """A mapping in a state that is being read. Which of its entries are read is noted."""

    __slots__ = ("_field", "_of", "_parts")

    def __init__(self, of: Mapping[Any, Any], parts: Parts, field: str) -> None:
        self._of, self._parts, self._field = of, parts, field

    def _all(self) -> Mapping[Any, Any]:
        self._parts.read.add((self._field, ALL))
        return self._of

    def __getitem__(self, key: Any) -> Any:
        self._parts.read.add((self._field, key))
        return self._of[key]

    def get(self, key: Any, default: Any = None) -> Any:
        self._parts.read.add((self._field, key))
        return self._of.get(key, default)

    def __contains__(self, key: object) -> bool:
        self._parts.read.add((self._field, key))
        return key in self._of

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def keys(self) -> Any:
        return self._all().keys()

    def values(self) -> Any:
        return self._all().values()

    def items(self) -> Any:
        return self._all().items()
