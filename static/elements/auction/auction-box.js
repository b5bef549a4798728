// The auction as everybody sees it: what is sold, the high bid, whose turn, who is out and what each could
// pay.

import { fillParts, h } from "../../dom.js";
import { money, say } from "../../messages.js";
import { calledMark, railroadBadge, signs } from "../panels/badges.js";
import { standsFor } from "../panels/panel.js";
import { bidsOf, lotFacts } from "../panels/own-affairs.js";
/** @import { Auction, TableDocument } from "../../types.js" */

export class AuctionBox extends HTMLElement {
  /** @type {TableDocument} */
  doc = null;

  #lot = h("div", { class: "lot", "aria-live": "polite" });
  #bidders = h("ol", { class: "bidders" });

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say("auction.title"));
    this.replaceChildren(this.#lot, this.#bidders);
    this.update(this.doc);
  }

  /** @param {TableDocument} doc */
  update(doc) {
    this.doc = doc;
    const { auction } = doc;
    const { railroad, share, style, high_bid: bid, minimum, high_seat: seat } = auction;
    const bids = bidsOf(doc);
    const leader = [seat, signs(doc)];
    const facts = lotFacts(doc);
    fillParts(this.#lot, [
      { key: "lot", shows: [railroad, share, style, signs(doc)], make: () => this.#named(auction) },
      { key: "high", shows: bid ?? [minimum], make: () => this.#high(auction) },
      { key: "leader", shows: leader, make: () => this.#highSeat(auction) },
      ...(facts.length ? [{ key: "facts", shows: facts, make: () => factsLine(facts) }] : []),
    ]);
    fillParts(
      this.#bidders,
      doc.seats.map(({ seat }) => {
        const state = stateOf(seat, auction, doc.seats.length);
        const most = state === "passed" ? undefined : auction.affordable?.[seat];
        const unable = (auction.cannot_bid ?? []).includes(seat);
        const bid = state === "passed" && !bids.get(seat) ? undefined : bids.get(seat); // $0 says no more
        const make = () => this.#bidder(seat, state, unable, most, bid);
        return { key: seat, shows: [state, unable, most, bid, signs(doc)], make };
      }),
    );
  }

  /**
   * @param {Auction} told
   */
  #named({ railroad, share, style }) {
    const name = this.doc.railroads.find(({ id }) => id === railroad)?.name ?? share;
    return h(
      "div",
      { class: "lot-name" },
      h("p", { class: "overline", "data-style": style }, say(`auction.style.${style}`)),
      h("p", { class: "lot-title" }, railroad && railroadBadge(this.doc, railroad), h("span", {}, name)),
    );
  }

  #highSeat({ high_seat: seat }) {
    return h(
      "p",
      { class: "high-seat" },
      seat ? calledMark(this.doc, seat) : h("span", { class: "hint" }, say("auction.no-bid")),
    );
  }

  #high({ high_bid: bid, minimum }) {
    return h(
      "div",
      { class: "high-bid" },
      h("p", { class: "overline" }, say(Number.isInteger(bid) ? "auction.high" : "auction.from")),
      h("p", { class: "figure" }, money(bid ?? minimum)),
    );
  }

  /** @param {number} seat */
  #has(seat, most) {
    if (!Number.isInteger(most)) return null;
    return standsFor(
      h(
        "span",
        { class: "hint figure" },
        h("span", { class: "has" }, say("auction.has"), " "),
        money(most),
      ),
      `seat:${seat}`,
      "cash",
    );
  }

  /**
   * @param {number} seat
   * @param {string} state
   * @param {boolean} unable
   * @param {number | undefined} most
   * @param {number | undefined} bid
   */
  #bidder(seat, state, unable, most, bid) {
    return h(
      "li",
      { "data-state": state },
      calledMark(this.doc, seat),
      seat === this.doc.you?.seat && h("span", { class: "hint you" }, say("auction.you")),
      bid !== undefined &&
        h("span", { class: "bid figure" }, say("auction.bid", { amount: money(bid) })),
      h("span", { class: "hint state" }, say(unable ? "auction.unable" : `auction.${state}`)),
      this.#has(seat, most),
    );
  }
}

/** @param {string[]} facts */
const factsLine = (facts) => h("p", { class: "lot-facts" }, facts.map((fact) => h("span", {}, fact)));

/**
 * Who is out, whose turn it is, who leads, who sells and cannot bid, who had their one turn.
 * @param {number} seat
 * @param {Auction} auction
 * @param {number} count of seats
 */
export function stateOf(seat, auction, count) {
  const { passed, to_act: toAct, high_seat: high, style, opener, pays_to: seller } = auction;
  if (passed.includes(seat)) return "passed";
  if (seat === toAct) return "to-act";
  if (seat === high) return "leads";
  if (seller === `seat:${seat}` && !auction.affordable?.[seat]) return "seller";
  const from = (/** @type {number} */ one) => (one - opener + count) % count; // seats to the opener's left
  return style === "once_around" && from(seat) < from(toAct) ? "outbid" : "in";
}

customElements.define("auction-box", AuctionBox);

/**
 * The auction as a part of where it stands.
 * @param {TableDocument} doc
 */
export function auctionPart(doc) {
  const make = (box) => {
    if (box) box.update(doc);
    else box = Object.assign(new AuctionBox(), { doc });
    return box;
  };
  return { key: "auction", shows: [doc.auction, signs(doc)], make };
}
