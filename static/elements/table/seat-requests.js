// Somebody asks for a seat with a new phone: who may answer compares the PIN, and says yes or no.

import { button, h, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { answerRequest } from "../../seats.js";
import { seatMark } from "../panels/badges.js";
import { pinLine } from "./pin.js";
/** @import { Table } from "../../table.js" */
/** @import { TableDocument } from "../../types.js" */

const ANSWERING = new Set(["host", "seat"]);

export class SeatRequests extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave;
  #shown = "";

  async connectedCallback() {
    const { signal } = this.#leave = new AbortController();
    this.#shown = "";
    this.setAttribute("role", "status");
    await Promise.all([stylesheets("requests"), moreWords()]);
    if (signal.aborted) return;
    this.table.addEventListener("table", () => this.#show(), { signal });
    this.#show();
  }

  disconnectedCallback() {
    this.#leave.abort();
  }

  #show() {
    const { doc } = this.table;
    const open = ANSWERING.has(doc?.you?.role)
      ? (doc.requests ?? []).filter(({ may_answer: may }) => may)
      : [];
    const shown = JSON.stringify(open);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.hidden = !open.length;
    this.replaceChildren(...open.map((request) => this.#line(doc, request)));
  }

  /**
   * @param {TableDocument} doc
   * @param {Record<string, any>} told
   */
  #line(doc, { id, seat, pin }) {
    const fault = h("p", { class: "fault", role: "alert", hidden: true });
    const answer = (approve) => () =>
      answerRequest(this.table, id, approve).then(
        () => this.table.refresh(),
        (error) => {
          fault.hidden = false;
          fault.textContent = error.message;
        },
      );
    return h(
      "div",
      { class: "seat-request", "data-request": id },
      h("p", {}, seatMark(doc, seat), " ", say("request.asks")),
      pin !== undefined && pin !== null && pinLine(pin),
      h("p", { class: "hint" }, say("request.compare")),
      h(
        "div",
        { class: "actions" },
        button(say("request.refuse"), answer(false), { class: "quiet" }),
        button(say("request.approve"), answer(true), { class: "primary" }),
      ),
      fault,
    );
  }
}

customElements.define("seat-requests", SeatRequests);
