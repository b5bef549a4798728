"""Asking a companion, and asking again: what is lost on the way is sent again, as long as patience lasts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import random
from typing import Any, TypedDict
from urllib.parse import urlsplit

import requests
from requests.auth import AuthBase
from urllib3.exceptions import NewConnectionError

from companion.client.errors import UnreachableError, UnreadableError, refusal

BASE = "/api/v1"
PATIENCE_SECONDS = 60.0
"""How long a call is sent again where nothing comes back, unless told otherwise."""
ANSWER_SECONDS = 20.0
"""How long an answer may take to begin before it counts as lost."""
CONNECT_SECONDS = 5.0
"""How long a connection may take to be made."""
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0
"""Seconds between two tries; each wait is twice the one before, up to the longest."""
_SPREAD = 0.5
"""How much of a wait is random, so that not everybody knocks at the same moment."""
_NOT_DONE = (429, 503)
"""HTTP statuses: the companion has done nothing, and asks to be asked again later."""
_PERHAPS_DONE = (502, 504)
"""HTTP statuses: something between here and the companion has lost the call, or its answer."""


class How(TypedDict, total=False):
    """How a companion is asked; see `Asking`."""

    language: str | None
    patience: float
    session: requests.Session | None


class _Bearer(AuthBase):
    """Sends the key, and never what `.netrc` says about that machine."""

    def __init__(self, key: str | None) -> None:
        self._key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._key is not None:
            request.headers["Authorization"] = f"Bearer {self._key}"
        return request


class Asking:
    """The way to one companion. Not to be shared between threads: each thread needs its own."""

    def __init__(
        self,
        address: str,
        *,
        language: str | None = None,
        patience: float = PATIENCE_SECONDS,
        session: requests.Session | None = None,
    ) -> None:
        """address: such as `http://laptop.local:8000`; language: that of all sentences, such as `de`; patience: seconds
        for which a call is sent again where nothing comes back.

        :raises ValueError: that is not an address.
        """
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{address} is no address of a companion; it begins with http:// or https://")
        self.address = address.rstrip("/")
        self.patience = patience
        self.session = session or requests.Session()
        self.pause: Callable[[float], object] = time.sleep
        self._headers = {"Accept-Language": language} if language else {}

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        again: bool = True,
    ) -> Any:
        """The JSON of an answer; None if it is empty. again: sent twice it is done once, so it may be sent again
        although nobody knows whether it arrived.

        :raises RefusedError: the companion says no.
        :raises UnreachableError: nothing came back for as long as patience lasts.
        :raises UnreadableError: what came back is not a companion's.
        """
        answer = self._asked(method, path, again, json=body, auth=_Bearer(key), params=query, headers=headers)
        with answer:
            return _json(answer) if answer.content else None

    def open(
        self,
        path: str,
        *,
        key: str | None,
        query: Mapping[str, Any],
        headers: Mapping[str, str],
        silence: float,
    ) -> requests.Response:
        """An answer that stays open, to be read bit by bit. silence: seconds without a bit after which it is lost.

        :raises RefusedError: the companion says no.
        :raises UnreachableError: nothing came back for as long as patience lasts.
        """
        return self._asked(
            "GET", path, True, auth=_Bearer(key), params=query, headers=headers, stream=True, silence=silence
        )  # fmt: skip

    def _asked(self, method: str, path: str, again: bool, **how: Any) -> requests.Response:
        began = time.monotonic()
        for wait in waits():
            try:
                answer = self._once(method, path, **how)
                problem, after = _lost(answer, again), _retry_after(answer)
            except requests.RequestException as error:
                if isinstance(error, requests.exceptions.SSLError) or not (again or _never_sent(error)):
                    raise UnreachableError(self._nothing(error)) from error
                problem, after = UnreachableError(self._nothing(error)), None
            if problem is None:
                return answer
            pause = wait if after is None else after
            if time.monotonic() + pause > began + self.patience:
                raise problem
            self.pause(pause)
        raise AssertionError("there is always another wait")

    def _once(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        silence: float = ANSWER_SECONDS,
        **how: Any,
    ) -> requests.Response:
        return self.session.request(
            method,
            f"{self.address}{BASE}{path}",
            headers={**self._headers, **(headers or {})},
            timeout=(CONNECT_SECONDS, silence),
            allow_redirects=False,
            **how,
        )

    def _nothing(self, error: Exception) -> str:
        return f"{self.address} does not answer ({type(error).__name__})"


def waits() -> Iterator[float]:
    """Seconds to wait before each next try."""
    wait = _FIRST_WAIT
    while True:
        yield wait * (1 + _SPREAD * (random() - 0.5))  # noqa: S311 - nobody guesses a wait
        wait = min(2 * wait, _LONGEST_WAIT)


def _lost(answer: requests.Response, again: bool) -> Exception | None:
    """Why to ask again; None: it is answered.

    :raises RefusedError: the answer is no.
    :raises UnreadableError: the answer is not a companion's.
    """
    if answer.ok and not answer.is_redirect:
        return None
    problem = _problem(answer)
    if answer.status_code in _NOT_DONE or (again and answer.status_code in _PERHAPS_DONE):
        return problem
    raise problem


def _problem(answer: requests.Response) -> Exception:
    with answer:
        try:
            said = answer.json()
        except ValueError:
            said = None
    if not isinstance(said, Mapping) or "code" not in said:
        where = f" and leads to {answer.headers['Location']}" if "Location" in answer.headers else ""
        return UnreadableError(f"{answer.url} answers {answer.status_code}{where}: that is no companion")
    return refusal(answer.status_code, said, _retry_after(answer))


def _json(answer: requests.Response) -> Any:
    try:
        return answer.json()
    except ValueError as error:
        raise UnreadableError(
            f"{answer.url} answers something else than JSON: that is no companion"
        ) from error


def _never_sent(error: requests.RequestException) -> bool:
    """Was there nobody to send it to?"""
    if isinstance(error, requests.ConnectTimeout):
        return True
    inner = error.args[0] if error.args else None
    return isinstance(getattr(inner, "reason", inner), NewConnectionError)


def _retry_after(answer: requests.Response) -> float | None:
    """Seconds, from a number or a date (RFC 9110)."""
    said = answer.headers.get("Retry-After", "")
    if said.isdigit():
        return float(said)
    try:
        return max(0.0, (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
