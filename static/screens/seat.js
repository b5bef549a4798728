// A player's phone; with the host's key, the laptop that may act for any seat. Above: who and how much.
// Middle: what to do now.

import { fillParts, h, readyForPaper, standWhere, stylesheets, stylesheetWhere, toTop } from "../dom.js";
import { auctionPart } from "../elements/auction/auction-box.js";
import { calledMark, calledName, ownMark, railroadBadge, seatOf, signs } from "../elements/panels/badges.js";
import { BidLimit } from "../elements/auction/bid-limit.js";
import { inCalledNames, promptFor, withCalledNames } from "../elements/board/wording.js";
import { affairsPart, comesThen, isAwaited, purse } from "../elements/panels/own-affairs.js";
import { helpKey } from "../elements/help/help-key.js";
import { checklistPart, forHandsOf, isDue, lastWork } from "../elements/log/checklist.js";
import { newest, newsOf, newsParts } from "../elements/log/entry.js";
import { ConnectionSign } from "../elements/page/connection.js";
import { comesUp, OfferList } from "../elements/offer/offer-list.js";
import { endPanel, TableSheets } from "../elements/table/table-sheets.js";
import { money, moreWords, say } from "../messages.js";
import { setting } from "../settings.js";
import { TableScreen } from "./table-screen.js";
/** @import { Entry, TableDocument } from "../types.js" */

const TURN_BUZZ_MS = 80;
const RESTED_MS = 5_000; // then comes what no first minute needs

export class SeatScreen extends TableScreen {
  #head = h("header", { class: "seat-head" });
  #news = h("div", { class: "news", role: "status", "aria-live": "polite" }); // its room is always there
  #dice = h("p", { class: "now-dice" });
  #aloud = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  #now = h("div", { class: "now-what" });
  #told = null; // in the news
  #work = h("div", { class: "now-work" });
  #reminded = /** @type {any} */ ({}); // of which entry's work, and whose turn it was
  #offers = new OfferList();
  #limit = new BidLimit();
  #ends = h("div", { class: "now-ends" });
  #sheets = new TableSheets();
  /** @type {any} */
  #picker = null; // comes for whoever acts for others
  #undo = null; // comes with the first move of one's own
  #notes = h("details", { class: "folded own-notes", hidden: true });
  #nudge = null;
  #bell = null; // what buzzes and chimes, once it has come
  #rested = 0;
  #title = { mine: false, title: "" };
  #keepOn = null;
  #was = /** @type {any} */ ({}); // my turn and its prompt, and the table's status, at the last draw
  #cash = null;

  // --- lifecycle ---------------------------------------------------------------

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#rested);
    this.table.attend(false);
  }

  // --- events ------------------------------------------------------------------

  /** A place to write that nobody else reads; fetched when it is wanted. */
  async #writeNotes() {
    stylesheets("notes");
    const [{ PrivateNotes }] = await Promise.all([import("../elements/table/private-notes.js"), moreWords()]);
    if (this.signal.aborted || this.#notes.querySelector("private-notes")) return;
    this.#notes.append(Object.assign(new PrivateNotes(), { table: this.table }));
  }

  /** A phone in a pocket: nothing jumps for anybody when a reminder that is no longer due goes. */
  #forget() {
    if (!document.hidden || !this.table.doc) return;
    this.#reminded = {};
    this.draw(this.table.doc);
  }

  /** What the news pay everybody, in rows below them. */
  #payOut() {
    const many = this.#told?.postings?.length > 1 && this.#told;
    if (!many && !this.#news.querySelector(".paid-out")) return;
    const rows = ({ payOut }) => payOut(this.#news, this.table.doc, many);
    import("../elements/log/paid-out.js").then(rows, () => {});
  }

  // --- drawing -----------------------------------------------------------------

  build() {
    const given = { table: this.table, complain: (words) => this.complain(words) };
    for (const part of [this.#offers, this.#limit, this.#sheets]) Object.assign(part, given);
    if (this.table.kept.seat?.notes !== undefined) this.#writeNotes(); // some of it was not saved
    this.#limit.addEventListener("done", () => this.draw(this.table.doc), { signal: this.signal });
    this.listen("moved", ({ detail }) => this.#moved(detail));
    document.addEventListener("visibilitychange", () => this.#forget(), { signal: this.signal });
    this.#rest();
    if (setting("chime")) this.#bring();
    this.#news.addEventListener("click", () => {
      if (this.#news.toggleAttribute("data-whole")) this.#payOut();
    });
    this.#notes.replaceChildren(h("summary", {}, say("notes.title")));
    this.#notes.addEventListener("toggle", () => this.#writeNotes(), { signal: this.signal });
    this.replaceChildren(
      h("div", { class: "seat-top" }, this.#head, this.banner()),
      this.bankNotice(), // it goes off with the page: a form wants the room
      h("div", { class: "news-line" }, this.#news, this.#dice),
      this.#aloud,
      h(
        "main",
        { class: "seat-body" },
        h(
          "section",
          { class: "now", "aria-label": say("seat.now") },
          this.#now,
          this.#offers,
          this.#limit,
          this.#work,
        ),
        h("div", { class: "seat-rest" }, this.#sheets),
      ),
      this.navigation("table"),
    );
    const [now, rest] = this.querySelectorAll(".now, .seat-rest");
    standWhere("(min-width: 1000px)", now, rest, [this.#ends, this.#notes], this.signal);
  }

  /** Of all seats the one picked; until the picker has come (app.js brings it), whose turn it is. */
  #picked(doc) {
    if (!customElements.get("seat-picker")) {
      stylesheets("seat-picker", "seat-picker-rows").then(() => import("../elements/table/seat-picker.js"))
        .then(() => this.draw(this.table.doc));
      return doc.turn?.seat ?? doc.seats[0].seat;
    }
    if (!this.#picker) {
      this.#picker = Object.assign(document.createElement("seat-picker"), { table: this.table });
      this.#picker.addEventListener("pick", () => this.draw(this.table.doc));
      this.#now.before(this.#picker);
    }
    return this.#picker.update(doc);
  }

  /** @param {TableDocument} doc where one's own auto-bid is to act, the next one is on its way */
  draw(doc) {
    if (this.dataset.turn && doc.you?.limit && doc.auction?.to_act === doc.you.seat) return;
    const seat = this.table.actsForAll ? this.#picked(doc) : doc.you.seat;
    // whom it shows: a correction begins there
    if (seat) this.dataset.account = `seat:${seat}`;
    if (this.#picker) this.#picker.hidden = !this.table.actsForAll || doc.status === "finished";
    this.table.attend(seat === this.table.ownSeat);
    const asked = isAwaited(doc, seat);
    const myTurn = asked && !this.#limit.early;
    this.#offers.below(() => {
      const silent = this.toggleAttribute("data-no-news", this.#silent(doc));
      this.#news.removeAttribute("data-whole");
      this.dataset.turn = myTurn ? "mine" : "other";
      this.#drawHead(doc, seat, asked);
      const news = this.#told = silent ? null : newest(doc, (entry) => this.#isMine(doc, entry));
      this.fill(
        this.#news,
        [news?.revision, news?.summary],
        () => newsParts(inCalledNames(doc, newsOf(doc, news))),
      );
      fillParts(this.#now, this.#happening(doc, myTurn, seat));
      this.#limit.update(doc, seat);
    });
    this.#offers.update(seat);
    const called = this.table.isHost ? withCalledNames(doc) : forHandsOf(withCalledNames(doc), doc.you.seat);
    const last = lastWork(called);
    const before = this.#reminded;
    // once it is there it leaves with the turn or out of sight, else all below it would jump
    const stays = last && before.revision === last.revision && before.myTurn === myTurn;
    const work = last && (stays || isDue(called, last)) && doc.status !== "finished" && last;
    this.#reminded = { revision: work?.revision, myTurn };
    // once drawn it stays as it is: what one ticks off does not leave under the finger
    const told = () => ({ ...checklistPart(called, work), shows: [work.revision, work.instructions] });
    fillParts(this.#work, [work && told()]);
    this.#work.toggleAttribute("data-past", Boolean(work) && !isDue(called, work));
    this.fill(this.#ends, doc.end, () => endPanel(doc));
    this.#tumble(doc);
    this.#sheets.update(doc);
    this.#undo?.update(doc);
    this.#notes.hidden = !doc.you?.seat;
    this.#keepOn?.(doc.status !== "finished");
    this.#announce(doc, seat, myTurn);
  }

  /**
   * @param {TableDocument} doc
   * @param {number} seat
   */
  #drawHead(doc, seat, myTurn) {
    const was = this.table.before && seatOf(this.table.before, seat)?.cash;
    const nobody = this.#nobody(doc);
    const words = () =>
      h(
        "p",
        { class: "turn", "data-mine": myTurn },
        this.#turnWords(doc, myTurn, seat),
        comesThen(doc, seat, myTurn),
      );
    fillParts(this.#head, [
      {
        key: "name",
        shows: [seat, signs(doc), this.table.actsForAll, nobody],
        make: () => nobody ? h("h1", {}, doc.game_name) : this.#nameOf(doc, seat),
      },
      !nobody && purse(doc, seat, was),
      { key: "sign", make: () => Object.assign(new ConnectionSign(), { table: this.table }) },
      affairsPart(doc, seat),
      { key: "turn", shows: [doc.turn, doc.status, myTurn, seat, signs(doc)], make: words },
    ]);
  }

  /**
   * @param {TableDocument} doc
   * @param {number} seat
   */
  #nameOf(doc, seat) {
    return h(
      "div",
      { class: "seat-name" },
      this.table.actsForAll && seat !== this.table.ownSeat
        ? h("span", { class: "overline" }, say("seat.acting-for"))
        : null,
      h("h1", {}, ownMark(doc, seat)),
    );
  }

  /** @param {TableDocument} doc */
  #turnWords(doc, myTurn, seat) {
    if (doc.status === "finished") return say("seat.finished");
    const own = seat === this.table.ownSeat;
    const words = own ? say("seat.your-turn") : say("seat.their-turn", { name: calledName(doc, seat) });
    const what = this.table.actsForAll && h("span", { class: "unseen" }, promptFor(doc, null));
    if (myTurn) return [h("span", {}, words), what];
    const one = doc.turn?.seat ?? doc.auction?.to_act; // an auction where it is nobody's turn
    const seats = (doc.turn?.seats?.length ? doc.turn.seats : [one]).filter(Boolean);
    if (!seats.length) return doc.turn?.prompt ?? "";
    return [h("span", {}, say("seat.turn-of")), seats.map((seat) => calledMark(doc, seat))];
  }

  /**
   * @param {TableDocument} doc
   * @param {number} seat
   */
  #happening(doc, myTurn, seat) {
    if (doc.status === "finished") {
      return [{ key: "over", shows: doc.revision, make: () => this.outcome() }];
    }
    const usual = doc.offers.filter((offer) => offer.seat === seat && !offer.aside);
    const formSaysIt = myTurn && (doc.auction || comesUp(usual)); // a form is open below it that says it all
    const nobodys = !doc.turn?.seats?.length && !doc.turn?.seat; // then the band above it says it
    const boxSaysIt = !myTurn && doc.auction?.to_act; // who is to bid, and for what
    const { railroad } = doc.turn ?? {};
    const prompt = !formSaysIt && !nobodys && !boxSaysIt && promptFor(doc, myTurn ? seat : null);
    const last = doc.end?.filter(({ progress, of, met }) => met || of && progress >= of); // soon it is over
    const near = !doc.auction && last?.map(({ condition }) => condition).join(" · ");
    const help = () => myTurn && usual.length > 1 && helpKey({ game: doc.game }, true);
    const [like, tell] = myTurn ? [{ class: "prompt" }, String] : [{ class: "prompt waiting" }, newsParts];
    const make = () => h("p", like, railroad && railroadBadge(doc, railroad), " ", tell(prompt), help());
    return [
      doc.auction && auctionPart({ ...doc, you: { ...doc.you, seat: this.table.ownSeat } }), // a host's, too
      near && { key: "near", shows: near, make: () => h("p", { class: "near-end" }, near) },
      prompt && { key: "prompt", shows: [prompt, myTurn, railroad], make },
    ];
  }

  /**
   * The dice of the last move, as they fell; one that begins a new seed says there what it commits itself to.
   * @param {TableDocument} doc
   */
  #tumble(doc) {
    const last = doc.recent?.at(-1);
    const faces = last?.undone ? null : last?.move?.dice;
    if (Array.isArray(faces)) {
      import("../fields/dice.js").then(({ dressedDice }) => dressedDice(faces)).then((dice) => {
        if (this.table.doc.recent?.at(-1) === last) this.fill(this.#dice, last.revision, () => dice);
      });
    } else this.fill(this.#dice, null, () => null);
  }

  /**
   * "Your turn" is a colour, the tab's title, a short buzz, a chime for who wants one, and words for who
   * listens.
   * @param {TableDocument} doc
   * @param {number} seat
   */
  #announce(doc, seat, myTurn) {
    const mine = myTurn && seat === this.table.ownSeat;
    this.#title = { mine, title: say(mine ? "title.your-turn" : "title.table", { game: doc.game_name }) };
    if (this.#nudge) this.#nudge.update(this.#title);
    else document.title = this.#title.title;
    const began = mine && this.#was.mine === false;
    const ended = doc.status === "finished" && this.#was.status === "playing";
    if ((began && !this.#offers.filling) || ended) toTop(); // whoever was reading below begins at the top
    if (began) {
      this.#bell?.buzz(TURN_BUZZ_MS);
      this.#bell?.chime();
    }
    const prompt = doc.turn?.prompt ?? "";
    const next = mine && this.#was.mine && prompt !== this.#was.prompt; // the same turn, something else to do
    this.#was = { mine, prompt, status: doc.status };
    const told = began ? `${say("seat.aloud-turn")} ${prompt}` : next && prompt;
    const words = [told, this.#cashWords(doc, seat)].filter(Boolean);
    // "It is your turn" is no longer true when it is over
    if (words.length || !mine) this.#aloud.textContent = words.join(" ");
  }

  /**
   * One's own move may be taken back for a while.
   * @param {Entry} entry
   */
  async #letUndo(entry) {
    const [{ UndoBar }] = await Promise.all([import("../elements/log/undo-bar.js"), stylesheets("undo")]);
    if (this.signal.aborted) return;
    if (!this.#undo) this.#news.after(this.#undo = Object.assign(new UndoBar(), { table: this.table }));
    this.#undo.offer(entry);
  }

  /** In a moment a phone that is left alone will say that it is its turn; where the line is gone, later. */
  #rest() {
    this.#rested = setTimeout(async () => {
      readyForPaper();
      const found = await import("../elements/page/nudge.js").catch(() => null);
      if (this.signal.aborted) return;
      if (!found) return void this.#rest();
      this.#bring();
      this.#stayOn();
      this.#nudge = new found.Nudge(this, () => (this.#aloud.textContent = say("seat.aloud-turn")));
      this.#nudge.update(this.#title);
    }, RESTED_MS);
  }

  // --- internals ---------------------------------------------------------------

  /** A bell sounds only after a tap that it has heard: who wants one has it from the beginning. */
  async #bring() {
    this.#bell = await import("../elements/page/chime.js").catch(() => null);
  }

  /** A browser that can keep a screen on is told to when somebody rests at it. */
  async #stayOn() {
    if (!navigator.wakeLock || this.#keepOn) return;
    const found = await import("../elements/page/awake.js").catch(() => null);
    if (!found || this.signal.aborted) return;
    this.#keepOn = found.keptAwake(this.signal);
    this.#keepOn(this.table.doc.status !== "finished");
  }

  /**
   * Once it is over, a screen that acted for all acts for nobody.
   * @param {TableDocument} doc
   */
  #nobody(doc) {
    return doc.status === "finished" && this.table.actsForAll && !this.table.ownSeat;
  }

  #isMine(doc, { by }) {
    return by === `seat:${doc.you.seat}` || (this.table.isHost && by === "host");
  }

  /**
   * At the end no news come any more. Whoever made the last move may still undo it: there the room stays, so
   * that nothing moves when the button goes.
   * @param {TableDocument} doc
   */
  #silent(doc) {
    if (doc.status !== "finished") return false;
    const opened = !this.dataset.turn;
    const last = doc.recent?.at(-1);
    return opened || this.hasAttribute("data-no-news") || !last || !this.#isMine(doc, last);
  }

  /** @param {Entry} entry */
  #moved(entry) {
    this.#offers.done(entry?.move?.type);
    if (!this.#offers.filling) toTop();
    if (entry?.move?.type !== "undo") this.#letUndo(entry);
  }

  /**
   * One's own money, when it has changed: what others see at a glance is said.
   * @param {TableDocument} doc
   */
  #cashWords(doc, seat) {
    const now = seatOf(doc, seat)?.cash;
    const was = this.#cash;
    this.#cash = now;
    if (this.table.actsForAll || was === null || was === now) return null;
    return say("seat.aloud-cash", { was: money(was), now: money(now) });
  }
}

await stylesheetWhere(["laptop", "laptop-tables"], "(min-width: 601px)");
customElements.define("seat-screen", SeatScreen);
