"""What a table of the bank alone may choose; there is no printed board, and nothing to be known of one."""

from __future__ import annotations

from companion.atlas.known import Atlas
from companion.mechanisms.box_file import fact_form, read_box
from companion.words.text import Text

BOX = read_box(__package__)
FACTS = fact_form(BOX)
MOST_AMOUNT = 99_999
"""Of money in one payment, and of a number on a track."""


def lacks(atlas: Atlas) -> tuple[Text, ...]:
    """There is no board of which anything could be unknown."""
    return ()
