// What every panel is: a title, and a body drawn from the table's document. No panel knows a game.

import { h } from "../../dom.js";
/** @import { PanelDocument, TableDocument } from "../../types.js" */

/** A panel with its title. `was` is the same panel before the last move. */
export class Panel extends HTMLElement {
  /** @type {PanelDocument} */
  panel = null;
  /** @type {TableDocument} */
  doc = null;
  /** @type {PanelDocument} */
  was = null;

  connectedCallback() {
    this.classList.add("panel");
    this.dataset.panel = this.panel.name;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", this.panel.title);
    this.replaceChildren(h("h2", {}, this.panel.title), this.body() ?? "");
  }

  /**
   * What stands under the title: each kind of panel draws its own.
   * @returns {Node | undefined}
   */
  body() {
    return undefined;
  }
}
