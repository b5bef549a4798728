// A box that is being written, so that it survives a reload, until it is kept for good or a table has it.

const PLACE = "companion.box";

/** {box, name}: name: under which it is kept already, or ""; or null. */
export function readDraft() {
  try {
    return JSON.parse(localStorage.getItem(PLACE));
  } catch {
    return null;
  }
}

/** @param {{ box: any, name: string }} draft */
export function writeDraft(draft) {
  localStorage.setItem(PLACE, JSON.stringify(draft));
}

export function forgetDraft() {
  localStorage.removeItem(PLACE);
}
