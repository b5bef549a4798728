"""Beginning in the middle: what is refused, and in which words; what nobody else may see; and that it is one entry."""

from __future__ import annotations

from typing import Any

import pytest

from companion.documents.entries import entries
from companion.games import GAMES
from companion.table.journal import Line
from companion.table.table import Table
from companion.vocabulary.figures import TABLE
from tests.evening_reader import RefusedError
from tests.table_player import TablePlayer

PRAIRIE, SOUTHERN, HIDDEN = "prairie-railroads", "southern-pacific", {"cash_visibility": "hidden"}

FIVE = [rules for rules in GAMES if rules.box.slug != "bank"]
"""The games that have turns."""


def table(slug: str = PRAIRIE, rulings: dict[str, str] | None = None) -> TablePlayer:
    player = TablePlayer()
    players = ["Ed", "Dave", "Pete"]
    box = next(rules.box for rules in GAMES if rules.box.slug == slug)
    options = {option.name: 1 for option in box.options if option.kind == "seat_or_roll"}
    player.begin({"game": slug, "players": players, "options": options, "rulings": rulings or {}})
    return player


def row(of: str, name: str, value: int) -> dict[str, Any]:
    return {"of": of, "name": name, "value": value}


def begin(player: TablePlayer, *figures: dict[str, Any], **more: Any) -> None:
    player.move(0, {"type": "position", "figures": list(figures), **more})


def refused(player: TablePlayer, *figures: dict[str, Any], **more: Any) -> str:
    before = player.table.revision
    with pytest.raises(RefusedError) as error:
        begin(player, *figures, **more)
    assert player.table.revision == before
    assert error.value.code == "invalid"
    return str(error.value)


@pytest.mark.parametrize("rules", [r for r in FIVE if r.box.slug != SOUTHERN], ids=lambda r: r.box.slug)
def test_what_is_not_said_is_as_it_was_laid_out(rules: Any) -> None:
    player = table(rules.box.slug)
    before = player.state.ledger.holdings
    begin(player, turn={"seat": 2})
    assert player.state.ledger.holdings == before
    assert player.table.view().to_act == (2,)
    assert player.table.offers()[0].seat == 2


def test_money_that_does_not_add_up_is_said() -> None:
    bank = table().state.ledger.of("bank")
    given = (row("seat:1", "cash", 100), row("seat:2", "cash", 50))
    more = sum(each["value"] - table().state.cash(seat) for seat, each in enumerate(given, 1))
    said = refused(table(), *given, row("bank", "balance", bank))
    assert f"the bank, Balance: {bank} does not add up; the other figures make it {bank - more}" in said
    player = table()
    begin(player, row("bank", "balance", bank - more), *given)
    assert player.state.ledger.of("bank") == bank - more


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ([row("seat:9", "cash", 1)], "The app does not track cash of seat 9"),
        ([row("seat:1", "horses", 1)], "The app does not track horses of seat 1"),
        ([row("seat:1", "cash", 1), row("seat:1", "cash", 2)], "listed twice"),
        ([row("table", "dividends_played", 8)], "Pay Dividends cards: from 0 to 7"),
        ([row("table", "turn", 7)], "7 is not possible"),
        ([row("seat:1", "cash", -4)], "seat 1, Cash: it can't be negative"),
        ([row("seat:1", "shares.KP", -1)], "seat 1, Shares of the KP: it can't be negative"),
        ([row("seat:1", "shares.KP", 7)], "seat 1, Shares of the KP:"),
        ([row("seat:1", "shares.KP", 3), row("seat:2", "shares.KP", 3)], "seat 2, Shares of the KP:"),
        (
            [row("railroad:KP", f"segment.{link}", 1) for link in ("Oxbow Ford-Salina", "Oxbow Fort-Troy")],
            "the KP, Segment: Oxbow Fort is not known. Did you mean Oxbow Ford?",
        ),
        ([row("railroad:KP", "shares_unsold", 2)], "Shares unsold: 2 does not add up"),
        ([row("railroad:KP", f"segment.{a}", 1) for a in ("A-B",)] * 2, "listed twice"),
        ([row(f"railroad:{r}", "segment.A-B", 1) for r in ("KP", "MP")], "is also entered for another"),
    ],
)
def test_a_position_that_cannot_be_is_refused(figures: list[dict[str, Any]], words: str) -> None:
    player = table()
    assert words in refused(player, *figures).replace("Ed", "seat 1").replace("Dave", "seat 2")


def test_nobody_owes_money_that_the_others_do_not_see() -> None:
    """Hidden money is not compared with what there is, so it has a check of its own."""
    player = table("union-pacific", {"cash_visibility": "hidden"})
    assert "Ed, Cash: it can't be negative" in refused(player, row("seat:1", "cash", -4))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("colour.yelow", "the SC, Colour: yelow is not known. Did you mean yellow?"),
        ("colour.mud", "the SC, Colour: mud is not known"),
    ],
)
def test_a_name_that_a_family_has_not_is_told_with_the_one_that_may_be_meant(name: str, words: str) -> None:
    assert refused(table("gulf-mobile-ohio"), row("railroad:SC", name, 1)).endswith(words)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    said = refused(table(), row("seat:1", "horses", 1), row("railroad:KP", "cows", 2))
    assert "horses" in said
    assert "cows" in said


def test_where_railroads_have_turns_one_is_said() -> None:
    player = table(SOUTHERN)
    order = [r.id for r in player.table.rules.box.railroads]
    without = refused(player, row("seat:1", f"shares.{order[0]}", 1))
    rest = f"{', '.join(order[1:-1])} and {order[-1]}"
    assert without.endswith(f"Each railroad needs a President: enter shares of the {rest}")
    given = [row(f"seat:{n % 3 + 1}", f"shares.{r}", 1) for n, r in enumerate(order)]
    assert "It cannot be the XX's turn" in refused(player, *given, turn={"seat": 1, "railroad": "XX"})
    assert "It is not Pete's turn, but Dave's" in refused(
        player, *given, turn={"seat": 3, "railroad": order[1]}
    )
    begin(player, *given, turn={"seat": 2, "railroad": order[1]})
    assert player.state.phase.railroad == order[1]
    assert player.state.presidents == {r: n % 3 + 1 for n, r in enumerate(order)}


def test_only_the_second_entry_is_a_position() -> None:
    player = table()
    begin(player, turn={"seat": 2})
    with pytest.raises(RefusedError, match="not-now"):
        begin(player, turn={"seat": 3})
    player.move(0, {"type": "note", "text": "late"})
    for body in ({"revision": 3}, {"revision": 2, "before": True}, {"revision": 3, "before": True}):
        with pytest.raises(RefusedError, match="not-now"):
            player.rewind(0, "amend", {**body, "move": {"type": "position", "turn": {"seat": 3}}})
    player.rewind(0, "amend", {"revision": 2, "move": {"type": "position", "turn": {"seat": 3}}})
    assert player.state.active == 3


def test_it_is_undone_done_again_and_replayed_to_the_byte() -> None:
    player = table()
    laid_out = player.table.digest(player.state)
    begin(player, row("seat:1", "cash", 77), row("railroad:KP", "income", 9), note="the second evening")
    there = player.table.digest(player.state)
    player.rewind(0, "undo", {})
    assert player.table.digest(player.state) == laid_out
    player.rewind(0, "redo", {})
    assert player.table.digest(player.state) == there
    replayed = Table(player.table.journal.lines[0])
    for line in player.table.journal.lines[1:]:
        replayed.reread(line)
        assert replayed.line_digest(line, replayed.state) == line.digest


def test_whose_turn_it_is_can_be_corrected_in_every_game() -> None:
    for rules in FIVE:
        state = rules.correct.in_turn(table(rules.box.slug).state)
        turn = [each for each in rules.correct.figures(state) if (each.of, each.name) == (TABLE, "turn")]
        assert len(turn) == 1, rules.box.slug
        assert len(turn[0].choices) > 1


def test_hidden_money_stays_hidden() -> None:
    player = table("union-pacific", HIDDEN)
    begin(player, row("seat:1", "cash", 6113), row("seat:2", "cash", 6117))
    assert (player.state.cash(1), player.state.cash(2)) == (6113, 6117)
    shown = repr((player.document(), entries(player.table, player.table.journal.lines)))
    assert "6113" not in shown
    assert "6117" not in shown
    with pytest.raises(RefusedError, match="hidden money"):
        player.rewind(
            0, "amend", {"revision": 2, "move": {"type": "position", "figures": [row("seat:1", "cash", 1)]}}
        )


def test_a_line_says_what_was_given_and_no_more() -> None:
    player = table()
    begin(player, row("seat:1", "cash", 77))
    line: Line = player.table.journal.lines[1]
    assert line.body == {"type": "position", "seat": 1, "figures": [row("seat:1", "cash", 77)]}
    assert player.table.outcome(2).postings == ()
    assert player.hands() == []
