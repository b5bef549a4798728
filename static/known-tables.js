// The tables this browser has sat at, for a page that lists them.

import { read, write } from "./keys.js";

/** @param {string} code */
export function forgetTable(code) {
  const tables = read();
  delete tables[code];
  write(tables);
}

/** Tables this browser has sat at, newest first. */
export function knownTables() {
  return Object.entries(read())
    .map(([code, kept]) => ({ code, ...kept }))
    .sort((one, other) => String(other.at ?? "").localeCompare(String(one.at ?? "")));
}
