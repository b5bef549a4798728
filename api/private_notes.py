"""What a player writes for themselves, on their own phone."""

from __future__ import annotations

from flask import Blueprint, Response

from api import bodies, caller, schemas
from api.calls import call
from api.render import answer
from companion.service import private_notes
from companion.words.values import Seat

writing = Blueprint("writing", __name__)

WHOSE = "That seat's own phone; nobody else, the host included."
AT = "/tables/<code>/seats/<int:number>/private-notes"


@writing.get(AT)
@call(
    "readPrivateNotes", "Seats", may=("seat",), who=WHOSE, answer="PrivateNotes", refuses=("not-your-seat",)
)
def read(code: str, number: int) -> Response:
    """What this phone has written for itself. It ends with the phone's key."""
    live, viewer = caller.acting(code)
    return answer({"text": private_notes.read(live, viewer, Seat(number))})


@writing.put(AT)
@call(
    "writePrivateNotes", "Seats", may=("seat",), who=WHOSE, body=bodies.PrivateNotesSchema,
    answer="PrivateNotes", refuses=("not-your-seat",),
)  # fmt: skip
def write(code: str, number: int) -> Response:
    """Write for oneself on this phone, in place of what was there. Nobody hears of it."""
    live, _ = caller.playing(code)
    sent = caller.body()
    with live.lock:
        viewer = caller.viewer_of(live)  # again: the seat may be on another phone by now
        kept = private_notes.write(
            live, viewer, Seat(number), lambda: str(schemas.sent(bodies.PrivateNotesSchema, sent)["text"])
        )
    return answer({"text": kept})
