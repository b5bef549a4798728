// What may be meant where a name is refused: one that is known, a parallel link, or a new town after all.
// Fetched with the first such refusal.

import { button, h } from "../../dom.js";
import { moreWords, say } from "../../messages.js";

const PARALLEL = / \((\d+)\)$/; // ends a town that the second of parallel links leads to, or a later one

/**
 * A chip for each.
 * @param {HTMLElement} preview which tells what is tapped: `instead` of one name another, or `insist`
 * @param {string[]} others names it might be
 * @param {any} insist facts by which the town would be new, if it may be
 */
export async function suggestions(preview, others, insist) {
  await moreWords();
  const known = insist && Object.keys(Object.values(insist)[0] ?? {})[0];
  const tell = (event, detail) => () => preview.dispatchEvent(new CustomEvent(event, { detail }));
  const chips = others.map((right) => {
    const wrong = known ?? right.replace(PARALLEL, (_, n) => (n > 2 ? ` (${n - 1})` : ""));
    const words = say(known || wrong === right ? "preview.instead" : "preview.parallel", { name: right });
    return button(words, tell("instead", { wrong, right }), { class: "chip" });
  });
  if (insist) {
    chips.push(button(say("preview.insist", { name: known }), tell("insist", insist), { class: "chip new" }));
  }
  return h("div", { class: "choices" }, chips);
}
