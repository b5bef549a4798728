// A position that is being entered, kept per game so that it survives a reload, until its table is there.

/** @param {string} slug */
const place = (slug) => `companion.position.${slug}`;

/**
 * {players, said}, or null.
 * @param {string} slug
 */
export function readPosition(slug) {
  try {
    return JSON.parse(localStorage.getItem(place(slug)));
  } catch {
    return null;
  }
}

/** @param {string} slug */
export function writePosition(slug, draft) {
  localStorage.setItem(place(slug), JSON.stringify(draft));
}

/** @param {string} slug */
export function forgetPosition(slug) {
  localStorage.removeItem(place(slug));
}
