// A guide to a game, to read before an evening or to lay beside the board: set-up, a turn, the end, every
// rule in our own words, and what a table may decide. On paper, too.

import { ask, sentenceOf } from "../client.js";
import { button, h, icon, pageLink, rule, stylesheets } from "../dom.js";
import { chapter, helpOf, ruleParts, rulingPart } from "../elements/help/rules.js";
import { onPhone } from "../elements/page/on-phone.js";
import { otherGames } from "../elements/page/other-games.js";
import "../elements/page/second-tap.js";
import { say } from "../messages.js";

const HELP_PATH = /^\/help\/([\w-]+)/;
const FROM_TABLE = /^#t=([0-9A-Za-z]+)$/;

export class HelpScreen extends HTMLElement {
  #page = h("main", { class: "page guide" });

  connectedCallback() {
    this.replaceChildren(this.#page);
    this.#load();
  }

  /** On paper nothing is closed. */
  #print() {
    for (const card of this.querySelectorAll("details")) card.open = true;
    globalThis.print();
  }

  async #load() {
    try {
      const { items } = await ask("GET", "/games");
      const slug = HELP_PATH.exec(location.pathname)?.[1] ?? items[0].slug;
      const help = await helpOf(slug);
      document.title = `${help.name} · ${help.words.guide}`;
      this.#page.replaceChildren(...this.#parts(items, help));
    } catch (error) {
      const words = sentenceOf(error);
      this.#page.replaceChildren(wayBack(), h("p", { class: "fault", role: "alert" }, words));
    }
  }

  #parts(games, { game, name, words, lead, guide, topics, rulings }) {
    const to = (slug) => `/help/${slug}${location.hash}`;
    return [
      h(
        "header",
        { class: "office" },
        wayBack(words),
        h("p", { class: "overline" }, words.guide),
        h(
          "div",
          { class: "guide-title" },
          h("h1", {}, name),
          button(words.print, () => this.#print(), { class: "unprinted", "data-print": true }),
        ),
        h("p", { class: "lead" }, lead),
        rule(),
      ),
      h("nav", { class: "unprinted", "aria-label": say("tools.games") }, otherGames(games, game, to)),
      h("div", { class: "guide-chapters" }, guide.map(chapter)),
      h("h2", {}, words.rules),
      ...rulesOf(topics, words),
      rulings.length > 0 && [
        h("h2", {}, words.rulings),
        h("p", { class: "hint" }, words.chosen),
        h("div", { class: "guide-topics" }, rulings.map(rulingPart)),
      ],
      h("p", { class: "hint note" }, words.ours),
    ].flat().filter(Boolean);
  }
}

/** The rules, and where nothing is folded a key to each. */
function rulesOf(topics, words) {
  const cards = topics.map((topic) => article(topic, words));
  const to = (card) => {
    card.scrollIntoView({ block: "start" });
    card.focus({ preventScroll: true });
  };
  const keys = topics.map(({ title }, at) => button(title, () => to(cards[at]), { class: "quiet" }));
  return [
    !onPhone() && h("nav", { class: "guide-keys unprinted", "aria-label": words.rules }, keys),
    h("div", { class: "guide-topics" }, cards),
  ];
}

/** A rule on its card; on a phone a closed one, whose titles are what the page contains. */
function article(topic, words) {
  const [heading = topic.title] = topic.headings;
  const title = [
    heading.toLowerCase() !== topic.title.toLowerCase() && h("p", { class: "overline" }, heading),
    h("h3", {}, topic.title),
  ];
  const card = { class: "panel", "data-topic": heading, tabindex: "-1" };
  if (!onPhone()) return h("article", card, title, ruleParts(topic, words));
  return h(
    "article",
    card,
    h("details", { class: "folded" }, h("summary", {}, h("div", {}, title)), ruleParts(topic, words)),
  );
}

/** Home, or to the table that one comes from. */
function wayBack(words = null) {
  const code = FROM_TABLE.exec(location.hash)?.[1];
  return pageLink(code ? `/t/${code}` : "/", [icon("back"), (code && words?.back) ?? say("page.home")], {
    class: "way-back unprinted",
  });
}

await stylesheets("office", "help");
customElements.define("help-screen", HelpScreen);
