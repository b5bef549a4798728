// Somebody asks for a seat with a new phone: who may answer compares the number, and says yes or no.
//
// It comes while one may be bidding: one line over the news, which a tap unfolds over what lies below.
// Nothing on the page moves, and nothing is answered by a tap that was meant for what lay there.

import { button, h, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { answerRequest } from "../../seats.js";
import { seatMark } from "../panels/badges.js";
import "../page/second-tap.js"; // no second tap on what lay below an answer
import { pinLine } from "./pin.js";
/** @import { Table } from "../../table.js" */
/** @import { TableDocument } from "../../types.js" */

const ANSWERING = new Set(["host", "seat"]);

export class SeatRequests extends HTMLElement {
  /** @type {Table} */
  table = null;
  #leave;
  /** @type {Map<string, HTMLElement>} */
  #lines = new Map();

  async connectedCallback() {
    const { signal } = this.#leave = new AbortController();
    this.setAttribute("role", "status");
    this.hidden = true;
    await Promise.all([stylesheets("requests"), moreWords()]);
    if (signal.aborted) return;
    this.table.addEventListener("table", () => this.#show(), { signal });
    this.addEventListener("toggle", () => this.#show(), { signal, capture: true });
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
    for (const id of this.#lines.keys()) if (!open.some((one) => one.id === id)) this.#end(id);
    for (const request of open) if (!this.#lines.has(request.id)) this.#add(doc, request);
    this.hidden = !this.#lines.size;
  }

  /**
   * @param {TableDocument} doc
   * @param {Record<string, any>} request
   */
  #add(doc, request) {
    const line = this.#line(doc, request);
    this.#lines.set(request.id, line);
    this.append(line);
  }

  /** Where one is unfolded all stay: a finger on its way to an answer finds neither another nor the page. */
  #end(id) {
    const line = this.#lines.get(id);
    if (this.querySelector("details[open]:not([data-answered])")) {
      line.toggleAttribute("data-over", true);
      return;
    }
    line.remove();
    this.#lines.delete(id);
  }

  /**
   * @param {TableDocument} doc
   * @param {Record<string, any>} told
   */
  #line(doc, { id, seat, pin }) {
    const fault = h("p", { class: "fault", role: "alert", hidden: true });
    const fold = () => line.toggleAttribute("open", false);
    const answer = (approve) => () => {
      line.toggleAttribute("data-answered", true);
      return answerRequest(this.table, id, approve).then(() => this.table.refresh(), (error) => {
        line.toggleAttribute("data-answered", false);
        fault.hidden = false;
        fault.textContent = error.message;
      });
    };
    const line = h(
      "details",
      { class: "folded seat-request", "data-request": id },
      h("summary", {}, h("span", {}, seatMark(doc, seat), " ", say("request.asks"))),
      pin !== undefined && pin !== null && pinLine(pin),
      h("p", { class: "hint" }, say("request.compare")),
      h("p", { class: "over" }, say("request.over")),
      h(
        "div",
        { class: "actions" },
        button(say("request.refuse"), answer(false), { class: "quiet refuse" }),
        button(say("dialog.close"), fold, { class: "quiet close" }),
        button(say("request.approve"), answer(true), { class: "primary" }),
      ),
      fault,
    );
    return line;
  }
}

customElements.define("seat-requests", SeatRequests);
