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
from typing import Any, NamedTuple

from companion import __version__
from companion.vocabulary.rules import MADE_FOR, Rules

GROUP = "companion.games"
"""Under which name an installed package says that it has a game."""
log = logging.getLogger(__name__)
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Found(NamedTuple):
    """A game that can be played."""

    package: str
    """Where its box, help and catalogues stand."""
    rules: Rules[Any]
    release: str
    """What is installed, by name and version; empty for the companion's own."""


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


def _all() -> Iterator[Found]:
    """Each game that can be played."""
    for found in _own():
        yield Found(found.module, found.load(), "")
    for found in _installed():
        release = f"{found.dist.name} {found.dist.version}" if found.dist else found.value
        try:
            rules = _read(found)
            yield Found(found.module, rules, release)
        except UnfitError as why:
            log.warning("the game of %s is left out: %s", release, why)


def _read(found: EntryPoint) -> Rules[Any]:
    """The rules of an installed game.

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
    return rules


def _printed(package: str) -> dict[str, Any]:
    """Its box, which says for which companion it is made, before anything of it is run.

    :raises UnfitError: there is none.
    """
    found = find_spec(package)
    for folder in (found and found.submodule_search_locations) or ():
        if (file := Path(folder) / "box.toml").is_file():
            return tomllib.loads(file.read_text("utf-8"))
    raise UnfitError(f"there is no package {package} with a box.toml")


def _by_slug() -> dict[str, Found]:
    """Each game. Of two with one slug the first is there: the companion's own before any other."""
    games: dict[str, Found] = {}
    for found in _all():
        slug = found.rules.box.slug
        if slug in games:
            words = "the game of %s is left out: %s has a game %s as well"
            log.warning(words, found.package, games[slug].package, slug)
        else:
            games[slug] = found
    return games


_GAMES = _by_slug()
GAMES: tuple[Rules[Any], ...] = tuple(
    sorted(
        (found.rules for found in _GAMES.values()),
        key=lambda rules: (not rules.play.has_turns, rules.box.shelf, rules.box.name),
    )
)
"""As they stand on the shelf, then by the names on their boxes; what is played without turns comes last."""

INSTALLED = frozenset(slug for slug, found in _GAMES.items() if found.release)
"""The slugs of those that came with other packages."""


def game(slug: str) -> Rules[Any] | None:
    """The game of that slug; None if there is none."""
    found = _GAMES.get(slug)
    return found and found.rules


def package_of(slug: str) -> str:
    """The package in which a game's box, help and catalogues stand.

    :raises KeyError: there is no such game.
    """
    return _GAMES[slug].package


def release_of(slug: str) -> str:
    """The version of the companion, and of the package that a game came with: what two of them make of a journal may
    differ.

    :raises KeyError: there is no such game.
    """
    return " ".join(filter(None, (__version__, _GAMES[slug].release)))
