"""The tables by which several processes know of one another; where one process alone serves, they stay empty."""

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, PrimaryKeyConstraint, Table, func

from companion.store.schema import COUNT, TEXT, code, word
from companion.store.schema import metadata as metadata

NOW = func.extract("epoch", func.clock_timestamp())
"""Seconds since 1970 by the database's own clock: those of several machines differ."""

pulse = Table(
    "pulse",
    metadata,
    code(),
    Column("version", COUNT, nullable=False),
    Column("edition", COUNT, nullable=False),
    Column("wrong_digits", COUNT, nullable=False),
    PrimaryKeyConstraint("code"),
)
"""What every write at a table counts up, and what refuses it if another process has written since: `version` counts
what everybody sees, `edition` everything, secrets too. And how often somebody sent wrong digits for the QR."""

seat_times = Table(
    "seat_times",
    metadata,
    code(),
    Column("seat", Integer, nullable=False),
    Column("claimed", Float),
    Column("gone", Float),
    PrimaryKeyConstraint("code", "seat"),
)
"""When a phone took the seat, and when it was last heard of: seconds since 1970."""

presence = Table(
    "presence",
    metadata,
    code(),
    Column("seat", Integer, nullable=False),
    Column("process", word(40), nullable=False),
    PrimaryKeyConstraint("code", "seat", "process"),
    Index("presence_process", "process"),
)
"""At which process a seat's phone listens."""

requests = Table(
    "seat_request",
    metadata,
    code(),
    Column("id", word(20), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("pin", word(2), nullable=False),
    Column("key_hash", word(64), nullable=False),
    Column("asked", Float, nullable=False),
    Column("until", word(32), nullable=False),
    Column("answer", Integer),
    Column("answered", Float, nullable=False),
    PrimaryKeyConstraint("code", "id"),
)
"""Phones that ask for a seat which is on another one."""

processes = Table(
    "server_process",
    metadata,
    Column("id", word(40), primary_key=True),
    Column("until", Float, nullable=False),
)
"""The processes that serve; one that has not been heard of by then is gone, and with it whoever listened there."""

boards = Table(
    "board_edition",
    metadata,
    Column("game", word(40), primary_key=True),
    Column("edition", COUNT, nullable=False),
)
"""Counts what is taught of a game's board."""

rolls = Table(
    "roll",
    metadata,
    Column("id", word(20), primary_key=True),
    Column("game", word(40), nullable=False),
    Column("tool", word(40), nullable=False),
    Column("purpose", word(40), nullable=False),
    Column("faces", TEXT, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("made", Float, nullable=False),
    Column("rolled", Integer, nullable=False),
    Column("next", word(20)),
    Index("roll_made", "made"),
)
"""Rolls without a table."""

rates = Table(
    "rate",
    metadata,
    Column("what", word(20), nullable=False),
    Column("address", word(60), nullable=False),
    Column("minute", COUNT, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("what", "address", "minute"),
)
"""How often something was asked for from an address, by the minute, counted from 1970."""

leases = Table(
    "lease",
    metadata,
    Column("name", word(40), primary_key=True),
    Column("holder", word(40), nullable=False),
    Column("until", Float, nullable=False),
    Column("about", TEXT, nullable=False),
)
"""Reserved: what one process alone does for all others, as long as it says so. Nothing is written here yet."""
