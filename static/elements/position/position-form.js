// A game that is already on: every figure as it lies on the table, by railroad and player, and whose turn it
// is. Which figures there are the server says, and which come to be by others; what is not said is listed.

import { ask, sentenceOf } from "../../client.js";
import { freshId, h, same, stylesheets } from "../../dom.js";
import { firstOf, say, sayOr } from "../../messages.js";
import { pace } from "../../settings.js";
import { readPosition, writePosition } from "./draft.js";
import {
  forgetFaults,
  ofPlayers,
  ofRailroads,
  playersGrid,
  railroadsGrid,
  shareOf,
  tellInGrid,
} from "./figures-grid.js";

const PAUSE_MS = 400; // after the last key, before it is asked what follows
const WRONG = "[aria-invalid]";
const PLAYERS = "players";
const RAILROADS = "railroads";
const MOST_NAMED = 3; // figures beside the name of a section
const OPEN = new Set(["table", PLAYERS, RAILROADS]); // to begin with
const OF_THE_TABLE = new Set(["table", "bank", "box", "board"]);

/** Whose a figure is, on the form: what belongs to nobody stands together. */
function owner({ of }) {
  return OF_THE_TABLE.has(of) ? "table" : of;
}

/** On the form the bank's money stands among what is the table's: it says whose it is. */
function called({ of, label }) {
  return of === "bank" ? say("account.bank") : label;
}

function keyOf({ of, name }) {
  return `${of}|${name}`;
}

export class PositionForm extends HTMLElement {
  game = null;
  /** The names as they stand in the form above. */
  players = [];
  /** What the table has chosen otherwise than usual: {options, rulings}. */
  #chosen = {};
  #figures = [];
  /** What was said, by figure: a number, or of a family the names. */
  #said = new Map();
  #shown = [];
  #sections = h("div", { class: "position-sections" });
  #wrong = h("ul", { class: "position-wrong plain-list", role: "status" });
  #blank = h("details", { class: "folded position-blank" });
  /** What was wrong of late: {at, text}. */
  #told = [];
  #timer = null;
  #asked = 0;

  // --- lifecycle ---------------------------------------------------------------

  async connectedCallback() {
    this.#said = new Map(Object.entries(readPosition(this.game.slug)?.said ?? {}));
    this.replaceChildren(
      h("p", { class: "hint" }, say("position.help")),
      this.#sections,
      this.#wrong,
      this.#blank,
    );
    await stylesheets("position");
    await this.#ask();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  // --- asked from outside ------------------------------------------------------

  /** As a new table takes it. */
  get position() {
    return { figures: this.#rows() };
  }

  /** Is it said here whose turn it is, so that nobody need be asked who begins? */
  get asksTurn() {
    return this.#figures.some(({ of, name }) => of === "table" && name === "turn");
  }

  /** Other players, or other options and rulings: ask what there is to say then. */
  seat(players, chosen) {
    if (same(players, this.players) && same(chosen, this.#chosen)) return;
    this.players = players;
    this.#chosen = chosen;
    if (!this.isConnected) return;
    this.#keep();
    this.#soon();
  }

  /**
   * What the server will not have, each at its box, the first in sight; resolves to how much that is.
   * @param {Record<string, string | string[]>} errors by their place in the position
   */
  async blame(errors) {
    await this.#ask(); // the same again, and more of it, by the players' names
    if (this.#told.length === 0) {
      this.#tell(Object.entries(errors).map(([at, text]) => ({ at, text: [text].flat().join(" ") })));
    }
    this.lead();
    return this.#told.length;
  }

  /** To the first box that something is wrong with; what it is stands at each. */
  lead() {
    for (const old of this.querySelectorAll(".position-field > .fault")) old.remove();
    forgetFaults(this);
    for (const told of this.#told) this.#tellThere(this.#inputsOf(told)[0], told.text);
    this.#list();
    const [first] = /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(WRONG));
    if (first) {
      first.closest("details").open = true;
      first.focus({ preventScroll: true });
    }
    const place = first?.parentElement ?? this.#wrong;
    place.scrollIntoView({ block: "center", behavior: pace() });
  }

  // --- events ------------------------------------------------------------------

  #say(figure, value) {
    if (value === undefined) this.#said.delete(keyOf(figure));
    else this.#said.set(keyOf(figure), value);
    this.#keep();
    this.#soon();
  }

  // --- drawing -----------------------------------------------------------------

  /** The form is drawn anew only when other figures can be said; what is laid out stands there in pencil. */
  #draw() {
    const keys = this.#figures.map((figure) => [keyOf(figure), figure.choices, figure.known]);
    if (same(keys, this.#shown)) {
      for (const figure of this.#figures) this.#pencil(figure);
      return;
    }
    this.#shown = keys;
    const grid = ofPlayers(this.#figures);
    const lines = ofRailroads(this.#figures);
    const rest = this.#figures.filter((figure) => !grid.includes(figure) && !lines.includes(figure));
    const together = [...grid.map(() => PLAYERS), ...lines.map(() => RAILROADS)];
    const owners = [...new Set([...together, ...rest.map(owner)])]
      .sort((one, other) => rank(one) - rank(other));
    const drawn = new Map(
      [...this.#sections.querySelectorAll("details")].map((each) => [each.dataset.section, each.open]),
    );
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.figure;
    const isOpen = (of) => drawn.get(of) ?? OPEN.has(of);
    this.#sections.replaceChildren(
      ...owners.map((of) => {
        if (of === PLAYERS) return this.#players(grid, isOpen(of));
        return of === RAILROADS ? this.#railroads(lines, isOpen(of)) : this.#section(of, rest, isOpen(of));
      }),
    );
    if (focused) this.#input(focused)?.focus();
  }

  #section(of, all, open) {
    const figures = all.filter((figure) => owner(figure) === of);
    const first = (figure) => (figure.name === "turn" ? 0 : 1);
    figures.sort((one, other) => first(one) - first(other));
    const fields = h("div", { class: "position-fields" }, figures.map((figure) => this.#field(figure)));
    return section(of, open, [this.#called(of), holds(figures)], fields);
  }

  #field(figure) {
    const id = freshId("figure");
    const key = keyOf(figure);
    const input = figure.known
      ? this.#names(figure)
      : figure.choices
      ? this.#choice(figure)
      : this.#number(figure);
    Object.assign(input, { id });
    input.dataset.figure = key;
    return h("div", { class: "position-field" }, h("label", { for: id }, called(figure)), input);
  }

  #number(figure) {
    const input = h("input", { type: "number", inputmode: "numeric", step: 1 });
    const told = this.#said.get(keyOf(figure));
    if (told !== undefined) input.value = String(told);
    input.placeholder = figure.value === null ? "" : String(figure.value);
    input.addEventListener("input", () => {
      const number = Number.parseInt(input.value, 10);
      this.#say(figure, Number.isNaN(number) ? undefined : number);
    });
    return input;
  }

  #choice(figure) {
    const now = figure.choices.find(({ value }) => value === figure.value)?.label;
    const input = h(
      "select",
      {},
      h("option", { value: "" }, now ? say("position.as-laid-out", { value: now }) : "–"),
      figure.choices.map(({ value, label }) => h("option", { value }, label)),
    );
    input.value = String(this.#said.get(keyOf(figure)) ?? "");
    input.addEventListener(
      "change",
      () => this.#say(figure, input.value === "" ? undefined : Number(input.value)),
    );
    return input;
  }

  /** Several names of one figure, such as links: parted by commas, as they are written in the log. */
  #names(figure) {
    const input = h("input", { type: "text", autocomplete: "off", placeholder: say("position.names") });
    input.value = (this.#said.get(keyOf(figure)) ?? []).join(", ");
    input.addEventListener("change", () => {
      const names = input.value.split(",").map((name) => name.trim()).filter(Boolean);
      this.#say(figure, names.length > 0 ? [...new Set(names)] : undefined);
    });
    return input;
  }

  /** At the box, which has said already whose it is. */
  #tellThere(input, text) {
    if (!input) return;
    const id = freshId("fault");
    input.setAttribute("aria-describedby", id);
    if (input.closest(".figures-grid")) return tellInGrid(input, h("p", { class: "fault", id }, text));
    const { label = "" } = this.#figures.find((each) => keyOf(each) === input.dataset.figure) ?? {};
    const [, why = text] = text.split(`${label}: `);
    return input.after(h("p", { class: "fault", id }, why));
  }

  #tell(wrong) {
    this.#told = wrong;
    for (const input of this.querySelectorAll(WRONG)) input.removeAttribute("aria-invalid");
    for (const input of wrong.flatMap((one) => this.#inputsOf(one))) {
      input.setAttribute("aria-invalid", "true");
    }
    this.#list();
    this.dispatchEvent(new CustomEvent("told", { bubbles: true, detail: wrong.length }));
    const blank = this.#figures.filter((figure) => !this.#said.has(keyOf(figure)));
    this.#blank.replaceChildren(
      h("summary", {}, say("position.blank", { count: blank.length })),
      h(
        "ul",
        { class: "plain-list" },
        blank.map((figure) => h("li", {}, `${this.#called(owner(figure))}: ${called(figure)}`)),
      ),
    );
  }

  /** Once is enough: what stands at its box is not listed. */
  #list() {
    const isThere = (input) => input.hasAttribute("aria-describedby");
    const others = this.#told.filter((one) => !this.#inputsOf(one).some(isThere));
    this.#wrong.replaceChildren(...others.map(({ text }) => h("li", { class: "fault" }, text)));
  }

  // --- internals ---------------------------------------------------------------

  /** What every player has, of all players at once. */
  #players(figures, open) {
    const names = new Map(figures.map(({ of }) => [of, this.#called(of)]));
    const grid = playersGrid(this.game, figures, names, (figure) => this.#box(figure));
    return section(PLAYERS, open, say("position.players"), grid);
  }

  /** What railroads have, of all at once. */
  #railroads(figures, open) {
    const grid = railroadsGrid(this.game, figures, (figure) => this.#box(figure));
    return section(RAILROADS, open, say("position.railroads"), grid);
  }

  #box(figure) {
    const input = this.#number(figure);
    input.dataset.figure = keyOf(figure);
    return input;
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  #pencil(figure) {
    const input = this.#input(keyOf(figure));
    if (input instanceof HTMLInputElement && input.type === "number" && figure.value !== null) {
      input.placeholder = String(figure.value);
    }
  }

  #called(of) {
    const [kind, which] = of.split(":");
    if (kind === "railroad") return which;
    if (kind === "seat") {
      return this.players[Number(which) - 1]?.trim() || say("seat.number", { number: which });
    }
    return sayOr(`account.${of}`, say("check.table"));
  }

  #input(key) {
    return /** @type {HTMLElement | null} */ (this.querySelector(`[data-figure="${CSS.escape(key)}"]`));
  }

  /**
   * Where a row of what is said was written.
   * @param {string} at its place in the position
   */
  #inputAt(at) {
    const row = this.#rows()[Number(/^figures\.(\d+)/.exec(at)?.[1] ?? Number.NaN)];
    const says = ({ of, name, known }) =>
      of === row.of && (known ? row.name.startsWith(name) : row.name === name);
    const figure = row && this.#figures.find(says);
    return figure && this.#input(keyOf(figure));
  }

  /** The boxes of what is wrong; of what is said of railroads alone, those of their shares. */
  #inputsOf({ at, text }) {
    const one = this.#inputAt(at);
    if (one) return [one];
    const words = new Set(text.split(/[^\p{L}\p{N}&]+/u));
    const theirs = this.#figures.filter((figure) => words.has(shareOf(figure)));
    return theirs.map((figure) => this.#input(keyOf(figure))).filter(Boolean);
  }

  #rows() {
    return [...this.#said].flatMap(([key, value]) => {
      const [of, name] = key.split("|");
      const named = (each) => ({ of, name: `${name}${each}`, value: 1 });
      return Array.isArray(value) ? value.map(named) : [{ of, name, value }];
    });
  }

  #keep() {
    const said = Object.fromEntries(this.#said);
    writePosition(this.game.slug, { players: this.players, said, ...this.#chosen });
  }

  /** What there is to say when so much is said, and what speaks against it. Only the last answer counts. */
  async #ask() {
    this.#asked += 1;
    const asked = this.#asked;
    const players = this.players.map((_, at) => this.#called(`seat:${at + 1}`));
    const body = { players, ...this.#chosen, position: { figures: this.#rows() } };
    try {
      const answer = await ask("POST", `/games/${this.game.slug}/figures`, { body });
      if (asked !== this.#asked) return;
      this.#figures = answer.figures;
      this.#draw();
      this.dispatchEvent(new Event("figured", { bubbles: true }));
      this.#tell(this.#said.size > 0 ? answer.wrong : []);
    } catch (error) {
      if (asked !== this.#asked) return;
      const text = sentenceOf(error);
      const at = Object.keys(error.said?.errors ?? {}).map((where) => where.replace(/^position\./, ""));
      this.#tell([{ at: at[0] ?? "", text }]);
    }
  }
}

const section = (of, open, words, ...parts) =>
  h(
    "details",
    { class: "folded panel position-section", "data-section": of, open },
    h("summary", {}, words),
    ...parts,
  );

/** What is found in a section, before it is unfolded. */
const holds = (figures) => h("span", { class: "hint" }, firstOf(figures.map(called), MOST_NAMED));

/** The table, what all players have, what the railroads have; then what is of one alone. */
function rank(of) {
  const at = ["table", PLAYERS, RAILROADS].indexOf(of);
  return at >= 0 ? at : of.startsWith("railroad:") ? 3 : 4;
}

customElements.define("position-form", PositionForm);
