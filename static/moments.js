// Addresses of a table as it stood after one of its entries.

const FRAGMENT = /^#at=(\d{1,7})$/;

/**
 * The entry after which a table is to be shown; null: the fragment names none.
 * @param {string} hash
 */
export function readMoment(hash) {
  const found = FRAGMENT.exec(hash)?.[1];
  return found ? Number(found) : null;
}

/**
 * Where the table can be seen as it stood after an entry; the evening from its first one on, unless told.
 * @param {string} code
 * @param {number} [revision]
 */
export function momentPath(code, revision = 1) {
  return `/t/${code}/again#at=${revision}`;
}
