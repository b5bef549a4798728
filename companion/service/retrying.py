"""Trying a change again where another process has written meanwhile."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from companion.service.live import Live
from companion.service.writing import RETRIES
from companion.store import OvertakenError
from companion.words.errors import RuleError
from companion.words.text import say

P = ParamSpec("P")
T = TypeVar("T")


def retried(change: Callable[Concatenate[Live, P], T]) -> Callable[Concatenate[Live, P], T]:
    """Decorator: a change of a table that is tried again, after reading the table anew, as long as others were quicker.

    :raises RuleError: `stale-revision`: others were quicker every time.
    """

    @wraps(change)
    def until_done(live: Live, /, *given: P.args, **named: P.kwargs) -> T:
        for _ in range(RETRIES):
            with contextlib.suppress(OvertakenError):
                return change(live, *given, **named)
        raise RuleError("stale-revision", say("Someone else was quicker; try again"))

    return until_done
