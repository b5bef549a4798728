"""Documents as JSON, with every text in words. What is the same for several viewers is rendered once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import orjson
from flask import Response

from api.catalogues import tongue
from api.language import language
from api.parts import Rendered, joined
from companion.documents.entries import entries
from companion.documents.table_document import RECENT, choice_document, offers_document, table_document
from companion.service import Service, requests
from companion.service.answering import Answer
from companion.service.kept_pages import Page, Pages, Part
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.table.amending import OldEntry
from companion.vocabulary.offers import Choice, Offer
from companion.words.text import Text, Who, render
from companion.words.values import Seat

_OPTIONS = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_NON_STR_KEYS


def words(live: Live, language: str) -> Callable[[Any], Any]:
    """Puts the texts of a table into words."""
    kept = live.pages.words.get(language)
    if kept is not None:
        return kept
    names, spoken = live.called, tongue(language, live.table.rules.box.slug)

    def shown(value: Any) -> Any:
        if isinstance(value, Text):
            return render(value, names, spoken)
        if isinstance(value, Who):
            return names[value.seat]
        if isinstance(value, tuple):
            return list(value)
        if isinstance(value, str):
            return str(value)
        raise TypeError(type(value).__name__)

    live.pages.words[language] = shown
    return shown


def dumps(value: Any, live: Live, language: str) -> bytes:
    """JSON of a document of a table."""
    return orjson.dumps(value, words(live, language), _OPTIONS)


def trimmed(sent: bytes) -> bytes:
    """For what is kept: orjson leaves some KB of spare room behind whatever it writes, a copy does not."""
    return bytes(memoryview(sent))


def answer(value: Any, status: int = 200, live: Live | None = None) -> Response:
    """A document as an answer; with a table its texts in the sender's language."""
    sent = dumps(value, live, language()) if live is not None else orjson.dumps(value, option=_OPTIONS)
    return Response(sent, status, mimetype="application/json")


def table_json(service: Service, live: Live, viewer: Viewer, base_url: str, language: str) -> bytes:
    """The table document for a viewer; each half of it is rendered once a version."""
    shared, own = _halves(service, live, viewer, base_url, language, _in_one_piece)
    return b"%s,%s" % (memoryview(shared.json)[:-1], memoryview(own.json)[1:])


def rendered(service: Service, live: Live, viewer: Viewer, base_url: str, language: str) -> Rendered:
    """The same in parts, for who wants to hear what is another in the next one."""
    shared, own = _halves(service, live, viewer, base_url, language, _in_parts)
    return Rendered(live.version, shared.parts, own.parts)


Document = dict[str, Any]
"""By member; a tuple is a list of what has been rendered already."""
Kind = Callable[[Page, Callable[[], Document], Live, str], None]


def _halves(
    service: Service, live: Live, viewer: Viewer, base_url: str, language: str, kind: Kind
) -> tuple[Page, Page]:
    """What all see alike, or where something is sealed or hidden all who sit at that seat; and what is the viewer's."""
    personal = live.table.sealed or live.table.view().hidden
    shared = live.pages.shared.setdefault((viewer.seat if personal else None, language), Page())
    own = live.pages.own.setdefault((viewer, language), Page())
    kind(shared, lambda: _shared(service, live, viewer, language), live, language)
    kind(own, lambda: _own(live, viewer, base_url, language), live, language)
    return shared, own


def _in_one_piece(page: Page, document: Callable[[], Document], live: Live, language: str) -> None:
    if not page.json:
        page.json = joined(page.parts) if page.parts else trimmed(_piece(document(), live, language))


def _in_parts(page: Page, document: Callable[[], Document], live: Live, language: str) -> None:
    if not page.parts:
        page.parts = _parts(document(), live, language)


def _piece(document: Document, live: Live, language: str) -> bytes:
    for name, value in document.items():
        if isinstance(value, tuple):
            document[name] = [orjson.Fragment(item) for item in value]
    return dumps(document, live, language)


def _shared(service: Service, live: Live, viewer: Viewer, language: str) -> Document:
    document = table_document(
        live.table,
        live.chairs(),
        code=live.code,
        version=live.version,
        options=service.options(live),
        seat=viewer.seat,
    )
    if live.damaged is not None:
        document["damaged"] = {"revision": live.damaged.revision, "text": live.damaged.text}
    return {**document, "recent": tuple(recent_json(live, viewer, language))}


def _parts(document: Mapping[str, Any], live: Live, language: str) -> dict[str, Part]:
    """By member, and what is a list by item: most moves change one railroad and one panel of many."""
    shown = words(live, language)

    def part(value: Any) -> bytes:
        return trimmed(orjson.dumps(value, shown, _OPTIONS))

    return {
        name: tuple([part(item) for item in value])
        if isinstance(value, list)
        else (value if isinstance(value, tuple) else part(value))
        for name, value in document.items()
    }


def recent_json(live: Live, viewer: Viewer, language: str) -> list[bytes]:
    """The last entries, each rendered once as long as nothing is undone and nobody is renamed. What is sealed is
    rendered for each viewer, and kept for none."""
    kept = live.entries_json.setdefault(language, {})
    lines = live.table.journal.lines[-RECENT:]
    if sealed := live.table.sealed:
        kept = {
            n: shown
            for n, shown in kept.items()
            if live.table.journal.lines[n - 1].body.get("type") not in sealed
        }
    fresh = [line for line in lines if line.revision not in kept]
    documents = entries(live.table, fresh, viewer.seat, paper=live.paper)
    for line, shown in zip(fresh, documents, strict=True):
        kept[line.revision] = trimmed(dumps(shown, live, language))
    for revision in [revision for revision in kept if revision < lines[0].revision]:
        del kept[revision]
    return [kept[line.revision] for line in lines]


def _own(live: Live, viewer: Viewer, base_url: str, language: str) -> Document:
    """What only this viewer sees: their offers, who they are, the way in for others."""
    offers: list[bytes] = []
    if viewer.role in ("host", "seat"):
        seats = list(live.names) if viewer.role == "host" else [viewer.seat]
        offers = [item for seat in seats for item in _offers_to(live, seat, language)]
    keyed = viewer.role != "reader"
    return {
        "offers": tuple(offers),
        "requests": requests.shown(live, viewer) if keyed else None,
        "you": {"role": viewer.role, "seat": viewer.seat, **_secrets(live, viewer)},
        "join_url": f"{base_url}/t/{live.code}#j={live.join_key}" if keyed else None,
    }


def _secrets(live: Live, viewer: Viewer) -> dict[str, Any]:
    """What a seat has told the companion and nobody else: its limit in the auction that is on."""
    limit = live.limits.get(viewer.seat) if viewer.role == "seat" and viewer.seat is not None else None
    return {"limit": limit.amount} if limit else {}


def _offers_to(live: Live, seat: Seat | None, language: str) -> list[bytes]:
    """A seat's offers, rendered when somebody sees them."""
    shown = live.pages.offers.get((seat, language))
    if shown is None:
        offers = (offer for offer in live.table.offers() if offer.seat == seat)
        shown = live.pages.offers[seat, language] = _offers_json(offers, live, language)
    return shown


def _offers_json(offers: Iterable[Offer], live: Live, language: str) -> list[bytes]:
    documents = offers_document(offers)
    for document in documents:
        fields: Any = document["fields"]
        _put_choices(fields, live, language)
    return [trimmed(dumps(document, live, language)) for document in documents]


def moment_json(revision: int, found: OldEntry, live: Live, language: str) -> bytes:
    """What stood before an entry: whose turn it was, what was on offer, what the entry told of the board."""
    offers = [orjson.Fragment(item) for item in _offers_json(found.offers, live, language)]
    turn = {"seats": list(found.to_act), "prompt": found.prompt}
    body = {"revision": revision, "turn": turn, "offers": offers, "told": list(found.facts)}
    return dumps(body, live, language)


def _put_choices(fields: list[dict[str, Any]], live: Live, language: str) -> None:
    for field in fields:
        if choices := field.get("choices"):
            shown = [_choice(choice, live, language) for choice in choices]
            field["choices"] = orjson.Fragment(b"[%s]" % b",".join(shown))
        _put_choices(field.get("fields", []), live, language)


def _choice(choice: Choice, live: Live, language: str) -> bytes:
    """A choice as JSON. The hundred cities of a board are kept, as long as they are the very same choices."""
    kept = _CHOICES.get((id(choice), language))
    if kept is not None:
        return kept[1]
    shown = trimmed(dumps(choice_document(choice), live, language))
    if len(_CHOICES) >= _MOST_CHOICES:
        _CHOICES.clear()
    if choice.disabled is None and not _names_somebody(choice.label, choice.hint):
        _CHOICES[id(choice), language] = (choice, shown)
    return shown


_CHOICES: dict[tuple[int, str], tuple[Choice, bytes]] = {}
"""By identity, which holds as long as the choice is kept beside its JSON."""
_MOST_CHOICES = 4_096


def _names_somebody(*texts: Text | None) -> bool:
    return any(
        text.also or not all(isinstance(fact, str | int) for _, fact in text.facts) for text in texts if text
    )


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
    return dumps(body, live, language)


def _supposed(service: Service, played: Answer, viewer: Viewer, base_url: str, language: str) -> bytes:
    """The table as it would be, with the version and revision it has."""
    live = played.live
    assert played.supposed is not None
    kept, live.pages = live.pages, Pages()
    entries_before, live.entries_json = live.entries_json, {}
    revision = live.table.revision
    recent = recent_json(live, viewer, language)
    standing = live.table.view()
    try:
        with live.table.supposing(*played.supposed):
            document = table_document(
                live.table,
                live.chairs(),
                code=live.code,
                version=live.version,
                options=service.options(live),
                seat=viewer.seat,
                hidden=standing.hidden,
            )
            document |= {"revision": revision, "recent": tuple(recent)}
            if standing.hidden and not live.table.view().hidden:
                document["panels"] = list(standing.panels)  # what the end would open, a dry run does not
            return _piece({**document, **_own(live, viewer, base_url, language)}, live, language)
    finally:
        live.pages, live.entries_json = kept, entries_before
