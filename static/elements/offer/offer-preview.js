// What a move would do, beside the form that makes it; or why it cannot be made.

import { button, h, shown } from "../../dom.js";
import { say, sayOr } from "../../messages.js";
import { entryBody } from "../log/entry.js";
/** @import { Entry, TableDocument } from "../../types.js" */

/**
 * Tells its form: "instead" ({wrong, right}: a name to replace) and "insist" (facts that say the name is
 * meant).
 */
export class OfferPreview extends HTMLElement {
  #words = h("div", { class: "preview-words" });
  #stale = h("p", { class: "notice", hidden: true }, "");

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.setAttribute("role", "status");
    this.setAttribute("aria-live", "polite");
    this.setAttribute("aria-label", say("preview.title"));
    this.replaceChildren(this.#stale, this.#words);
  }

  // --- asked from outside ------------------------------------------------------

  busy() {
    this.dataset.state = "busy";
  }

  // --- drawing -----------------------------------------------------------------

  /** Nothing to show yet. */
  idle() {
    this.dataset.state = "idle";
    this.#words.replaceChildren();
  }

  /**
   * @param {TableDocument} doc
   * @param {Entry} entry
   */
  show(doc, entry) {
    this.dataset.state = "shown";
    const body = entryBody(doc, entry);
    this.#words.replaceChildren(
      ...(body.length ? [h("p", { class: "overline" }, say("preview.title"))] : []),
      h("p", { class: "summary" }, entry.summary ?? ""),
      ...body,
    );
  }

  /** What was found out, put into words by whoever asked. */
  tell(...nodes) {
    this.dataset.state = "shown";
    this.#words.replaceChildren(...shown(nodes));
  }

  /** Someone else moved meanwhile; said until the next confirmed move. */
  stale() {
    this.#stale.hidden = false;
    this.#stale.textContent = say("preview.stale");
  }

  /** The table needs to be told something; the fields for it are in the form. */
  ask(detail) {
    this.dataset.state = "asking";
    this.#words.replaceChildren(h("p", { class: "notice" }, detail));
  }

  /** `more`: what may be done about it. */
  refuse(error, ...more) {
    if (!error.status) return this.#unheard();
    this.dataset.state = "refused";
    const { did_you_mean: others, insist, rule } = error.said ?? {};
    const words = sayOr(`problem.${error.status}`, error.message);
    this.#words.replaceChildren(
      h(
        "p",
        { class: "fault", role: "alert" },
        error.status === 401 || error.status === 403 ? [error.message, " ", words] : words,
      ),
      ...(rule ? [h("p", { class: "hint" }, say("offer.rule", { rule }))] : []),
      ...(others?.length || insist ? [this.#suggestions(others ?? [], insist)] : []),
      ...shown(more),
    );
    return undefined;
  }

  /** Nothing is wrong with the move; nobody could be asked. */
  #unheard() {
    this.dataset.state = "unheard";
    this.#words.replaceChildren(h("p", { class: "hint" }, say("preview.unheard")));
  }

  #suggestions(others, insist) {
    const wrong = insist && Object.keys(Object.values(insist)[0] ?? {})[0];
    const tell = (event, detail) => () => this.dispatchEvent(new CustomEvent(event, { detail }));
    const chips = others.map((right) =>
      button(say("preview.instead", { name: right }), tell("instead", { wrong, right }), { class: "chip" })
    );
    if (insist) {
      chips.push(
        button(say("preview.insist", { name: wrong }), tell("insist", insist), { class: "chip new" }),
      );
    }
    return h("div", { class: "choices" }, chips);
  }
}

customElements.define("offer-preview", OfferPreview);
