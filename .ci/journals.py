"""Save games as this version writes them: `make journals VERSION=0.2.0`, once, before it is released.

Evenings are played over HTTP and exported; of each game as many are kept as have every type of move, every kind of line
and every step among them. What a release has repaired besides is added by hand. See tests/journals/README.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.games import GAMES
from tests.api.test_evenings_http import EVENINGS, HttpPlayer
from tests.api.test_journals_imported import shown_of
from tests.evening_reader import play_evening
from tests.server import Server
from tests.test_journals import FOLDER


@dataclass(frozen=True, slots=True)
class Saved:
    """One exported game."""

    name: str
    document: Mapping[str, Any]
    figures: Mapping[str, Any]
    """What was shown of it."""
    has: frozenset[str]
    """What makes it worth keeping."""


class Writer(HttpPlayer):
    """Plays an evening, and notes the step after each line."""

    def begin(self, setup: Mapping[str, Any]) -> None:
        super().begin(setup)
        self.steps = [self.document()["step"]]

    def move(self, seat: int, body: Mapping[str, Any]) -> None:
        super().move(seat, body)
        self.steps.append(self.document()["step"])

    def rewind(self, seat: int, verb: str, body: Mapping[str, Any]) -> None:
        super().rewind(seat, verb, body)
        self.steps.append(self.document()["step"])


def main() -> None:
    """Write `tests/journals/VERSION`."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("version", help="the version that is to be released")
    folder = FOLDER / arguments.parse_args().version
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place))
        server.start()
        saved = {game.box.slug: list(_played(server, game.box.slug)) for game in GAMES}
        server.kill()
    for slug, games in saved.items():
        kept = sorted(_enough(games), key=lambda item: item.name)
        (folder / slug).mkdir(parents=True)
        for entry_ in kept:
            (folder / slug / f"{entry_.name}.json").write_text(_by_lines(entry_.document), "utf-8")
        figures = ",\n".join(f"{_json(item.name)}:{_json(item.figures)}" for item in kept)
        (folder / f"{slug}.figures.json").write_text(f"{{\n{figures}\n}}\n", "utf-8")
        print(f"{slug}: {len(kept)} of {len(games)}")
    rows = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in sorted(folder.rglob("*.json"))
    ]
    (folder / "SHA256SUMS").write_text("".join(rows), "utf-8")


def _played(server: Server, slug: str) -> Iterator[Saved]:
    for path in EVENINGS:
        if path.parent.name != slug:
            continue
        player = Writer(server.client())
        play_evening(path, player, GAMES)
        party = player.party
        exported = party.client.get(f"{party.at}/export", party.host)
        if exported.status != 200:
            continue  # something is hidden or sealed at its end
        settled = party.client.get(f"{party.at}/settlement").json
        figures = {"steps": player.steps, **shown_of(player.document(), settled)}
        lines = exported.json["lines"]
        has = {f"{line['kind']} {line['body'].get('type', '')} {line['by'][:4]}" for line in lines}
        has |= {
            f"amend {'before' in line['body']} {line['body']['move'] is None}"
            for line in lines
            if line["kind"] == "amend"
        }
        yield Saved(f"evening-{path.stem}", exported.json, figures, frozenset(has | set(player.steps)))


def _enough(games: list[Saved]) -> Iterator[Saved]:
    """The fewest, more or less, that have all there is: each time the one that adds most for its length."""
    missing = frozenset[str]().union(*(game.has for game in games))
    while missing:
        best = max(games, key=lambda item: (len(item.has & missing), -len(item.document["lines"])))
        missing -= best.has
        yield best


def _by_lines(document: Mapping[str, Any]) -> str:
    """The export as it is, with each line of the journal on a line of its own."""
    members = []
    for name, value in document.items():
        if name == "lines":
            members.append('"lines":[\n' + ",\n".join(_json(line) for line in value) + "\n]")
        else:
            members.append(f"{_json(name)}:{_json(value)}")
    return "{" + ",\n".join(members) + "}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
