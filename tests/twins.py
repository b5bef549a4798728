"""Two tables that are played alike except for one thing. Whoever must not know that thing must not be able to tell
them apart."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from flask import Flask

from tests.server import API, Client, Party, Reply

TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z?")


def key_of(party: Party, who: Any) -> str | None:
    """The key of a seat, of the host, of whoever has scanned the table's QR; a reader has none."""
    return {"reader": None, "join": party.join, "host": party.host}.get(who) or (
        party.seats[who] if isinstance(who, int) else None
    )


def alike(party: Party, body: bytes) -> str:
    """An answer without what differs between any two tables: code, join key and pin, times, version, and
    what the request is known by."""
    text = body.decode()
    for name, secret in (("CODE", party.code), ("JOIN", party.join)):
        text = text.replace(secret, name)
    return re.sub(
        r'"(version|commitment|dice_id|seconds|join_pin|request)":"?[\w-]+"?',
        r'"\1":0',
        TIMES.sub("TIME", text),
    )


@dataclass(frozen=True, slots=True)
class Twins:
    """Every call is made to both tables."""

    one: Party
    other: Party

    def asked(
        self, who: Any, method: str, path: str, body: Any = None, other: Any = None, **headers: Any
    ) -> tuple[int, str]:
        """The first table's status, and how the second table's answer differs: to the last byte and header.

        other: what is sent to the second table, if it is not the same.
        """
        sent = ((self.one, body), (self.other, body if other is None else other))
        replies = [
            party.client.call(method.upper(), party.at + path, shown, key_of(party, who), **headers)
            for party, shown in sent
        ]
        shown = [_whole(party, reply) for (party, _), reply in zip(sent, replies, strict=True)]
        differs = "" if shown[0] == shown[1] else f"\n{who} {method} {path} {body}\n{shown[0]}\n{shown[1]}"
        return replies[0].status, differs


def _whole(party: Party, reply: Reply) -> str:
    told = sorted((name, value) for name, value in reply.headers.items() if name != "x-request-id")
    headers = alike(party, json.dumps(told).encode())
    return f"{reply.status} {headers} {alike(party, reply.body)}"


class InProcess(Client):
    """A phone in the server's own process: there a test can change what no call could."""

    def __init__(self, app: Flask) -> None:
        super().__init__(0)
        self._app = app.test_client()

    def call(self, method: str, path: str, body: Any = None, key: str | None = None, **headers: Any) -> Reply:
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        sent |= {"Authorization": f"Bearer {key}"} if key else {}
        found = self._app.open(API + path, method=method, json=body, headers=sent)
        assert found.status_code < 500, found.data
        return Reply(found.status_code, {n.lower(): v for n, v in found.headers}, found.data)
