// The key at a rulebook's heading that opens the rule in our own words.

import { button, h } from "../../dom.js";
import { say } from "../../messages.js";

/**
 * `about`: {game, rule, move, rulings}: the heading, if there is one, the type of move, if it is about one,
 * and what the table has decided. `brief`: the question mark alone. `said`: the words on the key, where
 * something else says already that it is a heading of the rulebook.
 * @param {any} about
 * @param {boolean} [brief]
 * @param {string} [said]
 */
export function helpKey(about, brief = false, said = "") {
  const words = said || (about.rule ? say("offer.rule", { rule: about.rule }) : say("help.how"));
  const open = () => import("./help-dialog.js").then(({ openHelp }) => openHelp(about));
  const sign = h("span", { class: "help-sign", "aria-hidden": "true" }, "?");
  return button(brief ? sign : [sign, words], open, {
    class: "help-key",
    "aria-label": brief ? words : null,
    "aria-haspopup": "dialog",
  });
}
