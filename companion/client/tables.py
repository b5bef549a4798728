"""Tables, seats and moves, from outside."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, Unpack
from urllib.parse import parse_qs, quote, urlsplit

from companion.client import stream
from companion.client.asking import Asking, How
from companion.client.documents import Created, Document, Entry, Games, Made, Page, Would
from companion.client.errors import UnreachableError

_IN_SHORT = {"Prefer": "return=minimal"}
_LINK = re.compile(r"(?P<base>.*)/t/(?P<code>[^/]+)(?:/board)?/?")
_KEY_BYTES = 24
Facts = Mapping[str, Any]


_KEYRING = "Companion-Keys"


class Companion:
    """A companion at an address, such as `http://laptop.local:8000`."""

    def __init__(self, address: str, **how: Unpack[How]) -> None:
        """how: `language`, `patience`, `session`, as in `Asking`.

        :raises ValueError: it is no address.
        """
        self.asking = Asking(address, **how)

    def games(self) -> tuple[Mapping[str, Any], ...]:
        """The games there are, each with its `slug`, `name` and numbers of players."""
        return Games.read(self.asking.ask("GET", "/games")).items

    def game(self, slug: str) -> Mapping[str, Any]:
        """A game with its moves, options and rulings. slug: see `games`."""
        found: Mapping[str, Any] = self.asking.ask("GET", f"/games/{quote(slug, safe='')}")
        return found

    def reckon(self, game: str, tool: str, **values: Any) -> Mapping[str, Any]:
        """What one of a game's calculators answers, without a table: `settlement`, `dividend`, … values: its fields.

        :raises InvalidError: a field is missing, unknown or wrong.
        """
        path = f"/tools/{quote(game, safe='')}/{quote(tool, safe='')}"
        found: Mapping[str, Any] = self.asking.ask("POST", path, values)
        return found

    def roll(self, id: str) -> Mapping[str, Any]:
        """A roll for all to see, as it stands: committed to, or made. id: as `reckon(…, commit=True)` returned it."""
        found: Mapping[str, Any] = self.asking.ask("GET", f"/tools/rolls/{quote(id, safe='')}")
        return found

    def boxes(self) -> tuple[Mapping[str, Any], ...]:
        """The boxes of the bank alone, each with the `name` it is chosen by, its `title`, and whether somebody here
        wrote it (`own`)."""
        return Games.read(self.asking.ask("GET", "/boxes")).items

    def box(self, name: str) -> Mapping[str, Any]:
        """One box, in full. name: see `boxes`."""
        found: Mapping[str, Any] = self.asking.ask("GET", _box(name))
        return found

    def keep_box(self, name: str, box: Mapping[str, Any], *, key: str | None = None) -> Mapping[str, Any]:
        """Keep a box under a name, in place of any that was there. key: the admin's, unless this is the server's
        machine.

        :raises InvalidError: something in it is wrong, or a game has that name.
        """
        found: Mapping[str, Any] = self.asking.ask("PUT", _box(name), dict(box), key=key)
        return found

    def forget_box(self, name: str, *, key: str | None = None) -> None:
        """Forget a box; tables that were begun with it keep it. key: as for `keep_box`."""
        self.asking.ask("DELETE", _box(name), key=key)

    def evenings(self, **which: Any) -> Iterator[Mapping[str, Any]]:
        """Evenings that are over, the newest first. which: `key`, the admin's or that of a table, and `more`, keys of
        other tables; `game`, `player`.

        :raises NotAllowedError: without a key, unless this is the server's machine.
        """
        before: str | None = None
        while True:
            page = self._looked_back("evenings", {**which, "before": before} if before else which)
            yield from page["items"]
            before = page["next"]
            if before is None:
                return

    def statistics(self, **which: Any) -> Mapping[str, Any]:
        """Players, placings, scores, lengths, encounters, investments, records. which: as for `evenings`."""
        return self._looked_back("statistics", which)

    def forget_person(self, name: str, *, key: str | None = None) -> int:
        """Replace a person's name by nobody's, for good; returns at how many tables. key: as for `keep_box`.

        :raises NotThereError: nobody of that name has played.
        """
        path = f"/people/{quote(f' {name} ', safe='')}"  # spaces around it are dropped, and `.` alone is no address
        return int(self.asking.ask("DELETE", path, key=key)["tables"])

    def _looked_back(self, what: str, which: Mapping[str, Any]) -> Mapping[str, Any]:
        more = " ".join(which.get("more", ()))
        found: Mapping[str, Any] = self.asking.ask(
            "GET",
            f"/{what}",
            key=which.get("key"),
            query={name: value for name, value in which.items() if name not in ("key", "more")},
            headers={_KEYRING: more} if more else None,
        )
        return found

    def create(self, game: str, players: Sequence[str], **more: Any) -> Table:
        """A new table, of which this program is the host. players: clockwise; more: `options`, `rulings`, `facts`.

        Not sent again where an answer is lost: nobody knows whether there is a table by now.

        :raises InvalidError: a name, an option, a ruling or a fact is wrong.
        """
        wanted = {"game": game, "players": list(players), **more}
        return self._created(self.asking.ask("POST", "/tables", wanted, again=False))

    def read_in(self, game: Mapping[str, Any]) -> Table:
        """A table from an exported game; if that is still being played, this program is its host."""
        return self._created(self.asking.ask("POST", "/tables/import", dict(game), again=False))

    def table(self, code: str, key: str | None = None) -> Table:
        """The table of that code: to read, or with a key to act."""
        return Table(self.asking, code, key)

    def _created(self, said: Any) -> Table:
        made = Created.read(said)
        return Table(self.asking, made.code, made.host_key, join_key=made.join_key)


def _box(name: str) -> str:
    return f"/boxes/{quote(name, safe='')}"


def joined(link: str, **how: Any) -> Table:
    """The table that a join link leads to, as a QR code has it: `http://…/t/CODE#j=KEY`. Without a key it can only be
    read; a seat's own link names the seat that `claim` takes. how: as for a Companion.

    :raises ValueError: the link leads to no table.
    """
    parts = urlsplit(link)
    found = _LINK.fullmatch(parts.path)
    if found is None:
        raise ValueError("that is no link to a table; it has /t/ and the table's code in it")
    companion = Companion(f"{parts.scheme}://{parts.netloc}{found['base']}", **how)
    given = {name: values[0] for name, values in parse_qs(parts.fragment).items()}
    key = given.get("j") or given.get("h")
    seat = int(given["s"]) if given.get("s", "").isdigit() else None
    return Table(companion.asking, found["code"], key, join_key=key, seat=seat)


class Table:
    """A table, seen with one key: the host's, a seat's, the join key, or none."""

    def __init__(
        self,
        asking: Asking,
        code: str,
        key: str | None,
        *,
        join_key: str | None = None,
        seat: int | None = None,
    ) -> None:
        """join_key: lets others join; seat: the one that the key is for."""
        self.asking, self.code, self.key, self.join_key, self.seat = asking, code, key, join_key, seat
        self.path = f"/tables/{quote(code, safe='')}"

    def __repr__(self) -> str:
        """Without its key, which must stand in no log."""
        return f"<Table {self.code} at {self.asking.address}>"

    # --- reading ------------------------------------------------------------------------------------

    def read(self) -> Document:
        """The table as it is now."""
        return Document.read(self.asking.ask("GET", self.path, key=self.key))

    def at(self, revision: int) -> Document:
        """The table as it stood after that entry, without offers; what is sealed or hidden now stays so.

        :raises InvalidError: there is no such entry.
        """
        return Document.read(self.asking.ask("GET", self.path, key=self.key, query={"at": revision}))

    def stream(self, patience: float | None = None) -> Generator[Document, None, None]:
        """The table now, and again after every change, for as long as it is asked for. A connection that is lost is
        made anew. patience: seconds without one after which it gives up; None: never.

        :raises RefusedError: the key is no longer good, or the table is gone.
        :raises UnreachableError: patience is over.
        """
        heard = stream.documents(self.asking, f"{self.path}/stream", self.key, patience)
        with contextlib.closing(heard):
            for document in heard:
                yield Document.read(document)

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """The minutes, oldest first, beginning after that revision."""
        following: int | None = after
        while following is not None:
            query = {"after": following}
            page = Page.read(self.asking.ask("GET", f"{self.path}/moves", key=self.key, query=query))
            yield from page.items
            following = page.next

    def settlement(self) -> Mapping[str, Any]:
        """Who has won, or would now, line by line."""
        return self._got("settlement")

    def export(self) -> Mapping[str, Any]:
        """The whole game as one document."""
        return self._got("export")

    def _got(self, what: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.asking.ask("GET", f"{self.path}/{what}", key=self.key)
        return found

    # --- seats --------------------------------------------------------------------------------------

    def claim(self, seat: int | None = None, key: str | None = None) -> Table:
        """Take a seat; returns the table as its player sees it. seat: without it the one that the link is for; key:
        made by the caller, of at least 128 bits, so that the same one can take the seat again.

        :raises SeatTakenError: another phone has it.
        """
        seat = self.seat if seat is None else seat
        if seat is None:
            raise ValueError("which seat?")
        mine = key or secrets.token_urlsafe(_KEY_BYTES)
        self.asking.ask(
            "POST", f"{self.path}/seats/{seat}/claim", {"key": mine}, key=self.join_key or self.key
        )
        return Table(self.asking, self.code, mine, join_key=self.join_key, seat=seat)

    def release(self, seat: int) -> None:
        """Free a seat; the host may."""
        self.asking.ask("POST", f"{self.path}/seats/{seat}/release", key=self.key)

    def copy(self, at: int | None = None) -> Table:
        """A copy to try things out, of which this program is the host: as the table is, or as it stood after an entry.
        The host may, a seat where the table's `try_out` says so, and everybody once the game is over.

        :raises NotAllowedError: this key may not.
        :raises NotNowError: something is sealed or hidden.
        """
        body = {} if at is None else {"at": at}
        said = self.asking.ask("POST", f"{self.path}/copy", body, key=self.key, again=False)
        made = Created.read(said)
        return Table(self.asking, made.code, made.host_key, join_key=made.join_key)

    def delete(self) -> None:
        """Delete the table for good; the host may."""
        self.asking.ask("DELETE", self.path, key=self.key)

    # --- acting -------------------------------------------------------------------------------------

    def move(self, type: str, *, idempotency_key: str | None = None, **fields: Any) -> Made:
        """Make a move, once, however often it has to be sent. fields: as the offer has them; also `seat` for the host,
        `facts` of the board, `expected_revision`. idempotency_key: that of an earlier try that gave up.

        :raises RefusedError: one of its kinds, such as NotNowError, FactsNeededError, TooCostlyError.
        :raises UnreachableError: nobody knows whether it was made; the error says under which key to try again.
        """
        return self._made("moves", {"type": type, **fields}, idempotency_key)

    def move_on(self, seen: Document, body: Mapping[str, Any]) -> Made:
        """Make a move, given as one object with its `type`, if the table is still as it was seen.

        :raises StaleError: it has moved on.
        :raises RefusedError: as `move`.
        """
        return self.move(**{"expected_revision": seen.revision, **body})

    def try_move(self, type: str, **fields: Any) -> Would:
        """What a move would do; nothing is recorded."""
        return self._would("moves", {"type": type, **fields})

    def undo(self, *, idempotency_key: str | None = None, **how: Any) -> Made:
        """Back to an earlier revision. how: `to`, the last revision that is to stand, without it the one before the
        last standing move; `expected_revision`."""
        return self._made("undo", how, idempotency_key)

    def redo(self, *, idempotency_key: str | None = None, **how: Any) -> Made:
        """Play what was last undone again. how: `expected_revision`."""
        return self._made("redo", how, idempotency_key)

    def amend(
        self, revision: int, move: Mapping[str, Any] | None, *, idempotency_key: str | None = None, **how: Any
    ) -> Made:
        """Replace an old entry, or strike it (None); what followed is played anew. how: `before`, to insert the move
        before that entry instead; `expected_revision`."""
        return self._made("amend", {"revision": revision, "move": move, **how}, idempotency_key)

    def try_undo(self, **how: Any) -> Would:
        """What `undo` would do; nothing is recorded."""
        return self._would("undo", how)

    def try_redo(self, **how: Any) -> Would:
        """What `redo` would do; nothing is recorded."""
        return self._would("redo", how)

    def try_amend(self, revision: int, move: Mapping[str, Any] | None, **how: Any) -> Would:
        """What `amend` would do, with its `differences` in `raw`; nothing is recorded."""
        return self._would("amend", {"revision": revision, "move": move, **how})

    def _made(self, what: str, body: Mapping[str, Any], idempotency_key: str | None) -> Made:
        once = idempotency_key or secrets.token_urlsafe(_KEY_BYTES)
        try:
            said = self.asking.ask(
                "POST",
                f"{self.path}/{what}",
                dict(body),
                key=self.key,
                headers={"Idempotency-Key": once, **_IN_SHORT},
            )
        except UnreachableError as error:
            raise UnreachableError(str(error), once) from error
        return Made.read(said)

    def _would(self, what: str, body: Mapping[str, Any]) -> Would:
        return Would.read(
            self.asking.ask(
                "POST", f"{self.path}/{what}", dict(body), key=self.key, query={"dry_run": "true"}
            )
        )
