// Where an evening begins: the games, the tables this browser knows, and setting up a new one.

import { ask, askGame, sentenceOf } from "../client.js";
import { button, freshId, h, pageLink, stylesheets, svg } from "../dom.js";
import { byCode } from "../elements/page/by-code.js";
import "../elements/page/second-tap.js";
import { EveningShelf } from "../elements/page/shelf.js";
import { train } from "../elements/page/train.js";
import { recentPeople } from "../evenings.js";
import { lastPosition } from "../elements/position/draft.js";
import { keepMade, knownTables } from "../known-tables.js";
import { say } from "../messages.js";
import { NewTable } from "./new-table.js";
import { settingsButton } from "./table-screen.js";

const BOX = "box"; // an option of what is played with any game's box: its card says so

export class HomeScreen extends HTMLElement {
  #described = new Map();
  #people = recentPeople(); // there before a game is chosen: nothing moves
  #games = h("div", { class: "game-cards" });
  #setup = h("section", { class: "setup" });
  #main = h("main", { class: "home" });

  connectedCallback() {
    this.replaceChildren(
      h(
        "header",
        { class: "masthead" },
        h("p", { class: "overline" }, say("home.overline")),
        h("h1", {}, say("home.title")),
        wheel(),
        h("p", { class: "lead" }, say("home.lead")),
      ),
      this.#main,
      h(
        "nav",
        { class: "pages", "aria-label": say("home.more") },
        pageLink("/statistics", say("page.statistics")),
        pageLink("/tools", say("page.tools")),
        settingsButton(),
      ),
    );
    const shelf = new EveningShelf();
    const how = steps(() => this.#watch());
    const waysIn = h(
      "div",
      { class: "ways-in" },
      joining(),
      h("section", { class: "all-games" }, h("h2", {}, say("home.games")), this.#games),
    );
    // Whoever has sat at a table goes on there, joins another or plays again; who has not asks how it goes.
    const known = knownTables().length > 0;
    this.#main.replaceChildren(
      shelf,
      waysIn,
      this.#setup,
      ...(known ? [shelf.past, how] : [how, shelf.past]),
    );
    this.#main.toggleAttribute("data-known", known);
    // What stands below waits for what comes above it: nothing that is drawn is pushed down.
    this.#main.dataset.coming = "";
    Promise.all([this.#load(), shelf.loaded]).then(() => delete this.#main.dataset.coming);
  }

  /**
   * The form of a game is a screen of its own: all else is put away until another is wanted.
   * @param {string} slug
   */
  #choose(slug) {
    for (const card of this.#games.querySelectorAll("button")) {
      card.setAttribute("aria-pressed", String(card.dataset.game === slug));
    }
    const setup = new NewTable();
    setup.people = this.#people;
    setup.game = this.#described.get(slug);
    setup.addEventListener("created", (/** @type {any} */ { detail }) => this.#created(detail));
    setup.addEventListener("other-game", () => this.#reopen(slug));
    this.#setup.replaceChildren(setup);
    this.#main.toggleAttribute("data-chosen", true);
    setup.scrollIntoView({ block: "start" });
    setup.querySelector("h2").focus({ preventScroll: true });
  }

  /** All games again, at the one that was chosen. */
  #reopen(slug) {
    this.#main.removeAttribute("data-chosen");
    this.#setup.replaceChildren();
    /** @type {HTMLElement} */ (this.#games.querySelector(`[data-game="${slug}"]`)).focus();
  }

  #created(made) {
    keepMade(made);
    // the others join first, also where it is being played already
    this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${made.code}#lobby` }));
  }

  /** An evening that bots play: the one that is on, or a new one. */
  async #watch() {
    const said = this.querySelector("[data-watch-fault]");
    said.textContent = "";
    try {
      const { code } = await ask("POST", "/demonstrations", { body: {} });
      this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${code}/board` }));
    } catch (error) {
      said.textContent = sentenceOf(error);
    }
  }

  async #load() {
    try {
      const { items } = await ask("GET", "/games");
      this.#described = new Map(
        await Promise.all(
          items.map(async ({ slug }) => [slug, await askGame(slug)]),
        ),
      );
      this.#games.replaceChildren(...items.map(({ slug }) => this.#card(this.#described.get(slug))));
      // Who was entering a game that is already on goes on there after a reload.
      const slug = lastPosition([...this.#described.keys()]);
      if (slug) this.#choose(slug);
    } catch (error) {
      const words = sentenceOf(error);
      this.#games.replaceChildren(h("p", { class: "fault", role: "alert" }, words));
    }
  }

  #card({ slug, name, players, railroads, board, options }) {
    const many = say("home.players", { min: players.min, max: players.max });
    const seats = options.some(({ kind }) => kind === BOX)
      ? `${say("home.bank")}, ${many.replaceAll(" ", "\u00a0")}`
      : many;
    const picture = h("span", { class: "vignette" }, train(railroads ?? []));
    const words = h(
      "span",
      { class: "game-words" },
      h("span", { class: "game-name" }, name),
      h("span", { class: "hint" }, seats),
    );
    const atlasLink = board && pageLink(`/atlas/${slug}`, say("home.atlas"), {
      class: "quiet-link",
      "aria-label": say("home.atlas-of", { game: name }),
    });
    const helpLink = pageLink(`/help/${slug}`, say("page.help"), {
      class: "quiet-link",
      "aria-label": say("home.help-of", { game: name }),
    });
    return h(
      "div",
      { class: "game" },
      button([picture, words], () => this.#choose(slug), {
        class: "game-card",
        "aria-pressed": "false",
        "data-game": slug,
      }),
      h("span", { class: "game-links" }, helpLink, atlasLink),
    );
  }
}

/** For a guest who has typed the address of the server: what they do next, with nothing to open before. */
function joining() {
  const id = freshId("code");
  const form = byCode({ id, deed: say("join.digits-go"), head: h("h2", {}, say("home.join")) });
  return h("section", { class: "joining" }, form);
}

/** The evening in three sentences, and one to look on. */
function steps(watch) {
  const lines = [1, 2, 3].map((step) =>
    h(
      "li",
      {},
      h("span", { class: "numeral", "aria-hidden": "true" }, String(step)),
      h("p", {}, say(`home.step.${step}`)),
    )
  );
  return h(
    "section",
    { class: "how" },
    h("h2", {}, say("home.help")),
    h("ol", { class: "how-steps" }, lines),
    h(
      "p",
      { class: "watch" },
      button(say("home.watch"), watch, { "data-deed": "watch" }),
      h("span", { class: "hint" }, say("home.watch-help")),
    ),
    h("p", { class: "fault", role: "alert", "data-watch-fault": "" }),
  );
}

/** A driving wheel, before the name. */
function wheel() {
  const spokes = Array.from(
    { length: 10 },
    (_, at) => svg("path", { d: "M24 19V6", transform: `rotate(${at * 36} 24 24)` }),
  );
  const rims = [21, 18, 4.5, 1.5].map((r) => svg("circle", { cx: 24, cy: 24, r }));
  const weight = svg("path", {
    class: "weight",
    d: "M11.3 36.7A18 18 0 0 0 36.7 36.7L32 32A11.3 11.3 0 0 1 16 32Z",
  });
  return svg(
    "svg",
    { viewBox: "0 0 48 48", class: "wheel", "aria-hidden": "true" },
    ...rims,
    ...spokes,
    weight,
  );
}

await stylesheets("places", "more-fields", "home", "new-table", "train", "by-digits");
customElements.define("home-screen", HomeScreen);
