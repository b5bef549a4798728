"""Six digits beside the QR, for a phone that cannot scan: with them the key that the QR holds is handed out.

Six digits can be tried out, so after some wrong ones they are others. How often is forgotten at a restart: the digits
come from the join key, and a new QR brings new ones anyway.
"""

from __future__ import annotations

import hmac

from companion.service.live import Live
from companion.words.errors import RuleError
from companion.words.text import say

MOST_WRONG = 20
"""After so many wrong tries, whoever made them, the digits change."""


def join_key(live: Live, pin: str) -> str:
    """The key in the QR, for who has the digits; blanks between them do not matter. Hold the table's lock.

    :raises RuleError: `key-unknown`.
    """
    if hmac.compare_digest("".join(pin.split()).encode(), live.join_pin.encode()):
        return live.join_key
    live.pin.wrong += 1
    if live.pin.wrong % MOST_WRONG == 0:
        live.pin.changes += 1
        live.changed()  # whoever shows them hears of it
    raise RuleError("key-unknown", say("Wrong digits: look at the host's screen again"))
