// For a phone that cannot scan: the digits beside the QR, and which names are still free. Fetched when it is
// wanted.

import { sentenceOf } from "../../client.js";
import { freshId, h, shown, stylesheets } from "../../dom.js";
import "../page/second-tap.js";
import { listed } from "../../longhand.js";
import { moreWords, say } from "../../messages.js";
import { hostHere, runsHere } from "./host-here.js";

const dressed = stylesheets("by-digits");

/**
 * `screen`: where it stands, which has the table; set before the class is there, so no field of it. So are
 * `lead` and `go`, words for a screen on which nobody sits down.
 */
class ByDigits extends HTMLElement {
  #digits = null;
  #fault = h("p", { class: "fault", role: "alert" });
  #asking = false;

  async connectedCallback() {
    await Promise.all([dressed, moreWords()]);
    if (this.#digits) return; // it was only moved: what is written stays
    const { lead, go } = /** @type {any} */ (this);
    const id = freshId("digits");
    this.#digits = h("input", {
      id,
      class: "digits",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: 7,
      required: true,
      placeholder: "––– –––",
    });
    const submit = (event) => {
      event.preventDefault();
      this.#enter();
    };
    const form = h(
      "form",
      { class: "by-digits", on: { submit } },
      h("label", { for: id, class: "lead" }, lead ?? say("join.digits")),
      h("div", {}, this.#digits, h("button", { class: "primary" }, go ?? say("join.digits-go"))),
      this.#fault,
    );
    const { table } = /** @type {any} */ (this).screen;
    this.replaceChildren(...shown([form, !lead && runsHere() && hostHere(table.code)]));
    const isAll = !lead && table.doc?.status !== "finished"; // nothing else can be done on that page
    if (isAll) this.#digits.focus({ preventScroll: true });
  }

  async #enter() {
    if (this.#asking) return;
    this.#asking = true;
    this.#fault.textContent = "";
    const { screen } = /** @type {any} */ (this);
    try {
      await screen.table.joinByDigits(this.#digits.value);
    } catch (error) {
      this.#fault.textContent = sentenceOf(error);
      this.#digits.select();
    } finally {
      this.#asking = false;
    }
  }
}

/** Who can still sit down, in one line: there is nothing to tap before the digits are entered. */
class FreeNames extends HTMLElement {
  async connectedCallback() {
    await Promise.all([dressed, moreWords()]);
    const { seats } = /** @type {any} */ (this);
    const names = seats.filter(({ claimed }) => !claimed).map(({ name }) => name);
    this.textContent = names.length ? say("join.free", { names: listed(names) }) : say("join.full");
  }
}

customElements.define("by-digits", ByDigits);
customElements.define("free-names", FreeNames);
