"""The pages' measures are in one place; their colours can be read by day and by lamplight (WCAG 2.2 AA)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).parent.parent / "static" / "styles"
TEXT = 4.5
"""Contrast of words (1.4.3)."""
SHAPE = 3.0
"""Contrast of what is no word: frames of controls, lamps, the focus ring (1.4.11)."""
PAIRS = [
    *((ink, ground, TEXT) for ink in ("ink", "ink-soft") for ground in ("paper", "sheet", "pressed", "mine")),
    ("ink", "changed", TEXT),
    ("ink-soft", "changed", TEXT),
    ("ink", "alarm-paper", TEXT),
    *(("alarm", ground, TEXT) for ground in ("paper", "sheet", "alarm-paper")),
    ("on-sign", "sign", TEXT),
    ("sign-line", "sign", SHAPE),
    ("on-deed", "deed", TEXT),
    ("on-deed", "deed-deep", TEXT),
    ("deed", "paper", TEXT),
    ("deed", "sheet", TEXT),
    ("brass", "paper", SHAPE),
    ("sheet", "brass", TEXT),
    *(("line-strong", ground, SHAPE) for ground in ("paper", "sheet")),
    *(("focus", ground, SHAPE) for ground in ("paper", "sheet", "pressed", "mine")),
    *((lamp, ground, SHAPE) for lamp in ("lamp-on", "lamp-wait") for ground in ("paper", "sheet")),
]


def tokens(theme: int) -> dict[str, str]:
    """Each colour of a theme: 0 by day, 1 by lamplight."""
    css = (STYLES / "tokens.css").read_text("utf-8")
    found = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", css)
    return {name: colours[theme] for name, *colours in found}


def luminance(colour: str) -> float:
    """WCAG's relative luminance of #rrggbb."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "lamplight"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_what_is_set_on_something_can_be_read_there(ink: str, ground: str, least: float, theme: int) -> None:
    found = tokens(theme)
    assert contrast(found[ink], found[ground]) >= least


SHEETS = sorted(sheet for sheet in STYLES.glob("*.css") if sheet.name != "tokens.css")
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\((?!var\()|\b(?:white|black)\b(?!-)"
)
TYPE_OR_SPACE = re.compile(
    r"(?:font|font-size|(?:row-|column-)?gap|(?:scroll-)?(?:margin|padding)(?:-[a-z-]+)?)\Z"
)
LENGTH = re.compile(r"(?<![\w.-])-?\d*\.?\d*[1-9]\d*(?:\.\d+)?(?:r?em|px|pt|pc|mm|cm|in|Q|ch|ex|lh)\b")
PAPER = re.compile(r":root \{\n  color-scheme: light !important;[^}]*\}\n@page \{[^}]*\}")
"""What paper has in place of tokens.css, and the margins of a sheet, which cannot name a token."""


def declarations(css: str) -> list[tuple[str, str]]:
    """Each property and its value."""
    bare = PAPER.sub("", re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    return [(name, " ".join(value.split())) for name, value in re.findall(r"([\w-]+):\s*([^;{}]+);", bare)]


def raw(css: str) -> list[tuple[str, str]]:
    """Colours and sizes of type and of spaces that a stylesheet states itself, though only tokens.css should, and for
    paper the head of print.css."""
    return [
        (name, value)
        for name, value in declarations(css)
        if (name != "white-space" and COLOUR.search(value))
        or (TYPE_OR_SPACE.match(name) and LENGTH.search(value))
    ]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_no_other_stylesheet_states_a_colour_a_size_of_type_or_a_space(sheet: Path) -> None:
    assert not raw(sheet.read_text("utf-8"))


def test_no_motion_has_the_name_of_another() -> None:
    """A sheet stays when its screen has gone: of two motions of one name the one that was fetched last would win."""
    named = [
        name
        for sheet in STYLES.glob("*.css")
        for name in re.findall(r"@keyframes ([\w-]+)", sheet.read_text("utf-8"))
    ]
    assert named
    assert len(named) == len(set(named)), sorted(named)


def test_what_a_sheet_names_there_is() -> None:
    named = {
        name
        for sheet in STYLES.glob("*.css")
        for name in re.findall(
            r"var\(--((?:step-|space|part|print|larger|smaller|least|same)[\w-]*)", sheet.read_text("utf-8")
        )
    }
    stated, paper = (
        set(re.findall(r"--([\w-]+):", (STYLES / name).read_text("utf-8")))
        for name in ("tokens.css", "print.css")
    )
    assert named
    assert not named - stated - paper


def test_only_what_is_printed_has_the_sizes_of_paper() -> None:
    for sheet in STYLES.glob("*.css"):
        shown = re.sub(r"@media print \{\n.*?\n\}\n", "", sheet.read_text("utf-8"), flags=re.S)
        assert sheet.name == "print.css" or "--print-" not in shown.split("*/", 1)[-1], sheet.name


@pytest.mark.parametrize(
    "css",
    [
        "p { padding: 0 0.3rem; }",
        "p { margin: -2px auto; }",
        "p { gap: clamp(1rem, 4vw, var(--space-9)); }",
        "p { font: 600 1.2em/1.1 var(--serif); }",
        "p { scroll-margin-top: 12mm; }",
        "p { color: #fff; }",
        "p { background: rgb(1 2 3); }",
        "p { color: white; }",
    ],
)
def test_what_a_sheet_states_itself_is_found(css: str) -> None:
    assert raw(css)


def test_what_is_no_size_may_stand_there() -> None:
    assert not raw(
        "p { margin: 0 auto; font-size: 100%; white-space: pre; gap: var(--space-2) 4vw; width: 3rem; }"
    )
    assert not raw("p { font: 600 var(--step-1)/1.15 var(--serif); background: rgb(var(--shade) / 0.5); }")
