// The same people at a new table: whoever makes it, and whoever of the old table goes along.

import { ask, askGame, Problem, tablePath } from "./client.js";
import { button, freshId, h, stylesheets } from "./dom.js";
import { freshKey, recall, remember } from "./keys.js";
import { keepMade } from "./known-tables.js";
import { say } from "./messages.js";
import { claimSeat } from "./table.js";
/** @import { Table } from "./table.js" */
/** @import { TableDocument } from "./types.js" */

const [SEAT, ROLL] = ["seat_or_roll", "roll"];

/**
 * A new table with the same people, colours, options and rulings, where whoever asks is the host; one who had
 * a seat of their own here has it there too. Only who begins is asked. The new table's code; null: they have
 * thought better of it.
 * @param {string} code
 */
export async function playAgain(code) {
  const { host, seat, again = freshKey() } = recall(code);
  const key = host ?? seat?.key;
  const { game, seats, next_table: next } = await ask("GET", tablePath(code), { key });
  if (next && recall(next).host) return next; // it is made already
  const [{ options = [] }] = await Promise.all([
    askGame(game),
    stylesheets("dialogs"),
  ]);
  const begins = options.find(({ kind }) => kind === SEAT);
  const first = begins && await whoBegins(begins, seats.filter(({ imaginary }) => !imaginary));
  if (begins && !first) return null;
  const chosen = begins ? { options: { [begins.name]: first } } : {};
  remember(code, { again }); // if the answer is lost, the next tap is answered with the same table
  const made = await ask("POST", `${tablePath(code)}/play-again`, { key, body: { ...chosen, key: again } });
  remember(code, { again: undefined });
  keepMade(made);
  const sits = host && seat && claimSeat(made.code, seat.number, made.host_key);
  await Promise.resolve(sits).catch(() => {}); // a tap in the lobby does it as well
  return made.code;
}

/**
 * Go along to the table where the others play again: whoever sits here sits there too, if a seat with their
 * name is free. Its code.
 * @param {Table} table
 */
export async function goAlong(table) {
  const { next_table: there } = table.doc;
  const { host, seat } = recall(there);
  if (host || seat || !table.key) return there; // whoever looks on looks on there
  const own = nameOf(table.doc, table.mySeat);
  try {
    const { join_key: join } = await ask("GET", `${table.path}/next-table`, { key: table.key });
    remember(there, { join, at: new Date().toISOString() });
    if (!own) return there;
    const { seats } = await ask("GET", tablePath(there), { key: join });
    const mine = seats.find(({ name }) => name === own);
    if (mine && !mine.claimed) await claimSeat(there, mine.seat, join);
  } catch (error) {
    if (own || !(error instanceof Problem)) throw error;
  }
  return there;
}

/**
 * Who sits there.
 * @param {TableDocument} doc
 * @param {number | null} seat
 */
export function nameOf({ seats }, seat) {
  return seats.find((one) => one.seat === seat)?.name;
}

/**
 * A tap answers: a seat's number, or that it is drawn. Null if nobody is chosen.
 * @param {{ label: string, help?: string }} option
 * @param {{ seat: number, name: string }[]} people
 * @returns {Promise<number | "roll" | null>}
 */
function whoBegins({ label, help }, people) {
  const id = freshId("begins");
  return new Promise((answered) => {
    let chosen = null;
    const choose = (value) => () => {
      chosen = value;
      dialog.close();
    };
    const keys = [{ seat: ROLL, name: say("new.roll") }, ...people].map(({ seat, name }) =>
      button(name, choose(seat), { "data-begins": seat })
    );
    const dialog = h(
      "dialog",
      { "aria-labelledby": id, class: "who-begins" },
      h("h2", { id }, label),
      h("div", { class: "dialog-body" }, help && h("p", { class: "hint" }, help), keys),
      h("div", { class: "actions" }, button(say("dialog.cancel"), () => dialog.close(), { class: "quiet" })),
    );
    const left = () => dialog.close(); // Back leads to another page: nobody is asked there
    addEventListener("popstate", left);
    dialog.addEventListener("close", () => {
      removeEventListener("popstate", left);
      answered(chosen);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
