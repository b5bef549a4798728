// What a new phone shows that has asked for a seat: the PIN, large, until somebody at the table has compared
// it. Fetched when it is wanted.

import { button, h, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { seatName } from "../panels/badges.js";
import { pinLine } from "./pin.js";
/** @import { TableDocument } from "../../types.js" */

class AskingPanel extends HTMLElement {
  /** @type {TableDocument} */
  doc = null;
  /** The seat and the PIN. */
  asked = null;
  /** It is given up. */
  stop = () => {};

  connectedCallback() {
    stylesheets("requests");
    const { seat, pin } = this.asked;
    this.replaceChildren(h(
      "section",
      { class: "panel asking", "aria-label": say("join.asking") },
      h("p", { class: "lead" }, say("join.asking-of", { name: seatName(this.doc, seat) })),
      pinLine(pin),
      h("p", { class: "hint" }, say("join.asking-help")),
      button(say("dialog.cancel"), this.stop, { class: "quiet" }),
    ));
  }
}

// without its words it is fetched again
if (!(await moreWords())) throw new Error();
customElements.define("asking-panel", AskingPanel);
