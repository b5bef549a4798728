"""*Watch an evening*: bots play a table of this companion, one at a time, at the pace of people; it waits while nobody
looks on."""

from __future__ import annotations

import contextlib
import threading
from random import Random
from typing import TYPE_CHECKING, Any, cast

import orjson
from flask import Blueprint, Response, current_app

from api import bodies, caller, schemas
from api.calls import call
from api.problems import STATUS
from api.render import answer, table_json
from api.stream import HUB
from companion.games import GAMES, game
from companion.service import Service, demonstrations, moving
from companion.service.folding import DamagedError
from companion.service.keys import Viewer
from companion.service.live import Live
from companion.service.shelf import DEMONSTRATION
from companion.store import StoreUnavailableError
from companion.words.errors import RuleError
from companion.words.text import say
from companion.words.values import Seat

if TYPE_CHECKING:
    from companion.client.bots import Bot

watching = Blueprint("watching", __name__)

SECONDS = 3.0
"""How long a bot takes for a move, more or less."""
SWEEP_SECONDS = 3_600.0
"""How often those that are a day old are looked for."""
_SPREAD = 0.5
"""How much of the time for a move is random: people take longer over some than over others."""
_LEAVING_SECONDS = 5.0
"""How long to wait for a move that is being made when the server ends."""


class Stage:
    """Where one evening at a time is played; and of others those that somebody watches here, who may have begun them at
    another process. Of several that play the same one, each makes a move only where none was made for as long as it
    has thought."""

    def __init__(self, service: Service, base_url: str, seconds: float = SECONDS) -> None:
        """base_url: as a seat's document has it."""
        self._service, self._base_url, self.seconds = service, base_url, seconds
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._code = ""
        """The code of the evening that began here."""
        self._playing: dict[str, threading.Thread] = {}
        """The threads that play, by the code of their table."""
        self._sweeping: threading.Thread | None = None

    def begun(self, slug: str | None) -> Live:
        """The evening that is on, or else a new one. slug: of which game; None: of any.

        :raises RuleError: `no-such-game`.
        :raises StoreUnavailableError:
        """
        with self._lock:
            if self._is_played(self._code):
                with contextlib.suppress(RuleError):  # somebody may have forgotten the table
                    return self._service.live(self._code)
            live = demonstrations.begin(self._service, _chosen(slug))
            self._code = live.code
            self._start(live)
            return live

    def watched(self, live: Live) -> None:
        """Somebody has begun to look on at a table here. Not to be called with its lock held."""
        if not live.stored.options.get(DEMONSTRATION) or live.table.state.finished:
            return
        with self._lock:
            if not self._over.is_set() and not self._is_played(live.code):
                self._start(live)

    def _is_played(self, code: str) -> bool:
        return code in self._playing and self._playing[code].is_alive()

    def _start(self, live: Live) -> None:
        self._playing = {code: thread for code, thread in self._playing.items() if thread.is_alive()}
        given = (live.code, live.table.revision)
        self._playing[live.code] = threading.Thread(
            target=self._play, args=given, name="demonstration", daemon=True
        )
        self._playing[live.code].start()

    def sweep(self) -> None:
        """Delete what is a day old, now and every hour, in a thread of its own."""
        with self._lock:
            if self._over.is_set():  # the server has ended before it had settled in
                return
            self._sweeping = threading.Thread(
                target=self._sweep, name="demonstrations forgotten", daemon=True
            )
            self._sweeping.start()

    def close(self) -> None:
        """End all play, and wait for the moves that are being made."""
        self._over.set()
        with self._lock:  # whoever is being started has been, for only then can be waited for its end
            mine = (*self._playing.values(), self._sweeping)
        for thread in mine:
            if thread is not None:
                thread.join(_LEAVING_SECONDS)

    def _sweep(self) -> None:
        while True:
            with contextlib.suppress(StoreUnavailableError):
                for code in demonstrations.forget_old(self._service):
                    HUB.cut(code)
            if self._over.wait(SWEEP_SECONDS):
                return

    # --- playing ------------------------------------------------------------------------------------

    def _play(self, code: str, seen: int) -> None:
        """seen: the revision at which it begins here."""
        from companion.client import CompanionError  # with the first evening that somebody wants to see
        from companion.client.bots import Bot

        pace, bots = Random(code), dict[int, Bot]()  # noqa: S311 - how long somebody thinks
        with contextlib.suppress(RuleError, DamagedError):  # then it ends here
            while not self._over.wait(self.seconds * (1 + _SPREAD * (2 * pace.random() - 1))):
                if not HUB.of(code):
                    if code != self._code:
                        return
                    continue
                live = self._service.live(code)
                if live.table.state.finished:
                    return
                before, seen = seen, live.table.revision
                if seen != before:
                    continue  # it is played at another process too
                seat = int(live.table.view().to_act[0])
                try:
                    self._move(live, seat, bots.setdefault(seat, Bot(f"{code} {seat}")))
                    seen = live.table.revision
                except StoreUnavailableError:
                    continue  # it may come back
                except CompanionError:
                    if self._service.live(code).table.revision == seen:
                        return

    def _move(self, live: Live, seat: int, bot: Bot) -> None:
        from companion.client import Offer

        viewer = Viewer("seat", Seat(seat))
        with live.lock:
            table = orjson.loads(table_json(self._service, live, viewer, self._base_url, "en"))
        offers = [Offer.read(offer) for offer in table["offers"]]
        if not offers:
            return  # another process has moved on meanwhile
        bot.play(offers, lambda body: _made(live, viewer, body))


def _chosen(slug: str | None) -> str:
    """A game that bots can play.

    :raises RuleError: `no-such-game`: nobody's turn ever comes there.
    """
    played = {rules.box.slug for rules in GAMES if rules.play.has_turns}
    if slug is None:
        return Random().choice(sorted(played))  # noqa: S311 - whichever
    if slug not in played and (rules := game(slug)):
        raise RuleError(
            "no-such-game", say("{game} has no turns, so bots cannot play it", game=rules.box.name)
        )
    return slug


def _made(live: Live, viewer: Viewer, body: dict[str, Any]) -> int | None:
    """A bot's move, or the no of the rules as a client hears it."""
    from companion.client.errors import refusal

    try:
        return moving.play(live, viewer, body, lambda made: made.revision, shape=schemas.entered)
    except RuleError as error:
        said = {"code": error.code, "detail": str(error.text), "needs": error.needs}
        raise refusal(STATUS[error.code], said) from error


def stage() -> Stage:
    """The stage of this app."""
    return cast(Stage, current_app.extensions["stage"])


@watching.post("/demonstrations")
@call(
    "watchEvening", "Watching", free=True, rate="create", body=bodies.WatchSchema, optional=True, answer="Watched",
    status=201, refuses=("no-such-game",),
)  # fmt: skip
def watch() -> Response:
    """Watch an evening that bots play."""
    wanted = schemas.sent(bodies.WatchSchema, caller.body(optional=True))
    live = stage().begun(wanted["game"])
    return answer({"code": live.code, "game": live.table.rules.box.slug}, 201)
