"""What hands do on the real board when lines are undone, redone or amended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.table.journal import Line, Node
from companion.table.outcome import Outcome
from companion.vocabulary.board import Instruction, goes, whatever
from companion.vocabulary.common_moves import Correct
from companion.vocabulary.ledger import Posting, seat_of
from companion.words.text import Text, Who, briefly, counted, phrase, say, weighed

Did = Callable[[Node], Outcome]
"""Tells what was done at a node."""


def rewound(did: Did, line: Line, before: Node, after: Node, secret: Callable[[Node], bool]) -> Outcome:
    """What hands must take back for an undo, last first, or do again for a redo; a single entry is named,
    with what has amended it since.

    Facts that stay known may have an effect at once; that is not taken back then.

    secret: does this node say something that is still sealed?
    """
    redo = line.kind == "redo"
    earlier, later = (before, after) if redo else (after, before)
    entries = _entered_since(earlier, later)
    gone = {node.line.revision for node in entries}
    of_others = [node for node in entries if node.is_move or node.line.body["revision"] not in gone]
    if len(of_others) == 1 and not secret(of_others[0]):
        [only] = of_others
        if only.is_move:
            what = did(later.move_in_force(only.line.revision) or only).summary
            summary = _rewound(what, line, named=not _is_handed_round(only.line, line.by))
        else:
            summary = _amendment_rewound(did, only, line)
    else:
        summary = _several(len(entries), line.body["to"], redo)
    return Outcome(instructions=_between(did, before, after), summary=summary)


def _entered_since(earlier: Node, later: Node) -> list[Node]:
    """The moves and amendments that stand at the later node only, each once: what an amendment has played anew was
    not entered again."""
    stood = {node.line.revision for node in earlier.ancestors()}
    since = (node for node in later.ancestors() if node.line.revision not in stood)
    return [node for node in since if node.is_move or node.amended is not None]


def _several(n: int, to: int, redo: bool) -> Text:
    """How many moves, and which entry is the last that stands: told large it is left out, for a TV numbers none."""
    if redo:
        words = counted("{n} move redone, up to entry {to}", "{n} moves redone, up to entry {to}", n=n, to=to)
        brief = counted("{n} move redone", "{n} moves redone", n=n)
    else:
        words = counted(
            "{n} move undone, back to entry {to}", "{n} moves undone, back to entry {to}", n=n, to=to
        )
        brief = counted("{n} move undone", "{n} moves undone", n=n)
    return replace(words, brief=brief, leads=True)


def _is_handed_round(entered: Line, by: str) -> bool:
    """Has this seat's phone entered another one's move? Then nobody knows whose finger takes it back."""
    return entered.kind == "move" and entered.by == by and entered.body["seat"] != seat_of(by)


def _rewound(what: Text, line: Line, *, named: bool) -> Text:
    """Told large: who has done it, if that may be `named`, of all that it changed; a line of that would read as
    news."""
    redo = line.kind == "redo"
    whole, what = say("Redone: {what}" if redo else "Undone: {what}", what=what), weighed(what)
    if (seat := seat_of(line.by)) is None:
        by_host = say("The host redid: {what}" if redo else "The host took back: {what}", what=what)
        return _told_large(whole, by_host)
    if not named:
        return _told_large(whole, say("Redone: {what}" if redo else "Taken back: {what}", what=what))
    again, back = phrase("{who} redid: {what}"), phrase("{who} took back: {what}")
    return _told_large(whole, say(again if redo else back, who=Who(seat), what=what))


def _amendment_rewound(did: Did, node: Node, line: Line) -> Text:
    """Told large: how the entry reads now; after an undo, as it did before it was put right."""
    told, (old, new) = amendment(did, node).summary, _put_right_at(node)
    if line.kind == "redo":
        return _told_large(say("Redone: {what}", what=told), briefly(told))
    if node.line.body.get("before"):
        assert new is not None
        words = say("No longer inserted: {what}", what=weighed(did(new).summary))
    else:
        words = _now(_AS_BEFORE, node.line.body["revision"], old.line, did(old).summary)
    return _told_large(say("Undone: {what}", what=told), words)


def _told_large(whole: Text, words: Text) -> Text:
    return replace(whole, brief=words, leads=True)


def amendment(did: Did, node: Node) -> Outcome:
    """What an amendment did: the move it tells, or strikes, and what hands must do."""
    assert node.parent is not None
    old, new = _put_right_at(node)
    n, done, work = node.line.body["revision"], did(new or old), _between(did, node.parent, node)
    if node.line.body.get("before"):
        return Outcome(done.postings, work, say("Inserted before entry {n}: {what}", n=n, what=done.summary))
    if new is None:
        whole = say("Entry {n} struck: {what}", n=n, what=done.summary)
        return Outcome((), work, _told_large(whole, _now(_STRUCK, n, old.line, done.summary)))
    was = did(old).summary
    whole = say("Entry {n} amended: {what}; before: {old}", n=n, what=done.summary, old=was)
    words = None if corrects(old.line) else _put_right(done.summary, was)
    return Outcome((), work, _told_large(whole, words or _now(_AMENDED, n, old.line, done.summary)))


def _put_right_at(node: Node) -> tuple[Node, Node | None]:
    """The move that an amendment puts right, or that it stands before; and the one it tells, None where it strikes."""
    assert node.parent is not None
    line, old = node.line, node.parent.move_in_force(node.line.body["revision"])
    assert old is not None
    if line.body["move"] is None:
        return old, None
    return old, next(item for item in node.in_force() if item.is_move and item.amended_by == line.revision)


def _put_right(what: Text, was: Text) -> Text | None:
    """What it says now, and in a word what it said before; None: it says more than one thing otherwise."""
    if (old := _only_change(was, what)) is None:
        return None
    return replace(say("Correction: {what}, was {old}", what=replace(what, also=()), old=old), also=what.also)


def _only_change(was: Text, now: Text) -> Text | None:
    """The one fact that a sentence has otherwise, as it was, money as money."""
    if was.template != now.template or len(was.facts) != len(now.facts):
        return None
    changed = [
        (name, old, new) for (name, old), (_, new) in zip(was.facts, now.facts, strict=True) if old != new
    ]
    if len(changed) != 1:
        return None
    name, old, new = changed[0]
    if isinstance(old, Text):
        return _only_change(old, new) if isinstance(new, Text) else None
    return say("${amount}", amount=old) if f"${{{name}}}" in was.template else say("{what}", what=old)


_AMENDED = phrase("Entry {n} amended: {what}"), phrase("{who}'s entry {n} amended: {what}")
_STRUCK = phrase("Entry {n} struck: {what}"), phrase("{who}'s entry {n} struck: {what}")
_AS_BEFORE = phrase("Entry {n} as before: {what}"), phrase("{who}'s entry {n} as before: {what}")


def _now(words: tuple[str, str], n: int, old: Line, what: Text) -> Text:
    """Which entry was put right and what it says now, not what it said otherwise; and whose it was, but for a
    correction, which is the host's, whoever's turn it was."""
    of_host, of_player = words
    if corrects(old):
        return say(of_host, n=n, what=what)
    return say(of_player, who=Who(old.body["seat"]), n=n, what=what)


def _between(did: Did, before: Node, after: Node) -> tuple[Instruction, ...]:
    """What turns the board of the one node into that of the other: taken back last first, then done."""
    gone, new = (_done(did, nodes) for nodes in _apart(before, after))
    work = [_on_the_board(item) for item in new]
    for item in list(gone):
        if item.marker is None and (same := _on_the_board(item)) in work:
            at = work.index(same)
            del work[at], new[at]
            gone.remove(item)
    return tuple(
        _at_once([*(_Step(item, back=True) for item in reversed(gone)), *(_Step(item) for item in new)])
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """Something that hands do, or take back."""

    what: Instruction
    back: bool = False

    @property
    def spaces(self) -> tuple[int | None, int | None]:
        """From where to where its piece goes."""
        assert self.what.marker is not None
        ends = self.what.marker.old, self.what.marker.new
        return ends[::-1] if self.back else ends


def _at_once(steps: Sequence[_Step]) -> Iterator[Instruction]:
    """A piece that is moved several times goes to its last space at once, and not at all if it stands there."""
    begun: dict[str, int | None] = {}
    last: dict[str, _Step] = {}
    for step in steps:
        if step.what.marker is not None:
            begun.setdefault(step.what.marker.piece, step.spaces[0])
            last[step.what.marker.piece] = step
    for step in steps:
        marker = step.what.marker
        if marker is None:
            yield _taken_back(step.what) if step.back else step.what
        elif last[marker.piece] is step and (found := _moved(step, begun[marker.piece])) is not None:
            yield found


def _moved(step: _Step, old: int | None) -> Instruction | None:
    """The last of a piece's moves, as the one that leads from where it stands."""
    marker, new = step.what, step.spaces[1]
    assert marker.marker is not None
    if old == new:
        return None
    if not step.back and marker.marker.old == old:
        return marker
    whole = goes(replace(marker.marker, old=old, new=new))
    return replace(whole, facts={**marker.facts, **whole.facts})


def paid(did: Did, before: Node, after: Node) -> tuple[Posting, ...]:
    """The postings that turn the accounts of the one node into those of the other: paid back last first, then paid."""
    gone, new = _apart(before, after)
    back = (
        replace(posting, source=posting.target, target=posting.source)
        for node in reversed(gone)
        for posting in reversed(_counted_out(did, node))
    )
    return (*back, *(posting for node in new for posting in _counted_out(did, node)))


def _counted_out(did: Did, node: Node) -> tuple[Posting, ...]:
    """What was handed over at a node. A correction says how much everybody has: there is nothing to hand over."""
    return () if corrects(node.line) else did(node).postings


def corrects(line: Line) -> bool:
    """Does this line only say how it stands on the table?"""
    return line.kind == "move" and bool(line.body["type"] == Correct.TYPE.name)


def _apart(before: Node, after: Node) -> tuple[list[Node], list[Node]]:
    """The nodes in force at one node and not at the other, and the other way round; each first to last."""
    here, there = set(before.in_force()), set(after.in_force())
    return _in_order(here - there), _in_order(there - here)


def _in_order(nodes: set[Node]) -> list[Node]:
    return sorted((node for node in nodes if node.amended is None), key=lambda node: node.depth)


def _done(did: Did, nodes: Iterable[Node]) -> list[Instruction]:
    """What hands did at these nodes, first to last, piece by piece."""
    return [
        part
        for node in nodes
        for instruction in did(node).instructions
        for part in instruction.parts or (instruction,)
    ]


def _taken_back(instruction: Instruction) -> Instruction:
    """Without the `pieces`: an earlier line about them holds again."""
    words = say("Take back: {what}", what=instruction.text)
    facts = {**_work(instruction).facts, "was": instruction.kind}
    return Instruction("take_back", words, facts, besides=instruction.besides)


def _on_the_board(instruction: Instruction) -> Instruction:
    """What it comes to, whoever's hands did it, and however many there were then: a train that one player takes back
    and another places is nobody's work."""
    facts = {name: fact for name, fact in _work(instruction).facts.items() if name != "seat"}
    return replace(instruction, text=whatever(instruction.text, instruction.besides), facts=facts, own=None)


def _work(instruction: Instruction) -> Instruction:
    """Without its `pieces`: one cube on a rural hex is as good as another, whichever number it has by now."""
    facts = {name: fact for name, fact in instruction.facts.items() if name != "pieces"}
    return replace(instruction, facts=facts)
