"""What can go wrong when a program drives a table: nothing came back, nobody can read it, or the answer is no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class CompanionError(Exception):
    """Anything that goes wrong with a companion."""


class UnreachableError(CompanionError):
    """Nothing came back for as long as patience lasts. Nobody knows whether a move was made; sent again under
    `idempotency_key` it is made only once."""

    def __init__(self, words: str, idempotency_key: str | None = None) -> None:
        super().__init__(words)
        self.idempotency_key = idempotency_key


class UnreadableError(CompanionError):
    """Something came back that this client cannot make sense of: there is no companion, or one it does not
    understand."""


class RefusedError(CompanionError):
    """The companion says no, and nothing has changed.

    status: that of HTTP; code: which refusal it is, possibly one that this client has never heard of; detail: the
    sentence for people; errors: what is wrong, by member; rule: the rulebook's heading; needs: the facts of the printed
    board that are asked for, each with its `path` within `facts`; did_you_mean: known names that are near; insist: the
    facts that say it is a new name all the same; revision: the entry that no longer fits; retry_after: seconds; said:
    the whole problem document.
    """

    def __init__(self, status: int, said: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.said = said
        self.code = str(said.get("code", ""))
        self.detail = str(said.get("detail") or said.get("title") or "")
        self.errors: Mapping[str, Any] = said.get("errors") or {}
        self.rule: str | None = said.get("rule")
        self.needs: tuple[Mapping[str, Any], ...] = tuple(said.get("needs") or ())
        self.did_you_mean: tuple[str, ...] = tuple(said.get("did_you_mean") or ())
        self.insist: Mapping[str, Any] | None = said.get("insist")
        self.revision: int | None = said.get("revision")
        self.retry_after = retry_after
        super().__init__(f"{self.code or status}: {self.detail}")


class NotAllowedError(RefusedError):
    """The key may not do that: there is none, it is unknown, it is another seat's, or the host's is needed."""


class NotThereError(RefusedError):
    """No such table, seat, game, box, or address."""


class NotNowError(RefusedError):
    """That cannot be done at this step, it is not that seat's turn, or the game is over."""


class StaleError(RefusedError):
    """The table has moved on since the revision that was expected."""


class SeatTakenError(RefusedError):
    """Another phone has the seat."""


class InvalidError(RefusedError):
    """It cannot be read: a member is missing, unknown, or of the wrong kind."""


class FactsNeededError(RefusedError):
    """Something printed on the board is asked for (`needs`); the move with these `facts` may be made."""


class TooCostlyError(RefusedError):
    """Somebody would have to pay more than they have."""


class AgainstTheRulesError(RefusedError):
    """It can be done at this step, but the rules forbid this choice."""


class TooOftenError(RefusedError):
    """Too many calls from this address; wait `retry_after` seconds."""


class NotRecordedError(RefusedError):
    """The companion cannot write: its store is away, or the disk is full."""


_OF_CODE: Mapping[str, type[RefusedError]] = {
    "key-needed": NotAllowedError,
    "key-unknown": NotAllowedError,
    "not-your-seat": NotAllowedError,
    "host-only": NotAllowedError,
    "not-found": NotThereError,
    "not-now": NotNowError,
    "table-finished": NotNowError,
    "stale-revision": StaleError,
    "seat-taken": SeatTakenError,
    "invalid": InvalidError,
    "idempotency-key-reused": InvalidError,
    "malformed": InvalidError,
    "too-large": InvalidError,
    "not-json": InvalidError,
    "facts-needed": FactsNeededError,
    "insufficient-funds": TooCostlyError,
    "rule": AgainstTheRulesError,
    "too-many": TooOftenError,
    "store-unavailable": NotRecordedError,
    "store-full": NotRecordedError,
}


def refusal(status: int, said: Mapping[str, Any], retry_after: float | None = None) -> RefusedError:
    """The error for a problem document; for a code that is unknown here a plain RefusedError, with all that it says."""
    code = str(said.get("code", ""))
    kind = NotThereError if code.startswith("no-such-") else _OF_CODE.get(code, RefusedError)
    return kind(status, said, retry_after)
