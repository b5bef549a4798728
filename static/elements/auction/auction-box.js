// The auction as everybody sees it: what is sold, the high bid, whose turn, who is out and what each could
// pay.

import { h } from "../../dom.js";
import { money, say } from "../../messages.js";
import { railroadBadge, seatMark } from "../panels/badges.js";
import { standsFor } from "../panels/cells.js";
/** @import { Auction, TableDocument } from "../../types.js" */

export class AuctionBox extends HTMLElement {
  /** @type {TableDocument} */
  doc = null;

  connectedCallback() {
    const { auction } = this.doc;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("auction.title"));
    this.replaceChildren(
      h(
        "div",
        { class: "lot", "aria-live": "polite" },
        this.#lot(auction),
        this.#high(auction),
        this.#highSeat(auction),
      ),
      h("ol", { class: "bidders" }, this.doc.seats.map((seat) => this.#bidder(seat, auction))),
    );
  }

  /**
   * @param {Auction} told
   */
  #lot({ railroad, share, style, pays_to: paysTo }) {
    const name = this.doc.railroads.find(({ id }) => id === railroad)?.name ?? share;
    const to = String(paysTo ?? "").startsWith("seat:") ? say("auction.pays-seller") : null;
    return h(
      "div",
      { class: "lot-name" },
      h("p", { class: "overline" }, say(`auction.style.${style}`)),
      h("p", { class: "lot-title" }, railroad && railroadBadge(this.doc, railroad), h("span", {}, name)),
      to && h("p", { class: "hint" }, to),
    );
  }

  #highSeat({ high_seat: seat, affordable }) {
    const none = seat === null || seat === undefined;
    return h(
      "p",
      { class: "high-seat" },
      none
        ? h("span", { class: "hint" }, say("auction.no-bid"))
        : [seatMark(this.doc, seat), this.#has(seat, affordable?.[seat], "of-leader")],
    );
  }

  #high({ high_bid: bid, minimum }) {
    const none = bid === null || bid === undefined;
    return h(
      "div",
      { class: "high-bid" },
      h("p", { class: "overline" }, say(none ? "auction.from" : "auction.high")),
      h("p", { class: "figure" }, money(none ? minimum : bid)),
    );
  }

  /** @param {number} seat */
  #has(seat, most, more = "") {
    if (!Number.isInteger(most)) return null;
    return standsFor(
      h(
        "span",
        { class: `hint figure ${more}` },
        h("span", { class: "has" }, say("auction.has"), " "),
        money(most),
      ),
      `seat:${seat}`,
      "cash",
    );
  }

  #bidder({ seat }, { passed, cannot_bid: unable = [], to_act: toAct, high_seat: high, affordable }) {
    const most = affordable?.[seat];
    const state = passed.includes(seat)
      ? "passed"
      : seat === toAct
      ? "to-act"
      : seat === high
      ? "leads"
      : "in";
    return h(
      "li",
      { "data-state": state },
      seatMark(this.doc, seat),
      h("span", { class: "hint state" }, say(unable.includes(seat) ? "auction.unable" : `auction.${state}`)),
      state !== "passed" && this.#has(seat, most),
    );
  }
}

customElements.define("auction-box", AuctionBox);

/** @param {TableDocument} doc */
export function auctionBox(doc) {
  const box = new AuctionBox();
  box.doc = doc;
  return box;
}
