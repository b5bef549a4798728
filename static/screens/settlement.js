// Who has won and why: every line of every payoff with its formula, to read aloud or to print.

import { Unreachable } from "../client.js";
import { button, h, rule } from "../dom.js";
import { railroadBadge, seatMark } from "../elements/badges.js";
import { money, say } from "../messages.js";
import { TableScreen } from "./table-screen.js";

export class SettlementScreen extends TableScreen {
  #page = h("div", {});
  #revision = null;

  build() {
    this.#revision = null;
    this.replaceChildren(this.banner(), h("main", { class: "page settlement" }, this.#page), this.navigation("settlement"));
  }

  draw(doc) {
    document.title = say("title.settlement", { game: doc.game_name });
    if (doc.revision !== this.#revision) this.#load(doc);
  }

  async #load(doc) {
    this.#revision = doc.revision;
    try {
      const settlement = await this.table.settlement();
      this.#page.replaceChildren(...this.#parts(this.table.doc, settlement));
    } catch (error) {
      this.#revision = null;
      this.complain(error instanceof Unreachable ? say("problem.unreachable") : error.message);
    }
  }

  #parts(doc, { projected, seats, railroads, tie_break: tieBreak }) {
    const winners = seats.filter(({ winner }) => winner);
    const title = projected ? say("settlement.projected") : say("settlement.winner", { count: winners.length, names: winners.map(({ name }) => name).join(", ") });
    return [
      h("header", {}, h("p", { class: "overline" }, `${doc.game_name} · ${doc.code}`), h("h1", {}, title), projected && h("p", { class: "hint" }, say("settlement.projected-help")), rule()),
      h("ol", { class: "ranking" }, seats.map((seat) => this.#seat(doc, seat, projected))),
      tieBreak && h("p", { class: "notice" }, tieBreak),
      railroads?.length > 0 && this.#railroads(doc, railroads),
      h("p", { class: "actions unprinted" }, button(say("settlement.print"), () => window.print(), { class: "primary" })),
    ].filter(Boolean);
  }

  #seat(doc, { seat, rank, winner, cash, lines, total }, projected) {
    const line = ({ railroad, label, formula, amount }) =>
      h("tr", {}, h("th", { scope: "row" }, railroad && railroadBadge(doc, railroad), h("span", {}, label)), h("td", { class: "formula" }, formula ?? ""), h("td", { class: "number" }, money(amount)));
    return h(
      "li",
      { "data-seat": seat, "data-winner": Boolean(winner) && !projected },
      h("div", { class: "rank-head" }, h("span", { class: "rank" }, String(rank)), h("h2", {}, seatMark(doc, seat)), h("span", { class: "total figure" }, money(total))),
      h("table", { class: "payoff" }, h("tbody", {}, line({ label: say("figure.cash"), amount: cash }), lines.map(line)),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: "2" }, say("settlement.total")), h("td", { class: "number" }, money(total))))),
    );
  }

  #railroads(doc, railroads) {
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, say("settlement.per-share")),
      h("table", { class: "payoff" }, h("tbody", {}, railroads.map(({ railroad, formula, per_share: each }) =>
        h("tr", {}, h("th", { scope: "row" }, railroadBadge(doc, railroad)), h("td", { class: "formula" }, formula ?? ""), h("td", { class: "number" }, each === null ? say("unit.unknown") : money(each)))))),
    );
  }
}

customElements.define("settlement-screen", SettlementScreen);
