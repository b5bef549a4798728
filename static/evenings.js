// The evenings that are over, as far as this browser may see them: it has a key of every table it has sat at.

import { ask, askPicture, tablePath } from "./client.js";
import { knownTables, remember } from "./keys.js";

const KEYRING = "Companion-Keys"; // the header with all keys but the first
const MOST_KEYS = 100; // in one call
const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/; // the server's own machine sees all of them
const DRAWN = "seat_or_roll"; // who begins is asked or drawn anew

let adminKey = "";

/** From now on this page asks as whoever looks after the server; the key is kept nowhere. */
export function askAsAdmin(key) {
  adminKey = key;
}

/** May this browser see any at all? */
export function seesEvenings() {
  return Boolean(adminKey) || HERE.test(location.hostname) || keyring().length > 0;
}

function keyring() {
  return knownTables().map(({ host, seat }) => host ?? seat?.key).filter(Boolean).slice(0, MOST_KEYS);
}

function asking() {
  if (adminKey) return { key: adminKey };
  const [key, ...more] = keyring();
  return { key, headers: more.length ? { [KEYRING]: more.join(" ") } : {} };
}

/** @param {string} path with its query */
export function askEvenings(path) {
  return ask("GET", path, asking());
}

/** Rows for a spreadsheet, as an address the page may hand out; the caller revokes it. */
export function askRows(path) {
  const { key, headers } = asking();
  return askPicture(path, key, headers);
}

/** Put nobody's name in the place of a person's. Blanks around it are dropped: `.` alone is no address. */
export function removePerson(name) {
  return ask("DELETE", `/people/${encodeURIComponent(` ${name} `)}`, asking());
}

/**
 * May whoever holds this phone try things out in a copy of the table?
 * @param {import("./table.js").Table} table
 */
export function mayTry({ isHost, doc }) {
  const anyone = doc.options?.try_out === "anyone" && doc.you?.role === "seat";
  return isHost || anyone || doc.status === "finished";
}

/**
 * A copy of the table as it stood after an entry, for this phone alone; the address where it is played at.
 * @param {import("./table.js").Table} table
 * @param {number} at
 */
export async function tryOut({ path, key }, at) {
  const made = await ask("POST", `${path}/copy`, { key, body: { at } });
  remember(made.code, { host: made.host_key, join: made.join_key, started: true });
  return `/t/${made.code}`;
}

/** A new table with the same people, colours, options and rulings. */
export async function playAgain(code) {
  const { host, seat } = knownTables().find((table) => table.code === code) ?? {};
  const doc = await ask("GET", tablePath(code), { key: host ?? seat?.key });
  const { options: described = [] } = await ask("GET", `/games/${encodeURIComponent(doc.game)}`);
  const people = doc.seats.filter(({ imaginary }) => !imaginary);
  const kept = described.filter(({ name, kind }) => kind !== DRAWN && doc.options[name] !== undefined);
  const made = await ask("POST", "/tables", {
    body: {
      game: doc.game,
      players: people.map(({ name }) => name),
      options: Object.fromEntries(kept.map(({ name }) => [name, doc.options[name]])),
      rulings: doc.rulings,
    },
  });
  remember(made.code, { host: made.host_key, join: made.join_key, at: new Date().toISOString() });
  const seats = people.map(({ colour }, at) => ({ seat: at + 1, colour }));
  await ask("PATCH", tablePath(made.code), { key: made.host_key, body: { seats } });
  return made.code;
}
