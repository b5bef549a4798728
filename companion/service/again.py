"""What changes more than a table's lines is done again, where another process has written meanwhile."""

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


def again(change: Callable[Concatenate[Live, P], T]) -> Callable[Concatenate[Live, P], T]:
    """A change of a table that looks at it anew, and tries once more, as long as others are quicker.

    :raises RuleError: `stale-revision`: they always were.
    """

    @wraps(change)
    def changed(live: Live, /, *given: P.args, **named: P.kwargs) -> T:
        for _ in range(RETRIES):
            with contextlib.suppress(OvertakenError):
                return change(live, *given, **named)
        raise RuleError("stale-revision", say("Someone else was quicker; try again"))

    return changed
