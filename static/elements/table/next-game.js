// The host plays again: the way to the new table, a tap for whoever sits here. A TV, where nobody taps, goes
// along by itself, if it stood there before the host played again.

import { sentenceOf, Unreachable } from "../../client.js";
import { button, h, icon, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { goAlong, nameOf } from "../../play-again.js";
/** @import { Table } from "../../table.js" */

const AGAIN_MS = 5_000; // until a TV that could not go along tries again

export class NextGame extends HTMLElement {
  /** @type {Table} */
  table = null;
  /** Does this screen go along by itself? */
  alone = false;
  #fault = h("p", { class: "fault", role: "alert" });
  #leave = null;

  connectedCallback() {
    this.hidden = true;
    this.#leave = new AbortController();
    // The host may undo past the end: then the old game goes on.
    this.table.addEventListener("table", () => this.#show(), { signal: this.#leave.signal });
    if (this.alone) this.#go();
    else this.#draw();
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  #show() {
    const { next_table: next, status } = this.table.doc ?? {};
    this.hidden = !this.childElementCount || !next || status !== "finished";
  }

  async #go(pressed = null) {
    if (pressed) pressed.disabled = true;
    try {
      const code = await goAlong(this.table);
      const detail = this.alone ? `/t/${code}/board` : `/t/${code}`;
      this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail }));
    } catch (error) {
      this.#fault.textContent = sentenceOf(error);
      if (pressed) pressed.disabled = false;
      else if (error instanceof Unreachable) setTimeout(() => this.isConnected && this.#go(), AGAIN_MS);
      else this.#draw();
    }
  }

  async #draw() {
    await Promise.all([moreWords(), stylesheets("requests")]);
    const { doc, mySeat, isHost } = this.table;
    const own = !isHost && nameOf(doc, mySeat);
    const words = own ? say("next.join", { name: own }) : say("next.go");
    this.setAttribute("role", "status");
    this.replaceChildren(
      h("p", {}, say(own || !this.closest("board-screen") ? "next.ready" : "next.phones")),
      button([words, icon("arrow")], (event) => this.#go(event.currentTarget), {
        class: "primary",
        "data-deed": "go-along",
      }),
      this.#fault,
    );
    this.#show();
  }
}

customElements.define("next-game", NextGame);
