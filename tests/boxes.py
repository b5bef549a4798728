"""A box of one's own as the tests send it, in both of its ways."""

from __future__ import annotations

from typing import Any

from tests.server import Client

MINES: dict[str, Any] = {
    "name": "Two mines",
    "money": {"prefix": "", "suffix": " Mk"},
    "cash": {"2": 150, "3": 100},
    "paper_total": 400,
    "companies": [
        {"id": "IRON", "name": "Iron Mine", "colour": "#8c2f23", "treasury": 40, "certificates": 3},
        {"id": "COAL", "name": "Coal Mine", "colour": "#33363a", "treasury": 0, "certificates": 3},
    ],
    "tracks": [{"name": "ore", "of": "company", "min": 0, "max": 12, "start": {"IRON": 4}}],
}
YAML = """\
# A game of two mines
name: Two mines
money:
  prefix: ""
  suffix: " Mk"
cash:
  2: 150
  3: 100
paper_total: 400
companies:
  - {id: IRON, name: Iron Mine, colour: "#8c2f23", treasury: 40, certificates: 3}
  - id: COAL
    name: Coal Mine
    colour: "#33363a"
    treasury: 0
    certificates: 3
tracks:
  - {name: ore, of: company, min: 0, max: 12, start: {IRON: 4}}
"""
SENT_AS_YAML = {"Content_Type": "application/yaml"}


def put(client: Client, name: str, box: Any = MINES, **more: Any) -> Any:
    return client.call("PUT", f"/boxes/{name}", box, **more)


def listed(client: Client) -> dict[str, Any]:
    return {item["name"]: item for item in client.get("/boxes").json["items"]}


def mines(**changed: Any) -> dict[str, Any]:
    return {**MINES, **changed}
