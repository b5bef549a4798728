"""Seeds for the app's dice, and what is published of one before it has rolled."""

from __future__ import annotations

import secrets

from companion.mechanisms import dice
from companion.store import Seed

_BYTES = 32


def fresh(since: int) -> Seed:
    """A seed for what is rolled from that revision on."""
    return Seed(secrets.token_hex(8), secrets.token_bytes(_BYTES), since)


def committed(seed: Seed) -> dict[str, str]:
    """What a line says of its seed: enough to check it later, and nothing of what it will roll."""
    return {"id": seed.dice_id, "commitment": dice.commitment(seed.secret)}
