// A phone that has just scanned the QR: tap your name, nothing else.

import { Unreachable } from "../client.js";
import { button, h, pageLink, rule } from "../dom.js";
import { seatMark } from "../elements/badges.js";
import { say } from "../messages.js";
import { TableScreen } from "./table-screen.js";

export class JoinScreen extends TableScreen {
  #names = h("div", { class: "join-names" });
  #note = h("div", {});
  #title = h("h1", {});
  #gone = h("p", { class: "hint" }, say("join.seat-gone"));
  #claiming = false;

  build() {
    this.replaceChildren(
      this.banner(),
      h("main", { class: "join" }, h("p", { class: "overline" }, say("join.overline")), this.#title, rule(), this.#note, this.#names, this.#gone,
        pageLink(`/t/${this.table.code}/board`, say("join.watch"), { class: "quiet-link" })),
    );
    document.title = say("title.join");
  }

  draw(doc) {
    const may = doc.you?.role === "join";
    const { lost } = this.table.kept;
    this.fill(this.#title, doc.game_name, () => doc.game_name);
    this.fill(this.#note, [may, lost], () => [
      lost && h("p", { class: "notice" }, say("join.lost")),
      h("p", { class: "lead" }, say(may ? "join.tap" : "join.scan")),
    ]);
    this.#gone.hidden = !may || !doc.seats.some(({ claimed }) => claimed);
    this.fill(this.#names, [doc.seats, may], () => doc.seats.map((seat) => this.#name(doc, seat, may)));
  }

  #name(doc, { seat, claimed }, may) {
    const words = [seatMark(doc, seat), claimed && h("span", { class: "hint" }, say("join.taken"))];
    return button(words, () => this.#claim(seat), { class: "offer", disabled: claimed || !may, "data-seat": seat });
  }

  async #claim(seat) {
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      await this.table.claim(seat);
    } catch (error) {
      this.complain(error instanceof Unreachable ? say("join.unreachable") : error.message);
      await this.table.refresh();
    } finally {
      this.#claiming = false;
    }
  }
}

customElements.define("join-screen", JoinScreen);
