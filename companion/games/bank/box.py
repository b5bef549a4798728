"""What a table of the bank alone may choose; there is no printed board, and nothing to be known of one."""

from __future__ import annotations

from companion.mechanisms.box_file import read_box

BOX = read_box(__package__)
