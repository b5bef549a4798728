// A seat and another phone: its own QR, asking for it with a number, and saying yes or no to who asks.

import { ask, Unreachable } from "./client.js";
import { freshKey, remember } from "./keys.js";
import { moreWords, say } from "./messages.js";
import { claimSeat } from "./table.js";
/** @import { Table } from "./table.js" */

const SERVER_ERROR = 500;
let withdrawing = null; // one call at a time

/**
 * A QR of the seat's own; whoever scans it has the seat, and the phone before loses it. {url, qr_svg}
 * @param {Table} table
 * @param {number} seat
 */
export function handover(table, seat, address) {
  return ask("POST", `${table.path}/seats/${seat}/handover`, {
    key: table.key,
    body: address ? { address } : {},
  });
}

/**
 * The ways a phone may reach this server, the usual one first: [{url, join_url}].
 * @param {Table} table
 */
export async function addresses(table) {
  const { items } = await ask("GET", `${table.path}/addresses`, { key: table.key });
  return items;
}

/**
 * "I am sitting there, on a new phone." The number is shown on both; this phone keeps the key it will sit
 * down with, also when it gives up. What it gave up before is withdrawn first.
 * @param {Table} table
 * @param {number} seat
 */
export async function askForSeat(table, seat) {
  await withdraw(table);
  const { claiming, givenUp, seat: mine } = table.kept;
  if (givenUp) throw new Unreachable();
  if (mine) return;
  const before = claiming?.number === seat && claiming.key;
  const key = before || freshKey();
  const answer = await ask("POST", `${table.path}/seats/${seat}/request`, {
    key: table.kept.join ?? table.key,
    body: { key },
  }).catch((error) => {
    if (before && error.code === "invalid") return null; // the key is in use: it is the seat's
    throw error;
  });
  if (!answer) return void await table.claim(seat);
  const asked = { ...answer, seat, since: table.doc.revision };
  remember(table.code, { claiming: { number: seat, key }, asked });
}

/**
 * What this phone has given up (`givenUp`: {id, seat, key}) nobody can let in any more. Out of reach of the
 * table it stays kept, to be told later. Where somebody said yes just before, it sits down: the old phone
 * has lost the seat by then.
 * @param {Table} table
 */
export function withdraw(table) {
  const { givenUp } = table.kept;
  if (givenUp) withdrawing ??= tellOf(table, givenUp).finally(() => withdrawing = null);
  return withdrawing;
}

/** @param {Table} table */
async function tellOf(table, { id, seat, key }) {
  const path = `${table.path}/requests/${encodeURIComponent(id)}/withdraw`;
  try {
    await ask("POST", path, { key: table.kept.join ?? table.key, body: { key } });
  } catch (error) {
    if (error instanceof Unreachable || error.status >= SERVER_ERROR) return;
    if (error.code === "not-now") await table.claim(seat);
  }
  remember(table.code, { givenUp: undefined });
}

/**
 * The request is gone: with a yes the seat's key is the one this phone made; else it was refused, or too
 * late, which is returned in words. Null: this phone sits, or the table is out of reach.
 * @param {Table} table
 * @param {{ seat: number, since: number }} asked
 */
export async function hearAnswer(table, asked) {
  const stop = () => remember(table.code, { claiming: undefined, asked: undefined });
  try {
    await table.claim(asked.seat);
    stop();
    return null;
  } catch (error) {
    if (error instanceof Unreachable) return null;
    stop();
    await Promise.all([table.refresh(), moreWords()]);
    return say(isRefused(table, asked, error) ? "join.refused" : "join.late");
  }
}

/**
 * The table knows the key of a request that was refused; longer than that, a note of the companion's on the
 * seat tells of it, but after the end there is none. A request that nobody answers leaves neither.
 */
function isRefused(table, { seat, since }, { said }) {
  return Boolean(said?.errors?.key) ||
    table.doc.recent?.some(({ by, move, revision }) =>
      by === "app" && move?.type === "note" && move.seat === seat && revision > since
    );
}

/**
 * A host who plays sits down at this very screen, and stays the host.
 * @param {Table} table
 * @param {number} seat
 */
export async function sitHere(table, seat) {
  await claimSeat(table.code, seat, table.key);
  await table.refresh();
}

/** @param {Table} table */
export function answerRequest(table, id, approve) {
  return ask("POST", `${table.path}/requests/${encodeURIComponent(id)}`, {
    key: table.key,
    body: { approve },
  });
}
