"""The examples of the contract: an evening as it was played, the same every time it is written down.

What differs from one time to another, such as codes, keys, times and what dice are committed to, is put in its place
here, and is visibly no real one.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from typing import Any

from flask import Flask

from api.evening import Example, played

DAY = "2026-01-03"
BEGINS = 19 * 60
"""Minutes of that day at which the evening begins; an entry a minute."""
MOST_WORDS = 160
"""Letters of a picture, or of a stream; no more is shown."""
_ENDS = "> ,"
_MONTH = re.compile(r'("month": )"\d{4}-\d\d"')
_TIME = re.compile(r"\d{4}-\d\d-\d\d(T|%20| )\d\d:\d\d:\d\d(\.\d+)?")
_HEX = re.compile(r'"([0-9a-f]{64}|[0-9a-f]{16})"')
_SPENT = re.compile(
    r'("seconds": |in seconds\\",,|Z,|seconds (?:least|mean|most),|at_turn,|"at_turn": |(?:long|short)est,|'
    r'(?<="record": )"(?:long|short)est"[^}]*"value": )\d+'
)
_SPREAD = re.compile(r'(?<="seconds": ){"least": \d+, "mean": \d+, "most": \d+}')
AT_TURN = 720
"""Seconds that everybody was at turn, or it was played for."""
_PIN = re.compile(r'("pin": )"\d\d"')
_DIGITS = re.compile(r'("(?:join_)?pin": )"\d{6}"')


def examples(app: Flask) -> Mapping[tuple[str, int], Example]:
    """Every call by name and status. An answer of words is cut short."""
    found, secrets = played(app)
    faked = _Faked(secrets)
    return {
        name: Example(faked.of(made.sent), made.status, _short(faked.of(made.answer)))
        for name, made in found.items()
    }


class _Faked:
    """Replaces real codes, keys and times by others that are visibly not real."""

    def __init__(self, secrets: Mapping[str, str]) -> None:
        self._secrets = secrets
        self._numbers = itertools.count(1)
        self._known: dict[str, str] = {}

    def of(self, document: Any) -> Any:
        """The same document, the same every time."""
        said = json.dumps(document, ensure_ascii=False)
        for real, fake in self._secrets.items():
            said = said.replace(real, fake)
        said = _TIME.sub(lambda time: f"{DAY}{time[1]}19:00:00{'.000' if time[2] else ''}", said)
        said = _MONTH.sub(rf'\g<1>"{DAY[:7]}"', said)
        said = _SPENT.sub(rf"\g<1>{AT_TURN}", said)
        said = _SPREAD.sub(json.dumps(dict.fromkeys(("least", "mean", "most"), AT_TURN)), said)
        said = _HEX.sub(self._numbered, said)
        said = _DIGITS.sub(r'\1"604127"', _PIN.sub(r'\1"42"', said))
        return _timed(json.loads(said))

    def _numbered(self, found: re.Match[str]) -> str:
        real = found[1]
        if real not in self._known:
            self._known[real] = f"{next(self._numbers):0{len(real)}x}"
        return f'"{self._known[real]}"'


def _timed(node: Any) -> Any:
    """Entries are a minute apart."""
    if isinstance(node, list):
        return [_timed(item) for item in node]
    if not isinstance(node, dict):
        return node
    found = {name: _timed(item) for name, item in node.items()}
    if "at" in found and isinstance(found.get("revision"), int):
        hour, minute = divmod(BEGINS + found["revision"], 60)
        found["at"] = f"{DAY}T{hour:02}:{minute:02}:00.000Z"
    if isinstance(found.get("qr_svg"), str):
        found["qr_svg"] = _short(found["qr_svg"])
    return found


def _short(answer: Any) -> Any:
    if isinstance(answer, str) and answer.startswith(("<svg", "<?xml", "retry:")):
        return answer if len(answer) <= MOST_WORDS else f"{answer[: _end(answer)].rstrip()}…"
    return answer


def _end(words: str) -> int:
    """Where they can be cut: behind a tag, an attribute or a member, and within none of their values."""
    ends = (at for at in range(MOST_WORDS - 1, 0, -1) if words[at] in _ENDS)
    return next(at + 1 for at in ends if words.count('"', 0, at) % 2 == 0)
