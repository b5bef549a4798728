"""A table of the service, played at random and reckoned a second time, plainly."""

from __future__ import annotations

import copy
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from companion.games import game
from companion.service.live import Live
from companion.table.amending import old_entry
from companion.table.beginning import atlas_copy
from companion.vocabulary.offers import Offer
from companion.words.errors import RuleError
from tests.indoors import Indoors
from tests.money.bank import Bank
from tests.money.gulf import Gulf
from tests.money.plain import Board, Plain
from tests.money.prairie import Prairie
from tests.money.southern import Southern
from tests.money.texas import Texas
from tests.money.union import Union
from tests.positions import at_a_turn, position
from tests.server import API, Reply
from tests.walks.pen import Pen

PLAIN: Mapping[str, type[Plain]] = {
    "prairie-railroads": Prairie,
    "southern-pacific": Southern,
    "texas-pacific": Texas,
    "gulf-mobile-ohio": Gulf,
    "union-pacific": Union,
    "bank": Bank,
}
TRIES = 4
"""How often what is asked about the board is answered."""
ALOUD, BESIDE, IDLE = 0.6, 0.03, 0.15
"""How often an auction is held aloud, an offer that stands aside is taken up, and one that asks for nothing."""
DEAR = 0.6
"""How often a bid is higher than necessary, because railroads without money do nothing."""
FAR = 12
"""How many entries an undo takes back at most, and how far back one is amended."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A move that stands, and what was known of the board after it."""

    revision: int
    body: Mapping[str, Any]
    board: Board
    by_host: bool


Entries = tuple[Entry, ...]


class Table:
    """One table; every change that it takes is made to its plain twin."""

    def __init__(self, slug: str, folder: Path, chance: Random) -> None:
        rules = game(slug)
        assert rules is not None
        self.slug, self.folder, self.rules = slug, folder, rules
        self.indoors = Indoors(folder)
        self.pen = Pen(chance)
        self.done = 0
        """How many moves were made."""
        players = chance.randint(max(2, rules.box.least_players), min(6, rules.box.most_players))
        options: dict[str, Any] = {"teach": False}
        for option in rules.box.options:
            if option.kind == "seat_or_roll":
                options[option.name] = chance.randint(1, players)
            elif option.kind == "choice":
                options[option.name] = chance.choice(option.choices)[0]
            elif option.kind == "box":
                options[option.name] = chance.choice([slug for slug in PLAIN if slug != "bank"])
                options["starting_cash"] = 60
        rulings = {ruling.name: chance.choice(ruling.choices)[0] for ruling in rules.box.rulings}
        names = ["Ann", "Ben", "Cy", "Dot", "Eve", "Fay"][:players]
        self.begun = {"game": slug, "players": names, "options": options, "rulings": rulings}
        made = self._created(self.begun)
        assert made.status == 201, made.body
        self._sit_down(made.json)
        self.base = PLAIN[slug](self.live.table.journal.lines[0].body, self.board())
        self.twin = copy.deepcopy(self.base)

    def _created(self, body: Mapping[str, Any]) -> Reply:
        """The answer to a new table; near misses are insisted on."""
        while True:
            made = self.sent("POST", "/tables", body, None)
            if made.status == 201 or not made.json.get("insist"):
                return made
            body = {**body, "facts": _over(body["facts"], made.json["insist"])}

    def _sit_down(self, made: Mapping[str, Any]) -> None:
        """Every seat has a phone with a key of its own."""
        self.code, self.host = made["code"], made["host_key"]
        self.keys = {each["seat"]: secrets.token_urlsafe(24) for each in made["table"]["seats"]}
        for number, key in self.keys.items():
            self.sent("POST", f"/tables/{self.code}/seats/{number}/claim", {"key": key}, made["join_key"])
        self.heads: dict[int, Entries] = {self.live.table.revision: ()}
        self.undone: list[Entries] = []

    @property
    def live(self) -> Live:
        """The table itself."""
        return self.indoors.service.live(self.code)

    def board(self) -> Board:
        """What is printed on the board, as far as it is known now."""
        return self.live.table.state.atlas.rows

    def sent(self, method: str, path: str, body: Any, key: str | None) -> Reply:
        """A call; whatever is refused changes nothing."""
        head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        reply = self.indoors.exchange(method, API + path, json.dumps(body).encode(), head)
        assert reply.status < 500, (path, body, reply.body)
        return reply

    # --- what is done

    def play(self, chance: Random) -> None:
        """A move of those on offer."""
        self.pen.random = chance
        offers = [offer for offer in self.live.table.offers() if not offer.disabled]
        if offer := self._chosen(offers, chance):
            body = self._form(offer, chance)
            own = not offer.host and chance.random() < 0.3
            self._made("/moves", body, self.keys.get(offer.seat, self.host) if own else self.host)

    def _form(self, offer: Offer, chance: Random) -> dict[str, Any]:
        """What is filled in; with dice from the table, because nobody knows what the app's will be."""
        dice = {
            one.name: [chance.randint(1, most) for most in one.faces or (6,) * (one.most or 1)]
            for one in offer.fields
            if one.kind == "dice"
        }
        form = self.pen.form(offer.fields)
        if form.get("amount") is not None and chance.random() < DEAR:
            form["amount"] = max(form["amount"], chance.randint(5, 25))
        return {"type": offer.type, "seat": offer.seat, **form, **dice}

    def _chosen(self, offers: list[Offer], chance: Random) -> Offer | None:
        host = [offer for offer in offers if offer.host]
        offers = [offer for offer in offers if not offer.host or chance.random() < BESIDE / len(host)]
        usual = [offer for offer in offers if not offer.aside or chance.random() < BESIDE]
        aloud = [offer for offer in usual if offer.type == "auction_result"]
        if aloud and chance.random() < ALOUD:
            return chance.choice(aloud)
        eager = [offer for offer in usual if offer.fields or chance.random() < IDLE]
        found = eager or usual or offers
        kinds = sorted({offer.type for offer in found})
        kind = chance.choice(kinds) if kinds else ""
        same = [offer for offer in found if offer.type == kind]
        return chance.choice(same) if same else None

    def _made(self, path: str, body: dict[str, Any], key: str) -> bool:
        """Was it made? What is asked about the board is answered."""
        before = self.live.table.revision
        asked = body["move"] if path == "/amend" else body
        for _ in range(TRIES):
            reply = self.sent("POST", f"/tables/{self.code}{path}", body, key)
            said = reply.json
            if reply.status == 201:
                self._entered()
                return True
            if asked is None or not (said.get("needs") or said.get("insist")):
                break
            facts = asked.get("facts") or {}
            needs: Any = tuple(
                {"min": None, "max": None, "required": True, **need} for need in said.get("needs", ())
            )
            asked["facts"] = self.pen.facts(needs, facts) if needs else _over(facts, said["insist"])
        assert self.live.table.revision == before, "a refusal has written something"
        return False

    def undo(self, chance: Random) -> None:
        """Back to one of the last entries."""
        to = [self.least, *(entry.revision for entry in self.made)][-FAR:-1]
        if to:
            self._rewound("undo", {"to": chance.choice(to)})

    def redo(self) -> None:
        """What was last undone, again."""
        self._rewound("redo", {})

    def _rewound(self, kind: str, body: dict[str, Any]) -> None:
        reply = self.sent("POST", f"/tables/{self.code}/{kind}", body, self.host)
        if reply.status == 201:
            self._entered()
        else:
            assert kind == "undo" or not self.undone or reply.json.get("revision"), reply.body

    def amend(self, chance: Random) -> None:
        """Change one of the last entries, strike it, or insert one before it."""
        entries = self.made[-FAR:]
        if not entries or self.live.table.state.finished:
            return
        old, self.pen.random = chance.choice(entries), chance
        move, how = None, chance.choice(("replace", "replace", "strike", "before"))
        if how != "strike":
            offers = self._offers_before(old)
            same = [offer for offer in offers if offer.type == old.body["type"]]
            if not (same or offers):
                return
            offer = chance.choice(same if how == "replace" and same else offers)
            move = self._form(offer, chance)
        more = {"before": True} if how == "before" else {}
        self._made("/amend", {"revision": old.revision, "move": move, **more}, self.host)

    def _offers_before(self, old: Entry) -> list[Offer]:
        """Nothing where it may not be amended, such as what is sealed."""
        try:
            found = old_entry(self.live.table, old.revision)
        except RuleError:
            return []
        return [offer for offer in found.offers if not offer.disabled]

    def correct(self, chance: Random) -> None:
        """Post money from one to another, and change a figure."""
        shown = self.document()
        seats = [f"seat:{each['seat']}" for each in shown["seats"]]
        railroads = [each["id"] for each in shown["railroads"]]
        accounts = ["bank", *seats, *(f"railroad:{name}" for name in railroads)]
        body: dict[str, Any] = {"type": "correct"}
        if chance.random() < 0.6:
            source, target = chance.sample(accounts, 2)
            body["postings"] = [{"from": source, "to": target, "amount": chance.randint(1, 20)}]
        names = [(of, name) for of, name in self.twin.figures() if self.slug != "gulf-mobile-ohio"]
        names += [(of, "cash") for of in seats]
        if not body.get("postings") or chance.random() < 0.3:
            of, name = chance.choice(names)
            body["set"] = [{"of": of, "name": name, "value": chance.randint(0, 60)}]
        self._made("/moves", body, self.host)

    def begin_again(self) -> None:
        """Another table begins where this one stands; its money goes on."""
        state = self.live.table.state
        if not at_a_turn(self.rules, state) or not self.twin.may_begin_again():
            return
        facts = atlas_copy(self.rules, state.atlas)
        body = {**self.begun, "facts": facts, "position": {"figures": position(self.rules, state)}}
        made = self._created(body)
        if made.status == 201:  # more shares may lie on the table than were printed
            self._sit_down(made.json)
            self.base, self.twin = self.twin, copy.deepcopy(self.twin)
            self.compare()

    def restart(self) -> None:
        """The service ends, and another one opens what it has kept."""
        self.indoors.service.close()
        self.indoors = Indoors(self.folder)

    # --- what it comes to

    @property
    def entries(self) -> Entries:
        """The moves that stand."""
        return self.heads[self.live.table.revision]

    @property
    def made(self) -> list[Entry]:
        """Those of them that somebody has made."""
        return [entry for entry in self.entries if entry.revision]

    @property
    def least(self) -> int:
        """The revision at which the table began."""
        return min(self.heads)

    def _entered(self) -> None:
        """A line was written: what it is about counts, or no longer does."""
        table = self.live.table
        line, before = table.journal.lines[-1], self.heads[table.revision - 1]
        self.done += 1
        match line.kind:
            case "move":
                entry = Entry(line.revision, line.body, self.board(), line.by == "host")
                self.heads[line.revision] = (*before, entry)
                if line.body["type"] != "note":
                    self.undone.clear()
                self._take(entry, last=True)
                self.compare()
                return
            case "undo":
                self.undone.append(before)
                # What was read from the board stays known.
                known = Entry(0, {"type": "learn"}, self.board(), True)
                self.heads[line.revision] = (*self.heads[line.body["to"]], known)
            case "redo":
                self.heads[line.revision] = self.undone.pop()
            case _:
                self.undone.clear()
                self.heads[line.revision] = tuple(self._amended(before, line.revision, line.body))
        self.reckon()
        self.compare()

    def _amended(self, before: Entries, revision: int, body: Mapping[str, Any]) -> Iterator[Entry]:
        """The moves with another one among them; what was known of the board after each may have changed."""
        table = self.live.table
        known = {
            node.line.revision: table.state_at(node).atlas.rows
            for node in table.journal.head.in_force()
            if node.is_move
        }
        later = False
        for entry in before:
            if entry.revision == body["revision"]:
                later = True
                if body["move"] is not None:
                    number = revision if body.get("before") else entry.revision
                    yield Entry(number, body["move"], known[number], True)
                elif entry.body.get("facts"):  # they stay known
                    yield Entry(0, {"type": "learn"}, self.board(), True)
                if not body.get("before"):
                    continue
            board = self.board() if later and not entry.revision else entry.board
            yield replace(entry, board=known.get(entry.revision, board))

    def reckon(self) -> None:
        """All of it from the beginning."""
        self.twin = copy.deepcopy(self.base)
        for entry in self.entries:
            self._take(entry, last=entry is self.entries[-1])

    def _take(self, entry: Entry, *, last: bool) -> None:
        over = last and self.live.table.state.finished
        self.twin.take(entry.body, entry.board, over=over, by_host=entry.by_host)

    def compare(self) -> None:
        """Check that everybody has what they must have, to the last certificate and cube."""
        holdings = self.live.table.state.ledger.holdings
        counted = {(str(of), str(what)): number for (of, what), number in holdings.items()}
        counted = {key: number for key, number in counted.items() if number and self.twin.counts(*key)}
        must = {key: number for key, number in self.twin.held.items() if number and self.twin.counts(*key)}
        differ = {
            key: (counted.get(key, 0), must.get(key, 0))
            for key in {*counted, *must}
            if counted.get(key, 0) != must.get(key, 0)
        }
        assert not differ, f"there is, and must be: {differ}, after {self.live.table.journal.lines[-1].body}"

    def document(self) -> Any:
        """As the host is shown it."""
        return self.sent("GET", f"/tables/{self.code}", None, self.host).json

    def check(self) -> None:
        """What is shown is what must be."""
        shown, must = self.document(), self.twin.figures()
        for each in (*shown["seats"], *shown["railroads"]):
            whose = f"seat:{each['seat']}" if "seat" in each else f"railroad:{each['id']}"
            purse = "cash" if "seat" in each else "treasury"
            if each.get(purse) is not None:
                assert each[purse] == self.twin.money(whose), (whose, each[purse])
            for name in ("income", "value", "victory_points"):
                if (whose, name) in must:
                    assert each[name] == must[whose, name], (whose, name, each[name], must[whose, name])


def _over(facts: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """These facts and those, together."""
    merged = dict(facts)
    for name, value in more.items():
        merged[name] = _over(merged.get(name, {}), value) if isinstance(value, Mapping) else value
    return merged
