// What a phone tells its player of their own affairs.

import { deepStrictEqual as same, strictEqual as is } from "node:assert";
import { browser, catalogue } from "./browser.js";

browser("en");
catalogue();
const words = await import("../../static/messages.js");
await words.loadMessages();
words.writeMoney({ prefix: "$", suffix: "" });
const { affairs, ifWon, lotFacts, tooLow } = await import(
  "../../static/elements/panels/own-affairs.js"
);

const railroads = [{ id: "KP" }, { id: "MKT" }, { id: "MP" }];
const ann = { seat: 1, cash: 40, worth: 84, shares: { MKT: 1, KP: 2 }, next_dividend: 5 };
const told = (seat, panels = []) => affairs({ railroads, seats: [seat], panels }, 1);

Deno.test("shares in the railroads' order, the next dividend, and the worth", () => {
  same(told(ann), {
    holds: true,
    presides: false,
    shares: "KP×2, MKT",
    figures: ["Dividend $5", "worth $84"],
  });
});

Deno.test("a worth that is the cash is not said twice, nor a dividend that nobody knows", () => {
  same(told({ ...ann, worth: 40, next_dividend: null }), {
    holds: true,
    presides: false,
    shares: "KP×2, MKT",
    figures: [],
  });
  same(told({ ...ann, worth: null, cash: null }).figures, ["Dividend $5"]);
});

Deno.test("a dividend that is not known whole is told as far as it is", () => {
  const soFar = { next_dividend: null, dividend_so_far: "$15M + UP" };
  same(told({ ...ann, worth: 40, ...soFar }).figures, ["Dividend $15M + UP"]);
});

Deno.test("whoever has no shares is told so, and of a dividend that comes all the same", () => {
  const nothing = told({ ...ann, shares: {}, worth: 40, next_dividend: 0 });
  same(nothing, { holds: false, presides: false, shares: "Holds nothing yet", figures: [] });
  same(told({ ...ann, shares: {}, worth: 40, next_dividend: 3 }).figures, ["Dividend $3"]);
});

Deno.test("what players look for first besides their cash is told as the game calls it", () => {
  const columns = [{ text: "Cash", figure: "cash" }, { text: "Points", figure: "points" }, { text: "Else" }];
  const cells = [{ number: 40, unit: "$", strong: true }, { number: 4, strong: true }, { number: 9 }];
  const panel = {
    name: "players",
    columns,
    rows: [{ head: { seat: 2 }, cells: [] }, { head: { seat: 1 }, cells }],
  };
  same(told({ ...ann, worth: null, next_dividend: null }, [panel]).figures, ["Points 4"]);
});

Deno.test("shares that stand in the players' columns are not told twice", () => {
  const columns = [{ text: "Cash", figure: "cash" }, { railroad: "KP" }];
  const cells = [{ number: 40, unit: "$", strong: true }, { number: 2, strong: true }];
  const panel = { name: "players", columns, rows: [{ head: { seat: 1 }, cells }] };
  same(told({ ...ann, worth: null, next_dividend: null }, [panel]).figures, []);
});

Deno.test("what a glance has words for stands beside the shares", () => {
  const cells = [{ number: 40, unit: "$", strong: true }, { number: 2, brief: "2 ranches" }];
  const panel = {
    name: "players",
    columns: [{ text: "Cash", figure: "cash" }, { text: "Ranches" }],
    rows: [{ head: { seat: 1 }, cells }],
  };
  same(told({ ...ann, worth: 40 }, [panel]), {
    holds: true,
    presides: false,
    shares: "KP×2, MKT, 2 ranches",
    figures: ["Dividend $5"],
  });
  same(told({ ...ann, shares: {}, worth: 40 }, [panel]).shares, "2 ranches");
});

Deno.test("what one presides over comes first, and says so", () => {
  const presided = [{ id: "KP" }, { id: "MKT", president: 1 }, { id: "MP", president: 2 }];
  const shares = (held) =>
    affairs({ railroads: presided, seats: [{ ...ann, shares: held }], panels: [] }, 1).shares;
  is(shares({ KP: 1, MKT: 2, MP: 1 }), "President: MKT×2 · holds KP, MP");
  is(shares({ MKT: 1 }), "President: MKT");
  is(shares({ MP: 1 }), "MP");
});

Deno.test("without railroads there is nothing to tell", () => {
  is(affairs({ railroads: [], seats: [ann], panels: [] }, 1), null);
});

const columns = [
  { text: "Treasury" },
  { text: "Income" },
  { text: "Dividend" },
  { text: "Value" },
  { text: "Unsold", figure: "shares_unsold" },
  { text: "Control" },
];
const lot = (...figures) =>
  lotFacts({
    auction: { railroad: "KP" },
    panels: [{
      name: "railroads",
      columns,
      rows: [{ head: { railroad: "MP" }, cells: [] }, { head: { railroad: "KP" }, cells: figures }],
    }],
  });
const [nothing, four, names] = [{ text: "–", unit: "$" }, { number: 4 }, { text: "Ann" }];
const dollars = (number) => ({ number, unit: "$" });

Deno.test("a price that goes to another railroad or the bank is told instead of a treasury", () => {
  const figures = [{ ...dollars(5), text: "Treasury", figure: "treasury" }, {
    ...dollars(3),
    text: "Income",
  }];
  const rows = (cells) => [{ head: { railroad: "KP" }, cells }];
  const facts = (pays_to, cells) =>
    lotFacts({
      auction: { railroad: "KP", pays_to },
      panels: [{
        name: "railroads",
        columns: [{ text: "Treasury", figure: "treasury" }, { text: "Income" }],
        rows: rows(cells),
      }],
    });
  same(facts("railroad:MP", figures), ["The price goes to MP", "Income $3"]);
  same(facts("railroad:KP", figures), ["Treasury $5", "Income $3"]);
  same(facts("bank", figures), ["The price goes to the bank", "Income $3"]);
  same(facts("railroad:MP", []), ["The price goes to MP"]);
  same(facts("bank", []), ["The price goes to the bank"]);
  same(facts("railroad:KP", []), ["The price goes into its treasury"]);
});

Deno.test("a price too low is told first, what the price is for only then", () => {
  const needs = { amount: 9, words: "Below $9 it is cancelled" };
  const auction = (high_bid) => ({ railroad: "KP", high_bid, needs, spent: "It pays for its track" });
  const facts = (high_bid) => lotFacts({ auction: auction(high_bid), panels: [] });
  same(facts(null), [needs.words]);
  same(facts(8), [needs.words]);
  same(facts(9), ["It pays for its track"]);
  same(tooLow(auction(12), 8), needs.words);
  same([tooLow(auction(12), undefined), tooLow({ railroad: "KP" }, 0), tooLow(null, 0)], [null, null, null]);
});

Deno.test("what winning comes to where it is no sale: below a price, or at any", () => {
  const needs = { amount: 9, words: "Will be cancelled" };
  const bought = { needs, spent: "It pays for its track" };
  const seats = [{ seat: 1, name: "Ann", cash: 60 }, { seat: 2, name: "Bob", cash: 60 }];
  const told = (auction, price, seat = 1) => ifWon({ auction, seats }, seat, price, 1);
  same([8, 9].map((price) => told(bought, price)), [
    "If you win: cancelled, money back",
    "If you win: $51 left",
  ]);
  is(told({ needs, spent: needs.words }, 20), "If you win: cancelled, money back");
  is(told({ needs, spent: needs.words }, 20, 2), "If Bob wins: cancelled, money back");
  is(told({ railroad: "KP" }, 0), "If you win: $60 left");
});

Deno.test("what is sold is told by its first three figures and by what is unsold", () => {
  same(lot(dollars(12), dollars(2), dollars(1), dollars(5), four, names), [
    "Treasury $12",
    "Income $2",
    "Dividend $1",
    "Unsold 4",
  ]);
});

Deno.test("of what is sold the figure after the sale is told first, where the game says it", () => {
  same(
    lot(dollars(12), dollars(2), { ...dollars(2), brief: "Dividend then $1" }, dollars(5), four),
    [
      "Dividend then $1",
      "Treasury $12",
      "Income $2",
      "Unsold 4",
    ],
  );
});

Deno.test("nothing is told of what has nothing yet, or of a sale without a railroad", () => {
  same(lot(dollars(0), dollars(0), nothing, dollars(0), { number: 5 }, names), []);
  same(lotFacts({ auction: { share: "A ranch" }, panels: [] }), []);
});

Deno.test("of a sale the player who gets the price is told first", () => {
  const seats = [{ seat: 1, name: "Ann" }, { seat: 2, name: "Bob" }];
  same(lotFacts({ auction: { share: "An old lamp", pays_to: "seat:2" }, seats, panels: [] }), [
    "The price goes to Bob",
  ]);
});

Deno.test("a bid leaves the rest of the bidder's cash, called by name whom one plays for; of hidden cash nothing is said", () => {
  const seats = [{ seat: 1, name: "Ann", cash: 60 }, { seat: 2, name: "Bob", cash: null }];
  const doc = { auction: {}, seats };
  is(ifWon(doc, 1, 9, 1), "If you win: $51 left");
  is(ifWon(doc, 1, 9, 2), "If Ann wins: $51 left");
  is(ifWon(doc, 1, 9, null), "If Ann wins: $51 left");
  is(ifWon(doc, 2, 9, 2), null);
});
