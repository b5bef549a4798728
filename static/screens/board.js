// The table on a TV: everything public at one glance, from three metres away. Each panel has its place for
// the whole game; beside them stands what is of the moment, and below that what is seldom wanted, page after
// page.

import { button, fillParts, h, icon, pageLink, stylesheets } from "../dom.js";
import { auctionPart } from "../elements/auction/auction-box.js";
import { besidePage } from "../elements/board/beside.js";
import { coming, drawComing, listOfComing, listsRailroads } from "../elements/board/coming.js";
import { Fitting, framed, within } from "../elements/board/fitting.js";
import { endPart, heldCardPart, isHeldCard, nearestEndPart } from "../elements/board/nearest-end.js";
import { endWithClauses, lastMovesPart } from "../elements/board/last-moves.js";
import { besidePart, isOfMany, momentPart, ofTheMoment } from "../elements/board/moment.js";
import { isShort, presides, roomOf, rowsOf, widthOf, withoutRemarks } from "../elements/board/room.js";
import { TurningPages } from "../elements/board/turning.js";
import { awaited, followPart, isGathering, isOpen, wayInPart } from "../elements/board/way-in.js";
import { isLong, isSetUp, workOf, workPart } from "../elements/board/work.js";
import { asWritten } from "../elements/board/written.js";
import "../elements/page/second-tap.js";
import { seatMark, seatName, signs } from "../elements/panels/badges.js";
import { standsFor } from "../elements/panels/panel.js";
import { keptAwake } from "../elements/page/awake.js";
import { ConnectionSign } from "../elements/page/connection.js";
import { ANYONE, areOnOnePhone, settledIn } from "../elements/table/act-for.js";
import { joinPicture } from "../elements/table/join-picture.js";
import { fetchKinds, panelPart } from "../elements/panels/panels.js";
import { allPanels } from "../elements/panels/standard-panels.js";
import "../elements/panels/track-panel.js"; // a TV's first panel: fetched with the screen
import { alsoAnEnd } from "../elements/table/table-sheets.js";
import { say } from "../messages.js";
import { TableScreen } from "./table-screen.js";
/** @import { Entry, PanelDocument, TableDocument } from "../types.js" */

const WIDE_PX = 1100; // below that the board is a page to scroll
const GRIDS = 2; // tables that always stand there: the railroads and the players
const NOTE_ITEMS = 1; // a list of so few is a note
const NOTE_ROOM = 0.2; // of the corner's height, and as much for its title
const STAGE_SIZES = [1, 0.92, 0.84, 0.76, 0.68, 0.6];
const LAST_MOVE_MS = 5_000; // so long it is read before the winner takes its place
const ROOMY_SIZES = [1.5, 1.35, 1.2, 1.1]; // an auction, or what several are paid, has all the room

export class BoardScreen extends TableScreen {
  /** @type {import("../past.js").Past | null} where it shows a moment of before */
  past = null;
  #head = h("header", { class: "board-head" });
  #wide = h("div", { class: "board-wide" });
  #stage = h("div", { class: "board-stage" });
  #turning = new TurningPages();
  #foot = h("div", { class: "board-foot" });
  #side = null;
  #main = null;
  #final = null;
  #settling = null; // at which revision
  #hasSeenPlay = false; // who opens a game that is over reads no last move
  #rows = new Map(); // for how many rows each table has room
  #fitting = new Fitting();
  #fresh = null; // since which revision a page wants to be read
  #keepOn = null;
  #notice = null;
  #hasAsked = false; // whether a table of this game may have one phone for all

  // --- drawing -----------------------------------------------------------------

  build() {
    this.#foot.hidden = true;
    this.#turning.className = "panel turning";
    const corner = h("div", { class: "board-corner" }, this.#turning, this.#foot);
    this.#side = h("aside", { class: "board-side" }, this.#stage, corner);
    this.#main = h("main", { class: "board" });
    this.#notice = this.bankNotice();
    this.replaceChildren(this.banner(), this.#head, this.#main, this.navigation("board"));
    this.#keepOn = keptAwake(this.signal);
    this.#letMenuGo();
    const refit = () => this.table.doc && !this.#final && this.#fit();
    window.addEventListener("resize", refit, { signal: this.signal });
    const observer = new ResizeObserver(refit); // a banner above the board takes room from it
    observer.observe(this.#main);
    this.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** @param {TableDocument} told */
  draw(told) {
    const doc = asWritten(told);
    if (this.#final?.revision !== doc.revision) this.#final = null;
    this.#hasSeenPlay ||= doc.status !== "finished" && !this.past;
    if (doc.status === "finished" && !this.#final) this.#settle(doc.revision);
    const final = this.#final;
    document.title = say("title.board", { game: doc.game_name });
    fillParts(this.#head, this.#headOf(doc));
    fillParts(this.#main, [
      final && { key: "ending", shows: [final.revision, signs(doc)], make: () => final.make(doc) },
      { key: "wide", make: () => this.#wide },
      { key: "side", make: () => this.#side },
    ]);
    this.toggleAttribute("data-over", Boolean(final));
    this.#keepOn(doc.status !== "finished");
    this.#askWhatIsSettled(doc);
    const before = asWritten(this.table.before);
    const panels = allPanels(doc);
    const grids = panels.filter(({ kind }) => kind === "grid").slice(0, GRIDS);
    const wide = [...panels.filter(({ kind }) => kind === "track"), ...grids];
    for (const grid of grids) this.#rows.set(grid.name, rowsOf(doc, grid, this.#rows.get(grid.name)));
    const list = grids.every(({ rows }) => rows.length)
      ? listOfComing(panels, grids[0], this.#rows.get(grids[0]?.name))
      : panels.find(listsRailroads);
    this.#drawWide(doc, wide, before, list);
    this.#drawTurning(doc, panels.filter((panel) => ![...wide, list].includes(panel)), before);
    this.#drawStage(doc);
    this.#drawWayIn(doc);
    if (!final) this.#fit();
  }

  /**
   * The tracks and the tables, each with the room that it needs in this game. `list`: what has the place of a
   * table until its first row comes, and then that of the rows still to come.
   */
  #drawWide(doc, panels, before, list) {
    const part = (panel) => panelPart(doc, panel, before, { fitted: window.innerWidth > WIDE_PX });
    const short = panels.filter(isShort); // several short tracks stand beside one another
    const long = panels.filter((panel) => !short.includes(panel));
    const tracks = long.filter(({ kind }) => kind === "track");
    const tables = long.filter(({ kind }) => kind !== "track").map((one) => withoutRemarks(one, doc.code));
    fillParts(this.#wide, [
      ...tracks.map(part),
      short.length > 0 && row("short", "board-row", short.map(part)),
      ...tables.map((table) => part(table.rows.length ? table : list ?? table)),
    ]);
    const widest = Math.max(...tables.map(widthOf)); // one size of letters in all of them
    for (const table of tables) {
      const rows = this.#rows.get(table.name);
      const more = table.rows.length ? coming(table, list, rows) : [];
      const there = table.rows.length + more.length;
      const vars = { "--rows": rows, "--there": Math.max(there, 1), "--wide": widest };
      const element = this.#wide.querySelector(`[data-panel="${table.name}"]`);
      for (const [name, value] of Object.entries(vars)) element?.style.setProperty(name, String(value));
      element?.toggleAttribute("data-coming", there < rows);
      element?.toggleAttribute("data-presidents", presides(doc, table));
      if (table.rows.length) drawComing(doc, element.querySelector(".sheet"), more);
    }
    const room = [...tracks, ...short.slice(0, 1), ...tables].map((panel) =>
      `minmax(0, ${roomOf(panel, this.#rows.get(panel.name))}fr)`
    );
    this.#wide.style.setProperty("--room", room.join(" "));
    this.#markAsked(doc);
  }

  /** Whose turn it is has a row marked as a railroad that operates has. */
  #markAsked(doc) {
    const asked = askedOf(doc);
    for (const mark of this.#wide.querySelectorAll("tbody th .seat-mark")) {
      mark.closest("tr").toggleAttribute("data-asked", asked.includes(Number(mark.dataset.seat)));
    }
  }

  /** What is of the moment: how to come in; the auction; or dice, a dividend, the last moves. */
  #drawStage(doc) {
    if (isOpen(doc) && !this.past) {
      this.#stage.dataset.scene = "way-in";
      return fillParts(this.#stage, [wayInPart(doc, this.table)]);
    }
    const layingOut = isSetUp(ofTheMoment(doc)); // a long list later is turned over: no panel gives way to it
    const isIdle = this.#turning.hidden || this.#side.hasAttribute("data-idle");
    this.#stage.dataset.scene = doc.auction ? "auction" : layingOut ? "set-up" : "moment";
    fillParts(this.#stage, [
      doc.auction ? auctionPart(doc) : momentPart(doc),
      doc.auction && window.innerWidth <= WIDE_PX && besidePart(doc),
      this.#stage.dataset.scene === "moment" && (isIdle || !isOfMany(doc)) &&
      lastMovesPart(doc, window.innerWidth <= WIDE_PX),
    ]);
    return undefined;
  }

  /** @param {TableDocument} doc */
  #drawWayIn(doc) {
    const seatsFree = doc.status !== "finished" && doc.seats.some(({ claimed }) => !claimed);
    const way = seatsFree && this.table.key && doc.join_url;
    const words = areOnOnePhone(doc) ? say("board.scan-watch") : say("board.join");
    this.fill(this.#foot, [way, words], () => way && [joinPicture(this.table), h("p", {}, words)]);
    this.#foot.hidden = !way || isOpen(doc);
  }

  /** @param {TableDocument} doc */
  #headOf(doc) {
    const { game_name: game, round, status, turn } = doc;
    const then = this.past; // nobody is asked for anything any more
    const now = isGathering(doc) ? awaited(doc) : turn?.prompt ?? "";
    const asks = then ? say("again.after", { revision: doc.at, last: then.last }) : now;
    const prompt = status === "finished" ? say("seat.over") : asks;
    const asked = then ? [] : askedOf(doc);
    // of several whom the sentence names their lamps alone would say nothing
    const marked = asked.filter((seat) => asked.length < 2 || !prompt.includes(seatName(doc, seat)));
    return [
      { key: "game", shows: [game, round, status], make: () => this.#title(doc) },
      !then && followPart(doc, this.table),
      { key: "notice", make: () => this.#notice },
      {
        key: "turn",
        make: (turn = h("div", { class: "board-turn", "aria-live": then ? "off" : "polite" })) => {
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
      then
        ? { key: "out", shows: then.isOver, make: () => this.#out() }
        : { key: "menu", make: () => this.#menu() },
    ];
  }

  /** @param {TableDocument} doc */
  #title({ game_name: game, round, status, options, practice }) {
    const sign = Object.assign(new ConnectionSign(), { table: this.table });
    return h(
      "h1",
      { class: "board-game" },
      sign,
      h("span", {}, game),
      round && status === "playing" &&
        standsFor(h("span", { class: "round" }, say("board.round", { round })), "table", "round"),
      practice && h("span", { class: "round" }, say("table.practice")),
      options?.demonstration && h("span", { class: "round" }, say("board.demonstration")),
    );
  }

  /** Whoever looks back came from the settlement, or while the evening goes on from the log. */
  #out() {
    const name = this.past.isOver ? "settlement" : "log";
    return pageLink(`/t/${this.table.code}/${name}`, [icon("back"), say(`page.${name}`)], {
      class: "board-out",
    });
  }

  #menu() {
    const turn = () => this.toggleAttribute("data-menu");
    return button(icon("menu"), turn, { class: "board-menu", "aria-label": say("page.pages") });
  }

  /** Escape and a tap elsewhere put the menu away; so does the next move, for it covers the tables. */
  #letMenuGo() {
    const { signal } = this;
    const shut = () => this.toggleAttribute("data-menu", false);
    const isPartOf = (target) => target.closest(".board-menu, .pages");
    addEventListener("keydown", ({ key }) => key === "Escape" && shut(), { signal });
    addEventListener("pointerdown", ({ target }) => isPartOf(target) || shut(), { signal });
    let seen = this.table.doc?.revision;
    this.listen("table", () => {
      if (this.table.doc?.revision !== seen) shut();
      seen = this.table.doc?.revision;
    });
  }

  /** What has no room gets smaller letters, and larger ones again when there has been room for a while. */
  #fit() {
    const { innerWidth: wide, innerHeight: high } = window;
    if (wide <= WIDE_PX) return endWithClauses(this.#side);
    const panels = [...this.#wide.querySelectorAll(".panel")];
    this.toggleAttribute("data-long", false);
    this.toggleAttribute("data-long", !this.#fitting.fit(panels, [wide, high, [...this.#rows]]));
    this.#fitStage();
    return endWithClauses(this.#side);
  }

  /** What hands must do, and all that is seldom wanted; below them how near the end is. */
  #drawTurning(doc, panels, before) {
    const work = workOf(doc);
    const rest = panels.filter((panel) => !alsoAnEnd(doc, panel));
    const notes = rest.filter(isNote);
    const part = (panel) => panelPart(doc, panel, before);
    const page = (name, title, part) => part && { name, title, part };
    // who has a card stands at the foot, always in sight; what it is good for, once somebody has it, here
    const turned = notes.filter((panel) => !isHeldCard(panel) || panel.seat)
      .map((panel) => (isHeldCard(panel) ? { ...panel, seat: null } : panel));
    this.#turning.foot = [heldCardPart(doc, notes), nearestEndPart(doc)];
    // the last moves: what is of many fills the stage
    const areElsewhere = doc.end?.length && !doc.auction && isOfMany(doc);
    this.#side.toggleAttribute("data-laying-out", isSetUp(work));
    const pages = [
      work &&
      { ...page("work", say("hands.title"), workPart(doc, work)), leaves: isSetUp(work) || isLong(work) },
      areElsewhere && page("last", say("board.last"), lastMovesPart(doc, false)),
      (!areElsewhere || doc.end.length > 1) && page("end", say("end.title"), endPart(doc)),
      turned.length > 0 && page("notes", say("sheets.table"), row("notes", "board-notes", turned.map(part))),
      ...rest.filter((panel) => !isNote(panel)).map((panel) => page(panel.name, panel.title, part(panel))),
    ].filter(Boolean);
    const beside = window.innerWidth > WIDE_PX && besidePage(doc, pages);
    this.#turning.update(beside ? [...pages, beside] : pages);
    // a game in which hands do nothing and nobody waits for an end
    const isIdle = pages.length === 1 && turned.length > 0 && !doc.end?.length;
    this.#side.toggleAttribute("data-idle", isIdle);
    this.#side.style.setProperty("--corner", `${NOTE_ROOM * (1 + turned.length)}fr`);
    const fresh = (beside && beside.fresh) || (work?.revision ?? null);
    if (fresh !== null && fresh !== this.#fresh) {
      this.#turning.open(fresh === work?.revision ? "work" : "last");
    }
    this.#fresh = fresh;
  }

  // --- internals ---------------------------------------------------------------

  /** @param {TableDocument} doc */
  #askWhatIsSettled({ game, options, status }) {
    if (this.#hasAsked || options?.act_for !== ANYONE || status === "finished") return;
    this.#hasAsked = true;
    settledIn(game).then(() => this.signal.aborted || this.draw(this.table.doc));
  }

  /** A long sentence gets smaller letters, and an auction of many. */
  #fitStage() {
    for (
      const size of [
        ...(this.#stage.querySelector(".moment-paid > :nth-child(2), auction-box") ? ROOMY_SIZES : []),
        ...STAGE_SIZES,
      ]
    ) {
      this.#stage.style.setProperty("--stage", String(size));
      const frames = [...this.#stage.querySelectorAll(".moment, auction-box")];
      const names = [...this.#stage.querySelectorAll(".bidders .seat-mark")];
      const whole = names.every((name) => name.scrollWidth <= name.clientWidth + 1);
      if (whole && [this.#stage, ...frames].every(within) && frames.every(framed)) return;
    }
  }

  /**
   * The game is over: who has won, as soon as the table says so, the first chart is drawn, and everybody has
   * read what the last move paid. Until then the board stands there as that move has left it.
   * @param {number} revision
   */
  async #settle(revision) {
    if (this.#settling === revision) return;
    this.#settling = revision;
    const read = this.#hasSeenPlay && new Promise((done) => setTimeout(done, LAST_MOVE_MS));
    const [settled, { ending, endCharts, isDrawn }] = await Promise.all([
      this.table.settlement().catch(() => ({})),
      import("../elements/board/ending.js"),
      stylesheets("ending"),
    ]);
    const isOver = () => this.table.doc.revision === revision; // else it was taken back
    const figures = settled.seats && isOver() && endCharts(this.table.doc, settled);
    if (figures) await Promise.all([isDrawn(figures[0]), read]);
    if (this.#settling === revision) this.#settling = null;
    if (!figures || !isOver()) return;
    this.#final = { revision, make: (doc) => ending(doc, settled, figures) };
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
}

/**
 * Whose move the table waits for: nobody's while it gathers.
 * @param {TableDocument} doc
 * @returns {number[]}
 */
function askedOf(doc) {
  const { status, turn, auction } = doc;
  const asked = turn?.seats?.length ? turn.seats : [turn?.seat ?? auction?.to_act];
  return status === "finished" || isGathering(doc) ? [] : asked.filter(Boolean);
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
 * A card, a meter, a list of one line: these lie on top of each other; not one question, read as two are.
 * @param {PanelDocument} panel
 */
const isNote = ({ kind, name, items }) =>
  kind === "card" || kind === "meter" ||
  (kind === "list" && items.length <= NOTE_ITEMS && name !== "money_requests");

await Promise.all([
  stylesheets("track", "dice", "board", "board-panels", "board-moment", "board-fit", "board-last", "way-in"),
  fetchKinds([{ kind: "track" }]),
]);
customElements.define("board-screen", BoardScreen);
