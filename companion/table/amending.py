"""Amending an old entry: the lines are played anew from there, and what followed must still fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.atlas.asking import asked_again
from companion.table.attempting import Attempt
from companion.table.correcting import tells_hidden
from companion.table.journal import Line, Node, following, upon
from companion.table.outcome import Outcome
from companion.table.playing import Shape, plain_shape
from companion.table.position import check_line
from companion.table.table import KEPT_EVERY, Table
from companion.vocabulary.common_moves import BeginHere, Correct
from companion.vocabulary.minutes import Played, Position
from companion.vocabulary.moves import Move, written
from companion.vocabulary.offers import Offer, to_amend, to_host
from companion.words.errors import RuleError, forbidden, invalid, not_now
from companion.words.text import Text, say
from companion.words.values import Seat


@dataclass(frozen=True, slots=True)
class OldEntry:
    """The table before an entry: whose turn it was, what might be done, and what the entry told of the board."""

    to_act: tuple[Seat, ...]
    prompt: Text
    offers: tuple[Offer, ...]
    """As the host may take them up."""
    facts: tuple[Mapping[str, object], ...]
    """Each fact as it would be asked for, `default` what was said."""


def old_entry(table: Table, revision: int) -> OldEntry:
    """The table as it stood before an entry that may be amended.

    :raises RuleError: as `amend`.
    """
    old, _ = _standing(table, revision, None)
    assert old.parent is not None
    state = table.state_at(old.parent)
    view = table.rules.show.view(state)
    open_now = (offer for offer in table.rules.play.offers(state) if offer.type not in table.sealed)
    offers = tuple(to_amend(to_host(offer)) for offer in open_now if not offer.disabled)
    return OldEntry(
        view.to_act, view.prompt, offers, asked_again(table.rules.box.facts, old.line.facts or {})
    )


def amend(
    table: Table,
    revision: int,
    given: Mapping[str, object] | None,
    *,
    before: bool = False,
    shape: Shape = plain_shape,
) -> Attempt:
    """What it would do to replace a line by this move, to strike it (None), or to insert the move before it.

    :raises RuleError: of the move itself as `attempt`; `rule` with the revision of a later line that no longer
        fits. Nothing has changed.
    """
    old, after = _standing(table, revision, given)
    if before and given is None:
        raise invalid("move", say("What do you want to insert?"))
    assert old.parent is not None
    state = table.state_at(old.parent)
    move = None if given is None else _chosen(table, state, old, given, before, shape)
    _check_rolled(old, move, before)
    body: dict[str, object] = {"revision": revision, "move": None if move is None else _body(move)}
    if before:
        body["before"] = True
    node = upon(table.journal.head, Line(table.revision + 1, "", "", "amend", body))
    _tell(table, node, old, [old, *after] if before else after, move)
    after_all = table.state_at(node)
    if table.sealed != table.rules.play.sealed(after_all):
        raise not_now(say("An amended entry can't seal or reveal anything"))
    return Attempt(body, after_all, table.amendment(node), node)


def _standing(table: Table, revision: int, given: Mapping[str, object] | None) -> tuple[Node, list[Node]]:
    """The entry that is to be amended, and what followed.

    :raises RuleError: `table-finished`, `not-now`, `invalid` for what is no move that stands.
    """
    if table.state.finished:
        raise RuleError("table-finished", say("The game is over; undo the last move to play on"))
    head = table.journal.head
    old = head.move_in_force(revision)
    after = [] if old is None else following(head, old)
    _check_open(table, [old, *after], given)
    if old is None:
        raise invalid("revision", say("Entry {n} is not a move that counts", n=revision))
    return old, after


def _check_open(table: Table, nodes: list[Node | None], given: Mapping[str, object] | None) -> None:
    """Check that nothing sealed is amended, or found out by trying an amendment before it.

    :raises RuleError: `not-now`.
    """
    sealed = any(node and node.is_move and table.sealed_to(node.line, None) for node in nodes)
    # The type has not been checked yet: it may be a list.
    if sealed or (given is not None and given.get("type") in tuple(table.sealed)):
        raise not_now(say("A sealed move can be amended once it is revealed"))


def _chosen(
    table: Table, state: Position, old: Node, given: Mapping[str, object], before: bool, shape: Shape
) -> Move:
    """The new move. What the old one told of the board stays known, where the new one does not say otherwise."""
    seat = given.get("seat")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int)):
        raise invalid("seat", say("A seat is a number"))
    if seat is None and not before:
        seat = old.line.body["seat"]
    if not before and old.line.facts:
        given = {**given, "facts": _over(old.line.facts, given.get("facts"))}
    chosen = table.playing.chosen(state, given, None if seat is None else Seat(seat), shape)
    move = table.rules.play.entered(state, chosen, True)
    if isinstance(move, BeginHere):
        check_line(old.line.revision + before)
    if isinstance(move, Correct | BeginHere) and tells_hidden(move, table.rules.show.view(state).hidden):
        raise not_now(say("Correct hidden money as it is now, not in an old entry"))
    return move


def _over(old: object, given: object) -> object:
    """Facts told earlier, with those told later laid over them."""
    if not isinstance(old, Mapping) or not (given is None or isinstance(given, Mapping)):
        return given
    later = given or {}
    return {
        name: _over(old[name], later[name]) if name in old and name in later else {**old, **later}[name]
        for name in {**old, **later}
    }


def _check_rolled(old: Node, move: Move | None, before: bool) -> None:
    """An amendment rolls nothing, and takes nothing back that the app has rolled.

    :raises RuleError: `rule`.
    """
    rolled = old.line.body.get("source") == "app" and not before
    if rolled and (move is None or move.TYPE.name != old.line.body["type"]):
        raise forbidden(say("Dice rolled by the app can only be replaced by real dice"))
    if move is not None and (dice := move.TYPE.dice) and move.get(dice.name) is None:
        raise forbidden(say("An amended entry can't roll; enter the dice you rolled"))


def _body(move: Move) -> dict[str, object]:
    return {**written(move), "source": "table"} if move.TYPE.dice else written(move)


def _tell(table: Table, node: Node, old: Node, after: list[Node], move: Move | None) -> None:
    """Play the lines as they read now, and keep what became of them.

    :raises RuleError: see `amend`.
    """
    assert node.amended is not None
    assert old.parent is not None
    state = table.state_at(old.parent)
    new: list[Node] = []
    for item in node.amended.in_force():
        if item is old.parent:
            break
        new.append(item)
    new.reverse()
    as_they_were = [None] * (len(new) - len(after)) + after
    for item, was in zip(new, as_they_were, strict=True):
        if was is not None:
            played = _followed(table, state, item, was)
        elif item.is_move and move is not None:
            played = table.playing.played(state, move)
        else:
            played = table.playing.followed(state, item, anew=False)
        state = played.state
        item.outcome = Outcome.of(played)
        if item.depth % KEPT_EVERY == 0:
            item.state = state
    node.state = state


def _followed(table: Table, state: Position, node: Node, was: Node) -> Played[Position]:
    """What a later line does now. It must fit, unless it did not fit before either (the rules may have changed since).

    :raises RuleError: `rule`, with its revision.
    """
    try:
        return table.playing.followed(state, node, anew=True)
    except RuleError as error:
        refused = error
    if was.is_move and _fitted(table, was):
        raise _unfit(table, was, refused)
    try:
        return table.playing.followed(state, node, anew=False)
    except Exception as error:  # whatever rules stumble over that have not accepted the move
        raise _unfit(table, was, refused) from error


def _fitted(table: Table, was: Node) -> bool:
    before = was.base()
    assert before is not None
    try:
        table.playing.followed(table.state_at(before), was, anew=True)
    except RuleError:
        return False
    return True


def _unfit(table: Table, was: Node, why: RuleError) -> RuleError:
    """The refusal that a later line no longer fits; it names the line by what it said, for nobody knows its number."""
    n, what = was.line.revision, table.done_at(was).summary
    words = say("Entry {n} no longer fits, “{what}”: {why}", n=n, what=what, why=why.text)
    return RuleError("rule", words, rule=why.rule, revision=n)
