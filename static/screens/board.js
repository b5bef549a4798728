// The table on a TV: everything public at one glance, from three metres away.

import { button, fillParts, h, icon, same, stylesheets } from "../dom.js";
import { auctionPart } from "../elements/auction/auction-box.js";
import { seatMark, seatName, signs } from "../elements/panels/badges.js";
import { standsFor } from "../elements/panels/cells.js";
import { checklistPart, lastWork } from "../elements/log/checklist.js";
import { ConnectionDot } from "../elements/page/connection.js";
import { joinPicture } from "../elements/table/join-picture.js";
import { fetchKinds, panelPart } from "../elements/panels/panels.js";
import { allPanels } from "../elements/panels/standard-panels.js";
import "../elements/panels/track-panel.js"; // a TV's first panel: fetched with the screen
import { alsoAnEnd, endPart } from "../elements/table/table-sheets.js";
import { clock, money, say } from "../messages.js";
import { TableScreen } from "./table-screen.js";
/** @import { Entry, PanelDocument, TableDocument } from "../types.js" */

const LINES = 20; // last moves shown, if there is room
const LINES_ON_A_PAGE = 6; // where the board is a page to scroll
const WIDE_PX = 1100; // below that the board is a page to scroll
const LARGEST = 34; // letters of that many px on a TV of 1080 lines: more is shouting
const TV_LINES_PX = 1080;
const SMALLEST_PX = 16;
const STEPS = 8; // halvings until the size is found
const MUCH = 1.12; // so much larger the letters become again at least: nothing jumps for less
const PATIENCE = 6; // nor before there was room for them so often in a row
const WIDE = new Set(["track", "grid"]);
const SHORT_SPACES = 8; // a track with so few spaces shares its line
const NOTE_ITEMS = 1; // a list of so few is a note

export class BoardScreen extends TableScreen {
  #head = h("header", { class: "board-head" });
  #wide = h("div", { class: "board-wide" });
  #stage = h("div", { class: "board-stage" });
  #narrow = h("div", { class: "board-narrow" });
  #lines = h("section", { class: "panel last-moves" });
  #foot = h("div", { class: "board-foot" });
  #main = null;
  #final = null;
  #shape = null;
  #size = SMALLEST_PX;
  #best = 0; // the largest size that this shape has had
  #roomy = 0; // how often in a row much larger letters would have done
  #strip = 0; // the height of the lowest row, in em
  #scene = null;

  // --- events ------------------------------------------------------------------

  /**
   * The largest letters with which all of it fits the screen. They stay while figures change: nothing may
   * jump. What is long makes them smaller, and when it is gone they grow again.
   * @param {TableDocument} doc
   */
  #fit(doc) {
    const { innerWidth: wide, innerHeight: high } = window;
    if (wide <= WIDE_PX) return this.style.setProperty("--board-size", `${SMALLEST_PX + 1}px`);
    const notice = this.querySelector("bank-notice:not([hidden])") !== null;
    const shape = [
      wide,
      high,
      notice,
      allPanels(doc).filter(({ kind }) => WIDE.has(kind)).map(({ name, rows }) => [name, rows?.length]),
    ];
    const unchanged = same(shape, this.#shape);
    const grows = unchanged && this.#hasRoom();
    if (unchanged && !grows && (this.hasAttribute("data-long") || this.#fits())) return undefined;
    if (!unchanged) this.#best = 0;
    if (!unchanged || grows) this.#strip = 0;
    this.#roomy = 0;
    this.#shape = shape;
    for (const name of ["data-tight", "data-long"]) this.toggleAttribute(name, false);
    let fits = SMALLEST_PX;
    let not = unchanged && !grows ? this.#size : (LARGEST * high) / TV_LINES_PX;
    for (let step = 0; step < STEPS; step += 1) {
      const px = (fits + not) / 2;
      this.#set(px);
      if (this.#fits()) fits = px;
      else not = px;
    }
    this.#set(fits);
    // asked once more in any case: the tables measure themselves by it
    this.toggleAttribute("data-tight", !this.#fits());
    this.toggleAttribute("data-long", this.hasAttribute("data-tight") && !this.#fits());
    this.#strip = Math.max(this.#strip, this.#foot.parentElement.offsetHeight / fits);
    this.#set(fits);
    this.#best = Math.max(this.#best, fits);
    return this.#fits();
  }

  // --- drawing -----------------------------------------------------------------

  build() {
    this.#scene = null;
    this.#shape = null;
    this.#main = h(
      "main",
      { class: "board" },
      this.#wide,
      h("aside", { class: "board-side" }, this.#stage, this.#lines),
      h("div", { class: "board-strip" }, this.#narrow, this.#foot),
    );
    this.replaceChildren(this.banner(), this.#head, this.#main, this.navigation("board"));
    this.#keepAwake();
    window.addEventListener("resize", () => this.table.doc && this.#fit(this.table.doc), {
      signal: this.signal,
    });
    // The code of the latecomers is a picture, and pictures come late; they take their room from the tables.
    const late = new ResizeObserver(() => this.table.doc && this.#fit(this.table.doc));
    late.observe(this.#foot);
    late.observe(this.#main); // a notice above it takes room too
    this.signal.addEventListener("abort", () => late.disconnect());
  }

  /** @param {TableDocument} doc */
  draw(doc) {
    const { before } = this.table;
    if (this.#final?.revision !== doc.revision) this.#final = null;
    if (doc.status === "finished" && !this.#final) this.#settle(doc.revision);
    const panels = allPanels(doc);
    const wide = panels.filter(({ kind }) => WIDE.has(kind));
    const narrow = panels.filter((panel) => !WIDE.has(panel.kind) && !alsoAnEnd(doc, panel));
    const notes = narrow.filter(isNote);
    const work = doc.status === "finished" ? null : lastWork(doc);
    const wanted = doc.status !== "finished" && doc.seats.some(({ claimed }) => !claimed);
    const way = wanted && this.table.key && doc.join_url;
    this.fill(this.#foot, way, () => way && [joinPicture(this.table), h("p", {}, say("board.join"))]);
    this.#foot.hidden = !way;
    fillParts(this.#head, this.#headOf(doc));
    const part = (panel) => panelPart(doc, panel, before, { fitted: window.innerWidth > WIDE_PX });
    const short = wide.filter(isShort); // several short tracks stand beside one another
    const long = wide.filter((panel) => !short.includes(panel));
    fillParts(this.#wide, [
      ...long.filter(({ kind }) => kind === "track").map(part),
      short.length > 0 && row("short", "board-row", short.map(part)),
      ...long.filter(({ kind }) => kind !== "track").map(part),
    ]);
    fillParts(this.#stage, [
      this.#final && { key: "ranking", shows: [this.#final, signs(doc)], make: () => this.#ranking(doc) },
      doc.auction && auctionPart(doc),
      work && checklistPart(doc, work),
    ]);
    fillParts(this.#narrow, [
      endPart(doc),
      notes.length > 0 && row("notes", "board-notes", notes.map(part)),
      ...narrow.filter((panel) => !notes.includes(panel)).map(part),
    ]);
    this.#changeScene(doc.auction ? "auction" : doc.status);
    this.#drawLines(doc);
    document.title = say("title.board", { game: doc.game_name });
    this.#fit(doc);
  }

  /** @param {TableDocument} doc */
  #ranking(doc) {
    const { seats } = this.#final;
    const winners = seats.filter(({ winner }) => winner);
    return h(
      "section",
      { class: "panel" },
      h(
        "h2",
        {},
        say("settlement.winner", {
          count: winners.length,
          names: winners.map(({ name }) => name).join(", "),
        }),
      ),
      h(
        "ol",
        { class: "final" },
        seats.map(({ seat, rank, winner, total }) =>
          h(
            "li",
            { "data-winner": Boolean(winner) },
            h("span", { class: "rank" }, String(rank)),
            seatMark(doc, seat),
            h("span", { class: "total figure" }, money(total)),
          )
        ),
      ),
    );
  }

  /** @param {TableDocument} doc */
  #headOf(doc) {
    const { game_name: game, round, status, turn } = doc;
    const seats = (turn?.seats?.length ? turn.seats : [turn?.seat]).filter(Boolean);
    const prompt = turn?.prompt ?? (status === "finished" ? say("seat.over") : "");
    const marked = status === "finished" ? [] : seats;
    return [
      { key: "game", shows: [game, round, status], make: () => this.#title(doc) },
      {
        key: "turn",
        make: (turn = h("div", { class: "board-turn", "aria-live": "polite" })) => {
          fillParts(turn, [
            ...marked.map((seat) => ({
              key: seat,
              shows: [prompt, signs(doc)],
              make: () => this.#mark(doc, seat),
            })),
            { key: "prompt", shows: prompt, make: () => h("p", { class: "board-prompt" }, prompt) },
          ]);
          return turn;
        },
        shows: [marked, prompt, signs(doc)],
      },
      { key: "menu", make: () => this.#menu() },
    ];
  }

  /** @param {TableDocument} doc */
  #title({ game_name: game, round, status, options, practice }) {
    const dot = new ConnectionDot();
    dot.table = this.table;
    return h(
      "h1",
      { class: "board-game" },
      dot,
      game,
      round && status === "playing" &&
        standsFor(h("span", { class: "round" }, say("board.round", { round })), "table", "round"),
      practice && h("span", { class: "round" }, say("table.practice")),
      options?.demonstration && h("span", { class: "round" }, say("board.demonstration")),
    );
  }

  #menu() {
    const turn = () => this.toggleAttribute("data-menu");
    return button(icon("menu"), turn, { class: "board-menu", "aria-label": say("page.pages") });
  }

  /** When the hammer comes out or goes, the last moves get another place: a new sheet, not one that jumps. */
  #changeScene(scene) {
    this.#stage.dataset.scene = scene;
    if (this.#scene === scene) return;
    this.#scene = scene;
    const lines = h("section", { class: "panel last-moves" });
    this.#lines.replaceWith(lines);
    this.#lines = lines;
  }

  /** @param {TableDocument} doc */
  #drawLines(doc) {
    const newest = [...(doc.recent ?? [])].reverse().slice(
      0,
      window.innerWidth <= WIDE_PX ? LINES_ON_A_PAGE : LINES,
    );
    const make = (list = h("ol", { class: "lines" })) => {
      fillParts(
        list,
        newest.map((entry) => ({ key: entry.revision, shows: entry, make: () => lineOf(entry) })),
      );
      return list;
    };
    fillParts(this.#lines, [
      { key: "title", make: () => h("h2", {}, say("board.last")) },
      { key: "lines", shows: newest, make },
    ]);
  }

  /** Whether letters would do that are much larger, and have been so before; and for how long already. */
  #hasRoom() {
    const [size, strip, long] = [this.#size, this.#strip, this.hasAttribute("data-long")];
    if (!long && size * MUCH > this.#best) return false;
    this.toggleAttribute("data-long", false);
    this.#strip = 0;
    this.#set(Math.min(size * MUCH, this.#best));
    this.#roomy = this.#fits() ? this.#roomy + 1 : 0;
    if (this.#roomy >= (long ? 1 : PATIENCE)) return true;
    this.#strip = strip;
    this.toggleAttribute("data-long", long);
    this.#set(size);
    this.#fits(); // the tables measure themselves by it
    return false;
  }

  // --- internals ---------------------------------------------------------------

  #set(px) {
    this.#size = px;
    this.style.setProperty("--board-size", `${px}px`);
    this.style.setProperty("--strip-least", `${this.#strip}em`);
  }

  #fits() {
    const within = (box) =>
      box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
    const grids = [...this.#wide.querySelectorAll("grid-panel")];
    for (const grid of grids) grid.measure();
    const tables = grids.every((grid) =>
      !grid.hasAttribute("data-cards") && within(grid.querySelector(".grid-scroll"))
    );
    const strip = this.#foot.parentElement;
    const rest = [
      ...this.#narrow.querySelectorAll(".panel:not(list-panel)"),
      this.#narrow,
      this.#wide,
      this.#stage.parentElement,
      strip,
    ];
    return tables && rest.every(within);
  }

  /**
   * The game is over: who has won, as soon as the table says so.
   * @param {number} revision
   */
  async #settle(revision) {
    const { seats } = await this.table.settlement().catch(() => ({}));
    if (!seats || this.table.doc.revision !== revision) return;
    this.#final = { revision, seats };
    this.draw(this.table.doc);
  }

  /**
   * A player's lamp; the name only if the prompt does not say it.
   * @param {TableDocument} doc
   * @param {number} seat
   */
  #mark(doc, seat) {
    const mark = seatMark(doc, seat);
    mark.classList.toggle("named", String(doc.turn?.prompt).includes(seatName(doc, seat)));
    return mark;
  }

  /** A TV must not go dark; only secure origins may ask for that. */
  #keepAwake() {
    const ask = () =>
      document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
    ask();
    document.addEventListener("visibilitychange", ask, { signal: this.signal });
  }
}

/** @param {Entry} entry */
function lineOf({ at, undone, summary }) {
  return h(
    "li",
    { "data-undone": Boolean(undone) },
    h("time", { class: "hint", datetime: at }, clock(at)),
    h(undone ? "s" : "span", {}, summary ?? say("entry.sealed")),
  );
}

/** Parts beside or above one another, as one part. */
function row(key, name, parts) {
  const make = (element = h("div", { class: name })) => {
    fillParts(element, parts);
    return element;
  };
  return { key, shows: parts.map(({ key, shows }) => [key, shows]), make };
}

/**
 * A card, a meter, a list of one line: these lie on top of each other.
 * @param {PanelDocument} panel
 */
function isNote({ kind, items }) {
  return kind === "card" || kind === "meter" || (kind === "list" && items.length <= NOTE_ITEMS);
}

/**
 * @param {PanelDocument} panel
 */
function isShort({ kind, min, last }) {
  return kind === "track" && Number.isInteger(last) && last - min < SHORT_SPACES;
}

await Promise.all([stylesheets("board", "board-panels", "board-fit"), fetchKinds([{ kind: "track" }])]);
customElements.define("board-screen", BoardScreen);
