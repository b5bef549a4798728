"""The events of a table's stream."""

from __future__ import annotations

from typing import Any

from api.described.moves import REF

RETRY_MILLISECONDS = 1000
EVENTS: dict[str, tuple[str, str]] = {
    "table": ("Table", "The table document for this viewer: first, and then after every change"),
    "patch": (
        "Patch",
        "With `?patches=true`, instead of it: applied (RFC 6902) to this viewer's document of version `since`, it "
        "gives that of the version that is the event's id. After a gap, and whenever the server prefers, a `table` "
        "comes again",
    ),
}
"""By name: what its data are, and when it comes."""
SAYS = (
    "Server-Sent Events. `retry` is sent once, at the beginning. A comment every 15 seconds says that the server is "
    "still there. Whoever comes again gets the table as it is, so `Last-Event-ID` is not needed. An event of another "
    "name is to be passed over."
)


def events() -> dict[str, Any]:
    """What stands at the answer: each event, its id and its data."""
    return {
        "x-retry-milliseconds": RETRY_MILLISECONDS,
        "x-events": {
            name: {
                "description": says,
                "id": {"type": "integer", "description": "The version of the table after it"},
                "data": {"$ref": f"{REF}{answer}"},
            }
            for name, (answer, says) in EVENTS.items()
        },
    }
