"""What a line did, for the minutes: money that changed hands, what hands do on the board, and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vocabulary.board import Instruction
from companion.vocabulary.ledger import Posting
from companion.vocabulary.minutes import NOTHING, Played, Position
from companion.words.text import Text


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done, without the state it led to: that one is kept for a while only, and played anew when needed."""

    postings: tuple[Posting, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    summary: Text = NOTHING

    @classmethod
    def of(cls, played: Played[Position]) -> Outcome:
        """What a move did, as it was played."""
        return cls(played.postings, played.instructions, played.summary)
