"""What a settlement says of what wins, game by game, and of what decides ties."""

from __future__ import annotations

import pytest

from tests.browser.played import played
from tests.server import Client

ENDED = {
    "prairie-railroads/whole-evening": "Most money after the final payoff wins. Ties are shared",
    "southern-pacific/whole-evening": "Most cash wins",
    "texas-pacific/end-ties": "Most money wins",
    "gulf-mobile-ohio/end-passing": "Most victory points win. Ties are shared",
    "union-pacific/end-tie-shared": "Most cash wins",
    "bank/under-the-hammer": "Most cash wins. Ties are shared",
    "bank/prairie-with-the-bank": "Whoever has the most in cash and certificates wins. Ties are shared",
}
"""Ending/Winning the Game; End of Game; Game end. A share is worth something in the Final Payoff of Prairie Railroads
alone, and where a bank's table has said at the end what its certificates are worth."""


@pytest.mark.parametrize("evening", ENDED)
def test_what_wins(client: Client, evening: str) -> None:
    party = played(client, evening)
    assert client.get(f"{party.at}/settlement").json["wins"] == ENDED[evening]


def test_what_decided_a_tie_is_told_where_it_has(client: Client) -> None:
    decided = client.get(f"{played(client, 'union-pacific/end-tie-more-shares').at}/settlement").json
    shared = client.get(f"{played(client, 'union-pacific/end-tie-shared').at}/settlement").json
    assert (decided["ties"], shared.get("ties")) == ("Ties: most shares invested", None)
