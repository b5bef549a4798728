// Nothing here: a wrong address, or a table that is gone. A mistyped code can be mended here.

import { freshId, h, pageLink, rule, stylesheets } from "../dom.js";
import { byCode } from "../elements/page/by-code.js";
import "../elements/page/second-tap.js";
import { say } from "../messages.js";
/** @import { Table } from "../table.js" */

export class NotFoundScreen extends HTMLElement {
  /** @type {Table} */
  table = null;

  connectedCallback() {
    const detail = this.table?.problem?.message;
    this.replaceChildren(
      h(
        "main",
        { class: "page" },
        h("h1", {}, say("not-found.title")),
        rule(),
        h("p", { class: "lead" }, detail ? ended(detail) : say("not-found.help")),
        this.table && this.#byCode(this.table.code),
        h("p", { class: "way-out" }, pageLink("/", say("not-found.home"), { class: "as-button" })),
      ),
    );
    document.title = say("not-found.title");
  }

  /** @param {string} mistyped */
  #byCode(mistyped) {
    const id = freshId("code");
    return byCode({
      id,
      deed: say("not-found.open"),
      value: mistyped,
      head: h("p", {}, say("not-found.check")),
    });
  }
}

/** A sentence of the server that has no full stop yet. */
function ended(words) {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

await stylesheets("by-digits");
customElements.define("not-found-screen", NotFoundScreen);
