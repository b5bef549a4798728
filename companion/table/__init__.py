"""A table that is played at: its journal, and what every line does. `table.py` is the only door into the rules."""
