"""Beginning in the middle: the host says how it stands on the table, figure by figure, and the game goes on from there.

The figures are those of the corrections: each is set as it would be corrected. Facts come first (track, who has which
card), then what is counted, then what follows from both; so the order in which they are given does not matter. In the
end all of them must hold at once, which finds what nobody gained and nobody gave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.atlas.names import near
from companion.vocabulary.common_moves import BeginHere
from companion.vocabulary.figures import TABLE, Figure, find
from companion.vocabulary.ledger import Account, account_owner
from companion.vocabulary.minutes import Correction, Played, S
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError, invalid, not_now
from companion.words.text import Text, Who, joined, phrase, plain, say
from companion.words.values import Seat

ONLY_AT = 2
"""The number of the line that holds the position, if there is one."""
MOST_LEFT_OUT = 20
"""How many times a position is tried again, each time without the figures that cannot be."""
_TURN = "turn"
_LAST = 2
"""The last stage at which a figure is set; see `Figure.after`."""


@dataclass(frozen=True, slots=True)
class _Given:
    """One figure that the host gives."""

    at: str
    """Where it stands in the move."""
    of: Account
    name: str
    value: int

    @property
    def row(self) -> tuple[Account, str, int]:
        """As in a correction."""
        return self.of, self.name, self.value


def check_line(revision: int) -> None:
    """A position is where a game begins.

    :raises RuleError: `not-now`.
    """
    if revision != ONLY_AT:
        raise not_now(say("The position can only be the second entry of a game. Correct what differs"))


def begin_here(rules: Rules[S], laid_out: S, move: BeginHere, *, new: bool) -> Played[S]:
    """The table as the host says that it is, at the start of a turn. What is not said is as it was laid out.

    new: it is being made, or amended; one that stands already was accepted when it was made.

    :raises RuleError: `invalid` with every figure that is not known, cannot be, or does not add up with the others.
    """
    given = _read(move)
    if new:
        _refuse(_below_nothing(rules, laid_out, given))
    state, left = _placed(rules, laid_out, given, move.format)
    if new:
        _refuse(_unknown(tuple(rules.correct.figures(state)), left))
        _refuse({"figures": joined(lacking)} if (lacking := rules.correct.lacking(state)) else {})
    state = _with_turn(rules, state, move)
    if new:
        _refuse(_wrong(rules, state, given))
        _check_turn(rules, state, move)
    return Played(state, summary=_told(rules, state, move))


def so_far(rules: Rules[S], laid_out: S, move: BeginHere) -> tuple[S, dict[str, Text]]:
    """The table as far as the host has entered it, maybe too little for a turn to begin; and what is wrong with it,
    by the place in the move. A figure that is wrong whatever the others are, such as a name that is almost a known
    one, is left out meanwhile.

    :raises RuleError: `invalid` where too much of it cannot be.
    """
    given = _read(move)
    wrong = _below_nothing(rules, laid_out, given)
    given = tuple(each for each in given if each.at not in wrong)
    for _ in range(MOST_LEFT_OUT):
        try:
            state, _ = _placed(rules, laid_out, given, move.format)
        except RuleError as error:
            left = tuple(each for each in given if each.at not in error.errors)
            if len(left) == len(given):
                raise
            given, wrong = left, {**wrong, **_firsts(error)}
        else:
            return state, wrong or _objections(rules, laid_out, move)
    raise RuleError(
        "invalid", joined(list(wrong.values())), errors={at: (text,) for at, text in wrong.items()}
    )


def _objections(rules: Rules[S], laid_out: S, move: BeginHere) -> dict[str, Text]:
    """What is wrong with beginning from these figures, by the place in the move."""
    try:
        begin_here(rules, laid_out, move, new=True)
    except RuleError as error:
        return _firsts(error)
    return {}


def _firsts(error: RuleError) -> dict[str, Text]:
    return {at: words[0] for at, words in error.errors.items()}


def _placed(
    rules: Rules[S], laid_out: S, given: tuple[_Given, ...], format: int
) -> tuple[S, tuple[_Given, ...]]:
    """The state with every figure set, and the figures that this table does not have."""
    state, left = rules.correct.in_turn(laid_out), given
    for stage in range(_LAST + 1):
        state, left = _set_all(rules, state, left, stage, format)
    return state, left


def _read(move: BeginHere) -> tuple[_Given, ...]:
    """:raises RuleError: `invalid` for a figure that is said twice."""
    given = tuple(
        _Given(f"figures.{at}", Account(row["of"]), str(row["name"]), int(row["value"]))
        for at, row in enumerate(move.figures)
    )
    firsts = {(each.of, each.name): each for each in reversed(given)}
    twice = [each for each in given if firsts[each.of, each.name] is not each]
    _refuse({each.at: _said(each, phrase("{name} of {of} is listed twice")) for each in twice})
    return given


def _said(given: _Given, words: str) -> Text:
    return say(words, name=given.name, of=account_owner(given.of))


def _set_all(
    rules: Rules[S], state: S, given: Sequence[_Given], stage: int, format: int
) -> tuple[S, tuple[_Given, ...]]:
    """Set the figures of a stage, those included that exist only once others are set, such as the cities of a
    railroad that has just got its colour. Returns the state, and the figures that are left.

    :raises RuleError: `invalid`.
    """
    left = tuple(given)
    while True:
        figures = tuple(rules.correct.figures(state))
        now = _ready(figures, left, stage)
        if not now:
            return state, left
        _refuse(_beyond(now))
        rows = [each for each, figure in now.items() if _is_set(figure) and not _is_so(figure, each)]
        state = rules.correct.in_turn(_corrected(rules, state, rows, format)) if rows else state
        left = tuple(each for each in left if each not in now)


def _ready(figures: Sequence[Figure[S]], left: Iterable[_Given], stage: int) -> dict[_Given, Figure[S]]:
    """Those that can be set now, in the order of the figures, whichever was said first."""
    found = {each: figure for each in left if (figure := find(figures, each.of, each.name))}
    places = {(figure.of, figure.name): at for at, figure in enumerate(figures)}
    able = [
        (places[figure.of, figure.name], each)
        for each, figure in found.items()
        if figure.listed and _stage(figure) <= stage and _is_of(figure, each)
    ]
    return {each: found[each] for _, each in sorted(able, key=lambda pair: pair[0])}


def _is_of(figure: Figure[S], given: _Given) -> bool:
    """Is there such a name in the family?"""
    return not figure.closed or given.name.removeprefix(figure.name) in (figure.names or ())


def _is_so(figure: Figure[S], given: _Given) -> bool:
    if figure.names is None:
        return figure.value == given.value
    return (given.name.removeprefix(figure.name) in figure.chosen) == bool(given.value)


def _stage(figure: Figure[S]) -> int:
    """What is counted has its own; what nobody can set is only looked at when all is done."""
    return figure.after or int(figure.what is not None)


def _is_set(figure: Figure[S]) -> bool:
    """Can it be set, or does it follow from all others, as what the bank has?"""
    return not (figure.what is not None and figure.other is None and figure.set is None)


def _corrected(rules: Rules[S], state: S, rows: Sequence[_Given], format: int) -> S:
    """:raises RuleError: `invalid` naming the first that is refused."""
    try:
        return rules.correct.corrected(state, Correction((), tuple(each.row for each in rows), format)).state
    except RuleError as error:
        refused = error
    for n in range(len(rows)):
        try:
            rules.correct.corrected(state, Correction((), tuple(each.row for each in rows[: n + 1]), format))
        except RuleError as error:
            of, figure = account_owner(rows[n].of), find(rules.correct.figures(state), *rows[n].row[:2])
            called = figure.label if figure else Text(rows[n].name)
            words = say("{of}, {figure}: {why}", of=of, figure=called, why=error.text)
            raise invalid(rows[n].at, words) from error
    raise invalid("figures", refused.text) from refused


# --- what cannot be ----------------------------------------------------------------------------------------


def _refuse(wrong: Mapping[str, Text]) -> None:
    if wrong:
        errors = {at: (words,) for at, words in wrong.items()}
        raise RuleError("invalid", joined(list(wrong.values())), errors=errors)


def _unknown(figures: Sequence[Figure[S]], left: Iterable[_Given]) -> dict[str, Text]:
    """The figures that this table does not have; where a family has no such name, the message says which may be
    meant."""
    wrong = {}
    for each in left:
        figure = find(figures, each.of, each.name)
        if figure is None or figure.names is None:
            wrong[each.at] = _said(each, phrase("The app does not track {name} of {of}"))
            continue
        which, known = each.name.removeprefix(figure.name), {plain(name): name for name in figure.names}
        meant = near(plain(which), known)
        words = (
            phrase("{of}, {figure}: {name} is not known. Did you mean {names}?")
            if meant
            else phrase("{of}, {figure}: {name} is not known")
        )
        of, nearest = account_owner(each.of), known[meant[0]] if meant else ""
        wrong[each.at] = say(words, of=of, figure=figure.label, name=which, names=nearest)
    return wrong


def _beyond(now: Mapping[_Given, Figure[S]]) -> dict[str, Text]:
    """The figures whose value is outside their limits or choices."""
    wrong = {}
    for each, figure in now.items():
        names = {"of": account_owner(each.of), "figure": figure.label}
        if figure.choices and each.value not in (value for value, _ in figure.choices):
            wrong[each.at] = say("{of}, {figure}: {n} is not possible", **names, n=each.value)
        elif _is_set(figure) and figure.what is None and not figure.least <= each.value <= figure.most:
            least, most = figure.least, figure.most
            wrong[each.at] = say("{of}, {figure}: from {least} to {most}", **names, least=least, most=most)
    return wrong


def _below_nothing(rules: Rules[S], laid_out: S, given: Iterable[_Given]) -> dict[str, Text]:
    """The figures by which somebody would have less than no money or certificates."""
    wrong, figures = {}, tuple(rules.correct.figures(rules.correct.in_turn(laid_out)))
    for each in given:
        figure = find(figures, each.of, each.name)
        if figure is not None and figure.what is not None and _is_set(figure) and each.value < 0:
            names = {"of": account_owner(each.of), "figure": figure.label}
            wrong[each.at] = say("{of}, {figure}: it can't be negative", **names)
    return wrong


def _wrong(rules: Rules[S], state: S, given: Iterable[_Given]) -> dict[str, Text]:
    """The figures that have another value than the host gave, once all are set."""
    figures = tuple(rules.correct.figures(state))
    wrong: dict[str, Text] = {}
    for each in given:
        figure = find(figures, each.of, each.name)
        if figure is None:
            wrong[each.at] = _said(each, phrase("The app does not track {name} of {of}"))
        elif figure.closed and not _is_so(figure, each):
            wrong[each.at] = _said(each, phrase("{name} of {of} does not match the other figures"))
        elif figure.names is None and figure.value != each.value:
            words = phrase("{of}, {figure}: {n} does not add up; the other figures make it {found}")
            of, found = account_owner(each.of), figure.value or 0
            wrong[each.at] = say(words, of=of, figure=figure.label, n=each.value, found=found)
    return wrong | _taken(figures, given)


def _taken(figures: Sequence[Figure[S]], given: Iterable[_Given]) -> dict[str, Text]:
    """The rows of families that another row has undone, such as one link given to two railroads."""
    said: dict[tuple[Account, str], list[_Given]] = {}
    for each in given:
        figure = find(figures, each.of, each.name)
        if figure is not None and figure.names is not None and each.value:
            said.setdefault((figure.of, figure.name), []).append(each)
    wrong: dict[str, Text] = {}
    for figure in figures:
        rows = said.get((figure.of, figure.name), [])
        if figure.names is not None and len(rows) > len(figure.chosen):
            gone = [each for each in rows if each.name.removeprefix(figure.name) not in figure.chosen] or rows
            words = phrase("{name} of {of} is also entered for another")
            wrong |= {each.at: _said(each, words) for each in gone}
    return wrong


# --- whose turn it is --------------------------------------------------------------------------------------


def _with_turn(rules: Rules[S], state: S, move: BeginHere) -> S:
    """The state with the turn that the move names, by a seat or, where railroads have turns, by a railroad.

    :raises RuleError: `invalid`.
    """
    if move.turn is None:
        return state
    railroad = move.turn.get("railroad")
    wanted = Text(str(railroad)) if railroad else say("{who}", who=Who(Seat(int(move.turn["seat"]))))
    figure = find(rules.correct.figures(state), TABLE, _TURN)
    value = next((n for n, words in figure.choices if words == wanted), None) if figure else None
    if value is None and railroad:
        raise invalid("turn.railroad", say("It cannot be the {r}'s turn", r=str(railroad)))
    if value is None:
        raise invalid("turn", say("It cannot be {who}'s turn", who=wanted))
    return _corrected(rules, state, [_Given("turn", TABLE, _TURN, value)], move.format)


def _check_turn(rules: Rules[S], state: S, move: BeginHere) -> None:
    """Check that the game can go on: it is somebody's turn, and that of the player whom the move names.

    :raises RuleError: `invalid`.
    """
    if state.finished:
        raise invalid("figures", say("With these figures the game is over"))
    to_act = rules.show.view(state).to_act
    seat = move.turn.get("seat") if move.turn else None
    if seat is not None and seat not in to_act:
        words = phrase("It is not {who}'s turn, but {other}'s")
        raise invalid("turn.seat", say(words, who=Who(Seat(int(seat))), other=tuple(map(Who, to_act))))


def _told(rules: Rules[S], state: S, move: BeginHere) -> Text:
    to_act = tuple(map(Who, rules.show.view(state).to_act))
    begun = (
        say("A game already under way; it is {who}'s turn", who=to_act)
        if to_act
        else say("A game already under way")
    )
    return joined([begun, say("{words}", words=move.note)]) if move.note else begun
