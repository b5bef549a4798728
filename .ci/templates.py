"""Every template there is in the program, found by reading it; nothing is run.

A template is what stands as words in a call that makes them one: `say("{who} passes")`, a move's label, an
option's help. `PLACES` says which argument that is. What a box says stands in its `box.toml`.
"""

from __future__ import annotations

import ast
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "companion" / "games"
EXAMPLES = ROOT / "examples"

_FIELDS = (
    "choice",
    "choices",
    "seat",
    "money",
    "count",
    "shares",
    "dice",
    "flag",
    "text",
    "links",
    "place",
    "places",
    "rows",
)
PLACES: dict[str, tuple[int | str, ...]] = {
    "say": (0,),
    "Text": (0,),
    "phrase": (0,),
    "counted": (0,),
    "refused": (0,),
    "costly": (0,),
    "forbidden": (0,),
    "move": (1,),
    **dict.fromkeys(_FIELDS, (0,)),
    "Field": (1,),
    "Option": (1, "help", "choices"),
    "Tool": (1, 3, "help"),
}
"""Which arguments of which call are templates: by their place, or by their name. `choices` are pairs of a value
and its words."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template, the one for several if it counts, and the file it stands in."""

    one: str
    many: str
    file: str


@cache
def of_house() -> list[Template]:
    """What every table may hear: mechanisms, service, errors and the border. It is read once a run."""
    files = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "api").rglob("*.py")]
    return _of(file for file in files if not file.is_relative_to(GAMES))


def of_game(folder: Path) -> list[Template]:
    """What one game alone says."""
    shared = {(item.one, item.many) for item in of_house()}
    said = [*_of_box(folder / "box.toml"), *_of(folder.rglob("*.py"))]
    return [item for item in dict.fromkeys(said) if (item.one, item.many) not in shared]


def _of_box(file: Path) -> Iterator[Template]:
    """What the box says of options, rulings, the facts of its board, calculators, and what is laid out."""
    printed = tomllib.loads(file.read_text("utf-8"))
    words: list[str] = [*printed.get("words", ()), *printed.get("imaginary", {}).values()]
    for described in (*printed.get("options", ()), *printed.get("rulings", ())):
        words += [described[name] for name in ("label", "help", "settles") if name in described]
        words += [meaning for each in ("choices", "counts") for _, meaning in described.get(each, ())]
    words += [step if isinstance(step, str) else step["words"] for step in printed.get("setting_up", ())]
    for section in printed.get("board", {}).get("sections", ()):
        words += [section["label"], section.get("head", ""), *section.get("words", ())]
        words += [fact["label"] for fact in section["facts"]]
    for tool in printed.get("tools", ()):
        words += [tool["label"], tool["help"], *_labels(tool["fields"])]
    where = _place(file)
    yield from (Template(each, "", where) for each in words if _says_something(each))


def _place(file: Path) -> str:
    """Where a file stands, as catalogues say it; of a game elsewhere, beside its package."""
    if any(file.is_relative_to(ROOT / own) for own in ("companion", "api")):
        return file.relative_to(ROOT).as_posix()
    above = next(folder for folder in file.parents if not (folder / "__init__.py").exists())
    return file.relative_to(above).as_posix()


def _labels(fields: list[dict[str, Any]]) -> Iterator[str]:
    """What the fields of a calculator are called, and those of their rows."""
    for field in fields:
        if "label" in field:
            yield field["label"]
        yield from _labels(field.get("fields", []))


def games() -> list[Path]:
    """The folders of the games, and of those in packages of their own that are examples."""
    return sorted(file.parent for file in (*GAMES.glob("*/box.toml"), *EXAMPLES.glob("*/*/box.toml")))


def _of(files: Iterator[Path]) -> list[Template]:
    found: dict[tuple[str, str], Template] = {}
    for file in sorted(files):
        where = _place(file)
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                for template, many in _templates(node):
                    found.setdefault((template, many), Template(template, many, where))
    return list(found.values())


def _templates(call: ast.Call) -> Iterator[tuple[str, str]]:
    called = call.func
    name = called.id if isinstance(called, ast.Name) else "say" if _is_saying(called) else ""
    if name == "counted":
        one, many = (_words(argument) for argument in call.args[:2])
        yield from zip(one, many, strict=True)
        return
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    for place in PLACES.get(name, ()):
        given = named.get(place) if isinstance(place, str) else dict(enumerate(call.args)).get(place)
        if given is None:
            continue
        words = _meanings(given) if isinstance(given, ast.Tuple) else _words(given)
        for template in words:
            if _says_something(template):
                yield template, ""


def _is_saying(called: ast.expr) -> bool:
    """`tongue.say("seat {n}")`: words that are put into a language on the spot."""
    return isinstance(called, ast.Attribute) and called.attr == "say"


def _words(node: ast.expr) -> list[str]:
    """The words an expression may come to: itself, or either side of an `if`."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        return [*_words(node.body), *_words(node.orelse)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return [word for argument in node.args[1:] for word in _words(argument)]
    return []


def _meanings(pairs: ast.Tuple) -> list[str]:
    return [word for pair in pairs.elts if isinstance(pair, ast.Tuple) for word in _words(pair.elts[1])]


def _says_something(template: str) -> bool:
    """Are there letters in it besides its places? Else there is nothing to translate."""
    try:
        return any(letter.isalpha() for words, *_ in string.Formatter().parse(template) for letter in words)
    except ValueError:
        return True
