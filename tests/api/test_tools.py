"""Calculators without a table. Figures are the rulebooks' own examples, or sums made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server import Client

PRAIRIE, SOUTHERN, TEXAS = "prairie-railroads", "southern-pacific", "texas-pacific"
UNION = "union-pacific"
GULF = "gulf-mobile-ohio"


def ask(client: Client, slug: str, tool: str, **values: Any) -> Any:
    found = client.post(f"/tools/{slug}/{tool}", values)
    assert found.status == 200, found.body
    return found.json


def test_a_dividend_of_the_rulebook(client: Client) -> None:
    """Pay Dividends: ATSF has an income of 61, and Dave two of its shares."""
    found = ask(client, PRAIRIE, "dividend", income=61, shares=2)
    assert (found["per_share"], found["amount"]) == (13, 26)
    assert found["formula"] == "$61 ÷ 5, rounded up = $13 per share"
    assert [line["formula"] for line in found["lines"]][-1] == "$61 ÷ 5, rounded up = $13 per share × 2 = $26"
    assert ask(client, PRAIRIE, "dividend", income=60)["amount"] == 12


def test_a_minimum_bid_of_the_rulebook(client: Client) -> None:
    """Offer Stock: the KP is worth 55."""
    found = ask(client, PRAIRIE, "minimum-bid", value=55)
    assert (found["minimum_bid"], found["formula"]) == (11, "$55 ÷ 5, rounded up = $11")


def test_a_final_payoff_of_the_rulebook(client: Client) -> None:
    """Final Railroad Stock Payoffs: MP, income 55, value 85, four sold: three are Ed's, one is John's."""
    found = ask(
        client,
        PRAIRIE,
        "settlement",
        railroads=[{"railroad": "MP", "value": 85, "income": 55, "sold": 4}],
        players=[
            {"name": "John", "cash": 70, "shares": {"MP": 1}},
            {"name": "Ed", "cash": 0, "shares": {"MP": 3}},
            {"name": "Pete", "cash": 105},
        ],
    )
    assert found["railroads"] == [{"railroad": "MP", "per_share": 35}]
    assert found["lines"][0]["formula"] == "($85 + $55) ÷ 4 = $35 per share"
    ranked = [
        (player["name"], player["rank"], player["winner"], player["total"]) for player in found["players"]
    ]
    assert ranked == [("John", 1, True, 105), ("Ed", 1, True, 105), ("Pete", 1, True, 105)]
    assert found["players"][1]["lines"][0] == {
        "railroad": "MP",
        "label": "3 shares of 4 sold",
        "formula": "($85 + $55) ÷ 4 = $35 per share × 3 = $105",
        "amount": 105,
    }


@pytest.mark.parametrize(
    ("railroads", "players"),
    [
        ([{"railroad": "MP", "value": 5, "income": 2, "sold": 1}] * 2, []),
        (
            [{"railroad": "MP", "value": 5, "income": 2, "sold": 1}],
            [{"cash": 0, "shares": {"MP": 1}}, {"cash": 0, "shares": {"MP": 1}}],
        ),
        ([{"railroad": "MP", "value": 5, "income": 2, "sold": 1}], [{"cash": 0, "shares": {"KP": 1}}]),
    ],
)
def test_what_cannot_lie_on_a_table(client: Client, railroads: Any, players: Any) -> None:
    body = {"railroads": railroads, "players": players or [{"cash": 0}]}
    assert client.post(f"/tools/{PRAIRIE}/settlement", body).was == (422, "rule")


def test_growth_dice(client: Client) -> None:
    answer = ask(client, PRAIRIE, "growth", dice=[1, 2])
    assert answer == {"dice": [1, 2], "row": "12", "primary": "Pratt", "secondary": "Ransom"}
    faces = {tuple(ask(client, PRAIRIE, "growth")["dice"]) for _ in range(40)}
    assert len(faces) > 5  # forty rolls that show five pairs at most are no dice
    assert {face for pair in faces for face in pair} <= {1, 2, 3, 4, 5, 6}


def test_what_a_treasury_can_pay(client: Client) -> None:
    """Pay Dividends: $11 and an income of $6 make $17; five shares get $3 each at most, and $2 stay."""
    found = ask(client, SOUTHERN, "dividend", treasury=11, income=6, sold=5)
    assert (found["most_per_share"], found["per_share"], found["paid"], found["treasury"]) == (3, 3, 15, 2)
    less = ask(client, SOUTHERN, "dividend", treasury=11, income=6, sold=5, per_share=1)
    assert (less["paid"], less["treasury"]) == (5, 12)
    more = {"treasury": 11, "income": 6, "sold": 5, "per_share": 4}
    assert client.post(f"/tools/{SOUTHERN}/dividend", more).was == (422, "insufficient-funds")


def test_a_tie_by_the_card(client: Client) -> None:
    """Ed, Dave, Pete sit clockwise; Dave holds the card. Ed and Pete tie: Pete is nearer to Dave's left."""
    players = [
        {"name": "Ed", "cash": 40},
        {"name": "Dave", "cash": 12, "card": True},
        {"name": "Pete", "cash": 40},
    ]
    found = ask(client, SOUTHERN, "settlement", players=players)
    assert [(player["name"], player["rank"], player["winner"]) for player in found["players"]] == [
        ("Pete", 1, True),
        ("Ed", 2, False),
        ("Dave", 3, False),
    ]
    assert [(line["label"], line["formula"]) for line in found["lines"]] == [
        ("Pete", "tied; seats clockwise from the Bull Market card: 1"),
        ("Ed", "tied; seats clockwise from the Bull Market card: 2"),
    ]
    two = {"players": [{"cash": 1, "card": True}, {"cash": 1, "card": True}]}
    assert client.post(f"/tools/{SOUTHERN}/settlement", two).was == (422, "rule")


def test_a_tie_asks_for_the_card(client: Client) -> None:
    """Ties are broken with the card, which somebody has at the end of any game; without a tie nobody asks for it."""
    players: list[dict[str, Any]] = [{"name": "Ed", "cash": 40}, {"cash": 12}, {"name": "Pete", "cash": 40}]
    refused = client.post(f"/tools/{SOUTHERN}/settlement", {"players": players})
    assert refused.was == (422, "invalid")
    assert refused.json["detail"] == "Ed and Pete have the same cash: who has the Bull Market card?"
    assert refused.json["errors"] == {f"players.{n}.card": ["missing"] for n in range(3)}
    players[2]["card"] = True
    found = ask(client, SOUTHERN, "settlement", players=players)
    assert [(player["name"], player["winner"]) for player in found["players"]] == [
        ("Pete", True),
        ("Ed", False),
        ("", False),
    ]
    # a tie for the second place decides nothing
    below = ask(client, SOUTHERN, "settlement", players=[{"cash": 12}, {"cash": 40}, {"cash": 12}])
    assert [player["rank"] for player in below["players"]] == [1, 2, 2]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"income": -1},
        {"income": "61"},
        {"income": 61, "shares": 99},
        {"income": 1, "more": 1},
        {"income": 1.5},
    ],
)
def test_nonsense(client: Client, body: Any) -> None:
    assert client.post(f"/tools/{PRAIRIE}/dividend", body).was == (422, "invalid")


@pytest.mark.parametrize(
    ("value", "shares", "each"),
    [
        (24, (5, 3, 0), (24, 12, 0)),
        (24, (5, 5, 2), (18, 18, 0)),
        (7, (3, 1, 1), (7, 1, 1)),
        (2, (1, 0, 0), (3, 0, 0)),
    ],
)
def test_a_companys_dividend(client: Client, value: int, shares: Any, each: Any) -> None:
    """The cases of the rule text: value to the first, half to the second, ties share, a sole investor gets both."""
    found = ask(client, UNION, "dividend", value=value, players=[{"shares": n} for n in shares])
    assert tuple(player["amount"] for player in found["players"]) == each


def test_the_union_pacifics_dividend(client: Client) -> None:
    """Three tied second: (6 + 4 + 2) / 3 each, and nothing for places that nobody stands at."""
    names = ("Ed", "Dave", "Pete", "Ann")
    players = [{"name": name, "shares": n} for name, n in zip(names, (3, 1, 1, 1), strict=True)]
    places = [{"pays": pays} for pays in (8, 6, 4, 2, 1)]
    found = ask(client, UNION, "up-dividend", places=places, players=players)
    assert [(player["name"], player["amount"]) for player in found["players"]] == [
        ("Ed", 8),
        ("Dave", 4),
        ("Pete", 4),
        ("Ann", 4),
    ]
    assert [line["formula"] for line in found["lines"]][:2] == [
        "1st with 3 shares",
        "tied for 2nd with 1 share each: ($6M\u00a0+\u00a0$4M\u00a0+\u00a0$2M)\u00a0÷\u00a03",
    ]
    alone = ask(client, UNION, "up-dividend", places=places, players=[{"shares": 2}, {"shares": 0}])
    assert [player["amount"] for player in alone["players"]] == [8, 0]


def test_most_cash_wins(client: Client) -> None:
    found = ask(client, UNION, "settlement", players=[{"cash": 40}, {"cash": 55}, {"cash": 55}])
    assert [(player["seat"], player["rank"]) for player in found["players"]] == [(2, 1), (3, 1), (1, 3)]


def test_tools_nobody_has(client: Client) -> None:
    assert client.post("/tools/monopoly/dividend", {}).status == 404
    assert client.post(f"/tools/{SOUTHERN}/growth", {}).status == 404
    assert client.call("GET", f"/tools/{PRAIRIE}/growth").status == 405


def test_a_game_names_its_tools(client: Client) -> None:
    tools = {tool["name"]: tool for tool in client.get(f"/games/{PRAIRIE}").json["tools"]}
    assert list(tools) == ["growth", "dividend", "minimum-bid", "settlement"]
    assert tools["dividend"]["rule"] == "Pay Dividends"
    assert [field["name"] for field in tools["dividend"]["fields"]] == ["income", "shares"]


def test_dividends_and_bids_of_the_texas_rulebook(client: Client) -> None:
    """General Dividends: KATY 16, three sold. Go West: 12, five sold. Stock Decision: 14, two owned."""
    found = ask(client, TEXAS, "dividend", income=16, sold=3, certificates=2)
    assert (found["per_certificate"], found["amount"]) == (6, 12)
    assert found["formula"] == "$16 ÷ 3, rounded up = $6 per certificate"
    assert ask(client, TEXAS, "dividend", income=12, sold=5)["amount"] == 3
    found = ask(client, TEXAS, "minimum-bid", income=14, sold=2)
    assert (found["minimum_bid"], found["formula"]) == (5, "$14 ÷ (2 + 1) certificates, rounded up = $5")


def test_ties_of_texas_and_pacific(client: Client) -> None:
    """Fewest certificates, then most ranches, then shared."""
    players = [
        {"name": "Ed", "cash": 40, "certificates": 3, "ranches": 5},
        {"name": "Dave", "cash": 40, "certificates": 2, "ranches": 1},
        {"name": "Pete", "cash": 40, "certificates": 2, "ranches": 1},
        {"name": "Ann", "cash": 40, "certificates": 2, "ranches": 0},
        {"name": "Bob", "cash": 39},
    ]
    found = ask(client, TEXAS, "settlement", players=players)
    assert found["lines"][0]["formula"] == "tied; certificates: 3, ranches: 5"
    ranked = [(player["name"], player["rank"], player["winner"]) for player in found["players"]]
    assert ranked == [
        ("Dave", 1, True),
        ("Pete", 1, True),
        ("Ann", 3, False),
        ("Ed", 4, False),
        ("Bob", 5, False),
    ]


def test_a_tie_of_texas_and_pacific_asks_for_what_decides_it(client: Client) -> None:
    """A number that was left out is not 0: without all of them nobody can tell who has the fewest certificates."""

    def asked(*players: dict[str, Any]) -> set[str]:
        refused = client.post(f"/tools/{TEXAS}/settlement", {"players": list(players)})
        assert refused.was == (422, "invalid")
        assert refused.json["detail"]
        return set(refused.json["errors"])

    ed, dave, pete = {"name": "Ed", "cash": 40}, {"cash": 40, "certificates": 2}, {"cash": 39}
    assert asked(ed, dave, pete) == {"players.0.certificates"}
    assert asked(ed, {"cash": 40}, pete) == {"players.0.certificates", "players.1.certificates"}
    # Both own two certificates: their ranches decide, and nobody else's.
    both = {**ed, "certificates": 2}
    assert asked(both, dave, {"cash": 40, "certificates": 3}) == {"players.0.ranches", "players.1.ranches"}
    # Certificates alone decide: ranches are not asked for.
    found = ask(client, TEXAS, "settlement", players=[{**ed, "certificates": 1}, dave, pete])
    assert [(player["seat"], player["winner"]) for player in found["players"]] == [
        (1, True),
        (2, False),
        (3, False),
    ]
    assert found["lines"][1]["formula"] == "tied; certificates: 2"


def test_behind_the_winner_of_texas_and_pacific_nothing_is_asked(client: Client) -> None:
    """Ed wins with $41. One of those with $40 has not given his certificates: they share the second rank."""
    shown, untold = {"cash": 40, "certificates": 9, "ranches": 0}, {"cash": 40}
    found = ask(client, TEXAS, "settlement", players=[shown, untold, {"cash": 41}])
    assert [(player["seat"], player["rank"]) for player in found["players"]] == [(3, 1), (1, 2), (2, 2)]


def test_points_of_the_rulebooks_example(client: Client) -> None:
    """The WP for $16: Montgomery, Macon and Columbus; red, green and yellow are newly met: 1 + 3 + 3."""
    found = ask(client, GULF, "points", cities=3, colours=3, chartered=True)
    assert (found["points"], found["formula"], found["unit"]) == (7, "1 + 3 + 3 = 7", "VP")
    assert [(line["label"], line["formula"], line["amount"]) for line in found["lines"][1:]] == [
        ("Charter", "1 × 1 = 1", 1),
        ("Cities", "3 × 1 = 3", 3),
        ("Newly connected colours", "3 × 1 = 3", 3),
    ]


def test_points_with_atlanta_and_the_plus(client: Client) -> None:
    # the GM&O: its Charter 1, the + 1, two cities 2
    assert ask(client, GULF, "points", cities=2, chartered=True, plus=True)["points"] == 4
    # two cities 2, one of them Atlanta 1 more, a colour 1
    assert ask(client, GULF, "points", cities=2, atlanta=True, colours=1)["points"] == 4
    nothing = ask(client, GULF, "points", cities=0)
    assert (nothing["points"], nothing["formula"]) == (0, "0")


@pytest.mark.parametrize(
    "body",
    [
        {"cities": 0, "atlanta": True},
        {"cities": 1, "chartered": True},
        {"cities": 2, "plus": True},
    ],
)
def test_points_that_no_expansion_brings(client: Client, body: Any) -> None:
    assert client.post(f"/tools/{GULF}/points", body).was == (422, "rule")


def test_cubes_for_a_bid(client: Client) -> None:
    """The WP for $16: five cubes at most, $15, and $1 goes to the bank."""
    found = ask(client, GULF, "cubes", bid=16)
    assert (found["most"], found["cost"], found["rest"]) == (5, 15, 1)
    assert found["formula"] == "$16 ÷ $3, rounded down = 5"
    fewer = ask(client, GULF, "cubes", bid=16, cubes=3)
    assert (fewer["most"], fewer["cost"], fewer["rest"]) == (5, 9, 7)
    assert ask(client, GULF, "cubes", bid=2)["most"] == 0
    assert client.post(f"/tools/{GULF}/cubes", {"bid": 16, "cubes": 6}).was == (422, "rule")


def test_dividends_of_charters_and_commons(client: Client) -> None:
    """A Charter alone $5, two others $3 each, a Common $3: $14."""
    found = ask(client, GULF, "dividend", alone=1, charters=2, commons=1)
    assert (found["amount"], found["formula"]) == (14, "5 + 6 + 3 = 14")
    assert ask(client, GULF, "dividend", alone=2)["formula"] == "10"
    assert ask(client, GULF, "dividend")["amount"] == 0


def test_most_points_win_and_ties_are_shared(client: Client) -> None:
    players = [
        {"name": "Ed", "points": 21},
        {"name": "Dave", "points": 24},
        {"name": "Pete", "points": 24},
    ]
    found = ask(client, GULF, "settlement", players=players)
    assert found["unit"] == "VP"
    ranked = [
        (player["name"], player["rank"], player["winner"], player["total"]) for player in found["players"]
    ]
    assert ranked == [("Dave", 1, True, 24), ("Pete", 1, True, 24), ("Ed", 3, False, 21)]
    assert not [player for player in found["players"] if "cash" in player]


def test_a_tie_of_texas_and_pacific_says_who_and_what(client: Client) -> None:
    """Nobody has a certificate: 0 is a number too; the question names who are tied, and nobody else."""
    tied = [{"name": "Ed", "cash": 40, "certificates": 0}, {"name": "Dave", "cash": 40, "certificates": 1}]
    found = ask(client, TEXAS, "settlement", players=[*tied, {"name": "Pete", "cash": 39}])
    assert [line["formula"] for line in found["lines"]] == ["tied; certificates: 0", "tied; certificates: 1"]
    players = [{"name": "Pete", "cash": 39}, {"name": "Ed", "cash": 40}, {"name": "Dave", "cash": 40}]
    refused = client.post(f"/tools/{TEXAS}/settlement", {"players": players})
    assert refused.json["detail"] == "Ed and Dave are tied. How many certificates does each own?"


def test_the_richest_of_texas_and_pacific_needs_no_line(client: Client) -> None:
    players = [{"name": "Ed", "cash": 41}, {"name": "Dave", "cash": 40}]
    found = ask(client, TEXAS, "settlement", players=players)
    assert "lines" not in found


def test_certificates_of_texas_and_pacific_count_without_incomes(client: Client) -> None:
    """They decide a tie even if nobody has read out the railroads' incomes."""
    players = [
        {"name": "Ed", "cash": 40, "shares": {"GHH": 2}},
        {"name": "Dave", "cash": 40, "shares": {"SP": 1}},
    ]
    found = ask(client, TEXAS, "settlement", players=players)
    assert [(player["name"], player["winner"]) for player in found["players"]] == [
        ("Dave", True),
        ("Ed", False),
    ]


def test_a_tie_for_a_dividend_of_union_pacific_is_paid_to_both(client: Client) -> None:
    """Value 5: (5 + 2) ÷ 2 = 3 for each of two with a share, 6 in all."""
    players = [
        {"name": "Ed", "cash": 0, "shares": {"WW": 1}},
        {"name": "Dave", "cash": 0, "shares": {"WW": 1}},
    ]
    companies = [{"company": "WW", "trains": 4}]
    found = ask(client, UNION, "settlement", players=players, companies=companies, dividends=1)
    assert [line["amount"] for line in found["lines"]] == [6]
    assert [player["total"] for player in found["players"]] == [3, 3]


def test_shares_of_one_player_alone_are_due_a_dividend_of_union_pacific(client: Client) -> None:
    """Players without shares do not matter: 5 for the first place and 2 for the second, both Ed's."""
    players = [{"name": "Ed", "cash": 0, "shares": {"WW": 1}}, {"name": "Dave", "cash": 6}]
    companies = [{"company": "WW", "trains": 4}]
    found = ask(client, UNION, "settlement", players=players, companies=companies)
    assert [(player["name"], player["total"]) for player in found["players"]] == [("Ed", 7), ("Dave", 6)]
