// What this browser may do at which table. Keys live in localStorage only: never in an address, a title or a
// log.

const SHELF = "companion.tables";
const KEY_BYTES = 24; // 192 random bits; the contract asks for at least 128

export function readShelf() {
  try {
    return JSON.parse(localStorage.getItem(SHELF)) ?? {};
  } catch {
    return {};
  }
}

export function writeShelf(tables) {
  try {
    localStorage.setItem(SHELF, JSON.stringify(tables));
  } catch {
    // A full or forbidden store must not stop the evening: the keys last as long as the page does.
  }
}

/**
 * What is kept of one table: {host, seat: {number, key}, join, started, game, players, at, again}.
 * @param {string} code
 */
export function recall(code) {
  return readShelf()[code] ?? {};
}

/** @param {string} code */
export function remember(code, facts) {
  const tables = readShelf();
  tables[code] = { ...tables[code], ...facts };
  writeShelf(tables);
  return tables[code];
}

/** A key nobody can guess, in URL-safe letters. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
