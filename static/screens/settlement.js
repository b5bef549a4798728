// Who has won and why: every line of every payoff with its formula, how it went, and what remains of the
// evening.

import { momentPath } from "../moments.js";
import { ask, sentenceOf } from "../client.js";
import { button, h, icon, pageLink, rule, stylesheets } from "../dom.js";
import "../elements/page/second-tap.js";
import { railroadBadge, seatOf } from "../elements/panels/badges.js";
import { accountOf, isWhole, roomy } from "../elements/settlement/account.js";
import {
  cashBeforePayoff,
  ChartChoice,
  charts,
  dividendsAlone,
  inRows,
  playersChart,
  pricedAtEnd,
  readyForPaper,
  settledCharts,
} from "../elements/settlement/charts.js";
import { inWords, timeAtTurn } from "../elements/settlement/time-at-turn.js";
import { decided } from "../elements/settlement/outcome.js";
import { openPlay } from "../elements/settlement/play-dialog.js";
import { endPanel } from "../elements/table/table-sheets.js";
import { recall } from "../keys.js";
import { day, listed } from "../longhand.js";
import { clock, language, money, say } from "../messages.js";
import { playAgain } from "../play-again.js";
import { settingsBell } from "../settings.js";
import { TableScreen } from "./table-screen.js";
/** @import { TableDocument } from "../types.js" */

const SAVED_MS = 2_500; // by then the browser has read what it saves

export class SettlementScreen extends TableScreen {
  #page = h("div", { class: "result" });
  #shown = null;
  #settled = null;
  #times = null;
  #choice = new ChartChoice();

  // --- asked from outside ------------------------------------------------------

  /** @param {TableDocument} doc */
  draw(doc) {
    document.title = say("title.settlement", { game: doc.game_name });
    // Names and colours may change without a move.
    const people = doc.seats.map(({ name, colour }) => [name, colour]);
    const shows = JSON.stringify([doc.revision, people, this.#playsAgain]);
    if (shows !== this.#shown) this.#load(shows);
  }

  // --- events ------------------------------------------------------------------

  #drawCharts(settled = this.#settled) {
    const place = this.querySelector(".charts");
    this.#settled = settled;
    if (!place || !settled) return;
    const { doc } = this.table;
    place.replaceChildren(
      h("header", {}, h("h2", {}, say("settlement.charts")), watchAgain(doc.code)),
      this.#choice,
      ...settledCharts(doc, settled),
    );
    const players = dividendsAlone(doc, settled) ? [] : [this.#players(doc)];
    this.querySelector(".players-charts")?.remove();
    place.after(...players);
    this.#drawTimes();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key !== "p" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#print();
  }

  async #print() {
    await this.#forPaper();
    window.print();
  }

  /** Nothing can be unfolded on paper. */
  #forPaper() {
    for (const one of this.querySelectorAll(":is(.ranking, .result) details:not(.unprinted)")) {
      one.setAttribute("open", "");
    }
    return readyForPaper(this);
  }

  async #play() {
    try {
      const { play_url: address } = await ask("GET", `${this.table.path}/result.json`);
      openPlay({ address, picture: `/api/v1${this.table.path}/result/bgstats.svg` });
    } catch (error) {
      this.#explain(error);
    }
  }

  /** While the game goes on only the host's key opens the whole of it, and a key stands in no address. */
  async #saveGame() {
    try {
      const href = await this.table.picture("export");
      h("a", { href, download: `${this.table.doc.game}-${this.table.code}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(href), SAVED_MS);
    } catch (error) {
      this.#explain(error);
    }
  }

  // --- drawing -----------------------------------------------------------------

  build() {
    this.#shown = null;
    this.replaceChildren(
      this.banner(),
      this.bankNotice(),
      h("main", { class: "page settlement" }, this.#page),
      this.navigation("settlement"),
    );
    settingsBell.addEventListener("changed", () => this.#drawCharts(), { signal: this.signal });
    // What paper shows is fetched when somebody prints, by the button or by the browser's own keys.
    addEventListener("keydown", (event) => this.#pressed(event), { signal: this.signal });
    addEventListener("beforeprint", () => this.#forPaper(), { signal: this.signal });
  }

  #drawTimes() {
    const { doc } = this.table;
    const turns = this.querySelector(".turns");
    if (turns) {
      turns.replaceChildren(...timeAtTurn(doc, this.#times));
      turns.toggleAttribute("hidden", !turns.childElementCount);
    }
    this.querySelector("[data-chart=turn]")?.remove();
    const turn = charts(doc.code, doc.revision, { turn: inWords(this.#times) });
    this.querySelector(".charts")?.append(...turn);
    const figures = this.querySelectorAll("figure[data-chart]:not(.players-picture)");
    this.#choice.figures = /** @type {HTMLElement[]} */ ([...figures]);
  }

  /**
   * A chart for each player, in order of the places: a laptop has all of them unfolded, a phone one's own,
   * or else the winner's.
   * @param {TableDocument} doc
   */
  #players(doc) {
    const opened = [...this.querySelectorAll("[data-chart-of][open]")];
    const open = new Set(opened.map((one) => Number(one.getAttribute("data-chart-of"))));
    const { seats } = this.#settled;
    const mine = doc.you.seat ?? seats[0]?.seat;
    const opening = !this.querySelector("[data-chart-of]");
    const isOpen = (seat) => opening ? roomy.matches || seat === mine : open.has(seat);
    const cash = cashBeforePayoff(this.#settled);
    const inOrder = seats.map(({ seat }) => seatOf(doc, seat)).filter((one) => one && one.cash !== null);
    return h(
      "div",
      { class: "players-charts unprinted" },
      h("h3", {}, say("settlement.chart.players")),
      ...inRows(
        inOrder.map((one) =>
          playersChart(doc.code, doc.revision, {
            seat: one.seat,
            name: one.name,
            figures: say("settlement.chart-figure", { name: say("figure.cash"), amount: money(cash(one)) }),
            open: isOpen(one.seat),
          })
        ),
      ),
    );
  }

  async #load(shows) {
    this.#shown = shows;
    try {
      const settled = await this.table.settlement();
      if (shows === this.#shown) this.#page.replaceChildren(...this.#parts(this.table.doc, settled));
      this.#drawCharts(settled);
      this.#times = await this.table.timeAtTurn();
      this.#drawTimes();
    } catch (error) {
      this.#shown = null;
      this.#explain(error);
    }
  }

  /** @param {TableDocument} doc */
  #parts(doc, settled) {
    const { projected, seats, railroads } = settled;
    this.#page.toggleAttribute("data-projected", projected);
    this.#page.toggleAttribute("data-dividends", Boolean(seats) && dividendsAlone(doc, settled));
    if (!seats) {
      return [
        this.#head(doc, { projected, seats: [] }),
        h("p", { class: "notice" }, say("settlement.hidden")),
        turns(),
      ].filter(Boolean);
    }
    const tieBreak = decided(/** @type {any} */ (settled));
    return [
      this.#head(doc, settled),
      h(
        "ol",
        { class: "ranking", "data-folded": !isWhole(settled) },
        seats.map((seat) => accountOf(doc, seat, settled)),
      ),
      tieBreak &&
      h("aside", { class: "tie-break notice" }, h("h2", {}, say("settlement.tie")), h("p", {}, tieBreak)),
      railroads?.length > 0 && !pricedAtEnd(settled) && this.#railroads(doc, railroads),
      projected && endPanel(doc),
      this.#keep(projected),
      turns(),
      h("section", { class: "charts", "aria-label": say("settlement.charts") }),
    ].filter(Boolean);
  }

  /**
   * @param {TableDocument} doc
   * @param {Record<string, any>} settled
   */
  #head(doc, settled) {
    const { projected, seats, wins, ties, to_come: toCome } = settled;
    const winners = seats.filter(({ winner }) => winner);
    const names = listed(winners.map(({ name }) => name));
    const title = projected
      ? say("settlement.projected")
      : say("settlement.winner", { count: winners.length, names });
    return h(
      "header",
      { class: "result-head" },
      projected && // nothing has ended: whoever had a look goes on
        pageLink(`/t/${doc.code}`, [icon("back"), say("page.table")], { class: "way-back unprinted" }),
      h("p", { class: "overline" }, `${doc.game_name} · ${doc.code}`),
      h("h1", {}, title),
      projected && h("p", { class: "stamp projected" }, say("settlement.stamp")),
      h("p", { class: "hint" }, projected ? say("settlement.projected-help") : this.#when(doc)),
      toCome && h("p", { class: "hint" }, toCome),
      wins && h("p", { class: "hint" }, [wins, ties].filter(Boolean).join(". ")),
      rule(),
    );
  }

  /** @param {TableDocument} doc */
  #railroads(doc, railroads) {
    return h(
      "details",
      { class: "panel per-share", open: roomy.matches },
      h("summary", {}, h("h2", {}, say("settlement.per-share"))),
      h(
        "table",
        { class: "payoff" },
        h(
          "tbody",
          {},
          railroads.map(({ railroad, formula, per_share: each }) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, railroadBadge(doc, railroad)),
              h("td", { class: "number" }, each === null ? say("unit.unknown") : money(each)),
              h("td", { class: "formula" }, reckoned(formula ?? "", each)),
            )
          ),
        ),
      ),
    );
  }

  /** With the same people, by whoever may seat them. */
  #again() {
    const begin = async (event) => {
      const pressed = event.currentTarget;
      pressed.disabled = true;
      try {
        const made = await playAgain(this.table.code);
        if (!made) pressed.disabled = false;
        else this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${made}` }));
      } catch (error) {
        pressed.disabled = false;
        this.#explain(error);
      }
    };
    return button(say("home.again"), begin, { class: "primary", "data-deed": "again" });
  }

  #save(name, file, more = "") {
    const address = `/api/v1${this.table.path}/${file}?language=${language}`;
    return h("a", {
      class: `as-button ${more}`,
      href: file.endsWith(".png") ? `${address}&tall=true` : address,
      download: "",
      "data-save": file,
    }, say(`settlement.save.${name}`));
  }

  #keep(projected) {
    const label = { class: "keep unprinted", "aria-label": say("settlement.keep") };
    const print = button(say("settlement.print"), () => this.#print(), { "data-print": true });
    if (projected) {
      const whole = this.table.isHost &&
        button(say("settlement.save.game"), () => this.#saveGame(), { "data-save": "export" });
      return h("section", label, print, whole);
    }
    const again = this.#playsAgain;
    return h(
      "section",
      label,
      again && this.#again(),
      this.#save("picture", "result.png", again ? "" : "primary"),
      print,
      button(say("settlement.play"), () => this.#play(), { "data-open-play": true }),
      this.#saves(),
    );
  }

  /** What may be kept as a file, and what each is for. */
  #saves() {
    const files = { result: "result.json", rows: "result.csv", game: "export" };
    return h(
      "details",
      { class: "folded saves unprinted" },
      h("summary", {}, say("settlement.save")),
      h(
        "ul",
        {},
        Object.entries(files).map(([name, file]) =>
          h(
            "li",
            {},
            this.#save(name, file),
            h("span", { class: "hint" }, say(`settlement.save.${name}-help`)),
          )
        ),
      ),
    );
  }

  // --- internals ---------------------------------------------------------------

  /** The host may, unless this browser has made the next table already: then the way there stands below. */
  get #playsAgain() {
    const { isHost, doc } = this.table;
    return isHost && !(doc.next_table && recall(doc.next_table).host);
  }

  #explain(error) {
    this.complain(sentenceOf(error));
  }

  /** @param {TableDocument} doc */
  #when(doc) {
    const last = doc.recent?.at(-1)?.at;
    return last ? say("settlement.finished", { day: day(last), time: clock(last) }) : "";
  }
}

/**
 * The evening from its first entry on.
 * @param {string} code
 */
function watchAgain(code) {
  return pageLink(momentPath(code), [icon("play"), say("again.watch")], { class: "as-button unprinted" });
}

/**
 * How a share's payment comes about, without what it comes to, which stands beside it.
 * @param {string} formula
 * @param {number | null} each
 */
function reckoned(formula, each) {
  const at = formula.lastIndexOf(" = ");
  return at > 0 && each !== null && formula.slice(at).includes(money(each)) ? formula.slice(0, at) : formula;
}

/** How long everybody was at turn: it comes a little later than the rest. */
function turns() {
  return h("section", { class: "panel turns", "aria-label": say("settlement.time"), hidden: true });
}

await stylesheets("office", "payoff", "settlement", "settlement-narrow", "settlement-wide", "dialogs");
customElements.define("settlement-screen", SettlementScreen);
