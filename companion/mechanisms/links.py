"""Links, where each is one railroad's or nobody's: how they are named, whose they are, and the cubes on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TypeVar

from companion.atlas.form import Record
from companion.atlas.known import Atlas, known_place, merge
from companion.mechanisms.game_state import StockState
from companion.vocabulary.figures import Figure, family
from companion.vocabulary.ledger import BOARD, cubes, railroad_account
from companion.vocabulary.minutes import Minutes
from companion.vocabulary.moves import Link, numbered
from companion.words.errors import forbidden, invalid
from companion.words.text import Text, phrase, plain, say
from companion.words.values import Railroad


class TrackState(StockState):
    """A state of a game whose railroads own links."""

    __slots__ = ()

    tracks: Mapping[Railroad, tuple[Link, ...]]
    """Each railroad's links in the order of building."""

    def owner(self, link: Link) -> Railroad | None:
        """Whose link it is."""
        return next((r for r, track in self.tracks.items() if any(map(link.same, track))), None)

    def laid(self) -> dict[Railroad, int]:
        """Cubes that lie on the board for sure: a railroad's on its links, and the one that shows its income."""
        return {r: 1 + len(track) for r, track in self.tracks.items()}


L = TypeVar("L", bound=TrackState)


def with_cities(atlas: Atlas, *cities: str) -> Atlas:
    """What is known of the board, with these cities on it."""
    return merge(atlas, {"cities": {city: {} for city in cities}})[0]


def free(state: TrackState) -> list[Record]:
    """The links that the board is known to have and no railroad owns, as the atlas tells them."""
    owned = {
        ends
        for track in state.tracks.values()
        for link in track
        for ends in ((link.a, link.b), (link.b, link.a))
    }
    rows = state.atlas.rows("links")
    return [row for row in rows.values() if (row["from"], row["to"]) not in owned]


def leading(state: TrackState, here: Collection[str]) -> dict[str, tuple[str, ...]]:
    """By city, those of `here` from which a link that nobody owns is known to lead there; one with an arrow leads one
    way."""
    found: dict[str, tuple[str, ...]] = {}
    for row in free(state):
        a, b = row["from"], row["to"]
        if a in here:
            found[b] = (*found.get(b, ()), a)
        if b in here and not row.get("one_way"):
            found[a] = (*found.get(a, ()), b)
    return found


def built(state: TrackState, here: Collection[str] | None = None) -> dict[str, tuple[str, ...]]:
    """By city, those of `here` (None: of all) from which a link leads there that is somebody's."""
    found: dict[str, tuple[str, ...]] = {}
    for track in state.tracks.values():
        for link in track:
            for start, end in ((link.a, link.b), (link.b, link.a)):
                if here is None or start in here:
                    found[end] = (*found.get(end, ()), start)
    return found


def spelled(atlas: Atlas, link: Link, *at: str) -> Link:
    """The link with both names as they are written on the board. at: the fields that its two ends stand in.

    :raises RuleError: `invalid` for a near miss.
    """
    ends = zip(link.ends, at, strict=True)
    a, b = (known_place(atlas, end, at=field, places="cities") for end, field in ends)
    return Link(a, b, link.number)


def _as_in_a_log(atlas: Atlas, words: str) -> Link:
    """A link as it is written in a log: `A-B`, and `A-B (2)` for a second one between the same two cities.

    :raises RuleError: `invalid` for anything else and for a near miss, `rule` for twice the same city.
    """
    name, number = numbered(words)
    parts = name.split("-")
    pairs = [("-".join(parts[:at]), "-".join(parts[at:])) for at in range(1, len(parts))]
    if not pairs:
        raise invalid("set", say("{name} is not a link: enter both cities, such as A-B", name=words))
    # A city may be written with a hyphen itself.
    known = [pair for pair in pairs if all(plain(end) in atlas.spelled for end in pair)]
    link = spelled(atlas, Link(*(known or pairs)[0], number), "set", "set")
    if link.a == link.b:
        raise forbidden("A link connects two cities")
    return link


def lay(
    minutes: Minutes[L], railroad: Railroad, links: tuple[Link, ...], put: Callable[[Link], Text]
) -> None:
    """Links become the railroad's, a cube goes on each, and their cities are known. put: what hands do, in words."""
    state = minutes.state
    tracks = {**state.tracks, railroad: (*state.tracks[railroad], *links)}
    atlas = with_cities(state.atlas, *(city for link in links for city in link.ends))
    minutes.state = state.changed(tracks=tracks, atlas=atlas)
    for link in links:
        minutes.pay(railroad_account(railroad), BOARD, 1, say("track"), cubes(railroad))
        minutes.hands("place_cube", put(link), cube=railroad, place=link.label)


def link_family(state: L, railroad: Railroad, name: str, label: Text) -> Figure[L]:
    """The links of a railroad as the host may correct them. name: what a game calls one of them; of several, the table
    document."""
    account, links = railroad_account(railroad), tuple(link.label for link in state.tracks[railroad])
    return family(account, name, label, links, partial(_set_owner, railroad), member=f"{name}s")


def _set_owner(railroad: Railroad, minutes: Minutes[L], name: str, owned: int) -> None:
    """A link is the railroad's, or nobody's, as the host says. Cubes go with it: one comes back to whoever had it, one
    of the new owner's goes on the board; money is set by itself. name: as it is written in a log.

    :raises RuleError: `invalid` for a near miss, `insufficient-funds` where no cube is left.
    """
    state, why = minutes.state, say("correction")
    link = _as_in_a_log(state.atlas, name)
    owner, tracks = state.owner(link), dict(state.tracks)
    if bool(owned) != (owner == railroad):
        if owner is not None:
            tracks[owner] = tuple(other for other in tracks[owner] if not link.same(other))
            minutes.pay(BOARD, railroad_account(owner), 1, why, cubes(owner))
        if owned:
            tracks[railroad] = (*tracks[railroad], link)
            minutes.pay(railroad_account(railroad), BOARD, 1, why, cubes(railroad))
    atlas = with_cities(state.atlas, *link.ends) if owned else state.atlas
    minutes.state = minutes.state.changed(tracks=tracks, atlas=atlas)
    words = phrase("{link} is the {r}'s") if owned else phrase("{link} is not the {r}'s any more")
    minutes.say(words, link=link.label, r=railroad)
