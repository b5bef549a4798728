"""The games the companion knows: each folder here, and each package installed beside it that says it has one.

A game is a package with its `box.toml`, its words and its `RULES`, and nothing outside it names it. One that is
installed says so in its own `pyproject.toml`:

    [project.entry-points."companion.games"]
    two-rivers = "two_rivers:RULES"

One that cannot be played with is left out, with a sentence in the log, and all others are there (docs/decisions/90).
"""

from __future__ import annotations

import logging
import os
import pkgutil
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.vocabulary.rules import MADE_FOR, Rules

GROUP = "companion.games"
"""Under which name an installed package says that it has a game."""
log = logging.getLogger(__name__)
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class UnfitError(Exception):
    """Why a game cannot be played with, in a sentence for the log."""


def _own() -> Iterator[EntryPoint]:
    """The games in this folder, whether or not the companion itself is installed."""
    for folder in pkgutil.iter_modules(__path__):
        yield EntryPoint(folder.name, f"{__name__}.{folder.name}:RULES", GROUP)


def _installed() -> list[EntryPoint]:
    """Those of other packages, in the same order on every machine. `COMPANION_GAMES=own` leaves them aside, as where
    the companion itself is built and tested."""
    if os.environ.get("COMPANION_GAMES") == "own":
        return []
    return sorted(entry_points(group=GROUP), key=lambda found: (found.name, found.value))


def _all() -> Iterator[tuple[str, Rules[Any]]]:
    """Each game that can be played, with the package that it comes from."""
    for found in _own():
        yield found.module, found.load()
    for found in _installed():
        try:
            yield _read(found)
        except UnfitError as why:
            whose = f"{found.dist.name} {found.dist.version}" if found.dist else found.value
            log.warning("the game of %s is left out: %s", whose, why)


def _read(found: EntryPoint) -> tuple[str, Rules[Any]]:
    """The package and the rules of an installed game.

    :raises UnfitError: they cannot be had, or are for another companion.
    """
    try:
        package = found.module
        made_for = _printed(package).get("made_for", 1)
        if made_for != MADE_FOR:
            raise UnfitError(f"it is made for {made_for}, and this companion plays games made for {MADE_FOR}")
        rules = found.load()
    except UnfitError:
        raise
    except (Exception, SystemExit) as error:  # whatever somebody else's package stumbles over
        raise UnfitError(f"{type(error).__name__}: {error}") from error
    if not isinstance(rules, Rules):
        raise UnfitError(f"{found.value} is no game's rules")
    if not _SLUG.fullmatch(rules.box.slug):
        raise UnfitError(f"{rules.box.slug!r} cannot stand in an address")
    return package, rules


def _printed(package: str) -> dict[str, Any]:
    """Its box, which says for which companion it is made, before anything of it is run.

    :raises UnfitError: there is none.
    """
    found = find_spec(package)
    for folder in (found and found.submodule_search_locations) or ():
        if (file := Path(folder) / "box.toml").is_file():
            return tomllib.loads(file.read_text("utf-8"))
    raise UnfitError(f"there is no package {package} with a box.toml")


def _by_slug() -> dict[str, tuple[str, Rules[Any]]]:
    """Each game with its package. Of two with one slug the first is there: the companion's own before any other."""
    games: dict[str, tuple[str, Rules[Any]]] = {}
    for package, rules in _all():
        slug = rules.box.slug
        if slug in games:
            log.warning("the game of %s is left out: %s has a game %s as well", package, games[slug][0], slug)
        else:
            games[slug] = package, rules
    return games


_GAMES = _by_slug()
GAMES: tuple[Rules[Any], ...] = tuple(
    sorted(
        (rules for _, rules in _GAMES.values()),
        key=lambda rules: (not rules.play.has_turns, rules.box.shelf, rules.box.name),
    )
)
"""As they stand on the shelf, then by the names on their boxes; what is played without turns comes last."""

INSTALLED = frozenset(slug for slug, (package, _) in _GAMES.items() if not package.startswith(f"{__name__}."))
"""The slugs of those that came with other packages."""


def game(slug: str) -> Rules[Any] | None:
    """The game of that slug; None if there is none."""
    found = _GAMES.get(slug)
    return found and found[1]


def package_of(slug: str) -> str:
    """The package in which a game's box, help and catalogues stand.

    :raises KeyError: there is no such game.
    """
    return _GAMES[slug][0]
