"""The QR code that lets phones in."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response

from api import border
from companion.errors import RuleError
from companion.text import say

pictures = Blueprint("pictures", __name__)


def qr_svg(url: str) -> str:
    """A QR code of an address, dark on light in every theme: cameras want it so."""
    picture = io.BytesIO()
    segno.make(url, error="m").save(
        picture, kind="svg", border=3, dark="#1a1a1a", light="#ffffff", xmldecl=False, omitsize=True
    )
    return picture.getvalue().decode()


@pictures.get("/tables/<code>/qr.svg")
def qr(code: str) -> Response:
    """The table's join QR."""
    live, viewer = border.acting(code)
    if viewer.role == "reader":
        raise RuleError("key-needed", say("The QR code is shown to those who are in"))
    url = f"{border.settings().base_url}/t/{live.code}#j={live.join_key}"
    found = Response(qr_svg(url), mimetype="image/svg+xml")
    found.headers["Cache-Control"] = "private, no-cache"
    return found
