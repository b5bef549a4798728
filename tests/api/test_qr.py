"""QR codes are read by a camera: on the wall, on the laptop, on paper and in a terminal."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import TextIO

import pytest
import zxingcpp
from PIL import ImageChops, ImageFilter

from api import qr
from api.welcome import show_code
from tests.scanning import of_terminal, on_screen, pixels, scanned

KEY = "7Q2MZ4XKCV9T3WBHNREA"
ADDRESSES = {
    "a laptop": f"http://192.168.178.123:8000/t/K7QW2M9X#j={KEY}",
    "a name of its own": f"https://tables.railway-club-of-a-long-town.example/evenings/t/K7QW2M9X#j={KEY}",
    "IPv6": f"http://[fd12:3456:789a:bcde:f012:3456:789a:bcde]:8000/t/K7QW2M9X#j={KEY}",
}
SIZES = {
    "in the corner of a TV of 720 lines": 96,
    "in the corner of a TV of 1,080 lines": 128,
    "as large as a laptop": 640,
    "as large as a TV": 1_000,
    "an inch of paper, from an old printer": 150,
    "two inches of paper": 600,
}
"""The width of the picture in dots."""


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_the_code_of_a_table_is_read(address: str, size: int) -> None:
    shown = on_screen(qr.svg(address), size)
    assert scanned(shown) == address
    assert scanned(shown.filter(ImageFilter.GaussianBlur(size / 400))) == address, (
        "a camera is never quite sharp"
    )


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_it_corrects_at_least_as_much_as_level_m_and_has_light_around_it(address: str) -> None:
    picture = pixels(qr.svg(address))
    (code,) = zxingcpp.read_barcodes(on_screen(qr.svg(address), 640))
    assert code.ec_level in ("M", "Q", "H")
    dark = ImageChops.invert(picture.convert("L")).point(lambda value: 255 * (value > 128)).getbbox()
    assert dark == (3, 3, picture.width - 3, picture.height - 3)


def test_what_room_is_left_corrects_more() -> None:
    """25 modules hold 26 bytes at level M, 20 at level Q; 21 modules hold 14 and 11 (ISO/IEC 18004, table 7)."""
    for text, level in (
        ("http://a.example/1234", "M"),
        ("HTTP://A.EXAMPLE/1234567", "Q"),
        ("http://a.ex", "Q"),
    ):
        (code,) = zxingcpp.read_barcodes(on_screen(qr.svg(text), 640))
        assert (code.text, code.ec_level) == (text, level)


@pytest.mark.parametrize("address", ["http://192.168.178.123:8000", "https://tables.example/club"])
def test_the_code_in_the_terminal_is_read(address: str) -> None:
    assert scanned(of_terminal(qr.for_terminal(address))) == address


def test_a_terminal_without_block_letters_has_the_address_alone() -> None:
    said = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    show_code("http://192.168.178.123:8000", said)
    said.seek(0)
    assert said.read() == ""
    out: TextIO = io.StringIO()
    show_code("http://192.168.178.123:8000", out)
    out.seek(0)
    assert scanned(of_terminal(out.read())) == "http://192.168.178.123:8000"


def test_the_library_waits_until_a_code_is_wanted() -> None:
    """It loads more than a server needs to answer; so does the client, until an evening is to be watched."""
    program = (
        "import sys, api.app, api.start; print({'qrcode', 'requests', 'companion.client'} & set(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "set()"
