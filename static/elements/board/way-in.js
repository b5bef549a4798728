// Before the first move, while chairs are free: how to come in, large enough to be scanned from the sofa.

import { h, icon } from "../../dom.js";
import { listed } from "../../longhand.js";
import { say } from "../../messages.js";
import { seatMark, seatName, signs } from "../panels/badges.js";
import { areOnOnePhone, isOneEnough } from "../table/act-for.js";
import { addressOf, inThrees, joinPicture, typedWayIn } from "../table/join-picture.js";
import { isSetUp, workOf } from "./work.js";
/** @import { Table } from "../../table.js" */
/** @import { TableDocument } from "../../types.js" */

const BEGUN = 1; // the entry that begins a game
const MOST_WHOLE = 6, MOST_BESIDE_DIGITS = 3, MOST_ABOVE_A_LIST = 2; // names
const MOST_AWAITED = 3; // names in the head: who else is free stands below
const LONG_LETTERS = 12; // of a name that stands in a line of its own

/** Has nobody moved yet? What is printed on the board may be noted before. */
const isFresh = ({ revision, recent }) =>
  revision <= BEGUN ||
  recent?.every(({ revision: at, move }) => at <= BEGUN || move?.type === "learn");

/** Is somebody still expected, before anybody has moved, and before the host has tapped *Start*? */
export const isGathering = (/** @type {TableDocument} */ doc) =>
  doc.status !== "finished" && isFresh(doc) && !doc.options?.started &&
  doc.seats.some(({ claimed, imaginary }) => !claimed && !imaginary);

/**
 * Is there nothing to tell yet but how to come in: also where all are seated, until the first move, unless
 * there is a board to lay out?
 * @param {TableDocument} doc
 */
export const isOpen = (doc) =>
  isGathering(doc) ||
  (doc.status !== "finished" && isFresh(doc) && !doc.auction && !isSetUp(workOf(doc)));

/**
 * Whom the table gathers for, in place of whose turn it will be.
 * @param {TableDocument} doc
 */
export function awaited(doc) {
  if (areOnOnePhone(doc)) return say("board.together");
  if (isOneEnough(doc)) return say("board.enough");
  const free = doc.seats.filter(({ claimed, imaginary }) => !claimed && !imaginary);
  if (free.length > MOST_AWAITED) return say("board.awaited-many", { count: free.length });
  return say("board.awaited", { names: listed(free.map(({ seat }) => seatName(doc, seat))) });
}

/** Whoever has this screen's keyboard, or its remote control, brings the QR to it. */
function digitsFor(table) {
  import("../table/by-digits.js"); // rare
  return h("by-digits", {
    props: { screen: { table }, lead: say("board.digits"), go: say("board.digits-go") },
  });
}

/** Whoever shares the phone is there; who does so the head says. */
const stateOf = (claimed, shared) => {
  if (claimed) return [icon("check")];
  if (shared) return [icon("check"), h("span", { class: "unseen" }, say("board.shared"))];
  return [h("span", { class: "hint" }, say("lobby.free"))];
};

/**
 * The QR and the address, with the six digits where this screen may know them, and who has come. A screen
 * that only watches has no QR to show before somebody has entered the digits there: it says where they are.
 * @param {TableDocument} doc
 * @param {Table} table
 */
export function wayInPart(doc, table) {
  const { seats, join_url: url, join_pin: pin } = doc;
  const own = Boolean(table.key && url);
  // Whoever looks for a seat reads the name that was typed in, unless so many would leave no room for the QR
  // above the list of what is to be laid out, or for the field of the digits.
  const most = isSetUp(workOf(doc)) ? MOST_ABOVE_A_LIST : MOST_WHOLE;
  const whole = seats.length <= Math.min(most, own ? MOST_WHOLE : MOST_BESIDE_DIGITS);
  const told = whole ? table.doc : doc;
  const long = whole && told.seats.some(({ name }) => name.length > LONG_LETTERS);
  const here = document.documentElement.dataset.phones ?? location.origin;
  const shared = areOnOnePhone(doc);
  const enough = isOneEnough(doc);
  const scan = shared ? say("board.scan-watch") : enough ? say("board.scan-too") : say("board.scan");
  const open = shared ? say("board.open-watch") : say("board.open");
  const make = (part = h("section", { class: "panel way-in-large", "aria-label": say("board.way-in") })) => {
    const picture = part.querySelector(".way-in-picture") ??
      (own && h("div", { class: "way-in-picture" }, joinPicture(table)));
    part.replaceChildren(...[
      picture,
      h(
        "div",
        { class: "way-in-words" },
        h("p", { class: "way-in-head" }, own ? scan : open),
        own ? h("p", {}, typedWayIn(url, pin)) : h("p", { class: "address" }, addressOf(here)),
        !own && (part.querySelector("by-digits") ?? digitsFor(table)),
      ),
      h(
        "ul",
        { class: "plain-list way-in-seats", "data-long": long },
        seats.filter(({ imaginary }) => !imaginary).map(({ seat, claimed }) =>
          h("li", {}, seatMark(told, seat), ...stateOf(claimed, shared))
        ),
      ),
    ].filter(Boolean));
    return part;
  };
  return {
    key: "way-in",
    shows: [shared, enough, seats.map(({ claimed }) => claimed), url, pin, signs(told)],
    make,
  };
}

/**
 * While a game goes on, what whoever comes late or follows on a phone opens and types: in the head, for a
 * TV may have neither a mouse nor keys. A screen that only watches knows no digits; the table's code is no
 * secret.
 * @param {TableDocument} doc
 * @param {Table} table
 */
export function followPart(doc, table) {
  if (doc.status === "finished" || isOpen(doc)) return null;
  const { code, join_url: url, join_pin: pin } = doc;
  const known = table.key && url && pin;
  const here = document.documentElement.dataset.phones ?? location.origin;
  const typed = known ? [addressOf(url), inThrees(pin)] : [addressOf(here), code];
  const make = () =>
    h("p", { class: "board-follow" }, say("board.follow"), " ", typed.map((one) => h("strong", {}, one)));
  return { key: "follow", shows: typed, make };
}
