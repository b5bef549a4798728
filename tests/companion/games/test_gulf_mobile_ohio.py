"""What Gulf, Mobile & Ohio says before and after a move: warnings, reasons of points, and what hands do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.documents.figure_changes import affected
from companion.games.gulf_mobile_ohio.box import COLOURS, Colour, cubes_of
from companion.table.amending import amend
from companion.table.journal import Line
from companion.vocabulary.ledger import BOX
from companion.vocabulary.view import View
from companion.words.text import Text, render
from tests import table_player
from tests.evening_reader import RefusedError
from tests.gulf_tables import HEAD, SC
from tests.in_words import said
from tests.table_player import TablePlayer


def old(player: TablePlayer, **body: Any) -> None:
    """A line of the first format, as the program wrote it then."""
    revision = player.table.revision + 1
    player.table.reread(Line(revision, "", "host", "move", {"seat": 1, **body}, format=1))


def figure(of: str, name: str, value: int) -> dict[str, Any]:
    return {"set": [{"of": of, "name": name, "value": value}]}


def hint(player: TablePlayer, railroad: str) -> tuple[str, str]:
    """What stands beside a railroad that may be chartered, and its warning."""
    choices = player.offer("charter").fields[0].choices
    choice: Any = next(choice for choice in choices if choice.value == railroad)
    return render(choice.hint, player.names), render(choice.beware or Text(""), player.names)


def pays(player: TablePlayer) -> str:
    """What is said of a Common share that may be put up for auction."""
    return render(player.offer("auction_common").help or Text(""), player.names)


def tip(player: TablePlayer) -> str:
    """What stands above the railroads that may be chartered."""
    return render(player.offer("charter").help or Text(""), player.names)


def test_each_point_has_its_reason(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(SC)
    assert "Dave scores 3 VP (charter 1, Charleston 1, Savannah 1)" in said(player)
    assert player.hands() == [
        "Put a green cube on Charleston",
        "Put a green cube on Savannah",
        "Put a green cube on 1 rural hex",
        "Move Dave's Victory Point Marker 0 → 3",
    ]


def test_what_is_bound_to_fail_is_said_before_the_auction(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(SC)
    assert hint(player, "CEN") == ("Savannah", "Will be cancelled: green is already in Savannah")
    assert hint(player, "VC") == ("Richmond · +1 VP", "")
    assert tip(player) == "You bid first. Only $9 or more reaches a second city. The railroad will be green."
    assert player.offer("charter").fields[0].choices[-1].value == "CEN"  # after those that can be chartered
    player.move(2, {"type": "charter", "railroad": "CEN"})
    assert said(player).endswith("beware: green is already in Savannah: it will be cancelled")


def test_a_bid_that_was_too_low_is_told_as_such_and_not_once_more(
    gulf: Callable[[str], TablePlayer],
) -> None:
    """The line before it is the bid."""
    player = gulf(SC + "Dave: charter railroad=VC\nDave: bid amount=8\nPete: pass\nEd: pass\n")
    assert said(player) == "Dave's $8 for the VC is below $9; the Charter is cancelled (a pass for Dave)"


def test_while_an_action_runs_the_passes_are_those_before_it(gulf: Callable[[str], TablePlayer]) -> None:
    """Dave has passed. Pete wins a Charter, which ends no row of passes before it has built."""
    passed = SC + "Dave: pass_turn\n"
    won = passed + "Pete: charter railroad=VC\nPete: auction_result winner=Pete amount=12\n"
    assert [ends(gulf(lines)) for lines in (SC, passed, won)] == [
        (0, "passes"),
        (1, "passes"),
        (1, "before this turn"),
    ]


def test_a_common_share_that_is_sold_ends_the_row_of_passes(gulf: Callable[[str], TablePlayer]) -> None:
    """Dave has passed. Pete puts the Common up: the opener's $0 sells it at least, whatever is built then."""
    auctioned = SC + "Dave: pass_turn\nPete: auction_common railroad=SC\n"
    sold = auctioned + "Pete: auction_result winner=Pete amount=6\n"
    for lines in (auctioned, sold):
        player = gulf(lines)
        assert ends(player) == (0, "passes")
        assert panel(player, "passes")["progress"] == 0


def test_a_common_share_that_may_stay_unsold_may_be_a_pass(tmp_path: Path) -> None:
    """Ruling `common_all_pass`: only a bid makes sure that it is none."""
    head = HEAD.rstrip() + " ruling.common_all_pass=unsold\n" + SC
    auctioned = head + "Dave: pass_turn\nPete: auction_common railroad=SC\n"
    assert ends(table_player.after(auctioned, tmp_path)) == (1, "before this turn")
    assert ends(table_player.after(auctioned + "Pete: bid amount=0\n", tmp_path)) == (0, "passes")


def panel(player: TablePlayer, name: str) -> Any:
    return next(each for each in player.table.view().panels if each["name"] == name)


def test_a_charter_whose_colour_is_open_stands_among_the_railroads(
    gulf: Callable[[str], TablePlayer],
) -> None:
    """Green and yellow are tied: Pete has the VC's Charter, and it would pay $5."""
    tied = SC + "host: correct set=of>box,name>cubes_left.green,value>26\n"
    player = gulf(tied + "Dave: charter railroad=VC\nDave: auction_result winner=Pete amount=9\n")
    sc, vc = panel(player, "railroads")["rows"]
    assert (sc["head"]["railroad"], vc["head"]["railroad"]) == ("SC", "VC")
    president, common, colour, dividend, *counts = vc["cells"]
    assert (president["seat"], dividend["number"]) == (3, 5)
    assert [render(each["text"], player.names) for each in (common, colour)] == ["unsold", "–"]
    assert [each["number"] for each in counts] == [0, 0, 0]
    assert player.table.view().dividends == {1: 0, 2: 5, 3: 5}
    player.move(3, {"type": "choose_colour", "colour": "yellow"})
    assert [row["head"]["railroad"] for row in panel(player, "railroads")["rows"]] == ["SC", "VC"]


@pytest.mark.parametrize(
    ("lines", "least", "armed"),
    [
        ("Dave: charter railroad=VC\n", 0, 9),
        ("Dave: charter railroad=VC\nDave: bid amount=3\n", 4, 9),
        ("Dave: charter railroad=VC\nDave: bid amount=9\n", 10, 10),
        ("host: correct set=of>seat:2,name>cash,value>8\nDave: charter railroad=VC\n", 0, 0),
        ("Dave: auction_common railroad=SC\n", 0, 0),
    ],
)
def test_a_bid_for_a_charter_begins_at_what_its_cubes_cost(
    lines: str, least: int, armed: int, gulf: Callable[[str], TablePlayer]
) -> None:
    """Three cubes of $3 connect two cities. Less may be bid, which comes to nothing; who has less has no choice."""
    amount = gulf(SC + lines).offer("bid").fields[0]
    assert (amount.least, amount.default) == (least, armed)


def ends(player: TablePlayer) -> tuple[int | None, str]:
    """How many passes there are, and what they are called."""
    end = player.table.view().end[1]
    return end.progress, render(end.counts or Text(""), player.names)


def test_one_of_the_tied_colours_may_fail(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(SC + "host: correct set=of>box,name>cubes_left.green,value>26")
    assert hint(player, "CEN") == ("Savannah", "Not green: already in Savannah")
    assert tip(player).endswith("The winner chooses green or yellow.")


def test_the_colour_that_ends_the_game_is_said(gulf: Callable[[str], TablePlayer]) -> None:
    """Of black there are twelve cubes, all of them left; a tie with a colour that is on the board is told, too."""

    def told(green: int, purple: int = 5) -> str:
        left = {"green": green, "yellow": 5, "red": 5, "blue": 5, "purple": purple}
        figures = ";".join(f"of>box,name>cubes_left.{colour},value>{n}" for colour, n in left.items())
        return tip(gulf(f"{SC}host: correct set={figures}"))

    assert told(5).endswith("The railroad will be black, the sixth colour: once it is built, the game ends.")
    assert told(12).endswith("The winner chooses green or black; with black the game ends.")
    assert told(5, purple=6).endswith("The railroad will be black.")  # nor is there a purple cube yet


@pytest.mark.parametrize(
    ("cash", "words"),
    [
        (
            (40, 8, 40),
            "You bid first; at least $9 is needed, and you have $8. If nobody bids $9, it counts as your pass. "
            "The railroad will be green.",
        ),
        ((8, 8, 8), "Nobody has $9: it will be cancelled. The railroad will be green."),
    ],
)
def test_a_purse_that_cannot_reach_nine(
    gulf: Callable[[str], TablePlayer], cash: tuple[int, int, int], words: str
) -> None:
    figures = ";".join(f"of>seat:{seat},name>cash,value>{had}" for seat, had in enumerate(cash, 1))
    player = gulf(SC + f"host: correct set={figures}")
    assert (hint(player, "VC"), tip(player)) == (
        ("Richmond · +1 VP", ""),
        words,
    )  # told once, not of each railroad


def test_a_common_share_turns_the_charter_and_moves_the_marker(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(SC)
    only = "Only the SC's (President: Dave)."
    assert pays(player) == f"{only} You bid first; any bid may win. The sale after this one pays dividends."
    player.move(2, {"type": "auction_common", "railroad": "SC"})
    assert player.hands() == [
        "Put the SC's Common share in the Current Auction box",
        "Dave turns the SC's Charter to its $3 side",
    ]
    player.move(2, {"type": "auction_result", "winner": 3, "amount": 2})
    assert said(player) == (
        "Pete wins the Common share of the SC for $2; no cube is placed; unspent $2 goes to the bank; "
        "the Common Share Sale Marker moves to 1"
    )
    assert player.hands() == [
        "Pete takes the Common share of the SC",
        "Move the Common Share Sale Marker to 1",
    ]
    assert pays(player) == "You bid first; any bid may win. This sale pays dividends."


def test_cubes_are_strictly_limited(gulf: Callable[[str], TablePlayer]) -> None:
    ledger = gulf(SC).table.state.ledger
    assert {colour: ledger.totals()[cubes_of(colour)] for colour in COLOURS} == {
        "green": 32,
        "yellow": 26,
        "red": 20,
        "blue": 16,
        "black": 12,
        "purple": 6,
    }


GA = "Ed: make_available railroad=GA"


@pytest.mark.parametrize(
    ("move", "remark"),
    [
        (f"{GA} start_cities=Macon", "; beware: no cube is in Macon yet"),
        (f"{GA} start_cities=Savannah,Macon", ""),
        (GA, ""),
        (f"{GA} bonus=1", "; beware: the rulebook gives a + only to VC, GM&O, M&C"),
        (f"{GA} bonus=0", ""),
        ("Ed: make_available railroad=WP", "; beware: no cube is in Montgomery, Atlanta yet"),
    ],
)
def test_what_is_strange_about_shares_off_the_stack(
    gulf: Callable[[str], TablePlayer], move: str, remark: str
) -> None:
    railroad = move.split("=")[1].split()[0]
    assert said(gulf(SC + move)) == f"Ed takes shares from the stack; the {railroad} is available{remark}"


def test_shares_that_come_with_an_expansion_are_remarked_upon(gulf: Callable[[str], TablePlayer]) -> None:
    strange = gulf(SC.strip() + " new_railroads=id>GA,name>Georgia,start_cities>Macon,bonus>1")
    plus = "the rulebook gives a + only to VC, GM&O, M&C"
    assert f"the GA is available; beware: no cube is in Macon yet; {plus}; unspent $3" in said(strange)
    usual = gulf(SC.strip() + " new_railroads=id>GA,name>Georgia,start_cities>Savannah,bonus>0")
    assert "the GA is available; unspent $3" in said(usual)


def test_a_plus_told_as_a_fact_is_remarked_upon(gulf: Callable[[str], TablePlayer]) -> None:
    assert said(gulf(SC + "Ed: learn facts/railroads/VC/bonus=0")).endswith(
        "beware: the rulebook gives a + to VC, GM&O, M&C"
    )
    assert said(gulf(SC + "Ed: learn facts/railroads/SC/bonus=1")).endswith(
        "beware: the rulebook gives a + only to VC, GM&O, M&C"
    )


UNSURE = SC + "Ed: make_available railroad=GA start_cities=Savannah\n"


def test_a_start_city_that_is_taken_is_asked_about(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(UNSURE)
    words = "Green needs another start city: already in Savannah"
    assert hint(player, "GA") == ("Savannah", words)
    player.move(2, {"type": "charter", "railroad": "GA"})
    player.move(2, {"type": "auction_result", "winner": 2, "amount": 9})
    build, cancel = player.table.offers()[:2]
    assert render(build.help or Text(""), player.names).startswith(
        "Green is already in Savannah: do its shares list another start city? "
    )
    assert not cancel.aside


# --- what the old program wrote stays what it was -----------------------------------------------------------


def test_an_old_line_cancels_a_charter_by_itself(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(UNSURE + "Dave: charter railroad=GA")
    old(player, type="auction_result", winner=2, amount=9)
    assert player.table.view().step == "action"
    assert player.state.passes == 1


def test_an_old_correction_has_no_consequences(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(SC)
    player.move(0, {"type": "correct", **figure("box", "cubes_left.green", 10)})
    for body in (
        {"type": "charter", "railroad": "N&P"},
        {"type": "auction_result", "winner": 2, "amount": 9},
        {"type": "expand", "rural": 1, "cities": ["Norfolk", "Raleigh"]},
    ):
        player.move(2, {**body, "seat": 2})
    old(player, type="correct", **figure("railroad:N&P", "city.Savannah", 1))
    networks = player.state.networks
    assert (networks["N&P"].connected, networks["SC"].connected) == ((), ())
    old(player, type="correct", **figure("railroad:SC", "president", 0))
    assert "SC" in player.state.networks
    # a new one can be chartered all the same, and what stood there goes back: green 10 + 4
    player.move(3, {"type": "charter", "railroad": "SC"})
    assert "SC" not in player.state.networks
    assert player.state.ledger.of(BOX, cubes_of(Colour("green"))) == 14


def test_an_old_correction_leaves_the_first_action(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf("")
    old(player, type="correct", **figure("table", "marker", 1))
    assert not player.state.begun
    player.move(0, {"type": "correct", **figure("seat:1", "cash", 30)})
    assert player.state.begun, "a new one sees that it is over"


def test_an_old_railroad_in_two_spellings_stands(gulf: Callable[[str], TablePlayer]) -> None:
    player = gulf(SC)
    old(player, type="make_available", railroad="MC")
    player.move(0, {"type": "correct", **figure("seat:1", "cash", 30)})
    assert "MC" in player.state.available
    attempt = amend(
        player.table, 5, {"type": "correct", "seat": 1, **figure("seat:1", "cash", 31)}, before=True
    )
    amended: Any = player.table.state_at(attempt.node)
    assert "MC" in amended.available, "also when something is put in before it"


def test_the_bars_of_cubes_are_in_their_colours(gulf: Callable[[str], TablePlayer]) -> None:
    """Six kinds of cubes, each with a bar of its colour; before any Charter the railroads are in one panel."""
    panels = gulf("").document()["panels"]
    (cubes,) = [panel for panel in panels if panel["name"] == "cubes"]
    assert len({bar["head"]["colour"] for bar in cubes["bars"]}) == len(cubes["bars"]) == 6
    assert [panel["name"] for panel in panels].count("railroads") == 1


def test_cubes_that_railroads_share_are_told_once(gulf: Callable[[str], TablePlayer]) -> None:
    """Two have green cubes and a third takes them: the colour has one less, which the third tells."""
    table = gulf("").table
    ids = ("SC", "VC", "GM&O")
    first, *_ = table.view().railroads

    def view(*rows: tuple[str | None, int | None, int | None]) -> View:
        names = ("cube_colour", "cubes_left", "dividend_now")
        return replace(
            table.view(), railroads=tuple({**first, **dict(zip(names, row, strict=True))} for row in rows)
        )

    before = view(("green", 20, 3), ("green", 20, 5), (None, None, None))
    chosen = view(("green", 19, 3), ("green", 19, 5), ("green", 19, 5))
    told = affected(before, chosen, ids, table.rules.show.meanings)
    assert [(one["of"], one["name"], one["from"], one["to"]) for one in told] == [
        ("railroad:GM&O", "dividend_now", None, 5),
        ("railroad:GM&O", "cube_colour", None, "green"),
        ("railroad:GM&O", "cubes_left", 20, 19),
    ]
    built = view(("green", 18, 3), ("green", 18, 4), (None, None, None))
    told = affected(before, built, ids, table.rules.show.meanings)
    assert [(one["of"], one["name"]) for one in told] == [
        ("railroad:VC", "dividend_now"),
        ("railroad:VC", "cubes_left"),
    ]


@pytest.mark.parametrize(("ruling", "begins"), [("refused", 0), ("allowed", None)])
def test_a_presidential_expansion_begins_without_rural_hexes(
    tmp_path: Path, ruling: str, begins: int | None
) -> None:
    """Cities come first. Where nothing at all may be built whoever means that says so. Its words stand on a button,
    too, where there is no form."""
    head = f"{HEAD.rstrip()} ruling.empty_presidential_expansion={ruling}\n"
    player = table_player.after(head + SC, tmp_path)
    offer = player.offer("presidential_expansion")
    assert [field.default for field in offer.fields if field.name == "rural"] == [begins]
    assert offer.help
    assert render(offer.help, player.names) == "At most 9 cubes, $3 each, from your $28."
    nothing = {"type": "presidential_expansion", "railroad": "SC", "rural": 0}
    with pytest.raises(RefusedError, match="at least 1") if ruling == "refused" else nullcontext():
        player.move(2, nothing)
