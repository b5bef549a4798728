"""What the companion itself notes in the minutes. A line keeps it in English, as it keeps what a player writes, and
every reader has it in their own language."""

from __future__ import annotations

import re

from companion.words.text import Text, say

HOST = "host"
"""Who answered, if it was the host."""
_LET_IN = re.compile(r"moved to a new phone \((.+) approved\)")
_KEPT_OUT = re.compile(r"did not move to a new phone \((.+) refused\)")


def new_phone(by: str, *, approved: bool) -> str:
    """A phone that asked for a seat was let in, or was not. by: a player's name, or `HOST`."""
    if approved:
        return f"moved to a new phone ({by} approved)"
    return f"did not move to a new phone ({by} refused)"


def told(words: str) -> Text | str:
    """A note's words as they are told: the companion's own as a sentence of its catalogue, a player's as they were
    written. Who writes the very same means the same.
    """
    if found := _LET_IN.fullmatch(words):
        if found[1] == HOST:
            return say("moved to a new phone (host approved)")
        return say("moved to a new phone ({name} approved)", name=found[1])
    if found := _KEPT_OUT.fullmatch(words):
        if found[1] == HOST:
            return say("did not move to a new phone (host refused)")
        return say("did not move to a new phone ({name} refused)", name=found[1])
    return words
