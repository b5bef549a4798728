// The same people at a new table: whoever makes it, and whoever of the old table goes along.

import { ask, tablePath } from "./client.js";
import { freshKey, recall, remember } from "./keys.js";
/** @import { Table } from "./table.js" */
/** @import { TableDocument } from "./types.js" */

/**
 * A new table with the same people, colours, options and rulings, where whoever asks is the host; one who had
 * a seat of their own here has it there too. The new table's code.
 * @param {string} code
 */
export async function playAgain(code) {
  const { host, seat } = recall(code);
  const made = await ask("POST", `${tablePath(code)}/again`, { key: host ?? seat?.key, body: {} });
  remember(made.code, { host: made.host_key, join: made.join_key, at: new Date().toISOString() });
  const sits = host && seat && sit(made.code, made.host_key, seat.number);
  await Promise.resolve(sits).catch(() => {}); // a tap in the lobby does it as well
  return made.code;
}

/**
 * Go along to the table where the others play again: whoever sits here sits there too, if a seat with their
 * name is free. Its address, for the page of the same kind.
 * @param {Table} table
 */
export async function goAlong(table) {
  const { code, join_key: join } = await ask("GET", `${table.path}/next`, { key: table.key });
  const { host, seat } = recall(code);
  if (host || seat) return code;
  remember(code, { join, at: new Date().toISOString() });
  const own = nameOf(table.doc, table.mySeat);
  if (!own) return code;
  const { seats } = await ask("GET", tablePath(code), { key: join });
  const mine = seats.find(({ name }) => name === own);
  if (mine && !mine.claimed) await sit(code, join, mine.seat);
  return code;
}

/**
 * Who sits there.
 * @param {TableDocument} doc
 * @param {number | null} seat
 */
export function nameOf({ seats }, seat) {
  return seats.find((one) => one.seat === seat)?.name;
}

/** The phone makes its key before it asks, and keeps it: a lost answer locks nobody out. */
async function sit(code, by, number) {
  const { claiming } = recall(code);
  const key = claiming?.number === number ? claiming.key : freshKey();
  remember(code, { claiming: { number, key } });
  await ask("POST", `${tablePath(code)}/seats/${number}/claim`, { key: by, body: { key } });
  remember(code, { seat: { number, key }, claiming: undefined });
}
