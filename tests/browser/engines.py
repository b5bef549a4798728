"""Two more engines for our pages: Firefox over WebDriver BiDi, and Debian's WebKit over WebDriver.

Each window is a device of its own, which shares nothing with the others. What it is asked to do, it does with its own
pointer and keys; what it is asked to tell, it tells as JSON.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import itertools
import json
import os
import re
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.browser.scripts import TELL_VIOLATIONS
from tests.browser.sockets import Socket
from tests.ports import free_port
from tests.server import PATIENCE, listens

FIREFOXES = ("firefox-esr", "firefox")
WEBKITS = ("WebKitWebDriver", "Xvfb")
FIREFOX_HEARS = re.compile(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)")
AS_ON_A_PHONE = 'user_pref("ui.useOverlayScrollbars", 1);'
"""Scroll bars take no room."""
ASKED = "(async () => JSON.stringify((await ({script})(...{given})) ?? null))()"
"""A function in the page's language, and what it is given."""
SIZE_AT_REST = """
() => new Promise((done) => {
  const seen = () => [innerWidth, innerHeight];
  const again = (last, times) => times
    ? setTimeout(() => again(seen(), String(seen()) === String(last) ? times - 1 : times), 50)
    : done(last);
  again(seen(), 4);
})
"""
"""The size of a page, as soon as it has stopped growing."""
RESIZES = 4
LISTENS = """
() => {
  if (window.complaints) return;
  const complaints = window.complaints = [];
  const { error } = console;
  console.error = (...said) => { complaints.push(said.join(" ")); error(...said); };
  const late = "ResizeObserver loop completed with undelivered notifications.";
  addEventListener("error", ({ message }) => message !== late && complaints.push(String(message)));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
  addEventListener("securitypolicyviolation", (event) =>
    complaints.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
}
"""
"""WebKit's driver does not tell what is in the console, so the page keeps it from the start. It may measure a
table late, also for an observer that does nothing: whether one of ours runs in a circle, Firefox tells."""


NARROW = "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: none; font-size: 1px; }"
"""The browser's own bars above a page may be no wider than a phone."""


class NoEngineError(Exception):
    """The engine is not on this machine; the message says what to install."""


class Window(ABC):
    """One device's window at our pages."""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Open an address, as a link does."""

    @abstractmethod
    def ask(self, script: str, *given: Any) -> Any:
        """What a JavaScript function returns."""

    @abstractmethod
    def touch(self, across: float, down: float) -> None:
        """Tap there, in px from the corner of the viewport."""

    @abstractmethod
    def write(self, text: str) -> None:
        """Type it, wherever the cursor stands."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is seen, as PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """What stands in the console as an error."""


class Engine(ABC):
    """A browser that opens windows. Windows, driver and display end with `room`."""

    def __init__(self, room: ExitStack, folder: Path) -> None:
        self.room, self.folder = room, folder

    @abstractmethod
    def window(self, width: int, height: int) -> Window:
        """A device of that size, in px."""

    def begun(self, *command: str, log: str = "", **environment: str) -> subprocess.Popen[str]:
        """A process that ends with the room. log: the file for its output; without one the caller may read it."""
        said = self.room.enter_context((self.folder / log).open("w")) if log else subprocess.PIPE
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=said, stderr=subprocess.STDOUT, text=True
        )
        self.room.callback(process.wait, PATIENCE)
        self.room.callback(process.terminate)
        return process


# --- Firefox -----------------------------------------------------------------------------------------


TELL_CIRCLES = """
addEventListener("error", ({ message }) => message.startsWith("ResizeObserver") && console.error(message));
"""
"""An observer that runs in a circle is no exception, and nothing stands in the console."""


class Firefox(Engine):
    """One Firefox without a window to see; each of ours is a place of its own in it."""

    def __init__(self, room: ExitStack, folder: Path) -> None:
        super().__init__(room, folder)
        program = next(filter(None, map(shutil.which, FIREFOXES)), None)
        if program is None:
            raise NoEngineError("No Firefox: install Debian's firefox-esr, or Firefox, then try again.")
        asks = ("--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(folder))
        (folder / "user.js").write_text(AS_ON_A_PHONE)
        process = self.begun(program, *asks)
        said = ""
        for said in process.stdout or ():
            if FIREFOX_HEARS.search(said):
                break
        found = FIREFOX_HEARS.search(said)
        assert found, f"Firefox ends before it listens: {said}"
        self.socket = room.enter_context(Socket(int(found[1]), "/session"))
        self._numbers = itertools.count(1)
        self.events: list[dict[str, Any]] = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        words = f"() => {{ {TELL_VIOLATIONS} {TELL_CIRCLES} }}"
        self.command("script.addPreloadScript", functionDeclaration=words)

    def command(self, method: str, **params: Any) -> Any:
        """Its answer; events that Firefox sends meanwhile are kept."""
        number = next(self._numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self.socket.receive())
            if said["type"] == "event":
                self.events.append(said["params"])
            elif said["id"] == number:
                assert said["type"] == "success", f"{method}: {said['message']}"
                return said["result"]

    def window(self, width: int, height: int) -> Window:
        own = self.command("browser.createUserContext")["userContext"]
        context = self.command("browsingContext.create", type="window", userContext=own)["context"]
        viewport = {"width": width, "height": height}
        self.command("browsingContext.setViewport", context=context, viewport=viewport)
        return FirefoxWindow(self, context)


class FirefoxWindow(Window):
    """A window of Firefox, touched by a finger."""

    def __init__(self, firefox: Firefox, context: str) -> None:
        self.firefox, self.context = firefox, context
        # Firefox 140.12 complains of its own empty page, while there is none of ours.
        self._before = 0
        self._before = len(self.complaints())

    def goto(self, address: str) -> None:
        self._does("browsingContext.navigate", url=address, wait="complete")

    def ask(self, script: str, *given: Any) -> Any:
        asked = ASKED.format(script=script, given=json.dumps(given))
        target = {"context": self.context}
        said = self.firefox.command("script.evaluate", expression=asked, target=target, awaitPromise=True)
        assert said["type"] == "success", said["exceptionDetails"]["text"]
        return json.loads(said["result"]["value"])

    def touch(self, across: float, down: float) -> None:
        there = {"type": "pointerMove", "x": round(across), "y": round(down)}
        tap = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._acts({"type": "pointer", "parameters": {"pointerType": "touch"}, "actions": tap})

    def write(self, text: str) -> None:
        self._acts({"type": "key", "actions": _keys(text)})

    def picture(self) -> bytes:
        return base64.b64decode(self._does("browsingContext.captureScreenshot")["data"])

    def complaints(self) -> list[str]:
        self.ask("() => true")  # by then everything that was said before has arrived
        mine = [said for said in self.firefox.events if said.get("source", {}).get("context") == self.context]
        return [str(said["text"]) for said in mine if said["level"] == "error"][self._before :]

    def _acts(self, source: dict[str, Any]) -> None:
        self._does("input.performActions", actions=[{"id": source["type"], **source}])

    def _does(self, method: str, **params: Any) -> Any:
        return self.firefox.command(method, context=self.context, **params)


# --- WebKit ------------------------------------------------------------------------------------------


class WebKit(Engine):
    """GTK's WebKit in the browser that comes with it, on a display nobody sees; one browser for each window."""

    def __init__(self, room: ExitStack, folder: Path) -> None:
        super().__init__(room, folder)
        missing = [name for name in WEBKITS if not shutil.which(name)]
        if missing:
            raise NoEngineError("No WebKit: install Debian's webkit2gtk-driver and xvfb, then try again.")
        asks = ("-displayfd", "1", "-screen", "0", "2000x1400x24", "-nolisten", "tcp")
        display = self.begun("Xvfb", *asks).stdout
        assert display
        self.display = f":{display.readline().strip()}"

    def window(self, width: int, height: int) -> Window:
        narrow = self.folder / "gtk-3.0"
        narrow.mkdir(exist_ok=True)
        (narrow / "gtk.css").write_text(NARROW)
        port = free_port()
        own = {"DISPLAY": self.display, "GDK_BACKEND": "x11", "LANG": "en_US.UTF-8"}
        own["XDG_CONFIG_HOME"] = str(self.folder)
        self.begun("WebKitWebDriver", f"--port={port}", log=f"webkit-{port}.log", **own)
        listens(port)
        window = WebKitWindow(port)
        self.room.callback(window.close)
        window.resize(width, height)
        return window


class WebKitWindow(Window):
    """A window of WebKit, pointed at by a mouse: its driver has no fingers."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._at = ""
        options = {"webkitgtk:browserOptions": {"args": ["--automation"]}}
        self._at = f"/session/{self._does('/session', capabilities={'alwaysMatch': options})['sessionId']}"

    def close(self) -> None:
        self._does("", method="DELETE")
        self._line.close()

    def resize(self, width: int, height: int) -> None:
        """The viewport gets that size; the window's frame is extra."""
        asked: dict[str, Any] = {"x": 0, "y": 0, "width": width, "height": height}
        for _ in range(RESIZES):
            self._does("/window/rect", **asked)
            seen = self.ask(SIZE_AT_REST)
            if seen == [width, height]:
                return
            asked["width"] += width - seen[0]
            asked["height"] += height - seen[1]
        raise AssertionError(f"a window of {seen}, not of {width} × {height}")

    def goto(self, address: str) -> None:
        self._does("/url", url=address)
        self.ask(LISTENS)

    def ask(self, script: str, *given: Any) -> Any:
        asked = ASKED.format(script=script, given=json.dumps(given))
        return json.loads(self._does("/execute/sync", script=f"return {asked}", args=[]))

    def touch(self, across: float, down: float) -> None:
        there = {"type": "pointerMove", "x": round(across), "y": round(down), "duration": 0}
        tap = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._acts({"type": "pointer", "parameters": {"pointerType": "mouse"}, "actions": tap})

    def write(self, text: str) -> None:
        self._acts({"type": "key", "actions": _keys(text)})

    def picture(self) -> bytes:
        return base64.b64decode(self._does("/screenshot", method="GET"))

    def complaints(self) -> list[str]:
        found: list[str] = self.ask("() => window.complaints")
        return found

    def _acts(self, source: dict[str, Any]) -> None:
        self._does("/actions", actions=[{"id": source["type"], **source}])

    def _does(self, path: str, method: str = "POST", **params: Any) -> Any:
        body = json.dumps(params) if method == "POST" else None
        self._line.request(method, self._at + path, body, {"Content-Type": "application/json"})
        answer = self._line.getresponse()
        said = json.loads(answer.read())["value"]
        assert answer.status == 200, f"{path}: {said}"
        return said


def _keys(text: str) -> list[dict[str, str]]:
    return [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]


@contextlib.contextmanager
def engine(kind: type[Engine], folder: Path) -> Iterator[Engine]:
    """That engine, as long as it is wanted. :raises NoEngineError: it is not on this machine."""
    with ExitStack() as room:
        yield kind(room, folder)
