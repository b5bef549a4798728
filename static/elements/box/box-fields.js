// The fields a box is written in: words, letters, numbers, colours, choices; a number for all or one by each
// name; several together, and rows of them. Which there are, and within which limits, the server says.

import { button, freshId, h, icon } from "../../dom.js";
import { moneyOf, say } from "../../messages.js";
import { onPhone } from "../page/on-phone.js";
import { RailroadBadge } from "../panels/badges.js";

const A_FEW = 20; // of money, to show how it is written
const START = "start"; // of a track: left out, its marker stands at the lowest number

/**
 * A field as the server describes it.
 * @typedef {{ name: string, label: string, kind: string, required?: boolean, default?: any, help?: string,
 *   aside?: boolean,
 *   min?: number, max?: number, choices?: { value: string, label: string }[], fields?: FormSpec[],
 *   names?: { label: string, among?: string[], rows?: string, where?: Record<string, string> }[] }} FormSpec
 *
 * A field on the page. `value()`: undefined where nothing is said; `blame`: a fault at a place within it,
 * true if it is there; `refresh`: something else in the form has changed.
 * @typedef {{ element: HTMLElement, value: () => any, blame: (path: string[], text: string) => boolean,
 *   refresh?: () => void }} Part
 *
 * What a field looks at beside itself: the fields of its own form, and the whole box.
 * @typedef {{ beside: () => any, box: () => any, rows: (name: string) => string }} Around
 */

/**
 * @param {FormSpec} spec
 * @param {Around} around
 * @returns {Part}
 */
export function fieldOf(spec, value, around) {
  if (spec.kind === "form") return together(spec, value, around);
  if (spec.kind === "rows") return rowsOf(spec, value, around);
  if (spec.kind === "each") return eachOf(spec, value, around);
  return single(spec, value);
}

/**
 * The fields of a form, one beside the other; on a phone those that stand aside are folded away.
 * @param {FormSpec[]} specs
 * @param {Around} around
 * @param {boolean} [asOne] in one fold; else each has its own
 * @returns {Part}
 */
export function formOf(specs, value, around, attributes = {}, asOne = false) {
  const element = h("div", { class: "box-fields", ...attributes });
  const beside = () =>
    Object.fromEntries(
      parts.map(([name, part]) => [name, part.value()]).filter(([, said]) => said !== undefined),
    );
  /** @type {[string, Part][]} */
  const parts = specs.map((spec) => [spec.name, fieldOf(spec, value?.[spec.name], { ...around, beside })]);
  element.append(...parts.map(([, part]) => part.element));
  const aside = onPhone() ? specs.filter((spec) => spec.aside).map(({ name }) => name) : [];
  const folds = asOne && aside.length ? [aside] : aside.map((name) => [name]);
  const tell = folds.map((names) => fold(element, specs, parts, names));
  return {
    element,
    value: beside,
    blame: ([name, ...rest], text) => {
      const part = parts.find(([called]) => called === name)?.[1];
      const folded = text && part?.element.closest("details");
      if (folded) folded.open = true;
      return part?.blame(rest, text) ?? false;
    },
    refresh: () => {
      parts.forEach(([, part]) => part.refresh?.());
      tell.forEach((each) => each());
    },
  };
}

/**
 * What is seldom wanted goes below all else into a fold, which says what is in it. Answers what tells that.
 * @param {HTMLElement} element
 * @param {FormSpec[]} specs
 * @param {[string, Part][]} parts
 * @param {string[]} names
 */
function fold(element, specs, parts, names) {
  const words = h("span", {});
  const held = parts.filter(([name]) => names.includes(name));
  const inside = h("div", { class: "box-fields" }, held.map(([, part]) => part.element));
  element.append(h("details", { class: "folded" }, h("summary", {}, words), inside));
  const said = ([name, part]) => holds(specs.find((spec) => spec.name === name), part.value());
  return () => (words.textContent = held.map(said).filter(Boolean).join(" · "));
}

/**
 * A field and what it holds, in a few words; nothing of a colour, which is seen.
 * @param {FormSpec} spec
 */
function holds({ kind, label, default: usual }, value) {
  if (kind === "colour") return label;
  if (kind === "rows") {
    return `${label}: ${value.map(({ name = "?" }) => name).join(", ") || say("box.none")}`;
  }
  if (kind === "form") return `${label}: ${moneyOf(A_FEW, value)}`;
  return Number.isInteger(usual)
    ? `${label}\u00a0${value ?? usual}`
    : `${label}: ${value ?? say("box.unsaid")}`;
}

// --- one value -------------------------------------------------------------------

/** A label over its field; what is wrong stands below. */
function labelled(spec, input, { wide = false } = {}) {
  const id = freshId("box");
  const fault = h("span", { class: "fault", role: "alert", hidden: true });
  input.id = id;
  const element = h(
    "div",
    { class: "box-field", "data-field": spec.name, "data-kind": spec.kind, "data-wide": wide },
    h("label", { for: id, class: "label" }, spec.label),
    spec.help && h("p", { class: "hint" }, spec.help),
    input,
    fault,
  );
  const blame = (_path, text) => {
    fault.hidden = !text;
    fault.textContent = text ?? "";
    input.setAttribute("aria-invalid", String(Boolean(text)));
    return true;
  };
  input.addEventListener("input", () => blame([], null));
  return { element, blame };
}

function single(spec, value) {
  const input = INPUTS[spec.kind]?.(spec) ?? INPUTS.text(spec);
  const first = value ?? (spec.kind === "count" ? undefined : spec.default); // a number's stands in pencil
  if (first !== undefined && first !== null) input.value = String(first);
  const { element, blame } = labelled(spec, input);
  if (spec.kind === "colour") element.append(usualColours(spec, input));
  return { element, blame, value: () => READ[spec.kind](input.value, spec) };
}

/** Colours that are a tap away in the browser's own choice. */
function usualColours({ choices = [] }, input) {
  const list = h("datalist", { id: freshId("colours") }, choices.map((each) => h("option", each)));
  input.setAttribute("list", list.id);
  return list;
}

const INPUTS = {
  text: ({ max }) => h("input", { type: "text", maxlength: max, autocomplete: "off" }),
  letters: ({ max }) => {
    const input = h("input", {
      type: "text",
      class: "letters",
      maxlength: max,
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
    });
    input.addEventListener("input", () => {
      const at = input.selectionStart;
      input.value = input.value.toUpperCase();
      input.setSelectionRange(at, at);
    });
    return input;
  },
  colour: () => h("input", { type: "color" }),
  count: (spec) => numberInput(spec),
  choice: ({ choices = [] }) =>
    h("select", {}, choices.map(({ value, label }) => h("option", { value }, label))),
};

const READ = {
  /** Where something would stand if nothing is said, nothing is something. */
  text: (written, spec) => (written === "" && typeof spec.default !== "string" ? undefined : written),
  colour: (written) => written,
  choice: (written) => written,
  letters: (written) => (written.trim() === "" ? undefined : written.trim()),
  count: (written) => (written.trim() === "" ? undefined : Number(written)),
};

/** @param {{ min?: number, max?: number, default?: any }} spec */
function numberInput({ min, max, default: usual }, attributes = {}) {
  return h("input", {
    type: "number",
    inputmode: "numeric",
    step: 1,
    min,
    max,
    placeholder: usual ?? null,
    ...attributes,
  });
}

// --- several together ------------------------------------------------------------

/**
 * @param {FormSpec} spec
 * @param {Around} around
 * @returns {Part}
 */
function together(spec, value, around) {
  const form = formOf(spec.fields ?? [], value, around, { "data-beside": true });
  const element = h(
    "fieldset",
    { class: "box-group", "data-field": spec.name },
    h("legend", { class: "label" }, spec.label),
    form.element,
  );
  return { ...form, element };
}

/**
 * Any number of forms, each on a card of its own.
 * @param {FormSpec} spec
 * @param {Around} around
 * @returns {Part}
 */
function rowsOf(spec, value, around) {
  const list = h("ol", { class: "box-rows" });
  const fault = h("p", { class: "fault", role: "alert", hidden: true });
  const count = h("span", { class: "hint" });
  const addWords = h("span");
  const add = button([icon("plus"), addWords], () => changed(() => append({}, true)), {
    class: "quiet",
  });
  /** @type {{ part: Part, line: HTMLElement, badge?: RailroadBadge, title: HTMLElement }[]} */
  let rows = [];
  const fields = spec.fields ?? [];
  const colours = fields.find(({ kind }) => kind === "colour");

  function append(row, focus) {
    const next = colours?.choices?.[rows.length % colours.choices.length].value;
    const part = formOf(
      fields,
      colours && !row[colours.name] ? { ...row, [colours.name]: next } : row,
      around,
      {},
      true,
    );
    const badge = colours ? new RailroadBadge() : undefined;
    if (badge) badge.railroad = { id: "?" };
    const drop = button(icon("remove"), () => changed(() => remove(entry)), {
      class: "quiet drop",
      "aria-label": say("rows.drop"),
    });
    const title = h("span", { class: "box-row-title" });
    const head = h("div", { class: "box-row-head" }, badge, title, drop);
    const line = h("li", { class: "box-row" }, head, part.element);
    const entry = { part, line, badge, title };
    rows.push(entry);
    list.append(line);
    if (focus) line.querySelector("input")?.focus();
  }

  function remove(entry) {
    entry.line.remove();
    rows = rows.filter((row) => row !== entry);
  }

  function changed(change) {
    change();
    list.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @type {Part} */
  const part = {
    element: h(
      "section",
      { class: "box-list", "data-field": spec.name },
      h("h3", {}, spec.label, " ", count),
      spec.help && h("p", { class: "hint" }, spec.help),
      list,
      fault,
      add,
    ),
    value: () => rows.map((row) => row.part.value()),
    blame: ([at, ...rest], text) => {
      if (at !== undefined && rows[Number(at)]?.part.blame(rest, text)) return true;
      fault.hidden = !text;
      fault.textContent = text ?? "";
      return true;
    },
    refresh: () => {
      rows.forEach(({ part: row, badge, title }, at) => {
        row.refresh?.();
        title.textContent = row.value()[fields.find(({ kind }) => kind === "text")?.name] ?? "";
        if (badge) letterIn(badge, row.value(), at, fields);
      });
      count.textContent = rows.length ? say("box.of", { count: rows.length, most: spec.max ?? "" }) : "";
      addWords.textContent = say(rows.length ? "rows.add" : "rows.first");
      add.hidden = rows.length >= (spec.max ?? Infinity);
    },
  };
  for (const row of value ?? []) append(row, false);
  return part;
}

/** The enamel of a row, as it will be seen at the table. */
function letterIn(badge, row, at, fields) {
  const of = (kind) => row[fields.find((field) => field.kind === kind)?.name];
  badge.railroad = { id: of("letters") ?? "?", name: of("text"), colour: of("colour") };
  badge.position = at;
  if (badge.isConnected) badge.connectedCallback();
}

// --- a number for all, or one by each name -----------------------------------------

/**
 * @param {FormSpec} spec
 * @param {Around} around
 * @returns {Part}
 */
function eachOf(spec, value, around) {
  const isNamed = typeof value === "object" && value !== null;
  const all = numberInput(spec, { value: isNamed ? null : value });
  const { element: field, blame } = labelled(spec, all);
  const toggle = h("input", { type: "checkbox", props: { checked: isNamed } });
  const words = h("span", {});
  const grid = h("div", { class: "box-names" });
  const switched = h("label", { class: "box-toggle" }, toggle, words);
  const said = new Map(Object.entries(isNamed ? value : {}));
  const inputs = new Map();
  let shown = "";
  const element = h("div", { class: "box-each", "data-field": spec.name }, field, switched, grid);
  toggle.addEventListener("change", () => element.dispatchEvent(new Event("input", { bubbles: true })));

  function applying() {
    const beside = around.beside();
    return spec.names?.find(({ where }) =>
      Object.entries(where ?? {}).every(([name, wanted]) => beside[name] === wanted)
    );
  }

  function namesOf(names) {
    if (!names?.rows) return names?.among ?? [];
    const member = around.rows(names.rows);
    return [...new Set((around.box()[names.rows] ?? []).map((row) => row[member]).filter(Boolean))];
  }

  function draw(names, list) {
    inputs.clear();
    words.textContent = names?.label ?? "";
    const cells = list.map((name) => {
      const id = freshId("each");
      const input = numberInput({ ...spec, default: null }, { id, value: said.get(name) ?? null });
      input.addEventListener("input", () => {
        said.set(name, input.value);
        input.removeAttribute("aria-invalid");
        blame([], null);
      });
      inputs.set(name, input);
      return h("div", { class: "box-name" }, h("label", { for: id }, name), input);
    });
    grid.replaceChildren(...cells);
  }

  function refresh() {
    const names = applying();
    const list = namesOf(names);
    const now = JSON.stringify([names?.label, list]);
    if (now !== shown) draw(names, list);
    shown = now;
    switched.hidden = !list.length;
    const by = toggle.checked && list.length > 0;
    grid.hidden = !by;
    all.hidden = by;
    if (spec.name === START) all.placeholder = around.beside().min ?? 0;
  }

  return {
    element,
    refresh,
    blame: ([name], text) => {
      inputs.get(name)?.setAttribute("aria-invalid", "true");
      return blame([], text);
    },
    value: () => {
      if (grid.hidden) return READ.count(all.value);
      const numbers = [...inputs].map(([name, input]) => [name, READ.count(input.value)]);
      const given = numbers.filter(([, number]) => number !== undefined);
      return given.length ? Object.fromEntries(given) : undefined;
    },
  };
}
