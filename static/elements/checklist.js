// What hands must do on the real board after a move, to tick off. Ticks belong to this screen only.

import { h } from "../dom.js";
import { say } from "../messages.js";

const place = (code, revision) => `companion.ticks.${code}.${revision}`;

export class HandsChecklist extends HTMLElement {
  code = "";
  entry = null;

  connectedCallback() {
    const kept = JSON.parse(sessionStorage.getItem(this.#place) ?? "[]");
    const lines = this.entry.instructions.map(({ text }, at) => this.#line(text, at, kept));
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("hands.title"));
    this.replaceChildren(
      h("h2", {}, say("hands.title")),
      h("p", { class: "hint" }, this.entry.summary),
      h("ul", { class: "checklist" }, lines),
    );
  }

  get #place() {
    return place(this.code, this.entry.revision);
  }

  #line(text, at, kept) {
    const tick = h("input", { type: "checkbox", on: { change: () => this.#keep() } });
    tick.checked = kept.includes(at);
    return h("li", {}, h("label", {}, tick, h("span", {}, text)));
  }

  #keep() {
    const ticks = [...this.querySelectorAll("input")].flatMap((tick, at) => (tick.checked ? [at] : []));
    sessionStorage.setItem(this.#place, JSON.stringify(ticks));
  }
}

customElements.define("hands-checklist", HandsChecklist);

/** The newest standing entry that leaves something for hands to do. */
export function lastWork(doc, isMine = () => true) {
  return [...(doc.recent ?? [])].reverse().find((entry) => !entry.undone && entry.instructions?.length && isMine(entry));
}

export function checklist(doc, entry) {
  const list = new HandsChecklist();
  list.code = doc.code;
  list.entry = entry;
  return list;
}
