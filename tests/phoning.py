"""The Python client over the connection that a test has already: a socket to the server, or no socket at all."""

from __future__ import annotations

import http.client
import io
from typing import Any

import requests
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict

from companion.client import Companion
from companion.client.asking import BASE
from tests.server import Client

_PASSED_ON = ("Authorization", "Prefer", "Idempotency-Key", "Accept-Language")


class _Line(BaseAdapter):
    """Sends with a `Client`; what it looks at in an answer is looked at."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        headers = {
            name.replace("-", "_"): request.headers[name] for name in _PASSED_ON if name in request.headers
        }
        path = request.path_url.removeprefix(BASE)
        raw = (
            request.body if request.body is None or isinstance(request.body, bytes) else request.body.encode()
        )
        try:
            reply = self._client.call(request.method or "GET", path, raw=raw, **headers)
        except (OSError, http.client.HTTPException) as error:
            raise requests.ConnectionError(error, request=request) from error
        answer = requests.Response()
        answer.status_code, answer.headers = reply.status, CaseInsensitiveDict(reply.headers)
        answer.raw, answer.url, answer.request = io.BytesIO(reply.body), request.url or "", request
        return answer

    def close(self) -> None:
        """Nothing to do: the connection belongs to the test."""


def phoning(client: Client) -> Companion:
    """The companion that this client speaks to."""
    session = requests.Session()
    session.mount("http://", _Line(client))
    return Companion("http://127.0.0.1", session=session)
