"""Union Pacific: printed figures add up, dividends are told, and no walk ever pays too much."""

from __future__ import annotations

from typing import Any

import pytest

from companion.atlas.known import Atlas
from companion.atlas.reading import read_facts
from companion.atlas.telling import outward
from companion.games import union_pacific
from companion.games.union_pacific import box, state, view
from companion.games.union_pacific.moves import PassTurn
from companion.table import attempting
from companion.vocabulary.ledger import MONEY, certificates
from companion.words.errors import RuleError
from companion.words.text import briefly, leading, render
from companion.words.values import Seat
from tests.in_words import said, words
from tests.table_player import TablePlayer, after
from tests.walks.walker import Walker

RULES = union_pacific.RULES
WALKS = 40
ROWS = {"2": [8, 6, 4, 2, 1], "3": [12, 9, 6, 3, 2], "4": [16, 12, 8, 4, 2]}


def hands(player: TablePlayer, number: int = 0) -> list[str]:
    """What hands are told by the last entry, or by that one."""
    played = player.table.outcome(number or player.table.revision)
    return [render(instruction.text, player.names) for instruction in played.instructions]


def test_what_is_printed_adds_up() -> None:
    printed = [box.SHIPPED.rows("companies")[company] for company in box.BUILDERS]
    assert sum(row["trains"] for row in printed) == 131
    assert sum(row["shares"] for row in printed) == 98
    assert sum(box.START_TRAINS.values()) == box.BOX["setup"]["coloured_spaces"] == 11
    assert box.PAPER_TOTAL == 60 + 250 + 400


def test_a_row_of_the_table_may_be_written_as_a_list() -> None:
    facts = read_facts(box.FACTS, Atlas(), {"up_dividends": ROWS})
    assert facts["up_dividends"]["2"] == {"1": 8, "2": 6, "3": 4, "4": 2, "5": 1}
    assert outward(box.FACTS, Atlas(facts)) == {"up_dividends": ROWS}
    for wrong in ([8, 6, 4, 2], [8, 6, 4, 2, 1, 0], [8, 6, 4, 2, -1], [8, 6, 4, 2, "1"], "8"):
        with pytest.raises(RuleError) as refused:
            read_facts(box.FACTS, Atlas(), {"up_dividends": {"2": wrong}})
        assert refused.value.code == "invalid"


OPENING = """
game union-pacific   players Ed Dave Pete   first_player=1
Ed: reveal company=WW
Dave: reveal company=KCC
Pete: reveal company=KCC
"""


HALVED = "($3M\u00a0+\u00a0$1M)\u00a0÷\u00a02"


def test_a_dividend_is_told_company_by_company(tmp_path: Any) -> None:
    shown = after(
        OPENING
        + "host: correct set=of>railroad:KCC,name>trains_placed,value>6;of>seat:1,name>shares.KCC,value>3\n"
        + "Ed: build company=WW dividend_cards=1\n",
        tmp_path,
    )
    assert hands(shown)[-4:] == [
        "1st dividend: WW $3M; 2nd place $1M, rounded down: Ed $4M: the only investor, with 1 share: 3 + 1",
        "1st dividend: KCC $7M; 2nd place $3M, rounded down: Ed $7M: 1st with 3 shares; "
        "Dave and Pete $1M each: tied for 2nd with 1 share each: 3 ÷ 2, rounded down",
        "Put the dividend card into the box",
        "Dave draws a track card",
    ]
    assert "1st dividend: Ed $11M, Dave $1M, Pete $1M" in said(shown)
    whys = [
        render(p.why, shown.names)
        for p in shown.table.outcome(shown.table.revision).postings
        if p.commodity == MONEY
    ]
    assert whys[1] == "KCC $7M; 2nd place $3M, rounded down: 1st with 3 shares"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (1, "1st dividend"),
        (2, "1st and 2nd dividends"),
        (3, "1st to 3rd dividends"),
        (4, "1st to 4th dividends, the end"),
    ],
)
def test_dividends_that_come_together_are_told_together(tmp_path: Any, cards: int, told: str) -> None:
    """The bar beside Confirm has room for the first words alone."""
    shown = after(OPENING + f"Ed: build company=WW dividend_cards={cards}\n", tmp_path)
    summary = shown.table.outcome(shown.table.revision).summary
    first, *others = render(briefly(leading(summary)), shown.names).split("; ")
    assert first == told
    assert not any("dividend:" in words or "over" in words for words in others), others


def test_the_table_of_the_up_says_what_comes_into_it(tmp_path: Any) -> None:
    """Until all its rows are known."""

    def hint(told: str) -> str | None:
        panels = {panel["name"]: panel for panel in after(OPENING + told, tmp_path).table.view().panels}
        return str(panels["up"]["hint"]) if "hint" in panels["up"] else None

    *most, last = (
        f"Ed: learn facts/up_dividends/{row}/{n}={pays}\n"
        for row, places in ROWS.items()
        for n, pays in enumerate(places, 1)
    )
    words = "What the UP pays each place. You'll be asked for a row when its dividend is paid."
    assert hint("".join(most)) == words
    assert hint("".join((*most, last))) is None


def test_tied_first_shares_both_amounts(tmp_path: Any) -> None:
    shown = after(OPENING + "Ed: build company=KCC dividend_cards=1\n", tmp_path)
    assert hands(shown)[-3] == (
        "1st dividend: KCC $3M; 2nd place $1M, rounded down: "
        "Dave and Pete $2M each: tied for 1st with 1 share each: (3 + 1) ÷ 2"
    )


def test_dividends_of_one_move_say_which_they_are(tmp_path: Any) -> None:
    """And no line ends within a sum."""
    shown = after(OPENING + "Ed: build company=WW dividend_cards=2\n", tmp_path)
    paid = shown.table.outcome(shown.table.revision).postings
    whys = [render(posting.why, shown.names) for posting in paid if posting.commodity == MONEY]
    sole = "WW $3M; 2nd place $1M, rounded down: the only investor, with 1 share: $3M\u00a0+\u00a0$1M"
    half = HALVED.replace("3", "2")
    tied = f"KCC $2M; 2nd place $1M: tied for 1st with 1 share each: {half}, rounded down"
    assert whys == [f"{which} dividend: {why}" for which in ("1st", "2nd") for why in (sole, tied, tied)]


def test_a_card_after_the_last_dividend_is_not_paid(tmp_path: Any) -> None:
    lines = "game union-pacific   players Ed Dave   first_player=1\nEd: reveal company=WW\nDave: reveal company=MS\n"
    shown = after(lines + "Ed: build company=MS dividend_cards=4\n", tmp_path)
    assert "the 3rd dividend is the last: later cards pay nothing" in said(shown)
    assert shown.state.paid == 2


def test_an_unlikely_table_is_remarked_upon(tmp_path: Any) -> None:
    start = "game union-pacific   players Ed Dave   first_player=1\n"
    row = "Ed: learn " + " ".join(
        f"facts/up_dividends/2/{n}={pays}" for n, pays in enumerate((4, 6, 3, 2, 1), 1)
    )
    odd = "check the UP's 2nd dividend: a lower place is paid more than a higher one"
    assert odd in said(after(start + row, tmp_path))
    less = (
        row.replace("/1=4", "/1=8")
        + "\nEd: learn "
        + " ".join(f"facts/up_dividends/3/{n}={pays}" for n, pays in enumerate((7, 6, 6, 3, 2), 1))
    )
    assert "check the UP's 3rd dividend: a place is paid less than at the dividend before" in (
        said(after(start + less, tmp_path))
    )
    both = less.replace("up_dividends/3/1=7", "up_dividends/3/1=5")
    words = (
        "check the UP's 3rd dividend: a lower place is paid more than a higher one, "
        "a place is paid less than at the dividend before"
    )
    assert said(after(start + both, tmp_path)).endswith(words)
    fine = less.replace("up_dividends/3/1=7", "up_dividends/3/1=8")
    assert "check" not in said(after(start + fine, tmp_path))


def test_an_unlikely_dividend_is_remarked_upon_once(tmp_path: Any) -> None:
    """Not again with the next row, but again where it is read anew."""
    start = "game union-pacific   players Ed Dave   first_player=1\n"

    def row(number: int, *pays: int) -> str:
        return (
            "Ed: learn "
            + " ".join(f"facts/up_dividends/{number}/{n}={each}" for n, each in enumerate(pays, 1))
            + "\n"
        )

    odd = start + row(2, 4, 6, 3, 2, 1)
    assert "check" not in said(after(odd + row(3, 8, 7, 6, 3, 2), tmp_path))
    again = "Ed: learn facts/up_dividends/2/1=5\n"
    assert "check the UP's 2nd dividend" in said(after(odd + row(3, 8, 7, 6, 3, 2) + again, tmp_path))


def test_more_shares_than_printed_is_said(tmp_path: Any) -> None:
    shown = after(OPENING + "Ed: invest shares=WW:4\nDave: invest shares=WW:2\n", tmp_path)
    assert "check: 7 WW, only 6 exist" in said(shown)


def test_of_two_companies_beyond_print_one_sentence_tells(tmp_path: Any) -> None:
    """Each has six shares: of either a seventh is one too many."""
    start = OPENING.replace("Dave: reveal company=KCC", "Dave: reveal company=WW")
    moves = "Ed: invest shares=WW:4\nDave: invest shares=MRR:4\nPete: invest shares=MRR:2\n"
    idle = 'Ed: pass_turn reason="by choice"\nDave: pass_turn reason="by choice"\n'
    shown = after(start + moves + idle + "Pete: invest shares=WW:1,MRR:1\n", tmp_path)
    assert "check: 7 WW and 7 MRR, only 6 and 6 exist" in said(shown)


def test_passing_is_called_passing(tmp_path: Any) -> None:
    shown = after(OPENING, tmp_path)
    leave = shown.offer("pass_turn")
    assert str(leave.label) == "Pass"
    assert [(choice.value, str(choice.label)) for choice in leave.fields[0].choices] == [
        ("no card fits", "No fitting card, no share"),
        ("by choice", "By choice"),
    ]
    for reason, told in (
        ("by choice", "Ed passes: by choice"),
        ("no card fits", "Ed passes: no card fits and no share in hand"),
        ("asleep", "Ed passes: asleep"),
    ):
        shown = after(f'{OPENING}Ed: pass_turn reason="{reason}"\n', tmp_path)
        assert said(shown) == told


def test_in_an_old_evening_whoever_passed_drew(tmp_path: Any) -> None:
    """Reasons were the player's own words; with that ruling everybody who passed drew a share."""
    old = after(OPENING.replace("first_player=1", "first_player=1 ruling.stuck_player=draws"), tmp_path)
    for written, step in ((1, "draw_share"), (2, "turn")):
        move = PassTurn(seat=Seat(1), reason="by choice", format=written)
        assert RULES.show.view(RULES.play.play(old.state, move).state).step == step


def test_what_may_follow_a_draw_stands_in_the_help_of_the_draw(tmp_path: Any) -> None:
    help_ = (
        "Draw and refill first, then count the dividend cards turned up."
        "\nIf four face-up shares are of one company, put them in the box and turn up four new ones."
        "\nYou may swap a share of your hand (into the box) for one of the UP stack."
    )
    assert (
        str(after(OPENING, tmp_path).offer("build").help)
        == "Draw a track card, play one, place a train, then draw a share."
    )
    built = after(OPENING + "Ed: build company=MS\n", tmp_path)
    assert str(built.offer("draw_share").help) == help_


def test_a_draw_says_whether_dividend_cards_came_with_it(tmp_path: Any) -> None:
    drawn = after(OPENING + "Ed: build company=MS\nEd: draw_share dividend_cards=0\n", tmp_path)
    assert said(drawn) == "Ed built for MS and drew a share (no dividend card)"
    drawn = after(OPENING + "Ed: build company=MS\nEd: draw_share dividend_cards=1\n", tmp_path)
    assert said(drawn).startswith("Ed draws a share; a dividend card turned up; 1st dividend")


def test_no_more_shares_than_a_hand_can_hold_are_offered(tmp_path: Any) -> None:
    """Four after the first investment, one more with each draw."""
    invest = after(OPENING, tmp_path).offer("invest")
    assert invest.fields[0].most == 4
    assert words(invest.fields[0].help) == "about 4 in your hand"
    assert words(invest.fields[0].choices[0].hint) == "5 left"
    shown = after(
        OPENING
        + "Ed: invest shares=EPRG:4\n"
        + "".join(f"{who}: build company=BNL dividend_cards=0\n" for who in ("Dave", "Pete")),
        tmp_path,
    )
    refusal = shown.offer("invest").disabled
    assert refusal is not None
    assert render(refusal.text, shown.names) == "By our count you have no share card in hand"


def test_what_a_dividend_would_pay_now(tmp_path: Any) -> None:
    """The row of the Union Pacific's second dividend is not known, so nothing is said of it."""
    shown = after(OPENING + "Ed: invest shares=UP:2\nDave: build company=KCC dividend_cards=1\n", tmp_path)
    panel = next(panel for panel in shown.table.view().panels if panel["name"] == "next_dividend")
    assert [(item["railroad"], render(item["text"], shown.names)) for item in panel["items"]] == [
        ("WW", "Ed $3M: the only investor, with 1 share: $2M\u00a0+\u00a0$1M"),
        ("KCC", f"Dave and Pete $2M each: tied for 1st with 1 share each: {HALVED}"),
        ("UP", "1st Ed: what that pays isn't entered yet"),
    ]
    so_far = [shown.table.view().seats[seat]["dividend_so_far"] for seat in map(Seat, (1, 2, 3))]
    assert [words(told) for told in so_far] == ["$3M + UP 1st place", "", ""]


def test_what_ones_shares_would_be_paid_stands_beside_them(tmp_path: Any) -> None:
    """The same game: WW 2 + 1 to its only investor, KCC (3 + 1) / 2 each; nothing while the UP's row is not known."""
    shown = after(OPENING + "Ed: invest shares=UP:2\nDave: build company=KCC dividend_cards=1\n", tmp_path)
    panel = next(panel for panel in shown.table.view().panels if panel["name"] == "railroads")
    briefs = {row["head"]["railroad"]: [cell.get("brief") for cell in row["cells"]] for row in panel["rows"]}
    told = {
        company: [words(text) if text else None for text in cells[2:5]] for company, cells in briefs.items()
    }
    assert {company: cells for company, cells in told.items() if any(cells)} == {
        "WW": ["pays $3M", None, None],
        "KCC": [None, "pays $2M", "pays $2M"],
    }


def test_first_investments_are_told_in_few_words(tmp_path: Any) -> None:
    """Where a train is placed stands how many are left, where a share is chosen how many there are; whoever is tied
    leads nobody."""
    start = "game union-pacific   players Ed Dave Pete   first_player=1\n"
    hints = {
        choice.value: words(choice.hint)
        for shown, offer in ((after(start, tmp_path), "reveal"), (after(OPENING, tmp_path), "build"))
        for choice in shown.offer(offer).fields[0].choices
    }
    assert hints["MRR"] == "value $2M · 7 left"
    assert hints["UP"] == "by place · 20 shares"
    shown = after(OPENING, tmp_path)
    told = shown.table.outcome(shown.table.revision).summary
    assert said(shown) == "Ed invests 1 WW; Dave invests 1 KCC; Pete invests 1 KCC; Ed begins"
    large = briefly(leading(told))
    assert words(large) == "first investments: Ed WW; Dave KCC; Pete KCC; Ed begins"
    rows = next(panel for panel in shown.table.view().panels if panel["name"] == "railroads")["rows"]
    leads = {
        row["head"]["railroad"]: [str(cell["hint"]) for cell in row["cells"] if cell.get("hint")]
        for row in rows
    }
    assert (leads["WW"], leads["KCC"]) == (["leads"], ["tied", "tied"])


def test_a_sealed_choice_is_in_no_text_of_its_entry(tmp_path: Any) -> None:
    shown = after("game union-pacific   players Ed Dave   first_player=1\nEd: reveal company=WW\n", tmp_path)
    assert said(shown) == "Ed has chosen"
    assert hands(shown) == []


@pytest.mark.parametrize("number", range(WALKS))
def test_no_walk_pays_more_than_the_rules_allow(number: int) -> None:
    walker = Walker(RULES, f"{RULES.box.slug} paid {number}")
    walker.to_the_end()
    end: Any = walker.table.state
    assert end.paid == end.last
    assert [paid.number for paid in end.history] == sorted(paid.number for paid in end.history)
    for paid in end.history:
        out = sum(award.each * len(award.seats) for award in paid.awards)
        if paid.value is None:
            row = box.up_row(end.atlas, paid.row)
            assert row is not None
            assert out <= sum(row)
        else:
            assert out <= paid.value + paid.value // 2
    for company in box.BUILDERS:
        trains = state.trains(company)
        assert sum(n for _, n in end.ledger.holders(trains)) == box.PIECES
        assert end.trains_placed(company) + end.trains_left(company) >= box.START_TRAINS[company]
    for company in box.ALL:
        assert sum(n for _, n in end.ledger.holders(certificates(company))) == box.PIECES
    total = sum(award.each * len(award.seats) for paid in end.history for award in paid.awards)
    assert sum(end.ledger.cash(seat) for seat in end.all_seats) == total
    assert view.settlement(end).payoffs[0].winner


def test_only_places_that_nobody_has_read_out_are_asked_for(tmp_path: Any) -> None:
    player = after(
        "game union-pacific   players Ed Dave Pete   first_player=1\n"
        "Ed: reveal company=UP\nDave: reveal company=UP\nPete: reveal company=MS\n"
        "Ed: learn facts/up_dividends/2/1=9 facts/up_dividends/2/2=5\n",
        tmp_path,
    )
    body = {"type": "build", "company": "MS", "dividend_cards": 2}
    with pytest.raises(RuleError) as refused:
        attempting.attempt(player.table, body, seat=Seat(1), by_host=False)
    assert [need["path"][2] for need in refused.value.needs] == ["3", "4", "5"]
    assert {words(need["row"]) for need in refused.value.needs} == {"2nd dividend of the UP, in $M"}
    assert [words(need["column"]) for need in refused.value.needs] == ["3rd", "4th", "5th"]


def test_a_reason_of_blanks_is_none(tmp_path: Any) -> None:
    player = after(
        "game union-pacific   players Ed Dave   first_player=1\n"
        "Ed: reveal company=UP\nDave: reveal company=MS\n"
        'Ed: pass_turn reason="  "\n',
        tmp_path,
    )
    assert said(player) == "Ed passes"


def test_a_correction_of_trains_is_said_in_words(tmp_path: Any) -> None:
    player = after(
        "game union-pacific   players Ed Dave   first_player=1\n"
        "Ed: reveal company=UP\nDave: reveal company=MS\n"
        "host: correct set=of>railroad:WW,name>trains_placed,value>5\n",
        tmp_path,
    )
    assert said(player) == "Correction; the board: trains of the WW 1 → 5"


def test_a_misread_row_is_asked_again_wherever_cards_are_told(tmp_path: Any) -> None:
    """With a draw, and with a build whose draw is told at once; not while the row looks as it should."""
    start = "game union-pacific   players Ed Dave   first_player=1\nEd: reveal company=UP\nDave: reveal company=MS\n"
    start += "Ed: build company=WW dividend_cards=1\n"

    def asked(*pays: int, move: str, then: str = "") -> list[object]:
        row = " ".join(f"facts/up_dividends/2/{n}={each}" for n, each in enumerate(pays, 1))
        fields = after(f"{start}Ed: learn {row}\n{then}", tmp_path).offer(move).fields
        again = [field for field in fields if field.kind == "facts" and field.when == {"dividend_cards": 1}]
        return [need.get("default") for field in again for need in field.needs]

    assert asked(8, 6, 74, 3, 2, move="build") == [8, 6, 74, 3, 2]
    drawing = {"move": "draw_share", "then": "Dave: build company=WW\n"}
    assert asked(8, 6, 74, 3, 2, **drawing) == [8, 6, 74, 3, 2]
    assert asked(8, 6, 4, 3, 2, **drawing) == []
