// What the screens of a table share: they are drawn anew with every document, region by region, where
// something changed.

import { button, h, pageLink, same, shown, stylesheets } from "../dom.js";
import { ConnectionBanner } from "../elements/page/connection.js";
import { moreWords, say } from "../messages.js";
/** @import { TableDocument } from "../types.js" */
/** @import { Table } from "../table.js" */

/** Opens what this browser may choose for itself; the dialog is fetched when it is wanted. */
export function settingsButton() {
  const open = () => import("../elements/page/settings-dialog.js").then(({ openSettings }) => openSettings());
  return button(say("page.settings"), open, { class: "page-button", "data-open": "settings" });
}

export class TableScreen extends HTMLElement {
  /** @type {Table} */
  table = null;
  /** May the host put a figure right by a tap on it? */
  corrects = true;
  #leave = null;
  #drawn = new Map();

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.#leave = new AbortController();
    this.listen("table", () => this.table.doc && this.draw(this.table.doc));
    this.#drawn.clear();
    this.build();
    if (this.table.doc) this.draw(this.table.doc);
    this.#letCorrect();
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  // --- asked from outside ------------------------------------------------------

  listen(event, heard) {
    this.table.addEventListener(event, heard, { signal: this.#leave.signal });
  }

  /** Until this screen is left. */
  get signal() {
    return this.#leave.signal;
  }

  /** A bank that has run out of printed money says so: fetched with the first such moment. */
  bankNotice() {
    return this.#fetched(
      (doc) => doc.bank?.short,
      async () => new (await import("../elements/table/bank-notice.js")).BankNotice(),
    );
  }

  /** Lay the regions out, once. */
  build() {}

  /**
   * Show a document.
   * @param {TableDocument} _doc
   */
  draw(_doc) {}

  // --- drawing -----------------------------------------------------------------

  /** The host corrects a figure by a tap on it; what that needs is fetched for the host alone. */
  #letCorrect() {
    const look = async () => {
      if (!this.corrects || !this.table.isHost || this.hasAttribute("data-correctable")) return;
      this.toggleAttribute("data-correctable", true);
      const [{ correctable }] = await Promise.all([
        import("../elements/correct/correctable.js"),
        moreWords(), // each figure is called by them
      ]);
      if (!this.signal.aborted) correctable(this);
    };
    this.toggleAttribute("data-correctable", false);
    this.listen("table", look);
    look();
  }

  #tableButton() {
    const open = () =>
      import("../elements/table/table-dialog.js")
        .then(({ openTable }) => openTable(this.table))
        .catch((error) => this.complain(error.message));
    return button(say("page.office"), open, { class: "page-button", "data-open": "table" });
  }

  #correctButton() {
    const open = () =>
      import("../elements/correct/correct-dialog.js")
        .then(({ openCorrection }) => openCorrection(this.table, { of: this.dataset.account }))
        .catch((error) => this.complain(error.message));
    return button(say("correct.open"), open, { class: "page-button", "data-open": "correct" });
  }

  /** Redraw a region only if what it shows has changed, so that open details, focus and scrolling stay. */
  fill(region, shows, make) {
    if (this.#drawn.has(region) && same(this.#drawn.get(region), shows)) return;
    this.#drawn.set(region, shows);
    region.replaceChildren(...shown([make()]));
  }

  /**
   * What concerns every screen: a lost connection, and who asks for a seat with a new phone.
   */
  banner() {
    const both = document.createDocumentFragment();
    const banner = new ConnectionBanner();
    banner.table = this.table;
    both.append(banner, this.#requests(), this.#nextGame());
    if (this.table.doc?.practice) {
      stylesheets("practice");
      both.prepend(h("p", { class: "practice-mark" }, say("table.practice-help")));
    }
    return both;
  }

  /** How the game has ended, on whatever is no board. */
  outcome() {
    const place = h("div", { class: "finished", vars: { "--seats": String(this.table.doc.seats.length) } });
    import("../elements/settlement/outcome.js").then(({ tellOutcome }) => tellOutcome(place, this.table))
      .catch(() => {}); // the settlement itself is a tap away
    return place;
  }

  /** A place for what is fetched when it is first wanted. */
  #fetched(isWanted, make) {
    const place = h("div", { hidden: true });
    const look = async () => {
      if (!this.table.doc || !isWanted(this.table.doc) || !place.isConnected) return;
      const found = await make();
      found.table = this.table;
      place.replaceWith(found);
    };
    this.listen("table", look);
    queueMicrotask(look);
    return place;
  }

  /** The other screens of this table. */
  navigation(here) {
    const { code, kept } = this.table;
    const at = `/t/${code}`;
    const pages = [
      ["table", at],
      kept.host && ["lobby", `${at}#lobby`],
      ["board", `${at}/board`],
      (kept.host || here === "board" || here === "check") && ["check", `${at}/check`],
      ["log", `${at}/log`],
      ["settlement", `${at}/settlement`],
      this.table.doc && ["help", `/help/${this.table.doc.game}#t=${code}`],
      ["home", "/"],
    ].filter(Boolean);
    const links = pages.map(([name, href]) =>
      pageLink(href, say(`page.${name}`), { "aria-current": name === here ? "page" : null })
    );
    return h(
      "nav",
      { class: "pages", "aria-label": say("page.pages") },
      links,
      kept.host && [this.#correctButton(), this.#tableButton()],
      settingsButton(),
    );
  }

  /** A sentence about something that went wrong, until the next one or a tap. */
  complain(words) {
    this.querySelector(".complaint")?.remove();
    const line = h("div", { class: "complaint notice", role: "alert" }, h("span", {}, words));
    line.append(button(say("dialog.close"), () => line.remove(), { class: "quiet" }));
    this.prepend(line);
  }

  // --- internals ---------------------------------------------------------------

  /** The host plays again. A TV goes along; a player's phone that only looks at the board does not. */
  #nextGame() {
    let alone = false;
    const isWanted = ({ next_table: next, status, at, you }) => {
      alone ||= !next && this.localName === "board-screen" && you?.seat === null;
      return next && status === "finished" && !at;
    };
    return this.#fetched(isWanted, async () => {
      const { NextGame } = await import("../elements/table/next-game.js");
      return Object.assign(new NextGame(), { alone });
    });
  }

  /** Requests are rare: what shows them is fetched with the first. */
  #requests() {
    return this.#fetched(
      (doc) => doc.requests?.length,
      async () => new (await import("../elements/table/seat-requests.js")).SeatRequests(),
    );
  }
}
