"""A companion, driven by a program: tables, seats, moves and the stream, over the REST contract.

It needs `requests` and nothing else, and knows nothing of the rest of the program, so that it works on a machine
without a server.

    table = joined("http://laptop.local:8000/t/K7QW2M9X#j=…").claim(2)
    for document in table.stream():
        ...
"""

from companion.client.documents import (
    Choice,
    Document,
    Entry,
    Field,
    Made,
    Offer,
    Railroad,
    Said,
    Seat,
    Turn,
    Would,
)
from companion.client.errors import (
    AgainstTheRulesError,
    CompanionError,
    FactsNeededError,
    InvalidError,
    NotAllowedError,
    NotNowError,
    NotRecordedError,
    NotThereError,
    RefusedError,
    SeatTakenError,
    StaleError,
    TooCostlyError,
    TooOftenError,
    UnreachableError,
    UnreadableError,
)
from companion.client.tables import Companion, Table, joined

__all__ = [
    "AgainstTheRulesError",
    "Choice",
    "Companion",
    "CompanionError",
    "Document",
    "Entry",
    "FactsNeededError",
    "Field",
    "InvalidError",
    "Made",
    "NotAllowedError",
    "NotNowError",
    "NotRecordedError",
    "NotThereError",
    "Offer",
    "Railroad",
    "RefusedError",
    "Said",
    "Seat",
    "SeatTakenError",
    "StaleError",
    "Table",
    "TooCostlyError",
    "TooOftenError",
    "Turn",
    "UnreachableError",
    "UnreadableError",
    "Would",
    "joined",
]
