// The host acts for any seat, and so does everybody at a table with one phone for all: whose turn it is comes
// up by itself, any other is one tap away.

import { button, h, same } from "../../dom.js";
import { money, say } from "../../messages.js";
import { stateOf } from "../auction/auction-box.js";
import { bidsOf } from "../panels/own-affairs.js";
import { calledMark } from "../panels/badges.js";
import { hasNoDevice, PassOn } from "./pass-on.js";
/** @import { Table } from "../../table.js" */
/** @import { TableDocument } from "../../types.js" */

const PHONE = matchMedia("(max-width: 600px)");
// How names stand whole on a phone: beside who is played for, without that, in two rows; else in syllables
const WAYS = ["beside", "row", "rows", "syllables"];
const MOST_BESIDE = 3, MOST_IN_ROWS = 6;
const LARGE_EM = 18; // how wide a window is whose letters are large for it, as in large.css
// A long name has several lines, and is broken where a syllable may begin
const HYPHEN = "\u00ad"; // seen only where the name is broken
const SYLLABLE = /(\p{L}{2})(?=[bcdfghjklmnpqrstvwxz]h?[aeiouyäöü]\p{L})/giu;

export class SeatPicker extends HTMLElement {
  /** @type {Table} */
  table = null;
  #picked = null;
  #turn = null;
  #drawn = null;
  #opened = false;
  #passOn = new PassOn();
  #fits = () => this.#drawNames();
  #room = "";
  #way = 0; // the one that had room, as long as names and window are the same

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    addEventListener("resize", this.#fits);
    this.#passOn.table = this.table;
    this.#passOn.addEventListener("taken", () => this.#taken());
    const touched = (event) => this.#passOn.touched(event.target);
    // of a quick tap after another a browser may tell the click alone
    for (const kind of ["pointerdown", "click"]) {
      this.#moves?.addEventListener(kind, touched, { capture: true });
    }
  }

  disconnectedCallback() {
    removeEventListener("resize", this.#fits);
  }

  // --- asked from outside ------------------------------------------------------

  /**
   * Follow the turn until somebody picks; the pick lasts until the turn moves on. Returns the seat. Where
   * several are asked, or nobody is, a phone's own seat comes first. A host who plays stays at their own, but
   * for whoever has no device.
   * @param {TableDocument} doc
   */
  update(doc) {
    const offered = [...new Set((doc.offers ?? []).map(({ seat }) => seat))];
    const asked = askedIn(doc);
    const own = this.table.ownSeat;
    const stays = own && this.table.isHost && doc.options?.act_for !== "anyone"; // the others have phones
    const first = own && (stays || !asked.length || asked.includes(own)) ? own : asked[0];
    const turn = (stays ? homeOf(doc, own) : doc.turn?.seat) ?? first ?? offered[0] ?? doc.seats[0].seat;
    const moment = `${turn} ${stays && doc.turn?.seat}`;
    if (moment !== this.#turn) this.#picked = null;
    this.#turn = moment;
    const seat = this.#picked ?? turn;
    const seldom = this.#isSeldom(doc);
    const shows = {
      seat,
      asked,
      seats: doc.seats,
      another: Boolean(own) && seat !== own,
      out: doc.auction?.passed,
      bids: [...bidsOf(doc)],
      seldom,
      folded: !this.#opened && (seldom || areLettersLarge()),
    };
    if (!same(shows, this.#drawn)) this.#draw(doc, seat, shows);
    this.#drawn = shows;
    this.#passOn.update(doc, seat, this.#moves);
    return seat;
  }

  // --- events ------------------------------------------------------------------

  /** @param {number} seat */
  #pick(seat) {
    this.#picked = seat;
    this.#opened = false;
    this.#passOn.take(seat); // whoever taps a name has said who plays
    this.dispatchEvent(new Event("pick"));
  }

  /** The form that was hidden need not wait as long as one that came under the last player's finger. */
  #taken() {
    this.#moves.querySelector("offer-form")?.toggleAttribute("data-handed", true);
    this.dispatchEvent(new Event("pick"));
  }

  #open() {
    this.#opened = true;
    this.dispatchEvent(new Event("pick"));
    /** @type {HTMLElement} */ (this.querySelector("[aria-pressed=true]")).focus();
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * @param {TableDocument} doc
   * @param {number} picked
   * @param {{ seldom: boolean, folded: boolean, another: boolean }} how
   */
  #draw(doc, picked, { seldom, folded, another }) {
    this.toggleAttribute("data-another", another);
    this.toggleAttribute("data-seldom", seldom);
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say("seat.acting-for"));
    if (folded) return this.replaceChildren(this.#line(doc, picked));
    const passed = doc.auction?.passed ?? [];
    const bids = bidsOf(doc);
    const seats = doc.seats.map(({ seat, cash }) => {
      const words = [
        inSyllables(calledMark(doc, seat)),
        h("span", { class: "figure" }, money(cash)),
        h("span", { class: "hint" }, stateIn(doc, seat, bids.get(seat))),
      ];
      return button(words, () => this.#pick(seat), {
        class: "seat-pick",
        "aria-pressed": String(seat === picked),
        "data-seat": seat,
        "data-passed": passed.includes(seat),
      });
    });
    this.replaceChildren(...seats);
    this.#drawNames();
    return this.#showPicked();
  }

  /** The first way in which each name is whole, and all are in sight; less money brings no other one back. */
  #drawNames() {
    if (!PHONE.matches) return this.removeAttribute("data-names");
    const names = [...this.querySelectorAll(".seat-pick .name")];
    const room = [innerWidth, ...names.map(({ textContent }) => textContent)].join();
    if (room !== this.#room) this.#way = Number(names.length > MOST_BESIDE);
    this.#room = room;
    const isWhole = (name) => name.scrollWidth <= name.clientWidth;
    for (; this.#way < WAYS.length; this.#way++) {
      const way = this.dataset.names = WAYS[this.#way];
      if (way === "rows" && names.length > MOST_IN_ROWS) continue;
      if (this.scrollWidth <= this.clientWidth && names.every(isWhole)) return;
    }
  }

  /** Whom the phone plays for; a tap lays out the others. */
  #line(doc, picked) {
    const words = [
      areLettersLarge() ? null : h("span", { class: "hint" }, say("seat.acting-for")),
      calledMark(doc, picked),
      h("span", { class: "change" }, say("place.change")),
    ];
    return button(words, () => this.#open(), { class: "seat-fold quiet" });
  }

  // --- internals ---------------------------------------------------------------

  /** Where they stand in one line that is longer than the phone is wide, the one picked is in sight. */
  #showPicked() {
    const picked = /** @type {HTMLElement} */ (this.querySelector("[aria-pressed=true]"));
    if (!picked || this.scrollWidth <= this.clientWidth) return;
    this.scrollLeft = picked.offsetLeft - this.offsetLeft - (this.clientWidth - picked.offsetWidth) / 2;
  }

  /**
   * A host who plays on a phone, where everybody else has one too: the same names stand below, to be paid.
   * @param {TableDocument} doc
   */
  #isSeldom(doc) {
    const { ownSeat: own, isHost } = this.table;
    const alone = isHost && own && doc.options?.act_for !== "anyone";
    return Boolean(
      alone && PHONE.matches && !doc.seats.some(({ seat }) => seat !== own && hasNoDevice(doc, seat)),
    );
  }

  get #moves() {
    return this.parentElement?.querySelector("offer-list");
  }
}

/**
 * Whose answer is awaited; an auction that nobody's turn waits for asks as well.
 * @param {TableDocument} doc
 */
const askedIn = ({ auction, turn }) =>
  turn?.seats?.length || !auction?.to_act ? turn?.seats ?? [] : [auction.to_act];

/**
 * Where a host who plays stays: at their own seat, unless all who are awaited have no device.
 * @param {TableDocument} doc
 * @param {number} own
 */
function homeOf(doc, own) {
  const awaited = [doc.turn?.seat, ...askedIn(doc)].filter(Boolean);
  return awaited.includes(own) ? own : awaited.find((seat) => hasNoDevice(doc, seat)) ?? own;
}

/** Then all names would take the first screen. */
const areLettersLarge = () =>
  innerWidth < LARGE_EM * parseFloat(getComputedStyle(document.documentElement).fontSize);

/** @param {HTMLElement} mark */
function inSyllables(mark) {
  const name = mark.querySelector(".name");
  name.textContent = name.textContent.replace(SYLLABLE, `$1${HYPHEN}`);
  return mark;
}

/**
 * What a glance at a seat wants to know besides its money.
 * @param {TableDocument} doc
 * @param {number} seat
 * @param {number | undefined} bid
 */
function stateIn(doc, seat, bid) {
  if (doc.auction?.cannot_bid?.includes(seat)) return say("auction.unable");
  if (doc.auction?.passed.includes(seat)) return say("auction.passed");
  if (askedIn(doc).includes(seat)) return say("seat.acts");
  if (doc.auction && stateOf(seat, doc.auction, doc.seats.length) === "outbid") return say("auction.outbid");
  return bid === undefined ? null : say("auction.bid", { amount: money(bid) });
}

customElements.define("seat-picker", SeatPicker);
