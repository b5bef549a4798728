// The tables this browser has sat at, for a page that lists them.

import { readShelf, remember, writeShelf } from "./keys.js";

/**
 * A table that was just made here: this browser is its host.
 * @param {{ code: string, host_key: string, join_key: string }} made
 */
export function keepMade({ code, host_key: host, join_key: join }) {
  remember(code, { host, join, at: new Date().toISOString() });
}

/** @param {string} code */
export function forgetTable(code) {
  const tables = readShelf();
  delete tables[code];
  writeShelf(tables);
}

/** Tables this browser has sat at, newest first. */
export function knownTables() {
  return Object.entries(readShelf())
    .map(([code, kept]) => ({ code, ...kept }))
    .sort((one, other) => String(other.at ?? "").localeCompare(String(one.at ?? "")));
}
