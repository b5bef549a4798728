"""What Texas & Pacific says when it refuses, asks and offers: words that evenings do not check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.documents.table_document import settlement_document
from companion.table import attempting
from companion.vocabulary.offers import Offer, OfferField
from companion.words.errors import RuleError
from companion.words.text import Text, render
from companion.words.values import Seat
from tests.evening_reader import RefusedError
from tests.in_words import said
from tests.table_player import TablePlayer, after

FEWEST = "1 certificate"
CORRECTED = "host: correct set="
LENGTHS = "facts/decision_boxes/track=4 facts/decision_boxes/ranch=4 facts/decision_boxes/stock=4"
EVENING = """
game texas-pacific players Ed Dave Pete first_bidder=1 {lengths}
Ed: auction_result winner=Ed amount=10
Ed: auction_result winner=Dave amount=10
Dave: auction_result winner=Pete amount=10
Pete: auction_result winner=Ed amount=10
host: correct set=of>railroad:SP,name>treasury,value>5
"""


def played(tmp_path: Path, more: str = "", lengths: str = LENGTHS) -> TablePlayer:
    """GHH and SP are Ed's, KATY Dave's, MP Pete's; Ed 20, Dave 30, Pete 30; the SP has $5 left."""
    return after(EVENING.replace("{lengths}", lengths) + more, tmp_path)


@pytest.fixture
def ed_decides(tmp_path: Path) -> TablePlayer:
    return played(tmp_path)


def test_a_correction_says_what_it_has_set(tmp_path: Path) -> None:
    """A railroad has its income in dollars as well; a player has but their cash."""
    told = {
        "of>railroad:SP,name>treasury,value>9": "Correction; SP treasury $5 → $9",
        "of>seat:2,name>cash,value>31": "Correction; Dave: $30 → $31",
    }
    for number, (figure, words) in enumerate(told.items()):
        (place := tmp_path / str(number)).mkdir()
        assert said(played(place, f"{CORRECTED}{figure}\n")) == words


def field(one: Offer, name: str, **when: Any) -> OfferField:
    return next(f for f in one.fields if f.name == name and (not when or f.when == when))


def build(railroad: str, *hexes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "decide_track", "railroad": railroad, "hexes": list(hexes), **more}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            build("SP", {"kind": "plain", "rank": 2}, {"kind": "plain", "rank": 1}),
            "insufficient-funds: The SP has $5; that costs $4 + $2 = $6",
        ),
        (build("KATY", {"kind": "plain", "rank": 1}), "rule: No certificate of the KATY"),
        (build("TP", {"kind": "plain", "rank": 1}), "rule: The TP is not open yet"),
        (
            build("GHH", {"name": "New Orleans"}),
            "rule: New Orleans is the SP's Start City: no one may build into it",
        ),
        (build("GHH", {"name": "Oklahoma City", "kind": "ranch"}), "rule: Oklahoma City is a city hex"),
        (
            build("GHH", {"name": "Oklahoma City", "income": 1}),
            "rule: The income printed at Oklahoma City is 2",
        ),
        (build("GHH", {"kind": "city", "rank": 1}), "invalid: What income is printed in a city hex?"),
        (build("GHH", {"kind": "city", "rank": 1, "income": 0}), "rule: The income of a city hex is 1 to 2"),
        (build("GHH", go_west=True), "rule: The GHH has no track in a gray hex"),
        (
            build("GHH", {"kind": "plain", "rank": 1}, go_west=True),
            "rule: The GHH has no track in a gray hex",
        ),
        (build("GHH", {"name": "Waco"}), "facts-needed: Please read from the board: Kind of hex of Waco"),
        (
            {"type": "decide_stock", "railroad": "SP", "amount": 21},
            "insufficient-funds: Only $20 in hand",
        ),
        ({"type": "decide_stock", "railroad": "SP", "amount": 2}, "rule: Your bid for SP: at least $3"),
        (
            {"type": "decide_nothing", "track": "stock"},
            "rule: The Stock cube slides only with an opening bid",
        ),
        (
            {"type": "decide_ranch"},
            "rule: No railroad has built track yet",
        ),
        (build("SP", {"kind": "plain", "rank": 2}), "rule: No other railroad can be in a plain hex yet"),
    ],
)
def test_a_refusal_says_why(ed_decides: TablePlayer, body: dict[str, Any], words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        ed_decides.move(1, body)
    assert str(refused.value) == words


def test_everything_that_is_asked_is_asked_at_once(tmp_path: Path) -> None:
    table = played(tmp_path, lengths="").table
    body = build("GHH", {"name": "Waco"}, {"name": "El Paso"}, {"name": "Houston", "kind": "city"})
    with pytest.raises(RuleError) as refused:
        attempting.attempt(table, body, seat=Seat(1), by_host=False)
    paths = [need["path"] for need in refused.value.needs]
    assert paths == [
        ["decision_boxes", "track"],
        ["hexes", "Waco", "kind"],
        ["hexes", "El Paso", "income"],
        ["hexes", "Houston", "income"],
    ]
    assert refused.value.needs[1]["choices"] == [
        {"value": kind, "label": Text(kind)} for kind in ("plain", "city", "ranch", "gray")
    ]


def test_a_hex_is_said_before_it_is_paid_for(ed_decides: TablePlayer) -> None:
    """The form takes neither a kind of hex beforehand nor how many railroads are there, for that is the price."""
    hexes = field(ed_decides.offer("decide_track"), "hexes", railroad="GHH")
    assert (str(hexes.label), hexes.default) == ("Hexes for the GHH (at most 3)", None)
    asked = [sub.default for sub in hexes.fields if sub.name in ("kind", "rank") and not sub.when]
    assert asked == [None, None]
    ed_decides.move(1, build("GHH", {"kind": "plain", "rank": 1}))
    assert said(ed_decides) == "GHH builds into a plain hex for $2"
    assert ed_decides.hands() == [
        "Slide the Track cube one box to the right",
        "Put a red GHH cube on a plain hex",
    ]


def test_no_more_hexes_than_can_be_paid(ed_decides: TablePlayer) -> None:
    fields = ed_decides.offer("decide_track")
    # GHH: 10 / 2, but three in a Decision; SP: 5 / 2
    assert field(fields, "hexes", railroad="GHH").most == 3
    assert field(fields, "hexes", railroad="SP").most == 2


def test_what_is_gray_is_said_where_the_kind_is_chosen(ed_decides: TablePlayer) -> None:
    """El Paso looks like a city; told as one it would never let a railroad go west."""
    hexes = field(ed_decides.offer("decide_track"), "hexes", railroad="SP")
    kinds = next(sub for sub in hexes.fields if sub.name == "kind").choices
    assert str(kinds[-1].hint) == "Albuquerque, El\u00a0Paso, far west"
    assert [(kind.value, render(kind.label, {})) for kind in kinds] == [
        ("plain", "Plain"),
        ("city", "City"),
        ("ranch", "Ranch"),
        ("gray", "Gray"),
    ]


def first_of(hexes: OfferField, name: str, **said: str) -> OfferField:
    """The field of that name which applies to a row that says so: the first of them."""

    def applies(sub: OfferField) -> bool:
        when = (sub.when or {}).items()
        return all(said.get(key) in (among if isinstance(among, tuple) else (among,)) for key, among in when)

    return next(sub for sub in hexes.fields if sub.name == name and applies(sub))


def rank(player: TablePlayer, railroad: str) -> OfferField:
    """How many railroads one may enter for a hex of that railroad."""
    hexes = field(player.offer("decide_track"), "hexes", railroad=railroad)
    return next(sub for sub in hexes.fields if sub.name == "rank")


def test_no_more_railroads_in_a_hex_than_can_be_paid_or_can_be_there(tmp_path: Path) -> None:
    player = played(tmp_path)
    assert rank(player, "SP").most == 1  # nobody else has track
    player = played(
        tmp_path,
        "".join(f"host: correct set=of>railroad:{r},name>cubes_left,value>9\n" for r in ("KATY", "MP")),
    )
    assert rank(player, "SP").most == 2  # 5 / 2
    assert rank(player, "GHH").most == 3  # KATY and MP, not the TP


def test_in_other_hexes_than_cities_there_can_be_fewer(tmp_path: Path) -> None:
    """The TP, once open, stands in Dallas, a city; nobody else has track."""
    player = played(tmp_path, "host: correct set=of>railroad:TP,name>open,value>1\n")
    hexes = field(player.offer("decide_track"), "hexes", railroad="SP")
    most = {kind: first_of(hexes, "rank", kind=kind).most for kind in ("plain", "city", "ranch", "gray")}
    assert most == {"plain": 1, "city": 2, "ranch": 1, "gray": 1}


def test_why_a_railroad_cannot_be_chosen(ed_decides: TablePlayer) -> None:
    choices = field(ed_decides.offer("decide_track"), "railroad").choices
    barred = {
        choice.value: render(choice.disabled.text, ed_decides.names) for choice in choices if choice.disabled
    }
    assert barred == {
        "KATY": "No certificate of the KATY",
        "MP": "No certificate of the MP",
        "TP": "The TP is not open yet",
    }


def test_the_slide_into_end_is_known(tmp_path: Path) -> None:
    """Where the length is known nobody is asked, and the form sends it."""
    lengths = "facts/decision_boxes/track=1 facts/decision_boxes/ranch=2"
    player = played(tmp_path, lengths=lengths)
    assert field(player.offer("decide_track"), "at_end").default is True
    assert field(player.offer("decide_ranch"), "at_end").default is False
    assert not field(player.offer("decide_stock"), "at_end").choices
    assert field(player.offer("decide_stock"), "at_end").default is None


def brief(player: TablePlayer, panel: str, **head: Any) -> list[str]:
    """How a glance says the figures of a line, of those that it says otherwise."""
    panels = player.document()["panels"]
    rows = next(one["rows"] for one in panels if one["name"] == panel)
    cells = next(row["cells"] for row in rows if head.items() <= row["head"].items())
    return [render(cell["brief"], player.names) for cell in cells if "brief" in cell]


def test_who_bids_is_told_what_the_certificate_will_bring(tmp_path: Path) -> None:
    """The income, which is divided among one more then, and rounded up (Stock Decision)."""
    player = played(tmp_path)
    player.move(1, {"type": "decide_stock", "railroad": "KATY", "amount": 2, "at_end": False})
    assert brief(player, "railroads", railroad="KATY") == ["Income $4", "Pays $2 if sold"]  # 4 / 2
    assert brief(player, "railroads", railroad="GHH") == []
    player = played(tmp_path, f"{CORRECTED}of>seat:3,name>shares.KATY,value>1\n")
    player.move(1, {"type": "decide_stock", "railroad": "KATY", "amount": 3, "at_end": False})
    assert brief(player, "railroads", railroad="KATY") == ["Income $4", "Pays $2 if sold"]  # 4 / 3 = 1.33


def test_before_the_tp_opens_its_line_has_no_income_and_says_when_that_is(tmp_path: Path) -> None:
    for ranches, said_when in ((2, "after 4 more ranches"), (5, "after 1 more ranch")):
        player = played(tmp_path, f"{CORRECTED}of>seat:1,name>ranches,value>{ranches}\n")
        panel = next(one for one in player.document()["panels"] if one["name"] == "railroads")
        cells = next(row["cells"] for row in panel["rows"] if row["head"].get("railroad") == "TP")
        heads = [render(head["text"], player.names) for head in panel["columns"]]
        assert render(cells[heads.index("Income")]["text"], player.names) == "–"
        note = cells[heads.index("Note")]
        assert [render(note[words], player.names) for words in ("text", "hint")] == [
            "not open yet",
            said_when,
        ]


def test_ranches_stand_beside_the_certificates(tmp_path: Path) -> None:
    figures = "of>seat:1,name>ranches,value>2;of>seat:2,name>ranches,value>1"
    player = played(tmp_path, f"{CORRECTED}{figures}\n")
    assert [brief(player, "players", seat=seat) for seat in (1, 2, 3)] == [["2 ranches"], ["1 ranch"], []]


def test_general_dividends_are_told(tmp_path: Path) -> None:
    more = """
    host: correct set=of>table,name>ranch,value>4;of>seat:2,name>ranches,value>2;of>seat:2,name>shares.SP,value>1
    host: correct set=of>table,name>track,value>3
    Ed: decide_nothing track=track
    """
    player = played(tmp_path, more)
    # GHH 3, KATY 4, MP 5, SP 6 / 2 = 3 twice; two ranches
    assert said(player) == (
        "Ed only slides the Track cube; the Track cube is on End; "
        "General Dividends: $18 for certificates, $2 for ranches"
    )
    outcome = player.table.outcome(player.table.revision)
    paid = [
        (posting.target, posting.amount, render(posting.why, player.names)) for posting in outcome.postings
    ]
    assert paid[-3:] == [
        ("seat:1", 3, "SP: $6 ÷ 2 = $3 per certificate"),
        ("seat:2", 3, "SP: $6 ÷ 2 = $3 per certificate"),
        ("seat:2", 2, "ranches: $1 × 2"),
    ]
    assert player.hands() == [
        "Slide the Track cube one box, to End",
        "Move the three decision cubes back to Start",
        "Move the round cube 1 → 2",
    ]


def test_a_formula_shows_what_the_host_has_added(tmp_path: Path) -> None:
    """The SP's 6 were set to 9; one certificate is sold."""
    player = played(tmp_path, "host: correct set=of>railroad:SP,name>income,value>9\n")
    player.move(1, build("SP", {"name": "El Paso", "income": 1, "rank": 1}, go_west=True))
    assert "$10 [7 +3 corrected] ÷ 1 = $10 per certificate" in said(player)


def test_going_west_is_told(tmp_path: Path) -> None:
    player = played(tmp_path)
    player.move(1, build("SP", {"name": "El Paso", "income": 1, "rank": 1}, go_west=True))
    assert said(player) == (
        "SP builds into El Paso for $2; SP income $6 → $7; SP goes west: $7 ÷ 1 = $7 per certificate"
    )
    # 22 cubes: Income Track, New Orleans, El Paso
    assert player.hands()[-1] == "Put the 19 unused yellow SP cubes into the box"


@pytest.mark.parametrize(
    ("figures", "words", "beside"),
    [
        # GHH 3 and SP 6 for Ed, KATY 4 for Dave, MP 5 for Pete
        (
            "of>seat:1,name>cash,value>31;of>seat:2,name>cash,value>36",
            "Dave and Ed have the same money; Dave has fewer certificates: 1 against 2",
            {"Dave": FEWEST, "Ed": "2 certificates"},
        ),
        (
            "of>seat:2,name>cash,value>35;of>seat:3,name>cash,value>35;of>seat:2,name>ranches,value>1",
            "Dave and Pete have the same money; with 1 certificate each Dave has the most ranches, 1",
            {"Dave": "1 ranch", "Pete": "0 ranches"},
        ),
        (
            "of>seat:2,name>cash,value>36;of>seat:3,name>cash,value>35",
            "Dave and Pete have the same money, certificates and ranches: Dave and Pete share the victory",
            {},
        ),
        # Ed: GHH and SP, 31 + 9; Dave: KATY, 36 + 4; Pete: MP, 35 + 5: Ed has two certificates.
        (
            "of>seat:1,name>cash,value>31;of>seat:2,name>cash,value>36;of>seat:3,name>cash,value>35",
            "Dave, Pete and Ed have the same money; Dave and Pete have the fewest certificates, 1 each, and equally"
            " many ranches: they share the victory",
            {"Dave": FEWEST, "Pete": FEWEST, "Ed": "2 certificates"},
        ),
        (
            "of>seat:1,name>cash,value>31;of>seat:2,name>cash,value>35;of>seat:3,name>cash,value>35;"
            "of>seat:2,name>ranches,value>1",
            "Dave, Pete and Ed have the same money; with 1 certificate each Dave has the most ranches, 1",
            {"Dave": f"{FEWEST}, 1 ranch", "Pete": f"{FEWEST}, 0 ranches", "Ed": "2 certificates"},
        ),
    ],
)
def test_a_tie_is_explained(tmp_path: Path, figures: str, words: str, beside: dict[str, str]) -> None:
    more = f"""
    host: correct set=of>table,name>round,value>8;of>table,name>ranch,value>4;{figures}
    host: correct set=of>table,name>track,value>3
    Ed: decide_nothing track=track
    """
    player = played(tmp_path, more)
    settled = player.table.rules.show.settlement(player.table.state)
    assert not settled.projected
    assert settled.tie_break is not None
    assert render(settled.tie_break, player.names) == words
    decided = [payoff for payoff in settled.payoffs if payoff.decided]
    told = {player.names[one.seat]: render(one.decided, player.names) for one in decided if one.decided}
    assert told == beside
    document = settlement_document(settled, player.names)
    assert ("ties" in document) is bool(beside), "the rule is told where it has decided something"


def test_where_the_game_is_over_nothing_is_due_any_more(tmp_path: Path) -> None:
    """Four railroads have sold everything before the General Dividends that end the game: only that is told."""
    lines = Path("tests/evenings/texas-pacific/end-certificates-sold.evening").read_text("utf-8")
    told = said(after(lines, tmp_path))
    assert told.endswith("4 railroads have sold all their certificates; the game is over")
