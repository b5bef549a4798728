"""What is known of a printed board: told once, found in any spelling, and never a second city by a slip."""

from __future__ import annotations

from typing import Any

import pytest

from companion.atlas.asking import asked_again, need
from companion.atlas.form import Fact, FactForm, Section
from companion.atlas.known import Atlas, Change, known_place, merge, news
from companion.atlas.names import near
from companion.atlas.reading import read_facts
from companion.atlas.telling import outward
from companion.games import GAMES
from companion.table.beginning import atlas_copy, begun_atlas
from companion.words.errors import RuleError
from companion.words.text import say

FORM = FactForm(
    places="cities",
    sections=(
        Section(
            "cities",
            "Cities",
            (
                Fact("income", "Income", "count", most=9),
                Fact("grid", "Grid", "text", nullable=True),
                Fact("start", "Start", "flag"),
                Fact("beside", "Neighbours", "places"),
            ),
        ),
        Section(
            "rows",
            "Rows",
            (Fact("first", "First", "place"), Fact("second", "Second", "place", nullable=True)),
            key="fixed",
            rows=("1", "2"),
        ),
        Section(
            "links",
            "Links",
            (Fact("from", "From", "place"), Fact("to", "To", "place"), Fact("one_way", "One way", "flag")),
            key=None,
            same=("from", "to"),
        ),
    ),
)


def taught(facts: object, atlas: Atlas | None = None) -> Atlas:
    atlas = atlas or Atlas()
    return merge(atlas, read_facts(FORM, atlas, facts))[0]


KNOWN = taught({"cities": {"St. Francis": {"income": 1}, "Wichita": {"income": 3}, "Cuba": {"income": 1}}})


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("St. Francis", "St. Francis"),
        ("st francis", "St. Francis"),
        (" ST.   FRANCIS ", "St. Francis"),
        ("wichita", "Wichita"),
        ("Hays", "Hays"),
        ("  New   Town ", "New Town"),
        # too short to be compared: Cuba's neighbours are not Cuba
        ("Cube", "Cube"),
        # three letters off is another name
        ("Wichataua", "Wichataua"),
        ("Saint Francis", "Saint Francis"),
    ],
)
def test_names_are_matched(said: str, meant: str) -> None:
    assert known_place(KNOWN, said) == meant


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("Wichata", "Wichita"),
        ("Witchita", "Wichita"),
        ("Wichit", "Wichita"),
        ("Wihcita", "Wichita"),
        ("St. Francs", "St. Francis"),
    ],
)
def test_a_near_miss_offers_what_is_known_and_makes_no_second_city(said: str, known: str) -> None:
    with pytest.raises(RuleError) as refused:
        known_place(KNOWN, said, at="to", places="cities")
    assert refused.value.code == "invalid"
    assert refused.value.did_you_mean == (known,)
    assert list(refused.value.errors) == ["to"]
    assert refused.value.needs[0]["path"] == ["cities", said, "new"]
    assert known_place(KNOWN, said, insist=True) == said


def test_the_nearest_name_comes_first() -> None:
    """One letter off before two, whichever stands first in the alphabet or in the list."""
    for names in (["awichita", "wichita"], ["wichita", "awichita"]):
        assert near("wichitas", names) == ("wichita", "awichita")


@pytest.mark.parametrize("said", ["", "   ", "...", "x" * 41])
def test_no_name_at_all(said: str) -> None:
    with pytest.raises(RuleError) as refused:
        known_place(KNOWN, said)
    assert refused.value.code == "invalid"


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ([], "facts"),
        ({"towns": {}}, "facts.towns"),
        ({"cities": []}, "facts.cities"),
        ({"cities": {"Hays": 3}}, "facts.cities.Hays"),
        ({"cities": {"Hays": {"incom": 3}}}, "facts.cities.Hays.incom"),
        ({"cities": {"Hays": {"income": "3"}}}, "facts.cities.Hays.income"),
        ({"cities": {"Hays": {"income": True}}}, "facts.cities.Hays.income"),
        ({"cities": {"Hays": {"income": 10}}}, "facts.cities.Hays.income"),
        ({"cities": {"Hays": {"income": -1}}}, "facts.cities.Hays.income"),
        ({"cities": {"Hays": {"income": None}}}, "facts.cities.Hays.income"),
        ({"cities": {"Hays": {"start": 1}}}, "facts.cities.Hays.start"),
        ({"cities": {"Hays": {"grid": "x" * 41}}}, "facts.cities.Hays.grid"),
        ({"cities": {"Hays": {"beside": "Cuba"}}}, "facts.cities.Hays.beside"),
        ({"cities": {"Wichata": {"income": 1}}}, "facts.cities.Wichata"),
        ({"rows": {"3": {"first": "Hays"}}}, "facts.rows.3"),
        ({"rows": {"1": {"first": 7}}}, "facts.rows.1.first"),
        ({"rows": {"1": {"first": None}}}, "facts.rows.1.first"),
        ({"rows": {"1": {"first": "Wichata"}}}, "facts.rows.1.first"),
        ({"links": {}}, "facts.links"),
        ({"links": [{"from": "Hays"}]}, "facts.links.0"),
        ({"links": ["Hays"]}, "facts.links.0"),
    ],
)
def test_what_is_wrong_with_facts_is_said_where_it_stands(facts: Any, path: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_facts(FORM, KNOWN, facts)
    assert refused.value.code == "invalid"
    assert list(refused.value.errors) == [path]


def test_reading_facts_matches_every_name() -> None:
    facts = read_facts(
        FORM,
        KNOWN,
        {
            "cities": {"wichita": {"grid": "F6", "beside": ["cuba", "Hays"]}},
            "rows": {"1": {"first": "ST FRANCIS", "second": None}},
            "links": [{"from": "cuba", "to": "WICHITA", "one_way": True}],
        },
    )
    assert facts == {
        "cities": {"Wichita": {"grid": "F6", "beside": ("Cuba", "Hays")}},
        "rows": {"1": {"first": "St. Francis", "second": ""}},
        "links": {"Cuba|Wichita": {"from": "Cuba", "to": "Wichita", "one_way": True}},
    }


def test_a_name_that_is_insisted_on_holds_for_all_facts_that_come_with_it() -> None:
    facts = {"rows": {"1": {"first": "Wichitas"}}, "cities": {"Wichitas": {"new": True}}}
    assert read_facts(FORM, KNOWN, facts)["rows"] == {"1": {"first": "Wichitas"}}


def test_the_newer_fact_wins_and_says_what_it_changed() -> None:
    facts = {"cities": {"Cuba": {"income": 2}, "Hays": {"income": 1}, "Wichita": {"income": 3}}}
    atlas, changes = merge(KNOWN, read_facts(FORM, KNOWN, facts))
    assert changes == (
        Change("cities", "Cuba", "income", 1, 2),
        Change("cities", "Hays", "income", None, 1),
    )
    assert atlas.get("cities", "Cuba", "income") == 2
    assert KNOWN.get("cities", "Cuba", "income") == 1


def test_nothing_new_is_the_same_atlas() -> None:
    atlas, changes = merge(KNOWN, {"cities": {"Cuba": {"income": 1}}})
    assert atlas is KNOWN
    assert not changes


def test_news_is_what_differs_whatever_is_the_very_same() -> None:
    before = Atlas({"cities": {"Troy": {"income": 2}, "Paola": {}}, "rows": {"11": {"primary": "Troy"}}})
    told: dict[str, dict[str, dict[str, Any]]] = {
        "cities": {"Troy": {"income": 3}, "Ottawa": {}, "Iola": {"income": None}},
        "sheet": {"A": {"n": 1}},
    }
    after, _ = merge(before, told)
    # an atlas that was read from the store is made of other objects throughout
    copied = Atlas(
        {name: {row: {**record} for row, record in rows.items()} for name, rows in after.sections.items()}
    )
    for known in (after, copied):
        assert news(before, known) == [
            Change("cities", "Troy", "income", 2, 3),
            Change("cities", "Iola", "income", None, None),
            Change("sheet", "A", "n", None, 1),
            Change("cities", "Ottawa", "", None, None),
        ]
        assert news(known, known) == []
    assert news(after, before) == [Change("cities", "Troy", "income", 3, 2)], "what is forgotten is no news"


def test_outward_and_read_again() -> None:
    atlas = taught(
        {
            "cities": {"Hays": {"income": 1, "beside": ["Cuba"], "grid": None}},
            "rows": {"2": {"first": "Hays", "second": None}},
            "links": [{"from": "Hays", "to": "Cuba"}],
        },
        KNOWN,
    )
    shown = outward(FORM, atlas)
    assert shown["rows"] == {"2": {"first": "Hays", "second": None}}
    assert shown["links"] == [{"from": "Hays", "to": "Cuba"}]
    assert taught(shown) == atlas


def test_a_need_says_where_the_answer_goes() -> None:
    section = FORM.section("cities")
    assert section is not None
    asked = need(section, "Hays", "income", say("Income printed at Hays"))
    assert asked["path"] == ["cities", "Hays", "income"]
    assert (asked["kind"], asked["min"], asked["max"], asked["required"]) == ("count", 0, 9, True)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.box.slug)
def test_what_a_game_ships_survives_being_copied_into_a_table(rules: Any) -> None:
    assert begun_atlas(rules, atlas_copy(rules, rules.box.shipped)) == rules.box.shipped


def test_what_was_said_of_a_listed_row_is_asked_for_under_the_name_of_the_row() -> None:
    """Union Pacific, an entry that is amended: the line that was read off its dividend table, place by place."""
    [form] = [rules.box.facts for rules in GAMES if rules.box.slug == "union-pacific"]
    asked = asked_again(form, {"up_dividends": {"2": [8, 6, 4, 2, 1]}})
    assert {str(one["row"]) for one in asked} == {"2nd Dividend"}
    assert [(str(one["column"]), one["default"]) for one in asked] == [
        ("1st place", 8),
        ("2nd place", 6),
        ("3rd place", 4),
        ("4th place", 2),
        ("5th place", 1),
    ]
