// A phone that has just scanned the QR: tap your name, nothing else.

import { Unreachable } from "../client.js";
import { button, fillParts, freshId, h, pageLink, rule } from "../dom.js";
import { seatMark } from "../elements/panels/badges.js";
import { remember } from "../keys.js";
import { say } from "../messages.js";
import { TableScreen } from "./table-screen.js";
/** @import { TableDocument } from "../types.js" */

let tries = 0;

export class JoinScreen extends TableScreen {
  /** Given by who shows it.
   * @type {(() => void) | undefined}
   */
  turnPage;
  #names = h("div", { class: "join-names" });
  #over = h("div", {});
  #fold = h("summary", { hidden: true }, say("join.overline"));
  #places = /** @type {any} */ (h("details", { open: true })); // once it is over no seat is worth taking
  #note = h("div", {});
  #overline = h("p", { class: "overline" }, say("join.overline"));
  #title = h("h1", {});
  #digits = h("div", {});
  #asked = h("div", { "aria-live": "assertive" });
  #claiming = false;
  #last; // taken when this page came: below the free ones; whoever sits down later stays in place

  // --- events ------------------------------------------------------------------

  /** @param {number} seat */
  async #ask(seat) {
    try {
      const { askForSeat } = await import("../seats.js"); // rare: not in a phone's first load
      await askForSeat(this.table, seat);
      this.querySelector(".complaint")?.remove(); // of the request before
      await this.table.refresh();
      this.draw(this.table.doc);
    } catch (error) {
      this.complain(error instanceof Unreachable ? say("join.unreachable") : error.message);
    }
  }

  /** @param {number} seat */
  async #claim(seat) {
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      await this.table.claim(seat);
    } catch (error) {
      this.complain(error instanceof Unreachable ? say("join.unreachable") : error.message);
      await this.table.refresh();
    } finally {
      this.#claiming = false;
    }
  }

  // --- drawing -----------------------------------------------------------------

  build() {
    this.listen("connection", () => this.#withdraw());
    this.replaceChildren(
      this.banner(),
      this.bankNotice(),
      h(
        "main",
        { class: "join" },
        this.#overline,
        this.#title,
        rule(),
        this.#over,
        this.#places,
      ),
    );
    this.#places.replaceChildren(
      this.#fold,
      this.#note,
      this.#digits,
      this.#asked,
      this.#names,
      pageLink(`/t/${this.table.code}/board`, say("join.watch"), { class: "quiet-link" }),
    );
    document.title = say("title.join");
  }

  /** @param {TableDocument} doc */
  draw(doc) {
    const may = doc.you?.role === "join";
    const over = doc.status === "finished";
    this.fill(this.#over, over && doc.revision, () => over && this.outcome());
    const { lost, handed } = this.table.kept;
    if (handed) this.#sitByCode(handed);
    this.fill(this.#title, doc.game_name, () => doc.game_name);
    const { asked } = this.table.kept;
    const waits = Boolean(may && asked && customElements.get("asking-panel")); // then one can only cancel
    if (may && asked && !waits) this.#bringPanel();
    if (this.#overline.hidden !== over) { // after that it is as whoever reads it leaves it
      this.#overline.hidden = over;
      this.#fold.hidden = !over;
      this.#places.className = over ? "folded" : "";
      this.#places.open = !over || lost;
      document.title = over ? doc.game_name : say("title.join");
    }
    if (waits) this.#places.open = true;
    const moved = doc.seats.some(({ seat, claimed }) => claimed && seat === lost);
    const deed = say("join.new-phone");
    this.fill(this.#note, [may, lost, moved, waits], () => [
      lost && h("p", { class: "notice" }, say(moved ? "join.moved" : "join.lost")),
      !waits &&
      h("p", { class: "lead" }, say(!may ? "join.scan" : moved ? "join.back" : "join.tap", { deed })),
    ]);
    this.#names.hidden = waits;
    const reads = doc.you?.role === "reader";
    this.fill(this.#digits, reads, () => reads && h("by-digits", { props: { screen: this } }));
    if (reads) import("../elements/table/by-digits.js"); // rare
    const stop = () => this.#giveUp(asked);
    this.fill(this.#asked, [asked, waits], () => waits && h("asking-panel", { props: { doc, asked, stop } }));
    const seats = doc.seats.filter(({ imaginary }) => !imaginary);
    this.#last ??= seats.filter(({ claimed }) => claimed);
    const last = ({ seat }) => this.#last.some((one) => one.seat === seat);
    // not whose phone comes or goes: a finger may be on a name, which is then not drawn anew
    const tells = ({ seat, name, colour, claimed }) => [seat, name, colour, claimed];
    const free = { key: "free", shows: seats.map(tells), make: () => h("free-names", { props: { seats } }) };
    const names = [...seats.filter((one) => !last(one)), ...seats.filter(last)].map((one) => ({
      key: one.seat,
      shows: tells(one),
      make: () => this.#name(doc, one),
    }));
    fillParts(this.#names, may ? names : [free]);
    if (asked && !(doc.requests ?? []).some(({ id }) => id === asked.id)) this.#answered(asked);
    this.#withdraw();
  }

  /**
   * A free seat is a tap; a taken one can be asked for from a new phone.
   * @param {TableDocument} doc
   * @param {Record<string, any>} told
   */
  #name(doc, { seat, claimed }) {
    const id = freshId("seat");
    const sit = button(
      [seatMark(doc, seat), claimed && h("span", { class: "hint" }, say("join.taken"))],
      () => this.#claim(seat),
      { class: "offer", id, disabled: claimed, "data-seat": seat },
    );
    if (!claimed) return sit;
    return h(
      "div",
      { class: "join-taken" },
      sit,
      button(say("join.new-phone"), () => this.#ask(seat), {
        class: "quiet",
        "data-request-seat": seat,
        "aria-describedby": id,
      }),
    );
  }

  // --- internals ---------------------------------------------------------------

  /** Rare, so not in a phone's first load. Until it is there the names are. */
  #bringPanel() {
    import(`../elements/table/asking-panel.js${tries ? `?${tries}` : ""}`).then(
      () => this.draw(this.table.doc),
      () => {
        tries += 1; // some browsers remember that an address failed
        this.complain(say("join.unreachable"));
      },
    );
  }

  /** This phone has scanned the seat's own code: nothing is left to choose. */
  async #sitByCode({ number, key }) {
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      await this.table.claim(number, key);
      remember(this.table.code, { handed: undefined, lost: undefined });
      this.turnPage?.();
    } catch (error) {
      this.complain(error instanceof Unreachable ? say("join.unreachable") : say("join.code-spent"));
      if (!(error instanceof Unreachable)) remember(this.table.code, { handed: undefined });
    } finally {
      this.#claiming = false;
    }
  }

  /** Nobody can let this phone in any more: forgotten here at once, and at the table when it is in reach. */
  #giveUp({ id, seat }) {
    const { key } = this.table.kept.claiming ?? {};
    remember(this.table.code, { asked: undefined, givenUp: { id, seat, key } });
    this.draw(this.table.doc);
  }

  #withdraw() {
    if (!this.table.kept.givenUp) return;
    import("../seats.js").then(({ withdraw }) => withdraw(this.table)).catch(() => {}); // tried again later
  }

  /** Rare. Out of reach of what hears the answer, it is heard later. */
  async #answered(asked) {
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      const { hearAnswer } = await import("../seats.js");
      const words = await hearAnswer(this.table, asked);
      if (!words) return;
      this.complain(words);
      this.draw(this.table.doc);
    } catch {
      // as above
    } finally {
      this.#claiming = false;
    }
  }
}

customElements.define("join-screen", JoinScreen);
