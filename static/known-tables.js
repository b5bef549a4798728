// The tables this browser has sat at, for a page that lists them.

import { readShelf, writeShelf } from "./keys.js";

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
