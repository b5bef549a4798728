// What a new phone shows that has asked for a seat: the number, large, until somebody at the table has
// compared it. Fetched when it is wanted.

import { button, h, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { seatName } from "../panels/badges.js";
import { pinLine } from "./pin.js";
/** @import { TableDocument } from "../../types.js" */

class AskingPanel extends HTMLElement {
  /** @type {TableDocument} */
  doc = null;
  /** The seat and the number. */
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
      h("p", {}, say("join.asking-help")),
      h("p", { class: "hint" }, say("join.asking-who")),
      button(say("dialog.cancel"), this.stop, { class: "quiet" }),
      h(
        "details",
        { class: "folded stuck" },
        h("summary", {}, say("join.asking-stuck")),
        h("p", {}, say("join.asking-host", { page: say("page.lobby"), deed: say("lobby.handover") })),
        h(
          "p",
          {},
          say("join.asking-computer", { deed: say("host-here.deed") }),
          " ",
          h("strong", { class: "address" }, this.#address()),
        ),
      ),
    ));
  }

  /** This table as the computer opens it that runs the companion: from there it may be hosted anew. */
  #address() {
    const { protocol, port } = location;
    const server = protocol === "https:" ? "https://localhost" : "localhost";
    return `${server}${port && `:${port}`}/t/${this.doc.code}`;
  }
}

// without its words it is fetched again
if (!(await moreWords())) throw new Error();
customElements.define("asking-panel", AskingPanel);
