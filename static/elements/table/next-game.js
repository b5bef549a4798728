// The host plays again: the way to the new table, a tap for whoever sits here. A TV, where nobody taps, goes
// along by itself, if it has seen the game end.

import { sentenceOf } from "../../client.js";
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

  async connectedCallback() {
    this.hidden = true;
    if (this.alone) return this.#go();
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
    this.hidden = false;
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
      else setTimeout(() => this.isConnected && this.#go(), AGAIN_MS);
    }
  }
}

customElements.define("next-game", NextGame);
