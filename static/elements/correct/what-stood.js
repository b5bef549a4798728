// What stood before an old entry, and the moves that may be put in its place or before it.

import { ask, askGame } from "../../client.js";
import { kindsFor } from "../../fields/kinds.js";
import { commonMoves } from "./common-moves.js";
/** @import { Table } from "../../table.js" */
/** @import { Entry } from "../../types.js" */

const COMMON = new Set(["note", "learn", "correct"]);
const PASS = "pass"; // in an auction: its help speaks to whoever passes, and the host reads it

/**
 * {turn, told, move, changes, choices}: whose turn it was, what the entry told of the board, its move, and as
 * choices of a move-chooser what may be put in its place and what before it. Every kind of field in them can
 * be drawn.
 * @param {Table} table
 * @param {Entry} entry
 */
export async function whatStood(table, entry) {
  const game = encodeURIComponent(table.doc.game);
  const calls = [
    askGame(game),
    ask("GET", `/atlases/${game}`),
    table.offersThen(entry.revision),
    table.figures(),
  ];
  const [{ moves }, atlas, then, { figures }] = await Promise.all(calls);
  const move = entry.move.move ?? entry.move; // of an amendment the one that it inserted
  const [changes, choices] = [move, null].map((
    own,
  ) => [...onOffer(then, moves, move), ...commonMoves(table.doc, moves, atlas, figures, own)]);
  await kindsFor([...changes, ...choices].flatMap(({ specs }) => specs).concat(then.told));
  return { turn: then.turn, told: then.told, move, changes, choices };
}

/** What might be done then; the entry's own move too, if the rules would not offer it any more. */
function onOffer({ offers }, moves, { type, seat }) {
  const choices = offers.map(({ fields: specs, help, ...offer }) => ({
    ...offer,
    specs,
    help: offer.type === PASS ? undefined : help,
  }));
  if (COMMON.has(type) || choices.some((choice) => choice.type === type && choice.seat === seat)) {
    return choices;
  }
  const own = moves.find((move) => move.type === type);
  return [...choices, { ...own, seat, specs: own.fields }];
}

/**
 * The bid whose price was paid when that entry, a pass, ended its auction.
 * @param {Entry} entry
 * @param {Entry[]} standing what stands, the oldest first
 * @returns {Entry | undefined}
 */
export function winningBid(entry, standing) {
  if (entry.move.type !== PASS) return undefined;
  const bid = standing.findLast(({ revision, move }) => revision < entry.revision && move?.type === "bid");
  const isPrice = ({ from, amount }) => from === `seat:${bid?.move.seat}` && amount === bid?.move.amount;
  return entry.postings?.some(isPrice) ? bid : undefined;
}
