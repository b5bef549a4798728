"""What Prairie Railroads asks and says where another player builds: words that evenings do not check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.vocabulary.offers import OfferField
from companion.words.text import render
from tests.in_words import said
from tests.openings import PLAYERS, PRAIRIE_AUCTIONS
from tests.table_player import TablePlayer, after

EVENING = f"""
game prairie-railroads {PLAYERS} first_bidder=1 facts/growth/13/primary=Larned
{PRAIRIE_AUCTIONS}host: correct set={{figures}}
Pete: play_card card=CT source=hand
Pete: roll_growth dice=1,3
"""
POOR = "of>railroad:{},name>treasury,value>0"
"""Pete controls the KP and the MP, Ed CRIP and MKT, Dave ATSF and SLSF; one share of each is sold."""


def building(tmp_path: Path, underfinanced: str, *figures: str) -> TablePlayer:
    """Pete has played a Construct Track card of his hand; these railroads lack the money for it."""
    corrected = ";".join((*(POOR.format(railroad) for railroad in underfinanced.split()), *figures))
    return after(EVENING.format(figures=corrected), tmp_path)


def railroads(player: TablePlayer, seat: int, type_: str = "build_track") -> OfferField:
    return next(field for field in player.offer(type_, seat).fields if field.name == "railroad")


def decider(player: TablePlayer, seat: int) -> OfferField:
    return next(field for field in player.offer("build_track", seat).fields if field.name == "decided_by")


@pytest.mark.parametrize("type_", ["build_track", "western_build"])
def test_another_controller_is_asked_whether_they_were_chosen(tmp_path: Path, type_: str) -> None:
    """Pete may choose the CRIP, which Ed controls, or the ATSF, which Dave does."""
    player = building(tmp_path, "KP MP MKT SLSF")
    eds = railroads(player, 1, type_)
    assert eds.asked
    assert render(eds.label, player.names) == "Railroad Pete chose"
    assert [choice.value for choice in eds.choices if not choice.disabled] == ["CRIP"]
    assert not railroads(player, 3, type_).asked


def test_the_active_player_reads_at_each_railroad_who_would_build(tmp_path: Path) -> None:
    """Of the CRIP Ed and Dave have a share each; the KP is Pete's own, and lacks the money."""
    player = building(tmp_path, "KP MP MKT SLSF", "of>seat:2,name>shares.CRIP,value>1")
    hints = {
        seat: {
            choice.value: render(choice.hint, player.names)
            for choice in railroads(player, seat).choices
            if choice.hint
        }
        for seat in (1, 3)
    }
    assert hints[3]["CRIP"] == "treasury $20 · Ed and Dave control it"
    assert hints[3]["ATSF"] == "treasury $20 · Dave builds"
    assert hints[3]["KP"] == "treasury $0"
    assert hints[1]["CRIP"] == "treasury $20"


def test_what_is_confirmed_says_that_they_were_chosen(tmp_path: Path) -> None:
    player = building(tmp_path, "KP MP MKT SLSF")
    segments = [{"from": "Marysville", "to": "Cuba"}]
    player.move(1, {"type": "build_track", "railroad": "CRIP", "segments": segments})
    shown = render(player.table.outcome(player.table.revision).summary, player.names)
    assert shown.startswith("Pete lets Ed build with the CRIP; CRIP builds Marysville-Cuba for $5")


def test_of_two_controllers_each_is_asked(tmp_path: Path) -> None:
    """The CRIP alone has the money; Ed and Dave have a share each, and Pete says which of them decides."""
    player = building(tmp_path, "KP MP MKT SLSF ATSF", "of>seat:2,name>shares.CRIP,value>1")
    assert railroads(player, 1).asked
    assert railroads(player, 2).asked
    assert decider(player, 3).required
    assert not decider(player, 3).unasked
    assert decider(player, 1).unasked  # Ed enters what he has decided himself
    assert decider(player, 1).default is None  # a form sends defaults whatever its railroad is


def test_where_there_is_nothing_to_choose_nobody_is_asked(tmp_path: Path) -> None:
    """The CRIP alone has the money, and Ed alone controls it."""
    player = building(tmp_path, "KP MP MKT SLSF ATSF")
    assert not railroads(player, 1).asked
    segments = [{"from": "Marysville", "to": "Cuba"}]
    player.move(1, {"type": "build_track", "railroad": "CRIP", "segments": segments})
    shown = render(player.table.outcome(player.table.revision).summary, player.names)
    assert shown.startswith("CRIP builds Marysville-Cuba for $5")


def test_cities_of_the_growth_chart_are_offered_to_build_to(tmp_path: Path) -> None:
    """Last, for nobody has read out what they earn: whoever types a part of a name finds it, and adds no second one."""
    evening = EVENING.replace("=Larned", "=Larned facts/growth/21/secondary=Kiowa")
    player = after(evening.format(figures=POOR.format("KP")), tmp_path)
    fields = player.offer("build_track", 3).fields
    ends = [
        end
        for field in fields
        for end in field.fields
        if end.name == "to" and (field.when or {})["railroad"] == "MP"
    ]
    cities = [choice.value for choice in ends[0].choices]
    assert "Kiowa" in cities
    assert len(cities) == len(set(cities))


def test_a_row_that_is_read_out_is_one_sentence_with_what_grows(tmp_path: Path) -> None:
    player = after(EVENING.format(figures=POOR.format("KP")).replace("dice=1,3", "dice=3,4"), tmp_path)
    player.move(3, {"type": "learn", "facts": {"growth": {"34": {"primary": "Colby"}}}})
    assert said(player) == "Row 34: Colby grows"


def columns(player: TablePlayer) -> tuple[list[str], list[str]]:
    """The heads of the railroads' panel, and what stands in the row of the CRIP."""
    panel = next(panel for panel in player.document()["panels"] if panel["name"] == "railroads")

    def words(cell: Mapping[str, Any]) -> str:
        return str(cell["number"]) if "number" in cell else render(cell["text"], player.names)

    return [words(column) for column in panel["columns"]], [words(cell) for cell in panel["rows"][0]["cells"]]


@pytest.mark.parametrize(("ruling", "least"), [("no_bid", 1), ("bid", 0)])
def test_in_the_first_auctions_the_table_says_the_least_bid_that_they_take(
    tmp_path: Path, ruling: str, least: int
) -> None:
    """They have no minimum; whether $0 is a bid is a ruling."""
    player = after(
        f"game prairie-railroads {PLAYERS} first_bidder=1 ruling.initial_zero_bid={ruling}\n", tmp_path
    )
    heads, figures = columns(player)
    assert figures[heads.index("Min. bid")] == str(least) == str(player.document()["auction"]["minimum"])
    assert player.document()["railroads"][0]["min_bid"] == 0
    player.move(1, {"type": "bid", "amount": 6})
    heads, figures = columns(player)
    assert figures[heads.index("Min. bid")] == "7"


def test_at_the_end_railroads_show_what_a_share_was_paid(tmp_path: Path) -> None:
    """CRIP: value $5 and income $2, one share sold: $7. Its treasury has gone to the bank."""
    begun = EVENING[: EVENING.index("host: correct")]
    ended = "host: correct set=of>table,name>dividends_played,value>7\nPete: play_card card=PD source=hand\n"
    over = after(begun + ended, tmp_path)
    heads, figures = columns(over)
    assert heads == ["Payoff", "Income", "Value", "Unsold", "Control"]
    assert figures == ["7", "2", "5", "4", "Ed"]
    money = next(panel for panel in over.document()["panels"] if panel["name"] == "players")["columns"][0]
    assert render(money["text"], over.names) == "Total"  # shares have been paid for


@pytest.mark.parametrize(("played", "words"), [(6, ""), (7, "The next Pay Dividends card ends the game.")])
def test_the_last_dividend_is_announced_where_cards_are_played(
    tmp_path: Path, played: int, words: str
) -> None:
    begun = EVENING[: EVENING.index("host: correct")]
    told = after(begun + f"host: correct set=of>table,name>dividends_played,value>{played}\n", tmp_path)
    assert str(told.offer("play_card").help or "") == words


@pytest.mark.parametrize(
    ("source", "help_"),
    [("hand", "One segment $5, or two connected $15."), ("deck", "Drawn card: one segment, $5.")],
)
def test_what_may_be_built_is_said_by_where_the_card_came_from(
    tmp_path: Path, source: str, help_: str
) -> None:
    player = after(
        EVENING.format(figures=POOR.format("SLSF")).replace("source=hand", f"source={source}"), tmp_path
    )
    tip = player.offer("build_track", 3).help
    assert tip
    assert render(tip, player.names) == help_


CHOSEN = f"""
game prairie-railroads {PLAYERS} first_bidder=1 facts/growth/13/primary=Larned facts/growth/13/secondary=Hays
{PRAIRIE_AUCTIONS}host: correct set=of>table,name>grown.Larned,value>1;of>table,name>grown.Hays,value>1
Pete: play_card card=CT source=hand
Pete: roll_growth dice=1,3
Pete: choose_growth city=Pratt
"""


def test_what_grows_by_choice_is_said_first_and_then_who_has_chosen(tmp_path: Path) -> None:
    player = after(CHOSEN, tmp_path)
    shown = render(player.table.outcome(player.table.revision).summary, player.names)
    assert shown == "Pratt grows, chosen by Pete"


@pytest.mark.parametrize("known", [["Pratt"], []])
def test_a_city_that_may_grow_is_never_taken_for_granted_while_others_may(
    known: list[str], tmp_path: Path
) -> None:
    """Most of the chart is not known, and of what is one city may still grow, or none: the player names one."""
    grown = "" if known else ";of>table,name>grown.Pratt,value>1"
    hays = "grown.Hays,value>1"
    rolled = CHOSEN.replace(hays, hays + grown).replace("Pete: choose_growth city=Pratt\n", "")
    player = after(rolled, tmp_path)
    offer = player.offer("choose_growth", 3)
    city = offer.fields[0]
    assert (city.default, city.open) == (None, True)
    may = [choice.value for choice in city.choices if not choice.disabled]
    assert may[: len(known)] == known
    assert {"Troy", "Topeka"} <= set(may), "what is on the board may stand in a row that nobody has read out"
    assert not {"Larned", "Hays"} & set(may)
    assert offer.help
    assert ("Name one" in render(offer.help, player.names)) is not bool(known)


def test_a_secondary_city_that_was_left_out_is_asked_for_when_its_row_comes_again(tmp_path: Path) -> None:
    """Once it is told it stands first in the choice, and is taken unless the player says otherwise."""
    left_out = CHOSEN.replace("facts/growth/13/secondary=Hays", "facts/growth/13/secondary=null")
    player = after(left_out.replace("Pete: choose_growth city=Pratt\n", ""), tmp_path)
    told = render(player.table.outcome(player.table.revision).summary, player.names)
    assert told.endswith("Row 13: its primary city has grown, Pete chooses")
    assert (
        render(player.document()["turn"]["prompt"], player.names) == "Pete: row 13: Larned has grown already"
    )
    choice, asked = player.offer("choose_growth", 3), player.offer("learn", 3)
    assert choice.help
    assert asked.help
    assert render(choice.help, player.names) == "If row 13 has no secondary city, or it has grown too."
    assert [need["path"] for need in asked.fields[0].needs] == [["growth", "13", "secondary"]]
    player.move(3, {"type": "learn", "facts": {"growth": {"13": {"secondary": "Colby"}}}})
    assert render(player.document()["turn"]["prompt"], player.names) == "Pete: confirm that Colby grows"
    choice = player.offer("choose_growth", 3)
    assert (choice.fields[0].default, choice.fields[0].choices[0].value) == ("Colby", "Colby")
    assert choice.help
    assert render(choice.help, player.names) == "It is the secondary city of the row."
    assert render(choice.label, player.names) == "Row 13: Colby grows"
    assert "learn" not in [offer.type for offer in player.table.offers() if offer.seat == 3]
    player.move(3, {"type": "choose_growth", "city": "Colby"})
    latest = player.table.revision
    both = [render(player.table.outcome(at).summary, player.names) for at in (latest - 1, latest)]
    assert both == ["Row 13's secondary city: Colby", "Row 13: Colby grows"]


@pytest.mark.parametrize(
    ("poor", "told"), [("KP MP", True), ("KP", False), ("CRIP ATSF KP MKT SLSF MP", False)]
)
def test_who_controls_no_railroad_with_money_is_told_before_a_card_is_played(
    tmp_path: Path, poor: str, told: bool
) -> None:
    figures = ";".join(POOR.format(railroad) for railroad in poor.split())
    player = after(EVENING[: EVENING.index("Pete: play_card")].format(figures=figures), tmp_path)
    help_ = player.offer("play_card", 3).help
    words = "You control no railroad that has $5: whoever controls the one you choose builds its track."
    assert (render(help_, player.names) if help_ else "") == (words if told else "")


@pytest.mark.parametrize("source", ["hand", "deck"])
def test_of_a_drawn_card_nobody_is_asked_whose_share_is_offered(tmp_path: Path, source: str) -> None:
    evening = EVENING.format(figures="of>railroad:KP,name>treasury,value>9")
    evening = evening.partition("Pete: play_card")[0] + f"Pete: play_card card=OS source={source}\n"
    offer = after(evening, tmp_path).offer("offer_share", 3)
    whose, which = offer.fields[:2]
    choices = [choice.value for choice in whose.choices]
    assert whose.default == "treasury"
    assert (whose.required, choices, str(offer.help)) == {
        "hand": (True, ["treasury", "self"], "None"),
        "deck": (True, ["treasury"], "Drawn card: unsold shares only."),
    }[source]
    assert which.choices[0].hint
    assert render(which.choices[0].hint, {}) == "4 unsold, from $1"


def test_an_income_that_was_entered_without_segments_stands_on_the_income_track(tmp_path: Path) -> None:
    """Of a game that was already on, not all segments need be known."""
    lines = "game prairie-railroads   players Ed Dave Pete   first_bidder=2\n"
    lines += "host: position turn=Ed bank balance=2210 seats.Ed shares.KP=1 railroads.KP income=9 shares_unsold=4\n"
    panels = after(lines, tmp_path).document()["panels"]
    income = next(panel for panel in panels if panel["name"] == "income")
    assert [(one["railroad"], one["at"]) for one in income["markers"]] == [("KP", 9)]
    # and pays as it was entered: nobody has corrected what was never known
    formulas = [
        line["formula"] for seat in after(lines, tmp_path).settlement()["seats"] for line in seat["lines"]
    ]
    assert [render(formula, {}) for formula in formulas] == ["($0 + $9) ÷ 1 = $9 per share"]
