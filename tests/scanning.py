"""Reads QR codes as a phone's camera does."""

from __future__ import annotations

import io
import re

import zxingcpp
from PIL import Image, ImageDraw

_RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\d+z")


def pixels(svg: str) -> Image.Image:
    """Our picture of a code, a pixel a module."""
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert box is not None
    assert box[1] == box[2]
    light, dark = re.findall(r'<path fill="(#\w+)" d="[^"]+"/>', svg)
    picture = Image.new("RGB", (int(box[1]), int(box[2])), light)
    draw = ImageDraw.Draw(picture)
    for x, y, width in (map(int, run) for run in _RUN.findall(svg)):
        draw.line((x, y, x + width - 1, y), dark)
    return picture


def on_screen(svg: str, size: int) -> Image.Image:
    """The picture as a screen or a printer shows it, so many dots wide; a module need be no whole number of dots."""
    return pixels(svg).resize((size, size), Image.Resampling.NEAREST)


def of_terminal(text: str) -> Image.Image:
    """A code of block letters, light on dark, eight dots a letter wide and sixteen high."""
    lines = text.splitlines()
    picture = Image.new("L", (len(lines[0]), 2 * len(lines)), 0)
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            picture.putpixel((x, 2 * y), 255 if letter in "█▀" else 0)
            picture.putpixel((x, 2 * y + 1), 255 if letter in "█▄" else 0)
    return picture.resize((picture.width * 8, picture.height * 8), Image.Resampling.NEAREST)


def scanned(picture: Image.Image | bytes) -> str:
    """The text of the one code that is to be seen; bytes: of a screenshot."""
    seen = Image.open(io.BytesIO(picture)) if isinstance(picture, bytes) else picture
    codes = zxingcpp.read_barcodes(seen)
    assert len(codes) == 1, f"{len(codes)} codes are to be read"
    return str(codes[0].text)
