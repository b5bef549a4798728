// Nothing here: a wrong address, or a table that is gone.

import { h, pageLink, rule } from "../dom.js";
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
        h("p", { class: "lead" }, detail || say("not-found.help")),
        pageLink("/", say("not-found.home"), { class: "as-button primary" }),
      ),
    );
    document.title = say("not-found.title");
  }
}

customElements.define("not-found-screen", NotFoundScreen);
