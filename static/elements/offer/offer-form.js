// One offer being filled in. The server's dry run shows what would happen; Confirm is the last tap.

import { h, same, whenSeen } from "../../dom.js";
import { applies } from "../../fields/group.js";
import { keepLastAmount } from "../../fields/money.js";
import { money, say, sayOr } from "../../messages.js";
import { ifWon, lotFacts } from "../panels/own-affairs.js";
import { helpKey } from "../help/help-key.js";
import { clearDraft, readDraft } from "./drafts.js";
import { MoveFields, wantsOneAmount } from "./move-fields.js";
import { OfferPreview } from "./offer-preview.js";
/** @import { Table } from "../../table.js" */
/** @import { Offer } from "../../types.js" */

const SETTLE_MS = 220; // a dry run waits for the fingers to rest
const FRESH_MS = 450; // a form that came by itself takes no tap before it has been in sight that long
// Where one screen acts for all, the next one's stands where the last one's did
const PASSED_ON_MS = 1000;
// One that was opened takes no second tap of the finger that opened it; nor does it move under one
const ASKED_MS = 250;
const BID = "bid";
const ONCE = "once_around";

export class OfferForm extends HTMLElement {
  /** @type {Table} */
  table = null;
  /** Names the offer among the seat's offers, for the draft. */
  name = "";
  /** Nobody asked for this form: it came up with the turn. */
  unasked = false;
  /** It came with the page: it takes a tap at once. */
  awaited = false;
  /** What else is shown of what would happen; it may return an amount for Confirm. */
  besides = null;
  /** What may be done instead with one tap, beside Confirm: buttons. */
  beside = [];
  #fresh = false;
  /** The table could not be asked what would happen. */
  #unheard = false;
  #leave = new AbortController();
  #offer = null;
  #filled = new MoveFields();
  #preview = new OfferPreview();
  #confirm = null;
  #tip = h("p", { class: "hint" });
  #fields = null;
  /** @type {PointerEvent | null} */
  #tap = null; // by hand
  #timer = null;
  #asking = null;
  #sending = false;
  #instead = false; // it is the other answer that is sent
  #refused = false;
  /** What Confirm says would be paid. */
  #sum = undefined;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    const draft = readDraft(this.table.code);
    const kept = draft?.offer === this.name ? draft : { answers: {} };
    const { game, rulings } = this.table.doc;
    this.#preview.about = { game, rulings };
    this.#draw();
    this.#filled.begin(this.table.doc, { ...kept, specs: this.#specs() });
    this.#filled.addEventListener("answer", ({ target }) => {
      this.#look();
      this.#answered(target);
    });
    this.#preview.brief.addEventListener("click", () => {
      const told = this.#filled.wanting ?? this.#preview;
      told.scrollIntoView({ block: "center" }); // neither the head nor the bar covers it there
    });
    this.addEventListener("pointerdown", (event) => (this.#tap = event));
    this.addEventListener("keydown", () => (this.#tap = null));
    this.#filled.addEventListener("commit", () => this.#commit());
    this.#filled.addEventListener("half", () => this.#look());
    this.#preview.addEventListener("instead", (/** @type {any} */ { detail }) => this.#replace(detail));
    this.#preview.addEventListener("insist", (/** @type {any} */ { detail }) => this.#insist(detail));
    const back = () => this.table.connection === "live" && this.#unheard && this.#look();
    this.table.addEventListener("connection", back, { signal: this.#leave.signal });
    this.#sending = Boolean(kept.sent); // before the page was loaded anew
    const refused = (/** @type {any} */ { detail }) => this.#sending && this.#fail(detail);
    this.table.addEventListener("refused", refused, { signal: this.#leave.signal });
    this.#fresh = !this.awaited;
    if (this.#fresh) this.dataset.fresh = this.unasked ? "came" : "opened";
    this.#look();
    if (this.#fresh && (this.unasked || kept.again)) {
      const wait = () => this.table.actsForAll && !this.matches("[data-handed]") ? PASSED_ON_MS : FRESH_MS;
      whenSeen(this.#fields, this.#leave.signal, () => setTimeout(() => this.#ripen(), wait()));
    } else if (this.#fresh) setTimeout(() => this.#ripen(), ASKED_MS);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#leave.abort();
  }

  // --- asked from outside ------------------------------------------------------

  /** @param {Offer} offer */
  set offer(offer) {
    const before = this.#offer;
    this.#offer = offer;
    if (!this.isConnected) return;
    if (!same(before.fields, offer.fields)) this.#filled.renew(this.table.doc, this.#specs());
    this.#tip.textContent = tipOf(offer);
    this.#look();
  }

  get offer() {
    return this.#offer;
  }

  /**
   * The other answer to a question that wants a yes or a no, or to a bid: as near as the one here.
   * @param {Offer} offer
   */
  instead(offer) {
    this.#commit(offer);
  }

  // --- events ------------------------------------------------------------------

  /** Something is different: keep the draft, see what is missing, ask the table what would happen. */
  #look() {
    this.#keep();
    clearTimeout(this.#timer);
    this.#asking?.abort();
    if (this.#sending) return; // the stream may tell of one's own move before its answer does
    this.#refused = false;
    this.#unheard = false;
    this.#sum = undefined;
    const { doc, doc: { auction } } = this.table;
    const once = auction?.style === ONCE ? [say("auction.once")] : [];
    const { type, help } = this.#offer;
    const told = () => lotFacts(doc, Infinity, help ? "" : `${auction.railroad}: `);
    const all = type === BID ? [help, ...told(), ...once] : []; // keys keep their place
    this.#preview.aside = all.filter(Boolean);
    if (this.#filled.missing) this.#preview.idle(this.#wanted());
    else if (this.#rolls && !this.#filled.fields[1]) this.#preview.idle(); // the field says it
    else {
      this.#preview.busy();
      this.#timer = setTimeout(() => this.#ask(), SETTLE_MS);
    }
    this.#arm();
  }

  #answered(field) {
    if (field.leads) setTimeout(() => this.#lead(), ASKED_MS);
  }

  async #commit(offer = this.#offer) {
    if (this.#sending || this.#fresh) return;
    this.#instead = offer !== this.#offer;
    const missing = !this.#instead && this.#filled.wanting;
    if (missing) {
      missing.blame(missing.complaint || missing.wanted);
      missing.querySelector("input, button, textarea")?.focus();
      return void this.#lead(missing); // the bar covers what the focus finds in sight
    }
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#sending = true;
    this.#keep();
    this.#arm();
    for (const { spec: { kind, name }, value } of this.#filled.fields) {
      if (kind === "money" && offer.anytime) keepLastAmount(this.table.code + name, value);
    }
    try {
      // What is open to several at once is made whatever another has done meanwhile.
      const seen = offer.anytime ? {} : { expected_revision: this.table.doc.revision };
      await this.table.move({ ...this.#body(offer, this.#instead ? {} : undefined), ...seen });
      if (readDraft(this.table.code)?.offer === this.name) clearDraft(this.table.code);
      this.#sending = false;
      this.#arm();
    } catch (error) {
      if (this.#sending) this.#fail(error); // unless it has been told already
    }
  }

  #replace(names) {
    this.#filled.replace(names);
    this.#look();
  }

  #insist(facts) {
    this.#filled.insist(facts);
    this.#look();
  }

  // --- drawing -----------------------------------------------------------------

  #ripen() {
    this.#fresh = false;
    this.removeAttribute("data-fresh");
    this.#arm();
  }

  #draw() {
    const { label, help, type, unchecked, fields = [] } = this.#offer;
    this.#confirm = h("button", { type: "submit", class: "primary confirm" }, say("offer.confirm"));
    const submit = (event) => {
      event.preventDefault();
      this.#commit();
    };
    const [, ...more] = (help ?? "").split("\n");
    this.#tip.textContent = tipOf(this.#offer);
    const checks = (unchecked ?? []).map((what) =>
      sayOr(`unchecked.${what}`, say("offer.unchecked", { what }))
    );
    const notes = [...more, ...checks].map((note) => h("p", { class: "hint note" }, note));
    this.#fields = h(
      "div",
      { class: "offer-fields" },
      !this.#lone && h("div", { class: "offer-title" }, h("h2", {}, label), this.#helpKey(true)),
      help && type !== BID && this.#tip,
      this.#filled,
    );
    const bar = h("div", { class: "confirm-bar" }, this.#preview.brief, this.beside, this.#confirm);
    this.replaceChildren(
      h(
        "form",
        {
          novalidate: true,
          class: this.#lone ? "lone" : null,
          "data-offer": type,
          "data-kinds": [...new Set(fields.map(({ kind }) => kind))].join(" "), // of what it may ask
          "aria-label": label,
          on: { submit },
        },
        this.#fields,
        bar, // before what grows: Confirm stays where it is when the preview comes
        h(
          "div",
          { class: "offer-outcome" },
          this.#preview,
          notes,
          this.#lone && h("p", { class: "note" }, this.#helpKey(false)),
        ),
      ),
    );
  }

  #arm() {
    this.#confirm.hidden = this.#rolls;
    for (const key of this.querySelectorAll(".primary, .quick[data-busy]")) {
      /** @type {HTMLButtonElement} */ (key).disabled = this.#sending || this.#fresh;
    }
    this.#confirm.disabled ||= this.#refused;
    this.#confirm.setAttribute("aria-disabled", String(Boolean(this.#filled.wanting)));
    this.#confirm.textContent = this.#confirmWords();
    this.toggleAttribute("data-instead", this.#sending && this.#instead);
  }

  // --- internals ---------------------------------------------------------------

  /** Dice the app is to roll have a button of their own, which says so. */
  get #rolls() {
    return this.#filled.fields.some((/** @type {any} */ field) =>
      field.rolls && field.value === undefined && !field.missing
    );
  }

  /**
   * After a tap that says all there is to say: the next field that wants an answer comes into sight, or where
   * a link may go on. Never where the next tap may be on the same key, nor away from a name that is being
   * written; and a keyboard finds its own way.
   */
  #lead(to = this.#filled.wanting ?? this.querySelector(".asks, .strip")) {
    const tap = this.#tap, writing = document.activeElement?.matches("input.search");
    if (!tap || writing || !to || !to.isConnected) return;
    import("./lead.js").then(({ leadTo }) => leadTo(this, to, tap), () => {}); // a finger finds it, too
  }

  #wanted() {
    const { complaint, lacks: field, spec: { min } = {}, value } = this.#filled.missing;
    if (complaint) return complaint; // something stands there, such as too much
    if (this.#lone && this.#offer.type === BID) return say("offer.no-bid");
    const count = min - value?.length;
    if (count < min && count > 0) return say("offer.still", { field, count });
    return field ? say("offer.wanted", { field }) : "";
  }

  /**
   * The rule behind it.
   * @param {boolean} brief
   */
  #helpKey(brief) {
    const { rule, type: move } = this.#offer;
    return helpKey({ ...this.#preview.about, rule, move }, brief);
  }

  /**
   * A bid: the offer's own words stand beside the amount, and a heading would only say them twice.
   */
  get #lone() {
    return Boolean(this.table.doc.auction) && wantsOneAmount(this.#offer);
  }

  /**
   * Money that nobody has entered is not spent by a tap on Confirm, unless it is a bid: that stands on the
   * button itself.
   */
  #specs() {
    const { fields = [], label } = this.#offer;
    if (this.#lone) return [{ ...fields[0], label }];
    const spends = ({ kind, required, asked }) => kind === "money" && (asked || required !== false);
    const more = { required: true, pencilled: true, remembers: Boolean(this.#offer.anytime) };
    return fields.map((spec) => (spends(spec) ? { ...spec, ...more } : spec));
  }

  #body({ type, seat, sends } = this.#offer, filled = this.#filled.body) {
    return { type, ...sends, ...filled, ...(seat !== null && seat !== undefined && { seat }) };
  }

  #keep() {
    this.#filled.keep(this.table.code, this.name, this.#sending);
  }

  /** The offer's own words; else the one amount that must be said, such as what something is sold for. */
  #confirmWords() {
    if (this.#sending && !this.#instead) return say("offer.sending");
    const { missing, pencilled, fields } = this.#filled;
    const { anytime, confirm, confirm_when: when } = this.#offer;
    if (confirm && applies({ when }, this.#body())) return confirm;
    const [one, other] = fields.filter(({ spec }) => spec.kind === "money" && spec.required);
    const amount = this.#sum ?? (!anytime && !missing && !pencilled && !other && one?.value);
    return Number.isInteger(amount)
      ? say("offer.confirm-amount", { amount: money(amount) })
      : say("offer.confirm");
  }

  /** What a bid would leave, which itself stands on Confirm; of one too low, what comes of it. */
  #left() {
    const { doc, ownSeat } = this.table;
    const { type, seat = ownSeat, amount } = this.#body();
    return doc.auction && type === BID ? ifWon(doc, seat, amount, ownSeat) : null;
  }

  async #ask() {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const { entry } = await this.table.dryRun(this.#body(), signal);
      if (signal.aborted) return;
      const paid = await tell(entry, this.#offer, this.table.doc.turn?.railroad);
      if (signal.aborted) return;
      this.#preview.show(this.table.doc, entry, this.#left(), this.#filled.pencilled);
      this.#sum = this.besides?.(entry, this.#preview) ?? (!this.#filled.pencilled && paid || undefined);
      this.#arm();
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
    }
  }

  #fail(error) {
    this.#sending = false;
    this.#keep();
    this.#refuse(error);
    this.#refused &&= !this.#instead;
    this.#arm();
  }

  #refuse(error) {
    const said = error.said ?? {};
    if (error.code === "facts-needed") return this.#needFacts(said).catch((lost) => this.#refuse(lost));
    if (error.code === "stale-revision") {
      this.#preview.stale();
      return this.#look();
    }
    this.#filled.blame(said.errors);
    this.#unheard = !error.status;
    this.#refused = Boolean(error.status) && error.status < 500;
    this.#preview.refuse(error);
    return this.#arm();
  }

  async #needFacts({ needs = [], detail }) {
    const askAgain = await this.#filled.need(needs);
    if (!this.isConnected) return;
    const { facts, missing } = this.#filled;
    this.#preview.ask(facts.value && missing ? this.#wanted() : detail); // one of several is told already
    if (askAgain) this.#look();
    else this.#arm();
    this.#lead(this.#filled.facts);
  }
}

customElements.define("offer-form", OfferForm);

/** What a railroad has left is said, too, and what it pays in all; without that the sentence is enough. */
const tell = (entry, offer, railroad) =>
  railroad && (offer.terms || entry.affects?.some(({ name }) => name === "treasury")) &&
  import("./told.js").then(({ tellRailroad }) => tellRailroad(entry, offer, railroad)).catch(() => {});

/** What is read above the fields. */
const tipOf = (/** @type {Offer} */ { help }) => (help ?? "").split("\n")[0];
