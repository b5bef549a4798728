"""What a table of the bank alone may choose; there is no printed board, and nothing to be known of one."""

from __future__ import annotations

from companion.mechanisms.box_file import read_box
from companion.words.text import phrase

BOX = read_box(__package__)
NAME = phrase("The bank alone")
"""Its name in `box.toml`. It stands on no box, so that a language has its own words for it."""
