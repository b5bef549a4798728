"""The help: it has every rule that is named anywhere, in every language, with the figures of the box."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Any

import pytest

from api.catalogues import SOURCE, languages
from companion.documents.help import help_document
from companion.games import GAMES, INSTALLED, package_of
from companion.mechanisms.box_file import read_box
from companion.mechanisms.help_file import PLACE, figure, read_help
from companion.vocabulary.rules import Rules
from tests.test_words import ODD, odd

LONGEST = {"lead": 330, "what": 360, "cost": 300, "limit": 290, "example": 360, "step": 330}
MOST_LIMITS = 7
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
DOLLARS = re.compile(r"\$(?!\{)(\d+)")
FREE = {"0", "1"}
"""Amounts that are no figure of a box."""
every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)


def _plain(rules: Rules[Any], language: str) -> dict[str, Any]:
    """The help as written, with its places; in English where a game has no other."""
    return tomllib.loads(_file(rules, language).read_text("utf-8"))


def _file(rules: Rules[Any], language: str) -> Traversable:
    folder = files(package_of(rules.box.slug)) / "help"
    own = folder / f"{language}.toml"
    return own if own.is_file() else folder / f"{SOURCE}.toml"


def _written(help_: dict[str, Any], *, examples: bool = True) -> list[str]:
    """All sentences."""
    topics = help_["topics"]
    parts = ("what", "cost", "example") if examples else ("what", "cost")  # not everything costs something
    return [
        help_["lead"],
        *chain.from_iterable(chapter["steps"] for chapter in help_["guide"]),
        *(topic.get(part, "") for topic in topics for part in parts),
        *chain.from_iterable((*topic.get("when", ()), *topic["limits"]) for topic in topics),
    ]


def _constants(rules: Rules[Any]) -> set[str]:
    """Headings that a rule's file names itself: `HEADING`, and the second argument of a refusal."""
    found = set()
    for path in files(package_of(rules.box.slug)).iterdir():
        if not path.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Assign(targets=[ast.Name(id="HEADING")], value=ast.Constant(value=str(heading))):
                    found.add(heading)
                case ast.Call(
                    func=ast.Name(id="forbidden" | "too_poor"), args=[_, ast.Constant(value=str(heading))]
                ):
                    found.add(heading)
                case ast.Call(keywords=keywords):
                    found |= set(filter(None, map(_heading, keywords)))
    return found


def _heading(word: ast.keyword) -> str | None:
    match word:
        case ast.keyword(arg="rule", value=ast.Constant(value=str(heading))):
            return heading
    return None


@every_game
def test_every_heading_that_is_named_opens_a_rule(rules: Rules[Any]) -> None:
    box = rules.box
    named = {
        *(move.TYPE.rule for move in rules.play.moves),
        *(ruling.rule for ruling in box.rulings),
        *(tool.rule for tool in rules.show.tools),
        *chain.from_iterable(rows.values() for rows in box.headings.values()),
        *_constants(rules),
    } - {""}
    for language in languages():
        topics = help_document(rules, language)["topics"]
        headings = list(chain.from_iterable(topic["headings"] for topic in topics))
        assert not named - set(headings)
        assert len(headings) == len(set(headings)), "a heading opens two rules"


@every_game
def test_every_move_opens_a_rule(rules: Rules[Any]) -> None:
    moves = {move.TYPE.name for move in rules.play.moves}
    for language in languages():
        topics = help_document(rules, language)["topics"]
        assert set(chain.from_iterable(topic["moves"] for topic in topics)) == moves


@every_game
def test_it_is_the_same_help_in_every_language(rules: Rules[Any]) -> None:
    """The same rules in the same order, with the same figures, place by place and number by number."""
    source = _plain(rules, SOURCE)
    told = [language for language in languages() if _file(rules, language).name.startswith(language)]
    assert {SOURCE, "de"} <= set(told) or rules.box.slug in INSTALLED
    for language in told:
        other = _plain(rules, language)
        for part in ("heading", "also", "moves"):
            assert [topic.get(part) for topic in other["topics"]] == [
                topic.get(part) for topic in source["topics"]
            ]
        for one, two in zip(_written(source), _written(other), strict=True):
            assert sorted(PLACE.findall(one)) == sorted(PLACE.findall(two)), two
            assert sorted(_numbers(one)) == sorted(_numbers(two)), two


def _numbers(words: str) -> list[str]:
    return [number.replace(",", ".") for number in NUMBER.findall(PLACE.sub("", words))]


@every_game
@pytest.mark.parametrize("language", languages())
def test_its_figures_are_those_of_the_box(rules: Rules[Any], language: str) -> None:
    """Rules name no amount of their own but nothing and one dollar; what a place says stands in the box."""
    written = _plain(rules, language)
    package = package_of(rules.box.slug)
    printed = read_box(package)
    for words in _written(written, examples=False):
        assert not set(DOLLARS.findall(words)) - FREE, words
    for words in _written(written):
        for place in PLACE.findall(words):
            figure(printed, place)
    filled = read_help(package, language, printed)
    assert not [words for words in _written(filled) if "{" in words or "}" in words]


@every_game
@pytest.mark.parametrize("language", languages())
def test_it_can_be_read_at_the_table(rules: Rules[Any], language: str) -> None:
    """Nothing is too long for a phone, and nothing is missing: what, limits, example; what it costs, if it does."""
    found = help_document(rules, language)
    assert len(found["guide"]) == 3  # set-up, a turn, the end
    assert len(found["lead"]) <= LONGEST["lead"]
    for step in chain.from_iterable(chapter["steps"] for chapter in found["guide"]):
        said, *choices = step.split("\n- ")
        assert all(0 < len(line) <= LONGEST["step"] for line in (said, *choices)), step
        assert len(choices) != 1, step  # of which to take one
        assert "\n" not in "".join((said, *choices)), step
    for topic in found["topics"]:
        assert topic["title"]
        assert 2 <= len(topic["limits"]) <= MOST_LIMITS, topic["title"]
        assert all(0 < len(limit) <= LONGEST["limit"] for limit in topic["limits"]), topic["limits"]
        assert all(0 < len(condition) <= LONGEST["limit"] for condition in topic["when"]), topic["when"]
        for part in ("what", *(["cost"] if topic["cost"] else []), "example"):
            assert 0 < len(topic[part]) <= LONGEST[part], (topic["title"], part)
            assert topic[part][-1] in ".!", topic[part]


@every_game
@pytest.mark.parametrize("language", ODD)
def test_it_says_nothing_odd(rules: Rules[Any], language: str) -> None:
    found = help_document(rules, language)
    words = [*_written(found), *(part["title"] for part in (*found["guide"], *found["topics"]))]
    assert not {sentence: odd(language, sentence) for sentence in words if odd(language, sentence)}


def test_only_a_game_with_a_rulebook_refers_to_it() -> None:
    """The bank alone is played beside another game, whose rulebook it is."""
    last_words = {rules.box.slug: str(help_document(rules, "en")["words"]["ours"]) for rules in GAMES}
    assert [slug for slug, said in last_words.items() if "in your box" not in said] == ["bank"]


def test_a_game_without_help_has_none() -> None:
    """Whoever writes a game may play it before its help is written."""
    assert read_help("companion", "de", {}) == {"lead": "", "guide": [], "topics": []}


def test_a_place_that_names_nothing_is_an_error() -> None:
    printed = {"costs": {"segment": 5}, "city": [3, 2], "railroads": [{"id": "KP", "shares": 5}]}
    assert figure(printed, "costs.segment") == figure(printed, "railroads.KP.shares") == 5
    assert figure(printed, "city.1") == 2
    for place in ("costs", "costs.double", "city.2", "railroads.MP.shares", "railroads"):
        with pytest.raises(KeyError):
            figure(printed, place)
