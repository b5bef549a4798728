// The table on a TV: everything public at one glance, from three metres away.

import { h } from "../dom.js";
import { auctionBox } from "../elements/auction-box.js";
import { seatMark, seatName } from "../elements/badges.js";
import { checklist, lastWork } from "../elements/checklist.js";
import { ConnectionDot } from "../elements/connection.js";
import { joinPicture } from "../elements/join-picture.js";
import { panelElement } from "../elements/panels.js";
import { allPanels } from "../elements/standard-panels.js";
import { alsoAnEnd, endMeters } from "../elements/table-sheets.js";
import { clock, money, say } from "../messages.js";
import { TableScreen } from "./table-screen.js";

const LINES = 20; // last moves shown, if there is room
const LINES_ON_A_PAGE = 6; // where the board is a page to scroll
const WIDE_PX = 1100; // below that the board is a page to scroll
const LARGEST_REM = 1.7;
const SMALLEST_REM = 1;
const STEP_REM = 0.05;
const WIDE = new Set(["track", "grid"]);

export class BoardScreen extends TableScreen {
  #head = h("header", { class: "board-head" });
  #wide = h("div", { class: "board-wide" });
  #stage = h("div", { class: "board-stage" });
  #narrow = h("div", { class: "board-narrow" });
  #lines = h("section", { class: "panel last-moves" });
  #foot = h("div", { class: "board-foot" });
  #final = null;

  build() {
    const keyed = Boolean(this.table.key);
    if (keyed) this.#foot.append(joinPicture(this.table), h("p", {}, say("board.join")));
    this.replaceChildren(
      this.banner(),
      this.#head,
      h("main", { class: "board" }, this.#wide, h("aside", { class: "board-side" }, this.#stage, this.#lines), h("div", { class: "board-strip" }, this.#narrow, this.#foot)),
      this.navigation("board"),
    );
    this.#foot.hidden = !keyed;
    this.#keepAwake();
    window.addEventListener("resize", () => this.#fit(), { signal: this.signal });
  }

  draw(doc) {
    const { before } = this.table;
    if (this.#final?.revision !== doc.revision) this.#final = null;
    if (doc.status === "finished" && !this.#final) this.#settle(doc.revision);
    const panels = allPanels(doc);
    const wide = panels.filter(({ kind }) => WIDE.has(kind));
    const narrow = panels.filter((panel) => !WIDE.has(panel.kind) && !alsoAnEnd(doc, panel));
    const work = doc.status === "finished" ? null : lastWork(doc);
    this.fill(this.#head, [doc.turn, doc.game_name, doc.seats, doc.status], () => this.#headOf(doc));
    this.fill(this.#wide, [wide, doc.revision], () => wide.map((panel) => panelElement(doc, panel, before)));
    this.fill(this.#stage, [doc.auction, doc.seats, work?.revision, this.#final?.revision], () => [this.#final && this.#ranking(doc), doc.auction && auctionBox(doc), work && checklist(doc, work)]);
    this.fill(this.#narrow, [narrow, doc.end, doc.revision], () => [
      doc.end?.length > 0 && h("section", { class: "panel", "aria-label": say("end.title") }, h("h3", {}, say("end.title")), endMeters(doc)),
      narrow.map((panel) => panelElement(doc, panel, before)),
    ]);
    this.fill(this.#lines, doc.recent, () => this.#linesOf(doc));
    document.title = say("title.board", { game: doc.game_name });
    this.#fit();
  }

  /** The largest letters with which all of it fits the screen. */
  #fit() {
    const size = (rem) => this.style.setProperty("--board-size", `${rem}rem`);
    if (window.innerWidth <= WIDE_PX) return size(SMALLEST_REM);
    const main = this.querySelector("main");
    for (let rem = LARGEST_REM; ; rem -= STEP_REM) {
      size(rem);
      if (rem <= SMALLEST_REM || main.getBoundingClientRect().bottom + window.scrollY <= window.innerHeight) return undefined;
    }
  }

  /** The game is over: who has won, as soon as the table says so. */
  async #settle(revision) {
    const { seats } = await this.table.settlement().catch(() => ({}));
    if (!seats || this.table.doc.revision !== revision) return;
    this.#final = { revision, seats };
    this.draw(this.table.doc);
  }

  #ranking(doc) {
    const { seats } = this.#final;
    const winners = seats.filter(({ winner }) => winner);
    return h("section", { class: "panel" },
      h("h3", {}, say("settlement.winner", { count: winners.length, names: winners.map(({ name }) => name).join(", ") })),
      h("ol", { class: "final" }, seats.map(({ seat, rank, winner, total }) =>
        h("li", { "data-winner": Boolean(winner) }, h("span", { class: "rank" }, String(rank)), seatMark(doc, seat), h("span", { class: "total figure" }, money(total))))));
  }

  #headOf(doc) {
    const dot = new ConnectionDot();
    dot.table = this.table;
    const seats = (doc.turn?.seats?.length ? doc.turn.seats : [doc.turn?.seat]).filter(Boolean);
    return [
      h("p", { class: "board-game" }, doc.game_name, dot),
      h(
        "div",
        { class: "board-turn", "aria-live": "polite" },
        doc.status !== "finished" && seats.map((seat) => this.#mark(doc, seat)),
        h("p", { class: "board-prompt" }, doc.turn?.prompt ?? (doc.status === "finished" ? say("seat.over") : "")),
      ),
    ];
  }

  /** A player's lamp; the name only if the prompt does not say it. */
  #mark(doc, seat) {
    const mark = seatMark(doc, seat);
    mark.classList.toggle("named", String(doc.turn?.prompt).includes(seatName(doc, seat)));
    return mark;
  }

  #linesOf(doc) {
    const newest = [...(doc.recent ?? [])].reverse().slice(0, window.innerWidth <= WIDE_PX ? LINES_ON_A_PAGE : LINES);
    return [
      h("h3", {}, say("board.last")),
      h("ol", { class: "lines" }, newest.map((entry) =>
        h("li", { "data-undone": Boolean(entry.undone) }, h("time", { class: "hint", datetime: entry.at }, clock(entry.at)), h(entry.undone ? "s" : "span", {}, entry.summary ?? say("entry.sealed"))))),
    ];
  }

  /** A TV must not go dark; only secure origins may ask for that. */
  #keepAwake() {
    const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
    ask();
    document.addEventListener("visibilitychange", ask, { signal: this.signal });
  }
}

customElements.define("board-screen", BoardScreen);
