// One's own affairs at a glance: the shares, what the next dividend brings, what it all comes to; and what a
// bidder wants to know.

import { h } from "../../dom.js";
import { money, say, withUnit } from "../../messages.js";
import { isCall, isQuiet } from "../log/entry.js";
import { badgeLetters, calledName, seatOf } from "./badges.js";
import { figure, standsFor } from "./panel.js";
/** @import { Seat, TableDocument } from "../../types.js" */

const CASH = "cash"; // it stands above, larger
const FEW = 3; // so many figures of a railroad a glance takes in, as its line among the railroads shows
const UNSOLD = "shares_unsold"; // and this one
const MANY = 20; // more letters, of shares or a figure, have no room beside the other on a narrow phone

/**
 * A seat's shares and figures, in few words, what is wanted first first: a narrow phone has one line for
 * both, and the last figures go where that is full. Null at a table without railroads.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function affairs(doc, seat) {
  /** @type {Partial<Seat>} */
  const { shares, cash, worth, next_dividend: dividend, dividend_so_far: soFar } = seatOf(doc, seat) ?? {};
  if (!doc.railroads.length) return null;
  const own = lineOf(doc, "players", seat);
  const mine = doc.railroads.filter(({ id }) => shares?.[id]);
  const over = mine.filter(({ president }) => president === seat);
  const held = [...new Set([...over, ...mine])]
    .map(({ id }) =>
      shares[id] === 1
        ? badgeLetters(id)
        : say("own.shares", { railroad: badgeLetters(id), number: shares[id] })
    );
  held.push(...own.flatMap(({ brief }) => brief ?? []));
  const first = held.splice(0, over.length).join(", ");
  const others = held.length && first ? `${say("own.holds")} ${held.join(", ")}` : held.join(", ");
  const groups = [first && `${say("figure.president")}: ${first}`, others].filter(Boolean);
  const holds = groups.length > 0;
  const figures = [
    ...strongest(doc, seat).map((words) => words.join(" ")),
    Number.isInteger(dividend)
      ? (holds || dividend > 0) && say("own.dividend", { amount: money(dividend) })
      : soFar && say("own.dividend", { amount: soFar }),
    Number.isInteger(worth) && worth !== cash && say("own.worth", { amount: money(worth) }),
  ];
  return {
    holds,
    presides: over.length > 0,
    shares: groups.join(" · ") || say("own.no-shares"),
    figures: figures.filter(Boolean),
  };
}

/**
 * Which railroads the viewer has shares of: their rows come first.
 * @param {TableDocument} doc
 */
export function sharesOf(doc) {
  return doc.seats.find(({ seat }) => seat === doc.you?.seat)?.shares ?? null;
}

/**
 * The line of a player, or of a railroad, each cell with the head of its column.
 * @param {Pick<TableDocument, "panels">} doc
 */
function lineOf({ panels }, panel, whose) {
  const { columns, rows } = panels.find(({ name }) => name === panel) ?? {};
  const line = rows?.find(({ head: { seat, railroad } }) => whose && (seat ?? railroad) === whose);
  return line?.cells.map((cell, at) => ({ ...columns[at], ...cell })) ?? [];
}

/** Its numbers that have a name. */
function figuresOf(doc, panel, whose) {
  return lineOf(doc, panel, whose).filter(({ text, number }) => text && Number.isInteger(number));
}

/**
 * What players of this game look for first, besides their cash. At the end that column may count more, and is
 * called otherwise.
 * @param {TableDocument} doc
 * @param {number} seat
 */
function strongest(doc, seat) {
  return figuresOf(doc, "players", seat)
    .filter(({ strong, text }) => strong && text !== say("figure.cash"))
    .map(({ text, number, unit }) => [text, withUnit(number, unit)]);
}

/**
 * What one has, large; where points have decided, those.
 * @param {TableDocument} doc
 * @param {number} seat
 * @param {number | null} was
 */
export function purse(doc, seat, was) {
  const { cash } = seatOf(doc, seat) ?? {};
  const [points] = doc.status === "finished" ? strongest(doc, seat) : [];
  const changed = was === cash ? null : was;
  const make = () =>
    h(
      "p",
      { class: "cash" },
      points ? [points[1], " ", h("span", { class: "hint" }, points[0])] : [
        h("span", { class: "unseen" }, say("figure.cash")),
        standsFor(figure(cash, say("unit.money"), changed), `seat:${seat}`, CASH),
      ],
    );
  return { key: "cash", shows: [seat, points, cash, changed], make };
}

/**
 * The same as a part of where it stands; null where there is nothing to tell.
 * @param {TableDocument} doc
 * @param {number} seat
 */
export function affairsPart(doc, seat) {
  const told = doc.status === "finished" ? null : affairs(doc, seat);
  const points = strongest(doc, seat).length;
  const make = () =>
    h(
      "p",
      { class: "own", "data-many": [told.shares, ...told.figures].some(({ length }) => length > MANY) },
      told.holds &&
        h("span", { class: told.presides ? "unseen" : "unseen own-holds" }, say("own.holds"), " "),
      h("span", { class: "own-shares" }, told.shares),
      " ",
      told.figures.map((figure, at) =>
        h("span", { class: "own-figure", "data-points": at < points }, at ? " · " : "", figure)
      ),
    );
  return told && { key: "own", shows: told, make };
}

/**
 * Who is paid for it, if its own treasury gets nothing, or might: a player, another railroad, the bank; its
 * figures, one that the sale changes first, and its unsold shares. While all are nothing, where the price
 * goes. Of a price too low, what comes of it. `whose`: stands before the figures, below a title that
 * names the share, so they do not.
 * @param {TableDocument} doc
 * @returns {string[]}
 */
export function lotFacts(
  { auction, panels, seats, money_requests: bank },
  price = auction?.high_bid,
  whose = null,
) {
  const low = tooLow(auction, price);
  if (low) return [low];
  const payee = auction?.pays_to;
  const other = payee?.split("railroad:")[1];
  const name = seats?.find(({ seat }) => payee === `seat:${seat}`)?.name ??
    (other !== auction?.railroad && other);
  // in the bank alone anybody may be paid: it is said each time, also where the treasury is told
  const way = payee === "bank" ? "bank" : bank && payee && "railroad";
  const sells = name ? [say("auction.sells", { name })] : way ? [say(`auction.pays-${way}`)] : [];
  const figures = figuresOf({ panels }, "railroads", auction?.railroad);
  const few = figures.slice(0, FEW);
  if (few.every(({ number, figure }) => !number || figure === UNSOLD)) {
    const least = !Number.isInteger(price) && auction?.needs?.words; // before a price is known
    const spent = least || auction?.spent || (!name && other && say("auction.pays-railroad"));
    return spent ? [spent] : sells;
  }
  const told = [...few, ...figures.slice(FEW).filter(({ figure }) => figure === UNSOLD)]
    .filter(({ figure }) => !sells.length || figure !== "treasury")
    .sort((one, other) => +!one.brief - +!other.brief)
    .map(({ text, number, unit, brief = `${text} ${withUnit(number, unit)}` }, at) =>
      at || whose === null ? brief : whose + brief.split(" · ").pop()
    );
  return [...sells, ...told];
}

/**
 * Does the table wait for that seat?
 * @param {TableDocument} doc
 */
export function isAwaited({ status, turn, auction }, seat) {
  if (!seat || status === "finished") return false;
  return auction?.to_act === seat || (turn?.seats ?? [turn?.seat]).includes(seat);
}

/** What happens if it stays at that price; null: it is a sale. */
export const tooLow = (auction, price) => price < auction?.needs?.amount ? auction.needs.words : null;

/**
 * What a bid comes to: where it is no sale, below some price or at any, that; else what it would leave of the
 * bidder's money, for what it says itself stands on Confirm. Null where that is not known. Any other seat
 * than one's own is called by name.
 * @param {TableDocument} doc
 * @param {number} seat
 * @param {number} amount
 * @param {number | null} [ownSeat]
 */
export function ifWon(doc, seat, amount, ownSeat) {
  const { auction } = doc;
  const { cash } = seatOf(doc, seat) ?? {};
  const own = seat === ownSeat;
  const name = own || calledName(doc, seat);
  const never = auction?.needs && auction.needs.words === auction.spent;
  if (never || tooLow(auction, amount)) {
    return say(own ? "auction.no-sale" : "auction.no-sale-them", { name });
  }
  if (!Number.isInteger(cash)) return null;
  return say(own ? "auction.leaves" : "auction.leaves-them", { name, left: money(cash - amount) });
}

/**
 * The last bid of each, by seat, from the last entries: whoever is in has called within them. An auction
 * begins with a move that names what is sold, and may bid for it; one before it ends with a call that moves
 * something, or with the pass of somebody who is in here or has passed here as well.
 * @param {TableDocument} doc
 * @returns {Map<number, number>}
 */
export function bidsOf({ auction, recent }) {
  const { high_bid: high, high_seat: leads, passed, cannot_bid: unable = [] } = auction ?? {};
  const bids = new Map(Number.isInteger(high) ? [[leads, high]] : []);
  const out = new Set(passed?.filter((seat) => !unable.includes(seat)));
  let least = high ?? -1; // nobody has bid: every bid is of an auction before
  for (const entry of [...(auction && recent || [])].reverse()) {
    const { type, seat, amount, railroad } = entry.move ?? {};
    const begins = railroad && railroad === auction.railroad; // no call names it
    if (entry.undone || (!begins && !isCall(entry) && type !== "auction_result")) continue;
    if (!begins && (!isQuiet(entry) || (type === "pass" ? !out.delete(seat) : amount > least))) break;
    if (Number.isInteger(amount) && !bids.has(seat)) bids.set(seat, amount);
    if (begins) break;
    least = amount ?? least;
  }
  return bids;
}

/**
 * Who comes next, where the rules know it.
 * @param {TableDocument} doc
 */
export function comesThen({ turn, status, ...doc }, seat, mine) {
  if (!turn?.next || status === "finished") return null;
  const words = turn.next === doc.you?.seat
    ? say("seat.then-you")
    : say(mine && seat === doc.you?.seat ? "seat.after-you" : "seat.then", {
      name: calledName(/** @type {TableDocument} */ (doc), turn.next),
    });
  return h("span", { class: "then" }, " ", words);
}
