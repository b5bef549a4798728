"""Tables and seats."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api import bodies, caller, qr, schemas
from api.addresses import join_url
from api.calls import KEYED, Query, call
from api.catalogues import SOURCE
from api.earlier import earlier, entry_number
from api.kept import plain_json
from api.language import language
from api.render import answer, table_json
from api.stream import HUB
from companion.service import Created, copies, imports, pins, playing_again, requests, seats
from companion.service.creation import TEACH
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.words.errors import RuleError, invalid
from companion.words.text import say
from companion.words.values import Seat

tables = Blueprint("tables", __name__)

PAGE = 50
AT = Query("at", {"type": "integer", "minimum": 1}, "After which entry; as it stands if left out")
BEFORE = Query("before", {"type": "string"}, "The `next` of the page before")
MOST = Query("limit", {"type": "integer", "minimum": 1, "maximum": PAGE}, "How many at most")


def _created(created: Created) -> Response:
    live, base = created.live, caller.settings().base_url
    with live.lock:
        table = table_json(caller.service(), live, Viewer("host"), base, language())
    keys = plain_json(
        {
            "code": live.code,
            "host_key": created.host_key,
            "join_key": live.join_key,
            "join_url": join_url(live, base),
        }
    )
    answer = Response(keys[:-1] + b',"table":' + table + b"}", 201, mimetype="application/json")
    answer.headers["Location"] = f"/api/v1/tables/{live.code}"
    return answer


@tables.post("/tables")
@call(
    "createTable", "Tables", free=True, rate="create", body=bodies.CreateSchema, answer="Created", status=201,
    refuses=("no-such-game",),
)  # fmt: skip
def create() -> Response:
    """Create a table."""
    wanted = schemas.sent(bodies.CreateSchema, caller.body())
    options = wanted["options"] or {}
    if options.get(TEACH) is None:
        options[TEACH] = caller.is_admin()  # what a guest's table reads off its board is of no use to others
    created = caller.service().create(
        wanted["game"],
        wanted["players"],
        options,
        wanted["rulings"] or {},
        wanted["facts"],
        wanted["position"],
    )
    return _created(created)


@tables.post("/tables/import")
@call(
    "importGame", "Tables", free=True, rate="import", unless=caller.is_admin,
    who="Everybody; the admin as often as they like.", body="Export", answer="Created", status=201,
    refuses=("no-such-game",),
)  # fmt: skip
def import_game() -> Response:
    """Import an exported game as a table."""
    return _created(imports.import_game(caller.service(), caller.body(caller.MOST_IMPORT), schemas.shape))


@tables.get("/tables")
@call("listTables", "Tables", may=("admin",), answer="TablePage", query=(BEFORE, MOST))
def list_tables() -> Response:
    """All tables, newest first."""
    caller.need_admin()
    limit = page_limit()
    found = caller.service().store.tables(limit=limit, before=request.args.get("before"))
    items = [
        {
            "code": item.code,
            "game": item.game,
            "created_at": item.created_at,
            "players": [seat.name for seat in item.seats],
            "status": item.status,
        }
        for item in found
    ]
    last = found[-1] if len(found) == limit else None
    return answer({"items": items, "next": f"{last.created_at} {last.code}" if last else None})


def page_limit() -> int:
    """How many items the sender wants on a page, at most `PAGE`.

    :raises RuleError: `invalid` for what is no number.
    """
    try:
        return min(PAGE, max(1, int(request.args.get("limit", PAGE))))
    except ValueError as error:
        raise invalid("limit", say("A limit is a number")) from error


def version_tag(live: Live, viewer: Viewer) -> str:
    """What an answer is known by: the version, and the language if it is not the templates' own."""
    tag = live.tag(viewer)
    return tag if language() == SOURCE else f"{tag}-{language()}"


@tables.get("/tables/<code:code>")
@call(
    "readTable",
    "Tables",
    may=KEYED,
    free=True,
    answer="Table",
    cached=True,
    query=(AT,),
    refuses=("invalid",),
)
def read(code: str) -> Response:
    """The table document for this viewer; with `at`, as it stood after an earlier entry, without offers."""
    at = request.args.get("at")
    with caller.reading(code) as (live, viewer):
        tag = version_tag(live, viewer) if at is None else f"{version_tag(live, viewer)}-at"
        if request.if_none_match.contains_weak(tag):
            found = Response(status=304)
        elif at is not None:
            found = earlier(live, viewer, at)
        else:
            page = table_json(caller.service(), live, viewer, caller.settings().base_url, language())
            found = Response(page, mimetype="application/json")
    found.headers["ETag"] = f'"{tag}"'
    found.headers["Cache-Control"] = "private, no-cache"
    found.headers["Vary"] = "Authorization"
    return found


@tables.patch("/tables/<code:code>")
@call(
    "changeTable",
    "Tables",
    may=("host",),
    body=bodies.ChangeSchema,
    answer="Table",
    refuses=("no-such-seat",),
)
def change(code: str) -> Response:
    """Change names, colours, and options that are not used yet."""
    live = caller.hosting(code)
    wanted = schemas.sent(bodies.ChangeSchema, caller.body())
    names = {Seat(n): name for n, name in enumerate(wanted.get("players", ()), 1)}
    if names and len(names) != len(live.names):
        raise invalid("players", say("There are {n} players", n=len(live.names)))
    colours: dict[Seat, str] = {}
    for seat in wanted.get("seats", ()):
        seats.kept(live, seat["seat"])
        if "name" in seat:
            names[Seat(seat["seat"])] = seat["name"]
        if "colour" in seat:
            colours[Seat(seat["seat"])] = seat["colour"]
    tidy = {seat: " ".join(name.split()) for seat, name in names.items()}
    with live.lock:
        caller.service().rename(live, tidy, colours, wanted["options"])
        if wanted["new_join"]:
            caller.service().new_join(live)
            HUB.cut(live.code, Viewer("join"))
    return read(code)


@tables.delete("/tables/<code:code>")
@call("forgetTable", "Tables", may=("host",), status=204)
def forget(code: str) -> Response:
    """Delete the table for good."""
    live = caller.hosting(code)
    caller.service().delete(live)
    HUB.cut(live.code)
    return Response(status=204)


@tables.post("/tables/<code>/host")
@call("newHostKey", "Tables", may=("admin",), answer="HostKey")
def new_host(code: str) -> Response:
    """Make a new host key, for a laptop that has lost it."""
    caller.need_admin()
    live = caller.table(code)
    key = caller.service().new_host_key(live)
    HUB.cut(live.code, Viewer("host"))
    return answer({"host_key": key, "join_key": live.join_key})


@tables.post("/tables/<code:code>/copy")
@call(
    "copyTable", "Tables", may=KEYED, free=True, rate="create", body=bodies.CopySchema, optional=True,
    who="The host; a seat where `try_out` says so; everybody once the game is over.", answer="Created", status=201,
    refuses=("host-only", "not-now", "invalid"),
)  # fmt: skip
def copy(code: str) -> Response:
    """A copy of the table, as it is or as it stood after an entry, to try things out: it is marked as practice."""
    at = schemas.sent(bodies.CopySchema, caller.body(optional=True))["at"]
    with caller.reading(code) as (live, viewer):
        copies.check_may_copy(live, viewer)
        revision = live.table.revision if at is None else entry_number(live, at)
        created = copies.copied(caller.service(), live, revision)
    return _created(created)


@tables.post("/tables/<code:code>/play-again")
@call(
    "playAgain", "Tables", may=KEYED, free=True, rate="create", body=bodies.PlayAgainSchema, optional=True,
    who="Everybody once the game is over.", answer="Created", status=201, refuses=("not-now", "invalid"),
)  # fmt: skip
def play_again(code: str) -> Response:
    """A new table with the same people, colours, options and rulings. If the host makes it, the old one's document says
    where it is (`next_table`)."""
    sent = schemas.sent(bodies.PlayAgainSchema, caller.body(optional=True))
    with caller.reading(code) as (live, viewer):
        created = playing_again.play_again(caller.service(), live, viewer, sent["options"] or {}, sent["key"])
    return _created(created)


@tables.get("/tables/<code:code>/next-table")
@call("readNextTable", "Tables", may=KEYED, answer="NextTable", refuses=("not-now",))
def read_next_table(code: str) -> Response:
    """The way in at the table where the people of this one play again."""
    live, _ = caller.acting(code)
    found = playing_again.way_in(caller.service(), live)
    url = join_url(found, caller.settings().base_url)
    return answer({"code": found.code, "join_key": found.join_key, "join_url": url})


# --- seats -------------------------------------------------------------------------------------------


@tables.post("/tables/<code:code>/join")
@call(
    "joinByDigits",
    "Seats",
    free=True,
    rate="join",
    body=bodies.JoinSchema,
    answer="JoinKey",
    refuses=("key-unknown",),
)
def join(code: str) -> Response:
    """The key that the table's QR holds, for a phone that cannot scan it, given the digits on the host's screen."""
    live = caller.table(code)
    pin = schemas.sent(bodies.JoinSchema, caller.body())["pin"]
    with live.lock:
        return answer({"join_key": pins.join_key(live, pin)})


@tables.post("/join")
@call(
    "joinByDigitsAlone",
    "Seats",
    free=True,
    rate="join",
    body=bodies.JoinSchema,
    answer="FoundTable",
    refuses=("key-unknown",),
)
def join_alone() -> Response:
    """The same for a phone that has only the server's address: which table of late shows these digits, and its key."""
    pin = schemas.sent(bodies.JoinSchema, caller.body())["pin"]
    with caller.at_all_tables():
        code, key = pins.way_in(caller.service(), pin)
    return answer({"code": code, "join_key": key})


@tables.post("/tables/<code>/seats/<int:number>/claim")
@call(
    "claimSeat", "Seats", may=("join", "handover"), rate="claim", body=bodies.ClaimSchema, answer="Seated",
    refuses=("seat-taken", "not-your-seat"),
)  # fmt: skip
def claim(code: str, number: int) -> Response:
    """Take a seat with a phone."""
    key = caller.given_key()
    if key is None:
        raise RuleError("key-needed", say("Scan the table's QR code to take a seat"))
    live = caller.table(code)
    seat = Seat(number)
    sent = caller.body()
    with caller.guarded():
        seats.check_may_claim(live, seat, sent.get("key"), key)
    wanted = schemas.sent(bodies.ClaimSchema, sent)
    with live.lock:
        before = seats.kept(live, seat).key_hash
        seats.claim(live, seat, wanted["key"], key)
        if before != seats.kept(live, seat).key_hash:
            HUB.cut(live.code, Viewer("seat", seat))
    return _seated(code, seat, live.viewer(wanted["key"]))


def _seated(code: str, seat: Seat, viewer: Viewer) -> Response:
    live = caller.table(code)
    with live.lock:
        table = table_json(caller.service(), live, viewer, caller.settings().base_url, language())
    return Response(b'{"seat":%d,"table":%s}' % (seat, table), mimetype="application/json")


@tables.post("/tables/<code>/seats/<int:number>/release")
@call("releaseSeat", "Seats", may=("host",), answer="Seated")
def release(code: str, number: int) -> Response:
    """Free a seat."""
    live = caller.hosting(code)
    with live.lock:
        seats.release(live, Seat(number))
        HUB.cut(live.code, Viewer("seat", Seat(number)))
    return _seated(code, Seat(number), Viewer("host"))


@tables.post("/tables/<code>/seats/<int:number>/handover")
@call("handOverSeat", "Seats", may=("host",), body=bodies.HandoverSchema, optional=True, answer="HandedOver")
def handover(code: str, number: int) -> Response:
    """That seat's own QR, for a new phone."""
    live = caller.hosting(code)
    seats.kept(live, Seat(number))
    wanted = schemas.sent(bodies.HandoverSchema, caller.body(optional=True))
    base = caller.chosen_address(wanted["address"])
    key = seats.handover(live, Seat(number))
    url = f"{base}/t/{live.code}#s={number}&h={key}"
    return answer({"handover_key": key, "url": url, "qr_svg": qr.svg(url)})


@tables.post("/tables/<code>/seats/<int:number>/request")
@call(
    "requestSeat", "Seats", may=("join",), rate="claim", body=bodies.ClaimSchema, answer="Asked",
    refuses=("not-your-seat", "not-now"),
)  # fmt: skip
def ask(code: str, number: int) -> Response:
    """Ask for a seat that is on another phone."""
    live, viewer = caller.acting(code)
    if viewer.role != "join":
        raise RuleError("not-your-seat", say("Only a phone without a seat can request one"))
    seats.kept(live, Seat(number))
    wanted = schemas.sent(bodies.ClaimSchema, caller.body())
    asked = requests.ask(live, Seat(number), wanted["key"])
    return answer({"id": asked.id, "pin": asked.pin, "seat": number, "until": asked.until})


@tables.post("/tables/<code>/requests/<request_id>")
@call(
    "answerRequest", "Seats", may=("host", "seat"), body=bodies.AnswerSchema, answer="Answered",
    who="The host, that seat's phone, and another seat's when that phone has been gone for a minute.",
    refuses=("no-such-request", "not-now"),
)  # fmt: skip
def answer_request(code: str, request_id: str) -> Response:
    """Say yes or no to a phone that asks for a seat."""
    live, viewer = caller.playing(code)
    sent = caller.body()
    with live.lock:
        before = live.stored.seats
        asked = requests.answer(
            live, request_id, viewer, lambda: bool(schemas.sent(bodies.AnswerSchema, sent)["approve"])
        )
        if live.stored.seats != before:
            HUB.cut(live.code, Viewer("seat", Seat(asked.seat)))
    return answer({"id": asked.id, "seat": asked.seat, "approved": asked.answer})


@tables.post("/tables/<code>/requests/<request_id>/withdraw")
@call("withdrawRequest", "Seats", may=("join",), body=bodies.ClaimSchema, status=204,
    who="The phone that asked, by the key it asked with.", refuses=("not-your-seat", "not-now"),
)  # fmt: skip
def withdraw_request(code: str, request_id: str) -> Response:
    """No longer ask for a seat; withdrawn twice is no error."""
    live, viewer = caller.acting(code)
    sent = caller.body()
    requests.withdraw(live, request_id, viewer, lambda: str(schemas.sent(bodies.ClaimSchema, sent)["key"]))
    return Response(status=204)
