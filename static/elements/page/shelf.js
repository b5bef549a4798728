// The evenings this browser knows: those that go on are resumed; those that are over, on a shelf of their
// own, can be looked at, or begun again with the same people.

import { sentenceOf } from "../../client.js";
import { button, h, icon, pageLink } from "../../dom.js";
import { askEvenings, seesEvenings } from "../../evenings.js";
import { forgetTable, knownTables } from "../../known-tables.js";
import { day, listed } from "../../longhand.js";
import { clock, say, sayOr } from "../../messages.js";
import { confirmDialog } from "./dialog.js";

const MOST = 12; // the rest stand on the page of the statistics
const IN_SIGHT = 2; // of those that are over: new games stand below them
const RUNNING_IN_SIGHT = 3; // an evening has one, seldom two: to join and to begin must not be pushed away
const FINISHED = "finished";

export class EveningShelf extends HTMLElement {
  #over = [];
  #running = h("ul", { class: "table-list" });
  #finished = h("ul", { class: "table-list" });
  #olderRunning = folded("home.tables-older");
  #olderFinished = folded("home.past-older");
  #fault = h("p", { class: "fault", role: "alert" });
  /** Those that are over: whoever shows the shelf places them. */
  past = h("section", { class: "past", hidden: true });
  /** @type {Promise<void> | undefined} when it is as long as it will be */
  loaded;

  connectedCallback() {
    this.className = "known-tables";
    this.replaceChildren(h("h2", {}, say("home.tables")), this.#running, this.#olderRunning.fold);
    this.past.replaceChildren(
      h("h2", {}, say("home.past")),
      this.#finished,
      this.#olderFinished.fold,
      this.#fault,
    );
    this.#draw();
    if (seesEvenings()) this.loaded = this.#load();
  }

  async #playAgain(code, pressed) {
    pressed.disabled = true;
    this.#fault.textContent = "";
    try {
      const { playAgain } = await import("../../play-again.js"); // rare
      const made = await playAgain(code);
      if (!made) pressed.disabled = false;
      else this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${made}` }));
    } catch (error) {
      this.#fault.textContent = sentenceOf(error);
      pressed.disabled = false;
    }
  }

  /** Only here, but with the key to it: whoever taps that by mistake would be outside. */
  async #forget({ code, game = code, host }) {
    const yes = await confirmDialog({
      title: say("home.forget-title", { game }),
      body: ["home.forget-help", host && "home.forget-host"].filter(Boolean).map((key) =>
        h("p", {}, say(key))
      ),
      deed: say("home.forget"),
    });
    if (!yes) return;
    forgetTable(code);
    this.#draw();
  }

  #draw() {
    const over = new Map(this.#over.map((evening) => [evening.code, evening]));
    const known = knownTables().filter(({ host, seat, join }) => host || seat || join);
    const mine = new Map(known.map((table) => [table.code, table]));
    const running = known.filter(({ code, status }) => !over.has(code) && status !== FINISHED);
    const gone = known.filter(({ code, status }) => !over.has(code) && status === FINISHED);
    this.hidden = !running.length;
    this.past.hidden = !over.size && !gone.length;
    const [resumed, ended, put] = toldApart(
      running.map((table) => this.#fromBrowser(table)),
      this.#over.map(told),
      gone.map((table) => this.#fromBrowser(table)),
    );
    const lines = running.map((table, at) => this.#line(table, resumed[at], true, table));
    this.#olderRunning.fill(lines.splice(RUNNING_IN_SIGHT));
    this.#running.replaceChildren(...lines);
    const finished = [
      ...this.#over.map(({ code, game }, at) => {
        const kept = mine.get(code); // it knows whose box was on the table, too
        return this.#line({ code, game: kept?.game ?? game.name }, ended[at], false, kept);
      }),
      ...gone.map((table, at) => this.#line(table, put[at], false, table)),
    ];
    this.#olderFinished.fill(finished.splice(IN_SIGHT));
    this.#finished.replaceChildren(...finished);
  }

  /** kept: what this browser has kept of it, if anything. */
  #line({ code, game = code, practice = false }, words, running, kept) {
    const [deed, label] = kept && hasSeat(kept)
      ? [say("home.resume"), say("home.resume-of", { game })]
      : [say("home.enter"), say("home.enter-of", { game })];
    const resume = pageLink(`/t/${code}`, [deed, icon("arrow")], {
      class: "as-button primary",
      "aria-label": label,
    });
    const look = pageLink(`/t/${code}/settlement`, say("home.result"), {
      class: "as-button",
      "aria-label": say("home.result-of", { game }),
    });
    const again = button(say("home.again"), (event) => this.#playAgain(code, event.currentTarget), {
      "data-deed": "again",
      title: say("home.again-help"),
    });
    return h(
      "li",
      { "data-table": code },
      h(
        "div",
        { class: "chip-words" },
        h(
          "span",
          { class: "game-name" },
          game,
          practice && h("span", { class: "stamp practice" }, say("table.practice")),
        ),
        words.map((line) => h("span", { class: "hint" }, line)),
      ),
      kept &&
        button(say("home.forget"), () => this.#forget({ game, ...kept }), {
          class: "quiet",
          "aria-label": say("home.forget-of", { game }),
        }),
      running ? resume : [look, again],
    );
  }

  async #load() {
    try {
      this.#over = (await askEvenings(`/evenings?limit=${MOST}`)).items;
    } catch {
      return; // what this browser has kept by itself is there
    }
    this.#draw();
  }

  /** In the order of those that are over: how far it is, when, who. */
  #fromBrowser({ code, game = code, players, at, status, ...kept }) {
    const when = [howFar(status, kept), at && whenOf(at)].filter(Boolean).join(" · ");
    return { game, at, words: [when, (players ?? []).join(", ")].filter(Boolean) };
  }
}

/** Lines that are seldom wanted, behind how many they are. */
function folded(words) {
  const list = h("ul", { class: "table-list" });
  const summary = h("summary", {});
  const fold = h("details", { class: "folded", hidden: true }, summary, list);
  const fill = (lines) => {
    list.replaceChildren(...lines);
    summary.textContent = say(words, { count: lines.length });
    fold.hidden = !lines.length;
  };
  return { fold, fill };
}

/** May this phone play there, or lead the table? A request that nobody has answered is no seat. */
const hasSeat = (/** @type {any} */ { host, seat }) => Boolean(host || seat);

function howFar(status, kept) {
  if (status === FINISHED || hasSeat(kept)) return sayOr(`status.${status}`, "");
  return say(kept.asked ? "home.asked" : "home.seatless");
}

/**
 * The words of several lists; where two evenings would read alike, the time of day tells them apart.
 * @param {{ game: string, at?: string, words: string[] }[][]} lists
 */
function toldApart(...lists) {
  const read = ({ game, words }) => [game, ...words].join();
  const often = Map.groupBy(lists.flat(), read);
  return lists.map((lines) =>
    lines.map((line) => {
      const [when, ...rest] = line.words;
      const alike = line.at && often.get(read(line)).length > 1 && day(line.at) !== day(new Date());
      return alike ? [`${when}, ${clock(line.at)}`, ...rest] : line.words;
    })
  );
}

/** Of today by the clock: two tables of one evening are told apart. */
function whenOf(at) {
  return day(at) === day(new Date()) ? say("home.today", { time: clock(at) }) : day(at);
}

/** Who has won, against whom, and when. */
export function told({ game, winners, players, finished_at: at }) {
  const names = players.map(({ name }) => name).join(", ");
  const won = winners.length === players.length
    ? say("home.nobody-won")
    : say("home.won", { names: listed(winners), count: winners.length });
  return { game: game.name, at, words: [`${won} · ${whenOf(at)}`, names] };
}

customElements.define("evening-shelf", EveningShelf);
