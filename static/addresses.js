// What an address means: which page of which table, and what comes in its fragment, which no server sees.

const TABLE_PATH = /^\/t\/([0-9A-Za-z]+)(?:\/(again|board|check|log|settlement))?\/?$/;
const OFFICE_PATH = /^\/(tools|atlas|help|statistics)(?:\/[\w-]+)?\/?$/;
const ROLL_PATH = /^\/tools\/rolls\/\w+\/?$/;
const JOIN_FRAGMENT = /^#j=(.+)$/;
const SEAT_FRAGMENT = /^#s=(\d+)&h=(.+)$/; // the code of one seat, for a new phone
const LOBBY_FRAGMENT = "#lobby";

/**
 * `office`: home, tools, roll, atlas, help or statistics; or the `code` of a table, and its `page` if it has
 * one; with neither of them it is no address of ours.
 * @param {string} pathname
 * @returns {{ office: string | null, code: string | null, page: string | null }}
 */
export function readPath(pathname) {
  const named = ROLL_PATH.test(pathname) ? "roll" : OFFICE_PATH.exec(pathname)?.[1] ?? null;
  const office = pathname === "/" ? "home" : named;
  const [, code = null, page = null] = TABLE_PATH.exec(pathname) ?? [];
  return { office, code: code?.toUpperCase() ?? null, page };
}

/**
 * The table's key, or that of one seat, as a QR brings it; null: the fragment is none.
 * @param {string} hash
 * @returns {{ join: string } | { handed: { number: number, key: string } } | null}
 */
export function readKey(hash) {
  const join = JOIN_FRAGMENT.exec(hash)?.[1];
  if (join) return { join: decodeURIComponent(join) };
  const [, number, key] = SEAT_FRAGMENT.exec(hash) ?? [];
  return key ? { handed: { number: Number(number), key: decodeURIComponent(key) } } : null;
}

/**
 * The screen for an address, as the table stands and for what this browser may do there.
 * @param {{ office: string | null, code: string | null, page: string | null }} path
 * @param {string} hash
 * @param {{ problem: unknown, doc: any } | null} table null where the address has none
 * @param {{ host?: string, started?: boolean, handed?: unknown }} kept
 * @returns {string | null} null while the table has not answered
 */
export function screenOf({ office, code, page }, hash, table, kept) {
  if (office) return office;
  if (!code || !table || table.problem) return "not-found";
  if (!table.doc) return null;
  if (page) return page;
  const { role } = table.doc.you ?? {};
  if (kept.handed && role !== "host") return "join"; // it sits down by itself
  if (kept.host && hash === LOBBY_FRAGMENT) return "lobby";
  if (role === "host") return kept.started || table.doc.status !== "setup" ? "seat" : "lobby";
  return role === "seat" ? "seat" : "join";
}
