// The host says how it is on the table: which figure, its new value, and why. Fetched when it is first wanted.

import { button, freshId, h, same } from "../dom.js";
import { say, sayOr } from "../messages.js";
import { seatName } from "./badges.js";
import { OfferPreview } from "./offer-preview.js";

const PAUSE_MS = 250; // after the last key, before the table is asked what would happen
const MOST = 99_999;
const NOTE_LETTERS = 500;
/** Numbers that follow from others, or belong to the seat itself. */
const FOLLOWS = new Set(["seat", "worth", "shares_total", "shares_unsold", "dividend_now", "min_bid", "president"]);
const SHARES = "shares.";

/** The host has tapped a number of a table of figures, or one that says itself whose it is. */
export function correctTapped(table, target) {
  const found = ofCell(table.doc, target) ?? ofItself(target);
  if (found) openCorrection(table, found);
}

function ofItself(target) {
  const { of, name } = target.closest("[data-figure-of]")?.dataset.figureOf.match(/^(?<of>\w+:[^.]+)\.(?<name>.+)$/)?.groups ?? {};
  return of ? { of, name } : null;
}

function ofCell(doc, target) {
  const cell = target.closest("grid-panel td:not(.corner)");
  const panel = target.closest("grid-panel")?.panel;
  const row = cell && panel?.rows[cell.parentElement.sectionRowIndex];
  const of = row && accountOf(row.head);
  if (!of) return null;
  const at = cell.cellIndex - 1;
  const column = panel.columns[at];
  if (row.head.seat && column.railroad) return { of, name: SHARES + column.railroad };
  if (row.head.railroad && column.seat) return { of: `seat:${column.seat}`, name: SHARES + row.head.railroad };
  return { of, name: figureOfColumn(doc, panel, at) };
}

const accountOf = ({ railroad, seat }) => (railroad ? `railroad:${railroad}` : seat ? `seat:${seat}` : null);

/** Which figure of the document a column shows: the one of that name, else the only one with these numbers. */
function figureOfColumn(doc, panel, at) {
  const rows = panel.rows.map(({ head, cells }) => [figuresOf(doc, accountOf(head)), cells[at]?.number ?? null]);
  const fits = Object.keys(rows[0][0]).filter((name) => rows.every(([figures, number]) => (figures[name] ?? null) === number));
  const named = fits.find((name) => sayOr(`figure.${name}`, name) === panel.columns[at].text);
  return named ?? (fits.length === 1 ? fits[0] : undefined);
}

/** The figures of an account that are numbers, shares among them. */
function figuresOf(doc, of) {
  const [kind, id] = of.split(":");
  const all = kind === "seat" ? doc.seats.find(({ seat }) => seat === Number(id)) : doc.railroads.find((one) => one.id === id);
  const numbers = Object.entries(all).filter(([name, value]) => Number.isInteger(value) && !FOLLOWS.has(name));
  const shares = kind === "seat" && all.shares ? doc.railroads.map((one) => [SHARES + one.id, all.shares[one.id] ?? 0]) : [];
  return Object.fromEntries([...numbers, ...shares]);
}

/** `of`, `name`: which figure is meant, as far as that is known. */
export function openCorrection(table, { of, name } = {}) {
  const form = new CorrectForm();
  Object.assign(form, { table, of, figure: name });
  const id = freshId("correct");
  const dialog = h("dialog", { "aria-labelledby": id, "data-dialog": "correct" }, h("h2", { id }, say("correct.title")), form);
  form.addEventListener("done", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

class CorrectForm extends HTMLElement {
  table = null;
  of = null;
  figure = null;
  #whose = h("select", { "data-field": "of" });
  #which = h("select", { "data-field": "name" });
  #value = h("input", { type: "number", inputmode: "numeric", min: 0, max: MOST, step: 1, "data-field": "value" });
  #note = h("input", { type: "text", maxlength: NOTE_LETTERS, autocomplete: "off", "data-field": "note" });
  #now = h("p", { class: "hint" });
  #preview = new OfferPreview();
  #confirm = button(say("offer.confirm"), () => this.#commit(), { class: "primary", disabled: true, "data-deed": "correct" });
  #timer = null;
  #asked = null;
  #shown = null;

  connectedCallback() {
    const { doc } = this.table;
    const accounts = [...doc.railroads.map(({ id, name }) => [`railroad:${id}`, `${id} · ${name}`]), ...doc.seats.map(({ seat }) => [`seat:${seat}`, seatName(doc, seat)])];
    this.#whose.append(...accounts.map(([value, words]) => h("option", { value }, words)));
    if (this.of) this.#whose.value = this.of;
    this.replaceChildren(
      h("div", { class: "dialog-body" },
        labelled(say("correct.of"), this.#whose), labelled(say("correct.which"), this.#which), this.#now,
        labelled(say("correct.value"), this.#value), labelled(say("correct.note"), this.#note), this.#preview),
      h("div", { class: "actions" }, button(say("dialog.cancel"), () => this.dispatchEvent(new Event("done")), { class: "quiet" }), this.#confirm),
    );
    this.#whose.addEventListener("change", () => this.#offerFigures(this.#which.value));
    this.#which.addEventListener("change", () => this.#tellNow());
    for (const input of [this.#value, this.#note]) input.addEventListener("input", () => this.#soon());
    this.addEventListener("keydown", (event) => event.key === "Enter" && event.target.matches("input") && this.#commit());
    this.#preview.idle();
    this.#offerFigures(this.figure);
    this.#value.focus();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }

  #offerFigures(wanted) {
    const names = Object.keys(figuresOf(this.table.doc, this.#whose.value));
    this.#which.replaceChildren(...names.map((name) => h("option", { value: name }, figureWords(name))));
    if (names.includes(wanted)) this.#which.value = wanted;
    this.#tellNow();
  }

  #tellNow() {
    const now = figuresOf(this.table.doc, this.#whose.value)[this.#which.value];
    this.#now.textContent = say("correct.now", { value: now ?? say("unit.unknown") });
    this.#soon();
  }

  /** The correction as a move; null while there is no new value. */
  get #move() {
    const value = this.#value.valueAsNumber;
    if (!Number.isInteger(value) || !this.#which.value) return null;
    const note = this.#note.value.trim();
    return { type: "correct", set: [{ of: this.#whose.value, name: this.#which.value, value }], ...(note && { note }) };
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    this.#ready(null);
    if (this.#move) this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
    else this.#preview.idle();
  }

  /** Only what has been shown can be confirmed. */
  #ready(move) {
    this.#shown = move;
    this.#confirm.disabled = !move;
  }

  async #ask() {
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const move = this.#move;
    this.#preview.busy();
    try {
      const { entry } = await this.table.dryRun(move, signal);
      if (signal.aborted) return;
      this.#preview.show(this.table.doc, entry);
      this.#ready(move);
    } catch (error) {
      if (!signal.aborted) this.#preview.refuse(error);
    }
  }

  async #commit() {
    const move = this.#shown;
    if (!move || !same(move, this.#move)) return;
    this.#ready(null);
    try {
      await this.table.move({ ...move, expected_revision: this.table.doc.revision });
      this.dispatchEvent(new Event("done"));
    } catch (error) {
      if (error.code === "stale-revision") this.#preview.stale();
      this.#tellNow(); // which asks the table once more, and shows what it says
    }
  }
}

function figureWords(name) {
  if (name.startsWith(SHARES)) return say("correct.shares", { railroad: name.slice(SHARES.length) });
  return sayOr(`figure.${name}`, name.replaceAll("_", " "));
}

function labelled(words, field) {
  const id = freshId("correct");
  field.id = id;
  return h("div", { class: "dialog-body" }, h("label", { for: id, class: "label" }, words), field);
}

customElements.define("correct-form", CorrectForm);
