"""What players read is what somebody at a table would say: wordings that native readers found odd do not come back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from api.catalogues import messages, templates_of, words_of
from templates import ROOT, games, of_game, of_house

ODD = {
    "en": (
        r"what is (not )?known of",
        r"\bto act now\b",
        r"^leave it$|\bto the start\b",
        r"\bas the (device|browser) has it\b|^by (day|lamplight)$",
        r"^(least|most)$",
        r"cannot be taken now",
        r"bid for me",
        r"\bit stands as it was\b|\bwhat differs then\b",
        r"\binsert before it\b|\bcannot stand there\b",
        r"\bon the table it is\b|^whose$|^which figure$|difference from or to",
        r"\banybody everything\b|\beverybody their own\b",
        r"\bif you like\b|\bis shown when\b",
        r"\blooks to this\b|see for yourselves",
        r"\bto be had\b|\bloses it\b",
        r"\byou ask for\b|\basks to sit\b",
        r"\bput away\b|\bto look at$",
        r"\bit is another one\b|^forget\b|\bleave this line out\b",
        r"taken for right",
        r"set it aside counted",
        r"between the same two|^and on from\b",
        r"\bmeanwhile\b",
        r"\beach to begin with\b",
        r"\bparted by\b",
        r"as rows\b",
        r"under the hammer",
        r"stands? there (twice|by name)",
        r"not to be chosen|is not on at the moment|one must be chosen",
        r"no kind of|no name of a|is no json|is none of what|is said of another",
        r"cannot be moved so",
        r"less than nothing",
        r"has a railroad build track|can build nowhere|is to be read out|draws the dice|is read out once",
        r"ceil\(|floor\(|\bceil\b",
        r": the \{r\} (builds|makes|goes)|\bthe the\b",
        r"\btakes in\b|need not bid|passes in a row end|with \$\{cash\} the lowest|\bpresides\b|is nobody's",
        r"\bstands? in (end|\{cities\})\b|lie there\b|with this one\b|after \{left\} more$",
        r"colours met|the home first|off their shares|and it takes \$|uncounted",
        r"nothing is said of|no least\b|display was filled|all the same|half of it",
    ),
    "de": (
        r"berichtig",
        r"^plan aufbauen",
        r"versteiger",
        r"^lassen$|^aufheben$",
        r"^das zurücknehmen$|was geschehen wird",
        r"^freiwillig$|die jetzt nicht gehen",
        r"einlassen|eingelassen|\bjene[mnrs]?\b|erloschen",
        r"^licht$|bei tag|bei lampenlicht|der browser sie hat|das gerät es hat",
        r"\bzu haben\b",
        r"aktienspiele spielen|\bkommt in die handys",
        r"\b(am|dein|keine|verdeckter|letzten?) züge?\b|^das sagt kein",
        r"abrechnung in diesem moment|\bes steht, wie es war\b",
        r"unterschied von oder an|auf dem tisch sind es",
        r"das ist zu oft|damit nicht an der reihe|hält nie|keine ihrer möglichkeiten",
        r"plan beibringen|was soll gelernt werden|passen nacheinander",
        r"\banzusehen$",
        r"als richtig galt",
        r"charter-aktie|common-aktie|\borange[nr]? stein|st(o|ö)ß|abgerundet\(|aufgerundet\(",
        r"findet den nachziehstapel|ungezählt|gleichstand wird geteilt",
        r"geht nach links weiter|steht nicht da|sie öffnet später",
        r"(^|[.:,;] |\bund |\boder )(scan|tipp|wähl|schreib|frag|prüf|sag)\b",
    ),
}
"""Patterns, by language; capitals do not count. Whoever finds another odd wording corrects it, and adds it here."""


def _pages(language: str) -> Iterator[tuple[str, str]]:
    """What the pages say themselves: each key with its words."""
    for folder in ("messages", "messages/more"):
        words: dict[str, str] = json.loads((ROOT / f"static/{folder}/{language}.json").read_text("utf-8"))
        yield from words.items()


def _said() -> Iterator[tuple[str, str]]:
    """What the program says in English: the file of each template, and the template."""
    for template in [*of_house(), *(one for folder in games() for one in of_game(folder))]:
        for words in filter(None, (template.one, template.many)):
            yield template.file, words


def _translated(language: str) -> Iterator[tuple[str, str]]:
    """What a catalogue says in its language: the English template, and the words."""
    for file in sorted(Path(ROOT / "companion").rglob(f"locale/{language}.po")):
        with file.open("rb") as opened:
            for item in messages(read_po(opened)):
                yield from ((templates_of(item)[0], words) for words in words_of(item))


def odd(language: str, words: str) -> list[str]:
    """The patterns of odd wordings that a sentence holds."""
    return [pattern for pattern in ODD[language] if re.search(pattern, words, re.IGNORECASE)]


@pytest.mark.parametrize("language", ODD)
def test_nobody_reads_an_odd_wording(language: str) -> None:
    spoken = list(_said() if language == "en" else _translated(language))
    assert len(spoken) > 1_000
    found = [
        f"{where}: {words!r} ({', '.join(patterns)})"
        for where, words in [*_pages(language), *spoken]
        if (patterns := odd(language, words))
    ]
    assert not found, "say it as somebody at the table would; ODD lists what is odd:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "What is known of its board"),
        ("en", "The table looks to this: {what}"),
        ("en", "No QR code to be had here."),
        ("de", "Eintrag {n} berichtigen"),
        ("de", "Lassen"),
    ],
)
def test_an_odd_wording_is_found(language: str, words: str) -> None:
    assert odd(language, words)
