"""`companion play --bots`: whole evenings played by bots, to look on, to learn, or to see whether anything breaks."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Sequence

from companion.client.asking import Asking
from companion.client.documents import Made
from companion.client.errors import CompanionError
from companion.client.evening import Bots
from companion.client.tables import Companion, Table

NAMES = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Finn")
FEW = 3
"""Players, where nobody says how many, and the game is for so few."""
SECONDS = 4.0
"""For a move, as people at a table take them."""


def main(arguments: Sequence[str], served: Callable[[], Iterable[str]]) -> int:
    """Play. served: where a companion of this machine may be reached. Returns the exit status."""
    options = _options(arguments)
    try:
        companion = Companion(options.at) if options.at else _here(served())
        every = [str(game["slug"]) for game in companion.games() if game.get("turns", True)]
        for number in range(options.evenings):
            for game in options.games or every:
                _evening(companion, game, f"{options.seed}-{number}" if number else options.seed, options)
    except (CompanionError, ValueError) as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nThe bots have left; the table stays as it is.")
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "companion play", description="Let bots play at a table of a companion that is running."
    )
    parser.add_argument("--bots", action="store_true", required=True, help="the seats are the bots'")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="else every game that has turns, one after another"
    )
    parser.add_argument(
        "--at", metavar="URL", help="another companion than the one that serves this database"
    )
    parser.add_argument(
        "--players", type=int, default=0, metavar="N", help=f"else {FEW}, or as few as the game is for"
    )
    parser.add_argument(
        "--leave",
        type=int,
        nargs="+",
        default=(),
        metavar="SEAT",
        help="seats for people, by the link that is shown",
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"for a move, more or less; else {SECONDS:g}"
    )
    parser.add_argument("--fast", action="store_const", dest="seconds", const=0.0, help="as fast as can be")
    parser.add_argument(
        "--seed", default=secrets.token_hex(3), help="the same one chooses the same, of the same offers"
    )
    parser.add_argument("--evenings", type=int, default=1, metavar="N", help="how many of each game")
    parser.add_argument("--database", help=argparse.SUPPRESS)
    return parser.parse_args(list(arguments))


def _here(addresses: Iterable[str]) -> Companion:
    """The companion at the first of these addresses where there is one.

    :raises CompanionError: there is none.
    """
    for address in addresses:
        try:
            Asking(address, patience=0).ask("GET", "/games")
        except CompanionError:
            continue
        return Companion(address)
    raise CompanionError(
        "nobody serves this database; start `companion serve`, or say --at http://… where one is"
    )


def _evening(companion: Companion, game: str, seed: str, options: argparse.Namespace) -> None:
    """One evening, told line by line."""
    host = _table(companion, game, options.players)
    link = host.read().raw["join_url"]
    seats = {seat.seat: host.claim(seat.seat) for seat in host.read().seats if seat.seat not in options.leave}
    print(f"{game}, seed {seed}; look on at {link.replace('#', '/board#')}", flush=True)
    if options.leave:
        print(f"  take a seat at {link}", flush=True)
    began, evening = time.monotonic(), Bots(host, seats, seed, options.seconds)

    def told(made: Made) -> None:
        print(f"  {made.revision:4}  {made.entry.summary}", flush=True)

    evening.play(told, time.sleep)
    print(f"  over after {evening.moves} moves of bots, {time.monotonic() - began:.0f} s", flush=True)


def _table(companion: Companion, game: str, players: int) -> Table:
    few = companion.game(game)["players"]
    return companion.create(game, NAMES[: players or max(FEW, few["min"])], options={"teach": False})
