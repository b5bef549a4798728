"""Playing a move: which one a JSON is, whether it is on, and what it does in any state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.atlas.known import Atlas, Change, merge
from companion.atlas.reading import read_facts
from companion.atlas.room import check_board
from companion.atlas.telling import read_out
from companion.mechanisms.auction import Pass
from companion.mechanisms.parts import Parts
from companion.table.correcting import correction
from companion.table.journal import Line, Node
from companion.table.position import begin_here
from companion.table.unseen import noted
from companion.vocabulary import moves as move_forms
from companion.vocabulary.common_moves import COMMON, BeginHere, Correct, Learn, Note
from companion.vocabulary.minutes import Played, Position
from companion.vocabulary.moves import Move
from companion.vocabulary.offers import Offer, accept
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError, invalid, not_now
from companion.words.text import Text, Who, counted, joined, said_late, say
from companion.words.values import Seat

_MOST_SAID = 4
"""Facts that a summary names one by one: it is read in passing, and the entry has them all."""
Shape = Callable[[type[Move], Mapping[str, Any]], Mapping[str, Any]]
"""Checks the members of a move's JSON (types, missing and unknown members) and answers them."""


def plain_shape(cls: type[Move], raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The shape check of callers that trust their input, such as a replay."""
    return raw


@dataclass(frozen=True, slots=True)
class Mode:
    """On what grounds a move is carried out."""

    may_be_refused: bool
    """Is it checked whether the move can be made now, and made like that?"""
    by_host: bool = False
    """May it take choices that are barred to the seat, but not to the host?"""
    settled: bool = False
    """Were the names in its facts, and what it is about, settled when it was made?"""


BY_SEAT = Mode(may_be_refused=True)
"""A player makes it now."""
BY_HOST = Mode(may_be_refused=True, by_host=True)
"""The host enters it now."""
AGAIN = Mode(may_be_refused=True, by_host=True, settled=True)
"""It stands in a line, and must fit the state to which an amendment before it has led."""
REPLAYED = Mode(may_be_refused=False, settled=True)
"""It stands in a line, and was accepted when it was made."""


class Playing:
    """A game's rules for a number of seats. It holds no state: every question is about one that it is given."""

    def __init__(self, rules: Rules[Position], seats: int, parts: Parts) -> None:
        self.rules = rules
        self.seats = seats
        self._parts = parts

    def offers(self, state: Position) -> tuple[Offer, ...]:
        """Everything that may be done in this state, by anybody."""
        return self._parts.of(state, self._offers)

    def _offers(self, state: Position) -> tuple[Offer, ...]:
        return tuple(self.rules.play.offers(state))

    def move_type(self, name: object) -> type[Move]:
        """The move of that name.

        :raises RuleError: `invalid`.
        """
        return move_forms.find((*self.rules.play.moves, *COMMON), name)

    def default_seat(self, cls: type[Move], state: Position, raw: Mapping[str, object]) -> Seat:
        """Whose move it is when the host names no seat: the seat that it is about, else the first it is offered to."""
        if (meant := self.rules.play.meant(state, raw)) is not None:
            return meant
        first = next((offer.seat for offer in self.offers(state) if offer.move is cls), None)
        return first or next(iter(self._parts.of(state, self.rules.show.view).to_act), Seat(1))

    def chosen(self, state: Position, raw: Mapping[str, object], seat: Seat | None, shape: Shape) -> Move:
        """The move this JSON is, if that step is on in this state; seat None: whose move it is.

        :raises RuleError: `not-now`, `invalid`.
        """
        cls = self.move_type(raw.get("type"))
        seat = self.default_seat(cls, state, raw) if seat is None else seat
        if not 1 <= seat <= self.seats:
            raise invalid("seat", say("There is no seat {n}", n=seat))
        if cls not in COMMON and raw.get("facts") is None:
            # before its members are read, which may make no sense now
            self._check_offered(state, cls, seat, raw)
        values = shape(cls, raw)
        self._check_seats(cls, values)
        return move_forms.read(cls, seat, values, values.get("facts"))

    def _check_offered(
        self, state: Position, cls: type[Move], seat: Seat, sent: Mapping[str, object] = MappingProxyType({})
    ) -> None:
        """sent: the move as it came, where it is not read yet.

        :raises RuleError: `not-now`: that step is not on, or it is not that seat's.
        """
        of_type = [offer for offer in self.offers(state) if offer.move is cls]
        if any(offer.host or offer.seat == seat for offer in of_type):
            return
        if (why := self.rules.play.off(state, sent)) is not None:
            raise not_now(why)
        if not of_type:
            prompt = self._parts.of(state, self.rules.show.view).prompt
            raise not_now(say("You can't do that now: {prompt}", prompt=prompt))
        raise not_now(say("It is not {who}'s turn to do that", who=Who(seat)))

    def _check_seats(self, cls: type[Move], values: Mapping[str, Any]) -> None:
        for field in cls.TYPE.fields:
            value = values.get(field.name)
            if field.kind == "seat" and value is not None and not 1 <= value <= self.seats:
                raise invalid(field.name, say("There is no seat {n}", n=value))

    def play(self, state: Position, move: Move, mode: Mode) -> Played[Position]:
        """Carry a move out.

        :raises RuleError: as `attempt`, from `not-now` on; of a move that was accepted only where the rules stumble.
        """
        played = self._carried_out(state, move, mode)
        if not mode.settled:
            check_board(self.rules.box.facts, state.atlas, played.state.atlas)
        return played

    def _carried_out(self, state: Position, move: Move, mode: Mode) -> Played[Position]:
        learned = Played(state)
        if move.facts:
            reader = move.seat if isinstance(move, Learn) else None
            learned = self._learn(state, move.facts, settled=mode.settled, reader=reader)
        elif isinstance(move, Learn):
            raise RuleError("invalid", say("What do you want to enter?"), errors={"facts": (say("missing"),)})
        match move:
            case Learn():
                return learned
            case Pass() if not mode.may_be_refused and self.passes_late(state, Pass, move.seat):
                return replace(learned, summary=say("{who} passes", who=Who(move.seat)))
            case Note():
                return replace(learned, summary=noted(self.rules, state, move, new=not mode.settled))
            case BeginHere():
                played = begin_here(self.rules, learned.state, move, new=mode.may_be_refused)
            case Correct():
                if mode.may_be_refused:
                    self.rules.play.check_new(learned.state, move)
                played = self._corrected(learned.state, move, new=mode.may_be_refused)
            case _:
                if mode.may_be_refused:
                    self._check_legal(learned.state, move, mode)
                played = self.rules.play.play(learned.state, move)
        soon, late = said_late(learned.summary)
        return Played(
            played.state,
            (*learned.postings, *played.postings),
            (*learned.instructions, *played.instructions),
            joined([*soon, *_said(played), *late]),
        )

    def _check_legal(self, state: Position, move: Move, mode: Mode) -> None:
        """May this move be made in this state? The one place where that is decided.

        :raises RuleError: from `not-now` to `rule`.
        """
        self._check_offered(state, type(move), move.seat)
        self.rules.play.check_facts(state, move)
        accept(self.offers(state), move, by_host=mode.by_host)
        self.rules.play.check_new(state, move)

    def _corrected(self, state: Position, move: Correct, *, new: bool) -> Played[Position]:
        """What a correction does, with its reason."""
        played = self.rules.correct.corrected(state, correction(self.rules, state, move, new=new))
        why = say("Correction: {note}", note=move.note) if move.note else say("Correction")
        return replace(played, summary=joined([why, *_said(played)]))

    def passes_late(self, state: Position, cls: type[Move], seat: Seat) -> bool:
        """Does somebody pass whom the companion has already passed for want of cash?"""
        if cls is not Pass or seat not in state.lapsed:
            return False
        # Looked at as it is, without the table's parts: a chart replays in a thread of its own, beside the moves.
        return not any(offer.move is Pass and offer.seat == seat for offer in self.rules.play.offers(state))

    def _learn(
        self, state: Position, *facts: Mapping[str, object], settled: bool, reader: Seat | None = None
    ) -> Played[Position]:
        """Facts become known, the last ones taking precedence; then the game works out what follows. The summary says
        which were read differently before. reader: who entered only these facts, named with them unless the game goes
        on."""
        atlas: Atlas = state.atlas
        changes: tuple[Change, ...] = ()
        for raw in facts:
            atlas, more = merge(atlas, read_facts(self.rules.box.facts, atlas, raw, insist=settled))
            changes = (*changes, *more)
        played = self.rules.play.learned(state, atlas, changes)
        alone = reader is not None and not _said(played)
        said = read_out(self.rules.box.facts, changes, new=alone)
        if len(said) > _MOST_SAID:
            said = [*said[:_MOST_SAID], counted("{n} more", "{n} more", n=len(said) - _MOST_SAID)]
        if reader is not None and alone:
            said = [say("{who} reads from the board", who=Who(reader)), *said]
        return replace(played, summary=joined([*said, *_said(played)]))

    def played(self, state: Position, move: Move) -> Played[Position]:
        """What a new move of the host's would do in any state.

        :raises RuleError: as `attempt`.
        """
        return self.play(state, move, BY_HOST)

    def followed(self, state: Position, node: Node, *, anew: bool) -> Played[Position]:
        """What a line that stands does in this state; anew: only if it may be made there.

        :raises RuleError: it does not fit.
        """
        if anew and node.is_move:
            if state.finished:
                raise RuleError("table-finished", say("The game is over"))
            move = self._read(node.line)
            if not self.passes_late(state, type(move), move.seat):
                return self.play(state, move, AGAIN)
        return self.replay(state, node)

    def replay(self, state: Position, node: Node) -> Played[Position]:
        """What this step did; it was accepted when it was made."""
        if node.facts_only is not None:
            return self._learn(state, *node.facts_only, settled=True)
        if node.amended is not None:
            return Played(state)
        if node.line.kind == "seed":
            return Played(state, summary=say("The game goes on here, with new dice"))
        return self.play(state, self._read(node.line), REPLAYED)

    def _read(self, line: Line) -> Move:
        """The move that stands in a line."""
        body = line.body
        return move_forms.read(
            self.move_type(body["type"]), body["seat"], body, body.get("facts"), format=line.format
        )


def _said(played: Played[Position]) -> list[Text]:
    return [played.summary] if played.summary.template else []
