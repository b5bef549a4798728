// A rule in our own words, over whatever is being entered: nothing below it is touched.

import { sentenceOf } from "../../client.js";
import { button, freshId, h, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { chapter, helpOf, ruleParts } from "./rules.js";

/**
 * The rule of a move, or under a heading; of neither how the game goes on from here. Resolves when it is
 * open.
 * @param {{ game: string, rule?: string, move?: string, rulings?: Record<string, any> }} about
 */
export async function openHelp({ game, rule, move, rulings = null }) {
  await Promise.all([moreWords(), stylesheets("help", "dialogs")]);
  try {
    const help = await helpOf(game);
    const topic = help.topics.find(({ moves }) => move && moves.includes(move)) ??
      help.topics.find(({ headings }) => headings.includes(rule));
    show(rule ? say("offer.rule", { rule }) : topic && help.name, topic?.title ?? help.name, [
      topic ? ruleParts(topic, help.words) : rule || move ? h("p", {}, help.lead) : played(help),
      topic && rulings && decided(help, topic, rulings),
    ], h("a", { href: `/help/${game}`, target: "_blank", class: "as-button quiet" }, help.words.whole));
  } catch (error) {
    const words = sentenceOf(error);
    show("", rule || say("help.how"), h("p", { class: "fault" }, words));
  }
}

function show(overline, title, body, onward = null) {
  const id = freshId("help");
  const dialog = h(
    "dialog",
    { "aria-labelledby": id, class: "help", "data-dialog": "help" },
    overline && h("p", { class: "overline" }, overline),
    h("h2", { id, tabindex: "-1", autofocus: true }, title),
    h("div", { class: "dialog-body" }, body),
    h(
      "div",
      { class: "dialog-bar" },
      h(
        "div",
        { class: "actions" },
        onward,
        button(say("dialog.close"), () => dialog.close(), { class: "primary" }),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** What is the same in every turn, and when it is over: how to set up the board is not asked any more. */
function played({ guide }) {
  return h("div", { class: "guide-chapters" }, guide.slice(1).map(chapter));
}

/** How this table plays where the rulebook is silent. */
function decided({ rulings, words }, { headings }, held) {
  const open = rulings.filter(({ rule }) => headings.includes(rule));
  if (!open.length) return null;
  const chosen = ({ name, default: usual, choices }) =>
    choices.find(({ value }) => value === (held[name] ?? usual))?.label;
  return h(
    "div",
    { class: "rule-decided" },
    h("h3", {}, words.here),
    h("ul", {}, open.map((one) => h("li", {}, h("span", { class: "hint" }, one.settles), " ", chosen(one)))),
  );
}
