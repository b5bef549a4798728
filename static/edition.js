// Which edition of the pages this is. The companion may be another one when it is back: then the page loads
// itself anew, as soon as that takes nothing away from whoever is in the middle of something. A form that is
// half filled in and a move that is not answered yet are kept over it.

const IN_ADDRESS = /\/static\/~([^/"]+)\//;
const LOOK_MS = 500;
const SHELF = "companion.edition";
const WRITING = "input:not([type=checkbox], [type=radio]), textarea";

const mine = IN_ADDRESS.exec(import.meta.url)?.[1];
let waiting = false;

/** The edition of the pages that the companion has now; none if it cannot be asked, or does not say. */
async function theirs() {
  try {
    const answer = await fetch(location.pathname, { cache: "no-cache" });
    return answer.ok ? IN_ADDRESS.exec(await answer.text())?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Would something be lost that is kept nowhere: an open dialog, words being written, a move on its way? */
function busy() {
  const written = /** @type {HTMLInputElement} */ (document.activeElement);
  return Boolean(
    document.querySelector("dialog[open]") ||
      (written?.matches(WRITING) && written.value) ||
      Object.keys(sessionStorage).some((name) => name.startsWith("companion.attempt.")),
  );
}

/**
 * Load the page anew if the companion has another edition of it. Once for each: whatever stands in between
 * may go on handing out the old one. True if it has.
 */
export async function renew() {
  const now = mine && await theirs();
  if (!now || now === mine || waiting || sessionStorage.getItem(SHELF) === now) return false;
  waiting = true;
  while (busy()) await new Promise((done) => setTimeout(done, LOOK_MS));
  sessionStorage.setItem(SHELF, now);
  location.reload();
  return true;
}
