"""The stream of table documents: Server-Sent Events, read for as long as somebody wants to know.

After the first document of a connection the companion sends only what has changed in it; that is applied to what came
over this very connection and to nothing else. A connection that is lost is made anew, with the whole document.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import requests

from companion.client.asking import Asking, waits
from companion.client.errors import UnreachableError
from companion.client.patching import PatchError, patched

SILENCE_SECONDS = 40.0
"""The companion speaks at least every 15 s; longer silence is a dead connection."""
_BITS = 65_536
"""Bytes that are read at once, at most."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event, and its number if it has one."""

    kind: str
    id: str
    data: str


class _Connection:
    """One answer, from its first document to its end."""

    def __init__(self, answer: requests.Response) -> None:
        self._answer = answer
        self._document: Any = None
        self.last_id = ""
        self.heard = False

    def documents(self) -> Iterator[Any]:
        """The documents of this connection, as they arrive.

        :raises PatchError: a patch is not for what came before it.
        :raises requests.RequestException: the connection is lost.
        """
        for event in events(bits(self._answer)):
            self.last_id = event.id or self.last_id
            if event.kind not in ("table", "patch"):
                continue  # something that only a later companion sends
            self._document = self._next(event)
            self.heard = True
            yield self._document

    def _next(self, event: Event) -> Any:
        try:
            said = json.loads(event.data)
            if event.kind == "table":
                return said
            since, patch = said["since"], said["patch"]
        except (ValueError, TypeError, KeyError) as error:
            raise PatchError("that is no event of a table") from error
        if not isinstance(self._document, Mapping) or self._document.get("version") != since:
            raise PatchError(f"nothing is known of version {since}")
        return patched(self._document, patch)


def documents(
    asking: Asking, path: str, key: str | None, patience: float | None
) -> Generator[Any, None, None]:
    """The table now, and after every change; one that is just as it was does not come twice. patience: seconds
    without a connection after which it gives up; None: never.

    :raises RefusedError: the key is no longer good, or the table is gone.
    :raises UnreachableError: patience is over.
    """
    last_id, last, wait, lost = "", None, waits(), time.monotonic()
    headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
    while True:
        try:
            since = {"Last-Event-ID": last_id} if last_id else {}
            answer = asking.open(
                path, key=key, query={"patches": "true"}, headers=headers | since, silence=SILENCE_SECONDS
            )
            with answer:
                connection = _Connection(answer)
                for document in connection.documents():
                    lost, wait, last_id = time.monotonic(), waits(), connection.last_id
                    if document != last:
                        last = document
                        yield document
        except (requests.RequestException, PatchError, UnreachableError) as error:
            if patience is not None and time.monotonic() - lost > patience:
                raise UnreachableError(f"{asking.address} has not been heard for {patience:g} s") from error
        asking.pause(next(wait))


def bits(answer: requests.Response) -> Iterator[bytes]:
    """What arrives, as it arrives. An answer that ends only with its connection cannot be read ahead."""
    chunked = getattr(answer.raw, "chunked", False)
    yield from answer.iter_content(_BITS if chunked else 1)


def events(arriving: Iterator[bytes]) -> Iterator[Event]:
    """The events that are complete; a comment is no event."""
    kind, number, data = "", "", list[str]()
    for line in _lines(arriving):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                yield Event(kind or "message", number, "\n".join(data))
            kind, number, data = "", "", []
        elif name == "event":
            kind = value
        elif name == "id":
            number = value
        elif name == "data":
            data.append(value)


def _lines(arriving: Iterator[bytes]) -> Iterator[str]:
    rest = b""
    for bit in arriving:
        *lines, rest = (rest + bit).split(b"\n")
        for line in lines:
            yield line.removesuffix(b"\r").decode()
