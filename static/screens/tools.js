// Calculators without a table: the growth dice, a dividend, a minimum bid, a final payoff, for each game.

import { ask, askGame, sentenceOf } from "../client.js";
import { button, h, icon, pageLink, stylesheets } from "../dom.js";
import { helpKey } from "../elements/help/help-key.js";
import { otherGames } from "../elements/page/other-games.js";
import { citiesOf, fallen, rowOf } from "../elements/page/rolled.js";
import "../elements/page/second-tap.js";
import { railroadBadge } from "../elements/panels/badges.js";
import { LedgerForm } from "../elements/settlement/ledger-form.js";
import { knownTables } from "../known-tables.js";
import { say, withUnit, writeMoney } from "../messages.js";

const TOOLS_PATH = /^\/tools\/([\w-]+)/;
const USUAL_DICE = 2; // where the tool does not say
const SETTLE_MS = 250; // an answer waits for the fingers to rest
const ROLLS_KEPT = 6;

export class ToolsScreen extends HTMLElement {
  #games = h("nav", { "aria-label": say("tools.games") });
  #desk = h("div", { class: "tool-desk" });

  connectedCallback() {
    document.title = say("title.tools");
    this.replaceChildren(
      h(
        "header",
        { class: "masthead office" },
        pageLink("/", [icon("back"), say("page.home")], { class: "way-back" }),
        h("p", { class: "overline" }, say("tools.overline")),
        h("h1", {}, say("tools.title")),
        h("p", { class: "lead" }, say("tools.lead")),
      ),
      h("main", { class: "page tools" }, this.#games, this.#desk),
    );
    this.#load();
  }

  async #load() {
    try {
      const { items } = await ask("GET", "/games");
      const slug = TOOLS_PATH.exec(location.pathname)?.[1] ?? lastPlayed(items).slug;
      this.#games.replaceChildren(otherGames(items, slug, (game) => `/tools/${game}`));
      const game = await askGame(slug);
      writeMoney(game.money);
      document.title = `${game.name} · ${say("title.tools")}`;
      const sheets = game.tools.map((tool) => new ToolSheet(game, tool));
      this.#desk.replaceChildren(...onDesk(sheets));
    } catch (error) {
      this.#desk.replaceChildren(h("p", { class: "fault", role: "alert" }, sentenceOf(error)));
    }
  }
}

/**
 * The game that was played last on this device, else the first. A name of a table may have that of its box
 * behind it.
 * @param {{ slug: string, name: string }[]} games
 */
function lastPlayed(games) {
  const played = knownTables().map(({ game }) => games.find(({ name }) => game?.startsWith(name)));
  return played.find(Boolean) ?? games[0];
}

/**
 * Two columns, each as long as the other; what asks for everybody's shares has the whole width below them.
 * @param {ToolSheet[]} sheets
 */
function onDesk(sheets) {
  if (!sheets.length) return [h("p", { class: "hint" }, say("tools.none"))];
  const narrow = sheets.filter(({ wide }) => !wide);
  const half = Math.floor(narrow.length / 2);
  const columns = [narrow.slice(0, half), narrow.slice(half)].filter(({ length }) => length);
  return [
    h("div", { class: "tool-columns" }, columns.map((column) => h("div", {}, column))),
    ...sheets.filter(({ wide }) => wide),
  ];
}

/**
 * A player by name, else by seat.
 * @param {{ seat: number, name?: string }} player
 */
const called = ({ seat, name }) => name || say("seat.number", { number: seat });

/** One calculator: its fields, and below them the sum: a dash as long as something is missing. */
class ToolSheet extends HTMLElement {
  #game;
  #tool;
  #form = new LedgerForm();
  #answer = h("div", { class: "tool-answer", "aria-live": "polite" });
  #timer = null;
  #asking = null;
  #rolls = [];

  // --- lifecycle ---------------------------------------------------------------

  constructor(game, tool) {
    super();
    this.#game = game;
    this.#tool = tool;
  }

  connectedCallback() {
    const { name, label, help, rule: heading, fields } = this.#tool;
    this.className = "panel tool";
    this.dataset.tool = name;
    this.#form.doc = this.#game;
    this.#form.specs = fields;
    const form = h(
      "form",
      { "aria-label": label, on: { submit: (event) => event.preventDefault() } },
      this.#form,
    );
    this.replaceChildren(
      h("h2", {}, label),
      h("p", { class: "hint" }, help),
      form,
      this.#tool.fields.some(({ kind }) => kind === "dice")
        ? h(
          "p",
          { class: "roll-for-all" },
          button(say("roll.for-all"), () => this.#rollForAll()),
          h("span", { class: "hint" }, say("roll.for-all-help")),
        )
        : "",
      this.#answer,
      h("p", { class: "note" }, helpKey({ game: this.#game.slug, rule: heading, move: name })),
    );
    // what the app has rolled stands right below the button that rolls, in sight on a low phone, too
    const roll = this.querySelector("dice-field > .roll");
    roll?.after(this.#answer, this.querySelector(".roll-for-all"));
    this.#await();
    this.#form.addEventListener("answer", () => this.#look());
    this.#form.addEventListener("commit", () => this.#reckon());
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  // --- asked from outside ------------------------------------------------------

  /** Does a line of it have a figure for each railroad? */
  get wide() {
    return this.#tool.fields.some(({ fields = [] }) => fields.some(({ kind }) => kind === "shares"));
  }

  // --- events ------------------------------------------------------------------

  /** A roll is asked for by its own button; everything else as soon as nothing is missing. */
  #look() {
    clearTimeout(this.#timer);
    const blank = Object.keys(this.#form.value).length === 0;
    if (this.#form.missing || blank) {
      if (!blank || !this.#rolls.length) this.#await();
      return;
    }
    this.#timer = setTimeout(() => this.#reckon(), SETTLE_MS);
  }

  async #reckon() {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    try {
      const found = await ask("POST", `/tools/${this.#game.slug}/${this.#tool.name}`, {
        body: this.#form.value,
        signal,
      });
      if (!signal.aborted) this.#answer.replaceChildren(...this.#parts(found).filter(Boolean));
    } catch (error) {
      if (signal.aborted) return;
      this.#answer.replaceChildren(h("p", { class: "fault", role: "alert" }, sentenceOf(error)));
    }
  }

  /** A roll that is committed to, and its page for every phone. */
  async #rollForAll() {
    try {
      const { id } = await ask("POST", `/tools/${this.#game.slug}/${this.#tool.name}`, {
        body: { commit: true },
      });
      document.dispatchEvent(new CustomEvent("go", { detail: `/tools/rolls/${id}` }));
    } catch (error) {
      this.#answer.replaceChildren(h("p", { class: "fault", role: "alert" }, sentenceOf(error)));
    }
  }

  // --- drawing -----------------------------------------------------------------

  /** Where the result will stand, and what it waits for: it moves nothing when it comes. */
  #await() {
    this.#asking?.abort();
    const lacks = this.#form.lacks.join(", ");
    const asks = lacks && say("tools.awaits", { fields: lacks });
    const result = [h("span", {}, say("tools.result")), h("span", { class: "figure" }, "–")];
    this.#answer.replaceChildren(
      this.#blankRanking() ?? h("p", { class: "awaited" }, result),
      asks && h("p", { class: "hint" }, asks),
      this.#blankDice() ?? "",
    );
  }

  /** Where dice will lie; null for a calculator without. */
  #blankDice() {
    const dice = this.#tool.fields.find(({ kind }) => kind === "dice");
    const faces = Array.from({ length: dice?.min ?? USUAL_DICE }, () => h("span", { class: "blank-die" }));
    return dice ? h("p", { class: "blank-dice", "aria-hidden": "true" }, faces) : null;
  }

  /** Where the payments to each player will stand; null for a calculator of more than a dividend. */
  #blankRanking() {
    const asked = this.#tool.fields.find(({ name }) => name === "players")?.fields ?? [];
    if (!asked.some(({ name, kind }) => name === "shares" && kind === "count")) return null;
    const rows = [...this.querySelectorAll("[data-field=players] > ol > li")].map((_, at) =>
      h("li", {}, h("span", { class: "name" }, called({ seat: at + 1 })), h("span", { class: "figure" }, "–"))
    );
    return h("ol", { class: "tool-ranking blank-ranking" }, rows);
  }

  /** The dice as they fell, the row they name, and the rolls before. */
  #roll(roll) {
    const { dice, row } = roll;
    this.#rolls = [{ dice, row }, ...this.#rolls].slice(0, ROLLS_KEPT);
    return h(
      "div",
      { class: "rolled" },
      fallen(dice),
      rowOf(row),
      citiesOf(roll) ?? h("p", { class: "hint" }, say("tools.row-unknown", { row })),
      this.#rolls.length > 1 &&
        h(
          "p",
          { class: "hint" },
          say("tools.before", { rows: this.#rolls.slice(1).map((roll) => roll.row).join(", ") }),
        ),
    );
  }

  #sum({ lines, unit = say("unit.money") }) {
    const rows = lines.map(({ label, formula, amount }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, label),
        h("td", { class: "formula" }, formula),
        h("td", { class: "number" }, withUnit(amount, unit)),
      )
    );
    return h("table", { class: "payoff" }, h("tbody", {}, rows));
  }

  #ranking({ players, tie_break: tieBreak, unit = say("unit.money") }) {
    const figure = (amount) => withUnit(amount, unit);
    // A dividend is what each gets; a final payoff ranks them too.
    const places = players.map(({ seat, name, rank, winner, cash, lines = [], amount, total = amount }) =>
      h(
        "li",
        { "data-winner": Boolean(winner) },
        rank !== undefined && h("span", { class: "rank" }, String(rank)),
        h("span", { class: "name" }, called({ seat, name })),
        lines.length > 0 && h(
          "span",
          { class: "formula" },
          [figure(cash), ...lines.map(({ amount }) => figure(amount))].join(" + "),
        ),
        h("span", { class: "total figure" }, figure(total)),
      )
    );
    return h(
      "div",
      {},
      h("ol", { class: "tool-ranking" }, places),
      tieBreak && h("p", { class: "hint" }, tieBreak),
    );
  }

  /** How it comes about, after a tap, which stays: the steps, and what each player gets by them. */
  #how({ lines = [], players, unit = say("unit.money") }) {
    const each = players.filter((player) => player.lines?.length);
    if (!lines.length && !each.length) return null;
    const figure = (amount) => withUnit(amount, unit);
    return h(
      "details",
      { class: "folded how", open: this.querySelector("details.how")?.hasAttribute("open") },
      h("summary", {}, say("tools.how")),
      lines.length > 0 && this.#sum({ lines, unit }),
      each.map((player) => [
        h("h3", {}, called(player)),
        h("ul", { class: "payoff-lines" }, player.lines.map((line) => this.#line(line, figure))),
      ]),
    );
  }

  /** What is added to a player's cash, and how it comes about. */
  #line({ railroad, label, formula, amount }, figure) {
    return h(
      "li",
      {},
      railroad && railroadBadge(this.#game, railroad),
      h("span", {}, label),
      h("span", { class: "formula" }, formula),
      h("span", { class: "figure" }, figure(amount)),
    );
  }

  // --- internals ---------------------------------------------------------------

  #parts(found) {
    if (found.players?.length) return [this.#ranking(found), this.#how(found)];
    return [found.dice && this.#roll(found), found.lines?.length > 0 && this.#sum(found)];
  }
}

customElements.define("tool-sheet", ToolSheet);
await stylesheets("places", "more-fields", "dice", "payoff", "office", "ledger", "tools", "atlas");
customElements.define("tools-screen", ToolsScreen);
