// The evenings that are over, as far as this browser may see them: it has a key of every table it has sat at.

import { ask, askPicture, tablePath } from "./client.js";
import { remember } from "./keys.js";
import { knownTables } from "./known-tables.js";

const KEYRING = "Companion-Keys"; // the header with all keys but the first
const MOST_KEYS = 100; // in one call
const LOOKED_AT = 50; // evenings, for who has played in them
const REMOVED = /^N\. N\. \d+$/;
const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/; // the server's own machine sees all of them

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

/**
 * Who has played here, as far as this browser may know, whoever has lately first.
 * @returns {Promise<{ name: string, colour?: string }[]>}
 */
export async function recentPeople() {
  const running = knownTables().filter(({ host, seat, practice }) => (host || seat) && !practice)
    .map(({ at = "", players = [] }) => ({ at, players: players.map((name) => ({ name })) }));
  const asked = seesEvenings() ? askEvenings(`/evenings?limit=${LOOKED_AT}`) : Promise.resolve({ items: [] });
  const { items } = await asked.catch(() => ({ items: [] }));
  const over = items.map(({ finished_at: at, players }) => ({ at, players }));
  const people = new Map();
  for (const { players } of [...over, ...running].sort((one, other) => (one.at < other.at ? 1 : -1))) {
    for (const { name, colour } of players) {
      if (REMOVED.test(name)) continue;
      const key = name.toLowerCase();
      people.set(key, { name, colour, ...people.get(key) });
    }
  }
  return [...people.values()];
}

/**
 * These players have colours of their own at a new table; whoever has none keeps the usual one, or another
 * that nobody has.
 * @param {{ code: string, host_key: string, table: import("./types.js").TableDocument }} made
 * @param {(string | undefined)[]} chosen by seat
 */
export async function paintSeats({ code, host_key: key, table }, chosen) {
  if (!chosen.some(Boolean)) return;
  const usual = table.seats.map(({ colour }) => colour);
  const free = usual.filter((colour, at) => chosen[at] && !chosen.includes(colour));
  const seats = usual.flatMap((colour, at) => {
    const own = chosen[at] ?? (chosen.includes(colour) ? free.shift() : colour);
    return own && own !== colour ? [{ seat: at + 1, colour: own }] : [];
  });
  if (seats.length) await ask("PATCH", tablePath(code), { key, body: { seats } });
}

/** Rows for a spreadsheet, as an address the page may hand out; the caller revokes it. */
export function askRows(path) {
  const { key, headers } = asking();
  return askPicture(path, key, headers);
}

/** Replace a person's name by nobody's. The server drops the spaces around it; `.` alone is no address. */
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
