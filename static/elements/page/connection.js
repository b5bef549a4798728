// Whether the table is in reach: three bars that say so, and a banner while it is not.

import { h, shown, svg } from "../../dom.js";
import { say } from "../../messages.js";
/** @import { Table } from "../../table.js" */

const BARS = ["M2 14V9", "M8 14V5", "M14 14V1"];
const STRUCK = "M1 1L15 13";

/** Three bars: full while connected, hollow but for the first while connecting, faint and struck out else. */
export class ConnectionSign extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave;

  connectedCallback() {
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    this.table.addEventListener("connection", () => this.#show(), { signal });
    this.setAttribute("role", "img");
    const bars = BARS.map((d) => svg("path", { class: "bar", d }));
    const struck = svg("path", { class: "struck", d: STRUCK });
    this.replaceChildren(svg("svg", { viewBox: "0 0 16 14", "aria-hidden": "true" }, ...bars, struck));
    this.#show();
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  #show() {
    const { connection } = this.table;
    this.dataset.connection = connection;
    this.setAttribute("aria-label", say(`connection.${connection}`));
    this.title = say(`connection.${connection}`);
  }
}

/**
 * Says that the connection is down, or that a move is on its way, and that nothing is lost. It lies over what
 * is there, for nothing may move under a finger when it drops; only what lasts has room of its own.
 */
export class ConnectionBanner extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave;
  #said = "";

  connectedCallback() {
    this.#leave = new AbortController();
    const { signal } = this.#leave;
    for (const event of ["connection", "waiting", "table"]) {
      this.table.addEventListener(event, () => this.#show(), { signal });
    }
    this.setAttribute("role", "status");
    this.#show();
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  #show() {
    const { connection, waiting, waitingWhy } = this.table;
    const own = waiting ? "banner.waiting" : connection === "lost" ? "banner.lost" : null;
    const words = waitingWhy ? `${waitingWhy} ${say("banner.again")}` : own && say(own);
    const { damaged } = this.table.doc ?? {};
    const key = `${words}:${damaged?.revision}`;
    if (key === this.#said) return;
    this.#said = key;
    this.hidden = !words && !damaged;
    this.toggleAttribute("data-lasting", Boolean(damaged));
    this.replaceChildren(...shown([
      words && h("p", {}, words),
      damaged && h("p", { class: "damaged" }, h("strong", {}, say("banner.damaged")), " ", damaged.text),
    ]));
  }
}

customElements.define("connection-sign", ConnectionSign);
customElements.define("connection-banner", ConnectionBanner);
