"""The colours and letters charts are drawn with: the page's own design tokens, read from its style sheet."""

from __future__ import annotations

import colorsys
import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from api.settings import here

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LEAST_CONTRAST = 3.2
"""Of a line on its paper; WCAG asks 3 of what is no text."""
LEAST_BY_LAMPLIGHT = 4.5
"""Of a coloured line in the dark, where thin lines are harder to tell apart: as much as of words."""
GREY = 0.05
"""Less saturation than that is a grey: a black one, as light as that, would look like a grey one."""
NEAR = 30 / 360
"""Two colours whose hues are that near are taken for one another, as thin lines."""
_TOKEN = re.compile(r"--([\w-]+):\s*([^;{}]+);")
_BOTH = re.compile(r"light-dark\((#[0-9a-fA-F]{6}), ?(#[0-9a-fA-F]{6})\)\Z")
_HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


@dataclass(frozen=True, slots=True)
class Paper:
    """What a chart is drawn on, and the inks for it."""

    sheet: str
    painted: bool
    """The sheet is filled; by day it stays clear, so that a printed chart stands on white."""
    ink: str
    ink_soft: str
    rule: str
    margin: str
    serif: str
    sans: str


@cache
def paper(theme: Theme) -> Paper:
    """The paper of a theme."""
    style = (here("static") / "styles" / "tokens.css").read_text("utf-8")
    # What print says of a colour comes last there, and a chart is none of it.
    tokens = {name: " ".join(value.split()) for name, value in reversed(_TOKEN.findall(style))}

    def ink(name: str) -> str:
        both = _BOTH.match(tokens[name])
        assert both, f"--{name} is light-dark(#rrggbb, #rrggbb)"
        return both[1 + THEMES.index(theme)]

    return Paper(
        sheet=ink("sheet"),
        painted=theme == "dark",
        ink=ink("ink"),
        ink_soft=ink("ink-soft"),
        rule=ink("line"),
        margin=ink("margin-line"),
        serif=_letters(tokens["serif"]),
        sans=_letters(tokens["sans"]),
    )


def _letters(stack: str) -> str:
    return stack.replace('"', "'")


def luminance(colour: str) -> float:
    """WCAG relative luminance of `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour: str, other: str) -> float:
    """WCAG contrast of two colours, 1 to 21."""
    lighter, darker = sorted((luminance(colour), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@cache
def readable(colour: str, on: Paper) -> str:
    """The colour itself, or as much lighter or darker as the paper asks for."""
    if not _HEX.match(colour):
        return on.ink
    hue, light, saturation = _hls(colour)
    by_day = luminance(on.sheet) > 0.2
    step = -0.02 if by_day else 0.02
    least = LEAST_CONTRAST if by_day or saturation < GREY else LEAST_BY_LAMPLIGHT
    while contrast(colour, on.sheet) < least and 0 <= light + step <= 1:
        light += step
        colour = "#" + "".join(
            f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue, light, saturation)
        )
    return colour


def alike(colour: str, other: str) -> bool:
    """Have two colours much the same hue? A grey has none, and what is no `#rrggbb` is drawn in ink."""
    if not (_HEX.match(colour) and _HEX.match(other)):
        return False
    (hue, _, much), (other_hue, _, other_much) = _hls(colour), _hls(other)
    apart = abs(hue - other_hue)
    return min(much, other_much) >= GREY and min(apart, 1 - apart) < NEAR


def _hls(colour: str) -> tuple[float, float, float]:
    return colorsys.rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))
