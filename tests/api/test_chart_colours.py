"""The colours of charts: by day and by lamplight each line can be seen, and told from the others."""

from __future__ import annotations

from itertools import combinations

from api.chart_colours import LEAST_CONTRAST, THEMES, alike, contrast, paper, readable
from companion.documents.table_document import SEAT_COLOURS
from companion.games import GAMES

ALIKE = 24
"""Of 255 steps of red, green or blue: so much two colours differ at least."""


def test_every_colour_can_be_seen_in_both_themes() -> None:
    colours = [
        *SEAT_COLOURS,
        "#000000",
        "#ffffff",
        *(railroad.colour for rules in GAMES for railroad in rules.box.railroads),
    ]
    for theme in THEMES:
        for colour in colours:
            assert contrast(readable(colour, paper(theme)), paper(theme).sheet) >= LEAST_CONTRAST, (
                colour,
                theme,
            )


def test_coloured_lines_by_lamplight_are_as_plain_as_words_and_no_two_alike() -> None:
    dark = paper("dark")
    for rules in GAMES:
        colours = {railroad.colour for railroad in rules.box.railroads}
        inks = [readable(colour, dark) for colour in sorted(colours)]
        assert len([ink for ink in inks if contrast(ink, dark.sheet) < 4.5]) <= 1, rules.box.slug
        channels = [[int(ink[at : at + 2], 16) for at in (1, 3, 5)] for ink in inks]
        for one, other in combinations(channels, 2):
            assert max(abs(its - others) for its, others in zip(one, other, strict=True)) >= ALIKE
    assert all(contrast(readable(colour, dark), dark.sheet) >= 4.5 for colour in SEAT_COLOURS)


def test_no_curve_of_a_player_can_be_taken_for_the_players_own() -> None:
    """Green shares beside a green player's cash, brass dividends beside a brown one's, are blue."""
    assert not alike("#1f6f5c", "#8c2f23")
    assert alike("#1f6f5c", "#2f7d4f")
    assert alike("#a9741f", "#8a6412")
    assert alike("#ff0010", "#ff1000"), "red begins and ends the circle"
    assert not alike("#a9741f", "#4b5358"), "a grey has no hue"
    assert not alike("#a9741f", "brown")
