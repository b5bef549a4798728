"""What a box of one's own is made of, as a page asks for it; `boxes` reads what was answered."""

from __future__ import annotations

from companion.games.bank.boxes import (
    GREY,
    LEAST_PLAYERS,
    LONGEST_UNIT,
    MOST_CERTIFICATES,
    MOST_COMPANIES,
    MOST_PAPER,
    MOST_PLAYERS,
    MOST_TRACKS,
    USUAL_CERTIFICATES,
)
from companion.vocabulary.box import FormField, Names
from companion.words.text import phrase
from companion.words.values import HIGHEST, NAME_LENGTH

_PLAYERS = tuple(str(number) for number in range(LEAST_PLAYERS, MOST_PLAYERS + 1))
_ID, _OF = "id", "of"
_COLOURS = (
    # on a page each new company has the next one; any other may be taken
    ("#b0272f", phrase("Red")),
    ("#1f5fa8", phrase("Blue")),
    ("#2f7d4f", phrase("Green")),
    ("#c79a12", phrase("Yellow")),
    ("#6b4a9e", phrase("Purple")),
    ("#b5602a", phrase("Orange")),
    ("#22252b", phrase("Black")),
    ("#6b4a2f", phrase("Brown")),
    ("#0f7c86", phrase("Teal")),
    (GREY, phrase("Grey")),
)
_COMPANY = (
    FormField(_ID, phrase("Letters"), "letters", required=True, least=1, most=6),
    FormField("colour", phrase("Colour"), "colour", default=GREY, choices=_COLOURS, aside=True),
    FormField("name", phrase("Name"), "text", most=NAME_LENGTH),
    FormField("treasury", phrase("Treasury"), "count", default=0, least=0, most=HIGHEST, aside=True),
    FormField(
        "certificates",
        phrase("Certificates"),
        "count",
        default=USUAL_CERTIFICATES,
        least=0,
        most=MOST_CERTIFICATES,
        aside=True,
    ),
)
_TRACK = (
    FormField("name", phrase("Name"), "text", required=True, least=1, most=NAME_LENGTH),
    FormField(
        _OF,
        phrase("Of"),
        "choice",
        required=True,
        default="company",
        choices=(
            ("company", phrase("Per company")),
            ("seat", phrase("Per player")),
            ("table", phrase("The table")),
        ),
    ),
    FormField("min", phrase("Lowest"), "count", default=0, least=0, most=HIGHEST),
    FormField("max", phrase("Highest"), "count", default=HIGHEST, least=0, most=HIGHEST),
    FormField(
        "start",
        phrase("Starts at"),
        "each",
        least=0,
        most=HIGHEST,
        names=(
            Names(phrase("By company"), rows="companies", where=(_OF, "company")),
            Names(phrase("By seat"), among=_PLAYERS, where=(_OF, "seat")),
        ),
    ),
)
FORM = (
    FormField("name", phrase("Name of the box"), "text", required=True, least=1, most=NAME_LENGTH),
    FormField(
        "money",
        phrase("How amounts are written"),
        "form",
        fields=(
            FormField("prefix", phrase("Before the amount"), "text", default="$", most=LONGEST_UNIT),
            FormField("suffix", phrase("After the amount"), "text", default="", most=LONGEST_UNIT),
        ),
        aside=True,
    ),
    FormField(
        "cash",
        phrase("Starting money per player"),
        "each",
        least=0,
        most=HIGHEST,
        names=(Names(phrase("By number of players"), among=_PLAYERS),),
    ),
    FormField(
        "paper_total",
        phrase("Total printed money"),
        "count",
        help=phrase("If more is in play, the app says so but refuses nothing."),
        least=0,
        most=MOST_PAPER,
        aside=True,
    ),
    FormField("companies", phrase("Companies"), "rows", most=MOST_COMPANIES, fields=_COMPANY),
    FormField(
        "tracks",
        phrase("Tracks"),
        "rows",
        help=phrase("A number per company, per player or for the table, such as an income."),
        most=MOST_TRACKS,
        fields=_TRACK,
        aside=True,
    ),
)
