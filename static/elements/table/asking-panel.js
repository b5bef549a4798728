// What a new phone shows that has asked for a seat: the PIN, large, until somebody at the table has compared
// it. Fetched when it is wanted.

import { button, h, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { seatName } from "../panels/badges.js";

const dressed = stylesheets("requests");

/**
 * `asked`: the seat and the PIN; `stop` is called when it is given up. Set before the class is there, so no
 * fields of it.
 */
class AskingPanel extends HTMLElement {
  async connectedCallback() {
    await Promise.all([dressed, moreWords()]);
    const { doc, asked: { seat, pin }, stop } = /** @type {any} */ (this);
    this.replaceChildren(h(
      "section",
      { class: "panel asking", "aria-label": say("join.asking") },
      h("p", { class: "lead" }, say("join.asking-of", { name: seatName(doc, seat) })),
      h(
        "p",
        { class: "pin" },
        h("span", { class: "overline" }, say("request.pin")),
        " ",
        h("span", { class: "pin-digits" }, String(pin)),
      ),
      h("p", { class: "hint" }, say("join.asking-help")),
      button(say("dialog.cancel"), stop, { class: "quiet" }),
    ));
  }
}

customElements.define("asking-panel", AskingPanel);
