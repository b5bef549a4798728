"""What is said: templates and facts, put into words at the border."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.words.text import (
    ENGLISH,
    Text,
    Tongue,
    Who,
    briefly,
    counted,
    joined,
    letters,
    opening,
    plain,
    render,
    say,
)
from companion.words.values import Seat

NAMES = {Seat(1): "Ed", Seat(2): "Dave", Seat(3): "Pete"}


def test_names_are_those_that_stand_at_the_seats() -> None:
    text = say("{who} pays ${amount} to {others}", who=Who(Seat(1)), amount=5, others=(Who(Seat(2)),))
    assert render(text, NAMES) == "Ed pays $5 to Dave"
    assert render(text, {Seat(1): "Ann"}) == "Ann pays $5 to seat 2"
    assert str(text) == "seat 1 pays $5 to seat 2"


@pytest.mark.parametrize(
    ("seats", "words"), [((), ""), ((1,), "Ed"), ((1, 2), "Ed and Dave"), ((1, 2, 3), "Ed, Dave and Pete")]
)
def test_lists(seats: tuple[int, ...], words: str) -> None:
    assert render(say("{who}", who=tuple(Who(Seat(n)) for n in seats)), NAMES) == words


def test_a_text_within_a_text() -> None:
    inner = say("the {r}", r="KP")
    assert render(say("{what} builds", what=inner), NAMES) == "the KP builds"


def test_sentences_are_joined() -> None:
    assert render(joined([say("a"), say("b {n}", n=1), say("c")]), NAMES) == "a; b 1; c"
    assert render(joined([say("a"), say("b")], ". "), NAMES) == "a. b"
    assert render(joined([]), NAMES) == ""
    assert joined([say("a")]) == say("a")


def test_nothing_is_lost_when_joined_sentences_are_joined() -> None:
    first = joined([say("a"), say("b")], ": ")
    assert render(joined([first, say("c")]), NAMES) == "a: b; c"


def test_sums_that_stand_elsewhere_are_left_out() -> None:
    sums = replace(say("Ed $3"), brief=say("paid"))
    whole = joined([say("a"), joined([say("b"), sums]), replace(say("Dave $2"), brief=say(""))])
    assert str(whole) == "a; b; Ed $3; Dave $2"
    assert str(briefly(whole)) == "a; b; paid"
    assert briefly(say("a")) == say("a")


@pytest.mark.parametrize(("n", "words"), [(0, "0 links of SP"), (1, "1 link of SP"), (2, "2 links of SP")])
def test_what_is_counted(n: int, words: str) -> None:
    links = counted("{n} link of {r}", "{n} links of {r}", n=n, r="SP")
    assert render(links, NAMES) == words
    assert render(joined([links, say("b")]), NAMES) == f"{words}; b"


def test_braces_in_what_people_write_are_only_braces() -> None:
    assert render(say("{who}: {words}", who=Who(Seat(1)), words="{0} {x!r}"), NAMES) == "Ed: {0} {x!r}"
    assert render(say("{who}", who=Who(Seat(1))), {Seat(1): "{who}"}) == "{who}"
    assert render(Text("no facts, so {this} stays"), NAMES) == "no facts, so {this} stays"


def test_templates_are_translated_and_facts_are_not() -> None:
    german = {"{who} passes": "{who} passt", "seat {n}": "Platz {n}"}
    tongue = Tongue(lambda t: german.get(t, t), ENGLISH.count)
    assert render(say("{who} passes", who=Who(Seat(4))), NAMES, tongue) == "Platz 4 passt"


@pytest.mark.parametrize(
    ("name", "compared"),
    [
        ("St. Francis", "stfrancis"),
        ("  ST   FRANCIS ", "stfrancis"),
        ("Cañon-City", "canoncity"),
        ("O'Neill", "oneill"),
        ("Wichita/Falls", "wichitafalls"),
        ("...", ""),
    ],
)
def test_names_are_compared_without_case_accents_and_punctuation(name: str, compared: str) -> None:
    assert plain(name) == compared


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("", 0),
        ("Ed", 2),
        ("Zoë", 3),
        ("Zoe\u0308", 3),
        ("👨\u200d👩\u200d👧\u200d👦", 1),
        ("👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿!", 2),
        ("🇩🇪🇦🇹", 2),
        ("🇩🇪🇦", 2),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 1),
        ("1\ufe0f\u20e3", 1),
        ("می\u200cخواهم", 7),
        ("ᄒ" + "ᅡ" + "ᆫ", 1),
    ],
    ids=ascii,
)
def test_letters_as_a_player_counts_them(words: str, count: int) -> None:
    assert letters(words) == count


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (say("nobody bids; {lot} stays where it is", lot="a bell"), "Nobody bids; a bell stays where it is"),
        (say("{who} → {n}", who=say("the {r}", r="KP"), n=3), "The KP → 3"),
        (counted("one link", "many links", n=2), "Many links"),
        (joined([say("paid"), say("done")]), "Paid; done"),
        (say("{who} passes", who=Who(Seat(4))), "van Dyk passes"),
        (say("{what} is done", what=say("{who} passes", who=Who(Seat(4)))), "van Dyk passes is done"),
        (say("{who} pass", who=(Who(Seat(4)), Who(Seat(1)))), "van Dyk and Ed pass"),
        (say("{words}: $3", words="beer"), "beer: $3"),
        (say(""), ""),
    ],
)
def test_a_line_begins_with_a_capital_but_a_name_as_it_is_written(text: Text, words: str) -> None:
    assert render(opening(text), {**NAMES, Seat(4): "van Dyk"}) == words


def test_a_translation_may_begin_with_a_name_where_the_english_does_not() -> None:
    turned = Tongue(lambda template: {"by {who}": "{who} war's"}[template], lambda _, many, n: many)
    assert render(opening(say("by {who}", who=Who(Seat(4)))), {Seat(4): "van Dyk"}, turned) == "van Dyk war's"
