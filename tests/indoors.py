"""The whole border in this process, without a socket: phones that ask, and phones that listen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from flask import Flask
from werkzeug.routing import Rule

from api.app import create_app
from api.pieces import Rendered
from api.settings import Settings
from api.stream import HUB
from companion.client.patching import patched
from companion.service import Service
from companion.service.keys import Viewer
from companion.store.sql import SqlStore
from tests.described import event_as_described
from tests.server import API, Client, Party, Reply


class _CompiledOnce(Rule):
    """A route. What writes its address is compiled once for all apps, which takes half the time of making one: an app
    for each test has the same hundred routes."""

    _BUILDERS: ClassVar[dict[tuple[str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (self.rule, append_unknown)
        if key not in self._BUILDERS:
            self._BUILDERS[key] = super()._compile_builder(append_unknown)
        return self._BUILDERS[key]


Flask.url_rule_class = _CompiledOnce


class Indoors(Client):
    """A client of an app in this process."""

    def __init__(self, folder: Path, *, limits: bool = False) -> None:
        super().__init__(0)
        self.service = Service(SqlStore(f"sqlite:///{folder}/companion.sqlite"))
        self.app: Flask = create_app(self.service, Settings(limits=limits))
        self.phone = self.app.test_client()

    def exchange(self, method: str, address: str, raw: bytes | None, sent: Mapping[str, str]) -> Reply:
        answer = self.phone.open(address, method=method, data=raw, headers=dict(sent))
        return Reply(answer.status_code, {n.lower(): v for n, v in answer.headers}, answer.data)

    def listen(self, party: Party, key: str | None = None, language: str = "en", query: str = "") -> Listener:
        """An open stream; query: such as `?patches=true`."""
        made: list[Listener] = []

        def opened(code: str, viewer: Viewer, language: str, _packed: bool) -> Listener:
            made.append(Listener(code, viewer, language))
            HUB.add(made[-1])
            return made[-1]

        headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {key}"} if key else {})
        answer = self.phone.get(
            f"{API}{party.at}/stream{query}",
            headers=headers,
            environ_overrides={"companion.stream": opened},
        )
        assert answer.status_code == 200, answer.data
        (one,) = made
        one.push(answer.data.removeprefix(b"retry: 1000\n\n"))
        one.key = key
        return one

    @contextmanager
    def forgetful(self, code: str) -> Iterator[None]:
        """Within, nothing that was rendered before is known."""
        live = self.service.live(code)
        kept, live.beside = live.beside, None
        try:
            yield
        finally:
            live.beside = kept

    def compare(self, party: Party, listeners: Iterable[Listener]) -> None:
        """What each of them has is what `GET` answers it, made anew from end to end: `1` is not `true`."""
        with self.forgetful(party.code):
            for one in listeners:
                found = self.get(party.at, one.key, Accept_Language=one.language)
                assert _written(one.document) == _written(found.json), one.viewer


def _written(document: Any) -> str:
    return json.dumps(document, sort_keys=True)


class Listener:
    """A stream that takes what is pushed, as a phone does: first the table, then what changes in it."""

    def __init__(self, code: str, viewer: Viewer, language: str) -> None:
        self.code, self.viewer, self.language = code, viewer, language
        self.address = "127.0.0.1"
        self.sent: Rendered | None = None
        self.key: str | None = None
        self.events: list[tuple[str, int, Any]] = []
        self.frames: list[bytes] = []
        self.document: Any = None
        self.ended = False

    def push(self, frame: bytes) -> None:
        self.frames.append(frame)
        lines = dict(line.split(": ", 1) for line in frame.decode().strip().split("\n"))
        data, number = json.loads(lines["data"]), int(lines["id"])
        event_as_described(lines["event"], data)
        self.events.append((lines["event"], number, data))
        if lines["event"] == "table":
            self.document = data
        else:
            assert data["since"] == self.document["version"]
            self.document = patched(self.document, data["patch"])
        assert self.document["version"] == number

    def end(self) -> None:
        self.ended = True
        HUB.drop(self)

    @property
    def kinds(self) -> list[str]:
        """Which events have come, in their order."""
        return [kind for kind, _, _ in self.events]

    @property
    def weight(self) -> int:
        """Bytes of everything that has come."""
        return sum(map(len, self.frames))
