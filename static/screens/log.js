// Every entry of the journal, newest first; what was undone stays readable.

import { momentPath } from "../moments.js";
import { sentenceOf } from "../client.js";
import { button, h, icon, pageLink, rule, stylesheets } from "../dom.js";
import { fillLog } from "../elements/log/log-lines.js";
import { isQuiet } from "../elements/log/entry.js";
import "../elements/page/second-tap.js";
import { isAwaited } from "../elements/panels/own-affairs.js";
import { endPanel } from "../elements/table/table-sheets.js";
import { say } from "../messages.js";
import { TableScreen } from "./table-screen.js";
/** @import { Entry, TableDocument } from "../types.js" */

export class LogScreen extends TableScreen {
  #lines = h("div", {});
  #title = h("h1", {});
  #ends = h("div", { class: "ends-here" });
  #back = h("p", { class: "back-to-play unprinted" });
  #revision = null;

  build() {
    this.#revision = null;
    this.replaceChildren(
      this.banner(),
      this.bankNotice(),
      h(
        "main",
        { class: "page" },
        this.#back,
        h(
          "header",
          {},
          h("p", { class: "overline" }, say("log.title")),
          h("div", { class: "log-head" }, this.#title, this.#tools()),
          rule(),
        ),
        this.#ends,
        this.#lines,
      ),
      this.navigation("log"),
    );
  }

  /** @param {TableDocument} doc */
  draw(doc) {
    this.fill(this.#title, doc.game_name, () => doc.game_name);
    this.fill(
      this.#ends,
      [doc.end, doc.status],
      () => doc.status === "finished" ? ended(doc) : endPanel(doc),
    );
    if (doc.status === "finished") this.#lines.before(this.#ends);
    else this.#lines.after(this.#ends); // whoever comes here wants the last moves
    const mine = isAwaited(doc, this.table.ownSeat);
    this.fill(this.#back, mine, () => this.#wayBack(mine));
    document.title = say(mine ? "title.your-turn" : "title.log", { game: doc.game_name });
    if (doc.revision !== this.#revision) this.#load(doc.revision);
  }

  /** A log is long: the way out of it stands above it, too, and in sight for whoever is waited for. */
  #wayBack(mine) {
    const words = say(mine ? "seat.your-turn" : "page.table");
    const attributes = { class: "way-back", "data-mine": mine };
    return pageLink(`/t/${this.table.code}`, [icon("back"), words], attributes);
  }

  #tools() {
    const words = [icon("play"), say("again.watch")];
    return h(
      "div",
      { class: "log-tools unprinted" },
      pageLink(momentPath(this.table.code), words, { class: "log-again" }),
      button(say("check.print"), () => globalThis.print(), { "data-print": true }),
    );
  }

  /** @param {number} revision */
  async #load(revision) {
    this.#revision = revision;
    try {
      const entries = await this.table.entries();
      if (revision !== this.#revision) return;
      fillLog(this.#lines, this.table, entries, (words) => this.complain(words));
      markQuiet([...this.#lines.querySelectorAll(".log > li")], entries);
    } catch (error) {
      this.#revision = null;
      this.complain(sentenceOf(error));
    }
  }
}

/**
 * A bid or a pass that moved nothing stands back.
 * @param {Element[]} lines newest first
 * @param {Entry[]} entries oldest first
 */
function markQuiet(lines, entries) {
  entries.toReversed().forEach((entry, at) => lines[at]?.toggleAttribute("data-quiet", isQuiet(entry)));
}

/**
 * What has ended it, in a line; nothing where the rules count no end.
 * @param {TableDocument} doc
 */
function ended({ end }) {
  const met = (end ?? []).filter((one) => one.met).map(({ condition }) => condition);
  return met.length ? h("p", { class: "ended" }, say("end.ended", { how: met.join(" · ") })) : null;
}

await stylesheets("office", "entries", "log-page");
customElements.define("log-screen", LogScreen);
