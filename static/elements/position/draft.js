// A position that is being entered, kept per game so that it survives a reload, until its table is there.

/** @param {string} slug */
const place = (slug) => `companion.position.${slug}`;

/**
 * {players, said, options, rulings, at}, or null.
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
  localStorage.setItem(place(slug), JSON.stringify({ ...draft, at: Date.now() }));
}

/**
 * Of these games the one whose position was last being entered, or undefined.
 * @param {string[]} slugs
 * @returns {string | undefined}
 */
export function lastPosition(slugs) {
  const drafts = slugs.map((slug) => ({ slug, at: readPosition(slug)?.at ?? 0 }));
  return drafts.filter(({ at }) => at > 0).sort((one, other) => other.at - one.at)[0]?.slug;
}

/** @param {string} slug */
export function forgetPosition(slug) {
  localStorage.removeItem(place(slug));
}
