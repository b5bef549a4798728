// What a seat can do now: the offer that is open as a form, the others as buttons.

import { button, h, icon, roof, same, shown, stylesheets, toTop } from "../../dom.js";
import { firstOf, moreWords, say } from "../../messages.js";
import { figureOf } from "../panels/badges.js";
import { clearDraft, forgetAnswered, forgetMade, named, readDraft, writeDraft } from "./drafts.js";
import { wantsOneAmount } from "./move-fields.js";
import { kindsFor } from "../../fields/kinds.js";
import { OfferForm } from "./offer-form.js";
/** @import { Table } from "../../table.js" */

const AGAIN_MS = 1_000; // after a fetch that failed
const ALOUD = "auction_result";
const BID = "bid";
const GLIMPSE_MS = 250; // nobody's finger is on its way to what has stood there for less
// What comes of a move is told below its form
const PREVIEW_PX = 90;
// Longer words have no line beside Confirm
const MOST_BESIDE = 15;

// How offers are drawn that stand open to everybody all the time, or have badges, once they are there
let openOffers = null;
let tries = 0;

export class OfferList extends HTMLElement {
  /** @type {Table} */
  table = null;
  complain = () => {};
  /** What was done instead of a bid, beside which form, how that was filled in: until another is chosen. */
  passed = null;
  #seat = null;
  #open = null;
  #drawn = null;
  #form = null;
  #fetching = false;
  #wanted = null;
  #seen = null; // since when anything stands here
  // How far the page was scrolled when a form was opened, px
  #scrolled = 0;
  // What is filled in of a form that waits until one has bid
  #aside = null;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.#seen = null;
    forgetAnswered(this.table.code);
    if (matchMedia("(pointer: fine)").matches) guard(); // whoever has keys may begin with them
    else addEventListener("pointerdown", guard, { capture: true, once: true });
    requestAnimationFrame(() => (this.#seen = performance.now()));
  }

  // --- asked from outside ------------------------------------------------------

  /** One has opened a form and fills it in: nothing moves it. */
  get filling() {
    return Boolean(this.#open && this.#form);
  }

  /**
   * A move of that type is made: its form is filled in no more. By now another may be open; that one stays.
   */
  done(type) {
    const { form, type: instead } = this.passed ?? {};
    if (this.#form && this.#form.offer?.type !== type && !(form === this.#form && instead === type)) return;
    clearDraft(this.table.code);
    this.#open = null;
    this.#form?.remove();
    this.#form = null;
    this.#drawn = null;
    this.update(this.#wanted ?? this.#seat);
  }

  /** The form of a move that was taken back, as it was filled in. */
  refill(draft) {
    writeDraft(this.table.code, draft);
    this.#form?.remove();
    this.#form = this.#drawn = this.#seat = null;
    this.update(this.#wanted);
  }

  /** Whoever bids first goes on with what is open here when that is done. */
  setAside() {
    const draft = readDraft(this.table.code);
    this.#choose(null);
    this.#aside = draft?.sent ? null : draft;
    toTop();
  }

  /**
   * What is drawn above moves nothing of a form that one has opened and is filling in, also where the page
   * cannot be scrolled that far back. One that goes leaves the page at its beginning.
   */
  below(draw) {
    const form = this.#open && this.#form;
    const top = form?.getBoundingClientRect().top;
    draw();
    if (!form) return;
    const stays = named(this.table.doc, this.#seat).some(({ name }) => name === this.#open);
    if (!stays) return void toTop();
    const moved = () => form.getBoundingClientRect().top - top;
    this.style.paddingTop = "";
    scrollBy(0, moved());
    if (moved() <= -1) this.style.paddingTop = `${-moved()}px`;
  }

  // --- events ------------------------------------------------------------------

  /** `beside`: its button stood beside Confirm. */
  #choose(name, begun = null, beside = false) {
    clearDraft(this.table.code);
    if (begun) writeDraft(this.table.code, begun);
    this.#aside = this.passed = null;
    if (!this.#open) this.#scrolled = scrollY;
    this.#open = name;
    const was = beside ? confirmOf(this.#form) : 0;
    this.update(this.#wanted ?? this.#seat);
    if (!name) scrollTo(0, this.#scrolled);
    else if (!was || !this.#form || !keepAt(was, this.#form)) {
      intoSight(this.#form ?? this, this.#form?.offer.fields);
    }
    const first = name ? "input:not([inputmode=none], .search), button:not(.back)" : "button";
    (name ? this.#form : this)?.querySelector(first)?.focus({ preventScroll: true });
  }

  // --- drawing -----------------------------------------------------------------

  /**
   * Draw the offers of this seat anew; a form being filled in stays as long as its offer does.
   * @param {number} seat
   */
  update(seat) {
    const offers = named(this.table.doc, seat);
    this.#wanted = seat;
    forgetMade(this.table, offers);
    if (this.#fetch(offers)) return;
    const kept = seat !== this.#seat && (readDraft(this.table.code)?.offer ?? null);
    this.#seat = seat;
    const obvious = this.#obvious(offers);
    const again = this.#aside && !obvious && this.#aside;
    if (again) {
      writeDraft(this.table.code, { ...again, again: true }); // no second tap of the bid pays
      this.#open = again.offer;
      this.#aside = null;
    }
    // What comes up by itself nobody has opened.
    if (kept !== false) this.#open = kept === obvious?.name ? null : kept;
    const chosen = offers.find(({ name }) => name === this.#open);
    const open = chosen ?? obvious;
    this.#open = chosen ? this.#open : null;
    this.hidden = offers.length === 0;
    const drawn = { seat, offers, barred: this.table.doc.unavailable, open: open?.name };
    const revision = this.table.doc.revision;
    if (!same(drawn, this.#drawn?.drawn)) this.#draw(offers, open);
    else if (revision !== this.#drawn.revision && this.#form) this.#form.offer = open.offer;
    this.#drawn = { drawn, revision };
    if (!this.filling) this.style.paddingTop = "";
    else if (again) intoSight(this.#form, this.#form.offer.fields);
    else if (kept) import("./taps.js").then(({ standAgain }) => standAgain(this.#form), () => {});
  }

  #draw(offers, open) {
    if (this.#form?.name === open?.name && this.#form?.isConnected) {
      this.#form.offer = open.offer;
      this.lastElementChild.replaceWith(this.#buttons(offers, open, this.#quick(offers, open)));
      return;
    }
    const quick = this.#quick(offers, open);
    this.#form = open ? this.#makeForm(open, quick) : null;
    this.replaceChildren(...(this.#form ? [this.#form] : []), this.#buttons(offers, open, quick));
  }

  #makeForm({ name, offer }, beside) {
    const form = new OfferForm();
    form.table = this.table;
    form.name = name;
    form.offer = offer;
    form.unasked = name !== this.#open;
    form.awaited = this.#isFirst;
    const atOnce = offer.type === BID || (form.unasked && wantsNothing(offer));
    const answers = (other) => atOnce && wantsNothing(other) && (() => this.#instead(form, other));
    form.beside = beside.map((item) => this.#button(item, "offer quick", answers(item.offer)));
    if (!form.unasked) form.beside.unshift(this.#back());
    return form;
  }

  /** Close a form that was opened, and see the other moves again. */
  #back() {
    return button(
      [icon("back"), h("span", { class: "unseen" }, say("offer.back"))],
      () => this.#choose(null),
      { class: "back" },
    );
  }

  #buttons(offers, open, quick) {
    const others = offers.filter((one) => one !== open && !quick.includes(one));
    const { auction } = this.table.doc;
    const waits = auction?.to_act && auction.to_act !== this.#seat; // seldom it enters a bid made aloud
    const isAside = ({ offer }) => offer.aside || waits || (auction?.to_act && offer.anytime);
    const usual = shown(this.#each(others.filter((one) => !isAside(one))));
    const [first] = usual; // whom to pay has a heading of its own
    const seldom = others.filter(isAside);
    return h(
      "div",
      { class: open ? "offers beside" : "offers" },
      open && first && !first.matches(".tiled") && h("p", { class: "overline" }, say("offer.or")),
      usual,
      this.#barred(),
      this.#folded(seldom, Boolean(open || usual.length)),
    );
  }

  /**
   * What is seldom wanted; a bid made aloud, and a single one beside what is `usual`, need no fold that names
   * them.
   */
  #folded(seldom, usual) {
    const together = seldom.some(({ offer }) => offer.anytime); // at the bank
    const isOpen = (one) =>
      !isAnswer(one) && ((usual && !seldom[1]) || (one.offer.type === ALOUD && !together));
    const open = seldom.filter(isOpen);
    const others = seldom.filter((one) => !open.includes(one));
    const list = (some) => some.length > 0 && h("div", { class: "offers beside" }, this.#each(some));
    return [
      list(open),
      others.length > 0 &&
      h("details", { class: "folded" }, h("summary", {}, foldWords(others)), list(others)),
    ];
  }

  /** What one would look for here, and why it is not. */
  #barred() {
    const mine = (this.table.doc.unavailable ?? []).filter(({ seat }) => seat === this.#seat);
    return mine.map(({ label, why }) => h("p", { class: "hint" }, h("b", {}, label), ` – ${why}`));
  }

  #each(offers) {
    const plain = (one) => this.#button(one);
    return openOffers?.(this.table.doc, offers, {
      plain,
      press: (name, begun) => this.#choose(name, begun),
      unfolded: this.querySelector(".further[open]") !== null,
      list: this,
      form: this.#form,
    }) ?? offers.map(plain);
  }

  #button({ name, offer }, kind = "offer", press = null) {
    const words = [
      figureOf(this.table.doc, offer.railroad),
      h("span", { class: "offer-label" }, kind === "offer" ? offer.label : inAWord(offer)),
      offer.help && h("span", { class: "hint" }, offer.help),
    ];
    return button(words, press || (() => this.#choose(name, null, kind !== "offer")), {
      class: kind,
      "data-offer": offer.type,
      "data-busy": press && say("offer.sending"),
    });
  }

  // --- internals ---------------------------------------------------------------

  #instead(form, offer) {
    this.passed = { form, type: offer.type, draft: readDraft(this.table.code) };
    form.instead(offer);
  }

  /** The page has just been opened: nothing stood here that a tap could be meant for. */
  get #isFirst() {
    const untouched = navigator.userActivation?.hasBeenActive === false;
    return untouched && !this.#drawn && performance.now() - (this.#seen ?? Infinity) < GLIMPSE_MS;
  }

  /** Fields of a kind not seen before are fetched first; true while they are on their way. */
  #fetch(offers) {
    const coming = kindsFor(offers.flatMap(({ offer }) => offer.fields ?? [])) ?? bring(offers);
    if (!coming) return false;
    if (!this.#fetching) {
      this.#fetching = true;
      const done = () => {
        this.#fetching = false;
        this.update(this.#wanted);
      };
      coming.then(done, () => setTimeout(done, AGAIN_MS));
    }
    return true;
  }

  /**
   * The one alternative to a form: it stands beside Confirm, if a short word says it. To one that came up by
   * itself a plain one, such as to pass; to one that was opened the only other, if the way back leads
   * elsewhere. What stands apart does so only where a tap opens a form of its own.
   */
  #quick(offers, open) {
    const others = offers.filter((one) => one !== open && !one.offer.aside && !one.offer.anytime);
    const unasked = open?.name !== this.#open;
    const likely = unasked ? others.filter(({ offer }) => wantsNothing(offer)) : others;
    if (!open || open.offer.anytime || likely.length !== 1) return [];
    const [{ offer }] = likely;
    const alone = unasked
      ? offer.apart && wantsNothing(open.offer)
      : offer.apart || open.offer.apart || likely[0] === this.#obvious(offers);
    return alone || inAWord(offer).length > MOST_BESIDE ? [] : likely;
  }

  /** An offer nobody needs to look for; the amount an auction waits for is one, too. */
  #obvious(offers) {
    const { auction, turn } = this.table.doc;
    const asked = auction?.to_act === this.#seat;
    if (!asked && !(turn?.seats ?? [turn?.seat]).includes(this.#seat)) return undefined;
    const usual = offers.filter(({ offer }) => !offer.aside);
    if (comesUp(usual.map(({ offer }) => offer))) return usual[0];
    return asked ? usual.find(({ offer }) => wantsOneAmount(offer)) : undefined;
  }
}

/** From the first tap on they are watched; the first load of a phone does without. */
const guard = (tap) => import("./taps.js").then(({ heed }) => heed(tap), () => {});

/** What draws these, when the first of them comes; null: it is there, or nobody needs it. */
function bring(offers) {
  if (openOffers || !offers.some(({ offer }) => offer.anytime || offer.tiles)) return null;
  const found = import(`./open-offers.js${tries++ ? `?${tries}` : ""}`);
  return Promise.all([found, moreWords(), stylesheets("open-offers", "given")]).then((
    [{ openOffers: draw }],
  ) => (openOffers = draw));
}

/**
 * From its beginning on, below the head; what is in sight does not move.
 * @param {HTMLElement} part
 * @param {unknown[]} [fields] of a form, whose end is wanted too: several may yet grow
 */
function intoSight(part, fields) {
  const head = roof();
  const { top, bottom } = part.getBoundingClientRect();
  if (fields && bottom + scrollY + PREVIEW_PX <= innerHeight) return void toTop(); // all of it has room
  if (top >= head && (!fields || (!fields[1] && bottom + PREVIEW_PX <= innerHeight))) return;
  part.style.scrollMarginTop = `${head}px`;
  part.scrollIntoView({ block: "start" });
}

const confirmOf = (/** @type {HTMLElement} */ form) =>
  form.querySelector(".confirm").getBoundingClientRect().top;

/**
 * What one only agrees to, such as to pass, is confirmed where Confirm has stood, and the thumb. Answers
 * whether it is.
 * @param {number} top where that was, px
 */
function keepAt(top, form) {
  const room = top - confirmOf(form);
  if (!wantsNothing(form.offer) || room < 0) return false;
  form.querySelector(".offer-fields").style.paddingBottom = `${room}px`;
  return true;
}

/** Whether an offer asks nothing more: it says to which of several questions it is the answer. */
export const isAnswer = ({ offer }) => Boolean(offer.anytime && offer.sends && wantsNothing(offer));

/** What is folded away, the first of it named once each; an answer is read with its question. */
export function foldWords(seldom) {
  const named = firstOf(seldom.filter((one) => !isAnswer(one)).map(({ offer }) => offer.label));
  return named ? `${say("offer.more")}: ${named}` : say("offer.more");
}

/** Said beside another. */
const inAWord = ({ confirm, label }) => confirm ?? label;

/**
 * Whether the first of these offers is a form by itself: it is the only one, or does all that the others do,
 * or is the yes to a question.
 * @param {any[]} offers
 */
export function comesUp(offers) {
  const [first] = offers;
  const less = (one) => one === first || one.apart && one.type === first.type;
  return first && (offers.every(less) || offers.every(wantsNothing));
}

/** Whether an offer can only be taken or left. */
function wantsNothing({ fields = [] }) {
  return fields.length === 0;
}

customElements.define("offer-list", OfferList);
// What was kept in its place has another one on a phone that is turned.
addEventListener("orientationchange", () => document.querySelector("offer-form")?.removeAttribute("style"));
