// Nothing here: a wrong address, or a table that is gone. A mistyped code can be mended here.

import { freshId, h, pageLink, rule, stylesheets } from "../dom.js";
import { say } from "../messages.js";
/** @import { Table } from "../table.js" */

const NO_PART_OF_A_CODE = /[^0-9A-Za-z]/g;

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
    const code = h("input", {
      id,
      class: "digits",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      required: true,
      value: mistyped,
    });
    const submit = (event) => {
      event.preventDefault();
      const wanted = code.value.replace(NO_PART_OF_A_CODE, "").toUpperCase();
      if (wanted) this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${wanted}` }));
    };
    return h(
      "form",
      { class: "by-digits", on: { submit } },
      h("p", {}, say("not-found.check")),
      h("label", { for: id, class: "label" }, say("not-found.code")),
      h("div", {}, code, h("button", { class: "primary" }, say("not-found.open"))),
    );
  }
}

/** A sentence of the server that has no full stop yet. */
function ended(words) {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

await stylesheets("by-digits");
customElements.define("not-found-screen", NotFoundScreen);
