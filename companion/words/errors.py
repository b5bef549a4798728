"""Refusals: a stable code, the facts, and a sentence that a person at the table understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from companion.words.text import Fact, Text, say

Code = Literal[
    "key-needed",
    "key-unknown",
    "not-your-seat",
    "host-only",
    "no-such-table",
    "no-such-seat",
    "no-such-game",
    "no-such-request",
    "no-such-chart",
    "no-such-roll",
    "no-such-box",
    "no-such-person",
    "table-finished",
    "idempotency-key-reused",
    "seat-taken",
    "stale-revision",
    "not-now",
    "invalid",
    "facts-needed",
    "insufficient-funds",
    "rule",
]
"""The refusals a table or a rule can give, in the order in which they are looked for."""


class Need(TypedDict):
    """A fact of the printed board that is asked for.

    path: where it belongs within `facts`; kind: how it is entered; min, max: its limits; default: the answer that was
    given before; row and column: numbers that stand side by side on the board, each by the head of its column; help:
    why it is asked.
    """

    path: list[str]
    kind: str
    label: NotRequired[Text]
    required: NotRequired[bool]
    choices: NotRequired[list[dict[str, object]]]
    min: NotRequired[int | None]
    max: NotRequired[int | None]
    default: NotRequired[object]
    row: NotRequired[Text]
    column: NotRequired[Text]
    help: NotRequired[Text]


class RuleError(Exception):
    """A move that is refused. Nothing has changed.

    code: what kind of refusal; text: the sentence; rule: the rulebook's heading, if a rule says so;
    errors: what is wrong with which field; needs: facts of the printed board to be given with the move;
    did_you_mean: known names near to the one given; revision: the journal line that no longer fits.
    """

    def __init__(
        self,
        code: Code,
        text: Text,
        *,
        rule: str | None = None,
        errors: Mapping[str, tuple[Text, ...]] | None = None,
        needs: tuple[Need, ...] = (),
        did_you_mean: tuple[str, ...] = (),
        revision: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.errors = errors or {}
        self.needs = needs
        self.did_you_mean = did_you_mean
        self.revision = revision

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


def forbidden(words: str | Text, heading: str | None = None, /, **facts: Fact) -> RuleError:
    """A refusal: the step is on, but the rules forbid this choice."""
    return RuleError("rule", say(words, **facts) if isinstance(words, str) else words, rule=heading)


def too_poor(text: Text, heading: str | None = None) -> RuleError:
    """A refusal: somebody would have to pay more than they have."""
    return RuleError("insufficient-funds", text, rule=heading)


def not_now(text: Text) -> RuleError:
    """A refusal: that step is not on, or it is not that seat's turn."""
    return RuleError("not-now", text)


def invalid(field: str, text: Text, did_you_mean: tuple[str, ...] = ()) -> RuleError:
    """A refusal of a value that means nothing here, such as an unknown name. field: where it stands in the move."""
    return RuleError("invalid", text, errors={field: (text,)}, did_you_mean=did_you_mean)


def sentence(error: Exception) -> str:
    """An error in words for people: which file, and what is wrong with it, without the system's error number."""
    name = getattr(error, "filename", None)
    match error:
        case FileNotFoundError() if name:
            return f"there is no file {name}"
        case IsADirectoryError() if name:
            return f"{name} is a folder"
        case PermissionError() if name:
            return f"{name} may not be read or written here"
        case OSError(strerror=str(words)):
            return f"{name}: {words.lower()}" if name else words.lower()
    return str(error)
