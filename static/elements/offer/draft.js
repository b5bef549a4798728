// The form being filled in, kept per table so that it survives a reload or a browser that drops sleeping
// tabs.

/** @param {string} code */
const place = (code) => `companion.draft.${code}`;

/**
 * {offer, answers, facts, insisted}, or null.
 * @param {string} code
 */
export function readDraft(code) {
  try {
    return JSON.parse(sessionStorage.getItem(place(code)));
  } catch {
    return null;
  }
}

/** @param {string} code */
export function writeDraft(code, draft) {
  sessionStorage.setItem(place(code), JSON.stringify(draft));
}

/** @param {string} code */
export function clearDraft(code) {
  sessionStorage.removeItem(place(code));
}
