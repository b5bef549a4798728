"""QR codes, as pictures for screens and paper and for a terminal: dark on light in every theme, as cameras want it.

The library is loaded with the first code that is wanted.
"""

from __future__ import annotations

import contextlib
import io
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from qrcode.main import QRCode

Level: TypeAlias = Literal["L", "M", "Q", "H"]

DARK, LIGHT = "#1a1a1a", "#ffffff"
_STRENGTHS: dict[Level, int] = {"L": 1, "M": 0, "Q": 3, "H": 2}
"""From the weakest error correction to the strongest; the numbers are the standard's."""


def drawn(text: str, least: Level, border: int) -> QRCode[Any]:
    """The smallest code that holds a text, with the strongest error correction, from `least` on, that fits into it.
    border: light modules around it."""
    from qrcode.exceptions import DataOverflowError

    found = _sized(text, least, border)
    for level in list(_STRENGTHS)[list(_STRENGTHS).index(least) + 1 :]:
        with contextlib.suppress(DataOverflowError, ValueError):  # either may say that no code is so large
            stronger = _sized(text, level, border)
            if stronger.version == found.version:
                found = stronger
    found.make()
    return found


def _sized(text: str, level: Level, border: int) -> QRCode[Any]:
    from qrcode.main import QRCode

    code: QRCode[Any] = QRCode(error_correction=_STRENGTHS[level], border=border)
    code.add_data(text)
    code.best_fit()
    return code


def svg(text: str, *, least: Level = "M", border: int = 3) -> str:
    """The code as a picture without a size of its own; its unit is a module."""
    rows = drawn(text, least, border).get_matrix()
    size = len(rows)
    path = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            width = sum(1 for _ in run)
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="{LIGHT}" d="M0 0h{size}v{size}h-{size}z"/><path fill="{DARK}" d="{"".join(path)}"/></svg>'
    )


def for_terminal(text: str) -> str:
    """The code in block letters, two modules in each; light is what is written, as on a dark terminal."""
    out = io.StringIO()
    drawn(text, "L", 4).print_ascii(out=out, invert=True)
    return out.getvalue()
