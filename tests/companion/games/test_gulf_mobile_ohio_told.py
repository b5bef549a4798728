"""What Gulf, Mobile & Ohio tells of a share that is auctioned, of points and of cities; which pieces hands move."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from companion.documents.figure_changes import affected
from companion.documents.table_document import field_document
from companion.games import gulf_mobile_ohio
from companion.games.gulf_mobile_ohio import box
from companion.table.amending import old_entry
from companion.words.text import Text, briefly, leading, render
from tests.evening_reader import HOST
from tests.gulf_tables import SC
from tests.in_words import said
from tests.table_player import TablePlayer


def moved(player: TablePlayer) -> list[tuple[str, object, object]]:
    """Each instruction of the last entry with whose phone it is for, and the pieces it moves."""
    table = player.table
    facts = [(one.kind, one.facts) for one in table.outcome(table.revision).instructions]
    return [(kind, its.get("seat"), its.get("pieces")) for kind, its in facts]


def test_hands_know_which_share_and_which_cube_they_move(gulf: Callable[[str], TablePlayer]) -> None:
    """Whoever passed last has nothing to do with the President's cube; what a cancelled Charter takes back is no
    work any more. What is undone takes nothing back: the line before it holds again."""
    player = gulf("\nEd: charter railroad=SC\n")
    assert moved(player) == [("place_share", None, ["charter:SC"])]
    player.move(1, {"type": "bid", "amount": 12})
    player.move(2, {"type": "pass"})
    player.move(3, {"type": "pass"})
    taken, cube = ["charter:SC"], ["cube:green:SC:charter"]
    assert moved(player) == [("take_share", 1, taken), ("place_cube", 1, cube)]
    player.rewind(3, "undo", {})
    assert moved(player) == [("take_back", 1, None), ("take_back", 1, None)]
    player.rewind(3, "redo", {})
    player.move(1, {"type": "cancel_charter"})
    assert moved(player) == [("return_cube", 1, cube), ("return_share", 1, taken)]


def test_what_one_entry_does_and_takes_back_is_nothing_for_hands(gulf: Callable[[str], TablePlayer]) -> None:
    """The CEN can only be green, and green stands in its only start city: won and cancelled at once. Its share lies in
    the auction box, and goes back from there."""
    player = gulf(SC + "Dave: charter railroad=CEN\nDave: auction_result winner=Dave amount=9\n")
    did = player.table.outcome(player.table.revision)
    assert [each.kind for each in did.instructions if not each.facts.get("told")] == ["return_share"]
    why = "the CEN's Charter is cancelled: green is already in Savannah"
    large = f"{why}; this counts as Dave's pass; Dave gets $9 back"
    assert render(briefly(leading(did.summary)), player.names) == large


def test_too_few_cubes_are_why_a_charter_is_cancelled(gulf: Callable[[str], TablePlayer]) -> None:
    """Of all colours but green hardly any is left, and of green three: one lies on the Charter, and two cities want a
    rural hex between them."""
    gone = {"green": 29, "yellow": 24, "red": 18, "blue": 14, "black": 10}
    taken = ";".join(f"from>box,to>board,amount>{n},what>cube:{colour}" for colour, n in gone.items())
    lines = f"\nhost: correct postings={taken};from>box,to>seat:3,amount>4,what>cube:purple\n"
    player = gulf(lines + "Ed: charter railroad=SC\nEd: auction_result winner=Ed amount=12\n")
    told = render(briefly(leading(player.table.outcome(player.table.revision).summary)), player.names)
    assert told.startswith(
        "the SC's Charter is cancelled: 2 green cubes are left; this counts as Ed's pass; "
    )


def test_a_cube_of_another_colour_is_another_piece(gulf: Callable[[str], TablePlayer]) -> None:
    """Whoever puts the VC's new cube on its Charter has not taken the old one off it."""
    cancelled = SC + "Dave: charter railroad=VC\nDave: auction_result winner=Dave amount=9\n"
    player = gulf(cancelled + "Dave: cancel_charter\n")
    assert moved(player)[0] == ("return_cube", 2, ["cube:green:VC:charter"])
    between = "Pete: charter railroad=N&P\nPete: auction_result winner=Pete amount=9\n"
    between += "Pete: expand rural=1 cities=Norfolk,Raleigh\n"
    again = "Ed: charter railroad=VC\nEd: auction_result winner=Pete amount=9\n"
    player = gulf(cancelled + "Dave: cancel_charter\n" + between + again)
    assert moved(player)[-1] == ("place_cube", 3, ["cube:yellow:VC:charter"])


def test_cubes_on_rural_hexes_go_back_with_the_others(gulf: Callable[[str], TablePlayer]) -> None:
    """Each is a piece of its own, however many expansions put it there: who takes all back need put none of them."""
    player = gulf(SC)
    assert ("place_cube", None, ["cube:green:SC:rural1"]) in moved(player)
    player = gulf(SC + "Dave: presidential_expansion railroad=SC rural=2\n")
    rural = ["cube:green:SC:rural2", "cube:green:SC:rural3"]
    assert moved(player) == [("place_cube", None, rural)]
    fixed = [{"of": "railroad:SC", "name": "president", "value": 0}]
    player.move(HOST, {"type": "correct", "set": fixed})
    back = next(pieces for kind, _, pieces in moved(player) if kind == "return_cubes")
    places = ("charter", "Charleston", "Savannah", "rural1", "rural2", "rural3")
    assert back == [f"cube:green:SC:{place}" for place in places]


def test_rural_hexes_more_or_fewer_are_no_work_for_later_ones(gulf: Callable[[str], TablePlayer]) -> None:
    """Where an old entry is amended, the cubes that lie there already stay, whatever number they have now."""
    player = gulf(SC + "Dave: presidential_expansion railroad=SC rural=2\n")
    built = {"type": "expand", "seat": 2, "rural": 2, "cities": ["Charleston", "Savannah"]}
    player.rewind(HOST, "amend", {"revision": 4, "move": built})
    words = [
        render(one.text, player.names) for one in player.table.outcome(player.table.revision).instructions
    ]
    assert words == [
        "Take back: Put a green cube on 1 rural hex",
        "Put a green cube on each of 2 rural hexes",
    ]


def test_a_bidder_for_a_common_share_is_told_what_it_pays(gulf: Callable[[str], TablePlayer]) -> None:
    """With the sale the Charter pays no more either; a Charter that is auctioned has nothing of the kind."""

    def brief() -> list[str]:
        panel: Any = next(panel for panel in player.table.view().panels if panel["name"] == "railroads")
        cells = [cell for row in panel["rows"] for cell in row["cells"] if "brief" in cell]
        return [render(cell["brief"], player.names) for cell in cells]

    player = gulf(SC)
    assert brief() == []
    player = gulf(SC + "Dave: auction_common railroad=SC\n")
    assert brief() == ["Common · $3 per share once sold"]
    once = "Dave: auction_common railroad=SC\nDave: auction_result winner=Ed amount=0\n"
    more = "Pete: charter railroad=VC\nPete: auction_result winner=Pete amount=9\n"
    more += "Pete: expand rural=1 cities=Richmond,Norfolk\nEd: auction_common railroad=VC\n"
    player = gulf(SC + once + more)
    assert brief() == ["Common · dividends now, $3 per share"]
    player = gulf(SC + "Dave: charter railroad=VC\n")
    assert brief() == []


def test_the_point_for_a_plus_is_told_before_anybody_bids(gulf: Callable[[str], TablePlayer]) -> None:
    """Among the Charters, and on the card of its auction; of a railroad without a + there is no word of it. A bid too
    low brings no point: what is said of it does not promise one."""

    def told(r: str) -> tuple[str, str, str]:
        view = gulf(SC + f"Dave: charter railroad={r}\n").table.view()
        assert view.auction is not None
        panel: Any = next(panel for panel in view.panels if panel["name"] == "charters")
        home = next(cell["text"] for cell in panel["items"] if cell["railroad"] == r)
        auction: Any = view.auction
        low, spent, home = (
            render(words, {}) for words in (auction["needs"]["words"], auction["spent"], home)
        )
        return low, spent, home

    track = "$3 a cube, green"
    cancelled = f"Cancelled below $9 · {track}"
    assert told("VC") == (cancelled, f"Charter · +1 VP · {track}", "home Richmond · +1 VP")
    assert told("N&P") == (cancelled, f"Charter · {track}", "home Norfolk")


def test_once_enough_is_bid_there_is_no_word_of_too_little(gulf: Callable[[str], TablePlayer]) -> None:
    """A bid of $8 that stands would still come to nothing."""

    def terms(bid: int) -> tuple[object, str]:
        player = gulf(SC + f"Dave: charter railroad=N&P\nDave: bid amount={bid}\n")
        auction: Any = player.table.view().auction
        return auction.get("needs", {}).get("amount"), render(auction["spent"], {})

    assert terms(8) == (9, "Charter · $3 a cube, green")
    assert terms(9) == (None, "Charter · $3 a cube, green")


def test_what_a_charter_may_come_to_is_told_until_it_is_sold(gulf: Callable[[str], TablePlayer]) -> None:
    """On its choice and on the card of its auction, at any price: whether it will be cancelled for certain, as one
    whose start cities the rulebook lists, or might start elsewhere."""

    def told(r: str, more: str = "") -> tuple[str, ...]:
        player = gulf(SC + more)
        choices = player.offer("charter").fields[0].choices
        beware = next(choice.beware for choice in choices if choice.value == r)
        player.move(2, {"type": "charter", "railroad": r})
        auction: Any = player.table.view().auction
        return tuple(
            render(words or Text(""), {}) for words in (beware, auction["needs"]["words"], auction["spent"])
        )

    track = "The price pays for its track"
    fails = "Will be cancelled: no cube is in Montgomery, Atlanta yet"
    assert told("WP", "Dave: make_available railroad=WP\n") == (fails, fails, fails)
    doubt = "Needs another start city: no cube is in Macon yet"
    ga = told("GA", "Dave: make_available railroad=GA start_cities=Macon\n")
    none = "no cube is in Macon yet"
    assert ga == (doubt, f"Cancelled below $9 · {none}", f"Charter · {none} · {track}")
    buys = "$3 a cube, green"
    assert told("N&P") == ("", f"Cancelled below $9 · {buys}", f"Charter · {buys}")
    broke = "".join(f"host: set seats.{name} cash=8\n" for name in ("Ed", "Dave", "Pete"))
    nobody = "Nobody has $9: it will be cancelled"
    assert told("N&P", broke) == ("", nobody, nobody)  # the tip above all choices says so, too


def test_news_tell_what_is_built_and_then_the_points(gulf: Callable[[str], TablePlayer]) -> None:
    """The price is that of the whole, not of the rural hex alone; what a railroad that is new finds comes last."""
    player = gulf(SC)
    assert said(player).startswith("SC builds to Charleston, Savannah and 1 rural hex, for $9; Dave scores 3")
    told = leading(player.table.outcome(player.table.revision).summary)
    first, then, left = render(briefly(told), player.names).split("; ")
    assert first == "SC builds to Charleston, Savannah and 1 rural hex"
    assert (then, left) == ("Dave scores 3 VP for $9 (charter 1, Charleston 1, Savannah 1)", "$3 unspent")
    player = gulf(SC + "Dave: presidential_expansion railroad=SC rural=1\n")
    assert said(player) == "SC builds to 1 rural hex, for $3"


def help_of(language: str) -> Any:
    return tomllib.loads(files(gulf_mobile_ohio).joinpath(f"help/{language}.toml").read_text())


def test_nobody_is_asked_for_a_plus_that_the_rulebook_knows(gulf: Callable[[str], TablePlayer]) -> None:
    """Who plays by a program may still tell it; whoever amends such an entry finds it there, and does not lose it."""
    player = gulf(SC)
    fields = [field.name for field in player.offer("make_available").fields if not field.unasked]
    assert fields == ["railroad", "name", "start_cities"]
    (topic,) = (topic for topic in help_of("en")["topics"] if topic["title"] == "New railroads")
    assert (
        "Enter what is printed on the share: letters, name and start cities. It has no +1." in topic["limits"]
    )
    player = gulf("Ed: charter railroad=SC\nEd: auction_result winner=Dave amount=12\n")
    (rows,) = (field for field in player.offer("expand").fields if field.name == "new_railroads")
    shown = field_document(rows, lambda field: field.name, lambda choices: None)
    assert shown["fields"] == ["id", "name", "start_cities"]
    player = gulf(SC + "Dave: make_available railroad=GA bonus=0\n")
    then = {
        offer.type: offer.fields for revision in (4, 5) for offer in old_entry(player.table, revision).offers
    }
    (rows,) = (field for field in then["expand"] if field.name == "new_railroads")
    told = (
        field.name for field in (*rows.fields, *then["make_available"]) if not field.unasked and field.aside
    )
    assert list(told) == ["bonus", "bonus"]


def test_a_row_of_passes_that_a_sale_ends_is_no_figure_to_correct(
    gulf: Callable[[str], TablePlayer],
) -> None:
    """The table counts them until the sale is over."""
    lines = SC + "Dave: pass_turn\nPete: pass_turn\nEd: auction_common railroad=SC\n"

    def passes(lines: str) -> tuple[int, str | None]:
        panel: Any = next(panel for panel in gulf(lines).table.view().panels if panel["name"] == "passes")
        return panel["progress"], panel.get("figure")

    assert passes(SC + "Dave: pass_turn\n") == (1, "passes")
    assert passes(lines) == (0, None)


def test_the_president_of_each_common_share_is_named(gulf: Callable[[str], TablePlayer]) -> None:
    """Also to whoever presides: beside the others a share without a name would look like nobody's."""
    for others in ("", "Dave: pass_turn\n"):
        player = gulf(SC + others)
        (choice,) = player.offer("auction_common").fields[0].choices
        assert render(choice.hint or Text(""), player.names).startswith("President: Dave · ")


def test_points_of_one_city_are_told_once(gulf: Callable[[str], TablePlayer]) -> None:
    """The news name it with what it scores; of more the reasons follow, which the log has in any case."""
    cities = "Dave: auction_common railroad=SC\nDave: auction_result winner=Dave amount=9\nDave: expand rural=0 cities="

    def news(names: str) -> str:
        player = gulf(SC + cities + names + "\n")
        summary = player.table.outcome(player.table.revision).summary
        assert "Macon 1" in render(summary, player.names)
        return render(briefly(leading(summary)), player.names)

    assert "(" not in news("Macon")
    assert "(Macon 1, Augusta 1)" in news("Macon,Augusta")


def test_what_a_city_brings_has_one_line(gulf: Callable[[str], TablePlayer]) -> None:
    """Beside its points the colours that the railroad meets there, and no more words."""
    large = SC.replace("=12", "=21").replace("rural=1", "rural=5")  # 24 green are left, so the VC is yellow
    player = gulf(large + "Dave: charter railroad=VC\nDave: auction_result winner=Pete amount=12\n")
    cities = next(field for field in player.offer("expand").fields if field.name == "cities")
    hints = {choice.value: render(choice.hint or Text(""), {}) for choice in cities.choices}
    # whoever chooses both cities of the SC meets green once
    assert (hints["Charleston"], hints["Macon"]) == ("+1 VP, +1 for green (once)", "+1 VP")


def test_what_a_city_brings_holds_beside_the_others(gulf: Callable[[str], TablePlayer]) -> None:
    """A colour scores once: in the home, which is chosen already, or in one of several cities."""

    def hints(lines: str) -> dict[str, str]:
        cities = next(field for field in gulf(lines).offer("expand").fields if field.name == "cities")
        return {str(choice.value): render(choice.hint or Text(""), {}) for choice in cities.choices}

    large = SC.replace("=12", "=21").replace("rural=1", "rural=5")  # 24 green are left, so the next is yellow
    there = large.replace("Savannah", "Montgomery")
    found = hints(there + "Dave: charter railroad=WP\nDave: auction_result winner=Dave amount=12\n")
    assert (found["Montgomery"], found["Charleston"]) == ("home · +1 VP, +1 for green (once)", "+1 VP")
    # yellow is in Savannah too, which is closed to another green railroad
    both = "Dave: charter railroad=N&P\nDave: auction_result winner=Dave amount=9\n"
    both += "Dave: expand rural=1 cities=Norfolk,Savannah\n"
    both += "Pete: charter railroad=GM&O\nPete: auction_result winner=Pete amount=9\n"
    assert hints(large + both)["Norfolk"] == "+1 VP, +1 for yellow (once)"


def test_who_opens_reads_what_comes_of_it_if_nobody_bids(gulf: Callable[[str], TablePlayer]) -> None:
    """A Common share is sold all the same, by the usual ruling; a Charter is not, which stands beside its price."""
    player = gulf(SC + "Dave: auction_common railroad=SC\n")
    offer = player.offer("bid")
    told = [render(words or Text(""), player.names) for words in (offer.help, offer.own_help)]
    assert told == ["Pass: Dave gets it free if all do", "Pass: you get it free if all do"]
    player.move(2, {"type": "pass"})
    assert player.offer("bid").help is None
    player.move(3, {"type": "pass"})
    player.move(1, {"type": "pass"})
    assert player.document()["railroads"][0]["common_holders"] == (2,)
    assert gulf("Ed: charter railroad=SC\n").offer("bid").help is None


def test_a_pass_stands_apart(gulf: Callable[[str], TablePlayer]) -> None:
    """A row of passes ends the game."""
    assert gulf(SC).offer("pass_turn").apart


def test_a_charter_is_turned_over_when_its_common_is_put_up(gulf: Callable[[str], TablePlayer]) -> None:
    """Auction a Common Share: from then on the table shows $3; what programs read of it changes with the sale."""

    def pays(lines: str) -> tuple[object, object, object]:
        player = gulf(SC + lines)
        railroad = player.document()["railroads"][0]
        panel: Any = next(panel for panel in player.table.view().panels if panel["name"] == "railroads")
        shown = next(cell for cell in panel["rows"][0]["cells"] if cell.get("unit") == "$")
        return shown["number"], railroad["dividend_now"], player.document()["seats"][1]["next_dividend"]

    up, sold = "Dave: auction_common railroad=SC\n", "Dave: auction_result winner=Ed amount=9\n"
    assert pays("") == (5, 5, 5)
    assert pays(up) == (3, 5, 3)
    assert pays(up + sold) == (3, 3, 3)


def test_what_the_payments_of_a_sold_charter_tell_is_marked(gulf: Callable[[str], TablePlayer]) -> None:
    """Programs have every figure; a page leaves out the money on the share, the side of the Charter, and what it pays
    at first, which is seen on that side."""
    lines = SC + "Dave: charter railroad=VC\n"
    tables = [gulf(lines).table, gulf(lines + "Dave: auction_result winner=Pete amount=9\n").table]
    ids = [railroad.id for railroad in box.RAILROADS]
    views = [table.view() for table in tables]
    changes = affected(views[0], views[1], ids, tables[0].rules.show.meanings)
    marks = {str(one["name"]): one.get("repeated", False) for one in changes if one["of"] == "railroad:VC"}
    assert {name for name, repeated in marks.items() if repeated} == {"treasury", "dividend_now"}
    assert "president" in marks
    put_up = gulf(SC + "Dave: auction_common railroad=SC\n").table.view()
    side = affected(gulf(SC).table.view(), put_up, ids, tables[0].rules.show.meanings)
    assert {(one["name"], one.get("repeated")) for one in side} >= {("charter_side", True)}


@pytest.mark.parametrize(("cash", "begins_with"), [(9, 9), (8, 0)])
def test_a_charter_sold_aloud_begins_with_what_is_not_cancelled(
    gulf: Callable[[str], TablePlayer], cash: int, begins_with: int
) -> None:
    """Where the winner has it."""
    player = gulf(f"host: set seats.Dave cash={cash}\nEd: charter railroad=SC\n")
    prices = [field for field in player.offer("auction_result").fields if field.name == "amount"]
    whose: list[tuple[Any, Any]] = [((field.when or {})["winner"], field.default) for field in prices]
    found = {seat: default for winners, default in whose for seat in winners}
    assert found == {1: 9, 2: begins_with, 3: 9}
    assert {field.least for field in prices} == {0}
    player = gulf(SC + "Dave: auction_common railroad=SC\n")
    assert [field.default for field in player.offer("auction_result").fields if field.name == "amount"] == [0]


def test_who_won_a_share_builds_a_city_or_says_that_nothing_is_built(
    gulf: Callable[[str], TablePlayer],
) -> None:
    """What is not built with of the price is lost, which is a move of its own."""
    player = gulf(SC + "Dave: auction_common railroad=SC\nDave: auction_result winner=Ed amount=9\n")
    build, none = (offer for offer in player.table.offers() if offer.type == "expand")
    found = [(field.name, field.default, field.least, field.when) for field in build.fields[:3]]
    assert found == [
        ("rural", 0, 0, None),
        ("cities", None, 1, {"rural": 0}),
        ("cities", None, 0, {"rural": (1, 2, 3)}),
    ]
    assert [field.name for field in none.fields if not field.unasked] == []
    # it stands in sight, and apart: a tap that was meant for Confirm would lose the price
    assert (none.aside, none.apart, render(none.help or Text(""), {})) == (
        False,
        True,
        "$9 goes to the bank.",
    )
    player.move(1, {"type": "expand", "rural": 0})
    assert said(player).startswith("SC places no cube")
