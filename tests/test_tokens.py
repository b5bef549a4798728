"""The pages' colours can be read by day and by lamplight: WCAG 2.2 AA, computed from the tokens."""

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


def test_no_other_stylesheet_states_a_colour_of_its_own() -> None:
    """Paper and ink of a QR code, of print, and the contract's reference are theirs."""
    for sheet in sorted(STYLES.glob("*.css")):
        if sheet.name in {"tokens.css", "print.css", "reference.css"}:
            continue
        rules = re.sub(r"\.join-picture[^{}]*\{[^}]*\}", "", sheet.read_text("utf-8"))
        assert not re.findall(r":[^;{}]*(#[0-9a-fA-F]{3,8})\b", rules), sheet.name
