"""Six digits beside the QR, for a phone that cannot scan: in exchange for them it gets the key that the QR holds.

Six digits can be guessed, so they change after some wrong tries. Where one process serves alone, how many there were is
forgotten at a restart: the digits come from the join key, and a new QR brings new ones anyway.
"""

from __future__ import annotations

import hmac
from dataclasses import replace

from companion.service import keys
from companion.service.live import Live
from companion.service.retrying import retried
from companion.words.errors import RuleError
from companion.words.text import say


@retried
def join_key(live: Live, pin: str) -> str:
    """The key in the QR, in exchange for the digits; spaces between them do not matter. The caller holds the table's
    lock.

    :raises RuleError: `key-unknown`.
    """
    if hmac.compare_digest("".join(pin.split()).encode(), live.join_pin.encode()):
        return live.join_key
    tries = live.stored.wrong_digits + 1
    # whoever shows them hears of it
    live.remember(replace(live.stored, wrong_digits=tries), seen=tries % keys.MOST_WRONG == 0)
    raise RuleError("key-unknown", say("Wrong digits: look at the host's screen again"))
