"""What a table is created with, checked and resolved: players, options, rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.atlas.known import Atlas, merge
from companion.atlas.reading import read_facts
from companion.atlas.room import check_board
from companion.service import boxes
from companion.store import Store
from companion.table import attempting
from companion.table.journal import Line
from companion.table.position import so_far
from companion.table.table import Table
from companion.vocabulary.box import Option, Setup
from companion.vocabulary.common_moves import BeginHere
from companion.vocabulary.minutes import Position
from companion.vocabulary.rules import Rules
from companion.words.errors import RuleError, invalid
from companion.words.text import Text, letters, say, unseen
from companion.words.values import HIGHEST, MOST_DICE, MOST_FACES, NAME_LENGTH

CODE_POINTS_A_LETTER = 11
"""Code points for each letter that are accepted: an emoji of a couple, each with a skin tone, is one letter of ten."""
PAPER_MONEY = "paper_money"
TEACH = "teach"
ACT_FOR, ANYONE = "act_for", "anyone"
TRY_OUT = "try_out"
STARTED = Option("started", "The host has tapped Start", "flag", False)
"""A mark that is set while a table goes on: no form asks for it, and another game begins without it."""
DRAWN = "seat_or_roll"
"""The kind of an option that may be left to chance."""
COMMON_OPTIONS = (
    Option(
        "undo",
        "Who may undo",
        "choice",
        "own",
        help="The host may always undo any move.",
        choices=(("own", "Own moves only"), ("anyone", "Anyone, any move")),
    ),
    Option(
        ACT_FOR,
        "Who may act for whom",
        "choice",
        "own",
        help="One phone for the whole table? Let anyone act for anyone.",
        choices=(("own", "Each for themselves"), (ANYONE, "Anyone for anyone")),
    ),
    Option(
        TRY_OUT,
        "Who may try things out",
        "choice",
        "host",
        help="In a copy of the table, marked as practice; the real game is not touched. After the end everybody may.",
        choices=(("host", "Host only"), (ANYONE, "All players")),
    ),
    Option(
        TEACH,
        "Remember board data for the next game",
        "flag",
        True,
        help="Board data you enter is kept for other tables on this server. "
        "Only trying things out? Then switch it off.",
    ),
    Option(
        PAPER_MONEY,
        "You also play with the game's paper money",
        "flag",
        False,
        help="After each move the app says which notes to hand over.",
    ),
)
"""The options every game has; they may be changed while the game goes on, except where a game has an option of its
own by that name, on which its rules depend."""


def common_options(rules: Rules[Position]) -> tuple[Option, ...]:
    """Those that this game leaves to every table."""
    own = {option.name for option in rules.box.options}
    return tuple(option for option in COMMON_OPTIONS if option.name not in own)


def known_options(rules: Rules[Position], of_a_table: Mapping[str, object]) -> dict[str, object]:
    """Of a table's options those that a new one may be created with: no marks, and nothing that was drawn by lot."""
    named = (option.name for option in (*rules.box.options, *common_options(rules)) if option.kind != DRAWN)
    return {name: of_a_table[name] for name in named if of_a_table.get(name) is not None}


def checked_names(rules: Rules[Position], players: Sequence[object]) -> tuple[str, ...]:
    """The players' names in seating order, without spaces around them.

    :raises RuleError: `invalid` for too few, too many, a name that is empty, too long or there twice.
    """
    check_number(rules, len(players))
    names = tuple(checked_name(name) for name in players)
    if len({name.casefold() for name in names}) < len(names):
        raise invalid("players", say("Two players have the same name"))
    return names


def check_number(rules: Rules[Position], players: int) -> None:
    """:raises RuleError: `invalid` for too few players, or too many."""
    if not rules.box.least_players <= players <= rules.box.most_players:
        words = say(
            "{game} takes {least} to {most} players",
            game=rules.box.name,
            least=rules.box.least_players,
            most=rules.box.most_players,
        )
        raise invalid("players", words)


def checked_name(name: object) -> str:
    """One player's name.

    :raises RuleError: `invalid`.
    """
    tidy = " ".join(name.split()) if isinstance(name, str) else ""
    if unseen(tidy):
        raise invalid("players", say("A name contains an invisible character; type it again"))
    if not 1 <= letters(tidy) <= NAME_LENGTH or len(tidy) > NAME_LENGTH * CODE_POINTS_A_LETTER:
        raise invalid("players", say("A name has 1 to {most} letters", most=NAME_LENGTH))
    return tidy


def known_at_first(rules: Rules[Position], before: Atlas, facts: Mapping[str, object] | None) -> Atlas:
    """What is known of the board with what the table is created with.

    :raises RuleError: `invalid`.
    """
    if not facts:
        return before
    atlas, _ = merge(before, read_facts(rules.box.facts, before, facts))
    check_board(rules.box.facts, before, atlas)
    return atlas


def first_lines(begin: Line, position: Mapping[str, object] | None) -> tuple[Line, ...]:
    """The lines that a table begins with, with their digests. position: the members of that move, if the game
    has already begun.

    :raises RuleError: `invalid` with every figure that cannot be, as a member of `position`.
    """
    table = Table(begin)
    begin = replace(begin, digest=table.line_digest(begin, table.state))
    return (begin,) if position is None else (begin, _begun_here(Table(begin), position))


def _begun_here(table: Table, position: Mapping[str, object]) -> Line:
    raw = {**position, "type": BeginHere.TYPE.name}
    try:
        # A draw must be given: without one it would be a dry run, which opens nothing that is sealed.
        attempted = attempting.attempt(table, raw, seat=None, by_host=True, draw=_nothing)
    except RuleError as error:
        errors = {f"position.{at}": words for at, words in error.errors.items()}
        raise RuleError("invalid", error.text, errors=errors or {"position": (error.text,)}) from error
    line = Line(2, table.journal.lines[0].at, "host", "move", attempted.body)
    return replace(line, digest=table.line_digest(line, attempted.state))


def _nothing(purpose: str, k: int, faces: tuple[int, ...]) -> tuple[int, ...]:
    raise AssertionError(f"{purpose}: a position rolls no dice")


def position_so_far(
    rules: Rules[Position],
    atlas: Atlas,
    seats: int,
    said: BeginHere,
    options: Mapping[str, object],
    rulings: Mapping[str, object],
    store: Store,
) -> tuple[Position, dict[str, Text]]:
    """A table of so many, as far as the host has said how it is, and what speaks against beginning there. store: where
    boxes are kept that may be chosen by name.

    :raises RuleError: `invalid`.
    """
    check_number(rules, seats)
    names = drawn(rules)
    chosen = resolved_options(rules, {**dict.fromkeys(names, 1), **options}, seats, store)
    for name in names:
        chosen[name] = 1 if chosen[name] == "roll" else chosen[name]
    laid_out = rules.play.setup(Setup(seats, chosen, resolved_rulings(rules, rulings), atlas))
    return so_far(rules, laid_out, said)


def drawn(rules: Rules[Position]) -> tuple[str, ...]:
    """The options that may be left to chance, first of them who goes first."""
    return tuple(option.name for option in rules.box.options if option.kind == DRAWN)


def resolved_options(
    rules: Rules[Position],
    given: Mapping[str, object],
    seats: int,
    store: Store | None = None,
) -> dict[str, object]:
    """Every option with its value or its default; a first player to be drawn is still `roll`. store: where boxes
    are kept that may be chosen by name, beside those of the games.

    :raises RuleError: `invalid` for an unknown option or a value it cannot have.
    """
    options_by_name = {option.name: option for option in (*rules.box.options, *common_options(rules))}
    for name in given:
        if name not in options_by_name:
            raise invalid(
                f"options.{str(name)[:NAME_LENGTH]}",
                say("This game has no option {name}", name=str(name)[:NAME_LENGTH]),
            )
    chosen = {
        name: checked_option(option, given[name], seats) if given.get(name) is not None else option.default
        for name, option in options_by_name.items()
    }
    found = {
        option.name: boxed(chosen[option.name], store) for option in rules.box.options if option.kind == "box"
    }
    return dict(rules.play.resolved({**chosen, **found}, seats))


def boxed(chosen: object, store: Store | None = None) -> object:
    """A box, or the one that goes by that name.

    :raises RuleError: `invalid` where none does.
    """
    if not isinstance(chosen, str):
        return chosen
    try:
        return boxes.find(store, chosen)
    except RuleError as error:
        raise invalid("options.box", error.text) from error


def checked_option(option: Option, value: object, seats: int) -> object:
    """A value an option may have.

    :raises RuleError: `invalid`.
    """
    match option.kind:
        case "seat_or_roll":
            fits = value == "roll" or _is_whole(value, 1, seats)
        case "flag":
            fits = isinstance(value, bool)
        case "choice":
            fits = value in [choice for choice, _ in option.choices]
        case "counts":
            fits = (
                isinstance(value, Mapping)
                and set(value) == set(dict(option.counts))
                and all(_is_whole(item, 0, 99) for item in value.values())
            )
        case "money":
            fits = _is_whole(value, 0, HIGHEST)
        case "dice":
            fits = (
                isinstance(value, list | tuple)
                and 1 <= len(value) <= MOST_DICE
                and all(_is_whole(item, 2, MOST_FACES) for item in value)
            )
        case "box":
            fits = isinstance(value, str | Mapping)
    if not fits:
        raise invalid(
            f"options.{option.name}",
            say("{label} cannot be {value}", label=say(option.label), value=repr(value)[:60]),
        )
    return dict(value) if isinstance(value, Mapping) else value


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def resolved_rulings(rules: Rules[Position], given: Mapping[str, object]) -> dict[str, str]:
    """Every ruling with the choice made or its default. A choice is named by its value or by its words.

    :raises RuleError: `invalid`.
    """
    rulings_by_name = {ruling.name: ruling for ruling in rules.box.rulings}
    chosen = {name: ruling.default for name, ruling in rulings_by_name.items()}
    for name, value in given.items():
        at = f"rulings.{str(name)[:NAME_LENGTH]}"
        if name not in rulings_by_name:
            raise invalid(at, say("This game has no ruling {name}", name=str(name)[:NAME_LENGTH]))
        fitting = [choice for choice, words in rulings_by_name[name].choices if value in (choice, words)]
        if not fitting:
            values = tuple(choice for choice, _ in rulings_by_name[name].choices)
            raise RuleError(
                "invalid",
                say("The ruling {name} can be {values}", name=name, values=values),
                errors={at: (say("not a valid choice"),)},
            )
        chosen[name] = fitting[0]
    return chosen
