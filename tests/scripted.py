"""A companion that only recites: it gives the answers it was told, one after another, and then none."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import requests
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict

from companion.client import Companion


@dataclass(frozen=True)
class Said:
    """One answer."""

    body: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


REFUSED = Said("", 0)
"""Nobody listens."""


class OverError(Exception):
    """It has said everything."""


class _Script(BaseAdapter):
    def __init__(self, said: tuple[Said, ...]) -> None:
        super().__init__()
        self.left = list(said)
        self.asked: list[requests.PreparedRequest] = []

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        if not self.left:
            raise OverError
        said = self.left.pop(0)
        if said is REFUSED:
            raise requests.ConnectTimeout(request=request)
        self.asked.append(request)
        answer = requests.Response()
        answer.status_code, answer.headers = said.status, CaseInsensitiveDict(said.headers)
        answer.raw, answer.url, answer.request = io.BytesIO(said.body.encode()), request.url or "", request
        return answer

    def close(self) -> None:
        """There is no line."""


def scripted(*said: Said) -> Companion:
    """A client of a companion that says this; it never waits."""
    session = requests.Session()
    session.mount("http://", _Script(said))
    found = Companion("http://127.0.0.1", session=session, patience=0)
    found.asking.pause = lambda seconds: None
    return found


def asked(companion: Companion) -> list[requests.PreparedRequest]:
    """The calls it has answered."""
    script = companion.asking.session.get_adapter(companion.asking.address)
    assert isinstance(script, _Script)
    return script.asked
