"""Documents as JSON, with every text in words. What is the same for several viewers is rendered once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import orjson
from flask import Response

from api.addresses import join_url
from api.kept import Document, Page, Voice, kept, plain_json, voice
from api.language import language
from api.pieces import Rendered, joined
from companion.documents.entries import entries
from companion.documents.table_document import (
    RECENT,
    choice_document,
    field_document,
    offer_document,
    table_document,
    unavailable_document,
)
from companion.service import Service, requests
from companion.service.acting import acts_for_all
from companion.service.answering import Answer
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.table.amending import OldEntry
from companion.vocabulary.offers import Choice, Offer, OfferField, to_own
from companion.vocabulary.panels import Panel
from companion.words.values import Seat


def answer(value: Any, status: int = 200, live: Live | None = None) -> Response:
    """A document as an answer; with a table its texts in the sender's language."""
    sent = plain_json(value) if live is None else voice(live, language()).json(value)
    return Response(sent, status, mimetype="application/json")


def table_json(service: Service, live: Live, viewer: Viewer, base_url: str, language: str) -> bytes:
    """The table document for a viewer; each half of it is rendered once a version."""
    shared, own = _halves(service, live, viewer, base_url, language, _whole)
    return b"%s,%s" % (memoryview(shared.json)[:-1], memoryview(own.json)[1:])


def rendered(service: Service, live: Live, viewer: Viewer, base_url: str, language: str) -> Rendered:
    """The table document for a viewer in pieces, for a stream that is to send only what changes."""
    shared, own = _halves(service, live, viewer, base_url, language, Page.in_pieces)
    return Rendered(live.version, shared.pieces, own.pieces)


Kind = Callable[[Page, Voice], None]


def _halves(
    service: Service, live: Live, viewer: Viewer, base_url: str, language: str, kind: Kind
) -> tuple[Page, Page]:
    """What all see alike, or where something is sealed or hidden all who sit at that seat; and what is the viewer's."""
    pages = kept(live)
    spoken = pages.voice(live, language)
    shared = pages.shared_page(viewer.seat, language, lambda: _shared(service, live, viewer, spoken))
    own = pages.own_page(live, viewer, language, lambda: _own(live, viewer, base_url, spoken))
    for page in (shared, own):
        kind(page, spoken)
    return shared, own


def _whole(page: Page, spoken: Voice) -> None:
    if not page.json:
        page.json = joined(page.pieces) if page.pieces else _at_once(page.document, spoken)


def _at_once(document: Document, spoken: Voice) -> bytes:
    shown = {
        name: list(map(orjson.Fragment, value)) if isinstance(value, tuple) else value
        for name, value in document.items()
    }
    return spoken.json(shown)


def _shared(service: Service, live: Live, viewer: Viewer, spoken: Voice) -> Document:
    document = _table(service, live, viewer)
    if live.damaged is not None:
        document["damaged"] = {"revision": live.damaged.revision, "text": live.damaged.text}
    panels = _panels(live.table.view().panels, spoken)
    return {**document, "panels": panels, "recent": tuple(recent_json(live, viewer, spoken))}


def _table(service: Service, live: Live, viewer: Viewer, *, hidden: frozenset[str] | None = None) -> Document:
    return table_document(
        live.table,
        live.chairs(),
        code=live.code,
        version=live.version,
        options=service.options(live),
        seat=viewer.seat,
        hidden=hidden,
    )


def _panels(panels: Iterable[Panel], spoken: Voice) -> tuple[bytes, ...]:
    return tuple([spoken.once(panel, partial(dict, panel)) for panel in panels])


def recent_json(live: Live, viewer: Viewer, spoken: Voice) -> list[bytes]:
    """The last entries, each rendered once as long as nothing is undone and nobody is renamed. What is sealed is
    rendered for each viewer, and kept for none."""
    known, lines = spoken.entries, live.table.journal.lines[-RECENT:]
    if sealed := live.table.sealed:
        every = live.table.journal.lines
        known = {n: shown for n, shown in known.items() if every[n - 1].body.get("type") not in sealed}
    fresh = [line for line in lines if line.revision not in known]
    documents = entries(live.table, fresh, viewer.seat, paper=live.paper) if fresh else []
    for line, shown in zip(fresh, documents, strict=True):
        known[line.revision] = spoken.json(shown)
    for revision in [revision for revision in known if revision < lines[0].revision]:
        del known[revision]
    return [known[line.revision] for line in lines]


def _own(live: Live, viewer: Viewer, base_url: str, spoken: Voice) -> Document:
    """What only this viewer sees: their offers, who they are, the way in for others."""
    offers: list[bytes] = []
    unavailable: list[bytes] = []
    if viewer.role in ("host", "seat"):
        # What only the host may do is made to no seat.
        seats = [*live.names, None] if viewer.role == "host" else [viewer.seat]
        if viewer.role == "seat" and acts_for_all(live):
            seats = list(live.names)
        for seat in seats:
            own = viewer.role == "seat" and seat == viewer.seat
            to_seat, barred = _offers_to(live, seat, spoken, own=own)
            offers += to_seat
            unavailable += barred
    keyed = viewer.role != "reader"
    return {
        "offers": tuple(offers),
        "unavailable": tuple(unavailable),
        "requests": requests.shown(live, viewer) if keyed else None,
        "you": {"role": viewer.role, "seat": viewer.seat, **_secrets(live, viewer)},
        "join_url": join_url(live, base_url) if keyed else None,
        "join_pin": live.join_pin if keyed else None,
        **({"next_table": live.stored.next_table} if live.stored.next_table else {}),
    }


def _secrets(live: Live, viewer: Viewer) -> dict[str, Any]:
    """What a seat has told the companion and nobody else: its limit in the auction that is on."""
    limit = live.limits.get(viewer.seat) if viewer.role == "seat" and viewer.seat is not None else None
    return {"limit": limit.amount} if limit else {}


def _offers_to(
    live: Live, seat: Seat | None, spoken: Voice, *, own: bool
) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """A seat's offers, and what it would look for among them and cannot take up; rendered when somebody sees them.
    own: is it that seat who reads them?"""
    shown = spoken.offers.get((seat, own))
    if shown is None:
        open_now: list[Offer] = []
        barred: list[bytes] = []
        for offer in live.table.offers():
            if offer.host if seat is None else not offer.host and offer.seat == seat:
                if not offer.disabled:
                    open_now.append(to_own(offer) if own else offer)
                elif offer.sought:
                    barred.append(spoken.json(unavailable_document(offer, offer.disabled)))
        shown = spoken.offers[seat, own] = tuple(_offers_json(open_now, spoken)), tuple(barred)
    return shown


def _offers_json(offers: Iterable[Offer], spoken: Voice) -> Iterator[bytes]:
    """What cannot be taken up is left out. Fields and choices, such as the cities of a board, are kept."""

    def field(one: OfferField) -> orjson.Fragment:
        return orjson.Fragment(spoken.once(one, lambda: field_document(one, field, choices)))

    def choices(some: tuple[Choice, ...]) -> orjson.Fragment:
        return orjson.Fragment(spoken.once(some, lambda: spoken.each(some, choice_document)))

    return (
        # what stands open all the time is seldom another one
        spoken.once(offer, partial(offer_document, offer, field))
        if offer.anytime
        else spoken.json(offer_document(offer, field))
        for offer in offers
        if not offer.disabled
    )


def moment_json(revision: int, found: OldEntry, spoken: Voice) -> bytes:
    """The table before an entry: whose turn it was, what was on offer, what the entry told of the board."""
    offers = list(map(orjson.Fragment, _offers_json(found.offers, spoken)))
    turn = {"seats": list(found.to_act), "prompt": found.prompt}
    return spoken.json({"revision": revision, "turn": turn, "offers": offers, "told": list(found.facts)})


def made(
    service: Service, played: Answer, viewer: Viewer, base_url: str, language: str, *, minimal: bool
) -> bytes:
    """The answer to a move, undo, redo or amend: revision, entry, and the table after it (dry: as it would be), of
    which a minimal one says the version alone; of an amendment also what differs, of an undo what vanishes."""
    live = played.live
    body: dict[str, Any] = {"revision": played.revision, "entry": played.entry}
    if minimal:
        body["version"] = live.version
    elif played.supposed is None:
        body["table"] = orjson.Fragment(table_json(service, live, viewer, base_url, language))
    else:
        body["table"] = orjson.Fragment(_supposed(service, played, viewer, base_url, language))
    if played.differences is not None:
        body["differences"] = played.differences
    if played.vanishing is not None:
        body["vanishing"] = played.vanishing
    return voice(live, language).json(body)


def _supposed(service: Service, played: Answer, viewer: Viewer, base_url: str, language: str) -> bytes:
    """The table as it would be, with the version and revision it has."""
    live = played.live
    assert played.supposed is not None
    spoken, revision = voice(live, language), live.table.revision
    recent, standing = recent_json(live, viewer, spoken), live.table.view()
    with spoken.aside(), live.table.supposing(*played.supposed):
        document = _table(service, live, viewer, hidden=standing.hidden)
        # What the end would open, a dry run does not.
        opened = standing.hidden and not live.table.view().hidden
        panels = _panels((standing if opened else live.table.view()).panels, spoken)
        document |= {"revision": revision, "recent": tuple(recent), "panels": panels}
        return _at_once({**document, **_own(live, viewer, base_url, spoken)}, spoken)
