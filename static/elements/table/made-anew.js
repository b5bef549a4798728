// What is settled with a table is settled otherwise: by another table in its place, as long as nobody else
// has come and nothing is played.

import { ask, tablePath } from "../../client.js";
import { paintSeats } from "../../evenings.js";
import { forgetTable, keepMade } from "../../known-tables.js";
import { claimSeat } from "../../table.js";
/** @import { Table } from "../../table.js" */

/** @param {Table} table */
export const isUntouched = ({ doc, ownSeat }) =>
  doc.revision <= 1 && doc.seats.every(({ seat, claimed }) => !claimed || seat === ownSeat);

/**
 * The same people, colours, options and rulings but for what is given; whoever sits there sits here. The new
 * table's code.
 * @param {Table} table
 * @param {Record<string, unknown>} given
 */
export async function madeAnew({ code, key, doc, ownSeat }, given) {
  const seats = doc.seats.filter(({ imaginary }) => !imaginary);
  const made = await ask("POST", "/tables", {
    body: {
      game: doc.game,
      players: seats.map(({ name }) => name),
      options: { ...doc.options, ...given },
      rulings: doc.rulings,
    },
  });
  keepMade(made);
  const likewise = [
    paintSeats(made, seats.map(({ colour }) => colour)),
    ownSeat && claimSeat(made.code, ownSeat, made.host_key),
    ask("DELETE", tablePath(code), { key }).then(() => forgetTable(code)),
  ];
  await Promise.allSettled(likewise); // what fails can be done by hand in the new lobby
  return made.code;
}
