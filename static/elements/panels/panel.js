// What every panel is: a title, and a body drawn from the table's document. No panel knows a game.

import { h } from "../../dom.js";
import { signs } from "./badges.js";
/** @import { PanelDocument, TableDocument } from "../../types.js" */

/** A panel with its title. `was` is the same panel before the last move. */
export class Panel extends HTMLElement {
  /** @type {PanelDocument} */
  panel = null;
  /** @type {TableDocument} */
  doc = null;
  /** @type {PanelDocument} */
  was = null;
  #body = null;

  connectedCallback() {
    this.draw();
  }

  /**
   * From now on it shows this. What only other names, colours or a title could change is kept.
   * @param {TableDocument} doc
   * @param {PanelDocument} panel
   * @param {PanelDocument | null} was
   */
  update(doc, panel, was) {
    const renewable = this.#body && panel.title === this.panel.title && signs(doc) === signs(this.doc);
    Object.assign(this, { doc, panel, was });
    if (!this.isConnected) return;
    if (renewable) this.renew();
    else this.draw();
  }

  /**
   * What stands under the title: each kind of panel draws its own.
   * @returns {Node | undefined}
   */
  body() {
    return undefined;
  }

  draw() {
    this.classList.add("panel");
    this.dataset.panel = this.panel.name;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", this.panel.title);
    this.#body = this.body() ?? document.createTextNode("");
    this.replaceChildren(h("h2", {}, this.panel.title), this.#body);
  }

  /** Its figures have changed, and no more: larger kinds touch only those. */
  renew() {
    const body = this.body() ?? document.createTextNode("");
    this.#body.replaceWith(body);
    this.#body = body;
  }
}
