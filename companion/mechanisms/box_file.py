"""A game's `box.toml`: what is printed, what a table may choose, which facts its board has, and its calculators."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, get_args

from companion.atlas.form import Fact, FactForm, Section
from companion.atlas.known import Atlas, merge
from companion.atlas.reading import read_facts
from companion.mechanisms.reckoning import player_rows, ranked
from companion.vocabulary.board import Instruction, lay_out
from companion.vocabulary.box import FormField, Option, RailroadInfo, Ruling, Unit
from companion.vocabulary.meanings import Meaning, Repeats
from companion.vocabulary.moves import Field
from companion.vocabulary.rules import SHELF_END, Box
from companion.vocabulary.tools import Reckon, Tool, Values
from companion.words.text import Text, say
from companion.words.values import Railroad

Printed = Mapping[str, Any]
_ITS_OWN = frozenset({"maybe", "absent", "shared", "repeats"})
"""What a game may say of a member otherwise than all do, and nothing else of it."""
_NO_BOARD: Printed = {"sections": (), "places": ""}
_NOTHING = Atlas()


def read_box(package: str) -> dict[str, Any]:
    """The `box.toml` beside a game's rules."""
    return tomllib.loads((files(package) / "box.toml").read_text("utf-8"))


def notes_of(printed: Printed) -> dict[int, int]:
    """The paper money: printed value, and how many notes of it."""
    return {int(note): number for note, number in printed.get("parts", {}).get("notes", {}).items()}


def fact_form(printed: Printed) -> FactForm:
    """What the board says and the rulebook does not, from `board`; nothing where there is none."""
    board = printed.get("board", _NO_BOARD)
    return FactForm(tuple(_section(section) for section in board["sections"]), board["places"])


def _section(printed: Printed) -> Section:
    given = _frozen(printed)
    facts = tuple(Fact(**_frozen(fact)) for fact in printed["facts"])
    key = None if given.get("key") == "none" else given.get("key", "place")
    given |= {"key": key, "facts": facts}
    return Section(**given)


def _frozen(printed: Printed) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in printed.items()}


def shipped(form: FactForm, facts: Printed) -> Atlas:
    """What the rulebook itself says of the board. A new name is a new place: what is printed is printed, however near
    two names are."""
    return merge(Atlas(), read_facts(form, Atlas(), facts, insist=True))[0]


def setting_up(printed: Printed, **facts: Any) -> tuple[Instruction, ...]:
    """What hands lay out before the first move, from `setting_up`: sentences with facts, or `words` whose {n} is a
    number of `setup`."""
    steps = printed.get("setting_up", ())
    return lay_out(
        *(
            say(step, **facts) if isinstance(step, str) else say(step["words"], n=printed["setup"][step["n"]])
            for step in steps
        )
    )


def game_box(
    printed: Printed,
    *,
    railroads: tuple[RailroadInfo, ...] | None = None,
    facts: FactForm | None = None,
    shipped: Atlas = _NOTHING,
    lacks: Callable[[Atlas], tuple[Text, ...]] = lambda atlas: (),
    certificates: Mapping[Railroad, int] | None = None,
    form: tuple[FormField, ...] = (),
) -> Box:
    """The box as the rest of the program knows it.

    certificates: how many each railroad has, for tables that play it with the bank alone. form: what a box of a table's
    own is made of, where it may have one.

    railroads, facts: other ones than those of `printed`. shipped: what of the board the rulebook gives; lacks: what an
    atlas does not know yet.
    """
    railroads = railroads_of(printed) if railroads is None else railroads
    return Box(
        slug=printed["slug"],
        name=printed["name"],
        titled=printed["name"] not in printed.get("words", ()),
        version=printed["version"],
        shelf=printed.get("shelf", SHELF_END),
        least_players=printed["players"]["least"],
        most_players=printed["players"]["most"],
        railroads=railroads,
        options=tuple(_option(option, form) for option in printed.get("options", ())),
        rulings=tuple(_ruling(ruling) for ruling in printed.get("rulings", ())),
        facts=fact_form(printed) if facts is None else facts,
        shipped=shipped,
        lacks=lacks,
        headings=printed.get("headings", {}),
        money=Unit(**printed.get("money", {})),
        for_bank=None if certificates is None else _for_bank(printed, railroads, certificates),
        notes=notes_of(printed),
        imaginary={int(players): name for players, name in printed.get("imaginary", {}).items()},
    )


def _for_bank(
    printed: Printed, railroads: tuple[RailroadInfo, ...], certificates: Mapping[Railroad, int]
) -> dict[str, Any]:
    """What is printed, as a box of the bank alone: money, companies, and the tracks that `bank` lists."""
    tracks = [
        {"start": 0, **track} if "column" not in track else _started(printed, track)
        for track in printed.get("bank", {}).get("tracks", ())
    ]
    companies = [
        {"id": r.id, "name": r.name, "colour": r.colour, "treasury": 0, "certificates": certificates[r.id]}
        for r in railroads
    ]
    cash = {str(players): amount for players, amount in printed.get("cash", {}).items()}
    paper = sum(note * number for note, number in notes_of(printed).items())
    box = {
        "name": printed["name"],
        "money": {"prefix": "$", "suffix": "", **printed.get("money", {})},
        "cash": cash or 0,
        "companies": companies,
        "tracks": tracks,
    }
    return {**box, "paper_total": paper} if paper else box


def _started(printed: Printed, track: Printed) -> dict[str, Any]:
    """A track that begins for each railroad where its own row says."""
    start = {row["id"]: row[track["column"]] for row in printed["railroads"]}
    return {**{name: value for name, value in track.items() if name != "column"}, "start": start}


def _option(printed: Printed, form: tuple[FormField, ...]) -> Option:
    choices = tuple((value, words) for value, words in printed.get("choices", ()))
    counts = tuple((name, words) for name, words in printed.get("counts", ()))
    more = {"choices": choices, "counts": counts, "form": form if printed["kind"] == "box" else ()}
    return Option(**{"default": None, **printed, **more})


def _ruling(printed: Printed) -> Ruling:
    return Ruling(**{**printed, "choices": tuple((value, words) for value, words in printed["choices"])})


def railroads_of(printed: Printed) -> tuple[RailroadInfo, ...]:
    """The railroads, from `railroads`."""
    rows = printed.get("railroads", ())
    return tuple(RailroadInfo(Railroad(row["id"]), row["name"], row["colour"]) for row in rows)


def tools_of(printed: Printed, reckon: Mapping[str, Reckon]) -> tuple[Tool, ...]:
    """The calculators, from `tools`; players whose kind is not said have a name and cash as well, and a field that is
    the name of a ruling has its choices.

    reckon: how each of them comes to its answer, by its name.
    """
    rulings = {ruling["name"]: _ruling(ruling) for ruling in printed.get("rulings", ())}
    return tuple(_tool(tool, reckon[tool["name"]], rulings) for tool in printed["tools"])


def ruled(printed: Printed, values: Values, name: str) -> str:
    """The choice of a ruling in a calculator's form, else its default."""
    ruling = next(ruling for ruling in map(_ruling, printed["rulings"]) if ruling.name == name)
    return str(values.get(name) or ruling.default)


def _tool(printed: Printed, reckon: Reckon, rulings: Mapping[str, Ruling]) -> Tool:
    fields = tuple(_field(field, rulings) for field in printed["fields"])
    answers = {answer["name"]: meaning(answer, fields) for answer in printed["answers"]}
    return Tool(printed["name"], printed["label"], printed["rule"], printed["help"], fields, reckon, answers)


def meaning(printed: Printed, fields: tuple[Field, ...] = (), usual: Meaning | None = None) -> Meaning:
    """What a member of an answer says. fields: of a tool; players of whom no more is said are ranked. usual: what it
    says in every game; a box that says otherwise only in `_ITS_OWN` need not say the rest again.

    :raises ValueError: `repeats` is no word for when it does.
    """
    if printed.get("repeats", "") not in get_args(Repeats):
        raise ValueError(f"{printed['repeats']!r} is not when something else tells the same")
    if usual is not None and _ITS_OWN.issuperset(printed):
        return replace(usual, **printed)
    if "kind" not in printed:
        return ranked(next(field.fields[1].name for field in fields if field.name == printed["name"]))
    each = {member["name"]: meaning(member) for member in printed.get("each", ())}
    maybe, among = printed.get("maybe", False), tuple(printed.get("among", ()))
    more = {name: printed[name] for name in ("absent", "shared", "repeats") if name in printed}
    return Meaning(printed["kind"], printed["means"], maybe, among, each, **more)


def _field(printed: Printed, rulings: Mapping[str, Ruling]) -> Field:
    if "ruling" in printed:
        ruling = rulings[printed["ruling"]]
        values, names = zip(*ruling.choices, strict=True)
        label = printed["label"]
        return Field(ruling.name, label, "choice", required=False, among=values, names=names)
    fields = tuple(_field(field, rulings) for field in printed.get("fields", ()))
    if "kind" not in printed:
        return player_rows(*fields, required=printed.get("required", True))
    words = {name: tuple(printed.get(name, ())) for name in ("among", "names")}
    return Field(**{**printed, "fields": fields, **words})
