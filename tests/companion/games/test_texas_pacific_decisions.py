"""What Texas & Pacific says of its Decisions before one is taken: which can be, and where their cubes go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.table import attempting
from companion.words.errors import RuleError
from companion.words.text import Text, render
from companion.words.values import Seat
from tests.companion.games.test_texas_pacific import CORRECTED, build, field, played
from tests.evening_reader import HOST
from tests.in_words import said
from tests.table_player import TablePlayer


def helps(player: TablePlayer, *kinds: str) -> dict[str, str]:
    """What is said where a Decision is chosen."""
    offers = {kind: player.offer(f"decide_{kind}") for kind in kinds or ("track", "ranch", "stock")}
    return {kind: render(offer.help or Text(""), player.names) for kind, offer in offers.items()}


RANCH = "Build a ranch, free: its marker is yours, $1 at each General Dividends."
BUILD = "Build up to 3 hexes at $2 × railroads in the hex."
OPEN = "Put up a certificate; you bid first."


def test_where_a_decision_is_chosen_it_says_how_far_its_cube_is_from_end(tmp_path: Path) -> None:
    """The second cube in End pays everybody (General Dividends), so that decides what is chosen."""
    lengths = "facts/decision_boxes/track=4 facts/decision_boxes/ranch=5"
    player = played(tmp_path, lengths=lengths)
    player.move(1, build("SP", {"kind": "ranch", "rank": 1}))
    assert helps(player) == {
        "track": f"{BUILD} The cube is then 2 boxes from End.",
        "ranch": f"{RANCH} The cube is then 4 boxes from End.",
        "stock": OPEN,  # nobody has told yet how long that track is
    }
    player = played(tmp_path, f"{CORRECTED}of>table,name>track,value>3\n")
    assert helps(player, "track", "stock") == {
        "track": f"{BUILD} The Track cube reaches End.",
        "stock": f"{OPEN} The cube is then 3 boxes from End.",
    }
    player = played(tmp_path, f"{CORRECTED}of>table,name>track,value>3;of>table,name>ranch,value>4\n")
    assert helps(player, "track") == {"track": f"{BUILD} The Track cube reaches End: everybody is paid."}
    choices = field(player.offer("decide_nothing"), "track").choices
    hints = {one.value: render(one.hint, player.names) for one in choices if one.hint}
    assert hints == {
        "track": "reaches End: everybody is paid",
        "stock": "then 3 boxes from End",
    }


@pytest.mark.parametrize(
    ("figures", "reaches"),
    [
        ("name>track,value>2", "Track or Ranch"),
        ("name>track,value>3", "Track (reaches End) or Ranch"),
        (
            "name>track,value>3;of>table,name>ranch,value>4",
            "Track (reaches End: everybody is paid)",
        ),
        (
            "name>track,value>3;of>table,name>ranch,value>4;of>table,name>round,value>8",
            "Track (reaches End: everybody is paid, and the game ends)",
        ),
    ],
)
def test_no_action_says_what_comes_of_its_cube_before_it_is_opened(
    tmp_path: Path, figures: str, reaches: str
) -> None:
    player = played(tmp_path, f"{CORRECTED}of>table,{figures}\n")
    tip = player.offer("decide_nothing").help
    assert tip
    assert render(tip, player.names) == f"Slide it and do nothing else: {reaches}."


def test_a_decision_that_ends_the_game_says_so_whether_or_not_its_actions_are_taken(tmp_path: Path) -> None:
    figures = "name>track,value>3;of>table,name>ranch,value>4;of>table,name>round,value>8"
    player = played(tmp_path, f"{CORRECTED}of>table,{figures}\n")
    ending = "The Track cube reaches End: everybody is paid, and the game ends."
    assert helps(player, "track") == {"track": f"{BUILD} {ending}"}


def test_the_tp_builds_any_number_of_hexes_and_says_so(tmp_path: Path) -> None:
    figures = "of>railroad:TP,name>open,value>1;of>seat:1,name>shares.TP,value>1;of>railroad:TP,name>treasury,value>9"
    said = helps(played(tmp_path, f"{CORRECTED}{figures}\n"))
    assert said["track"] == (
        "Build up to 3 hexes, TP any number, at $2 × railroads in the hex. The cube is then 3 boxes from End."
    )


def test_whoever_cannot_decide_is_not_told_of_as_of_somebody_else(tmp_path: Path) -> None:
    figures = "of>seat:1,name>shares.GHH,value>0;of>seat:1,name>shares.SP,value>0;of>seat:1,name>cash,value>1"
    player = played(tmp_path, f"{CORRECTED}{figures}\n")
    barred = {
        one.type: one.disabled for one in player.table.rules.play.offers(player.table.state) if one.disabled
    }
    assert {kind: render(refusal.text, player.names) for kind, refusal in barred.items()} == {
        "decide_track": "No certificate, so no railroad to build for",
        "decide_ranch": "No railroad has built track yet",
        "decide_stock": "Only $1 in hand; the minimum bid is $2",
    }


def test_the_boxes_are_asked_from_where_the_cube_will_stand(tmp_path: Path) -> None:
    """A cube that has slid twice stands in the third box at the earliest."""
    player = played(tmp_path, lengths="")
    for seat in (1, 2):
        player.move(seat, {"type": "decide_nothing", "track": "track", "at_end": False})
    with pytest.raises(RuleError) as refused:
        attempting.attempt(
            player.table, {"type": "decide_nothing", "track": "track"}, seat=Seat(3), by_host=False
        )
    assert str(refused.value) == "facts-needed: Still needed: how many slides there are from Start to End"
    (need,) = refused.value.needs
    assert (need["min"], str(need["label"])) == (3, "Slides from Start to End (Track)")
    assert str(need["help"]) == "Count on your board; asked only once"


def test_boxes_are_not_asked_of_a_cube_further_than_a_track_can_be_long(tmp_path: Path) -> None:
    """At most 20 can be told: where the host has put the cube 25 slides from Start each answer would be refused."""
    player = played(tmp_path, f"{CORRECTED}of>table,name>decision.ranch,value>25\n", lengths="")
    offered = [each for each in player.offer("decide_nothing").fields if each.name == "facts"]
    assert {each.when["track"] for each in offered if each.when} == {"track", "stock"}
    player.move(1, {"type": "decide_nothing", "track": "ranch"})
    assert "decision_boxes" not in str(player.table.journal.lines[-1].body)


def test_who_can_take_no_action_is_told_what_may_slide(tmp_path: Path) -> None:
    """Ed has no money, nor have his railroads, and there is no track to build a ranch on; Stock needs a bid."""
    poor = "".join(
        f"host: correct set=of>{of},name>{name},value>0\n"
        for of, name in (("railroad:GHH", "treasury"), ("railroad:SP", "treasury"), ("seat:1", "cash"))
    )
    player = played(tmp_path, poor)
    prompt = player.document()["turn"]["prompt"]
    assert render(prompt, player.names) == "Ed: slide the Track or Ranch cube (no action possible)"
    rich = played(tmp_path).document()["turn"]["prompt"]
    assert render(rich, player.names) == "Ed: choose Track or Stock, or only slide a cube"
    no_bid = played(tmp_path, "host: correct set=of>seat:1,name>cash,value>0\n").document()["turn"]["prompt"]
    assert render(no_bid, player.names) == "Ed: choose Track, or only slide a cube"


def test_who_has_one_decision_left_is_asked_for_one_of_two_things(tmp_path: Path) -> None:
    """*Choose Track* read as an order, above the keys *Track* and *Only slide a cube*."""
    poor = "of>table,name>ranch,value>4;of>seat:1,name>cash,value>0"
    prompt = played(tmp_path, f"{CORRECTED}{poor}\n").document()["turn"]["prompt"]
    assert render(prompt, {Seat(1): "Ed"}) == "Ed: choose Track, or only slide a cube"


def test_where_every_ranch_that_is_known_is_taken_one_must_be_named(tmp_path: Path) -> None:
    """It stays on offer: the kind of a hex without a name may have been told wrongly."""
    player = played(tmp_path)
    player.move(1, build("SP", {"kind": "ranch", "rank": 1}, {"kind": "plain", "rank": 1}))
    player.move(2, {"type": "decide_ranch"})
    words = "Build a ranch, free: its marker is yours, $1 at each General Dividends. The cube is then 2 boxes from End."
    assert helps(player, "ranch") == {"ranch": words}
    asked = field(player.offer("decide_ranch"), "hex")
    assert asked.required
    assert str(asked.help) == "No ranch hex with track has been entered. If the board has one, type its name."
    player.move(3, {"type": "decide_ranch", "hex": "Waco", "facts": {"hexes": {"Waco": {"new": True}}}})
    assert player.table.state.atlas.get("hexes", "Waco", "kind") == "ranch"


def test_the_ranch_that_opens_the_tp_says_so(tmp_path: Path) -> None:
    """The Texas & Pacific Railroad Opens: the sixth, and the current player bids first."""
    opens = "As ranch no. 6 it opens the TP: you open the bidding."
    for built, opening in ((4, False), (5, True), (6, False)):
        taken = f"{CORRECTED}of>seat:2,name>ranches,value>{built};of>table,name>reached_ranches,value>1\n"
        assert (opens in helps(played(tmp_path, taken), "ranch")["ranch"]) is opening


def test_to_go_west_is_asked_on_condition_where_no_gray_hex_is_reached(tmp_path: Path) -> None:
    """The SP has track in El Paso and has not gone west; of the GHH only a gray hex entered now would let it."""

    def asked(player: TablePlayer, railroad: str) -> list[str]:
        fields = [field for field in player.offer("decide_track").fields if field.name == "go_west"]
        whose: list[tuple[str, Any]] = [
            (str(field.label), (field.when or {})["railroad"]) for field in fields
        ]
        return [label for label, railroads in whose if railroad in railroads]

    player = played(tmp_path)
    conditional = "Gray hex reached? Then go west"
    assert (asked(player, "GHH"), asked(player, "SP")) == ([conditional], [conditional])
    player.move(1, build("SP", {"name": "El Paso", "income": 1, "rank": 1}))
    for seat in range(2, len(player.names) + 1):
        player.move(seat, {"type": "decide_nothing", "track": "ranch"})
    assert asked(player, "GHH") == [conditional]
    assert asked(player, "SP") == ["Then go west: dividends now, no more track"]


def test_a_decision_cube_is_put_right_in_the_words_of_the_board(tmp_path: Path) -> None:
    """Once somebody has told how long its track is; else it is only counted."""
    player = played(tmp_path, lengths="facts/decision_boxes/ranch=3")
    labels = {
        figure.name: [str(words) for words in figure.called]
        for figure in player.table.rules.correct.figures(player.state)
        if figure.name.startswith("decision.")
    }
    assert labels == {
        "decision.track": [],
        "decision.ranch": ["Start", "1", "2", "End"],
        "decision.stock": [],
    }
    for value, told in ((2, "Ranch cube: Start → 2"), (3, "Ranch cube: 2 → End")):
        fixed = [{"of": "table", "name": "decision.ranch", "value": value}]
        player.move(HOST, {"type": "correct", "set": fixed})
        assert told in said(player)
