"""The QR code that lets phones in."""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, Response, request

from api import caller, qr
from api.addresses import join_url
from api.calls import KEYED, SVG, Query, call
from api.render import answer
from companion.words.errors import RuleError
from companion.words.text import say

pictures = Blueprint("pictures", __name__)


ADDRESS = Query("address", {"type": "string"}, "One of the server's addresses, which the QR is to show")


@pictures.get("/tables/<code>/addresses")
@call("listAddresses", "Seats", may=("host",), answer="Addresses")
def addresses(code: str) -> Response:
    """The ways a phone may reach this server, for the host to choose which one the QR shows; the usual one first."""
    live = caller.hosting(code)
    base = caller.settings().base_url
    ways = dict.fromkeys((base, *caller.settings().addresses()))
    items = [
        {
            "url": url,
            "join_url": join_url(live, url),
            "qr": f"/api/v1/tables/{live.code}/qr.svg?address={quote(url, safe='')}",
        }
        for url in ways
    ]
    found = answer({"items": items})
    found.headers["Cache-Control"] = "no-store"
    return found


@pictures.get("/tables/<code>/qr.svg")
@call("showJoinCode", "Seats", may=KEYED, media=SVG, query=(ADDRESS,))
def join_picture(code: str) -> Response:
    """The table's join QR."""
    live, viewer = caller.acting(code)
    if viewer.role == "reader":
        raise RuleError("key-needed", say("The QR code is shown only to those at the table"))
    url = join_url(live, caller.chosen_address(request.args.get("address")))
    found = Response(qr.svg(url), mimetype="image/svg+xml")
    found.headers["Cache-Control"] = "private, no-cache"
    return found
