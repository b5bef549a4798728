"""A table: a game, its seats and its journal. The only door into the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from hashlib import sha256

from companion.mechanisms.parts import Parts
from companion.table import board_undo, rewinding
from companion.table.beginning import begun, rules_of
from companion.table.digests import Digests
from companion.table.journal import Journal, Line, Node, upon
from companion.table.outcome import Outcome
from companion.table.playing import Playing
from companion.vocabulary.box import AtTable
from companion.vocabulary.common_moves import Learn
from companion.vocabulary.ledger import BANK, Posting, seat_account
from companion.vocabulary.minutes import Position
from companion.vocabulary.offers import Offer
from companion.vocabulary.records import members
from companion.vocabulary.view import View
from companion.words.errors import RuleError, not_now
from companion.words.text import Text, say
from companion.words.values import Seat

KEPT_STATES = 4
"""The last states that are kept as they are."""
KEPT_EVERY = 50
"""Of older states one in so many is kept, so that an undo replays no more lines than that."""


class Table:
    """One game being played. Reading is free; `rewind` and `redone` say what a line would do (as `attempting` and
    `amending` do), and `record` takes it in once it is safely stored."""

    def __init__(self, begin: Line) -> None:
        """A table from its first line.

        :raises RuleError: `no-such-game`.
        """
        self.rules = rules = rules_of(begin.body["game"])
        self.seats: int = begin.body["seats"]
        self.parts = Parts()
        """What is shown, offered and digested of its states."""
        self.playing = Playing(rules, self.seats, self.parts)
        self.journal = Journal()
        node = Node(None, begin, 0)
        laid_out = begun(rules, begin)
        node.outcome, node.state = Outcome.of(laid_out), laid_out.state
        self.journal.append(begin, node)
        self._digests = Digests()
        self._counted: tuple[Node, dict[int, Node]] | None = None

    # --- reading ------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """How many lines the journal has."""
        return self.journal.revision

    @property
    def state(self) -> Position:
        """The state that holds now."""
        head = self.journal.heads[-1]
        return self._state(head) if head.state is None else head.state

    def view(self) -> View:
        """What is shown of the state that holds now."""
        return self.view_of(self.state)

    def view_of(self, state: Position) -> View:
        """What would be shown of a state of this table."""
        return self.parts.of(state, self.rules.show.view)

    @property
    def sealed(self) -> frozenset[str]:
        """The types of moves that nobody but their own seat may see yet."""
        return self.rules.play.sealed(self.state)

    def sealed_to(self, line: Line, seat: Seat | None) -> bool:
        """Is what this line says sealed to that seat (None: to nobody in particular, such as the host)?

        A line that has opened what was sealed is known to all, also when it is undone.
        """
        sealed = self.sealed
        if not sealed or line.kind != "move" or line.body["type"] not in sealed or line.body["seat"] == seat:
            return False
        if line.revision > self.revision:
            return True
        after = self._state(self.journal.heads[line.revision - 1])
        return bool(self.rules.play.sealed(after) >= {line.body["type"]})

    @property
    def nobodys(self) -> dict[Seat, Text]:
        """Seats at which nobody sits, and their names; see `Rules.box.imaginary`."""
        name = self.rules.box.imaginary.get(self.seats)
        return {Seat(self.seats + 1): say(name)} if name else {}

    @property
    def box(self) -> AtTable:
        """The part of the game's box that is at this table, as it began."""
        first = self.journal.heads[0].state
        assert first is not None
        return self.rules.at_table(first)

    def offers(self) -> tuple[Offer, ...]:
        """Everything that may be done now, by anybody."""
        return self.playing.offers(self.state)

    def line_digest(self, line: Line, state: Position) -> str:
        """What stands as its digest in a line of this journal, or in the next one; the same on every machine, and
        whatever the code is called. state: after it."""
        canonical = self.rules.play.canonical
        if line.format == 1 and canonical is not None:
            return sha256(repr(canonical(state)).encode()).hexdigest()
        return sha256((self.journal.chained(line) + self.digest(state)).encode()).hexdigest()

    def digest(self, state: Position) -> str:
        """SHA-256 of a state; see `Digests`."""
        return self._digests.of({**members(state), "derived": self.parts.of(state, self.rules.play.derived)})

    def outcome(self, revision: int) -> Outcome:
        """What the line of that revision did."""
        line = self.journal.lines[revision - 1]
        if line.kind in ("undo", "redo"):
            return self.rewound(line, self.journal.heads[revision - 1])
        node = self.journal.heads[revision - 1]
        if line.kind == "amend":
            return self.amendment(node)
        return self.done_at(node)

    def done_at(self, node: Node) -> Outcome:
        """What was done at a node."""
        if node.outcome is None:
            self._state(node)
        if node.outcome is None:  # its state was read back from a snapshot, and was not played
            base = node.base()
            assert base is not None
            node.outcome = Outcome.of(self.playing.replay(self._state(base), node))
        return node.outcome

    def paid(self, line: Line, did: Outcome, node: Node | None = None) -> tuple[Posting, ...]:
        """The money that changed hands with a line: the starting money, what a move paid, what an undo pays back.

        node: where an amendment that is not recorded would lead.
        """
        if line.kind == "move":
            return () if board_undo.corrects(line) else did.postings
        if line.kind == "begin":
            ledger = self._state(self.journal.heads[0]).ledger
            seats = (seat_account(Seat(n)) for n in range(1, self.seats + 1))
            dealt = ((seat, ledger.of(seat)) for seat in seats)
            return tuple(Posting(BANK, seat, cash, say("starting money")) for seat, cash in dealt if cash)
        heads = self.journal.heads
        after = heads[line.revision - 1] if node is None else node
        return board_undo.paid(self.done_at, heads[line.revision - 2], after)

    def counted(self) -> dict[int, Node] | None:
        """The moves that count, by revision, as they stand since the amendments; None: there are none."""
        head = self.journal.head
        if not head.amendments:
            return None
        if self._counted is None or self._counted[0] is not head:
            self._counted = (head, {node.line.revision: node for node in head.in_force() if node.is_move})
        return self._counted[1]

    def in_force_as(self, line: Line) -> tuple[Line, Outcome, int | None]:
        """A line as it counts now, what it did, and the amendment that has changed or struck it.

        What does not stand is shown as it was.
        """
        counted, did = self.counted(), self.outcome(line.revision)
        inserted = line.kind == "amend" and line.body.get("before")
        if counted is None or not (inserted or line.kind == "move"):
            return line, did, None
        node = counted.get(line.revision)
        if node is not None and inserted:
            changed = node.amended_by if node.amended_by != line.revision else None
            return line, replace(did, postings=self.done_at(node).postings), changed
        if node is not None:
            return node.line, self.done_at(node), node.amended_by
        own = (node.line for node in self.journal.head.ancestors() if node.amended is not None)
        struck = (
            item.revision for item in own if item.body["revision"] == line.revision and not item.body["move"]
        )
        return line, did, next(struck, None)

    def _state(self, node: Node) -> Position:
        """The state at a node: kept, or replayed from the nearest one that is."""
        if node.state is not None:
            return node.state
        replayed: list[Node] = []
        for item in node.in_force():
            if item.state is not None:
                state = item.state
                break
            replayed.append(item)
        for item in reversed(replayed):
            played = self.playing.replay(state, item)
            state = played.state
            if item.depth % KEPT_EVERY == 0:
                item.state = state
            if item.outcome is None and item.amended is None:
                item.outcome = Outcome.of(played)
        node.state = state
        return state

    def states(self, nodes: Iterable[Node], before: Position | None = None) -> Iterator[Position]:
        """The state at each of these nodes, which follow one another; played anew where it is not kept.

        before: the state they follow, unless the first has its own. Nothing is kept: whoever looks back over a
        whole evening leaves the table as it was, and need not hold it up.
        """
        state = before
        for node in nodes:
            kept = node.state
            if kept is None:
                assert state is not None
                kept = self.playing.replay(state, node).state
            state = kept
            yield state

    # --- undo and redo ------------------------------------------------------------------------------

    def rewound(self, line: Line, node: Node) -> Outcome:
        """What an undo or redo that leads to this node does: what hands must take back, last first, or do again."""
        before = self.journal.heads[line.revision - 2]
        return board_undo.rewound(self.done_at, line, before, node, self._sealed_at)

    def _sealed_at(self, node: Node) -> bool:
        """Was what this line says still sealed when it had been entered?"""
        said = node.line.body.get("move") or node.line.body  # an amendment tells a move
        return said.get("type") in self.rules.play.sealed(self._state(node))

    def amendment(self, node: Node) -> Outcome:
        """What an amendment did: the move it tells, or strikes, and what hands must do."""
        return board_undo.amendment(self.done_at, node)

    def undo_target(self) -> int:
        """The last revision that stands after an undo of the last standing move.

        :raises RuleError: `not-now` if there is nothing to undo.
        """
        return rewinding.target(self.journal.head, self._answered)

    def _answered(self, node: Node) -> bool:
        """Did this line only tell what the step before it was waiting for?"""
        if node.line.body.get("type") != Learn.TYPE.name or node.parent is None:
            return False
        steps = [self.view_of(self._state(item)).step for item in (node.parent, node)]
        return steps[0] != steps[1]

    def rewind(self, to: int) -> tuple[Node, tuple[Line, ...]]:
        """The node an undo back to revision `to` leads to, and the lines that would no longer stand.

        :raises RuleError: `not-now` if that revision does not stand, or nothing comes after it.
        """
        return rewinding.rewind(self.journal.head, to)

    def redone(self) -> tuple[Node, tuple[Line, ...]]:
        """The node that the last undone lines lead to when they are played again, and those lines.

        :raises RuleError: `not-now` if nothing can be redone; `rule` with the revision of a line that no longer
            fits, because of facts that were learned after it.
        """
        if not self.journal.undone:
            raise not_now(say("Nothing to redo"))
        lines = self.journal.undone[-1]
        node = self.journal.head
        for line in lines:
            node = upon(node, line)
            try:
                self._state(node)
            except RuleError as error:
                unfit = say("Entry {n} no longer fits: {why}", n=line.revision, why=error.text)
                raise RuleError("rule", unfit, rule=error.rule, revision=line.revision) from error
        return node, lines

    def state_at(self, node: Node) -> Position:
        """The state at a node that `rewind` or `redone` gave."""
        return self._state(node)

    # --- writing ------------------------------------------------------------------------------------

    def record(self, line: Line, node: Node) -> None:
        """A line was stored: it is in the journal from now on."""
        if line.kind == "amend":
            for item in node.in_force():
                if item.is_move and item.line.revision == line.revision:  # the move that it inserts
                    item.line = replace(item.line, at=line.at, by=line.by)
        if line.kind in ("move", "amend"):
            node.line = line
        self.journal.append(line, node)
        self._forget()

    def reread(self, line: Line) -> None:
        """Take in a stored line without playing it yet; states are replayed when they are asked for."""
        match line.kind:
            case "undo":
                node, _ = self.rewind(line.body["to"])
            case "redo":
                node = self.journal.head
                for redone in self.journal.undone[-1]:
                    node = upon(node, redone)
            case _:
                node = upon(self.journal.head, line)
        self.journal.append(line, node)

    @contextmanager
    def supposing(self, line: Line, node: Node) -> Iterator[None]:
        """For a dry run: read the table as if this line were recorded."""
        journal = self.journal
        undone, rewound = list(journal.undone), dict(journal.rewound)
        journal.append(line, node)
        try:
            yield
        finally:
            journal.lines.pop()
            journal.heads.pop()
            journal.chain.pop()
            journal.undone[:], journal.rewound = undone, rewound

    @contextmanager
    def as_of(self, revision: int) -> Iterator[Table]:
        """The table as it stood after the line of that revision, to read: with what has been undone or amended since.

        Its state is played anew from the nearest that is kept, and let go again.
        """
        earlier = copy(self)
        earlier.parts = Parts()
        earlier.playing = Playing(self.rules, self.seats, earlier.parts)
        earlier.journal = self.journal.until(revision)
        earlier._digests, earlier._counted = Digests(), None
        node = earlier.journal.head
        kept = node.state is not None or node.depth % KEPT_EVERY == 0
        try:
            yield earlier
        finally:
            if not kept:
                node.state = None

    def rest(self) -> None:
        """Let go of what can be worked out again. Kept are the last state, the states an undo begins from, and what the
            latest
        moves did, which the log shows."""
        self.parts.let_go()
        self._digests = Digests()
        for node in self.journal.heads[-KEPT_STATES - 1 : -1]:
            if node.depth % KEPT_EVERY and node is not self.journal.head:
                node.state = None
        for node in self.journal.heads[:-KEPT_EVERY]:
            if node.is_move:
                node.outcome = None

    def _forget(self) -> None:
        """Let go of a state that is neither among the last nor one in `KEPT_EVERY`."""
        old = self.revision - KEPT_STATES - 1
        if old > 0:
            node = self.journal.heads[old]
            if node.depth % KEPT_EVERY and node is not self.journal.head:
                node.state = None
