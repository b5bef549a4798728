// What a seat can do, in words: how the seldom wanted are named where they are folded away.

import { strictEqual as is } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
await (await import("../../static/messages.js")).loadMessages();
const { foldWords } = await import("../../static/elements/offer/offer-list.js");
const { named } = await import("../../static/elements/offer/drafts.js");

const offer = (label, more = {}) => ({ offer: { label, ...more } });
const ANSWER = offer("Take back", { anytime: true, sends: { request: 1 } });

Deno.test("what is folded away is named, each name once; answers are read where their question stands", () => {
  is(foldWords([offer("Ask for money"), ANSWER, offer("Auction")]), "More: Ask for money · Auction");
  is(foldWords([offer("Every link is taken"), offer("Every link is taken")]), "More: Every link is taken");
  const many = ["Enter the result", "Pay", "Auction", "Roll the dice"].map((label) => offer(label));
  is(foldWords(many), "More: Enter the result · Pay · Auction …");
});

Deno.test("where only answers are folded away, nothing is announced that does not come", () => {
  is(foldWords([ANSWER]), "More");
});

Deno.test("the host enters what was bid aloud as the opener does, whichever seat speaks", () => {
  const of = (seats) => seats.flatMap((seat) => ["bid", "auction_result"].map((type) => ({ type, seat })));
  const offered = (...seats) =>
    named({ offers: of(seats), auction: { opener: 3 } }, 2).map(({ offer }) => [offer.type, offer.seat]);
  is(offered(1, 2, 3).join(" "), "bid,2 auction_result,3");
  is(offered(2).join(" "), "bid,2 auction_result,2", "a player is told of no other's");
  is(named({ offers: [] }, 2).length, 0);
});
