// A table of facts to be filled in as somebody reads them aloud: Enter goes on to the next blank, and each is saved as it is left.

import { button, freshId, h, icon } from "../dom.js";
import { say } from "../messages.js";
import { calledRow } from "./called-row.js";

const NONE = new Set(["-", "–", "—"]); // nothing is printed there

export class AtlasEditor extends HTMLElement {
  /** A section of the form, what is known of it, and `save(facts)`, which answers what is known then or throws. */
  section = null;
  known = null;
  save = async () => null;
  /** The id of a datalist with the names of all places. */
  places = "";
  #body = h("tbody", {});
  #count = h("span", { class: "hint" });

  connectedCallback() {
    const { label, key, facts, head } = this.section;
    const heads = [key !== null && h("th", { scope: "col" }, head), facts.map((fact) => h("th", { scope: "col" }, fact.label)), h("td", {})];
    const table = h("table", {}, h("thead", {}, h("tr", {}, heads)), this.#body);
    this.replaceChildren(h("details", { class: "panel atlas-table", open: true }, h("summary", {}, h("h2", {}, label), this.#count), h("div", { class: "atlas-scroll" }, table)));
    for (const record of this.#records()) this.#body.append(this.#line(record));
    if (!this.section.rows.length) this.#body.append(this.#line({ name: "", record: {}, fresh: true }));
    this.addEventListener("keydown", (event) => event.key === "Enter" && this.#next(event));
    this.#tally();
  }

  /** The rows there are, by name; in a list each is named by itself. */
  #records() {
    const { key, rows, plain, listed, facts } = this.section;
    if (key === null) return (this.known ?? []).map((record) => ({ name: "", record }));
    const names = rows.length ? rows : Object.keys(this.known ?? {}).sort((one, other) => one.localeCompare(other));
    return names.map((name) => {
      const told = this.known?.[name];
      if (plain) return { name, record: { [facts[0].name]: told } };
      if (listed && Array.isArray(told)) return { name, record: Object.fromEntries(facts.map((fact, at) => [fact.name, told[at]])) };
      return { name, record: told ?? {} };
    });
  }

  #line({ name, record, fresh = false }) {
    const { key, facts, rows } = this.section;
    const line = h("tr", { "data-row": name, "data-fresh": fresh });
    const called = calledRow(this.section, name);
    const title = fresh && key !== null ? h("input", { type: "text", "aria-label": this.section.head, autocomplete: "off", list: this.places, maxlength: 40 }) : called;
    const entries = facts.map((fact) => ({ fact, input: this.#entry(fact, record[fact.name], called || say("atlas.new")) }));
    const drop = !fresh && !rows.length && button(icon("remove"), () => this.#forget(line, name, record), { class: "quiet", "aria-label": say("atlas.forget", { name: name || Object.values(record).join("–") }) });
    line.append(...[key !== null && h("th", { scope: "row" }, title), ...entries.map(({ fact, input }) => h("td", { "data-kind": fact.kind }, input)), h("td", {}, drop)].filter(Boolean));
    const changed = (only) => this.#changed(line, fresh ? (key === null ? "" : title.value.trim()) : name, entries, only);
    if (fresh && key !== null) title.addEventListener("change", () => changed(null));
    for (const one of entries) one.input.addEventListener("change", () => changed(fresh || key === null ? null : one));
    return line;
  }

  #entry({ name, label, kind, min, max, choices }, value, row) {
    const named = { "aria-label": `${row}: ${label}`, "data-fact": name };
    if (kind === "flag") return h("input", { type: "checkbox", ...named, checked: value === true });
    if (kind === "choice") return h("select", named, h("option", { value: "" }), choices.map((one) => h("option", { value: one.value, selected: one.value === value }, one.label)));
    const written = value === null ? "–" : Array.isArray(value) ? value.join(", ") : (value ?? "");
    if (kind === "count") return h("input", { type: "text", inputmode: "numeric", ...named, value: written, autocomplete: "off", size: 4, "data-min": min, "data-max": max });
    return h("input", { type: "text", ...named, value: written, autocomplete: "off", list: kind === "place" ? this.places : null, maxlength: kind === "places" ? null : 40 });
  }

  /** `only`: the one entry that was left; else the whole line, as soon as it says enough. */
  async #changed(line, name, entries, only) {
    const { name: section, key, plain, facts } = this.section;
    const told = Object.fromEntries((only ? [only] : entries).map(({ fact, input }) => [fact.name, read(fact, input)]).filter(([, value]) => value !== undefined));
    if (!Object.keys(told).length && (only || !name)) return;
    if (key === null) {
      if (facts.every((fact) => fact.kind === "flag" || told[fact.name] !== undefined)) await this.#send(line, { [section]: [told] });
    } else if (name) {
      await this.#send(line, { [section]: { [name]: plain ? told[facts[0].name] : told } });
    }
  }

  async #send(line, facts) {
    line.dataset.state = "saving";
    this.#complaint(line, null);
    try {
      this.known = (await this.save(facts))[this.section.name];
      line.dataset.state = "saved";
      if (line.dataset.fresh !== undefined) this.#settle(line);
      this.#tally();
    } catch (error) {
      line.dataset.state = "refused";
      this.#complaint(line, error, facts);
    }
  }

  /** The line that was new is one of the others now, and a new one stands below it. */
  #settle(line) {
    const typed = line.querySelector("th input")?.value.trim();
    delete line.dataset.fresh;
    line.dataset.row = typed ?? "";
    const next = this.#line({ name: "", record: {}, fresh: true });
    line.after(next);
  }

  async #forget(line, name, record) {
    const { name: section, key } = this.section;
    await this.#send(line, { [section]: key === null ? [{ ...record, forget: true }] : { [name]: null } });
    if (line.dataset.state === "saved" && (key === null || !(name in (this.known ?? {})))) line.remove();
  }

  #complaint(line, error, facts) {
    const old = line.nextElementSibling;
    if (old?.classList.contains("complains")) old.remove();
    if (!error) return;
    const { did_you_mean: meant = [], insist } = error.said ?? {};
    const wrong = Object.keys(error.said?.errors ?? {})[0]?.split(".").pop();
    const right = meant.map((name) => button(name, () => this.#replace(line, wrong, name), { class: "quiet" }));
    const other = insist && button(say("atlas.insist"), () => this.#send(line, merged(facts, insist)), { class: "quiet" });
    line.after(h("tr", { class: "complains" }, h("td", { colspan: "9" }, h("p", { class: "fault", role: "alert", id: freshId("fault") }, error.message), right, other)));
  }

  /** The name that was meant, in place of the one that was typed. */
  #replace(line, wrong, right) {
    const inputs = [...line.querySelectorAll("input")];
    const input = inputs.find(({ value }) => value.trim() === wrong) ?? inputs.find((one) => one === document.activeElement) ?? inputs[0];
    input.value = right;
    input.dispatchEvent(new Event("change"));
  }

  #next(event) {
    const inputs = [...this.querySelectorAll("tbody :is(input, select)")];
    const at = inputs.indexOf(event.target);
    if (at < 0) return;
    event.preventDefault();
    const go = () => inputs[at + 1]?.focus();
    event.target.blur(); // which saves it; a new line may come of it
    if (inputs[at + 1]) go();
    else setTimeout(() => this.querySelector("tr[data-fresh] input")?.focus());
  }

  #tally() {
    const { rows, facts } = this.section;
    const records = this.#records();
    const filled = records.filter(({ record }) => facts.some(({ name }) => record[name] !== undefined)).length;
    this.#count.textContent = rows.length ? say("atlas.filled", { filled, of: rows.length }) : say("atlas.known", { count: records.length });
  }
}

/** What was written: undefined for a blank, null for what is not printed. */
function read({ kind, nullable }, input) {
  if (kind === "flag") return input.checked;
  const text = input.value.trim();
  if (text === "") return undefined;
  if (nullable && NONE.has(text)) return null;
  if (kind === "count") return /^\d+$/.test(text) ? Number(text) : text;
  return kind === "places" ? text.split(",").map((one) => one.trim()).filter(Boolean) : text;
}

function merged(one, other) {
  if (typeof one !== "object" || one === null || Array.isArray(one)) return typeof other === "object" ? other : one;
  return Object.fromEntries([...new Set([...Object.keys(one), ...Object.keys(other ?? {})])].map((name) =>
    [name, name in one && name in (other ?? {}) ? merged(one[name], other[name]) : (one[name] ?? other[name])]));
}

customElements.define("atlas-editor", AtlasEditor);
