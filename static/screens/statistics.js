// What the evenings that are over say together: who played and won, scores, lengths, encounters, investments,
// records. Fetched as one document; every chart is drawn here.

import { sentenceOf } from "../client.js";
import { button, h, icon, pageLink, stylesheets } from "../dom.js";
import {
  BESIDE,
  encounters,
  investments,
  lasting,
  lengths,
  months,
  players,
  records,
  scores,
} from "../elements/page/figures.js";
import "../elements/page/second-tap.js";
import { askAsAdmin, askEvenings, askRows, removePerson, seesEvenings } from "../evenings.js";
import { say } from "../messages.js";

const AGAIN_MS = 400; // evenings of before are read a few at a time

export class StatisticsScreen extends HTMLElement {
  #wanted = new URLSearchParams(location.search);
  #names = [];
  #games = [];
  #filters = h("form", { class: "statistics-filters" });
  #sheets = h("div", { class: "statistics" });
  #timer = 0;
  #told = null;
  // a tablet that is turned has more room, or less
  #turned = () => this.#sheets.querySelector("[data-sheet=players]")?.replaceWith(players(this.#told));

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    document.title = say("title.statistics");
    this.replaceChildren(
      h(
        "header",
        { class: "masthead office" },
        pageLink("/", [icon("back"), say("page.home")], { class: "way-back" }),
        h("p", { class: "overline" }, say("statistics.overline")),
        h("h1", {}, say("statistics.title")),
        h("p", { class: "lead" }, say("statistics.lead")),
      ),
      h("main", { class: "page statistics-page" }, this.#filters, this.#sheets),
    );
    BESIDE.addEventListener("change", this.#turned);
    this.#load();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    BESIDE.removeEventListener("change", this.#turned);
  }

  // --- events ------------------------------------------------------------------

  async #save(path, name) {
    const address = await askRows(`${path}${this.#query}`);
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), AGAIN_MS);
  }

  // --- drawing -----------------------------------------------------------------

  async #load() {
    clearTimeout(this.#timer);
    if (!seesEvenings()) return this.#draw(null);
    try {
      const told = await askEvenings(`/statistics${this.#query}`);
      if (!this.#query) {
        this.#names = told.players.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
        this.#games = told.games;
      } else if (!this.#games.length) {
        const all = await askEvenings("/statistics");
        this.#names = all.players.map(({ name }) => name).sort((one, other) => one.localeCompare(other));
        this.#games = all.games;
      }
      this.#draw(told);
      if (told.lacking) this.#timer = setTimeout(() => this.#load(), AGAIN_MS);
    } catch (error) {
      if (error.status === 401 || error.status === 403) askAsAdmin("");
      this.#sheets.replaceChildren(
        h("p", { class: "fault", role: "alert" }, sentenceOf(error)),
        error.status === 401 || error.status === 403 ? this.#admin() : "",
      );
    }
    return undefined;
  }

  #draw(told) {
    this.#told = told;
    this.#drawFilters();
    if (!told?.evenings) {
      this.#sheets.replaceChildren(
        h("p", { class: "panel hint" }, say("statistics.none")),
        told?.everything ? "" : this.#admin(),
      );
      return;
    }
    this.#sheets.replaceChildren(
      summary(told),
      ...[players, scores, lengths, months, encounters, investments, records].map((draw) => draw(told))
        .flat().filter(Boolean),
      this.#keeping(),
      told.everything ? this.#removing(told) : this.#admin(),
    );
  }

  #drawFilters() {
    const games = this.#games.map(({ game, name }) => ({ value: game, label: name }));
    const people = this.#names.map((name) => ({ value: name, label: name }));
    this.#filters.hidden = !games.length;
    this.#filters.replaceChildren(
      this.#filter("game", say("statistics.game"), say("statistics.all-games"), games),
      this.#filter("player", say("statistics.player"), say("statistics.all-players"), people),
    );
  }

  #keeping() {
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, say("statistics.save")),
      h(
        "div",
        { class: "actions" },
        button(say("statistics.save-statistics"), () => this.#save("/statistics.csv", "statistics.csv")),
        button(say("statistics.save-evenings"), () => this.#save("/evenings.csv", "evenings.csv")),
      ),
    );
  }

  /** Somebody wants to be forgotten: chosen first, then named once more on the button. */
  #removing(told) {
    const said = h("p", { class: "hint", role: "status" });
    const place = h("div", { class: "actions" });
    const names = told.players.map(({ name }) => ({ value: name, label: name }));
    const remove = async (name) => {
      try {
        await removePerson(name);
        this.#games = [];
        this.#wanted.delete("player");
        await this.#load();
      } catch (error) {
        said.textContent = sentenceOf(error);
      }
    };
    const chosen = (name) =>
      place.replaceChildren(
        name ? button(say("statistics.remove-now", { name }), () => remove(name)) : "",
      );
    return h(
      "details",
      { class: "folded panel", "data-removing": "" },
      h("summary", {}, say("statistics.remove")),
      h("p", { class: "hint" }, say("statistics.remove-help")),
      chooser(say("statistics.remove-who"), [{ value: "", label: "–" }, ...names], "", chosen),
      place,
      said,
    );
  }

  #admin() {
    const key = h("input", { type: "password", autocomplete: "off", required: true });
    const submit = (event) => {
      event.preventDefault();
      askAsAdmin(key.value.trim());
      this.#games = [];
      this.#load();
    };
    return h(
      "details",
      { class: "folded panel" },
      h("summary", {}, say("statistics.admin")),
      h("p", { class: "hint" }, say("statistics.admin-help")),
      h(
        "form",
        { class: "statistics-filters", on: { submit } },
        h("label", { class: "chooser" }, h("span", {}, say("statistics.admin-key")), key),
        h("button", { type: "submit" }, say("statistics.admin-ask")),
      ),
    );
  }

  // --- internals ---------------------------------------------------------------

  get #query() {
    const asked = this.#wanted.toString();
    return asked ? `?${asked}` : "";
  }

  #choose(name, value) {
    if (value) this.#wanted.set(name, value);
    else this.#wanted.delete(name);
    history.replaceState(null, "", `/statistics${this.#query}`);
    this.#load();
  }

  #filter(name, label, all, choices) {
    const now = this.#wanted.get(name) ?? "";
    return chooser(
      label,
      [{ value: "", label: all }, ...choices],
      now,
      (value) => this.#choose(name, value),
      {
        name,
      },
    );
  }
}

function chooser(label, choices, now, chosen, attributes = {}) {
  const select = h(
    "select",
    { ...attributes, on: { change: ({ target }) => chosen(target.value) } },
    choices.map(({ value, label }) => h("option", { value, selected: value === now }, label)),
  );
  return h("label", { class: "chooser" }, h("span", {}, label), select);
}

/** Three figures, as large as they are proud of. */
function summary(told) {
  const figures = [
    [say("statistics.evenings"), String(told.evenings)],
    [say("statistics.people"), String(told.players.length)],
    [say("statistics.time"), lasting(told.seconds)],
  ];
  return h(
    "section",
    { class: "panel statistics-summary" },
    h("dl", {}, figures.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("p", { class: "hint" }, say(told.everything ? "statistics.everything" : "statistics.mine")),
    told.lacking > 0 && h("p", { class: "hint" }, say("statistics.lacking", { count: told.lacking })),
  );
}

await stylesheets("office", "statistics");
customElements.define("statistics-screen", StatisticsScreen);
