"""Turn time over HTTP: an answer of its own, in the result and its rows, and as a chart."""

from __future__ import annotations

from api import charts
from api.chart_letters import on_the_axis
from tests.api.test_charts import SVG, chart
from tests.api.test_results import result, rows
from tests.playing import finished
from tests.server import Client, Party, new_party
from tests.timing import slowly


def test_time_at_turn(client: Client, party: Party) -> None:
    """Six shares aloud and six first segments, then Pete's last card, an hour and more of it: everybody has each step
    for as long as it stood."""
    finished(party)
    lines = len(client.get(f"{party.at}/export").json["lines"])
    slow = slowly(party, [5 * n for n in range(lines)])
    document = client.get(f"{slow.at}/time-at-turn").json
    assert document["longest"] == 600
    assert [(seat["seat"], seat["name"]) for seat in document["seats"]] == [
        (1, "Ed"),
        (2, "Dave"),
        (3, "Pete"),
    ]
    # Of 14 stretches the first is everybody's arrival. Who has bought builds, and opens the next auction: Ed and Dave
    # twice each. Pete builds twice, opens once, and it is his turn when the host corrects, and after it.
    assert [seat["seconds"] for seat in document["seats"]] == [1200, 1200, 1500]
    told = result(slow)
    assert told["time_at_turn"] == document
    timed = [row for row in rows(slow) if row[4] == "time"]
    assert {row[2]: (row[6], row[8]) for row in timed} == {
        "Ed": ("Turn time, in seconds", "1200"),
        "Dave": ("Turn time, in seconds", "1200"),
        "Pete": ("Turn time, in seconds", "1500"),
    }
    for key in (None, slow.join, slow.seats[1], slow.host):
        assert client.get(f"{slow.at}/time-at-turn", key).json == document
    assert client.get(f"{slow.at}/time-at-turn", "no key of this table").was == (401, "key-unknown")


def test_time_at_turn_is_no_part_of_the_table(client: Client, party: Party) -> None:
    """No document that is pushed says it, so nobody sees it run."""
    finished(party)
    lines = len(client.get(f"{party.at}/export").json["lines"])
    slow = slowly(party, [5 * n for n in range(lines)])
    assert "seconds" not in client.get(slow.at, slow.host).body.decode()
    assert "seconds" not in client.get(f"{slow.at}/settlement").body.decode()


def test_time_at_turn_in_minutes(client: Client) -> None:
    """Ed bids, Dave thinks for three minutes and bids, Pete for an hour, which was a pause."""
    party = new_party(client)
    for seat, amount in ((1, 5), (2, 6), (3, 7)):
        party.made(seat, "bid", amount=amount)
    svg = chart(slowly(party, [0, 1, 4, 64]), "turn")
    assert svg.findtext(f"{SVG}title") == "Turn time"
    said = svg.findtext(f"{SVG}desc") or ""
    told = ("Ed: from < 1 min to < 1 min", "Dave: from < 1 min to 3 min", "Pete: from < 1 min to 10 min")
    for words in told:
        assert words in said
    assert "10 min" in [text.text for text in svg.iter(f"{SVG}text")]
    assert "$" not in said


def test_time_at_turn_after_an_undo(client: Client) -> None:
    """The picture is a different one, though the lines that count are the same: Dave has thought longer."""
    party = new_party(client)
    party.made(1, "bid", amount=5)
    before = party.client.get(f"{party.at}/charts/turn.svg")
    party.made(2, "bid", amount=6)
    client.post(f"{party.at}/undo", {"to": 2}, party.host)
    again = party.client.get(f"{party.at}/charts/turn.svg", If_None_Match=before.headers["etag"])
    assert again.status == 200


def test_less_than_a_minute_is_not_nothing_in_the_chart_either() -> None:
    """As the settlement and the statistics say; the axis begins at nothing."""
    unit = charts.KINDS["turn"].unit
    assert unit is not None
    assert [unit.of(minutes) for minutes in (0, 1, 12)] == ["< 1 min", "1 min", "12 min"]
    assert [on_the_axis(amount, unit) for amount in (0, 5)] == ["0 min", "5 min"]
