// A game's rules in our own words: asked for once, and drawn alike in the dialog and in the guide.

import { askGame } from "../../client.js";
import { h } from "../../dom.js";
import { say } from "../../messages.js";

/** @type {Map<string, Promise<any>>} */
const guides = new Map();

/**
 * The guide to a game and its rules, in the reader's language.
 * @param {string} game
 */
export function helpOf(game) {
  const asked = guides.get(game) ?? askGame(game, "/help");
  guides.set(game, asked);
  asked.catch(() => guides.delete(game));
  return asked;
}

/**
 * What costs what, when something happens by itself, what has to be kept to, and an example; `words`: what
 * these are called.
 * @param {any} topic
 * @param {Record<string, string>} words
 */
export function ruleParts({ what, cost, when = [], limits, example }, words) {
  return [
    h("p", { class: "rule-what" }, wholeSums(what)),
    h(
      "dl",
      { class: "rule-parts" },
      cost && part(words.cost, cost),
      when.length > 0 && part(words.when, list(when)),
      part(words.limits, list(limits)),
      part(words.example, example, "rule-example"),
    ),
  ];
}

function list(lines) {
  return h("ul", {}, lines.map((line) => h("li", {}, wholeSums(line))));
}

function part(name, words, dress = null) {
  const told = typeof words === "string" ? wholeSums(words) : words;
  return h("div", { class: dress }, h("dt", {}, name), h("dd", {}, told));
}

/** No line ends within a product or a quotient. */
export function wholeSums(words) {
  return words.replaceAll(/ ([÷×]) /g, "\u00a0$1\u00a0");
}

/**
 * A part of the guide, such as "A turn".
 * @param {{ title: string, steps: string[] }} part
 */
export function chapter({ title, steps }) {
  return h("section", {}, h("h2", {}, title), h("ol", {}, steps.map((step) => h("li", {}, stepOf(step)))));
}

/** Of its choices one is taken: they are no steps that follow one another. */
function stepOf(step) {
  const [said, ...choices] = wholeSums(step).split("\n- ");
  return [said, choices.length > 0 && h("ul", {}, choices.map((choice) => h("li", {}, choice)))];
}

/**
 * Where the rulebook is silent: how it may be played, the usual way first.
 * @param {any} ruling
 */
export function rulingPart({ settles, default: usual, choices }) {
  return h(
    "div",
    { class: "rule-ruling" },
    h("h3", {}, settles),
    h(
      "ul",
      {},
      choices.map(({ value, label }) =>
        h("li", {}, label, value === usual && h("span", { class: "hint" }, `\u00a0(${say("new.usual")})`))
      ),
    ),
  );
}
