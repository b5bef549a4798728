"""What is known of printed boards: to read, to edit, to save as YAML and to read in again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g, request

from api import caller
from api.calls import YAML, Key, call
from api.catalogues import named, tongue
from api.language import language
from api.problems import Problem
from api.render import answer
from companion.atlas.form import Section
from companion.atlas.known import places
from companion.atlas.telling import outward, shared
from companion.service import boards, keys
from companion.vocabulary.rules import Rules
from companion.words.errors import Code, RuleError
from companion.words.text import render, say

atlases = Blueprint("atlases", __name__)

OWNERS: tuple[Key, ...] = ("host", "admin")
OWNING = "The admin, and the host of a table of that game."
_YAML = frozenset({YAML, "application/x-yaml", "text/yaml", "text/plain"})


@atlases.get("/atlases/<slug>")
@call("readBoard", "Boards", may=OWNERS, free=True, answer="Board")
def atlas(slug: str) -> Response:
    """What is known of a printed board."""
    return _shown(_rules(slug))


@atlases.patch("/atlases/<slug>")
@call(
    "teachBoard",
    "Boards",
    may=OWNERS,
    who=OWNING,
    rate="teach",
    unless=caller.is_admin,
    body="Facts",
    answer="Board",
)
def teach(slug: str) -> Response:
    """Teach facts of a printed board, which every later table will know."""
    rules = _rules(slug)
    code = _owner(rules)
    boards.teach(caller.service(), rules, caller.body(), code=code)
    return _shown(rules)


@atlases.post("/atlases/<slug>/import")
@call(
    "importBoard",
    "Boards",
    may=OWNERS,
    who=OWNING,
    rate="teach",
    unless=caller.is_admin,
    body="BoardFile",
    answer="Board",
)
def atlas_import(slug: str) -> Response:
    """Teach what a file, as the export writes it, says of a printed board."""
    rules = _rules(slug)
    code = _owner(rules)
    if request.mimetype not in _YAML:
        raise Problem(415, "not-yaml", say("Send the file as it is, with Content-Type: application/yaml."))
    from api.facts_file import read_yaml  # loaded for those who share boards

    file = read_yaml(caller.sent(), slug)
    try:
        boards.teach(caller.service(), rules, file.facts, code=code, forgets=False)
    except RuleError as error:
        raise file.located(error) from error
    return _shown(rules)


@atlases.delete("/atlases/<slug>/taught/<table>")
@call("unteachBoard", "Boards", may=("admin",), answer="Board")
def unteach(slug: str, table: str) -> Response:
    """Take back what a table taught of a printed board: what was known before is known again."""
    rules = _rules(slug)
    caller.need_admin()
    caller.service().store.unteach(slug, table.upper())
    return _shown(rules)


@atlases.get("/atlases/<slug>/export")
@call("exportBoard", "Boards", free=True, media=YAML)
def atlas_export(slug: str) -> Response:
    """What is known of a printed board as YAML, to share with owners of the same copy."""
    rules = _rules(slug)
    facts = shared(rules.box.facts, caller.service().atlas(rules))
    import yaml  # loaded for those who share boards

    text = yaml.safe_dump({slug: facts}, allow_unicode=True, sort_keys=False)
    found = Response(text, mimetype=YAML)
    found.headers["Content-Disposition"] = f'attachment; filename="{slug}.yaml"'
    return found


def _rules(slug: str) -> Rules[Any]:
    """The game of that slug, whose words a refusal may need.

    :raises RuleError: `no-such-game`.
    """
    rules = caller.service().rules(slug)
    g.game = slug
    return rules


def _owned(rules: Rules[Any]) -> str | None:
    """The table whose host asks; empty: it is the admin; None: neither."""
    if caller.is_admin():
        return ""
    key = caller.given_key()
    return None if key is None else caller.service().store.hosted(rules.box.slug, keys.hashed(key))


def _owner(rules: Rules[Any]) -> str:
    """The table whose host asks, or empty for the admin; nobody else may teach.

    :raises RuleError: `key-needed`, `host-only`.
    """
    if (owned := _owned(rules)) is not None:
        return owned
    code: Code = "key-needed" if caller.given_key() is None else "host-only"
    if code == "host-only":
        caller.limited("key")
    raise RuleError(code, say("Only the host of a table of this game may enter board data"))


def _shown(rules: Rules[Any]) -> Response:
    owned = _owned(rules)
    known, spoken = caller.service().atlas(rules), tongue(language(), rules.box.slug)
    words = spoken.say
    return answer(
        {
            "game": rules.box.slug,
            "name": named(rules, language()),
            "form": [_section(rules, section, words) for section in rules.box.facts.sections],
            "facts": outward(rules.box.facts, known),
            "places": places(rules.box.facts, known),
            "headings": _headings(rules),
            "printed": outward(rules.box.facts, rules.box.shipped),
            "lacks": [render(text, {}, spoken) for text in rules.box.lacks(known)],
            "history": boards.former(caller.service(), rules),
            "may_edit": owned is not None,
        }
        | ({"taught_by": _lessons(rules)} if owned == "" else {})
    )


def _lessons(rules: Rules[Any]) -> list[dict[str, Any]]:
    """For the admin alone: whoever knows a table's code may look on there."""
    lessons = caller.service().store.lessons(rules.box.slug)
    return [{"table": item.code, "facts": item.number, "at": item.at} for item in lessons]


def _headings(rules: Rules[Any]) -> dict[str, dict[str, str]]:
    """Under which heading of the rulebook each shipped row stands; of what tables taught there is none."""
    return {
        section: {
            row: named.get(row) or named["*"]
            for row in rules.box.shipped.rows(section)
            if row in named or "*" in named
        }
        for section, named in rules.box.headings.items()
    }


def _section(rules: Rules[Any], section: Section, words: Callable[[str], str]) -> dict[str, Any]:
    """A table of facts as a page draws it: what its rows are named by, and its columns."""
    return {
        "name": section.name,
        "places": section.name == rules.box.facts.places,
        "label": words(section.label),
        "key": section.key,
        "rows": list(section.rows),
        "head": words(section.head),
        "row_labels": {row: words(called) for row, called in zip(section.rows, section.words, strict=False)},
        "same": list(section.same),
        "plain": section.plain,
        "listed": section.listed,
        "in_all": section.in_all,
        "facts": [
            {
                "name": fact.name,
                "label": words(fact.label),
                "kind": fact.kind,
                "min": fact.least,
                "max": fact.most,
                "nullable": fact.nullable,
                "aside": fact.aside,
                "unless": fact.unless,
                "where": list(fact.where),
                "spared": list(fact.spared),
                "choices": [{"value": value, "label": words(value)} for value in fact.among],
            }
            for fact in section.facts
        ],
    }
