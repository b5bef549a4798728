"""A box: whose money, companies and tracks are on the table. From JSON, with the place named where it cannot be so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.games.bank.box import BOX
from companion.vocabulary.box import RailroadInfo, Unit
from companion.vocabulary.figures import TABLE
from companion.vocabulary.ledger import Account, railroad_account, seat_account
from companion.vocabulary.records import record
from companion.words.errors import RuleError
from companion.words.text import Text, letters, say, unseen
from companion.words.values import HIGHEST, NAME_LENGTH, Railroad, Seat

AT = "options.box"
"""Where a box stands in what is sent."""
MOST_COMPANIES, MOST_TRACKS = 40, 10
MOST_CERTIFICATES = 99
USUAL_CERTIFICATES = 5
MOST_PAPER = 9_999_999
LONGEST_UNIT = 4
LEAST_PLAYERS, MOST_PLAYERS = int(BOX["players"]["least"]), int(BOX["players"]["most"])
OWNERS = ("company", "seat", "table")
"""Of whom a track is."""
GREY = "#6f6a62"
"""A company without a colour."""
_ID, _COLOUR = re.compile(r"[A-Z0-9&]{1,6}"), re.compile(r"#[0-9a-fA-F]{6}")


@record("Company")
@dataclass(frozen=True, slots=True)
class Company:
    """A company, its certificates and what it begins with."""

    id: Railroad
    name: str
    colour: str
    treasury: int
    certificates: int


@record("Track")
@dataclass(frozen=True, slots=True)
class Track:
    """A number of each company, of each seat, or of the table."""

    name: str
    of: str
    least: int
    most: int
    starts: tuple[tuple[str, int], ...]
    """Where it begins, by company or seat; with no name: everywhere else."""

    def start(self, whose: str) -> int:
        """Where it begins for one of them."""
        starts = dict(self.starts)
        return starts.get(whose, starts.get("", self.least))


@record("BankBox")
@dataclass(frozen=True)
class BankBox:
    """All that a table of the bank alone is told of its game."""

    name: str
    prefix: str
    suffix: str
    cash: tuple[tuple[int, int], ...]
    """What each player begins with, by how many play; 0: any number of them."""
    paper_total: int | None
    companies: tuple[Company, ...]
    tracks: tuple[Track, ...]

    @cached_property
    def unit(self) -> Unit:
        """How an amount is written."""
        return Unit(self.prefix, self.suffix)

    @cached_property
    def order(self) -> tuple[Railroad, ...]:
        """The companies by their letters."""
        return tuple(company.id for company in self.companies)

    @cached_property
    def railroads(self) -> tuple[RailroadInfo, ...]:
        """The companies as they are shown."""
        return tuple(RailroadInfo(each.id, each.name, each.colour) for each in self.companies)

    def tracks_of(self, of: str) -> tuple[Track, ...]:
        """The tracks of companies, of seats, or of the table."""
        return tuple(track for track in self.tracks if track.of == of)

    def owners(self, track: Track, seats: Iterable[Seat]) -> tuple[Account, ...]:
        """Whose numbers stand on a track."""
        if track.of == "company":
            return tuple(map(railroad_account, self.order))
        return tuple(map(seat_account, seats)) if track.of == "seat" else (TABLE,)

    def starting_cash(self, seats: int) -> int | None:
        """What each of so many players begins with; None: the box does not say."""
        cash = dict(self.cash)
        return cash.get(seats, cash.get(0))


# --- reading -----------------------------------------------------------------------------------------------


def read(given: object, at: str = AT) -> BankBox:
    """A box from its JSON. at: where it stands in what was sent; empty: it is all of it.

    :raises RuleError: `invalid`, naming where something cannot be so.
    """
    box = _members(given, at, {"name", "money", "cash", "paper_total", "companies", "tracks"})
    money = _members(box.get("money", {}), _in(at, "money"), {"prefix", "suffix"})
    companies = tuple(_companies(_rows(box.get("companies", []), _in(at, "companies"), MOST_COMPANIES)))
    return BankBox(
        name=_title(box.get("name"), _in(at, "name")),
        prefix=_unit(money.get("prefix", "$"), _in(at, "money.prefix")),
        suffix=_unit(money.get("suffix", ""), _in(at, "money.suffix")),
        cash=_cash(box.get("cash"), _in(at, "cash")),
        paper_total=_paper(box.get("paper_total"), _in(at, "paper_total")),
        companies=companies,
        tracks=tuple(_tracks(_rows(box.get("tracks", []), _in(at, "tracks"), MOST_TRACKS), companies)),
    )


def boxed(given: object) -> dict[str, object]:
    """A box that players have described, with everything filled in that they left out.

    :raises RuleError: `invalid`, as `read`.
    """
    return written(read(given, ""))


def written(box: BankBox) -> dict[str, object]:
    """The box as JSON, with nothing left out; `read` makes the same box of it."""
    shown: dict[str, object] = {
        "name": box.name,
        "money": {"prefix": box.prefix, "suffix": box.suffix},
        "companies": [
            {
                "id": each.id,
                "name": each.name,
                "colour": each.colour,
                "treasury": each.treasury,
                "certificates": each.certificates,
            }
            for each in box.companies
        ],
        "tracks": [
            {"name": each.name, "of": each.of, "min": each.least, "max": each.most, "start": _start(each)}
            for each in box.tracks
        ],
    }
    cash = {str(players): amount for players, amount in box.cash}
    if box.cash:
        shown["cash"] = cash.get("0", cash)
    if box.paper_total is not None:
        shown["paper_total"] = box.paper_total
    return shown


def _start(track: Track) -> object:
    starts = dict(track.starts)
    return starts.get("", starts)


def _companies(rows: Sequence[tuple[str, object]]) -> Iterator[Company]:
    letters_seen: set[str] = set()
    names: set[str] = set()
    for place, row in rows:
        given = _members(row, place, {"id", "name", "colour", "treasury", "certificates"})
        id_, colour = given.get("id"), given.get("colour", GREY)
        if not isinstance(id_, str) or not _ID.fullmatch(id_):
            raise _wrong(_in(place, "id"), say("A company has 1 to 6 letters of A-Z, 0-9 and &"))
        name = _words(given.get("name", id_), _in(place, "name"))
        if id_ in letters_seen:
            raise _wrong(_in(place, "id"), say("Two companies have the same letters"))
        if name.casefold() in names:
            raise _wrong(_in(place, "name"), say("Two companies have the same name"))
        letters_seen.add(id_)
        names.add(name.casefold())
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            raise _wrong(_in(place, "colour"), say("A colour looks like #1f5fa8"))
        yield Company(
            Railroad(id_),
            name,
            colour,
            _number(given.get("treasury", 0), _in(place, "treasury")),
            _number(
                given.get("certificates", USUAL_CERTIFICATES),
                _in(place, "certificates"),
                most=MOST_CERTIFICATES,
            ),
        )


def _tracks(rows: Sequence[tuple[str, object]], companies: tuple[Company, ...]) -> Iterator[Track]:
    seen: set[tuple[str, str]] = set()
    for place, row in rows:
        given = _members(row, place, {"name", "of", "min", "max", "start"})
        name, of = _words(given.get("name"), _in(place, "name")), given.get("of")
        if not isinstance(of, str) or of not in OWNERS:
            raise _wrong(_in(place, "of"), say("A track belongs to a company, a seat or the table"))
        if "." in name or (of, name.casefold()) in seen:
            raise _wrong(_in(place, "name"), say("Each track has a name of its own, without a full stop"))
        seen.add((of, name.casefold()))
        least = _number(given.get("min", 0), _in(place, "min"))
        most = _number(given.get("max", HIGHEST), _in(place, "max"), least=least)
        names = {"company": [str(each.id) for each in companies], "seat": _players(), "table": []}[of]
        starts = _starts(given.get("start", least), _in(place, "start"), names, least, most)
        yield Track(name, of, least, most, starts)


def _players() -> list[str]:
    return [str(n) for n in range(LEAST_PLAYERS, MOST_PLAYERS + 1)]


def _starts(
    given: object, at: str, names: Sequence[str], least: int, most: int
) -> tuple[tuple[str, int], ...]:
    if not isinstance(given, Mapping):
        return (("", _number(given, at, least=least, most=most)),)
    if not set(map(str, given)) <= set(names):
        raise _wrong(at, say("The box has nothing by that name"))
    return tuple(
        (name, _number(given[name], _in(at, str(name)), least=least, most=most))
        for name in names
        if name in given
    )


def _cash(given: object, at: str) -> tuple[tuple[int, int], ...]:
    if given is None:
        return ()
    if not isinstance(given, Mapping):
        return ((0, _number(given, at)),)
    if not set(map(str, given)) <= set(_players()):
        raise _wrong(at, say("Cash is listed by number of players, 1 to 12"))
    return tuple((int(n), _number(given[n], _in(at, str(n)))) for n in _players() if n in given)


def _paper(given: object, at: str) -> int | None:
    return None if given is None else _number(given, at, most=MOST_PAPER)


# --- what there may be -------------------------------------------------------------------------------------


def _members(given: object, at: str, known: set[str]) -> Mapping[str, object]:
    if not isinstance(given, Mapping):
        raise _wrong(at, say("it must be an object"))
    if unknown := [str(name)[:NAME_LENGTH] for name in given if name not in known]:
        raise _wrong(_in(at, unknown[0]), say("a box has nothing by that name there"))
    return given


def _rows(given: object, at: str, most: int) -> list[tuple[str, object]]:
    """Each row, and where it stands."""
    if not isinstance(given, list | tuple):
        raise _wrong(at, say("it must be a list"))
    if len(given) > most:
        raise _wrong(at, say("at most {most}, not {n}", most=most, n=len(given)))
    return [(_in(at, str(number)), row) for number, row in enumerate(given)]


def _title(given: object, at: str) -> str:
    if given is None or (isinstance(given, str) and not given.strip()):
        raise _wrong(at, say("Give the box a name."))
    return _words(given, at)


def _words(given: object, at: str) -> str:
    return _letters(" ".join(given.split()) if isinstance(given, str) else None, at, 1, NAME_LENGTH)


def _unit(given: object, at: str) -> str:
    """What stands before an amount, or after it, with the space if there is one."""
    return _letters(given, at, 0, LONGEST_UNIT)


def _letters(given: object, at: str, least: int, most: int) -> str:
    if not isinstance(given, str) or unseen(given) or not least <= letters(given) <= most:
        raise _wrong(at, say("{least} to {most} letters of text", least=least, most=most))
    return given


def _number(given: object, at: str, *, least: int = 0, most: int = HIGHEST) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
        raise _wrong(at, say("a whole number from {least} to {most}", least=least, most=most))
    return given


def _in(at: str, name: str) -> str:
    """Where a member of something stands."""
    return f"{at}.{name}" if at else name


def _wrong(at: str, what: Text) -> RuleError:
    """A refusal that names the place; beside the field it stands at the place is not said again."""
    words = say("{place}: {what}", place=at, what=what) if at else what
    return RuleError("invalid", words, errors={at or "box": (what,)})
