"""Union Pacific: an investment says who leads afterwards, and what the next dividend would pay whoever made it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.companion.games.test_union_pacific import OPENING
from tests.in_words import said
from tests.table_player import after

FIRST = "Ed: invest shares=WW:2\n"
SECOND = FIRST + "Dave: invest shares=KCC:1\n"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        # alone before, too: 2 and 1
        (FIRST, "Ed invests 2 WW; Ed leads WW with 3"),
        # of $2M and $1M for the two who were tied, $1M each; now the first place is his
        (SECOND, "Dave invests 1 KCC; Dave leads KCC with 2; next KCC dividend for Dave $1M → $2M"),
        # $1M for the second place, or half of both
        (SECOND + "Pete: invest shares=KCC:1\n", "Pete invests 1 KCC; Dave and Pete lead KCC with 2 each"),
        # the second place of one company, $1M; and all of another, $2M and $1M
        (
            SECOND + "Pete: invest shares=WW:1,DM:1\n",
            "Pete invests 1 WW and 1 DM; Ed leads WW with 3; next WW dividend for Pete $0M → $1M; "
            "Pete leads DM with 1; next DM dividend for Pete $0M → $3M",
        ),
    ],
)
def test_an_investment_says_who_leads_and_what_it_brings(told: str, words: str, tmp_path: Any) -> None:
    assert said(after(OPENING + told, tmp_path)) == words
