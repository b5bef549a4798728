"""An old entry put right on the log screen, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.pages import LAPTOP, PATIENCE_MS, PHONE, no_faults, sit_host
from tests.playing import begun
from tests.server import Server, new_party


def test_that_share_was_ten_dollars_not_one(browser: Browser, server: Server) -> None:
    """Entry 16: Ed bought a second share of the CRIP for $1, and plays a card; it was $10."""
    party = begun(new_party(server.client()))
    party.made(3, "play_card", card="OS", source="hand")
    party.made(3, "offer_share", railroad="CRIP", **{"from": "treasury"})
    party.made(1, "auction_result", winner=1, amount=1)
    party.made(1, "play_card", card="OS", source="hand")
    for device in (PHONE, LAPTOP):
        laptop = sit_host(browser, server.port, party, **device)
        laptop.page.goto(f"{laptop.page.url}/log")
        line = laptop.page.locator(".log > li[data-revision='16']")
        laptop.press(line.locator("summary").first)
        laptop.press(line.locator("[data-amend]"))
        dialog = laptop.page.locator("dialog[data-dialog=amend]")
        amount = dialog.locator("[data-field=amount] input")
        expect(amount).to_be_visible(timeout=PATIENCE_MS)
        deed = dialog.get_by_role("button", name="Amend")
        # More than Ed has is refused, and so is striking what the next entry stands on: it is named.
        amount.fill("41")
        expect(dialog.get_by_role("alert")).to_contain_text("Ed has $40", timeout=PATIENCE_MS)
        expect(deed).to_be_disabled()
        laptop.press(dialog.get_by_label("Strike it"))
        expect(dialog.get_by_role("alert")).to_contain_text("Entry 17 no longer fits", timeout=PATIENCE_MS)
        expect(deed).to_be_disabled()
        laptop.press(dialog.get_by_label("Change it"))
        amount.fill("10" if device is PHONE else "12")
        if device is PHONE:
            # 40 - 1, 40 - 10; 20 + 1, 20 + 10
            expect(dialog.locator("[data-figure=cash]").first).to_contain_text("39")
            expect(dialog.locator("[data-figure=cash]").first).to_contain_text("30")
            expect(dialog.locator("[data-figure=treasury]")).to_contain_text("30")
        expect(deed).to_be_enabled(timeout=PATIENCE_MS)
        assert laptop.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        before = party.document()["revision"]
        laptop.press(deed)
        expect(dialog).to_have_count(0, timeout=PATIENCE_MS)
        expect(line).to_contain_text(f"amended by entry {before + 1}", timeout=PATIENCE_MS)
        assert party.document()["seats"][0]["cash"] == (30 if device is PHONE else 28)
        # A note before it: no balance differs.
        laptop.press(line.locator("summary").first)
        laptop.press(line.locator("[data-amend]"))
        laptop.press(dialog.get_by_label("Insert a note before it"))
        dialog.get_by_label("Note", exact=True).fill("it was loud")
        expect(dialog.locator(".amend-outcome")).to_contain_text("No balance differs", timeout=PATIENCE_MS)
        laptop.press(deed)
        expect(dialog).to_have_count(0, timeout=PATIENCE_MS)
        assert party.document()["revision"] == before + 2
        asked = [fault for fault in laptop.faults if "amend?dry_run" in fault]
        assert len(asked) >= 2, "what is refused beforehand is no fault of the page"
        laptop.faults = [fault for fault in laptop.faults if fault not in asked]
        no_faults(laptop)
