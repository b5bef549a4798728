"""The pictures of the README, from a real browser; with `--shots`, every screen in every size to look at.

python tests/browser/pictures.py            writes docs/pictures/*.png
python tests/browser/pictures.py --shots    writes tests/browser/shots/SCREEN-WIDTH-THEME.png
"""

from __future__ import annotations

import io
import itertools
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image, ImageFilter  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402

from tests.browser.pages import DARK, LAPTOP, PHONE, TV, Screen, chromium, settled, sit_down  # noqa: E402
from tests.server import Client, Party, Server, new_party  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
SHOTS = Path(__file__).parent / "shots"
MOST_BYTES = 120_000
"""A picture in the README weighs at most this."""
COLOURS = 128
README_PHONE: dict[str, Any] = {**PHONE, "viewport": {"width": 390, "height": 780}, "device_scale_factor": 2}
NAMES = ["Ada", "Edmund", "Josephine"]
LONG_NAMES = [
    "Maximiliane von Hohenstein-Krähwinkel",
    "Bartholomew Featherstonehaugh III.",
    "Anastasia-Konstantinopolitanskaya",
    "Ed",
    "Giovanni Battista della Francesca",
]
CITIES = {
    "Topeka": 2,
    "Lawrence": 2,
    "Ottawa": 1,
    "Chanute": 2,
    "Emporia": 2,
    "Iola": 1,
    "Salina": 2,
    "Parsons": 2,
}
ROWS = {f"{a}{b}": {"primary": f"Town {a}{b}", "secondary": None} for a in range(1, 7) for b in range(1, 7)}
ROWS |= {"25": {"primary": "Topeka", "secondary": "Ottawa"}, "41": {"primary": "Salina", "secondary": None}}
ROWS |= {"12": {"primary": "Pratt", "secondary": "Ransom"}}
ROWS |= {"33": {"primary": "Hays", "secondary": None}, "46": {"primary": "Parsons", "secondary": None}}
FACTS = {"cities": {city: {"income": income} for city, income in CITIES.items()}, "growth": ROWS}
STARTS = (
    (15, "Troy", "Marysville"),
    (22, "Atchison", "Topeka"),
    (18, "Leavenworth", "Lawrence"),
    (12, "Paola", "Ottawa"),
    (21, "Columbus", "Coffeyville"),
    (16, "Fort Scott", "Chanute"),
)


# --- an evening to look at ----------------------------------------------------------------------------


def table(client: Client, names: list[str]) -> Party:
    return new_party(client, names, facts=FACTS)


def auctions(party: Party, until: int = len(STARTS)) -> None:
    """The initial auctions aloud, each seat in turn buys."""
    for number, (price, start, end) in enumerate(STARTS[:until]):
        party.made(0, "auction_result", winner=number % len(party.seats) + 1, amount=price)
        party.made(0, "build_start", **{"from": start, "to": end})


def bids(party: Party, *amounts: int | None) -> None:
    """Bids from the phones; None passes."""
    for amount in amounts:
        if amount is None:
            party.made(0, "pass")
        else:
            party.made(0, "bid", amount=amount)


def construct(party: Party, dice: list[int], railroad: str, *cities: str) -> None:
    party.made(0, "play_card", card="CT", source="hand")
    party.made(0, "roll_growth", dice=dice)
    links = [{"from": a, "to": b} for a, b in itertools.pairwise(cities)]
    offers = [offer for offer in party.document(party.host)["offers"] if offer["type"] == "build_track"]
    choices = [c for field in offers[0]["fields"] if field["name"] == "railroad" for c in field["choices"]]
    able = [choice["value"] for choice in choices if not choice.get("disabled")]
    assert railroad in able, (railroad, able)
    party.made(0, "build_track", railroad=railroad, segments=links)


def a_few_turns(party: Party) -> None:
    """Three players, after a few turns: the income cubes have begun to spread."""
    construct(party, [2, 5], "MP", "Chanute", "Iola")
    construct(party, [4, 1], "CRIP", "Marysville", "Cuba")
    construct(party, [1, 2], "ATSF", "Topeka", "Emporia", "Salina")
    party.made(0, "play_card", card="PD", source="hand")
    construct(party, [2, 5], "CRIP", "Cuba", "Concordia")
    party.made(0, "play_card", card="OS", source="hand")
    party.made(0, "offer_share", railroad="ATSF", **{"from": "treasury"})
    bids(party, 6, 9, None, 11, None)
    construct(party, [3, 3], "KP", "Lawrence", "Topeka")
    party.made(0, "play_card", card="PD", source="hand")


def finish(party: Party) -> None:
    while party.document()["status"] != "finished":
        party.made(0, "play_card", card="PD", source="deck")


# --- screens ------------------------------------------------------------------------------------------


def seated(browser: Browser, party: Party, seat: int, page: str = "", **device: Any) -> Screen:
    """A screen of that seat; 0 is the host's."""
    screen = Screen(browser, f"seat {seat}", **device)
    port = party.client.port
    kept: dict[str, Any] = {"join": party.join, "started": True}
    kept |= {"seat": {"number": seat, "key": party.seats[seat]}} if seat else {"host": party.host}
    screen.has_kept({party.code: kept})
    screen.page.goto(f"http://127.0.0.1:{port}/t/{party.code}{page}")
    settled(screen.page)
    return screen


def shot(screen: Screen, full: bool = False) -> Image.Image:
    settled(screen.page)
    return Image.open(io.BytesIO(screen.page.screenshot(full_page=full))).convert("RGB")


def palette(picture: Image.Image, colours: int) -> Image.Image:
    """The most frequent colours, exactly, and a selection of all the others."""
    found = picture.getcolors(picture.width * picture.height) or []
    counted = sorted(((number, rgb) for number, rgb in found if isinstance(rgb, tuple)), reverse=True)
    most = [part for _, colour in counted[: colours // 3] for part in colour]
    rest = picture.quantize(colours - colours // 3, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    kept = Image.new("P", (1, 1))
    kept.putpalette((most + rest)[: colours * 3])
    return kept


def keep(picture: Image.Image, name: str) -> None:
    """Few colours, few bytes."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    for colours in (COLOURS, 96, 64):
        small = picture.quantize(palette=palette(picture, colours), dither=Image.Dither.NONE)
        small.save(path, optimize=True)
        if path.stat().st_size < MOST_BYTES:
            break
    assert path.stat().st_size < MOST_BYTES, f"{path.name}: {path.stat().st_size} bytes"
    print(f"{path.relative_to(ROOT)}: {picture.width} × {picture.height}, {path.stat().st_size} bytes")


def beside(board: Image.Image, phone: Image.Image) -> Image.Image:
    """The TV, with a phone lying in front of it."""
    edge, gap = 10, 40
    width = 1160
    tv = board.resize((width, board.height * width // board.width), Image.Resampling.LANCZOS)
    small = phone.resize(
        (phone.width * tv.height * 9 // 10 // phone.height, tv.height * 9 // 10), Image.Resampling.LANCZOS
    )
    size = (gap * 3 + tv.width + small.width + 4 * edge, gap * 2 + tv.height + 2 * edge)
    paper = Image.new("RGB", size, "#cdbf9d")
    for picture, left in ((tv, gap), (small, gap * 2 + tv.width + 2 * edge)):
        top = (size[1] - picture.height) // 2 - edge
        frame = (left, top, left + picture.width + 2 * edge, top + picture.height + 2 * edge)
        shadow = Image.new("L", size, 0)
        shadow.paste(110, (frame[0] + 4, frame[1] + 8, frame[2] + 4, frame[3] + 8))
        paper.paste("#5b4d39", (0, 0), shadow.filter(ImageFilter.GaussianBlur(9)))
        paper.paste("#241c12", frame)
        paper.paste(picture, (left + edge, top + edge))
    return paper


def pictures(browser: Browser, client: Client) -> None:
    playing = table(client, NAMES)
    auctions(playing)
    a_few_turns(playing)
    turn = int(playing.document()["turn"]["seat"])
    tv = seated(browser, playing, 0, "/board", **TV)
    phone = seated(browser, playing, turn, **README_PHONE)
    phone.choose("Construct Track")
    phone.confirm()
    phone.open("Roll for growth")
    phone.dice(4, 6)
    phone.confirm()
    phone.open("Build track")
    phone.choose("Atchison, Topeka & Santa Fe", "Railroad")
    phone.segment("Salina", "Parsons")
    phone.previewed()
    phone.page.locator("undo-bar .undo").wait_for(state="detached")
    confirm = phone.form.get_by_role("button", name="Confirm")
    confirm.evaluate("button => scrollBy(0, button.getBoundingClientRect().top - 0.62 * innerHeight)")
    board = shot(tv)
    keep(shot(phone), "phone-turn")
    keep(beside(board, shot(phone)), "evening")
    phone.confirm()

    bidding = table(client, NAMES)
    auctions(bidding, 4)
    bids(bidding, 12, 15)
    phone = seated(browser, bidding, int(bidding.document()["turn"]["seat"]), **README_PHONE)
    phone.amount(18)
    keep(shot(phone), "phone-auction")

    empty = new_party(client, NAMES, claim=False)
    url = empty.link
    for name in NAMES[:2]:
        sit_down(browser, url, name)
    keep(shot(seated(browser, empty, 0, "#lobby", **LAPTOP)), "lobby")

    finish(playing)
    settlement = seated(browser, playing, turn, "/settlement", viewport={"width": 800, "height": 1000})
    keep(shot(settlement), "settlement")


# --- every screen ---------------------------------------------------------------------------------------

SIZES: dict[int, dict[str, Any]] = {
    360: dict(PHONE),
    768: {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    1920: dict(TV),
}


def home(browser: Browser, party: Party, **device: Any) -> Screen:
    screen = seated(browser, party, 0, **device)
    screen.page.goto(f"http://127.0.0.1:{party.client.port}/")
    return screen


def new_table(browser: Browser, party: Party, **device: Any) -> Screen:
    screen = home(browser, party, **device)
    screen.press(screen.page.locator(".game-card").first)
    return screen


def join(browser: Browser, party: Party, **device: Any) -> Screen:
    screen = Screen(browser, "join", **device)
    party.client.close()  # the server has hung up meanwhile
    screen.page.goto(party.link)
    return screen


def at(seat: int, page: str = "", *steps: Callable[[Screen], object]) -> Callable[..., Screen]:
    def open_(browser: Browser, party: Party, **device: Any) -> Screen:
        screen = seated(browser, party, seat, page, **device)
        for step in steps:
            step(screen)
        return screen

    return open_


def tab(name: str) -> Callable[[Screen], object]:
    return lambda screen: screen.press(screen.page.get_by_role("tab", name=name))


def offline(screen: Screen) -> None:
    screen.context.set_offline(True)


def build(screen: Screen) -> None:
    screen.open("Build track")
    screen.press(screen.form.locator("label.chip:has(input:enabled)").first)
    screen.press(screen.form.locator("place-field .chip").locator("visible=true").first)


Screens = dict[str, tuple[Party, Callable[..., Screen]]]
"""Each screen by its name: the table it shows, and how it is opened."""


def every_screen(browser: Browser, client: Client, wanted: Iterable[str]) -> None:
    SHOTS.mkdir(exist_ok=True)
    for name, (party, open_) in screens(client).items():
        if wanted and name not in wanted:
            continue
        for width, device in SIZES.items():
            for theme, more in (("light", {}), ("dark", DARK)):
                screen = open_(browser, party, **device, **more)
                shot(screen, full=width < 1000).save(SHOTS / f"{name}-{width}-{theme}.png")
                wide = int(screen.page.evaluate("document.documentElement.scrollWidth"))
                if wide > width:
                    print(f"{name}-{width}-{theme}: {wide - width} px too wide")
                screen.close()


def screens(client: Client) -> Screens:
    return while_bidding(client) | while_building(client) | while_playing(client) | when_over(client)


def while_bidding(client: Client) -> Screens:
    bidding = table(client, LONG_NAMES)
    auctions(bidding, 4)
    bids(bidding, 3, 7, None)
    bidder = int(bidding.document()["turn"]["seat"])
    waiting = bidder % 5 + 1
    return {
        "lobby": (bidding, at(0, "#lobby")),
        "bid": (bidding, at(bidder)),
        "bid-waiting": (bidding, at(waiting)),
        "bid-host": (bidding, at(0)),
        "bid-board": (bidding, at(0, "/board")),
        "aloud": (bidding, at(bidder, "", lambda s: s.open("Enter the result"))),
        "offline": (bidding, at(bidder, "", offline)),
    }


def while_building(client: Client) -> Screens:
    long = table(client, LONG_NAMES)
    auctions(long)
    building = table(client, LONG_NAMES)
    auctions(building)
    building.made(0, "play_card", card="CT", source="hand")
    building.made(0, "roll_growth", dice=[2, 5])
    builder = int(building.document()["turn"]["seat"])
    return {
        "join": (long, join),
        "players-long": (long, at(1, "", tab("Players"))),
        "projected": (long, at(1, "/settlement")),
        "build": (building, at(builder)),
        "build-form": (building, at(builder, "", build)),
        "board-long": (building, at(0, "/board")),
    }


def while_playing(client: Client) -> Screens:
    playing = table(client, NAMES)
    auctions(playing)
    a_few_turns(playing)
    choosing = int(playing.document()["turn"]["seat"])
    return {
        "home": (playing, home),
        "new": (playing, new_table),
        "card": (playing, at(choosing)),
        "card-host": (playing, at(0)),
        "players": (playing, at(choosing, "", tab("Players"))),
        "table": (playing, at(choosing, "", tab("Table"))),
        "board": (playing, at(0, "/board")),
        "log": (playing, at(0, "/log")),
    }


def when_over(client: Client) -> Screens:
    over = table(client, NAMES)
    auctions(over)
    a_few_turns(over)
    finish(over)
    return {
        "over": (over, at(1)),
        "over-board": (over, at(0, "/board")),
        "settlement": (over, at(1, "/settlement")),
        "nothing": (over, lambda browser, party, **device: nowhere(browser, party, **device)),
    }


def nowhere(browser: Browser, party: Party, **device: Any) -> Screen:
    screen = Screen(browser, "nowhere", **device)
    screen.page.goto(f"http://127.0.0.1:{party.client.port}/t/0000000X")
    return screen


def main() -> None:
    arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder)).start()
        try:
            client = server.client()
            if "--shots" in arguments:
                every_screen(browser, client, [name for name in arguments if not name.startswith("-")])
            else:
                pictures(browser, client)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
