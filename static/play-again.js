// The same people at a new table: whoever makes it, and whoever of the old table goes along.

import { ask, tablePath } from "./client.js";
import { button, freshId, h, stylesheets } from "./dom.js";
import { freshKey, recall, remember } from "./keys.js";
import { say } from "./messages.js";
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
  const { host, seat } = recall(code);
  const key = host ?? seat?.key;
  const { game, seats } = await ask("GET", tablePath(code), { key });
  const [{ options = [] }] = await Promise.all([
    ask("GET", `/games/${encodeURIComponent(game)}`),
    stylesheets("dialogs"),
  ]);
  const begins = options.find(({ kind }) => kind === SEAT);
  const first = begins && await whoBegins(begins, seats.filter(({ imaginary }) => !imaginary));
  if (begins && !first) return null;
  const body = begins ? { options: { [begins.name]: first } } : {};
  const made = await ask("POST", `${tablePath(code)}/again`, { key, body });
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
  const { next_table: there } = table.doc;
  const { host, seat } = recall(there);
  if (host || seat || !table.key) return there; // whoever looks on looks on there
  const { code, join_key: join } = await ask("GET", `${table.path}/next`, { key: table.key });
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
    dialog.addEventListener("close", () => {
      answered(chosen);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
