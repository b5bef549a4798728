"""What Southern Pacific says when it refuses, and what it says of a sale: words that evenings do not check."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.games.southern_pacific.moves import BuildLink, BuyLink
from companion.table.journal import Line
from companion.vocabulary.moves import Link
from companion.words.text import Text, briefly, leading, render
from companion.words.values import Money, Railroad, Seat
from tests.evening_reader import RefusedError
from tests.in_words import said
from tests.table_player import TablePlayer, after

HOMES = "facts/homes/SLSF=Acme facts/homes/TP=Marshall facts/homes/MP=Paris facts/homes/GHH=Galveston"
EVENING = """
game southern-pacific players Ed Dave Pete first_bidder=1 {homes}
Ed: auction_result winner=Pete amount=0
Pete: build_link from=Beaumont to=Houston
Pete: auction_result winner=Pete amount=0
Pete: build_link from=Marshall to=Longview
Pete: auction_result winner=Ed amount=0
Ed: build_link from=Paris to=Sherman
Ed: auction_result winner=Dave amount=10
Dave: build_link from=McAlester to="Oklahoma City"
Dave: auction_result winner=Pete amount=0
Pete: build_link from=Acme to=Altus
Pete: auction_result winner=Pete amount=9
Pete: build_link from=Galveston to=Alvin
Pete: end_operation
Pete: end_operation
Ed: end_operation
Dave: build_link from="Oklahoma City" to=Acme
Dave: build_link from=Acme to=Plainview
Dave: end_operation
host: correct set=of>railroad:SLSF,name>treasury,value>9
""".replace("{homes}", HOMES)


@pytest.fixture
def pete_operates(tmp_path: Path) -> TablePlayer:
    """The SLSF (Pete) at Acme; the MKT (Dave) McAlester-Oklahoma City-Acme-Plainview."""
    return after(EVENING, tmp_path)


def buy(from_: str, to: str, **more: Any) -> dict[str, Any]:
    return {"type": "buy_link", "seller": "MKT", "from": from_, "to": to, "price": 4, **more}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            buy("Oklahoma City", "Acme"),
            "rule: Without Oklahoma City-Acme the MKT's Acme-Plainview would not reach its home",
        ),
        (
            buy("McAlester", "Oklahoma City"),
            "rule: McAlester-Oklahoma City does not touch the SLSF's home or track",
        ),
        (buy("McAlester", "Plainview"), "rule: That is not a link of the MKT"),
        (buy("Acme", "Plainview", price=10), "insufficient-funds: The SLSF has $9"),
        (buy("Acme", "Plainview", seller="SP"), "rule: No link of the SP touches the SLSF's home or track"),
        (
            {"type": "build_link", "from": "Dallas", "to": "Waco"},
            "rule: A link of the SLSF must touch its home or its track",
        ),
        (
            {"type": "build_link", "from": "Acme", "to": "Plainview"},
            "rule: Acme-Plainview belongs to the MKT; buy it, or enter a parallel link as Plainview (2)",
        ),
        (
            # without it the MKT's Acme-Plainview would not reach its home, so it cannot be bought
            {"type": "build_link", "from": "Acme", "to": "Oklahoma City"},
            "rule: Acme-Oklahoma City belongs to the MKT; enter a parallel link as Oklahoma City (2)",
        ),
        (
            {"type": "build_link", "from": "Acme", "to": "Plainveiw"},
            "invalid: Plainveiw is not known. Did you mean Plainview?",
        ),
        (
            {"type": "pay_dividend", "per_share": 15},
            # 9, and 2 for Acme and 3 for Altus
            "insufficient-funds: The SLSF will have $14: at most $14 per share",
        ),
    ],
)
def test_a_refusal_says_why(pete_operates: TablePlayer, body: dict[str, Any], words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        pete_operates.move(3, body)
    assert str(refused.value) == words


def test_a_sale_is_told(pete_operates: TablePlayer) -> None:
    pete_operates.move(3, buy("Acme", "Plainview"))
    assert said(pete_operates) == "SLSF offers $4 for the MKT's Acme-Plainview; Dave to decide"
    summary = pete_operates.table.outcome(pete_operates.table.revision).summary
    large = "Dave to decide: SLSF offers MKT $4 for Acme-Plainview"  # who decides has room beside Confirm
    assert render(briefly(summary), pete_operates.names) == large
    pete_operates.move(2, {"type": "accept_sale"})
    assert said(pete_operates) == (
        "Dave agrees; SLSF buys Acme-Plainview from MKT for $4; incomes MKT $11 → $8, SLSF $5 → $8"
    )


def test_the_income_of_who_builds_is_told_before_the_others(pete_operates: TablePlayer) -> None:
    """McAlester: $2 each instead of $3 for the MKT alone."""
    pete_operates.move(3, {"type": "build_link", "from": "Acme", "to": "McAlester"})
    told = "SLSF builds Acme-McAlester for $5; incomes SLSF $5 → $7, MKT $11 → $10"
    assert said(pete_operates) == told


def test_a_dividend_of_nothing_is_none(pete_operates: TablePlayer) -> None:
    """The SLSF has $9, and earns $5 with its link Acme-Altus."""
    pete_operates.move(3, {"type": "pay_dividend", "per_share": 0})
    assert said(pete_operates) == "SLSF collects $5, pays no dividend. Treasury $14"


def test_a_sale_agreed_aloud_is_marked(pete_operates: TablePlayer) -> None:
    pete_operates.move(3, buy("Acme", "Plainview", agreed=True))
    assert "for $4 (agreed out loud)" in said(pete_operates)


def test_only_links_that_may_be_sold_are_offered(pete_operates: TablePlayer) -> None:
    offer = pete_operates.offer("buy_link")
    open_to = {
        (field.when["from"], choice.value)
        for field in offer.fields
        for choice in field.choices
        if field.name == "to" and field.when and field.when["seller"] == "MKT" and not choice.disabled
    }
    assert open_to == {("Acme", "Plainview"), ("Plainview", "Acme")}
    sellers = {choice.value for choice in offer.fields[0].choices if not choice.disabled}
    assert sellers == {"MKT"}


def test_where_a_home_is_unknown_the_table_sees_for_itself(pete_operates: TablePlayer) -> None:
    table, before = pete_operates.table, pete_operates.state
    assert not pete_operates.offer("buy_link").unchecked
    homes = {r: row for r, row in before.atlas.rows("homes").items() if r != "MKT"}
    unknown = replace(before, atlas=Atlas({**before.atlas.sections, "homes": homes}))
    (offer,) = (offer for offer in table.rules.play.offers(unknown) if offer.type == "buy_link")
    assert offer.unchecked == ("the links the seller keeps must still reach its home",)
    proposed = table.rules.play.play(unknown, bought("Oklahoma City", "Acme")).state
    (answer, *_) = table.rules.play.offers(proposed)
    assert answer.unchecked == offer.unchecked
    # a seller who keeps only one link keeps none that could be cut off
    one_link = {**unknown.tracks, "MKT": unknown.tracks["MKT"][:1]}
    (offer,) = (
        offer
        for offer in table.rules.play.offers(replace(unknown, tracks=one_link))
        if offer.type == "buy_link"
    )
    assert not offer.unchecked


def bought(from_: str, to: str) -> BuyLink:
    return BuyLink(seat=Seat(3), seller=Railroad("MKT"), from_=from_, to=to, price=Money(4), agreed=False)


def test_a_tie_at_the_end_is_explained(pete_operates: TablePlayer) -> None:
    # Ed has $33, Pete 33 - 9 = $24, Dave 33 - 10 = $23 until the host corrects
    pete_operates.move(0, {"type": "correct", "set": [{"of": "seat:3", "name": "cash", "value": 33}]})
    pete_operates.move(
        0, {"type": "correct", "set": [{"of": "railroad:SP", "name": "cubes_left", "value": 0}]}
    )
    for seat in (3, 3):
        pete_operates.move(seat, {"type": "end_operation"})
    for seat in (2, 3, 1):
        pete_operates.move(seat, {"type": "bull_pass"})
    settlement = pete_operates.table.rules.show.settlement(pete_operates.table.state)
    assert settlement.tie_break is not None
    assert render(settlement.tie_break, pete_operates.names) == (
        "Pete and Ed have the same cash; Pete is nearest clockwise to the Bull Market card, which Dave has"
    )
    assert not settlement.projected


def test_the_form_begins_where_one_link_may_be_sold(pete_operates: TablePlayer) -> None:
    """Acme-Plainview is all that the MKT may sell: it begins at Acme, where the SLSF is."""
    offer = pete_operates.offer("buy_link")
    assert [field.default for field in offer.fields if field.name == "from"] == ["Acme"]


def test_links_in_a_row_are_named_in_one_breath(pete_operates: TablePlayer) -> None:
    table = pete_operates.table
    panel = next(panel for panel in table.rules.show.view(table.state).panels if panel["name"] == "links")
    words = [render(item["text"], pete_operates.names) for item in panel["items"] if "text" in item]
    assert "McAlester-Oklahoma City-Acme-Plainview" in words


@pytest.mark.parametrize(("income", "why"), [(None, "SLSF income"), (2, "SLSF income: 2 [5 -3 corrected]")])
def test_what_comes_in_shows_what_the_host_has_changed(
    pete_operates: TablePlayer, income: int | None, why: str
) -> None:
    """Acme pays 2 to each of two railroads, Altus 3 to the SLSF alone: 5; the host says 2."""
    if income is not None:
        pete_operates.move(
            0, {"type": "correct", "set": [{"of": "railroad:SLSF", "name": "income", "value": income}]}
        )
    pete_operates.move(3, {"type": "pay_dividend", "per_share": 0})
    outcome = pete_operates.table.outcome(pete_operates.table.revision)
    assert render(outcome.postings[0].why, pete_operates.names) == why


def test_a_parallel_link_is_named_by_itself(pete_operates: TablePlayer) -> None:
    """The form offers a parallel link by its number; the list does not take it for the way there and back."""
    set_ = [{"of": "railroad:MKT", "name": "link.Acme-Plainview (2)", "value": 1}]
    pete_operates.move(0, {"type": "correct", "set": set_})
    table = pete_operates.table
    panel = next(panel for panel in table.rules.show.view(table.state).panels if panel["name"] == "links")
    words = [render(item["text"], pete_operates.names) for item in panel["items"] if "text" in item]
    assert "McAlester-Oklahoma City-Acme-Plainview, Acme-Plainview (2)" in words
    offer = pete_operates.offer("buy_link")
    (ends,) = (each for each in offer.fields if each.when == {"seller": "MKT", "from": "Plainview"})
    assert [choice.value for choice in ends.choices] == ["Acme", "Acme (2)"]
    pete_operates.move(3, buy("Plainview", "Acme (2)", agreed=True))
    assert "SLSF buys Acme-Plainview (2) from MKT for $4" in said(pete_operates)


@pytest.mark.parametrize(("format_", "link"), [(1, Link("Acme", "Altus (2)")), (2, Link("Acme", "Altus", 2))])
def test_before_there_were_parallel_links_a_number_belonged_to_a_name(
    pete_operates: TablePlayer, format_: int, link: Link
) -> None:
    """An evening of the first format may have a city of that name: whoever entered it insisted."""
    pete_operates.move(3, {"type": "learn", "facts": {"cities": {"Altus (2)": {"new": True}}}})
    table = pete_operates.table
    built = BuildLink(seat=Seat(3), from_="Acme", to="Altus (2)", format=format_)
    after: Any = table.rules.play.play(table.state, built).state
    assert after.tracks["SLSF"][-1] == link


@pytest.mark.parametrize(
    ("rulings", "words"),
    [
        ("", "in a Bull Market (the holder last), and at the end (the holder first)"),
        (
            "ruling.bull_tie_later=holder_first ruling.final_tie=holder_last",
            "in a Bull Market (the holder first), and at the end (the holder last)",
        ),
    ],
)
def test_the_card_says_which_ties_it_breaks(tmp_path: Path, rulings: str, words: str) -> None:
    given = EVENING.replace(HOMES, f"{HOMES} {rulings}")
    player = after(f"{given}host: correct set=of>seat:2,name>bull_market_card,value>1\n", tmp_path)
    panel = next(
        panel for panel in player.table.rules.show.view(player.table.state).panels if panel["name"] == "bull"
    )
    assert words in render(panel["text"], player.names)


def test_a_city_with_a_number_in_a_table_of_the_first_format(pete_operates: TablePlayer) -> None:
    """If track has reached what was another city then, it goes on from there, and from nowhere else."""
    table = pete_operates.table
    old = {"type": "build_link", "seat": 3, "from": "Acme", "to": "Altus (2)", "facts": _NEW}
    table.reread(Line(table.revision + 1, "", "host", "move", old, format=1))
    assert Link("Acme", "Altus (2)") in pete_operates.state.tracks["SLSF"]
    rich = {"of": "railroad:SLSF", "name": "treasury", "value": 20}
    pete_operates.move(0, {"type": "correct", "set": [rich]})
    facts = {"cities": {"Lawton": {"new": True}}}
    pete_operates.move(3, {"type": "build_link", "from": "Altus (2)", "to": "Lawton", "facts": facts})
    assert pete_operates.state.tracks["SLSF"][-1] == Link("Altus (2)", "Lawton")


_NEW = {"cities": {"Altus (2)": {"new": True}}}


def test_those_who_have_no_link_near_are_named_together(pete_operates: TablePlayer) -> None:
    """The SLSF at Altus; Tulsa is nobody's."""
    state = pete_operates.state
    away, near = Link("Tulsa", "Muskogee"), state.tracks["MKT"]

    def why(**tracks: tuple[Link, ...]) -> str:
        none = {r: own if r == "SLSF" else () for r, own in state.tracks.items()}
        known = replace(state, tracks={**none, **tracks})
        offers = pete_operates.table.rules.play.offers(known)
        (refusal,) = (offer.disabled for offer in offers if offer.type == "buy_link")
        return render(refusal.text, {}) if refusal else ""

    assert why(MKT=(away,)) == "No link of the MKT touches the SLSF's home or track"
    alike = why(MKT=(away,), SP=(away,), GHH=(away,))
    assert alike == "No other railroad's link touches the SLSF's home or track"
    assert not why(MKT=near, SP=(away,))
    cut = why(MKT=(*near, Link("Plainview", "Lubbock")), SP=(away,), GHH=(away,))
    assert cut == "MKT needs its links to reach home; SP and GHH don't touch the SLSF"
    cut = why(
        MKT=(*near, Link("Plainview", "Lubbock")), GHH=(Link("Acme", "Tulsa"), Link("Tulsa", "Lubbock"))
    )
    assert cut == "MKT and GHH need their links to reach home"


def test_a_city_where_several_links_cannot_be_bought_says_so_once(pete_operates: TablePlayer) -> None:
    """Of two links at Oklahoma City one is needed, the other does not touch the SLSF; McAlester has one alone."""
    (field,) = (
        field
        for field in pete_operates.offer("buy_link").fields
        if field.name == "from" and field.when == {"seller": "MKT"}
    )
    why = {choice.value: str(choice.disabled.text) for choice in field.choices if choice.disabled}
    assert why == {
        "Oklahoma City": "No link of the MKT at Oklahoma City can be sold",
        "McAlester": "McAlester-Oklahoma City does not touch the SLSF's home or track",
    }


@pytest.mark.parametrize("had", ["takes", "keeps"])
def test_whoever_has_the_least_cash_is_named_once(pete_operates: TablePlayer, had: str) -> None:
    """Dave has $23, Pete 24, Ed 33."""
    if had == "keeps":
        card = {"of": "seat:2", "name": "bull_market_card", "value": 1}
        pete_operates.move(0, {"type": "correct", "set": [card]})
    pete_operates.move(3, {"type": "end_operation"})
    pete_operates.move(3, {"type": "end_operation"})
    assert f"Bull Market: Dave has the least cash ($23) and {had} the card" in said(pete_operates)
    assert "Dave has the Bull Market card" not in said(pete_operates)
    summary = pete_operates.table.outcome(pete_operates.table.revision).summary
    large = render(leading(summary), pete_operates.names)
    assert large.endswith(f"Bull Market: Dave {had} the card")


BOTH = [("A railroad out of cubes", False), ("All shares sold", False)]
LAST_ROUND = "host: correct set=of>railroad:SP,name>cubes_left,value>0\n"
ROUND_OVER = "Pete: end_operation\nPete: end_operation\n" + "".join(
    f"{who}: bull_pass\n" for who in ("Dave", "Pete", "Ed")
)


@pytest.mark.parametrize(
    ("more", "ends"),
    [
        ("", BOTH),
        (LAST_ROUND, [("Last round: out of cubes", False), BOTH[1]]),
        (LAST_ROUND + ROUND_OVER, [("A railroad out of cubes", True), BOTH[1]]),
    ],
)
def test_the_game_ends_with_the_round_in_which_cubes_run_out(
    tmp_path: Path, more: str, ends: list[tuple[str, bool]]
) -> None:
    player = after(EVENING + more, tmp_path)
    shown = [(render(end.condition, player.names), end.met) for end in player.table.view().end]
    assert shown == ends


def test_cubes_that_lie_on_the_board_are_not_read_as_cubes_that_are_left(tmp_path: Path) -> None:
    """*A railroad out of cubes* stands beside it."""
    player = after(EVENING + LAST_ROUND.replace("value>0", "value>12"), tmp_path)
    cubes = player.table.view().end[0]
    assert (cubes.progress, cubes.of) == (3, 15)
    assert render(cubes.counts or Text(""), player.names) == "used (SP)"


def hints(player: TablePlayer, seat: int, field: str) -> dict[str, str]:
    asked = next(each for each in player.offer("build_link", seat).fields if each.name == field)
    return {
        str(choice.value): render(choice.hint, player.names) if choice.hint else ""
        for choice in asked.choices
    }


def test_a_city_says_what_a_link_there_would_earn(pete_operates: TablePlayer, tmp_path: Path) -> None:
    """The SLSF is at Acme, where the MKT is too, and at Altus; SP alone at Houston, nobody at Cleveland."""
    there = hints(pete_operates, 3, "to")
    assert there["Houston"] == "+$2 · 1 railroad"
    assert there["Cleveland"] == "+$3"
    assert there["Acme"] == "already reached"
    built = after(EVENING + "Pete: build_link from=Acme to=Houston\nPete: end_operation\n", tmp_path)
    assert hints(built, 3, "to")["Houston"] == "+$1 · 2 railroads"  # for the GHH


def test_where_a_known_link_leads_is_told_by_where_it_begins(tmp_path: Path) -> None:
    """The rulebook names three of Beaumont. What somebody has built, or the railroad reaches, leads nowhere new."""

    def near(player: TablePlayer, seat: int) -> dict[str, tuple[str, ...]]:
        asked = next(each for each in player.offer("build_link", seat).fields if each.name == "to")
        return {str(choice.value): choice.near for choice in asked.choices if choice.near}

    evening = EVENING.split("Pete: build_link from=Beaumont")[0]
    from_home = dict.fromkeys(("Nacogdoches", "Cleveland", "Houston"), ("Beaumont",))
    assert near(after(evening, tmp_path), 3) == from_home
    later = EVENING.split("Pete: end_operation\nPete: end_operation")[0].rsplit(
        "Pete: build_link from=Galveston", 1
    )[0]
    built = after(later.replace("to=Houston", "to=Cleveland"), tmp_path)
    facts = {"links": [{"from": "Galveston", "to": "Houston"}]}
    built.move(3, {"type": "learn", "facts": facts})
    assert near(built, 3) == {"Houston": ("Galveston",)}
    unknown = after(evening.replace(HOMES, ""), tmp_path)
    unknown.move(3, {"type": "build_link", "from": "Beaumont", "to": "Houston"})
    unknown.move(3, {"type": "auction_result", "winner": 3, "amount": 0})
    there = near(unknown, 3)  # wherever the TP begins, but at nobody else's home
    assert there["Plainview"] == ("Acme",)
    assert there["Acme"] == ("Oklahoma City", "Plainview")
