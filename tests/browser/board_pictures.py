"""The pictures of the players' pages: of each game its board view, in the middle of an evening.

python -m tests.browser.board_pictures    writes docs/pictures/GAME.png
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.browser.pages import STILL, chromium
from tests.browser.pictures import keep, seated, shot
from tests.browser.played import ALL, played_at
from tests.server import Client, Server

WIDTH = 1_100
"""Pixels of a picture on a page."""
MIDDLE = {
    "prairie-railroads": ("whole-evening", 60),
    "southern-pacific": ("whole-evening", 70),
    "texas-pacific": ("tp-opens", 10),
    "gulf-mobile-ohio": ("common-shares", ALL),
    "union-pacific": ("dividend-cases-large", 11),
    "bank": ("prairie-with-the-bank", 6),
}
"""An evening of each game, and after how many moves it is shown."""


def board_pictures(browser: Browser, client: Client) -> None:
    """Each game's own."""
    for slug, (evening, moves) in MIDDLE.items():
        party = played_at(client, f"{slug}/{evening}", moves)
        tv = seated(browser, party, 0, "/board", viewport={"width": 1600, "height": 900}, **STILL)
        board = shot(tv)
        height = board.height * WIDTH // board.width
        keep(board.resize((WIDTH, height), Image.Resampling.LANCZOS), slug)
        tv.close()


def main() -> None:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder)).start()
        try:
            board_pictures(browser, server.client())
        finally:
            server.kill()


if __name__ == "__main__":
    main()
