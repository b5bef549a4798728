"""The page on the home screen: over HTTPS a browser keeps its shell, but nothing that the companion answers."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, expect

from tests.browser.pages import PATIENCE_MS, PHONE, STILL, Screen, no_faults, settled
from tests.server import ROOT, Client, Server, new_party, thorough

KEPT = """
async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found;
}
"""
WORKERS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
WAIT_FOR_HOME = f"""
async () => {{
  while (!(await ({KEPT})()).some((path) => path.endsWith("/home.js"))) {{
    await new Promise(requestAnimationFrame);
  }}
}}
"""


@thorough
def test_nothing_of_it_over_plain_http(browser: Browser, server: Server) -> None:
    screen = Screen(browser, "phone", **PHONE)
    screen.page.goto(f"http://127.0.0.1:{server.port}/")
    settled(screen.page)
    assert screen.page.evaluate(WORKERS) == 0
    assert not screen.page.locator("link[rel=manifest]").count()
    no_faults(screen)


def test_the_shell_opens_when_nothing_answers(browser: Browser, own_server: Server) -> None:
    """On the server's own machine a browser can be told to behave as over HTTPS."""
    party = new_party(own_server.client())
    home = f"http://127.0.0.1:{own_server.port}"
    screen = Screen(browser, "phone", **PHONE, **STILL)
    page = screen.page
    page.goto(f"{home}/healthz")
    page.evaluate("localStorage.setItem('companion.shell', 'on')")
    page.goto(f"{home}/t/{party.code}#j={party.join}")
    expect(page.locator("join-screen")).to_be_visible(timeout=PATIENCE_MS)
    page.evaluate(WAIT_FOR_HOME)
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert all(path == "/" or path.startswith("/static/~") for path in kept), kept
    no_faults(screen)
    own_server.kill()
    page.goto(f"{home}/t/{party.code}")
    expect(page.locator(".waiting-page")).to_be_visible(timeout=PATIENCE_MS)


def test_the_manifest_names_what_there_is(client: Client) -> None:
    found = client.get("!manifest.webmanifest")
    assert found.headers["content-type"] == "application/manifest+json"
    icons = json.loads(found.body)["icons"]
    assert icons
    for icon in icons:
        picture = client.get(f"!{icon['src'].removeprefix('/')}")
        assert picture.headers["content-type"].partition(";")[0] == icon["type"]
    worker = client.get("!shell.js")
    assert worker.headers["cache-control"] == "no-cache", "a new one is found at once"
    assert "connect-src 'self'" in worker.headers["content-security-policy"]
    assert (ROOT / "static/shell.js").is_file()
