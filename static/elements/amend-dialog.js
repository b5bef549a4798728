// An old entry put right: changed, struck, or with a note before it. What would differ is shown before anything does.

import { ask } from "../client.js";
import { button, freshId, h, stylesheet } from "../dom.js";
import { say } from "../messages.js";
import { affected } from "./entry.js";

const SETTLE_MS = 250; // a dry run waits for the fingers to rest
const NOTE = "note"; // the move every game has for words in the minutes
const LISTS = new Set(["choices", "places", "dice"]);

/** `entry`: as the log has it. Resolves when the dialog is over. */
export async function openAmend(table, entry) {
  const { moves, railroads } = await ask("GET", `/games/${encodeURIComponent(table.doc.game)}`);
  const described = moves.find(({ type }) => type === told(entry).type);
  return new Promise((over) => new Amendment(table, entry, described, railroads, over).open());
}

/** The move that counts: of an amendment the one that it inserted. */
function told(entry) {
  return entry.move.move ?? entry.move;
}

class Amendment {
  #table;
  #entry;
  #fields;
  #over;
  #ways;
  #note = h("input", { type: "text", maxlength: 500, autocomplete: "off" });
  #outcome = h("div", { class: "amend-outcome", "aria-live": "polite" });
  #deed = button(say("amend.do"), () => this.#commit(), { class: "primary", disabled: true });
  #dialog;
  #timer = null;
  #asking = null;

  constructor(table, entry, described, railroads, over) {
    this.#table = table;
    this.#entry = entry;
    this.#over = over;
    this.#fields = (described?.fields ?? []).map((spec) => editor(spec, told(entry)[spec.name], table.doc, railroads));
  }

  open() {
    const id = freshId("amend");
    const way = (name, ...inside) => {
      const input = h("input", { type: "radio", name: id, value: name, on: { change: () => this.#look() } });
      return { name, input, element: h("div", { class: "amend-way", "data-way": name }, h("label", {}, input, say(`amend.${name}`)), h("div", { class: "amend-fields" }, inside)) };
    };
    this.#ways = [
      way("change", this.#fields.map(({ element }) => element)),
      way("strike"),
      way("insert", h("label", { class: "amend-field" }, say("amend.note"), this.#note)),
    ];
    this.#ways[0].input.checked = true;
    const leave = button(say("dialog.cancel"), () => this.#dialog.close(), { class: "quiet" });
    this.#dialog = h("dialog", { "aria-labelledby": id, class: "amend", "data-dialog": "amend" },
      h("h2", { id }, say("amend.title", { revision: this.#entry.revision })),
      h("p", { class: "hint" }, this.#entry.summary),
      h("div", { class: "dialog-body" }, this.#ways.map(({ element }) => element), this.#outcome),
      h("div", { class: "actions" }, leave, this.#deed));
    this.#dialog.addEventListener("input", () => this.#look());
    this.#dialog.addEventListener("close", () => this.#close());
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#look();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#dialog.remove();
    this.#over();
  }

  get #way() {
    return this.#ways.find(({ input }) => input.checked).name;
  }

  #body() {
    const { revision } = this.#entry;
    const { type, seat } = told(this.#entry);
    if (this.#way === "strike") return { revision, move: null };
    if (this.#way === "insert") return { revision, before: true, move: { type: NOTE, seat: seat ?? 1, text: this.#note.value.trim() } };
    const answers = this.#fields.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== undefined);
    return { revision, move: { type, seat, ...Object.fromEntries(answers) } };
  }

  /** Something is different: nothing may be done before the table has said what would differ. */
  #look() {
    for (const { name, element } of this.#ways) element.toggleAttribute("data-chosen", name === this.#way);
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#deed.disabled = true;
    this.#outcome.replaceChildren();
    if (this.#way === "insert" && !this.#note.value.trim()) return;
    this.#timer = setTimeout(() => this.#ask(), SETTLE_MS);
  }

  async #ask() {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const { entry, differences } = await this.#table.tryAmend(this.#body(), signal);
      if (signal.aborted) return;
      const lines = differences.length ? affected(this.#table.doc, differences) : h("p", { class: "hint" }, say("amend.nothing-differs"));
      this.#outcome.replaceChildren(h("p", {}, entry.summary), h("h3", {}, say("amend.differs")), lines);
      this.#deed.disabled = false;
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
    }
  }

  #refuse(error) {
    this.#outcome.replaceChildren(h("p", { class: "fault", role: "alert" }, error.message));
    this.#deed.disabled = true;
  }

  async #commit() {
    this.#deed.disabled = true;
    try {
      await this.#table.amend({ ...this.#body(), expected_revision: this.#table.doc.revision });
      this.#dialog.close();
    } catch (error) {
      this.#refuse(error);
    }
  }
}

/** A field of the move as {name, element, read}, plain as an entry in a ledger. What is more than that stays as it was. */
function editor(spec, value, doc, railroads) {
  const made = input(spec, value, doc, railroads);
  if (!made) {
    const kept = value === undefined ? null : h("p", { class: "hint" }, say("amend.kept", { label: spec.label }));
    return { name: spec.name, element: kept, read: () => value };
  }
  const element = h("label", { class: "amend-field", "data-field": spec.name }, spec.label, made.element, made.more);
  return { name: spec.name, element, read: made.read };
}

function input(spec, value, doc, railroads) {
  const { kind, required } = spec;
  if (kind === "seat") {
    const seats = doc.seats.map(({ seat, name }) => ({ value: String(seat), label: name }));
    return choice(seats, value, (chosen) => Number(chosen));
  }
  if (kind === "choice" && spec.choices?.length) return choice(spec.choices, value, (chosen) => chosen);
  if (kind === "flag" && !Array.isArray(value)) {
    const element = h("input", { type: "checkbox", checked: Boolean(value) });
    return { element, read: () => element.checked || (required ? false : undefined) };
  }
  if (kind === "money" || kind === "count") return words("number", value, (written) => Number(written));
  if (LISTS.has(kind)) {
    const list = (written) => written.split(",").map((one) => one.trim()).filter(Boolean);
    return words("text", value?.join(", "), (written) => (kind === "dice" ? list(written).map(Number) : list(written)));
  }
  if (!["choice", "place", "text"].includes(kind)) return null;
  const known = kind === "choice" ? h("datalist", { id: freshId("known") }, railroads.map(({ id }) => h("option", { value: id }))) : null;
  return words("text", value, (written) => written, known);
}

function choice(choices, value, read) {
  const options = choices.map((one) => h("option", { value: one.value }, one.label));
  const element = h("select", {}, h("option", { value: "" }, say("amend.none")), options);
  element.value = value === undefined || value === null ? "" : String(value);
  return { element, read: () => (element.value === "" ? (value === undefined ? undefined : null) : read(element.value)) };
}

function words(type, value, read, known = null) {
  const element = h("input", { type, autocomplete: "off", inputmode: type === "number" ? "numeric" : null, list: known?.id });
  element.value = value ?? "";
  return { element, more: known, read: () => (element.value.trim() === "" ? undefined : read(element.value.trim())) };
}

await stylesheet("amend");
